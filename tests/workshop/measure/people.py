"""The belief about players with habits, beside what was true: chances, deadwood, takes, values.

Each player sits opposite `fast` under the `eaai` rules, in sittings of `--sitting` hands. `fast` is
the one who reads: at one of its discards in each hand, drawn at random, the belief is asked twice,
as if nothing were known of the player and with what the earlier hands of the sitting told. What it
says is put beside what the player held, what they did with the discard, and what the hand came to
when both had played on. Errors are clustered by hand. The players are those that no fit has seen
(`strangers`), and programs to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

import numpy as np

from analyzer.engine.bots import Bot, EngineBot, bot_named
from analyzer.engine.bots.people import STRANGERS, names_in
from analyzer.engine.bots.tables import dealt
from analyzer.engine.play import reader
from analyzer.engine.policies import TYPES
from analyzer.engine.rollouts import roll_out
from analyzer.engine.sitting import STRANGER, Sitting
from analyzer.engine.thresholds import half_width
from analyzer.engine.timeline import readable
from analyzer.game.actions import DRAW, TAKE, Action, Question
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.melds import deadwood
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from analyzer.jobs import Jobs, ranges
from analyzer.kernel.rng import seeded, step
from tests.workshop.measure.reader import weighted_mean
from tests.workshop.measure.words import Data, evidence_from

READER: Final = "fast"
"""The player who sits opposite, reads, and plays on."""
KNOWN: Final = 2
"""Hands of a sitting after which a player is known."""
BINS: Final = 10
ENOUGH: Final = 500
"""Stated chances that a bin needs to be judged."""
LONGEST: Final = 60
"""Discards after which a hand that does not end is void."""
_RULES: Final = PRESETS["eaai"]


@dataclass(frozen=True, slots=True)
class _Spot:
    """One discard of the reader's, with what it could not see and what came of it."""

    view: View
    action: Action
    truth: CardSet
    taken: bool | None = None
    """True if the player took the card; None where they had no choice."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement at one decision, and what was true."""

    hand: int
    stated: tuple[tuple[float, bool], ...]
    """For each unseen card the chance that they hold it, and whether they did."""
    bits: float
    """Of the hidden cards together, over equal chances."""
    hidden: int
    sampled: float
    true: int
    value: float
    came: int
    predicted: float
    taken: bool | None
    types: tuple[float, ...]


def measured(
    players: Sequence[str], hands: int, sitting: int, seed: int, chains: int, jobs: Jobs
) -> Data:
    """Return what is said of each player, in a first hand and once it is known."""
    names = [name for each in players for name in _players(each)]
    numbers = ranges(hands, sitting)
    figures = []
    for name in names:
        said = partial(said_in_sitting, name, seed, chains)
        found = [both for some in jobs.run(said, numbers) for both in some]
        first = [statement for statement, _ in found]
        known = [statement for _, statement in found if statement is not None]
        figures.append({"name": name, "first": figures_of(first), "known": figures_of(known)})
    return {"hands": hands, "sitting": sitting, "players": figures}


def _players(name: str) -> tuple[str, ...]:
    return names_in(name) if name == STRANGERS else (name,)


def said_in_sitting(
    name: str, seed: int, chains: int, numbers: range
) -> list[tuple[Statement, Statement | None]]:
    """Return what is said in each hand of a sitting: of a stranger; and once known."""
    player, learner, found = (
        bot_named(name, _RULES),
        EngineBot(),
        list[tuple[Statement, Statement | None]](),
    )
    for number in numbers:
        end, spots = _played(player, seed, number)
        if spots:
            spot = Random(f"{name} {seed} {number}").choice(spots)
            known = None
            if number - numbers.start >= KNOWN:
                known = _said(end, spot, number, learner.sitting, chains)
            found.append((_said(end, spot, number, STRANGER, chains), known))
        if end.outcome is not None:
            learner = learner.after(hand_end_of(end, _seat(number)))
    return found


def _seat(number: int) -> int:
    """Return where the reader sits."""
    return number % 2


def _played(player: Bot, seed: int, number: int) -> tuple[Position, list[_Spot]]:
    """A hand of the player against the reader, and the reader's discards with turns to read."""
    here, chance, spots = dealt(_RULES, seed, number), seeded(seed, number), list[_Spot]()
    mine, bot = _seat(number), bot_named(READER, _RULES)
    for _ in range(2 * LONGEST):
        if here.outcome is not None:
            break
        legal, view, chance = here.legal_actions(), view_of(here), step(chance)
        who = bot if here.turn == mine else player
        action = legal[0] if len(legal) == 1 else who.decide(view, chance)
        if here.turn != mine:
            if spots and _is_offer(here) and here.pile[-1] == spots[-1].action.card:
                spots[-1] = replace(spots[-1], taken=action == TAKE)
        elif here.question is Question.DISCARD and readable(view):
            spots.append(_Spot(view, action, here.hands[1 - mine]))
        if action == DRAW and here.turn == 1:
            here = replace(here, stock=(here.stock[-1], *here.stock[:-1]))
        here = here.apply(action)
    return here, spots


