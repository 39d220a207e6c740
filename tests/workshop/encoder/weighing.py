"""Fits what speaks for a reading and against it to texts that the net has never learned from."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import InputError
from analyzer.notation.sentences import voices
from analyzer.notation.sentences._weighing import (
    WEIGHTS,
    candidates,
    evidence,
)
from tests.workshop.encoder.positions import CASES, Example, Meaning, cards_of, texts
from tests.workshop.measure.lot import Outcome, lot_of, position_verdict

REFUSALS: Final = Path(__file__).parent / "texts" / "refusals.json"
"""Texts that look like positions and are none that can be read."""
_CARDS: Final = ("hand", "drawn", "top", "took", "gone")
_LITTLE: Final = 0.5
"""The weight of a text to be refused, and of one that the net may have learned from."""
_OF_CASES: Final = re.compile("(?:sentences|blind|paste|languages)[0-9]")
_RIDGE, _STEPS = 1.0, 30
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
    for case in [*json.loads(REFUSALS.read_text(encoding="utf-8")), *_refused_cases()]:
        yield from _row(case["id"], case["text"], None, _LITTLE)


def _refused_cases() -> Iterator[Mapping[str, Any]]:
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
        found = candidates(text, phrases, others)
        told = [[*evidence(text, phrases, each, found).values()] for each in found]
        right = [
            meaning is not None and position_verdict(each.reading, meaning).outcome is Outcome.RIGHT
            for each in found
        ]
        yield Row(
            name, np.array(told, float).reshape(-1, len(WEIGHTS)), right, weight, meaning is None
        )


def fitted(texts: Sequence[Row]) -> Floats:
    """The weights under which what is meant is likeliest, by Newton's steps."""
    weights = np.zeros(len(WEIGHTS))
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


def weigh(held: Iterator[tuple[Example, Meaning]]) -> None:
    """Print the weights, and what they make of texts that each fold has not seen."""
    every = [*rows(held)]
    folds = 8
    chances: dict[str, Floats] = {}
    for fold in range(folds):
        weights = fitted([row for at, row in enumerate(every) if at % folds != fold])
        for row in every[fold::folds]:
            chances[row.name] = chances_of(row, weights)
    for name, weight in zip(WEIGHTS, fitted(every), strict=True):
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
