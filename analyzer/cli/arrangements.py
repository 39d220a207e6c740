"""The exact questions: `melds`, `layoff`, `knock`, `outs`."""

from __future__ import annotations

from typing import Final

import click
from rich.console import Console
from rich.text import Text

from analyzer.api import answers
from analyzer.api.answers import (
    KnockChoiceJson,
    KnockJson,
    KnockRequest,
    LayoffJson,
    LayoffRequest,
    LayoffsJson,
    MeldsJson,
    MeldsRequest,
    OutsJson,
    OutsRequest,
)
from analyzer.api.views import ViewJson, view_document
from analyzer.cli.common import answer, shared, text_of, text_or_stdin
from analyzer.cli.draw import Pen, table
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.rules import parse_rules
from analyzer.notation.numbers import percent, points, signed

DEFAULT = "standard"


@click.command()
@click.argument("cards", nargs=-1)
@shared
def melds(cards: tuple[str, ...], rules: str | None, as_json: bool) -> None:
    """Every best arrangement of 1 to 11 CARDS; of a hand after the draw also every discard."""
    melds = answers.melds(MeldsRequest(text_or_stdin(cards, "cards"), rules or DEFAULT))
    answer(as_json, melds, lambda console: _show_melds(console, melds))


@click.command()
@click.option("--knocker", required=True, help='Melds and deadwood: "7h 8h 9h / 4c 4d 4s / Ac 2d".')
@click.option(
    "--defender", "defenders", required=True, multiple=True, metavar="CARDS",
    help="The defender's cards; once for each of several, in turn.",
)  # fmt: skip
@shared
def layoff(knocker: str, defenders: tuple[str, ...], rules: str | None, as_json: bool) -> None:
    """The defender's best melds and lay-offs against a knock, and what the hand scores.

    The knocker's groups are split by /; those that are melds are melds, the rest is deadwood.
    """
    spread = text_of(knocker, "knocker")
    hands = [text_of(defender, "defender") for defender in defenders]
    game = parse_rules(rules or DEFAULT)
    if len(hands) == 1:
        layoff = answers.layoff(LayoffRequest(spread, hands[0], rules or DEFAULT))
        answer(as_json, layoff, lambda console: _show_layoff(console, layoff))
    elif not game.two_handed:
        layoffs = answers.layoffs(spread, hands, game)
        answer(as_json, layoffs, lambda console: _show_layoffs(console, layoffs))
    else:
        raise InputError(
            "two players have one defender", where="--defender",
            hint="name a game of more players, such as --rules four-hand",
        )  # fmt: skip


@click.command()
@click.argument("cards", nargs=-1)
@click.option("--view", metavar="VIEW", help="What has been seen: a text, a file or -.")
@shared
def knock(cards: tuple[str, ...], view: str | None, rules: str | None, as_json: bool) -> None:
    """The best knocks with CARDS: the least deadwood, and the one that is worth most.

    The means are over all hands that the defenders may hold, each equally likely.
    """
    knock = answers.knock(KnockRequest(*_asked(cards, view, rules)))
    answer(as_json, knock, lambda console: _show_knock(console, knock))


@click.command()
@click.argument("cards", nargs=-1)
@click.option("--view", metavar="VIEW", help="What has been seen: a text, a file or -.")
@shared
def outs(cards: tuple[str, ...], view: str | None, rules: str | None, as_json: bool) -> None:
    """The live cards that help CARDS: to a meld, to a knock, to gin, to big gin."""
    outs = answers.outs_of(OutsRequest(*_asked(cards, view, rules)))
    answer(as_json, outs, lambda console: _show_outs(console, outs))


def _asked(
    cards: tuple[str, ...], view: str | None, rules: str | None
) -> tuple[str | None, ViewJson | str | None, str]:
    """Cards, view and rules of a request; the hand is that of the view if no cards are given."""
    if view is None:
        return text_or_stdin(cards, "cards"), None, rules or DEFAULT
    from analyzer.cli.given import view_under  # noqa: PLC0415  # all that reads what was seen

    seen = view_under(text_of(view, "view"), rules)
    document = view_document(seen)
    return text_or_stdin(cards, "cards") if cards else None, document, rules or DEFAULT


