"""A review as one file of HTML that needs nothing else: no server, no network, no scripts."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from markupsafe import Markup

from analyzer import resources
from analyzer.display._environment import environment
from analyzer.display.review.entries import Addresses, entry_card, is_error
from analyzer.display.review.line import timeline_of
from analyzer.display.review.summary import basis, summary_of
from analyzer.display.review.words import gaps_of, player
from analyzer.engine.types import Grade
from analyzer.game.view import View
from analyzer.notation.phrases import listed
from analyzer.notation.records import format_record
from analyzer.review import Report

SHEETS: Final = (
    "shared/tokens",
    "shared/base",
    "shared/layout",
    "shared/cards",
    "analyze/entry",
    "analyze/answer",
    "shared/pages",
    "review/review",
    "shared/print",
)
"""The style sheets that a review needs."""


def report_html(
    report: Report,
    seats: Sequence[int] | None = None,
    *,
    analyze: Callable[[View], str] | None = None,
) -> str:
    """A report as one file of HTML: of all players reviewed, or of these seats alone.

    `analyze` gives positions an address, where there is one. Cards are drawn as text, style
    and script stand in the file, and a content security policy in it forbids everything else.
    """
    to = Addresses(
        entry=lambda place: f"#e{place}",
        analyze=(lambda _: None) if analyze is None else analyze,
        theme=lambda _: None,
    )
    shown = report.seats if seats is None else seats
    style, script = _style(), _script()
    file = {
        "title": _title_of(report),
        "lead": "Every decision judged by what the player knew, never by how it turned out.",
        "sides": [(summary_of(report, seat, to), timeline_of(report, seat, to)) for seat in shown],
        "gaps": gaps_of(report, shown),
        "entries": [
            entry_card(report, place, to, opened=(place,) if is_error(entry) else (), brief=True)
            for place, entry in enumerate(report.entries)
            if entry.seat in shown
        ],
        "grades": tuple(Grade),
        "record": "\n".join(format_record(hand.record) for hand in report.hands),
        "basis": basis(report),
        "style": Markup(style),  # noqa: S704 (our own files)
        "style_hash": _hash(style),
        "script": Markup(script),  # noqa: S704 (our own file)
        "script_hash": _hash(script),
    }
    return environment().get_template("review/file.html").render(file=file)


def _title_of(report: Report) -> str:
    """Return what a report is called: "Ann and Bob, 4 hands"."""
    seats = range(report.hands[0].record.rules.players)
    names = listed([player(report, seat) for seat in seats], "and")
    hands = len(report.hands)
    return f"{names}, {hands} hands" if hands > 1 else f"{names}, one hand"


def _style() -> str:
    """All style sheets in one, without comments."""
    folder = resources.resource_root() / "static"
    text = "".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*\n\s*", "\n", text)


def _script() -> str:
    path = resources.resource_root() / "static" / "review" / "review.js"
    return path.read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """The hash by which a policy lets a style or a script pass."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
