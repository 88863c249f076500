//! A service of the tests, and what it sends.

use parking_lot::Mutex;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use tsumi::service::{Engine, Request, Service, Settings};

/// Mate in nine, with a declared line that has another mate at its last move.
pub const NINE: &str = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
pub const NINE_LINE: &str = "2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";
/// Mate in one.
pub const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// No mate.
pub const NONE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

/// A problem of 1525 plies (ミクロコスモス) takes minutes.
pub const LONG: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

pub fn service() -> Service {
    Service::new(Settings {
        engine: Engine::Native,
        memory: 64 << 20,
        threads: 1,
    })
}

/// All events of a request. There is one `done` or `error`, at the end.
pub fn events_of(service: &mut Service, request: &str) -> Vec<Value> {
    let stop = AtomicBool::new(false);
    events_until(service, request, &stop, |_| false)
}

/// The events of a request that is stopped when `enough` says so.
pub fn events_until(
    service: &mut Service,
    request: &str,
    stop: &AtomicBool,
    enough: impl Fn(&Value) -> bool + Sync,
) -> Vec<Value> {
    let request = Request::parse(request.as_bytes()).unwrap_or_else(|e| panic!("{request}: {e:?}"));
    let events = Mutex::new(Vec::new());
    service.run(&request, stop, &|event| {
        let event = serde_json::to_value(&event).unwrap();
        if enough(&event) {
            stop.store(true, Ordering::Relaxed);
        }
        events.lock().push(event);
    });
    let events = events.into_inner();
    let ends = |event: &&Value| matches!(event["event"].as_str(), Some("done" | "error"));
    assert_eq!(events.iter().filter(ends).count(), 1);
    assert!(events.last().is_some_and(|last| ends(&last)), "{events:?}");
    events
}

/// The events of one kind.
pub fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|e| e["event"] == kind).collect()
}

/// The last event of one kind.
pub fn last<'a>(events: &'a [Value], kind: &str) -> &'a Value {
    let found = of_kind(events, kind).into_iter().next_back();
    found.unwrap_or_else(|| panic!("no {kind}: {events:#?}"))
}

/// The moves of a line of steps in USI.
pub fn usi(line: &Value) -> String {
    let moves = line.as_array().unwrap().iter();
    let moves: Vec<&str> = moves.map(|step| step["usi"].as_str().unwrap()).collect();
    moves.join(" ")
}
