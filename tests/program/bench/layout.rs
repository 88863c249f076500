//! While a search runs nothing that is being read moves.

use super::*;
use serde_json::json;

/// Zuko 8, which is searched for as long as it is let.
const LONG: &str = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8_b_GP3sn13p";

/// The sum of the layout shifts that the browser saw, and where they were; and everything that was
/// drawn and then stood elsewhere on the page.
const WATCH: &str = "
    window.shifts = [];
    window.moved = [];
    window.tops = {};
    window.watching = true;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
            shifts.push([value, sources.map(({ node }) => node?.id || node?.className || node?.nodeName)]);
    }).observe({ type: 'layout-shift' });
    const look = () => {
        if (!watching) return;
        for (const id of ['facts', 'main-line', 'findings', 'bar']) {
            const part = document.getElementById(id);
            if (id !== 'bar' && !part.firstChild) continue;
            const top = Math.round(part.getBoundingClientRect().top + scrollY);
            if (id in tops && tops[id] !== top) moved.push([id, tops[id], top]);
            tops[id] = top;
        }
        requestAnimationFrame(look);
    };
    document.querySelector('.side').scrollIntoView();
    // What the last problem said gives way to what this one says.
    setTimeout(look, 100);";

impl Bench {
    /// Searches a problem until everything is known, or for some seconds, and watches the page.
    fn stands_still(&self, problem: &str) {
        self.go("9/9/9/9/9/9/9/9/9_b_-");
        self.wait_for("#verdict", "Not a problem yet");
        self.browser.ask(WATCH);
        self.browser.ask(&format!(
            "window.began = performance.now(); location.hash = '{problem}'"
        ));
        self.browser.wait(
            "const { phase } = document.querySelector('#answer').dataset;
            return phase === 'done' || (phase === 'searching' && performance.now() - window.began > 4000)",
        );
        let seen = self
            .browser
            .ask("window.watching = false; return [shifts, moved]");
        assert_eq!(seen[1], json!([]), "{problem}");
        let shifts = seen[0].as_array().unwrap().iter();
        let sum: f64 = shifts.map(|shift| shift[0].as_f64().unwrap()).sum();
        println!("{problem}: {sum}");
        assert!(sum < 0.001, "{problem}: {seen}");
    }
}

fn nothing_jumps(bench: &Bench) {
    for problem in [COOKED, &NINE.replace(' ', "_"), LONG] {
        bench.stands_still(problem);
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn nothing_jumps_while_it_searches() {
    if let Some(bench) = Bench::open("bench-still", false) {
        nothing_jumps(&bench);
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn nothing_jumps_on_a_phone() {
    if let Some(bench) = Bench::open("bench-still-phone", true) {
        nothing_jumps(&bench);
    }
}

/// On the narrowest phones the name of the other language has one line, and all buttons of the head have
/// room.
#[test]
#[ignore = "long: about 5 s"]
fn the_head_fits_a_narrow_phone() {
    let Some(bench) = Bench::open("bench-narrow", false) else {
        return;
    };
    let metrics = json!({"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": true});
    let set = "Emulation.setDeviceMetricsOverride";
    bench.browser.emulate(set, metrics);
    for _ in ["English", "Japanese"] {
        bench.layout();
        let lines = bench.browser.ask(
            "const word = document.createRange();
            word.selectNodeContents(document.querySelector('#language'));
            return new Set([...word.getClientRects()].map((line) => line.top)).size",
        );
        assert_eq!(lines, 1);
        bench.click("#language");
    }
}

/// On paper nothing can be unfolded, so nothing is folded up.
#[test]
#[ignore = "long: about 5 s"]
fn what_is_folded_up_is_printed() {
    let Some(bench) = Bench::open("bench-print", false) else {
        return;
    };
    bench.go(&NINE.replace(' ', "_"));
    bench.settled();
    bench.click("#tab-explore");
    bench
        .browser
        .wait("return document.querySelector('#variations details:not([open]) li') !== null");
    let folded = |seen: bool| {
        let found = bench.browser.ask(
            "const items = [...document.querySelectorAll('#variations details:not([open]) li')];
            return [...new Set(items.map((item) => item.checkVisibility()))]",
        );
        assert_eq!(found, json!([seen]));
    };
    folded(false);
    let print = json!({"media": "print"});
    bench.browser.emulate("Emulation.setEmulatedMedia", print);
    folded(true);
}
