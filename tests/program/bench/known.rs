//! What the page says is known: of which line a length is, what stays when it is searched again, what
//! an error means; and that a new title or a key changes nothing of it.

use super::*;

/// From here on answers are said to be open while `window.opened` is true, and questions of a method wait
/// for ever while it is `window.held`. `window.asked` has the texts of all requests.
const WATCH: &str = "
    const real = window.fetch;
    window.opened = true;
    window.held = null;
    window.asked = [];
    window.fetch = async (url, options) => {
        asked.push(options.body);
        if (held && options.body.includes(`\"${held}\"`)) {
            const { signal } = options;
            return new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)));
        }
        const response = await real(url, options);
        if (!opened) return response;
        return new Response((await response.text()).replaceAll('\"settled\":true', '\"settled\":false'));
    }";

impl Bench {
    /// Goes to a position, whose answer stays open.
    fn left_open(&self, position: &str) {
        self.go("9/9/9/9/9/9/9/9/9_b_-");
        self.wait_for("#verdict", "Not a problem yet");
        self.browser.ask(WATCH);
        self.browser.ask(&format!("location.hash = '{position}'"));
        self.wait_for("#stage", "partly open");
    }

    fn wait_until_hidden(&self, css: &str, hidden: bool) {
        let script = format!("return document.querySelector('{css}').hidden === {hidden}");
        self.browser.wait(&script);
    }
}

/// The length that was known of one line is not said of another one.
#[test]
#[ignore = "long: about 5 s"]
fn a_length_is_that_of_the_line_on_the_board() {
    let Some(bench) = Bench::open("bench-lengths", false) else {
        return;
    };
    bench.go(COOKED);
    bench.settled();
    bench.click("#tab-explore");
    bench.click("#tools-explore [data-label=forward]");
    bench.wait_for("#variations-heading", "Other defences");
    bench.click("#variations [data-ply=\"2\"] .move");
    bench.wait_for("#said", "To the mate");
    bench.click("#tab-compose");
    bench.click("#findings [data-status=\"cooked\"] .link");
    bench.wait_for("#moves [aria-current]", "S*2b");
    bench.wait_for("#said", "Play any move");
}

/// Of a bound nothing is left at least once moves are played, and off the main line of a solution the
/// longest defence counts.
#[test]
#[ignore = "long: about 3 s"]
fn bounds_hold_after_every_move() {
    let Some(bench) = Bench::open("bench-bounds", false) else {
        return;
    };
    let left = bench.browser.ask(
        "return import('/marks.js').then(({ rest }) => [
            rest({ lower: 9, upper: 13, state: 'bound' }, 0).lower,
            rest({ lower: 9, upper: 13, state: 'bound' }, 4),
            rest({ lower: 9, upper: 9, state: 'proved' }, 4),
        ])",
    );
    let bound = serde_json::json!({"lower": 1, "upper": 9, "state": "bound"});
    let exact = serde_json::json!({"lower": 5, "upper": 5, "state": "proved"});
    assert_eq!(left, serde_json::json!([9, bound, exact]));
    // After the attacker's move the defences are a shorter one, which is on the line, and longer ones.
    let longest = |last: &str| {
        bench.browser.ask(&format!(
            "const contents = {{
                sfen: '7k1/9/9/9/9/9/9/9/9 b G 1', attacker: 'b', language: 'en', verdict: {{}}, length: null,
                moves: [['G*2b', '', ''], ['2a1b', '', ''], ['2a2b', '', ''], ['2a3b', '', '']], line: [],
                nodes: [[0, [[1, -1, 2], [2, -1, 6], [3, -1, {last}]]]],
            }};
            return import('/book.js').then(async ({{ Book }}) => {{
                const book = new Book(contents);
                for await (const event of book.ask({{ method: 'reply', sfen: book.root, move: 'G*2b' }}))
                    if (event.event === 'reply') return event.conventional;
            }})"
        ))
    };
    assert_eq!(longest("4")["upper"], 6);
    assert!(longest("null").is_null());
}

/// With a king on either side the attacker is the one of the problem, whoever is to move.
#[test]
#[ignore = "long: about 5 s"]
fn a_problem_with_two_kings_is_walked_through() {
    let Some(bench) = Bench::open("bench-two-kings", false) else {
        return;
    };
    bench.go(&THREE.replace("/9_b", "/K8_b"));
    bench.settled();
    bench.click("#tab-explore");
    for left in ["3 plies", "2 plies", "1 ply"] {
        bench.wait_for("#said", "To the mate");
        bench.wait_for("#said-mark", left);
        // What is legal here has been said by now.
        bench
            .browser
            .wait("return new Promise(done => setTimeout(() => done(true), 200))");
        assert!(bench.text("#said").starts_with("To the mate"));
        bench.click("#tools-explore [data-label=forward]");
    }
    bench.wait_for("#said", "Mate.");
}

