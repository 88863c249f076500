//! `tsumi serve`, used and attacked.

use super::common::{MATE, NINE, PATIENCE, tsumi, wait_until};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A problem of 1525 plies (ミクロコスモス), which takes minutes.
const LONG: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// A search for it without a limit.
fn endless() -> Value {
    json!({"method": "analyse", "sfen": LONG, "limits": {"seconds": null}})
}

/// A running server, which ends with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(threads: &str) -> Server {
        Server::of(Command::new(tsumi().get_program()), threads)
    }

    /// The server that a command line begins.
    fn of(mut command: Command, threads: &str) -> Server {
        let mut child = command
            .args([
                "serve",
                "--port",
                "0",
                "--memory",
                "64M",
                "--threads",
                threads,
            ])
            .args(["--lang", "en"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let port = line
            .split("localhost:")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let port = port.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Server { child, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The answer to what is sent as it is: its status and all of its text.
    fn raw(&self, request: impl AsRef<[u8]>) -> (u16, String) {
        let mut stream = self.connect();
        // A server that refuses what is too large may not read all of it.
        let _ = stream.write_all(request.as_ref());
        answer_of(&mut stream)
    }

    /// A request of the interface with some headers.
    fn text(&self, headers: &str, body: &str) -> String {
        format!(
            "POST /api/1 HTTP/1.1\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            body.len()
        )
    }

    /// The headers that a program sends.
    fn usual(&self) -> String {
        format!(
            "Host: localhost:{}\r\nContent-Type: application/json\r\n",
            self.port
        )
    }

    /// A connection on which a request of the interface was sent.
    fn begin(&self, request: &Value) -> BufReader<TcpStream> {
        let mut stream = self.connect();
        let text = self.text(&self.usual(), &request.to_string());
        stream.write_all(text.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line).unwrap();
        }
        reader
    }

    /// The events of a request.
    fn ask(&self, request: &Value) -> Vec<Value> {
        let lines = self.begin(request).lines();
        lines
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
            .collect()
    }

    /// Searches without a limit, so that this number of searchers is at work.
    fn occupied(&self, searchers: usize) -> Vec<BufReader<TcpStream>> {
        let begin = |_| {
            let mut searching = self.begin(&endless());
            assert_eq!(next(&mut searching)["event"], "progress");
            searching
        };
        (0..searchers).map(begin).collect()
    }

    /// The status of a request with these headers for who asks.
    fn status(&self, headers: &str) -> u16 {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        self.raw(self.text(&headers, r#"{"method": "hello"}"#)).0
    }

    fn works(&self) {
        assert!(self.finds_the_mate());
    }

    /// False when too many wait already.
    fn finds_the_mate(&self) -> bool {
        let events = self.ask(&json!({"method": "analyse", "sfen": MATE}));
        let last = events.last().unwrap();
        if last["code"] == "busy" {
            return false;
        }
        let mate = |event: &Value| event["event"] == "answer" && event["verdict"] == "mate";
        assert!(events.iter().any(mate), "{events:?}");
        assert_eq!(last["event"], "done");
        true
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer_of(stream: &mut TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|n| n.parse().ok());
    (status.unwrap_or(0), text)
}

/// The next event of a stream.
fn next(reader: &mut BufReader<TcpStream>) -> Value {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap()
}

#[test]
fn the_page_and_the_interface() {
    let server = Server::start("2");
    let host = format!("Host: localhost:{}", server.port);
    for path in ["/", "/index.html", "/?sfen=9/9"] {
        let (status, text) = server.raw(format!("GET {path} HTTP/1.1\r\n{host}\r\n\r\n"));
        assert_eq!(status, 200);
        for part in [
            "Content-Type: text/html; charset=utf-8",
            "Content-Security-Policy: default-src 'self'; ",
            "frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff",
            "<!doctype html>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let (status, text) = server.raw(format!("HEAD {path} HTTP/1.1\r\n{host}\r\n\r\n"));
        assert!(status == 200 && text.ends_with("\r\n\r\n"));
    }
    let events = server.ask(&json!({"method": "hello"}));
    assert_eq!(events[0]["threads"], 2);
    assert_eq!(events[0]["memory"], 64 << 20);
    let events = server.ask(&json!({"method": "analyse", "sfen": NINE}));
    assert_eq!(events[0]["conventional"]["upper"], 9);
    let events = server.ask(&json!({"method": "analyse", "sfen": 9}));
    assert_eq!(
        (&events[0]["event"], &events[0]["code"]),
        (&json!("error"), &json!("request"))
    );
    server.works();
}

#[test]
fn other_sites_are_refused() {
    let server = Server::start("1");
    let port = server.port;
    for headers in [
        format!("Host: localhost:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}\r\n"),
        format!("Host: [::1]:{port}\r\n"),
        format!("host: LOCALHOST:{port}\r\nOrigin: http://localhost:{port}\r\n"),
    ] {
        assert_eq!(server.status(&headers), 200, "{headers}");
    }
    for host in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        "localhost".to_string(),
        format!("localhost:{}", port ^ 1),
        format!("127.0.0.1.nip.io:{port}"),
        format!("192.168.0.1:{port}"),
    ] {
        assert_eq!(server.status(&format!("Host: {host}\r\n")), 403, "{host}");
        let page = server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(page.0, 403, "{host}");
    }
    for origin in [
        "null".to_string(),
        "http://evil.example".to_string(),
        format!("http://evil.example:{port}"),
        format!("https://localhost:{port}"),
        "http://localhost".to_string(),
        format!("http://localhost:{port}.evil.example"),
        format!("http://localhost:{port}/"),
        String::new(),
    ] {
        let headers = format!("Host: localhost:{port}\r\nOrigin: {origin}\r\n");
        assert_eq!(server.status(&headers), 403, "{origin}");
    }
    let twice = format!("Host: localhost:{port}\r\n");
    assert_eq!(server.status(&twice.repeat(2)), 400);
    assert_eq!(server.status(""), 400, "no host");
    // A page of another site asks first whether it may; nothing in the answer allows it.
    let (status, text) = server.raw(format!(
        "OPTIONS /api/1 HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://evil.example\r\n\
         Access-Control-Request-Method: POST\r\n\r\n"
    ));
    assert_eq!(status, 403);
    assert!(!text.to_ascii_lowercase().contains("access-control"));
    server.works();
}

#[test]
fn methods_paths_sizes_and_kinds() {
    let server = Server::start("1");
    let host = format!("Host: localhost:{}\r\n", server.port);
    let usual = server.usual();
    for (first, status) in [
        ("GET /api/1 HTTP/1.1", 405),
        ("PUT /api/1 HTTP/1.1", 405),
        ("DELETE / HTTP/1.1", 405),
        ("POST / HTTP/1.1", 405),
        ("GET /api/2 HTTP/1.1", 404),
        ("GET /api/1/ HTTP/1.1", 404),
        ("GET /../Cargo.toml HTTP/1.1", 404),
        ("GET /..%2fCargo.toml HTTP/1.1", 404),
        ("GET /etc/passwd HTTP/1.1", 404),
        ("GET //etc/passwd HTTP/1.1", 404),
        ("GET /README.md HTTP/1.1", 404),
        ("GET http://evil.example/ HTTP/1.1", 404),
        ("GET / HTTP/9.9", 400),
        ("GET /", 400),
        ("\u{1}\u{2}\u{3}", 400),
        ("PRI * HTTP/2.0", 400),
    ] {
        let (got, text) = server.raw(format!("{first}\r\n{host}\r\n"));
        assert_eq!(got, status, "{first}");
        assert!(
            text.contains("\"event\":\"error\",\"code\":\"refused\""),
            "{text}"
        );
    }
    for (headers, status) in [
        (format!("{host}Content-Type: text/plain\r\n"), 415),
        (host.clone(), 415),
        (format!("{usual}Transfer-Encoding: chunked\r\n"), 400),
        (format!("{usual}Content-Length: 7\r\n"), 400),
        (format!("{usual}X: {}\r\n", "x".repeat(20_000)), 431),
        (format!("{usual}{}", "X: y\r\n".repeat(100)), 431),
    ] {
        let (got, _) = server.raw(server.text(&headers, r#"{"method": "hello"}"#));
        assert_eq!(got, status, "{}", &headers[..headers.len().min(200)]);
    }
    for length in ["16777217", "99999999999999999999999999"] {
        let head = format!("POST /api/1 HTTP/1.1\r\n{usual}Content-Length: {length}\r\n\r\n");
        assert_eq!(server.raw(head).0, 413);
    }
    let head = format!("POST /api/1 HTTP/1.1\r\n{usual}\r\n{{}}");
    assert_eq!(server.raw(head).0, 400, "no length");
    // As much as may come does come.
    let text = "x".repeat((16 << 20) - 100);
    let events = server.ask(&json!({"method": "read", "text": text}));
    assert_eq!(events[0]["event"], "fault");
    // Deep nesting is an error and no overflow.
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let (status, text) = server.raw(server.text(&usual, &deep));
    assert!(status == 200 && text.contains("\"code\":\"request\""));
    server.works();
}

#[test]
fn slow_clients_and_many_connections() {
    let server = Server::start("1");
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: loc").unwrap();
    let mut idle: Vec<TcpStream> = (0..90).map(|_| server.connect()).collect();
    server.works();
    // More than fit: each is answered or closed at once, and no one waits for ever.
    let refused = "\"event\":\"error\",\"code\":\"refused\"";
    let many: Vec<TcpStream> = (0..900).map(|_| server.connect()).collect();
    let mut turned_away = 0;
    for mut stream in many {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (status, text) = answer_of(&mut stream);
        assert!(status == 0 || text.contains(refused), "{text}");
        turned_away += usize::from(status == 503);
        assert!(matches!(status, 0 | 503 | 408), "{status}");
    }
    assert!(turned_away > 100, "{turned_away}");
    let (status, _) = answer_of(&mut slow);
    assert_eq!(status, 408);
    for stream in &mut idle {
        assert!(matches!(answer_of(stream).0, 408 | 503));
    }
    server.works();
    // A body that never comes.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/1 HTTP/1.1\r\n{}Content-Length: 100\r\n\r\n{{",
        server.usual()
    );
    stream.write_all(head.as_bytes()).unwrap();
    drop(stream);
    server.works();
}

/// Where the system gave no descriptor for another connection, a processor tried again and again.
#[cfg(target_os = "linux")]
#[test]
fn without_descriptors_it_waits_for_one() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 24; exec \"$0\" \"$@\""]);
    shell.arg(tsumi().get_program());
    let mut server = Server::of(shell, "1");
    // Hundredths of a second of processor time.
    let spent = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.child.id())).unwrap();
        let fields = stat.rsplit_once(") ").unwrap().1.split(' ');
        fields
            .skip(11)
            .take(2)
            .map(|n| n.parse::<u64>().unwrap())
            .sum()
    };
    let idle: Vec<TcpStream> = (0..40).map(|_| server.connect()).collect();
    std::thread::sleep(Duration::from_millis(200));
    let before = spent();
    std::thread::sleep(Duration::from_millis(1000));
    let spun = spent() - before;
    assert!(spun < 15, "{spun} hundredths of a second");
    // Ctrl-C ends it all the same.
    crate::common::interrupt(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    drop(idle);
}

#[test]
fn who_closes_stops_his_search() {
    let server = Server::start("1");
    let mut others = server.occupied(3);
    // There are three searchers, so another search waits.
    let mut waiting = server.begin(&json!({"method": "reply", "sfen": MATE}));
    assert_eq!(next(&mut waiting)["event"], "waiting");
    // What needs no searcher does not wait.
    let events = server.ask(&json!({"method": "position", "sfen": MATE}));
    assert_eq!(events[0]["event"], "position");
    drop(others.pop());
    assert_eq!(next(&mut waiting)["event"], "reply");
    let rest: Vec<String> = waiting.lines().map_while(Result::ok).collect();
    assert!(
        rest.last().is_some_and(|last| last.contains("done")),
        "{rest:?}"
    );
    // One who leaves while he waits is forgotten.
    let searching = server.occupied(1);
    for _ in 0..40 {
        drop(server.begin(&endless()));
    }
    drop(searching);
    wait_until("a free searcher", || server.finds_the_mate());
}

/// The analysis of a page and the search along its line may go on for ever.
#[test]
fn a_question_beside_two_searches_is_answered() {
    let server = Server::start("1");
    let _searching = server.occupied(2);
    let events = server.ask(&json!({"method": "reply", "sfen": MATE}));
    assert!(events.iter().all(|event| event["event"] != "waiting"));
    assert!(
        events.iter().any(|event| event["event"] == "reply"),
        "{events:?}"
    );
}

#[test]
fn a_ticket_stops_its_search_and_no_other() {
    let server = Server::start("1");
    let _others = server.occupied(2);
    let long = |ticket: &str| json!({"method": "analyse", "sfen": LONG, "limits": {"seconds": null}, "ticket": ticket});
    let stop = |ticket: &str| {
        let events = server.ask(&json!({"method": "stop", "ticket": ticket}));
        assert_eq!(events.len(), 1, "{events:?}");
        assert_eq!(events[0]["event"], "done");
    };
    let mut searching = server.begin(&long("first"));
    assert_eq!(next(&mut searching)["event"], "progress");
    // One that waits for a searcher is stopped where it waits.
    let mut waiting = server.begin(&long("second"));
    assert_eq!(next(&mut waiting)["event"], "waiting");
    stop("second");
    let done = next(&mut waiting);
    assert_eq!(
        (&done["event"], &done["stopped"], &done["settled"]),
        (&json!("done"), &json!(true), &json!(false))
    );
    assert_eq!(waiting.lines().count(), 0);
    // A ticket that nobody has stops nothing.
    stop("third");
    assert_eq!(next(&mut searching)["event"], "progress");
    stop("first");
    let rest: Vec<String> = searching.lines().map(Result::unwrap).collect();
    let done: Value = serde_json::from_str(rest.last().unwrap()).unwrap();
    assert_eq!(
        (&done["event"], &done["stopped"]),
        (&json!("done"), &json!(true))
    );
    server.works();
}

#[test]
fn tickets_are_short_and_other_sites_use_none() {
    let server = Server::start("1");
    for ticket in [
        json!(""),
        json!("a b"),
        json!("é"),
        json!("x".repeat(65)),
        json!(1),
    ] {
        for request in [
            json!({"method": "stop", "ticket": ticket}),
            json!({"method": "analyse", "sfen": MATE, "ticket": ticket}),
        ] {
            let events = server.ask(&request);
            assert_eq!(events[0]["code"], "request", "{request}");
        }
    }
    assert_eq!(server.ask(&json!({"method": "stop"}))[0]["code"], "request");
    let longest = json!({"method": "analyse", "sfen": MATE, "ticket": "x".repeat(64)});
    assert_eq!(server.ask(&longest)[0]["event"], "answer");
    let headers = format!("{}Origin: http://evil.example\r\n", server.usual());
    let stop = server.text(&headers, r#"{"method": "stop", "ticket": "x"}"#);
    assert_eq!(server.raw(stop).0, 403);
}

#[test]
fn too_many_who_wait_are_sent_away() {
    let server = Server::start("1");
    let mut all: Vec<_> = (0..30).map(|_| server.begin(&endless())).collect();
    let first: Vec<String> = all
        .iter_mut()
        .map(|reader| next(reader)["event"].as_str().unwrap().to_string())
        .collect();
    let mut waiting: Vec<_> = (all.iter_mut().zip(&first))
        .filter(|(_, kind)| *kind == "waiting")
        .map(|(reader, _)| reader)
        .collect();
    // Those who are sent away hear it at once, however slow this machine is; the others nothing.
    let mut busy = 0;
    let mut quiet = 0;
    while quiet < 3 && busy < 30 {
        let before = busy;
        for reader in &mut waiting {
            let timeout = Some(Duration::from_millis(100));
            reader.get_ref().set_read_timeout(timeout).unwrap();
            let mut line = String::new();
            if reader.read_line(&mut line).is_ok_and(|n| n > 0) {
                let event: Value = serde_json::from_str(&line).unwrap();
                assert_eq!(event["code"], "busy");
                busy += 1;
            }
        }
        quiet = if busy == before { quiet + 1 } else { 0 };
    }
    assert_eq!(busy, 30 - 3 - 16, "{first:?}");
    drop(all);
    wait_until("a free searcher", || server.finds_the_mate());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_while_it_searches() {
    let mut server = Server::start("2");
    let mut searching = server.begin(&endless());
    assert_eq!(next(&mut searching)["event"], "progress");
    let idle = server.connect();
    crate::common::interrupt(&server.child);
    let rest: Vec<String> = searching.lines().map_while(Result::ok).collect();
    let done: Value = serde_json::from_str(rest.last().unwrap()).unwrap();
    assert_eq!(
        (&done["event"], &done["stopped"]),
        (&json!("done"), &json!(true))
    );
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    drop(idle);
}

#[test]
fn a_port_that_is_taken() {
    let server = Server::start("1");
    let port = server.port.to_string();
    let output = tsumi()
        .args(["serve", "--port", &port, "--lang", "en"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains(&format!("port {port} cannot be used")),
        "{said}"
    );
}
