"""The command `belief`: what the opponent may hold, and what each of their turns revealed."""

from __future__ import annotations

import click
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.text import Text

from analyzer.api.beliefs import belief_to_json
from analyzer.cli.common import OPPONENT, SEED, answer, console, shared, text_or_stdin
from analyzer.cli.draw import Pen, table
from analyzer.cli.given import view_under
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
from analyzer.game.view import Turn, for_two
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
    """Show what the opponent may hold in VIEW: the chance of each card, and their deadwood.

    VIEW is a view's text, JSON or position id; a file with one of these; or - for standard
    input. The default model reads the opponent's turns where a history tells them. "Bits" is
    what the chances tell beyond equal ones, a hidden card.
    """
    seen = for_two(view_under(text_or_stdin(view, "view"), rules))
    model = model_for(opponent)
    with console(stderr=True).status("sampling hands"):
        summary = read(seen, model, worlds, seed)
        each = min(worlds, TURN_WORLDS)
        turn_evidence = list(replay(seen, model, each, seed)) if turns else None
    answer(
        as_json,
        belief_to_json(summary, turn_evidence),
        lambda console: _show(console, summary, turn_evidence),
    )


def _show(
    console: Console, summary: BeliefSummary, turn_evidence: list[TurnEvidence] | None
) -> None:
    pen = Pen(console)
    implied = "read from the turns implied" if summary.types else "their turns are not read"
    method = "read from their turns" if summary.reads else implied
    console.print(f"Chance in % that they hold each card ({method}):")
    console.print(_heat_map(pen, summary))
    console.print("● they hold it for sure; · you see it elsewhere.\n")
    console.print(
        f"Their deadwood: {estimate(summary.mean, half_width(summary.mean_se))}; "
        f"{limit_words(summary.view)} in {percent(summary.can_knock)}."
    )
    console.print(_spread(summary))
    if summary.types:
        likely = sorted(summary.types.items(), key=lambda item: -item[1])
        console.print("They play: " + " · ".join(f"{name} {percent(p)}" for name, p in likely))
        console.print(fit_words(summary.unlike))
    console.print(
        f"{counted(summary.worlds, 'world')}, seed {summary.seed}, opponent {summary.model.name}, "
        f"{points(summary.bits, 2)} bits a hidden card"
    )
    if turn_evidence is not None:
        _show_turns(console, pen, turn_evidence)


def _heat_map(pen: Pen, summary: BeliefSummary) -> Text:
    """Four rows of thirteen numbers, on grounds as dark as they are likely."""
    lines = [Text("   " + "".join(f"{rank.letter:>4}" for rank in Rank))]
    for suit in reversed(Suit):
        line = Text.assemble(" ", pen.card(Card.make(Rank.ACE, suit))[1:], " ")
        for rank in Rank:
            line.append(*_cell(pen, summary, Card.make(rank, suit)))
        lines.append(line)
    return Text("\n").join(lines)


def _cell(pen: Pen, summary: BeliefSummary, card: Card) -> tuple[str, Style]:
    chance = summary.chances[card]
    if card not in summary.view.unseen:
        return ("   ●" if chance else "   ·"), Style(dim=not chance)
    text = f"{percent(chance).removesuffix('%'):>4}"
    if not pen.symbols:
        return text, Style()
    ground = (low + chance * (high - low) for low, high in zip(UNLIKELY, CERTAIN, strict=True))
    return text, Style(color="white", bgcolor=Color.from_rgb(*ground))


def _spread(summary: BeliefSummary) -> Text:
    """The spread of their deadwood in steps of ten, a bar each."""
    rows = [
        (f"{low:>2}–{low + 9:<2}" if low else " 0–9 ", low, low + 9) for low in range(0, 60, 10)
    ]
    rows.append(("60+  ", 60, 10_000))
    lines = []
    for label, low, high in rows:
        share = summary.at_most(high) - summary.at_most(low - 1)
        lines.append(f"  {label} {percent(share):>4} {'█' * round(40 * share)}")
    return Text("\n".join(lines))


def _show_turns(console: Console, pen: Pen, turn_evidence: list[TurnEvidence]) -> None:
    if not turn_evidence:
        console.print("\nThey have had no turns to look at.")
        return
    console.print("\nWhat each of their turns revealed (change of a chance in percentage points):")
    rows = (
        (
            str(turn_evidence.number),
            _turn(pen, turn_evidence),
            f"{points(turn_evidence.before.mean)} → {points(turn_evidence.after.mean)}",
            f"{percent(turn_evidence.before.can_knock)} → {percent(turn_evidence.after.can_knock)}",
            Text("  ").join(
                Text.assemble(pen.card(move.card), f" {percent_change(move.change)}")
                for move in turn_evidence.moves[:SHOWN]
            )
            or Text("nothing certain"),
        )
        for turn_evidence in turn_evidence
    )
    console.print(table("", "turn", "deadwood", "can knock", "cards", rows=rows))


def _turn(pen: Pen, turn_evidence: TurnEvidence) -> Text:
    top = pen.card(turn_evidence.top)
    if turn_evidence.event.turn is Turn.PASS:
        return Text.assemble("passes ", top)
    did = Text.assemble("takes ", top) if turn_evidence.event.turn is Turn.TAKE else Text("draws")
    if turn_evidence.event.discarded is None:
        return did
    return Text.assemble(did, ", discards ", pen.card(turn_evidence.event.discarded))
