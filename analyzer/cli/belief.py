"""The command `belief`: what the opponent may hold, and what each of their turns revealed."""

from __future__ import annotations

import click
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.text import Text

from analyzer.api.beliefs import belief_to_json
from analyzer.cli.common import OPPONENT, SEED, answer, console, shared, text_or_stdin, view_under
from analyzer.cli.draw import Pen, table
from analyzer.display.belief import fit_words
from analyzer.engine.thresholds import half_width
from analyzer.engine.turn_evidence import (
    TURN_WORLDS,
    WORLDS,
    BeliefSummary,
    TurnEvidence,
    model_for,
    read,
    replay,
)
from analyzer.game.cards import Card, Rank, Suit
from analyzer.game.view import Turn
from analyzer.notation.numbers import counted, estimate, percent, percent_change, points
from analyzer.notation.phrases import limit_words

SHOWN = 5
"""Cards that are shown of a turn; --json has all."""
UNLIKELY, CERTAIN = (44, 48, 46), (24, 128, 80)
"""Grounds of a card that they cannot and of one that they must hold; white reads on both."""


@click.command()
@click.argument("view", nargs=-1)
@OPPONENT
@click.option(
    "--worlds", type=click.IntRange(1, 1_000_000), default=WORLDS, help=f"Default {WORLDS:,}."
)
@SEED
@click.option(
    "--turns",
    is_flag=True,
    help=f"Also show what each of their turns revealed, read with at most {TURN_WORLDS:,} worlds.",
)
@shared
def belief(
    view: tuple[str, ...],
    opponent: str | None,
    worlds: int,
    seed: int,
    turns: bool,
    rules: str | None,
    as_json: bool,
) -> None:
    """What the opponent may hold in VIEW: the chance of each card, and their deadwood.

    VIEW is a view's text, JSON or position id; a file with one of these; or - for standard
    input. The default model reads the opponent's turns where a history tells them. "Bits" is
    what the chances tell beyond equal ones, a hidden card.
    """
    seen = view_under(text_or_stdin(view, "view"), rules)
    model = model_for(opponent)
    with console(stderr=True).status("sampling hands"):
        found = read(seen, model, worlds, seed)
        each = min(worlds, TURN_WORLDS)
        told = list(replay(seen, model, each, seed)) if turns else None
    answer(as_json, belief_to_json(found, told), lambda console: _show(console, found, told))


def _show(console: Console, found: BeliefSummary, told: list[TurnEvidence] | None) -> None:
    pen = Pen(console)
    implied = "read from the turns implied" if found.types else "their turns are not read"
    method = "read from their turns" if found.reads else implied
    console.print(f"Chance in % that they hold each card ({method}):")
    console.print(_heat_map(pen, found))
    console.print("● they hold it for sure; · you see it elsewhere.\n")
    console.print(
        f"Their deadwood: {estimate(found.mean, half_width(found.mean_se))}; "
        f"{limit_words(found.view)} in {percent(found.can_knock)}."
    )
    console.print(_spread(found))
    if found.types:
        likely = sorted(found.types.items(), key=lambda item: -item[1])
        console.print("They play: " + " · ".join(f"{name} {percent(p)}" for name, p in likely))
        console.print(fit_words(found.unlike))
    console.print(
        f"{counted(found.worlds, 'world')}, seed {found.seed}, opponent {found.model.name}, "
        f"{points(found.bits, 2)} bits a hidden card"
    )
    if told is not None:
        _show_turns(console, pen, told)


def _heat_map(pen: Pen, found: BeliefSummary) -> Text:
    """Four rows of thirteen numbers, on grounds as dark as they are likely."""
    lines = [Text("   " + "".join(f"{rank.letter:>4}" for rank in Rank))]
    for suit in reversed(Suit):
        line = Text.assemble(" ", pen.card(Card.make(Rank.ACE, suit))[1:], " ")
        for rank in Rank:
            line.append(*_cell(pen, found, Card.make(rank, suit)))
        lines.append(line)
    return Text("\n").join(lines)


def _cell(pen: Pen, found: BeliefSummary, card: Card) -> tuple[str, Style]:
    chance = found.chances[card]
    if card not in found.view.unseen:
        return ("   ●" if chance else "   ·"), Style(dim=not chance)
    text = f"{percent(chance).removesuffix('%'):>4}"
    if not pen.symbols:
        return text, Style()
    ground = (low + chance * (high - low) for low, high in zip(UNLIKELY, CERTAIN, strict=True))
    return text, Style(color="white", bgcolor=Color.from_rgb(*ground))


def _spread(found: BeliefSummary) -> Text:
    """The spread of their deadwood in steps of ten, a bar each."""
    rows = [
        (f"{low:>2}–{low + 9:<2}" if low else " 0–9 ", low, low + 9) for low in range(0, 60, 10)
    ]
    rows.append(("60+  ", 60, 10_000))
    lines = []
    for label, low, high in rows:
        share = found.at_most(high) - found.at_most(low - 1)
        lines.append(f"  {label} {percent(share):>4} {'█' * round(40 * share)}")
    return Text("\n".join(lines))


def _show_turns(console: Console, pen: Pen, told: list[TurnEvidence]) -> None:
    if not told:
        console.print("\nThey have had no turns to look at.")
        return
    console.print("\nWhat each of their turns revealed (change of a chance in percentage points):")
    rows = (
        (
            str(one.number),
            _turn(pen, one),
            f"{points(one.before.mean)} → {points(one.after.mean)}",
            f"{percent(one.before.can_knock)} → {percent(one.after.can_knock)}",
            Text("  ").join(
                Text.assemble(pen.card(move.card), f" {percent_change(move.change)}")
                for move in one.moves[:SHOWN]
            )
            or Text("nothing certain"),
        )
        for one in told
    )
    console.print(table("", "turn", "deadwood", "can knock", "cards", rows=rows))


def _turn(pen: Pen, told: TurnEvidence) -> Text:
    top = pen.card(told.top)
    if told.event.turn is Turn.PASS:
        return Text.assemble("passes ", top)
    did = Text.assemble("takes ", top) if told.event.turn is Turn.TAKE else Text("draws")
    if told.event.discarded is None:
        return did
    return Text.assemble(did, ", discards ", pen.card(told.event.discarded))
