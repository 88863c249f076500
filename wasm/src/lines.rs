//! USI line by line, for ShogiHome: the engine of `tsumi::usi`, one to a module.
//!
//! ShogiHome gives the search a moment now and then and must be able to stop it in between. So the
//! search is put aside at [`tsumi::base::clock::pause`] and gone on with in the next moment; the
//! command `wasm-opt --asyncify` adds to the module what is needed for that, and
//! `wasm/shogihome/tsumi.js` does it. While [`usi_turn`] is put aside, the other functions may be
//! called: they touch nothing that it borrows.

use std::cell::RefCell;
use std::io::Write;
use tsumi::usi::turns::{Front, Searcher, engine};

mod host {
    #[link(wasm_import_module = "tsumi")]
    unsafe extern "C" {
        /// Takes lines that the engine says: a text in ASCII, which is read before this returns.
        pub safe fn line(start: *const u8, length: usize);
    }
}

thread_local! {
    static FRONT: RefCell<Option<Front>> = const { RefCell::new(None) };
    static SEARCHER: RefCell<Option<Searcher>> = const { RefCell::new(None) };
}

/// Hands every text to the host. The engine writes whole lines.
struct Said;

impl Write for Said {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        host::line(text.as_ptr(), text.len());
        Ok(text.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Makes the engine; to be called before the functions below.
#[unsafe(no_mangle)]
pub extern "C" fn usi() {
    std::panic::set_hook(Box::new(|panic| {
        let text = format!("info string a defect of tsumi: {panic}").replace('\n', " ");
        host::line(text.as_ptr(), text.len());
    }));
    let (front, searcher) = engine(Box::new(Said));
    FRONT.set(Some(front));
    SEARCHER.set(Some(searcher));
}

/// Executes the command that fills the room at `start`, and gives the room back. False after `quit`.
///
/// # Safety
/// `start` and `length` are those of a [`room`](super::room) that was not given back yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn usi_line(start: *mut u8, length: usize) -> bool {
    // SAFETY: the caller gives what this asks for.
    let text = unsafe { super::text(start, length) };
    let text = String::from_utf8_lossy(&text);
    FRONT.with_borrow_mut(|front| front.as_mut().is_some_and(|front| front.line(&text)))
}

/// Searches, where there is something to search. The host may put it aside in the middle.
#[unsafe(no_mangle)]
pub extern "C" fn usi_turn() {
    SEARCHER.with_borrow_mut(|searcher| {
        if let Some(searcher) = searcher {
            searcher.turn();
        }
    });
}

/// Answers what is due. True while a search that was told to stop has a moment left for its answer.
#[unsafe(no_mangle)]
pub extern "C" fn usi_look() -> bool {
    FRONT.with_borrow_mut(|front| {
        front.as_mut().is_some_and(|front| {
            front.look();
            front.is_stopping()
        })
    })
}

/// Answers the current search without a result. The host says by this that [`usi_turn`] has ended by
/// a panic; from then on every search does.
#[unsafe(no_mangle)]
pub extern "C" fn usi_failed() {
    FRONT.with_borrow_mut(|front| {
        if let Some(front) = front {
            front.fail();
        }
    });
}
