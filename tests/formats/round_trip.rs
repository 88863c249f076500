//! What is written is read back the same: all problems of the project, with made
//! branches and comments, through every format; and two crates by other people
//! read the same positions and moves in what we write.

use shogi_core::{Color, Move, PartialPosition, ToUsi};
use shogi_kifu_converter::parser;
use shogi_legality_lite::all_legal_moves_partial;
use std::path::PathBuf;
use tsumi::base::tree::{ENDINGS, Ending, ROOT, Tree};
use tsumi::formats::write::{Target, changed_ending, write, write_all, written};
use tsumi::formats::{Input, Problem, ReadOptions, read_input};

fn problems(name: &str) -> Vec<Problem> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name);
    read_input(&Input::File(path), &ReadOptions::default())
        .map(Result::unwrap)
        .collect()
}

fn all_problems() -> Vec<Problem> {
    let names = [
        "zuko.sfen",
        "muso.sfen",
        "game.jsonl",
        "pitfalls.jsonl",
        "hard.jsonl",
    ];
    names
        .iter()
        .flat_map(|name| problems(&format!("problems/{name}")))
        .collect()
}

fn read(text: &str, extension: &str, like: &Problem) -> Vec<Problem> {
    let options = ReadOptions {
        attacker: Some(like.attacker),
        ..ReadOptions::default()
    };
    let input = Input::Memory {
        name: format!("back.{extension}"),
        bytes: text.as_bytes().to_vec(),
    };
    read_input(&input, &options)
        .map(|r| r.unwrap_or_else(|e| panic!("{e}\n{text}")))
        .collect()
}

fn same(a: &Problem, b: &Problem, target: Target, text: &str) {
    assert_eq!(board(&a.position), board(&b.position), "{text}");
    assert_eq!(a.attacker, b.attacker, "{text}");
    let line = a.line.clone().filter(|_| target.keeps_moves());
    assert_eq!(line, b.line, "{text}");
}

#[test]
fn every_problem_through_every_format() {
    for (n, problem) in all_problems().into_iter().enumerate() {
        for (target, extension) in Target::ALL {
            // Book notation is slow to write; every third problem is enough of it.
            if matches!(target, Target::Ki2 | Target::Jkf) && n % 3 > 0 {
                continue;
            }
            let text = write(&problem, target);
            let back = read(&text, extension, &problem);
            assert_eq!(back.len(), 1, "{text}");
            same(&problem, &back[0], target, &text);
            if target != Target::Csa {
                assert_eq!(problem.plies, back[0].plies, "{text}");
            }
            // What was read is written the same again.
            if !matches!(target, Target::Sfen | Target::Jsonl) {
                let titled = back[0]
                    .headers
                    .iter()
                    .any(|h| h.0 == "作品名" && h.1 == problem.id);
                assert!(titled, "{text}");
                assert_eq!(write(&back[0], target), text);
            }
        }
    }
}

#[test]
fn many_in_one_file() {
    let some: Vec<Problem> = problems("problems/zuko.sfen").into_iter().take(9).collect();
    for (target, extension) in Target::ALL {
        let text = write_all(&some, target);
        let back = read(&text, extension, &some[0]);
        assert_eq!(back.len(), some.len(), "{text}");
        for (a, b) in some.iter().zip(&back) {
            same(a, b, target, &text);
        }
    }
}

/// A problem with branches within branches, comments and endings.
fn bushy(problem: &Problem, seed: usize) -> Problem {
    let mut problem = problem.clone();
    let mut seed = seed as u64 * 2 + 1;
    let mut below = move |n: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n.max(1)
    };
    for n in 0..12 {
        let mut at = below(problem.tree.len());
        for _ in 0..1 + below(4) {
            let position = problem.tree.position(&problem.position, at);
            let moves = all_legal_moves_partial(&position);
            if moves.is_empty() {
                break;
            }
            at = problem.tree.add(at, moves[below(moves.len())]);
        }
        let node = problem.tree.node_mut(at);
        if n % 3 == 0 {
            node.comments = vec![format!("分岐 {n}"), " # ' * , 二行目".into()];
        }
    }
    for n in 1..problem.tree.len() {
        let node = problem.tree.node_mut(n);
        if node.children.is_empty() && node.ending.is_none() && n % 3 == 0 {
            node.ending = Some(Ending::Unknown);
        }
    }
    problem.tree.node_mut(ROOT).comments = vec!["作意".into()];
    problem.headers = vec![
        ("作品名".into(), problem.id.clone()),
        ("作者".into(), "伊藤看寿".into()),
    ];
    problem
}

