"""Do sampled hands of the opponent hold what true ones hold, and what is each guess worth?

    python -m tests.measure.belief --hands 1500 --rules standard tedesco \\
        --out static/evidence/belief.json
    python -m tests.measure.belief --hands 5000 --rules --game 16 --each 60 --workers 2 \\
        --players fast engine:256 eaai-simple camper --out static/evidence/belief_reader.json

Two measurements. *Deadwood*: hands of the baseline against itself; each time a player is to
move, once for each number of discards of the other's, the true deadwood of the other's hand
beside that of hands sampled without a look at the turns.

*Reader*: each player against itself under the `eaai` rules, on deals that nothing was fitted to.
When one is to discard (at `--each` decisions of a hand, drawn at random), the belief that reads
the turns, with what it learnt of the player in earlier hands of the same game (`--game 1`:
nothing), samples the other's hand. By number of discards: sampled minus true
deadwood, and the same of the chance that it is at most 10. *Bits*: for each card that they
hold and nobody saw them take, log2 of p / u, where u = hidden / unseen is the chance that any
unseen card has, and p = (k + 4u) / (n + 4) for k of n sampled hands with the card; the mean
over all these cards. *Taken*: the foretold chance that the card discarded is taken, in ten groups
of equal size by that chance, beside how often it was. *Known*: both once more, of the hands of a
game before which the reader had seen `KNOWN` others. Errors are clustered by hand. A decision
counts for as many as it stands for: of a long hand fewer are drawn, and long hands are other
hands than short ones.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.belief import Played, Trajectory, Uniform
from analyzer.engine.bots import EngineBot, bot_named
from analyzer.engine.policies import BASELINE, TYPES
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.melds import deadwood
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import View, view_of
from analyzer.jobs import Jobs
from analyzer.lab.arena.readings import LONGEST, MOST_DISCARDS, Case, self_played
from tests.measure.evidence import tell
from tests.oracles.hand import Seat

WORLDS = 16
LOW = 10
"""Deadwood that counts as low: what one may knock with."""
KNOWN = 8
"""Hands after which one knows a player: a game or two to 100 points."""
CHUNK = 24
"""About so many hands in a chunk of work."""


def held(view: View, belief: Played | Uniform, seed: int) -> float:
    """Mean deadwood of the opponent's sampled hands."""
    hands = belief.sample(view, seed, 0, WORLDS).hands.tolist()
    return float(np.mean([deadwood(CardSet(mask), view.rules) for mask in hands]))


def compared(rules: Rules, hands: int) -> dict[int, list[tuple[float, float, int]]]:
    """By how often the opponent has discarded: (played, uniform, true) deadwood."""
    found: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for seed in range(hands):
        position = deal(rules, seed, dealer=seed % 2)
        asked: set[tuple[int, int]] = set()
        while not position.over and len(position.played) < LONGEST:
            view = view_of(position)
            discards = view.their_discards
            if 0 < discards <= MOST_DISCARDS and (position.turn, discards) not in asked:
                asked.add((position.turn, discards))
                true = deadwood(position.hands[1 - position.turn], rules)
                sampled = (held(view, belief, seed) for belief in (Played(), Uniform()))
                found[discards].append((*sampled, true))  # type: ignore[arg-type]
            position = position.apply(Seat(position, BASELINE).action())
    return found


def report(rules: Rules, hands: int) -> list[dict[str, Any]]:
    """One row for each number of discards."""
    rows = []
    for discards, found in sorted(compared(rules, hands).items()):
        played, uniform, true = np.array(found, float).T
        rows.append({
            "discards": discards, "cases": len(found), "true": round(true.mean(), 2),
            "sampled": round(played.mean(), 2), "uniform": round(uniform.mean(), 2),
            "se": round(float(np.std(played - true) / len(found) ** 0.5), 2),
        })  # fmt: skip
    return rows


# The belief that reads the turns.


@dataclass(frozen=True)
class Chunk:
    """Games of one player against itself, and which of their decisions are looked at."""

    player: str
    rules: str
    seed: int
    first: int
    """Number of the first deal."""
    hands: int
    game: int
    """Hands in a game."""
    each: int
    """Decisions looked at in each hand, at most."""
    chains: int


