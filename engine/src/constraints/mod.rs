//! The constraints, one file each.

pub(crate) mod all_different;
pub(crate) mod binary;
pub(crate) mod cage_sum;
pub(crate) mod leftovers;
pub(crate) mod less;
pub(crate) mod sum;
