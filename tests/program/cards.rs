//! What `tsumi verify` says of a single problem, with and without an audit.

use crate::common::{MATE, run};

#[test]
fn a_single_problem_gets_a_card() {
    let left = "9/8k/8l/5N1S1/8R/9/9/9/9 b r2b4g3s3n3l18p 1\t5\t2d1c+ 1b2a 1e2e 2a1a L*1b";
    let (code, out, _) = run(&["verify", "-"], &format!("a\t{left}\n"));
    assert_eq!(code, 1);
    for said in [
        "a\n  mate in 7 plies (minimal, found by search), 1 lance left; 5 plies with nothing left (found by search)\n",
        "  declared: 5 plies\n  the declared line:\n    Sx1c+ ",
        "\n    2d1c+ 1b2a 1e2e 2a1a L*1b\n  unsound\n    fatal:\n      ply 1: Rx1c+ mates too",
        "(余詰); likewise\n      Rx1c= (2 in all)\n        Rx1c+ ",
        "\n    disputed:\n      mate takes 7 plies, 5 declared",
        "\n    noted:\n      ply 5: also +S-2b, R-2b+ at the last move (最終手余詰)\n",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(!out.contains("problems "), "{out}");
    let rooks = "4k4/9/3PPP3/9/9/9/9/9/9 b GR1r2b3g4s4n4l15p 1\t1\tG*5b";
    let args = ["verify", "-", "--cooks", "all", "--lang", "ja"];
    let (_, out, _) = run(&args, &format!("a\t{rooks}\n"));
    assert!(
        out.contains("不完全作\n    欠陥：\n      最後に持駒が余る：飛1枚"),
        "{out}"
    );
    assert!(out.contains("も同様（計9通り）"), "{out}");

    // Of several problems each gets a card when they are asked for.
    let two = format!("a\t{left}\nb\t{MATE}\t1\n");
    let (_, out, _) = run(&["verify", "-", "--details"], &two);
    for said in [
        "\n    disputed:\n",
        "b\n  mate in 1 ply (minimal, proved)\n",
        "\n  sound, without",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(out.contains("problems              2   settled 2, differing 1"));
    assert!(
        out.contains("\nsound 1 (1 of them without any alternative)"),
        "{out}"
    );
    let (_, out, _) = run(&["verify", "-"], &two);
    assert!(
        out.starts_with("a                longer-left cooked "),
        "{out}"
    );
}

#[test]
fn an_audit_as_text_and_as_json() {
    let line = "a\t9/9/8k/7R1/8G/9/9/9/P8 b r2b3g4s4n4l17p 1\t5\t1e1d 1c1b 1d2c 1b1a 2c2b\n";
    let (code, out, _) = run(&["verify", "-", "--audit"], line);
    assert_eq!(code, 0, "{out}");
    for said in [
        "\n  every check, the line's own first:\n    ply 1: G-1d mates in 5 plies (the line)\n",
        "\n    ply 1: refuted, with the reply: ",
        "\n    the attacker's pawn on 9i can go: sound\n",
        "\n    the attacker's rook on 2d is needed: ",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let (_, out, _) = run(&["verify", "-", "--audit", "--lang", "ja"], line);
    assert!(out.contains("\n    攻方９九歩は不要：完全作\n"), "{out}");
    assert!(
        out.contains("\n    1手目▲１四金：5手で詰む（本手順）\n"),
        "{out}"
    );
    let (_, out, _) = run(&["verify", "-", "--audit", "--format", "json"], line);
    let row: serde_json::Value = serde_json::from_str(&out).unwrap();
    let audit = &row["audit"];
    let first = &audit["checks"][0];
    assert_eq!(
        (&first["move"], &first["plies"]),
        (&"1e1d".into(), &5.into())
    );
    assert_eq!(audit["pieces"][2]["without"], "same");
    let no_mate = "b\t4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1\n";
    let (_, out, _) = run(&["verify", "-", "--audit"], no_mate);
    assert!(out.contains("\n  there is no line to audit\n"), "{out}");
    assert!(!out.contains("without a piece"), "{out}");
}
