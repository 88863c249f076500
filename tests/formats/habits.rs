//! The habits of the wild: everything that people's files really contain is
//! read as they mean it.

use encoding_rs::SHIFT_JIS;
use shogi_core::{Color, PieceKind};
use std::path::PathBuf;
use tsumi::formats::{Input, Problem, ReadOptions, diagram, kif_write, notation, read_input, usi};

fn read_bytes(name: &str, bytes: &[u8]) -> Vec<Problem> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    read_input(&Input::File(path), &ReadOptions::default())
        .map(|r| r.unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

fn read(name: &str, text: &str) -> Vec<Problem> {
    read_bytes(name, text.as_bytes())
}

fn sfens(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(Problem::sfen).collect()
}

const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

#[test]
fn sfen_lines() {
    let text = format!(
        "\u{feff}# comment\r\n\r\n{ONE}\r\nsfen {ONE}\r\n  {}  \r\nposition sfen {ONE}\r\n\
         id 7\t{ONE}\t1\tG*5b\r\n{ONE}\t1手\tG*5b\t# note\r\n\tsfen {ONE}\r\n{ONE} # note\r\n",
        ONE.trim_end_matches(" 1")
    );
    let got = read("habits.sfen", &text);
    assert_eq!(got.len(), 8);
    for p in &got {
        assert_eq!(p.sfen(), ONE);
        assert_eq!(p.attacker, Color::Black);
        assert!(p.warnings.is_empty(), "{:?}", p.warnings);
    }
    assert_eq!(got[0].id, "habits-3");
    assert_eq!((got[0].source.line, got[0].source.column), (3, 1));
    assert_eq!(got[4].id, "id 7");
    assert_eq!((got[4].plies, got[5].plies), (Some(1), Some(1)));
    assert_eq!(got[4].line.as_ref().unwrap().len(), 1);
    assert_eq!(got[5].line.as_ref().unwrap().len(), 1);
    assert_eq!(got[4].source.column, 6);
}

#[test]
fn missing_white_hand_is_taken_as_written_with_a_warning() {
    let got = read("nohand.sfen", "4k4/9/4P4/9/9/9/9/9/9 b G");
    assert_eq!(got[0].warnings.len(), 1);
    let text = got[0].warnings[0].message.english();
    assert!(text.contains("36 pieces"), "{text}");
    assert!(
        text.contains(" G2r2b3g4s4n4l17p,") && text.contains("--rest defender"),
        "the cure is spelled out: {text}"
    );
    assert_eq!(
        got[0]
            .position
            .hand_of_a_player(Color::White)
            .count(PieceKind::Rook),
        Some(0)
    );
}

#[test]
fn declared_nonsense_is_a_warning() {
    let got = read(
        "odd.sfen",
        &format!("a\t{ONE}\t1\tG*1a 5a5b\na\t{ONE}\t1\t!\n"),
    );
    assert!(got[0].line.is_none());
    assert!(
        got[0].warnings[0]
            .message
            .english()
            .contains("declared line is ignored")
    );
    assert!(got[1].warnings[0].message.english().contains("field '!'"));
}

#[test]
fn usi_position_with_moves() {
    let got = read(
        "moves.txt",
        "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n# x\n4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*4b 5a6a\n",
    );
    assert_eq!(got[0].attacker, Color::White);
    assert_eq!(got[1].sfen(), "3k5/5G3/4P4/9/9/9/9/9/9 b G 3");
}

#[test]
fn jsonl_lines() {
    let text = format!(
        "\u{feff}{{\"id\": \"a\", \"sfen\": \"{ONE}\", \"expect\": \"mate\", \"raw_plies\": 1, \"plies\": 1, \"note\": [1]}}\r\n\
         \n# comment\n{{\"sfen\": \"sfen {ONE}\", \"id\": 7, \"plies\": null, \"line\": \"G*5b\", \"raw_upper\": \"3\"}}\n\
         {{\"sfen\": \"{ONE}\", \"plies\": \"many\"}}"
    );
    let got = read("habits.jsonl", &text);
    assert_eq!(got[0].expect.mate, Some(true));
    assert_eq!((got[0].plies, got[0].expect.raw_plies), (Some(1), Some(1)));
    assert_eq!((got[1].id.as_str(), got[1].plies), ("7", None));
    assert_eq!(got[1].expect.raw_upper, Some(3));
    assert_eq!(got[1].line.as_ref().unwrap().len(), 1);
    assert_eq!(got[2].id, "habits-5");
    assert!(got[2].warnings[0].message.english().contains("plies"));
}

#[test]
fn kings_decide_who_attacks() {
    let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n\
                9/9/9/9/9/9/4p4/9/4K4 w g 1\n\
                4k4/9/4P4/9/9/9/9/9/4K4 w g 1\n\
                4k4/4G4/4P4/9/9/9/9/9/9 w - 1\n";
    let got = read("kings.sfen", text);
    let attackers: Vec<Color> = got.iter().map(|p| p.attacker).collect();
    assert_eq!(
        attackers,
        [Color::Black, Color::White, Color::White, Color::Black]
    );
}

const HEAD: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
const ROWS: &str = "\
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
";
const FULL: &str = "飛二　角二　金三　銀四　桂四　香四　歩十七";

#[test]
fn hands_of_diagrams() {
    for (upper, lower) in [
        (format!("後手の持駒：{FULL}　\n"), "先手の持駒：金　\n"),
        ("後手の持駒：残り全部\n".into(), "先手の持駒：金\n"),
        (String::new(), "攻方の持駒：金\n"),
        ("玉方の持駒：残り全部\n".into(), "攻方の持駒：金\n"),
        ("受方持駒：残り\n".into(), "攻方持駒:金1\n"),
        (
            "上手の持ち駒：飛2 角2 金3 銀4 桂4 香4 歩17\n".into(),
            "下手の持ち駒：金１\n",
        ),
        ("後手の持駒：\n".into(), "先手の持駒：金\n"),
        ("先手の持駒：金\n後手の持駒：残り全部\n".into(), ""),
        ("先手の持駒：金\n".into(), "後手の持駒：残り全部\n"),
    ] {
        let text = format!("手合割：平手　　\n{upper}{HEAD}{ROWS}{lower}手数＝0  まで\n");
        let got = read("hands.bod", &text);
        assert_eq!(sfens(&got), [ONE], "{text}");
        let warned = matches!(upper.as_str(), "" | "後手の持駒：\n");
        assert_eq!(got[0].warnings.len(), usize::from(warned), "{text}");
    }
    // A listed hand that does not add up is taken as written.
    let text = format!("後手の持駒：飛\n{HEAD}{ROWS}先手の持駒：金\n");
    let got = read("part.bod", &text);
    assert_eq!(got[0].sfen(), "4k4/9/4P4/9/9/9/9/9/9 b Gr 1");
    assert!(got[0].warnings[0].message.english().contains("35 pieces"));
    // With the attacker's king on the board nothing is short of it.
    let rows = ROWS.replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| ・ ・ ・ ・ 王 ・ ・ ・ ・|九",
    );
    let got = read("king.bod", &format!("{HEAD}{rows}先手の持駒：金\n"));
    assert_eq!(
        got[0].sfen(),
        "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"
    );
}

