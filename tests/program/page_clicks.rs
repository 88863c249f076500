//! The solution page in a real browser, with real clicks and keys: after each of them
//! the board shown is compared with our own. Needs Chromium
//! and chromedriver (Debian: `chromium`, `chromium-driver`).

use crate::browser::webdriver::Browser;
use crate::browser::{chromium, shown};
use crate::common::{NINE, folder, run, text};
use shogi_core::{PartialPosition, Square};
use tsumi::formats::{sfen, usi};

const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

/// The board as the browser shows it, square by square, against `moves` played.
fn compare(browser: &Browser, root: &PartialPosition, moves: &[&str]) {
    let mut position = root.clone();
    usi::replay(&mut position, &moves.join(" ")).unwrap();
    let script = "return [...document.querySelectorAll('#board button')]
        .map(b => [b.dataset.square, b.className, b.innerText])";
    let squares = browser.ask(script);
    let squares = squares.as_array().unwrap();
    assert_eq!(squares.len(), 81);
    for seen in squares {
        let part = |n: usize| seen[n].as_str().unwrap();
        let name = part(0).as_bytes();
        let square = Square::new(name[0] - b'0', name[1] - b'a' + 1).unwrap();
        let (side, sign) = shown(&position, square);
        assert_eq!(part(2).trim(), sign, "{} after {moves:?}", part(0));
        let first = part(1).chars().next().unwrap_or(' ');
        assert_eq!(first, side, "{} after {moves:?}", part(0));
    }
    assert_eq!(
        browser.ask("return document.querySelector('#board').dataset.ply"),
        moves.len().to_string()
    );
}

fn status(browser: &Browser) -> String {
    let said = browser.ask("return document.querySelector('#status').innerText");
    said.as_str().unwrap().to_string()
}

/// The moves of the line that the page is in, from its address.
fn line_of(browser: &Browser) -> Vec<String> {
    let hash = browser.ask("return location.hash");
    let moves = hash.as_str().unwrap().split(':').nth(1).unwrap();
    moves.split(',').map(str::to_string).collect()
}

fn square(name: &str) -> String {
    format!("#board button[data-square=\"{name}\"]")
}

/// Plays a move of Black on the board.
fn play(browser: &Browser, mv: &str) {
    let from = match mv.split_once('*') {
        Some((piece, _)) => {
            // Pieces in hand stand in the order of their worth.
            let script = format!(
                "const h = [...document.querySelectorAll('#hand-b button')];
                 return h.findIndex(b => b.innerText[0] === names['{piece}'])"
            );
            let n = browser.ask(&script);
            format!("#hand-b button:nth-of-type({})", n.as_u64().unwrap() + 1)
        }
        None => square(&mv[..2]),
    };
    browser.click(&from);
    browser.click(&square(&mv[2..4]));
}

/// No part of the page lies over another, and the current move is in sight.
fn layout(browser: &Browser) {
    let script = "const parts = ['h1', '#verdict', '#hand-w', '#board', '#ranks', '#hand-b',
            '#controls', '#status', '#moves', '#defences'];
        const boxes = parts.map(p => [p, document.querySelector(p).getBoundingClientRect()]);
        const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        const faults = [];
        for (const [p, a] of boxes) for (const [q, b] of boxes)
            if (p < q && over(a, b)) faults.push(p + ' over ' + q);
        const list = document.querySelector('#moves').getBoundingClientRect();
        const now = document.querySelector('#moves [aria-current]').getBoundingClientRect();
        if (now.bottom > list.bottom + 1 || now.top < list.top - 1) faults.push('out of sight');
        return faults.join(', ');";
    assert_eq!(browser.ask(script), "");
}

