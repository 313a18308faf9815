// The grid as a drawing: regions, cages, lines, found values and pencil marks.

const SIDE = 56;       // of a cell, in units of the drawing
const TOO_MANY = 20000; // pencil marks; above, cells tell how many candidates they have

class Grid {
  // `pick(var, value)` is told of clicks; the value is null unless a candidate that is gone was hit.
  constructor(host, trace, words, pick) {
    Object.assign(this, { trace, words, pick, selected: null });
    const { size } = trace.header.grid;
    this.size = size;
    this.cells = [];
    trace.vars.forEach((v, slot) => {
      const at = this.place(v.name);
      if (at) this.cells[at.row * size + at.col] = { ...at, slot, v };
    });
    this.numbers = [...new Set(this.cells.flatMap((cell) => Domain.values(cell.v.dom, 1000)))].sort((a, b) => a - b);
    this.marked = this.cells.length * this.numbers.length <= TOO_MANY;
    this.columns = Math.ceil(Math.sqrt(this.numbers.length));
    this.rows = Math.ceil(this.numbers.length / this.columns);
    this.givens = trace.header.givens ?? {};
    this.build(host);
  }

  place(name) {
    const match = /^r(\d+)c(\d+)$/.exec(name);
    const at = match && { row: match[1] - 1, col: match[2] - 1 };
    return at && at.row < this.size && at.col < this.size ? at : null;
  }

  has(id) {
    const v = this.trace.vars[this.trace.slots.get(id)];
    return Boolean(v && this.place(v.name));
  }

