"""The exact questions and the advice in the other games: their answer documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec

from analyzer.engine.general import Advice, SeatContest, advise
from analyzer.game.rules import TWO_HANDED, GameKind, Rules
from analyzer.game.sheets import ScoreSheet
from analyzer.game.table import HAND
from analyzer.notation.general import TableRecord, choices_in, encode_chair
from analyzer.notation.view import rules_summary, rules_text, summary_of_changes


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
        advice.chair.rules.name,
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
        for seat in range(1, record.rules.players + 1)
    ]
    return GameReviewJson(record.rules.name, list(decisions), lost, worlds, seed)


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


def table_score_to_json(sheet: ScoreSheet) -> TableScoreJson:
    """The document of a sheet."""
    (column,) = sheet.columns
    return TableScoreJson(
        sheet.rules.name,
        [list(column.of_all(hand.written)) for hand in sheet.hands],
        list(column.of_all(column.hand_points)),
        list(column.of_all(column.boxes)),
        max(column.of_all(column.bonus)),
        list(sheet.finals),
        None if sheet.winner is None else sheet.winner + 1,
        column.shutout,
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
    rules: Rules, names: tuple[str, str], seat_contest: SeatContest, seed: int
) -> SeatContestJson:
    """The document of a contest."""
    low, high = seat_contest.interval
    return SeatContestJson(
        rules.name,
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


def game_to_json(game: Rules) -> GameJson:
    """The document of a game.

    >>> from analyzer.game.rules import parse_rules
    >>> game_to_json(parse_rules("three-hand,gin=20")).summary
    'As three-hand, but gin bonus 20.'
    """
    return GameJson(
        game.name, _summary(game), game.players, game.cards, game.jokers, game.play,
        list(game.values), _beside_the_table(game),
    )  # fmt: skip


def _beside_the_table(game: Rules) -> Rules:
    """The rules of a game, named and summed up by what they change of a two-handed preset."""
    plain = TWO_HANDED.get(game.name.partition(",")[0], TWO_HANDED["standard"])
    two = replace(
        game, name=plain.name, summary=plain.summary,
        players=2, cards=HAND, jokers=0, play=GameKind.KNOCK,
    )  # fmt: skip
    return replace(game, name=rules_text(two), summary=rules_summary(two))


def _summary(game: Rules) -> str:
    """What a game is in one line: its own words, or what was changed by its name."""
    name, *changes = game.name.split(",")
    parts = (change.partition("=") for change in changes)
    changed = {field.strip(): value.strip() for field, _, value in parts}
    return summary_of_changes(name, changed) if changed else game.summary
