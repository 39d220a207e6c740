"""The sentences on other opponents, scores and stages say what the numbers say, no more."""

from __future__ import annotations

import pytest

from analyzer.engine.comparisons.types import (
    Against,
    ScoreCell,
    ScoreMap,
    ScoreValue,
    WaitingCurve,
    WaitingPoint,
)
from analyzer.engine.types import ActionValue, Evaluation, Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.notation import parse_view
from analyzer.review.coach import comparisons

VIEW = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c")


def action(text: str) -> Action:
    kind, card = text.split()
    return Action(Kind(kind), Card.of(card))


KING, QUEEN, SIX = action("discard Kd"), action("discard Qd"), action("discard 6s")
KNOCK = action("knock Kd")


def asked(robust: bool | None, tied: int = 1, **models: str) -> Evaluation:
    """An answer "discard Kd" (tied with Qd, 6s) under models, each with its best discards."""
    values = [
        ActionValue(one, 4.0, 0.1, 0.0, 0.0, Grade.BEST, False, {}) for one in (KING, QUEEN, SIX)
    ]
    best = {
        name.replace("_", "-"): tuple(action(f"discard {card}") for card in cards.split())
        for name, cards in models.items()
    }
    against = {
        name: Against(0.0 if KING in cards else 1.24, 0.2, 2048) for name, cards in best.items()
    }
    return Evaluation(
        VIEW, VIEW.question, tuple(values), (KING, QUEEN, SIX)[:tied], 512, 1.0, 1, "1", "baseline",
        racing=0, done=True, models=best, robust=robust, against=against,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (asked(None), None),
        (asked(None, baseline="Kd", uniform="Qd"), None),
        (
            asked(True, baseline="Kd", uniform="Kd"),
            "The same action is best against the players we know.",
        ),
        (
            asked(True, baseline="Kd Qd", uniform="Kd"),
            "Best or tied against the players we know.",
        ),
        (
            asked(True, 2, baseline="Kd Qd", uniform="Kd Qd 6s"),
            "Best or tied against the players we know: discard Kd or Qd.",
        ),
        (
            asked(False, 2, baseline="Kd Qd", knocks_early="Kd", uniform="Qd"),
            "Best or tied against the players we know: discard Kd; were all hands equally likely, "
            "discard Qd (+1.2 ±0.4).",
        ),
        (
            asked(True, 2, baseline="Kd Qd", uniform="Qd"),
            "Best or tied against the players we know: discard Qd.",
        ),
        (
            asked(False, baseline="Kd", waits_for_gin="Qd"),
            "Depends on the opponent: against one who waits for gin, discard Qd (+1.2 ±0.4).",
        ),
        (
            asked(False, baseline="Kd", waits_for_gin="Qd 6s", knocks_early="6s", melds_only="Qd"),
            "Depends on the opponent: against one who waits for gin or one who takes only into "
            "melds, discard Qd (up to +1.2 ±0.4); against one who knocks early, "
            "discard 6s (+1.2 ±0.4).",
        ),
        (
            asked(False, baseline="Kd", waits_for_gin="Qd", uniform="Qd"),
            "Depends on the opponent: against one who waits for gin, discard Qd (+1.2 ±0.4); were "
            "all hands equally likely, discard Qd (+1.2 ±0.4).",
        ),
        (
            asked(False, baseline="Kd", knocks_early="Kd Qd", uniform="6s"),
            "Best or tied against the players we know; were all hands equally likely, "
            "discard 6s (+1.2 ±0.4).",
        ),
    ],
)
def test_who_sits_opposite(found: Evaluation, said: str | None) -> None:
    assert comparisons.opponents(found) == said


