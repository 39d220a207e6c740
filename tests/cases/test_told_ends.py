"""Ends of games that are told without their turns, judged by gin's arithmetic."""

import pytest

from analyzer.api.records import read_match
from analyzer.errors import InputError
from analyzer.game.scoring import Ended

TOLD = [
    ("Ann knocked with 4. Bob had 20 left, so 16 points to Ann.", Ended.KNOCK, "Ann", 16),
    ("Bob went gin and Ann was caught with 31. 56 for Bob.", Ended.GIN, "Bob", 56),
    ("Ann knocked with 6, but Bob had only 3. Undercut, 28 points to Bob.",
     Ended.UNDERCUT, "Bob", 28),
    ("I knocked with 3, she had 23 after laying off the 9. 20 to me.", Ended.KNOCK, None, 20),
    ("The stock ran out with two cards left, nobody knocked. Drawn, no score.",
     Ended.VOID, None, 0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "winner", "points"), TOLD)
def test_an_end_is_read_from_its_numbers(
    text: str, kind: Ended, winner: str | None, points: int
) -> None:
    record = read_match(text).hands[-1]
    assert record.result is not None
    assert (record.result.kind, record.result.points) == (kind, points)
    number = record.result.winner
    assert (number is None) == (kind is Ended.VOID)
    assert (None if number is None else record.players[number]) == winner


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Ann knocked with 4, Bob had 20 left, so 19 to Ann.",
            "but the other numbers make 16",
        ),
        (
            "Ann ginned, Bob was caught with 31, 60 for Ann",
            "60 is told, but the other numbers make 56",
        ),
        ("gin, caught with 31, 60 for Ann", "60 is told, but the other numbers make 56"),
        ("Ann knocked with 14, Bob had 20, 6 to Ann", "a knock with 14 is above the limit of 10"),
        ("I play canasta, we hold two jokers and three deuces", "this is about canasta"),
    ],
)
def test_an_end_whose_numbers_contradict_each_other_says_which(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_match(text)


@pytest.mark.parametrize("text", [
    "Ann and Bob: a knock, 5, 12, 30, and 44 somewhere.",
    "RESULT: GIN by @pelican vs @stoat, deadwood 48, bonus 25, 91 pts",
])  # fmt: skip
def test_numbers_that_make_no_plain_end_are_asked_about(text: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_match(text)
    assert refusal.value.hint
