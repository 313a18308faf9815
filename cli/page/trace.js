// The trace: its events, and the domains after any of them. Knows nothing of the page.

// Domains are what the trace makes of them: lists of closed ranges, never changed in place, so that states can share them.
const Domain = {
  has: (dom, v) => dom.some(([low, high]) => low <= v && v <= high),
  single: (dom) => dom.length === 1 && dom[0][0] === dom[0][1],
  size: (dom) => dom.reduce((sum, [low, high]) => sum + high - low + 1, 0),

  // The values of a domain, but no more than so many.
  values(dom, limit = Infinity) {
    const values = [];
    for (const [low, high] of dom) {
      for (let v = low; v <= high && values.length < limit; v++) values.push(v);
    }
    return values;
  },

  // What is left of a domain when `x op val` holds.
  keep(dom, op, val) {
    const clip = (from, to) => dom.filter(([low, high]) => low <= to && from <= high)
      .map(([low, high]) => [Math.max(low, from), Math.min(high, to)]);
    switch (op) {
      case "=": return clip(val, val);
      case "!=": return clip(-Infinity, val - 1).concat(clip(val + 1, Infinity));
      case "<=": return clip(-Infinity, val);
      case ">=": return clip(val, Infinity);
      default: return dom;
    }
  },

  // Does `x op val` hold for all values?
  entails: (dom, op, val) => Domain.size(Domain.keep(dom, op, val)) === Domain.size(dom),
};

class Trace {
  constructor(text) {
    this.header = {};
    this.vars = [];       // in the order of the trace
    this.slots = new Map(); // id of a variable -> its place in `vars` and in states
    this.cons = new Map();
    this.events = [];     // all but declarations; the first is the header
    for (const line of text.split("\n")) {
      if (line.trim()) this.read(JSON.parse(line));
    }
    if (this.events[0]?.ev !== "header") this.events.unshift({ ev: "header", seq: 0 });
    this.index();
  }

  read(event) {
    if (event.ev === "var") {
      this.slots.set(event.id, this.vars.length);
      this.vars.push(event);
    } else if (event.ev === "con") {
      this.cons.set(event.id, event);
    } else {
      if (event.ev === "header") this.header = event;
      this.events.push(event);
    }
  }

  // One pass over all events: checkpoints, so that a jump replays few events; the rows of the search tree; and for each event that
  // goes back, the decision it takes back, so that a walk along the path skips what was undone.
  index() {
    this.every = Math.max(64, Math.ceil(this.events.length / 512));
    this.checkpoints = [];
    this.undone = new Map();
    this.rows = [{ at: 0, kind: "root", node: 0, depth: 0, parent: -1 }];
    this.rowAt = new Int32Array(this.events.length);
    const rowOf = new Map([[0, 0]]);
    let row = 0;
    const state = this.start();
    this.events.forEach((event, i) => {
      this.apply(state, event, i);
      if (event.ev === "back") row = rowOf.get(event.to) ?? 0;
      if (event.ev === "restart") row = 0;
      if (event.ev === "decide" || event.ev === "try") {
        const parent = rowOf.get(event.parent) ?? 0;
        row = this.rows.length;
        rowOf.set(event.node, row);
        this.rows.push({ at: i, kind: event.ev === "try" ? "option" : event.left === false ? "right" : "left", node: event.node, depth: this.rows[parent].depth + 1, parent });
      }
      this.rowAt[i] = row;
      if (["conflict", "stuck", "solution", "restart"].includes(event.ev)) {
        this.rowAt[i] = this.rows.length;
        this.rows.push({ at: i, kind: event.ev, node: event.node, depth: this.rows[row].depth + 1, parent: row });
      }
      if (i % this.every === 0) this.checkpoints.push({ doms: state.doms.slice(), stack: state.stack.slice() });
    });
  }

  start() {
    // A trace of the tree alone doesn't tell of givens.
    const { level, givens = {} } = this.header;
    const given = (v) => level === "tree" && v.name in givens ? [[givens[v.name], givens[v.name]]] : v.dom;
    return { doms: this.vars.map(given), stack: [] };
  }

  // Moves a state over an event. Only left decisions can be taken back: a right one is known where it hangs, so it opens no level.
  apply(state, event, i) {
    switch (event.ev) {
      case "decide":
        if (event.left !== false) state.stack.push({ parent: event.parent, doms: state.doms.slice(), at: i });
        this.narrow(state, event);
        break;
      case "try":
        state.stack.push({ parent: event.parent, doms: state.doms.slice(), at: i });
        this.narrow(state, event);
        break;
      case "given":
      case "prune":
        this.narrow(state, event);
        break;
      case "back":
        this.restore(state, i, (level) => level.parent === event.to);
        break;
      case "restart":
        this.restore(state, i, () => state.stack.length === 0);
        break;
    }
  }

  narrow(state, event) {
    for (const id of Trace.about(event)) {
      const slot = this.slots.get(id);
      if (slot !== undefined) state.doms[slot] = Trace.after(event, state.doms[slot]);
    }
  }

  restore(state, i, enough) {
    while (state.stack.length > 0) {
      const level = state.stack.pop();
      state.doms = level.doms.slice();
      this.undone.set(i, level.at);
      if (enough(level)) break;
    }
  }

  // The variables whose domains an event changes.
  static about(event) {
    return event.combination ? event.vars : [event.var];
  }

  // A domain after an event that is about its variable.
  static after(event, dom) {
    if (event.combination) return event.combination.flatMap((v) => Domain.keep(dom, "=", v));
    return event.ev === "prune" ? event.dom : Domain.keep(dom, event.op, event.val);
  }

  // The domains after event `i`.
  domsAt(i) {
    const nearest = Math.floor(i / this.every);
    const { doms, stack } = this.checkpoints[nearest];
    const state = { doms: doms.slice(), stack: stack.slice() };
    for (let j = nearest * this.every + 1; j <= i; j++) this.apply(state, this.events[j], j);
    return state.doms;
  }

  // The event that made `x op val` true in the state after event `i`: its index, "start" if it held from the start, or null.
  cause(i, id, op, val) {
    const path = [];
    for (let j = i; j > 0; j--) {
      const decision = this.undone.get(j);
      const event = this.events[j];
      if (decision !== undefined) j = decision; // it and all after it is undone
      else if (["given", "prune", "decide", "try"].includes(event.ev) && Trace.about(event).includes(id)) path.push(j);
    }
    let dom = this.start().doms[this.slots.get(id)];
    if (Domain.entails(dom, op, val)) return "start";
    for (const j of path.reverse()) {
      dom = Trace.after(this.events[j], dom);
      if (Domain.entails(dom, op, val)) return j;
    }
    return null;
  }

  // The last event whose number is not above `seq`.
  atSeq(seq) {
    let low = 0, high = this.events.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.events[middle].seq <= seq) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
