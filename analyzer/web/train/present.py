"""The table as the player sees it, made from the player's view alone; all open once it is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from analyzer.display.hands import defended, groups, held, spread
from analyzer.display.parts import Fact, LaidDown
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.melds import Arrangement, Defence, best_arrangements, lay_off, useful_knocks
from analyzer.game.position import Position
from analyzer.game.scoring import Ended, ScoreSheet
from analyzer.game.view import Event, Side, View, history_of, legal_actions
from analyzer.notation.phrases import knock_points, limit_words, meld_kind
from analyzer.practice.play import BOT, PLAYER, GameStage
from analyzer.practice.progress import Seat
from analyzer.web.puzzles.words import told
from analyzer.web.train.words import LEVELS, coach_choices, coach_name

MOST_KNOCKS: Final = 6
"""Ways to knock that are offered; more would hardly differ."""


def value_of(action: Action) -> str:
    """What a button sends for an action.

    >>> from analyzer.game.cards import Card, CardSet
    >>> value_of(Action(Kind.KNOCK, Card.of("Kd"), (CardSet.of("7h 8h 9h"),)))
    'knock Kd: 7h 8h 9h'
    """
    melds = " / ".join(map(str, action.melds))
    return f"{action}: {melds}" if melds else str(action)


def table_of(seat: Seat) -> dict[str, Any]:
    """What the page shows of a game (`train/_table.html`): the player's view, no more."""
    game, here = seat.game, seat.game.position
    rules, (mine, theirs) = game.rules, game.sheet.score
    dealer = "you deal" if here.dealer == PLAYER else "they deal"
    them = LEVELS[game.level][0]
    table = {
        "score": (("You", mine), (them, theirs)),
        "place": f"Hand {len(game.hands)}, {dealer}, {game.rules_name}, to {rules.target}",
        "turn": seat.turn,
        "coach": coach_choices(coach_name(seat.coach)),
        "note": seat.note,
        "history": tuple(_history(here)),
        "last": _last(here),
        "knock": None,
        "over": None,
    }
    if game.stage is GameStage.DECIDE:
        return table | _decision(game.view)
    if game.stage is GameStage.DEFEND:
        return table | _to_defend(seat)
    return table | {"heading": _headline(here), "over": _over(seat, here, them)}


# ---------------------------------------------------------------- a decision


def _decision(view: View) -> dict[str, Any]:
    discard = view.question is Question.DISCARD
    return {
        "heading": _heading(view),
        "known": tuple(view.opponent),
        "pile": view.pile,
        "facts": (Fact("Knock with", limit_words(view)), Fact("Stock", str(view.stock))),
        "hand": held(view),
        "discards": {one.card for one in legal_actions(view) if one.kind is Kind.DISCARD},
        "offers": () if discard else tuple(_offers(view)),
        "knocks": tuple(_knocks(view)) if discard else (),
    }


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
    endings = {one.kind for one in legal_actions(view) if one.ends_hand}
    if endings & {Kind.GIN, Kind.BIG_GIN}:
        return "Discard a card, or go gin?"
    return "Discard a card, or knock?" if endings else "Discard a card."


def _offers(view: View) -> Iterable[dict[str, Any]]:
    """Take, draw, pass."""
    for action in legal_actions(view):
        offer = {"value": str(action.kind), "card": None, "detail": "", "main": False}
        if action.kind is Kind.TAKE:
            yield offer | {"label": f"Take the {view.pile[-1].symbol}", "card": view.top}
        elif action.kind is Kind.DRAW:
            detail = f"{view.stock} in the stock"
            yield offer | {"label": "Draw", "detail": detail, "main": view.must_draw}
        else:
            last = view.question is Question.LAST
            yield offer | {"label": "Let the hand end" if last else "Pass"}


def _knocks(view: View) -> Iterable[dict[str, Any]]:
    """Ways to end the hand; of those that surely differ in nothing, one."""
    endings = [one for one in legal_actions(view) if one.ends_hand]
    useful = {
        (knock.discard, frozenset(knock.arrangement.melds))
        for knock in useful_knocks(view.hand, view.rules, view.limit)
    }
    kept = [
        one
        for one in endings
        if one.kind is Kind.BIG_GIN or (one.card, frozenset(one.melds)) in useful
    ]
    order = sorted(kept, key=lambda one: (one.kind is not Kind.BIG_GIN, knock_points(view, one)))
    for action in order[:MOST_KNOCKS]:
        yield _knock_button(view, action)


