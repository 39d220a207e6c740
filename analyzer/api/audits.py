"""The question for an audit as JSON; the answer is the :class:`~analyzer.review.audit.Audit`."""

from __future__ import annotations

from typing import Annotated

import msgspec

from analyzer.api.documents import PlayerNumber
from analyzer.api.reviews import RecordText
from analyzer.api.views import Name, RulesText


class AuditRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question whether the cards of hands were dealt and drawn by luck alone."""

    records: RecordText
    """Every hand that was played, in order; or days, seeds and hashes of the deal of the day."""
    me: PlayerNumber = 1
    claims: Annotated[list[Name], msgspec.Meta(max_length=20)] = []
    """Made before anybody looked: `ahead`, `behind`, or a tag of hands, as `Purchase=yes`."""
    seed: Name | None = None
    """The seed that was shown at the end of a game of Ginsight's, with …"""
    seal: Name | None = None
    """… its SHA-256, which was published before the first card."""
    rules: RulesText | None = None
    """Null for those that the records name, else the standard ones."""