def drawn(rows: str) -> ScoreMap:
    """A map from letters, K Q or 6, a row for each of my scores; letters together are tied."""
    named = {"K": KING, "Q": QUEEN, "6": SIX}
    table = [line.split() for line in rows.strip().splitlines()]
    cells = []
    for mine, row in enumerate(table):
        for theirs, letters in enumerate(row):
            best = tuple(named[letter] for letter in letters)
            values = tuple(ScoreValue(one, 0.5, 0.0, 0.1) for one in best)
            cells.append(ScoreCell((10 * mine, 10 * theirs), values, best))
    counts = {one: sum(one in cell.best for cell in cells) for one in named.values()}
    actions = sorted((one for one in counts if counts[one]), key=lambda one: -counts[one])
    return ScoreMap(10 * len(table), 10, None, tuple(actions), tuple(cells), 1000)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("K K K\nK K K\nK K K", "The same at every score: discard Kd."),
        ("K KQ K\nK K QK\nK K K", "Best or tied at every score: discard Kd."),
        (
            "K K K\nK KQ Q\nK K Q",
            "Best or tied at 7 of 9 scores: discard Kd. Better at 2, all of them where you have 10 "
            "or more and they have 20 or more: discard Qd.",
        ),
        (
            "K Q K\nK Q6 K\nK K K",
            "Best or tied at 7 of 9 scores: discard Kd. Better at 2, all of them where you have 10 "
            "or less and they have 10: discard Qd.",
        ),
        (
            "K K Q\nK K K\nQ K K",
            "Best or tied at 7 of 9 scores: discard Kd. Better at 2: discard Qd.",
        ),
        (
            "Q K K\nK K K\nK K 6",
            "Best or tied at 7 of 9 scores: discard Kd. Better at 1, where you have 0 and they "
            "have 0: discard Qd. Better at 1, where you have 20 or more and they have 20 or more: "
            "discard 6s.",
        ),
    ],
)
def test_what_a_map_says(rows: str, said: str) -> None:
    assert comparisons.scores(drawn(rows)) == said


def curve(gains: str, now: int | None = None) -> WaitingCurve:
    """Gains with an error of 0.3, the stock from 31 down by two."""
    points = []
    for index, gain in enumerate(gains.split()):
        stock = 31 - 2 * index
        points.append(WaitingPoint(stock, index, float(gain), 0.3, KNOCK, KING, now=stock == now))
    return WaitingCurve(tuple(points), 1000)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (curve("5 4 3"), "With these cards, knock at every stage."),
        (curve("-5 -4 0.1 -3"), "With these cards, wait at every stage, though close at 27."),
        (
            curve("5 4 0.1 -3 -4", now=29),
            "Now knocking is ahead of waiting by 4.0 ±0.6. With these cards: knock while the "
            "stock holds 29 or more, too close to call at 27, wait from 25 down.",
        ),
        (
            curve("5 4 0.1 -0.4 3 0.4 -3 0.2 -4", now=27),
            "Now it is too close to call: knocking gains +0.1 ±0.6. With these cards: knock "
            "while the stock holds 23 or more, though close at 27 and 25, too close to call at "
            "21, wait from 19 down, though close at 17.",
        ),
        (
            curve("5 -4 5 -4 5", now=29),
            "Now knocking is behind waiting by 4.0 ±0.6. With these cards, of 5 stages: knock "
            "at 3, wait at 2.",
        ),
    ],
)
def test_what_a_curve_says(found: WaitingCurve, said: str) -> None:
    assert comparisons.waiting(found) == said


def test_a_small_or_uncertain_gain_is_too_close() -> None:
    def called(gain: float, se: float) -> str:
        return comparisons.call(WaitingPoint(20, 4, gain, se, KNOCK, KING))

    assert called(0.4, 0.01) == called(-0.4, 0.01) == called(3.0, 2.0) == comparisons.CLOSE
    assert (called(0.6, 0.1), called(-0.6, 0.1)) == (comparisons.KNOCK, comparisons.WAIT)


def test_an_action_is_named_as_the_door_names_it() -> None:
    found = asked(False, baseline="Kd", waits_for_gin="Qd")
    said = comparisons.opponents(found, lambda one: f"[{one}]")
    assert said is not None and "[discard Qd]" in said
