"""The recorder's words: what it asks, what a turn was, how a hand ended."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.game.scoring import Ended, Scored
from analyzer.game.table import Played
from analyzer.game.view import Turn
from analyzer.notation.phrases import ENDED, symbol, upper
from analyzer.notation.recorder import Awaited, RecorderStep, Sheet
from analyzer.notation.records import Record

NOBODY = ("You", "Opponent")
"""What players without a name are called."""


def names_of(names: tuple[str | None, str | None]) -> tuple[str, str]:
    """What the page calls the players.

    >>> names_of((None, "Bob"))
    ('You', 'Bob')
    """
    return names[0] or NOBODY[0], names[1] or NOBODY[1]


def question(sheet: Sheet, step: RecorderStep) -> str:
    """What is waited for, as a sentence.

    >>> from analyzer.notation.recorder import read_sheet, step_of
    >>> text = '[Players "Ann" "Bob"] [Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. p 2. p'
    >>> sheet = read_sheet(text)
    >>> question(sheet, step_of(sheet))
    'Ann’s turn: both passed, so what is drawn?'
    """
    name = names_of(sheet.names)[step.player or 0]
    turn = f"{possessive(name)} turn"
    top = top_of(sheet)
    match step.ask:
        case Awaited.DEALER:
            return "Who dealt?"
        case Awaited.HAND:
            number = {10: "ten", 11: "eleven"}.get(step.wanted, str(step.wanted))
            return f"Tap the {number} cards dealt to {object_of(name)}."
        case Awaited.UPCARD:
            return "Tap the card that was turned up."
        case Awaited.OFFER:
            return f"{turn}: take the {top}, or pass?"
        case Awaited.DRAW if "^" in step.others:
            return f"{turn}: take the {top}, or draw?"
        case Awaited.DRAW:
            return f"{turn}: both passed, so what is drawn?"
        case Awaited.DISCARD if step.cards:
            return f"{turn}: which card is discarded?"
        case Awaited.DISCARD:
            return f"{turn}: knock, discarding which card?"
        case Awaited.LAST:
            return f"{turn}: take the {top} to knock with it, or let the hand end?"
        case Awaited.SPREAD:
            return f"{possessive(name)} knock: tap the cards laid down."
        case Awaited.DEFENCE:
            ten = f"Tap {possessive(name, inside=True)} ten cards"
            return f"{ten}." if _is_gin(sheet) else f"{ten}, laid off or not."
        case Awaited.NOTHING:
            return headline(sheet)


def _is_gin(sheet: Sheet) -> bool:
    """Whether the knocker has laid down no deadwood, so that nothing is laid off."""
    spread = None if sheet.showdown is None else sheet.showdown.spread
    return spread is not None and not spread.deadwood


def possessive(name: str, *, inside: bool = False) -> str:
    """A name in the genitive, at the beginning of a sentence or inside it.

    >>> possessive("Ann"), possessive("You"), possessive("Opponent", inside=True)
    ('Ann’s', 'Your', 'the opponent’s')
    """
    if name == NOBODY[0]:
        return "your" if inside else "Your"
    return f"{object_of(name) if inside else name}’s"


def object_of(name: str) -> str:
    """A name where it is not the subject."""
    return {NOBODY[0]: "you", NOBODY[1]: "the opponent"}.get(name, name)


def top_of(sheet: Sheet) -> str:
    """The card on top of the pile, as a symbol; empty where there is none."""
    return sheet.table.pile[-1].symbol if sheet.table is not None and sheet.table.pile else ""


def is_hidden(sheet: Sheet, step: RecorderStep) -> bool:
    """Whether the hand of the player whose turn it is was not seen."""
    return sheet.table is not None and sheet.table.hands[step.player or 0] is None


def help_for(sheet: Sheet, step: RecorderStep) -> str:
    """What to tap, where the question does not say."""
    hidden = is_hidden(sheet, step)
    match step.ask:
        case Awaited.HAND:
            return "Any order; tap again to take a card back."
        case Awaited.DRAW if hidden:
            return "Tap a card only if you saw it drawn."
        case Awaited.DRAW:
            return "Tap the card drawn, or the top of the pile."
        case Awaited.DISCARD if hidden:
            return "Any card that can be in the hand."
        case Awaited.SPREAD | Awaited.DEFENCE:
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
    you = name == NOBODY[0]

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
    """What the turn with this number, from 0, ended the hand with; empty if it did not."""
    showdown = record.showdown
    if showdown is None or number != len(record.turns) - 1:
        return ""
    if showdown.big:
        return "big gin"
    gin = showdown.spread is not None and not showdown.spread.points
    return "goes gin" if gin else "knocks"


def headline(sheet: Sheet) -> str:
    """How the last hand ended, as a sentence."""
    record = sheet.record
    if record is None:
        return ""
    names = names_of(sheet.names)
    if record.result is not None:
        return result_words(record.result, names)
    if record.showdown is not None:
        return f"{names[record.knocker or 0]} laid down the hand; the result is unknown."
    return "The hand was broken off."


def result_words(result: Scored, names: tuple[str, str]) -> str:
    """A result as a sentence.

    >>> from analyzer.game.scoring import Ended
    >>> result_words(Scored(Ended.UNDERCUT, 1, 31), ("You", "Bob"))
    'An undercut: Bob wins 31.'
    """
    if result.winner is None:
        return f"{upper(ENDED[result.kind])}: nobody scores."
    return f"{won(result.kind, names[result.winner])} {result.points}."


def won(kind: Ended, name: str) -> str:
    """How a hand ended, and who won it: "Gin: you win"."""
    return f"{upper(ENDED[kind])}: {object_of(name)} {'win' if name == NOBODY[0] else 'wins'}"


def in_words(error: InputError) -> str:
    """An error as a sentence, with what to do instead."""
    hint = f" {upper(error.hint)}." if error.hint else ""
    return f"{upper(error.message)}.{hint}".replace("`", "")
