"""The hands of a sheet that the net hears, beside those that forms and rules find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

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


def instead(text: str, names: Sequence[str]) -> str | None:
    """The hands that the net hears of a sheet that rules refuse; None where no sums prove them.

    Raises UnclearError, a question, where they are likely and not plain.
    """
    sheet = _heard(text)
    if sheet is None or not sheet.proved:
        return None
    hands = _hands(text, names, sheet)
    if sheet.is_sure and sheet.price < _PLAIN:
        return hands
    if hands and len(sheet.hands) > _FEW and sheet.margin > _LIKELY:
        raise unclear(hands)
    return None


_PLAIN, _LIKELY, _FEW = 1.0, 1.0, 2
"""What may speak against hands that are plain; by how much others have to be less likely, and the
hands that are too few, to ask."""


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
    lines = hands.splitlines()
    if "void" in lines or not VOID & {*re.findall(r"\w+", text.lower())}:
        return hands
    sheet = _heard(text)
    if sheet is None or not sheet.is_sure:
        return hands
    points = [hand.points for hand in sheet.hands if hand.winner is not None]
    if points != [int(line.split()[-1]) for line in lines]:
        return hands
    each = iter(lines)
    return "\n".join("void" if hand.winner is None else next(each) for hand in sheet.hands)


def are_points(hands: str, text: str) -> bool:
    """True if the net may hear the points of hands as such, not as totals or deadwood."""
    from analyzer.notation.outcomes import no_points  # noqa: PLC0415  # loads numpy

    points = {int(line.split()[-1]) for line in hands.splitlines() if line != "void"}
    return not points & no_points(text)
