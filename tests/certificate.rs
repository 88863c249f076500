mod certificate_reference;
use certificate_reference::*;
#[test]
fn show() {
    for s in [
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b4g4s4n4l17p 1",
        "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1",
        "1n1gp1snl/l3rg1b1/1ps1kpp1p/3p3p1/p1p3S2/2P3PP1/BP1PKPN1P/+p1R1P4/1N1GS1G1+l b l 1",
        "ln5nl/+bpsk1sg2/p1p1gpppb/P3P2g1/3P1P2p/LPS4PP/N1P1+p1P1R/8R/3K1GSNL w P 1",
        "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1",
        "8p/9/9/7l1/nsns3pk/rbng3l1/rbng5/gssg3+P1/8L w 15Pl 1",
        "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1",
        "7gk/8p/5P2s/7P1/9/9/9/9/9 b BN2rb3g3s3n4l15p 1",
        "8k/9/9/8R/9/9/9/9/9 b - 1",
        "8k/9/8B/9/9/9/9/9/9 b - 1",
        "8k/9/8P/9/9/9/9/9/9 b L - 1",
        "7lk/9/8R/9/9/9/9/9/9 b P 1",
        "7lk/7l1/9/9/9/9/9/9/8L b P 1",
    ] {
        let p = position(&s.replace(" - 1", " 1"));
        let p2 = if s.contains("L - 1") {
            position("8k/9/8P/9/9/9/9/9/9 b L 1")
        } else if s.ends_with("b - 1") {
            position(s)
        } else {
            p
        };
        let mut so = Solver::default();
        let a = if s.contains("15Pl") {
            p2.side_to_move().flip()
        } else {
            p2.side_to_move()
        };
        let t = std::time::Instant::now();
        let r = so
            .certify_mate(&p2, a, if s.contains("15Pl") { 6 } else { 5 })
            .or_else(|| {
                if s.contains("15Pl") {
                    None
                } else {
                    so.certify_nomate(&p2, a, 3, 2000)
                }
            });
        match r {
            Some(r) if r.items.len() < 30 => {
                let t = tighten(r);
                println!(
                    "{}\n=> {:?}\n",
                    t.text(),
                    tsumi::checker::check(&t.text()).map(|v| v.to_string())
                )
            }
            Some(r) => println!("{s} {} items {:?}\n", r.items.len(), t.elapsed()),
            None => println!("{s} none {:?}\n", t.elapsed()),
        }
    }
}
