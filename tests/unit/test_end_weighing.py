"""The ends that the net hears: which is read, asked about, and refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.api.records import read_match
from analyzer.errors import InputError, UnclearError
from analyzer.game.scoring import Ended
from analyzer.notation._softmax import chances
from analyzer.notation.outcomes import End, EndHeard
from analyzer.notation.tales._weighing import WEIGHTS, candidates, weighed

TEXT = "Ann knocked with 4, Bob had 23: 19 to her"
HEARD = EndHeard(
    End(Ended.KNOCK, 0, 19), ("Ann", "Bob"), margin=5.0, cost=1.0, strain=0.2, plain=(0.9, 0.9),
    many=2, told=0.8,
)  # fmt: skip
OTHER = replace(HEARD, end=End(Ended.KNOCK, 1, 19), margin=-5.0, cost=6.0)


def best(text: str = TEXT, heard: EndHeard = HEARD) -> float:
    """The chance of the likeliest end of what is heard."""
    return weighed(text, [heard, OTHER])[0].chance


def test_all_evidence_has_a_weight() -> None:
    told = {name for each in candidates(TEXT, [HEARD, OTHER]) for name in each.evidence}
    assert told == {*WEIGHTS}


def test_the_likeliest_comes_first_and_all_leave_a_rest() -> None:
    found = weighed(TEXT, [OTHER, replace(HEARD, margin=5.0)])
    assert found[0].chance > found[1].chance
    assert sum(each.chance for each in found) < 1


def test_what_speaks_against_an_end() -> None:
    assert best(f"{TEXT}?") < best()
    assert best(heard=replace(HEARD, names=("?", "Bob"))) < best()
    assert best(heard=replace(HEARD, plain=(0.1, 0.9))) < best()
    assert best(heard=replace(HEARD, cost=5.0)) < best()


def test_chances_leave_a_rest_for_none() -> None:
    few, many = chances([{"a": -3.0}], {"a": 1.0}), chances([{"a": 3.0}], {"a": 1.0})
    assert few[0] == pytest.approx(0.047, abs=0.001)
    assert many[0] == pytest.approx(0.953, abs=0.001)


def test_an_undercut_after_a_dash_is_read() -> None:
    record = read_match("Lea knocked with 8, Tom had 5 - undercut, 28 to Tom").hands[-1]
    assert record.result is not None
    assert (record.result.kind, record.result.points) == (Ended.UNDERCUT, 28)
    assert record.players[record.result.winner or 0] == "Tom"


@pytest.mark.parametrize(
    "text",
    ["If I knock with 6 and he has 6 too, who scores, and how many?",
     "Nothing beats a good game of gin rummy with a cup of tea and the rain outside."],
)  # fmt: skip
def test_a_question_on_rules_and_talk_are_no_end(text: str) -> None:
    with pytest.raises(InputError):
        read_match(text)


def test_an_end_of_nobody_is_asked_about() -> None:
    with pytest.raises(UnclearError) as error:
        read_match("Somebody won with a knock of 4 against 23.")
    assert all("knock" in answer.label for answer in error.value.asks)
