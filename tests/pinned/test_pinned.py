"""Every request answers what the revision before answered, and the comparison can tell."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tests.pinned.compare import CHANGED, MENDED, differences, renamed
from tests.pinned.requests import Answer, Request, ask, requests, stored
from tests.sizes import rest_at_night

REQUESTS = requests()
ANSWERS = stored()


def by_day(place: int, request: Request) -> bool:
    """Whether the ordinary run asks it: of what takes a search every eighth, of the rest all."""
    return request.args[0] not in {"analyze", "review"} or place % 8 == 0


@rest_at_night(
    "request_",
    REQUESTS,
    [each for place, each in enumerate(REQUESTS) if by_day(place, each)],
    ids=lambda each: each.name,
)
def test_the_answer_is_that_of_the_revision_before(request_: Request):
    old, new = ANSWERS[request_.name], ask(request_)
    if request_.name in MENDED:
        paths = [found.path for found in changes(old, new)]
        assert paths and all(path.startswith(MENDED[request_.name]) for path in paths)
        return
    if request_.name in CHANGED:
        assert asked(old) == asked(new)
        assert next(changes(old, new), None) is not None
        return
    assert [str(found) for found in islice(changes(old, new), 10)] == []


def test_there_are_enough_of_every_kind():
    assert {request.name for request in REQUESTS} == set(ANSWERS)
    counts = [request.args[0] for request in REQUESTS]
    least = {"analyze": 60, "belief": 20, "review": 15, "puzzle": 25, "melds": 25, "layoff": 20}
    least |= {"score": 10, "convert": 10, "engine": 10}
    assert {name for name, number in least.items() if counts.count(name) < number} == set()
    assert len(REQUESTS) >= 200


def test_a_digit_a_card_or_an_action_that_changes_is_found():
    old = ANSWERS["analyze-throw-01"]
    for path, value in (
        (("actions", 0, "q"), old.documents[0]["actions"][0]["q"] + 0.0001),
        (("actions", 0, "action"), "discard 2c"),
        (("actions", 1, "worlds"), 1),
        (("actions", 1, "exact"), True),
        (("view", "hand", 3), "??"),
        (("robust",), None),
        (("view", "history", 0, "card"), 0),
    ):
        assert len(list(changes(old, _changed(old, path, value)))) == 1, path


def test_a_number_left_out_or_added_is_found():
    old = ANSWERS["analyze-throw-01"]
    new = copy.deepcopy(old)
    del new.documents[0]["actions"][2]["q"]
    new.documents[0]["actions"][3]["more"] = 0
    new.documents[0]["actions"].append(new.documents[0]["actions"][0])
    assert len(list(changes(old, new))) == 3


def test_stamps_and_sentences_may_change_but_not_go():
    old = ANSWERS["analyze-scores-01"]
    assert [*changes(old, _changed(old, ("engine",), "0.2.0+0"))] == []
    assert [*changes(old, _changed(old, ("scores", "summary"), "The same everywhere."))] == []
    assert [*changes(old, _changed(old, ("scores", "summary"), ""))] != []
    assert [*changes(old, _changed(old, ("engine",), None))] != []


def asked(answer: Answer) -> list[Any]:
    """What an answer is about: the exit code, view and actions, who sits opposite, the score."""
    found: list[Any] = [answer.code]
    for document in map(renamed, answer.documents):
        keys = ("view", "question", "seed", "opponent", "id", "score", "dealer", "target")
        found += (document.get(key) for key in keys)
        found.append(sorted(value["action"] for value in document.get("actions", ())))
        entries = document.get("entries", ())
        found.append([[entry[key] for key in ("turn", "kind", "played")] for entry in entries])
    return found


def changes(old: Answer, new: Answer) -> Iterator[Any]:
    """The differences of two answers: exit code and documents."""
    yield from differences([old.code, *old.documents], [new.code, *new.documents])


def _changed(answer: Answer, path: tuple[str | int, ...], value: object) -> Answer:
    """The answer with one value changed in its first document."""
    changed = copy.deepcopy(answer)
    place = changed.documents[0]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed
