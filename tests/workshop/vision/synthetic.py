"""Whole screens of gin rummy that never were, labeled: to measure what is read on decks unseen."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from analyzer.vision.finder import Pixels
from tests.workshop.vision.clutter import put_chip, put_sentence, put_symbols, put_text
from tests.workshop.vision.faces import RANKS, SUITS, Art, Deck
from tests.workshop.vision.scenes import CLEAR, DOUBTFUL, Dealer, Scene, deck_of

SIZES = (
    (832, 1800), (900, 1600), (1350, 1800), (1800, 832), (1800, 1013), (1800, 1125), (1600, 1200),
)  # fmt: skip


def screen(seed: int, art: Art) -> tuple[Pixels, dict[str, Any]]:
    """Paint a screen; gives its pixels and a label: hand, up, others, and how it is printed.

    It is painted anew until each index of hand and upcard can be seen.
    """
    rng = Random(seed)
    while True:
        scene, label = _painted(rng, art)
        rows = scene.table().astype(int)
        clear, seen = ({RANKS[row[8]] + SUITS[row[9]] for row in rows if row[10] >= kind}
                       for kind in (CLEAR, DOUBTFUL))  # fmt: skip
        if clear.issuperset(label["hand"] + label["up"]):
            label["file"] = f"{seed}"
            label["others"] = [card for card in label["others"] if card in seen]
            return np.asarray(scene.picture), label


def _painted(rng: Random, art: Art) -> tuple[Scene, dict[str, Any]]:
    size = rng.choice(SIZES)
    scene = Scene(rng, art, size)
    deck = deck_of(rng, art, rank=(17, 60), most=min(size) * 0.32)
    dealer = Dealer(scene, deck)
    for _ in range(rng.randint(2, 8)):
        rng.choice((put_text, put_text, put_symbols, put_sentence, put_chip))(scene)
    label: dict[str, Any] = {"game": "gin", "layout": getattr(deck, "layout", "")}
    _theirs(dealer)
    label["up"] = _piles(dealer)
    label["others"] = _melds(dealer) if rng.random() < 0.15 else []
    label["hand"] = _hand(dealer, rng.choice((10, 10, 11)))
    label["repo"] = "decks of pictures" if not label["layout"] else f"drawn, {label['layout']}"
    return scene, label


def _laid(dealer: Dealer, x: float, y: float, angle: float = 0.0) -> str:
    dealer.lay(x, y, angle)
    return dealer.last


def _theirs(dealer: Dealer) -> None:
    rng, scene, (w, h) = dealer.rng, dealer.scene, dealer.deck.size
    step = min(w * 1.1, (scene.wide - w) / 11)
    for k in range(10):
        dealer.back(scene.wide / 2 + (k - 5) * step, -h * rng.choice((0.1, 0.5)))


def _piles(dealer: Dealer) -> list[str]:
    rng, scene, (w, h) = dealer.rng, dealer.scene, dealer.deck.size
    y = min(scene.high * 0.3, scene.high - 2.4 * h)
    x = scene.wide / 2 - w * 1.2
    dealer.back(x, y)
    x += w * rng.uniform(1.15, 1.6)
    for _ in range(rng.choice((0, 0, 1, 3))):
        dealer.back(x + rng.gauss(0, w * 0.02), y + rng.gauss(0, h * 0.02))
    return [_laid(dealer, x, y, rng.choice((0.0, 0.0, rng.gauss(0, 0.06))))]


def _melds(dealer: Dealer) -> list[str]:
    scene, (w, h) = dealer.scene, dealer.deck.size
    y = min(scene.high * 0.3, scene.high - 2.4 * h)
    x = scene.wide / 2 + w * 1.9
    step = _least_step(dealer.deck)
    cards = [_laid(dealer, x + k * step, y) for k in range(3)]
    return cards if x + 2 * step + w < scene.wide else cards[: int((scene.wide - x) / step)]


def _least_step(deck: Deck) -> float:
    """How far apart cards lie at least, for rank and suit to be seen."""
    w = deck.size[0]
    mark = deck.face("T", "s").marks[0]
    right = max(mark.rank[0] + mark.width / 2, mark.suit[0] + mark.suit_size / 2)
    return right + w * 0.03 if right < 0.6 * w else w * 1.03


def _hand(dealer: Dealer, many: int) -> list[str]:
    rng, scene, (w, h) = dealer.rng, dealer.scene, dealer.deck.size
    least, most = _least_step(dealer.deck), (scene.wide - w) / (many - 1)
    curve = rng.choice((0.0, 0.0, rng.uniform(0.005, 0.04)))
    y = scene.high - h * rng.uniform(1.05, 1.25)
    middle = (many - 1) / 2
    if least > most:
        first = (many + 1) // 2
        step = min((scene.wide - w) / first, w * 1.1)
        return [
            _laid(dealer, (k % first) * step + 2, y - h * 1.05 * (k >= first)) for k in range(many)
        ]
    step = min(most, rng.uniform(least, max(least, w * 1.1)))
    x = (scene.wide - w - step * (many - 1)) / 2
    cards = []
    for k in range(many):
        lift = h * 0.12 * (rng.random() < 0.06) + curve * middle**2 * step * 0.5
        sag = curve * (k - middle) ** 2 * step * 0.5
        cards.append(_laid(dealer, x + k * step, y - lift + sag, curve * (k - middle)))
    return cards
