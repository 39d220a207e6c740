"""The command `arena`: bot against bot on mirrored deals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from analyzer.arena import MOST_A_SITTING, PATIENCE, Conduct, Contest, Duel, duel
from analyzer.arena.document import SeatContestJson, contest_to_json, duel_to_json
from analyzer.cli.bars import counting_bar
from analyzer.cli.chunks import in_chunks, jobs_of
from analyzer.cli.common import Finite, accept, answer, seed_of, shared
from analyzer.cli.draw import table
from analyzer.engine.bots import EXAMPLES
from analyzer.engine.general import contest
from analyzer.engine.statistics import Interval
from analyzer.engine.types import Ending
from analyzer.game.rules import parse_rules
from analyzer.notation.numbers import count, counted, match_chance, percent, points, signed

HANDS = 1_000
"""Hands where neither their number nor that of games is given."""

DEALS = 100
"""Deals where several play, each from every seat."""

LUCK = 128
"""Orders of the stock in which the luck of a draw is weighed."""


@click.command(epilog="Bots: " + ", ".join((*EXAMPLES, "exec:COMMAND")) + ".")
@click.argument("first", metavar="BOT")
@click.argument("second", metavar="BOT")
@click.option("--hands", type=click.IntRange(1), help=f"Single hands; default {HANDS:,}.")
@click.option(
    "--sitting",
    type=click.IntRange(1, MOST_A_SITTING),
    default=1,
    help="Hands, or games, in a row against the same player, who is remembered; 1: a stranger each "
    "time.",
)
@click.option("--games", type=click.IntRange(1), help="Games to the target.")
@click.option(
    "--patience",
    type=Finite(0, 3600, min_open=True),
    default=PATIENCE,
    help=f"Seconds that a program has for an answer; default {PATIENCE:g}.",
)
@click.option(
    "--luck",
    type=click.IntRange(0, 4096),
    default=LUCK,
    help=f"Orders of the stock in which the luck of a draw is weighed; default {LUCK}, 0: none.",
)
@seed_of("deals")
@in_chunks
@shared
def arena(
    first: str,
    second: str,
    hands: int | None,
    games: int | None,
    sitting: int,
    patience: float,
    luck: int,
    seed: int,
    workers: int,
    cluster: str | None,
    journal: Path | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Let two bots play each other, and tell who is better and how sure that is.

    Every deal is played twice with the seats exchanged. Points and games are those of the
    first bot; intervals are 95% and treat the two seatings of a deal (of a sitting or a game, where
    bots remember) as one observation. The rules are `eaai` if none are given.

    In the other games (`--rules mahjong`, `four-hand` …) BOT is random, greedy, outs
    (greedy, but counts what the next card may bring, and waits for gin where two play) or
    rollouts:WORLDS; the first plays each of --hands deals once from every seat, all the others are
    the second.

    Luck-adjusted points leave out what the drawn cards were worth, weighed by playing the hand on
    from before and after each draw: the mean is the same, the interval shorter. Two policies, such
    as `fast` and `greedy`, play too quickly for it to pay: more hands cost less.

    "engine:256,models=engine:256" counts on playing that bot, as far as there is a type of player
    like it, and learns nothing else: what one gains who knows his opponent.

    "exec:COMMAND" seats a program that speaks the protocol of `ginsight engine`, such as an older
    version: "exec:/old/bin/ginsight engine". Before the command stands what it is asked for:
    "exec:worlds=256 ginsight engine", or `seconds`, `bot` and `opponent`. A program that does not
    answer in time, ends, answers with an error or does what is not legal loses the hand, as if
    the other bot had gone gin, and where games are played the game. It is then started again,
    unless it has not answered three times in a row.

    Cut off and started again with the same options it goes on where it was.
    """
    game = parse_rules(rules or "eaai")
    if not game.two_handed:
        accept("hands", "seed")
        played = contest(game, first, second, hands or DEALS, seed)
        rotated = contest_to_json(game, (first, second), played, seed)
        answer(as_json, rotated, lambda console: _show_rotated(console, rotated))
        return
    if hands is None and games is None:
        hands = HANDS
    with (
        jobs_of(workers, cluster, journal) as jobs,
        counting_bar(f"{first} – {second}") as progress,
    ):
        result = duel(
            first, second, game, hands=hands or 0, games=games or 0,
            sitting=sitting, seed=seed, patience=patience, luck=luck, jobs=jobs, progress=progress,
        )  # fmt: skip
    answer(as_json, duel_to_json(result), lambda console: _show(console, result))


