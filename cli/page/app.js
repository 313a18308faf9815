// The page: holds the current event, and lets all parts show it.

class Page {
  constructor() {
    const text = (id) => document.getElementById(id).textContent;
    this.trace = new Trace(text("trace"));
    this.words = new Words(this.trace);
    this.leftOut = JSON.parse(text("left-out"));
    this.at = 0;
    this.selected = null;
    this.timer = null;
    this.parts();
    this.about();
    this.controls();
    this.goTo(this.fromAddress() ?? 0);
  }

  get last() {
    return this.trace.events.length - 1;
  }

  // Builds what the trace has something for: grid, table of the variables outside of it, list, tree.
  parts() {
    const { trace, words } = this;
    const host = (id) => document.getElementById(id);
    if (trace.header.grid) this.grid = new Grid(host("grid"), trace, words, (id, v) => this.pick(id, v));
    this.others = trace.vars.filter((v) => !this.grid?.has(v.id));
    if (this.others.length) {
      this.table = new VirtualList(host("table"), { length: this.others.length, role: "listbox", itemRole: "option", label: "variables",
        row: (i) => this.variableRow(i), pick: (i) => this.pick(this.others[i].id, null) });
    }
    document.body.classList.toggle("no-grid", !this.grid);
    this.list = new VirtualList(host("events"), { length: trace.events.length, role: "listbox", itemRole: "option", label: "events",
      row: (i) => this.eventRow(i), pick: (i) => this.goTo(i) });
    this.tree = new VirtualList(host("tree"), { length: trace.rows.length, role: "tree", itemRole: "treeitem", label: "search tree",
      row: (i) => this.treeRow(i), pick: (i) => this.jump(trace.rows[i].at) });
    host("events-title").textContent = `events (${trace.events.length.toLocaleString("en")})`;
    const nodes = trace.rows.filter(({ kind }) => ["left", "right", "option"].includes(kind)).length;
    host("tree-title").textContent = nodes ? `search tree (${nodes.toLocaleString("en")} nodes)` : "search tree (nothing was tried)";
  }

  about() {
    const { solver, strategy, seed, level, tree, engine, filters } = this.trace.header;
    const end = this.trace.events[this.last];
    const said = [solver && `solver ${solver}`, strategy && `strategy ${strategy}`, seed !== undefined && `seed ${seed}`,
      level && `level ${level}`, engine && `engine ${engine}`, end.ev === "end" && this.words.line(end)];
    document.getElementById("about").textContent = said.filter(Boolean).join(" · ");
    const notes = [];
    const { events, first, kinds } = this.leftOut;
    if (events > 0) {
      const parts = Object.entries(kinds).map(([kind, n]) => `${n.toLocaleString("en")} ${kind}`).join(", ");
      notes.push(`the trace is long: from event ${first} on, ${events.toLocaleString("en")} events are left out (${parts}).`);
    }
    if (filters?.length) notes.push(`filters left events out (${filters.join(" ")}), so candidates may be shown that were gone.`);
    if (level === "tree") notes.push(`${tree === "cover" ? "exact cover" : "a trace of level tree"} has no removals, so candidates are shown that were gone.`);
    const place = document.getElementById("notes");
    place.textContent = notes.join(" ");
    place.hidden = notes.length === 0;
  }

  controls() {
    const on = (id, name, act) => document.getElementById(id).addEventListener(name, act);
    on("first", "click", () => this.goTo(0));
    on("previous", "click", () => this.goTo(this.at - 1));
    on("next", "click", () => this.goTo(this.at + 1));
    on("last", "click", () => this.goTo(this.last));
    on("play", "click", () => this.play(!this.timer));
    on("speed", "change", () => this.timer && this.play(true));
    on("theme", "click", () => this.changeTheme());
    on("slider", "input", (input) => this.goTo(Number(input.target.value)));
    document.getElementById("slider").max = this.last;
    document.addEventListener("keydown", (key) => this.key(key));
    // Links, the history and hands change the address; steps change it without telling.
    window.addEventListener("hashchange", () => {
      const i = this.fromAddress();
      if (i !== null && i !== this.at) this.goTo(i);
    });
    this.theme = null;
    try {
      this.showTheme(localStorage.getItem("trace-theme"));
    } catch {
      // A page from a file may not be allowed to keep anything.
    }
  }

