// The 4 × 13 grid under the arrow keys: one stop for Tab, arrows go to the neighbours.
// On a narrow screen the suits stand in columns, so the arrows are read off the layout.

let current = null;

const cells = () => [...document.querySelectorAll("#grid .cell")];

function rove() {
  const all = cells();
  const stop = document.getElementById(current) ?? all[0];
  for (const cell of all) cell.tabIndex = cell === stop ? 0 : -1;
}

function step(key, index, all) {
  const columns = all[1].offsetTop > all[0].offsetTop;
  const along = columns ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
  const across = columns ? ["ArrowRight", "ArrowLeft"] : ["ArrowDown", "ArrowUp"];
  const suit = Math.floor(index / 13);
  const rank = index % 13;
  if (key === along[0]) return suit * 13 + Math.min(rank + 1, 12);
  if (key === along[1]) return suit * 13 + Math.max(rank - 1, 0);
  if (key === across[0]) return Math.min(suit + 1, 3) * 13 + rank;
  if (key === across[1]) return Math.max(suit - 1, 0) * 13 + rank;
  if (key === "Home") return suit * 13;
  if (key === "End") return suit * 13 + 12;
  return null;
}

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("#grid .cell");
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = cells();
  const next = step(event.key, all.indexOf(cell), all);
  if (next === null) return;
  event.preventDefault();
  all[next].focus();
});

document.addEventListener("focusin", (event) => {
  const cell = event.target.closest?.("#grid .cell");
  if (!cell) return;
  current = cell.id;
  rove();
});

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

document.addEventListener("htmx:afterSettle", rove);
rove();
