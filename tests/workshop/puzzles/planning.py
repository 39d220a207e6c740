"""Days to come given a puzzle each.

New days are added behind the last one, and of days to come those are given another puzzle whose own
has been retired. Mondays are easy and Sundays hard, no two days running share a kind or a theme,
and the obvious move is right in about three of ten days of each kind.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from analyzer.errors import InputError
from analyzer.practice.puzzles.retired import Retired, RetiredPuzzle
from analyzer.practice.puzzles.schedule import FIRST, Schedule
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind, tempting

AHEAD: Final = 400
"""Days that must lie ahead."""


WEEK: Final = 7


WINDOW: Final = 1 / 14
"""The distance of a puzzle from the difficulty of its weekday, as a share of all puzzles."""


OBVIOUS: Final = 0.3
"""Share of the days of a kind on which the obvious move is right."""


def format_schedule(schedule: Schedule) -> str:
    """The text of a schedule; `parse_schedule` reads it back."""
    return "".join(
        f"{day.isoformat()} {text}\n" for day, text in zip(schedule.days, schedule.ids, strict=True)
    )


def tempts(puzzle: Puzzle) -> bool:
    """True if a player could well go wrong in one of the steps of a puzzle."""
    return any(tempting(step.baselines, step.best) for step in puzzle.steps)


def extended(
    schedule: Schedule, puzzles: Sequence[Puzzle], until: date, known: Mapping[str, Puzzle]
) -> Schedule:
    """The schedule with days added up to `until`, each with a puzzle that no day has had.

    A day gets a puzzle that tempts; the others are for beginners who look for them. `known` has
    all puzzles that were scheduled before. What is there stays as it is. Raises InputError where
    the puzzles do not suffice.
    """
    ids = list(schedule.ids)
    plan = _Plan(_free(puzzles, ids))
    last_place = {known[ident].kind: place for place, ident in enumerate(ids) if ident in known}
    last = known.get(ids[-1]) if ids else None
    for place in range(len(ids), (until - FIRST).days + 1):
        day = FIRST + timedelta(place)
        waited = {kind: place - last_place.get(kind, -1) for kind in PuzzleKind}
        last = plan.take(day, [] if last is None else [last], waited)
        last_place[last.kind] = place
        ids.append(last.id)
    return Schedule(tuple(ids))


def mended(
    schedule: Schedule,
    retired: Collection[str],
    today: date,
    puzzles: Sequence[Puzzle],
    known: Mapping[str, Puzzle],
) -> Schedule:
    """The schedule with another puzzle on each day after `today` whose own is `retired`.

    It is of the same kind where there is one, as hard as its weekday wants, and unlike those of
    the days around it. Days up to `today` stay as they are. Raises InputError where no puzzle is
    left.
    """
    ids = list(schedule.ids)
    plan = _Plan(_free([puzzle for puzzle in puzzles if puzzle.id not in retired], ids))
    for place in range(max(0, (today - FIRST).days + 1), len(ids)):
        if ids[place] in retired:
            beside = ids[max(0, place - 1) : place + 2 : 2]
            around = [known[ident] for ident in beside if ident in known]
            gone = known.get(ids[place])
            waited = {
                kind: 1 + 99 * (gone is not None and kind is gone.kind) for kind in PuzzleKind
            }
            ids[place] = plan.take(FIRST + timedelta(place), around, waited).id
    return Schedule(tuple(ids))


def _free(puzzles: Sequence[Puzzle], used: Sequence[str]) -> list[Puzzle]:
    """Those that a day may still get: they tempt; but of lay-offs the mine keeps some in which the
    obvious answer is right, so that not every one is a trap."""
    gone = set(used)
    return [
        puzzle
        for puzzle in puzzles
        if puzzle.id not in gone
        and (tempts(puzzle) or (puzzle.kind is PuzzleKind.LAY_OFF and puzzle.obvious))
    ]


def _hardness(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """The rank of each puzzle's rating among all, 0 to 1."""
    order = sorted(puzzles, key=lambda puzzle: (puzzle.rating.rating, _mixed(puzzle.id)))
    return {puzzle.id: (place + 0.5) / len(order) for place, puzzle in enumerate(order)}


def _mixed(text: str) -> str:
    """Something that depends on a text without an order that one could see."""
    return hashlib.sha256(text.encode()).hexdigest()


class _Plan:
    """The puzzles that are left for days to come, and how the days given so far were."""

    def __init__(self, free: list[Puzzle]) -> None:
        self._free = free
        self._hardness = _hardness(free)
        self._given: Counter[PuzzleKind] = Counter()
        self._obvious: Counter[PuzzleKind] = Counter()

    def take(self, day: date, around: Sequence[Puzzle], waited: Mapping[PuzzleKind, int]) -> Puzzle:
        """One about as hard as its weekday wants, unlike those `around` it, of a kind of which
        many are left or that has `waited` long: so that kinds change, and none is used up before
        the others. It is no longer free then."""
        fitting = [own for own in self._free if not any(_alike(own, other) for other in around)]
        if not fitting:
            raise InputError(
                f"no puzzle is left for {day}", where="until", hint="mine more of them"
            )
        taken = self._best(day, fitting, waited)
        self._free.remove(taken)
        self._given[taken.kind] += 1
        self._obvious[taken.kind] += taken.obvious
        return taken

    def _best(
        self, day: date, fitting: Sequence[Puzzle], waited: Mapping[PuzzleKind, int]
    ) -> Puzzle:
        wanted = (day.weekday() + 0.5) / WEEK
        in_turn = [puzzle for puzzle in fitting if self._is_turn_of(puzzle)]
        far = {puzzle.id: abs(self._hardness[puzzle.id] - wanted) for puzzle in fitting}
        near = [puzzle for puzzle in in_turn if far[puzzle.id] <= WINDOW]
        if not near:
            return min(in_turn or fitting, key=lambda puzzle: (far[puzzle.id], _mixed(puzzle.id)))
        plenty = Counter(puzzle.kind for puzzle in self._free)
        due = {kind: plenty[kind] * waited[kind] for kind in plenty}
        return min(near, key=lambda puzzle: (-due[puzzle.kind], _mixed(puzzle.id)))

    def _is_turn_of(self, puzzle: Puzzle) -> bool:
        """True if the share of obvious ones of its kind asks for one like this."""
        kind = puzzle.kind
        return puzzle.obvious == (self._obvious[kind] < OBVIOUS * (self._given[kind] + 1) - 0.5)


def _alike(puzzle: Puzzle, other: Puzzle) -> bool:
    return puzzle.kind is other.kind or bool({*puzzle.themes} & {*other.themes})


LOST: Final = "another answer is best"


UNDER: Final = "the best answer leads by too little"


def format_retired(retired: Retired) -> str:
    """The text of a list; `parse_retired` reads it back."""
    return "".join(f"{puzzle.day} {puzzle.id} {puzzle.why}\n" for puzzle in retired.values())


def with_retired(retired: Retired, puzzles: Iterable[tuple[str, str]], day: date) -> Retired:
    """The list with (id, why) of more puzzles; one that is there keeps its day.

    >>> first = with_retired({}, [("aaaaaaaaaa", LOST)], date(2026, 11, 25))
    >>> with_retired(first, [("aaaaaaaaaa", UNDER)], date(2027, 1, 1)) == first
    True
    """
    new = {id_: RetiredPuzzle(id_, day, why) for id_, why in puzzles}
    return MappingProxyType(new | dict(retired))
