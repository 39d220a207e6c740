"""Maps of decisions that come up in every hand: knock or wait, the first upcard, the first discard.

Positions come from self-play, one a hand and map, so that they are independent. Each is valued by
the search in the same worlds for every action. What is best by seven eighths of the worlds is
measured in the eighth left, each in turn, so that no lucky mean flatters itself. A cell is the mean
over its positions; its error is that of their spread.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots.policy import POLICIES
from analyzer.engine.bots.tables import dealt
from analyzer.engine.fast import policy_action
from analyzer.engine.play import DEFAULT, in_blocks
from analyzer.engine.policies import policy_for
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.actions import Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from analyzer.jobs import Jobs, ranges
from analyzer.notation import encode
from tests.workshop.measure.words import Data, evidence_from

FEWEST: Final = 25
"""Positions below which a cell is left empty."""
PARTS: Final = 8
"""Parts of the worlds, each measured by what the others choose."""
CHUNK: Final = 250
"""Hands of a chunk."""
LONGEST: Final = 120
"""Turns of both after which a hand is given up."""
HIGH: Final = 52
"""Deadwood from which a dealt hand is a poor one."""

RANKS: Final = tuple("A23456789TJQK")
DEADWOOD: Final = ("1–2", "3–4", "5–6", "7–8", "9–10")
TURNS: Final = ("1–3", "4–6", "7–9", "10+")
OUTS: Final = ("none", "1–2", "3+")
HANDS: Final = ("good", "poor")
FITS: Final = ("meld", "both", "pair", "run", "alone")
"""The company that a card has among others: it melds, has a pair and half a run, one, or none."""


@dataclass(frozen=True, slots=True)
class _Map:
    """The sheets of a map, each with the same rows and columns."""

    sheets: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]


MAPS: Final = {
    "knock": _Map(OUTS, DEADWOOD, TURNS),
    "upcard": _Map(HANDS, RANKS, ("meld", "both", "one", "alone")),
    "discard": _Map(("all",), RANKS, FITS),
}


class _Seen(NamedTuple):
    """A position in a cell."""

    cell: tuple[str, str, str]
    """Sheet, row and column."""
    value: float
    place: str
    """The id of the position."""
    card: str = ""


@dataclass(frozen=True, slots=True)
class _Task:
    """Hands to look for positions in."""

    rules: str
    map: str
    hands: range
    worlds: int
    seed: int


def company(card: Card, cards: CardSet) -> str:
    """The company of a card among others, as in `FITS`.

    >>> company(Card.of("7h"), CardSet.of("7c 9h Kd")), company(Card.of("7h"), CardSet.of("8h 9h"))
    ('both', 'meld')
    """
    near = {step for step in (-2, -1, 1, 2) if _at(card, step) in cards}
    alike = sum(other.rank == card.rank and other != card for other in cards)
    if alike > 1 or any(pair <= near for pair in ({-2, -1}, {-1, 1}, {1, 2})):
        return "meld"
    return {(True, True): "both", (True, False): "pair", (False, True): "run"}.get(
        (alike > 0, bool(near)), "alone"
    )


def _at(card: Card, step: int) -> Card | None:
    """The card of the same suit so many ranks above."""
    rank = card.rank + step
    return Card.make(rank, card.suit) if 0 <= rank <= 12 else None


def _worths(view: View, worlds: int, seed: int) -> NDArray[np.float64]:
    """The mean points of each candidate in each part of the worlds: float64[PARTS, actions]."""
    model = DEFAULT.at(view)
    belief, _ = in_blocks(model.belief)
    sampled = belief.sample(view, seed, 0, worlds)
    points = roll_out(view, candidates(view), sampled, model).points
    means: NDArray[np.float64] = points.reshape(PARTS, worlds // PARTS, -1).mean(axis=1)
    return means


def _best(means: NDArray[np.float64], places: Sequence[int]) -> float:
    """The worth of the best of some candidates, each part measured by what the others choose."""
    asked = means[:, places]
    best = (asked.sum(axis=0) - asked).argmax(axis=1)
    return float(asked[np.arange(PARTS), best].mean())


def _until(here: Position, number: int) -> Iterator[Position]:
    """The positions of a hand as it is played, its players taken in turn from a few."""
    own = policy_for(here.rules)
    others = (own, POLICIES["camper"], POLICIES["gin-waiter"])
    policies = own, others[number % len(others)]
    if number // len(others) % 2:
        policies = policies[::-1]
    while not here.over and len(here.played) < LONGEST:
        yield here
        here = here.apply(policy_action(view_of(here), policies[here.turn]))


def _knock(here: Position, number: int, task: _Task) -> Iterator[_Seen]:
    """One decision of the hand with a legal knock and no gin."""
    views = [view for step in _until(here, number) for view in _knockable(step)]
    if not views:
        return
    view = Random(f"{task.seed}/{number}").choice(views)
    actions, means = candidates(view), _worths(view, task.worlds, number)
    laid = [place for place, action in enumerate(actions) if action.ends_hand]
    kept = [place for place, action in enumerate(actions) if not action.ends_hand]
    least, outs = _deadwood_and_outs(view)
    row, turn = DEADWOOD[(least - 1) // 2], TURNS[min(view.my_discards // 3, 3)]
    sheet = OUTS[0 if outs == 0 else 1 if outs < 3 else 2]
    yield _Seen((sheet, row, turn), _best(means, laid) - _best(means, kept), encode(view))


def _knockable(here: Position) -> Iterator[View]:
    if here.question is Question.DISCARD and not here.must_knock:
        kinds = {action.kind for action in here.legal_actions()}
        if Kind.KNOCK in kinds and not kinds & {Kind.GIN, Kind.BIG_GIN}:
            yield view_of(here)


def _deadwood_and_outs(view: View) -> tuple[int, int]:
    """(least deadwood after a discard, live cards that then make gin, as many as may be)."""
    solver, hand = view.rules.solver, view.hand
    least, _ = solver.best_discard(hand.mask, -1 if view.forbidden is None else view.forbidden)
    kept = [hand.remove(card) for card in hand if card != view.forbidden]
    low = [cards for cards in kept if solver.least(cards.mask) == least]
    return least, max(
        sum(solver.best_discard(cards.add(card).mask, -1)[0] == 0 for card in view.unseen)
        for cards in low
    )


def _upcard(here: Position, number: int, task: _Task) -> Iterator[_Seen]:
    """The first upcard, for the player who is asked first."""
    view = view_of(here)
    assert view.top is not None
    means = _worths(view, task.worlds, number).mean(axis=0)
    names = [action.kind for action in candidates(view)]
    gap = means[names.index(Kind.TAKE)] - means[names.index(Kind.PASS)]
    sheet = HANDS[view.rules.solver.least(view.hand.mask) >= HIGH]
    fit = company(view.top, view.hand)
    cell = sheet, view.top.rank.letter, "one" if fit in {"pair", "run"} else fit
    yield _Seen(cell, float(gap), encode(view), str(view.top))


def _discard(here: Position, number: int, task: _Task) -> Iterator[_Seen]:
    """The first discard of the hand: points behind the best one, card by card."""
    own = policy_for(here.rules)
    while here.question is not Question.DISCARD:
        here = here.apply(policy_action(view_of(here), own))
    view = view_of(here)
    actions = candidates(view)
    if any(action.ends_hand for action in actions):
        return
    means = _worths(view, task.worlds, number)
    best, found = _best(means, range(len(actions))), defaultdict[Any, list[Any]](list)
    for action, worth in zip(actions, means.mean(axis=0), strict=True):
        assert action.card is not None
        fit = company(action.card, view.hand.remove(action.card))
        cell = "all", action.card.rank.letter, fit
        found[cell].append((float(worth) - best, str(action.card)))
    place = encode(view)
    for cell, cards in found.items():
        mean = sum(value for value, _ in cards) / len(cards)
        yield _Seen(cell, mean, place, cards[0][1])


_LOOKS: Final = {"knock": _knock, "upcard": _upcard, "discard": _discard}


def _look(task: _Task) -> list[_Seen]:
    """The positions of some hands."""
    rules = PRESETS[task.rules]
    return [
        seen
        for number in task.hands
        for seen in _LOOKS[task.map](dealt(rules, task.seed, number), number, task)
    ]


def measured(
    rules: Sequence[str], knock: int, upcard: int, discard: int, worlds: int, seed: int, jobs: Jobs
) -> Data:
    """The maps of some presets, from so many hands each."""
    hands = {"knock": knock, "upcard": upcard, "discard": discard}
    tasks = [
        _Task(preset, name, part, worlds, seed)
        for preset in rules
        for name in MAPS
        for part in ranges(hands[name], CHUNK)
    ]
    cells = defaultdict[tuple[Any, ...], list[_Seen]](list)
    for task, found in zip(tasks, jobs.run(_look, tasks), strict=True):
        for seen in found:
            cells[task.rules, task.map, *seen.cell].append(seen)
    maps = {
        preset: {
            name: [
                [[_cell(cells[preset, name, sheet, row, at]) for at in each.columns]
                 for row in each.rows]
                for sheet in each.sheets
            ]
            for name, each in MAPS.items()
        }
        for preset in rules
    }  # fmt: skip
    axes = {name: asdict(each) for name, each in MAPS.items()}
    return {"worlds": worlds, "hands": hands, "fewest": FEWEST, "axes": axes, "maps": maps}


def _cell(found: Sequence[_Seen]) -> list[Any]:
    """Mean, half of its interval, positions, and one of them near the mean; or only how many."""
    if len(found) < FEWEST:
        return [None, None, len(found), "", ""]
    values = np.array([seen.value for seen in found])
    mean = float(values.mean())
    near = min(found, key=lambda seen: abs(seen.value - mean))
    half = half_width_of_mean(values)
    return [round(mean, 2), round(half, 2), len(found), near.place, near.card]


def _summary(data: Data) -> Data:
    """How many cells of each map say yes, no, or neither."""
    rows = []
    for preset, maps in data["maps"].items():
        for name, sheets in maps.items():
            cells = [cell for sheet in sheets for row in sheet for cell in row]
            told = [cell for cell in cells if cell[0] is not None]
            rows.append({
                "rules": preset, "map": name, "plays": sum(cell[2] for cell in cells),
                "more": sum(cell[0] > cell[1] for cell in told),
                "less": sum(cell[0] < -cell[1] for cell in told),
                "close": sum(abs(cell[0]) <= cell[1] for cell in told),
                "few": len(cells) - len(told),
                "half": sorted(cell[1] for cell in told)[len(told) // 2] if told else 0.0,
            })  # fmt: skip
    return {"rows": rows}


evidence = evidence_from("atlas.toml", _summary)
