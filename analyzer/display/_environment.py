"""The templates without the web application: for files that are written."""

from __future__ import annotations

import re
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analyzer import resources
from analyzer.display import filters, glossary


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Templates as the pages use them, with cards drawn as text and no addresses to build."""
    made = Environment(
        loader=FileSystemLoader(resources.resource_root() / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters.register(made, text_cards=True)
    glossary.register(made)
    made.filters["compact"] = _compact
    return made


def _compact(html: str) -> Markup:
    """Markup without the blanks that only lay it out.

    >>> print(_compact(Markup("<p>\\n    <b>one</b>   \\n\\n  two</p>")))
    <p>
    <b>one</b>
    two</p>
    """
    return Markup(re.sub(r"\s{2,}", "\n", html))  # noqa: S704 (markup already)
