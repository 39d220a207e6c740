"""What the API is asked, as JSON: the same questions as the commands'.

A hand is any text that the notation reads; a view is JSON, a view's text or a position id.
Fields that nobody knows are refused, so that a slip of the pen is not taken for a default.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from analyzer.api.schemas.view import Points, RulesText, ViewJson

CardsText = Annotated[
    str, msgspec.Meta(max_length=2000, description="Cards in any usual form.", examples=["7h 8h"])
]
ViewText = Annotated[
    str, msgspec.Meta(max_length=20_000, description="A view's text, or a position id.")
]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Worlds = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
HalfWidth = Annotated[float, msgspec.Meta(gt=0, le=1000)]


class MeldsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which arrangements and discards are best?"""

    cards: CardsText
    rules: RulesText = "standard"


class LayoffRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What does the defender lay off? The knocker's melds and deadwood are split by "/"."""

    knocker: CardsText
    defender: CardsText
    rules: RulesText = "standard"


class KnockRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which knock is best? `view` says what has been seen."""

    cards: CardsText | None = None
    view: ViewJson | ViewText | None = None
    rules: RulesText = "standard"


class OutsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which live cards help? `view` says what has been seen."""

    cards: CardsText | None = None
    view: ViewJson | ViewText | None = None
    rules: RulesText = "standard"


class AnalyzeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is best here? The search stops at the first limit that it reaches."""

    view: ViewJson | ViewText
    worlds: Worlds | None = None
    seconds: Seconds | None = None
    error: HalfWidth | None = None
    """Half-width of the 95% interval of every difference to the best, in points; a tenth of the
    difference is enough."""
    seed: Seed = 1
    opponent: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """Name of the opponent model; null for the default."""
    models: bool = True
    """Whether the question is asked again of other opponents, which `robust` rests on."""
    scores: bool = False
    """Whether to tell how the best action changes with the score of the match."""
    waiting: bool = False
    """Whether to tell what knocking gains at each stage, where a knock is legal."""


class ViewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A view to be written in the other forms."""

    view: ViewJson | ViewText


class ViewForms(msgspec.Struct, frozen=True):
    """One view in all its forms: JSON, text, position id."""

    view: ViewJson
    text: str
    id: str


class EquityRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is the chance to win the match at this score, mine first?"""

    score: tuple[Points, Points]
    rules: RulesText = "standard"
