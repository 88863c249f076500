//! `tsumi show`, `solve --html`, completions and the manual.
//!
//! The page is opened through chromedriver in headless Chromium (`TSUMI_CHROMIUM`, else
//! `chromium`): the board it draws is compared with our own.

use crate::browser::webdriver::Browser;
use crate::browser::{chromium, shown};
use crate::common::{NINE, run};
use serde_json::Value;
use shogi_core::PartialPosition;
use tsumi::formats::{sfen, usi};

fn temporary(name: &str) -> String {
    crate::common::fresh(name).display().to_string()
}

#[test]
fn show_draws_text_and_svg() {
    let (code, out, _) = run(&["show", NINE], "");
    assert_eq!(code, 0);
    assert!(out.contains("| ・ ・ ・ ・ ・ ・ 角 角v玉|四"), "{out}");
    let path = temporary("nine.svg");
    assert_eq!(run(&["show", NINE, "-o", &path], "").0, 0);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert_eq!(svg.matches("font-size=\"44\"").count(), 5);
    // The attacker's hand, and the other side's on request.
    assert!(svg.contains(">飛<") && svg.matches(">持<").count() == 1);
    run(&["show", NINE, "-o", &path, "--force", "--both-hands"], "");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.matches(">持<").count() == 2);
}

#[test]
#[cfg(not(feature = "png"))]
fn show_says_that_it_was_built_without_png() {
    for (lang, said) in [("en", "--features png"), ("ja", "PNG なし")] {
        let path = temporary("without.png");
        let (code, _, err) = run(&["show", NINE, "-o", &path, "--lang", lang], "");
        assert!(code == 2 && err.contains(said), "{err}");
        assert!(!std::path::Path::new(&path).exists());
    }
}

#[test]
fn completions_and_manual_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&["completions", shell], "");
        assert!(
            code == 0 && out.contains("convert") && out.contains("shortest"),
            "{shell}"
        );
    }
    let (code, out, _) = run(&["man"], "");
    assert!(
        code == 0 && out.starts_with(".ie") && out.contains(".SH \"TSUMI SOLVE\""),
        "{out}"
    );
    assert!(out.contains("shortest"));
}

/// A browser for a page. Where Chromium or chromedriver is missing there is none, which is said
/// on standard error, or fails the test where they are required.
fn browser_for(page: &str) -> Option<Browser> {
    // Two browsers cannot share a profile, and tests run side by side.
    Browser::open(&chromium()?, &format!("{page}.profile"))
}

/// The elements of a page, once its board is drawn.
fn elements_of(browser: &Browser, page: &str, link: &str) -> String {
    browser.go_to_solution(&format!("file://{page}{link}"));
    let elements = browser.ask("return document.documentElement.outerHTML");
    elements.as_str().unwrap().to_string()
}

/// The board in `dom` against our own.
fn compare(dom: &str, position: &PartialPosition, link: &str) {
    for (name, letters) in shown(position) {
        let (_, rest) = dom
            .split_once(&format!("data-square=\"{name}\""))
            .unwrap_or_else(|| panic!("{link}: {dom}"));
        let (button, _) = rest.split_once('>').unwrap();
        let piece = format!("data-piece=\"{letters}\"");
        assert!(button.contains(&piece), "{link} {name} {letters}: {button}");
    }
}

