//! Certificates and the checker that judges them.

mod naive;

mod hostile;
mod small;
mod tamper;