/// Lines of a tree in words, in the order in which they are written.
fn shape(tree: &Tree) -> Vec<(usize, Vec<String>, Vec<String>)> {
    let usi = |mv: Option<Move>| mv.map_or(String::new(), |mv| mv.to_usi_owned());
    tree.lines()
        .into_iter()
        .map(|first| {
            let line = tree.line_from(first);
            let moves = line.iter().map(|&n| usi(tree.node(n).mv)).collect();
            let said = line
                .iter()
                .flat_map(|&n| {
                    let ending = format!("{:?}", tree.node(n).ending);
                    tree.node(n).comments.iter().cloned().chain([ending])
                })
                .collect();
            (tree.ply(first), moves, said)
        })
        .collect()
}

#[test]
fn branches_comments_and_endings_survive() {
    for (n, problem) in problems("problems/zuko.sfen").iter().enumerate().step_by(6) {
        let problem = bushy(problem, n);
        assert!(problem.tree.has_branches());
        for target in [Target::Kif, Target::Ki2, Target::Jkf] {
            let text = write(&problem, target);
            let back = read(&text, target.extension(), &problem);
            assert_eq!(back[0].warnings, [], "{text}");
            assert_eq!(shape(&back[0].tree), shape(&problem.tree), "{text}");
            let author = ("作者".to_string(), "伊藤看寿".to_string());
            assert!(back[0].headers.contains(&author));
        }
    }
}

/// Found by fuzzing: JSON lines were written with headers and read without them.
#[test]
fn headers_survive() {
    let problem = bushy(&problems("problems/zuko.sfen")[0], 0);
    for target in [
        Target::Jsonl,
        Target::Kif,
        Target::Ki2,
        Target::Bod,
        Target::Jkf,
    ] {
        let text = write(&problem, target);
        let back = read(&text, target.extension(), &problem);
        for header in &problem.headers {
            assert!(back[0].headers.contains(header), "{header:?} in {text}");
        }
    }
}

/// Found by fuzzing: 投了 was lost in KI2, and 不詰 became 中断 in KIF. Where a format has no word
/// for an ending, it is that of `written`, which `convert` warns of.
#[test]
fn every_ending_survives() {
    let mut problem = problems("problems/zuko.sfen").remove(0);
    let line = problem.tree.main_line();
    let mut changed = 0;
    for (names, plies) in ENDINGS.iter().flat_map(|names| [(names, 3), (names, 4)]) {
        problem.tree = Tree::of_line(&line[..plies], Some(names.ending));
        for target in [Target::Kif, Target::Ki2, Target::Csa, Target::Jkf] {
            let text = write(&problem, target);
            let back = read(&text, target.extension(), &problem);
            let kept = written(names.ending, target);
            let want = Tree::of_line(&line[..plies], Some(kept));
            assert_eq!(back[0].tree, want, "{text}");
            assert_eq!(back[0].warnings, [], "{text}");
            let said = changed_ending(&problem, target);
            assert_eq!(said.is_some(), kept != names.ending, "{said:?}");
            changed += said.iter().count();
        }
    }
    assert_eq!(changed, 2 * (2 + 5 + 2 + 2));
}

/// Kifu for JS refuses a file whose last words it does not know, as まで不詰 and まで5手で投了.
#[test]
fn last_words_are_those_of_kifu_for_js() {
    let mut problem = problems("problems/zuko.sfen").remove(0);
    let line = problem.tree.main_line();
    for (ending, plies, words) in [
        (Ending::Mate, 3, "3手で詰み"),
        (Ending::NoMate, 0, "0手で不詰"),
        (Ending::NoMate, 4, "4手で不詰"),
        (Ending::Unknown, 3, "3手で中断"),
        (Ending::Resign, 3, "3手で先手の勝ち"),
        (Ending::Resign, 4, "4手で後手の勝ち"),
        (Ending::TimeUp, 3, "3手で時間切れにより先手の勝ち"),
        (Ending::Illegal, 3, "3手で後手の反則負け"),
        (Ending::IllegalWin, 3, "3手で後手の反則勝ち"),
        (Ending::Repetition, 3, "3手で千日手"),
        (Ending::Draw, 3, "3手で持将棋"),
    ] {
        problem.tree = Tree::of_line(&line[..plies], Some(ending));
        for target in [Target::Kif, Target::Ki2] {
            let text = write(&problem, target);
            assert!(text.ends_with(&format!("\nまで{words}\n")), "{text}");
        }
    }
    for (ending, ki2) in [
        (Ending::Entering, "まで3手で中断"),
        (Ending::WinByDefault, "まで3手で中断"),
    ] {
        problem.tree = Tree::of_line(&line[..3], Some(ending));
        let text = write(&problem, Target::Kif);
        assert!(text.ends_with(&format!("\n   4 {}\n", ending.names().kif)));
        let text = write(&problem, Target::Ki2);
        assert!(text.ends_with(&format!("\n{ki2}\n")), "{text}");
    }
}

