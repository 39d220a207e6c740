// What if? A card of the grid is dragged onto a card of the hand, which it takes the place of, or
// onto the pile or the opponent's cards; a card of the hand onto one of the grid. The table that
// comes of it is analyzed at once, and can be undone.

const SLOP = 6; // px

function change(values) {
  const form = document.getElementById("entry");
  window.htmx.ajax("POST", form.querySelector(".cell").getAttribute("formaction"), {
    source: "#entry", target: "#entry-error", swap: "innerHTML", values,
  });
}

let drag = null;

document.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest?.("#grid .cell");
  if (!cell || event.button !== 0 || event.pointerType === "touch" || !window.htmx) return;
  drag = { cell, x: event.clientX, y: event.clientY, moving: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(dx, dy) < SLOP) return;
  drag.moving = true;
  drag.cell.classList.add("dragged");
  drag.cell.style.transform = `translate(${dx}px, ${dy}px)`;
});

document.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { cell, moving } = drag;
  drag = null;
  cell.classList.remove("dragged");
  cell.style.transform = "";
  if (!moving) return;
  const lying = document.elementsFromPoint(event.clientX, event.clientY).filter((it) => it !== cell);
  const place = lying.map((it) => it.closest("#hand .felt-card, #hand [data-place]")).find(Boolean);
  if (place?.dataset.card) change({ tap: cell.value, for: place.dataset.card });
  else if (place?.dataset.place === "pile") change({ tap: cell.value, to: "pile" });
  else if (place?.dataset.place === "across") change({ tap: cell.value, to: "opponent" });
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
});

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

// A card of the hand that was let go where the table has no place for it.
document.addEventListener("felt:dropped", (event) => {
  const { card, over } = event.detail;
  const cell = over.map((it) => it.closest("#grid .cell")).find(Boolean);
  if (cell && cell.value !== card) change({ tap: cell.value, for: card });
  else if (over.some((it) => it.closest('#hand [data-place="across"]'))) change({ tap: card, to: "opponent" });
});
