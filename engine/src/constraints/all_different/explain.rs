//! Why an all-different removed something: the same for every kernel, from the domains alone.
//!
//! The simplest rule that does it is named: a value taken by another, the only place, or else a Hall set, found by a failed attempt to
//! match the others without the value (the violator of Hall's theorem).

use super::scope::Scope;
use crate::domain::{DomainRef, Fact};
use crate::domains::Domains;
use crate::propagator::{Conclusion, Inference, Why};

pub(super) fn explain(scope: &Scope, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
    let mut facts = Vec::new();
    let rule = match conclusion {
        Conclusion::Conflict => conflict(scope, domains, &mut facts),
        Conclusion::Removal { var, before, after } => removal(scope, var, before, after, domains, &mut facts),
    };
    facts.sort();
    facts.dedup();
    Why { rule, facts }
}

fn removal(
    scope: &Scope,
    var: crate::Var,
    before: DomainRef<'_>,
    after: DomainRef<'_>,
    domains: &Domains,
    facts: &mut Vec<Fact>,
) -> Inference {
    let removed = || before.iter().filter(|&v| !after.contains(v));
    // A variable may stand at several positions; any of them may be the reason.
    let positions = || (0..scope.views.len()).filter(|&i| scope.var(i) == var);
    let taken: Option<Vec<Fact>> =
        removed().map(|v| positions().find_map(|i| taken_by(scope, i, scope_number(scope, i, v), domains))).collect();
    if let Some(taken) = taken {
        facts.extend(taken);
        return Inference::ValueTaken;
    }
    if let (Some(value), true) = (after.value(), scope.uses_up_values()) {
        let place = positions().find(|&i| no_other_place(scope, i, scope_number(scope, i, value), domains));
        if let Some(place) = place {
            let number = scope_number(scope, place, value);
            for other in (0..scope.views.len()).filter(|&i| i != place) {
                without(scope, other, number, domains, facts);
            }
            return Inference::OnlyPlace;
        }
    }
    for value in removed() {
        for position in positions() {
            let number = scope_number(scope, position, value);
            if let Some(fact) = taken_by(scope, position, number, domains) {
                facts.push(fact);
                break;
            }
            if let Some(hall) = violator(scope, domains, Some((position, number))) {
                inside(scope, &hall, Some(number), domains, facts);
                break;
            }
        }
    }
    Inference::HallSet
}

fn conflict(scope: &Scope, domains: &Domains, facts: &mut Vec<Fact>) -> Inference {
    let count = scope.views.len();
    for i in 0..count {
        let Some(value) = domains.get(scope.var(i)).value() else { continue };
        if let Some(fact) = taken_by(scope, i, scope_number(scope, i, value), domains) {
            facts.extend([scope.var(i).is(value), fact]);
            return Inference::ValueTaken;
        }
    }
    if scope.uses_up_values() {
        let placeless =
            all_numbers(scope, domains).into_iter().find(|&k| (0..count).all(|i| !domains.get(scope.var(i)).contains(scope.value(i, k))));
        if let Some(number) = placeless {
            (0..count).for_each(|i| without(scope, i, number, domains, facts));
            return Inference::HallViolator;
        }
    }
    if let Some(hall) = violator(scope, domains, None) {
        inside(scope, &hall, None, domains, facts);
    }
    Inference::HallViolator
}

fn scope_number(scope: &Scope, position: usize, value: crate::Value) -> usize {
    (value + scope.views[position].offset).abs_diff(scope.base) as usize
}

/// All numbers that are values of some view as declared.
fn all_numbers(scope: &Scope, domains: &Domains) -> Vec<usize> {
    let mut all: Vec<usize> = (0..scope.views.len()).flat_map(|i| scope.numbers(i, domains.declared(scope.var(i)))).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The fact that another position has this number for its value.
fn taken_by(scope: &Scope, position: usize, number: usize, domains: &Domains) -> Option<Fact> {
    (0..scope.views.len()).filter(|&i| i != position).find_map(|i| {
        let value = scope.value(i, number);
        (domains.get(scope.var(i)).value() == Some(value)).then(|| scope.var(i).is(value))
    })
}

fn no_other_place(scope: &Scope, position: usize, number: usize, domains: &Domains) -> bool {
    (0..scope.views.len()).all(|i| i == position || !domains.get(scope.var(i)).contains(scope.value(i, number)))
}

/// The fact that a position doesn't have this number, if it isn't plain from the start.
fn without(scope: &Scope, position: usize, number: usize, domains: &Domains, facts: &mut Vec<Fact>) {
    let (var, value) = (scope.var(position), scope.value(position, number));
    if domains.declared(var).contains(value) {
        facts.push(var.is_not(value));
    }
}

/// The facts that these positions have values of their Hall set only: what they have now, and `extra`.
fn inside(scope: &Scope, hall: &[usize], extra: Option<usize>, domains: &Domains, facts: &mut Vec<Fact>) {
    let mut numbers: Vec<usize> = hall.iter().flat_map(|&i| scope.numbers(i, domains.get(scope.var(i)))).chain(extra).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for &i in hall {
        let var = scope.var(i);
        let is_inside = |v| numbers.binary_search(&scope_number(scope, i, v)).is_ok();
        let mut within = domains.declared(var).iter().filter(|&v| is_inside(v));
        let low = within.next().expect("a variable of a Hall set has a value in it");
        let high = within.last().unwrap_or(low);
        domains.facts_within(var, facts, is_inside, low, high);
    }
}

/// Positions that have fewer values than they are many, if the position of `skip` takes its number: a failed augmenting path.
fn violator(scope: &Scope, domains: &Domains, skip: Option<(usize, usize)>) -> Option<Vec<usize>> {
    let mut owner: Vec<Option<usize>> = vec![None; scope.span];
    for start in (0..scope.views.len()).filter(|&i| skip.is_none_or(|(position, _)| position != i)) {
        // Breadth first from `start`; `entered[number]` is the position that number was reached from.
        let mut entered: Vec<Option<usize>> = vec![None; scope.span];
        let mut reached = vec![start];
        let mut free = None;
        let mut next = 0;
        while next < reached.len() && free.is_none() {
            let position = reached[next];
            next += 1;
            for number in scope.numbers(position, domains.get(scope.var(position))) {
                if entered[number].is_some() || skip.is_some_and(|(_, taken)| taken == number) {
                    continue;
                }
                entered[number] = Some(position);
                match owner[number] {
                    Some(other) => reached.push(other),
                    None => {
                        free = Some(number);
                        break;
                    }
                }
            }
        }
        let Some(mut number) = free else { return Some(reached) };
        // Shift the matching along the path back to `start`.
        loop {
            let position = entered[number].expect("every number on the path was entered");
            let given_up = owner.iter().position(|&o| o == Some(position));
            owner[number] = Some(position);
            match given_up {
                Some(previous) => number = previous,
                None => break,
            }
        }
    }
    None
}
