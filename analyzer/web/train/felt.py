"""The card table of a game, as the player's view has it; all open once the hand is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, takewhile
from math import ceil
from typing import Any, Final

from flask import url_for

from analyzer.display.around import (
    answered,
    ended_in_words,
    hands_at_end,
    priced,
    verb,
)
from analyzer.display.hands import groups, held
from analyzer.display.parts import LaidDown
from analyzer.display.table import CardTable, TableButton, choosable, in_rows, parts_of, put_down
from analyzer.display.turns import names_of
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.rules import GameKind
from analyzer.game.scoring import Ended, HandResult
from analyzer.game.view import View
from analyzer.notation.moves import move_label
from analyzer.notation.numbers import signed, time_left
from analyzer.notation.phrases import upper
from analyzer.practice.endings import left_by
from analyzer.practice.games import TITLES, GameStage
from analyzer.practice.play import BOT, PLAYER, Game
from analyzer.practice.seat import Seat
from analyzer.web.train.words import PEOPLE

DISCARD: Final = TableButton("Discard", "discard", main=True, role="discard")
KNOCK: Final = TableButton("Knock", "knock", role="knock")


def room_of(seat: Seat) -> str:
    """The table of a seat, a part of its address: of two people the id of their invitation."""
    if seat.invitation is not None:
        return seat.invitation.ident
    if seat.game.day is not None:
        return "daily"
    return "play" if seat.game.for_two else "table"


def address_of(seat: Seat, endpoint: str) -> str:
    """Return where a form of the table goes."""
    return url_for(f"traintable.{endpoint}", room=room_of(seat))


def page_of(seat: Seat) -> str:
    """The address of a game's page, at its table."""
    room = room_of(seat)
    if seat.invitation is not None:
        return url_for("pairs.show", room=room, _anchor="table")
    page = url_for("daily.show") if room == "daily" else url_for("traintable.show", room=room)
    return f"{page}#table"


def names_at(game: Game) -> tuple[str, ...]:
    """The names of the players by their seats."""
    two = ("You", PEOPLE.get(game.level, TITLES[game.level]))
    return two if game.table_rules.players == 2 else names_of(game.table_rules)


def people_at(game: Game) -> tuple[str, ...]:
    """The same in a sentence."""
    return ("You", "They") if game.table_rules.players == 2 else names_of(game.table_rules)


def felt_of(seat: Seat) -> CardTable:
    """The table of a game as it stands."""
    game = seat.game
    if game.stage.over:
        return _over(seat)
    if game.stage is GameStage.DEFEND:
        return _to_defend(seat)
    if game.stage is GameStage.WAIT:
        return _waiting(seat)
    if seat.pending is not None:
        felt = _pending(seat, Action.of(seat.pending))
        losses = () if seat.note is None else seat.note.losses
    else:
        felt = _decision(seat)
        losses = () if seat.hints is None or seat.hints.more else seat.hints.losses
    return priced(felt, [(Action.of(move), loss) for move, loss in losses])


def _seen(seat: Seat) -> dict[str, Any]:
    """The parts of the table that are there at every stage."""
    game = seat.game
    parts = parts_of(game.seen, scores=game.score, names=names_at(game))
    if game.level in PEOPLE:
        parts["across"] = tuple(replace(them, face=str(game.level)) for them in parts["across"])
    return parts | {"hidden": (("turn", seat.turn),), "clock": _clock(seat)}


def _clock(seat: Seat) -> tuple[str, int, str] | None:
    """Whose time runs where two people play, and the seconds of it."""
    left = None if seat.invitation is None else seat.invitation.left
    if left is None:
        return None
    whose, seconds = "Your time" if seat.game.due == PLAYER else "Their time", max(0, ceil(left))
    return whose, seconds, time_left(seconds)


def _laid_open(seat: Seat) -> dict[str, Any]:
    """The same where hands lie open: the others hold nothing any more."""
    parts = _seen(seat)
    return parts | {"across": put_down(parts["across"]), "said": None, "open": ()}


