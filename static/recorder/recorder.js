// The recorder: taps one after another without a new page, a box in which cards are typed, and a
// copy of every draft in the browser, for when the server has not got it.

import "../shared/press.js";
import { inTurn } from "../shared/queue.js";
import { rove } from "../shared/suits.js";

const KEY = "ginsight-draft-";
const NEW = "new"; // a draft that the server has not made yet
const root = () => document.getElementById("recorder");
const box = () => document.getElementById("record");
const ahead = () => document.querySelector("#rec [name=ahead]");

// ---- what this browser keeps: text, what was taken back, whether the server has it too

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function keep(sent) {
  const draft = root()?.dataset.draft;
  if (!draft) return;
  const copy = { text: box().value, ahead: ahead().value, sent, title: document.title };
  try {
    localStorage.setItem(KEY + draft, JSON.stringify(copy));
  } catch {
    // Storage may be full or refused; the server has it.
  }
}

const forget = (draft) => {
  try {
    localStorage.removeItem(KEY + draft);
  } catch {
    // As above.
  }
};

// ---- taps, one after another

const tap = inTurn(async ({ name, value, id, typed = "", how = "" }) => {
  if (id && name === "tap" && value !== "next") remember(id);
  const values = { typed, how };
  if (name) values[name] = value;
  keep(false);
  const asked = { source: "#rec", target: "#recorder", swap: "outerHTML", values };
  await window.htmx.ajax("POST", document.getElementById("rec").action, asked);
});

let focused = null;
const remember = (id) => {
  focused = id;
};

document.addEventListener("submit", (event) => {
  const by = event.submitter;
  if (event.target.id !== "rec" || !window.htmx || by?.hasAttribute("formaction")) return;
  event.preventDefault();
  const typed = document.getElementById("typed");
  // Enter after a card that was entered as it was typed: what is said of the card stays.
  if (by?.name === "enter" && !typed?.value.trim()) return;
  const how = document.querySelector("[name=how]:checked, [name=how][type=hidden]");
  tap({ name: by?.name, value: by?.value, id: by?.id, typed: typed?.value, how: how?.value });
  if (typed) typed.value = "";
});

document.addEventListener("htmx:afterSettle", () => {
  if (root().dataset.draft !== NEW) forget(NEW);
  keep(root().hasAttribute("data-kept"));
  document.getElementById("rec-offline").hidden = true;
  announce();
  const typing = document.activeElement === box();
  const target = focused && document.getElementById(focused);
  if (!typing && document.activeElement === document.body) {
    (target ?? document.getElementById("rec-undo"))?.focus({ preventScroll: true });
  }
  if (!typing) box().scrollTop = box().scrollHeight;
  focused = null;
});

// ---- the keyboard: in its box a card is tapped once it is typed; Backspace takes back

const CARD = /^((10|[a2-9tjqk])[cdhs]|x[12])$/i;
const SIGN = /^(\^|p|\?)$/i;

document.addEventListener("input", (event) => {
  if (event.target === box()) keep(false);
  if (event.target.id !== "typed" || !window.htmx) return;
  const typed = event.target.value.trim();
  const unseenDiscard = typed === "?" && document.querySelector('button[name=tap][value="?"]') === null;
  const knocks = document.getElementById("how-knock") !== null;
  if ((CARD.test(typed) && !knocks) || (SIGN.test(typed) && !unseenDiscard)) {
    document.getElementById("rec-enter")?.click();
    remember("typed");
  }
});

// What is typed while an answer is under way stays in the box that comes with it.
let underway = null;

document.addEventListener("htmx:beforeSwap", () => {
  const typed = document.getElementById("typed");
  underway = typed && { value: typed.value, at: typed.selectionEnd, here: document.activeElement === typed };
});

document.addEventListener("htmx:afterSwap", () => {
  const typed = document.getElementById("typed");
  if (!typed || !underway) return;
  typed.value = underway.value;
  if (underway.here) typed.focus({ preventScroll: true });
  if (underway.here) typed.setSelectionRange(underway.at, underway.at);
});

// The same from a card or a button: the box takes what is typed there.
const LETTER = /^[a2-9tjqkx1^?p]$/i;

document.addEventListener("keydown", (event) => {
  const typed = document.getElementById("typed");
  const inside = event.target.closest?.("#rec-play");
  if (!typed || !inside || event.altKey || event.ctrlKey || event.metaKey) return;
  const elsewhere = event.target !== typed && !event.target.closest("input, select");
  if (event.key === "Backspace" && (elsewhere || (event.target === typed && !typed.value))) {
    event.preventDefault();
    document.getElementById("rec-undo")?.click();
    remember(event.target.id);
  } else if (elsewhere && LETTER.test(event.key)) {
    typed.focus(); // before the letter arrives, so it is typed there
  }
});

// ---- what a screen reader is told, and that the server does not answer

function say(words) {
  const live = document.getElementById("announce");
  if (live) live.textContent = words;
}

function inWords(element) {
  const copy = element?.cloneNode(true);
  for (const pip of copy?.querySelectorAll(".pip") ?? []) pip.replaceWith(pip.getAttribute("aria-label"));
  return copy?.textContent.trim() ?? "";
}

function announce() {
  const said = ["rec-note", "rec-question"].map((id) => inWords(document.getElementById(id)));
  const counter = document.querySelector(".rec-step .counter")?.textContent ?? "";
  say([...said, counter].filter(Boolean).join(" "));
}

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    const note = document.getElementById("rec-offline");
    note.hidden = false;
    say(note.textContent);
  });
}

// ---- on loading: what this browser has and the server has not

function newer() {
  const here = root();
  const note = document.getElementById("rec-local");
  const copy = here && read(KEY + here.dataset.draft);
  if (!copy || copy.sent || copy.text === box().value) return;
  note.hidden = false;
  document.getElementById("rec-bring").addEventListener("click", () => {
    note.hidden = true;
    box().value = copy.text;
    ahead().value = copy.ahead;
    tap({ name: "read", value: "0" });
  });
  document.getElementById("rec-drop").addEventListener("click", () => {
    note.hidden = true;
    keep(true);
  });
}

// The first page lists the drafts that only this browser has, and forgets those deleted on it.
function lost() {
  const list = document.querySelector(".rec-drafts");
  if (!list) return;
  const known = new Set([...list.querySelectorAll("a")].map((link) => link.pathname.split("/").pop()));
  for (const form of list.querySelectorAll("form")) {
    form.addEventListener("submit", () => forget(form.action.split("/").at(-2)));
  }
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  } catch {
    // Storage may be refused.
  }
  for (const key of keys) {
    const draft = key.slice(KEY.length);
    const copy = read(key);
    if (draft === NEW || known.has(draft) || !copy?.text?.trim()) continue;
    list.append(only(draft, copy));
    document.getElementById("rec-drafts").hidden = false;
  }
}

function only(draft, copy) {
  const item = document.createElement("li");
  const form = document.createElement("form");
  const text = document.createElement("input");
  const names = /\[Players "([^"]*)" "([^"]*)"/.exec(copy.text);
  form.method = "post";
  form.action = location.pathname.replace(/(\/record).*/, "$1");
  Object.assign(text, { type: "hidden", name: "record", value: copy.text });
  const button = Object.assign(document.createElement("button"), { className: "button", type: "submit", textContent: "Bring it back" });
  form.append(text, button);
  form.addEventListener("submit", () => forget(draft));
  const title = document.createElement("span");
  title.textContent = `${names ? `${names[1]} and ${names[2]}` : "A hand"}, in this browser only`;
  item.append(title, form);
  return item;
}

rove("#cards .grid-row .cell");
newer();
lost();
