"""The names of cards, actions, endings and assumptions in a sentence, wherever it is said.

A sentence with cards in it can be a text in pieces, so that each door draws the cards its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Meld, pack_card
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.scoring import Ended
from analyzer.game.view import View

Text = tuple["str | Card", ...]
"""A text in pieces."""

ENDINGS: Final[Mapping[str, str]] = MappingProxyType({
    "gin": "you go gin", "knock": "you win by knocking", "undercut": "you are undercut",
    "their gin": "they go gin", "their knock": "they win by knocking",
    "their undercut": "you undercut them", "void": "nobody scores", "tie": "a knock is tied",
})  # fmt: skip
"""The ends of a hand (`engine.types.Ending`) as a clause: "you go gin in 32% of hands"."""

ENDED: Final[Mapping[Ended, str]] = MappingProxyType({
    Ended.KNOCK: "a knock", Ended.GIN: "gin", Ended.BIG_GIN: "big gin",
    Ended.UNDERCUT: "an undercut", Ended.TIE: "a tie", Ended.VOID: "a dead hand",
    Ended.MISDEAL: "a misdeal",
})  # fmt: skip
"""The names of the ends of a hand."""

QUESTIONS: Final[Mapping[Question, str]] = MappingProxyType({
    Question.UPCARD: "take the first upcard or pass", Question.DRAW: "take the upcard or draw",
    Question.DISCARD: "discard or knock", Question.LAST: "take the last discard or leave it",
})  # fmt: skip
"""The questions as clauses."""


# ---------------------------------------------------------------- cards and lists


def symbol(card: Card | None) -> str:
    """A card as it stands in a text; nothing for none."""
    return "" if card is None else card.symbol


def str_of(cards: Iterable[Card]) -> str:
    """Cards as a player writes them: "7♥ 8♥ 9♥".

    >>> str_of(CardSet.of("7h 8h Th"))
    '7♥ 8♥ 10♥'
    """
    return " ".join(card.symbol for card in cards)


def text_of(text: Text, name: Callable[[Card], str] = symbol) -> str:
    """A text in pieces as one, each card as `name` draws it."""
    return "".join(part if isinstance(part, str) else name(part) for part in text)


def upper(text: str) -> str:
    """A text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """A text as it stands in the middle of a sentence."""
    return text[:1].lower() + text[1:]


def begun(text: Text) -> Text:
    """A text in pieces as the beginning of a sentence."""
    first, *rest = text
    return (first if isinstance(first, Card) else upper(first)), *rest


def listed(words: Sequence[str], last: str = "or") -> str:
    """Words as a list in a sentence.

    >>> listed(["K♦", "Q♦", "2♣"]), listed(["K♦"])
    ('K♦, Q♦ or 2♣', 'K♦')
    """
    return text_of(texts_listed([(word,) for word in words], last))


def texts_listed(texts: Sequence[Text], last: str = "and") -> Text:
    """Texts in pieces as a list in a sentence.

    >>> texts_listed([("a",), ("b",), ("c",)])
    ('a', ', ', 'b', ' and ', 'c')
    """
    pieces: list[str | Card] = []
    for place, text in enumerate(texts):
        if place:
            pieces.append(f" {last} " if place == len(texts) - 1 else ", ")
        pieces += text
    return tuple(pieces)


def cards_listed(cards: Iterable[Card], last: str = "and") -> Text:
    """Cards as a list in a sentence."""
    return texts_listed([(card,) for card in cards], last)


def meld_kind(meld: CardSet) -> str:
    """Say if a meld is a run or a set."""
    return "set" if len({card.rank for card in meld}) == 1 else "run"


def meld_words(meld: Meld) -> str:
    """The cards of a meld as they lie."""
    return " ".join(pack_card(token.partition("=")[0]).symbol for token in str(meld).split())