#[test]
fn every_piece_name_and_both_encodings() {
    let rows = "\
|v王v竜v馬v全v圭v杏vとvと ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| 歩 角 金 銀 桂 香 龍 ・ ・|三
|v歩v香v桂v銀v金 ・ ・ ・ ・|四
| 成銀 成桂v成香 と ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
";
    let text = format!("{HEAD}{rows}先手の持駒：\n");
    let want = "k+r+b+s+n+l+p+p1/9/PBGSNL+R2/plnsg4/+S+N+l+P5/9/9/9/9 b";
    let sjis = SHIFT_JIS.encode(&text.replace('\n', "\r\n")).0.into_owned();
    let bom = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    for (name, bytes) in [
        ("utf8.kif", text.as_bytes()),
        ("sjis.kif", &sjis),
        ("bom.kifu", bom.as_bytes()),
        ("sjis.txt", &sjis),
        ("bom.unknown", bom.as_bytes()),
    ] {
        let input = read_bytes(name, bytes);
        assert!(
            input[0].sfen().starts_with(want),
            "{name} {}",
            input[0].sfen()
        );
    }
}

/// A wide blank is an empty square only where no dot is one.
#[test]
fn wide_blanks_in_a_diagram() {
    let wide = ROWS
        .replace('|', "｜")
        .replace(' ', "　")
        .replace('v', "ｖ");
    let bare = ROWS.replace(" ・", "　");
    for rows in [&wide, &bare] {
        let text = format!("{HEAD}{rows}先手の持駒：金\n");
        assert_eq!(sfens(&read("wide.kif", &text)), [ONE], "{text}");
    }
}

