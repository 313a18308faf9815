//! N queens: none attacks another. `cargo run --example queens -- 12` counts all ways on a board of 12.

use pencilmark_engine::{Model, all_different};

fn main() {
    let size: i32 = std::env::args().nth(1).map_or(Ok(8), |arg| arg.parse()).expect("the size of the board is a number");
    let mut model = Model::new();
    // The queen of each column stands in one row.
    let queens = model.vars("queen", size as usize, 1..=size);
    model.post(all_different(&queens));
    model.post(all_different((0..).zip(&queens).map(|(i, &q)| q + i)));
    model.post(all_different((0..).zip(&queens).map(|(i, &q)| q - i)));

    let mut solutions = model.solutions();
    let Some(first) = solutions.next() else { return println!("no way to place {size} queens") };
    for &queen in &queens {
        println!("{}", (1..=size).map(|row| if row == first[queen] { " Q" } else { " ." }).collect::<String>());
    }
    println!("{} ways in all; {:?}", 1 + solutions.by_ref().count(), solutions.outcome().stats);
}
