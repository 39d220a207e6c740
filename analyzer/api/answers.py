"""The exact questions: from a request document to its answer document, for every door."""

from __future__ import annotations

from typing import Annotated

import msgspec

from analyzer.api.documents import (
    ActionText,
    At,
    CardText,
    Chance,
    InPoints,
    MeldCards,
    set_from,
    written,
)
from analyzer.api.views import (
    RulesText,
    ViewJson,
    ViewText,
    read_view,
)
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, NO_CARDS, CardSet, counted_cards
from analyzer.game.knocking import (
    KnockChoice,
    knock_choices,
    least_knock,
    quietest_knock,
    table_knocks,
)
from analyzer.game.melds import KnockKind, Outs, discards, is_meld, lay_off
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.scoring import Ended, Role, score_knock
from analyzer.game.solving import (
    answered_in_turn,
    best_ways,
    check_pack,
    outs_from,
)
from analyzer.game.view import HAND, View
from analyzer.notation.cards import read_pack
from analyzer.notation.numbers import counted_are
from analyzer.notation.spreads import read_spread as read_table_spread

CardsText = Annotated[
    str, msgspec.Meta(max_length=2000, description="Cards in any usual form.", examples=["7h 8h"])
]


class ArrangementJson(msgspec.Struct, frozen=True):
    """One way to arrange a hand: its melds, what is left, and the points of that."""

    melds: list[MeldCards]
    deadwood: list[CardText]
    points: int


# ---------------------------------------------------------------- melds


class MeldsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the best arrangements and discards."""

    cards: CardsText
    rules: RulesText = "standard"


class _DiscardJson(msgspec.Struct, frozen=True):
    """One discard: the least deadwood that it leaves, and what it allows."""

    card: CardText
    deadwood: int
    knock: KnockKind | None


class MeldsJson(msgspec.Struct, frozen=True):
    """Every best arrangement; of a hand after the draw also all its discards, best first."""

    deadwood: int
    arrangements: list[ArrangementJson]
    discards: list[_DiscardJson] = []
    limit_assumed: bool | msgspec.UnsetType = msgspec.UNSET
    """True if a card that is turned up may set a lower limit to knock with; else left out."""


def melds(request: MeldsRequest) -> MeldsJson:
    """Every best arrangement of 1 to 11 cards; of a hand after the draw also every discard.

    >>> melds(MeldsRequest("7h 8h 9h Kd")).arrangements
    [ArrangementJson(melds=[['7h', '8h', '9h']], deadwood=['Kd'], points=10)]
    """
    game = parse_rules(request.rules)
    cards = _cards("cards", request.cards, 1, HAND + 1, game)
    best = best_ways(cards, game)
    choices = discards(cards, game) if len(cards) == game.cards + 1 else ()
    assumed = any(choice.knock == "knock" for choice in choices) and game.limit_is_assumed(None)
    return written(MeldsJson, (best[0].points, best, choices, assumed or None))


# ---------------------------------------------------------------- a knock and its answer


class LayoffRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the best layoff. The knocker's melds and deadwood are split by "/"."""

    knocker: CardsText
    defender: CardsText
    rules: RulesText = "standard"


class LaidOffJson(msgspec.Struct, frozen=True):
    """A card laid off, and the meld it goes onto as that lies by then."""

    card: CardText
    onto: MeldCards


class _ResultJson(msgspec.Struct, frozen=True):
    """The winner and the points of this hand; `winner` is null for a hand without a score."""

    winner: Role | None
    kind: Ended
    points: int


class LayoffJson(msgspec.Struct, frozen=True):
    """The defender's best: melds and lay-offs together, in an order that can be played."""

    laid_off: list[LaidOffJson]
    melds: list[MeldCards]
    deadwood: list[CardText]
    points: int
    result: _ResultJson | None
    """Null where only the knocker's melds are known."""


class LayoffsJson(msgspec.Struct, frozen=True):
    """A knock answered by several defenders, each on what lies open by then."""

    knocker: ArrangementJson
    defenders: list[LayoffJson]
    """In turn order; each result is the knocker's settlement with this one."""
    melds: list[MeldCards]
    """The knocker's melds afterwards."""
    points: list[int]
    """Signed points: the knocker's first, then those of the defenders in turn."""


class KnockRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the best knock; `view` says what has been seen."""

    cards: CardsText | None = None
    view: ViewJson | ViewText | None = None
    rules: RulesText = "standard"


def _laid_down(choice: KnockChoice) -> Action:
    if choice.knock.is_big:
        return Action(Kind.BIG_GIN)
    kind = Kind.KNOCK if choice.knock.arrangement.deadwood else Kind.GIN
    return Action(kind, choice.knock.discard)


class KnockChoiceJson(msgspec.Struct, frozen=True):
    """One knock, the discard and the spread, and how the defender fares against it.

    The means are over the hands the defender (of several, all of them) may hold, each equally
    likely: over all of them where `exact`, else over a sample of `hands`.
    """

    action: Annotated[ActionText, _laid_down]
    discard: Annotated[CardText | None, At("knock.discard")]
    """Null for big gin, and where ten cards were given, of which the discard is gone already."""
    melds: Annotated[list[MeldCards], At("knock.arrangement.melds")]
    deadwood: Annotated[list[CardText], At("knock.arrangement.deadwood")]
    points: Annotated[int, At("knock.arrangement.points")]
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
    limit_assumed: bool | msgspec.UnsetType = msgspec.UNSET
    """True if a card that is turned up may set a lower limit; else left out."""


def layoff(request: LayoffRequest) -> LayoffJson:
    """The defender's best melds and lay-offs against a spread, and what the hand scores."""
    game = parse_rules(request.rules)
    if not game.two_handed:
        return layoffs(request.knocker, [request.defender], game).defenders[0]
    knocker = read_spread(request.knocker, game)
    return layoff_to_json(knocker, _cards("defender", request.defender, 1, HAND), game)


def layoffs(knocker: str, defenders: list[str], game: Rules) -> LayoffsJson:
    """The answers of several defenders in turn to a spread, and what the hand scores.

    >>> from analyzer.game.rules import parse_rules
    >>> found = layoffs("7h 8h 9h / 2c", ["Th Kd", "Jh Kc"], parse_rules("three-hand"))
    >>> [(each.laid_off[0].card, each.points) for each in found.defenders], found.points
    ([('Th', 10), ('Jh', 10)], [16, -8, -8])
    """
    spread = read_table_spread(knocker, game)
    hands = [_cards("defender", cards, 1, HAND, game) for cards in defenders]
    score = answered_in_turn(spread, hands, game)
    return LayoffsJson(
        written(ArrangementJson, spread),
        [
            written(
                LayoffJson, pair.answer.layout,
                laid_off=pair.answer.laid_off, result=pair.scored,
            )
            for pair in score.pairs
        ],
        [str(meld).split() for meld in score.pairs[-1].answer.table or spread.melds],
        list(score.points),
    )  # fmt: skip


def layoff_to_json(
    knocker: Arrangement, defender: CardSet, rules: Rules, *, scored: bool = True
) -> LayoffJson:
    """The best melds and lay-offs of these cards against a spread; InputError where they clash."""
    best = lay_off(knocker, defender, rules)
    result = score_knock(knocker, best, rules) if scored else None
    return written(LayoffJson, best, result=result)


def layoff_on(
    melds: list[list[str]], defender: str, rules: Rules, deadwood: int | None = None
) -> LayoffJson:
    """The same where the knocker's melds are known and the other cards are not.

    `deadwood` is what these count; without it the hand is not scored.

    >>> from analyzer.game.rules import PRESETS
    >>> found = layoff_on([["7c", "7d", "7s"]], "7h Kd", PRESETS["standard"])
    >>> found.laid_off[0].card, found.points, found.result
    ('7h', 10, None)
    """
    groups = [set_from(meld, f"melds[{i}]") for i, meld in enumerate(melds)]
    if bad := [str(group) for group in groups if not is_meld(group, rules)]:
        raise InputError(
            f"{bad[0]} is not a meld",
            where="melds",
            hint="a meld is a set of three or four of a rank, or a run of three or more of a suit",
        )
    spread = Arrangement.of(groups, NO_CARDS, rules)
    known, held = spread.cards, _cards("defender", defender, 1, HAND)
    if len(known) != sum(map(len, groups)) or len(known) > _most_melded(rules):
        raise InputError(
            f"{len(known)} cards are in the melds",
            where="melds",
            hint="give each card once, and no more than a hand lays down",
        )
    if len(known) >= HAND:
        if deadwood:
            raise InputError("gin leaves no deadwood", where="deadwood", hint="leave it out")
        return layoff_to_json(spread, held, rules)
    if deadwood is not None and not 0 < deadwood <= rules.limit_for(None):
        raise _too_much(deadwood, rules, "deadwood")
    other = CardSet.from_cards([next(iter(DECK - known - held))])
    # One card stands for those that are not known: lay-offs do not depend on which they are.
    knocker = Arrangement(spread.melds, other, deadwood or 1)
    return layoff_to_json(knocker, held, rules, scored=deadwood is not None)


def knock(request: KnockRequest) -> KnockJson:
    """The knock with the least deadwood, and the one that is worth most."""
    view, cards, game = _hand(request)
    size = game.cards
    if len(cards) not in {size, size + 1}:
        raise InputError(
            f"{counted_cards(len(cards))} cannot knock", where="cards",
            hint=f"give {size} or {size + 1}",
        )  # fmt: skip
    if not game.two_handed:
        return _table_knock(view, cards, game)
    limit = game.limit_for(None) if view is None else view.limit
    choices = knock_choices(
        cards,
        game,
        limit,
        seen=NO_CARDS if view is None else CardSet.from_cards(view.pile),
        opponent=NO_CARDS if view is None else view.opponent,
        forbidden=None if view is None else view.forbidden,
        multiplier=game.multiplier_for(None) if view is None else view.multiplier,
    )
    upcard = None if view is None else view.upcard
    return knock_to_json(choices, limit, assumed=game.limit_is_assumed(upcard))


