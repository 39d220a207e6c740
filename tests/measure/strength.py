"""How strong the engine is: games to the target against the reference bots, mirrored.

    python -m tests.measure.strength --bots engine:1024 engine:256 --games 600 --workers 2 \\
        --out static/evidence/strength.json

A row a contest; one that is already in the file is played again and replaced, the others stay, so
that a long list may be played in parts. OpenSpiel's bot plays hands under its own rules, which
have no game: single ones, or so many in a row (`--sitting`) that the engine learns who it is.
Intervals are 95% and take the two seatings of the same deals as one observation; times are CPU
milliseconds a decision on one core.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import Any

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.statistics import Interval
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs
from analyzer.lab.arena import Contest, duel
from tests.measure.evidence import put

AGAINST = ("eaai-simple", "greedy", "gin-waiter", "fast", "camper")
HANDS_A_GAME = 8


def contest(
    bot: str, against: str, games: int, seed: int, jobs: Jobs, sitting: int = 1
) -> dict[str, Any]:
    """One contest as a row of the evidence."""
    of_games = against != "openspiel"
    rules = PRESETS["eaai" if of_games else "openspiel"]
    hands = {"hands": games * HANDS_A_GAME, "sitting": sitting}
    number = {"games": games} if of_games else hands
    found = duel(bot, against, rules, seed=seed, jobs=jobs, **number)
    played = found.games if of_games else found.hands
    assert played is not None
    return {
        "bot": found.bots[0],
        "against": found.bots[1],
        "rules": rules.name,
        "seed": seed,
        "engine": ENGINE_VERSION,
        "games": 2 * played.pairs if of_games else 0,
        "sitting": found.sitting if not of_games else None,
        **_figures(played),
    }


def _figures(played: Contest) -> dict[str, Any]:
    pace = played.pace[0]
    return {
        "hands": played.hands,
        "points": _rounded(played.points),
        "won": None if played.won is None else _rounded(played.won),
        "endings": {ending: round(p, 4) for ending, p in played.ends[0].shares.items()},
        "undercut": round(played.ends[0].undercut, 4),
        "ms": None if pace is None else {name: round(x, 2) for name, x in asdict(pace).items()},
    }


def _rounded(found: Interval) -> dict[str, float | None]:
    return {name: None if x is None else round(x, 4) for name, x in asdict(found).items()}


def merged(out: Path | None, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the file with this one put in its place."""
    name = ("bot", "against", "rules", "sitting")
    known = json.loads(out.read_text(encoding="utf-8"))["contests"] if out and out.exists() else []
    others = [old for old in known if [old.get(key) for key in name] != [row[key] for key in name]]
    return sorted([*others, row], key=lambda one: [str(one.get(key)) for key in name])


def command(rows: list[dict[str, Any]]) -> str:
    """What plays the contests of these rows again."""
    groups: dict[tuple[str, int, int, int], list[str]] = defaultdict(list)
    for row in rows:
        games = row["games"] or row["hands"] // HANDS_A_GAME
        groups[row["bot"], games, row["seed"], row.get("sitting") or 1].append(row["against"])
    return "; ".join(
        f"python -m tests.measure.strength --bots {bot} --against {' '.join(against)} "
        f"--games {games} --seed {seed}" + (f" --sitting {sitting}" if sitting > 1 else "")
        for (bot, games, seed, sitting), against in groups.items()
    )


def write(out: Path | None, row: dict[str, Any]) -> None:
    """Print a row and put it into the file, whole or not at all."""
    print(json.dumps(row), flush=True)
    if out is None:
        return
    rows = merged(out, row)
    found = {
        "what": "Games to the target, and points a hand, of the engine against the reference bots",
        "command": command(rows),
        "contests": rows,
    }
    put(found, out)


def main() -> None:
    """Play and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", nargs="*", default=["engine:1024"])
    parser.add_argument("--against", nargs="*", default=AGAINST)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--sitting", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with Jobs(given.workers) as jobs:
        for bot in given.bots:
            for against in given.against:
                write(
                    given.out, contest(bot, against, given.games, given.seed, jobs, given.sitting)
                )


if __name__ == "__main__":
    main()
