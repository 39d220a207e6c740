"""The hands of a sheet that the net hears, beside those that forms and rules find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.notation._score_clauses import VOID
from analyzer.notation._sheet_hands import Hand, SheetReading
from analyzer.notation._sheet_search import as_results

if TYPE_CHECKING:
    from analyzer.notation.outcomes import SheetHeard


def by_net(text: str, names: Sequence[str]) -> str | None:
    """The hands that the net hears; None where it is not sure, or the sums don't prove them."""
    sheet = _heard(text)
    return None if sheet is None or not sheet.is_sure else _hands(text, names, sheet)


def instead(text: str, names: Sequence[str], *, proved: bool = False) -> str | None:
    """The hands that the net hears of a sheet that rules refuse; None where nothing proves them.

    Raises UnclearError, a question, where they are likely and not plain; `proved`: only if sums
    prove them.
    """
    sheet = _heard(text)
    if sheet is None or (proved and not sheet.proved):
        return None
    hands = _hands(text, names, sheet)
    if sheet.is_sure and sheet.price < _PLAIN:
        return hands
    others = _LIKELY if sheet.proved else _ALONE
    plain = sheet.proved or sheet.price < _PLAIN
    if hands and len(sheet.hands) > _FEW and plain and sheet.margin > others:
        raise unclear(hands)
    return None


_PLAIN, _LIKELY, _ALONE, _FEW = 1.0, 1.0, 3.0, 2
"""What may speak against hands that are plain; by how much others have to be less likely, where
sums prove these and where none do, and the hands that are too few, to ask."""


def unclear(hands: str) -> UnclearError:
    """A question for the hands of a sheet."""
    return UnclearError(
        InputError(
            "it is not plain who won which hand, and with how many", where="the sheet",
            hint="choose it, or give each hand a line, as in `Ann 16`",
        ),
        [Wording("; ".join(hands.splitlines()), hands)],
    )  # fmt: skip


def _heard(text: str) -> SheetHeard | None:
    from analyzer.notation.outcomes import sheet_heard  # noqa: PLC0415  # loads numpy

    return sheet_heard(text)


def _hands(text: str, names: Sequence[str], sheet: SheetHeard) -> str | None:
    players = ["them" if name == "?" else name.lower() for name in sheet.names]
    hands = [
        Hand("" if hand.winner is None else players[hand.winner], hand.kind, hand.points)
        for hand in sheet.hands
    ]
    listed = [name.lower() for name in names]
    return joined(as_results(text, SheetReading(hands, tuple(players)), listed))


def joined(hands: Sequence[str] | None) -> str | None:
    """Hands as lines; None of none."""
    return "\n".join(hands) if hands else None


def with_draws(hands: str, text: str) -> str:
    """The hands with those that nobody won, where only the net hears of these."""
    from analyzer.notation.outcomes import draws  # noqa: PLC0415  # loads numpy

    lines, at, made = hands.splitlines(), 0, list[str]()
    if "void" in lines or not _IN_WORDS.search(text):
        return hands
    places, sheet = draws(text), _heard(text)
    if sheet is None or len(places) != sum(hand.winner is None for hand in sheet.hands):
        return hands
    for line in lines if places else ():
        told = re.compile(rf"(?<!\d){line.split()[-1]}(?!\d)").search(text, at)
        if told is None:
            return hands
        made += ["void" for place in places if at <= place < told.start()]
        made.append(line)
        at = told.end()
    return "\n".join([*made, *("void" for place in places if place >= at)]) if made else hands


_IN_WORDS: Final = re.compile(
    rf"\b(?:{'|'.join(VOID)})\b|(?:^|[.,;!\n])(?=[^\d.,;!\n]*\w)[^\d.,;!\n]+(?=[.,;!\n]|\Z)", re.I
)
"""A word for a hand that nobody won, or a part of a text without a number."""


def are_points(hands: str, text: str) -> bool:
    """True if the net may hear the points of hands as numbers of one hand, not as totals."""
    from analyzer.notation.outcomes import no_points  # noqa: PLC0415  # loads numpy

    points = {int(line.split()[-1]) for line in hands.splitlines() if line != "void"}
    return not points & no_points(text)