#[test]
fn the_page_plays_line_and_variation() {
    let page = temporary("nine.html");
    let (code, out, err) = run(
        &[
            "solve", NINE, "--html", &page, "--nodes", "1M", "--format", "usi",
        ],
        "",
    );
    assert_eq!(code, 0, "{err}");
    let line: Vec<&str> = out.trim().split(' ').skip(1).collect();
    let text = std::fs::read_to_string(&page).unwrap();
    // The page fetches nothing: its only addresses are a name space and the link to the bench.
    let fetched = text.replace("http://www.w3.org/2000/svg", "");
    let fetched = fetched.replace("href=\"http://localhost:8027/#", "");
    for outside in ["http://", "https://", "src=", "@DATA@", "@TITLE@"] {
        assert!(
            !fetched.contains(outside),
            "the page needs nothing else: {outside}"
        );
    }
    let Some(browser) = browser_for(&page) else {
        return;
    };
    let root = sfen::parse(NINE).unwrap().position;
    let mut after = root.clone();
    usi::replay(&mut after, line[0]).unwrap();
    let other = shogi_legality_lite::all_legal_moves_partial(&after)
        .into_iter()
        .map(|mv| usi::line(&[mv]))
        .find(|mv| mv != line[1])
        .unwrap();
    let variation = format!("{} {other}", line[0]);
    for (link, moves) in [
        ("#0".to_string(), String::new()),
        ("#4".to_string(), line[..4].join(" ")),
        (format!("#{}", line.len()), line.join(" ")),
        (format!("#2:{},{other}", line[0]), variation),
    ] {
        let mut position = root.clone();
        usi::replay(&mut position, &moves).unwrap();
        let dom = elements_of(&browser, &page, &link);
        compare(&dom, &position, &link);
        let mated = moves.split(' ').count() == line.len();
        assert_eq!(dom.contains(">Mate.</span>"), mated, "{link}");
    }
}

/// After the last move of the line only futile interpositions are left; a page answers them too.
#[test]
fn what_is_interposed_at_the_end_is_answered() {
    let page = temporary("futile.html");
    let two_rooks = "7k1/5RR2/9/9/9/9/9/9/9 b 2b4g4s4n3l18p 1";
    let (code, _, err) = run(&["solve", two_rooks, "--html", &page], "");
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(&page).unwrap();
    let (_, nodes) = text.split_once("\"nodes\":").unwrap();
    let nodes: Value = serde_json::Deserializer::from_str(nodes)
        .into_iter()
        .next()
        .unwrap()
        .unwrap();
    let defences = nodes[0][1].as_array().unwrap();
    assert_eq!(defences.len(), 6);
    for defence in defences {
        assert!(defence[1].as_i64().unwrap() > 0, "{defence}");
        assert_eq!(defence[2], 2, "it is taken with mate");
    }
}

const NO_MATE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

#[test]
fn every_verdict_has_a_page() {
    for (lang, sfen, said) in [
        (
            "en",
            NO_MATE,
            ["<html lang=\"en\">", "<p>no mate</p>", "G-1b Kx1b"],
        ),
        (
            "ja",
            NO_MATE,
            ["<html lang=\"ja\">", "<p>不詰</p>", "▲１二金 △同玉"],
        ),
        // A defender who is to move and escapes.
        (
            "ja",
            "8k/8P/9/9/9/9/9/9/9 w 2r2b4g4s4n4l17p 1",
            ["<html lang=\"ja\">", "不詰", "\"reply\":0"],
        ),
    ] {
        let page = temporary("none.html");
        let (code, _, err) = run(&["solve", sfen, "--html", &page, "--lang", lang], "");
        assert_eq!(code, 0, "{err}");
        let text = std::fs::read_to_string(&page).unwrap();
        for said in said {
            assert!(text.contains(said), "{said}: {text}");
        }
    }
    let page = temporary("open.html");
    let zuko = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/zuko.sfen");
    let text = std::fs::read_to_string(zuko).unwrap();
    let hard = text.lines().find(|l| l.starts_with("zuko-100")).unwrap();
    let hard = hard.split('\t').nth(1).unwrap();
    let (code, ..) = run(&["solve", hard, "--html", &page, "--nodes", "1"], "");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(code == 1 && text.contains("unknown: "), "{text}");
}

