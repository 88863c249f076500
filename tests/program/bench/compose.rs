//! Setting up: from the empty board to a problem, with mouse, finger and keys; in Japanese; files
//! and texts that come in and go out.

use super::*;
use std::path::PathBuf;

/// From the empty board to a sound problem, to a cooked one and back, and over a reload.
pub(super) fn composes(bench: &Bench) {
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
    assert!(line.contains("S*3b") && line.contains("G*2c"), "{line}");
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
    bench.wait_for("#moves [aria-current]", "S*2b");
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
    if let Some(bench) = Bench::open("bench-mouse", false) {
        composes(&bench);
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn a_composer_sets_up_a_problem_on_a_phone() {
    if let Some(bench) = Bench::open("bench-phone", true) {
        composes(&bench);
    }
}

/// Everything by keys: the same problem, its line, undo.
pub(super) fn composes_by_keys(bench: &Bench) {
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
    bench.wait_for("#moves [aria-current]", "G*2c");
    press(",");
    bench.wait_for("#moves [aria-current]", "K-1b");
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
    bench.wait_for("#solve-said", "S*3b: right");
}

#[test]
#[ignore = "long: about 5 s"]
fn a_composer_needs_no_mouse() {
    if let Some(bench) = Bench::open("bench-keys", false) {
        composes_by_keys(&bench);
    }
}

/// A card, the views and the settings in Japanese.
pub(super) fn speaks_japanese(bench: &Bench) {
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

#[test]
#[ignore = "long: about 5 s"]
fn the_page_speaks_japanese() {
    if let Some(bench) = Bench::open("bench-ja", false) {
        speaks_japanese(&bench);
    }
}

/// A folder of a hundred files, whose names sort as numbers, with one that holds no problem.
fn hundred() -> PathBuf {
    let folder = folder("bench-hundred");
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let problems = zuko.lines().filter(|line| line.starts_with("zuko-"));
    for (n, line) in (1..).zip(problems) {
        std::fs::write(folder.join(format!("{n}.sfen")), line).unwrap();
    }
    std::fs::write(folder.join("readme.md"), "no problem").unwrap();
    folder
}

/// Leafs through a folder, pastes, and writes every format.
pub(super) fn opens_and_takes_along(bench: &Bench) {
    // A folder of a hundred problems, leafed through; an edited problem stays edited.
    bench.browser.keys("#folder", text(&hundred()));
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
        bench.choose("#take-format", format);
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
    // The page of the solution, and what proves it.
    for (format, said) in [("html", "Ready: "), ("certificate", "")] {
        bench.choose("#take-format", format);
        bench.wait_for("#take-said", said);
    }
    bench
        .browser
        .wait("return document.querySelector('#take-text').value.startsWith('tsumi-certificate')");
}

#[test]
#[ignore = "long: about 10 s"]
fn problems_come_in_and_go_out() {
    if let Some(bench) = Bench::open("bench-files", false) {
        opens_and_takes_along(&bench);
    }
}

/// What was declared comes back with the link, and what was wrong in a file is said with its place.
#[test]
#[ignore = "long: about 5 s"]
fn a_link_brings_its_line_and_a_file_its_warnings() {
    let Some(bench) = Bench::open("bench-link", false) else {
        return;
    };
    let paste = |text: &str| {
        bench.click("#paste");
        let text = serde_json::to_string(text).unwrap();
        let fill = format!("document.querySelector('#paste-text').value = {text}");
        bench.browser.ask(&fill);
        bench.click("#paste-form .primary");
    };
    let link = format!("{THREE}_moves_S*3b_2a1b_G*2c");
    paste(&format!("{}/#{link}", bench.address));
    bench.wait_for("#main-line", "Declared line");
    assert_eq!(bench.hash(), link);
    assert_eq!(bench.text("#problem-count"), "");

    // One that breaks off declares no length.
    bench.go(&format!("{THREE}_moves_S*3b_9z9z"));
    bench.wait_for("#toast", "move 2 is not legal");
    assert_eq!(bench.hash(), format!("{THREE}_moves_S*3b"));
    bench.wait_for("#main-line", "Declared line");
    assert!(!bench.text("#facts").contains("Declared"));

    // A branch after a ply that the line does not have, a branch and a line with an illegal move.
    let free = ["四", "五", "六", "七", "八", "九"];
    let board = "手合割：詰将棋\n後手の持駒：飛二　角二　金三　銀三　桂四　香三　歩十七\n\
        +---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v玉v香|一\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ 歩 ・ ・|三\n"
        .to_string()
        + &free
            .map(|rank| format!("|{}|{rank}\n", " ・".repeat(9)))
            .concat()
        + "+---------------------------+\n先手の持駒：金　銀\n   1 ３二銀打\n   2 １二玉(21)\n";
    let end = "   3 ２三金打\n   4 詰み\n\n";
    for (rest, place, said) in [
        (
            format!("{end}変化：9手\n   2 ３一玉(21)\n"),
            "line 20, column 1:",
            "no such move",
        ),
        (
            format!("{end}変化：2手\n   2 ４一玉(21)\n"),
            "line 21, column 6:",
            "a branch",
        ),
        (
            "   3 ２三飛打\n".to_string(),
            "line 17, column 6:",
            "not legal there",
        ),
    ] {
        paste(&format!("{board}{rest}"));
        bench.wait_for("#faults-dialog[open]", "1 fault");
        bench.wait_for("#faults-list", place);
        bench.wait_for("#faults-list", said);
        bench.click("#faults-dialog .primary");
    }
}

/// The letter of a piece is the attacker's, whoever is to move.
#[test]
#[ignore = "long: about 5 s"]
fn letters_put_the_attackers_pieces_where_the_defender_begins() {
    let Some(bench) = Bench::open("bench-letters", false) else {
        return;
    };
    bench.go("8k/9/9/9/9/9/9/9/9_w_2r2b4g4s4n4l18p");
    let focus = |name: &str| {
        let script = format!("document.querySelector('{}').focus()", square(name));
        bench.browser.ask(&script);
    };
    focus("9i");
    bench.browser.press("", "p");
    focus("8i");
    bench.browser.press(SHIFT, "p");
    focus("7i");
    bench.browser.press("", "k");
    assert!(bench.hash().contains("/Ppk6_"), "{}", bench.hash());
}

/// What is wrong and what helps are two sentences.
#[test]
#[ignore = "long: about 5 s"]
fn a_hint_has_a_line_of_its_own() {
    if let Some(bench) = Bench::open("bench-hint", false) {
        bench.go(&NINE.replace(' ', "_").replace("17p", "18p"));
        bench.wait_for("#findings", "a set has 18\\n");
    }
}

/// Right after a quick drag browsers send no click of the next tap.
#[test]
#[ignore = "long: about 5 s"]
fn the_tap_after_a_quick_drag_counts() {
    let Some(bench) = Bench::open("bench-fling", true) else {
        return;
    };
    bench.go("9/9/9/9/9/9/9/9/9_b_2r2b4g4s4n4l18p");
    let [corner, below] = ["1a", "1c"].map(square);
    let taps = [&*boxed("G"), &below];
    bench.browser.fling_and_tap(&boxed("K"), &corner, &taps);
    bench
        .browser
        .wait("return location.hash.startsWith('#8k/9/8G/')");
    // It is one tap, not two: the piece is as it was laid down. The keys still tap.
    bench.browser.ask(&format!(
        "document.querySelector('{below}').focus(); document.activeElement.click()"
    ));
    bench.browser.press("", ENTER);
    bench
        .browser
        .wait("return location.hash.startsWith('#8k/9/8g/')");
}

/// Unfinished work that was saved is opened again, in every format and by its link.
#[test]
#[ignore = "long: about 10 s"]
fn half_made_work_comes_back() {
    let Some(bench) = Bench::open("bench-half-made", false) else {
        return;
    };
    let half = "9/9/9/9/4G4/9/9/9/9_b_2r2b3g4s4n4l18p";
    let comes_back = |text: &str| {
        bench.go("7k1/9/9/9/9/9/9/9/9_b_-");
        bench.click("#paste");
        let text = serde_json::to_string(text).unwrap();
        let fill = format!("document.querySelector('#paste-text').value = {text}");
        bench.browser.ask(&fill);
        bench.click("#paste-form .primary");
        bench.wait_for("#faults-dialog[open]", "no king");
        assert_eq!(bench.hash(), half, "{text}");
        assert_eq!(bench.text("#problem-title"), "Untitled", "{text}");
        bench.wait_for("#findings", "no king");
        // Behind a dialog nothing is pasted.
        bench.browser.ask(
            "const data = new DataTransfer();
            data.setData('text/plain', '7kl/9/6P2/9/9/9/9/9/9 b GS 1');
            const options = { clipboardData: data, bubbles: true };
            document.body.dispatchEvent(new ClipboardEvent('paste', options))",
        );
        bench.click("#faults-dialog .primary");
        assert_eq!(bench.hash(), half, "{text}");
    };
    comes_back(&format!("{}/#{half}", bench.address));
    for format in ["kif", "ki2", "csa", "jkf", "sfen", "jsonl", "bod"] {
        bench.go(half);
        bench.click("#take");
        bench.choose("#take-format", format);
        let written = "return document.querySelector('#take-text').value || null";
        comes_back(bench.browser.wait(written).as_str().unwrap());
    }
}
