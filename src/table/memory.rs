//! A block of zeroed memory that costs nothing until it is touched.
//!
//! Anonymous mappings are zero-filled page by page on first use, so a table of
//! 4 GiB is ready in microseconds; an all-zero slot must therefore mean "empty".

use std::marker::PhantomData;

#[cfg(not(target_family = "wasm"))]
mod mapped;
#[cfg(not(target_family = "wasm"))]
use mapped::Block;
#[cfg(target_family = "wasm")]
mod allocated;
#[cfg(target_family = "wasm")]
use allocated::Block;

/// The system does not give the memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system does not give {} MiB for a table", .bytes.div_ceil(1 << 20))]
pub struct OutOfMemory {
    /// Bytes that were asked for.
    pub bytes: usize,
}

/// A fixed array of plain slots in a block of zeroed memory.
pub struct Slots<T> {
    block: Block,
    len: usize,
    slot: PhantomData<T>,
}

/// Types that may live in a fresh mapping.
///
/// # Safety
/// Every bit pattern must be a valid value (all-zero among them) and dropping
/// must do nothing.
pub unsafe trait Plain {}

// SAFETY: atomic integers only.
unsafe impl Plain for crate::table::slot::Slot {}
// SAFETY: one atomic integer.
unsafe impl Plain for crate::table::sequence::Sequence {}
// SAFETY: one atomic integer.
unsafe impl Plain for crate::table::tags::Tags {}
// SAFETY: integers only.
unsafe impl Plain for crate::table::repetition::PathDisproof {}

impl<T: Plain> Slots<T> {
    /// Maps `len` slots (at least one).
    ///
    /// # Errors
    /// When the system refuses the address space.
    pub fn new(len: usize) -> Result<Slots<T>, OutOfMemory> {
        let len = len.max(1);
        let bytes = len.saturating_mul(size_of::<T>());
        let block = Block::new(bytes).ok_or(OutOfMemory { bytes })?;
        Ok(Slots {
            block,
            len,
            slot: PhantomData,
        })
    }

    /// The slots.
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the block is aligned for any slot, holds `len` slots, is initialised with
        // zeros, and `T: Plain` accepts any bits.
        unsafe { std::slice::from_raw_parts(self.block.as_ptr().cast(), self.len) }
    }

    /// The slots, to write.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as above, and `&mut self` makes the access unique.
        unsafe { std::slice::from_raw_parts_mut(self.block.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Plain> Slots<T> {
    /// Makes all bytes of the slots in `range` zero.
    pub fn zero(&mut self, range: std::ops::Range<usize>) {
        let slots = &mut self.as_mut_slice()[range];
        // SAFETY: the slots are ours alone, and `T: Plain` accepts zero bytes.
        unsafe { std::ptr::write_bytes(slots.as_mut_ptr(), 0, slots.len()) }
    }
}

/// Asks the processor to fetch the line of `slot`; no effect on results.
#[inline(always)]
pub fn prefetch<T>(slot: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching a valid reference reads nothing architecturally.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch((slot as *const T).cast::<i8>(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slot;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{Hand, Place};
    use crate::table::entry::Entry;
    use crate::table::slot::Slot;

    #[test]
    fn four_gigabytes_cost_nothing_until_touched() {
        let mut slots = Slots::<Slot>::new((4 << 30) / size_of::<Slot>()).unwrap();
        let last = slots.as_slice().len() - 1;
        assert_eq!(slots.as_slice()[last].key(), 0);
        let hand = Hand::EMPTY;
        let entry = Entry::new(Place { key: 5, hand }, 0);
        slots.as_slice()[last].store(&entry);
        assert_eq!(slots.as_slice()[last].key(), 5);
        slots.zero(last..last + 1);
        assert_eq!(slots.as_slice()[last].key(), 0);
        // Other tests have memory of their own, but no gigabytes of it.
        #[cfg(target_os = "linux")]
        {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let now = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
            let kib = now.and_then(|l| l.trim().strip_suffix(" kB")).unwrap();
            assert!(kib.parse::<u64>().unwrap() < 2 << 20, "{kib} KiB");
        }
    }

    #[test]
    fn what_no_system_has_is_refused() {
        for bytes in [1usize << 60, usize::MAX] {
            let refused = Slots::<Slot>::new(bytes / size_of::<Slot>()).err();
            assert!(refused.is_some_and(|error| error.bytes > bytes / 2));
        }
        assert!(crate::table::Table::new(1 << 60).is_err());
        assert!(crate::table::repetition::RepetitionTable::new(1 << 60).is_err());
    }

    #[test]
    fn slots_are_aligned_and_never_none() {
        let slots = Slots::<Slot>::new(0).unwrap();
        assert_eq!(slots.as_slice().len(), 1);
        assert_eq!(slots.as_slice().as_ptr() as usize % align_of::<Slot>(), 0);
    }
}
