//! Requests and events (docs/interface.md) for a Web Worker.
//!
//! Events are handed to the page as they come, through an import. A search is put aside now and then
//! at [`tsumi::base::clock::pause`], so that the worker can take a message, or end: a browser lets a
//! worker that is busy go on for seconds after it was told to end. While [`answer`] is put aside,
//! only [`stop`] may be called, which touches nothing that it borrows.

use std::sync::atomic::{AtomicBool, Ordering};
use tsumi::service::event::Event;
use tsumi::service::{Engine, Failure, Request, Service, Settings};

mod page {
    #[link(wasm_import_module = "tsumi")]
    unsafe extern "C" {
        /// Takes an event: a text in UTF-8, which is read before this returns.
        pub safe fn event(start: *const u8, length: usize);
    }
}

/// True when the request that is being answered, or the next one, is to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// Hands an event to the page.
fn send(event: &Event) {
    let text = serde_json::to_vec(event).unwrap_or_default();
    page::event(text.as_ptr(), text.len());
}

/// A service whose tables take `memory` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn service(memory: usize) -> *mut Service {
    // A panic ends the module, so the page is told what it said before that.
    std::panic::set_hook(Box::new(|panic| {
        send(&Event::Error(Box::new(Failure::internal(
            &panic.to_string(),
        ))));
    }));
    let settings = Settings {
        engine: Engine::Wasm,
        memory,
        threads: 1,
    };
    Box::into_raw(Box::new(Service::new(settings)))
}

/// Answers a request, whose text fills the room at `start`, and gives the room back. All events have
/// been handed over when this returns, unless it is put aside.
///
/// # Safety
/// `service` is from [`service`], and `start` and `length` are those of a [`room`](super::room) that
/// was not given back yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(service: *mut Service, start: *mut u8, length: usize) {
    // SAFETY: the caller gives what this asks for.
    let text = unsafe { super::text(start, length) };
    // SAFETY: the caller gives what `service` has leaked, and calls from one thread.
    let service = unsafe { &mut *service };
    match Request::parse(&text) {
        Ok(request) => service.run(&request, &STOP, &|event| send(&event)),
        Err(failure) => send(&Event::Error(Box::new(failure))),
    }
    STOP.store(false, Ordering::Relaxed);
}

/// Lets the request that is put aside, or else the next one, end soon.
#[unsafe(no_mangle)]
pub extern "C" fn stop() {
    STOP.store(true, Ordering::Relaxed);
}
