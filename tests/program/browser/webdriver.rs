//! A browser that is clicked on: as much of the WebDriver protocol (W3C 2018) as the
//! tests need, spoken with chromedriver over a plain socket.

use super::chromedriver::Driver;
use crate::common::{PATIENCE, body_length, starts};
use serde_json::{Value, json};
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// Under this key an element is named in answers (section 11 of the protocol).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A session; browser and driver end with it.
pub struct Browser {
    driver: Driver,
    session: String,
}

impl Browser {
    /// Starts chromedriver (`TSUMI_CHROMEDRIVER`, else `chromedriver`) and a headless
    /// browser of its own profile; none, with a word about it, where there is no driver.
    pub fn open(chromium: &str, profile: &str) -> Option<Browser> {
        Browser::start(chromium, profile, &json!({}))
    }

    /// The same as a phone has it: 390 points wide, and touched.
    pub fn open_phone(chromium: &str, profile: &str) -> Option<Browser> {
        let metrics = json!({"width": 390, "height": 844, "pixelRatio": 2, "touch": true});
        let phone = json!({"mobileEmulation": {"deviceMetrics": metrics}});
        Browser::start(chromium, profile, &phone)
    }

    /// `more` are options of Chromium besides the usual ones.
    fn start(chromium: &str, profile: &str, more: &Value) -> Option<Browser> {
        let name = std::env::var("TSUMI_CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
        if !starts(&name, &["--version"]) {
            return None;
        }
        let log = Path::new(profile).with_extension("driver.log");
        let driver = Driver::start(&name, &log).unwrap_or_else(|said| panic!("{said}"));
        let mut browser = Browser {
            driver,
            session: String::new(),
        };
        let binary = which(chromium);
        let mut options = json!({
            "binary": binary,
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update",
                "--lang=en", "--window-size=1000,900", format!("--user-data-dir={profile}")],
        });
        for (key, value) in more.as_object().unwrap() {
            options[key] = value.clone();
        }
        let wanted = json!({"alwaysMatch": {"goog:chromeOptions": options}});
        let session = browser.call("POST", "/session", &json!({ "capabilities": wanted }));
        browser.session = session["sessionId"].as_str().unwrap().to_string();
        Some(browser)
    }

