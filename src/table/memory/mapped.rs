//! Memory from the system, page by page.

use memmap2::MmapMut;

/// A block of zeroed memory, aligned to a page.
pub struct Block(MmapMut);

impl Block {
    /// A block of this number of bytes; `None` when the system refuses the address space.
    pub fn new(bytes: usize) -> Option<Block> {
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(target_os = "linux")]
        {
            // The system may refuse the advice: without huge pages the table is only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Block(map))
    }

    pub fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }

    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}