def read_chunk(chunk: Chunk) -> list[Guess]:
    """Play hands and guess; the reader learns of the player from hand to hand of a game."""
    rules = PRESETS[chunk.rules]
    player, guesses = bot_named(chunk.player, rules), list[Guess]()
    learners = (EngineBot(), EngineBot())
    for number in range(chunk.first, chunk.first + chunk.hands):
        if number % chunk.game == 0:
            learners = (EngineBot(), EngineBot())
        here, cases = self_played(player, rules, chunk.seed, number)
        pick = Random(f"{chunk.player} {chunk.seed} {number}")
        drawn = pick.sample(cases, min(chunk.each, len(cases)))
        for case in drawn:
            guess = guessed(case, learners[case.seat].types, 1, chunk.chains)
            weight, seen = len(cases) / len(drawn), number % chunk.game
            guesses.append(replace(guess, weight=weight, seen=seen))
        if chunk.game > 1 and here.outcome is not None:
            first, second = learners
            learners = first.after(hand_end_of(here, 0)), second.after(hand_end_of(here, 1))
    return guesses


@dataclass(frozen=True)
class Guess:
    """What the belief said in one case, and what was true."""

    hand: int
    discards: int
    sampled: float
    low: float
    true: int
    bits: float
    """Sum over the hidden cards."""
    hidden: int
    foretold: float
    taken: bool | None
    types: tuple[float, ...]
    ms: float = 0.0
    """CPU time of sampling, in thousandths of a second."""
    weight: float = 1.0
    """Decisions of the hand for each that was drawn of it."""
    seen: int = 0
    """Hands of the player that the reader had seen before this one."""


def guessed(case: Case, prior: tuple[float, ...], seed: int, chains: int) -> Guess:
    """Sample the opponent's hand in one case."""
    view, belief = case.view, Trajectory(prior=prior)
    clock = process_time()
    worlds = belief.sample(view, seed, 0, chains * belief.cluster)
    clock = process_time() - clock
    hands = worlds.hands
    points = np.array([deadwood(CardSet(mask), view.rules) for mask in hands.tolist()])
    even = view.hidden / len(view.unseen)
    shares = [
        (int((hands >> int(card) & 1).sum()) + 4 * even) / (len(hands) + 4)
        for card in case.truth - view.opponent
    ]
    foretold = None if case.taken is None else case.discarded
    return Guess(
        case.hand, view.their_discards, float(points.mean()), float((points <= LOW).mean()),
        deadwood(case.truth, view.rules), float(np.log2(np.array(shares) / even).sum()),
        view.hidden,
        0.0 if foretold is None else belief.take_chance(view, foretold, worlds),
        case.taken,
        tuple(np.bincount(worlds.types, minlength=len(TYPES)) / len(worlds.types)),
        clock * 1e3,
    )  # fmt: skip


def clustered(values: list[float], guesses: list[Guess]) -> tuple[float, float]:
    """Weighted mean and its standard error, where values of one hand belong together."""
    weights = np.array([guess.weight for guess in guesses])
    return _clustered(np.array(values), weights, guesses)


def _clustered(
    values: NDArray[Any], weights: NDArray[Any], guesses: list[Guess]
) -> tuple[float, float]:
    mean = float((values * weights).sum() / weights.sum())
    sums = np.bincount([guess.hand for guess in guesses], weights=weights * (values - mean))
    return round(mean, 4), round(float((sums**2).sum() ** 0.5 / weights.sum()), 4)


def read(chunks: list[Chunk], jobs: Jobs) -> dict[str, Any]:
    """The figures of one player."""
    guesses = [guess for some in jobs.run(read_chunk, chunks) for guess in some]
    return {
        "hands": sum(one.hands for one in chunks),
        "cases": len(guesses),
        "discards": rows_of(guesses),
        "known": known(guesses),
        "bits": bits_of(guesses),
        "taken": deciles(guesses),
        "types": dict(
            zip(TYPES, np.mean([g.types for g in guesses], axis=0).round(3), strict=True)
        ),
        "ms": {
            "median": round(float(np.median([g.ms for g in guesses])), 1),
            "p99": round(float(np.quantile([g.ms for g in guesses], 0.99)), 1),
        },
    }