#[test]
#[ignore = "long: about 10 s"]
fn a_reader_clicks_through_line_and_variations() {
    let Some(chromium) = chromium() else { return };
    let dir = folder("page-clicks");
    let Some(browser) = Browser::open(&chromium, text(&dir.join("profile"))) else {
        return;
    };
    let page = dir.join("nine.html");
    let (code, out, err) = run(
        &[
            "solve",
            NINE,
            "--html",
            text(&page),
            "--nodes",
            "1M",
            "--format",
            "usi",
        ],
        "",
    );
    assert_eq!(code, 0, "{err}");
    let line: Vec<&str> = out.trim().split(' ').skip(1).collect();
    let root = sfen::parse(NINE).unwrap().position;
    browser.go(&format!("file://{}", page.display()));

    // The main line forward by clicks, back by keys.
    compare(&browser, &root, &[]);
    layout(&browser);
    for n in 1..=line.len() {
        assert!(!status(&browser).contains("Mate"));
        browser.click("#next");
        compare(&browser, &root, &line[..n]);
    }
    assert_eq!(status(&browser), "Mate.");
    browser.keys("body", LEFT);
    compare(&browser, &root, &line[..line.len() - 1]);
    browser.keys("body", HOME);
    compare(&browser, &root, &[]);
    browser.keys("body", &RIGHT.repeat(2));
    compare(&browser, &root, &line[..2]);
    browser.keys("body", END);
    compare(&browser, &root, &line);
    browser.click("#back");
    browser.click("#first");
    compare(&browser, &root, &[]);
    browser.click("#last");
    compare(&browser, &root, &line);

    browser.ask("document.querySelector('#moves').style.maxHeight = '3rem'");
    browser.click("#first");
    layout(&browser);
    browser.click("#last");
    layout(&browser);

    // Another defence from the list, to its end: it is mated there.
    let mut after = root.clone();
    usi::replay(&mut after, line[0]).unwrap();
    let others: Vec<String> = shogi_legality_lite::all_legal_moves_partial(&after)
        .into_iter()
        .map(|mv| usi::line(&[mv]))
        .filter(|mv| mv != line[1])
        .collect();
    assert!(!others.is_empty());
    for other in &others {
        browser.click("#moves li:nth-child(2) button");
        compare(&browser, &root, &line[..1]);
        browser.click(&format!("#defences button[data-move=\"{other}\"]"));
        compare(&browser, &root, &[line[0], other]);
        browser.click("#last");
        let played = line_of(&browser);
        let played: Vec<&str> = played.iter().map(String::as_str).collect();
        assert_eq!(played[..2], [line[0], other]);
        compare(&browser, &root, &played);
        let mut end = root.clone();
        usi::replay(&mut end, &played.join(" ")).unwrap();
        assert!(shogi_legality_lite::all_legal_moves_partial(&end).is_empty());
        assert_eq!(status(&browser), "Mate.");
    }

    // The same on the board; a move that is none is refused in words.
    let other = &others[0];
    browser.click("#moves li:nth-child(2) button");
    browser.click(&square(&other[..2]));
    browser.click(&square("9i"));
    assert_eq!(status(&browser), "That move is no legal defence.");
    compare(&browser, &root, &line[..1]);
    browser.click(&square(&other[..2]));
    browser.click(&square(&other[2..4]));
    compare(&browser, &root, &[line[0], other]);

    // In Japanese.
    browser.click("#lang");
    assert_eq!(browser.ask("return document.documentElement.lang"), "ja");
    browser.click("#last");
    assert_eq!(status(&browser), "詰み。");
}

