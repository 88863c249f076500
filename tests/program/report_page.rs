//! The page of `tsumi report --html` in headless Chromium.

use crate::browser;
use crate::common::{MATE, folder, text, tsumi};
use std::path::Path;
use std::process::{Command, Output};

/// Runs Chromium without anything that reaches out of this machine.
fn chromium(name: &str, dir: &Path, args: &[&str], page: &Path) -> Output {
    Command::new(name)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
        ])
        .args(["--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .args(args)
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap()
}

#[test]
fn the_page_opens_and_its_table_sorts() {
    let Some(name) = browser::chromium() else {
        return;
    };
    let dir = folder("verify-page");
    let collection = dir.join("c.sfen");
    std::fs::write(&collection, format!("b\t{MATE}\t3\na\t{MATE}\t1\n")).unwrap();
    let (report, page) = (dir.join("r.jsonl"), dir.join("p.html"));
    tsumi()
        .args(["verify", text(&collection), "--report", text(&report)])
        .output()
        .unwrap();
    tsumi()
        .args(["report", text(&report), "--html", text(&page)])
        .output()
        .unwrap();
    // The same page with a click on the head of the first column at its end.
    let written = std::fs::read_to_string(&page).unwrap();
    let clicked = dir.join("clicked.html");
    let click = "<script>document.querySelector('th[data-s]').click()</script></body>";
    std::fs::write(&clicked, written.replace("</body>", click)).unwrap();

    let order = |page: &Path| {
        let output = chromium(&name, &dir, &["--dump-dom"], page);
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            dom.contains("<html lang=\"en\" class=\"js\""),
            "no script ran: {dom}"
        );
        assert_eq!(dom.matches("<svg ").count(), 2);
        let at = |link: &str| dom.find(link).expect("a row for each problem");
        at("#p0\">b</a>") < at("#p1\">a</a>")
    };
    assert!(order(&page));
    assert!(!order(&clicked), "sorted by name: a before b");
    let picture = dir.join("page.png");
    let shot = format!("--screenshot={}", text(&picture));
    chromium(&name, &dir, &[&shot, "--window-size=1000,900"], &page);
    assert!(std::fs::metadata(&picture).unwrap().len() > 10_000);
}
