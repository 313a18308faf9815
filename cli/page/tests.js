// What the scripts of the tests use: real events on what a user sees.

const $ = (selector) => document.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];

function key(name, target = document.activeElement ?? document.body) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
}

function click(selector) {
  $(selector).click();
}

function slide(to) {
  const slider = $("#slider");
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

// A click of the mouse on the middle of a pencil mark.
function clickCandidate(name, v) {
  const { left, top, width, height } = $(`.cell[data-name="${name}"] .mark[data-v="${v}"]`).getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  document.elementFromPoint(clientX, clientY).dispatchEvent(new MouseEvent("click", { clientX, clientY, bubbles: true, cancelable: true }));
}

function position() {
  return Number($("#position").textContent.split(" of ")[0].replaceAll(",", ""));
}

// The candidates of each cell as they are drawn.
function candidates() {
  return $$(".cell").map((cell) => [...cell.querySelectorAll(".mark.candidate")].map((mark) => mark.dataset.v).join(""));
}

// Runs a script and leaves its results in the page, where the test reads them.
async function run(script) {
  const out = {};
  window.addEventListener("error", (event) => { out.error = event.message; });
  // While a page loads, the browser keeps no history.
  if (document.readyState !== "complete") await new Promise((done) => window.addEventListener("load", () => setTimeout(done, 50)));
  try {
    await script(out);
  } catch (error) {
    out.error = `${error}\n${error.stack}`;
  }
  const place = document.createElement("pre");
  place.id = "results";
  place.textContent = JSON.stringify(out);
  document.body.append(place);
}
