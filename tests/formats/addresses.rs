//! SFENs as the addresses of web pages hold them, and files in the encodings of Japan.

use crate::common::{DIAGRAM, case, compare, one, read};
use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};
use tsumi::formats::{Input, ReadOptions, read_input, usi};

const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

#[test]
fn addresses_and_underlines_are_read_like_any_sfen() {
    let low = ONE.replace(' ', "_");
    let escaped = ONE.replace('/', "%2F").replace(' ', "%20");
    let text = format!(
        "{low}\nsfen_{low}\nid 1\t{low}\t1\tG*5b\nhttps://a.example/editor/{low}\n\
         https://a.example/?sfen={escaped}&x=1\t1\n\
         id 2\thttps://a.example/?sfen={} # note\n\
         https://a.example/?body=position%20sfen%20{escaped}%20moves%20G*4b%205a6a\n",
        escaped.replace("%20", "+")
    );
    let got: Vec<String> = read("addresses.txt", text.as_bytes())
        .into_iter()
        .map(|r| r.unwrap_or_else(|e| panic!("{e}")))
        .collect();
    assert_eq!(got.len(), 7);
    assert!(got[..6].iter().all(|sfen| sfen == ONE), "{got:?}");
    assert!(got[6].starts_with("3k5/5G3/4P4/"), "{got:?}");
}

/// A link of the bench has its declared line behind `moves`; in a page about games the moves lead to the
/// position.
#[test]
fn a_link_of_the_bench_is_a_problem_with_its_line() {
    let read_one = |text: &str| {
        let input = Input::Memory {
            name: "link.txt".into(),
            bytes: text.into(),
        };
        let mut read = read_input(&input, &ReadOptions::default());
        read.next().unwrap().unwrap_or_else(|e| panic!("{e}"))
    };
    let link = format!(
        "http://localhost:8/#{}_moves_G*5b",
        &ONE.replace(' ', "_")[..ONE.len() - 2]
    );
    for text in [&link, &link.replace('*', "%2A"), &format!("id\t{link}\t1")] {
        let problem = read_one(text);
        assert_eq!(problem.position.to_sfen_owned(), ONE);
        assert_eq!(problem.plies, Some(1), "{text}");
        assert_eq!(usi::line(&problem.line.unwrap()), "G*5b", "{text}");
        assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    }
    // A line that cannot be played costs the line.
    let problem = read_one(&link.replace("5b", "5a"));
    assert_eq!(problem.position.to_sfen_owned(), ONE);
    assert!(problem.line.is_none() && problem.line_fault.is_some());
    for text in [
        format!("position sfen {ONE} moves G*4b 5a6a"),
        link.replace("#", "#position_sfen_")
            .replace("G*5b", "G*4b_5a6a"),
    ] {
        let problem = read_one(&text);
        let sfen = problem.position.to_sfen_owned();
        assert!(
            sfen.starts_with("3k5/5G3/4P4/") && problem.line.is_none(),
            "{text}"
        );
    }
}

#[test]
fn faults_in_addresses_stand_at_their_columns() {
    let cases = [
        "4k5/9/9/9/9/9/9/9/9_b_-_1 → 1:3 rank a has 10 files",
        "4k4/9/9/9/9/9/9/9/9_x_-_1 → 1:21 bad side to move 'x'",
        "https://a/s/4k5/9/9/9/9/9/9/9/9_b_-_1 → 1:15 rank a has 10 files",
        "https://a/?s=4k4%2F9%2F9%2F9%2Fx8%2F9%2F9%2F9%2F9%20b%20- → 1:32 'x' in rank e",
        "https://a/?s=4k4/9/9/9/9/9/9/9/9%20b%20-%20moves%205a5c → 1:52 not legal there",
        "https://a/?s=4k4/9/9/9/9/9/9/9/9 → 1:33 the side to move is missing",
        "https://a/?s=4k4%2F9%2F9%2F9%2F9%2F9%2FP8%2FP8%2F9+b+- → 1:45 two black pawns",
        "  https://a/b/c → 1:3 no SFEN in this address",
    ];
    let cases = cases.map(case).map(|(text, e)| (text.to_string(), e));
    compare("bad-addresses.sfen", cases);
}

