//! The bench without a server: its files alone, and the engine as a WebAssembly module in workers.
//! Needs the module (`wasm/build`).

use super::compose::{composes, composes_by_keys, opens_and_takes_along, speaks_japanese};
use super::play::{attacks_in_vain, explores, solves};
use super::*;
use std::path::PathBuf;

/// Very long: its search runs until it is stopped.
const LONG: &str = "zuko-008";

impl Bench {
    /// The bench as files; none, with a word about it, where there is no browser or no module.
    fn of_files(name: &str, finger: bool) -> Option<Bench> {
        let address = files::serve()?;
        let browser = browser(name, finger)?;
        let bench = Bench {
            server: None,
            address,
            browser,
            finger,
        };
        bench.go("");
        Some(bench)
    }

    /// True when the page has loaded the module, and so has no other engine.
    fn has_module(&self) -> bool {
        let script = "return performance.getEntriesByType('resource')
            .some(entry => entry.name.endsWith('engine/worker.js'))";
        self.browser.ask(script) == true
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn a_composer_needs_no_server() {
    let Some(bench) = Bench::of_files("bench-module", false) else {
        return;
    };
    composes(&bench);
    assert!(bench.has_module());
}

#[test]
#[ignore = "long: about 10 s"]
fn a_phone_needs_no_server() {
    let Some(bench) = Bench::of_files("bench-module-phone", true) else {
        return;
    };
    composes(&bench);
    assert!(bench.has_module());
    explores(&bench);
    attacks_in_vain(&bench, 1);
    assert!(bench.has_module());
}

#[test]
#[ignore = "long: about 15 s"]
fn the_rest_needs_no_server() {
    let Some(bench) = Bench::of_files("bench-module-rest", false) else {
        return;
    };
    opens_and_takes_along(&bench);
    bench.click("#take-dialog .buttons button:last-child");
    bench.click("#new");
    composes_by_keys(&bench);
    solves(&bench);
    bench.click("#tab-compose");
    speaks_japanese(&bench);
    assert!(bench.has_module());
}

/// Another position ends the search for the last one at once, and is answered soon.
#[test]
#[ignore = "long: about 5 s"]
fn a_change_stops_the_search_in_the_page() {
    let Some(bench) = Bench::of_files("bench-module-stop", false) else {
        return;
    };
    let file = PathBuf::from(repository("problems/zuko.sfen"));
    let problems = read_input(&Input::File(file), &ReadOptions::default());
    let long = problems.map(Result::unwrap).find(|p| p.id == LONG).unwrap();
    bench.wait_for("#verdict", "Not a problem yet");
    // When each search ended in its worker, and how many workers had to be ended.
    bench.browser.ask(
        "const { postMessage, terminate } = Worker.prototype;
        window.ends = [];
        window.terminated = 0;
        Worker.prototype.postMessage = function (message) {
            if (message.method === 'analyse') this.addEventListener('message', ({ data }) => {
                if (data.id === message.id && data.event === 'done')
                    window.ends.push([performance.now(), data.stopped]);
            });
            postMessage.call(this, message);
        };
        Worker.prototype.terminate = function () {
            window.terminated += 1;
            terminate.call(this);
        };",
    );
    let change = |sfen: &str| {
        let hash = sfen.replace(' ', "_");
        bench.browser.ask(&format!(
            "window.began = performance.now(); location.hash = '{hash}'"
        ));
    };
    change(&long.sfen());
    bench.browser.wait(
        "return document.querySelector('#answer').dataset.phase === 'searching'
            && performance.now() - window.began > 1000",
    );
    assert_eq!(bench.browser.ask("return window.ends.length"), 0);
    change(THREE);
    bench.settled();
    assert_eq!(bench.text("#verdict"), "Mate");
    let took = |what: &str| {
        let took = bench.browser.ask(&format!("return {what} - window.began"));
        took.as_f64().unwrap()
    };
    let answered = took("performance.now()");
    assert!(answered < 5000.0, "answered after {answered} ms");
    assert_eq!(bench.browser.ask("return window.ends[0][1]"), true);
    let stopped = took("window.ends[0][0]");
    println!("stopped after {stopped} ms");
    assert!(stopped < 1000.0, "stopped after {stopped} ms");
    // The worker that was stopped has the next search but one.
    assert_eq!(bench.browser.ask("return window.terminated"), 0);
}

/// Many small questions at once have a worker each; when they are answered two are kept.
#[test]
#[ignore = "long: about 5 s"]
fn workers_without_work_are_few() {
    let Some(bench) = Bench::of_files("bench-module-few", false) else {
        return;
    };
    bench.go(THREE);
    bench.settled();
    bench.browser.ask(
        "const { postMessage, terminate } = Worker.prototype;
        window.workers = new Set();
        window.most = 0;
        Worker.prototype.postMessage = function (message) {
            workers.add(this);
            window.most = Math.max(most, workers.size);
            postMessage.call(this, message);
        };
        Worker.prototype.terminate = function () {
            workers.delete(this);
            terminate.call(this);
        };",
    );
    bench.click("#tab-explore");
    bench.wait_for("#moves", "G*2c");
    // The legal moves of each position of the line are asked for.
    bench.browser.ask(
        "const forward = document.querySelector('#tools-explore [data-label=forward]');
        for (let ply = 0; ply < 3; ply++) forward.click();",
    );
    bench
        .browser
        .wait("return window.most > 2 && window.workers.size <= 2");
    bench.wait_for("#said", "Mate");
}
