"""Tries at puzzles: the first answer of a visitor counts, and there is no other.

A puzzle has steps, and a try an answer for each. With the last answer the try is finished: it
gets its credit, and both ratings move, all in the transaction that keeps the answer. What was
missed comes again: every later try moves the day on which it does
(`analyzer.practice.puzzles.again`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Row, Select, func, select
from sqlalchemy.orm import Session

from analyzer.practice.puzzles.again import Memory, tried
from analyzer.practice.puzzles.types import Rating
from analyzer.store._tables import PuzzleAnswerRow, PuzzleDisputeRow, PuzzleRatingRow, PuzzleTryRow
from analyzer.store.connect import Part, is_id

LONGEST: Final = 2_000
"""Characters of a dispute; the rest is cut off."""
MOST_DISPUTES: Final = 100
"""Disputes that one owner may keep."""

Rate = Callable[[Rating | None, Rating, float], tuple[Rating, Rating]]
"""(the player's rating or None for a new one, the puzzle's, the credit) -> both after it."""


@dataclass(frozen=True, slots=True)
class SavedAnswer:
    """The first answer to a step."""

    answer: str
    credit: float


@dataclass(frozen=True, slots=True)
class SavedTry:
    """A visitor's first try at a puzzle, perhaps not finished, and how later ones went."""

    puzzle: str
    began: datetime
    hinted: bool
    answers: tuple[SavedAnswer, ...]
    """By step."""
    finished: datetime | None = None
    day: date | None = None
    """The day whose puzzle it was, where it was finished on that day by the visitor's date."""
    credit: float | None = None
    """None until it is finished."""
    rating: Rating | None = None
    """The visitor's after it; None where it was not rated."""
    again: int = 0
    """Tries after the first one."""
    again_credit: float | None = None
    """Of the last of them."""
    again_at: datetime | None = None
    memory: Memory | None = None
    """The time at which it comes again; None where nothing was missed."""


RateSaved = Callable[[Rating | None, SavedTry], Rating]
"""(the owner's rating, a try from elsewhere) -> the rating after it."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The effect of a puzzle's last answer."""

    rating: Rating
    """The puzzle's, where nobody was rated on it yet."""
    rate: Rate
    day: date | None = None
    today: date | None = None
    """The visitor's date; that of UTC where it is not known."""


