//! A model: named variables and posted constraints, inert data that back ends read.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use hashbrown::HashMap;
use itertools::Itertools as _;

use crate::domain::{Domain, DomainRef, Value, Var, View};
use crate::domains::Domains;
use crate::propagator::Propagator;

/// What a structural back end may know of a constraint.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape<'a> {
    /// The views take different values.
    AllDifferent(&'a [View]),
    /// Two variables, and the pairs of values that [`Constraint::holds`] allows.
    Binary(Var, Var),
    /// The variables take different values that add up to a total.
    CageSum(&'a [Var], i64),
    /// The values within each part differ, and all values, each with the sign of its part, add up to a total.
    CageSums(Parts<'a>, i64),
    /// Nothing but what [`Constraint::holds`] says.
    Opaque,
}

/// The parts of a sum: the variables of each, and whether they count for or against.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// The variables of all parts, one part after the other.
    pub(crate) vars: &'a [Var],
    /// The sign of each part, and how many variables it has.
    pub(crate) signs: &'a [(i64, usize)],
}

impl<'a> Parts<'a> {
    /// The sign of each part, 1 or -1, and its variables.
    pub fn iter(self) -> impl Iterator<Item = (i64, &'a [Var])> {
        let mut rest = self.vars;
        self.signs.iter().map(move |&(sign, count)| {
            let (own, others) = rest.split_at(count);
            rest = others;
            (sign, own)
        })
    }
}

/// A relation between variables. Anyone may write one; see [`propagator`](crate::propagator) for the part that prunes.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// What kind of constraint it is, for messages: `all_different`.
    fn kind(&self) -> &'static str;

    /// Its variables. One may come several times.
    fn scope(&self) -> &[Var];

    /// The meaning: may the scope take these values, given in its order? No cleverness here; everything is checked against it.
    fn holds(&self, values: &[Value]) -> bool;

    /// The propagators that stand for it, over the domains as they are at the root. State words can be made here.
    fn propagators(&self, domains: &mut Domains) -> Vec<Box<dyn Propagator>>;

    /// What structural back ends may know.
    fn shape(&self) -> Shape<'_> {
        Shape::Opaque
    }

    /// Can it still hold, as far as plain backtracking looks: `values` has one entry a variable of the model, and `changed` has just got
    /// its own. The default waits until the whole scope has values.
    fn may_hold(&self, values: &[Option<Value>], changed: Var) -> bool {
        let _ = changed;
        let scope: Option<Vec<Value>> = self.scope().iter().map(|v| values[v.index()]).collect();
        scope.is_none_or(|values| self.holds(&values))
    }
}

/// The position of a constraint among those of its model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstraintId(pub(crate) u32);

impl ConstraintId {
    /// The number, from 0 in the order of posting.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constraint as it stands in a model.
#[derive(Clone, Copy, Debug)]
pub struct Posted<'m> {
    /// Its name, for people.
    pub label: &'m str,
    /// What it says.
    pub constraint: &'m dyn Constraint,
    /// True if it follows from the others and only helps to prune; a presolve pass adds such ones.
    pub implied: bool,
}

/// Variables and constraints. Nothing happens here: solving is the business of a [`Solver`](crate::Solver) or a
/// [`Backend`](crate::Backend).
///
/// ```
/// use pencilmark_engine::{Model, all_different};
/// let mut model = Model::new();
/// let queens = model.vars("queen", 8, 1..=8);
/// model.post(all_different(&queens));
/// model.post(all_different((0..).zip(&queens).map(|(i, &q)| q + i)));
/// model.post(all_different((0..).zip(&queens).map(|(i, &q)| q - i)));
/// assert_eq!(model.solutions().count(), 92);
/// ```
#[derive(Debug, Default)]
pub struct Model {
    names: Names,
    domains: Vec<Domain>,
    labels: Names,
    /// The constraints, and which are implied.
    posted: Vec<(Arc<dyn Constraint>, bool)>,
}

impl Model {
    /// An empty model.
    pub fn new() -> Model {
        Model::default()
    }

