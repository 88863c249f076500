//! Reading a whole table, while threads may be writing in it.

use super::entry::Entry;
use super::main_table::Table;

impl Table {
    /// Shows every entry to `see`, each as a whole. What other threads write, move to another
    /// segment or throw away meanwhile is shown or not; what they move may be shown twice.
    pub fn read_out(&self, mut see: impl FnMut(&Entry)) {
        for s in self.directory.published() {
            for slot in self.slots_of(s) {
                let key = slot.key();
                if key == 0 {
                    continue;
                }
                // Of this key, if the slot is still its own.
                let entry = self.sequence(s, key).read(|| slot.load(), || ());
                if entry.place.key == key {
                    see(&entry);
                }
            }
        }
    }
}
