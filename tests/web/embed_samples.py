"""A context for every frame that stands in somebody else's page."""

from __future__ import annotations

from typing import Any

from analyzer.display.verdict import AnswerVerdict
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.web.embed.pages import EmbedFrame
from tests.web.puzzle_samples import asked
from tests.web.review_samples import REPLAY

PUZZLE = asked(PuzzleKind.DISCARD)["question"]
TABLE = {"felt": PUZZLE["felt"]}
PAGES: dict[str, tuple[str, Any]] = {
    name: (f"embed/{name.removeprefix('embed-')}.html", EmbedFrame("", "A hand", "/a/x7Yz", parts))
    for name, parts in {
        "embed-analysis": TABLE
        | {"verdict": AnswerVerdict("Discard K♦.", "+4.1 ±0.1 points."), "worlds": "2,048 worlds"},
        "embed-puzzle": TABLE | {"history": ("You drew 4♠.",), "level": "Hard"},
        "embed-hand": {"title": "Ann and Bob", "replay": REPLAY},
        "embed-gone": {},
    }.items()
}