    /// A new variable with these values.
    ///
    /// # Panics
    /// If there are none.
    pub fn var(&mut self, name: impl AsRef<str>, domain: impl Into<Domain>) -> Var {
        let (name, domain) = (name.as_ref(), domain.into());
        assert!(!domain.is_empty(), "variable {name} has no value to take");
        self.names.push(name);
        self.domains.push(domain);
        Var(self.names.ends.len() as u32 - 1)
    }

    /// `count` variables with the same values, named `name[0]`, `name[1]` and so on.
    pub fn vars(&mut self, name: &str, count: usize, domain: impl Into<Domain>) -> Vec<Var> {
        let domain = domain.into();
        (0..count).map(|i| self.var(format!("{name}[{i}]"), domain.clone())).collect()
    }

    /// Gives a variable its value for good.
    ///
    /// # Panics
    /// If the variable cannot have it.
    pub fn fix(&mut self, var: Var, value: Value) {
        assert!(self.domain(var).as_ref().contains(value), "{} cannot be {value}", self.name(var));
        self.domains[var.index()] = Domain::from([value]);
    }

    /// Posts a constraint, named after its kind and number.
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> ConstraintId {
        let label = format!("{} {}", constraint.kind(), self.posted.len() + 1);
        self.post_as(label, constraint)
    }

    /// Posts a constraint under a name, which reasons and errors will mention.
    pub fn post_as(&mut self, label: impl AsRef<str>, constraint: impl Constraint + 'static) -> ConstraintId {
        self.push(label.as_ref(), Arc::new(constraint), false)
    }

    /// Posts a constraint that follows from the others: it may help to prune, and takes part in nothing else.
    pub fn post_implied(&mut self, label: impl AsRef<str>, constraint: impl Constraint + 'static) -> ConstraintId {
        self.push(label.as_ref(), Arc::new(constraint), true)
    }

    fn push(&mut self, label: &str, constraint: Arc<dyn Constraint>, implied: bool) -> ConstraintId {
        let known = self.names.ends.len();
        assert!(constraint.scope().iter().all(|v| v.index() < known), "constraint {label} has a variable of another model");
        self.labels.push(label);
        self.posted.push((constraint, implied));
        ConstraintId(self.posted.len() as u32 - 1)
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.names.ends.len()
    }

    /// True if there are no variables.
    pub fn is_empty(&self) -> bool {
        self.names.ends.is_empty()
    }