#[test]
fn free_text_above_a_diagram() {
    let text = format!("将棋図巧\n第一番\n\n{HEAD}{ROWS}攻方の持駒：金\n");
    assert_eq!(sfens(&read("free.txt", &text)), [ONE]);
    // Plain ASCII is text as well, as what `tsumi show` prints above a diagram.
    let text = format!("Problem 1\n{HEAD}{ROWS}持駒：金\n\nProblem 2\n{HEAD}{ROWS}持駒：金\n");
    assert_eq!(sfens(&read("ascii.txt", &text)), [ONE, ONE]);
    // … and above SFENs it is an error of its own line.
    let input = Input::Memory {
        name: "t.txt".into(),
        bytes: format!("第一番\n{ONE}\n").into_bytes(),
    };
    let got: Vec<bool> = read_input(&input, &ReadOptions::default())
        .map(|r| r.is_ok())
        .collect();
    assert_eq!(got, [false, true]);
}

#[test]
fn arguments() {
    let sfen = |arg: &str| matches!(Input::from_arg(arg, 1), Input::Memory { .. });
    assert!(sfen(ONE) && sfen(&format!("sfen {ONE}")) && sfen("startpos"));
    assert!(!sfen("/a/b/c/d/e/f g.sfen") && !sfen("a/b/c/d/e/f.sfen") && !sfen("./a/b/c/d/e f"));
    assert_eq!(Input::from_arg("-", 1), Input::Stdin);
    assert_eq!(
        Input::from_arg("Cargo.toml", 1),
        Input::File("Cargo.toml".into())
    );
}

#[test]
fn side_to_move() {
    for line in ["後手番", "上手番\n", "玉方番", "手番：後手", "  後手番　"] {
        let rows = ROWS.replacen(
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二",
            "| ・ ・ ・ ・ 金 ・ ・ ・ ・|二",
            1,
        );
        let got = read("turn.bod", &format!("{HEAD}{rows}{line}\n"));
        assert_eq!(got[0].position.side_to_move(), Color::White, "{line}");
        assert_eq!(got[0].attacker, Color::Black);
    }
    let got = read("turn.bod", &format!("{HEAD}{ROWS}先手の持駒：金\n先手番\n"));
    assert_eq!(got[0].position.side_to_move(), Color::Black);
}

#[test]
fn records_with_moves_and_variations() {
    let moves = "\
手数----指手---------消費時間--
*作者のことば
   1 ４二金打     ( 0:01/00:00:01)
   2 ６一玉(51)   ( 0:00/00:00:00)
*変化あり
   3 ６二金打
   4 詰み
まで3手で詰み

変化：2手
   2 同　玉(51)
まで2手で中断
";
    let text = format!(
        "# KIF形式\n作品名：習作\n作者：某\n発表誌：なし\n備考：a/b/c/d/e\n手合割：詰将棋\n{HEAD}{ROWS}先手の持駒：金二\n先手：\n後手：\n{moves}"
    );
    let got = read("moves.kif", &text);
    assert_eq!(got.len(), 1);
    assert_eq!(got[0].plies, Some(3));
    assert_eq!(usi::line(got[0].line.as_ref().unwrap()), "G*4b 5a6a G*6b");
    // The header has the last word; unplayable moves are passed over.
    let text = format!("手数：15手\n{HEAD}{ROWS}先手の持駒：金\n   1 １一金打\n   2 ９九玉(51)\n");
    let got = read("odd.kif", &text);
    assert_eq!((got[0].plies, got[0].line.is_none()), (Some(15), true));
    assert!(
        got[0]
            .warnings
            .iter()
            .any(|w| w.message.english().contains("move 2"))
    );
}

#[test]
fn collections_of_diagrams() {
    let one =
        format!("作品名：甲\n後手の持駒：残り全部\n{HEAD}{ROWS}先手の持駒：金\n先手：a\n後手：b\n");
    let two = format!("作品名：乙\n{HEAD}{ROWS}攻方の持駒：銀\n手数＝0 まで\n");
    let three = format!("{HEAD}{ROWS}攻方の持駒：飛\n   1 ５二飛打\nまで1手で詰み\n");
    let got = read("many.kif", &format!("{one}\n{two}\n{three}{one}{three}"));
    let hands: Vec<String> = got
        .iter()
        .map(|p| diagram::hand(&p.position, Color::Black))
        .collect();
    assert_eq!(hands, ["金", "銀", "飛", "金", "飛"]);
    let ids: Vec<&str> = got.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids, ["many", "many-2", "many-3", "many-4", "many-5"]);
    assert_eq!(got[4].plies, Some(1));
}

