//! Playing: off the line, against a defender who is never mated, and solving.

use super::*;

impl Bench {
    /// The position on the board, as the page has it.
    pub(super) fn shown_sfen(&self) -> String {
        let script = "return document.querySelector('#board').dataset.sfen";
        self.browser.ask(script).as_str().unwrap().to_string()
    }

    fn position(&self) -> PartialPosition {
        sfen::parse(&self.shown_sfen()).unwrap().position
    }

    /// Plays a move by taps.
    pub(super) fn play(&self, mv: &str) {
        match mv.split_once('*') {
            Some((kind, _)) => self.click(&format!("#tray-b [data-kind=\"{kind}\"]")),
            None => self.click(&square(&mv[..2])),
        }
        self.click(&square(&mv[2..4]));
        let asked = self
            .browser
            .ask("return document.querySelector('#promotion-dialog') !== null");
        if asked == true {
            self.click(&format!("#promotion-choice [value=\"{mv}\"]"));
        }
    }

    /// Plays a move of the attacker and waits for the answer of the engine.
    pub(super) fn attack(&self, mv: &str) -> PartialPosition {
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

/// Five plies off the line, and back.
pub(super) fn explores(bench: &Bench) {
    bench.click("#tab-compose");
    bench.go(&NINE.replace(' ', "_"));
    bench.settled();
    bench.click("#tab-explore");
    // The other defences and checks are listed along the line, and lead to the board.
    bench.wait_for("#misses-heading", "Other checks");
    bench.click("#tools-explore [data-label=forward]");
    bench
        .browser
        .wait("return document.querySelector('#variations [data-ply=\"2\"]')?.open");
    bench.click("#variations [data-ply=\"2\"] .move");
    let defence = bench.text("#variations [data-ply=\"2\"] .move");
    bench.wait_for("#moves .off [aria-current]", &defence);
    bench.wait_for("#said-mark", "proved");
    // The same along the line of that defence.
    let on_line = "return document.querySelectorAll('#moves .off').length === 0";
    bench.click("#follow");
    bench.browser.wait(on_line);
    bench.wait_for("#misses summary", &bench.text("#moves li:nth-child(2)"));
    bench.click("#to-main");
    bench.click("#tools-explore [data-label=first]");
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
    bench.browser.wait(on_line);
}

#[test]
#[ignore = "long: about 20 s"]
fn a_reader_leaves_the_line_and_is_answered() {
    if let Some(bench) = Bench::open("bench-explore", false) {
        explores(&bench);
    }
}

/// Whatever is tried, a defender who is never mated is not mated.
pub(super) fn attacks_in_vain(bench: &Bench, rounds: usize) {
    bench.click("#tab-compose");
    bench.go(&NOMATE.replace(' ', "_"));
    bench.settled();
    assert_eq!(bench.text("#verdict"), "No mate");
    assert_eq!(bench.text("#verdict-mark"), "proved");
    bench.click("#tab-explore");
    for round in 0..rounds {
        bench.click("#tools-explore [data-label=first]");
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
#[ignore = "long: about 20 s"]
fn a_reader_attacks_a_no_mate_and_loses() {
    if let Some(bench) = Bench::open("bench-nomate", true) {
        attacks_in_vain(&bench, 4);
    }
}

/// What is wrong, what is right, hints, and the end.
pub(super) fn solves(bench: &Bench) {
    bench.go(THREE);
    bench.click("#tab-solve");
    bench.layout();
    // Nothing of the answer is seen.
    assert!(!bench.text("main").contains("S*3b"));
    bench.play("S*9i");
    bench.wait_for("#solve-said", "gives no check");
    bench.play("G*2b");
    bench.wait_for("#solve-said", "G*2b does not mate: Kx2b escapes");
    bench.click("#take-back");
    bench.click("#hint");
    bench.wait_for("#solve-said", "Drop a silver");
    bench.click("#hint");
    bench.wait_for("#solve-said", "S*3b");
    bench.click("#how-many");
    bench.wait_for("#solve-said", "3 plies left");
    // A mate that is longer than need be is one.
    bench.play("3c3b+");
    bench.wait_for("#solve-said", "mate");
    bench.click("#again");
    bench.play("S*3b");
    bench.wait_for("#solve-said", "S*3b: right");
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
fn a_solver_is_told_what_is_wrong_and_what_is_right() {
    if let Some(bench) = Bench::open("bench-solve", true) {
        solves(&bench);
    }
}

/// From here on questions about moves get no answer until `window.held` is false: they wait for ever, or
/// fail where it says so.
const HOLD: &str = "
    const real = window.fetch;
    window.held = 'wait';
    window.fetch = (url, options) => {
        if (!held || !options.body.includes('\"reply\"')) return real(url, options);
        if (held === 'fail') return Promise.reject(new TypeError('gone'));
        const { signal } = options;
        return new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)));
    }";

/// Where the defender begins, the person moves for him, and what was known before is not known of what
/// comes after.
#[test]
#[ignore = "long: about 5 s"]
fn a_solver_moves_for_the_defender_who_begins() {
    let Some(bench) = Bench::open("bench-defender", false) else {
        return;
    };
    bench.go("6s2/6l2/8+B/6B1k/9/9/9/9/9_w_RPr4g3s4n3l17p");
    bench.click("#tab-solve");
    bench.wait_for("#solve-said", "The defender moves first");
    bench.click("#how-many");
    bench.wait_for("#solve-said", "8 plies left");
    bench.play("1d1e");
    bench.wait_for("#solve-said", "Attack");
    bench.click("#how-many");
    bench.wait_for("#solve-said", "1 ply left");
}

/// While the engine thinks of a hint it says so, and is not asked again.
#[test]
#[ignore = "long: about 5 s"]
fn a_hint_is_asked_for_once() {
    let Some(bench) = Bench::open("bench-asking", false) else {
        return;
    };
    bench.go(THREE);
    bench.click("#tab-solve");
    bench.browser.ask(HOLD);
    for id in ["hint", "how-many"] {
        bench.click(&format!("#{id}"));
        bench.wait_for("#solve-said", "The engine is thinking");
        bench.browser.wait(
            "return document.querySelector('#hint').disabled
                && document.querySelector('#how-many').disabled",
        );
        bench.click("#again");
        bench.wait_for("#solve-said", "Attack");
    }
    bench.browser.ask("window.held = 'fail'");
    bench.click("#hint");
    bench.wait_for("#toast", "does not answer");
    bench.browser.ask("window.held = false");
    bench.click("#hint");
    bench.wait_for("#solve-said", "Drop a silver");
}

/// A question outlives a look at another view, and can be asked again after it failed.
#[test]
#[ignore = "long: about 5 s"]
fn an_answer_that_did_not_come_is_asked_for_again() {
    let Some(bench) = Bench::open("bench-again", false) else {
        return;
    };
    bench.go(&NINE.replace(' ', "_"));
    bench.settled();
    bench.click("#tab-explore");
    bench.wait_for("#moves", "B-1c+");
    bench.browser.ask(HOLD);
    bench.play("R*1b");
    bench.wait_for("#said", "The engine is thinking");
    bench.click("#tab-compose");
    bench.browser.ask("window.held = false");
    bench.click("#tab-explore");
    bench.wait_for("#moves", "Kx2d");

    bench.click("#tools-explore [data-label=first]");
    bench.browser.ask("window.held = 'fail'");
    bench.play("R*1f");
    bench.wait_for("#toast", "does not answer");
    bench.browser.ask("window.held = false");
    bench.click("#tools-explore [data-label=first]");
    bench.play("R*1f");
    bench.wait_for("#moves", "Kx2d");
}
