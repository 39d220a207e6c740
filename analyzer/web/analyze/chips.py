"""The reading of a text, as chips: each says what was read or guessed, and can be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from analyzer.display.parts import SelectOption, options
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.rules import TWO_HANDED
from analyzer.game.view import Question, Side, View
from analyzer.notation import rules_text
from analyzer.notation.draft import changed_line
from analyzer.notation.facts import Facts, SaidCards, value
from analyzer.notation.phrases import QUESTIONS
from analyzer.notation.reading import Reading, read_text

NOT_SAID: Final = "not said"
GUESSES: Final = frozenset({"rules", "limit", "spread", "usual", "question", "stock"})
"""Names of what may have been guessed, as an address carries them."""
_TELL_LESS: Final = "To ask about an earlier decision, leave out what came after it."


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing that a text says, or does not."""

    key: str
    """The key of its line: "rules"."""
    label: str
    shown: str
    """"standard", "J♦", "not said"."""
    value: str
    """The same as it stands in a line; empty where it does not."""
    guess: str | None = None
    """Why it is a guess; None for what the text says."""
    options: tuple[SelectOption, ...] = ()
    """The values to choose from; none where it is typed."""
    hint: str = ""
    """The text that may be typed."""
    is_fixed: bool = False
    """True if it has no line of its own: it follows from the others."""


def chips_of(reading: Reading, guesses: frozenset[str] = frozenset()) -> tuple[Chip, ...]:
    """The chips of a reading; `guesses` come with the address of a position."""
    if not reading.rules.two_handed:
        return ()  # their lines name seats
    guessed = guesses | guesses_of(reading)
    makers: tuple[Callable[[Reading], Chip | None], ...] = (_score, _dealer, *_CARDS)
    turns = reading.facts.turns is not None or (
        reading.view is not None and reading.view.history is not None
    )
    made = [_rules(reading, guessed)]
    if "question" in guessed and reading.view is not None:
        made.append(_question(reading.view.question))
    made += [chip for make in (makers[:1] if turns else makers) if (chip := make(reading))]
    if not turns and reading.view is not None:
        stock = str(reading.view.stock)
        why = "the most there can be" if "stock" in guessed else None
        made.append(Chip("stock", "Stock", stock, stock, why, hint="cards left"))
    return tuple(made)


def guesses_of(reading: Reading) -> frozenset[str]:
    """The keys of what was guessed; the stock too, where it could be smaller."""
    view, facts = reading.view, reading.facts
    plain = reading.formal or facts.stock is not None or facts.offered is not None
    plain = plain or not view or view.history is not None or view.question is Question.UPCARD
    return frozenset(reading.guesses) | (frozenset() if plain else {"stock"})


def changed(text: str, form: Mapping[str, str]) -> str:
    """The text with the chips that somebody changed put into its lines."""
    changes = {
        key.removeprefix("chip-"): new.strip()
        for key, new in form.items()
        if key.startswith("chip-") and new.strip() != form.get(f"was-{key[5:]}", new).strip()
    }
    if not changes:
        return text
    with suppress(InputError):  # else the lines go beside what cannot be read
        text = read_text(text).text
    for key, new in changes.items():
        text = changed_line(text, key, new)
    return text


def _rules(reading: Reading, guessed: frozenset[str] | set[str]) -> Chip:
    name = rules_text(reading.rules)
    names = list(dict.fromkeys([*TWO_HANDED, name]))
    why = None
    if "limit" in guessed:
        why = "the knock card’s suit is not said, so nothing doubles"
    elif "usual" in guessed:
        why = "your usual rules"
    elif "rules" in guessed:
        why = "guessed"
    choices = options(((each, each) for each in names), name)
    return Chip("rules", "Rules", name, name, why, choices)


def _question(question: Question) -> Chip:
    """Return what was guessed to be asked about, of a hand that is told to its last action."""
    shown = QUESTIONS[question]
    why = "what you did last"
    return Chip("question", "Question", shown, shown, why, hint=_TELL_LESS, is_fixed=True)


def _score(reading: Reading) -> Chip | None:
    if reading.rules.target is None:
        return None
    view = reading.view
    score = view.score if view is not None else value(reading.facts.score, None)
    text = "" if score is None else f"{score[0]}-{score[1]}"
    return Chip("score", "Score", text or NOT_SAID, text, hint="yours first, as 40-65")


def _dealer(reading: Reading) -> Chip:
    view = reading.view
    dealer = view.dealer if view is not None else value(reading.facts.dealer, None)
    name = NOT_SAID if dealer is None else ("you", "opponent")[dealer]
    written = "" if dealer is None else str(Side(dealer))
    choices = (("", NOT_SAID), (str(Side.ME), "you"), (str(Side.OPPONENT), "opponent"))
    return Chip("dealer", "Dealer", name, written, options=options(choices, written))


def _upcard(reading: Reading) -> Chip | None:
    if reading.asks is None:
        return None
    return Chip("upcard", "Upcard", "which?", "", hint="one card, as 5s")


def _pile(reading: Reading) -> Chip | None:
    view, facts = reading.view, reading.facts
    if reading.asks is not None or (view is None and facts.pile is None and facts.top is None):
        return None
    pile = _pile_cards(view, facts)
    if view is not None and view.question is Question.UPCARD:
        return _cards_chip("upcard", "Upcard", pile, "one card, as 5s")
    return _cards_chip("pile", "Pile", pile, "oldest first, the top last")


def _pile_cards(view: View | None, facts: Facts) -> tuple[Card, ...]:
    if view is not None:
        return view.pile
    top = () if facts.top is None else (facts.top.value,)
    return (*(facts.pile or SaidCards()).cards, *top)


def _they_took(reading: Reading) -> Chip:
    view, facts = reading.view, reading.facts
    cards = (facts.took or SaidCards()).plus(facts.opponent or SaidCards()).cards
    cards = tuple(view.opponent) if view is not None else cards
    return _cards_chip("opp took", "They took", cards, "cards they hold, as Jd")


def _you_took(reading: Reading) -> Chip:
    view = reading.view
    cards = tuple(view.shown) if view is not None else (reading.facts.shown or SaidCards()).cards
    return _cards_chip("shown", "You took", cards, "cards you hold that they saw you take")


def _drawn(reading: Reading) -> Chip | None:
    view = reading.view
    if view is None or view.question is not Question.DISCARD or view.taken is not None:
        return None
    cards = () if view.drawn is None else (view.drawn,)
    return _cards_chip("drew", "You drew", cards, "the card drawn in this turn")


_CARDS = (_upcard, _pile, _they_took, _you_took, _drawn)


def _cards_chip(key: str, label: str, cards: tuple[Card, ...], hint: str) -> Chip:
    shown = " ".join(card.symbol for card in cards)
    return Chip(key, label, shown or NOT_SAID, " ".join(map(str, cards)), hint=hint)
