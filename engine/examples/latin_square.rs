//! Completing a Latin square: each row and column has each value once (a quasigroup with holes). Domain consistency pays here.

use pencilmark_engine::{Level, Model, Rng, all_different};

fn main() {
    let n = 30;
    let mut model = Model::new();
    let cells = model.vars("cell", n * n, 1..=n as i32);
    for i in 0..n {
        let (row, column) = (0..n).map(|j| (cells[i * n + j], cells[j * n + i])).unzip::<_, _, Vec<_>, Vec<_>>();
        model.post(all_different(row).level(Level::Domain));
        model.post(all_different(column).level(Level::Domain));
    }

    // A square whose rows and columns are shuffled, with two cells in five left open.
    let mut rng = Rng::new(2);
    let mut shuffled = || {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).for_each(|i| order.swap(i, rng.below(i + 1)));
        order
    };
    let (rows, columns) = (shuffled(), shuffled());
    for i in 0..n * n {
        if rng.below(5) >= 2 {
            model.fix(cells[i], ((rows[i / n] + columns[i % n]) % n + 1) as i32);
        }
    }

    let mut solutions = model.solutions();
    let square = solutions.next().expect("the square it was made from is one");
    for row in cells.chunks(n) {
        println!("{}", row.iter().map(|&var| format!("{:3}", square[var])).collect::<String>());
    }
    println!("{:?}", solutions.outcome().stats);
}
