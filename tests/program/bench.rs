//! The bench in a real browser, on the real engine: a problem is set up by hand, cooked and
//! mended, explored and solved, on a desktop and on a phone, with mouse, finger and keyboard.
//! Needs Chromium and chromedriver (Debian: `chromium`, `chromium-driver`).

use crate::browser::chromium;
use crate::browser::webdriver::Browser;
use crate::common::{NINE, NOMATE, folder, repository, text};
use shogi_core::{Color, PartialPosition};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use tsumi::formats::{Input, ReadOptions, read_input, sfen, usi};

/// Mate in three, sound: S*3b, G*2c. In the form of the page's address.
const THREE: &str = "7kl/9/6P2/9/9/9/9/9/9_b_GS2r2b3g3s4n3l17p";
/// The same with a pawn on 2d, by which S*2b mates too (余詰).
const COOKED: &str = "7kl/9/6P2/7P1/9/9/9/9/9_b_GS2r2b3g3s4n3l16p";

const TAB: &str = "\u{e004}";
const UP: &str = "\u{e013}";
const SHIFT: &str = "\u{e008}";
const CONTROL: &str = "\u{e009}";
const ALT: &str = "\u{e00a}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const LEFT: &str = "\u{e012}";
const ENTER: &str = "\u{e007}";
const DELETE: &str = "\u{e017}";
const END: &str = "\u{e010}";

/// `tsumi serve` with a browser that shows its page.
struct Bench {
    server: Child,
    address: String,
    browser: Browser,
    /// Pieces are dragged with a finger.
    finger: bool,
}

impl Bench {
    /// None, with a word about it, where there is no browser.
    fn open(name: &str, finger: bool) -> Option<Bench> {
        let chromium = chromium()?;
        let profile = folder(name).join("profile");
        let browser = match finger {
            true => Browser::open_phone(&chromium, text(&profile)),
            false => Browser::open(&chromium, text(&profile)),
        }?;
        let mut server = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(server.stdout.take().unwrap());
        let address = said.lines().map_while(Result::ok).find_map(|line| {
            let address = line.split_whitespace().find(|w| w.starts_with("http://"))?;
            Some(address.trim_end_matches('/').to_string())
        });
        let address = address.expect("the address of the page");
        let bench = Bench {
            server,
            address,
            browser,
            finger,
        };
        bench.go("");
        Some(bench)
    }

    /// Goes to the page, with a position in its address or without, and waits for it.
    fn go(&self, hash: &str) {
        // Another hash alone would not load the page again.
        self.browser.go("about:blank");
        self.browser.go(&format!("{}/#{hash}", self.address));
        self.browser
            .wait("return document.body.dataset.mode !== undefined");
    }

    /// The position in the page's address.
    fn hash(&self) -> String {
        let hash = self.browser.ask("return location.hash.slice(1)");
        hash.as_str().unwrap().to_string()
    }

    fn click(&self, css: &str) {
        self.browser.click(css);
    }

    fn drag(&self, from: &str, to: &str) {
        self.browser.drag(from, to, self.finger);
    }

    /// The text of a part of the page.
    fn text(&self, css: &str) -> String {
        let script = format!("return document.querySelector('{css}').innerText");
        self.browser.ask(&script).as_str().unwrap().to_string()
    }

    /// Waits until a part of the page says something.
    fn wait_for(&self, css: &str, words: &str) {
        self.browser.wait(&format!(
            "return document.querySelector('{css}')?.innerText.includes('{words}')"
        ));
    }

    /// Waits until the engine has said everything of the position on the board.
    fn settled(&self) {
        self.browser
            .wait("return document.querySelector('#answer').dataset.phase === 'done'");
    }

    /// The statuses of all findings on the card.
    fn findings(&self) -> Vec<String> {
        let found = self.browser.ask(
            "return [...document.querySelectorAll('#findings [data-status]')]
                .map(f => f.dataset.status)",
        );
        let words = found.as_array().unwrap().iter();
        words.map(|word| word.as_str().unwrap().into()).collect()
    }

