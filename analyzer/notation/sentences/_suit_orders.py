"""Hands whose suits are told by their order: `S.H.D.C: A23.KQJ.7.T94`, and columns of suits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from analyzer.game.cards import Suit
from analyzer.game.view import HAND

_NAME: Final = r"(?:clubs?|diamonds?|hearts?|spades?|(?<![^\W_])[cdhs](?![^\W_])|[♣♦♥♠])"
_ORDER: Final = re.compile(
    rf"{_NAME}(?:[\s.,/|>-]{{1,3}}(?:(?:and|then) )?{_NAME}){{3}}|\b[cdhs]{{4}}\b", re.I
)
_HAND: Final = re.compile(
    r"(?<![\w.])(?:[2-9TJQKA]|10)*-?(?:\.(?:(?:[2-9TJQKA]|10)+|-)?){3}(?!\w|\.\w)"
)
_COLUMNS: Final = re.compile(
    r"(?m)^\W*?(?P<suits>[♣♦♥♠](?:[\s|,;]+[♣♦♥♠]){3})[\s|]*\n(?:[\s|:+-]*\n)?"
    r"(?P<ranks>\|?[^\n|]*(?:\|[^\n|]*){3,4})$"
)
_RANK: Final = re.compile(r"10|[2-9TJQKA]", re.I)


def by_suit(text: str) -> str:
    """The text with such hands suit by suit; any other text as it is.

    >>> by_suit("Spades.hearts.diamonds.clubs: A23.KQJ.7.T94, up 9c")
    ': ♠ A 2 3; ♥ K Q J; ♦ 7; ♣ T 9 4, up 9c'
    """
    text = _COLUMNS.sub(_columns, text)
    for order in _ORDER.finditer(text):
        suits = [
            _symbol(name[0])
            for name in re.findall(
                _NAME if " " in order[0] or len(order[0]) > 4 else ".", order[0], re.I
            )
        ]
        hands = [
            each for each in _HAND.finditer(text) if len(_RANK.findall(each[0])) in {HAND, HAND + 1}
        ]
        if len({*suits}) == len(Suit) and len(hands) == 1:
            start, end = hands[0].span()
            named = text[:start] + _listed(suits, hands[0][0].split(".")) + text[end:]
            return named.replace(order[0], "", 1)
    return text


def _columns(found: re.Match[str]) -> str:
    return _listed(re.findall("[♣♦♥♠]", found["suits"]), found["ranks"].strip("| ").split("|"))


def _symbol(name: str) -> str:
    return name if name in "♣♦♥♠" else "♣♦♥♠"["cdhs".index(name.lower())]


def _listed(suits: Sequence[str], cells: Sequence[str]) -> str:
    ranks = (" ".join(_RANK.findall(cell)) for cell in cells)
    return "; ".join(
        f"{suit} {of_suit}" for suit, of_suit in zip(suits, ranks, strict=False) if of_suit
    )
