// A 4 × 13 grid of cards under the arrow keys: one stop for Tab, arrows go to the neighbors.
// On a narrow screen the suits stand in columns, so the arrows are read off the layout.

export function rove(selector) {
  let current = null;
  const cells = () => [...document.querySelectorAll(selector)];

  function settle() {
    const all = cells();
    const stop = document.getElementById(current) ?? all[0];
    for (const cell of all) cell.tabIndex = cell === stop ? 0 : -1;
  }

  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.(selector);
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = cells();
    const next = step(event.key, all.indexOf(cell), all);
    if (next === null) return;
    event.preventDefault();
    all[next].focus();
  });

  document.addEventListener("focusin", (event) => {
    const cell = event.target.closest?.(selector);
    if (!cell) return;
    current = cell.id;
    settle();
  });

  document.addEventListener("htmx:afterSettle", settle);
  settle();
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
