//! Facts and removals in a person's words: singles, naked and hidden sets, locked candidates, sums. Told from the rule and the facts alone,
//! and in the puzzle's own symbols.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use pencilmark_engine::{ConstraintId, CoverItem, CoverOption, DomainRef, Fact, Inference, Model, Posted, Shape, Test, Value, Var, Why};
use pencilmark_sudoku::Template;

/// Variables that take different values, and as many as there are values.
#[derive(Debug)]
struct House<'a> {
    label: &'a str,
    vars: BTreeSet<Var>,
    /// How many other houses share more than one variable with it: a box is crossed by more than a line is.
    crossed: usize,
}

/// Speaks of the facts of one model.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    model: &'a Model,
    /// What stands in a cell for each value.
    symbols: BTreeMap<Value, &'a str>,
    /// Are the symbols numbers, so that more and less can be said of them?
    numeric: bool,
    /// The variables that are cells, and so have symbols: so many from the first.
    cells: usize,
    /// For each constraint its variables, if it says that they differ and is none that follows from others.
    different: Vec<Option<BTreeSet<Var>>>,
    houses: Vec<House<'a>>,
}

impl<'a> Words<'a> {
    /// For the cells of a puzzle.
    pub(crate) fn of(template: &'a Template) -> Words<'a> {
        let symbols = template.symbols();
        let names = symbols.values().into_iter().zip(symbols.iter().map(|symbol| symbols.name(symbol)));
        let words = Words::of_numbers(template.model());
        Words { symbols: names.collect(), numeric: symbols.numbers().is_some(), cells: template.grid().cells().len(), ..words }
    }

    /// For variables whose values are numbers.
    pub(crate) fn of_numbers(model: &'a Model) -> Words<'a> {
        let different: Vec<_> = model.constraints().map(|(_, posted)| different(posted)).collect();
        let labelled = model.constraints().zip(&different).filter_map(|((_, posted), vars)| Some((posted.label, vars.clone()?)));
        let full: Vec<_> = labelled.filter(|(_, vars)| values_of(model, vars).len() == vars.len()).collect();
        let crosses = |a: &BTreeSet<Var>, b: &BTreeSet<Var>| a != b && a.intersection(b).nth(1).is_some();
        let crossed = |vars: &BTreeSet<Var>| full.iter().filter(|(_, other)| crosses(vars, other)).count();
        let houses = full.iter().map(|(label, vars)| House { label, vars: vars.clone(), crossed: crossed(vars) }).collect();
        Words { model, symbols: BTreeMap::new(), numeric: true, cells: 0, different, houses }
    }

    /// A value of a variable: a cell has symbols, any other variable numbers.
    fn value(&self, var: Var, value: Value) -> Cow<'a, str> {
        match self.symbols.get(&value).filter(|_| var.index() < self.cells) {
            Some(symbol) => Cow::Borrowed(symbol),
            None => Cow::Owned(value.to_string()),
        }
    }

    fn name(&self, var: Var) -> &'a str {
        self.model.name(var)
    }

