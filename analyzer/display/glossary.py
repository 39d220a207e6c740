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
from analyzer.resources import texts_beside

_CLASSES: Final = ", ".join(f"{grade} from {floor:g}" for grade, floor in reversed(FLOORS))

GLOSSARY: Final = tuple(
    Fact(term, text.replace("{classes}", _CLASSES))
    for term, text in texts_beside(__file__, "glossary.toml").items()
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
"""The forms of terms in a sentence, the longer before the shorter."""

_ANY: Final = re.compile(rf"\b(?:{'|'.join(f'({words})' for words in _WORDS)})\b")

_SAID: Final = {fact.label: fact.value for fact in GLOSSARY}

Address = Callable[[str], str | None]
"""The address where a term is explained, by its place in the glossary; None without such a page."""


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
    explained: set[str] = set()

    def linked(match: re.Match[str]) -> str:
        label = list(_WORDS.values())[(match.lastindex or 1) - 1]
        if label in explained:
            return match[0]
        explained.add(label)
        label_text, href = escape(_SAID[label]), address(_word_id(label))
        if href is None:
            return f'<abbr title="{label_text}">{match[0]}</abbr>'
        return f'<a class="term" href="{escape(href)}" title="{label_text}">{match[0]}</a>'

    parts = re.split(r"(<[^>]*>)", str(pips(text)))
    marked = (part if part.startswith("<") else _ANY.sub(linked, part) for part in parts)
    return Markup("".join(marked))  # noqa: S704 (escaped before)


def register(environment: Environment, address: Address = lambda _: None) -> None:
    """Make the filters `terms` and `_word_id` known; `address` is where terms are explained."""
    environment.filters.update(terms=terms, word_id=_word_id)
    environment.globals["word_address"] = address
