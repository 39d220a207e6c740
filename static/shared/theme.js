// The theme: that of the system, light, dark. In the head, so that the page is never shown in the
// other one first; without scripts it follows the system.
"use strict";
(() => {
  const KEY = "ginsight-theme";
  const ORDER = ["", "light", "dark"];
  const NAMES = { "": "system", light: "light", dark: "dark" };
  let theme = document.documentElement.dataset.theme || ""; // what the settings say
  try {
    theme = localStorage.getItem(KEY) ?? theme;
  } catch {
    // Storage may be refused; the choice then lasts for the page.
  }

  const apply = (button) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    button?.setAttribute("aria-label", `Theme: ${NAMES[theme]}`);
  };

  apply(null);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    button.hidden = false;
    apply(button);
    button.addEventListener("click", () => {
      theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // As above.
      }
      apply(button);
    });
  });
})();
