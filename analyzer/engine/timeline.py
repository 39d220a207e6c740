"""The opponent's turns as the player saw them: what a belief over trajectories reads."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.game.cards import CardSet
from analyzer.game.legal import WALL
from analyzer.game.rules import Wall
from analyzer.game.table import Played, Table
from analyzer.game.view import HAND, Side, Turn, View, tables_of
from analyzer.kernel import likelihood


@lru_cache(maxsize=256)
def timeline_of(view: View, last: Played | None = None) -> NDArray[np.int64]:
    """The opponent's turns as `analyzer.kernel.likelihood` takes them: int64[turns, 8].

    Empty for a view without a history. `last` is one turn more, with which they ended the hand.
    One decision asks several times, so answers are kept: nobody may write into the array.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view('''
    ... hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
    ... history:
    ...   upcard 5s
    ...   opp: takes 5s, discards Kh
    ...   me: draws 4s, discards Jd
    ...   opp: draws, discards 9c
    ... ''')
    >>> timeline_of(view)[:, [likelihood.ACT, likelihood.DISCARDS]].tolist()
    [[1, 0], [2, 2]]
    """
    history = view.history or ()
    tables = _tables(view)
    rows = [
        _row(event, table)
        for event, table in zip(history, tables, strict=False)
        if event.player == Side.OPPONENT
    ]
    if last is not None:
        rows.append(_row(last, tables[-1], ends=True))
    return np.array(rows, np.int64).reshape(-1, likelihood.COLUMNS)


def _row(event: Played, table: Table, *, ends: bool = False) -> tuple[int, ...]:
    """A turn in the columns of the kernel; `ends` where it ended the hand."""
    discarded = -1 if event.discarded is None else int(event.discarded)
    pile = CardSet.from_cards(table.pile).mask
    drew = likelihood.DREW if table.pile and not table.must_draw else likelihood.MUST
    act = {Turn.PASS: likelihood.PASSED, Turn.TAKE: likelihood.TOOK}.get(event.turn, drew)
    discards = sum(turn.discarded is not None for turn in table.played)
    top = -1 if table.top is None else int(table.top)
    left = table.left - (event.turn is Turn.DRAW)
    last = left <= WALL and table.rules.wall is not Wall.RESHUFFLE
    return act, top, discarded, pile, table.known[0].mask, discards, int(ends), int(last)


@lru_cache(maxsize=256)
def readable(view: View) -> bool:
    """True if the opponent's turns are known and lead to this view, so that they can be read.

    After a reshuffle the pile no longer tells what was discarded. A view may also come with a
    history that contradicts it, or with a card known to be theirs that no turn explains: the
    kernel counts on every card having one place.
    """
    history, hidden = view.history or (), HAND
    if view.rules.wall is Wall.RESHUFFLE or all(event.player == Side.ME for event in history):
        return False
    tables = _tables(view)
    for event, table, after in zip(history, tables, tables[1:], strict=False):
        if event.turn is Turn.TAKE and (table.top is None or event.card != table.top):
            return False
        if event.player == Side.OPPONENT:
            # What was discarded and not seen taken came from the hidden cards.
            hidden += event.turn is Turn.DRAW
            hidden -= event.discarded is not None and not _was_known(event, table)
            if hidden < 0 or hidden + len(after.known[1]) != HAND:
                return False
    mine, theirs = tables[-1].known
    return tables[-1].pile == view.pile and theirs == view.opponent and mine <= view.hand


@lru_cache(maxsize=16)
def _tables(view: View) -> list[Table]:
    return tables_of(view.rules, view.upcard, view.history or ())


def _was_known(event: Played, before: Table) -> bool:
    return event.discarded in before.known[1] or (
        event.turn is Turn.TAKE and event.discarded == before.top
    )
