"""A view turn by turn: what one player knows after doing something, and after the other's turn.

:class:`analyzer.game.table.Table` needs a hand from its first card on; these steps go on from any
view, those with unknown turns too. Between two turns of mine stands a view of ten cards as if I
were to draw: the opponent's turn then tells what the question really is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.legal import WALL
from analyzer.game.rules import FirstUpcard, Wall
from analyzer.game.table import Played
from analyzer.game.view import FIRST_STOCK, Side, View


def after_mine(view: View, action: Action, drawn: Card | None = None) -> View:
    """The view after an action of mine; `drawn` is the card that a draw has turned up.

    Raises InputError for what cannot be done here or ends the hand.

    >>> from analyzer.game.rules import PRESETS
    >>> view = View(rules=PRESETS["classic"], hand=CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
    ...             pile=(Card.of("9c"),), stock=31, question=Question.UPCARD)
    >>> taken = after_mine(view, Action.of("take"))
    >>> taken.question, str(taken.shown), taken.pile
    (<Question.DISCARD: 'discard'>, '9c', ())
    >>> after_mine(taken, Action.of("discard Kd")).pile
    (Card.of('Kd'),)
    """
    legal = {choice.plain for choice in view.choices(view.hand)}
    if action.plain not in legal:
        raise InputError(
            f"`{action}` is not possible here",
            hint=f"possible: {', '.join(sorted(map(str, legal)))}",
        )
    step = _MINE.get(action.kind)
    if step is None or (action.kind is Kind.PASS and view.question is Question.LAST):
        raise InputError(f"the hand is over with `{action}`", hint="nothing comes after it")
    return step(view, drawn if action.kind is Kind.DRAW else action.card)


def their_turns(between: View, after: Action) -> tuple[Turn, ...]:
    """Return the opponent's possible turns after an action of mine, which led to `between`."""
    if after.kind is not Kind.PASS:
        return Turn.DRAW, Turn.TAKE
    return (Turn.DRAW,) if between.they_passed else (Turn.PASS, Turn.TAKE)


def their_discards(between: View, turn: Turn) -> CardSet:
    """The cards that the opponent may discard after a draw or take."""
    return between.opponent | between.unseen if turn is not Turn.PASS else NO_CARDS


def after_theirs(between: View, turn: Turn, discarded: Card | None = None) -> View:
    """The view at my next decision, after a turn of theirs.

    Raises InputError for a card that they cannot hold, and where the hand ends.
    """
    taken = between.top if turn is Turn.TAKE else None
    history = _with(between, Played(Side.OPPONENT, turn, taken, discarded))
    if turn is Turn.PASS:
        return replace(between, history=history, they_passed=True)
    if discarded is None or discarded not in their_discards(between, turn) or discarded == taken:
        raise InputError(
            f"they cannot discard {'nothing' if discarded is None else discarded}",
            hint="name a card that they may hold and did not just take",
        )
    if taken is None and not between.stock:
        raise InputError("the stock is empty", hint="they take the top of the pile")
    held = between.opponent if taken is None else between.opponent.add(taken)
    after = replace(
        between,
        known=(between.shown, held.remove(discarded)),
        pile=(*(between.pile if taken is None else between.pile[:-1]), discarded),
        stock=between.stock - (taken is None),
        their_takes=between.their_takes + (taken is not None),
        their_discards=between.their_discards + 1,
        history=history,
    )
    return _at_wall(after)


# ---------------------------------------------------------------- my part


def _taken(view: View, _card: Card | None) -> View:
    top = view.pile[-1]
    return replace(
        view, hand=view.hand.add(top), pile=view.pile[:-1], taken=top,
        known=(view.shown.add(top), view.opponent), question=Question.DISCARD,
        history=_with(view, Played(Side.ME, Turn.TAKE, top)),
    )  # fmt: skip


def _drawn(view: View, card: Card | None) -> View:
    if card is None or card not in view.unseen:
        raise InputError(
            f"{'no card' if card is None else card} cannot be drawn", hint="name an unseen card"
        )
    return replace(
        view, hand=view.hand.add(card), stock=view.stock - 1, drawn=card,
        question=Question.DISCARD, they_passed=view.they_passed or _opens(view),
        history=_with(view, Played(Side.ME, Turn.DRAW, card)),
    )  # fmt: skip


def _opens(view: View) -> bool:
    """True if the first card is about to be drawn, which takes two passes."""
    offered = view.rules.first_upcard is FirstUpcard.OFFER
    return offered and view.stock == FIRST_STOCK and not view.my_discards + view.their_discards


def _discarded(view: View, card: Card | None) -> View:
    assert card is not None
    if view.stock <= WALL and view.rules.wall is not Wall.LAST_DISCARD:
        raise InputError("two cards are left in the stock: the hand ends here", hint="it is void")
    history = view.history
    if history:
        history = (*history[:-1], replace(history[-1], discarded=card))
    return replace(
        view, hand=view.hand.remove(card), pile=(*view.pile, card),
        known=(view.shown.remove(card), view.opponent), taken=None, drawn=None,
        question=Question.DRAW, my_discards=view.my_discards + 1, history=history,
    )  # fmt: skip


def _passed(view: View, _card: Card | None) -> View:
    return replace(view, question=Question.DRAW, history=_with(view, Played(Side.ME, Turn.PASS)))


_MINE: dict[Kind, Callable[[View, Card | None], View]] = {
    Kind.TAKE: _taken,
    Kind.DRAW: _drawn,
    Kind.DISCARD: _discarded,
    Kind.PASS: _passed,
}


# ---------------------------------------------------------------- both


def _with(view: View, event: Played) -> tuple[Played, ...] | None:
    return None if view.history is None else (*view.history, event)


def _at_wall(view: View) -> View:
    if view.stock > WALL:
        return view
    if view.rules.wall is Wall.LAST_DISCARD:
        return replace(view, question=Question.LAST)
    raise InputError("two cards are left in the stock: the hand ends here", hint="it is void")
