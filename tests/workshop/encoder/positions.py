"""Texts whose meaning is known, token by token: which suits a rank is of, and what each says."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from analyzer.game.cards import CardSet
from analyzer.notation.encoder.tokens import RANKS, SUITS, TextToken, tokens
from analyzer.notation.placing._chances import ROLES
from analyzer.resources import texts_beside
from tests.workshop.measure.lot import lot_of

CASES: Final = Path(__file__).parents[2] / "cases"
TEXTS: Final = Path(__file__).parent / "texts" / "positions"
"""Lots written to be learned from."""
EITHER: Final = -2
"""The role of a top of which it is not known whether it was discarded or turned up."""
UNKNOWN: Final = -1
"""The role of a token of which nothing is known."""
_KINDS: Final = frozenset({"situation", "language", "machine", "game"})
_WORDS: Final = texts_beside(__file__, "words.toml")
_EXCEPT, _ALL, _THROUGH = (frozenset(_WORDS[name].split()) for name in ("but", "all", "through"))
_CUES: Final = {name: re.compile(cue) for name, cue in _WORDS["cues"].items()}
_FAR: Final = 60
"""Tokens between a rank and its suit, at most."""
_RENAMED: Final = {
    "opp_took": "took", "opp_known": "took", "upcard": "top", "knock_limit": "limit",
}  # fmt: skip
_GONE: Final = ("pile_has", "opp_discards", "my_discards", "dead", "gone")

_MARKED: Final = {
    "h": "hand", "d": "drawn", "t": "top", "x": "thrown", "k": "took", "g": "gone",
    "m": "me", "o": "them", "s": "stock", "l": "limit",
}  # fmt: skip
_MARK: Final = re.compile(r"\[\[(?P<role>[hdtxkgmosl]) |\]\]")
_OF_NUMBERS: Final = ("me", "them", "stock", "limit")

Plain = tuple[int, int]
"""The rank and the suit of a card, from 0."""
Meaning = Mapping[str, Any]
Span = tuple[int, int, str]
"""Where a text tells something, and what, in the names of `ROLES`."""


@dataclass
class Example:
    """A text with what each of its tokens says."""

    name: str
    text: str
    tokens: list[TextToken]
    roles: list[int]
    suits: dict[int, frozenset[int]] = field(default_factory=dict)
    """Of tokens that are ranks of cards, by place, their suits."""
    ranks: dict[int, int] = field(default_factory=dict)
    links: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Of those tokens the places of the suits that say so."""
    again: set[int] = field(default_factory=set)
    """Those that name the card drawn in a list of the hand, or the top in one of the pile."""

    def role(self, at: int) -> str:
        """The role of the cards of a token."""
        return ROLES[self.roles[at]] if self.roles[at] > 0 else "top"


def texts() -> Iterator[tuple[str, str, Meaning]]:
    """The name, the text and the meaning of each text that tells a position without marks."""
    for name in ("sentences", "blind", "paste", "languages"):
        for number, case in enumerate(json.loads((CASES / f"{name}.json").read_text())):
            left_out = {"knocked", "error"} & {*case} or case.get("question") == "layoff"
            if case.get("hand") and not left_out:
                yield f"{name}{number}", case["text"], _renamed(case)
    for case in json.loads((CASES / "brought.json").read_text()):
        meaning = case["meaning"]
        if isinstance(meaning, dict) and meaning.get("hand") and "start" not in meaning:
            yield case["id"], case["text"], _renamed(meaning)
    for path in sorted([*CASES.glob("lot_*.json"), *TEXTS.glob("*.json")]):
        for case in lot_of(path) if "marked" not in path.name else ():
            if case["kind"] in _KINDS and case["meaning"].get("hand"):
                yield case["id"], case["text"], case["meaning"]


def _renamed(case: Meaning) -> Meaning:
    """A meaning with the keys of the lots."""
    made = {_RENAMED.get(key, key): value for key, value in case.items()}
    top = _cards(made.get("top"))
    gone = [card for key in _GONE for card in _cards(case.get(key)) if card not in top]
    return made | {"gone": list(map(name_of, gone))}


def name_of(card: Plain) -> str:
    """The card in letters."""
    return RANKS[card[0]] + SUITS[card[1]]


