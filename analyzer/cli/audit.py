"""The command `audit`: luck, or a rigged app."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from analyzer.cli.common import answer, check_rules, shared, text_of
from analyzer.cli.draw import table
from analyzer.display.audit import DEAL_COLUMNS, DRAW_COLUMNS, HONEST, audit_in_words
from analyzer.game.rules import parse_rules
from analyzer.practice.seals import check_game, hands_in
from analyzer.review.audit import Audit, audit


@click.command("audit")
@click.argument("records", nargs=-1, metavar="RECORDS...")
@click.option("--me", type=click.IntRange(1, 2), default=1, help="The player you are; default 1.")
@click.option(
    "--claim", "claims", multiple=True, metavar="CLAIM",
    help="Made before you looked: ahead, behind, or a tag of hands such as Purchase=yes.",
)  # fmt: skip
@click.option("--seed", metavar="HEX", help="The seed that was shown at the end of the game.")
@click.option("--seal", metavar="HEX", help="Its SHA-256, published before the first card.")
@shared
def audit_(
    records: tuple[str, ...],
    me: int,
    claims: tuple[str, ...],
    seed: str | None,
    seal: str | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Was it luck, or is the app rigged? What the hands of RECORDS say, and what they cannot.

    RECORDS are files in any form that `convert` reads, or a text; in order, and all that you
    played. Hands as dealt are compared with deals simulated, each card from the stock with those
    that were left where every card is known; the draws may be looked at after every hand. With
    --seed and --seal a game of Ginsight's is held to its published hash, and a list of days, seeds
    and hashes, as on the page of the deal of the day, to each of them.
    """
    usual = None if rules is None else parse_rules(rules)
    hands = [hand for text in _texts(records) for hand in hands_in(text, usual)]
    for hand in hands:
        check_rules(hand.rules, rules, "record")
    if seed is not None:
        check_game(hands, seed.lower(), (seal or "").lower())
    result = audit(hands, me - 1, claims)
    answer(as_json, asdict(result), lambda console: _show(console, result, seed is not None))


def _texts(given: tuple[str, ...]) -> list[str]:
    """The texts of files, or the words of one text."""
    if len(given) > 1 and all(Path(name).is_file() for name in given):
        return [text_of(name, "records") for name in given]
    return [text_of(" ".join(given) or "-", "records")]


def _show(console: Console, result: Audit, sealed: bool) -> None:
    """The verdict, what could not be found, and the numbers behind them."""
    words = audit_in_words(result)
    if sealed:
        console.print("The seed has the published hash, and dealt every card of these hands.")
    console.print(words.verdict, style="bold")
    for line in words.lines:
        console.print(line)
    for columns, rows in ((DEAL_COLUMNS, words.deals), (DRAW_COLUMNS, words.draws)):
        if rows:
            console.print(table(*columns, rows=rows, right=columns[1:]))
    for line in HONEST:
        console.print(line, style="dim")
