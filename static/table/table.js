// The card table: a card is chosen first and played with a second step, by tap, key or drag.
// Without this script the same form does everything; here it learns to say what it would play,
// to be rearranged, and to let cards travel.

const ORDER = "ginsight-order";
const TRAVEL = 180; // ms
const PAUSE = 260; // ms until they draw, …
const ANSWER = 560; // … and until they discard
const DEAL = 13; // ms from a dealt card to the next
const SLOP = 8; // px a finger may move and still tap

const felt = () => document.querySelector("form.felt") ?? document.querySelector(".felt");
const cardsOf = (table) => [...table.querySelectorAll(".felt-hand .felt-card")];
const name = (card) => card.dataset.card;
const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";

// --- what the buttons say ------------------------------------------------------------------

function label(table) {
  const chosen = table.querySelector(".felt-card input[type=radio]:checked")?.closest(".felt-card");
  for (const button of table.querySelectorAll(".felt-buttons [data-role=discard]")) {
    write(button, chosen ? `Discard ${chosen.dataset.symbol}` : "Discard");
  }
  for (const button of table.querySelectorAll(".felt-buttons [data-role=knock]")) {
    write(button, chosen?.dataset.knock ?? "Knock");
    button.disabled = Boolean(chosen) && !chosen.dataset.knock;
  }
  for (const place of table.querySelectorAll("button[data-place=knock]")) {
    place.disabled = Boolean(chosen) && !chosen.dataset.knock;
  }
}

// A button that is pressed before a card is chosen: the browser says what is missing.
const wanted = (input) => input.matches?.(".felt-card input[type=radio]");

document.addEventListener("invalid", ({ target }) => {
  if (wanted(target)) target.setCustomValidity("Choose the card to discard first.");
}, true);

document.addEventListener("change", ({ target }) => {
  if (!wanted(target)) return;
  for (const input of target.form.querySelectorAll(".felt-card input")) input.setCustomValidity("");
}, true);

// A new text rather than another one: centered letters that move would count as a shift.
function write(button, words) {
  if (button.textContent === words) return;
  const text = document.createElement("span");
  text.textContent = words;
  button.replaceChildren(text);
}

// --- one's own order -----------------------------------------------------------------------

function remember(order) {
  try {
    if (order) sessionStorage.setItem(ORDER, order.join(" "));
    else sessionStorage.removeItem(ORDER);
  } catch {
    // Storage may be refused; the order then lasts for the page.
  }
}

function remembered() {
  try {
    return (sessionStorage.getItem(ORDER) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

// The hand in an order of one's own: half in each row, without the names of melds.
function lay(table, order) {
  const hand = table.querySelector(".felt-hand");
  const cells = new Map(cardsOf(table).map((card) => [name(card), card.parentElement]));
  const rows = [...hand.querySelectorAll(".felt-row")];
  for (const row of rows) {
    for (const group of row.children) group.hidden = group !== row.firstElementChild;
    row.firstElementChild.setAttribute("aria-label", "in your own order");
  }
  order.forEach((card, at) => {
    const row = rows[Math.min(rows.length - 1, Math.floor((at * rows.length) / order.length))];
    row.querySelector(".felt-fan").append(cells.get(card));
  });
  hand.classList.add("felt-own");
  const sort = table.querySelector("[data-sort]");
  if (sort) sort.hidden = false;
}

function restore(table) {
  const held = cardsOf(table).map(name);
  const order = remembered().filter((card) => held.includes(card));
  if (order.length < Math.max(held.length - 1, 1)) {
    if (held.length) remember(null); // another hand
    return;
  }
  lay(table, [...order, ...held.filter((card) => !order.includes(card))]);
}

function move(table, card, to) {
  const order = cardsOf(table).map(name);
  const from = order.indexOf(card);
  if (to < 0 || to >= order.length || to === from) return;
  order.splice(to, 0, ...order.splice(from, 1));
  const before = places(table);
  lay(table, order);
  remember(order);
  travel(table, before);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-sort]")) return;
  remember(null);
  location.reload();
});

// --- cards travel --------------------------------------------------------------------------

function places(table) {
  const known = new Map();
  for (const card of table.querySelectorAll("[data-card]")) {
    known.set(name(card), card.querySelector(".card").getBoundingClientRect());
  }
  for (const place of table.querySelectorAll("[data-place]")) {
    known.set(place.dataset.place, place.getBoundingClientRect());
  }
  const chosen = table.querySelector(".felt-card input[type=radio]:checked")?.closest(".felt-card");
  const face = chosen?.querySelector(".card");
  const on = table.querySelector(".place-top .card")?.src;
  if (face) known.set("thrown", { card: name(chosen), src: face.src, box: face.getBoundingClientRect(), on });
  return known;
}

function travel(table, before) {
  if (still()) return;
  const answered = beat(table, before);
  const dealt = cardsOf(table).filter((card) => !before.has(name(card)));
  for (const card of table.querySelectorAll("[data-card]")) {
    const image = card.querySelector(".card");
    if (answered === name(card)) {
      image.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1, delay: PAUSE + TRAVEL, fill: "backwards" });
      continue; // it flies above the table
    }
    const begin = before.get(name(card)) ?? before.get(card.closest(".felt-hand") ? "stock" : "across");
    const end = image.getBoundingClientRect();
    if (!begin || !end.width || Math.hypot(begin.x - end.x, begin.y - end.y) < 2) continue;
    const delay = card.matches(".place-top") && answered ? ANSWER : dealt.length > 5 ? DEAL * Math.max(0, dealt.indexOf(card)) : 0;
    const shift = { transform: `translate(${begin.x - end.x}px, ${begin.y - end.y}px)`, transformOrigin: "0 0" };
    image.animate(
      [delay ? { ...shift, opacity: 0 } : shift, { ...shift, opacity: 1, offset: 0.01 }, { transform: "none", transformOrigin: "0 0" }],
      { duration: TRAVEL, delay, fill: "backwards", easing: "ease-out" },
    );
  }
}