  svg(tag, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // Drawn once; `show` changes classes and texts only.
  build(host) {
    const whole = this.size * SIDE;
    this.root = this.svg("svg", { viewBox: `-3 -3 ${whole + 6} ${whole + 6}`, tabindex: 0, role: "application",
      "aria-label": `grid of ${this.size} by ${this.size}; arrows move between cells, enter tells of one` });
    const { regions = [], cages = [], lines = [] } = this.trace.header.grid;
    // Lines lie between the grounds of the cells and what is written in them.
    for (const cell of this.cells) {
      if (!cell) continue;
      cell.ground = this.svg("rect", { x: cell.col * SIDE, y: cell.row * SIDE, width: SIDE, height: SIDE });
      this.root.append(cell.ground);
    }
    for (const line of lines) {
      const points = line.map((name) => this.place(name)).filter(Boolean).map(({ row, col }) => `${(col + 0.5) * SIDE},${(row + 0.5) * SIDE}`);
      this.root.append(this.svg("polyline", { class: "line", points: points.join(" ") }));
    }
    for (const cell of this.cells) {
      if (cell) this.root.append(this.buildCell(cell));
    }
    this.root.append(this.svg("path", { class: "thin", d: this.borders(() => true) }));
    this.root.append(this.svg("path", { class: "thick", d: this.borders((a, b) => regions[a] !== regions[b]) + `M0 0H${whole}V${whole}H0Z` }));
    for (const cage of cages) this.buildCage(cage);
    this.strikes = this.svg("g", { class: "strikes" });
    this.frame = this.svg("rect", { class: "frame", width: SIDE - 3, height: SIDE - 3, rx: 3, visibility: "hidden" });
    this.root.append(this.strikes, this.frame);
    this.root.addEventListener("click", (click) => this.click(click));
    this.root.addEventListener("keydown", (key) => this.key(key));
    host.replaceChildren(this.root);
  }

  buildCell(cell) {
    const group = this.svg("g", { class: "cell", transform: `translate(${cell.col * SIDE} ${cell.row * SIDE})`, "data-name": cell.v.name });
    cell.group = group;
    cell.found = this.svg("text", { class: "found", x: SIDE / 2, y: SIDE / 2 + 1 });
    cell.marks = [];
    group.append(this.svg("rect", { class: "hit", width: SIDE, height: SIDE }));
    if (this.marked) {
      this.numbers.forEach((v, i) => {
        const { x, y } = this.slotCentre(i);
        const mark = this.svg("text", { class: "mark", x, y, "data-v": v, style: `font-size:${this.markSize()}px` },
          this.words.value(cell.v.name, v));
        cell.marks.push(mark);
        group.append(mark);
      });
    }
    group.append(cell.found);
    return group;
  }

  // Where the pencil marks are in a cell; labels of cages need the top.
  box() {
    const caged = (this.trace.header.grid.cages ?? []).length > 0;
    const [left, top] = caged ? [7, 13] : [4, 4];
    return { left, top, width: SIDE - left - (caged ? 7 : 4), height: SIDE - top - (caged ? 6 : 4) };
  }

  slotCentre(i) {
    const { left, top, width, height } = this.box();
    return { x: left + width * ((i % this.columns) + 0.5) / this.columns, y: top + height * (Math.floor(i / this.columns) + 0.5) / this.rows + 0.5 };
  }

  markSize() {
    const { height } = this.box();
    return Math.min(14, height / this.rows * 0.9);
  }

  // The borders between neighbours that `wanted` wants, as a path.
  borders(wanted) {
    let path = "";
    for (let row = 0; row < this.size; row++) {
      for (let col = 0; col < this.size; col++) {
        const here = row * this.size + col;
        if (col > 0 && wanted(here - 1, here)) path += `M${col * SIDE} ${row * SIDE}v${SIDE}`;
        if (row > 0 && wanted(here - this.size, here)) path += `M${col * SIDE} ${row * SIDE}h${SIDE}`;
      }
    }
    return path;
  }

  // A dashed outline a little inside the cells; at inner corners the outlines of two neighbours are joined.
  buildCage({ cells, label }) {
    const places = cells.map((name) => this.place(name)).filter(Boolean);
    const inside = new Set(places.map(({ row, col }) => `${row},${col}`));
    const has = (row, col) => inside.has(`${row},${col}`);
    const gap = 4;
    let path = "";
    for (const { row, col } of places) {
      const x = col * SIDE, y = row * SIDE;
      const [up, down, left, right] = [has(row - 1, col), has(row + 1, col), has(row, col - 1), has(row, col + 1)];
      const [x0, x1] = [x + (left ? 0 : gap), x + SIDE - (right ? 0 : gap)];
      const [y0, y1] = [y + (up ? 0 : gap), y + SIDE - (down ? 0 : gap)];
      if (!up) path += `M${x0} ${y + gap}H${x1}`;
      if (!down) path += `M${x0} ${y + SIDE - gap}H${x1}`;
      if (!left) path += `M${x + gap} ${y0}V${y1}`;
      if (!right) path += `M${x + SIDE - gap} ${y0}V${y1}`;
      for (const [dy, dx, vertical, horizontal] of [[-1, -1, up, left], [-1, 1, up, right], [1, -1, down, left], [1, 1, down, right]]) {
        if (!vertical || !horizontal || has(row + dy, col + dx)) continue;
        const [cx, cy] = [dx < 0 ? x : x + SIDE, dy < 0 ? y : y + SIDE];
        path += `M${cx} ${cy - dy * gap}h${-dx * gap}v${dy * gap}`;
      }
    }
    this.root.append(this.svg("path", { class: "cage", d: path }));
    if (label && places.length) {
      const first = places.reduce((a, b) => (b.row < a.row || (b.row === a.row && b.col < a.col) ? b : a));
      const [x, y] = [first.col * SIDE, first.row * SIDE];
      this.root.append(this.svg("rect", { class: "label-ground", x: x + 2, y: y + 2, width: 2 + 6.5 * label.length, height: 11 }));
      this.root.append(this.svg("text", { class: "label", x: x + 3, y: y + 11 }, label));
    }
  }

  // Shows domains. `shown` says what the event is about: { target, removed, reason: Map(id -> facts), scope: Set(id) }.
  show(doms, shown) {
    this.doms = doms;
    this.strikes.replaceChildren();
    for (const cell of this.cells) {
      if (cell) this.showCell(cell, doms[cell.slot], shown);
    }
  }

  showCell(cell, dom, { target, removed, reason, scope }) {
    const id = cell.v.id, { name } = cell.v;
    const isTarget = id === target;
    const facts = reason.get(id) ?? [];
    // The cell that loses values shows its pencil marks even when one is left: what is struck must be seen.
    const found = Domain.single(dom) && !(isTarget && removed.length && this.marked);
    const kind = [found ? "is-found" : "", name in this.givens ? "given" : "", isTarget ? "target" : "", facts.length ? "reason" : "",
      scope.has(id) ? "scope" : "", dom.length ? "" : "empty"].filter(Boolean).join(" ");
    set(cell.group, "class", `cell ${kind}`);
    set(cell.ground, "class", `ground ${kind}`);
    const text = found ? this.words.value(name, dom[0][0]) : this.marked ? "" : `(${Domain.size(dom)})`;
    if (cell.found.textContent !== text) cell.found.textContent = text;
    cell.marks.forEach((mark, i) => {
      const v = this.numbers[i];
      const left = Domain.has(dom, v);
      const struck = isTarget && Domain.has(removed, v);
      const told = facts.some(({ op, val }) => op === "!=" ? v === val : left && Domain.has(Domain.keep([[v, v]], op, val), v));
      set(mark, "class", `mark ${left ? "candidate" : "gone"}${struck ? " struck" : ""}${told ? " fact" : ""}`);
      if (struck) {
        const { x, y } = this.slotCentre(i);
        const reach = this.markSize() * 0.45;
        this.strikes.append(this.svg("line", { x1: cell.col * SIDE + x - reach, y1: cell.row * SIDE + y + reach,
          x2: cell.col * SIDE + x + reach, y2: cell.row * SIDE + y - reach }));
      }
    });
  }

  // Which cell and which candidate is at a point is reckoned, so the space around a small digit counts, too.
  click(click) {
    const point = new DOMPoint(click.clientX, click.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    const [col, row] = [Math.floor(point.x / SIDE), Math.floor(point.y / SIDE)];
    const cell = row >= 0 && col >= 0 && row < this.size && col < this.size ? this.cells[row * this.size + col] : undefined;
    if (!cell) return;
    const { left, top, width, height } = this.box();
    const across = Math.floor((point.x - col * SIDE - left) / width * this.columns);
    const down = Math.floor((point.y - row * SIDE - top) / height * this.rows);
    const inside = across >= 0 && across < this.columns && down >= 0 && down < this.rows;
    const v = inside ? this.numbers[down * this.columns + across] : undefined;
    const dom = this.doms[cell.slot];
    // In a found cell the first click chooses the cell, which then shows what is gone.
    const visible = this.marked && (!cell.group.classList.contains("is-found") || this.selected === cell.v.id);
    this.pick(cell.v.id, visible && v !== undefined && !Domain.has(dom, v) ? v : null);
  }

  key(key) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [0, 0] }[key.key];
    if (!step || key.ctrlKey || key.altKey || key.metaKey) return;
    key.preventDefault();
    key.stopPropagation();
    const now = this.cells.find((cell) => cell && cell.v.id === this.selected) ?? { row: 0, col: 0 };
    const bound = (n) => Math.min(this.size - 1, Math.max(0, n));
    const cell = this.selected === null ? this.cells[0] : this.cells[bound(now.row + step[0]) * this.size + bound(now.col + step[1])];
    if (cell) this.pick(cell.v.id, null);
  }

  select(id) {
    this.selected = id;
    const cell = this.cells.find((each) => each && each.v.id === id);
    set(this.frame, "visibility", cell ? "visible" : "hidden");
    for (const each of this.root.querySelectorAll(".cell[data-selected]")) each.removeAttribute("data-selected");
    if (!cell) return;
    set(this.frame, "x", cell.col * SIDE + 1.5);
    set(this.frame, "y", cell.row * SIDE + 1.5);
    cell.group.setAttribute("data-selected", "");
  }
}

// Writes an attribute only when it changes: most of a grid stays as it is from step to step.
function set(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}
