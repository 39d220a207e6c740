"""Deals of the day: what was fixed for each, and one try for each visitor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from analyzer.practice.daily import DayDeal
from analyzer.store._tables import DailyDealRow, DailyTryRow
from analyzer.store.connect import Part


@dataclass(frozen=True, slots=True)
class DailyTry:
    """A visitor's try at a day's deal."""

    day: date
    points: int | None
    """None until the hand is over."""
    ending: str = ""


class Daily(Part):
    """The deals of all days and the tries of all visitors.

    >>> from analyzer.store import Store
    >>> day = date(2026, 3, 1)
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     begun = [store.daily.begin("Ann", day) for _ in range(2)]
    ...     store.daily.finish("Ann", day, 12, "knocked")
    ...     store.daily.finish("Ann", day, 99, "gin")
    ...     begun, store.daily.points(day)
    ([True, False], (12,))
    """

    def publish(self, deal: DayDeal) -> DayDeal:
        """Return what is fixed for the day: as it was kept, or this from now on."""
        with self._writing(f"deal of {deal.day}") as session:
            row = session.get(DailyDealRow, deal.day)
            if row is None:
                row = DailyDealRow(
                    day=deal.day, rules=deal.rules, bot=deal.bot, engine=deal.engine, seal=deal.seal
                )
                session.add(row)
            return _deal(row)

    def deals(self, before: date, most: int) -> tuple[DayDeal, ...]:
        """The last days before one, the latest first."""
        days = select(DailyDealRow).where(DailyDealRow.day < before)
        with self._reading() as session:
            rows = session.scalars(days.order_by(DailyDealRow.day.desc()).limit(most)).all()
            return tuple(map(_deal, rows))

    def line(self, day: date) -> str | None:
        """The engine's own line; None until it is kept."""
        with self._reading() as session:
            row = session.get(DailyDealRow, day)
            return None if row is None else row.line

    def keep_line(self, day: date, text: str) -> None:
        """Keep the engine's own line."""
        with self._writing(f"deal of {day}") as session:
            session.execute(update(DailyDealRow).where(DailyDealRow.day == day).values(line=text))

    def begin(self, owner: str, day: date, *, counted: bool = True) -> bool:
        """True if the owner's one try begins now: not where it has begun before.

        One that is not `counted` is compared with by nobody.
        """
        try:
            with self._writing(f"daily of {owner}") as session:
                session.add(
                    DailyTryRow(day=day, owner=owner, began=self._now(), ending="", counted=counted)
                )
        except IntegrityError:
            return False
        return True

    def finish(self, owner: str, day: date, points: int, ending: str) -> None:
        """Keep how a try came out; the first word of it holds."""
        begun = (DailyTryRow.owner == owner, DailyTryRow.day == day, DailyTryRow.points.is_(None))
        with self._writing(f"daily of {owner}") as session:
            session.execute(update(DailyTryRow).where(*begun).values(points=points, ending=ending))

    def of(self, owner: str) -> tuple[DailyTry, ...]:
        """All tries of an owner, oldest first."""
        tries = select(DailyTryRow).where(DailyTryRow.owner == owner).order_by(DailyTryRow.day)
        with self._reading() as session:
            rows = session.scalars(tries).all()
            return tuple(DailyTry(row.day, row.points, row.ending) for row in rows)

    def played_here(self, owner: str, day: date) -> bool:
        """True if the owner has finished a day here: not where a file says so."""
        kept = DailyTryRow.owner == owner, DailyTryRow.day == day
        done = DailyTryRow.points.is_not(None), DailyTryRow.counted
        with self._reading() as session:
            return session.scalar(select(DailyTryRow.day).where(*kept, *done)) is not None

    def points(self, day: date) -> tuple[int, ...]:
        """Return what everybody has got who has finished a day."""
        done = (DailyTryRow.day == day, DailyTryRow.points.is_not(None), DailyTryRow.counted)
        with self._reading() as session:
            scores = session.scalars(select(DailyTryRow.points).where(*done)).all()
            return tuple(score for score in scores if score is not None)

    def take_in(self, owner: str, tries: Iterable[DailyTry]) -> int:
        """Take in finished tries from a file, which nobody is compared with; how many are new."""
        known = {attempt.day for attempt in self.of(owner)}
        new = [trie for trie in tries if trie.day not in known and trie.points is not None]
        with self._writing(f"daily of {owner}") as session:
            for attempt in {attempt.day: attempt for attempt in new}.values():
                session.add(
                    DailyTryRow(
                        day=attempt.day, owner=owner, began=self._now(), points=attempt.points,
                        ending=attempt.ending[:40], counted=False,
                    )
                )  # fmt: skip
        return len({attempt.day for attempt in new})


def _deal(row: DailyDealRow) -> DayDeal:
    return DayDeal(row.day, row.rules, row.bot, row.engine, row.seal)
