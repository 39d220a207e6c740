// The grid of the analyse page: arrow keys, and taps one after another.

import "./press.js";
import { rove } from "./suits.js";

rove("#grid .cell");

// Taps wait for one another: each changes the text that the one before it left.
const taps = [];
let sending = false;

async function send() {
  if (sending) return;
  sending = true;
  while (taps.length > 0) {
    const { card, url } = taps.shift();
    const how = { source: "#entry", target: "#entry-error", swap: "innerHTML", values: { tap: card } };
    await window.htmx.ajax("POST", url, how).catch(() => {});
  }
  sending = false;
}

document.addEventListener("click", (event) => {
  const cell = event.target.closest?.("#grid .cell");
  if (!cell || !window.htmx) return;
  event.preventDefault();
  taps.push({ card: cell.value, url: cell.getAttribute("formaction") });
  send();
});
