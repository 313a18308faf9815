// Events in words.

class Words {
  constructor(trace) {
    this.trace = trace;
    const { symbols, numbers } = trace.header.grid ?? {};
    this.symbols = new Map((numbers ?? []).map((n, i) => [n, symbols?.[i] ?? String(n)]));
    this.inGrid = /^r\d+c\d+$/;
  }

  // A value as the variable writes it: cells have symbols, other variables numbers.
  value(name, v) {
    return this.inGrid.test(name) ? this.symbols.get(v) ?? String(v) : String(v);
  }

  domain(name, dom) {
    const range = ([low, high]) => low === high ? this.value(name, low)
      : high === low + 1 ? `${this.value(name, low)} ${this.value(name, high)}` : `${this.value(name, low)}–${this.value(name, high)}`;
    return dom.length ? dom.map(range).join(" ") : "nothing";
  }

  fact({ name, op, val }) {
    const sign = { "!=": "≠", "<=": "≤", ">=": "≥" }[op] ?? op;
    return `${name} ${sign} ${this.value(name, val)}`;
  }

  rule(rule) {
    return (rule ?? "").replaceAll("_", " ");
  }

  con(id) {
    return this.trace.cons.get(id)?.name ?? `constraint ${id}`;
  }

  // An event as one line.
  line(event) {
    const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
    switch (event.ev) {
      case "header":
        return `start: ${count(this.trace.vars.length, "variable", "variables")}, ${count(this.trace.cons.size, "constraint", "constraints")}`;
      case "given": return `given ${this.fact(event)}`;
      case "refused": return `the given ${this.fact(event)} cannot be true`;
      case "prune": return Domain.single(event.dom) ? `${event.name} = ${this.domain(event.name, event.dom)}`
        : `${event.name} ≠ ${this.domain(event.name, event.removed)}`;
      case "decide": return event.left === false ? `so ${this.fact(event)}` : `try ${this.fact(event)}`;
      case "item": return `${event.text}: ${count(event.options, "option", "options")}`;
      case "try": return `try ${event.text}`;
      case "stuck": return `dead end: no option is left for ${event.text}`;
      case "conflict": return `conflict in ${this.con(event.con)}`;
      case "back": return `back to ${event.to === 0 ? "the root" : `node ${event.to}`}`;
      case "restart": return "begin anew from the root";
      case "solution": return `solution ${event.n}`;
      case "run": return `${event.propagator} on ${this.con(event.con)}: ${event.status}, ${count(event.pruned, "removal", "removals")}`;
      case "wake": return `${event.name} wakes ${event.propagator} on ${this.con(event.con)}`;
      case "end":
        return `end: ${this.rule(event.status)}, ${count(event.solutions, "solution", "solutions")}, ${count(event.nodes, "node", "nodes")}, `
          + count(event.fails, "failure", "failures");
      default: return event.ev;
    }
  }

  // What stands beside the line: the rule and where, if that isn't said yet.
  aside(event) {
    switch (event.ev) {
      case "prune": return `${this.rule(event.rule)} · ${this.con(event.con)}`;
      case "conflict": return this.rule(event.rule);
      case "decide":
      case "try": return `node ${event.node}`;
      default: return "";
    }
  }
}
