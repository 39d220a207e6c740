// A card of a hand that was valued is tapped or chosen: what speaks against it is said in one place.

function say(card, around = document) {
  const said = around.querySelector(".why-not-said");
  const words = around.querySelector(`[data-against="${card}"]`);
  if (said && words && said.innerHTML !== words.innerHTML) said.innerHTML = words.innerHTML;
}

let chosen = null;

function choose(card) {
  chosen = card.dataset.card;
  say(chosen, card.closest(".puzzle-step") ?? document);
}

document.addEventListener("change", ({ target }) => {
  const card = target.closest?.(".felt-card");
  if (card && target.checked) choose(card);
});

document.addEventListener("click", ({ target }) => {
  const card = target.closest?.(".felt-cell:has(.cost) .felt-card");
  if (card) choose(card);
});

// News of the search brings the words anew.
document.addEventListener("htmx:afterSettle", () => chosen && document.querySelector("#result") && say(chosen));
