// A replay: arrow keys and swipes step from decision to decision, n and p from error to error;
// in the list of decisions below it n and p are the list's. Once it plays, step follows step.

const KEYS = { ArrowLeft: "before", ArrowRight: "after", n: "error-after", p: "error-before" };
const SWIPE = 50; // px across

function go(name) {
  document.querySelector(`[data-go="${name}"]`)?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, textarea, select, [role=region]")) return;
  const name = KEYS[event.key];
  if (!name || (event.key.length === 1 && event.target.closest?.(".entries"))) return;
  event.preventDefault();
  go(name);
});

// Every link to a decision on the table changes the table, the line and the decision together.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href$='#replay']");
  if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
  event.preventDefault();
  show(link.getAttribute("href"), !link.closest("#replay"));
});

function show(address, outside) {
  window.htmx.ajax("GET", address, { target: "#replay", swap: "outerHTML show:none" }).then(() => {
    history.replaceState(null, "", address);
    if (outside) document.getElementById("replay").scrollIntoView();
  });
}

let beat = 0;

function wait() {
  clearTimeout(beat);
  const { then, beat: seconds } = document.querySelector("[data-then]")?.dataset ?? {};
  if (then) beat = setTimeout(() => (document.hidden ? wait() : show(then)), 1000 * seconds);
}

// With less motion nothing begins by itself.
const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
if (still) document.querySelector("[data-then]")?.click();
document.addEventListener("htmx:afterSettle", wait);
wait();

let begun = null;

document.addEventListener("touchstart", (event) => {
  const touch = event.touches.length === 1 && event.target.closest?.(".felt") ? event.touches[0] : null;
  begun = touch && { x: touch.clientX, y: touch.clientY };
}, { passive: true });

document.addEventListener("touchend", (event) => {
  if (!begun) return;
  const touch = event.changedTouches[0];
  const [dx, dy] = [touch.clientX - begun.x, touch.clientY - begun.y];
  begun = null;
  if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? "after" : "before");
}, { passive: true });
