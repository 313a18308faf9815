//! Pictures of a grid.

pub(crate) mod text;
