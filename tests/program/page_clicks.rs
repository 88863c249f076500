//! The solution page in a real browser, with real clicks and keys: after each of them
//! the board shown is compared with our own. Needs Chromium
//! and chromedriver (Debian: `chromium`, `chromium-driver`).

use crate::browser::webdriver::Browser;
use crate::browser::{chromium, shown};
use crate::common::{NINE, folder, run, text};
use serde_json::Value;
use shogi_core::PartialPosition;
use std::path::Path;
use tsumi::formats::{sfen, usi};

const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

/// No mate; a bishop can be dropped in many places.
const FAR: &str = "7gk/8p/5P2s/7P1/9/9/9/9/9 b BN2rb3g3s3n4l15p 1";

/// A browser that shows the page of a problem.
struct Reader {
    browser: Browser,
    root: PartialPosition,
    address: String,
}

impl Reader {
    /// Solves a problem with options; the reader, and what was printed as JSON. None, with a word
    /// about it, where there is no browser.
    fn open(name: &str, problem: &str, options: &[&str], phone: bool) -> Option<(Reader, Value)> {
        let chromium = chromium()?;
        let dir = folder(name);
        let profile = dir.join("profile");
        let browser = match phone {
            true => Browser::open_phone(&chromium, text(&profile)),
            false => Browser::open(&chromium, text(&profile)),
        }?;
        let page = dir.join("page.html");
        let args = ["solve", problem, "--format", "json", "--html", text(&page)];
        let (code, out, err) = run(&[&args[..], options].concat(), "");
        assert!(code < 2, "{err}");
        let reader = Reader {
            browser,
            root: sfen::parse(problem).unwrap().position,
            address: address(&page),
        };
        reader.go("");
        Some((reader, serde_json::from_str(&out).unwrap()))
    }

    /// Goes to the page, and to a place in it.
    fn go(&self, link: &str) {
        self.browser
            .go_to_solution(&format!("{}{link}", self.address));
    }

    fn click(&self, css: &str) {
        self.browser.click(css);
    }

    fn step(&self, which: &str) {
        self.click(&format!("#tools-explore [data-label={which}]"));
    }

    /// Waits until the board shows the position after these moves, square by square.
    fn compare(&self, moves: &[&str]) {
        let mut position = self.root.clone();
        usi::replay(&mut position, &moves.join(" ")).unwrap();
        let after = shown(&position);
        let squares = "JSON.stringify([...document.querySelectorAll('#board [data-square]')]
            .map(b => [b.dataset.square, b.dataset.piece]))";
        let wanted = serde_json::to_string(&after).unwrap();
        self.browser
            .wait(&format!("return {squares} === '{wanted}'"));
    }

    fn text(&self, css: &str) -> String {
        let script = format!("return document.querySelector('{css}').innerText");
        self.browser.ask(&script).as_str().unwrap().to_string()
    }

    /// Waits until a part of the page says something.
    fn wait_for(&self, css: &str, words: &str) {
        self.browser.wait(&format!(
            "return document.querySelector('{css}').innerText.includes('{words}')"
        ));
    }

    /// Plays a move of Black by taps.
    fn play(&self, mv: &str) {
        match mv.split_once('*') {
            Some((kind, _)) => self.click(&format!("#tray-b [data-kind=\"{kind}\"]")),
            None => self.click(&square(&mv[..2])),
        }
        self.click(&square(&mv[2..4]));
        let asked = "return document.querySelector('#promotion-dialog') !== null";
        if self.browser.ask(asked) == true {
            self.click(&format!("#promotion-choice [value=\"{mv}\"]"));
        }
    }

    /// The moves of the line that the page is in, from its address.
    fn line(&self) -> Vec<String> {
        let hash = self.browser.ask("return location.hash");
        let moves = hash.as_str().unwrap().split_once(':').unwrap().1;
        moves.split(',').map(str::to_string).collect()
    }

    /// Nothing reaches beyond the window, no part lies over another, and the current move is in sight.
    fn layout(&self) {
        let script = "const parts = ['h1', '#tabs', '#tray-w', '#board', '#tray-b',
                '.tools:not([hidden])', '.side'];
            const boxes = parts.map(p => [p, document.querySelector(p).getBoundingClientRect()]);
            const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            const faults = boxes.filter(([, a]) => a.right > innerWidth + 1).map(([p]) => p + ' too wide');
            for (const [p, a] of boxes) for (const [q, b] of boxes)
                if (p < q && over(a, b)) faults.push(p + ' over ' + q);
            const now = document.querySelector('#moves [aria-current]')?.getBoundingClientRect();
            const list = document.querySelector('#moves').getBoundingClientRect();
            if (now?.height && (now.bottom > list.bottom + 1 || now.top < list.top - 1))
                faults.push('out of sight');
            return faults.join(', ');";
        assert_eq!(self.browser.ask(script), "");
    }
}

