//! `tsumi report`: reports of `tsumi verify` merged, counted and made into pages.

mod audit;
mod card;
mod html;
mod html_lines;
mod markdown;
mod page;
mod run;
mod shown;
mod totals;
mod words;

pub use card::card;
pub use run::run;
pub use totals::Totals;
pub use words::headline;
