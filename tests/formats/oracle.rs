//! Another program's reader agrees: the KIF files that we write are read by
//! rsshogi as the same positions and the same moves.

use rsshogi::records::formats::kif::parse_kif_str;
use shogi_core::ToUsi;
use std::path::PathBuf;
use tsumi::formats::kif_write::{Ending, kif};
use tsumi::formats::sfen::parse;
use tsumi::formats::{Input, Problem, ReadOptions, read_input};

fn problems(name: &str) -> impl Iterator<Item = Problem> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name);
    read_input(&Input::File(path), &ReadOptions::default()).map(Result::unwrap)
}

/// An SFEN in our order of the hands, without its move number.
fn board(sfen: &str) -> String {
    let sfen = parse(sfen).unwrap().position.to_sfen_owned();
    sfen.rsplit_once(' ').unwrap().0.to_string()
}

#[test]
fn rsshogi_reads_what_we_write() {
    let all = problems("problems/zuko.sfen").chain(problems("problems/game.jsonl").step_by(8));
    for problem in all {
        let line = problem.line.clone().unwrap_or_default();
        let text = kif(&problem.id, &problem.position, &line, Ending::Mate, &[]);
        let record =
            parse_kif_str(&text).unwrap_or_else(|e| panic!("{}: {e:?}\n{text}", problem.id));
        assert_eq!(
            board(record.init_position_sfen()),
            board(&problem.sfen()),
            "{text}"
        );
        let theirs: Vec<String> = record.moves().iter().map(|m| m.mv().to_usi()).collect();
        let ours: Vec<String> = line.iter().map(ToUsi::to_usi_owned).collect();
        assert_eq!(theirs, ours, "{text}");
    }
}