/// A branch beside an ending, as 投了図以下 has it, is read and written as one.
#[test]
fn branches_beside_an_ending_survive() {
    let mut problem = problems("problems/zuko.sfen").remove(0);
    let line = problem.tree.main_line();
    for plies in [0, 3] {
        let mut tree = Tree::of_line(&line[..plies], Some(Ending::Resign));
        let end = tree.len() - 1;
        let mut at = tree.branch(end, line[plies]);
        tree.node_mut(at).comments = vec!["投了図以下".into()];
        for &mv in &line[plies + 1..plies + 3] {
            at = tree.add(at, mv);
        }
        let position = tree.position(&problem.position, end);
        let moves = all_legal_moves_partial(&position);
        let other = moves.iter().find(|&&mv| mv != line[plies]).unwrap();
        tree.branch(end, *other);
        problem.tree = tree;
        for target in [Target::Kif, Target::Ki2, Target::Jkf] {
            let text = write(&problem, target);
            let back = read(&text, target.extension(), &problem);
            assert_eq!(shape(&back[0].tree), shape(&problem.tree), "{text}");
            assert_eq!(back[0].warnings, [], "{text}");
        }
        let text = write(&problem, Target::Csa);
        let back = read(&text, "csa", &problem);
        assert_eq!(back[0].tree.main_line(), line[..plies]);
        assert_eq!(back[0].tree.ending(), Some(Ending::Resign));
    }
}

/// Found by fuzzing: a line whose id begins with # was a comment, and the problem lost.
#[test]
fn an_id_never_costs_the_problem() {
    let mut problem = problems("problems/zuko.sfen").remove(0);
    for id in [
        "#1",
        "",
        " ",
        "a/b/c/d/e",
        "startpos",
        "sfen 1",
        "一　番",
        "a\tb",
    ] {
        problem.id = id.into();
        for (target, extension) in Target::ALL {
            let text = write(&problem, target);
            let back = read(&text, extension, &problem);
            assert_eq!(back.len(), 1, "{text}");
            same(&problem, &back[0], target, &text);
        }
    }
}

/// Found by fuzzing: a header of JKF may have a name that is no header in KIF.
#[test]
fn a_header_is_never_read_as_something_else() {
    let mut problem = problems("problems/zuko.sfen").remove(0);
    let keys = [
        "手番",
        "先手の持駒",
        "変化",
        "まで",
        "詰手数",
        "手合割",
        "a：b",
        "1",
        "",
    ];
    let odd = keys.map(|key| (key.to_string(), "後手".to_string()));
    problem.headers = odd.to_vec();
    problem.headers.push(("手数".into(), "3手".into()));
    problem.headers.push(("作者".into(), "某".into()));
    for (target, extension) in Target::ALL {
        let text = write(&problem, target);
        let back = read(&text, extension, &problem);
        assert_eq!(back.len(), 1, "{text}");
        same(&problem, &back[0], target, &text);
        if !matches!(target, Target::Csa | Target::Jkf) {
            assert_eq!(problem.plies, back[0].plies, "{text}");
        }
        if !matches!(target, Target::Sfen | Target::Csa) {
            let author = ("作者".to_string(), "某".to_string());
            assert!(back[0].headers.contains(&author), "{text}");
        }
    }
}

/// Board, side and hands without the move number.
fn board(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.rsplit_once(' ').unwrap().0.to_string()
}

/// The main line of another reader, as moves.
fn converted(jkf: &shogi_kifu_converter::JKF, text: &str) -> (String, Vec<String>) {
    let position = shogi_core::Position::try_from(jkf).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let moves = position
        .moves()
        .iter()
        .map(|mv| mv.to_usi_owned())
        .collect();
    (board(position.initial_position()), moves)
}

