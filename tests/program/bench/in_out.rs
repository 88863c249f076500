//! What comes in and goes out stays what it is: hands, names, lines and pictures; and what cannot be
//! read or taken along is said.

use super::*;
use serde_json::json;

impl Bench {
    /// Chooses a format of the dialog that is open, and waits for what is written.
    fn written(&self, format: &str) -> String {
        self.choose("#take-format", format);
        let text = self
            .browser
            .wait("return document.querySelector('#take-text').value || null");
        text.as_str().unwrap().to_string()
    }

    /// Closes the dialog in which problems are taken along.
    fn done(&self) {
        self.click("#take-dialog .buttons button:last-child");
    }

    /// True where the mated position can be chosen.
    fn has_mated(&self) -> bool {
        self.browser
            .ask("return !document.querySelector('#take-mated').disabled")
            == true
    }

    /// The picture that is shown, as SVG.
    fn picture(&self) -> String {
        let svg = self.browser.wait(
            "const { src } = document.querySelector('#take-picture img') ?? {};
            return src ? decodeURIComponent(src.slice(src.indexOf(',') + 1)) : null",
        );
        svg.as_str().unwrap().to_string()
    }
}

#[test]
#[ignore = "long: about 5 s"]
fn a_text_with_a_fault_is_not_lost() {
    let Some(bench) = Bench::open("bench-text", false) else {
        return;
    };
    let kept = || {
        bench
            .browser
            .ask("return document.querySelector('#paste-text').value")
    };
    let text = format!("{}\n7kl/9/6X2/9/9/9/9/9/9 b GS 1", THREE.replace('_', " "));
    bench.paste(&text);
    bench.wait_for("#faults-dialog[open]", "1 fault");
    bench.click("#faults-dialog .primary");
    bench.click("#paste");
    assert_eq!(kept(), text);
    bench.click("#paste-form [data-close]");
    assert_eq!(kept(), text);
    // Neither is one for which the engine was gone.
    bench.browser.ask(
        "window.real = fetch;
        window.fetch = async () => { throw new TypeError('gone'); }",
    );
    bench.paste(&THREE.replace('_', " "));
    bench.wait_for("#faults-list", "engine does not answer");
    bench.click("#faults-dialog .primary");
    bench.browser.ask("window.fetch = real");
    bench.click("#paste");
    bench.click("#paste-form .primary");
    bench
        .browser
        .wait("return document.querySelector('#paste-text').value === ''");
    assert_eq!(bench.hash(), THREE);
}

/// A folder that is dropped on the page, one file of many that cannot be read, and a dialog that is open.
#[test]
#[ignore = "long: about 5 s"]
fn what_is_dropped_is_said_or_opened() {
    let Some(bench) = Bench::open("bench-drop", false) else {
        return;
    };
    let drop = |more: &str| {
        bench.browser.ask(&format!(
            "const files = [new File(['{}'], 'one.sfen'){more}];
            const dataTransfer = {{ files, types: ['Files'], getData: () => '' }};
            const event = new Event('drop', {{ bubbles: true, cancelable: true }});
            Object.defineProperty(event, 'dataTransfer', {{ value: dataTransfer }});
            document.body.dispatchEvent(event)",
            THREE.replace('_', " ")
        ));
    };
    drop(", { name: 'folder.sfen' }");
    bench.wait_for("#faults-list", "folder.sfen");
    bench.wait_for("#faults-list", "cannot be read");
    assert_eq!(bench.hash(), THREE);
    bench.click("#faults-dialog .primary");

    // The fields of the list are those of one problem, whatever comes meanwhile.
    bench.click("#mirror");
    bench.click("#list");
    drop("");
    std::thread::sleep(std::time::Duration::from_millis(300));
    bench.click("#list-dialog .primary");
    assert_eq!(bench.text("#problem-count"), "");
    bench.browser.ask(
        "window.real = fetch;
        window.late = [];
        window.fetch = (...asked) => asked[1].body.includes('\"read\"')
            ? new Promise(done => late.push(() => done(real(...asked)))) : real(...asked);",
    );
    bench.paste(&COOKED.replace('_', " "));
    bench.click("#list");
    bench.browser.keys("#title-input", "Mine");
    bench.browser.ask("late.forEach(read => read())");
    bench.wait_for("#problem-count", "2 of 2");
    assert_eq!(bench.hash(), COOKED);
    assert_eq!(bench.text("#problem-title"), "Untitled");
    assert_eq!(
        bench
            .browser
            .ask("return document.querySelector('#list-dialog').open"),
        false
    );
    bench.click("#previous");
    assert_eq!(bench.text("#problem-title"), "Mine");

    // A folder that is chosen from the dialog closes it.
    bench.browser.ask("window.fetch = real");
    bench.click("#paste");
    let file = folder("bench-drop-file").join("two.sfen");
    std::fs::write(&file, THREE.replace('_', " ")).unwrap();
    bench.browser.keys("#file", text(&file));
    bench
        .browser
        .wait("return !document.querySelector('#paste-dialog').open");
}