    fn label(&self, constraint: ConstraintId) -> &'a str {
        self.model.constraint(constraint).label
    }

    /// `r1c5 = 7`, with the symbol that is meant.
    pub(crate) fn fact(&self, fact: Fact) -> String {
        let (op, value) = match fact.test {
            Test::Is(v) => ("=", v),
            Test::IsNot(v) => ("!=", v),
            Test::AtMost(v) => ("<=", v),
            Test::AtLeast(v) => (">=", v),
        };
        format!("{} {op} {}", self.name(fact.var), self.value(fact.var, value))
    }

    /// Facts in a row. Several about one variable are told as what they leave it, as is more and less of what is no number.
    pub(crate) fn facts(&self, facts: &[Fact]) -> String {
        let about_one = facts.chunk_by(|a, b| a.var == b.var).map(|about| match *about {
            [fact] if self.numeric || matches!(fact.test, Test::Is(_) | Test::IsNot(_)) => self.fact(fact),
            _ => self.narrowed(about[0].var, about),
        });
        about_one.collect::<Vec<_>>().join(", ")
    }

    /// What facts leave to their variable, or take from it, whichever is less to say.
    fn narrowed(&self, var: Var, facts: &[Fact]) -> String {
        let values = || self.model.domain(var).as_ref().iter();
        let (left, gone): (Vec<Value>, Vec<Value>) = values().partition(|&value| facts.iter().all(|fact| fact.allows(value)));
        match (&*left, &*gone) {
            (&[value], _) => self.fact(var.is(value)),
            (_, &[value]) => self.fact(var.is_not(value)),
            _ if gone.len() < left.len() => format!("{} not in {{{}}}", self.name(var), self.list(var, &gone, ",")),
            _ => format!("{} in {{{}}}", self.name(var), self.list(var, &left, ",")),
        }
    }

    /// `, as r1c1 >= 4`, or nothing where no fact is needed.
    fn since(&self, why: &Why) -> String {
        if why.facts.is_empty() { String::new() } else { format!(", as {}", self.facts(&why.facts)) }
    }

    /// Values of a variable.
    pub(crate) fn list<'v>(&self, var: Var, values: impl IntoIterator<Item = &'v Value>, between: &str) -> String {
        values.into_iter().map(|&value| self.value(var, value)).collect::<Vec<_>>().join(between)
    }

    fn names(&self, vars: &BTreeSet<Var>) -> String {
        vars.iter().map(|&var| self.name(var)).collect::<Vec<_>>().join(" ")
    }

    /// What a person would say of a removal: the technique, where it is seen, and what goes.
    pub(crate) fn removal(&self, constraint: ConstraintId, var: Var, removed: &[Value], after: DomainRef<'_>, why: &Why) -> String {
        let name = self.name(var);
        let effect = match after.value() {
            Some(value) => format!("{name} = {}", self.value(var, value)),
            None => format!("{name} is not {}", self.list(var, removed, ", ")),
        };
        let (reason, more) = self.told(constraint, var, removed, after, why);
        format!("{reason}: {effect}{more}")
    }

    /// The same without what goes.
    pub(crate) fn reason(&self, constraint: ConstraintId, var: Var, removed: &[Value], after: DomainRef<'_>, why: &Why) -> String {
        let (reason, more) = self.told(constraint, var, removed, after, why);
        reason + &more
    }

    /// The reason, and what is added when it was told what goes.
    fn told(&self, constraint: ConstraintId, var: Var, removed: &[Value], after: DomainRef<'_>, why: &Why) -> (String, String) {
        let posted = self.model.constraint(constraint);
        let label = posted.label;
        let since = || self.since(why);
        let reason = match why.rule {
            Inference::ValueTaken if after.value().is_some() => {
                return ("naked single".to_owned(), format!("{} ({label})", since()));
            }
            Inference::ValueTaken => format!("{} ({label})", self.facts(&why.facts)),
            Inference::OnlyPlace => {
                let value = after.value().map_or(Cow::Borrowed("it"), |value| self.value(var, value));
                return ("hidden single".to_owned(), format!(", the only place of {value} in {label}"));
            }
            Inference::HallSet => match self.set_in(constraint, var, why) {
                Some(set) => format!("{set} ({label})"),
                None => format!("too few values for the others ({label}){}", since()),
            },
            Inference::Leftover => {
                let locked = removed.iter().map(|&value| self.locked(var, value, why)).collect::<Option<BTreeSet<String>>>();
                match locked {
                    Some(all) => all.into_iter().collect::<Vec<_>>().join("; "),
                    None => format!("leftovers ({label}){}", since()),
                }
            }
            Inference::NoSupport => format!("no partner ({label}){}", since()),
            Inference::Bounds if is_total(posted) => {
                let what = match (posted.implied, self.is_outside(posted)) {
                    (false, _) => "cage bounds",
                    (true, true) => "outie",
                    (true, false) => "innie",
                };
                format!("{what} ({label}){}", since())
            }
            Inference::Bounds => format!("bounds ({label}){}", since()),
            rule if is_total(posted) => format!("cage {} ({label}){}", plain(rule), since()),
            rule => format!("{} ({label}){}", plain(rule), since()),
        };
        (reason, String::new())
    }

    /// Why a constraint is a dead end.
    pub(crate) fn conflict(&self, constraint: ConstraintId, why: &Why) -> String {
        let label = self.label(constraint);
        match self.crowded(constraint, why) {
            Some(words) => format!("{label} cannot hold: {words}"),
            None if why.facts.is_empty() => format!("{label} cannot hold"),
            None => format!("{label} cannot hold with {}", self.facts(&why.facts)),
        }
    }

    /// A value that finds no place in a house, or variables that have fewer values between them than they are.
    fn crowded(&self, constraint: ConstraintId, why: &Why) -> Option<String> {
        let all = self.different[constraint.index()].as_ref().filter(|_| why.rule == Inference::HallViolator)?;
        let mut vars: BTreeSet<Var> = why.facts.iter().map(|fact| fact.var).collect();
        let &first = vars.first()?;
        if let Test::IsNot(value) = why.facts[0].test
            && why.facts.iter().all(|fact| fact.test == Test::IsNot(value))
            && all.difference(&vars).all(|&var| !self.model.domain(var).as_ref().contains(value))
        {
            return Some(format!("no place is left for {}", self.value(first, value)));
        }
        let values: BTreeSet<Value> = vars.iter().flat_map(|&var| self.left(var, why)).collect();
        vars.extend(all.iter().filter(|&&var| self.left(var, why).is_subset(&values)));
        let crowd = vars.len() > values.len() && vars.is_subset(all);
        crowd.then(|| format!("{} have only {{{}}} between them", self.names(&vars), self.list(first, &values, ",")))
    }

    /// The values that the facts of a reason leave to a variable.
    fn left(&self, var: Var, why: &Why) -> BTreeSet<Value> {
        let allowed = |value: &Value| why.facts.iter().all(|fact| fact.var != var || fact.allows(*value));
        self.model.domain(var).as_ref().iter().filter(allowed).collect()
    }

    /// What exact cover looks for.
    pub(crate) fn item(&self, item: CoverItem) -> String {
        match item {
            CoverItem::Value(var) => format!("the value of {}", self.name(var)),
            CoverItem::Place { constraint, value } => {
                format!("the place of {} in {}", self.value_of(constraint, value), self.label(constraint))
            }
            CoverItem::Combination(constraint) => format!("the combination of {}", self.label(constraint)),
            CoverItem::Use { constraint, value } => {
                format!("the use of {} in {}", self.value_of(constraint, value), self.label(constraint))
            }
        }
    }

    /// What exact cover tries.
    pub(crate) fn option(&self, option: CoverOption<'_>) -> String {
        match option {
            CoverOption::Value(var, value) => self.fact(var.is(value)),
            CoverOption::Combination(constraint, values) => {
                let names: Vec<_> = values.iter().map(|&value| self.value_of(constraint, value)).collect();
                format!("{{{}}} for {}", names.join(","), self.label(constraint))
            }
        }
    }

    /// A value of the variables of a constraint.
    fn value_of(&self, constraint: ConstraintId, value: Value) -> Cow<'a, str> {
        let scope = self.model.constraint(constraint).constraint.scope();
        scope.first().map_or_else(|| Cow::Owned(value.to_string()), |&var| self.value(var, value))
    }

    /// Does no house hold all its variables?
    fn is_outside(&self, posted: Posted<'_>) -> bool {
        let scope = posted.constraint.scope();
        !self.different.iter().flatten().any(|vars| scope.iter().all(|v| vars.contains(v)))
    }

    /// A naked set, or the hidden one beside it where that is the smaller.
    fn set_in(&self, constraint: ConstraintId, var: Var, why: &Why) -> Option<String> {
        let all = self.different[constraint.index()].as_ref()?;
        let left = |var: Var| self.left(var, why);
        let mut vars: BTreeSet<Var> = why.facts.iter().map(|fact| fact.var).collect();
        let values: BTreeSet<Value> = vars.iter().flat_map(|&v| left(v)).collect();
        // A variable that had no other values from the start needs no fact.
        vars.extend(all.iter().filter(|&&v| v != var && left(v).is_subset(&values)));
        if vars.len() != values.len() || vars.contains(&var) || !vars.is_subset(all) {
            return None;
        }
        let fixed: BTreeSet<Var> = vars.iter().copied().filter(|&v| left(v).len() == 1).collect();
        let taken: BTreeSet<Value> = fixed.iter().flat_map(|&v| left(v)).collect();
        let open: BTreeSet<Var> = vars.difference(&fixed).copied().collect();
        let inside: BTreeSet<Value> = values.difference(&taken).copied().collect();
        let rest: BTreeSet<Var> = all.difference(&vars).copied().collect();
        let is_house = self.houses.iter().any(|house| house.vars == *all);
        if is_house && rest.len() > 1 && rest.len() < open.len() {
            let hidden: BTreeSet<Value> = values_of(self.model, all).difference(&values).copied().collect();
            return Some(format!("hidden {} {{{}}} in {}", size_name(rest.len()), self.list(var, &hidden, ","), self.names(&rest)));
        }
        let naked = || format!("naked {} {{{}}} in {}", size_name(open.len()), self.list(var, &inside, ","), self.names(&open));
        (open.len() > 1).then(naked)
    }

    /// Pointing or claiming: the places left for a value in one house all lie in another one.
    fn locked(&self, var: Var, value: Value, why: &Why) -> Option<String> {
        let without: BTreeSet<Var> = why.facts.iter().filter(|f| f.test == Test::IsNot(value)).map(|f| f.var).collect();
        for from in self.houses.iter().filter(|from| !from.vars.contains(&var)) {
            let places: BTreeSet<Var> = from.vars.difference(&without).copied().collect();
            let into = self.houses.iter().find(|into| into.vars.contains(&var) && places.is_subset(&into.vars));
            let Some(into) = into.filter(|_| !places.is_empty()) else { continue };
            let technique = match from.crossed.cmp(&into.crossed) {
                std::cmp::Ordering::Greater => "pointing",
                std::cmp::Ordering::Less => "claiming",
                std::cmp::Ordering::Equal => "locked candidates",
            };
            let (value, places) = (self.value(var, value), self.names(&places));
            return Some(format!("{technique}: {value} of {} is in {places}, all in {}", from.label, into.label));
        }
        None
    }
}