    /// A request and the `value` of its answer.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.send(method, path, body).unwrap();
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let mut stream = TcpStream::connect(("127.0.0.1", self.driver.port))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\r\n{body}",
            self.driver.port,
            body.len()
        )?;
        let mut answer = BufReader::new(stream);
        let mut bytes = vec![0; body_length(&mut answer)?];
        answer.read_exact(&mut bytes)?;
        let mut answer: Value = serde_json::from_slice(&bytes)?;
        Ok(answer["value"].take())
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.call("POST", &format!("/session/{}/{path}", self.session), &body)
    }

    /// Goes to an address.
    pub fn go(&self, url: &str) {
        self.post("url", json!({ "url": url }));
    }

    /// A command of Chromium's own protocol, which sets up what WebDriver has no word for.
    pub fn emulate(&self, command: &str, params: Value) {
        let body = json!({"cmd": command, "params": params});
        self.post("goog/cdp/execute", body);
    }

    /// Goes to a place in the page of a solution, and waits until its board is drawn.
    pub fn go_to_solution(&self, url: &str) {
        // Another hash alone would not load the page again.
        self.go("about:blank");
        self.go(url);
        self.wait("return document.querySelector('#board').dataset.sfen");
    }

    /// The tab that is shown.
    pub fn tab(&self) -> String {
        let path = format!("/session/{}/window", self.session);
        let tab = self.call("GET", &path, &Value::Null);
        tab.as_str().unwrap().to_string()
    }

    /// Opens another tab and shows it.
    pub fn new_tab(&self) -> String {
        let tab = self.post("window/new", json!({"type": "tab"}));
        let tab = tab["handle"].as_str().unwrap().to_string();
        self.show_tab(&tab);
        tab
    }

    pub fn show_tab(&self, tab: &str) {
        self.post("window", json!({ "handle": tab }));
    }

    /// Closes the tab that is shown.
    pub fn close_tab(&self) {
        let path = format!("/session/{}/window", self.session);
        self.call("DELETE", &path, &Value::Null);
    }

    fn element(&self, css: &str) -> String {
        let found = self.post("element", json!({"using": "css selector", "value": css}));
        found[ELEMENT].as_str().unwrap().to_string()
    }

    /// Clicks where the element is, as a hand would: one that is hidden or covered
    /// is an error.
    pub fn click(&self, css: &str) {
        let element = self.element(css);
        self.post(&format!("element/{element}/click"), json!({}));
    }

    /// Types keys into an element; special keys are private characters, such as
    /// U+E014 for the right arrow (section 17.4.2).
    pub fn keys(&self, css: &str, text: &str) {
        let element = self.element(css);
        self.post(&format!("element/{element}/value"), json!({ "text": text }));
    }

    /// Presses keys one after the other where the focus is. `hold` are keys that are held
    /// down meanwhile, such as U+E009 for Control.
    pub fn press(&self, hold: &str, keys: &str) {
        let key = |kind: &str, key: char| json!({"type": kind, "value": key.to_string()});
        let mut actions: Vec<Value> = hold.chars().map(|c| key("keyDown", c)).collect();
        for c in keys.chars() {
            actions.extend([key("keyDown", c), key("keyUp", c)]);
        }
        actions.extend(hold.chars().map(|c| key("keyUp", c)));
        let source = json!({"type": "key", "id": "keys", "actions": actions});
        self.post("actions", json!({ "actions": [source] }));
    }

    /// Drags one element onto another, with the mouse or, on a phone, with a finger.
    pub fn drag(&self, from: &str, to: &str, finger: bool) {
        let goes = |css: &str, ms: u32| {
            let origin = json!({ELEMENT: self.element(css)});
            json!({"type": "pointerMove", "duration": ms, "origin": origin, "x": 0, "y": 0})
        };
        let kind = if finger { "touch" } else { "mouse" };
        let actions = [
            goes(from, 0),
            json!({"type": "pointerDown", "button": 0}),
            goes(to, 100),
            json!({"type": "pointerUp", "button": 0}),
        ];
        let source = json!({"type": "pointer", "id": kind, "actions": actions,
            "parameters": {"pointerType": kind}});
        self.post("actions", json!({ "actions": [source] }));
    }

    /// Drags one element onto another with a finger that is lifted while it moves, and soon taps others.
    pub fn fling_and_tap(&self, from: &str, to: &str, taps: &[&str]) {
        let goes = |css: &str, ms: u32| {
            let origin = json!({ELEMENT: self.element(css)});
            json!({"type": "pointerMove", "duration": ms, "origin": origin, "x": 0, "y": 0})
        };
        let down = || json!({"type": "pointerDown", "button": 0});
        let up = || json!({"type": "pointerUp", "button": 0});
        let mut actions = vec![goes(from, 0), down(), goes(to, 40), up()];
        for tap in taps {
            let pause = json!({"type": "pause", "duration": 150});
            actions.extend([pause, goes(tap, 0), down(), up()]);
        }
        let source = json!({"type": "pointer", "id": "touch", "actions": actions,
            "parameters": {"pointerType": "touch"}});
        self.post("actions", json!({ "actions": [source] }));
    }

    /// Waits until a script returns what counts as true.
    pub fn wait(&self, script: &str) -> Value {
        let start = Instant::now();
        loop {
            let seen = self.ask(script);
            if !matches!(seen, Value::Null | Value::Bool(false)) {
                return seen;
            }
            assert!(start.elapsed() < PATIENCE, "never: {script}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What a script returns.
    pub fn ask(&self, script: &str) -> Value {
        self.post("execute/sync", json!({"script": script, "args": []}))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Also after a failed assertion: nothing may stay behind, and nothing panic here.
        if !self.session.is_empty() {
            let _ = self.send(
                "DELETE",
                &format!("/session/{}", self.session),
                &Value::Null,
            );
        }
    }
}

/// The place of a program on the path; chromedriver wants a file.
fn which(name: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .map_or(name.to_string(), |file| file.display().to_string())
}
