"""The strength of the engine: games to the target against the reference bots, mirrored.

A row a contest; one that is already in the file is played again and replaced, the others stay, so
that a long list may be played in parts. OpenSpiel's bot plays hands under its own rules, which
have no game: single ones, or so many in a row (`--sitting`) that the engine learns who it is.
Intervals are 95% and take the two seatings of the same deals as one observation; times are CPU
milliseconds a decision on one core.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict

from analyzer.arena import Contest, duel
from analyzer.engine import ENGINE_VERSION
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs
from tests.workshop.measure.arena import rounded
from tests.workshop.measure.words import Data, evidence_from

_HANDS_A_GAME = 8
_USUAL = "eaai"
"""The rules of a contest that are not named."""
_NAMES = ("bot", "against", "rules", "sitting")
"""The keys that tell two contests apart."""


def measured(bot: str, against: str, games: int, seed: int, jobs: Jobs, sitting: int = 1) -> Data:
    """One contest as a row of the evidence."""
    of_games = against != "openspiel"
    rules = PRESETS[_USUAL if of_games else "openspiel"]
    found = duel(
        bot, against, rules, seed=seed, jobs=jobs,
        hands=0 if of_games else games * _HANDS_A_GAME,
        games=games if of_games else 0,
        sitting=1 if of_games else sitting,
    )  # fmt: skip
    contest = found.games if of_games else found.hands
    assert contest is not None
    return {
        "bot": found.bots[0],
        "against": found.bots[1],
        "rules": rules.name,
        "seed": seed,
        "engine": ENGINE_VERSION,
        "games": contest.games,
        "sitting": None if of_games else found.sitting,
        **_figures(contest),
    }


def _figures(contest: Contest) -> Data:
    ends, pace = contest.ends[0], contest.pace[0]
    return {
        "hands": contest.hands,
        "points": rounded(contest.points),
        "won": None if contest.won is None else rounded(contest.won),
        "endings": {ending: round(p, 4) for ending, p in ends.shares.items()},
        "undercut": round(ends.undercut, 4),
        "ms": None if pace is None else {name: round(x, 2) for name, x in asdict(pace).items()},
    }


def merged(data: Data, row: Data) -> Data:
    """The contests with this one put in its place."""
    old = data.get("contests", [])
    others = [
        one for one in old if [one.get(key) for key in _NAMES] != [row[key] for key in _NAMES]
    ]
    rows = sorted([*others, row], key=lambda one: [str(one.get(key)) for key in _NAMES])
    return {"contests": rows}


def command(data: Data) -> str:
    """Return what plays these contests again."""
    groups: dict[tuple[str, int, int, int], list[str]] = defaultdict(list)
    for row in data["contests"]:
        games = row["games"] or row["hands"] // _HANDS_A_GAME
        groups[row["bot"], games, row["seed"], row.get("sitting") or 1].append(row["against"])
    return "; ".join(
        f"python -m tests.workshop measure strength --bots {bot} --against {','.join(against)} "
        f"--games {games} --seed {seed}" + (f" --sitting {sitting}" if sitting > 1 else "")
        for (bot, games, seed, sitting), against in groups.items()
    )


def _summary(data: Data) -> Data:
    """The contests in their order, and whose rules are not the usual ones."""
    contests = data["contests"]
    rows = sorted(contests, key=lambda row: (row["against"], row.get("sitting") or 0, row["bot"]))
    others = {(row["against"], row["rules"]) for row in rows if row["rules"] != _USUAL}
    return {
        "rows": [{**row, "whom": _whom(row)} for row in rows],
        "usual": _USUAL,
        "others": sorted(others),
    }


def _whom(row: Data) -> str:
    """Whom it played, and for how long where that differs from contest to contest."""
    against, sitting = row["against"], row.get("sitting")
    if sitting is None:
        return str(against)
    return f"{against}, a stranger" if sitting == 1 else f"{against}, {sitting} hands in a row"


evidence = evidence_from("strength.toml", _summary)
