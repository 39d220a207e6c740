"""A page says one value of one thing: its words have what its tables have."""

from __future__ import annotations

import re
from collections import defaultdict

from analyzer.notation.numbers import percent
from analyzer.notation.phrases import ENDINGS, lower
from analyzer.practice.puzzles.mark import mark
from analyzer.practice.puzzles.pack import shipped
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk
from analyzer.web.puzzles.reveal import step_reveal
from tests.sizes import more_at_night

SHARE = r"([<>]?\d+%)"
TAKEN = re.compile(rf"take (\S+) in {SHARE} of hands(?:, (\S+) in {SHARE})?")
INSTEAD = re.compile(rf"({'|'.join(ENDINGS.values())}) in {SHARE} of hands instead of {SHARE}")
UNDERCUT = re.compile(rf"undercut (?:this knock|you) in {SHARE}")

Values = dict[tuple[str, str], set[str]]


def _said(texts: list[str], best: str, mine: str, values: Values) -> None:
    """Add what sentences say of the best answer and of the one given."""
    for text in texts:
        for card, share, other, least in TAKEN.findall(text):
            values["taken", card].add(share)
            if other:
                values["taken", other].add(least)
        for ending, first, second in INSTEAD.findall(text):
            values[ending, best].add(first)
            values[ending, mine].add(second)
        for share in UNDERCUT.findall(text):
            values[ENDINGS["undercut"], mine].add(share)


def values_of(puzzle: Puzzle, at: int) -> tuple[Values, int]:
    """Each thing that an answered step says a chance of, with all that is said; how many times."""
    step = puzzle.steps[at]
    values: Values = defaultdict(set)
    marks = [mark(each, each.tempting) for each in puzzle.steps]
    page = step_reveal(puzzle, at, marks, {})
    best, mine = step.best, step.tempting
    reply = [] if page["reply"] is None else [page["reply"][0]]
    _said([lower(page["why"]), lower(page["more"] or ""), *reply], best, mine, values)
    stated = len(values)
    for row in page["table"].rows:
        name = str(row.value.action)
        if row.value.danger is not None:
            assert row.card is not None
            values["taken", row.card.symbol].add(percent(row.value.danger))
        for ending, share in row.value.outcomes.items():
            values[ENDINGS[ending], name].add(percent(share.p))
    for label, *chances in (page["counter"] or {"rows": ()})["rows"]:
        if lower(label) in ENDINGS.values():
            for answer, chance in zip((best, mine), chances, strict=True):
                values[lower(label), answer.partition(":")[0]].add(chance)
    return values, stated


@more_at_night("count", 12, 200)
def test_a_value_appears_once_on_the_page_of_a_puzzle(count: int) -> None:
    asked = [
        (puzzle, at)
        for puzzle in shipped().values()
        for at, step in enumerate(puzzle.steps)
        if step.ask in {PuzzleAsk.DISCARD, PuzzleAsk.READ, PuzzleAsk.KNOCK} and not step.exact
    ]
    stated = 0
    for puzzle, at in asked[:: len(asked) // count][:count]:
        values, in_words = values_of(puzzle, at)
        stated += in_words
        assert {thing: shares for thing, shares in values.items() if len(shares) > 1} == {}, (
            puzzle.id
        )
    assert stated >= count, "the words name chances"
