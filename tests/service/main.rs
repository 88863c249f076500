//! The engine for pages and programs (docs/interface.md), without a browser.

mod agreement;
mod analyse;
mod board;
mod common;
mod explore;
mod half_made;
mod records;
mod requests;