def _is_offer(here: Position) -> bool:
    return here.question is Question.DRAW and len(here.legal_actions()) > 1


def _said(end: Position, spot: _Spot, number: int, sitting: Sitting, chains: int) -> Statement:
    view, model, belief = spot.view, reader(sitting), sitting.belief()
    worlds = belief.sample(view, 1, 0, chains * belief.cluster)
    held = {card: float((worlds.hands >> int(card) & 1).mean()) for card in view.unseen}
    even, count = view.hidden / len(view.unseen), len(worlds.hands)
    shares = [(held[card] * count + 4 * even) / (count + 4) for card in spot.truth - view.opponent]
    hands, times = np.unique(worlds.hands, return_counts=True)
    points = [deadwood(CardSet(mask), view.rules) for mask in hands.tolist()]
    predicted = 0.0
    if spot.taken is not None and spot.action.card is not None:
        predicted = belief.take_chance(view, spot.action.card, worlds)
    return Statement(
        number,
        tuple((chance, card in spot.truth) for card, chance in held.items()),
        float(np.log2(np.array(shares) / even).sum()), view.hidden,
        float(np.average(points, weights=times)), deadwood(spot.truth, view.rules),
        float(roll_out(view, (spot.action,), worlds, model).points.mean()),
        0 if end.outcome is None else end.outcome.points[_seat(number)],
        predicted, spot.taken,
        tuple(np.bincount(worlds.types, minlength=len(TYPES)) / count),
    )  # fmt: skip


def figures_of(statements: Sequence[Statement]) -> Data:
    """The figures of some decisions, each with its 95% half-width."""
    offers = [statement for statement in statements if statement.taken is not None]
    types = np.mean([statement.types for statement in statements], axis=0)
    return {
        "hands": len(statements),
        "bits": _mean(
            [statement.bits / max(1, statement.hidden) for statement in statements],
            statements,
            [statement.hidden for statement in statements],
        ),
        "deadwood": _mean(
            [statement.sampled - statement.true for statement in statements], statements
        ),
        "said": round(float(np.mean([statement.value for statement in statements])), 2),
        "came": _mean([float(statement.came) for statement in statements], statements),
        "off": _mean([statement.value - statement.came for statement in statements], statements),
        "predicted": round(float(np.mean([offer.predicted for offer in offers])), 4),
        "taken": _mean([float(bool(offer.taken)) for offer in offers], offers),
        "bins": list(_bins(statements)),
        "types": dict(zip(TYPES, types.round(3).tolist(), strict=True)),
    }


def _mean(
    values: Sequence[float], statements: Sequence[Statement], weights: Sequence[float] | None = None
) -> dict[str, float]:
    weighed = np.ones(len(values)) if weights is None else np.array(weights, float)
    hands = np.array([statement.hand for statement in statements])
    mean, error = weighted_mean(np.array(values, float), weighed, hands)
    return {"mean": round(mean, 4), "half": round(half_width(error), 4)}


def _bins(statements: Sequence[Statement]) -> Iterator[Data]:
    """Stated chances in tenths beside how often they came true."""
    stated = [(p, held, statement.hand) for statement in statements for p, held in statement.stated]
    chances = np.array([p for p, _, _ in stated])
    held = np.array([float(true) for _, true, _ in stated])
    hands = np.array([hand for _, _, hand in stated])
    places = np.minimum((chances * BINS).astype(int), BINS - 1)
    for place in range(BINS):
        here = places == place
        if here.any():
            true, error = weighted_mean(held[here], np.ones(int(here.sum())), hands[here])
            yield {
                "place": label_of(place), "stated": int(here.sum()),
                "said": round(float(chances[here].mean()), 4),
                "true": round(true, 4), "half": round(half_width(error), 4),
            }  # fmt: skip


def beyond(figures: Data) -> float:
    """By how much the farthest interval of a bin with enough in it misses what was said."""
    gaps: Iterator[float] = (
        abs(figure["said"] - figure["true"]) - figure["half"]
        for figure in figures["bins"]
        if figure["stated"] >= ENOUGH
    )
    return max([0.0, *gaps])


def _summary(data: Data) -> Data:
    """A row for each player and stage."""
    rows = [
        {"name": player["name"], "stage": stage, "beyond": beyond(player[stage]), **player[stage]}
        for player in data["players"]
        for stage in ("first", "known")
        if player[stage]["hands"]
    ]
    stages = []
    for stage, label in (("first", "in a first hand"), ("known", "from the third hand on")):
        some = [row for row in rows if row["stage"] == stage]
        strange = [row for row in some if row["name"].startswith(STRANGERS)]
        stages.append({"label": label, "rows": some, "strange": strange})
    return {"stages": stages, "bins": [label_of(k) for k in range(BINS)]}


def label_of(place: int) -> str:
    """A bin in words.

    >>> label_of(3)
    '30–40%'
    """
    return f"{100 * place // BINS}–{100 * (place + 1) // BINS}%"


evidence = evidence_from("people.toml", _summary)
