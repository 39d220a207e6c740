"""Stored answers under a short address, shown as they were given."""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from analyzer.notation import encode, format_view
from analyzer.notation.numbers import count, short_date
from analyzer.service.ports import Stored
from analyzer.web.analyze import belief, entry, live
from analyzer.web.analyze.contexts import AnalyzePage
from analyzer.web.analyze.pages import with_answer
from analyzer.web.chrome import drawn_page
from analyzer.web.embed import embed_of
from analyzer.web.state import web_app

share = Blueprint("share", __name__)


@share.get("/a/<share_id>")
def show(share_id: str) -> Response:
    """A stored analysis, as it was shared."""
    stored = web_app().archive.load(share_id) or abort(404)
    view = stored.evaluation.view
    page = AnalyzePage(
        format_view(view),
        entry.of_view(view),
        "A shared gin rummy analysis",
        "What to do with this hand, as it was worked out.",
        shared_note=_note(stored),
        canonical_url=url_for("analyze.show", p=encode(view), _external=True),
        belief_url=belief.address(view),
        embed=embed_of("share.show", "A shared gin rummy analysis", share_id=share_id),
    )
    return drawn_page("analyze/page.html", with_answer(page, live.from_archive(stored)))


def _note(stored: Stored) -> str:
    evaluation = stored.evaluation
    when = "" if stored.created is None else f" on {short_date(stored.created)}"
    return (
        f"A stored answer, computed{when} from {count(evaluation.worlds)} worlds "
        f"by engine {evaluation.engine}. Anyone with the address of this page can see it."
    )
