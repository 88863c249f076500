//! (room)
/// Why a position cannot be searched.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);
