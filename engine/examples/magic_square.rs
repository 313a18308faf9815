//! A magic square: 1 to n² in a square, each row, column and diagonal with the same sum. `cargo run --example magic_square -- 5`

use pencilmark_engine::{Model, Options, STRATEGIES, Solver, Var, all_different, less, sum};

fn main() {
    let n: usize = std::env::args().nth(1).map_or(Ok(4), |arg| arg.parse()).expect("the size of the square is a number");
    let mut model = Model::new();
    let cells = model.vars("cell", n * n, 1..=(n * n) as i32);
    let cell = |row: usize, column: usize| cells[row * n + column];
    let magic = (n * (n * n + 1) / 2) as i64;

    model.post(all_different(&cells));
    let mut line = |line: Vec<Var>| model.post(sum(line.into_iter().map(|var| (1, var))).equals(magic));
    for i in 0..n {
        line((0..n).map(|j| cell(i, j)).collect());
        line((0..n).map(|j| cell(j, i)).collect());
    }
    line((0..n).map(|i| cell(i, i)).collect());
    line((0..n).map(|i| cell(i, n - 1 - i)).collect());
    // One of the eight ways to turn and mirror it.
    if n > 1 {
        let [a, b, c, d] = [cell(0, 0), cell(0, n - 1), cell(n - 1, 0), cell(n - 1, n - 1)];
        model.post(less(a, b));
        model.post(less(a, c));
        model.post(less(a, d));
        model.post(less(b, c));
    }

    let first_fail = STRATEGIES.iter().find(|s| s.name == "first-fail").expect("it is one of the strategies");
    let mut solutions = Solver::new(&model).strategy(first_fail.with(Options::default())).solutions();
    match solutions.next() {
        None => println!("there is no magic square of size {n}"),
        Some(square) => {
            for row in cells.chunks(n) {
                println!("{}", row.iter().map(|&var| format!("{:4}", square[var])).collect::<String>());
            }
            println!("{:?}", solutions.outcome().stats);
        }
    }
}
