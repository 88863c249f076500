//! Memory of a WebAssembly module. What it grows by is zero and costs nothing until it is touched,
//! while the allocator would write zeros over all of it first, a sixth of a second for 256 MiB.
//!
//! A module cannot give memory back, so a block is never freed: a module makes its tables once, and
//! ends with its page or its worker.

use std::arch::wasm32::memory_grow;
use std::ptr::with_exposed_provenance_mut;

/// The unit in which memory grows.
const PAGE: usize = 64 << 10;

/// A block of zeroed memory, aligned to a page.
pub struct Block(*mut u8);

// SAFETY: the block belongs to its owner alone.
unsafe impl Send for Block {}
// SAFETY: a shared block is only read through slots, which are atomic or plain.
unsafe impl Sync for Block {}

impl Block {
    /// A block of this number of bytes; `None` when there is not enough memory.
    pub fn new(bytes: usize) -> Option<Block> {
        match memory_grow::<0>(bytes.div_ceil(PAGE)) {
            usize::MAX => None,
            before => Some(Block(with_exposed_provenance_mut(before * PAGE))),
        }
    }

    pub fn as_ptr(&self) -> *const u8 {
        self.0
    }

    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0
    }
}
