"""All that must hold of a review, whatever the hand: what "review never fails" means.

The worlds are as few as a review takes: the figures are rough, but how they hang together does
not depend on that. Each check compares two things that were come by in different ways.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import isclose, isfinite

import msgspec

from analyzer.api.documents import encode
from analyzer.api.reviews import ReportJson, report_to_json
from analyzer.display.review.file import report_html
from analyzer.engine.objective import objective_of
from analyzer.engine.rollouts import candidates
from analyzer.engine.thresholds import grade
from analyzer.engine.types import Grade
from analyzer.notation.records import Record, decisions, format_record, parse_record
from analyzer.review import (
    Choice,
    LayOff,
    MomentKind,
    Report,
    ReviewSettings,
    read_report,
    review,
    write_report,
)
from analyzer.review.coach import Detail, explain, themes_of
from analyzer.review.journal import MemoryJournal
from analyzer.review.types import LEAST
from tests.oracles.texts import seen_by

FEWEST = ReviewSettings(worlds=LEAST, luck_worlds=LEAST)
EXACT = 1e-6
"""How far apart sums may be that are the same but for rounding."""
LEFT_OVER = re.compile(r"[{}]|\bNone\b|\bnan\b|\binf\b|\bTrue\b|\bFalse\b|  |\.\.|<|\bobject\b")
"""What a text has only if something was not filled in."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What the review of a record consisted of."""

    decisions: int
    lay_offs: int
    alone: int
    """Decisions judged once more with one hand known."""
    pages: int
    graded: Counter[Grade]


def check_review(made: Record, *, alone: int | None = None, page: bool = False) -> Reviewed:
    """Review a record and check what comes of it.

    With `alone` once more as that player knows it, and with `page` as a file of HTML too.
    Raises AssertionError, or whatever a review that fails raises.
    """
    journal = MemoryJournal()
    read = parse_record(format_record(made))
    report = review(read, settings=FEWEST, journal=journal, threads=1)
    assert not report.stopped and report.seats == (0, 1)
    check_entries(report, made)
    check_totals(report)
    check_balances(report, made)
    check_texts(report)
    check_documents(report)
    if page:
        check_page(report)
    again = 0 if alone is None else check_alone(made, alone, report, journal)
    lay_offs = sum(isinstance(one, LayOff) for one in report.entries)
    graded = Counter(one.verdict.grade for one in report.entries)
    return Reviewed(len(report.entries), lay_offs, again, int(page), graded)


# ---------------------------------------------------------------- entries


def check_entries(report: Report, made: Record) -> None:
    """Each decision of the record has its entry, and each entry hangs together."""
    for seat in report.seats:
        asked = [(one.turn, one.view, str(one.action)) for one in decisions(made, seat)]
        found = [
            (one.turn, one.view, str(one.found.played))
            for one in report.entries
            if isinstance(one, Choice) and one.seat == seat
        ]
        assert found == asked
    for entry in report.entries:
        verdict = entry.verdict
        assert isfinite(verdict.loss) and isfinite(verdict.se) and verdict.se >= 0
        assert (verdict.grade, verdict.close) == grade(verdict.loss, verdict.se)
        assert not verdict.forced or (verdict.loss == 0 and verdict.grade is Grade.BEST)
        assert not verdict.obvious or verdict.grade is Grade.BEST
        if isinstance(entry, LayOff):
            check_lay_off(entry, made)
        else:
            check_choice(entry)


def check_choice(entry: Choice) -> None:
    """All legal actions are there, best first, and the parts of the gap are the gap."""
    found, actions = entry.found, entry.found.actions
    names = [str(one.action) for one in actions]
    check_options(entry, set(names))
    assert entry.played.action == found.played and entry.as_good(entry.best.action)
    # one discard alone may be knocked with, and the cards still be laid out in two ways
    ways = {*candidates(entry.view), found.played}
    assert found.verdict.forced == (len(ways) == 1)
    assert actions[0].loss == 0 and actions[0].grade is Grade.BEST
    chances = objective_of(entry.view).chances
    assert all(isfinite(one.q) and one.loss >= 0 for one in actions)
    for one in actions:
        assert isclose(sum(share.p for share in one.outcomes.values()), 1, abs_tol=EXACT)
        inside = sum(share.p * share.points for share in one.outcomes.values())
        assert isclose(inside, one.q, abs_tol=EXACT)
        assert one.worlds >= LEAST and (one.match is None) == (chances is None)
    check_gap(entry)
    if found.drawn is not None:
        assert isfinite(found.drawn.luck) and found.drawn.card in entry.view.unseen


def check_options(entry: Choice, judged: set[str]) -> None:
    """All legal actions were judged, but for a knock with a hand that could go gin as well."""
    legal = {str(action) for action in entry.view.legal_actions()}
    assert judged <= legal
    assert all(name.replace("knock", "gin") in judged for name in legal - judged)
    options = entry.options
    assert {str(action) for action in options} == judged and len(options) == len(judged)
    right = [action for action in options if entry.as_good(action)]
    assert str(entry.best.action) in map(str, right)


def check_gap(entry: Choice) -> None:
    """What the endings contribute adds up to what the best is worth more than the played."""
    found = entry.found
    assert (found.in_points is None) == (found.played == entry.best.action)
    if found.in_points is None:
        assert not found.gap and found.fed is None
        return
    ahead = entry.best.q - entry.played.q
    assert isclose(found.in_points.points, ahead, abs_tol=EXACT)
    gap = sum(part.points for part in found.gap.values())
    assert isclose(gap, entry.played.loss, abs_tol=EXACT)
    if objective_of(entry.view).chances is None:
        assert isclose(gap, ahead, abs_tol=EXACT)


