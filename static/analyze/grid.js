// The grid of the analyze page: arrow keys, and taps one after another.

import "../shared/press.js";
import { inTurn } from "../shared/queue.js";
import { rove } from "../shared/suits.js";

rove("#grid .cell");

const tap = inTurn(async ({ value, url }) => {
  await window.htmx.ajax("POST", url, {
    source: "#entry", target: "#entry-error", swap: "innerHTML", values: { tap: value },
  });
  // On a phone the cards are far above what is said of a tap that could not be done.
  document.querySelector("#entry-error .error-box")?.scrollIntoView({ block: "nearest" });
});

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
