// Puzzles and the deal of the day: the visitor's own date decides which is today's, and an answer's verdict takes the
// focus.

const now = new Date();
const two = (number) => String(number).padStart(2, "0");
const local = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
const asked = new URLSearchParams(location.search);

// One turn only: where the server does not believe the date, its own stays.
const here = document.getElementById("puzzle-day");
if (here && here.dataset.today !== local && !asked.has("today")) {
  asked.set("today", local);
  location.replace(`${location.pathname}?${asked}${location.hash}`);
}

function prepare() {
  if (!asked.has("today")) {
    for (const field of document.querySelectorAll("input[name=today]")) field.value = local;
  }
}

document.addEventListener("htmx:afterSettle", () => {
  prepare();
  const puzzle = document.querySelector("#puzzle[data-swapped]");
  if (!puzzle) return;
  puzzle.removeAttribute("data-swapped");
  puzzle.scrollIntoView({ block: "start" });
  document.getElementById("asks")?.focus({ preventScroll: true });
});

// Enter goes on from a verdict, which has the focus.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches?.("#asks")) document.querySelector("#puzzle a.felt-main")?.click();
});

prepare();