#[test]
fn shogi_kifu_converter_reads_what_we_write() {
    let all = all_problems();
    for problem in all.iter().step_by(7) {
        let line = problem.line.clone().unwrap_or_default();
        let ours: Vec<String> = line.iter().map(ToUsi::to_usi_owned).collect();
        let expected = (board(&problem.position), ours);
        // Its reader passes over 後手番.
        if problem.position.side_to_move() == Color::Black {
            let text = write(problem, Target::Kif);
            let jkf = parser::parse_kif_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(converted(&jkf, &text), expected, "{text}");
            let text = write(problem, Target::Ki2);
            let jkf = parser::parse_ki2_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(converted(&jkf, &text), expected, "{text}");
        }
        let text = write(problem, Target::Csa);
        let jkf = parser::parse_csa_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(converted(&jkf, &text), expected, "{text}");
        let text = write(problem, Target::Jkf);
        let jkf: shogi_kifu_converter::JKF = serde_json::from_str(&text).unwrap();
        assert_eq!(converted(&jkf, &text), expected, "{text}");
    }
}

#[test]
fn branches_agree_with_shogi_kifu_converter() {
    for (n, problem) in problems("problems/zuko.sfen").iter().enumerate().step_by(7) {
        let problem = bushy(problem, n);
        let text = write(&problem, Target::Kif);
        let theirs = parser::parse_kif_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let theirs = serde_json::to_string(&theirs).unwrap();
        let back = read(&theirs, "jkf", &problem);
        let moves = |tree: &Tree| {
            let mut lines: Vec<_> = tree
                .lines()
                .iter()
                .map(|&l| {
                    let line = tree.line_from(l);
                    let moves: Vec<Option<Move>> = line.iter().map(|&n| tree.node(n).mv).collect();
                    (tree.ply(l), moves)
                })
                .collect();
            lines.sort_by_key(|l| format!("{l:?}"));
            lines
        };
        assert_eq!(
            moves(&back[0].tree),
            moves(&problem.tree),
            "{text}\n{theirs}"
        );
    }
}

#[test]
fn rsshogi_reads_what_we_write() {
    use rsshogi::records::formats::{csa::parse_csa_str, jkf::parse_jkf_str, kif::parse_ki2_str};
    for problem in all_problems().iter().step_by(7) {
        let line = problem.line.clone().unwrap_or_default();
        let ours: Vec<String> = line.iter().map(ToUsi::to_usi_owned).collect();
        for target in [Target::Csa, Target::Jkf, Target::Ki2] {
            let text = write(problem, target);
            let fail = |e: String| -> ! { panic!("{target:?}: {e}\n{text}") };
            let record = match target {
                Target::Csa => parse_csa_str(&text).unwrap_or_else(|e| fail(format!("{e:?}"))),
                Target::Jkf => parse_jkf_str(&text).unwrap_or_else(|e| fail(format!("{e:?}"))),
                _ => parse_ki2_str(&text).unwrap_or_else(|e| fail(format!("{e:?}"))),
            };
            let theirs: Vec<String> = record.moves().iter().map(|m| m.mv().to_usi()).collect();
            assert_eq!(theirs, ours, "{target:?}\n{text}");
            let sfen = record.init_position_sfen();
            let start = tsumi::formats::sfen::parse(sfen).unwrap().position;
            assert_eq!(
                board(&start),
                board(&problem.position),
                "{target:?}\n{text}"
            );
        }
    }
}

/// A comment keeps its lines and its characters, however long it is; only control characters go.
#[test]
fn comments_are_written_as_they_are() {
    let mut problem = all_problems().remove(0);
    let long = "長".repeat(3000);
    let comment = format!("one\ntwo \u{1f468}\u{200d}\u{1f467}\u{7}\n{long}");
    problem.tree.node_mut(ROOT).comments = vec![comment];
    let want = [
        "one".to_string(),
        "two \u{1f468}\u{200d}\u{1f467}".into(),
        long,
    ];
    for (target, extension) in [
        (Target::Kif, "kif"),
        (Target::Ki2, "ki2"),
        (Target::Csa, "csa"),
    ] {
        let again = read(&write(&problem, target), extension, &problem);
        let comments: Vec<&str> = (0..again[0].tree.len())
            .flat_map(|n| &again[0].tree.node(n).comments)
            .flat_map(|comment| comment.lines())
            .collect();
        assert_eq!(comments, want, "{extension}");
    }
}