fn address(page: &Path) -> String {
    format!("file://{}", page.display())
}

fn square(name: &str) -> String {
    format!("#board [data-square=\"{name}\"]")
}

fn strings(moves: &Value) -> Vec<String> {
    let moves = moves.as_array().unwrap().iter();
    moves.map(|mv| mv.as_str().unwrap().to_string()).collect()
}

fn strs(moves: &[String]) -> Vec<&str> {
    moves.iter().map(String::as_str).collect()
}

/// A limit that came too soon says nothing about the checks.
#[test]
#[ignore = "long: about 2 s"]
fn an_open_problem_is_not_said_to_be_refuted() {
    let options = ["--nodes", "5"];
    let Some((reader, answer)) = Reader::open("page-open", NINE, &options, false) else {
        return;
    };
    assert_eq!(answer["result"], "unknown");
    reader.wait_for("#said", "Nothing was proved");
    reader.compare(&[]);
}

#[test]
#[ignore = "long: about 10 s"]
fn a_reader_clicks_through_line_and_variations() {
    let options = ["--nodes", "1M"];
    let Some((reader, answer)) = Reader::open("page-clicks", NINE, &options, false) else {
        return;
    };
    let line = strings(&answer["moves"]);
    let line = strs(&line);

    // The answer is hidden at first.
    reader.compare(&[]);
    assert!(!reader.text("main").contains("B-1c+"));
    assert!(!reader.text("body").contains("9 plies"));
    reader.layout();

    // The main line forward by clicks, back by keys.
    reader.click("#tab-explore");
    assert!(reader.text("#verdict").contains("mate in 9 plies"));
    for n in 1..=line.len() {
        assert_ne!(reader.text("#said"), "Mate.");
        reader.step("forward");
        reader.compare(&line[..n]);
    }
    reader.wait_for("#said", "Mate.");
    reader.layout();
    let press = |keys: &str| reader.browser.press("", keys);
    press(LEFT);
    reader.compare(&line[..line.len() - 1]);
    press(HOME);
    reader.compare(&[]);
    press(&RIGHT.repeat(2));
    reader.compare(&line[..2]);
    press(END);
    reader.compare(&line);
    reader.step("back");
    reader.step("first");
    reader.compare(&[]);
    reader
        .browser
        .ask("document.querySelector('#moves').style.maxHeight = '3rem'");
    for (which, at) in [("last", line.len()), ("first", 0)] {
        reader.step(which);
        reader.compare(&line[..at]);
        reader.layout();
    }

    // Another defence from the list, to its end: it is mated there.
    let mut after = reader.root.clone();
    usi::replay(&mut after, line[0]).unwrap();
    let others: Vec<String> = shogi_legality_lite::all_legal_moves_partial(&after)
        .into_iter()
        .map(|mv| usi::line(&[mv]))
        .filter(|mv| mv != line[1])
        .collect();
    assert!(!others.is_empty());
    for other in &others {
        reader.click("#moves li:nth-child(2) button");
        reader.compare(&line[..1]);
        reader.click(&format!(
            "#variations [data-ply=\"2\"] [data-move=\"{other}\"]"
        ));
        reader.compare(&[line[0], other]);
        reader.step("last");
        reader.wait_for("#said", "Mate.");
        let played = reader.line();
        assert_eq!(strs(&played)[..2], [line[0], other]);
        reader.compare(&strs(&played));
        let mut end = reader.root.clone();
        usi::replay(&mut end, &played.join(" ")).unwrap();
        assert!(shogi_legality_lite::all_legal_moves_partial(&end).is_empty());
        reader.click("#to-main");
        reader.compare(&line[..1]);
    }

    // The same on the board: the attacker answers. A square that the piece does not reach is none.
    let other = &others[0];
    reader.click("#moves li:nth-child(2) button");
    reader.compare(&line[..1]);
    reader.click(&square(&other[..2]));
    reader.click(&square("9i"));
    reader.compare(&line[..1]);
    reader.click(&square(&other[..2]));
    reader.click(&square(&other[2..4]));
    reader
        .browser
        .wait("return location.hash.startsWith('#3:')");
    let played = reader.line();
    reader.compare(&strs(&played)[..3]);
    assert_eq!(played[1], *other);

    // In Japanese; and the address leads back here.
    reader.click("#language");
    assert_eq!(
        reader.browser.ask("return document.documentElement.lang"),
        "ja"
    );
    reader.step("last");
    reader.wait_for("#said", "詰み");
    reader.go(&format!("#3:{}", played.join(",")));
    reader.compare(&strs(&played)[..3]);
}

