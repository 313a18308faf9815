//! A template: the model of a grid and its rules without givens, built once for any number of puzzles.

use std::fmt;
use std::sync::Arc;

use itertools::Either;
use pencilmark_engine::{ConstraintId, Fact, Model, Posted, Shape, Value, Var};

use crate::grid::{Cell, Grid};
use crate::rule::{Board, Rule};
use crate::rules::{Boxes, Columns, Rows};
use crate::sheet::{Sheet, Unlisted};
use crate::symbols::{Symbol, Symbols};

/// The model of a grid, its symbols and rules. Givens are facts for a run of it.
///
/// ```
/// use pencilmark_sudoku::{Grid, Symbols, Template};
/// let template = Template::new(Grid::new(4)?.into(), Symbols::numbers_to(4).into(), &[]);
/// assert_eq!(template.model().solutions().count(), 288);
/// # Ok::<(), pencilmark_sudoku::GridError>(())
/// ```
#[derive(Debug)]
pub struct Template {
    grid: Arc<Grid>,
    symbols: Arc<Symbols>,
    rules: Vec<Arc<dyn Rule>>,
    model: Model,
    vars: Vec<Var>,
    values: Vec<Value>,
    /// Values with their symbols, by value.
    symbol_of: Vec<(Value, Symbol)>,
    /// The constraints that say that cells differ: what `diagnose` looks at.
    houses: Vec<ConstraintId>,
}

impl Template {
    /// A grid with rows, columns, boxes and further rules, and what presolve finds to follow from them.
    pub fn new(grid: Arc<Grid>, symbols: Arc<Symbols>, rules: &[Arc<dyn Rule>]) -> Template {
        let mut template = Template::without_presolve(grid, symbols, rules);
        let Template { grid, symbols, rules, vars, model, .. } = &mut template;
        let mut board = Board::new(grid, symbols, vars, model);
        rules.iter().for_each(|rule| rule.presolve(&mut board));
        model.presolve();
        template
    }

    /// The template of a sheet with its rules.
    pub fn of(sheet: &Sheet) -> Template {
        Template::new(sheet.grid.clone(), sheet.symbols.clone(), &sheet.rules)
    }

    /// Only what the rules post.
    pub fn without_presolve(grid: Arc<Grid>, symbols: Arc<Symbols>, rules: &[Arc<dyn Rule>]) -> Template {
        let values = symbols.values();
        let domain: pencilmark_engine::Domain = values.iter().copied().collect();
        let mut model = Model::new();
        let mut name = String::new();
        let mut var = |cell: Cell| {
            name.clear();
            grid.push_name(cell, &mut name);
            model.var(&name, domain.clone())
        };
        let vars: Vec<Var> = grid.cells().map(&mut var).collect();
        let mut board = Board::new(&grid, &symbols, &vars, &mut model);
        let classic: [&dyn Rule; 3] = [&Rows, &Columns, &Boxes];
        classic.into_iter().chain(rules.iter().map(|rule| &**rule)).for_each(|rule| rule.post(&mut board));
        let mut symbol_of: Vec<(Value, Symbol)> = values.iter().copied().zip(symbols.iter()).collect();
        symbol_of.sort_unstable();
        let is_house = |posted: Posted<'_>| !posted.implied && house(posted).is_some();
        let houses = model.constraints().filter(|(_, posted)| is_house(*posted)).map(|(id, _)| id).collect();
        Template { grid, symbols, rules: rules.to_vec(), model, vars, values, symbol_of, houses }
    }

    /// The geometry.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// The symbols.
    pub fn symbols(&self) -> &Arc<Symbols> {
        &self.symbols
    }

    /// The rules beyond rows, columns and boxes.
    pub fn rules(&self) -> &[Arc<dyn Rule>] {
        &self.rules
    }

    /// The model; its variables are the cells in row-major order.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The variable of a cell.
    pub fn var(&self, cell: Cell) -> Var {
        self.vars[cell.index()]
    }