def _pending(seat: Seat, move: Action) -> CardTable:
    """The move that waits while the coach asks whether it is meant."""
    view = seat.game.seen
    own = {} if move.card is None else {move.card: str(move.card)}
    return CardTable(
        **_seen(seat),
        heading=f"{move_label(move, view.pile)}?",
        rows=in_rows(choosable(held(view), own, chosen=str(move.card))),
        action=address_of(seat, "play_on"),
        buttons=(TableButton("Play on"), _back(seat, "Take it back", main=True)),
    )


def _waiting(seat: Seat) -> CardTable:
    """The table while the other person is to play, or to answer the player's knock."""
    result = seat.game.position.outcome
    if result is None or result.knock is None:
        view = seat.game.seen
        return CardTable(**_seen(seat), heading="Their move.", rows=in_rows(held(view)))
    ends = hands_at_end(seat.game.position, result, people_at(seat.game))
    return CardTable(
        **_laid_open(seat),
        heading=f"You knock with {result.knock.points}. They may lay off.",
        laid=tuple(islice(ends, 1)),
    )


def _back(seat: Seat, label: str, *, main: bool = False) -> TableButton:
    return TableButton(label, action=address_of(seat, "take_back"), main=main, role="back")


def _asides(seat: Seat) -> Iterable[TableButton]:
    """Return what helps to decide: a hint, while there is another, and a step back."""
    hints, game = seat.hints, seat.game
    alone = game.day is None and not game.with_person
    if alone and (hints is None or hints.more):
        label = "Hint" if hints is None else "More"
        yield TableButton(label, action=address_of(seat, "hint"), role="hint")
    if game.before is not None:
        took = game.position.steps[-1].move.kind is Kind.TAKE
        yield _back(seat, "Put it back" if took else "Take it back")


def _decision(seat: Seat) -> CardTable:
    game, asides = seat.game, tuple(_asides(seat))
    view, moves = game.seen, game.moves
    table = {**_seen(seat), "action": address_of(seat, "play")}
    if view.question is Question.DISCARD:
        return CardTable(**table, **_to_discard(game, asides))
    buttons = {str(move): _button(view, move, moves) for move in moves}
    return CardTable(
        **table,
        heading=_asks(view, moves),
        rows=in_rows(held(view)),
        buttons=(*asides, *buttons.values()),
        on_stock=buttons.get("draw"),
        on_pile=buttons.get("take"),
    )


def _asks(view: View, moves: tuple[Action, ...]) -> str:
    """Return what there is to decide before a card is drawn."""
    if view.question is Question.UPCARD:
        return "Take the upcard, or pass?"
    if view.question is Question.LAST:
        return "Take the last card to knock, or let the hand end?"
    kinds = {move.kind for move in moves}
    if Kind.TAKE not in kinds:
        return "Draw from the stock."
    return "Take the card, or draw?" if Kind.DRAW in kinds else "Take the card, or end it?"


def _button(view: View, move: Action, moves: tuple[Action, ...]) -> TableButton:
    if move.kind is Kind.DRAW:
        return TableButton("Draw", "draw", main=len(moves) == 1)
    if move.kind is Kind.PASS:
        passes = view.question is Question.UPCARD
        return TableButton("Pass" if passes else "Let the hand end", "pass")
    return TableButton(move_label(move, view.pile), str(move))


def _to_discard(game: Game, asides: tuple[TableButton, ...]) -> dict[str, Any]:
    """The hand with what can be discarded or knocked with, and the buttons for it."""
    view, moves, endings = game.seen, game.moves, game.endings
    discards = [move.card for move in moves if move.kind is Kind.DISCARD]
    knocks = {
        ending.card: knock_name(view, ending)
        for ending in reversed(endings)
        if ending.card is not None
    }
    choices = {card: str(card) for card in (*discards, *knocks) if card is not None}
    last = (*([KNOCK] if knocks else []), *([DISCARD] if discards else []))
    return {
        "heading": _asks_to_discard(view, moves),
        "rows": in_rows(choosable(held(view), choices, knocks)),
        "field": "card",
        "on_pile": DISCARD if discards else None,
        "on_knock": KNOCK if knocks else None,
        "buttons": (*asides, *_laying(moves, endings), *last),
    }


