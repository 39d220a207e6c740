"""The table as the player sees it, made from the player's view alone; all open once it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from flask import url_for

from analyzer.display.hands import defended, groups, held, pictures, spread
from analyzer.display.parts import LaidDown
from analyzer.display.table import (
    AcrossTable,
    CardTable,
    TableButton,
    choosable,
    in_rows,
    last_move,
    valued,
)
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.melds import Arrangement, Defence, best_arrangements, lay_off, useful_knocks
from analyzer.game.position import Position
from analyzer.game.scoring import Ended, ScoreSheet
from analyzer.game.view import HAND, Event, Side, View, history_of, legal_actions
from analyzer.notation.phrases import knock_points, limit_words, meld_kind, phrase, upper
from analyzer.practice.play import BOT, PLAYER, GameStage
from analyzer.practice.progress import Seat
from analyzer.web.puzzles.words import told
from analyzer.web.train.words import LEVELS, coach_choices, coach_name, coach_silence

MOST_KNOCKS: Final = 6
"""Ways to knock that are offered; more would hardly differ."""

DISCARD: Final = TableButton("Discard", "discard", main=True, role="discard")
KNOCK: Final = TableButton("Knock", "knock", role="knock")


def value_of(action: Action) -> str:
    """What a button sends for an action.

    >>> from analyzer.game.cards import Card, CardSet
    >>> value_of(Action(Kind.KNOCK, Card.of("Kd"), (CardSet.of("7h 8h 9h"),)))
    'knock Kd: 7h 8h 9h'
    """
    melds = " / ".join(map(str, action.melds))
    return f"{action}: {melds}" if melds else str(action)


def address_of(seat: Seat, what: str) -> str:
    """Where a form of the table goes: the deal of the day has a table of its own."""
    room = "traintable" if seat.game.day is None else "daily"
    return url_for(f"{room}.{what}")


def table_of(seat: Seat) -> dict[str, Any]:
    """What the page shows of a game (`train/_table.html`): the player's view, no more."""
    game, here = seat.game, seat.game.position
    them = LEVELS[game.level][0]
    dealer = "you deal" if here.dealer == PLAYER else "they deal"
    table = {
        "place": _place(seat, dealer),
        "hints": _hints(seat),
        "helped": seat.helped and game.start is None and game.day is None,
        "day": game.day,
        "play_url": address_of(seat, "play"),
        "review_url": address_of(seat, "review_hand"),
        "aside": seat.aside is not None,
        "from": game.start,
        "levels": LEVELS,
        "level": game.level,
        "turn": seat.turn,
        "them": them,
        "sheet": game.sheet.lines(),
        "coach": coach_choices(coach_name(seat.coach)),
        "silence": _silence(seat),
        "note": seat.note,
        "history": tuple(_history(here)),
        "ways": (),
        "review": None,
    }
    if game.stage is GameStage.DECIDE:
        decision = _pending(seat) if seat.pending is not None else _decision(seat)
        if seat.hints is not None and not seat.hints.more:
            decision = valued(decision, dict(seat.hints.losses))
        return table | {"felt": decision, "ways": _ways(seat)}
    if game.stage is GameStage.DEFEND:
        return table | {"felt": _to_defend(seat)}
    review = None if game.start is not None else len(game.hands)
    return table | {"felt": _over(seat), "review": review}


def _hints(seat: Seat) -> tuple[str, ...]:
    """What has been given away of a decision; nothing while the coach asks about a play."""
    if seat.hints is None or seat.pending is not None:
        return ()
    return tuple(seat.hints.words[: seat.hints.shown])


def _place(seat: Seat, dealer: str) -> str:
    """Where the game is: "Hand 2, you deal, standard, to 100"."""
    game = seat.game
    if game.start is not None:
        return f"Played on from a position, {game.rules.name}"
    if game.day is not None:
        return f"The deal of the day, {dealer}, {game.rules_name}"
    target = "" if game.rules.target is None else f", to {game.rules.target}"
    return f"Hand {len(game.hands)}, {dealer}, {game.rules_name}{target}"