    /// Can this template be used for a sheet? It must have the same grid, symbols and (the very same, not just equal) rules.
    pub fn fits(&self, sheet: &Sheet) -> bool {
        let same = Arc::ptr_eq(&self.grid, &sheet.grid) && Arc::ptr_eq(&self.symbols, &sheet.symbols);
        let alike = same || self.grid == sheet.grid && self.symbols == sheet.symbols;
        alike && self.rules.len() == sheet.rules.len() && self.rules.iter().zip(&sheet.rules).all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// The fact that a cell has a symbol.
    pub fn fact(&self, cell: Cell, symbol: Symbol) -> Fact {
        self.var(cell).is(self.values[symbol.index()])
    }

    /// Puts a sheet's givens and candidates into `facts`, in place of what it held.
    pub fn facts(&self, sheet: &Sheet, facts: &mut Vec<Fact>) {
        facts.clear();
        facts.extend(sheet.givens.iter().map(|given| self.fact(given.cell, given.symbol)));
        if let Some(candidates) = &sheet.candidates {
            for (cell, possible) in self.grid.cells().zip(candidates) {
                let gone = self.symbols.iter().filter(|symbol| !possible.contains(symbol));
                facts.extend(gone.map(|symbol| !self.fact(cell, symbol)));
            }
        }
    }

    /// The symbols that a solution of the model stands for, in row-major order.
    pub fn read<'a>(&'a self, values: &'a [Value]) -> impl ExactSizeIterator<Item = Symbol> + 'a {
        let symbol = |value: &Value| {
            let at = self.symbol_of.binary_search_by_key(value, |(value, _)| *value).expect("a solution has values of the model");
            self.symbol_of[at].1
        };
        values[..self.vars.len()].iter().map(symbol)
    }

    /// What is plainly wrong with a sheet, before any search: a given that is no symbol, or two equal givens that an all-different
    /// constraint (a house) holds both.
    pub fn diagnose(&self, sheet: &Sheet) -> Option<Diagnosis> {
        if let Some(unlisted) = sheet.unlisted.first() {
            return Some(Diagnosis::given_no_symbol(&self.grid, &self.symbols, unlisted));
        }
        let mut given = vec![None; self.vars.len()];
        for g in &sheet.givens {
            given[g.cell.index()] = Some(g.symbol);
        }
        let mut seen: Vec<Option<Cell>> = vec![None; self.values.len()];
        for &id in &self.houses {
            let posted = self.model.constraint(id);
            seen.fill(None);
            for cell in house(posted).into_iter().flatten() {
                let Some(symbol) = given[cell.index()] else { continue };
                if let Some(first) = seen[symbol.index()].replace(cell) {
                    return Some(Diagnosis::given_clash(&self.grid, [first, cell], self.symbols.name(symbol), posted.label));
                }
            }
        }
        self.rules.iter().find_map(|rule| rule.diagnose(sheet))
    }

    /// What its rules say against a sheet that is known to have no solution, where more than a look finds it.
    pub fn blame(&self, sheet: &Sheet) -> Option<Diagnosis> {
        self.rules.iter().find_map(|rule| rule.blame(sheet))
    }
}

/// The cells of a constraint that says that they differ as they are.
fn house(posted: Posted<'_>) -> Option<impl Iterator<Item = Cell>> {
    let vars = match posted.constraint.shape() {
        Shape::AllDifferent(views) if views.iter().all(|view| view.offset == 0) => Either::Left(views.iter().map(|view| view.var)),
        Shape::CageSum(vars, _) => Either::Right(vars.iter().copied()),
        _ => return None,
    };
    Some(vars.map(|var| Cell::new(var.index())))
}

/// Why a puzzle has no solution, where that can be seen without search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// The kind, for machines: `given_clash`.
    pub kind: &'static str,
    /// The same in words.
    pub message: String,
    /// The cells it is about.
    pub cells: Vec<Cell>,
    /// The symbol it is about, as it is written.
    pub value: Option<String>,
    /// The house, cage or whatever else holds the cells.
    pub house: Option<String>,
    /// Further numbers by name, such as the least and the greatest total that is possible.
    pub numbers: Vec<(&'static str, i64)>,
}

impl Diagnosis {
    /// A diagnosis without particulars.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Diagnosis {
        Diagnosis { kind, message: message.into(), cells: Vec::new(), value: None, house: None, numbers: Vec::new() }
    }

    /// Two equal givens in a house.
    fn given_clash(grid: &Grid, cells: [Cell; 2], symbol: &str, house: &str) -> Diagnosis {
        let [a, b] = cells.map(|cell| grid.name(cell));
        let message = format!("{a} and {b} are both {symbol}, and both in {house}");
        let (cells, value, house) = (cells.to_vec(), Some(symbol.to_owned()), Some(house.to_owned()));
        Diagnosis { cells, value, house, ..Diagnosis::new("given_clash", message) }
    }

    /// A given that is none of the symbols.
    fn given_no_symbol(grid: &Grid, symbols: &Symbols, unlisted: &Unlisted) -> Diagnosis {
        let message = format!("{} is given as {}, which is none of the symbols {symbols}", grid.name(unlisted.cell), unlisted.name);
        Diagnosis { cells: vec![unlisted.cell], value: Some(unlisted.name.clone()), ..Diagnosis::new("given_no_symbol", message) }
    }
}

/// A filled grid. Prints as rows.
#[derive(Clone, PartialEq, Eq)]
pub struct Filled {
    grid: Arc<Grid>,
    symbols: Arc<Symbols>,
    values: Vec<Symbol>,
}

impl Filled {
    /// What a solution of a template's model stands for.
    pub fn new(template: &Template, values: &[Value]) -> Filled {
        Filled { grid: template.grid.clone(), symbols: template.symbols.clone(), values: template.read(values).collect() }
    }

    /// The symbol in a cell.
    pub fn symbol(&self, cell: Cell) -> &str {
        self.symbols.name(self.values[cell.index()])
    }

    /// The symbols in row-major order.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = &str> {
        self.values.iter().map(|&symbol| self.symbols.name(symbol))
    }
}

impl fmt::Debug for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.symbols()).finish()
    }
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, width) = (self.grid.size(), self.symbols.width());
        for (i, symbol) in self.symbols().enumerate() {
            let gap = if i % size == 0 { "" } else { " " };
            write!(f, "{gap}{symbol:>width$}")?;
            if (i + 1) % size == 0 && i + 1 < self.values.len() {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
