"""The frame that shows a page of ours elsewhere: its address, and the HTML that brings it there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from flask import url_for
from markupsafe import Markup

WIDTH, HEIGHT = 640, 720
NARROW, NARROW_HEIGHT = 480, 760
"""The size of a frame; of one that is no wider than `NARROW`, where words take more lines."""

FRAMES: Final[Mapping[str, str]] = MappingProxyType({
    "share.show": "analysis",
    "puzzles.show": "puzzle",
    "puzzles.on_day": "day",
    "review.show": "review",
})  # fmt: skip
"""The endpoint of a page, and the name of its frame, which takes the same values."""

KEPT: Final = ("seat", "step")
"""What the address of a review may say of the decision that is shown."""

_SNIPPET: Final = Markup(
    '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" '
    'style="border:0;max-width:100%"></iframe>'
)


@dataclass(frozen=True, slots=True)
class EmbedLink:
    """A page that others may show: what they need to do it."""

    title: str
    frame: str
    """The address of the frame."""
    html: str
    """To be pasted into a page."""
    discovery: str
    """The address at which oEmbed tells the same."""
    picture: str
    """The address of a picture of the table."""


def embed_of(endpoint: str, title: str, **values: Any) -> EmbedLink:
    """The link of a page of ours, one of those in `FRAMES`; the first of its values names it."""
    page, frame = url_for(endpoint, **values, _external=True), frame_url(endpoint, values)
    oembed = url_for("oembed.tell", url=page, format="json", _external=True)
    ident, *here = values.items()
    picture = url_for(
        "embeds.picture", name=FRAMES[endpoint], ident=ident[1], **dict(here), _external=True
    )
    return EmbedLink(title, frame, snippet(frame, title), oembed, picture)


def frame_url(endpoint: str, values: Mapping[str, Any]) -> str:
    """The address of the frame of a page."""
    return url_for(f"embeds.{FRAMES[endpoint]}", **values, _external=True)


def snippet(frame: str, title: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    """The HTML that shows a frame."""
    return str(_SNIPPET.format(frame, title, width, height))
