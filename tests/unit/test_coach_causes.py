"""Measured causes: what closing a channel does, what is exact, and in which order it is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.engine.belief import PlayedPrior, Uniform
from analyzer.engine.comparisons.causes import (
    OPEN,
    at_bottom,
    caught_alike,
    gap_without,
    measure_causes,
    waited_for,
)
from analyzer.engine.comparisons.types import Cause, Causes, Channel, ExactCause, MadeKind
from analyzer.engine.objective import ENDINGS
from analyzer.engine.opponents import opponent_named
from analyzer.engine.rollouts import candidates, roll_out, roll_out_closed
from analyzer.engine.types import Ending
from analyzer.game.cards import Card, CardSet
from analyzer.notation import parse_view
from analyzer.notation.phrases import Text
from analyzer.review import ReviewSettings, judge
from analyzer.review.coach import Detail, explain
from analyzer.review.coach.causes import CauseRank
from analyzer.review.journal import read_finding, write_finding
from tests.oracles.entries import action_of, entry
from tests.unit.test_coach_words import check
from tests.workshop.measure.causes import (
    LookedAt,
    errors_of,
    evidence,
    in_order,
    looked_at,
    tallied,
)

MODEL = opponent_named("baseline")
VIEW = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\npile: Ks\nstock: 21")
PAIR = action_of(VIEW, "discard Ts"), action_of(VIEW, "discard 4c")


def test_with_nothing_left_out_it_is_the_ordinary_playout() -> None:
    worlds = PlayedPrior().sample(VIEW, 1, 0, 300)
    actions = candidates(VIEW)
    usual = roll_out(VIEW, actions, worlds, MODEL)
    found = roll_out_closed(VIEW, actions, worlds, MODEL, OPEN, np.zeros(300, np.int16))
    assert all(np.array_equal(*pair) for pair in zip(usual, found.results, strict=True))
    mine = np.isin(usual.endings, [ENDINGS.index(Ending.GIN), ENDINGS.index(Ending.KNOCK)])
    assert (found.ready[mine] <= 60).all() and (found.ready >= 0).all()


def test_what_is_left_out_does_not_happen() -> None:
    worlds = PlayedPrior().sample(VIEW, 1, 0, 300)
    never = np.full(300, 1_000, np.int16)
    closed = OPEN._replace(feeding=1, refused=CardSet.of("Ts 4c").mask)
    found = roll_out_closed(VIEW, PAIR, worlds, MODEL, closed, never).results
    assert not found.taken.any()
    laid = [ENDINGS.index(one) for one in (Ending.GIN, Ending.KNOCK, Ending.UNDERCUT)]
    assert not np.isin(found.endings, laid).any()


def test_nobody_lays_off() -> None:
    """A knock with a run against the card that goes on it."""
    text = (
        "hand: 7h 8h 9h 4c 4d 4s Td Jd Qd 3c Kc\nstock: 20\nopp has: Th 2h 5c 6c 8c 9c Tc 2s 6s 8s"
    )
    view = parse_view(text)
    knock = (action_of(view, "knock Kc"),)
    worlds = Uniform().sample(view, 1, 0, 1)
    closed = OPEN._replace(laying_off=1)
    usual = roll_out(view, knock, worlds, MODEL).points[0, 0]
    found = roll_out_closed(view, knock, worlds, MODEL, closed, np.zeros(1, np.int16))
    assert found.results.points[0, 0] == usual + 10


def test_the_bottom_of_the_stock_is_what_is_drawn_last() -> None:
    waits = waited_for(VIEW, *PAIR)
    assert str(waits) == "3c 4h 4s", "with 2c and 4d; nothing goes with Ts"
    worlds = Uniform().sample(VIEW, 3, 0, 200)
    moved = at_bottom(worlds, VIEW.stock, waits.mask)
    assert np.array_equal(np.sort(worlds.rows), np.sort(moved.rows))
    drawn_first = [*moved.rows[:, :5].ravel(), *moved.rows[:, VIEW.stock - 5 : VIEW.stock].ravel()]
    assert not any(waits.mask >> int(card) & 1 for card in drawn_first)


def test_what_brings_the_same_when_they_lay_down() -> None:
    endings = np.array([[ENDINGS.index(Ending.THEIR_GIN)] * 2, [ENDINGS.index(Ending.GIN)] * 2])
    alike = caught_alike(np.array([[-30.0, -50.0], [40.0, 10.0]]), endings.astype(np.int8))
    assert alike.tolist() == [[-40.0, -40.0], [40.0, 10.0]]


def test_a_share_is_what_disappears_and_has_an_interval() -> None:
    found = measure_causes(VIEW, *PAIR, MODEL, seed=1, worlds=1_024)
    assert found.made is None and found.channels[0].channel is Channel.WAITS
    for cause in found.channels:
        assert 0 <= cause.low <= cause.share <= cause.high <= 1 and cause.left_se > 0
        if 0 < cause.share < 1:
            assert cause.share == pytest.approx(1 - cause.left / found.gap)
        again = gap_without(VIEW, *PAIR, MODEL, {cause.channel}, 1, 1_024)
        assert again == (cause.left, cause.left_se)
    assert gap_without(VIEW, *PAIR, MODEL, set(), 1, 1_024) == (found.gap, found.gap_se)
    assert [one.share for one in found.channels] == sorted(
        (one.share for one in found.channels), reverse=True
    )


def test_channels_that_are_closed_together_are_all_closed() -> None:
    def left(*channels: Channel) -> float:
        return gap_without(VIEW, *PAIR, MODEL, {*channels}, 1, 1_024)[0]

    caught, feeding, speed = Channel.CAUGHT, Channel.FEEDING, Channel.SPEED
    alone = {left(), left(caught), left(feeding), left(speed)}
    together = {left(caught, feeding), left(caught, speed), left(feeding, speed)}
    assert len(alone | together | {left(caught, feeding, speed)}) == 8


@pytest.mark.parametrize(
    ("text", "best", "played", "kind", "cards"),
    [
        ("7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh", "gin Kh", "discard Kc", MadeKind.GIN, ""),
        ("7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s", "knock 9s", "discard 9s", MadeKind.KNOCK, ""),
        ("7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s", "knock 9s", "knock 3c", MadeKind.LESS, ""),
        ("7h 8h 9h 4c 4d 4s Td 2d Qs 3c Ks", "discard Ks", "discard 4c", MadeKind.UNBROKEN,
         "4c 4d 4s"),
        ("7h 8h 2d 4c 4d Tc Jc Kc Kh Qs, pile: 9h", "take", "draw", MadeKind.MELD, "7h 8h 9h"),
    ],
)  # fmt: skip
def test_what_is_exact_needs_no_share(
    text: str, best: str, played: str, kind: MadeKind, cards: str
) -> None:
    view = parse_view(f"hand: {text}, stock: 20")
    pair = action_of(view, best), action_of(view, played)
    found = measure_causes(view, *pair, MODEL, 1)
    assert found.made is not None and not found.channels
    assert found.made.kind is kind and found.made.cards == CardSet.of(cards)
    back = measure_causes(view, *reversed(pair), MODEL, 1, worlds=64)
    assert back.made is None, "it speaks for the play that makes it"


def told(
    *shares: tuple[Channel, float], made: bool = False
) -> list[tuple[CauseRank, Channel | None]]:
    view = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\nstock: 21"
    outcomes = {"gin": (0.40, 40.0), "their gin": (0.3, -30.0)}
    worse = {"gin": (0.30, 40.0), "their gin": (0.3, -42.0)}
    chances = {"best_outcomes": outcomes, "played_outcomes": worse}
    one = entry(view, "discard Ts", "discard 4c", danger=(0.1, 0.3), **chances)
    causes = Causes(
        one.best.action, one.found.played, None,
        tuple(Cause(channel, share, share, share, 1.0, 0.1) for channel, share in shares),
        (0.1, 0.3), (2, 0.4, 0.3), 5.0, 0.1, 1_024,
    )  # fmt: skip
    one = replace(one, found=replace(one.found, causes=causes))
    check(one)
    assert in_order(one)
    assert len(explain(one, Detail.SENTENCE).sentences) == 2
    return [(cause.rank, cause.channel) for cause in explain(one).causes]


def test_the_order_of_causes() -> None:
    half, fifth = (Channel.WAITS, 0.5), (Channel.FEEDING, 0.2)
    assert told(half, fifth) == [
        (CauseRank.LARGEST, Channel.WAITS),
        (CauseRank.NEXT, Channel.FEEDING),
    ]
    assert told(half, (Channel.FEEDING, 0.19)) == [(CauseRank.LARGEST, Channel.WAITS)]
    assert told((Channel.CAUGHT, 0.49)) == [(CauseRank.SMALL, Channel.CAUGHT)]
    assert told((Channel.SPEED, 0.3), fifth)[1] == (CauseRank.NEXT, Channel.FEEDING)
    assert told((Channel.SPEED, 0.0)) == [(CauseRank.SMALL, None)]


def _ordered(count: int, first: int) -> None:
    who = set()
    for player, one in errors_of(count, 512, first):
        who.add(player)
        assert in_order(one), explain(one).text()
        check(one)
        assert read_finding(write_finding(one.found)) == one.found
    assert len(who) == 2


@pytest.mark.slow
def test_the_first_reason_of_errors_is_in_order() -> None:
    _ordered(8, 6)


@pytest.mark.nightly
def test_the_first_reason_of_a_thousand_errors_is_in_order() -> None:
    _ordered(1_000, 5_000)


def _closed(hands: range, most: int) -> tuple[int, int, int]:
    """(large errors, closed without what is told, closed without as much that is not told)."""
    rows = [row for hand in hands for row in looked_at(512, most, hand) if row.closed]
    return len(rows), sum(row.held for row in rows), sum(row.untold for row in rows)


@pytest.mark.slow
def test_without_what_is_told_the_error_is_none_and_without_the_rest_it_stays() -> None:
    errors, told, untold = _closed(range(20, 30), 8_192)
    assert errors > 10
    assert told > errors / 2 > 3 * untold


@pytest.mark.nightly
def test_of_three_hundred_errors_what_is_told_closes_three_in_four() -> None:
    errors, told, untold = _closed(range(400), 65_536)
    assert errors > 300
    assert told > 0.75 * errors
    assert untold < 0.15 * errors


def test_what_is_no_error_has_no_causes() -> None:
    settings = ReviewSettings(worlds=256)
    assert judge(VIEW, PAIR[0], settings).causes is None


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ((0.1, 0.6), "They take 4c in 60% of hands, Ts in 10%."),
        ((0.8, 0.0), "Several small things add up. "),
        ((0.5, 0.54), "Several small things add up. "),
    ],
)
def test_a_cause_that_the_columns_do_not_show_is_not_told(
    taken: tuple[float, float], said: str
) -> None:
    view = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\nstock: 21"
    one = entry(view, "discard Ts", "discard 4c", danger=taken)
    cause = Cause(Channel.FEEDING, 0.9, 0.9, 0.9, 1.0, 0.1)
    measured = (0.2, 0.7)  # in worlds of their own: no other value beside that of the columns
    causes = Causes(
        one.best.action, one.found.played, None, (cause,), measured, (2, 0.4, 0.3), 5.0, 0.1, 1_024
    )
    assert said in explain(replace(one, found=replace(one.found, causes=causes))).text()


def test_the_measurement_tells_where_the_worlds_did_not_suffice() -> None:
    def row(left: float, error: float) -> LookedAt:
        return LookedAt("bots", True, CauseRank.LARGEST, told, True, left, error, left < 0)

    told = Channel.WAITS, Channel.SPEED

    known, sure, open_ = row(0.3, 0.2), row(-2.0, 0.5), row(3.0, 0.5)
    unsure = [row(0.3, 0.3), row(0.9, 0.3)]
    exact = LookedAt("bots", True, CauseRank.EXACT, (), False)
    counted = tallied([known, sure, open_, *unsure, exact])
    assert (counted["large"], counted["closed"]) == (5, 2), "what is unsure is not closed"
    assert (counted["rough"], counted["unsure"]) == (4, 2)
    assert (counted["untold"], counted["flipped"], counted["pairs"]) == (1, 1, 5)
    assert counted["channels"] == {"speed and waits": {"errors": 5, "closed": 2}}
    time = {"whole": 2.0, "causes": 0.2, "errors": 3, "ratio": 1.11}
    told = evidence("a command", "1", {**counted, "worlds": 1, "most": 2, "review": time})
    assert any(
        sentence == "In 4 of these 5 the standard error stayed above 0.25; in 2 of them the worlds "
        "did not suffice to tell, and they count as not closed."
        for sentence in told.finding
    )
    assert told.data["unsure"] == 2, "and the JSON has it"
    none = tallied([exact])
    assert evidence("a command", "1", {**none, "worlds": 1, "most": 2, "review": time}).finding


def in_words(text: Text) -> str:
    """A sentence as it is printed."""
    return "".join(part if isinstance(part, str) else part.symbol for part in text)


@pytest.mark.parametrize(
    ("meld", "loose", "card", "said"),
    [
        ("2h 3h 4h 5h", "Kd Qs Jc 9d 8s 6c Th", "2h", "takes it from the run 2♥, 3♥, 4♥ and 5♥"),
        ("7c 7d 7h 7s", "Kd Qs Jc 9d 8s 6c Th", "7s", "takes it from the set 7♣, 7♦, 7♥ and 7♠"),
        ("2h 3h 4h 5h", "Kd Qs Jc 9d 8s 6c Th", "3h", "breaks the run 2♥, 3♥, 4♥ and 5♥."),
        ("2h 3h 4h", "Kd Qs Jc 9d 8s 6c Th 5s", "2h", "breaks the run 2♥, 3♥ and 4♥."),
    ],
)
def test_a_meld_that_still_stands_is_not_broken(
    meld: str, loose: str, card: str, said: str
) -> None:
    view = f"rules: eaai\nhand: {meld} {loose}\nstock: 21"
    one = entry(view, "discard Kd", f"discard {card}")
    made = ExactCause(MadeKind.UNBROKEN, CardSet.of(meld), 0)
    causes = Causes(one.best.action, one.found.played, made)
    (cause,) = explain(replace(one, found=replace(one.found, causes=causes))).causes
    told = f"Discarding {Card.of(card).symbol} {said}"
    stands = "takes" in said
    assert in_words(cause.text) == told + " and keeps K♦ instead." * stands


@pytest.mark.parametrize(
    ("often", "said"),
    [(0.3, "you lose 30.0 points instead of 42.0"), (0.01, "Several small things add up.")],
)
def test_a_difference_that_explains_nothing_is_not_told_in_numbers(often: float, said: str) -> None:
    view = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\nstock: 21"
    one = entry(
        view, "discard Ts", "discard 4c",
        best_outcomes={"gin": (0.4, 40.0), "their gin": (often, -30.0)},
        played_outcomes={"gin": (0.3, 40.0), "their gin": (often, -42.0)},
    )  # fmt: skip
    share = Cause(Channel.CAUGHT, 0.6, 0.5, 0.7, 2.0, 0.1)
    causes = Causes(one.best.action, one.found.played, None, (share,), gap=5.0)
    told = explain(replace(one, found=replace(one.found, causes=causes))).causes[0]
    assert said in in_words(told.text)
