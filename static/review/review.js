// A review: n and p go to the next and the previous error, an entry that is gone to is opened,
// and in a file, where there is no server to ask, two filters.

const cards = () => [...document.querySelectorAll(".entries .entry-card")].filter((card) => !card.hidden);

let current = null;

function go(card, event) {
  if (!card) return;
  event?.preventDefault();
  current = card.id;
  card.hidden = false;
  document.getElementById("look-decisions")?.click();
  card.querySelector(".entry-table")?.setAttribute("open", "");
  card.scrollIntoView({ block: "start" });
  card.focus({ preventScroll: true });
}

function named() {
  const card = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  return card && card.classList.contains("entry-card") ? card : null;
}

function step(forward) {
  const all = cards();
  const here = all.findIndex((card) => card.id === current);
  const card = all[here];
  const link = card?.querySelector(`[data-step="${forward ? "after" : "before"}"]`);
  if (link) {
    link.click();
    return;
  }
  const errors = all.filter((one) => one.dataset.grade !== "best");
  if (here < 0) go(forward ? errors[0] : errors[errors.length - 1]);
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  if (document.getElementById("replay") && !event.target.closest?.(".entries")) return;
  if (event.key === "n" || event.key === "p") step(event.key === "n");
});

// A link to an entry that is on the page does not load the page again.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href*='#e']");
  if (!link || event.ctrlKey || event.metaKey || event.button > 0) return;
  const hash = (link.getAttribute("href") ?? "").split("#")[1];
  const card = hash && document.getElementById(hash);
  if (!card || !card.classList.contains("entry-card")) return;
  go(card, event);
  history.replaceState(null, "", `#${hash}`);
});

document.addEventListener("focusin", (event) => {
  const card = event.target.closest?.(".entry-card");
  if (card) current = card.id;
});

const form = document.getElementById("file-filters");

function filter() {
  const { seat, grade } = Object.fromEntries(new FormData(form));
  let shown = 0;
  for (const card of document.querySelectorAll(".entry-card")) {
    const fits = grade === "" || card.dataset.grade === grade || (grade === "errors" && card.dataset.grade !== "best");
    card.hidden = !(fits && (seat === "" || card.dataset.seat === seat));
    if (!card.hidden) shown += 1;
  }
  form.querySelector("[role=status]").textContent = `${shown} shown`;
}

if (form) {
  form.hidden = false;
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
  addEventListener("hashchange", () => go(named()));
}
go(named());
