"""Told ends and sheets by the net: what is likeliest is proved against all ways to take a text."""

from __future__ import annotations

from itertools import product
from math import exp, isclose, prod

import numpy as np
import pytest

from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended
from analyzer.notation.encoder._marks import PLACED, marks_of
from analyzer.notation.encoder.tokens import tokens
from analyzer.notation.outcomes import disagreement, ends_heard, sheet_heard
from analyzer.notation.outcomes._chances import ROLES, ResultChances
from analyzer.notation.outcomes._heard import CUES, HeardText, _whole, heard
from analyzer.notation.outcomes._many_ends import _spots, _tries
from analyzer.notation.outcomes._one_end import FREE, Guess, cost_of, guesses_of
from analyzer.notation.tales._weighing import READ, weighed
from tests.workshop.encoder.__main__ import is_held, is_right
from tests.workshop.encoder.results import marked, results

RULES = PRESETS["standard"]


def any_chances(text: str, seed: int) -> HeardText:
    """A text with chances drawn at random."""
    rng, told = np.random.default_rng(seed), tokens(text)
    roles = rng.dirichlet(np.full(len(ROLES), 0.3), len(told)).astype(np.float32)
    owners = rng.dirichlet(np.ones(3), len(told)).astype(np.float32)
    none = np.zeros((len(told), 4), np.float32)
    starts = rng.random(len(told)).astype(np.float32)
    return HeardText(told, ResultChances(none, roles, owners, starts), ("Ann", "Bob"))


def all_ways(said: HeardText, guess: Guess) -> float:
    """The chance of all ways to label the numbers that a guess allows, one by one."""
    mine = {
        ("own", guess.ender): guess.own,
        ("left", 1 - guess.ender): guess.left,
        ("pts", guess.winner): guess.points,
    }

    def allows(role: str, owner: int, value: int) -> bool:
        return (
            role in FREE
            or (guess.winner is not None and mine.get((role, owner), -1) == value)
            or (guess.winner is not None and role == "bonus" and value == guess.bonus > 0)
            or (guess.winner is not None and role == "part"
                and value == guess.points - guess.bonus)
        )  # fmt: skip

    chances = (
        [
            said.of(at, role, owner)
            for role, owner in product(ROLES, (0, 1, 2))
            if allows(role, owner, said.value(at))
        ]
        for at in said.numbers
    )
    return sum(map(prod, product(*chances)))


def plainest(said: HeardText, guess: Guess) -> float:
    """The best chance that one of the numbers tells the points of a guess."""
    told = [at for at in said.numbers if said.value(at) == guess.points]
    return max([said.of(at, "pts", guess.winner) for at in told], default=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_an_end_costs_what_all_ways_to_label_the_numbers_come_to(seed: int) -> None:
    said = any_chances("4 23 19", seed)
    quiet = said.chances.roles.copy()
    quiet[:, [ROLES.index(cue) for cue in CUES]] = 0  # words, not numbers, are cues
    quiet[:, ROLES.index("card")] = 0
    said = HeardText(said.tokens, ResultChances(said.chances.who, quiet, *_rest(said)), said.names)
    tried = 0
    for guess in {*guesses_of(said, RULES)}:
        untold = 0.25 if guess.kind is Ended.KNOCK else 0.02
        untold *= 1.0 if guess.winner is None else plainest(said, guess)
        ways = all_ways(said, guess)
        if ways > 1e-3:
            assert isclose(exp(-cost_of(said, guess)), ways * untold, rel_tol=1e-3)
            tried += 1
    assert tried > 2


def _rest(said: HeardText) -> tuple[np.ndarray, np.ndarray]:
    return said.chances.owners, said.chances.starts


def test_ways_to_label_a_sheet_come_the_likeliest_first() -> None:
    spots = [*_spots(any_chances("4 23 19 0", 7))]
    prices = [price for price, _ in _tries(spots)]
    plain = sorted(
        sum(way.cost - spot.ways[0].cost for way, spot in zip(ways, spots, strict=True))
        for ways in product(*(spot.ways for spot in spots))
    )
    plain = [price for price in plain if price <= max(prices)]
    assert prices == pytest.approx(plain, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "part", "name"),
    [
        ('by="xXgrimXx"', "grim", "xXgrimXx"), ("by dealer_bot, 12", "dealer_", "dealer_bot"),
        ("A12 B9", "A", "A"), ("Ann_pts", "Ann", "Ann"),
    ],
)  # fmt: skip
def test_a_name_is_a_whole_word(text: str, part: str, name: str) -> None:
    start = text.index(part)
    assert _whole(text, start, start + len(part)) == name


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("i knocked w/ 4 on turn 9, gramps still had 23 so thats 19 for me", ("knock", "me", 19)),
        ("Dad went gin and I was stuck with 31. 56 points for him, 3rd time today",
         ("gin", "Dad", 56)),
        ("Ann knocked with 8 and Bob had 5, so Bob undercut her for 28", ("undercut", "Bob", 28)),
        ("Lea klopft mit 6, Tom bleibt auf 20 sitzen, 14 für Lea", ("knock", "Lea", 14)),
    ],
)  # fmt: skip
def test_an_end_is_heard(text: str, end: tuple[str, str, int]) -> None:
    best = ends_heard(text, RULES)[0]
    kind, winner, points, _ = best.end
    assert winner is not None
    assert (str(kind), best.names[winner], points) == end
    assert best.is_sure


