"""Each theme with an entry that has it, and one that just misses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from analyzer.review import Choice
from analyzer.review.coach import Theme, themes_of
from analyzer.review.coach._sayings import sayings
from analyzer.review.coach.themes import THEMES
from tests.oracles.entries import entry

DRAW = "hand: {hand}\npile: {pile}\nstock: 25"
DISCARD = "rules: eaai\nhand: {hand}\npile: {pile}\nstock: {stock}\nopp took: {took}"


def draws(hand: str, pile: str, best: str, played: str, **more: Any) -> Choice:
    return entry(DRAW.format(hand=hand, pile=pile), best, played, **more)


def discards(
    hand: str, best: str, played: str, *, pile: str = "", stock: int = 21, took: str = "",
    **more: Any,
) -> Choice:  # fmt: skip
    lines = [f"rules: eaai\nhand: {hand}\nstock: {stock}"]
    lines += [f"pile: {pile}"] if pile else []
    lines += [f"opp took: {took}"] if took else []
    return entry("\n".join(lines), f"discard {best}", f"discard {played}", **more)


KNOCKING = "7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s"
"""Discarding the nine leaves three points."""


def knocks(best: str, played: str, undercut: tuple[float, float] = (0.0, 0.0)) -> Choice:
    return entry(
        f"rules: eaai\nhand: {KNOCKING}\nstock: 20", best, played,
        best_outcomes={"knock": (0.9, 12), "undercut": (undercut[0], -30)},
        played_outcomes={"knock": (0.9, 8), "undercut": (undercut[1], -30)},
    )  # fmt: skip


AT_SCORE = "rules: eaai\nscore: 80-20\nhand: 7h 8h 9h 4c 4d 4s Td Jd Kd 3c 9s\nstock: 20"
HISTORY = """
rules: eaai
hand: 7h 8h 9h 4c 4d 4s 8d Jd Kd 3c 9s
history:
  upcard 5s
  opp: takes 5s, discards {discarded}
  me: draws 4s, discards Jh
  opp: draws, discards Qc
  me: draws 3c
