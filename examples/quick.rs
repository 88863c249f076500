//! Scratch bench of the search: FILE SECONDS MIB [IDS], knobs by environment (AC, DC, OC, ONE, HOPS, NODES, OFF: a name of `Tuning::ablations`).
use shogi_core::{Color, PartialPosition};
use shogi_usi_parser::FromUsi;
use std::time::Duration;
use tsumi::solver::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let file = &args[1];
    let secs: f64 = args[2].parse().unwrap();
    let mem: usize = args[3].parse::<usize>().unwrap() << 20;
    let filter = args.get(4).cloned().unwrap_or_default();
    let shortest = std::env::var("SHORTEST").is_ok();
    let (mut solved, mut nodes, mut ms, mut n, mut wrong) = (0, 0, 0.0, 0, 0);
    let e = |n: &str, d: u32| {
        std::env::var(n)
            .ok()
            .and_then(|v| v.parse().ok())
            .unwrap_or(d)
    };
    let off = std::env::var("OFF").unwrap_or_default();
    let mut variants = tsumi::search::Tuning::ablations().into_iter();
    let variant = variants.find(|(name, _)| *name == off);
    let mut tuning = variant.map_or_else(Default::default, |(_, tuning)| tuning);
    tuning.and_cap.0 = e("AC", tuning.and_cap.0);
    tuning.drop_cap.0 = e("DC", tuning.drop_cap.0);
    tuning.or_cap.0 = e("OC", tuning.or_cap.0);
    tuning.or_epsilon.0 = e("OE", tuning.or_epsilon.0);
    tuning.and_epsilon.0 = e("AE", tuning.and_epsilon.0);
    tuning.one_chain = e("ONE", tuning.one_chain as u32) != 0;

    tuning.many_exits = e("MANY", tuning.many_exits as u32) as u8;
    tuning.source_hops = e("HOPS", tuning.source_hops);
    tuning = tuning.shaken(u64::from(e("SEED", 0)));
    let mut solver = Solver::new(Options {
        tuning,
        nodes: std::env::var("NODES").ok().map(|v| v.parse().unwrap()),
        time: Some(Duration::from_secs_f64(secs)),
        memory: mem,
        shortest_raw: shortest,
        shortest_conventional: shortest && std::env::var("CONV").is_ok(),
        check: std::env::var("NOCHECK").is_err(),
        lengths: match std::env::var("NOLEN") {
            Ok(_) => tsumi::solver::Lengths::None,
            Err(_) => tsumi::solver::Lengths::Quick,
        },
        threads: e("THREADS", 1) as usize,
        ..Options::default()
    });
    let quiet = std::env::var("QUIET").is_ok();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = v["id"].as_str().unwrap();
        if !filter.is_empty() && !filter.split(',').any(|f| id.contains(f)) {
            continue;
        }
        let sfen = format!("sfen {}", v["sfen"].as_str().unwrap());
        let pos = PartialPosition::from_usi(&sfen).unwrap();
        let attacker = match (
            pos.king_position(Color::Black),
            pos.king_position(Color::White),
        ) {
            (None, _) => Color::Black,
            (_, None) => Color::White,
            _ => pos.side_to_move(),
        };
        let o = match solver.solve(&pos, attacker, Control::default()) {
            Ok(o) => o,
            Err(e) => {
                println!("{id} ERROR {e}");
                continue;
            }
        };
        n += 1;
        let expect = v["expect"].as_str().unwrap_or("mate");
        let mut flag = "";
        let verdict = match o.verdict {
            Verdict::Mate { raw, conventional } => {
                solved += 1;
                if expect != "mate" {
                    flag = "WRONG";
                }
                if let Some(r) = v["raw_plies"].as_u64()
                    && (raw.is_minimal() && raw.upper as u64 != r || (raw.upper as u64) < r)
                {
                    flag = "WRONG";
                }
                if let Some(r) = v["plies"].as_u64()
                    && ((shortest && conventional.upper as u64 != r)
                        || (conventional.upper as u64) < r && flag.is_empty())
                {
                    flag = "DIFF";
                }
                format!(
                    "mate raw {}..{} conv {}..{}",
                    raw.lower, raw.upper, conventional.lower, conventional.upper
                )
            }
            Verdict::NoMate => {
                solved += 1;
                if expect != "nomate" {
                    flag = "WRONG";
                }
                "nomate".into()
            }
            Verdict::Unknown(l) => format!("unknown {l:?} {:?}", o.left_at),
        };
        if flag == "WRONG" {
            wrong += 1;
        }
        nodes += o.nodes;
        ms += o.elapsed.as_secs_f64() * 1e3;
        if std::env::var("COMPACT").is_ok() {
            print!(
                "{} {} {}k {:.1}s; ",
                id.trim_start_matches("zuko-"),
                if verdict.starts_with("mate") {
                    verdict.split_whitespace().nth(2).unwrap()[3..].to_string()
                } else {
                    "??".into()
                },
                o.nodes / 1000,
                o.elapsed.as_secs_f64()
            );
        } else if !quiet || flag == "WRONG" || verdict.starts_with("unk") {
            println!(
                "{id:24} {verdict:34} {flag} plies {} raw {} nodes {} ms {:.1} entries {} line {}",
                v["plies"],
                v["raw_plies"],
                o.nodes,
                o.elapsed.as_secs_f64() * 1e3,
                o.certificate_entries(),
                o.line.len()
            );
        }
    }
    println!(
        "solved {solved}/{n} wrong {wrong} nodes {nodes} s {:.2} knps {:.0}",
        ms / 1e3,
        nodes as f64 / ms
    );
}
