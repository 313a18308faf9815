//! Pictures of a grid: as text, as text with cages, as SVG.

mod frames;
mod outline;
pub(crate) mod picture;
mod svg;
pub(crate) mod text;
