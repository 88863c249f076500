//! `tsumi show`, `solve --html`, completions and the manual.
//!
//! The page is opened in headless Chromium (`TSUMI_CHROMIUM`, else `chromium`): the board
//! it draws is compared with our own.

use crate::browser::{chromium, shown};
use crate::common::{NINE, run};
use shogi_core::Square;
use tsumi::formats::{sfen, usi};

fn temporary(name: &str) -> String {
    crate::common::fresh(name).display().to_string()
}

#[test]
fn show_draws_text_and_svg() {
    let (code, out, _) = run(&["show", NINE], "");
    assert_eq!(code, 0);
    assert!(out.contains("| ・ ・ ・ ・ ・ ・ 角 角v玉|四"), "{out}");
    let path = temporary("nine.svg");
    assert_eq!(run(&["show", NINE, "-o", &path], "").0, 0);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert_eq!(svg.matches("font-size=\"44\"").count(), 5);
}

#[test]
#[cfg(not(feature = "png"))]
fn show_says_that_it_was_built_without_png() {
    for (lang, said) in [("en", "--features png"), ("ja", "PNG なし")] {
        let path = temporary("without.png");
        let (code, _, err) = run(&["show", NINE, "-o", &path, "--lang", lang], "");
        assert!(code == 2 && err.contains(said), "{err}");
        assert!(!std::path::Path::new(&path).exists());
    }
}

#[test]
fn completions_and_manual_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&["completions", shell], "");
        assert!(
            code == 0 && out.contains("convert") && out.contains("shortest"),
            "{shell}"
        );
    }
    let (code, out, _) = run(&["man"], "");
    assert!(
        code == 0 && out.starts_with(".ie") && out.contains(".SH \"TSUMI SOLVE\""),
        "{out}"
    );
    assert!(out.contains("shortest"));
}

/// The board of a page as Chromium shows it.
fn board_of(chromium: &str, page: &str, link: &str) -> String {
    let profile = temporary("chromium");
    let output = std::process::Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=2000",
        ])
        .arg(format!("--user-data-dir={profile}"))
        .args(["--dump-dom", &format!("file://{page}{link}")])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_page_plays_line_and_variation() {
    let page = temporary("nine.html");
    let (code, out, err) = run(
        &[
            "solve", NINE, "--html", &page, "--nodes", "1M", "--format", "usi",
        ],
        "",
    );
    assert_eq!(code, 0, "{err}");
    let line: Vec<&str> = out.trim().split(' ').skip(1).collect();
    let text = std::fs::read_to_string(&page).unwrap();
    for outside in ["http://", "https://", "src=", "@DATA@", "@TITLE@"] {
        assert!(
            !text.contains(outside),
            "the page needs nothing else: {outside}"
        );
    }
    let Some(chromium) = chromium() else { return };
    let root = sfen::parse(NINE).unwrap().position;
    let mut after = root.clone();
    usi::replay(&mut after, line[0]).unwrap();
    let other = shogi_legality_lite::all_legal_moves_partial(&after)
        .into_iter()
        .map(|mv| usi::line(&[mv]))
        .find(|mv| mv != line[1])
        .unwrap();
    let variation = format!("{} {other}", line[0]);
    for (link, moves) in [
        ("".to_string(), String::new()),
        ("#4".to_string(), line[..4].join(" ")),
        (format!("#{}", line.len()), line.join(" ")),
        (format!("#2:{},{other}", line[0]), variation),
    ] {
        let mut position = root.clone();
        usi::replay(&mut position, &moves).unwrap();
        let dom = board_of(&chromium, &page, &link);
        for square in Square::all() {
            let name = tsumi::base::names::square(square);
            let (_, rest) = dom
                .split_once(&format!("data-square=\"{name}\""))
                .unwrap_or_else(|| panic!("{link}: {dom}"));
            let (head, rest) = rest.split_once("<span>").unwrap();
            let (sign, _) = rest.split_once("</span>").unwrap();
            let (side, expected) = shown(&position, square);
            assert_eq!(sign, expected, "{link} {name}");
            assert!(
                side == ' ' || head.contains(&format!("class=\"{side}")),
                "{link} {name} {head}"
            );
        }
        let mated = moves.split(' ').count() == line.len();
        assert!(dom.contains(&format!("data-mated=\"{mated}\"")), "{link}");
    }
}
