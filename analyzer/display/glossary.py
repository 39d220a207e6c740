"""The terms of the game and of the answers, a sentence each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, cast

from jinja2 import Environment, pass_environment
from markupsafe import Markup, escape

from analyzer.display.filters import pips
from analyzer.display.parts import Fact
from analyzer.engine.thresholds import FLOORS

_CLASSES: Final = ", ".join(f"{grade} from {floor:g}" for grade, floor in reversed(FLOORS))

GLOSSARY: Final = (
    Fact("Meld", "A set or a run; a card belongs to one meld at a time."),
    Fact("Set", "Three or four cards of one rank."),
    Fact("Run", "Three or more cards of one suit in order."),
    Fact("Deadwood", "The cards in no meld, and the points they add up to."),
    Fact("Stock", "The cards not dealt, face down, to draw from."),
    Fact("Discard pile", "The cards discarded, face up; only the top one may be taken."),
    Fact("Upcard", "The card on top of the discard pile; the first one is turned after the deal."),
    Fact("Knock", "To lay down with no more deadwood than the rules allow, ending the hand."),
    Fact("Gin", "To lay down with no deadwood; the defender may not lay off."),
    Fact("Big gin", "All eleven cards in melds, without a discard, where the rules have it."),
    Fact("Lay off", "The defender adds cards to the knocker's melds and so reduces deadwood."),
    Fact("Undercut", "The defender has no more deadwood than the knocker, and wins the hand."),
    Fact("Box", "A bonus for each hand won, where the rules have it."),
    Fact("Schneider", "A match in which the loser won no hand; also called a shutout."),
    Fact("View", "What one player knows: their own hand, the pile, what the other took or left."),
    Fact("Out", "A live card that helps: makes a meld, or brings a knock or gin."),
    Fact("Live card", "One that is neither in your hand nor seen elsewhere, so it can still come."),
    Fact(
        "World", "One way the hidden cards may lie; every action is played out in the same worlds."
    ),
    Fact("Expected points", "The mean over worlds of what the hand wins, minus what it costs."),
    Fact("Loss", "How much less an action is worth than the best one."),
    Fact("Class", f"By points lost: best or tied, {_CLASSES}; milder where that is not sure."),
    Fact("Error rate", "Points lost per 100 decisions that were neither forced nor obvious."),
    Fact("Accuracy", "The mean of 100·exp(−0.2·loss) over these decisions: 100 is faultless."),
    Fact(
        "Luck",
        "What the deal and each card from the stock were worth compared with what could have come.",
    ),
    Fact("Skill", "The points that one’s own decisions lost: never more than zero."),
    Fact(
        "Normalized point", "At a score: the change in the chance to win that a point makes at 0–0."
    ),
    Fact("Tied", "Less than half a point apart, or too close to tell apart in the worlds played."),
    Fact("Robust", "One action is best or tied against every kind of opponent that was asked."),
    Fact("±", "Half the width of a 95% interval, from the luck of sampling worlds alone."),
)
"""Terms of the game first, then those of an answer."""

_WORDS: Final = {
    r"deadwood": "Deadwood",
    r"melds?|melded": "Meld",
    r"undercuts?": "Undercut",
    r"knocks?|knocking": "Knock",
    r"big gin": "Big gin",
    r"gin": "Gin",
    r"lay off|lay-offs?|laid off": "Lay off",
    r"the stock": "Stock",
    r"outs?": "Out",
    r"live cards?": "Live card",
}
"""How terms stand in a sentence, the longer before the shorter."""

_ANY: Final = re.compile(rf"\b(?:{'|'.join(f'({words})' for words in _WORDS)})\b")

_SAID: Final = {fact.label: fact.value for fact in GLOSSARY}

Address = Callable[[str], str | None]
"""Where a term is explained, by its place in the glossary; None where there is no such page."""


def _word_id(label: object) -> str:
    """The place of a term in the glossary.

    >>> _word_id("Lay off"), _word_id("±")
    ('word-lay-off', 'word-interval')
    """
    slug = re.sub(r"[^a-z]+", "-", str(label).lower()).strip("-")
    return f"word-{slug or 'interval'}"


@pass_environment
def terms(environment: Environment, text: object) -> Markup:
    """A text with its cards marked up and each term explained where it first stands.

    A link to the glossary, or where there is none the explanation itself.

    >>> made = Environment()
    >>> register(made)
    >>> print(made.from_string("{{ 'More outs: two outs.'|terms }}").render()[:52])
    More <abbr title="A live card that helps: makes a me
    """
    address = cast("Address", environment.globals["word_address"])
    told: set[str] = set()

    def linked(found: re.Match[str]) -> str:
        label = list(_WORDS.values())[(found.lastindex or 1) - 1]
        if label in told:
            return found[0]
        told.add(label)
        said, href = escape(_SAID[label]), address(_word_id(label))
        if href is None:
            return f'<abbr title="{said}">{found[0]}</abbr>'
        return f'<a class="term" href="{escape(href)}" title="{said}">{found[0]}</a>'

    parts = re.split(r"(<[^>]*>)", str(pips(text)))
    marked = (part if part.startswith("<") else _ANY.sub(linked, part) for part in parts)
    return Markup("".join(marked))  # noqa: S704 (escaped before)


def register(environment: Environment, address: Address = lambda _: None) -> None:
    """Make the filters `terms` and `_word_id` known; `address` is where terms are explained."""
    environment.filters.update(terms=terms, word_id=_word_id)
    environment.globals["word_address"] = address
