"""The recorder's words: what it asks, what a turn was, how a hand ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.display.around import ended_in_words
from analyzer.display.turns import NAMES, TWO
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.rules import GameKind
from analyzer.game.scoring import Ended, Outcome, Scored
from analyzer.game.table import Played
from analyzer.game.view import Turn
from analyzer.notation.numbers import signed
from analyzer.notation.phrases import ENDED, listed, symbol, upper
from analyzer.notation.recorder import Awaited, HandPlay, RecorderStep, Sheet
from analyzer.notation.records import Record, outcome_of

YOU, OPPONENT = TWO
NUMBERS: Final = {7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}


def around(count: int) -> tuple[str, ...]:
    """The names of players by their seats, clockwise from whoever looks on.

    >>> around(2), around(3)
    (('You', 'Opponent'), ('You', 'West', 'North'))
    """
    return TWO if count == len(TWO) else NAMES[:count]


def names_of(sheet: Sheet) -> tuple[str, ...]:
    """The names that the page gives the players, by seat.

    >>> from analyzer.notation.recorder import read_sheet
    >>> names_of(read_sheet('[Players "?" "Bob"] [Dealer "2"]'))
    ('You', 'Bob')
    """
    seats, count = around(len(sheet.names)), len(sheet.names)
    return tuple(
        name or seats[(seat - sheet.mine) % count] for seat, name in enumerate(sheet.names)
    )


def question(sheet: Sheet, step: RecorderStep) -> str:
    """Ask for what is waited for.

    >>> from analyzer.notation.recorder import read_sheet, step_of
    >>> text = '[Players "Ann" "Bob"] [Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. p 2. p'
    >>> sheet = read_sheet(text)
    >>> question(sheet, step_of(sheet))
    'Ann’s turn: both passed, so what is drawn?'
    """
    name = names_of(sheet)[step.player or 0]
    number = NUMBERS.get(step.wanted, str(step.wanted))
    match step.ask:
        case Awaited.DEALER:
            return "Who dealt?"
        case Awaited.HAND:
            return f"Tap the {number} cards dealt to {object_of(name)}."
        case Awaited.UPCARD:
            return "Tap the card that was turned up."
        case Awaited.MELD:
            return f"Tap the cards of {possessive(name, inside=True)} meld."
        case Awaited.SPREAD:
            return f"{possessive(name)} knock: tap the {number} cards laid down."
        case Awaited.DEFENSE:
            shown = f"Tap {possessive(name, inside=True)} {number} cards"
            return f"{shown}, laid off or not." if _may_lay_off(sheet) else f"{shown}."
        case Awaited.NOTHING:
            return headline(sheet)
        case Awaited.DISCARD:
            return f"{possessive(name)} turn: {_ending(sheet, step)}?"
    return f"{possessive(name)} turn: {_beginning(sheet, step)}"


def _beginning(sheet: Sheet, step: RecorderStep) -> str:
    """The question at the beginning of a turn."""
    top = top_of(sheet)
    if step.ask is Awaited.LAST:
        return f"take the {top} to knock with it, or let the hand end?"
    if step.ask is Awaited.OFFER:
        return f"take the {top}, or pass?"
    if "^" in step.others:
        return f"take the {top}, or {'let the hand end' if 'p' in step.others else 'draw'}?"
    passed = "both" if len(sheet.names) == len(TWO) else "all"
    return f"{passed} passed, so what is drawn?" if sheet.said.turns else "draw."


def _ending(sheet: Sheet, step: RecorderStep) -> str:
    """The question at the end of a turn."""
    if is_mahjong(sheet):
        return "lay down, add, or discard"
    return "which card is discarded" if step.cards else "knock, discarding which card"


def is_mahjong(sheet: Sheet) -> bool:
    """True if the game is mahjong gin."""
    return sheet.rules.play is GameKind.MAHJONG


def _may_lay_off(sheet: Sheet) -> bool:
    """True if cards may have been laid off on what the knocker laid down."""
    if sheet.play is not None:
        step = sheet.play.pending
        return step is not None and step.move.kind is Kind.KNOCK
    return not _is_gin(sheet)


def _is_gin(sheet: Sheet) -> bool:
    """True if the knocker has laid down no deadwood, so that nothing is laid off."""
    spread = None if sheet.showdown is None else sheet.showdown.spread
    return spread is not None and not spread.deadwood


def possessive(name: str, *, inside: bool = False) -> str:
    """A name in the genitive, at the beginning of a sentence or inside it.

    >>> possessive("Ann"), possessive("You"), possessive("Opponent", inside=True)
    ('Ann’s', 'Your', 'the opponent’s')
    """
    if name == YOU:
        return "your" if inside else "Your"
    return f"{object_of(name) if inside else name}’s"


def object_of(name: str) -> str:
    """A name where it is not the subject."""
    return {YOU: "you", OPPONENT: "the opponent"}.get(name, name)


def top_of(sheet: Sheet) -> str:
    """The card on top of the pile, as a symbol; empty where there is none."""
    return sheet.pile[-1].symbol if sheet.pile else ""


def is_hidden(sheet: Sheet, step: RecorderStep) -> bool:
    """True if the hand of the player whose turn it is was not seen."""
    return sheet.is_hidden(step.player or 0)


def help_for(sheet: Sheet, step: RecorderStep) -> str:
    """Say what to tap, where the question does not."""
    hidden = is_hidden(sheet, step)
    match step.ask:
        case Awaited.HAND:
            return "Any order; tap again to take a card back."
        case Awaited.DRAW if is_mahjong(sheet) and step.cards:
            return "Several cards are taken by tapping the deepest of them."
        case Awaited.DRAW if hidden:
            return "" if sheet.play is not None else "Tap a card only if you saw it drawn."
        case Awaited.DRAW:
            return "Tap the card drawn, or the top of the pile."
        case Awaited.DISCARD if hidden:
            return "Any card that can be in the hand."
        case Awaited.DEFENSE if is_mahjong(sheet):
            return "All that was held once the hand was over."
        case Awaited.SPREAD | Awaited.DEFENSE:
            return "The best melds are found for you; you can change them afterward."
    return ""


# ---------------------------------------------------------------- turns and results


def turn_words(played: Played, name: str, ended: str = "") -> str:
    """A turn in words.

    >>> from analyzer.game.cards import Card
    >>> turn_words(Played(0, Turn.TAKE, Card.of("9h"), Card.of("Kd")), "You")
    'You take 9♥, discard K♦'
    >>> turn_words(Played(1, Turn.DRAW, None, Card.of("Js")), "Bob", "knocks")
    'Bob draws, discards J♠, knocks'
    """
    you = name == YOU

    def verb(plain: str) -> str:
        return plain if you else plain + ("es" if plain.endswith("s") else "s")

    parts = []
    if played.turn is Turn.PASS:
        return f"{name} {verb('pass')}"
    if played.card is not None or played.turn is Turn.TAKE:
        what = "take" if played.turn is Turn.TAKE else "draw"
        parts.append(f"{verb(what)} {symbol(played.card)}".strip())
    elif played.turn is Turn.DRAW:
        parts.append(verb("draw"))
    if played.discarded is not None:
        parts.append(f"{verb('discard')} {played.discarded.symbol}")
    if ended:
        parts.append(_ENDINGS[ended] if you else ended)
    return f"{name} {', '.join(parts)}"


_ENDINGS = {"knocks": "knock", "goes gin": "go gin", "big gin": "big gin"}


def ending_of(record: Record, number: int) -> str:
    """Say with what the turn with this number, from 0, ended the hand; empty if it did not."""
    showdown = record.showdown
    if showdown is None or number != len(record.turns) - 1:
        return ""
    if showdown.big:
        return "big gin"
    gin = showdown.spread is not None and not showdown.spread.points
    return "goes gin" if gin else "knocks"


def headline(sheet: Sheet) -> str:
    """Say how the last hand ended."""
    names = names_of(sheet)
    if sheet.play is not None:
        return _of_play(sheet, sheet.play, names)
    record = sheet.record
    if record is None:
        return ""
    if record.result is not None:
        return result_words(record.result, names)
    if record.showdown is not None:
        return f"{names[record.knocker or 0]} laid down the hand; the result is unknown."
    return "The hand was broken off."


def _of_play(sheet: Sheet, play: HandPlay, names: Sequence[str]) -> str:
    if not play.here.over:
        return "The hand was broken off."
    result = outcome_of(play.record, play.here)
    if result is not None:
        return table_headline(result, names, with_points=False)
    away = [object_of(names[seat]) for seat in sorted(play.kept)]
    return f"The hand is over; no points, for the cards of {listed(away, 'and')} were not shown."


def table_headline(
    result: Outcome | None, names: Sequence[str], *, with_points: bool = True
) -> str:
    """Say how a hand ended that has a number for each player."""
    if result is None:
        return "The result is unknown."
    points = ", ".join(_won(result, names)) if with_points else ""
    return f"{ended_in_words(result, names)}{f': {points}' if points else ''}."


def _won(result: Outcome, names: Sequence[str]) -> Iterator[str]:
    return (
        f"{name} {signed(points, 0)}"
        for name, points in zip(names, result.points, strict=True)
        if points
    )


def result_words(result: Scored, names: Sequence[str]) -> str:
    """A result as a sentence.

    >>> from analyzer.game.scoring import Ended
    >>> result_words(Scored(Ended.UNDERCUT, 1, 31), ("You", "Bob"))
    'An undercut: Bob wins 31.'
    """
    if result.winner is None:
        return f"{upper(ENDED[result.kind])}: nobody scores."
    return f"{won(result.kind, names[result.winner])} {result.points}."


def won(kind: Ended, name: str) -> str:
    """Say how a hand ended, and who won it: "Gin: you win"."""
    return f"{upper(ENDED[kind])}: {object_of(name)} {'win' if name == YOU else 'wins'}"


def in_words(error: InputError) -> str:
    """An error as a sentence, with what to do instead."""
    hint = f" {upper(error.hint)}." if error.hint else ""
    return f"{upper(error.message)}.{hint}".replace("`", "")