    /// All variables, in order of their making.
    pub fn all_vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.names.ends.len() as u32).map(Var)
    }

    /// The name of a variable.
    pub fn name(&self, var: Var) -> &str {
        self.names.name(var.index())
    }

    /// The declared values of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.domains[var.index()]
    }

    /// The declared values of some variables, once with their number where several in a row have the same. Mostly all have, so a back
    /// end that looks at a model has little to look at.
    ///
    /// ```
    /// use pencilmark_engine::Model;
    /// let mut model = Model::new();
    /// model.vars("x", 5, 1..=9);
    /// model.var("y", 1..=3);
    /// let runs: Vec<_> = model.domains_of(model.all_vars()).map(|(count, domain)| (count, domain.iter().count())).collect();
    /// assert_eq!(runs, [(5, 9), (1, 3)]);
    /// ```
    pub fn domains_of(&self, vars: impl Iterator<Item = Var>) -> impl Iterator<Item = (usize, DomainRef<'_>)> {
        let same = |a: &DomainRef<'_>, b: &DomainRef<'_>| (a.base, a.words) == (b.base, b.words);
        vars.map(|var| (1, self.domain(var).as_ref()))
            .coalesce(move |(count, a), (one, b)| if same(&a, &b) { Ok((count + one, a)) } else { Err(((count, a), (one, b))) })
    }

    /// All constraints with their names, in order of posting.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = (ConstraintId, Posted<'_>)> {
        (0..self.posted.len()).map(|i| ConstraintId(i as u32)).map(|id| (id, self.constraint(id)))
    }

    /// One constraint.
    pub fn constraint(&self, id: ConstraintId) -> Posted<'_> {
        let (constraint, implied) = &self.posted[id.index()];
        Posted { label: self.labels.name(id.index()), constraint: &**constraint, implied: *implied }
    }

    /// Who can take each value among some views, both ascending: a variable and its own value, once for each of its views that can.
    pub(crate) fn holders(&self, views: &[View]) -> Vec<(Value, Vec<(Var, Value)>)> {
        let mut holders: HashMap<Value, Vec<(Var, Value)>> = HashMap::new();
        for view in views {
            for value in self.domain(view.var).as_ref().iter() {
                holders.entry(value + view.offset).or_default().push((view.var, value));
            }
        }
        let mut holders: Vec<_> = holders.into_iter().collect();
        holders.iter_mut().for_each(|(_, holders)| holders.sort_unstable());
        holders.sort_unstable();
        holders
    }

    /// The houses: all-different variables, no more than the values they have between them, so that each value has its place. With the
    /// values, sorted.
    pub(crate) fn houses(&self) -> impl Iterator<Item = (Vec<Var>, Vec<Value>)> {
        self.posted.iter().filter(|(_, implied)| !implied).filter_map(|(constraint, _)| {
            let Shape::AllDifferent(views) = constraint.shape() else { return None };
            let vars: Vec<Var> = views.iter().map(|v| v.var).collect();
            let mut values: Vec<Value> = Vec::with_capacity(vars.len());
            self.domains_of(vars.iter().copied()).for_each(|(_, domain)| values.extend(domain.iter()));
            values.sort_unstable();
            values.dedup();
            let repeats = vars.iter().enumerate().any(|(i, var)| vars[..i].contains(var));
            (!repeats && values.len() == vars.len() && views.iter().all(|v| v.offset == 0)).then_some((vars, values))
        })
    }

    /// The same variables with some of the constraints, in this order.
    pub(crate) fn only(&self, kept: &[ConstraintId]) -> Model {
        let mut labels = Names::default();
        kept.iter().for_each(|id| labels.push(self.labels.name(id.index())));
        let posted = kept.iter().map(|id| self.posted[id.index()].clone()).collect();
        Model { names: self.names.clone(), domains: self.domains.clone(), labels, posted }
    }

    /// The domains at the root: as declared.
    pub(crate) fn root(&self) -> Domains {
        Domains::new(self.domains.iter())
    }

    /// Checks values, one a variable, against domains and constraints. Every solution that leaves the engine has passed this.
    ///
    /// # Errors
    /// The first variable or constraint that is broken.
    pub fn check(&self, values: &[Value]) -> Result<(), Broken> {
        if values.len() != self.len() {
            return Err(Broken(format!("{} values for {} variables", values.len(), self.len())));
        }
        for (i, (domain, &value)) in self.domains.iter().zip(values).enumerate() {
            if !domain.as_ref().contains(value) {
                return Err(Broken(format!("{} = {value} is not in {domain}", self.names.name(i))));
            }
        }
        let mut scope = [0; 64];
        for (i, (constraint, _)) in self.posted.iter().enumerate().filter(|(_, (_, implied))| !implied) {
            let vars = constraint.scope();
            let holds = if vars.len() <= scope.len() {
                for (slot, var) in scope.iter_mut().zip(vars) {
                    *slot = values[var.index()];
                }
                constraint.holds(&scope[..vars.len()])
            } else {
                constraint.holds(&vars.iter().map(|v| values[v.index()]).collect::<Vec<_>>())
            };
            if !holds {
                return Err(Broken(format!("{} does not hold", self.labels.name(i))));
            }
        }
        Ok(())
    }
}

/// Why values are no solution of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

/// One value for each variable of a model; index it by [`Var`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution(pub(crate) Vec<Value>);

impl Solution {
    /// The values in the order of the variables.
    pub fn values(&self) -> &[Value] {
        &self.0
    }
}

impl Index<Var> for Solution {
    type Output = Value;
    fn index(&self, var: Var) -> &Value {
        &self.0[var.index()]
    }
}

/// Names of variables or constraints, in one text: there are many, and most are never asked for.
#[derive(Clone, Debug, Default)]
struct Names {
    text: String,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Names {
    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    fn name(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[number]]
    }
}
