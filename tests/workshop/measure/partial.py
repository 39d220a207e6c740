"""The loss of an answer where the turns are not known.

Decisions of the fast policy against itself, and of players who slip and have bad habits, one a
hand. Each is asked with its whole history and in several forms without turns, as people paste
them: `pile` (the pile and what both took), `theirs` (the pile and what the opponent took), `top`
(the top card, the stock count and what both took) and `card` (the top card alone). The form is
judged by the true history's answer, and by the mean of the full-history answers to turn
sequences that fit the form.

Two rows say what of this no answer could avoid. `whole` is the true history, asked once more with
another seed and as many worlds as a form: what the sampling of both answers makes. `ideal` is the
mean of the fitting full-history answers, judged by the true history's: what is not known without
the turns. `untold` is how far apart those answers are, which is what even a perfect one misses by.
An absolute difference *without sampling* is the one shown times √(1 − w²/d²), where d² is its mean
square and w² that of `whole`: the two samples are independent, so that mean squares add up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import numpy as np

from analyzer.engine import Evaluation, Limit, analyze
from analyzer.engine.implied_turns import implied, ways
from analyzer.engine.race import LEAST_READ
from analyzer.engine.rollouts import candidates
from analyzer.engine.statistics import half_width_of_mean, proportion
from analyzer.engine.turn_evidence import model_for, read
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import Card
from analyzer.game.rules import PRESETS
from analyzer.game.view import Question, Side, View, view_of
from analyzer.notation import parse_view
from analyzer.notation.records import decisions
from analyzer.notation.ruletexts import rules_text
from tests.workshop.measure._corpus import RULES, hand_with_slips
from tests.workshop.measure._positions import played
from tests.workshop.measure.words import Data, evidence_from

LABELS: Final = {
    "whole": "all of it, asked again",
    "pile": "the pile, what both took",
    "theirs": "the pile, what the opponent took",
    "top": "the top card, the stock, what both took",
    "card": "the top card alone",
}
FORMS: Final = tuple(LABELS)
PLAYERS: Final = ("engine", "people")
OKLAHOMA: Final = RULES.index("oklahoma")
"""Its knock limit is read off a first upcard that most forms leave out."""

LARGE: Final = 1.0
"""Points from which a loss counts as large."""

TRUTH_SEED: Final = 2**40
WAYS_SEED: Final = 2**41


def in_form(view: View, form: str) -> View:
    """A view as somebody would paste it who does not tell the turns; all of it as `whole`."""
    if form == "whole":
        return view
    lines = [f"rules: {rules_text(view.rules)}", f"hand: {_cards(view.hand)}"]
    lines.append(f"top: {view.top}" if form in {"top", "card"} else f"pile: {_cards(view.pile)}")
    lines += [f"stock: {view.stock}"] if form == "top" else []
    lines += [f"took: {view.taken}"] if view.taken is not None else []
    if form != "card":
        lines += [f"opp took: {_cards(view.opponent)}"] if view.opponent else []
    if form in {"pile", "top"}:
        lines += [f"shown: {_cards(view.shown)}"] if view.shown else []
    return parse_view("\n".join(lines))


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or "none"


def positions(count: int, seed: int, player: str) -> Iterator[View]:
    """So many decisions after a discard of the opponent's, each of another hand."""
    rng = Random(f"partial {player} {seed}")
    while count > 0:
        views = [view for view in _views(rng, player) if _asks(view)]
        if views:
            count -= 1
            yield replace(rng.choice(views), score=None)


