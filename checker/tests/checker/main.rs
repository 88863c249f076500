//! The rules, the reader of certificates, each kind of entry and of claim, and the program.
mod bounds;
mod certificates;
mod common;
mod entries;
mod futile;
mod line;
mod lists;
mod notation;
mod perft;
mod program;
mod rows;
mod rules;
mod setup;
mod shown;
mod spent;
