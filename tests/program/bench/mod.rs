//! The bench in a real browser, on the real engine, that of `tsumi serve` or (`module`) that of
//! WebAssembly: a problem is set up by hand, cooked and
//! mended, explored and solved, on a desktop and on a phone, with mouse, finger and keyboard.
//! Needs Chromium and chromedriver (Debian: `chromium`, `chromium-driver`).

mod compose;
mod files;
mod in_out;
mod keep;
mod known;
mod layout;
mod module;
mod play;

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
    /// None where files alone are served, and the engine runs in the page.
    server: Option<Child>,
    address: String,
    browser: Browser,
    /// Pieces are dragged with a finger.
    finger: bool,
}

impl Bench {
    /// None, with a word about it, where there is no browser.
    fn open(name: &str, finger: bool) -> Option<Bench> {
        let browser = browser(name, finger)?;
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
            server: Some(server),
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

    /// Chooses from a list.
    fn choose(&self, css: &str, value: &str) {
        self.browser.ask(&format!(
            "const list = document.querySelector('{css}');
            list.value = '{value}';
            list.dispatchEvent(new Event('change'))"
        ));
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

/// A browser with an empty profile; none, with a word about it, where there is none.
fn browser(name: &str, finger: bool) -> Option<Browser> {
    let chromium = chromium()?;
    let profile = folder(name).join("profile");
    match finger {
        true => Browser::open_phone(&chromium, text(&profile)),
        false => Browser::open(&chromium, text(&profile)),
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

fn square(name: &str) -> String {
    format!("[data-square=\"{name}\"]")
}

fn boxed(kind: &str) -> String {
    format!("#tray-w > [data-kind=\"{kind}\"]")
}