def _show_rotated(console: Console, rotated: SeatContestJson) -> None:
    console.print(f"{rotated.player} against {rotated.others}, {rotated.game}, seed {rotated.seed}")
    deals = counted(rotated.deals, "deal")
    if rotated.deals < 2:
        console.print(f"{deals}: {signed(rotated.gain)} points (one deal: no interval)")
        return
    text = f"{signed(rotated.gain)} ({signed(rotated.low)} to {signed(rotated.high)})"
    console.print(f"{deals}, each from every seat: {text} points a hand above the others")


def _show(console: Console, duel: Duel) -> None:
    first, second = duel.bots
    console.print(f"{first} against {second}, rules {duel.rules.name}, seed {duel.seed}")
    row = "" if duel.sitting == 1 else f", {duel.sitting} in a row"
    for each, what in ((duel.hands, "hands" if row else "single hands"), (duel.games, "games")):
        if each is not None:
            _show_contest(console, each, what + row, duel.bots)
    console.print(f"engine {duel.engine}")


def _show_contest(console: Console, contest: Contest, what: str, bots: tuple[str, str]) -> None:
    number = f"{count(contest.hands)} {what}"
    if contest.won is not None:
        number = f"{count(contest.games)} {what}, of {count(contest.hands)} hands"
        console.print(f"{number}: {bots[0]} won {_with_interval(contest.won, match_chance)}")
        number = "…"
    console.print(f"{number}: {_with_interval(contest.points, signed)} points a hand for {bots[0]}")
    if contest.adjusted is not None:
        share = "" if contest.varies is None else f", {percent(contest.varies)} of the variance"
        console.print(f"… luck-adjusted: {_with_interval(contest.adjusted, signed)}{share}")
    sides, paces = contest.ends, contest.pace
    rows = [
        *((label, *(percent(side.shares.get(ending, 0.0)) for side in sides))
          for ending, label in _ENDINGS
          if ending is not Ending.TIE or ending in sides[0].shares),
        ("undercut, of own knocks", *(percent(side.undercut_of_knocks) for side in sides)),
        ("ms a decision, median", *(points(pace.median if pace else None, 2) for pace in paces)),
        ("… 99 of 100 within", *(points(pace.p99 if pace else None, 2) for pace in paces)),
    ]  # fmt: skip
    heads = [_short(bot) for bot in bots]
    programs = [conduct for conduct in contest.conduct if conduct is not None]
    if programs:
        rows.append(("hands lost by forfeit", *map(_forfeits, contest.conduct)))
    console.print(table("", *heads, rows=rows, right=heads))
    for conduct in programs:
        _show_conduct(console, conduct)


LONGEST_HEAD = 24


def _short(bot: str) -> str:
    return bot if len(bot) <= LONGEST_HEAD else f"{bot[: LONGEST_HEAD - 1]}…"


def _forfeits(conduct: Conduct | None) -> str:
    return "" if conduct is None else count(sum(conduct.forfeits.values()))


def _show_conduct(console: Console, conduct: Conduct) -> None:
    """Show a program's own name, and what it lost hands by."""
    started = f"started {count(conduct.starts)} times" if conduct.starts > 1 else "started once"
    console.print(f"program {conduct.engine or 'without a name'}, {started}", highlight=False)
    for fault, times in conduct.forfeits.items():
        console.print(f"  {fault}, {count(times)} hands: {conduct.reasons[fault]}", highlight=False)
    if conduct.errors:
        console.print(f"  {count(conduct.errors)} hands that it would not learn from")


_ENDINGS = (
    (Ending.GIN, "gin"),
    (Ending.KNOCK, "knocked and won"),
    (Ending.UNDERCUT, "knocked and was undercut"),
    (Ending.VOID, "nobody laid down"),
    (Ending.TIE, "a knock was tied"),
)


def _with_interval(interval: Interval, write: Callable[[float], str]) -> str:
    if interval.low is None or interval.high is None:
        return f"{write(interval.mean)} (one pair: no interval)"
    return f"{write(interval.mean)} ({write(interval.low)} to {write(interval.high)})"