def _asks_to_discard(view: View, moves: tuple[Action, ...]) -> str:
    if view.rules.play is GameKind.MAHJONG:
        return "Lay down, add, or discard"
    kinds = {move.kind for move in moves}
    if Kind.DISCARD not in kinds:
        return "Knock with it." if view.taken else "Go gin."
    if kinds & {Kind.GIN, Kind.BIG_GIN}:
        return "Discard a card, or go gin?"
    return "Discard a card, or knock?" if Kind.KNOCK in kinds else "Discard a card."


def _laying(moves: tuple[Action, ...], endings: tuple[Action, ...]) -> Iterable[TableButton]:
    """Melds to lay down and cards to add, each a button; big gin before them."""
    for ending in endings[:1]:
        if ending.kind is Kind.BIG_GIN:
            yield TableButton("Big gin", ending.full, main=True)
    for move in moves:
        if move.kind in {Kind.MELD, Kind.ADD}:
            yield TableButton(move_label(move), str(move))


def knock_name(view: View, ending: Action) -> str:
    """The name of a way to end the hand: "Gin", "Knock with 3"."""
    if ending.kind is not Kind.KNOCK:
        return upper(str(ending.kind))
    return f"Knock with {left_by(ending, view)}"


def _to_defend(seat: Seat) -> CardTable:
    """A knock that the player has to answer, with the melds as they lie by then."""
    game, here, people = seat.game, seat.game.position, people_at(seat.game)
    result, hand = here.outcome, here.hands[PLAYER]
    assert result is not None and result.knock is not None and result.knocker is not None
    knock = replace(result, knock=replace(result.knock, melds=game.lying))
    earlier = len(tuple(takewhile(lambda pair: pair.defender != PLAYER, result.pairs)))
    who = people[result.knocker]
    return CardTable(
        **_laid_open(seat) | {"said": "Choose the cards that go on their melds, if any."},
        heading=f"{who} {verb(who, 'knocks')} with {result.knock.points}. What do you lay off?",
        laid=tuple(islice(hands_at_end(here, knock, people), 1 + earlier)),
        rows=in_rows(choosable(groups(hand, here.rules), {card: str(card) for card in hand})),
        field="off",
        several=True,
        action=address_of(seat, "defend"),
        buttons=(TableButton("Lay down", main=True),),
    )


# ---------------------------------------------------------------- once a hand is over


def _over(seat: Seat) -> CardTable:
    game, here = seat.game, seat.game.position
    people, finished = people_at(game), game.stage is GameStage.FINISHED
    if here.outcome is None or len(game.results) < len(game.hands):
        rows = in_rows(held(game.seen))
        return CardTable(
            **_seen(seat) | {"said": _won(game)}, heading=_left(game), rows=rows,
            buttons=(_following(seat),),
        )  # fmt: skip
    following = _following(seat) if finished else TableButton("Next hand", main=True)
    waits = game.ready == PLAYER and not finished
    return CardTable(
        **_laid_open(seat) | {"said": _said_at_end(game)},
        heading=f"{ended_in_words(here.outcome, people)}.",
        laid=(*hands_at_end(here, here.outcome, people), *_better(seat)),
        action=None if finished or waits else address_of(seat, "deal_next"),
        buttons=(*_reviews(game), *(() if waits else (following,))),
    )


def _left(game: Game) -> str:
    """Return who of two people has left, if one has: "They have left the game."."""
    return "" if game.left is None else f"{people_at(game)[game.left]} have left the game."


def _following(seat: Seat) -> TableButton:
    """The way on once a game is over."""
    game = seat.game
    if seat.invitation is not None:
        again = url_for("pairs.again", room=seat.invitation.ident)
        return TableButton("Rematch", main=True, action=again, form="review-hand")
    if game.day is not None:
        href = url_for("daily.show", _anchor="compared")
        return TableButton("How others did", href=href, main=True)
    if game.for_two:
        return TableButton("New game", href=url_for("train.start", _anchor="play"), main=True)
    return TableButton("New game", href=url_for("traintable.games"), main=True)


