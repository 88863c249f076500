//! The page of `tsumi report --html` in Chromium: its table sorts, and the lines of a row are played
//! on a board.

use crate::browser::webdriver::Browser;
use crate::browser::{chromium, shown};
use crate::common::{folder, text, tsumi};
use serde_json::json;
use tsumi::formats::{sfen, usi};

/// Mate in three with a pawn on 2d, by which S*2b mates too (余詰).
const COOKED: &str = "7kl/9/6P2/7P1/9/9/9/9/9 b GS2r2b3g3s4n3l16p 1";

#[test]
fn the_page_opens_and_its_lines_are_played() {
    let Some(chromium) = chromium() else { return };
    let dir = folder("verify-page");
    let Some(browser) = Browser::open(&chromium, text(&dir.join("profile"))) else {
        return;
    };
    let collection = dir.join("c.sfen");
    let line = "S*3b 2a1b G*2c";
    let mate = crate::common::MATE;
    let problems = format!("b\t{COOKED}\t3\t{line}\na\t{mate}\t1\n");
    std::fs::write(&collection, problems).unwrap();
    let (report, page) = (dir.join("r.jsonl"), dir.join("p.html"));
    for args in [
        ["verify", text(&collection), "--report", text(&report)],
        ["report", text(&report), "--html", text(&page)],
    ] {
        tsumi().args(args).output().unwrap();
    }
    browser.go(&format!("file://{}", page.display()));
    let order = || {
        browser
            .ask("return [...document.querySelectorAll('tbody tr')].map(r => r.cells[0].innerText)")
    };
    assert_eq!(order(), json!(["b", "a"]));
    browser.click("th:first-child button");
    assert_eq!(order(), json!(["a", "b"]));

    // The board of a row, with the declared line and with the other mate.
    browser.click("#p0 details.unfold > summary");
    let compare = |moves: &str| {
        let mut position = sfen::parse(COOKED).unwrap().position;
        usi::replay(&mut position, moves).unwrap();
        let wanted = serde_json::to_string(&shown(&position)).unwrap();
        browser.wait(&format!(
            "return JSON.stringify([...document.querySelectorAll('#p0 [data-square]')]
                .map(b => [b.dataset.square, b.dataset.piece])) === '{wanted}'"
        ));
    };
    compare("");
    browser.click("#p0 [data-label=forward]");
    compare("S*3b");
    browser.click("#p0 .line li:nth-child(3) button");
    compare(line);
    browser.click("#p0 details details > summary");
    browser.click("#p0 details details .line li:nth-child(2) button");
    compare("S*2b 2a2b");
    browser.click("#p0 [data-label=last]");
    compare("S*2b 2a2b G*2c 2b2a 3c3b+");
    // The problem with what is declared of it, in the bench.
    let link = browser.ask("return document.querySelector('#p0 article a').href");
    let problem = format!("{COOKED} moves {line}").replace(" 1 moves", " moves");
    let address = format!("http://localhost:8027/#{}", problem.replace(' ', "_"));
    assert_eq!(link, json!(address));
    let wide = browser.ask("return document.documentElement.scrollWidth > innerWidth");
    assert_eq!(wide, json!(false));
}