// Their turn takes a breath: what I discarded flies and lies, they draw or take it, then discard.
// Only pictures above the table, which can be played on at once. Returns the card that I discarded.
function beat(table, before) {
  const thrown = before.get("thrown");
  const did = table.querySelector(".felt-last")?.textContent ?? "";
  const place = (kind) => table.querySelector(`[data-place=${kind}]`)?.getBoundingClientRect();
  const [stock, pile, across] = ["stock", "pile", "across"].map(place);
  if (!thrown || !did.includes("discarded") || !pile || !across || !table.closest("#table")) return false;
  if (cardsOf(table).some((card) => name(card) === thrown.card)) return false;
  const took = did.startsWith("Took");
  if (thrown.on) fly(thrown.on, pile, pile, 0, ANSWER - TRAVEL);
  fly(thrown.src, thrown.box, pile, 0, took ? PAUSE - TRAVEL : ANSWER - TRAVEL);
  if (took) fly(thrown.src, pile, across, PAUSE, TRAVEL);
  else if (stock) fly(table.querySelector("[data-place=stock] img").src, stock, across, PAUSE, TRAVEL);
  return thrown.card;
}

function fly(src, from, to, delay, stay) {
  const card = document.createElement("img");
  Object.assign(card, { src, alt: "", className: "flying" });
  Object.assign(card.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(card);
  const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  const moved = card.animate(
    [{ transform: shift, opacity: 1 }, { transform: "none", opacity: 1 }],
    { duration: TRAVEL, delay, fill: "forwards", easing: "ease-out" },
  );
  moved.finished.then(() => setTimeout(() => card.remove(), stay), () => card.remove());
}

// --- keys ----------------------------------------------------------------------------------

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener("keydown", (event) => {
  const table = felt();
  const step = STEPS[event.key];
  if (!table || !event.target.closest?.("#table, .felt") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("select, summary, textarea")) return;
  const inputs = [...table.querySelectorAll(".felt-card input")];
  const at = inputs.indexOf(event.target);
  if (event.key === "Escape" && at >= 0 && event.target.type === "radio") {
    event.target.checked = false;
    label(table);
    return;
  }
  if (!step) return;
  if (at >= 0 && event.shiftKey) {
    event.preventDefault();
    const card = event.target.closest(".felt-card");
    move(table, name(card), cardsOf(table).indexOf(card) + step);
    event.target.focus();
    return;
  }
  if (!table.matches("form")) return;
  event.preventDefault();
  const stops = inputs.length ? inputs : [...table.querySelectorAll(".felt-buttons .felt-button:not([hidden])")];
  const here = stops.indexOf(event.target);
  const next = here < 0 ? (step > 0 ? 0 : stops.length - 1) : (here + step + stops.length) % stops.length;
  const stop = stops[next];
  stop?.focus();
  if (stop?.type !== "radio") return;
  stop.checked = true;
  label(table);
});

// --- tap and drag --------------------------------------------------------------------------

let drag = null;

document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.(".felt")) event.preventDefault();
});

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.("label.felt-card");
  if (!card || event.button !== 0) return;
  drag = { card, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(dx, dy) < SLOP) return;
  drag.moving = true;
  drag.card.classList.add("dragged");
  drag.card.style.transform = `translate(${dx}px, ${dy}px)`;
  const over = below(event);
  for (const place of document.querySelectorAll(".place")) {
    place.classList.toggle("over", place.contains(over) && over.matches("button[data-role]:not([data-role=''])"));
  }
});

