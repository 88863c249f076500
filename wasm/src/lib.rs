//! The engine as a WebAssembly module, for two hosts: the interface of docs/interface.md for a Web
//! Worker ([`answers`]), and USI for the web version of ShogiHome ([`lines`]).
//!
//! A module is used by one thread. The functions are called by `web/engine/module.js` and
//! `wasm/shogihome/tsumi.js` alone, which keep to what they ask for. `wasm-bindgen` would write such
//! files; for so few functions it is not worth its build step.
#![cfg(target_family = "wasm")]

mod answers;
mod lines;

/// Room for a text of this number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// The text that fills a room, which is given back.
///
/// # Safety
/// `start` and `length` are those of a [`room`] that was not given back yet.
unsafe fn text(start: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: the caller gives a room that `room` has leaked, once.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) }
}
