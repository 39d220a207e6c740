// What the recorders say to a screen reader, and that the server does not answer.

function say(words) {
  const live = document.getElementById("announce");
  if (live) live.textContent = words;
}

function inWords(element) {
  const copy = element?.cloneNode(true);
  for (const pip of copy?.querySelectorAll(".pip") ?? []) pip.replaceWith(pip.getAttribute("aria-label"));
  return copy?.textContent.trim() ?? "";
}

export function announce() {
  const said = ["rec-note", "rec-question"].map((id) => inWords(document.getElementById(id)));
  const counter = document.querySelector(".rec-step .counter")?.textContent ?? "";
  say([...said, counter].filter(Boolean).join(" "));
}

document.addEventListener("htmx:afterSettle", () => {
  document.getElementById("rec-offline").hidden = true;
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    const note = document.getElementById("rec-offline");
    note.hidden = false;
    say(note.textContent);
  });
}
