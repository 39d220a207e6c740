// The grid of the analyze page: arrow keys, and taps one after another.

import "../shared/press.js";
import { inTurn } from "../shared/queue.js";
import { rove } from "../shared/suits.js";

rove("#grid .cell");

const tap = inTurn(({ value, url }) =>
  window.htmx.ajax("POST", url, {
    source: "#entry", target: "#entry-error", swap: "innerHTML", values: { tap: value },
  }),
);

document.addEventListener("click", (event) => {
  const cell = event.target.closest?.("#grid .cell");
  if (!cell || !window.htmx) return;
  event.preventDefault();
  tap({ value: cell.value, url: cell.getAttribute("formaction") });
});

// Ctrl or Command with Enter in the box means Analyze.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.target.id !== "view") return;
  event.preventDefault();
  document.getElementById("entry").requestSubmit();
});
