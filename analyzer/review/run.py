"""The review of a hand or match: every decision judged, then summed up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from analyzer.engine.general import GREEDY
from analyzer.engine.opponents import opponent_named
from analyzer.engine.play import DEFAULT as PLAYED
from analyzer.engine.search import ENGINE_VERSION, never
from analyzer.engine.thresholds import VERSION as THRESHOLDS
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.jobs import Jobs, Stopped
from analyzer.notation.records import Decision, Match, Record, decisions
from analyzer.review._luck import balance_own, balances_full
from analyzer.review._totals import moments_of, timeline_of, totals_of
from analyzer.review.journal import Journal, MemoryJournal, key_of
from analyzer.review.judging import judge, judge_lay_off
from analyzer.review.kinds import kind_of
from analyzer.review.types import (
    Balance,
    Choice,
    Entry,
    Finding,
    HandReport,
    Report,
    ReviewSettings,
)

BOTH: Final = (0, 1)


@dataclass(frozen=True, slots=True)
class DecisionTask:
    """One decision that is to be judged."""

    hand: int
    seat: int
    decision: Decision
    drawn: Card | None

    def key(self, settings: ReviewSettings) -> str:
        """Its key in a journal."""
        return key_of(self.decision.view, self.decision.action, settings, self.drawn)

    def choice(self, finding: Finding) -> Choice:
        """The entry of what was found."""
        view = self.decision.view
        return Choice(self.hand, self.decision.turn, self.seat, kind_of(view), view, finding)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The progress of a review."""

    done: int
    all: int
    entry: Choice
    """The decision that was just judged; they come in any order."""


def review(
    played: Record | Match, *,
    seats: Sequence[int] | None = None, settings: ReviewSettings | None = None,
    journal: Journal | None = None, threads: int = 2, jobs: Jobs | None = None,
    progress: Callable[[ReviewProgress], None] = lambda progress: None,
    stop: Callable[[], bool] = never,
) -> Report:  # fmt: skip
    """Judge every decision of some players, and sum up.

    `seats` are players from 0, those whose hand is known if not given; luck is told from the
    opponent's errors only where both of two are reviewed, and not at all where several play.
    What `journal` has is not judged again. The decisions are shared out over threads, or with
    `jobs` over processes or a cluster. `progress` is called after each decision, from this
    thread; when `stop` says so the report has what is done by then. The report depends on the
    record, the seats and the settings alone. Raises InputError for a seat without a known hand in
    every hand of the match, for an unknown opponent, and for a score at which the match is over.

    >>> from analyzer.notation.records import parse_record
    >>> record = parse_record('''
    ... [Rules "eaai"]
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]
    ... [Hand2 "?"]
    ... [Dealer "2"]
    ... [Upcard "9d"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
    ... ''')
    >>> report = review(record, settings=ReviewSettings(worlds=512))
    >>> [(entry.kind.value, entry.verdict.grade.value) for entry in report.entries]
    [('upcard', 'best'), ('knock', 'best')]
    """
    hands = _hands_of(played)
    chosen, settings = seats_of(played, seats), settled(settings, hands[0].rules)
    tasks = tasks_of(played, chosen)
    kept = MemoryJournal() if journal is None else journal
    findings = _findings(tasks, settings, kept, progress, stop, threads if jobs is None else jobs)
    return report_of(
        hands, chosen, tasks, findings, settings,
        lambda number, entries: _balances(hands[number], entries, chosen, settings),
    )  # fmt: skip


def settled(settings: ReviewSettings | None, rules: Rules) -> ReviewSettings:
    """The settings of a review under some rules, the usual ones if not given.

    Where several play everybody plays on greedily. Raises InputError for an opponent that isn't
    known, or not there.
    """
    settings = settings or ReviewSettings.of(rules)
    if rules.two_handed:
        opponent_named(settings.opponent)
        return settings
    if settings.opponent not in {PLAYED.name, GREEDY}:
        raise InputError(
            f"the opponent `{settings.opponent}` is for two players without jokers",
            where="opponent", hint="leave it out",
        )  # fmt: skip
    return replace(settings, opponent=GREEDY)


def report_of(
    hands: Sequence[Record],
    seats: tuple[int, ...],
    tasks: Sequence[DecisionTask],
    findings: Mapping[int, Finding],
    settings: ReviewSettings,
    balances: Callable[[int, Sequence[Entry]], Mapping[int, Balance]],
) -> Report:
    """The report of what was found so far, by place of the task.

    `balances` are those of a hand whose entries are all there.
    """
    reports = tuple(
        _hand(hand, number, seats, tasks, findings, balances) for number, hand in enumerate(hands)
    )
    entries = [entry for hand in reports for entry in hand.entries]
    return Report(
        hands=reports,
        seats=seats,
        totals={seat: totals_of(reports, seat) for seat in seats},
        moments={seat: moments_of(entries, seat) for seat in seats},
        timeline={seat: timeline_of(entries, seat) for seat in seats},
        settings=settings,
        engine=ENGINE_VERSION,
        thresholds=THRESHOLDS,
        stopped=len(findings) < len(tasks),
    )


def _hands_of(played: Record | Match) -> tuple[Record, ...]:
    """The hands of a match, or a hand alone."""
    return played.hands if isinstance(played, Match) else (played,)