/// What the tests of the bench ask of solving holds here too, without an engine.
#[test]
#[ignore = "long: about 5 s"]
fn a_solver_attacks_on_a_phone() {
    let options = ["--near-misses", "--shortest", "--nodes", "1M"];
    let Some((reader, answer)) = Reader::open("page-solve", NINE, &options, true) else {
        return;
    };
    let line = strings(&answer["moves"]);
    let wrong = answer["near_misses"].as_array().unwrap().iter();
    let wrong = wrong
        .clone()
        .find(|m| m["ply"] == 1 && m["result"] == "nomate");
    let wrong = wrong.unwrap()["move"].as_str().unwrap();
    reader.play(wrong);
    reader.wait_for("#solve-said", "does not mate");
    reader.layout();
    reader.click("#take-back");
    reader.click("#hint");
    reader.wait_for("#solve-said", "Move the bishop");
    reader.compare(&[]);
    reader.play(&line[0]);
    reader.wait_for("#solve-said", "B-1c+: right");
    for n in (2..line.len()).step_by(2) {
        reader.compare(&strs(&line)[..n]);
        reader.play(&line[n]);
    }
    reader.wait_for("#solve-said", "Solved");
    reader.click("#again");
    reader.compare(&[]);
    reader.click("#give-up");
    reader.wait_for("#verdict", "mate in 9 plies");
    reader.layout();
}

#[test]
#[ignore = "long: about 40 s"]
fn a_reader_tries_another_check() {
    let options = ["--near-misses", "--nodes", "1M"];
    let Some((reader, answer)) = Reader::open("page-tries", NINE, &options, false) else {
        return;
    };
    let line = strings(&answer["moves"]);
    let line = strs(&line);
    reader.click("#tab-explore");
    let misses = answer["near_misses"].as_array().unwrap();
    let mut fates = [0, 0];
    for miss in misses.iter().filter(|miss| miss["twin_of"].is_null()) {
        let before = miss["ply"].as_u64().unwrap() as usize - 1;
        let check = miss["move"].as_str().unwrap();
        reader.click(&format!("#moves li:nth-child({}) button", before + 1));
        reader.compare(&line[..before]);
        let entry = format!(
            "#misses [data-ply=\"{}\"] [data-move=\"{check}\"]",
            before + 1
        );
        if miss["result"] == "unknown" {
            let listed = format!("return document.querySelector('{entry}') !== null");
            assert_eq!(reader.browser.ask(&listed), false);
            continue;
        }
        reader.click(&entry);
        reader.compare(&[&line[..before], &[check]].concat());
        if miss["result"] == "nomate" {
            fates[0] += 1;
            reader.step("last");
            let moves = strings(&miss["moves"]);
            let whole = [&line[..before], &strs(&moves)].concat();
            reader.compare(&whole);
            reader.wait_for(
                "#said",
                match miss["ending"].as_str().unwrap() {
                    "spent" => "The defender has escaped",
                    "repeats" => "was there before",
                    _ => "goes no further",
                },
            );
        } else {
            fates[1] += 1;
            let said = ["at most", "Mate."][usize::from(miss["plies"] == 1)];
            reader.wait_for("#explore-panel .said", said);
        }
        reader.click("#to-main");
        reader.compare(&line[..before]);
    }
    assert!(fates[0] > 3 && fates[1] > 0, "{fates:?}");

    // Any of them on the board, twins too: the defence that holds is played.
    let wrong = misses.iter().find(|m| !m["twin_of"].is_null()).unwrap();
    let before = wrong["ply"].as_u64().unwrap() as usize - 1;
    let moves = strings(&wrong["moves"]);
    reader.click(&format!("#moves li:nth-child({}) button", before + 1));
    reader.play(&moves[0]);
    reader.compare(&[&line[..before], &strs(&moves)[..2]].concat());
    assert!(reader.text("#said").contains("no mate"));
    reader.go(&format!("#{}", before + 1));
    reader.compare(&line[..=before]);
}

