"""What the exact solver answers, as JSON: melds, lay-offs, knocks and outs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from analyzer.api.schemas.text import (
    ActionText,
    CardText,
)
from analyzer.api.schemas.written import Chance, InPoints, Meld, written
from analyzer.game.actions import Action, Kind
from analyzer.game.knocking import KnockChoice, least_knock, quietest_knock
from analyzer.game.melds import (
    Arrangement,
    Defence,
    Discard,
    KnockKind,
    Outs,
)
from analyzer.game.scoring import Ended, HandResult, Role


class ArrangementJson(msgspec.Struct, frozen=True):
    """One way to arrange a hand: its melds, what is left, and the points of that."""

    melds: list[Meld]
    deadwood: list[CardText]
    points: int


class _DiscardJson(msgspec.Struct, frozen=True):
    """One discard: the least deadwood it leaves, and what one may do with it."""

    card: CardText
    deadwood: int
    knock: KnockKind | None


class MeldsJson(msgspec.Struct, frozen=True):
    """Every best arrangement; with eleven cards also all eleven discards, best first."""

    deadwood: int
    arrangements: list[ArrangementJson]
    discards: list[_DiscardJson] = []


class LaidOffJson(msgspec.Struct, frozen=True):
    """A card laid off, and the meld it goes onto as that lies by then."""

    card: CardText
    onto: Meld


class _ResultJson(msgspec.Struct, frozen=True):
    """Who scores how much in this hand; `winner` is null for a hand without a score."""

    winner: Role | None
    kind: Ended
    points: int


class LayoffJson(msgspec.Struct, frozen=True):
    """The defender's best: melds and lay-offs together, in an order that can be played."""

    laid_off: list[LaidOffJson]
    melds: list[Meld]
    deadwood: list[CardText]
    points: int
    result: _ResultJson


class KnockChoiceJson(msgspec.Struct, frozen=True):
    """One knock, the discard and the spread, and how the defender fares against it.

    The means are over the hands the defender may hold, each equally likely: over all of
    them where `exact`, else over a sample of `hands`.
    """

    action: ActionText
    discard: CardText | None
    """Null where ten cards were given, of which the discard is gone already."""
    melds: list[Meld]
    deadwood: list[CardText]
    points: int
    layoffs: list[CardText]
    """Unseen cards that can be laid off at once."""
    defender: InPoints
    """Mean points the defender keeps."""
    score: InPoints
    """Mean signed points for the knocker, bonuses included."""
    undercut: Chance
    """Chance that the defender undercuts."""
    hands: int
    exact: bool


class KnockJson(msgspec.Struct, frozen=True):
    """The two knocks to choose from, both null where none is legal, and all useful ones."""

    least: KnockChoiceJson | None
    """The one with the least deadwood."""
    quietest: KnockChoiceJson | None
    """The one worth most against the best melds and lay-offs, whatever its own deadwood."""
    limit: int
    """Most deadwood to knock with."""
    knocks: list[KnockChoiceJson]
    """Every knock that could be best, worth most first."""


class OutsJson(msgspec.Struct, frozen=True):
    """Live cards by what they do for the hand when they come."""

    meld: list[CardText]
    knock: list[CardText]
    gin: list[CardText]
    big_gin: list[CardText]
    live: int
    """How many cards are live: not in sight, so they may still come."""


def melds_to_json(best: Sequence[Arrangement], choices: Iterable[Discard] = ()) -> MeldsJson:
    """Write the best arrangements of a hand, at least one, and its discards.

    >>> from analyzer.game.cards import CardSet
    >>> from analyzer.game.melds import best_arrangements
    >>> from analyzer.game.rules import PRESETS
    >>> best = best_arrangements(CardSet.of("7h 8h 9h Kd"), PRESETS["standard"])
    >>> melds_to_json(best).arrangements
    [ArrangementJson(melds=[['7h', '8h', '9h']], deadwood=['Kd'], points=10)]
    """
    return written(MeldsJson, None, deadwood=best[0].points, arrangements=best, discards=choices)


def layoff_to_json(defence: Defence, result: HandResult) -> LayoffJson:
    """Write the defender's answer to a knock, and what the hand scores."""
    return written(LayoffJson, defence, result=result)


def knock_to_json(choices: tuple[KnockChoice, ...], limit: int) -> KnockJson:
    """Write the knocks of a hand, as `knock_choices` gives them.

    >>> knock_to_json((), 10)
    KnockJson(least=None, quietest=None, limit=10, knocks=[])
    """
    least, quietest = least_knock(choices), quietest_knock(choices)
    return KnockJson(
        least=None if least is None else _choice_to(least),
        quietest=None if quietest is None else _choice_to(quietest),
        limit=limit,
        knocks=[_choice_to(choice) for choice in choices],
    )


def _choice_to(choice: KnockChoice) -> KnockChoiceJson:
    spread, discard = choice.knock.arrangement, choice.knock.discard
    return written(
        KnockChoiceJson,
        choice,
        action=Action(Kind.KNOCK if spread.deadwood else Kind.GIN, discard),
        discard=discard,
        melds=spread.melds,
        deadwood=spread.deadwood,
        points=spread.points,
    )


def outs_to_json(outs: Outs) -> OutsJson:
    """Write the outs of a hand."""
    return written(OutsJson, outs, live=len(outs.live))
