"""What the exact solver answers, as JSON: melds, lay-offs, knocks and outs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from analyzer.api.schemas.text import (
    CHANCE,
    EXACT,
    POINTS,
    ActionText,
    CardText,
    cards_to,
    melds_to,
    rounded,
)
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.game.knocking import KnockChoice, least_knock, quietest_knock
from analyzer.game.melds import (
    Arrangement,
    Defence,
    Discard,
    KnockKind,
    Outs,
    cards_in_order,
)
from analyzer.game.scoring import Ended, HandResult, Role


class ArrangementJson(msgspec.Struct, frozen=True):
    """One way to arrange a hand: its melds, what is left, and the points of that."""

    melds: list[list[CardText]]
    deadwood: list[CardText]
    points: int


class DiscardJson(msgspec.Struct, frozen=True):
    """One discard: the least deadwood it leaves, and what one may do with it."""

    card: CardText
    deadwood: int
    knock: KnockKind | None


class MeldsJson(msgspec.Struct, frozen=True):
    """Every best arrangement; with eleven cards also all eleven discards, best first."""

    deadwood: int
    arrangements: list[ArrangementJson]
    discards: list[DiscardJson] = []


class LaidOffJson(msgspec.Struct, frozen=True):
    """A card laid off, and the meld it goes onto as that lies by then."""

    card: CardText
    onto: list[CardText]


class ResultJson(msgspec.Struct, frozen=True):
    """Who scores how much in this hand; `winner` is null for a hand without a score."""

    winner: Role | None
    kind: Ended
    points: int


class LayoffJson(msgspec.Struct, frozen=True):
    """The defender's best: melds and lay-offs together, in an order that can be played."""

    laid_off: list[LaidOffJson]
    melds: list[list[CardText]]
    deadwood: list[CardText]
    points: int
    result: ResultJson


class KnockChoiceJson(msgspec.Struct, frozen=True):
    """One knock, the discard and the spread, and how the defender fares against it.

    The means are over the hands the defender may hold, each equally likely: over all of
    them where `exact`, else over a sample of `hands`.
    """

    action: ActionText
    discard: CardText | None
    """Null where ten cards were given, of which the discard is gone already."""
    melds: list[list[CardText]]
    deadwood: list[CardText]
    points: int
    layoffs: list[CardText]
    """Unseen cards that can be laid off at once."""
    defender: float
    """Mean points the defender keeps."""
    score: float
    """Mean signed points for the knocker, bonuses included."""
    undercut: float
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


def arrangement_to_json(arrangement: Arrangement) -> ArrangementJson:
    """Write one arrangement."""
    return ArrangementJson(
        melds=melds_to(arrangement.melds),
        deadwood=cards_to(arrangement.deadwood),
        points=arrangement.points,
    )


def melds_to_json(best: Sequence[Arrangement], discards: Iterable[Discard] = ()) -> MeldsJson:
    """Write the best arrangements of a hand, at least one, and its discards.

    >>> from analyzer.game.cards import CardSet
    >>> from analyzer.game.melds import best_arrangements
    >>> from analyzer.game.rules import PRESETS
    >>> best = best_arrangements(CardSet.of("7h 8h 9h Kd"), PRESETS["standard"])
    >>> melds_to_json(best).arrangements
    [ArrangementJson(melds=[['7h', '8h', '9h']], deadwood=['Kd'], points=10)]
    """
    return MeldsJson(
        deadwood=best[0].points,
        arrangements=[arrangement_to_json(arrangement) for arrangement in best],
        discards=[DiscardJson(str(one.card), one.deadwood, one.knock) for one in discards],
    )


def layoff_to_json(defence: Defence, result: HandResult) -> LayoffJson:
    """Write the defender's answer to a knock, and what the hand scores."""
    return LayoffJson(
        laid_off=[
            LaidOffJson(str(card), cards_to(cards_in_order(onto)))
            for card, onto in defence.laid_off
        ],
        melds=melds_to(defence.melds),
        deadwood=cards_to(defence.deadwood),
        points=defence.points,
        result=ResultJson(result.winner, result.kind, result.points),
    )


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
    points, chance = (EXACT, EXACT) if choice.exact else (POINTS, CHANCE)
    return KnockChoiceJson(
        action=_name(spread, discard),
        discard=None if discard is None else str(discard),
        melds=melds_to(spread.melds),
        deadwood=cards_to(spread.deadwood),
        points=spread.points,
        layoffs=cards_to(choice.layoffs),
        defender=rounded(choice.defender, points),
        score=rounded(choice.score, points),
        undercut=rounded(choice.undercut, chance),
        hands=choice.hands,
        exact=choice.exact,
    )


def _name(spread: Arrangement, discard: Card | None) -> str:
    return str(Action(Kind.KNOCK if spread.deadwood else Kind.GIN, discard))


def outs_to_json(outs: Outs) -> OutsJson:
    """Write the outs of a hand."""
    return OutsJson(
        meld=cards_to(outs.meld),
        knock=cards_to(outs.knock),
        gin=cards_to(outs.gin),
        big_gin=cards_to(outs.big_gin),
        live=len(outs.live),
    )
