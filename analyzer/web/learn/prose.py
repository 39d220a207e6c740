"""Prose as lessons and tips have it: paragraphs, lists, terms in bold, links, cards."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

from analyzer.display.filters import pips

_TERM: Final = re.compile(r"\*\*([^*]+)\*\*")
_LINK: Final = re.compile(r"\[([^\]]+)\]\((/[\w/#?=&;.-]*)\)")
_ITEM: Final = re.compile(r"(?:-|\d+\.) ")


def prose(text: str) -> Markup:
    """A text as HTML: blank lines between paragraphs, `- ` or `1. ` before the items of a list.

    >>> print(prose("A **meld** is [this](/learn).\\n\\n- K♦\\n- two"))
    <p>A <dfn>meld</dfn> is <a href="/learn">this</a>.</p>
    <ul><li><span class="pip pip-d" role="img" aria-label="king of diamonds">K♦</span></li>\
<li>two</li></ul>
    """
    blocks = [block.strip() for block in text.split("\n\n") if block.strip()]
    return Markup("\n").join(map(_block, blocks))


def _block(block: str) -> Markup:
    lines = block.splitlines()
    if not all(map(_ITEM.match, lines)):
        return Markup(f"<p>{_inline(block)}</p>")  # noqa: S704 (escaped by pips)
    tag = "ul" if block.startswith("-") else "ol"
    items = "".join(f"<li>{_inline(_ITEM.sub('', line, count=1))}</li>" for line in lines)
    return Markup(f"<{tag}>{items}</{tag}>")  # noqa: S704 (escaped by pips)


def _inline(text: str) -> str:
    marked = _TERM.sub(r"<dfn>\1</dfn>", str(pips(" ".join(text.split()))))
    return _LINK.sub(r'<a href="\2">\1</a>', marked)