def _reviews(game: Game) -> Iterable[TableButton]:
    """Hands played on from a position are not reviewed: nobody knows how they began."""
    if game.start is not None:
        return
    yield TableButton("Review this hand", form="review-hand")
    if len(game.hands) > 1:
        finished = game.stage is GameStage.FINISHED
        whole = "Review the game" if finished else "Review the game so far"
        yield TableButton(whole, "1", "all", form="review-hand")


def _better(seat: Seat) -> Iterable[LaidDown]:
    """The best answer to their knock, where the coach had something to say of the player's."""
    game, note = seat.game, seat.note
    if note is None or note.place is not None or not note.loss or game.unanswered is None:
        return
    result = game.unanswered.position.outcome
    assert result is not None
    pair = next(pair for pair in result.pairs if pair.defender == PLAYER)
    yield answered(pair, game.table_rules, "The best answer")


def _said_at_end(game: Game) -> str | None:
    """The points of a hand, where its heading does not say them, and who has won."""
    waits = "They are asked for the next hand." if game.ready == PLAYER else ""
    they_wait = "They wait for the next hand." if game.ready == BOT else ""
    parts = (_points_of(game), _left(game) or waits or they_wait, _won(game))
    return " ".join(filter(None, parts)) or None


def _points_of(game: Game) -> str:
    result = game.results[-1]
    if game.team > 1:
        tables = (
            f"table {number} {signed(_of_you(scored.winner, scored.points), 0)}"
            for number, scored in enumerate(game.tables, start=1)
        )
        return f"Your team: {', '.join(tables)}."
    if len(result.points) == 2 and game.table_rules.play is GameKind.KNOCK:
        return _sum_of(result.hand)
    each = zip(names_at(game), result.points, strict=True)
    return f"{', '.join(f'{name} {signed(amount, 0)}' for name, amount in each)}."


_BONUSES: Final = {Ended.GIN: "gin", Ended.BIG_GIN: "big gin", Ended.UNDERCUT: "undercut"}


def _sum_of(result: HandResult) -> str:
    """The points of a knock as a sum; nothing where nobody scores.

    >>> from analyzer.game.rules import PRESETS
    >>> from analyzer.game.scoring import score_points
    >>> _sum_of(score_points(0, 49, PRESETS["standard"]))
    '49 deadwood + 25 gin = 74.'
    >>> _sum_of(score_points(9, 4, PRESETS["standard"], multiplier=2))
    '(9 deadwood − 4 + 25 undercut) × 2 = 60.'
    """
    if result.winner is None or not result.points or result.deadwood is None:
        return ""
    left = sorted((result.deadwood, result.defence or 0))
    text = f"{left[1]} deadwood" + f" − {left[0]}" * bool(left[0])
    if result.bonus:
        text += f" + {result.bonus} {_BONUSES[result.kind]}"
    if result.multiplier > 1:
        text = f"({text}) × {result.multiplier}"
    return f"{text} = {result.points}."


def _of_you(winner: int | None, amount: int) -> int:
    return 0 if winner is None else amount if winner == PLAYER else -amount


def _won(game: Game) -> str:
    if game.stage is not GameStage.FINISHED or game.day is not None or game.start is not None:
        return ""
    winner, finals, what = game.winner, game.sheet.totals, "game"
    single = game.rules.target is None
    if game.left is not None:
        return f"The game is {'yours' if game.left == BOT else 'theirs'}, {_in_order(finals)}."
    if single:
        what = "hand"
    elif game.rules.best_of > 1:
        finals, what = tuple(map(game.series.won, range(game.rules.players))), "set"
    if winner is None:
        return f"The {what} is drawn, {' to '.join(map(str, finals))}."
    if game.team > 1:
        return f"{'Your' if winner == PLAYER else 'Their'} team wins."
    if single and len(finals) == 2:
        return ""
    name = names_at(game)[winner]
    return f"{name} {verb(name, 'wins')} the {what}, {_in_order(finals)}."


def _in_order(finals: tuple[int, ...]) -> str:
    return " to ".join(map(str, sorted(finals, reverse=True)))
