// A card of a hand that was valued is tapped or chosen: what speaks against it is said in one place.

function say(card) {
  const said = document.querySelector(".why-not-said");
  const words = document.querySelector(`[data-against="${card}"]`);
  if (said && words && said.innerHTML !== words.innerHTML) said.innerHTML = words.innerHTML;
}

let chosen = null;

document.addEventListener("change", ({ target }) => {
  const card = target.closest?.(".felt-card");
  if (card && target.checked) say((chosen = card.dataset.card));
});

document.addEventListener("click", ({ target }) => {
  const card = target.closest?.(".felt-cell:has(.cost) .felt-card");
  if (card) say((chosen = card.dataset.card));
});

// News of the search brings the words anew.
document.addEventListener("htmx:afterSettle", () => chosen && say(chosen));
