"""Do sampled hands of the opponent hold what true ones hold, and what is each guess worth?

    python -m tests.measure.belief --hands 1500 --rules standard tedesco \\
        --players fast camper eaai-simple greedy --out static/evidence/belief.json

Two measurements. *Deadwood*: hands of the baseline against itself; each time a player is to
move, once for each number of throws of the other's, the true deadwood of the other's hand
beside that of hands sampled without a look at the turns.

*Reader*: each player against itself under the `eaai` rules. Each time one is to throw, the
belief that reads the turns, with what it learnt of the player in earlier hands of the same game
(`--game 1`: nothing), samples the other's hand. By number of throws: sampled minus true
deadwood, and the same of the chance that it is at most 10. *Bits*: for each card that they
hold and nobody saw them take, log2 of p / u, where u = hidden / unseen is the chance that any
unseen card has, and p = (k + 4u) / (n + 4) for k of n sampled hands with the card; the mean
over all these cards. *Taken*: the foretold chance that the card thrown is taken, in ten groups
of equal size by that chance, beside how often it was. Errors are clustered by hand.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.actions import DRAW, TAKE, Question
from analyzer.aftermath import aftermath_of
from analyzer.arena.tables import dealt
from analyzer.belief import Played, Trajectory, Uniform
from analyzer.bots import Bot, EngineBot, bot_named
from analyzer.cards import Card, CardSet
from analyzer.engine import ENGINE_VERSION
from analyzer.kernel.rng import seeded, step
from analyzer.melds import deadwood
from analyzer.policies import BASELINE, TYPES
from analyzer.position import Position, deal
from analyzer.rules import PRESETS, Rules
from analyzer.timeline import readable
from analyzer.view import View, view_of
from tests.measure.evidence import tell
from tests.oracles.hand import Seat

WORLDS = 16
MOST_THROWS = 12
LONGEST = 60
"""Turns after which a hand that does not end is left."""
LOW = 10
"""Deadwood that counts as low: what one may knock with."""


def held(view: View, belief: Played | Uniform, seed: int) -> float:
    """Mean deadwood of the opponent's sampled hands."""
    hands = belief.sample(view, seed, 0, WORLDS).hands.tolist()
    return float(np.mean([deadwood(CardSet(mask), view.rules) for mask in hands]))


def compared(rules: Rules, hands: int) -> dict[int, list[tuple[float, float, int]]]:
    """By how often the opponent has thrown: (played, uniform, true) deadwood."""
    found: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for seed in range(hands):
        position = deal(rules, seed, dealer=seed % 2)
        asked: set[tuple[int, int]] = set()
        while not position.over and len(position.played) < LONGEST:
            view = view_of(position)
            throws = view.their_throws
            if 0 < throws <= MOST_THROWS and (position.turn, throws) not in asked:
                asked.add((position.turn, throws))
                true = deadwood(position.hands[1 - position.turn], rules)
                sampled = (held(view, belief, seed) for belief in (Played(), Uniform()))
                found[throws].append((*sampled, true))  # type: ignore[arg-type]
            position = position.apply(Seat(position, BASELINE).action())
    return found


def report(rules: Rules, hands: int) -> list[dict[str, Any]]:
    """One row for each number of throws."""
    rows = []
    for throws, found in sorted(compared(rules, hands).items()):
        played, uniform, true = np.array(found, float).T
        rows.append({
            "throws": throws, "cases": len(found), "true": round(true.mean(), 2),
            "sampled": round(played.mean(), 2), "uniform": round(uniform.mean(), 2),
            "se": round(float(np.std(played - true) / len(found) ** 0.5), 2),
        })  # fmt: skip
    return rows


# The belief that reads the turns.


@dataclass
class Case:
    """One decision to throw, with what its player could not see."""

    hand: int
    """Number of the deal."""
    view: View
    prior: tuple[float, ...]
    truth: CardSet
    thrown: Card | None
    taken: bool | None = None
    """Whether the card thrown was taken; None where the hand ended or it could not be."""


def cases(player: Bot, rules: Rules, hands: int, game: int, seed: int) -> Iterator[Case]:
    """Every throw of a player against itself that has turns to read."""
    learners = (EngineBot(), EngineBot())
    for number in range(hands):
        if number % game == 0:
            learners = (EngineBot(), EngineBot())
        here, found = played(player, rules, number, seed, learners)
        yield from found
        if game > 1 and here.outcome is not None:
            first, second = learners
            learners = first.after(aftermath_of(here, 0)), second.after(aftermath_of(here, 1))


def played(
    player: Bot, rules: Rules, number: int, seed: int, learners: tuple[EngineBot, EngineBot]
) -> tuple[Position, list[Case]]:
    """One deal played to its end (or `LONGEST` throws)."""
    here, chance, found = dealt(rules, seed, number), seeded(seed, number), list[Case]()
    throws = 0
    while here.outcome is None and throws < LONGEST:
        legal = here.legal_actions()
        view, chance = view_of(here), step(chance)
        action = legal[0] if len(legal) == 1 else player.decide(view, chance)
        if here.question is Question.THROW:
            throws += 1
            thrown = None if action.ends_hand else action.card
            if readable(view) and view.their_throws <= MOST_THROWS:
                truth = here.hands[1 - here.turn]
                found.append(Case(number, view, learners[here.turn].types, truth, thrown))
        elif here.question is Question.DRAW and found and found[-1].thrown == here.pile[-1]:
            found[-1].taken = action == TAKE
        if action == DRAW and here.turn == 1:
            here = replace(here, stock=(here.stock[-1], *here.stock[:-1]))
        here = here.apply(action)
    return here, found


