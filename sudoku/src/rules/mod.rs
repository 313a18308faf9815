//! The rules, one file each.

mod anti_knight;
mod diagonals;
mod houses;

pub use anti_knight::AntiKnight;
pub use diagonals::Diagonals;
pub use houses::{Boxes, Columns, Rows};
