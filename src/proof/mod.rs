//! Proofs: how a verdict is written down for others to check.
pub mod certificate;
