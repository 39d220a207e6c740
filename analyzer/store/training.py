"""The stored training of visitors: their drills, the game, past games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import IntegrityError

from analyzer.store._tables import TrainingRow
from analyzer.store.connect import Part

DRILLS: Final = "drills"
GAME: Final = "game"
DAILY: Final = "daily"
MISTAKES: Final = "mistakes"
TALLY: Final = "tally"
COURSE: Final = "course"
TABLE_GAME: Final = "other game"
PADS: Final = "score pads"
RUN: Final = "run"
KINDS: Final = (DRILLS, GAME, DAILY, MISTAKES, TALLY, COURSE, TABLE_GAME, PADS, RUN)
"""The kinds of text, all of them."""


_SAVED: Final = select(TrainingRow.text, TrainingRow.version).where(
    TrainingRow.owner == bindparam("owner"), TrainingRow.kind == bindparam("kind")
)


@dataclass(frozen=True, slots=True)
class _SavedTraining:
    """A text as it was kept."""

    text: str
    version: int
    """Given back with the next change."""


class Training(Part):
    """One text of each kind for each owner; only the owner's pages read it.

    >>> from analyzer.store import Store
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     saved = [store.training.save("Ann", GAME, text, 0) for text in ("a", "b")]
    ...     saved, store.training.load("Ann", GAME), store.training.load("Bob", GAME)
    ([True, False], _SavedTraining(text='a', version=1), None)
    """

    def load(self, owner: str, kind: str) -> _SavedTraining | None:
        """Return what is kept; None where there is nothing."""
        with self._looking() as connection:
            row = connection.execute(_SAVED, {"owner": owner, "kind": kind}).first()
            return None if row is None else _SavedTraining(*row)

    def change(self, owner: str, kind: str, edit: Callable[[str | None], str]) -> None:
        """Keep what `edit` makes of the text that is kept, None for none; nobody comes between."""
        with self._writing(f"{kind} of {owner}") as session:
            row = session.get(TrainingRow, (owner, kind))
            if row is None:
                row = TrainingRow(owner=owner, kind=kind, version=0)
                row.text = edit(None)
                session.add(row)
            else:
                row.text = edit(row.text)
            row.version, row.updated = row.version + 1, self._now()

    def save(self, owner: str, kind: str, text: str, version: int) -> bool:
        """Keep a text in place of the one of that version, 0 for none.

        False, with nothing changed, where another came first.
        """
        values = {"text": text, "version": version + 1, "updated": self._now()}
        kept = (TrainingRow.owner == owner, TrainingRow.kind == kind)
        change = update(TrainingRow).where(*kept, TrainingRow.version == version).values(values)
        try:
            with self._writing(f"{kind} of {owner}") as session:
                if version:
                    return session.scalar(change.returning(TrainingRow.version)) is not None
                session.add(TrainingRow(owner=owner, kind=kind, **values))
        except IntegrityError:
            return False
        return True