#[test]
#[ignore = "long: about 40 s"]
fn a_reader_tries_another_check() {
    let Some(chromium) = chromium() else { return };
    let dir = folder("page-tries");
    let Some(browser) = Browser::open(&chromium, text(&dir.join("profile"))) else {
        return;
    };
    let page = dir.join("nine.html");
    let args = "--near-misses --nodes 1M --format json --html";
    let args: Vec<&str> = args.split(' ').collect();
    let (code, out, err) = run(&[&["solve", NINE], &args[..], &[text(&page)]].concat(), "");
    assert_eq!(code, 0, "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let word = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let line: Vec<String> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(word)
        .collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let root = sfen::parse(NINE).unwrap().position;
    let address = format!("file://{}", page.display());
    browser.go(&address);

    let mut fates = [0, 0];
    for before in [0, 2] {
        let prefix = &line[..before];
        let misses = answer["near_misses"].as_array().unwrap().iter();
        let misses: Vec<_> = misses.filter(|m| m["ply"] == before + 1).collect();
        assert!(!misses.is_empty());
        let here = format!("#moves li:nth-child({}) button", before + 1);
        browser.click("#first");
        if before > 0 {
            // The other checks belong to the main line: back into it.
            browser.click(&format!("#defences button[data-move=\"{}\"]", line[0]));
        }
        for miss in &misses {
            browser.click(&here);
            compare(&browser, &root, prefix);
            layout(&browser);
            let shown = browser.ask("return document.querySelectorAll('#defences button').length");
            assert_eq!(shown, misses.len() + 1);
            assert!(status(&browser).contains("Another check"));
            let check = miss["move"].as_str().unwrap();
            browser.click(&format!("#defences button[data-move=\"{check}\"]"));
            let tried = [prefix, &[check]].concat();
            compare(&browser, &root, &tried);
            if miss["result"] == "nomate" {
                fates[0] += 1;
                assert!(status(&browser).contains("does not mate"), "{miss}");
                let reply = miss["reply"].as_str().unwrap();
                browser.click(&format!("#defences button[data-move=\"{reply}\"]"));
                compare(&browser, &root, &[&tried[..], &[reply]].concat());
                browser.click("#last");
                let moves: Vec<String> =
                    miss["moves"].as_array().unwrap().iter().map(word).collect();
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                compare(&browser, &root, &[prefix, &moves].concat());
                assert!(status(&browser).contains("escaped"));
                assert_eq!(line_of(&browser).len(), before + moves.len());
            } else {
                fates[1] += 1;
                let said = format!("mates too, in {} plies at most", miss["plies"]);
                assert_eq!(status(&browser), said);
                assert_eq!(line_of(&browser).len(), before + 1);
            }
            browser.click(&here);
            browser.click(&format!("#defences button[data-move=\"{}\"]", line[before]));
            assert_eq!(
                browser.ask("return location.hash"),
                format!("#{}", before + 1)
            );
        }
    }
    assert!(fates[0] > 3, "{fates:?}");

    // On the board: another check, a move that is none, the move of the line.
    let misses = answer["near_misses"].as_array().unwrap();
    let wrong = misses.iter().find(|m| m["result"] == "nomate").unwrap();
    let check = word(&wrong["move"]);
    let before = wrong["ply"].as_u64().unwrap() as usize - 1;
    let here = format!("#moves li:nth-child({}) button", before + 1);
    browser.click(&here);
    play(&browser, &check);
    compare(
        &browser,
        &root,
        &[&line[..before], &[check.as_str()]].concat(),
    );
    browser.click(&here);
    browser.click(&square("2d"));
    browser.click(&square("9i"));
    assert_eq!(status(&browser), "That move is no check here.");
    play(&browser, line[before]);
    compare(&browser, &root, &line[..=before]);

    // In Japanese, and from an address.
    browser.click("#lang");
    browser.click(&here);
    browser.click(&format!("#defences button[data-move=\"{check}\"]"));
    assert!(status(&browser).starts_with("この王手では詰みません。"));
    assert!(status(&browser).ends_with("で逃れ。"));
    let rest: Vec<String> = wrong["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(word)
        .collect();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let link = [&line[..before], &rest].concat();
    browser.go("about:blank");
    browser.go(&format!("{address}#{}:{}", link.len(), link.join(",")));
    compare(&browser, &root, &link);
    assert!(status(&browser).contains("escaped"));
}

/// Where there is no mate the reader attacks in every way there is, and always loses.
#[test]
#[ignore = "long: about 20 s"]
fn a_reader_attacks_and_loses() {
    const FAR: &str = "7gk/8p/5P2s/7P1/9/9/9/9/9 b BN2rb3g3s3n4l15p 1";
    let Some(chromium) = chromium() else { return };
    let dir = folder("page-attack");
    let Some(browser) = Browser::open(&chromium, text(&dir.join("profile"))) else {
        return;
    };
    let page = dir.join("far.html");
    let (code, _, err) = run(&["solve", FAR, "--html", text(&page)], "");
    assert_eq!(code, 0, "{err}");
    let root = sfen::parse(FAR).unwrap().position;
    browser.go(&format!("file://{}", page.display()));
    let listed =
        "return [...document.querySelectorAll('#defences button')].map(b => b.dataset.move)";
    for round in 0..6 {
        browser.click("#first");
        let mut played: Vec<String> = Vec::new();
        loop {
            let mut position = root.clone();
            usi::replay(&mut position, &played.join(" ")).unwrap();
            let line: Vec<&str> = played.iter().map(String::as_str).collect();
            compare(&browser, &root, &line);
            layout(&browser);
            let mut checks: Vec<String> = tsumi::shogi::rules::checks(&position)
                .iter()
                .map(|&mv| usi::line(&[mv]))
                .collect();
            let seen = browser.ask(listed);
            let mut seen: Vec<String> = seen
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| mv.as_str().unwrap().into())
                .collect();
            // Any of them, by the list or on the board, where a piece promotes if it can.
            let check =
                (!seen.is_empty()).then(|| seen[(round * 7 + played.len()) % seen.len()].clone());
            checks.sort();
            seen.sort();
            assert_eq!(seen, checks, "{played:?}");
            let Some(check) = check else { break };
            if round % 2 == 1 && !seen.contains(&format!("{check}+")) {
                play(&browser, &check);
            } else {
                browser.click(&format!("#defences button[data-move=\"{check}\"]"));
            }
            let reply = browser.ask(&format!("return moves[{}]", played.len() + 1));
            let reply = reply.as_str().unwrap().to_string();
            assert!(status(&browser).contains(" holds. "));
            played.extend([check, reply]);
        }
        assert!(!played.is_empty() && status(&browser).ends_with("No check is left: no mate."));
    }
    // Back, where the defence that holds is named; a move that is none; in Japanese.
    browser.click("#back");
    assert!(status(&browser).starts_with("The defence that holds: △"));
    browser.click("#first");
    browser.click(&square("4c"));
    browser.click(&square("9i"));
    assert_eq!(status(&browser), "That move is no check here.");
    browser.click("#lang");
    browser.click("#last");
    assert!(status(&browser).ends_with("王手が尽きました（不詰）。"));
}
