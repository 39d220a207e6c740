// A button copies the text of the field that it names; where nothing can be copied it stays hidden.

function prepare() {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
  button.textContent = "Copied";
});

document.addEventListener("htmx:afterSettle", prepare);
prepare();
