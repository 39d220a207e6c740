"""The command `puzzle`: today's, any by its id, and decks of them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click
from rich.console import Console

from analyzer.cli.bars import counting_bar
from analyzer.cli.common import FILE, JSON, answer
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.practice.puzzles import pack, schedule
from analyzer.practice.puzzles.explain import worth
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.practice.puzzles.words import KINDS, hints_of, prompt_of, rating_text
from analyzer.resources import write_whole

ANSWER = click.option("--answer", "with_answer", is_flag=True, help="Show the answer too.")


@click.group()
def puzzle() -> None:
    """The puzzle of the day, any other by its id, and decks for Anki."""


@puzzle.command("today")
@click.option("--date", "day", metavar="DAY", help="A day other than today, such as 2026-03-01.")
@ANSWER
@JSON
def _today(day: str | None, with_answer: bool, as_json: bool) -> None:
    """The puzzle of the day."""
    wanted = date.today() if day is None else day_in(day, "--date")
    puzzle = schedule.shipped_schedule().on(wanted)
    if puzzle is None:
        raise InputError(
            f"there is no puzzle for {wanted}", where="--date", hint="give another day"
        )
    _tell(_puzzle(puzzle), with_answer, as_json, wanted)


@puzzle.command("show")
@click.argument("id_", metavar="ID")
@ANSWER
@JSON
def _show_by_id(id_: str, with_answer: bool, as_json: bool) -> None:
    """A puzzle by its id."""
    _tell(_puzzle(id_), with_answer, as_json, schedule.shipped_schedule().day_of(id_))


def day_in(text: str, where: str) -> date:
    """The date that a text is; InputError for another text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"`{text}` is not a date", where=where, hint="write 2026-03-01") from None


def _puzzle(id_: str) -> Puzzle:
    puzzle = pack.shipped().get(id_)
    if puzzle is None:
        raise InputError(f"there is no puzzle `{id_}`", where="id", hint="see `puzzle today`")
    return puzzle


def _tell(puzzle: Puzzle, with_answer: bool, as_json: bool, day: date | None) -> None:
    document = _told(puzzle, day) | ({"answer": puzzle} if with_answer else {})
    answer(as_json, document, lambda console: _show(console, puzzle, with_answer, day))


def _told(puzzle: Puzzle, day: date | None) -> dict[str, object]:
    """Return what may be told before an answer."""
    return {
        "id": puzzle.id,
        "day": None if day is None else day.isoformat(),
        "kind": puzzle.kind,
        "rating": puzzle.rating.rating,
        "steps": [
            {
                "prompt": prompt_of(step),
                "view": step.view,
                "spread": list(step.spread),
                "options": sorted(option.answer for option in step.options),
                "hints": list(hints_of(step)),
            }
            # Later views show what was best before: they are told with the answer.
            for step in puzzle.steps[:1]
        ],
        "more_steps": len(puzzle.steps) - 1,
    }


def _show(console: Console, puzzle: Puzzle, with_answer: bool, day: date | None) -> None:
    when = "" if day is None else f" of {day}"
    console.print(
        f"{KINDS[puzzle.kind]}: puzzle {puzzle.id}{when}, rated {rating_text(puzzle.rating)}"
    )
    for step in puzzle.steps if with_answer else puzzle.steps[:1]:
        console.print()
        console.print(step.view)
        if step.spread:
            console.print(f"their knock: {' / '.join(step.spread)} | {step.deadwood}")
        console.print(prompt_of(step))
        if with_answer:
            rows = ((option.answer, *worth(step, option.answer)) for option in step.options)
            head = ("answer", "worth", "behind", "±")
            console.print(table(*head, rows=rows, right=head[1:]))
        else:
            for name in sorted(option.answer for option in step.options):
                console.print(f"  {name}")
    if not with_answer and len(puzzle.steps) > 1:
        console.print(f"Then the hand goes on: {len(puzzle.steps)} steps in all.")


@puzzle.command("export")
@click.option(
    "--anki", "deck", type=FILE, required=True, help="The file to write, such as puzzles.apkg."
)
@click.option(
    "--kind", type=click.Choice([*map(str, PuzzleKind)]), help="Puzzles of this kind only."
)
@click.option("--most", type=click.IntRange(1), default=100, help="Puzzles; default 100.")
@JSON
def _export(deck: Path, kind: str | None, most: int, as_json: bool) -> None:
    """Puzzles as a deck for Anki, easy to hard: the table in front, answer and reason behind.

    What was exported before replaces its note. Needs the extra `anki`.
    """
    from analyzer.display import anki  # noqa: PLC0415  # and all that explains

    fitting = [puzzle for puzzle in pack.shipped().values() if kind in {None, puzzle.kind}]
    fitting.sort(key=lambda puzzle: (puzzle.rating.rating, puzzle.id))
    chosen = fitting[:: max(1, len(fitting) // most)][:most]
    anki.check_can_export()
    with counting_bar("export") as progress:
        cards = list[anki.Flashcard]()
        for done, puzzle in enumerate(chosen, 1):
            cards += anki.cards_of_puzzle(puzzle)
            progress(done, len(chosen))
    write_whole(deck, anki.anki_deck(cards))
    document = {"file": str(deck), "puzzles": len(chosen), "notes": len(cards)}
    answer(as_json, document, lambda console: show_counts(console, document))


def show_counts(console: Console, document: dict[str, object]) -> None:
    """Print a document of counts, a line each."""
    for what, value in document.items():
        console.print(f"{what}: {value}")
