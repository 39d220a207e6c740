"""Reading and writing JSON: cards as texts, errors with a path, numbers as they are shown.

The one place that decides how many digits leave the house: points four decimals, chances
six, and twelve for what was enumerated, so that an exact fraction survives to 1e-9.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, TypeVar

import msgspec

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import cards_in_order
from analyzer.game.words import today

CardText = Annotated[
    str,
    msgspec.Meta(
        title="Card",
        description="Rank A 2-9 T J Q K, then suit c d h s.",
        examples=["7h"],
        extra_json_schema={"pattern": "^[A2-9TJQK][cdhs]$"},
    ),
]
"""A card in canonical form; the pattern is for readers, `card_from` does the checking."""

ActionText = Annotated[
    str,
    msgspec.Meta(
        title="Action",
        description="take, draw, pass, discard, knock or gin with the card discarded, or big gin.",
        examples=["discard Kd", "take", "big gin"],
    ),
]

POINTS, CHANCE, EXACT = 4, 6, 12
"""Decimals of points, of chances, and of either when exact."""

WIDTH = 96
"""Characters of a line in a document laid out for people."""

T = TypeVar("T")


def rounded(value: float, digits: int) -> float:
    """A number with so many decimals; ValueError if it is no finite number.

    >>> rounded(2 / 3, POINTS), rounded(-0.00001, POINTS)
    (0.6667, 0.0)
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} cannot be written as JSON")
    return round(float(value), digits) + 0.0  # adding zero turns -0.0 into 0.0


def card_from(text: str, where: str) -> Card:
    """Read one card of a document; the InputError names the place in it."""
    try:
        return Card.of(text)
    except InputError as error:
        raise InputError(error.message, where=where, hint=error.hint) from None


def cards_from(texts: Iterable[str], where: str) -> tuple[Card, ...]:
    """Read a list of cards; InputError for one that is no card or appears twice.

    >>> cards_from(["7h", "8x"], "hand")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: hand[1]: `8x` is not a card; write rank and suit, such as 7h or Tc
    """
    seen: dict[Card, int] = {}
    for index, text in enumerate(texts):
        card = card_from(text, f"{where}[{index}]")
        if card in seen:
            raise InputError(
                f"{card} appears twice",
                where=f"{where}[{index}]",
                hint=f"it is already {where}[{seen[card]}]",
            )
        seen[card] = index
    return tuple(seen)


def set_from(texts: Iterable[str], where: str) -> CardSet:
    """Read a list of cards whose order does not matter."""
    return CardSet.from_cards(cards_from(texts, where))


def melds_to(melds: Iterable[CardSet]) -> list[list[str]]:
    """Melds as lists of cards, each as it is laid down (a run round the corner: K A 2)."""
    return [[str(card) for card in cards_in_order(meld)] for meld in melds]


def action_from(text: str, melds: Iterable[Iterable[str]] = (), where: str = "action") -> Action:
    """Read an action as the command names it.

    >>> str(action_from("knock Kd")), str(action_from("big gin"))
    ('knock Kd', 'big gin')
    """
    spread = tuple(set_from(meld, f"{where}.melds[{i}]") for i, meld in enumerate(melds))
    try:
        return Action.of(text, spread)
    except InputError as error:
        raise InputError(error.message, where=where, hint=error.hint) from None


def encode(value: Any) -> bytes:
    """One JSON document, its keys in the order of the schema, in UTF-8."""
    return msgspec.json.encode(value)


def pretty(value: Any) -> str:
    """The same document for people: what fits stands on one line, and so do plain lists.

    >>> print(pretty({"best": ["draw"], "robust": None}))
    {"best": ["draw"], "robust": null}
    """
    return _laid_out(msgspec.json.decode(encode(value)), "")


def _laid_out(value: Any, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False)
    items = value if isinstance(value, list) else ()
    nested = isinstance(value, dict) or any(isinstance(item, list | dict) for item in items)
    if not nested or len(indent) + len(line) <= WIDTH:
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        return _block("[]", [_laid_out(item, deeper) for item in value], indent)
    parts = [f"{json.dumps(name)}: {_laid_out(item, deeper)}" for name, item in value.items()]
    return _block("{}", parts, indent)


def _block(brackets: str, parts: list[str], indent: str) -> str:
    between = f",\n{indent}  "
    return f"{brackets[0]}\n{indent}  {between.join(parts)}\n{indent}{brackets[1]}"


def decode(data: bytes | str | Mapping[str, Any], schema: type[T]) -> T:
    """Read JSON, or what was read from JSON, as one of the schemas.

    Raises InputError that names the path (``actions[2].q``) for anything else.
    """
    if isinstance(data, Mapping):
        return _guarded(lambda: msgspec.convert(_in_todays_words(data), schema))
    if _has_old_words(data):
        return _guarded(
            lambda: msgspec.convert(_in_todays_words(msgspec.json.decode(data)), schema)
        )
    return _guarded(lambda: msgspec.json.decode(data, type=schema))


def _has_old_words(data: bytes | str) -> bool:
    return b"thr" in data if isinstance(data, bytes) else "thr" in data


def _in_todays_words(value: Any) -> Any:
    """What was read from JSON, its keys as they are called now."""
    if isinstance(value, Mapping):
        return {_KEYS.get(name, name): _in_todays_words(item) for name, item in value.items()}
    return [_in_todays_words(item) for item in value] if isinstance(value, list) else value


_KEYS: Final = {
    key: today(key) for key in ("thrown", "throw", "throws", "my_throws", "their_throws")
}
"""Keys of documents of version 0.1; the choices of words are `Word`s, which read the old ones."""


def _guarded(read: Callable[[], T]) -> T:
    try:
        return read()
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        where = path.removeprefix(".").removesuffix("`") or "JSON"
        raise InputError(what[:1].lower() + what[1:], where=where) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InputError(f"this is not JSON: {error}", where="JSON") from None
    except RecursionError:
        raise InputError("this is nested too deeply", where="JSON") from None