@dataclass(frozen=True)
class Guess:
    """What the belief said in one case, and what was true."""

    hand: int
    throws: int
    sampled: float
    low: float
    true: int
    bits: float
    """Sum over the hidden cards."""
    hidden: int
    foretold: float
    taken: bool | None
    types: tuple[float, ...]


def guessed(case: Case, seed: int, chains: int) -> Guess:
    """Sample the opponent's hand in one case."""
    view, belief = case.view, Trajectory(prior=case.prior)
    worlds = belief.sample(view, seed, 0, chains * belief.cluster)
    hands = worlds.hands[:: belief.DEALS]
    points = np.array([deadwood(CardSet(mask), view.rules) for mask in hands.tolist()])
    even = view.hidden / len(view.unseen)
    shares = [
        (int((hands >> int(card) & 1).sum()) + 4 * even) / (len(hands) + 4)
        for card in case.truth - view.opponent
    ]
    foretold = None if case.taken is None else case.thrown
    return Guess(
        case.hand, view.their_throws, float(points.mean()), float((points <= LOW).mean()),
        deadwood(case.truth, view.rules), float(np.log2(np.array(shares) / even).sum()),
        view.hidden,
        0.0 if foretold is None else belief.take_chance(view, foretold, worlds),
        case.taken,
        tuple(np.bincount(worlds.types, minlength=len(TYPES)) / len(worlds.types)),
    )  # fmt: skip


def clustered(values: NDArray[Any], hands: NDArray[Any]) -> tuple[float, float]:
    """Mean and its standard error, where values of one hand belong together."""
    mean = float(values.mean())
    sums = np.bincount(hands, weights=values - mean)
    return round(mean, 4), round(float((sums**2).sum() ** 0.5 / len(values)), 4)


def read(name: str, rules: Rules, hands: int, game: int, most: int, chains: int) -> dict[str, Any]:
    """The figures of one player; of each number of throws at most `most` cases, at random."""
    found = defaultdict(list)
    for case in cases(bot_named(name, rules), rules, hands, game, seed=7):
        found[case.view.their_throws].append(case)
    pick = Random(name)
    chosen = {k: pick.sample(all_, min(most, len(all_))) for k, all_ in sorted(found.items())}
    total = {k: len(all_) for k, all_ in found.items()}
    guesses = [guessed(case, 1, chains) for group in chosen.values() for case in group]
    return {
        "hands": hands,
        "cases": len(guesses),
        "throws": [by_throws(k, [g for g in guesses if g.throws == k]) for k in chosen],
        "bits": bits_of(guesses, total),
        "taken": deciles([g for g in guesses if g.taken is not None]),
        "types": dict(
            zip(TYPES, np.mean([g.types for g in guesses], axis=0).round(3), strict=True)
        ),
    }


def by_throws(throws: int, guesses: list[Guess]) -> dict[str, Any]:
    """Sampled beside true deadwood after so many throws."""
    hands = np.array([g.hand for g in guesses])
    gap, error = clustered(np.array([g.sampled - g.true for g in guesses]), hands)
    low, low_error = clustered(np.array([g.low - (g.true <= LOW) for g in guesses]), hands)
    true = np.array([g.true for g in guesses])
    return {
        "throws": throws, "cases": len(guesses), "true": round(float(true.mean()), 2),
        "gap": gap, "se": error, "low": round(float((true <= LOW).mean()), 4),
        "low_gap": low, "low_se": low_error,
    }  # fmt: skip


def bits_of(guesses: list[Guess], total: dict[int, int]) -> dict[str, float]:
    """Bits a hidden card; each number of throws counts as often as it came up in play."""
    drawn = np.bincount([g.throws for g in guesses])
    weights = np.array([total[g.throws] / drawn[g.throws] * g.hidden for g in guesses])
    each = np.array([g.bits / g.hidden if g.hidden else 0.0 for g in guesses])
    mean = float((each * weights).sum() / weights.sum())
    sums = np.bincount([g.hand for g in guesses], weights=weights * (each - mean))
    return {
        "mean": round(mean, 4),
        "se": round(float((sums**2).sum() ** 0.5 / weights.sum()), 4),
    }


def deciles(guesses: list[Guess]) -> list[dict[str, Any]]:
    """Foretold and true share of cards taken, in ten groups by the foretold chance."""
    rows = []
    for group in np.array_split(sorted(guesses, key=lambda g: g.foretold), 10):
        hands = np.array([g.hand for g in group])
        true, error = clustered(np.array([float(bool(g.taken)) for g in group]), hands)
        foretold = round(float(np.mean([g.foretold for g in group])), 4)
        rows.append({"cases": len(group), "foretold": foretold, "true": true, "se": error})
    return rows


def main() -> None:
    """Measure and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--rules", nargs="*", default=["standard"])
    parser.add_argument("--players", nargs="*", default=[])
    parser.add_argument("--game", type=int, default=1, help="hands that one learns from")
    parser.add_argument("--most", type=int, default=400, help="cases for each number of throws")
    parser.add_argument("--chains", type=int, default=32)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Deadwood of the opponent's hand by how often they have thrown: true, as sampled "
        "by the belief, and as sampled with every hand equally likely; and for the belief that "
        "reads the turns also bits a hidden card and the chance that a throw is taken",
        "command": f"python -m tests.measure.belief --hands {given.hands} --rules "
        + " ".join(given.rules)
        + (f" --players {' '.join(given.players)}" if given.players else "")
        + f" --game {given.game} --most {given.most} --chains {given.chains}",
        "engine": ENGINE_VERSION,
        "deadwood": {name: report(PRESETS[name], given.hands) for name in given.rules},
        "reader": {
            name: read(name, PRESETS["eaai"], given.hands, given.game, given.most, given.chains)
            for name in given.players
        },
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
