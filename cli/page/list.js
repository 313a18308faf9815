// A list of which only the rows in sight exist, so that its length costs nothing.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  // Text becomes text nodes: names in a trace are never read as markup.
  made.append(...children);
  return made;
}

class VirtualList {
  // `role` and `itemRole` are for screen readers; `row(i)` makes what is in row `i`; `pick(i)` is told of clicks.
  constructor(host, { length, role, itemRole, label, row, pick }) {
    Object.assign(this, { length, itemRole, row, pick, rowHeight: 26, chosen: -1, id: host.id });
    this.view = element("div", { class: "list", role, tabindex: "0", "aria-label": label });
    this.space = element("div", { class: "space", role: "presentation" });
    this.space.style.height = `${length * this.rowHeight}px`;
    this.view.append(this.space);
    host.replaceChildren(this.view);
    this.view.addEventListener("scroll", () => this.draw());
    this.view.addEventListener("click", (click) => {
      const item = click.target.closest("[data-i]");
      if (item) this.pick(Number(item.dataset.i));
    });
    new ResizeObserver(() => this.draw()).observe(this.view);
  }

  draw() {
    const { scrollTop, clientHeight } = this.view;
    const spare = 5;
    const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - spare);
    // Printing and hidden panes have no height; however tall the pane, no more than a few screens of rows are made.
    const to = Math.min(this.length, from + Math.min(200, Math.ceil(clientHeight / this.rowHeight) + 2 * spare));
    const items = [];
    for (let i = from; i < to; i++) {
      const { content, level, kind = "" } = this.row(i);
      const item = element("div", {
        class: `item ${kind} ${i === this.chosen ? "chosen" : ""}`, role: this.itemRole, id: `${this.id}-${i}`, "data-i": i,
        "aria-setsize": level ? null : this.length, "aria-posinset": level ? null : i + 1, "aria-level": level,
        "aria-selected": i === this.chosen,
      }, ...content);
      item.style.top = `${i * this.rowHeight}px`;
      items.push(item);
    }
    this.space.replaceChildren(...items);
    if (from <= this.chosen && this.chosen < to) this.view.setAttribute("aria-activedescendant", `${this.id}-${this.chosen}`);
    else this.view.removeAttribute("aria-activedescendant");
  }

  // Marks a row and brings it into sight.
  choose(i) {
    this.chosen = i;
    const top = i * this.rowHeight, { scrollTop, clientHeight } = this.view;
    if (top < scrollTop || top + this.rowHeight > scrollTop + clientHeight) {
      this.view.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    this.draw();
  }
}
