//! The rules, one file each.

mod anti_king;
mod anti_knight;
mod diagonal;
mod diagonals;
mod houses;
mod non_consecutive;

pub use anti_king::AntiKing;
pub use anti_knight::AntiKnight;
pub use diagonal::Diagonal;
pub use diagonals::Diagonals;
pub use houses::{Boxes, Columns, Rows};
pub use non_consecutive::NonConsecutive;
