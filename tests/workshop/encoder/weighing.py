"""Fits what speaks for a reading and against it to texts that the net has never learned from.

Readings are positions, which phrases and the net find, and ends of hands, which the net hears.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import InputError
from analyzer.game.rules import PRESETS
from analyzer.notation.outcomes import ends_heard
from analyzer.notation.sentences import _weighing as of_positions
from analyzer.notation.sentences import voices
from analyzer.notation.tales import _weighing as of_ends
from analyzer.notation.tales._ended import bare
from tests.workshop.encoder.positions import CASES, Example, Meaning, cards_of, texts
from tests.workshop.encoder.results import REFUSALS, Marked
from tests.workshop.measure.lot import Outcome, end_verdict, lot_of, position_verdict

_CARDS: Final = ("hand", "drawn", "top", "took", "gone")
_LITTLE: Final = 0.5
"""The weight of a text to be refused, and of one that the net may have learned from."""
_OF_CASES: Final = re.compile("(?:sentences|blind|paste|languages)[0-9]")
_RIDGE, _STEPS, _FOLDS = 1.0, 30, 8
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """A text with the evidence of each of its candidates, and which of them are as meant."""

    name: str
    evidence: Floats
    right: Sequence[bool]
    weight: float
    is_refusal: bool = False


def rows(held: Iterator[tuple[Example, Meaning]]) -> Iterator[Row]:
    """The texts whose reading has to be weighed, among them the short ones of `tests/cases`."""
    told = {example.name: (example.text, meaning) for example, meaning in held}
    plain = {name: (text, meaning) for name, text, meaning in texts() if _OF_CASES.match(name)}
    for name, (text, meaning) in (plain | told).items():
        cards = {role: " ".join(cards_of(meaning, role)) for role in _CARDS}
        each = 1.0 if name in told else _LITTLE
        yield from _row(name, text, {role: of for role, of in cards.items() if of}, each)
    for case in _refused_cases():
        yield from _row(case["id"], case["text"], None, _LITTLE)


def rows_of_ends(held: Iterable[Marked]) -> Iterator[Row]:
    """The texts that tell how one hand ended."""
    for case in held:
        ((who, how, won),) = case.hands
        end = {"winner": who, "how": how, "points": won}
        yield _row_of_end(case.name, case.text, {"players": case.players, "end": end})
    for refused in _refused_cases():
        yield _row_of_end(refused["id"], refused["text"], None)


def _row_of_end(name: str, text: str, meaning: Mapping[str, Any] | None) -> Row:
    rules = PRESETS["standard"]
    found = of_ends.candidates(text, ends_heard(text, rules))
    right = [
        meaning is not None
        and end_verdict(bare(each.settled, rules, ""), meaning).outcome is Outcome.RIGHT
        for each in found
    ]
    weight = _LITTLE if meaning is None else 1.0
    return Row(name, _in_order([each.evidence for each in found], of_ends.WEIGHTS), right, weight,
               meaning is None)  # fmt: skip


def _in_order(evidence: Sequence[Mapping[str, float]], names: Collection[str]) -> Floats:
    """An array of evidence, a row for each candidate and a column for each name."""
    told = [[float(each.get(name, 0.0)) for name in names] for each in evidence]
    return np.array(told, float).reshape(-1, len(names))


def _refused_cases() -> Iterator[Mapping[str, Any]]:
    yield from json.loads(REFUSALS.read_text(encoding="utf-8"))
    for path in sorted(CASES.glob("lot_*.json")):
        yield from (case for case in lot_of(path) if case["kind"] == "refuse")
    for name in ("sentences", "blind", "paste"):
        for number, case in enumerate(json.loads((CASES / f"{name}.json").read_text())):
            if "error" in case:
                yield {"id": f"{name}{number}", "text": case["text"]}


def _row(name: str, text: str, meaning: Mapping[str, Any] | None, weight: float) -> Iterator[Row]:
    with suppress(InputError):
        phrases, others = voices(text, None)
        if others is None:
            return
        found = of_positions.candidates(text, phrases, others)
        told = [of_positions.evidence(text, phrases, each, found) for each in found]
        right = [
            meaning is not None and position_verdict(each.reading, meaning).outcome is Outcome.RIGHT
            for each in found
        ]
        yield Row(name, _in_order(told, of_positions.WEIGHTS), right, weight, meaning is None)


def fitted(texts: Sequence[Row]) -> Floats:
    """The weights under which what is meant is likeliest, by Newton's steps."""
    weights = np.zeros(texts[0].evidence.shape[1])
    for _ in range(_STEPS):
        slope, curve = -_RIDGE * weights, _RIDGE * np.eye(len(weights))
        for row in texts:
            chance, right = chances_of(row, weights), np.array(row.right, float)
            right /= max(1.0, right.sum())
            slope += row.weight * row.evidence.T @ (right - chance)
            mean = row.evidence.T @ chance
            curve += row.weight * ((row.evidence.T * chance) @ row.evidence - np.outer(mean, mean))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def chances_of(row: Row, weights: Floats) -> Floats:
    """The chance of each candidate of a text; that of none of them is the rest."""
    each = np.exp(row.evidence @ weights)
    return np.asarray(each / (1 + each.sum()))


def weigh(held: Iterator[tuple[Example, Meaning]], ends: Iterable[Marked]) -> None:
    """Print the weights of positions and of ends, and what they make of texts not seen."""
    _weigh([*rows(held)], of_positions.WEIGHTS)
    _weigh([*rows_of_ends(ends)], of_ends.WEIGHTS)


def _weigh(every: Sequence[Row], names: Collection[str]) -> None:
    """Print the weights, and what they make of texts that each fold has not seen."""
    chances: dict[str, Floats] = {}
    for fold in range(_FOLDS):
        weights = fitted([row for at, row in enumerate(every) if at % _FOLDS != fold])
        for row in every[fold::_FOLDS]:
            chances[row.name] = chances_of(row, weights)
    for name, weight in zip(names, fitted(every), strict=True):
        print(f'    "{name}": {weight:.2f},')
    counted = [row for row in every if row.weight == 1.0 or row.is_refusal]
    for read in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        print(read, dict(Counter(_outcome(row, chances[row.name], read) for row in counted)))


def _outcome(row: Row, chances: Floats, read: float) -> str:
    if not len(chances):
        return "nothing" + " of a refusal" * row.is_refusal
    best = int(chances.argmax())
    if chances[best] > read:
        return "accepted" if row.is_refusal else "right" if row.right[best] else "wrong"
    if row.is_refusal:
        return "refused"
    answers = np.argsort(-chances)[:3]
    return "asked" if any(row.right[at] for at in answers) else "refused with other answers"
