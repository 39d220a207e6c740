"""The API's routes as data: what each takes and gives; code, documents and tests read this."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.api import schemas
from analyzer.api.schemas.belief import BeliefJson, BeliefRequest
from analyzer.api.schemas.equity import EquityJson
from analyzer.api.schemas.jobs import JobJson, ReviewRequest
from analyzer.api.schemas.review import ReportJson

PREFIX = "/api/v1"


@dataclass(frozen=True, slots=True)
class Route:
    """One route of the API."""

    name: str
    """Name of the operation, and last part of the path where that is not given."""
    summary: str
    answer: type | None
    """The document that comes back; None where it is none."""
    request: type | None = None
    """The document sent; None where none is."""
    example: str = ""
    """JSON to send."""
    place: str | None = None
    """The path after the prefix, such as ``review/{ident}``."""
    verb: str | None = None
    """The method, where it does not follow from `request`."""
    status: str = "200"
    """Of the answer."""
    media: str = ""
    """Content type of an answer that is no document; empty for no content."""
    also: tuple[str, ...] = ()
    """Errors beside those that all have that send or fetch."""

    @property
    def path(self) -> str:
        """The whole path."""
        return f"{PREFIX}/{self.place or self.name}"

    @property
    def method(self) -> str:
        """GET, or POST where a document is sent, unless it is another."""
        return self.verb or ("GET" if self.request is None else "POST")

    @property
    def errors(self) -> tuple[str, ...]:
        """Statuses of the errors that may come."""
        sent = () if self.request is None else ("403", "413", "415", "422")
        return ("429", *sent, *self.also)


TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
ELEVEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s"

ROUTES = (
    Route(
        "melds",
        "Every arrangement with the least deadwood; with eleven cards also every discard.",
        schemas.MeldsJson,
        schemas.MeldsRequest,
        f'{{"cards": "{ELEVEN}"}}',
    ),
    Route(
        "layoff",
        "The defender’s best melds and lay-offs together, and what the hand scores.",
        schemas.LayoffJson,
        schemas.LayoffRequest,
        '{"knocker": "7c 7d 7s / 8h 9h Th / Ad 3s 2c 2s",'
        ' "defender": "Ac 2d 2h 5s 6h 7h Kc Kd Kh Ks"}',
    ),
    Route(
        "knock",
        "The knock with the least deadwood, and the one that is worth most.",
        schemas.KnockJson,
        schemas.KnockRequest,
        f'{{"cards": "{ELEVEN}"}}',
    ),
    Route(
        "outs",
        "Live cards that help: to a meld, a knock, gin, big gin.",
        schemas.OutsJson,
        schemas.OutsRequest,
        '{"cards": "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"}',
    ),
    Route(
        "analyze",
        "What every legal action is worth, with standard errors. Without a limit it thinks for "
        "two seconds; the same request with a limit in worlds has the same answer. `models`, "
        "`scores`, `waiting`: also other opponents (unless false), other scores, other stages.",
        schemas.EvaluationJson,
        schemas.AnalyzeRequest,
        f'{{"view": "hand: {ELEVEN}\\npile: 5s Kh 9c", "worlds": 2000}}',
        also=("503",),
    ),
    Route(
        "belief",
        "The chance of each card to be with the opponent, and their deadwood; with `turns` also "
        "what each of their turns revealed.",
        BeliefJson,
        BeliefRequest,
        f'{{"view": "hand: {TEN}\\nhistory: upcard 5s\\nopp: takes 5s, discards Kh",'
        ' "worlds": 1024}',
        also=("503",),
    ),
    Route(
        "convert",
        "A view in all its forms: JSON, text, position id.",
        schemas.ViewForms,
        schemas.ViewRequest,
        f'{{"view": "{ELEVEN}"}}',
    ),
    Route(
        "equity",
        "The chance to win the match before a hand is dealt, my score first.",
        EquityJson,
        schemas.EquityRequest,
        '{"score": [40, 65], "rules": "classic"}',
    ),
    Route("rules", "The presets, each with all its numbers.", schemas.RulesJson),
    Route(
        "review",
        "A review of a hand or a match, in any supported form. It waits in a queue: ask `url` "
        "how far it is. The id is its key. It is kept for 30 days.",
        JobJson,
        ReviewRequest,
        '{"record": "[Hand1 \\"Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd\\"] [Dealer \\"2\\"]'
        ' [Upcard \\"9d\\"] 1. ^9d -Kd!", "worlds": 1024}',
        status="202",
    ),
    Route(
        "review_status",
        "How far a review is.",
        JobJson,
        place="review/{ident}",
        also=("404",),
    ),
    Route(
        "review_report",
        "The report of a review, once it is done.",
        ReportJson,
        place="review/{ident}/report",
        also=("404", "409"),
    ),
    Route(
        "review_entries",
        "Its decisions as a table.",
        None,
        place="review/{ident}/entries.csv",
        media="text/csv",
        also=("404", "409"),
    ),
    Route(
        "review_delete",
        "Deletes a review; a running one is stopped.",
        None,
        place="review/{ident}",
        verb="DELETE",
        status="204",
        also=("403", "404"),
    ),
)
"""All routes; the document itself is at ``/api/v1/openapi.json``."""

ERRORS = (
    ("403", "A browser sent this from another site."),
    ("404", "There is no such review, or it is private."),
    ("409", "The review is not done yet."),
    ("413", "The body is longer than 64 KiB."),
    ("415", "The content type is not application/json."),
    ("422", "The document or the hand in it is wrong; `where` names the place."),
    (
        "429",
        "Too many requests from one address, or reviews waiting; Retry-After says when to retry.",
    ),
    ("503", "No more searches can run now; Retry-After says when to retry."),
)
"""Statuses of what went wrong."""