_ASSUMED: Final = "The card that is turned up may set a lower limit: give it with --view."
"""A line below knocks whose limit is not known."""


def _show_melds(console: Console, melds: MeldsJson) -> None:
    pen = Pen(console)
    ways = f", {len(melds.arrangements)} ways" if len(melds.arrangements) > 1 else ""
    console.print(f"Deadwood {melds.deadwood}{ways}")
    for way in melds.arrangements:
        console.print("  ", pen.spread(way.melds, way.deadwood), sep="")
    if melds.discards:
        rows = (
            (pen.card(discard.card), str(discard.deadwood), discard.knock or "")
            for discard in melds.discards
        )
        head = ("discard", "deadwood left", "may")
        console.print(table(*head, rows=rows, right=head[1:2]))
    if melds.limit_assumed is True:
        console.print(_ASSUMED)


def _show_layoff(console: Console, layoff: LayoffJson) -> None:
    pen, result = Pen(console), layoff.result
    console.print("Defender:", pen.spread(layoff.melds, layoff.deadwood))
    for laid_off in layoff.laid_off:
        console.print("Lays off:", pen.card(laid_off.card), "onto", pen.cards(laid_off.onto))
    console.print(f"Deadwood {layoff.points}")
    if result is None:
        return
    if result.winner is None:
        console.print(f"Nobody scores: {result.kind}.")
    else:
        console.print(f"The {result.winner} scores {result.points}: {result.kind}.")


def _show_layoffs(console: Console, layoffs: LayoffsJson) -> None:
    for number, layoff in enumerate(layoffs.defenders, start=1):
        console.print(f"Defender {number}")
        _show_layoff(console, layoff)
    console.print(f"The knocker's hand: {signed(layoffs.points[0], 0)}")


def _show_knock(console: Console, knock: KnockJson) -> None:
    if knock.least is None or knock.quietest is None:
        console.print(f"No knock: more than {knock.limit} points stay whatever you discard.")
        return
    pen = Pen(console)
    console.print("Least deadwood:  ", _spread(pen, knock.least), sep="")
    console.print("Worth most:      ", _spread(pen, knock.quietest), sep="")
    head = ("discard", "spread", "deadwood", "score", "defender", "undercut", "lay-offs")
    rows = (
        (
            pen.card(knock.discard) if knock.discard else _without_discard(knock),
            pen.spread(knock.melds, knock.deadwood),
            str(knock.points),
            signed(knock.score),
            points(knock.defender),
            percent(knock.undercut),
            pen.cards(knock.layoffs),
        )
        for knock in knock.knocks
    )
    console.print(table(*head, rows=rows, right=head[2:6]))
    hands = knock.quietest.hands
    console.print(f"Over {'all' if knock.quietest.exact else 'a sample of'} {hands:,} hands.")
    if knock.limit_assumed is True:
        console.print(_ASSUMED)


def _without_discard(choice: KnockChoiceJson) -> str:
    """The words in the discard's place: none where the discard is gone already."""
    return choice.action if choice.action == Kind.BIG_GIN else ""


def _spread(pen: Pen, choice: KnockChoiceJson) -> Text:
    drawn = Text.assemble(
        pen.action(choice.action), ": ", pen.spread(choice.melds, choice.deadwood)
    )
    return Text.assemble(drawn, f", deadwood {choice.points}")


def _show_outs(console: Console, outs: OutsJson) -> None:
    pen = Pen(console)
    named = (
        ("make or lengthen a meld", outs.meld),
        ("let you knock", outs.knock),
        ("make gin", outs.gin),
        ("make big gin", outs.big_gin),
    )
    rows = ((label, str(len(cards)), pen.cards(cards)) for label, cards in named)
    console.print(table("live cards that", "number", "cards", rows=rows, right=["number"]))
    console.print(f"{outs.live} cards may still come.")