def cards_of(meaning: Meaning, role: str) -> list[str]:
    """The cards of a role in letters."""
    return [*map(name_of, _cards(meaning.get(role)))]


def _cards(value: Any) -> list[Plain]:
    words = (value if isinstance(value, list) else str(value or "").split()) or []
    plain = " ".join(word[:-1].upper().replace("10", "T") + word[-1].lower() for word in words)
    return [(int(card.rank), int(card.suit)) for card in CardSet.of(plain)] if plain else []


def marked_examples(folder: Path = TEXTS) -> Iterator[tuple[Example, Meaning]]:
    """The texts with marks around what tells something, aligned."""
    for path in sorted(folder.glob("marked_*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            text, spans = without_marks(case["marked"])
            if (made := marked_example(case["id"], text, case["meaning"], spans)) is not None:
                yield made, case["meaning"]


def without_marks(text: str) -> tuple[str, list[Span]]:
    """Take a text and its marks, which may lie in one another, apart.

    >>> without_marks("I hold [[h 7h 8h]], [[s 12]] left")
    ('I hold 7h 8h, 12 left', [(7, 12, 'hand'), (14, 16, 'stock')])
    """
    plain, spans, at = "", list[Span](), 0
    opened = list[tuple[int, str]]()
    for hit in _MARK.finditer(text):
        if not hit["role"] and not opened:
            continue
        plain += text[at : hit.start()]
        at = hit.end()
        if hit["role"]:
            opened.append((len(plain), _MARKED[hit["role"]]))
        else:
            start, role = opened.pop()
            spans.append((start, len(plain), role))
    return plain + text[at:], sorted(spans)


def marked_example(name: str, text: str, meaning: Meaning, spans: Sequence[Span]) -> Example | None:
    """Align a text with its meaning, each card only where the text is marked to tell it."""
    told = tokens(text)
    made = Example(name, text, told, [0] * len(told))
    of_role = {role: _cards(meaning.get(role)) for role in ("hand", "drawn", "took", "gone")}
    tops = {role for _, _, role in spans} & {"top", "thrown"} or {"top"}
    of_role |= {role: _cards(meaning.get("top")) for role in tops}
    for role, cards in of_role.items():
        inside = [(start, end) for start, end, each in spans if each == role]
        tries = [cards]
        if role == "hand" and of_role["drawn"]:
            tries = [[*cards, *of_role["drawn"]], cards]
        if cards and not any(_align_within(made, role, each, inside) for each in tries):
            return None
    for start, end, _ in (span for span in spans if span[2] == "bare"):
        ranks = [k for k, each in enumerate(told) if each.ranks and start < each.end <= end]
        for at in ranks[-1:]:
            made.roles[at], made.suits[at] = ROLES.index("hand"), frozenset()
            made.ranks[at] = min(told[at].ranks)
    made.again |= {at for at in made.suits if _is_again(made, at, of_role["drawn"])}
    for start, end, role in spans:
        for at, token in enumerate(told if role in _OF_NUMBERS else ()):
            if token.number is not None and token.start < end and token.end > start:
                twice = made.roles[at] not in {0, ROLES.index(role)}
                made.roles[at] = UNKNOWN if twice else ROLES.index(role)
    return made


def _is_again(made: Example, at: int, drawn: Sequence[Plain]) -> bool:
    card = [(made.ranks[at], suit) for suit in made.suits[at]]
    return made.role(at) == "hand" and len(card) == 1 and card[0] in drawn


def _align_within(
    made: Example, role: str, cards: Sequence[Plain], inside: Sequence[tuple[int, int]]
) -> bool:
    """Align the cards of one role with the ranks in some places, their suits there or anywhere."""
    told = made.tokens
    here = [any(start < each.end and each.start < end for start, end in inside) for each in told]
    for beyond in (False, True):
        part = Example(made.name, made.text, [
            each if within else replace(
                each, ranks=frozenset(), suits=each.suits if beyond else frozenset()
            )
            for within, each in zip(here, told, strict=True)
        ], [0] * len(told))  # fmt: skip
        plain = "top" if role == "thrown" else role
        if _align(part, dict.fromkeys(cards, plain), lists=False):
            for at, number in enumerate(part.roles):
                if number:
                    is_card = ROLES[number] == plain
                    made.roles[at] = ROLES.index(role) if is_card else number
            made.suits |= part.suits
            made.ranks |= part.ranks
            made.links |= part.links
            return True
    return False


def example(name: str, text: str, meaning: Meaning) -> Example | None:
    """Align a text with its meaning; None where a card of it is named in no way that is known."""
    told = tokens(text)
    made = Example(name, text, told, [0] * len(told))
    roles: dict[Plain, str] = {}
    for role in ("hand", "took", "gone", "top", "drawn"):
        roles |= dict.fromkeys(_cards(meaning.get(role)), role)
    if not _align(made, roles):
        return None
    _align_numbers(made, meaning)
    made.roles = [EITHER if ROLES[number] == "top" else number for number in made.roles]
    return made


def _align(made: Example, roles: Mapping[Plain, str], *, lists: bool = True) -> bool:
    """Find the rank, and the suit, by which each card is named; with `lists` those listed twice."""
    told, left = made.tokens, dict(roles)
    chosen: dict[int, set[Plain]] = defaultdict(set)
    _take_groups(made, left, chosen)
    for card, role in list(left.items()):
        pairs = [
            (_price(told, i, j), i, j)
            for i, first in enumerate(told) if card[0] in first.ranks
            and all(roles[each] == role and each[0] == card[0] for each in chosen[i])
            for j, second in enumerate(told)
            if card[1] in second.suits and i != j and abs(i - j) < _FAR
        ]  # fmt: skip
        if pairs:
            easy = _EASY if role in _LISTED else 0.5
            _, rank, suit = min(
                pairs,
                key=lambda pair: (
                    pair[0] if pair[0] > easy else 0, -_fit(told, pair[1], role, roles), pair
                ),
            )  # fmt: skip
            chosen[rank].add(card)
            made.links[rank] = (*made.links.get(rank, ()), suit)
            del left[card]
    _fill(made, left, chosen)
    for at, cards in chosen.items():
        if cards:
            card = next(iter(cards))
            made.suits[at], made.ranks[at] = frozenset(suit for _, suit in cards), card[0]
            made.roles[at] = ROLES.index(roles[card])
    for card, role in roles.items():
        if lists and role in _LISTED:
            _list_again(made, card, _LISTED[role])
    return not left


_LISTED: Final = {"drawn": "hand", "top": "gone"}
"""Single cards, and of which others they may be listed once more."""
_EASY: Final = 2.0
"""The price of `nine of hearts`."""
_NEARBY: Final = 8


def _fit(told: Sequence[TextToken], at: int, role: str, roles: Mapping[Plain, str]) -> float:
    """How well a card's role fits what stands around a rank: its like in a list, a word of it."""
    if role == "drawn":
        cues = (abs(k - at) for k, each in enumerate(told) if _CUES["drawn"].search(each.text))
        return -min(cues, default=_FAR)
    like = {card[0] for card, each in roles.items() if each == role}
    if role == "top":
        like = {card[0] for card, each in roles.items() if each in {"gone", "hand"}}
    around = [*told[max(0, at - _NEARBY) : at], *told[at + 1 : at + 1 + _NEARBY]]
    near = sum(bool(each.ranks & like) for each in around)
    return -near if role == "top" else near


def _list_again(made: Example, card: Plain, role: str) -> None:
    """Label the other places where a card that was drawn, or is on top, is listed with its like."""
    for at, token in enumerate(made.tokens):
        if card[0] not in token.ranks or at in made.suits:
            continue
        suits = [
            (_price(made.tokens, at, k), k) for k, each in enumerate(made.tokens)
            if card[1] in each.suits and k != at and abs(k - at) < _NEARBY
        ]  # fmt: skip
        like = [k for k in made.suits if abs(k - at) <= _NEARBY and made.role(k) == role]
        price, suit = min(suits, default=(_EASY + 1, 0))
        if price <= _EASY and len(like) >= (3 if role == "hand" else 1):
            made.suits[at], made.ranks[at] = frozenset({card[1]}), card[0]
            made.links[at], made.roles[at] = (suit,), ROLES.index(role)
            made.again.add(at)


def _take_groups(made: Example, left: dict[Plain, str], chosen: dict[int, set[Plain]]) -> None:
    """Take `three sevens, not the club` and `all four nines`."""
    for i, token in enumerate(made.tokens):
        for rank in token.ranks:
            by_role: dict[str, list[Plain]] = defaultdict(list)
            for card, role in left.items():
                if card[0] == rank:
                    by_role[role].append(card)
            cards = max(by_role.values(), key=len, default=[])
            if _is_all(made, i, cards) or _is_all_but(made, i, cards):
                chosen[i] |= {*cards}
                for card in cards:
                    del left[card]


def _is_all(made: Example, at: int, cards: Sequence[Plain]) -> bool:
    token = made.tokens[at]
    around = [*made.tokens[max(0, at - 4) : at], *made.tokens[at + 1 : at + 4]]
    near = {each.text for each in around}
    return len(cards) == len(SUITS) and bool(near & _ALL) and (token.plural or len(token.text) < 3)


def _is_all_but(made: Example, at: int, cards: Sequence[Plain]) -> bool:
    told, missing = made.tokens, set(range(len(SUITS))) - {suit for _, suit in cards}
    but = next((k for k in range(at + 1, min(at + 8, len(told))) if told[k].text in _EXCEPT), None)
    if len(cards) != len(SUITS) - 1 or but is None:
        return False
    if any(each.ranks or (each.suits and not each.is_color) for each in told[at + 1 : but]):
        return False
    named = [k for k in range(but, min(but + 7, len(told))) if told[k].suits & missing]
    made.links[at] = tuple(named[:1])
    return bool(named)


def _price(told: Sequence[TextToken], rank: int, suit: int) -> float:
    """How unlikely it is that a rank is of the suit that stands elsewhere."""
    low, high = sorted((rank, suit))
    if high - low == 1 and told[high].glued:
        return 0 if rank < suit else 0.5
    price = float(high - low)
    for each in told[low + 1 : high]:
        if each.text.startswith("\n"):
            price += 2.5
        elif each.text in {".", ";", "!", "?"}:
            price += 3
        elif each.suits and not each.ranks:
            price += 2.5 if rank > suit or each.glued else 1.5
        elif each.text == "," and rank < suit:
            price += 0.3
    between = told[low + 2 : high + 1]
    return price + (rank < suit and told[suit].glued and not all(each.glued for each in between))


def _fill(made: Example, left: dict[Plain, str], chosen: Mapping[int, set[Plain]]) -> None:
    """Take the cards between the ends of a range: `5 to 8 of hearts`."""
    ends = [(at, next(iter(cards))) for at, cards in sorted(chosen.items()) if len(cards) == 1]
    for (first, low), (last, high) in pairwise(ends):
        between = [
            card for card in left
            if low[1] == card[1] == high[1] and min(low, high) < card < max(low, high)
        ]  # fmt: skip
        joints = [k for k in range(first + 1, last) if made.tokens[k].text in _THROUGH]
        if between and joints:
            made.roles[joints[0]] = ROLES.index("fill")
            for card in between:
                del left[card]


def _align_numbers(made: Example, meaning: Meaning) -> None:
    """Find the numbers that are the score, the stock and the limit."""
    values = {name: meaning.get(name) for name in ("stock", "limit")}
    if isinstance(meaning.get("score"), (list, tuple)):
        values["me"], values["them"] = meaning["score"]
    for role, value in values.items():
        if not isinstance(value, int):
            continue
        free = {0, UNKNOWN}
        spots = (
            at for at, each in enumerate(made.tokens)
            if each.number == value and made.roles[at] in free
        )  # fmt: skip
        near = sorted((_away(made, at, role), at) for at in spots)
        if not near:  # it is there in a form that is not known
            for at, token in enumerate(made.tokens):
                if token.number is not None and made.roles[at] == 0:
                    made.roles[at] = UNKNOWN
            continue
        made.roles[near[0][1]] = ROLES.index(role)
        for away, at in near[1:]:
            if away < 6 and made.roles[at] == 0:
                made.roles[at] = UNKNOWN


def _away(made: Example, at: int, role: str) -> int:
    """How far the nearest word is that says what a number is."""
    hits = (abs(k - at) for k, each in enumerate(made.tokens) if _CUES[role].search(each.text))
    return min(hits, default=_FAR)
