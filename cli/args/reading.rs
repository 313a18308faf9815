//! The options that say how puzzles are read: the same for every command that reads any.

use clap::{Args as ClapArgs, ValueEnum};

use super::names;
use crate::registry;

/// How puzzles are read.
#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// Read as FORMAT whatever it looks like. With a format of lines, each line is answered as it comes
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = names(registry::FORMATS.iter().map(|f| f.name())))]
    pub(crate) from: Option<String>,

    /// What the files must hold
    #[arg(long, value_enum, default_value_t = Game::Auto)]
    pub(crate) game: Game,

    /// A rule beyond rows, columns and boxes (repeatable); `pencilmark rules` lists them
    #[arg(long = "rule", value_name = "NAME", hide_possible_values = true, value_parser = names(registry::RULES.iter().map(|r| r.name)))]
    pub(crate) rules: Vec<String>,

    /// Height and width of the boxes, where the size doesn't settle them
    #[arg(long = "box", value_name = "RxC", value_parser = box_shape)]
    pub(crate) boxes: Option<(usize, usize)>,

    /// A player's own digits count as givens
    #[arg(long)]
    pub(crate) from_state: bool,

    /// Warnings are errors
    #[arg(long, conflicts_with = "lenient")]
    pub(crate) strict: bool,

    /// Unknown constraints of a rich format are left out with a warning
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Values may come twice in a cage, where no house forbids it
    #[arg(long)]
    pub(crate) cage_repeats: bool,
}

/// What a file must hold.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    /// Whatever it is
    Auto,
    /// A Sudoku, or a variant without cages
    Sudoku,
    /// A Killer Sudoku
    Killer,
}

fn box_shape(text: &str) -> Result<(usize, usize), String> {
    let shape = text.split_once(['x', 'X']).and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
    match shape {
        Some((height, width)) if height > 0 && width > 0 => Ok((height, width)),
        _ => Err("boxes are given as height x width: 2x3 is two rows of three cells".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes() {
        assert_eq!(box_shape("2x3"), Ok((2, 3)));
        assert!(box_shape("6").is_err() && box_shape("0x6").is_err() && box_shape("-1x6").is_err());
    }
}
