//! Nobody loses what he made: over a reload, beside other tabs, where the browser has no room, behind a
//! link and under keys that are held down.

use super::*;

/// Two more problems, whose first squares tell them apart.
const OTHERS: [&str; 2] = [
    "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "6k2/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
];

impl Bench {
    /// Opens a text as if it were typed.
    pub(super) fn paste(&self, text: &str) {
        self.click("#paste");
        let text = serde_json::to_string(text).unwrap();
        self.browser.ask(&format!(
            "document.querySelector('#paste-text').value = {text}"
        ));
        self.click("#paste-form .primary");
    }

    fn count(&self, words: &str) {
        self.wait_for("#problem-count", words);
    }
}

/// Of what has no room what was changed goes first, with its undo.
#[test]
#[ignore = "long: about 5 s"]
fn what_was_made_is_kept_first() {
    let Some(bench) = Bench::open("bench-room", false) else {
        return;
    };
    bench.paste(&OTHERS.join("\n"));
    bench.count("1 of 2");
    bench.click("#mirror");
    let made = bench.hash();
    let room = "const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, text) {
            if (text.length > 8000) throw new DOMException('full', 'QuotaExceededError');
            setItem.call(this, key, text);
        };";
    bench.browser.ask(room);
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    bench.paste(&zuko);
    bench.count("2 of 102");
    bench.wait_for("#toast", "no room");
    let shown = bench.hash();
    bench.go("");
    bench.count("2 of 2");
    bench.click("#previous");
    assert_eq!(bench.hash(), made);
    bench.click("#undo");
    assert!(bench.hash().starts_with("8k/"), "{}", bench.hash());
    bench.click("#next");
    assert_eq!(bench.hash(), shown);

    // Where nothing has room what was kept before stays.
    bench.browser.ask(&room.replace("8000", "0"));
    bench.click("#clear");
    bench.wait_for("#toast", "take it along");
    bench.go("");
    bench.count("2 of 2");
    bench.go(&shown);
    bench.count("2 of 2");
}

/// A tab that was open before does not write over what another one has kept.
#[test]
#[ignore = "long: about 5 s"]
fn tabs_keep_their_own() {
    let Some(bench) = Bench::open("bench-tabs", false) else {
        return;
    };
    let first = bench.browser.tab();
    let second = bench.browser.new_tab();
    bench.go("");
    bench.browser.show_tab(&first);
    bench.paste(OTHERS[0]);
    bench.browser.wait("return location.hash.startsWith('#8k')");
    bench.click("#mirror");
    let made = bench.hash();
    bench.browser.close_tab();
    bench.browser.show_tab(&second);
    bench.paste(OTHERS[1]);
    bench
        .browser
        .wait("return location.hash.startsWith('#6k2')");
    // A third one has all, and takes it over: there is one text of it all again.
    bench.browser.new_tab();
    bench.go("");
    bench.count("1 of 2");
    bench.click("#next");
    assert_eq!(bench.hash(), made);
    let texts = bench.browser.ask(
        "return Object.keys(localStorage).filter(key => key.startsWith('tsumi.problems')).length",
    );
    assert_eq!(texts, 1);
    // The second tab goes on with its own, and so do reloads.
    bench.browser.show_tab(&second);
    bench.click("#mirror");
    bench.go("");
    assert_eq!(bench.text("#problem-count"), "");
    bench.browser.new_tab();
    bench.go("");
    bench.count("1 of 2");
}

/// A link comes beside what is open, and one that cannot be read is said to be none.
#[test]
#[ignore = "long: about 5 s"]
fn a_link_comes_beside() {
    let Some(bench) = Bench::open("bench-beside", false) else {
        return;
    };
    bench.paste(&OTHERS.join("\n"));
    bench.count("1 of 2");
    bench.browser.ask(&format!("location.hash = '{THREE}'"));
    bench.count("2 of 3");
    bench.go(COOKED);
    bench.count("3 of 4");
    // A rank of ten squares and one of eight, on a fresh page and on an open one.
    bench.go(&THREE.replacen("7kl/9", "8kl/8", 1));
    bench.wait_for("#toast", "cannot be read");
    bench.count("2 of 3");
    bench.go("");
    bench.browser.ask("location.hash = '#nonsense'");
    bench.wait_for("#toast", "cannot be read");
}

/// What another version has kept is taken as far as it can be read.
#[test]
#[ignore = "long: about 5 s"]
fn what_was_kept_is_read_as_far_as_it_can_be() {
    let Some(bench) = Bench::open("bench-kept", false) else {
        return;
    };
    bench.browser.ask(&format!(
        "const entries = [{{ now: {{ sfen: '9/9' }} }}, {{}}, null,
            {{ now: {{ sfen: '{}' }} }}, {{ past: [], now: {{ sfen: '{}', line: [] }}, future: [] }}];
        sessionStorage.setItem('tsumi.problems', JSON.stringify({{ at: 4, entries }}))",
        OTHERS[0], OTHERS[1]
    ));
    bench.go("");
    bench.count("2 of 2");
    bench.click("#previous");
    assert!(bench.hash().starts_with("8k/"));
}

/// Browsers refuse to write the address when it is done too often; the problem is kept all the same.
#[test]
#[ignore = "long: about 5 s"]
fn undo_held_down_is_kept() {
    let Some(bench) = Bench::open("bench-held", false) else {
        return;
    };
    bench.go(THREE);
    bench.click("#mirror");
    let mirrored = bench.hash();
    bench.browser.ask(
        "const { replaceState } = history;
        history.replaceState = () => { throw new DOMException('too often', 'SecurityError'); };
        setTimeout(() => history.replaceState = replaceState, 300);",
    );
    // With CapsLock the letter is a capital.
    bench.browser.ask(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Z', ctrlKey: true, bubbles: true }))",
    );
    assert_eq!(bench.hash(), mirrored);
    bench
        .browser
        .wait(&format!("return location.hash === '#{THREE}'"));
    bench.go("");
    bench.settled();
    assert!(bench.text("#verdict-length").starts_with("3 plies"));
    bench.browser.press(CONTROL, "y");
    assert_eq!(bench.hash(), mirrored);
    bench.browser.press(CONTROL, "z");
    bench.browser.press(&[CONTROL, SHIFT].concat(), "z");
    assert_eq!(bench.hash(), mirrored);
}

/// What is said twice is read out twice.
#[test]
#[ignore = "long: about 5 s"]
fn what_is_said_again_is_read_out_again() {
    let Some(bench) = Bench::open("bench-said", false) else {
        return;
    };
    bench.go(THREE);
    bench.click("#mirror");
    bench.click("#mirror");
    bench.browser.ask(
        "window.said = [];
        const live = document.querySelector('#live');
        new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true });",
    );
    for times in 1..=2 {
        bench.browser.press(CONTROL, "z");
        bench.browser.wait(&format!(
            "return said.filter(text => text === 'Undone').length === {times}"
        ));
    }
}
