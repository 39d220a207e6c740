"""The exact questions and the advice in the other games: their answer documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec

from analyzer.api.documents import CardText
from analyzer.engine.general import Advice, SeatContest, advise
from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.general import (
    Chair,
    GameKind,
    HandScore,
    HandSplit,
    TableMeld,
    TableSheet,
    Variant,
    answer,
    best_layouts,
    least,
    melds_in,
    settled_pair,
)
from analyzer.game.rules import Rules
from analyzer.notation.general import TableRecord, choices_in, encode_chair
from analyzer.notation.view import rules_summary, summary_of_changes

MOST_CARDS = 11


class LayoutJson(msgspec.Struct, frozen=True):
    """A hand laid out: its melds (a joker names its card, as X1=8h), what is left, its points."""

    melds: list[str]
    deadwood: list[CardText]
    points: int

    @classmethod
    def of(cls, split: HandSplit) -> LayoutJson:
        """The document of a layout."""
        return cls(list(map(str, split.melds)), list(map(str, split.deadwood)), split.points)


class LayoutsJson(msgspec.Struct, frozen=True):
    """The best layouts of some cards."""

    game: str
    deadwood: int
    layouts: list[LayoutJson]


def layouts_of(cards: CardSet, variant: Variant) -> LayoutsJson:
    """Every best layout of up to eleven cards, at most a hundred."""
    _check_cards(cards, variant)
    splits = best_layouts(cards, variant)
    return LayoutsJson(variant.name, splits[0].points, list(map(LayoutJson.of, splits)))


def _check_cards(cards: CardSet, variant: Variant) -> None:
    if not cards or len(cards) > MOST_CARDS:
        raise InputError(f"{len(cards)} cards are given", hint=f"give 1 to {MOST_CARDS}")
    if not cards <= variant.pack:
        raise InputError(
            f"{variant.name} has not that many jokers", where="cards",
            hint=f"it has {variant.jokers}; add jokers=2 to the rules for two",
        )  # fmt: skip


# ---------------------------------------------------------------- lay-offs


class DefenderJson(msgspec.Struct, frozen=True):
    """One defender: the cards laid off, each with the meld it goes onto, and what is left."""

    laid_off: list[tuple[CardText, str]]
    layout: LayoutJson
    won: int
    """Points that the knocker has from this defender, signed."""


class DefendersJson(msgspec.Struct, frozen=True):
    """A knock answered by everyone in turn."""

    game: str
    knocker: LayoutJson
    defenders: list[DefenderJson]
    table: list[str]
    """The knocker's melds afterwards."""
    points: list[int]
    """Signed points: the knocker's first, then those of the defenders in turn."""


def defenders_of(spread: HandSplit, hands: Sequence[CardSet], variant: Variant) -> DefendersJson:
    """The best answers of several defenders in turn to a knock, and what the hand scores."""
    laid = [*(meld.cards for meld in spread.melds), spread.deadwood, *hands]
    if sum(map(len, laid)) != len(frozenset(card for cards in laid for card in cards)):
        raise InputError("a card appears in two hands", hint="every card exists once")
    if not all(cards <= variant.pack for cards in laid):
        raise InputError(
            f"{variant.name} has not that many jokers",
            where="cards",
            hint="take them out, or name a game with more of them",
        )
    if len(hands) >= variant.players:
        raise InputError(
            f"{len(hands)} defenders are given, but {variant.players} play",
            where="--defender",
            hint=f"give at most {variant.players - 1}",
        )
    pairs, table = [], spread.melds
    for seat, hand in enumerate(hands, start=1):
        best = answer(table if spread.points else (), hand, variant)
        table = best.table or table
        pairs.append(settled_pair(seat, spread, best, variant))
    score = HandScore.settled(0, spread, pairs, len(hands) + 1)
    return DefendersJson(
        variant.name,
        LayoutJson.of(spread),
        [
            DefenderJson(
                [(str(card), str(onto)) for card, onto in pair.answer.laid_off],
                LayoutJson.of(pair.answer.layout),
                pair.scored.knocker_points,
            )
            for pair in pairs
        ],
        list(map(str, table)),
        list(score.points),
    )


# ---------------------------------------------------------------- outs


class GameOutsJson(msgspec.Struct, frozen=True):
    """The cards that may still come and help a hand."""

    game: str
    meld: list[CardText]
    """They make or lengthen a meld, also one on the table."""
    knock: list[CardText]
    gin: list[CardText]
    live: int


def outs_at(cards: CardSet, variant: Variant, chair: Chair | None = None) -> GameOutsJson:
    """The live cards that help a hand; what a chair has seen is dead."""
    _check_cards(cards, variant)
    table = () if chair is None else chair.table
    limit = variant.limit_for(None) if chair is None else chair.limit
    live = (variant.pack if chair is None else chair.unseen) - cards
    knocks = variant.play is GameKind.KNOCK
    return GameOutsJson(
        variant.name,
        [str(card) for card in live if _melds(card, cards, table, variant)],
        [str(card) for card in live if knocks and _left(card, cards, (), variant) <= limit],
        [str(card) for card in live if _left(card, cards, table, variant) == 0],
        len(live),
    )


def _melds(card: Card, hand: CardSet, table: tuple[TableMeld, ...], variant: Variant) -> bool:
    """Whether a card is in a meld of the hand's, or fits one on the table."""
    whole = hand.add(card)
    if any(card in meld.cards for meld in melds_in(whole, variant)):
        return True
    return bool(answer(table, CardSet(card.mask), variant).laid_off)


