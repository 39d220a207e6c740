// Drills: keys for the drills, while the focus is among the answers; the focus after a swap.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const form = event.target.closest?.(".drill-form");
  if (!form) return;
  const button = form.querySelector(`[data-key="${event.key.toLowerCase()}"]`);
  if (button) {
    event.preventDefault();
    button.click();
    return;
  }
  const boxes = form.querySelectorAll("[data-digits] input");
  if (!boxes.length) return;
  if (/^[0-9]$/.test(event.key)) {
    const box = boxes[(Number(event.key) + 9) % 10];
    box.checked = !box.checked;
    event.preventDefault();
  } else if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    form.requestSubmit();
  }
});

// On a phone the drills are one row that scrolls: to the one that is open.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

document.addEventListener("htmx:afterSettle", () => {
  const part = document.querySelector("#drill[data-swapped]");
  if (!part) return;
  part.removeAttribute("data-swapped");
  part.querySelector("[autofocus]")?.focus({ preventScroll: true });
});