def _knock_button(view: View, action: Action) -> dict[str, Any]:
    named = {Kind.BIG_GIN: "Big gin", Kind.GIN: "Gin"}
    return {
        "value": value_of(action),
        "label": named.get(action.kind) or f"Knock with {knock_points(view, action)}",
        "detail": "" if action.card is None else f"discarding {action.card.symbol}",
        "groups": tuple((meld_kind(meld), tuple(meld)) for meld in action.melds),
    }


# ---------------------------------------------------------------- their knock


def _to_defend(seat: Seat) -> dict[str, Any]:
    game, here = seat.game, seat.game.position
    action = game.knock
    assert action is not None
    laid = here.apply(action).outcome
    assert laid is not None and laid.knock is not None
    knock = laid.knock
    return {
        "heading": f"They knock with {knock.points}. What do you lay off?",
        "knock": LaidDown("Their knock", spread(knock.melds, knock.deadwood, game.rules)),
        "hand": groups(here.hands[PLAYER], game.rules),
    }


# ---------------------------------------------------------------- what was


def _history(here: Position) -> Iterable[str]:
    if here.upcard is not None:
        yield f"The first upcard is {here.upcard.symbol}."
    yield from map(told, _events(here))


def _events(here: Position) -> tuple[Event, ...]:
    return history_of(here.played, PLAYER)


def _last(here: Position) -> tuple[str, ...]:
    """What the other did since the player's last discard or pass, and the card got since."""
    events = _events(here)
    if here.over:
        return ()
    mine = [at for at, one in enumerate(events) if one.who is Side.ME and _ended(one)]
    since = events[mine[-1] + 1 if mine else 0 :]
    return tuple(told(one) for one in since if _ended(one) == (one.who is Side.OPPONENT))


def _ended(event: Event) -> bool:
    return event.discarded is not None or event.card is None


# ---------------------------------------------------------------- the end of a hand


def _over(seat: Seat, here: Position, them: str) -> dict[str, Any]:
    sheet, finished = seat.game.sheet, seat.game.stage is GameStage.FINISHED
    return {
        "spreads": (*_laid(here, them), *_better(seat, here)),
        "sheet": sheet.lines(),
        "them": them,
        "coach": _coach_said(seat),
        "many": len(seat.game.hands) > 1,
        "end": _end(sheet, them) if finished else None,
    }


def _end(sheet: ScoreSheet, them: str) -> str:
    mine, theirs = sheet.finals
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
    said = f"{'You' if me else 'They'} {did}"
    if hand.kind is Ended.UNDERCUT:
        return f"{said} and are undercut: {'they' if me else 'you'} win {hand.points}."
    if hand.winner is None:
        return f"{said}; equal deadwood, nobody scores."
    return f"{said} and win {hand.points}."


def _laid(here: Position, them: str) -> tuple[LaidDown, ...]:
    outcome = here.outcome
    assert outcome is not None
    if outcome.knock is None or outcome.defence is None or outcome.knocker is None:
        mine, theirs = (best_arrangements(hand, here.rules)[0] for hand in here.hands)
        return (_spread("Your hand", mine, here), _spread(f"{them}’s hand", theirs, here))
    knock = _spread("Your knock" if outcome.knocker == PLAYER else "Their knock",
                    outcome.knock, here)  # fmt: skip
    whose = "Their answer" if outcome.knocker == PLAYER else "Your answer"
    return knock, _answered(whose, outcome.defence, here)


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


def _spread(title: str, found: Arrangement, here: Position) -> LaidDown:
    return LaidDown(title, spread(found.melds, found.deadwood, here.rules))


def _coach_said(seat: Seat) -> str:
    if seat.coach is None:
        return "The coach is off."
    times = {0: "said nothing", 1: "spoke once", 2: "spoke twice"}
    said = times.get(seat.spoken, f"spoke {seat.spoken} times")
    return f"The coach {said} in this hand."
