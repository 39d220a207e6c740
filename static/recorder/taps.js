// The recorder of the other games: taps one after another without a new page.

import "../shared/press.js";
import { inTurn } from "../shared/queue.js";
import { rove } from "../shared/suits.js";
import { announce } from "./said.js";

let focused = null;

const tap = inTurn(async (values) => {
  const asked = { source: "#rec", target: "#recorder", swap: "outerHTML", values };
  await window.htmx.ajax("POST", document.getElementById("rec").action, asked);
});

document.addEventListener("submit", (event) => {
  const by = event.submitter;
  if (event.target.id !== "rec" || !window.htmx || !by) return;
  event.preventDefault();
  focused = by.id;
  const how = document.querySelector("[name=how]:checked")?.value ?? "";
  tap({ how, [by.name]: by.value });
});

document.addEventListener("htmx:afterSettle", () => {
  announce();
  if (document.activeElement === document.body) {
    const target = (focused && document.getElementById(focused)) ?? document.getElementById("rec-undo");
    target?.focus({ preventScroll: true });
  }
});

document.addEventListener("keydown", (event) => {
  const inside = event.target.closest?.("#rec-play");
  if (!inside || event.key !== "Backspace" || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.getElementById("rec-undo")?.click();
});

rove("#cards .grid-row .cell");
