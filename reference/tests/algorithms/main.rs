//! Every algorithm on graphs: random ones, those on which it is known to fail, and
//! the examples of the papers with their numbers.
mod draw;
mod failures;
mod literature;
mod random;
