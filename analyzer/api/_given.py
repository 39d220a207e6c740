"""The arguments of the public Python functions, turned into what the rooms beneath take.

A value is taken as it is, its text is read; anything else is an InputError that says which
argument it is and what would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Final, TypeVar

from analyzer.api.answers import read_spread
from analyzer.api.views import read_view
from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.view import View, for_two
from analyzer.notation import read_card_set

T = TypeVar("T")
Cards = CardSet | str | Iterable[Card | str]
"""A set, a text, or cards one by one, each as a card or as its name."""

_CARDS: Final = 'give a text such as "7h 8h 9h", a CardSet or a list of cards'
_LARGEST_SEED: Final = 2**62


def refused(given: object, where: str, hint: str) -> InputError:
    """The error for a value that is of no kind that is read."""
    kind = type(given).__name__
    return InputError(f"a value of type {kind} is not read here", where=where, hint=hint)


def text_of(given: object, where: str) -> str:
    """A text, and nothing but a text."""
    if not isinstance(given, str):
        raise refused(given, where, "give a text")
    return given


def cards_of(given: Cards, where: str = "cards") -> CardSet:
    """Cards in any form.

    >>> cards_of(["7h", Card.of("8h")]) == cards_of("7h 8h") == cards_of(CardSet.of("7h 8h"))
    True
    """
    if isinstance(given, CardSet):
        return given
    if isinstance(given, str):
        return read_card_set(given)
    if not isinstance(given, Iterable):
        raise refused(given, where, _CARDS)
    return read_card_set(" ".join(_name(card, where) for card in given))


def _name(card: Card | str, where: str) -> str:
    if not isinstance(card, Card | str):
        raise refused(card, where, _CARDS)
    return str(card)


def taken(given: object, kind: type[T], read: Callable[[str], T], where: str, hint: str) -> T:
    """A value of a kind as it is, or what its text reads as."""
    if isinstance(given, kind):
        return given
    if isinstance(given, str):
        return read(given)
    raise refused(given, where, hint)


def rules_of(given: Rules | str) -> Rules:
    """Rules, or those of a preset's name and its changes."""
    hint = 'give the name of a preset, such as "classic", or Rules'
    return taken(given, Rules, rules_for_two, "rules", hint)


def spread_of(given: Arrangement | str, rules: Rules) -> Arrangement:
    """Return what a knocker lays down."""
    hint = 'give a text such as "7h 8h 9h / 4c 4d 4s / Ac 2d"'
    return taken(given, Arrangement, lambda text: read_spread(text, rules), "knocker", hint)


def view_of(given: View | str) -> View:
    """A view, or the one in a text of any form."""
    return taken(given, View, lambda text: for_two(read_view(text)), "view", _A_VIEW)


def seen_of(given: View | str) -> View:
    """Return what a player sees in a game of any rules, or the one in a text of any form."""
    return taken(given, View, read_view, "view", _A_VIEW)


_A_VIEW: Final = "give a View, or its text, JSON or position id"


def seats_of(given: Iterable[int] | None) -> tuple[int, ...] | None:
    """Players, counted from 0; None where none are named.

    >>> seats_of([1]), seats_of(None)
    ((1,), None)
    """
    hint = "give (0,) for player 1 of the texts, (1,) for player 2, (0, 1) for both"
    if given is None:
        return None
    if not isinstance(given, Iterable):
        raise refused(given, "seats", hint)
    seats = tuple(given)
    for seat in seats:
        if seat not in (0, 1):
            raise InputError(f"`{seat}` is not a seat", where="seats", hint=hint)
    return seats


def whole(given: object, where: str) -> int:
    """A whole number."""
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        raise refused(given, where, "give a whole number") from None


def seed_of(given: object) -> int:
    """A seed: a whole number that is not too large."""
    seed = whole(given, "seed")
    if abs(seed) > _LARGEST_SEED:
        raise InputError(f"{seed} is too large", where="seed", hint="give one from 0 to 2**62")
    return seed


def number(given: object, where: str) -> float:
    """A number, whole or not."""
    if not isinstance(given, int | float):
        raise refused(given, where, "give a number")
    return given
