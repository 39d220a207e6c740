// On a phone the entry is folded away once there is an answer; without scripts it stays open.
const sheet = document.getElementById("entry-sheet");
if (sheet?.hasAttribute("data-fold") && matchMedia("(max-width: 659.98px)").matches) {
  sheet.open = false;
}
