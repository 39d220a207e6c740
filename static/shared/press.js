// A button that is swapped for its like while it is pressed never gets its click: what the
// server answers waits until nothing is pressed, and until the click has been dealt with.

const CLICKED = 30; // ms from the pointer's release to its click, of a finger

const pressing = new Map(); // the press that holds each pointer down: a mouse keeps its number
let waiting = [];

function release({ pointerId }) {
  const released = pressing.get(pointerId);
  window.setTimeout(() => {
    if (pressing.get(pointerId) === released) pressing.delete(pointerId); // or it is down again
    if (pressing.size > 0) return;
    const answers = waiting;
    waiting = [];
    for (const answer of answers) answer();
  }, CLICKED);
}

function press(event) {
  if (event.button === 0) pressing.set(event.pointerId, event); // a menu may swallow the others' release
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("pointerup", release, true);
document.addEventListener("pointercancel", release, true);

document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr } = event.detail;
  const swap = xhr.onload;
  xhr.onload = () => (pressing.size > 0 ? waiting.push(swap) : swap());
});