/// Where the defender begins and escapes, the checks come after his reply.
#[test]
#[ignore = "long: about 5 s"]
fn a_refutation_begins_with_the_reply() {
    let Some(bench) = Bench::open("bench-reply", false) else {
        return;
    };
    bench.go("7nk/8G/9/9/9/9/9/9/9_w_P2r2b3g4s3n4l17p");
    bench.settled();
    assert_eq!(bench.text("#verdict"), "No mate");
    let reply = bench.text("#findings .finding-list li");
    let first = "#moves li:nth-child(2)";
    bench.click("#findings .link");
    bench.wait_for(first, &reply);
    let stands_at = |at: usize| {
        let item = format!("#moves li:nth-child({}) [aria-current]", at + 1);
        let stands = format!("return document.querySelector('{item}') !== null");
        bench.browser.wait(&stands);
    };
    stands_at(3);
    // The same from the list beside the board.
    bench.click("#to-main");
    bench.click("#tools-explore [data-label=last]");
    bench.click("#misses [data-ply=\"2\"] .move");
    stands_at(2);
    bench.wait_for(first, &reply);
}

/// A new title leaves the search alone, and the moves of somebody who solves.
#[test]
#[ignore = "long: about 5 s"]
fn a_title_changes_nothing_else() {
    let Some(bench) = Bench::open("bench-title", false) else {
        return;
    };
    bench.left_open(THREE);
    bench.click("#tab-solve");
    bench.play("S*3b");
    bench.wait_for("#solve-said", "S*3b: right");
    let moves = bench.text("#solve-moves");
    bench.click("#list");
    bench.browser.ask(
        "const input = document.querySelector('#title-input');
        input.value = 'Three';
        input.dispatchEvent(new Event('change'));
        document.querySelector('#list-dialog').close()",
    );
    bench.wait_for("#problem-title", "Three");
    assert_eq!(bench.text("#solve-moves"), moves);
    let searches = "return asked.filter(text => text.includes('\"analyse\"')).length";
    assert_eq!(bench.browser.ask(searches), 1);
    // Nor do the keys that walk through a line.
    let before = bench.shown_sfen();
    bench.browser.press("", &format!(",{END}"));
    bench.play("G*2c");
    bench.wait_for("#solve-said", "Solved");
    assert_ne!(bench.shown_sfen(), before);
}

/// A search that ended with something open can be begun again, and what it found stays meanwhile.
#[test]
#[ignore = "long: about 5 s"]
fn what_is_known_stays_while_it_is_searched_again() {
    let Some(bench) = Bench::open("bench-on", false) else {
        return;
    };
    bench.left_open(THREE);
    let grade = bench.text("#grade");
    bench.browser.ask("window.held = 'analyse'");
    bench.click("#go-on");
    bench.wait_until_hidden("#stop", false);
    assert_eq!(bench.text("#verdict"), "Mate");
    assert!(bench.text("#main-line").contains("S*3b"));
    assert_eq!(bench.text("#grade"), grade);
    bench.click("#stop");
    bench
        .browser
        .ask("window.held = null; window.opened = false");
    bench.click("#go-on");
    bench.settled();
    assert_eq!(bench.text("#grade"), grade);

    // Along the line of the lists, too.
    bench.browser.ask("window.opened = true");
    bench.click("#tab-explore");
    bench.wait_until_hidden("#search-on", false);
    assert_eq!(bench.text("#misses-heading"), "Other checks");
    bench
        .browser
        .ask("window.opened = false; window.asked = []");
    bench.click("#search-on");
    bench.wait_for("#misses-heading", "Other checks");
    bench.wait_until_hidden("#search-on", true);
    let limits = "return asked.map(text => JSON.parse(text).limits?.seconds)";
    assert_eq!(bench.browser.ask(limits), serde_json::json!([null, null]));
}

/// That the engine is busy says nothing of the problem.
#[test]
#[ignore = "long: about 3 s"]
fn an_error_of_the_engine_is_none_of_the_problem() {
    let Some(bench) = Bench::open("bench-busy", false) else {
        return;
    };
    bench.wait_for("#verdict", "Not a problem yet");
    bench.browser.ask(
        "const real = window.fetch;
        window.fetch = (url, options) => {
            if (!options.body.includes('\"analyse\"')) return real(url, options);
            const message = { en: 'too many', ja: '満員' };
            return Promise.resolve(new Response(JSON.stringify({ event: 'error', code: 'busy', message, hint: null })));
        }",
    );
    bench.browser.ask(&format!("location.hash = '{THREE}'"));
    bench.wait_for("#findings", "too many");
    assert_eq!(bench.text("#verdict"), "This cannot be solved now.");
}