#[test]
fn the_files_of_the_repository() {
    let count = |name: &str| {
        let input = Input::File(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name));
        let all: Vec<Problem> = read_input(&input, &ReadOptions::default())
            .map(|r| r.unwrap_or_else(|e| panic!("{e}")))
            .collect();
        all
    };
    let zuko = count("problems/zuko.sfen");
    let muso = count("problems/muso.sfen");
    assert_eq!((zuko.len(), muso.len()), (100, 100));
    for p in zuko.iter().chain(&muso) {
        let line = p.line.as_ref().unwrap_or_else(|| panic!("{}", p.id));
        assert_eq!(p.plies, Some(line.len() as u32), "{}", p.id);
        assert!(p.warnings.is_empty(), "{}: {:?}", p.id, p.warnings);
    }
    assert_eq!(count("problems/game.jsonl").len(), 400);
    assert_eq!(count("problems/pitfalls.jsonl").len(), 29);
    assert_eq!(count("problems/hard.jsonl").len(), 17);
    let example = |name: &str| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("problems/examples")
            .join(name);
        let input = Input::File(path);
        let all = read_input(&input, &ReadOptions::default()).filter_map(Result::ok);
        all.collect::<Vec<_>>()
    };
    assert_eq!(
        example("zuko-002-attacker-labels.bod")[0].sfen(),
        zuko[1].sfen()
    );
    assert_eq!(sfens(&example("head-gold-sjis.kif")), [ONE]);
    assert_eq!(example("two-diagrams.bod")[1].attacker, Color::White);
    assert_eq!(example("bad-lines.sfen").len(), 1);
}

#[test]
fn what_is_written_reads_back() {
    let zuko = read_input(
        &Input::File(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("problems/zuko.sfen")),
        &ReadOptions::default(),
    );
    let game = read_input(
        &Input::File(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("problems/game.jsonl")),
        &ReadOptions::default(),
    );
    for (n, problem) in zuko.chain(game).map(Result::unwrap).enumerate() {
        let board = diagram::bod(&problem.position);
        let back = read("back.bod", &board);
        // A diagram has no move number.
        let stripped = |s: &str| s.rsplit_once(' ').unwrap().0.to_string();
        assert_eq!(stripped(&back[0].sfen()), stripped(&problem.sfen()));
        assert!(back[0].warnings.is_empty());
        let Some(line) = &problem.line else { continue };
        let text = kif_write::kif(
            &problem.id,
            &problem.position,
            line,
            kif_write::Ending::Mate,
            &["a note".into()],
        );
        let back = read("back.kif", &text);
        assert_eq!(back.len(), 1, "{text}");
        assert_eq!(back[0].line.as_ref(), Some(line), "{text}");
        assert_eq!(back[0].plies, Some(line.len() as u32));
        if n < 3 {
            let words = notation::japanese(&problem.position, line);
            assert_eq!(words.len(), line.len());
        }
    }
}

#[test]
fn notation_of_the_first_problem() {
    let text = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1\t3\tS*5d 6e7e 7i8g 7e8f 5g6f 3f6f 5a9e+";
    let p = read("first.sfen", text).remove(0);
    let line = p.line.unwrap();
    assert_eq!(
        notation::japanese(&p.position, &line).join(" "),
        "▲５四銀 △７五玉 ▲８七桂 △８六玉 ▲６六龍 △同龍 ▲９五角成"
    );
    let text = kif_write::kif("x", &p.position, &line, kif_write::Ending::Mate, &[]);
    assert!(
        text.contains("   1 ５四銀打\n   2 ７五玉(65)\n   3 ８七桂(79)\n"),
        "{text}"
    );
    assert!(text.contains("   6 同　龍(36)\n   7 ９五角成(51)\n   8 詰み\nまで7手で詰み\n"));
    assert!(text.contains("\n後手の持駒：金二　桂　香二　歩十一\n"));
    // Programs that refuse その他 read a diagram without a 手合割.
    assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n") && !text.contains("手合割"));
}
