//! Vectors that any processor has: arrays. They give the meaning of the others.

use super::plan::Plan;
use super::sweep::{Machine, Swept, deep, shallow};
use super::vector::{LANES, Row, Vector};

/// Thirty-two lanes, one after the other.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Plain([u16; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(u16, u16) -> u16) -> Plain {
        let mut out = self.0;
        for (a, b) in out.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        Plain(out)
    }
}

/// All bits of a lane, if true.
#[inline(always)]
fn lane(is: bool) -> u16 {
    if is { u16::MAX } else { 0 }
}

impl Vector for Plain {
    type Row = Row;
    type Mask = Plain;

    #[inline(always)]
    fn splat(set: u16) -> Plain {
        Plain([set; LANES])
    }
    #[inline(always)]
    fn load(row: &Row) -> Plain {
        Plain(row.0)
    }
    #[inline(always)]
    fn store(self, row: &mut Row) {
        row.0 = self.0;
    }
    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn without_least(self) -> Plain {
        self.zip(self, |a, _| a & a.wrapping_sub(1))
    }
    #[inline(always)]
    fn up(self, by: usize) -> Plain {
        Plain(self.0.map(|set| (u32::from(set) << by) as u16))
    }
    #[inline(always)]
    fn down(self, by: usize) -> Plain {
        Plain(self.0.map(|set| (u32::from(set) >> by) as u16))
    }
    #[inline(always)]
    fn meets(self, other: Plain) -> Plain {
        self.zip(other, |a, b| lane(a & b != 0))
    }
    #[inline(always)]
    fn within(self, other: Plain) -> Plain {
        self.zip(other, |a, b| lane(a & !b == 0))
    }
    #[inline(always)]
    fn both(a: Plain, b: Plain) -> Plain {
        a.and(b)
    }
    #[inline(always)]
    fn bits(mask: Plain) -> u32 {
        mask.0.iter().enumerate().fold(0, |bits, (i, &lane)| bits | u32::from(lane & 1) << i)
    }
    #[inline(always)]
    fn keep(self, mask: Plain) -> Plain {
        self.and(mask)
    }
    #[inline(always)]
    fn or_else(self, mask: Plain, other: Plain) -> Plain {
        self.and(mask).or(other.without(mask))
    }
    #[inline(always)]
    fn entry(table: &Row, at: Plain) -> Plain {
        Plain(at.0.map(|at| table.0[usize::from(at) % LANES]))
    }
}

/// The machine that any processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Machine for Portable {
    fn name(&self) -> &'static str {
        "lanes (portable)"
    }
    fn shallow(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        shallow::<Plain>(plan, rows, swept);
    }
    fn deep(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        deep::<Plain>(plan, rows, swept);
    }
}