def _felt(seat: Seat, heading: str, **parts: Any) -> CardTable:
    """The table with what is on it at every stage."""
    game, here = seat.game, seat.game.position
    mine, theirs = game.score
    last, text = ("Knocked", None) if game.knock is not None else _last(here)
    parts = {"said": text, "hidden": (("turn", seat.turn),), **parts}
    known = pictures(here.known[BOT]) if not here.over else ()
    return CardTable(
        heading=heading,
        across=AcrossTable(
            LEVELS[game.level][0], theirs,
            backs=0 if parts.get("laid") else HAND - len(known),
            known=() if parts.get("laid") else known,
            deals=here.dealer == BOT,
            last=last,
        ),
        my_score=mine,
        my_deal=here.dealer == PLAYER,
        **parts,
    )  # fmt: skip


# ---------------------------------------------------------------- a decision


def _decision(seat: Seat) -> CardTable:
    view = seat.game.view
    parts = _on_the_table(view) | {"action": address_of(seat, "play")}
    back = [*_hint(seat), *([_back(seat, "Put it back")] if seat.may_take_back else [])]
    if view.question is not Question.DISCARD:
        live = _to_draw(view)
        live["buttons"] = (*back, *live["buttons"])
        return _felt(seat, _heading(view), rows=in_rows(held(view)), **parts, **live)
    knocks = {
        action.card: _knock_name(view, action)
        for action in reversed(_endings(view))
        if action.card is not None
    }
    discards = [action.card for action in legal_actions(view) if action.kind is Kind.DISCARD]
    choices = {card: str(card) for card in (*discards, *knocks) if card is not None}
    buttons = [*_big_gin(view), *([KNOCK] if knocks else []), *([DISCARD] if discards else [])]
    return _felt(
        seat,
        _heading(view),
        rows=in_rows(choosable(held(view), choices, knocks)),
        field="card",
        on_pile=DISCARD if discards else None,
        on_knock=KNOCK if knocks else None,
        buttons=(*back, *buttons),
        **parts,
    )


def _hint(seat: Seat) -> list[TableButton]:
    """The button that asks for a hint, while there is another."""
    if seat.game.day is not None or (seat.hints is not None and not seat.hints.more):
        return []
    label = "Hint" if seat.hints is None else "More"
    return [TableButton(label, action=address_of(seat, "hint"), role="hint")]


def _on_the_table(view: View) -> dict[str, Any]:
    return {"stock": view.stock, "pile": view.pile, "knock": limit_words(view)}


def _to_draw(view: View) -> dict[str, Any]:
    """Take, draw, pass: the places that can be pressed, and a button for each."""
    live: dict[str, Any] = {}
    buttons = []
    for action in legal_actions(view):
        send = str(action.kind)
        if action.kind is Kind.TAKE:
            live["on_pile"] = TableButton(f"Take {view.pile[-1].symbol}", send)
            buttons.append(live["on_pile"])
        elif action.kind is Kind.DRAW:
            live["on_stock"] = TableButton("Draw", send, main=view.must_draw)
            buttons.append(live["on_stock"])
        else:
            last = view.question is Question.LAST
            buttons.append(TableButton("Let the hand end" if last else "Pass", send))
    return live | {"buttons": tuple(buttons)}


def _heading(view: View) -> str:
    match view.question:
        case Question.UPCARD:
            return "Take the upcard, or pass?"
        case Question.DRAW:
            return "Draw from the stock." if view.must_draw else "Take the card, or draw?"
        case Question.LAST:
            return "Take the last card to knock, or let the hand end?"
        case Question.DISCARD:
            return "Knock with it." if view.must_knock else _discard(view)


def _discard(view: View) -> str:
    endings = {action.kind for action in legal_actions(view) if action.ends_hand}
    if endings & {Kind.GIN, Kind.BIG_GIN}:
        return "Discard a card, or go gin?"
    return "Discard a card, or knock?" if endings else "Discard a card."


def action_of(view: View, name: str, card: str) -> Action:
    """A legal action as its button names it: "discard Kd", "knock Kd: 7h 8h 9h / 4c 4d 4s".

    The pile and the place to knock send a word alone, and the card beside it; a knock is then
    laid down in the first of the best ways. Raises InputError for what is not legal.
    """
    for action in (*_endings(view), *legal_actions(view)):
        word = "knock" if action.ends_hand else str(action.kind)
        if name in {value_of(action), action.full}:
            return action
        if name == word and card and card == str(action.card):
            return action
    if name in {"discard", "knock"}:
        raise InputError("choose a card first" if not card else f"you cannot {name} with that card")
    raise InputError("that cannot be done here")


