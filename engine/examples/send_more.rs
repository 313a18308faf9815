//! SEND + MORE = MONEY: each letter is a digit of its own (H. E. Dudeney 1924).

use pencilmark_engine::{Model, Var, all_different, sum};

fn main() {
    let mut model = Model::new();
    let letters = "SENDMORY".chars().map(|c| (c, model.var(c.to_string(), 0..=9))).collect::<Vec<_>>();
    let letter = |c: char| letters.iter().find(|(l, _)| *l == c).expect("one of the eight letters").1;
    // A word is the sum of its letters, each times a power of ten.
    let word = |word: &'static str, sign: i64| {
        let powers = (0..).map(move |i| sign * 10_i64.pow(i));
        powers.zip(word.chars().rev()).map(|(power, c)| (power, letter(c))).collect::<Vec<(i64, Var)>>()
    };

    model.post(all_different(letters.iter().map(|(_, var)| var)));
    model.post(sum([(1, letter('S'))]).at_least(1));
    model.post(sum([(1, letter('M'))]).at_least(1));
    model.post(sum([word("SEND", 1), word("MORE", 1), word("MONEY", -1)].concat()).equals(0));

    for solution in model.solutions() {
        let write = |word: &str| word.chars().map(|c| solution[letter(c)].to_string()).collect::<String>();
        println!("{} + {} = {}", write("SEND"), write("MORE"), write("MONEY"));
    }
}