def test_a_sheet_is_heard_and_proved_by_its_sums() -> None:
    sheet = sheet_heard("Ann 20, Bob 14, Ann 31, Bob gin 45. Totals: Ann 51, Bob 59")
    assert sheet is not None
    assert sheet.is_sure
    assert [(sheet.names[hand.winner or 0], hand.points) for hand in sheet.hands] == [
        ("Ann", 20), ("Bob", 14), ("Ann", 31), ("Bob", 45)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Cal 15 / Win 0\nCal 15 / Win 8\nCal 15 / Win 51\nCal 15 / Win 51\nCal 49 / Win 51",
         [15, 8, 43, 0, 34]),
        ("Barb 63, Leroy 55 from lunch.\nBarb knocked 28. 91.\nLeroy knocked 29. 84.\n"
         "Barb gin 31. 122.", [28, 29, 31]),
    ],
)  # fmt: skip
def test_totals_begin_somewhere_and_may_stay_as_they_are(text: str, points: list[int]) -> None:
    sheet = sheet_heard(text)
    assert sheet is not None and sheet.proved
    assert [hand.points for hand in sheet.hands] == points


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Ann knocked with 4, Bob had 23: 20 to her", 19),
        ("Tom knocked with 9, Zoe had 5, so Tom won 4 points", 29),
        ("Kit went gin, Max was left with 9. 44 for Kit", 34),
        ("Ann knocked with 4, Bob had 23: 19 to her", None),
    ],
)
def test_points_are_compared_with_what_the_deadwood_makes(text: str, made: int | None) -> None:
    found = disagreement(text, RULES)
    assert (None if found is None else found[2]) == made
    assert found is None or text[slice(*found[1])] == str(found[0])


def test_marks_number_players_as_a_text_names_them() -> None:
    tagged = "[[Bob|B]] [[knocked|knock B]], [[12|pts B]] points off [[Ann|A]]"
    case = {"tagged": tagged, "players": ["Ann", "Bob"], "hands": [["Bob", "knock", 12]]}
    made = marked("x", case)
    assert made.players == ("Bob", "Ann")
    assert [made.owners[at] for at, who in enumerate(made.who) if who] == [0, 1]


@pytest.mark.parametrize(
    "text",
    ["I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he threw the 5s, what now?",
     "score is 45-30, my draw: should I take the jack?", ""],
)  # fmt: skip
def test_of_a_text_without_an_end_nothing_is_sure(text: str) -> None:
    assert not any(each.chance > READ for each in weighed(text, ends_heard(text, RULES)))
    sheet = sheet_heard(text)
    assert sheet is None or not sheet.is_sure


def test_texts_that_were_never_learned_from_are_heard_as_they_are_meant() -> None:
    cases = [*results(is_held)]
    for of_kind, right, sure in ((True, 0.6, 0.75), (False, 0.5, 0.75)):
        heard_each = [*map(is_right, [case for case in cases if case.is_game is of_kind][:60])]
        trusted = [is_as_meant for is_as_meant, is_sure in heard_each if is_sure]
        assert sum(is_as_meant for is_as_meant, _ in heard_each) >= right * len(heard_each)
        assert sum(trusted) >= sure * len(trusted) > 0


def test_marks_say_of_numbers_what_they_are_of_each_other() -> None:
    text = "4 23 19"
    marks = marks_of(tokens(text), text, None)
    assert marks.shape == (3, PLACED)
    assert marks[2, 1] == 1  # 23 - 4
    assert marks[1, 2] == 1
    assert marks[0, 3] == 1


def test_a_mark_that_is_none_is_refused() -> None:
    case = {"tagged": "[[4|owned A]]", "players": ["Ann", "Bob"], "hands": [["Ann", "knock", 4]]}
    with pytest.raises(ValueError, match="no role that is known"):
        marked("x", case)


def test_a_text_of_endless_length_is_not_heard() -> None:
    assert heard("4 " * 2_000) is None