def _views(rng: Random, player: str) -> list[View]:
    if player == "engine":
        return [view_of(position) for position in played(PRESETS["eaai"], rng.randrange(10**9))]
    number = rng.randrange(10**9)
    number -= number % len(RULES) == OKLAHOMA
    return [choice.view for choice in decisions(hand_with_slips(number), number // 4 % 2)]


def _asks(view: View) -> bool:
    history = view.history or ()
    theirs = any(event.player == Side.OPPONENT and event.discarded for event in history)
    return (
        theirs
        and bool(view.pile)
        and view.question is not Question.UPCARD
        and (len(candidates(view)) > 1)
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """The stored part of an answer."""

    values: Mapping[Action, float]
    deadwood: float
    untold: float = 0.0
    """How far the answers that this is the mean of lie from it, on average."""

    @property
    def best(self) -> Action:
        return max(self.values, key=lambda action: self.values[action])


def _asked(view: View, worlds: int, seed: int) -> _Answer:
    evaluation = analyze(view, Limit(worlds=worlds), seed=seed, threads=1)
    return _Answer(_values(evaluation), read(view, model_for(), worlds // 2, seed).mean)


def _values(evaluation: Evaluation) -> Mapping[Action, float]:
    """By action what it is worth, on the worlds in which it was compared with the best."""
    best = evaluation.actions[0].q
    return {value.action.plain: best - value.loss for value in evaluation.actions}


def _compared(answer: _Answer, reference: _Answer) -> Mapping[str, float]:
    advised = answer.best
    return {
        "value": answer.values[advised] - reference.values[reference.best],
        "regret": reference.values[reference.best] - reference.values[advised],
        "deadwood": answer.deadwood - reference.deadwood,
    }


def _fitting(asked: View, sequences: int, seed: int) -> _Answer | None:
    """The mean of full-history answers to so many turn sequences that fit a view.

    The distance of each from the mean is raised by what it is too small by, as each is part of it.
    """
    laid = ways(asked, WAYS_SEED + seed)[:sequences] if implied(asked) else ()
    answers = [_asked(view, LEAST_READ, seed) for view in laid]
    if not answers:
        return None
    shared = set.intersection(*(set(answer.values) for answer in answers))
    values = {
        action: float(np.mean([answer.values[action] for answer in answers])) for action in shared
    }
    best = np.array([max(answer.values.values()) for answer in answers])
    apart = float(np.abs(best - best.mean()).mean())
    raised = (len(best) / (len(best) - 1)) ** 0.5 if len(best) > 1 else 0.0
    deadwood = float(np.mean([answer.deadwood for answer in answers]))
    return _Answer(values, deadwood, apart * raised)


def cases(
    count: int, worlds: int, sequences: int, seed: int, forms: Sequence[str]
) -> Iterator[Data]:
    """For each position and form: the answer against both references."""
    for player in PLAYERS:
        for number, view in enumerate(positions(count // len(PLAYERS), seed, player)):
            truth = _asked(view, 2 * worlds, TRUTH_SEED + seed)
            for form in forms:
                yield _case(view, truth, form, player, worlds, sequences, seed)
            print(f"{player} {number + 1}", file=sys.stderr, flush=True)


def _case(
    view: View, truth: _Answer, form: str, player: str, worlds: int, sequences: int, seed: int
) -> Data:
    asked = in_form(view, form)
    answer = _asked(asked, worlds, seed)
    fitting = _fitting(asked, sequences, seed) if sequences else None
    return {
        "form": form,
        "player": player,
        "kind": "discard" if view.question is Question.DISCARD else "draw",
        "truth": _compared(answer, truth),
        "fitting": None if fitting is None else _compared(answer, fitting),
        "ideal": None if fitting is None else _compared(fitting, truth),
        "untold": None if fitting is None else fitting.untold,
    }


def measured(positions: int, worlds: int, sequences: int, forms: Sequence[str], seed: int) -> Data:
    """Return what an answer loses where the turns are not known, by what is told instead."""
    for form in forms:
        if form not in FORMS:
            raise InputError(f"there is no form {form}", where="forms", hint=", ".join(FORMS))
    found = list(cases(positions, worlds, sequences, seed, forms))
    return {
        "positions": positions,
        "worlds": worlds,
        "sequences": sequences,
        "forms": {
            reference: [
                _row(found, form, reference)
                for form in forms
                if any(case[reference] for case in found if case["form"] == form)
            ]
            for reference in ("truth", "fitting", "ideal")
        },
    }


def _row(datas: Sequence[Data], form: str, reference: str) -> Data:
    """The figures of a form, with half of their 95% intervals."""
    cases = [case for case in datas if case["form"] == form and case[reference]]
    compared = [case[reference] for case in cases]
    value, regret, deadwood = (
        np.array([one[name] for one in compared]) for name in ("value", "regret", "deadwood")
    )
    columns = {
        "signed": value, "absolute": np.abs(value), "regret": regret, "deadwood": deadwood,
    }  # fmt: skip
    figures = {
        name: [round(float(column.mean()), 4), round(half_width_of_mean(column), 4)]
        for name, column in columns.items()
    }
    large = proportion(float((regret > LARGE).mean()), len(regret))
    shares = [round(float(share), 4) for share in (large.mean, large.low or 0.0, large.high or 0.0)]
    if reference == "ideal":
        apart = np.array([case["untold"] for case in cases])
        figures["untold"] = [round(float(apart.mean()), 4), round(half_width_of_mean(apart), 4)]
    square = round(float((value**2).mean()), 4)
    return {"form": form, "cases": len(compared), "large": shares, "square": square, **figures}


def _summary(data: Data) -> Data:
    """The rows with the names of their forms, and the one with the pile told."""
    rows = {
        reference: [{**row, "label": LABELS[row["form"]]} for row in forms]
        for reference, forms in data["forms"].items()
    }
    truth = rows["truth"]
    first = next((row for row in truth if row["form"] != "whole"), truth[0])
    whole = next((row["square"] for row in truth if row["form"] == "whole"), None)
    for row in truth if whole is not None else ():
        row["without"] = row["absolute"][0] * max(0.0, 1 - whole / row["square"]) ** 0.5
    known = {"first": first, "sampled": [] if whole is None else [None]}
    return {"fitting": [], "ideal": [], **rows, **known}


evidence = evidence_from("partial.toml", _summary)
