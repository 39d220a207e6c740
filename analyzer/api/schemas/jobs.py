"""Asking for a review, and how far it is, as JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from analyzer.api.schemas.matches import RecordForm, read_match
from analyzer.api.schemas.record import PlayerNumber
from analyzer.api.schemas.requests import Seed
from analyzer.api.schemas.view import RulesText
from analyzer.errors import InputError
from analyzer.game.rules import parse_rules
from analyzer.notation.records import Match
from analyzer.review import ReviewSettings

RecordText = Annotated[
    str,
    msgspec.Meta(
        max_length=60_000,
        description="A hand or a match as text or JSON, an OpenSpiel history or an EAAI-21 log.",
    ),
]
ReviewWorlds = Annotated[int, msgspec.Meta(ge=64, le=10_000_000)]


class ReviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What did each decision of a hand or match cost?"""

    record: RecordText | dict[str, Any]
    """A record in any form that `ginsight convert` reads, or a `RecordJson`, or `RecordsJson`."""
    worlds: ReviewWorlds = ReviewSettings().worlds
    """Most worlds for one decision."""
    seed: Seed = 1
    opponent: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """Name of the opponent model; null for the default."""
    players: Annotated[list[PlayerNumber], msgspec.Meta(min_length=1, max_length=2)] | None = None
    """Whom to review; null for all whose cards are known."""
    rules: RulesText | None = None
    """Null for those that the record names."""

    def match(self) -> Match:
        """The match that is meant; InputError for what is none, or is played by other rules."""
        match = self._read()
        if self.rules is not None and parse_rules(self.rules) != match.rules:
            raise InputError(
                f"the record is played under {match.rules.name}",
                where="rules", hint="leave one of the two out",
            )  # fmt: skip
        return match

    def _read(self) -> Match:
        if isinstance(self.record, str):
            return read_match(self.record)
        try:
            text = msgspec.json.encode(self.record).decode()
        except RecursionError:
            raise InputError("this is nested too deeply", where="record") from None
        return read_match(text, RecordForm.JSON)

    def settings(self) -> ReviewSettings:
        """The settings that are meant."""
        plain = ReviewSettings()
        return ReviewSettings(
            worlds=self.worlds,
            seed=self.seed,
            opponent=self.opponent or plain.opponent,
            luck_worlds=min(self.worlds, plain.luck_worlds),
        )

    def seats(self) -> tuple[int, ...] | None:
        """The players that are meant, 0 and 1."""
        return None if self.players is None else tuple(player - 1 for player in self.players)


class JobJson(msgspec.Struct, frozen=True):
    """A review and how far it is."""

    id: str
    """Who knows it may read and delete the review: keep it to yourself."""
    title: str
    status: Literal["queued", "running", "done", "stopped", "failed"]
    done: int
    """Decisions judged, …"""
    all: int
    """… of so many."""
    ahead: int
    """Reviews that come before this one, while it waits."""
    problem: str | None
    created: str
    """Date and time in UTC, ISO 8601."""
    worlds: int
    seed: int
    opponent: str
    players: list[int]
    url: str
    """Where to ask how far it is; DELETE it there when done."""
    report: str
    """Where the report is, once it is done."""
    csv: str
    """Where its entries are, as a table."""