def _endings(view: View) -> list[Action]:
    """Ways to end the hand, least deadwood first; of those that surely differ in nothing, one."""
    useful = {
        (knock.discard, frozenset(knock.arrangement.melds))
        for knock in useful_knocks(view.hand, view.rules, view.limit)
    }
    endings = [action for action in legal_actions(view) if action.ends_hand]
    kept = [
        ending
        for ending in endings
        if ending.kind is Kind.BIG_GIN or (ending.card, frozenset(ending.melds)) in useful
    ]
    missed = [ending for ending in endings if ending.card not in {knock.card for knock in kept}]
    return [
        *sorted(kept, key=lambda one: (one.kind is not Kind.BIG_GIN, knock_points(view, one))),
        *sorted(missed, key=lambda one: knock_points(view, one)),
    ]


def _knock_name(view: View, action: Action) -> str:
    named = {Kind.BIG_GIN: "Big gin", Kind.GIN: "Gin"}
    return named.get(action.kind) or f"Knock with {knock_points(view, action)}"


def _big_gin(view: View) -> list[TableButton]:
    return [
        TableButton("Big gin", value_of(action), main=True)
        for action in _endings(view)[:1]
        if action.kind is Kind.BIG_GIN
    ]


def _ways(seat: Seat) -> tuple[dict[str, Any], ...]:
    """Knocks that can be laid down in more than one way that may matter."""
    if seat.pending is not None or seat.game.view.question is not Question.DISCARD:
        return ()
    view = seat.game.view
    endings = [ending for ending in _endings(view) if ending.card is not None][:MOST_KNOCKS]
    cards = [ending.card for ending in endings]
    return tuple(_way(view, ending) for ending in endings if cards.count(ending.card) > 1)


def _way(view: View, action: Action) -> dict[str, Any]:
    return {
        "value": value_of(action),
        "label": _knock_name(view, action),
        "detail": "" if action.card is None else f"discarding {action.card.symbol}",
        "groups": tuple((meld_kind(meld), tuple(meld)) for meld in action.melds),
    }


def _back(seat: Seat, label: str) -> TableButton:
    return TableButton(label, action=address_of(seat, "take_back"), role="back")


# ---------------------------------------------------------------- a decision the coach asks about


def _pending(seat: Seat) -> CardTable:
    """The decision that waits, every card with what it would lose."""
    assert seat.pending is not None
    view, played = seat.game.view, Action.of(seat.pending)
    own = {} if played.card is None else {played.card: str(played.card)}
    felt = _felt(
        seat,
        f"{upper(phrase(view, played.plain))}?",
        rows=in_rows(choosable(held(view), own, chosen=str(played.card))),
        action=address_of(seat, "play_on"),
        buttons=(TableButton("Play on"), replace(_back(seat, "Take it back"), main=True)),
        **_on_the_table(view),
    )
    return felt if seat.note is None else valued(felt, dict(seat.note.losses))


# ---------------------------------------------------------------- their knock


def _to_defend(seat: Seat) -> CardTable:
    game, here = seat.game, seat.game.position
    action = game.knock
    assert action is not None
    laid = here.apply(action).outcome
    assert laid is not None and laid.knock is not None
    knock = laid.knock
    hand = groups(here.hands[PLAYER], game.rules)
    return _felt(
        seat,
        f"They knock with {knock.points}. What do you lay off?",
        laid=(LaidDown("Their knock", spread(knock.melds, knock.deadwood, game.rules)),),
        rows=in_rows(choosable(hand, {card: str(card) for card in here.hands[PLAYER]})),
        field="off",
        several=True,
        said="Choose the cards that go on their melds.",
        action=address_of(seat, "defend"),
        buttons=(TableButton("Lay down", main=True),),
    )


# ---------------------------------------------------------------- what was


def _history(here: Position) -> Iterable[str]:
    if here.upcard is not None:
        yield f"The first upcard is {here.upcard.symbol}."
    yield from map(told, _events(here))


def _events(here: Position) -> tuple[Event, ...]:
    return history_of(here.played, PLAYER)


