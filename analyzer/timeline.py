"""The opponent's turns as the player saw them: what a belief over trajectories reads."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import NO_CARDS, Card, CardSet
from analyzer.kernel import likelihood
from analyzer.rules import Wall
from analyzer.view import HAND, Event, Side, Turn, View


@dataclass(frozen=True, slots=True)
class _Table:
    """What lies on the table between two turns."""

    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    shown: CardSet = NO_CARDS
    """My cards that the opponent saw me take."""
    throws: int = 0
    """Cards thrown by both."""
    passes: int = 0

    @property
    def top(self) -> int:
        """Index of the card on top, or −1, as the kernel takes it."""
        return int(self.pile[-1]) if self.pile else -1

    @property
    def offered(self) -> bool:
        """Whether the card on top may be taken: the first upcard not once both have passed."""
        return bool(self.pile) and not (self.passes == 2 and self.throws == 0)

    def after(self, event: Event) -> _Table:
        """The table after a turn."""
        pile, shown = self.pile, self.shown
        if event.turn is Turn.PASS:
            return replace(self, passes=self.passes + 1)
        if event.turn is Turn.TAKE:
            shown = shown.add(pile[-1]) if event.who is Side.ME else shown
            pile = pile[:-1]
        if event.thrown is None:
            return replace(self, pile=pile, shown=shown)
        pile, shown = (*pile, event.thrown), shown.remove(event.thrown)
        return replace(self, pile=pile, shown=shown, throws=self.throws + 1)


def timeline_of(view: View, last: Event | None = None) -> NDArray[np.int64]:
    """The opponent's turns as `analyzer.kernel.likelihood` takes them: int64[turns, 7].

    Empty for a view without a history. `last` is one turn more, with which they ended the hand.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view('''
    ... hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
    ... history:
    ...   upcard 5s
    ...   opp: takes 5s, throws Kh
    ...   me: draws 4s, throws Jd
    ...   opp: draws, throws 9c
    ... ''')
    >>> timeline_of(view)[:, [likelihood.ACT, likelihood.THROWS]].tolist()
    [[1, 0], [2, 2]]
    """
    table = _Table(() if view.upcard is None else (view.upcard,))
    rows = []
    for event in view.history or ():
        if event.who is Side.OPPONENT:
            rows.append(_row(event, table))
        table = table.after(event)
    if last is not None:
        rows.append(_row(last, table, ends=True))
    return np.array(rows, np.int64).reshape(-1, likelihood.COLUMNS)


def _row(event: Event, table: _Table, *, ends: bool = False) -> tuple[int, ...]:
    """A turn in the columns of the kernel; `ends` where it ended the hand."""
    thrown = -1 if event.thrown is None else int(event.thrown)
    pile = CardSet.from_cards(table.pile).mask
    act = _act(event, offered=table.offered)
    return act, table.top, thrown, pile, table.shown.mask, table.throws, int(ends)


def _act(event: Event, *, offered: bool) -> int:
    if event.turn is Turn.PASS:
        return likelihood.PASSED
    if event.turn is Turn.TAKE:
        return likelihood.TOOK
    return likelihood.DREW if offered else likelihood.MUST


def readable(view: View) -> bool:
    """Whether the opponent's turns are known and lead to this view, so that they can be read.

    After a reshuffle the pile no longer tells what was thrown. A view may also come with a
    history that contradicts it, or with a card known to be theirs that no turn explains: the
    kernel counts on every card having one place.
    """
    history = view.history or ()
    if view.rules.wall is Wall.RESHUFFLE or all(event.who is Side.ME for event in history):
        return False
    return _explained(view, history)


def _explained(view: View, history: tuple[Event, ...]) -> bool:
    """Whether the turns leave the pile, the cards taken and the hidden cards as they are."""
    table = _Table(() if view.upcard is None else (view.upcard,))
    taken, hidden = NO_CARDS, HAND
    for event in history:
        if event.turn is Turn.TAKE and not (table.pile and event.card == table.pile[-1]):
            return False
        if event.who is Side.OPPONENT:
            if event.turn is Turn.TAKE and event.card is not None:
                taken = taken.add(event.card)
            hidden += event.turn is Turn.DRAW
            if event.thrown is not None:
                hidden -= event.thrown not in taken
                taken = taken.remove(event.thrown)
            if hidden < 0 or hidden + len(taken) != HAND:
                return False
        table = table.after(event)
    return table.pile == view.pile and taken == view.opponent and table.shown <= view.hand