/// A rule's own name, for people.
fn plain(rule: Inference) -> String {
    rule.name().replace('_', " ")
}

/// Is this a constraint of a total?
fn is_total(posted: Posted<'_>) -> bool {
    matches!(posted.constraint.kind(), "sum" | "cage_sum")
}

/// The variables that a constraint says differ, as they are.
fn different(posted: Posted<'_>) -> Option<BTreeSet<Var>> {
    let Shape::AllDifferent(views) = posted.constraint.shape() else { return None };
    let plain = !posted.implied && views.iter().all(|view| view.offset == 0);
    plain.then(|| views.iter().map(|view| view.var).collect())
}

fn values_of(model: &Model, vars: &BTreeSet<Var>) -> BTreeSet<Value> {
    vars.iter().flat_map(|&var| model.domain(var).as_ref().iter().collect::<Vec<_>>()).collect()
}

fn size_name(size: usize) -> String {
    match size {
        2 => "pair".to_owned(),
        3 => "triple".to_owned(),
        4 => "quad".to_owned(),
        size => format!("set of {size}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_engine::{Domain, Fact, sum};
    use pencilmark_sudoku::{Grid, Symbols, Template};

    fn template() -> Template {
        Template::new(Grid::new(9).unwrap().into(), Symbols::numbers_to(9).into(), &[])
    }

    fn say(words: &Words<'_>, label: &str, var: Var, removed: &[Value], after: Domain, rule: Inference, facts: Vec<Fact>) -> String {
        let (id, _) = words.model.constraints().find(|(_, posted)| posted.label == label).unwrap();
        words.removal(id, var, removed, after.as_ref(), &Why { rule, facts })
    }

    #[test]
    fn singles() {
        let template = template();
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let said = say(&words, "row 1", v(3), &[5], Domain::from([7]), Inference::ValueTaken, vec![v(1).is(5)]);
        assert_eq!(said, "naked single: r1c4 = 7, as r1c2 = 5 (row 1)");
        let said = say(&words, "row 1", v(3), &[5], Domain::from([6, 7]), Inference::ValueTaken, vec![v(1).is(5)]);
        assert_eq!(said, "r1c2 = 5 (row 1): r1c4 is not 5");
        let facts = (0..9).filter(|&i| i != 3).map(|i| v(i).is_not(7)).collect();
        let said = say(&words, "row 1", v(3), &[5, 6], Domain::from([7]), Inference::OnlyPlace, facts);
        assert_eq!(said, "hidden single: r1c4 = 7, the only place of 7 in row 1");
    }

    #[test]
    fn naked_and_hidden_sets() {
        let template = template();
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let pair = (0..2).flat_map(|i| [v(i).at_most(2)]).collect();
        let said = say(&words, "row 1", v(5), &[1, 2], Domain::from(3..=9), Inference::HallSet, pair);
        assert_eq!(said, "naked pair {1,2} in r1c1 r1c2 (row 1): r1c6 is not 1, 2");
        let seven = (0..7).map(|i| v(i).at_most(7)).collect();
        let said = say(&words, "row 1", v(8), &[1], Domain::from([8, 9]), Inference::HallSet, seven);
        assert_eq!(said, "hidden pair {8,9} in r1c8 r1c9 (row 1): r1c9 is not 1");
    }

    #[test]
    fn pointing_and_claiming() {
        let template = template();
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let label = "overlapping houses";
        let below = [9, 10, 11, 18, 19, 20].map(|i| v(i).is_not(4)).to_vec();
        let said = say(&words, label, v(6), &[4], Domain::from([1, 2]), Inference::Leftover, below);
        assert_eq!(said, "pointing: 4 of box 1 is in r1c1 r1c2 r1c3, all in row 1: r1c7 is not 4");
        let beside = (3..9).map(|i| v(i).is_not(4)).collect();
        let said = say(&words, label, v(10), &[4], Domain::from([1, 2]), Inference::Leftover, beside);
        assert_eq!(said, "claiming: 4 of row 1 is in r1c1 r1c2 r1c3, all in box 1: r2c2 is not 4");
    }

    #[test]
    fn totals() {
        let mut model = Model::new();
        let (x, y) = (model.var("x", 1..=9), model.var("y", 1..=9));
        model.post_as("cage 12 at x", sum([(1, x), (1, y)]).equals(12));
        let words = Words::of_numbers(&model);
        let said = say(&words, "cage 12 at x", x, &[1, 2], Domain::from(3..=9), Inference::Bounds, vec![]);
        assert_eq!(said, "cage bounds (cage 12 at x): x is not 1, 2");
        let said = say(&words, "cage 12 at x", x, &[6], Domain::from([5, 7]), Inference::Other("combination"), vec![y.is_not(6)]);
        assert_eq!(said, "cage combination (cage 12 at x), as y != 6: x is not 6");
    }

    #[test]
    fn facts_about_one_variable_are_told_together() {
        let template = template();
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let facts = [v(0).is(4), v(1).is_not(3), v(2).at_least(4), v(2).at_most(6), v(2).is_not(5), v(3).is_not(1), v(3).is_not(2)];
        assert_eq!(words.facts(&facts), "r1c1 = 4, r1c2 != 3, r1c3 in {4,6}, r1c4 not in {1,2}");
        assert_eq!(words.facts(&[v(0).at_least(4), v(1).at_least(8), v(1).at_most(8)]), "r1c1 >= 4, r1c2 = 8");
    }

    #[test]
    fn several_values_may_be_locked_in_several_places() {
        let template = template();
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let below = |value: Value| [9, 10, 11, 18, 19, 20].map(|i| v(i).is_not(value));
        let facts = [below(4), below(5)].concat();
        let said = say(&words, "overlapping houses", v(6), &[4, 5], Domain::from([1, 2]), Inference::Leftover, facts);
        assert_eq!(
            said,
            "pointing: 4 of box 1 is in r1c1 r1c2 r1c3, all in row 1; pointing: 5 of box 1 is in r1c1 r1c2 r1c3, all in row 1: r1c7 is not 4, 5"
        );
    }

    #[test]
    fn dead_ends() {
        let template = template();
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let (row, _) = words.model.constraints().find(|(_, posted)| posted.label == "row 1").unwrap();
        let say = |rule: Inference, facts: Vec<Fact>| words.conflict(row, &Why { rule, facts });
        let nowhere = (0..9).map(|i| v(i).is_not(7)).collect();
        assert_eq!(say(Inference::HallViolator, nowhere), "row 1 cannot hold: no place is left for 7");
        let three = (0..3).map(|i| v(i).at_most(2)).collect();
        assert_eq!(say(Inference::HallViolator, three), "row 1 cannot hold: r1c1 r1c2 r1c3 have only {1,2} between them");
        assert_eq!(say(Inference::ValueTaken, vec![v(0).is(3), v(4).is(3)]), "row 1 cannot hold with r1c1 = 3, r1c5 = 3");
    }

    #[test]
    fn symbols_are_said_as_they_are_written() {
        let template = Template::new(Grid::new(4).unwrap().into(), Symbols::characters("SUDO").unwrap().into(), &[]);
        let (words, v) = (Words::of(&template), |i: usize| template.model().all_vars().nth(i).unwrap());
        let said = say(&words, "row 1", v(3), &[2, 3], Domain::from([1, 4]), Inference::ValueTaken, vec![v(0).is(2), v(1).is(3)]);
        assert_eq!(said, "r1c1 = U, r1c2 = D (row 1): r1c4 is not U, D");
        let pair = vec![v(0).at_most(2), v(1).at_most(2)];
        let said = say(&words, "row 1", v(3), &[1], Domain::from([3, 4]), Inference::HallSet, pair.clone());
        assert_eq!(said, "naked pair {S,U} in r1c1 r1c2 (row 1): r1c4 is not S");
        // Letters know no more and less.
        assert_eq!(words.facts(&pair), "r1c1 in {S,U}, r1c2 in {S,U}");
        assert_eq!(words.fact(v(0).at_most(2)), "r1c1 <= U");
    }
}