def check_lay_off(entry: LayOff, made: Record) -> None:
    """It is the defender's, and the best leaves no more than what was laid down."""
    assert made.knocker == 1 - entry.seat
    assert entry.best.points <= entry.played.points and entry.verdict.loss >= -EXACT
    assert (entry.best.points == entry.played.points) <= (abs(entry.verdict.loss) < EXACT)
    assert entry.verdict.decided and entry.verdict.se == 0


# ---------------------------------------------------------------- sums


def check_totals(report: Report) -> None:
    """The totals, the line and the key moments are those of the entries."""
    for seat in report.seats:
        mine = {at: one for at, one in enumerate(report.entries) if one.seat == seat}
        totals = report.totals[seat]
        counting = [one for one in mine.values() if one.verdict.counts]
        assert totals.decisions == len(mine)
        assert totals.forced + totals.obvious + len(counting) == len(mine)
        assert sum(totals.grades.values()) == totals.overall.decisions == len(counting)
        assert sum(rate.decisions for rate in totals.by_kind.values()) == len(counting)
        lost = sum(one.verdict.loss for one in counting)
        assert isclose(totals.overall.lost, lost, abs_tol=EXACT)
        assert (totals.accuracy is None) == (not counting)
        assert totals.accuracy is None or 0 < totals.accuracy <= 100
        line = report.timeline[seat]
        told = [at for at, one in mine.items()
                if isinstance(one, Choice) or not one.verdict.forced]  # fmt: skip
        assert [mark.entry for mark in line] == told
        assert all(mine[mark.entry].verdict.grade is mark.grade for mark in line)
        check_moments(report, seat)


def check_moments(report: Report, seat: int) -> None:
    """At most three, the costliest errors of that player first among them."""
    moments = report.moments[seat]
    assert len(moments) <= 3
    errors = sorted(
        (one.verdict.loss for one in report.entries
         if one.seat == seat and one.verdict.grade is not Grade.BEST), reverse=True,
    )  # fmt: skip
    told = sorted((-one.points for one in moments if one.kind is MomentKind.ERROR), reverse=True)
    assert told == errors[:3]
    assert all(report.entries[one.entry].seat == seat for one in moments)


def check_balances(report: Report, made: Record) -> None:
    """Result = luck + skill + the opponent's errors, and what one loses the other gains."""
    (hand,) = report.hands
    dealt_out = made.result is not None and bool(made.turns)
    assert set(hand.balances) == ({0, 1} if dealt_out else set())
    for seat, one in hand.balances.items():
        lost = sum(entry.verdict.loss for entry in hand.entries if entry.seat == seat)
        assert one.errors is not None and isclose(one.skill, -lost, abs_tol=EXACT)
        assert isclose(one.luck.total + one.skill + one.errors, one.result, abs_tol=EXACT)
        other = hand.balances[1 - seat]
        assert isclose(one.errors, -other.skill, abs_tol=EXACT)
        assert isclose(one.result, -other.result, abs_tol=EXACT)
        assert one.luck.theirs is not None
        assert isclose(one.luck.mine, -(other.luck.theirs or 0.0), abs_tol=EXACT)
        assert isclose(one.luck.hidden, -other.luck.hidden, abs_tol=EXACT)
        if made.score is None:
            assert made.result is not None
            won = made.result.winner
            sign = 0 if won is None else 1 if won == seat else -1
            assert one.result == sign * made.result.points


# ---------------------------------------------------------------- words and documents


def check_texts(report: Report) -> None:
    """There is something to say of each entry at each depth, with nothing left to fill in."""
    for entry in report.entries:
        short, long, full = (explain(entry, depth) for depth in Detail)
        for found in (short, long, full):
            text = found.text()
            assert text.endswith(".") and not LEFT_OVER.search(text), text
        assert short.sentences == long.sentences[: len(short.sentences)]
        assert long.sentences == full.sentences
        assert full.themes == themes_of(entry)


def check_documents(report: Report) -> None:
    """The report is read back as it was written, and its document is one of its schema."""
    assert read_report(write_report(report)) == report
    document = report_to_json(report)
    assert msgspec.json.decode(encode(document), type=ReportJson) == document
    (hand,) = document.hands
    assert parse_record(hand.record) == report.hands[0].record


def check_page(report: Report) -> None:
    """The file has each entry once and nothing that was to be filled in."""
    html = report_html(report)
    for at in range(len(report.entries)):
        assert html.count(f'id="e{at}"') == 1
    assert html.rstrip().endswith("</html>")
    assert not re.search(r"\{[{%#]|[%#}]\}|>\s*(?:None|nan|inf)\s*<", html)


# ---------------------------------------------------------------- one hand known


def check_alone(made: Record, seat: int, full: Report, journal: MemoryJournal) -> int:
    """As one player knows the hand it is judged alike; how many decisions that were."""
    masked = parse_record(format_record(seen_by(made, seat)))
    report = review(masked, settings=FEWEST, journal=journal, threads=1)
    assert report.seats == (seat,)
    assert report.entries == tuple(one for one in full.entries if one.seat == seat)
    check_totals(report)
    check_documents(report)
    (hand,) = report.hands
    choices = [one for one in report.entries if isinstance(one, Choice)]
    assert set(hand.balances) == ({seat} if made.result is not None and choices else set())
    for one in hand.balances.values():
        assert one.errors is None and one.luck.theirs is None
        assert isclose(one.luck.total + one.skill, one.result, abs_tol=EXACT)
    return len(report.entries)
