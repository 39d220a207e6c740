"""The command `review`: a hand or a match, decision by decision."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from analyzer.api.records import match_under
from analyzer.api.reviews import report_to_json
from analyzer.cli.bars import spinning_bar
from analyzer.cli.chunks import jobs_of
from analyzer.cli.common import CLUSTER, FILE, SEED, THREADS, answer, shared, text_or_stdin
from analyzer.cli.draw import Pen, table
from analyzer.cli.ending import asked_to_end
from analyzer.display.review.file import report_html
from analyzer.display.review.words import gaps_of, lost_in_words, totals_in_words
from analyzer.engine.types import Grade
from analyzer.engine.unit import Unit
from analyzer.errors import InputError
from analyzer.notation.numbers import DASH
from analyzer.notation.records import Match
from analyzer.resources import write_whole
from analyzer.review import (
    Balance,
    Choice,
    Entry,
    FileJournal,
    KeyMoment,
    LayOff,
    Report,
    ReviewSettings,
    review,
)
from analyzer.review.coach import Detail, explain
from analyzer.review.types import AROUND, LEAST, MomentKind

DEFAULTS = ReviewSettings()

LEGEND = (
    "Lost and luck are in points, at a score in percentage points of the match, ± the 95%\n"
    "interval; a class with a question mark may be one worse, one with a star is not settled\n"
    "by its interval."
)


@click.command("review")
@click.argument("record", nargs=-1)
@click.option("--seat", type=click.IntRange(1, 4), help="Show this player only.")
@click.option(
    "--worlds",
    type=click.IntRange(LEAST, 10_000_000),
    help=f"Most worlds per decision; default {DEFAULTS.worlds:,}, in the other games {AROUND}.",
)
@SEED
@click.option("--opponent", metavar="MODEL", default=DEFAULTS.opponent, help="The opponent model.")
@THREADS
@CLUSTER
@click.option(
    "--journal",
    type=FILE,
    help="A file that keeps decisions as they are judged; a review continues from there.",
)
@click.option("--html", type=FILE, help="A file to write the report to: one self-contained page.")
@shared
def review_(
    record: tuple[str, ...],
    seat: int | None,
    worlds: int | None,
    seed: int,
    opponent: str,
    threads: int | None,
    cluster: str | None,
    journal: Path | None,
    html: Path | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Review RECORD: what each decision cost, and what was luck.

    RECORD is a hand or a match in any form that `convert` reads: a text, a file, or - for
    standard input. Every player whose cards are known is reviewed; the opponent's errors are
    told from luck only where both are. A hand of one of the other games (`[Game "mahjong"]`) is
    judged by greedy playouts. Ctrl-C ends it and shows what is done. The report to a
    number of worlds depends on record, seed and opponent alone.
    """
    match = match_under(text_or_stdin(record, "record"), rules, where="--rules")
    settings = ReviewSettings.of(match.rules, worlds, seed, opponent)
    _check(match, seat)
    if html is not None:
        _try_to_write(html)
    report = _reviewed(match, settings, threads or os.cpu_count() or 1, cluster, journal)
    shown = report.seats if seat is None else (seat - 1,)
    if html is not None:
        write_whole(html, report_html(report, shown).encode())
    answer(as_json, report_to_json(report, shown), lambda console: _show(console, report, shown))


def _reviewed(
    match: Match, settings: ReviewSettings, threads: int, cluster: str | None, journal: Path | None
) -> Report:
    """The report of a match, as far as it gets before Ctrl-C, with a bar meanwhile."""
    shared_out = nullcontext() if cluster is None else jobs_of(1, cluster, None)
    with asked_to_end() as ended, spinning_bar() as tell, shared_out as jobs:
        return review(
            match,
            settings=settings,
            journal=None if journal is None else _journal(journal),
            progress=lambda so_far: tell(
                f"{so_far.done} of {so_far.all} decisions", so_far.done, so_far.all
            ),
            stop=ended.is_set,
            threads=threads,
            jobs=jobs,
        )