document.addEventListener("pointerup", (event) => drop(event, true));
document.addEventListener("pointercancel", (event) => drop(event, false));

// The place or the card under the one that is dragged.
function below(event) {
  const lying = document.elementsFromPoint(event.clientX, event.clientY);
  const free = lying.filter((it) => !drag.card.contains(it));
  for (const it of free) {
    const place = it.closest("button.place-card, .felt-card, .felt-hand");
    if (place) return place;
  }
  return null;
}

function drop(event, done) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { card, moving } = drag;
  const target = moving && done ? below(event) : null;
  drag = null;
  card.classList.remove("dragged");
  card.style.transform = "";
  for (const place of document.querySelectorAll(".place.over")) place.classList.remove("over");
  if (!moving) return;
  const table = felt();
  if (target?.dataset.role) {
    const input = card.querySelector("input");
    input.checked = true;
    label(table);
    target.click(); // not requestSubmit: htmx learns from the click which button it was
  } else if (target) {
    move(table, name(card), slot(table, card, event));
  } else if (done) {
    const over = document.elementsFromPoint(event.clientX, event.clientY);
    document.dispatchEvent(new CustomEvent("felt:dropped", { detail: { card: name(card), over } }));
  }
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

// The place in the hand that is nearest to where a card was let go.
function slot(table, card, event) {
  const cards = cardsOf(table);
  const distance = (it) => {
    const box = it.getBoundingClientRect();
    return Math.hypot(event.clientX - box.x - box.width / 2, 2 * (event.clientY - box.y - box.height / 2));
  };
  return cards.indexOf(cards.reduce((best, it) => (distance(it) < distance(best) ? it : best), card));
}

// --- one page after the other --------------------------------------------------------------

let before = null;

function prepare() {
  const table = felt();
  if (!table || table.dataset.ready) return false;
  table.dataset.ready = "";
  if (table.matches("form, .play .felt")) restore(table);
  label(table);
  return true;
}

document.addEventListener("change", (event) => {
  const table = event.target.closest?.(".felt");
  if (table) label(table);
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  // A question for the other one's move that fails is asked again: the table stays.
  if (detail.requestConfig.elt.matches("[hx-trigger]") && detail.xhr.status !== 200) detail.shouldSwap = false;
  const table = felt();
  before = table ? places(table) : null;
});

document.addEventListener("htmx:afterSettle", () => {
  if (!prepare()) return;
  if (before) travel(felt(), before);
  const played = document.querySelector("#table[data-swapped]");
  if (!played) return; // another page sets the focus itself
  if (document.documentElement.dataset.sound === "on") import("./sound.js").then(({ slide }) => slide(), () => {});
  played.removeAttribute("data-swapped");
  document.getElementById("due")?.focus({ preventScroll: true });
  const words = played.querySelector(".coach-speaks:has(.coach-hints), .play-table:has(.cost) ~ * .coach-speaks");
  words?.scrollIntoView({ block: "nearest" }); // asked for, or of a play that waits
});

// --- two people: the time that runs ---------------------------------------------------------

setInterval(() => {
  const clock = document.querySelector(".felt-clock [data-left]");
  if (!clock) return;
  clock.until ??= performance.now() + 1000 * Number(clock.dataset.left);
  const left = Math.max(0, Math.ceil((clock.until - performance.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}, 500);

prepare();