  key(key) {
    if (key.ctrlKey || key.altKey || key.metaKey || key.target.closest?.("select, textarea")) return;
    if (key.key === " ") {
      if (key.target.closest?.("button")) return; // it presses the button
      key.preventDefault();
      this.play(!this.timer);
      return;
    }
    const inTree = Boolean(key.target.closest?.("#tree"));
    const inList = inTree || Boolean(key.target.closest?.("#events, input"));
    if (inTree && (key.key === "ArrowUp" || key.key === "ArrowDown")) {
      key.preventDefault();
      const row = this.trace.rowAt[this.at] + (key.key === "ArrowUp" ? -1 : 1);
      if (this.trace.rows[row]) this.goTo(this.trace.rows[row].at);
      return;
    }
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -Infinity, End: Infinity };
    if (inList) Object.assign(steps, { ArrowUp: -1, ArrowDown: 1 });
    const step = steps[key.key];
    if (step === undefined) return;
    key.preventDefault();
    this.goTo(this.at + step);
  }

  play(wanted) {
    clearInterval(this.timer);
    this.timer = null;
    if (wanted) {
      if (this.at === this.last) this.goTo(0);
      this.timer = setInterval(() => this.at < this.last ? this.goTo(this.at + 1) : this.play(false),
        Number(document.getElementById("speed").value));
    }
    const button = document.getElementById("play");
    button.textContent = wanted ? "❚❚ pause" : "▶ play";
    button.setAttribute("aria-label", wanted ? "pause" : "play");
  }

  // From what the system wants to its opposite, and back.
  changeTheme() {
    const isDark = this.theme ? this.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    this.showTheme(isDark ? "light" : "dark");
    try {
      localStorage.setItem("trace-theme", this.theme);
    } catch {
      // See above.
    }
  }

  showTheme(theme) {
    this.theme = theme === "light" || theme === "dark" ? theme : null;
    if (this.theme) document.documentElement.dataset.theme = this.theme;
  }

  fromAddress() {
    const match = /^#seq=(\d+)$/.exec(location.hash);
    return match ? this.trace.atSeq(Number(match[1])) : null;
  }

  // Goes to an event so that the browser's back button returns from there.
  jump(i) {
    this.play(false);
    if (i === this.at) return;
    clearTimeout(this.addressTimer);
    this.writeAddress(this.at);
    location.hash = `seq=${this.trace.events[i].seq}`;
    this.goTo(i);
  }

  writeAddress(i) {
    try {
      history.replaceState(null, "", `#seq=${this.trace.events[i].seq}`);
    } catch {
      // Browsers limit how often; the address is then a little old.
    }
  }

  goTo(i) {
    this.at = Math.min(this.last, Math.max(0, i));
    this.doms = this.trace.domsAt(this.at);
    this.before = this.at > 0 ? this.trace.domsAt(this.at - 1) : this.doms;
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddress(this.at), 300);
    this.show();
  }

  // A variable was clicked; with a value, one that is gone: then its end is shown.
  pick(id, v) {
    this.select(id);
    if (v !== null) this.why(id, "!=", v);
  }

  select(id) {
    this.selected = id;
    this.grid?.select(id);
    this.table?.draw();
    this.showValues();
    const v = this.variable(id);
    if (v) this.say(`${v.name}: ${this.words.domain(v.name, this.doms[this.trace.slots.get(id)])}`);
  }

  // Jumps to the event that made a fact true.
  why(id, op, val) {
    const v = this.variable(id);
    const cause = v ? this.trace.cause(this.at, id, op, val) : null;
    if (typeof cause === "number") this.jump(cause);
    else {
      const fact = this.words.fact({ name: v?.name ?? id, op, val });
      this.say(cause === "start" ? `${fact} from the start` : `the trace doesn't tell where ${fact} comes from`, true);
    }
  }

  variable(id) {
    return this.trace.vars[this.trace.slots.get(id)];
  }

  // For the eyes only where asked; always for screen readers.
  say(text, visibly = false) {
    document.getElementById("live").textContent = text;
    if (visibly) document.getElementById("reason").prepend(element("p", { class: "answer" }, text));
  }

  show() {
    const event = this.trace.events[this.at];
    const shown = this.shown(event);
    this.current = shown;
    this.grid?.show(this.doms, shown);
    this.showValues();
    this.showReason(event);
    this.list.choose(this.at);
    this.tree.choose(this.trace.rowAt[this.at]);
    this.table?.draw();
    const slider = document.getElementById("slider");
    slider.value = this.at;
    slider.setAttribute("aria-valuetext", `event ${event.seq}: ${this.words.line(event)}`);
    document.getElementById("position").textContent = `${this.at.toLocaleString("en")} of ${this.last.toLocaleString("en")}`;
    const aside = this.words.aside(event);
    this.say(`${this.words.line(event)}${aside ? `; ${aside}` : ""}${event.rule && event.text ? `; ${event.text}` : ""}`);
  }

  // What an event is about: who loses what, and which facts and variables are the reason.
  shown(event) {
    const reason = new Map();
    for (const fact of event.why ?? []) reason.set(fact.var, (reason.get(fact.var) ?? []).concat(fact));
    const scope = new Set(event.combination ? event.vars : this.trace.cons.get(event.con)?.vars ?? []);
    let removed = event.removed ?? [];
    if (event.var !== undefined && ["decide", "given", "try"].includes(event.ev)) {
      // What a fact takes away isn't in the line, so it is reckoned.
      const dom = this.before[this.trace.slots.get(event.var)] ?? [];
      removed = Domain.values(dom, 10000).filter((v) => !Domain.entails([[v, v]], event.op, event.val)).map((v) => [v, v]);
    }
    return { target: event.var, removed, reason, scope };
  }

  showReason(event) {
    const { words } = this;
    const parts = [element("h2", {}, words.line(event))];
    const row = (name, ...content) => element("div", { class: "row" }, element("span", { class: "name" }, name), element("span", {}, ...content));
    if (event.rule) parts.push(row("rule", words.rule(event.rule)));
    const con = this.trace.cons.get(event.con);
    if (con) parts.push(row("constraint", con.name, element("span", { class: "muted" }, ` ${words.rule(con.kind)}${con.implied ? ", implied" : ""}`
      + (con.src ? `, line ${con.src.line}` : ""))));
    if (event.rule && event.text) parts.push(row("text", event.text));
    if (event.removed) parts.push(row("removed", element("s", {}, words.domain(event.name, event.removed)), `, left: ${words.domain(event.name, event.dom)}`));
    if (event.why?.length) {
      parts.push(row("facts", ...event.why.map((fact) => element("button", { type: "button", class: "fact", title: "where it comes from",
        onclick: () => { this.select(fact.var); this.why(fact.var, fact.op, fact.val); } }, words.fact(fact)))));
    }
    if (event.ev === "decide" || event.ev === "try") {
      parts.push(row("node", `${event.node}, below ${event.parent === 0 ? "the root" : event.parent}`));
      if (event.left === false) parts.push(row("why", "the opposite was tried and is done"));
      else if (event.strategy) parts.push(row("strategy", event.strategy));
    }
    if (event.ev === "back") parts.push(row("why", `node ${event.from} is done: the domains are again as they were before it was tried`));
    if (event.diagnosis) parts.push(row("diagnosis", event.diagnosis));
    parts.push(row("event", String(event.seq), element("span", { class: "muted" }, event.depth ? ` node ${event.node}, depth ${event.depth}` : "")));
    document.getElementById("reason").replaceChildren(...parts);
  }

  // The values of the selected variable: those that are gone are buttons, so that the keyboard reaches what the mouse does.
  showValues() {
    const place = document.getElementById("values");
    const v = this.selected === null ? undefined : this.variable(this.selected);
    if (!v) return place.replaceChildren(element("span", { class: "muted" }, "click a cell or a candidate"));
    const limit = 100;
    const dom = this.doms[this.trace.slots.get(v.id)];
    const values = Domain.values(v.dom, limit).map((value) => {
      const text = this.words.value(v.name, value);
      if (Domain.has(dom, value)) return element("span", { class: "left" }, text);
      return element("button", { type: "button", class: "gone", "data-value": value, "aria-label": `why not ${text}`, title: `why not ${text}`,
        onclick: () => {
          this.why(v.id, "!=", value);
          document.querySelector(`#values [data-value="${value}"]`)?.focus();
        } }, text);
    });
    const more = Domain.size(v.dom) - values.length;
    place.replaceChildren(element("b", {}, v.name), ...values, more > 0 ? `and ${more} more` : "");
  }

  eventRow(i) {
    const event = this.trace.events[i];
    const content = [element("span", { class: "seq" }, String(event.seq)), element("span", { class: "what" }, this.words.line(event)),
      element("span", { class: "muted" }, this.words.aside(event))];
    return { content, kind: event.ev };
  }

  treeRow(i) {
    const { at, kind, node, depth } = this.trace.rows[i];
    const event = this.trace.events[at];
    const text = { root: "root", left: `${kind === "left" ? this.words.fact(event) : ""}`, right: kind === "right" ? this.words.fact(event) : "",
      option: event.text, stuck: `✗ ${this.words.line(event)}`,
      conflict: `✗ ${this.words.line(event)}`, solution: `★ ${this.words.line(event)}`, restart: "↺ begin anew" }[kind];
    // Deep rows stop moving to the right and say how deep they are.
    const most = 14;
    const indent = element("span", { class: "indent" });
    indent.style.width = `${Math.min(depth, most) * 14}px`;
    const content = [indent, element("span", { class: "what" }, text),
      element("span", { class: "muted" }, `${["left", "right", "option"].includes(kind) ? `node ${node}` : ""}${depth > most ? ` · depth ${depth}` : ""}`)];
    return { content, level: depth + 1, kind: `${kind} ${this.onPath(i) ? "on-path" : ""}` };
  }

  // Is a row of the tree between the root and the current event?
  onPath(i) {
    let row = this.trace.rowAt[this.at];
    while (row > i) row = this.trace.rows[row].parent;
    return row === i;
  }

  variableRow(i) {
    const v = this.others[i];
    const { target, reason, scope } = this.current ?? { reason: new Map(), scope: new Set() };
    const dom = this.doms?.[this.trace.slots.get(v.id)] ?? v.dom;
    const kind = [v.id === target ? "target" : "", reason.has(v.id) ? "reason" : "", scope.has(v.id) ? "scope" : "",
      v.id === this.selected ? "chosen" : ""].join(" ");
    return { content: [element("span", { class: "name" }, v.name), element("span", { class: "what" }, this.words.domain(v.name, dom))], kind };
  }
}

new Page();
