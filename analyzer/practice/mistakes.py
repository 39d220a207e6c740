"""A player's own errors, from reviews and games, which come again as missed puzzles do.

Only the position and what was played are kept: the answer is searched anew when it is asked for,
by the engine of that day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from analyzer.engine.rollouts import candidates
from analyzer.engine.types import Grade
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import CardSet
from analyzer.game.view import View
from analyzer.notation import decode, encode
from analyzer.practice._text import KeptAsText
from analyzer.practice.knocks import WORD, KnockToAnswer
from analyzer.practice.puzzles.again import Memory, tried
from analyzer.review import Choice, Entry, LayOff, Report, ReviewSettings, judge, kind_of

LEAST: Final = 1.0
"""Points that an error must have cost to come again."""
MOST: Final = 300
"""Errors that are kept; those known best go first."""
MOST_OF_ONE: Final = 12
"""Errors of one review or game, the costliest."""
WORLDS: Final = 4_096
"""Most worlds for an answer."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error, and how well the position is known by now."""

    place: str
    """The id of the position; of an answer to a knock the knock as text."""
    played: str
    """The action; where the knock was right and its melds were not, with these; of an answer to
    a knock the cards laid off."""
    lost: float
    engine: str
    """The version that called it an error."""
    memory: Memory
    again: bool = False
    """True if it was tried again."""

    @property
    def knock(self) -> KnockToAnswer | None:
        """The knock that was answered; None of any other decision."""
        return KnockToAnswer.of(self.place) if self.place.startswith(WORD) else None

    @property
    def off(self) -> CardSet:
        """The cards that were laid off on a knock."""
        cards = self.played.removeprefix("off").strip()
        return CardSet.of(cards) if cards else CardSet()

    @property
    def view(self) -> View:
        """The player's knowledge; not of an answer to a knock."""
        return decode(self.place)

    @property
    def layouts(self) -> tuple[Action, ...]:
        """The ways to lay the knock down that was laid down badly; none of any other decision."""
        played = None if self.knock else Action.of(self.played)
        if played is None or not played.melds:
            return ()
        return layouts_of(self.view, played)

    def tried_on(self, day: date) -> bool:
        """True if it was tried again on a day, rather than made then."""
        return self.again and self.memory.reviewed == day


@dataclass(frozen=True, slots=True)
class Mistakes(KeptAsText):
    """All errors of a player that come again.

    >>> day = date(2026, 3, 1)
    >>> memory = tried(None, 0.0, day)
    >>> kept = Mistakes().plus("a review", [Mistake("id", "draw", 2.0, "1", memory)])
    >>> len(kept.due(day)), len(kept.due(date(2026, 3, 2)))
    (0, 1)
    >>> later = kept.after("id", 1.0, date(2026, 3, 2))
    >>> later.due(date(2026, 3, 3)), Mistakes.kept(later.text) == later
    ((), True)
    """

    items: tuple[Mistake, ...] = ()
    seen: tuple[str, ...] = ()
    """The reviews of which the errors are in it already."""
    seats: Mapping[str, int] = field(default_factory=dict)
    """Of reviews of both players, which one the player was, where that was said."""
    name: str = ""
    """The name that the player had then: who plays under it again is the player."""

    def plus(self, source: str, mistakes: Iterable[Mistake]) -> Mistakes:
        """With the errors of a review or game; one that is there stays as it is."""
        known = {mistake.place for mistake in self.items}
        new = sorted(
            (item for item in mistakes if item.place not in known), key=lambda item: -item.lost
        )
        items = (*self.items, *new[:MOST_OF_ONE])
        steady = sorted(items, key=lambda item: item.memory.stability)[:MOST]
        return replace(
            self,
            items=tuple(mistake for mistake in items if mistake in steady),
            seen=tuple(dict.fromkeys((*self.seen, source)))[-2 * MOST :],
        )

    def seat_in(self, source: str, report: Report) -> int:
        """Return the player's seat in a review: as was said, by the name, or the first."""
        players = report.hands[0].record.players
        named = [seat for seat in report.seats if self.name and players[seat] == self.name]
        usual = named[0] if named else report.seats[0]
        said = self.seats.get(source, usual)
        return said if said in report.seats else usual

    def with_review(self, source: str, report: Report | None, today: date) -> Mistakes:
        """With the player's errors in a review; without any where it cannot be read."""
        if report is None:
            return self.plus(source, ())
        return self.plus(source, mistakes_of(report, self.seat_in(source, report), today))

    def as_played(self, source: str, report: Report, seat: int, today: date) -> Mistakes:
        """With the errors of one player of a review, and none of the other's."""
        others = {
            theirs.place for other in report.seats if other != seat
            for theirs in mistakes_of(report, other, today)
        }  # fmt: skip
        said = {**self.seats, source: seat}
        kept = replace(
            self,
            items=tuple(mistake for mistake in self.items if mistake.place not in others),
            seats=dict(list(said.items())[-2 * MOST :]),
            name=report.hands[0].record.players[seat] or self.name,
        )
        return kept.with_review(source, report, today)

    def due(self, today: date) -> tuple[Mistake, ...]:
        """Those to be asked again on a day, the longest due first."""
        waiting = (mistake for mistake in self.items if mistake.memory.due <= today)
        return tuple(sorted(waiting, key=lambda item: (item.memory.due, -item.lost, item.place)))

    def of(self, place: str) -> Mistake | None:
        """The error in a position; None where there is none."""
        return next((mistake for mistake in self.items if mistake.place == place), None)

    def after(self, place: str, credit: float, today: date) -> Mistakes:
        """With one tried again."""

        def moved(mistake: Mistake) -> Mistake:
            memory = tried(mistake.memory, credit, today) if mistake.place == place else None
            return mistake if memory is None else replace(mistake, memory=memory, again=True)

        return replace(self, items=tuple(map(moved, self.items)))

    @property
    def sound(self) -> bool:
        """True if it can have come about; what a file says need not."""
        short = len(self.items) <= MOST and max(len(self.seats), len(self.seen)) <= 2 * MOST
        return short and all(map(_is_sound, self.items))