class Puzzles(Part):
    """All tries; ratings and disputes of all puzzles.

    >>> from analyzer.store import Finish, Store
    >>> even = Finish(Rating(1500, 90), lambda mine, its, credit: (its, its))
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     first = store.puzzles.answer("Ann", "a", 0, SavedAnswer("take", 1.0), even)
    ...     other = store.puzzles.answer("Ann", "a", 0, SavedAnswer("draw", 0.0), even)
    ...     first.credit, other.answers, store.puzzles.answered("a", 0)
    (1.0, (SavedAnswer(answer='take', credit=1.0),), {'take': 1})
    """

    def of(self, owner: str, puzzle: str) -> SavedTry | None:
        """The owner's try at a puzzle; None where there is none."""
        if not is_id(puzzle):
            return None
        own, answers = PuzzleTryRow.owner == owner, _answered_by(owner, puzzle)
        with self._looking() as connection:
            row = connection.execute(_TRY.where(own, PuzzleTryRow.puzzle == puzzle)).one_or_none()
            return None if row is None else _saved(row, connection.execute(answers).all())

    def mine(self, owner: str) -> tuple[SavedTry, ...]:
        """All that the owner has finished, in that order."""
        tries = _TRY.where(PuzzleTryRow.owner == owner, PuzzleTryRow.number.is_not(None))
        with self._looking() as connection:
            rows = connection.execute(
                tries.order_by(PuzzleTryRow.number, PuzzleTryRow.puzzle)
            ).all()
            if not rows:
                return ()
            answers: dict[str, list[Row[Any]]] = {}
            for answer in connection.execute(_answered_by(owner)):
                answers.setdefault(answer.puzzle, []).append(answer)
            return tuple(_saved(row, answers.get(row.puzzle, [])) for row in rows)

    def hint(self, owner: str, puzzle: str) -> None:
        """Note that a hint was given; one after the last answer changes nothing."""
        with self._writing(*_alone(owner, puzzle)) as session:
            row = self._row(session, owner, puzzle)
            row.hinted = row.hinted or row.finished is None

    def answer(
        self, owner: str, puzzle: str, step: int, given: SavedAnswer, finish: Finish | None
    ) -> SavedTry:
        """Keep the answer to a step and return the try as it then stands.

        Only the first answer to a step is kept, and only when all before it are there; any
        other changes nothing. `finish` is given with the last step.
        """
        with self._writing(*_alone(owner, puzzle)) as session:
            row = self._row(session, owner, puzzle)
            answers = _answers(session, owner, puzzle)
            if step == len(answers) and row.finished is None:
                made = PuzzleAnswerRow(
                    owner=owner, puzzle=puzzle, step=step, answer=given.answer,
                    credit=given.credit, created=self._now(), imported=False,
                )  # fmt: skip
                session.add(made)
                answers = [*answers, made]
                if finish is not None:
                    self._finish(session, row, answers, finish)
                session.flush()
            return _saved(row, answers)

    def _row(self, session: Session, owner: str, puzzle: str) -> PuzzleTryRow:
        row = session.get(PuzzleTryRow, (owner, puzzle))
        if row is None:
            row = PuzzleTryRow(
                owner=owner, puzzle=puzzle, began=self._now(), hinted=False, rated=False, again=0
            )
            session.add(row)
            session.flush()
        return row

    def _finish(
        self,
        session: Session,
        row: PuzzleTryRow,
        answers: Sequence[PuzzleAnswerRow],
        finish: Finish,
    ) -> None:
        row.number = _count(session, row.owner) + 1
        row.finished, row.day = self._now(), finish.day
        row.credit = sum(answer.credit for answer in answers) / len(answers)
        today = finish.today or row.finished.date()
        _remember(row, tried(None, row.credit, today, hinted=row.hinted))
        if row.hinted:
            return
        known = session.get(PuzzleRatingRow, row.puzzle)
        its = _rating(known) or finish.rating
        mine, its = finish.rate(_player(session, row.owner), its, row.credit)
        _set_rating(row, mine)
        if known is None:
            known = PuzzleRatingRow(puzzle=row.puzzle, tries=0)
            session.add(known)
        known.rating, known.deviation, known.volatility = its.rating, its.deviation, its.volatility
        known.tries += 1

    def again(
        self, owner: str, puzzle: str, credit: float, today: date, *, hinted: bool = False
    ) -> None:
        """Note a later try on the visitor's date; nothing where the first one is not finished."""
        with self._writing(*_alone(owner, puzzle)) as session:
            row = session.get(PuzzleTryRow, (owner, puzzle))
            if row is not None and row.finished is not None:
                _remember(row, tried(_memory(row), credit, today, hinted=hinted))
                row.again, row.again_credit, row.again_at = row.again + 1, credit, self._now()

    def answered(self, puzzle: str, step: int) -> dict[str, int]:
        """Return how often each answer was a visitor's first one to a step."""
        counted = (
            select(PuzzleAnswerRow.answer, func.count())
            .where(
                PuzzleAnswerRow.puzzle == puzzle,
                PuzzleAnswerRow.step == step,
                PuzzleAnswerRow.imported.is_(False),
            )
            .group_by(PuzzleAnswerRow.answer)
        )
        with self._looking() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}

    def rating(self, puzzle: str) -> Rating | None:
        """A puzzle's rating as it has moved; None where nobody was rated on it."""
        query = select(*PuzzleRatingRow.__table__.c).where(PuzzleRatingRow.puzzle == puzzle)
        with self._looking() as connection:
            return _rating(connection.execute(query).one_or_none())

    def dispute(self, owner: str, puzzle: str, text: str) -> bool:
        """Keep what is said against a puzzle, in place of what this owner said before.

        False where the owner has said enough.
        """
        with self._writing(*_alone(owner, puzzle)) as session:
            row = session.get(PuzzleDisputeRow, (owner, puzzle))
            if row is None:
                disputes = select(func.count()).where(PuzzleDisputeRow.owner == owner)
                if (session.scalar(disputes) or 0) >= MOST_DISPUTES:
                    return False
                row = PuzzleDisputeRow(owner=owner, puzzle=puzzle)
                session.add(row)
            row.created, row.text = self._now(), text[:LONGEST]
            return True

    def disputed(self, owner: str, puzzle: str) -> str | None:
        """Return what the owner said against a puzzle."""
        own = PuzzleDisputeRow.owner == owner, PuzzleDisputeRow.puzzle == puzzle
        with self._looking() as connection:
            return connection.scalar(select(PuzzleDisputeRow.text).where(*own))

    def take_in(self, owner: str, tries: Iterable[SavedTry], rate: RateSaved) -> int:
        """Take in finished tries from elsewhere, in their order; how many were new.

        A puzzle that the owner has begun here stays as it is. Neither the puzzles' ratings nor
        the answers of others are touched; the owner's own rating moves as `rate` says.
        """
        with self._writing(*_alone(owner)) as session:
            begun = select(PuzzleTryRow.puzzle).where(PuzzleTryRow.owner == owner)
            known = set(session.scalars(begun))
            number, mine, new = _count(session, owner), _player(session, owner), 0
            for each in tries:
                if each.puzzle not in known:
                    known.add(each.puzzle)
                    mine = mine if each.hinted else rate(mine, each)
                    new += 1
                    self._take_in(session, owner, number + new, each, mine)
        return new

    def _take_in(
        self, session: Session, owner: str, number: int, taken: SavedTry, mine: Rating | None
    ) -> None:
        row = PuzzleTryRow(
            owner=owner, puzzle=taken.puzzle, began=self._past(taken.began), hinted=taken.hinted,
            number=number, finished=self._past(taken.finished), day=taken.day,
            credit=taken.credit, rated=False, again=taken.again, again_credit=taken.again_credit,
            again_at=None if taken.again_at is None else self._past(taken.again_at),
        )  # fmt: skip
        _remember(row, taken.memory)
        if mine is not None and not taken.hinted:
            _set_rating(row, mine)
        session.add(row)
        session.add_all(
            PuzzleAnswerRow(
                owner=owner, puzzle=taken.puzzle, step=step, answer=answer.answer,
                credit=answer.credit, created=row.began, imported=True,
            )
            for step, answer in enumerate(taken.answers)
        )  # fmt: skip

    def _past(self, moment: datetime | None) -> datetime:
        """A moment told by a file: now at the latest, and now where it tells none."""
        return self._now() if moment is None else min(moment, self._now())