@contextmanager
def _writing(path: Path, where: str) -> Iterator[None]:
    """Tell that a file cannot be written as a slip in the option that names it."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"`{path}` cannot be written ({error.strerror})",
            where=where, hint="name a file in a folder that exists",
        ) from None  # fmt: skip


def _journal(path: Path) -> FileJournal:
    with _writing(path, "--journal"):
        return FileJournal(path)


def _try_to_write(path: Path) -> None:
    """See that the report can be written before the work, not after it; nothing stays of that."""
    there = path.exists()
    with _writing(path, "--html"):
        path.open("ab").close()
        if not there:
            path.unlink()


def _check(match: Match, seat: int | None) -> None:
    players = min((len(hand.holders()) for hand in match.hands), default=0)
    if seat is not None and seat > players:
        raise InputError(
            f"there is no player {seat}", where="--seat", hint=f"players are 1 to {players}"
        )
    if seat is not None and not all(hand.holders()[seat - 1] for hand in match.hands):
        raise InputError(
            f"the hand of player {seat} is not known",
            where="--seat",
            hint="only a player whose cards are known can be reviewed",
        )


def _show(console: Console, report: Report, seats: tuple[int, ...]) -> None:
    """The summary of each seat first, then the entries."""
    pen = Pen(console)
    for seat in seats:
        _summary(console, pen, report, seat)
    _entries(console, pen, report, seats)
    _gaps(console, report, seats)
    settings = report.settings
    stopped = ", stopped" if report.stopped else ""
    console.print(
        f"up to {settings.worlds:,} worlds a decision{stopped}, seed {settings.seed}, opponent "
        f"{settings.opponent}, engine {report.engine}, {report.thresholds}, {report.version}"
    )
    console.print(LEGEND)


def _gaps(console: Console, report: Report, seats: tuple[int, ...]) -> None:
    """Show what is not judged, and what was guessed."""
    gaps = gaps_of(report, seats)
    if gaps is None:
        return
    if gaps.headline:
        console.print(f"{gaps.headline}:")
    for line in gaps.unjudged:
        console.print(f"  {line}")
    for line in gaps.guessed:
        console.print(f"guessed: {line}", highlight=False)


def _summary(console: Console, pen: Pen, report: Report, seat: int) -> None:
    totals = report.totals[seat]
    names = report.hands[0].record.players
    name = names[seat] or f"Player {seat + 1}"
    console.print(Text(name, style="bold"), f"· {totals_in_words(totals)}")
    if totals.balance is not None:
        for line in _balance(totals.balance, report.unit):
            console.print(f"  {line}")
    for moment in report.moments[seat]:
        console.print("  ", _moment(pen, report, moment), sep="")
    console.print()


def _balance(balance: Balance, unit: Unit) -> Iterator[str]:
    luck, errors = balance.luck, balance.errors
    parts = [
        ("luck", luck.cards),
        (
            "what nobody could see" if errors is not None else "what they drew, did and held",
            luck.hidden,
        ),
        ("better than routine play", luck.yardstick),
        ("own errors", balance.skill),
        ("their errors", errors),
    ]
    yield f"result {unit.signed(balance.result)} = {' + '.join(_parts(parts, unit))}"
    drawn = [
        ("deal", luck.seat + luck.deal), ("own draws", luck.mine), ("their draws", luck.theirs)
    ]  # fmt: skip
    yield f"luck: {', '.join(_parts(drawn, unit))}"


def _parts(parts: Sequence[tuple[str, float | None]], unit: Unit) -> list[str]:
    return [f"{name} {unit.signed(part)}" for name, part in parts if part is not None]


def _moment(pen: Pen, report: Report, moment: KeyMoment) -> Text:
    entry = report.entries[moment.entry]
    where = _place(report, entry)
    if moment.kind is MomentKind.LUCK and isinstance(entry, Choice):
        drawn = entry.found.drawn
        card = pen.card(drawn.card) if drawn is not None else Text(DASH)
        luck = entry.unit.signed(moment.points)
        return Text.assemble(f"{where}: drew ", card, f", {luck} by luck")
    text = explain(entry, Detail.SENTENCE).text(lambda card: pen.card(card).plain)
    return Text(f"{where}: {text}")


def _place(report: Report, entry: Entry) -> str:
    turn = f"turn {entry.turn + 1}"
    return turn if len(report.hands) == 1 else f"hand {entry.hand + 1}, {turn}"


def _entries(console: Console, pen: Pen, report: Report, seats: tuple[int, ...]) -> None:
    right = ["lost", "luck"]
    columns = ["turn", "player", "played", "best", "lost", "class", "luck", "why"]
    many = len(report.hands) > 1
    rows = table(*columns, right=right)
    for entry in report.entries:
        if entry.seat in seats and not entry.verdict.forced:
            place = f"{entry.hand + 1}.{entry.turn + 1}" if many else f"{entry.turn + 1}"
            rows.add_row(place, f"{entry.seat + 1}", *_cells(pen, entry))
    console.print(rows)


def _cells(pen: Pen, entry: Entry) -> list[str | Text]:
    verdict = entry.verdict
    lost = lost_in_words(entry) if verdict.grade is not Grade.BEST else ""
    mark = "?" if verdict.close else "" if verdict.decided else "*"
    grade = f"{verdict.grade}{mark}"
    if isinstance(entry, LayOff):
        return ["lay off", f"{entry.best.points} left", lost, grade, "", _why(pen, entry)]
    drawn = entry.found.drawn
    luck: str | Text = ""
    if drawn is not None:
        luck = Text.assemble(pen.card(drawn.card), f" {entry.unit.signed(drawn.luck)}")
    best = DASH if entry.found.played in entry.tied else pen.action(str(entry.best.action))
    return [pen.action(str(entry.found.played)), best, lost, grade, luck, _why(pen, entry)]


def _why(pen: Pen, entry: Entry) -> str:
    """The reason alone; what it cost stands beside it."""
    if entry.verdict.grade is Grade.BEST:
        return ""
    explanation = explain(entry, Detail.SENTENCE)
    reason = (
        explanation
        if len(explanation.sentences) == 1
        else replace(explanation, sentences=explanation.sentences[1:])
    )
    return reason.text(lambda card: pen.card(card).plain)