#[test]
fn addresses_are_arguments() {
    let address = format!("https://a.example/editor/{}", ONE.replace(' ', "_"));
    for arg in [
        &*address,
        "https://a.example/b",
        &address["https://".len()..],
    ] {
        assert!(
            matches!(Input::from_arg(arg, 1), Input::Memory { .. }),
            "{arg}"
        );
    }
}

/// A diagram with a header whose value is an address with an SFEN stays a diagram.
#[test]
fn an_address_in_a_header_is_no_problem() {
    for label in ["棋戦：", "*"] {
        let header = format!(
            "{label}https://a.example/editor/{}\n",
            ONE.replace(' ', "_")
        );
        let got = read("header.txt", (header + DIAGRAM).as_bytes());
        assert_eq!(got.len(), 1, "{label}");
        assert_eq!(got[0].as_ref().unwrap(), ONE, "{label}");
    }
}

fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    encoding.encode(text).0.into_owned()
}

#[test]
fn diagrams_in_every_encoding() {
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP] {
        let input = Input::Memory {
            name: "x.kif".into(),
            bytes: encoded(encoding, &format!("作者：鈴木\n{DIAGRAM}")),
        };
        let got: Vec<_> = read_input(&input, &ReadOptions::default()).collect();
        let problem = got[0].as_ref().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((got.len(), problem.sfen().as_str()), (1, ONE));
        assert_eq!(problem.warnings, [], "{}", encoding.name());
        assert!(
            problem.headers.iter().any(|(_, v)| v == "鈴木"),
            "{:?}",
            problem.headers
        );
    }
}

#[test]
fn a_byte_that_is_no_text_has_its_place() {
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
        let bad = |before: &str, piece: &str| {
            let (head, tail) = DIAGRAM.split_once(piece).unwrap();
            let head = encoded(encoding, &(before.to_string() + head));
            [head, b"\xff".to_vec(), encoded(encoding, tail)].concat()
        };
        // In place of a piece it is an error; in a header it costs nothing.
        let got = read("bad-byte.kif", &bad("", "歩 "));
        let error = got[0].as_ref().unwrap_err();
        let want = format!("no text in {}", encoding.name());
        assert!(error.message.english().contains(&want), "{error}");
        assert_eq!(error.line, 6);
        let bytes = [
            &encoded(encoding, "作者：鈴木"),
            &b"\xff\n"[..],
            &encoded(encoding, DIAGRAM),
        ];
        let input = Input::Memory {
            name: "x.kif".into(),
            bytes: bytes.concat(),
        };
        let problem = read_input(&input, &ReadOptions::default()).next().unwrap();
        let warnings = problem.unwrap().warnings;
        assert_eq!((warnings[0].line, warnings[0].column), (1, 6));
        assert!(
            warnings[0].message.english().contains(&want),
            "{warnings:?}"
        );
    }
}

/// The line of a link is all that it declares: one that breaks off declares no length.
#[test]
fn a_link_with_a_broken_line_declares_no_length() {
    let link = |moves: &str| {
        let place = "6s2/6l2/9/6BBk/9/9/9/9/9_b_RPr4g3s4n3l17p";
        format!("http://localhost:8027/#{place}_moves_{moves}")
    };
    let whole = one("t.sfen", &link("2d1c+_1d1c"));
    assert_eq!(
        (whole.plies, whole.line.map(|l| l.len())),
        (Some(2), Some(2))
    );
    let broken = one("t.sfen", &link("2d1c+_9z9z"));
    assert_eq!((broken.plies, broken.line), (None, None));
    assert_eq!(broken.line_fault.unwrap().before.len(), 1);
}