# ---------------------------------------------------------------- actions


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
            return f"Take {_taken(view, action)}"
        case Kind.DRAW:
            return "Draw from the stock"
        case Kind.PASS:
            return "Let the hand end" if view.question is Question.LAST else "Pass"
        case Kind.MELD:
            return f"Lay {meld_words(action.melds[0])}"
        case Kind.ADD:
            return f"Add {symbol(action.card)} to {meld_words(action.melds[0])}"
        case _:
            return str(action).capitalize()


def _taken(view: View, action: Action) -> str:
    """The cards that are taken from the pile: "the 9♥", "3 cards, down to 9♥"."""
    if action.count == 1:
        return f"the {symbol(view.top)}"
    return f"{action.count} cards, down to {symbol(view.pile[-action.count])}"


def full_phrase(view: View, action: Action) -> str:
    """The same with the card that is discarded with a knock or gin."""
    text = phrase(view, action)
    if action.kind in {Kind.KNOCK, Kind.GIN} and action.card is not None:
        return f"{text}, discarding {action.card.symbol}"
    return text


def doing(view: View, action: Action) -> Text:
    """An action as the subject of a sentence.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    >>> view = View(PRESETS["classic"], hand, (), 31, Question.DISCARD)
    >>> doing(view, Action(Kind.DISCARD, Card.of("Kd")))
    ('discarding ', Card.of('Kd'))
    """
    card = view.top if action.kind is Kind.TAKE else action.card
    behind: Text = () if card is None else (card,)
    match action.kind:
        case Kind.DISCARD:
            return "discarding ", *behind
        case Kind.KNOCK:
            return f"knocking with {knock_points(view, action)} and discarding ", *behind
        case Kind.GIN:
            return "going gin and discarding ", *behind
        case Kind.BIG_GIN:
            return ("laying down big gin",)
        case Kind.TAKE:
            many = (f"taking {_taken(view, action)}",)
            return many if action.count > 1 else ("taking the ", *behind)
        case Kind.DRAW:
            return ("drawing from the stock",)
        case Kind.PASS:
            last = view.question is Question.LAST
            return ("letting the hand end",) if last else ("passing",)
        case Kind.MELD:
            return (f"laying {meld_words(action.melds[0])}",)
        case Kind.ADD:
            return "adding ", *behind, f" to {meld_words(action.melds[0])}"
        case _:
            return (f"to {action}",)


def past(view: View, action: Action) -> str:
    """Say what was done.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Tc Jc Qc Kc 3h")
    >>> view = View(PRESETS["classic"], hand, (), 12, Question.DISCARD)
    >>> past(view, Action(Kind.DISCARD, Card.of("Kc")))
    'Discarded K♣'
    """
    text = full_phrase(view, action)
    verb, _, rest = text.partition(" ")
    return f"{_PAST[verb]} {rest}".rstrip()


_PAST: Final = {
    "Discard": "Discarded", "Knock": "Knocked", "Go": "Went", "Lay": "Laid", "Take": "Took",
    "Draw": "Drew", "Let": "Let", "Pass": "Passed", "Add": "Added",
}  # fmt: skip


def knock_points(view: View, action: Action) -> int:
    """Deadwood that a knock leaves."""
    if not view.rules.two_handed:
        left = view.hand if action.card is None else view.hand.remove(action.card)
        return deadwood(left, view.rules)
    gone = {action.card, *chain(*action.melds)}
    return sum(view.rules.value(card) for card in view.hand if card not in gone)


# ---------------------------------------------------------------- what is known and assumed


def limit_words(view: View) -> str:
    """Say what may be knocked with, and that it is assumed where the first upcard is not known.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    >>> limit_words(View(PRESETS["oklahoma"], hand, (), 31, Question.DISCARD))
    '10 or fewer (first upcard unknown)'
    """
    text = f"{view.limit} or fewer" if view.limit else "gin only"
    return f"{text} (first upcard unknown)" if view.limit_assumed else text
