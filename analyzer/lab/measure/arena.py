"""How much better the rollout policy plays than simple ones: points a hand and games won.

All bots are policies that the kernel plays, so this takes seconds. Each deal is played twice
with the seats exchanged; intervals are 95% and take the two as one observation.
"""

from __future__ import annotations

from dataclasses import asdict

from analyzer.api.evidence import Evidence
from analyzer.engine.statistics import Interval
from analyzer.game.rules import PRESETS, Rules
from analyzer.lab.arena import duel
from analyzer.lab.measure.words import Data, ahead, bar, bars_of_points, points, share, table
from analyzer.notation.numbers import signed

BOT = "fast"
AGAINST = ("greedy", "gin-waiter", "camper", "knocks-early")


def measured(hands: int, games: int, rules: str, seed: int) -> Data:
    """Matches of single hands and of games to the target."""
    duels = [_row(name, PRESETS[rules], hands, games, seed) for name in AGAINST]
    return {"rules": rules, "bot": BOT, "duels": duels}


def _row(against: str, rules: Rules, hands: int, games: int, seed: int) -> Data:
    found = duel(BOT, against, rules, hands=hands, games=games, seed=seed)
    assert found.hands is not None
    assert found.games is not None
    assert found.games.won is not None
    return {
        "against": against,
        "hands": 2 * found.hands.pairs,
        "points": rounded(found.hands.points),
        "games": 2 * found.games.pairs,
        "won": rounded(found.games.won),
    }


def rounded(found: Interval) -> Data:
    """An interval with four decimals."""
    return {name: None if x is None else round(x, 4) for name, x in asdict(found).items()}


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """How the rollout policy fares against simple bots."""
    duels = data["duels"]
    closest = min(duels, key=lambda row: float(row["points"]["mean"]))
    return Evidence(
        section="policy",
        title="How well does the policy play alone?",
        command=command,
        engine=engine,
        finding=[
            f"The policy that plays the search's rollouts by default (`{data['bot']}`) is ahead "
            f"of {ahead(duels)} of {len(duels)} simple bots by more than the error; the closest "
            f"is `{closest['against']}`, at {signed(closest['points']['mean'], 1)} points a hand."
        ],
        tables=[
            table(
                f"{data['bot']} against each, 95% intervals; the bar is points a hand",
                ("Against", "Hands", "Points a hand", "Games", "Games won"),
                (
                    (row["against"], f"{row['hands']:,}", points(row["points"]),
                     f"{row['games']:,}", share(row["won"]))
                    for row in duels
                ),
                bars_of_points([bar(row["points"]) for row in duels]),
            )
        ],
        method=f"Mirrored deals under {data['rules']} rules: each is played twice with the seats "
        "exchanged, and the two count as one observation. A draw is half a game.",
        limits="This is the quick policy, not the search that stands on it, and the others are "
        "simple bots, some of them this policy with another habit of knocking. It says nothing "
        "of strength against people.",
        data=dict(data),
    )  # fmt: skip