def _is_sound(mistake: Mistake) -> bool:
    try:
        if mistake.knock is not None:
            mistake.knock.answered(mistake.off)
            return mistake.memory.sound
        actions = mistake.view.legal_actions()
        legal = {text for action in actions for text in (str(action), action.full)}
    except (InputError, ValueError):
        return False
    return mistake.memory.sound and mistake.played in legal


def mistakes_of(report: Report, seat: int, today: date) -> tuple[Mistake, ...]:
    """The errors of a player in a review that are worth another try."""
    entries = [entry for entry in report.entries if entry.seat == seat and _worth_a_try(entry)]
    return tuple(_mistake_of(entry, report.engine, today) for entry in entries)


def _worth_a_try(entry: Entry) -> bool:
    verdict = entry.verdict
    if isinstance(entry, Choice) and not entry.view.rules.two_handed:
        return False  # the drills are those of the game for two
    return verdict.counts and verdict.grade is not Grade.BEST and verdict.loss >= LEAST


def _mistake_of(entry: Entry, engine: str, today: date) -> Mistake:
    if isinstance(entry, LayOff):
        knock = KnockToAnswer(entry.rules, entry.knock, entry.cards)
        off = CardSet.from_cards(card for card, _ in entry.played.laid_off)
        return mistake_of_lay_off(knock, off, entry.verdict.loss, engine, today)
    played = entry.found.played if entry.badly_laid_down else entry.found.played.plain
    return mistake(entry.view, played, entry.verdict.loss, engine, today)


def mistake(view: View, played: Action, lost: float, engine: str, today: date) -> Mistake:
    """An error as it is kept at first: it comes again on the next day.

    `played` has its melds where it is they that were wrong.
    """
    return Mistake(encode(view), played.full, round(lost, 2), engine, _made_on(today))


def mistake_of_lay_off(
    knock: KnockToAnswer, off: CardSet, lost: float, engine: str, today: date
) -> Mistake:
    """The same of an answer to a knock."""
    return Mistake(knock.text, f"off {off}".strip(), round(lost, 2), engine, _made_on(today))


def _made_on(today: date) -> Memory:
    memory = tried(None, 0.0, today)
    assert memory is not None
    return memory


def layouts_of(view: View, played: Action) -> tuple[Action, ...]:
    """The ways to lay down a knock that may be asked for, `played` among them."""
    ways = {*candidates(view), played}
    return tuple(
        action for action in view.legal_actions() if action in ways and action.plain == played.plain
    )


def asked_again(view: View, action: Action) -> Choice:
    """Return what is played now, judged by the engine of now; InputError for what is not legal.

    With its melds it is these that are judged.
    """
    legal = next(
        (legal for legal in view.legal_actions() if action in (legal, legal.plain)),
        None,
    )
    if legal is None:
        raise InputError(
            f"`{action}` cannot be played here", hint="choose one of the actions that are shown"
        )
    finding = judge(view, legal, ReviewSettings(worlds=WORLDS))
    return Choice(0, 0, 0, kind_of(view), view, finding)