/// The checks that last longest are listed; a page that lacks a part of the refutation says where it
/// ends.
#[test]
fn the_page_of_no_mate_says_where_it_ends() {
    const FAR: &str = "7gk/8p/5P2s/7P1/9/9/9/9/9 b BN2rb3g3s3n4l15p 1";
    let page = temporary("ends.html");
    let Some(browser) = browser_for(&page) else {
        return;
    };
    let args = ["solve", FAR, "--html", &page, "--format", "json"];
    let (code, out, err) = run(&args, "");
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    let start = elements_of(&browser, &page, "#0");
    for check in answer["refutation"].as_array().unwrap() {
        let listed = format!("data-move=\"{}\"", check["moves"][0].as_str().unwrap());
        assert_eq!(
            start.contains(&listed),
            check["twin_of"].is_null(),
            "{listed}"
        );
    }
    assert!(start.contains("the defender is never mated"), "{start}");
    // The same page without the nodes behind the second one.
    let text = std::fs::read_to_string(&page).unwrap();
    let (head, rest) = text.split_once("id=\"data\">").unwrap();
    let (data, tail) = rest.split_once("</script>").unwrap();
    let mut data: Value = serde_json::from_str(data).unwrap();
    data["escapes"].as_array_mut().unwrap().truncate(2);
    std::fs::write(&page, format!("{head}id=\"data\">{data}</script>{tail}")).unwrap();
    let pair = |node: usize, leads: &dyn Fn(u64) -> bool| {
        let checks = data["escapes"][node].as_array().unwrap().iter();
        let mut found = checks.filter(|check| leads(check[2].as_u64().unwrap()));
        let found = found.next().unwrap();
        [0, 1].map(|n| {
            let name = found[n].as_u64().unwrap() as usize;
            data["moves"][name][0].as_str().unwrap()
        })
    };
    let line = [pair(0, &|node| node == 1), pair(1, &|node| node > 1)].concat();
    let dom = elements_of(&browser, &page, &format!("#4:{}", line.join(",")));
    let mut position = sfen::parse(FAR).unwrap().position;
    usi::replay(&mut position, &line.join(" ")).unwrap();
    compare(&dom, &position, "after the cut");
    assert!(dom.contains("The page goes no further here."), "{dom}");
}

#[test]
fn a_folder_of_pages_has_an_index_and_names_the_authors() {
    let kif = "作品名：<初夏>\n作者：山田 太郎\n後手の持駒：飛二 角二 金二 銀四 桂四 香四 歩十七\n\
               ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
               | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n\
               先手の持駒：金二\n先手番\n";
    let folder = crate::common::folder("pages").display().to_string();
    let named = format!("{folder}/summer.kif");
    let index = format!("{folder}/index.kif");
    for path in [&named, &index] {
        std::fs::write(path, kif).unwrap();
    }
    let inputs = ["solve", &named, &index, NO_MATE, "--lang", "ja"];
    let (code, _, err) = run(&[&inputs[..], &["--html", &folder]].concat(), "");
    assert_eq!(code, 0, "{err}");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let list = read("index.html");
    assert!(list.starts_with("<!DOCTYPE html>\n<html lang=\"ja\">"));
    assert!(list.contains("&lt;初夏&gt;</a> <span class=\"small\">山田 太郎</span> 詰み：1手"));
    let links: Vec<&str> = list.split("href=\"").skip(1).collect();
    let links = links.iter().map(|l| l.split_once('"').unwrap().0);
    let pages: Vec<String> = links.map(read).collect();
    assert_eq!(pages.len(), 3);
    for page in &pages[..2] {
        assert!(page.contains("&lt;初夏&gt; <span class=\"small\">山田 太郎</span></h1>"));
        assert!(page.contains("\"author\":\"山田 太郎\""));
        assert!(page.contains("<html lang=\"ja\">"));
    }
    assert!(pages[2].contains("不詰"));
}

#[test]
fn the_page_speaks_as_records_do() {
    // 不成 where a piece could have promoted, 龍 for a dragon, bounds called bounds.
    let problem = "5R3/6pk1/6N2/6P2/7p1/7N1/9/9/9 b N2Pr2b4g4sn4l13p 1";
    let page = temporary("words.html");
    let (code, _, err) = run(
        &[
            "solve",
            problem,
            "--html",
            &page,
            "--shortest",
            "--lang",
            "ja",
        ],
        "",
    );
    assert_eq!(code, 0, "{err}");
    let Some(browser) = browser_for(&page) else {
        return;
    };
    let dom = elements_of(&browser, &page, "#1");
    assert!(dom.contains("▲２一飛不成"), "{dom}");
    assert!(dom.contains("4手以内"), "{dom}");
}
