"""What an action, a meld and a list are called in a sentence on a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View


def phrase(view: View, action: Action) -> str:
    """An action in the imperative, as in a headline, without its full stop.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    >>> view = View(PRESETS["classic"], hand, (), 31, Question.DISCARD)
    >>> phrase(view, Action(Kind.DISCARD, Card.of("Kd")))
    'Discard K♦'
    """
    match action.kind:
        case Kind.DISCARD:
            return f"Discard {symbol(action.card)}"
        case Kind.KNOCK:
            return f"Knock with {knock_points(view, action)}"
        case Kind.GIN:
            return "Go gin"
        case Kind.BIG_GIN:
            return "Lay down big gin"
        case Kind.TAKE:
            return f"Take the {symbol(view.top)}"
        case Kind.DRAW:
            return "Draw from the stock"
        case Kind.PASS:
            return "Let the hand end" if view.question is Question.LAST else "Pass"


def knock_points(view: View, action: Action) -> int:
    """Deadwood that a knock leaves."""
    melded = CardSet()
    for meld in action.melds:
        melded |= meld
    discarded = CardSet() if action.card is None else CardSet.from_cards([action.card])
    return sum(view.rules.value(card) for card in view.hand - melded - discarded)


def listed(words: Sequence[str], last: str = "or") -> str:
    """Words as a list in a sentence.

    >>> listed(["K♦", "Q♦", "2♣"]), listed(["K♦"])
    ('K♦, Q♦ or 2♣', 'K♦')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def meld_kind(meld: CardSet) -> str:
    """Whether a meld is a run or a set."""
    return "set" if len({card.rank for card in meld}) == 1 else "run"


def symbol(card: Card | None) -> str:
    """A card as it stands in a text; nothing for none."""
    return "" if card is None else card.symbol


def lower(text: str) -> str:
    """A text as it stands in the middle of a sentence."""
    return text[:1].lower() + text[1:]


def doing(view: View, action: Action) -> str:
    """An action as the subject of a sentence: "knocking with 4"."""
    match action.kind:
        case Kind.DISCARD:
            return f"discarding {symbol(action.card)}"
        case Kind.KNOCK:
            return f"knocking with {knock_points(view, action)}"
        case Kind.GIN:
            return "going gin"
        case Kind.BIG_GIN:
            return "laying down big gin"
        case Kind.TAKE:
            return f"taking the {symbol(view.top)}"
        case Kind.DRAW:
            return "drawing from the stock"
        case Kind.PASS:
            return "letting the hand end" if view.question is Question.LAST else "passing"


def str_of(cards: Iterable[Card]) -> str:
    """Cards as a player writes them: "7♥ 8♥ 9♥".

    >>> str_of(CardSet.of("7h 8h Th"))
    '7♥ 8♥ 10♥'
    """
    return " ".join(card.symbol for card in cards)