def chunks_of(name: str, given: argparse.Namespace) -> list[Chunk]:
    """The work for one player, in whole games."""
    size = max(1, CHUNK // given.game) * given.game
    return [
        Chunk(
            name, "eaai", given.seed, first, min(size, given.hands - first), given.game,
            given.each, given.chains,
        )
        for first in range(0, given.hands, size)
    ]  # fmt: skip


def rows_of(guesses: list[Guess]) -> list[dict[str, Any]]:
    """One row for each number of discards."""
    return [
        by_discards(k, some)
        for k in range(MOST_DISCARDS + 1)
        if (some := [guess for guess in guesses if guess.discards == k])
    ]


def by_discards(discards: int, guesses: list[Guess]) -> dict[str, Any]:
    """Sampled beside true deadwood after so many discards."""
    gap, error = clustered([g.sampled - g.true for g in guesses], guesses)
    low, low_error = clustered([g.low - (g.true <= LOW) for g in guesses], guesses)
    true, _ = clustered([g.true for g in guesses], guesses)
    true_low, _ = clustered([float(g.true <= LOW) for g in guesses], guesses)
    return {
        "discards": discards, "cases": len(guesses), "true": round(true, 2),
        "gap": gap, "se": error,
        "low": true_low, "low_gap": low, "low_se": low_error,
    }  # fmt: skip


def bits_of(guesses: list[Guess]) -> dict[str, float]:
    """Bits a hidden card."""
    weights = np.array([g.weight * g.hidden for g in guesses])
    each = np.array([g.bits / g.hidden if g.hidden else 0.0 for g in guesses])
    mean, error = _clustered(each, weights, guesses)
    return {"mean": mean, "se": error}


def known(guesses: list[Guess]) -> dict[str, Any] | None:
    """What is told apart of hands of a player that one knows; None without any."""
    found = [guess for guess in guesses if guess.seen >= KNOWN]
    if not found:
        return None
    return {"after": KNOWN, "discards": rows_of(found), "taken": deciles(found)}


def deciles(guesses: list[Guess]) -> list[dict[str, Any]]:
    """Foretold and true share of cards taken, in ten groups by the foretold chance."""
    rows, asked = [], [guess for guess in guesses if guess.taken is not None]
    for places in np.array_split(np.argsort([guess.foretold for guess in asked]), 10):
        group = [asked[place] for place in places]
        true, error = clustered([float(bool(g.taken)) for g in group], group)
        foretold, _ = clustered([g.foretold for g in group], group)
        rows.append({"cases": len(group), "foretold": foretold, "true": true, "se": error})
    return rows


def main() -> None:
    """Measure and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--rules", nargs="*", default=["standard"])
    parser.add_argument("--players", nargs="*", default=[])
    parser.add_argument("--game", type=int, default=1, help="hands that one learns from")
    parser.add_argument("--each", type=int, default=4, help="decisions looked at in each hand")
    parser.add_argument("--seed", type=int, default=2026, help="of the deals that are read")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--chains", type=int, default=32)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with Jobs(given.workers) as jobs:
        readers = {name: read(chunks_of(name, given), jobs) for name in given.players}
    found = {
        "what": "Deadwood of the opponent's hand by how often they have discarded: true, as "
        "sampled by the belief, and as sampled with every hand equally likely; and for the belief "
        "that reads the turns also bits a hidden card and the chance that a discard is taken",
        "command": f"python -m tests.measure.belief --hands {given.hands} --rules "
        + " ".join(given.rules)
        + (f" --players {' '.join(given.players)}" if given.players else "")
        + f" --game {given.game} --each {given.each} --seed {given.seed} --chains {given.chains}",
        "engine": ENGINE_VERSION,
        "deadwood": {name: report(PRESETS[name], given.hands) for name in given.rules},
        "reader": readers,
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
