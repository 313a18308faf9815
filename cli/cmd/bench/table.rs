//! Rows for people.

use super::race::Row;
use crate::output::push_fmt;

/// Adds a table of rows; the first line names the columns.
pub(super) fn push(rows: &[Row], puzzles: usize, text: &mut Vec<u8>) {
    let rate = |rate: Option<&f64>| rate.map_or("-".to_owned(), |rate| grouped(*rate));
    let heads = ["solver", "puzzles/s", "least", "most", "guesses", "dead ends"].map(str::to_owned);
    let line = |row: &Row| {
        let rates = [row.median().as_ref(), row.rates.first(), row.rates.last()].map(rate);
        let [middle, least, most] = rates;
        [
            row.solver.clone(),
            middle,
            least,
            most,
            format!("{:.2}", row.each(row.stats.nodes)),
            format!("{:.2}", row.each(row.stats.failures)),
        ]
    };
    let lines: Vec<_> = [heads].into_iter().chain(rows.iter().map(line)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let remarks = [String::new()].into_iter().chain(rows.iter().map(|row| remark(row, puzzles)));
    for (line, remark) in lines.iter().zip(remarks) {
        push_fmt(text, format_args!("{:width$}", line[0], width = width(0)));
        (1..line.len()).for_each(|column| push_fmt(text, format_args!("  {:>width$}", line[column], width = width(column))));
        push_fmt(text, format_args!("{remark}\n"));
    }
}

/// What the figures don't cover.
fn remark(row: &Row, puzzles: usize) -> String {
    let mut remark = String::new();
    if row.asked < puzzles {
        remark += &format!("  {} of {puzzles} asked", row.asked);
    }
    if row.unknown > 0 {
        remark += &format!("  {} unknown", row.unknown);
    }
    remark
}

/// A number with commas between thousands, and decimals where it is small.
fn grouped(rate: f64) -> String {
    if rate < 100.0 {
        return format!("{rate:.1}");
    }
    let digits = format!("{rate:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands() {
        assert_eq!([0.0, 99.94, 100.0, 999.6, 1234567.0].map(grouped), ["0.0", "99.9", "100", "1,000", "1,234,567"]);
    }
}
