// News of a running search: at most one swap a second, rows keep their order while the
// pointer or the focus is in the table, open details stay open, the first and the last
// verdict are read out; when the events fail, polling takes over.

const PAUSE = 1000;
const FAILURES = 2;
const AT_ONCE = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
const ENDED = '<div id="stream" hidden></div>';

let last = 0;
let waiting = null;
let timer = 0;
let asking = 0;
let failures = 0;
let kept = null;
let isHeld = false;

const sent = document.getElementById("view")?.defaultValue;

const result = () => document.getElementById("result");
const isLast = (html) => html.includes('id="stream"');

function remember() {
  const busy = document.querySelector(".actions:hover, .actions:focus-within");
  return {
    order: busy ? [...document.querySelectorAll(".actions tbody tr")].map((row) => row.id) : null,
    open: [...document.querySelectorAll("#result details[open]")].map((item) => item.id),
    said: result()?.querySelector("#verdict")?.textContent,
  };
}

function sortRows(place) {
  const body = document.querySelector(".actions tbody");
  if (!body) return;
  const rows = [...body.rows];
  const sorted = [...rows].sort((one, other) => place(one) - place(other));
  if (sorted.some((row, index) => row !== rows[index])) body.append(...sorted);
}

function restore(memory) {
  for (const id of memory.open) {
    const item = id && document.getElementById(id);
    if (item) item.open = true;
  }
  if (memory.order) {
    isHeld = true;
    const known = new Map(memory.order.map((id, index) => [id, index]));
    sortRows((row) => known.get(row.id) ?? known.size + Number(row.dataset.rank));
  }
}

function announce() {
  const live = document.getElementById("announce");
  const said = result()?.hasAttribute("data-announce")
    ? [...result().querySelectorAll("#verdict, .verdict .detail")].map(inWords).join(" ")
    : "";
  if (live && said && live.textContent !== said) live.textContent = said;
}

function inWords(element) {
  const copy = element.cloneNode(true);
  for (const pip of copy.querySelectorAll(".pip")) pip.replaceWith(pip.getAttribute("aria-label"));
  return copy.textContent.trim();
}

function show() {
  clearTimeout(timer);
  timer = 0;
  if (asking > 0) return;
  const html = waiting;
  waiting = null;
  if (html === null || !result()) return;
  last = performance.now();
  kept = remember();
  window.htmx.swap("#result", html, AT_ONCE);
}

// Every message waiting for its turn; the last one does not, for it ends the stream.
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  event.preventDefault();
  failures = 0;
  waiting = event.detail.data;
  if (asking > 0 && isLast(waiting)) window.htmx.swap("#stream", ENDED, AT_ONCE); // none to come back to
  const wait = isLast(waiting) ? 0 : last + PAUSE - performance.now();
  if (wait <= 0) show();
  else if (!timer) timer = setTimeout(show, wait);
});

document.addEventListener("htmx:sseError", () => {
  failures += 1;
  const url = result()?.dataset.poll;
  const stream = document.getElementById("stream");
  if (failures < FAILURES || !url || !stream) return;
  const poll = document.createElement("div");
  poll.id = "stream";
  poll.hidden = true;
  const wanted = { "hx-get": url, "hx-trigger": "every 1s", "hx-target": "#result", "hx-swap": "outerHTML" };
  for (const [name, value] of Object.entries(wanted)) poll.setAttribute(name, value);
  stream.replaceWith(poll);
  window.htmx.process(poll);
});

// A form's own answer (stop, think longer) makes older news void, and news must not replace the place
// that the answer goes to: it is held back, and shown only where no answer comes.
const isControl = (form) => Boolean(form?.closest?.(".controls"));

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isControl(event.target)) asking += 1;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isControl(event.detail.requestConfig.elt)) return;
  asking -= 1;
  if (event.detail.successful) waiting = null;
  else show();
});

document.addEventListener("htmx:beforeSwap", () => {
  kept = remember();
});

// The table as the answer sends it: while it shows the same cards, only what they cost changes,
// so that a card stays in the hand that drags it; a table of other cards stays as it is.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "felt") return;
  if (isStale()) event.preventDefault();
  else if (priced(target, fragment)) event.preventDefault();
});

function priced(table, news) {
  const [old, fresh] = [table, news].map((it) => [...it.querySelectorAll(".felt-cell, .place")]);
  const named = (it) => it.querySelector("[data-card]")?.dataset.card ?? it.className;
  const known = new Map(fresh.map((it) => [named(it), it]));
  if (old.length !== fresh.length || !old.every((it) => known.has(named(it)))) return false;
  for (const it of old) {
    const next = known.get(named(it));
    it.classList.toggle("advised", next.classList.contains("advised"));
    const [said, says] = [it, next].map((cell) => cell.querySelector("input[aria-label]"));
    if (said && says) said.setAttribute("aria-label", says.getAttribute("aria-label"));
    const cost = next.querySelector(":scope > .cost");
    it.querySelector(":scope > .cost")?.remove();
    if (cost) it.children[0].after(cost);
  }
  return true;
}

document.addEventListener("htmx:afterSwap", () => {
  if (kept) restore(kept);
  kept = null;
  markChanged();
  announce();
});

// The answer is for the cards as they were sent; once they are changed, it says so.
function markChanged() {
  const note = document.querySelector(".stale-note");
  if (note) note.hidden = !isStale() || document.querySelector("#entry-error .error-box") !== null;
}

function isStale() {
  return document.getElementById("view")?.value !== sent;
}

// Rows that were held fall into their order once the pointer is elsewhere. The row that it leaves may
// have been replaced meanwhile, so that is heard of where it arrives.
document.addEventListener("pointerover", (event) => {
  if (!isHeld || event.target.closest?.(".actions")) return;
  isHeld = false;
  sortRows((row) => Number(row.dataset.rank));
});

// Share copies the address; without scripts or clipboard it is a link to it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-copy]");
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
    link.textContent = "Link copied";
  } catch {
    window.location.assign(link.href);
  }
});
