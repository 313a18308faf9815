//! Puzzles a second of the 9x9 kernels: each one alone and in batches, uniqueness mode (stop at 2), solutions kept.
//!
//! `PENCILMARK_PUZZLES=file cargo bench --bench bitboard` takes the puzzles of a file, 81 characters a line; without it a few hundred are
//! made, minimal ones and easy ones. Guesses a puzzle are printed first: they are the same for all kernels.

#![allow(missing_docs)]

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pencilmark_sudoku::bitboard::{Batch, Candidates, Digits, Kernel, Options, Single, from_givens};

/// One puzzle a line; whatever is no digit is an open cell.
fn read(path: &str) -> Vec<Candidates> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("PENCILMARK_PUZZLES={path}: {error}"));
    let digit = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
    let lines = text.lines().filter_map(|line| line.as_bytes().first_chunk::<81>());
    lines.map(|cells| from_givens(&cells.map(digit))).collect()
}

/// Puzzles with one solution: of every four, one is minimal and the others have up to 15 givens more.
fn made() -> Vec<Candidates> {
    let mut state = 2026u64;
    let mut below = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut single = Single::default();
    let mut puzzles = Vec::new();
    for i in 0..400 {
        let mut order: [usize; 9] = std::array::from_fn(|d| d);
        (1..9).for_each(|d| order.swap(d, below(d + 1)));
        let shift = (below(3), below(3));
        let solution: Digits = std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            let (row, column) = (row / 3 * 3 + (row + shift.0) % 3, column / 3 * 3 + (column + shift.1) % 3);
            order[(row * 3 + row / 3 + column) % 9] as u8 + 1
        });
        let full = from_givens(&solution);
        let mut puzzle = full;
        for _ in 0..300 {
            let cell = below(81);
            let before = std::mem::replace(&mut puzzle[cell], 511);
            if single.solve(&puzzle, &Options::limit(2), &mut |_| ControlFlow::Continue(())).solutions != 1 {
                puzzle[cell] = before;
            }
        }
        for _ in 0..i % 4 * 5 {
            let cell = below(81);
            puzzle[cell] = full[cell];
        }
        puzzles.push(puzzle);
    }
    puzzles
}

fn kernels(c: &mut Criterion) {
    let puzzles = std::env::var("PENCILMARK_PUZZLES").map_or_else(|_| made(), |path| read(&path));
    let options = Options::limit(2);
    let mut guesses = 0;
    Batch::default().run(&mut puzzles.iter(), &options, &mut |answer| {
        guesses += answer.guesses;
        ControlFlow::Continue(())
    });
    println!("{} puzzles, {:.3} guesses each", puzzles.len(), guesses as f64 / puzzles.len() as f64);
    let mut group = c.benchmark_group("bitboard");
    group.throughput(Throughput::Elements(puzzles.len() as u64)).sample_size(20);
    let mut solutions = vec![[0; 81]; puzzles.len()];
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.works()) {
        group.bench_function(BenchmarkId::new("one", format!("{kernel:?}")), |b| {
            let mut single = Single::new(kernel);
            b.iter(|| {
                for (puzzle, to) in puzzles.iter().zip(&mut solutions) {
                    single.solve(black_box(puzzle), &options, &mut |digits| {
                        *to = *digits;
                        ControlFlow::Continue(())
                    });
                }
            });
        });
        group.bench_function(BenchmarkId::new("batch", format!("{kernel:?}")), |b| {
            let mut batch = Batch::new(kernel);
            b.iter(|| {
                batch.run(&mut black_box(&puzzles).iter(), &options, &mut |answer| {
                    if let Some(first) = answer.first {
                        solutions[answer.index as usize] = *first;
                    }
                    ControlFlow::Continue(())
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