def _last(here: Position) -> tuple[str | None, str | None]:
    """What the other did since the player's last discard or pass, and the card got since."""
    events = _events(here)
    if here.over:
        return None, None
    mine = [at for at, event in enumerate(events) if event.who is Side.ME and _ended(event)]
    since = events[mine[-1] + 1 if mine else 0 :]
    theirs = [last_move(event) for event in since if event.who is Side.OPPONENT and _ended(event)]
    got = [told(event) for event in since if event.who is Side.ME and not _ended(event)]
    return (theirs[-1] if theirs else None), (got[-1] if got else None)


def _ended(event: Event) -> bool:
    return event.discarded is not None or event.card is None


# ---------------------------------------------------------------- the end of a hand


def _over(seat: Seat) -> CardTable:
    game, here = seat.game, seat.game.position
    them, finished = LEVELS[game.level][0], game.stage is GameStage.FINISHED
    review = [TableButton("Review this hand", form="review-hand")]
    if game.start is not None:
        review = []
    elif len(game.hands) > 1:
        whole = "Review the game" if finished else "Review the game so far"
        review.append(TableButton(whole, "1", "all", form="review-hand"))
    new = TableButton("New game", href=url_for("train.start", _anchor="play"), main=True)
    if game.day is not None:
        new = TableButton(
            "How others did", href=url_for("daily.show", _anchor="compared"), main=True
        )
    return _felt(
        seat,
        _headline(here),
        said=_end(game.sheet, them) if finished and game.day is None else None,
        laid=(*_laid(here, them), *_better(seat, here)),
        action=None if finished else address_of(seat, "deal_next"),
        buttons=(*review, new if finished else TableButton("Next hand", main=True)),
    )


def _end(sheet: ScoreSheet, them: str) -> str:
    mine, theirs = sheet.finals
    if not sheet.finished:
        return ""
    if sheet.winner is None:
        return f"The game is drawn, {mine} to {theirs}."
    who = "You win" if sheet.winner == PLAYER else f"{them} wins"
    return f"{who} the game, {max(mine, theirs)} to {min(mine, theirs)}."


def _headline(here: Position) -> str:
    outcome = here.outcome
    assert outcome is not None
    hand = outcome.hand
    if outcome.knocker is None:
        return "A dead hand: the stock ran out."
    me = outcome.knocker == PLAYER
    did = {
        Ended.GIN: "go gin", Ended.BIG_GIN: "go big gin",
    }.get(hand.kind, f"knock with {hand.deadwood}")  # fmt: skip
    text = f"{'You' if me else 'They'} {did}"
    if hand.kind is Ended.UNDERCUT:
        return f"{text} and are undercut: {'they' if me else 'you'} win {hand.points}."
    if hand.winner is None:
        return f"{text}; equal deadwood, nobody scores."
    return f"{text} and win {hand.points}."


def _laid(here: Position, them: str) -> tuple[LaidDown, ...]:
    outcome = here.outcome
    assert outcome is not None
    if outcome.knock is None or outcome.defence is None or outcome.knocker is None:
        mine, theirs = (best_arrangements(hand, here.rules)[0] for hand in here.hands)
        return (_spread("Your hand", mine, here), _spread(f"{them}’s hand", theirs, here))
    knocker, defender = ("Your", "Their") if outcome.knocker == PLAYER else ("Their", "Your")
    did, answer = ("knock", "answer") if outcome.knock.points else ("gin", "hand")
    knock = _spread(f"{knocker} {did}", outcome.knock, here)
    return knock, _answered(f"{defender} {answer}", outcome.defence, here)


def _better(seat: Seat, here: Position) -> tuple[LaidDown, ...]:
    """The best answer to their knock, where the coach had something to say of the player's."""
    outcome = here.outcome
    told = seat.note is not None and seat.note.place is None
    if not told or outcome is None or outcome.knocker != BOT or outcome.knock is None:
        return ()
    best = lay_off(outcome.knock, here.hands[PLAYER], here.rules)
    return (_answered("The best answer", best, here),)


def _answered(title: str, answer: Defence, here: Position) -> LaidDown:
    return LaidDown(title, defended(answer, here.rules))


def _spread(title: str, arrangement: Arrangement, here: Position) -> LaidDown:
    return LaidDown(title, spread(arrangement.melds, arrangement.deadwood, here.rules))


def _silence(seat: Seat) -> str:
    """What stands in the coach's place while there is nothing to say."""
    over = seat.game.stage not in {GameStage.DECIDE, GameStage.DEFEND}
    return coach_silence(seat.coach, seat.threshold, seat.spoken, over=over)