def tasks_of(played: Record | Match, seats: Sequence[int]) -> list[DecisionTask]:
    """The decisions of some players that the engine judges, in order of play."""
    return [
        task
        for number, hand in enumerate(_hands_of(played))
        for task in _tasks(hand, number, seats)
    ]


def seats_of(played: Record | Match, seats: Sequence[int] | None = None) -> tuple[int, ...]:
    """The players that a review is about: those asked for, or all whose hands are known.

    Raises InputError for one whose hand is not known in every hand of the match.
    """
    hands = _hands_of(played)
    players = range(hands[0].rules.players)
    known = tuple(seat for seat in players if all(hand.holders()[seat] for hand in hands))
    if seats is None and not known:
        raise InputError(
            "no hand is known", where="record", hint="give the cards dealt to a player"
        )
    for seat in seats or ():
        if seat not in known:
            raise InputError(
                f"the hand of player {seat + 1} is not known",
                where="seat",
                hint="only a player whose cards are known can be reviewed",
            )
    return known if seats is None else tuple(sorted(set(seats)))


def _tasks(record: Record, number: int, seats: Sequence[int]) -> Iterator[DecisionTask]:
    """The decisions of some seats in a hand, in order of play."""
    pairs = [(seat, decision) for seat in seats for decision in decisions(record, seat)]
    for seat, decision in sorted(pairs, key=lambda pair: pair[1].turn):
        drew = decision.action.kind is Kind.DRAW
        card = record.turns[decision.turn].card if drew else None
        yield DecisionTask(number, seat, decision, card)


def _findings(
    tasks: Sequence[DecisionTask],
    settings: ReviewSettings,
    journal: Journal,
    progress: Callable[[ReviewProgress], None],
    stop: Callable[[], bool],
    workers: int | Jobs,
) -> dict[int, Finding]:
    """Return what was found, by place of the task; not all where the review was stopped."""
    if not isinstance(workers, int):
        return _shared_out(tasks, settings, journal, progress, stop, workers)

    def judged(task: DecisionTask) -> Finding | None:
        if stop():
            return None
        key = task.key(settings)
        known = journal.get(key)
        if known is None:
            with suppress(Stopped):
                known = _judged(settings, task, stop)
                journal.put(key, known)
        return known

    findings: dict[int, Finding] = {}
    with ThreadPoolExecutor(workers, thread_name_prefix="review") as pool:
        futures = {pool.submit(judged, task): place for place, task in enumerate(tasks)}
        try:
            for future in as_completed(futures):
                place, finding = futures[future], future.result()
                if finding is not None:
                    findings[place] = finding
                    entry = tasks[place].choice(finding)
                    progress(ReviewProgress(len(findings), len(tasks), entry))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return findings


def _judged(
    settings: ReviewSettings, task: DecisionTask, stop: Callable[[], bool] = never
) -> Finding:
    return judge(task.decision.view, task.decision.action, settings, task.drawn, stop)


def _shared_out(
    tasks: Sequence[DecisionTask],
    settings: ReviewSettings,
    journal: Journal,
    progress: Callable[[ReviewProgress], None],
    stop: Callable[[], bool],
    jobs: Jobs,
) -> dict[int, Finding]:
    """As `_findings`, by whoever works for `jobs`."""
    findings: dict[int, Finding] = {}
    keys = [task.key(settings) for task in tasks]

    def tell(place: int, finding: Finding) -> None:
        findings[place] = finding
        progress(ReviewProgress(len(findings), len(tasks), tasks[place].choice(finding)))

    for place, key in enumerate(keys):
        if (known := journal.get(key)) is not None:
            tell(place, known)
    left = [place for place in range(len(tasks)) if place not in findings]

    def keep(number: int, finding: Finding) -> None:
        journal.put(keys[left[number]], finding)
        tell(left[number], finding)

    with suppress(Stopped):
        jobs.run(partial(_judged, settings), [tasks[place] for place in left], stop=stop, each=keep)
    return findings


def _hand(
    record: Record,
    number: int,
    seats: tuple[int, ...],
    tasks: Sequence[DecisionTask],
    findings: Mapping[int, Finding],
    balances: Callable[[int, Sequence[Entry]], Mapping[int, Balance]],
) -> HandReport:
    mine = [place for place, task in enumerate(tasks) if task.hand == number]
    entries: list[Entry] = [
        tasks[place].choice(findings[place]) for place in mine if place in findings
    ]
    complete = len(entries) == len(mine)
    last = judge_lay_off(record, number)
    if complete and last is not None and last.seat in seats:
        entries.append(last)
    return HandReport(record, tuple(entries), balances(number, entries) if complete else {})


def _balances(
    record: Record, entries: Sequence[Entry], seats: tuple[int, ...], settings: ReviewSettings
) -> dict[int, Balance]:
    if record.has_gaps or not record.rules.two_handed:
        return {}  # what was not judged would count as luck
    if record.full and seats == BOTH:
        return balances_full(record, entries, settings.luck_worlds, settings.seed)
    own = {seat: balance_own(record, entries, seat) for seat in seats}
    return {seat: balance for seat, balance in own.items() if balance is not None}