def _alone(owner: str, *puzzles: str) -> list[str]:
    """Return what a change touches: an owner's tries, numbered and rated in turn, and puzzles'
    ratings."""
    return [f"tries of {owner}", *(f"puzzle {puzzle}" for puzzle in puzzles)]


def _count(session: Session, owner: str) -> int:
    done = select(func.max(PuzzleTryRow.number)).where(PuzzleTryRow.owner == owner)
    return session.scalar(done) or 0


def _player(session: Session, owner: str) -> Rating | None:
    """The owner's rating after the last rated try."""
    rated = select(PuzzleTryRow).where(PuzzleTryRow.owner == owner, PuzzleTryRow.rated.is_(True))
    last = rated.order_by(PuzzleTryRow.number.desc()).limit(1)
    return _rating(session.scalars(last).one_or_none())


def _set_rating(row: PuzzleTryRow, rating: Rating) -> None:
    row.rated, row.rating = True, rating.rating
    row.deviation, row.volatility = rating.deviation, rating.volatility


def _remember(row: PuzzleTryRow, memory: Memory | None) -> None:
    if memory is not None:
        row.stability, row.difficulty = memory.stability, memory.difficulty
        row.reviewed, row.due = memory.reviewed, memory.due


def _memory(row: PuzzleTryRow | Row[Any]) -> Memory | None:
    """Return what is kept of it, or for a try from before that was kept what follows from the
    rest."""
    if row.stability is not None:
        assert row.difficulty is not None and row.reviewed is not None and row.due is not None
        return Memory(row.stability, row.difficulty, row.reviewed, row.due)
    if row.finished is None or row.credit is None:
        return None
    first = tried(None, row.credit, row.finished.date(), hinted=row.hinted)
    if row.again_credit is None or row.again_at is None:
        return first
    return tried(first, row.again_credit, row.again_at.date())


def _rating(row: PuzzleTryRow | PuzzleRatingRow | Row[Any] | None) -> Rating | None:
    """Return what stands in a row; None for no row, and for a try that was not rated."""
    if row is None or row.rating is None or row.deviation is None or row.volatility is None:
        return None
    return Rating(row.rating, row.deviation, row.volatility)


_TRY: Final = select(*PuzzleTryRow.__table__.c)
"""A try by its columns, which are read sooner than a row of a session."""


def _answered_by(owner: str, puzzle: str | None = None) -> Select[Any]:
    """The owner's answers to a puzzle, or to all, by step."""
    answers = select(*PuzzleAnswerRow.__table__.c).where(PuzzleAnswerRow.owner == owner)
    if puzzle is not None:
        answers = answers.where(PuzzleAnswerRow.puzzle == puzzle)
    return answers.order_by(PuzzleAnswerRow.step)


def _answers(session: Session, owner: str, puzzle: str) -> list[PuzzleAnswerRow]:
    answers = select(PuzzleAnswerRow).where(PuzzleAnswerRow.owner == owner)
    answers = answers.where(PuzzleAnswerRow.puzzle == puzzle)
    return list(session.scalars(answers.order_by(PuzzleAnswerRow.step)))


def _saved(row: PuzzleTryRow | Row[Any], answers: Sequence[PuzzleAnswerRow | Row[Any]]) -> SavedTry:
    return SavedTry(
        puzzle=row.puzzle, began=row.began, hinted=row.hinted,
        answers=tuple(SavedAnswer(answer.answer, answer.credit) for answer in answers),
        finished=row.finished, day=row.day, credit=row.credit, rating=_rating(row),
        again=row.again, again_credit=row.again_credit, again_at=row.again_at, memory=_memory(row),
    )  # fmt: skip