/// A side line has lists of its own, and what was tried on the main line is not said of it.
#[test]
#[ignore = "long: about 10 s"]
fn a_reader_lists_the_variations_of_a_side_line() {
    let options = ["--near-misses", "--nodes", "1M"];
    let Some((reader, answer)) = Reader::open("page-side", NINE, &options, false) else {
        return;
    };
    let line = strings(&answer["moves"]);
    let plies = |list: &str| {
        let script = format!(
            "return [...document.querySelectorAll('#{list} details')].map(one => Number(one.dataset.ply))"
        );
        let plies = reader.browser.ask(&script);
        let plies = plies.as_array().unwrap().iter();
        plies.map(|ply| ply.as_u64().unwrap()).collect::<Vec<_>>()
    };
    reader.click("#tab-explore");
    reader.wait_for("#said-mark", "9 plies");
    let main = [plies("variations"), plies("misses")];
    reader.step("forward");
    reader.compare(&[&line[0]]);
    reader.click("#variations [data-ply=\"2\"] .move");
    let address = "return location.hash.startsWith('#2:')";
    reader.browser.wait(address);
    let side = reader.line();
    let follow = || {
        reader.click("#follow");
        reader
            .browser
            .wait("return document.querySelectorAll('#moves .off').length === 0");
        reader.wait_for("#variations summary", "2");
        assert_eq!(plies("misses"), [1], "the tries before the lines part");
        assert!(
            plies("variations")
                .iter()
                .all(|ply| *ply <= side.len() as u64)
        );
    };
    follow();
    // Another view and back.
    reader.click("#tab-solve");
    reader.click("#tab-explore");
    assert_eq!(plies("misses"), [1]);
    reader.click("#to-main");
    reader.step("first");
    reader.wait_for("#said-mark", "9 plies");
    reader.wait_for("#misses-heading", "Other checks");
    assert_eq!([plies("variations"), plies("misses")], main);
}

/// While it is asked whether a piece promotes, no key moves the game.
#[test]
#[ignore = "long: about 5 s"]
fn keys_wait_for_the_choice_of_a_promotion() {
    let options = ["--near-misses", "--nodes", "1M"];
    let Some((reader, _)) = Reader::open("page-promotion", NINE, &options, false) else {
        return;
    };
    reader.click("#tab-explore");
    reader.compare(&[]);
    reader.click(&square("3d"));
    reader.click(&square("2c"));
    let asked = "return document.querySelector('#promotion-dialog') !== null";
    assert_eq!(reader.browser.ask(asked), true);
    reader.browser.press("", RIGHT);
    reader.compare(&[]);
    reader.click("#promotion-choice [value=\"3d2c+\"]");
    reader
        .browser
        .wait("return location.hash.startsWith('#2:3d2c+,')");
}

/// Where there is no mate the reader attacks in every way there is, and always loses.
#[test]
#[ignore = "long: about 20 s"]
fn a_reader_attacks_and_loses() {
    let Some((reader, answer)) = Reader::open("page-attack", FAR, &[], false) else {
        return;
    };
    reader.click("#tab-explore");
    assert_eq!(reader.text("#verdict"), "no mate");
    for round in 0..6 {
        reader.step("first");
        reader.compare(&[]);
        let mut played: Vec<String> = Vec::new();
        loop {
            let mut position = reader.root.clone();
            usi::replay(&mut position, &played.join(" ")).unwrap();
            let checks: Vec<String> = tsumi::shogi::rules::checks(&position)
                .iter()
                .map(|&mv| usi::line(&[mv]))
                .collect();
            reader.layout();
            let Some(check) = checks.get((round * 7 + played.len()) % checks.len().max(1)) else {
                break;
            };
            reader.play(check);
            let at = played.len() + 2;
            reader
                .browser
                .wait(&format!("return location.hash.startsWith('#{at}:')"));
            played = reader.line()[..at].to_vec();
            assert_eq!(played[at - 2], *check);
            reader.compare(&strs(&played));
        }
        assert!(!played.is_empty());
        reader.wait_for("#said", "No check is left");
    }
    // The longest lines are listed, to their ends.
    reader.step("first");
    for check in answer["refutation"].as_array().unwrap() {
        if check["twin_of"].is_null() {
            let moves = strings(&check["moves"]);
            reader.click(&format!(
                "#misses [data-ply=\"1\"] [data-move=\"{}\"]",
                moves[0]
            ));
            reader.step("last");
            reader.compare(&strs(&moves));
            reader.wait_for("#said", "No check is left");
        }
    }
    reader.click("#language");
    reader.wait_for("#said", "王手が尽きました");
}