def _left(card: Card, hand: CardSet, table: tuple[TableMeld, ...], variant: Variant) -> int:
    """Least deadwood with a card more and one discarded; where melds lie open, after adding."""
    whole = hand.add(card)
    keep = (whole.remove(other) for other in whole)
    if table:
        return min(answer(table, left, variant).points for left in keep)
    return min(least(left, variant) for left in keep)


# ---------------------------------------------------------------- advice


class MoveValueJson(msgspec.Struct, frozen=True):
    """What a move is worth to the end of the hand against greedy players."""

    move: str
    points: float
    se: float
    loss: float
    loss_se: float
    best: bool
    """Whether it is the best one, or within two standard errors of it."""


class AdviceJson(msgspec.Struct, frozen=True):
    """All moves of a decision, best first."""

    game: str
    id: str
    seat: int
    moves: list[MoveValueJson]
    worlds: int
    seed: int


def advice_to_json(advice: Advice) -> AdviceJson:
    """The document of an advice."""
    best = advice.best
    return AdviceJson(
        advice.chair.variant.name,
        encode_chair(advice.chair),
        advice.chair.player + 1,
        [
            MoveValueJson(
                str(value.move), value.points, value.se, value.loss, value.loss_se, value in best
            )
            for value in advice.values
        ],
        advice.worlds,
        advice.seed,
    )


class PlayedMoveJson(msgspec.Struct, frozen=True):
    """A decision of a hand: what was played, what was best, and what that lost."""

    number: int
    seat: int
    played: str
    best: str
    loss: float
    loss_se: float
    id: str


class GameReviewJson(msgspec.Struct, frozen=True):
    """A hand of one of the other games, decision by decision."""

    game: str
    decisions: list[PlayedMoveJson]
    lost: list[float]
    """Points that each player lost by what was played."""
    worlds: int
    seed: int


def review_record(
    record: TableRecord, worlds: int, seed: int, seats: Sequence[int] = ()
) -> Iterator[PlayedMoveJson]:
    """Judge each decision of a hand in which there was a choice."""
    for number, chair, move in choices_in(record, seats):
        advice = advise(chair, worlds, seed)
        played = advice.of(move)
        yield PlayedMoveJson(
            number, chair.player + 1, str(move), str(advice.values[0].move), played.loss,
            played.loss_se, encode_chair(chair),
        )  # fmt: skip


def review_to_json(
    record: TableRecord, decisions: Sequence[PlayedMoveJson], worlds: int, seed: int
) -> GameReviewJson:
    """The document of a review: the decisions, and what each player lost."""
    lost = [
        sum(decision.loss for decision in decisions if decision.seat == seat)
        for seat in range(1, record.variant.players + 1)
    ]
    return GameReviewJson(record.variant.name, list(decisions), lost, worlds, seed)


# ---------------------------------------------------------------- scores and contests


class TableScoreJson(msgspec.Struct, frozen=True):
    """The sheet of a match at a table of two to four, each for themselves."""

    game: str
    hands: list[list[int]]
    """What each player wrote down, hand by hand."""
    points: list[int]
    boxes: list[int]
    bonus: int
    totals: list[int]
    winner: int | None
    shutout: bool


def table_score_to_json(sheet: TableSheet) -> TableScoreJson:
    """The document of a sheet."""
    return TableScoreJson(
        sheet.variant.name,
        [list(hand.won or hand.points) for hand in sheet.hands],
        list(sheet.hand_points),
        list(sheet.boxes),
        sheet.bonus,
        list(sheet.finals),
        None if sheet.winner is None else sheet.winner + 1,
        sheet.shutout,
    )


class SeatContestJson(msgspec.Struct, frozen=True):
    """One player in every seat of every deal, the others all alike."""

    game: str
    player: str
    others: str
    deals: int
    gain: float
    se: float
    low: float
    high: float
    seed: int


def contest_to_json(
    variant: Variant, names: tuple[str, str], seat_contest: SeatContest, seed: int
) -> SeatContestJson:
    """The document of a contest."""
    low, high = seat_contest.interval
    return SeatContestJson(
        variant.name,
        names[0],
        names[1],
        seat_contest.deals,
        seat_contest.gain,
        seat_contest.se,
        low,
        high,
        seed,
    )


class GameJson(msgspec.Struct, frozen=True):
    """The rules of one of the other games, every number of them."""

    game: str
    summary: str
    players: int
    cards: int
    jokers: int
    play: GameKind
    values: list[int]
    """Points of each rank, ace to king."""
    rules: Rules


def game_to_json(game: Variant) -> GameJson:
    """The document of a game.

    >>> from analyzer.game.general import parse_variant
    >>> game_to_json(parse_variant("three-hand,gin=20")).summary
    'As three-hand, but gin 20.'
    """
    rules = replace(game.rules, summary=rules_summary(game.rules))
    return GameJson(
        game.name, _summary(game), game.players, game.cards, game.jokers, game.play,
        list(game.values), rules,
    )  # fmt: skip


def _summary(game: Variant) -> str:
    """What a game is in one line: its own words, or what was changed by its name."""
    name, *changes = game.name.split(",")
    parts = (change.partition("=") for change in changes)
    changed = {field.strip(): value.strip() for field, _, value in parts}
    return summary_of_changes(name, changed) if changed else game.summary
