use shogi_core::{Color, Move, PartialPosition};
use shogi_usi_parser::FromUsi;
use std::time::Duration;
use tsumi::solver::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    for line in std::fs::read_to_string(&args[1]).unwrap().lines() {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        if v["id"].as_str().unwrap() != args[2] {
            continue;
        }
        let mut pos =
            PartialPosition::from_usi(&format!("sfen {}", v["sfen"].as_str().unwrap())).unwrap();
        let mut stack = vec![];
        for m in v["line"].as_str().unwrap().split_whitespace() {
            stack.push((pos.clone(), m.to_string()));
            let mut mv = Move::from_usi(m).unwrap();
            if let Move::Drop { piece, to } = mv {
                mv = Move::Drop {
                    piece: shogi_core::Piece::new(piece.piece_kind(), pos.side_to_move()),
                    to,
                };
            }
            pos.make_move(mv).unwrap();
        }
        let mut solver = Solver::new(Options {
            time: Some(Duration::from_secs_f64(args[3].parse().unwrap())),
            memory: 256 << 20,
            check: false,
            ..Default::default()
        });
        for (p, m) in stack.iter().rev() {
            let o = solver.solve(p, Color::Black, Control::default());
            match o {
                Ok(o) => println!(
                    "{:?} before {m} nodes {} entries {} {}",
                    match o.verdict {
                        Verdict::Mate { raw, .. } => format!("mate {}", raw.upper),
                        x => format!("{x:?}"),
                    },
                    o.nodes,
                    o.certificate_entries,
                    p.to_sfen_owned()
                ),
                Err(e) => println!("{e}"),
            }
        }
    }
}
