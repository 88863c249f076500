//! The program as people and other programs run it: commands, pages, pictures, USI.
#![cfg(feature = "cli")]

mod browser;
mod common;
mod gui;

mod bench;
mod cards;
mod compare;
mod convert;
mod inputs;
mod language;
mod memory;
mod outputs;
mod page;
mod page_clicks;
mod pages;
mod png;
mod proofs;
mod report_page;
mod reports;
mod rooms;
mod second_checker;
mod serve;
mod solve;
mod spare_threads;
mod spread;
mod usage;
mod usi_client;
mod usi_fuzz;
mod usi_limits;
mod usi_session;
mod verify;
