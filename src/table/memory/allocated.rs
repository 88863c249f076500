//! Memory of a WebAssembly module. What it grows by is zero and costs nothing until it is touched,
//! while the allocator would write zeros over all of it first, a sixth of a second for 256 MiB.
//!
//! A module cannot give memory back to its page. So a block that is freed is kept for the next one
//! of its size, and sizes are powers of two: however often tables are made anew, the blocks of all
//! sizes together are less than twice the largest.

use parking_lot::Mutex;
use std::arch::wasm32::memory_grow;
use std::ptr::with_exposed_provenance_mut;

/// The unit in which memory grows.
const PAGE: usize = 64 << 10;

/// The blocks that were freed: where each begins, and its pages. A module has one memory, so this
/// list is one as well.
static FREE: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// A block of zeroed memory, aligned to a page.
pub struct Block {
    start: *mut u8,
    /// A power of two.
    pages: usize,
}

// SAFETY: the block belongs to its owner alone.
unsafe impl Send for Block {}
// SAFETY: a shared block is only read through slots, which are atomic or plain.
unsafe impl Sync for Block {}

impl Block {
    /// A block of this number of bytes; `None` when there is not enough memory.
    pub fn new(bytes: usize) -> Option<Block> {
        let pages = bytes.div_ceil(PAGE).checked_next_power_of_two()?;
        let mut free = FREE.lock();
        if let Some(at) = free.iter().position(|&(_, size)| size == pages) {
            let start = with_exposed_provenance_mut::<u8>(free.swap_remove(at).0);
            // SAFETY: the block has `pages` pages, and nobody else has it.
            unsafe { start.write_bytes(0, bytes) };
            return Some(Block { start, pages });
        }
        match memory_grow::<0>(pages) {
            usize::MAX => None,
            before => Some(Block {
                start: with_exposed_provenance_mut(before * PAGE),
                pages,
            }),
        }
    }

    pub fn as_ptr(&self) -> *const u8 {
        self.start
    }

    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.start
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        FREE.lock()
            .push((self.start.expose_provenance(), self.pages));
    }
}
