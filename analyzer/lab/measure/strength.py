"""How strong the engine is: games to the target against the reference bots, mirrored.

A row a contest; one that is already in the file is played again and replaced, the others stay, so
that a long list may be played in parts. OpenSpiel's bot plays hands under its own rules, which
have no game: single ones, or so many in a row (`--sitting`) that the engine learns who it is.
Intervals are 95% and take the two seatings of the same deals as one observation; times are CPU
milliseconds a decision on one core.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict

from analyzer.api.evidence import Evidence, Figures
from analyzer.engine import ENGINE_VERSION
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs
from analyzer.lab.arena import Contest, duel
from analyzer.lab.measure.arena import rounded
from analyzer.lab.measure.words import (
    Data,
    ahead,
    bar,
    bars_of_points,
    bars_of_shares,
    points,
    share,
    table,
)
from analyzer.notation.numbers import DASH

AGAINST = ("eaai-simple", "greedy", "gin-waiter", "fast", "camper")
_HANDS_A_GAME = 8
_USUAL = "eaai"
"""The rules of a contest that are not named."""
_NAMES = ("bot", "against", "rules", "sitting")
"""What tells two contests apart."""


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
        "games": 2 * contest.pairs if of_games else 0,
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
    """What plays these contests again."""
    groups: dict[tuple[str, int, int, int], list[str]] = defaultdict(list)
    for row in data["contests"]:
        games = row["games"] or row["hands"] // _HANDS_A_GAME
        groups[row["bot"], games, row["seed"], row.get("sitting") or 1].append(row["against"])
    return "; ".join(
        f"ginsight measure strength --bots {bot} --against {','.join(against)} "
        f"--games {games} --seed {seed}" + (f" --sitting {sitting}" if sitting > 1 else "")
        for (bot, games, seed, sitting), against in groups.items()
    )


# --- in words ----------------------------------------------------------------------------


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """How the engine fares against the reference bots; the engines are those of the rows."""
    rows = sorted(
        data["contests"], key=lambda row: (row["against"], row.get("sitting") or 0, row["bot"])
    )
    won = [row for row in rows if row["won"]]
    tables = [
        table(
            "Games won, with 95% intervals; the bar begins at half",
            ("Against", "Engine", "Games won", "Games"),
            ((_whom(row), row["bot"], share(row["won"]), f"{row['games']:,}") for row in won),
            bars_of_shares([bar(row["won"], 0.5) for row in won]),
        ),
        table(
            "Points a hand, with 95% intervals; the bar begins at 0",
            ("Against", "Engine", "Points a hand", "Hands"),
            ((_whom(row), row["bot"], points(row["points"]), f"{row['hands']:,}") for row in rows),
            bars_of_points([bar(row["points"]) for row in rows]),
        ),
        _paces(rows),
    ]
    return Evidence(
        section="strength",
        title="How strong is the engine?",
        command=command,
        engine=" and ".join(sorted({row["engine"] for row in rows})) or engine,
        finding=[_fares(bot, rows) for bot in sorted({row["bot"] for row in rows})],
        tables=tables if won else tables[1:],
        method="Mirrored deals: each is played twice with the seats exchanged, and the two count "
        "as one observation. Games go to the target; the number behind the engine’s name is how "
        "many worlds it looks at for a decision. Undercuts are those that it suffered, of all "
        f"hands. Contests may have been played by several runs of the command. {_rules(rows)}",
        limits="Looking at more worlds is not the same as playing better against each of these, "
        "and none of them is a person. Milliseconds are CPU time on one core of one machine.",
        data=dict(data),
    )


def _whom(row: Data) -> str:
    """Whom it played, and for how long where that differs from contest to contest."""
    against, sitting = row["against"], row.get("sitting")
    if sitting is None:
        return str(against)
    return f"{against}, a stranger" if sitting == 1 else f"{against}, {sitting} hands in a row"


def _fares(bot: str, rows: Sequence[Data]) -> str:
    """Whom it beats, and who comes closest."""
    own = [row for row in rows if row["bot"] == bot]
    closest = min(own, key=lambda row: float(row["points"]["mean"]))
    won = f" and {share(closest['won'])} of games" if closest["won"] else ""
    return (
        f"`{bot}` is ahead of {ahead(own)} of {len(own)} {'bots' if len(own) > 1 else 'bot'} by "
        f"more than the error in points; the closest is `{closest['against']}`, at "
        f"{points(closest['points'])} points a hand{won}."
    )


def _rules(rows: Sequence[Data]) -> str:
    """Which rules were played, and against whom other ones."""
    others = sorted({(row["against"], row["rules"]) for row in rows if row["rules"] != _USUAL})
    listed = "".join(
        f"; against {against} those of {rules}, hands without a game" for against, rules in others
    )
    return f"Rules are {_USUAL}{listed}."


def _paces(rows: Sequence[Data]) -> Figures:
    return table(
        "Undercuts suffered, and milliseconds a decision",
        ("Against", "Engine", "Undercut", "Decisions", "Median ms", "99 of 100 within"),
        (
            (_whom(row), row["bot"], f"{100 * row['undercut']:.1f}%", *_pace(row["ms"]))
            for row in rows
        ),
    )


def _pace(ms: Data | None) -> tuple[str, ...]:
    if ms is None:
        return (DASH,) * 3
    return f"{ms['decisions']:,}", f"{ms['median']:.1f}", f"{ms['p99']:.1f}"