/// What a problem says of itself is what is written of it.
#[test]
#[ignore = "long: about 5 s"]
fn what_was_read_is_written() {
    let Some(bench) = Bench::open("bench-same", false) else {
        return;
    };
    // Pieces that an SFEN leaves out are left out.
    let less = "7kl/9/6P2/9/9/9/9/9/9 b GS2r 1";
    bench.paste(less);
    bench.wait_for("#faults-list", "nowhere");
    bench.wait_for("#faults-list", "Rest to the box");
    bench.click("#faults-dialog .primary");
    assert_eq!(format!("{}_1", bench.hash()), less.replace(' ', "_"));
    bench.click("#take");
    for format in ["sfen", "jsonl"] {
        let text = bench.written(format);
        assert!(text.contains(less.trim_end_matches(" 1")), "{text}");
    }
    bench.done();

    // What a test file says goes along, until the position is another one.
    let said = json!({"id": "a", "sfen": format!("{} 1", THREE.replace('_', " ")), "expect": "mate", "raw_plies": 3});
    bench.paste(&said.to_string());
    bench
        .browser
        .wait(&format!("return location.hash === '#{THREE}'"));
    bench.click("#take");
    let text = bench.written("jsonl");
    assert!(
        text.contains("\"expect\":\"mate\"") && text.contains("\"raw_plies\":3"),
        "{text}"
    );
    bench.done();
    bench.click("#mirror");
    bench.click("#take");
    let text = bench.written("jsonl");
    assert!(
        !text.contains("expect") && !text.contains("raw_plies"),
        "{text}"
    );
    let mut kif = bench.written("kif");
    bench.done();

    // A title and an author that are taken away do not come back.
    kif = kif.replace("作品名：a\n", "");
    kif.insert_str(0, "作品名：無双\n作者：看寿\n");
    bench.paste(&kif);
    bench.wait_for("#problem-title", "看寿");
    bench.click("#list");
    for field in ["#title-input", "#author-input"] {
        let clear = format!(
            "document.querySelector('{field}').value = ''; document.querySelector('{field}').dispatchEvent(new Event('change'))"
        );
        bench.browser.ask(&clear);
    }
    bench.click("#list-dialog .primary");
    bench.click("#take");
    let text = bench.written("kif");
    assert!(!text.contains("無双") && !text.contains("看寿"), "{text}");
}

/// The picture of the mated position is one, and a line that may not be the shortest is said to be that.
#[test]
#[ignore = "long: about 10 s"]
fn pictures_and_lines_say_what_they_are() {
    let Some(bench) = Bench::open("bench-mated", false) else {
        return;
    };
    // A declared line that ends before the mate.
    bench.go(&format!("{THREE}_moves_S*3b"));
    bench.settled();
    bench.click("#take");
    bench.choose("#take-format", "svg");
    bench.picture();
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(!bench.has_mated());
    bench.done();

    // With two kings the end has no attacker, so it is told who it is: his hand is the one that is shown.
    bench.go("7kl/9/6P2/9/9/9/9/9/K8_b_GS2r2b3g3s4n3l17p");
    bench.settled();
    bench.click("#take");
    bench.choose("#take-format", "svg");
    bench
        .browser
        .wait("return !document.querySelector('#take-mated').disabled");
    bench
        .browser
        .ask("window.before = document.querySelector('#take-picture img').src");
    bench.click("#take-mated");
    bench.browser.wait(
        "const { src } = document.querySelector('#take-picture img') ?? {};
        return !!src && src !== before",
    );
    let picture = bench.picture();
    assert!(!picture.contains('飛'), "{picture}");

    // Of a picture no text is selected when it cannot be copied.
    bench.browser.ask(
        "navigator.clipboard.writeText = async () => { throw new Error('no'); };
        HTMLImageElement.prototype.decode = async () => { throw new Error('no'); }",
    );
    bench.click("#take-copy");
    bench.wait_for("#take-said", "download it instead");
    bench.choose("#take-format", "png");
    bench.picture();
    bench.click("#take-save");
    bench.wait_for("#take-said", "cannot make this picture");
    bench.done();

    // While the length is a bound the line is the shortest so far.
    bench.browser.ask(
        "const real = fetch;
        window.fetch = async (...asked) => {
            const text = await (await real(...asked)).text();
            return new Response(text.replace(/\"(searched|proved)\"/g, '\"bound\"'));
        }",
    );
    bench.click("#mirror");
    bench.settled();
    bench.click("#take");
    bench.written("kif");
    bench.wait_for("#take-said", "shortest mate found so far");
    bench.choose("#take-format", "bod");
    bench
        .browser
        .wait("return document.querySelector('#take-said').textContent === ''");
}
