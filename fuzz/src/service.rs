//! The interface of pages and programs: whatever the request, nothing panics, the last event is
//! the only `done` or `error`, and every step of a line is a legal move.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use tsumi::formats::{sfen, usi};
use tsumi::service::{Engine, Request, Service, Settings};
use tsumi::shogi::rules;

/// Nodes of a request that searches.
const NODES: u64 = 300;

/// Methods that search, and take limits.
const SEARCHES: [&str; 6] = [
    "analyse",
    "certificate",
    "variations",
    "near_misses",
    "reply",
    "page",
];

thread_local! {
    /// One service for all requests, as a page has it: what was answered before is remembered.
    static SERVICE: RefCell<Service> = RefCell::new(Service::new(Settings {
        engine: Engine::Native,
        memory: 2 << 20,
        threads: 1,
    }));
}

/// A request.
pub fn service(bytes: &[u8]) {
    let Ok(request) = Request::parse(&bounded(bytes)) else {
        return;
    };
    let events = Mutex::new(Vec::new());
    SERVICE.with_borrow_mut(|service| {
        service.run(&request, &AtomicBool::new(false), &|event| {
            let event = serde_json::to_value(&event).expect("events are JSON");
            events.lock().expect("no panic").push(event);
        });
    });
    let events = events.into_inner().expect("no panic");
    let ends = |event: &Value| event["event"] == "done" || event["event"] == "error";
    let count = events.iter().filter(|event| ends(event)).count();
    assert!(count == 1 && events.last().is_some_and(ends), "{events:?}");
    for event in &events {
        assert_ne!(event["code"], "internal", "{event}");
        steps(event);
    }
}

/// The request with few nodes; as it is where it is none that searches.
fn bounded(bytes: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(mut request) if SEARCHES.iter().any(|method| request["method"] == *method) => {
            request["limits"] = json!({"nodes": NODES});
            request.to_string().into_bytes()
        }
        _ => bytes.to_vec(),
    }
}

/// Holds every line in an event against the rules: each step is a legal move in the position that
/// the step before it gives, or, for a first step, in some position that is not known here.
fn steps(value: &Value) {
    match value {
        Value::Array(all) => {
            let mut before = None;
            for one in all {
                if let (Some(before), Some(usi), true) = (before, one["usi"].as_str(), is_step(one))
                {
                    legal(before, usi);
                }
                steps(one);
                before = one["sfen"].as_str().filter(|_| is_step(one));
            }
        }
        Value::Object(keys) => {
            for (name, one) in keys {
                // Of lists of moves that are no line each is for itself.
                let lists = ["moves", "alike", "checks", "problems"].contains(&name.as_str());
                if !lists {
                    steps(one);
                }
            }
        }
        _ => {}
    }
}

/// Is it a move with the position after it?
fn is_step(value: &Value) -> bool {
    value["usi"].is_string() && value["sfen"].is_string() && value["check"].is_boolean()
}

fn legal(before: &str, mv: &str) {
    let read = sfen::parse(before).unwrap_or_else(|e| panic!("{before}: {e:?}"));
    let found = usi::parse_move(&read.position, mv);
    let is_legal = found.is_some_and(|mv| rules::is_legal(&read.position, mv));
    assert!(is_legal, "{before}: {mv}");
}