"""

TEN_AND_SIX = "7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s"
LATE_FEED = TEN_AND_SIX, "Kd", "Ts"
QUIET = {"their knock": (0.3, -10.0)}
DEAR = {"their knock": (0.3, -20.0)}

Case = Callable[[], Choice]

CASES: dict[Theme, tuple[Case, Case]] = {
    Theme.MELD_LEFT: (
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h 9h", "take", "draw"),
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Th", "take", "draw"),
    ),
    Theme.KNOCK_LEFT: (
        lambda: draws("7h 8h 4c 4d 4s Tc Jc Qc 2c Ks", "3h 9h", "take", "draw"),
        lambda: draws("7h 8h 4c 4d 4s 5s 3d 2c Ac Ks", "3h 9h", "take", "draw"),
    ),
    Theme.SPECULATIVE_TAKE: (
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Ks", "take", "draw"),
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Jd", "take", "draw"),
    ),
    Theme.NEEDLESS_TAKE: (
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Ks", "draw", "take"),
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Jd", "draw", "take"),
    ),
    Theme.COSTLY_MELD: (
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Jd", "draw", "take"),
        lambda: draws("7h 8h 4c 4d Kd Qd 2c Ac Ts 6s", "3h Jd", "take", "draw"),
    ),
    Theme.BROKEN_MELD: (
        lambda: discards("7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s", "Ts", "9h"),
        lambda: discards("7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s", "Ts", "6s"),
    ),
    Theme.OUTS: (
        lambda: discards("7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s", "Ts", "4d"),
        lambda: discards("7h 8h 9h 4c 4d Kd Qd 2c 2s Ts 6s", "4d", "2c"),
    ),
    Theme.GIN_OUTS: (
        lambda: discards("7h 8h 9h 4c 4d 4s Tc Jc Qc Kd Ah", "Kd", "4s"),
        lambda: discards("7h 8h 9h 4c 4d 4s Tc Jc Qc Kd Ah", "Kd", "Ah"),
    ),
    Theme.KNOCK_OUTS: (
        lambda: discards("7h 8h 9h 4c 4d 4s 2c Ac Kd Ts 6s", "Kd", "2c"),
        lambda: discards("7h 8h 9h 4c 4d 4s 2c Ac Kd Ts 6s", "Kd", "Ts"),
    ),
    Theme.LONE_CARD: (
        lambda: discards("7h 8h 9h 4c 4d 4s 2c Ac Kd Qd Ts", "Ts", "Kd"),
        lambda: discards("7h 8h 9h 4c 4d 4s 2c Ac Kd Qd Ts", "Kd", "Qd"),
    ),
    Theme.HIGH_CARD: (
        lambda: discards("7h 8h 9h 4c 4d 4s 2c Ad Kd Qs 6s", "Kd", "Ad"),
        lambda: discards("7h 8h 9h 4c 4d 4s 6c Ad Kd Qs Ts", "Ts", "6c"),
    ),
    Theme.PAIR_KEPT: (
        lambda: discards("7h 8h 9h 4c 4d Kd Ks 2c Ac Ts 6s", "Kd", "Ts", stock=19),
        lambda: discards("7h 8h 9h 4c 4d Kd Ks 2c Ac Ts 6s", "Kd", "Ts", stock=25),
    ),
    Theme.DANGER: (
        lambda: discards(TEN_AND_SIX, "Ts", "6s", danger=(0.1, 0.2)),
        lambda: discards(TEN_AND_SIX, "Ts", "6s", danger=(0.1, 0.19)),
    ),
    Theme.FEEDS: (
        lambda: discards("7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s", "Ac", "Ts", took="9s", stock=20),
        lambda: discards("7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s", "Ac", "Ts", took="3h", stock=20),
    ),
    Theme.SAFE_CARD: (
        lambda: discards(
            "7h 8h 9h 4c 4d Jd Qs 2c Ac Ks 6s", "Ks", "6s", pile="Kc Kh Js", stock=20
        ),
        lambda: discards(
            "7h 8h 9h 4c 4d Jd Qs 2c Ac Ks 6s", "Ks", "6s", pile="Kc 3h Js", stock=20
        ),
    ),
    Theme.READ_DISCARDS: (
        lambda: entry(
            HISTORY.format(discarded="Kh"), "discard Kd", "discard 8d", danger=(0.1, 0.3)
        ),
        lambda: entry(
            HISTORY.format(discarded="8c"), "discard Kd", "discard 8d", danger=(0.1, 0.3)
        ),
    ),
    Theme.LATE_LIVE_CARD: (
        lambda: discards(TEN_AND_SIX, "Ts", "6s", danger=(0.1, 0.3), stock=12),
        lambda: discards(TEN_AND_SIX, "Ts", "6s", danger=(0.1, 0.3), stock=13),
    ),
    Theme.KEPT_TO_LAY_OFF: (
        lambda: discards(
            *LATE_FEED, took="Js", stock=11, best_outcomes=QUIET, played_outcomes=DEAR
        ),
        lambda: discards(
            *LATE_FEED, took="Js", stock=13, best_outcomes=QUIET, played_outcomes=DEAR
        ),
    ),
    Theme.KNOCK_NOW: (
        lambda: knocks("knock 9s", "discard 9s"),
        lambda: knocks("discard 9s", "discard 3c"),
    ),
    Theme.PLAY_ON: (
        lambda: knocks("discard 9s", "knock 9s"),
        lambda: knocks("discard 9s", "discard 3c"),
    ),
    Theme.UNDERCUT: (
        lambda: knocks("discard 9s", "knock 9s", undercut=(0.0, 0.15)),
        lambda: knocks("discard 9s", "knock 9s", undercut=(0.0, 0.14)),
    ),
    Theme.MISSED_GIN: (
        lambda: entry(
            "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd Kd 9s\nstock: 20",
            "gin 9s", "discard Kd",
        ),
        lambda: entry(
            "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd Kd 9s\nstock: 20",
            "discard 9s", "discard Kd",
        ),
    ),
    Theme.KNOCK_LAYOUT: (
        lambda: knocks("knock 9s", "knock 3c"),
        lambda: knocks("knock 9s", "discard 3c"),
    ),
    Theme.SCORE: (
        lambda: entry(AT_SCORE, "discard Kd", "discard 3c", match=(0.7, 0.6), points=(1.0, 2.0)),
        lambda: entry(AT_SCORE, "discard Kd", "discard 3c", match=(0.7, 0.6), points=(1.0, 1.15)),
    ),
}  # fmt: skip


@pytest.mark.rule(
    "R53", "R54", "R59", "R60", "R61", "R62", "R63", "R64", "R65", "R67", "R68", "R69"
)
@pytest.mark.parametrize("theme", CASES, ids=lambda theme: theme.name)
def test_an_entry_has_its_theme_and_the_near_miss_does_not(theme):
    yes, no = CASES[theme]
    assert theme in themes_of(yes())
    assert theme not in themes_of(no())


def test_every_theme_is_tried():
    assert set(CASES) == set(THEMES) == set(Theme) - {Theme.LAY_OFF}


@pytest.mark.parametrize("theme", CASES, ids=lambda theme: theme.name)
def test_what_was_played_well_has_no_theme(theme):
    one = CASES[theme][0]()
    verdict = replace(one.verdict, grade=one.best.grade)
    assert themes_of(replace(one, found=replace(one.found, verdict=verdict))) == ()


@pytest.mark.rule("R55", "R56", "R59", "R60", "R67")
@pytest.mark.parametrize(
    ("theme", "said"),
    [
        (Theme.MELD_LEFT, ["9h melds at once with 7h and 8h."]),
        (Theme.KNOCK_LEFT, ["With 9h you can knock with 2 points."]),
        (Theme.BROKEN_MELD, ["After Ts, 3 cards stay in melds; after 9h, none."]),
        (Theme.OUTS, ["After Ts, 6 live cards make a meld; after 4d, 4."]),
        (Theme.GIN_OUTS, ["After Kd, 5 live cards give gin; after 4s, none."]),
        (Theme.HIGH_CARD, ["After Kd, 19 points of deadwood are left; after Ad, 28."]),
        (Theme.PAIR_KEPT, ["Only 2 live cards would meld Kd."]),
        (Theme.LONE_CARD, ["Ts stands alone: no single live card melds it."]),
        (Theme.FEEDS, ["They hold 9s, and Ts goes with that."]),
        (Theme.SAFE_CARD, ["No pair that they may hold uses Ks; 6 pairs use 6s."]),
        (Theme.READ_DISCARDS, ["They discarded Kh, which makes Kd safer."]),
        (
            Theme.LATE_LIVE_CARD,
            ["With 12 cards left in the stock they take 6s in 30% of hands, Ts in 10%."],
        ),
        (Theme.UNDERCUT, ["This knock is undercut in 15% of hands."]),
        (Theme.DANGER, ["They take 6s in 20% of hands, Ts in 10%."]),
        (
            Theme.KNOCK_NOW,
            [
                "If you play on, you win in 90% of hands, and they win in 0%.",
                "After 9s, 5 live cards give gin.",
            ],
        ),
        (
            Theme.KNOCK_LAYOUT,
            [
                "The best spread leaves 3 points of deadwood and 5 unseen cards that go on it; "
                "the other, 9 and 5."
            ],
        ),
        (Theme.SCORE, ["In points alone, discarding 3c is better: the score decides."]),
    ],
    ids=lambda value: value.name if isinstance(value, Theme) else "",
)
def test_what_a_coach_says_on_a_theme(theme, said):
    texts = sayings(CASES[theme][0](), theme)
    assert ["".join(map(str, text)) for text in texts] == said