def _table_knock(view: View | None, cards: CardSet, game: Rules) -> KnockJson:
    """The knocks of a game with jokers or several defenders."""
    if view is None:
        return knock_to_json(table_knocks(cards, game), game.limit_for(None))
    seats = ((view.player + step) % game.players for step in range(1, game.players))
    choices = table_knocks(
        cards,
        game,
        view.limit,
        unseen=view.unseen,
        known=[view.known[seat] for seat in seats],
        forbidden=view.forbidden,
        multiplier=game.multiplier_for(view.upcard),
    )
    return knock_to_json(choices, view.limit)


def knock_to_json(
    choices: tuple[KnockChoice, ...], limit: int, *, assumed: bool = False
) -> KnockJson:
    """Write the knocks of a hand, as `knock_choices` gives them.

    >>> knock_to_json((), 10, assumed=True)
    KnockJson(least=None, quietest=None, limit=10, knocks=[], limit_assumed=True)
    """
    parts = least_knock(choices), quietest_knock(choices), limit, choices, assumed or None
    return written(KnockJson, parts)


# ---------------------------------------------------------------- outs


class OutsRequest(KnockRequest, frozen=True):
    """A question for the live cards that help; `view` says what has been seen."""


def _number_live(outs: Outs) -> int:
    return len(outs.live)


class OutsJson(msgspec.Struct, frozen=True):
    """Live cards by what they do for the hand when they come."""

    meld: list[CardText]
    knock: list[CardText]
    gin: list[CardText]
    big_gin: list[CardText]
    live: Annotated[int, _number_live]
    """The number of live cards: not in sight, so they may still come."""


def outs_of(request: OutsRequest) -> OutsJson:
    """Live cards by what they do for the hand."""
    view, cards, game = _hand(request)
    if view is None:
        return written(OutsJson, outs_from(cards, game))
    return written(OutsJson, outs_from(cards, game, view.limit, view.unseen, view.melds))


# ---------------------------------------------------------------- what is asked


def _hand(request: KnockRequest) -> tuple[View | None, CardSet, Rules]:
    """The view, if one is given, and the hand that is asked about with its rules."""
    view = None if request.view is None else read_view(request.view)
    game = parse_rules(request.rules) if view is None else view.rules
    if request.cards is not None:
        return view, _cards("cards", request.cards, 1, HAND + 1, game), game
    if view is None:
        raise InputError("nothing to look at", where="cards", hint="give cards, or a view")
    return view, view.hand, game


def _cards(where: str, text: str, least: int, most: int, game: Rules | None = None) -> CardSet:
    """Read a hand of a game; raises InputError for too few or many, or a strange joker."""
    try:
        cards = read_pack(text)
        check_pack(cards, game or parse_rules("standard"))
    except InputError as error:
        place = where if error.where in {None, "cards"} else f"{where}, {error.where}"
        raise InputError(error.message, where=place, hint=error.hint) from None
    if not least <= len(cards) <= most:
        raise InputError(
            f"{counted_are(len(cards), 'card')} given", where=where, hint=f"give {least} to {most}"
        )
    return cards


def read_spread(text: str, rules: Rules) -> Arrangement:
    """Groups split by "/"; those that are melds are melds, the rest is deadwood."""
    laid: list[CardSet] = []
    left = all_cards = NO_CARDS
    for group in text.replace("|", "/").split("/"):
        if not group.strip():
            continue
        cards = _cards("knocker", group, 1, HAND + 1)
        if both := cards & all_cards:
            raise InputError(
                f"{both} appears twice", where="knocker", hint="every card exists once"
            )
        all_cards |= cards
        if is_meld(cards, rules):
            laid.append(cards)
        else:
            left |= cards
    # With deadwood told a part of the hand is enough; gin has to be told whole.
    least = 1 if left else HAND
    if not least <= len(all_cards) <= (HAND if left else _most_melded(rules)):
        raise InputError(
            f"the knocker has {counted_cards(len(all_cards))}",
            where="knocker",
            hint="give the ten that are laid down, groups split by /",
        )
    spread = Arrangement.of(laid, left, rules)
    if spread.points > rules.limit_for(None):
        raise _too_much(spread.points, rules, "knocker")
    return spread


def _most_melded(rules: Rules) -> int:
    """Cards that can be laid down in melds: eleven only for big gin."""
    return HAND if rules.big_gin_bonus is None else HAND + 1


def _too_much(points: int, rules: Rules, where: str) -> InputError:
    """The error for a knock that the rules do not allow."""
    return InputError(
        f"nobody can knock with {points} points of deadwood", where=where,
        hint=f"the limit is {rules.limit_for(None)}; gin leaves none",
    )  # fmt: skip