    /// Nothing reaches beyond the window, and no part of the table lies over another.
    fn layout(&self) {
        let faults = self.browser.ask(
            "const parts = ['header', '.tabs', '#tray-w', '.board', '#tray-b', '.tools:not([hidden])', '.side'];
            const boxes = parts.map(p => [p, document.querySelector(p).getBoundingClientRect()]);
            const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            const faults = boxes.filter(([, a]) => a.right > innerWidth + 1).map(([p]) => p + ' too wide');
            for (const [p, a] of boxes) for (const [q, b] of boxes)
                if (p < q && over(a, b)) faults.push(p + ' over ' + q);
            return faults.join(', ');",
        );
        assert_eq!(faults, "");
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn square(name: &str) -> String {
    format!("[data-square=\"{name}\"]")
}

fn boxed(kind: &str) -> String {
    format!("#tray-w > [data-kind=\"{kind}\"]")
}

/// From the empty board to a sound problem, to a cooked one and back, and over a reload.
fn composes(bench: &Bench) {
    bench.wait_for("#verdict", "Not a problem yet");
    assert!(bench.text("#findings").contains("king"));
    bench.layout();

    // The pieces of the board, by drags and by taps: 1a gets the defender's lance.
    bench.drag(&boxed("K"), &square("2a"));
    bench.drag(&boxed("L"), &square("1b"));
    bench.drag(&square("1b"), &square("1a"));
    bench.click(&square("1a"));
    bench.click(&square("1a"));
    bench.click(&square("1a"));
    bench.click(&boxed("P"));
    bench.click(&square("3c"));
    // The attacker's hand, by both.
    bench.drag(&boxed("G"), "#tray-b");
    bench.click(&boxed("S"));
    bench.click("#tray-b > [data-kind=\"S\"]");
    assert_eq!(bench.hash(), THREE);
    bench.settled();
    assert_eq!(bench.text("#verdict"), "Mate");
    assert_eq!(bench.text("#verdict-mark"), "proved");
    assert!(bench.text("#verdict-length").starts_with("3 plies"));
    let line = bench.text("#main-line");
    assert!(
        line.contains("▲３二銀") && line.contains("▲２三金"),
        "{line}"
    );
    assert!(bench.text("#grade").starts_with("sound"));
    assert_eq!(bench.findings(), [] as [&str; 0]);
    bench.layout();

    // A cook, named with its ply; shown on the board; mended, and gone.
    bench.drag(&boxed("P"), &square("2d"));
    assert_eq!(bench.hash(), COOKED);
    bench.settled();
    assert!(bench.findings().contains(&"cooked".to_string()));
    let card = bench.text("#findings");
    assert!(card.contains("ply 1: S*2b mates too"), "{card}");
    assert_eq!(bench.text("#grade"), "unsound");
    bench.layout();
    bench.click("#findings [data-status=\"cooked\"] .link");
    bench.wait_for("#moves [aria-current]", "２二銀");
    assert_eq!(
        bench
            .browser
            .ask("return document.querySelector('[data-square=\"2b\"]').dataset.piece"),
        "S"
    );
    bench.layout();
    bench.click("#tab-compose");
    bench.drag(&square("2d"), &boxed("P"));
    assert_eq!(bench.hash(), THREE);
    bench.settled();
    assert_eq!(bench.findings(), [] as [&str; 0]);

    // Undo and redo; both outlive a reload.
    bench.click("#undo");
    assert_eq!(bench.hash(), COOKED);
    bench.go("");
    assert_eq!(bench.hash(), "");
    bench.settled();
    bench.wait_for("#grade", "unsound");
    bench.click("#redo");
    assert_eq!(bench.hash(), THREE);
    bench.click("#undo");
    bench.click("#undo");
    assert_eq!(bench.hash(), THREE);
}

#[test]
#[ignore = "long: about 10 s"]
fn a_composer_sets_up_a_problem_with_the_mouse() {
    let Some(bench) = Bench::open("bench-mouse", false) else {
        return;
    };
    composes(&bench);
}

#[test]
#[ignore = "long: about 10 s"]
fn a_composer_sets_up_a_problem_on_a_phone() {
    let Some(bench) = Bench::open("bench-phone", true) else {
        return;
    };
    composes(&bench);
}

/// Everything by keys: the same problem, its line, undo.
#[test]
#[ignore = "long: about 5 s"]
fn a_composer_needs_no_mouse() {
    let Some(bench) = Bench::open("bench-keys", false) else {
        return;
    };
    let press = |keys: &str| bench.browser.press("", keys);
    let tabs = (0..40).position(|_| {
        press(TAB);
        bench
            .browser
            .ask("return !!document.activeElement.closest('.grid')")
            == true
    });
    assert!(tabs.is_some(), "Tab never comes to the board");
    // From the middle of the board to 2a, 1a, 3c and 3d, where the pieces for the hand are put.
    press(&[UP.repeat(4), RIGHT.repeat(3), "k".into(), RIGHT.into()].concat());
    bench.browser.press(SHIFT, "l");
    press(&[&LEFT.repeat(2), &DOWN.repeat(2), "p", DOWN, "ghsh"].concat());
    assert_eq!(bench.hash(), THREE);
    bench.settled();
    assert_eq!(bench.text("#verdict"), "Mate");
    // Enter takes a piece, puts it down, and turns it.
    press(&[UP, ENTER, DOWN, ENTER, ENTER, ENTER].concat());
    assert!(
        bench.hash().starts_with("7kl/9/9/6+P2/"),
        "{}",
        bench.hash()
    );
    press(DELETE);
    assert!(bench.hash().starts_with("7kl/9/9/9/"), "{}", bench.hash());
    bench.browser.press(CONTROL, "zzz");
    assert_eq!(bench.hash(), THREE);
    bench.browser.press(CONTROL, "y");
    bench.browser.press(CONTROL, "z");
    // All pieces one rank down and back.
    bench.browser.press(ALT, DOWN);
    assert!(bench.hash().starts_with("9/7kl/9/6P2/"), "{}", bench.hash());
    bench.browser.press(ALT, UP);
    assert_eq!(bench.hash(), THREE);
    bench.settled();
    // The line, to its end and back.
    press(&["2", END].concat());
    bench.wait_for("#moves [aria-current]", "２三金");
    press(",");
    bench.wait_for("#moves [aria-current]", "１二玉");
    // In the view for solving, too, moves are made with keys.
    press("3");
    bench.wait_for("#solve-said", "Attack");
    bench
        .browser
        .ask("document.querySelector('#tray-b [data-kind=S]').focus()");
    press(ENTER);
    bench
        .browser
        .ask("document.querySelector('[data-square=\"3b\"]').focus()");
    press(ENTER);
    bench.wait_for("#solve-said", "▲３二銀: right");
}

#[test]
#[ignore = "long: about 5 s"]
fn the_page_speaks_japanese() {
    let Some(bench) = Bench::open("bench-ja", false) else {
        return;
    };
    bench.click("#language");
    bench.go(COOKED);
    assert_eq!(
        bench.browser.ask("return document.documentElement.lang"),
        "ja"
    );
    bench.settled();
    assert_eq!(bench.text("#verdict"), "詰み");
    assert_eq!(bench.text("#verdict-mark"), "証明済み");
    assert!(bench.text("#verdict-length").starts_with("3手"));
    assert!(bench.text("#findings").contains("余詰"));
    for view in ["#tab-compose", "#tab-explore", "#tab-solve", "#settings"] {
        bench.click(view);
        // Words in Latin letters are names: of the program, of keys and of formats.
        let foreign = bench.browser.ask(
            "const text = [...document.querySelectorAll('main, header, dialog[open]')]
                .map(part => part.innerText).join(' ');
            const labels = [...document.querySelectorAll('[aria-label], [title]')]
                .map(part => part.title + ' ' + part.getAttribute('aria-label')).join(' ');
            return [...(text + labels).matchAll(/[A-Za-z]{3,}/g)].map(m => m[0]).filter(w =>
                !/^(tsumi|check|Enter|Space|Shift|Ctrl|Alt|Delete|Esc|Page(Up|Down)|Home|End|null)$/.test(w))",
        );
        assert_eq!(foreign, serde_json::json!([]), "{view}");
    }
    assert_eq!(
        bench
            .browser
            .ask("return document.querySelector('[data-square=\"2a\"]').ariaLabel"),
        "２一 玉方の玉"
    );
}

impl Bench {
    /// The position on the board, as the page has it.
    fn shown_sfen(&self) -> String {
        let script = "return document.querySelector('#board').dataset.sfen";
        self.browser.ask(script).as_str().unwrap().to_string()
    }

    fn position(&self) -> PartialPosition {
        sfen::parse(&self.shown_sfen()).unwrap().position
    }

    /// Plays a move by taps.
    fn play(&self, mv: &str) {
        match mv.split_once('*') {
            Some((kind, _)) => self.click(&format!("#tray-b [data-kind=\"{kind}\"]")),
            None => self.click(&square(&mv[..2])),
        }
        self.click(&square(&mv[2..4]));
        let asked = self
            .browser
            .ask("return document.querySelector('#promotion-dialog').open");
        if asked == true {
            self.click(&format!("#promotion-choice [value=\"{mv}\"]"));
        }
    }

    /// Plays a move of the attacker and waits for the answer of the engine.
    fn attack(&self, mv: &str) -> PartialPosition {
        let before = self.shown_sfen();
        let mut played = self.position();
        usi::replay(&mut played, mv).unwrap();
        self.play(mv);
        self.browser.wait(&format!(
            "return document.querySelector('#board').dataset.sfen !== '{before}'
                && document.querySelector('#explore-panel').ariaBusy === 'false'"
        ));
        let answered = self.position();
        if board(&answered) != board(&played) {
            let legal = shogi_legality_lite::all_legal_moves_partial(&played);
            let mut answers = legal.into_iter().map(|answer| {
                let mut after = played.clone();
                after.make_move(answer).unwrap();
                after
            });
            assert!(
                answers.any(|after| board(&after) == board(&answered)),
                "{mv}"
            );
        }
        answered
    }
}

/// A position without the number of its move.
fn board(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.rsplit_once(' ').unwrap().0.to_string()
}

/// The checks of a position, in USI.
fn checks(position: &PartialPosition) -> Vec<String> {
    let checks = tsumi::shogi::rules::checks(position);
    checks.iter().map(|&mv| usi::line(&[mv])).collect()
}

#[test]
#[ignore = "long: about 20 s"]
fn a_reader_leaves_the_line_and_is_answered() {
    let Some(bench) = Bench::open("bench-explore", false) else {
        return;
    };
    bench.go(&NINE.replace(' ', "_"));
    bench.settled();
    bench.click("#tab-explore");
    // The other defences and checks are listed along the line, and lead to the board.
    bench.wait_for("#misses-heading", "Other checks");
    bench.click("#forward");
    bench
        .browser
        .wait("return document.querySelector('#variations [data-ply=\"2\"]')?.open");
    bench.click("#variations [data-ply=\"2\"] .move");
    assert_eq!(
        bench.text("#moves .off [aria-current]"),
        bench.text("#variations [data-ply=\"2\"] .move")
    );
    bench.click("#to-main");
    bench.click("#first");
    bench.wait_for("#moves [aria-current]", "Start");
    // Off the line, with a check that the line does not have, and on from there.
    let line = bench
        .browser
        .ask("return [...document.querySelectorAll('#moves .move')].length");
    let mut position = bench.position();
    let first = checks(&position)
        .into_iter()
        .find(|mv| mv == "R*1b")
        .unwrap();
    position = bench.attack(&first);
    for _ in 0..2 {
        let next = checks(&position);
        let Some(mv) = next.first() else { break };
        position = bench.attack(mv);
    }
    let off = bench
        .browser
        .ask("return document.querySelectorAll('#moves .off').length");
    assert!(
        off.as_u64().unwrap() >= 5,
        "{off} moves off a line of {line}"
    );
    assert_ne!(bench.text("#said"), "");
    bench.layout();
    bench.click("#to-main");
    assert_eq!(
        bench
            .browser
            .ask("return document.querySelectorAll('#moves .off').length"),
        0
    );
}

/// Whatever is tried, a defender who is never mated is not mated.
#[test]
#[ignore = "long: about 20 s"]
fn a_reader_attacks_a_no_mate_and_loses() {
    let Some(bench) = Bench::open("bench-nomate", false) else {
        return;
    };
    bench.go(&NOMATE.replace(' ', "_"));
    bench.settled();
    assert_eq!(bench.text("#verdict"), "No mate");
    assert_eq!(bench.text("#verdict-mark"), "proved");
    bench.click("#tab-explore");
    for round in 0..4 {
        bench.click("#first");
        bench.wait_for("#moves [aria-current]", "Start");
        let mut position = bench.position();
        for ply in 0..10 {
            let checks = checks(&position);
            let Some(mv) = checks.get((round * 3 + ply) % checks.len().max(1)) else {
                break;
            };
            position = bench.attack(mv);
            // The defender had an answer, so he was not mated.
            let attacks = position.side_to_move() == Color::Black;
            assert!(attacks, "no answer to {mv}: {}", bench.text("#said"));
        }
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn a_solver_is_told_what_is_wrong_and_what_is_right() {
    let Some(bench) = Bench::open("bench-solve", true) else {
        return;
    };
    bench.go(THREE);
    bench.click("#tab-solve");
    bench.layout();
    // Nothing of the answer is seen.
    assert!(!bench.text("main").contains("３二銀"));
    bench.play("S*9i");
    bench.wait_for("#solve-said", "gives no check");
    bench.play("G*2b");
    bench.wait_for("#solve-said", "▲２二金 does not mate: △同玉 escapes");
    bench.click("#take-back");
    bench.click("#hint");
    bench.wait_for("#solve-said", "Drop a silver");
    bench.click("#hint");
    bench.wait_for("#solve-said", "▲３二銀");
    bench.click("#how-many");
    bench.wait_for("#solve-said", "3 plies left");
    // A mate that is longer than need be is one.
    bench.play("3c3b+");
    bench.wait_for("#solve-said", "mate");
    bench.click("#again");
    bench.play("S*3b");
    bench.wait_for("#solve-said", "▲３二銀: right");
    bench.play("G*2c");
    bench.wait_for("#solve-said", "Solved");
    bench.layout();
    // A position without mate says so when one tries.
    bench.go(&NOMATE.replace(' ', "_"));
    let check = checks(&bench.position()).remove(0);
    bench.play(&check);
    bench.wait_for("#solve-said", "the position has no mate");
}

#[test]
#[ignore = "long: about 10 s"]
fn problems_come_in_and_go_out() {
    let Some(bench) = Bench::open("bench-files", false) else {
        return;
    };
    // A file of a hundred problems, leafed through; an edited problem stays edited.
    bench
        .browser
        .keys("#file", &repository("problems/zuko.sfen"));
    bench.wait_for("#problem-count", "1 of 100");
    let first = bench.hash();
    bench.wait_for("#answer", "Declared");
    bench.click("#mirror");
    let mirrored = bench.hash();
    assert_ne!(first, mirrored);
    bench.click("#next");
    bench.wait_for("#problem-count", "2 of 100");
    bench.settled();
    assert!(bench.text("#verdict-length").starts_with("21 plies"));
    bench.click("#previous");
    assert_eq!(bench.hash(), mirrored);
    bench.click("#undo");
    assert_eq!(bench.hash(), first);
    bench.go("");
    bench.wait_for("#problem-count", "1 of 100");

    // What is pasted is read: an address, then nonsense, with its fault.
    let paste = |text: &str| {
        bench.click("#paste");
        bench.browser.keys("#paste-text", text);
        bench.click("#paste-form .primary");
    };
    paste(&format!(
        "https://example.org/editor?sfen={}",
        THREE.replace('_', "%20")
    ));
    bench
        .browser
        .wait(&format!("return location.hash.slice(1) === '{THREE}'"));
    bench.settled();
    paste("7kl/9/6X2/9/9/9/9/9/9 b GS 1");
    bench.wait_for("#faults-dialog[open]", "1 fault");
    assert_eq!(bench.hash(), THREE);
    bench.click("#faults-dialog .primary");

    // What goes out is read again by the program.
    bench.click("#take");
    for format in ["kif", "ki2", "csa", "jkf", "sfen", "jsonl", "bod"] {
        let choose = format!(
            "const format = document.querySelector('#take-format');
            format.value = '{format}';
            format.dispatchEvent(new Event('change'))"
        );
        bench.browser.ask(&choose);
        let written = bench
            .browser
            .wait("return document.querySelector('#take-text').value || null");
        let input = Input::Memory {
            name: format!("problem.{format}"),
            bytes: written.as_str().unwrap().into(),
        };
        let back = read_input(&input, &ReadOptions::default()).next().unwrap();
        let back = back.unwrap_or_else(|e| panic!("{format}: {e}"));
        let three = sfen::parse(&THREE.replace('_', " ")).unwrap();
        assert_eq!(
            back.position.to_sfen_owned(),
            three.position.to_sfen_owned(),
            "{format}"
        );
    }
}
