"""The page that audits an app: was it luck, or is it rigged?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from analyzer.api.audits import AuditRequest
from analyzer.api.openapi import PREFIX
from analyzer.api.views import check_rules
from analyzer.display.audit import (
    DEAL_COLUMNS,
    DRAW_COLUMNS,
    HONEST,
    AuditWords,
    audit_in_words,
)
from analyzer.display.parts import options
from analyzer.errors import InputError, placed
from analyzer.game.rules import Rules, parse_rules
from analyzer.notation.records import Record
from analyzer.practice.seals import check_game, hands_in
from analyzer.review.audit import Audit, audit
from analyzer.service.admission import COSTLY
from analyzer.web.analyze import entry
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.api import sent
from analyzer.web.chrome import learn_tabs, whole_page
from analyzer.web.errors import json_response
from analyzer.web.review.pages import LONGEST, brought
from analyzer.web.state import web_app
from analyzer.web.visitor import usual_rules

audits = Blueprint("audits", __name__, url_prefix="/audit")

audit_api = Blueprint("audit_api", __name__, url_prefix=f"{PREFIX}/audit")

MOST_HANDS: Final = 300
"""Hands that are audited while somebody waits."""
MOST_LUCK: Final = 40
"""Draws against a hidden hand whose luck is reckoned meanwhile."""


@audits.get("")
def start() -> Response:
    """Was it luck, or is the app rigged? The box for the hands that somebody played."""
    return _page("")


@audits.post("")
def submit() -> Response:
    """Audit the hands in ``record``, uploaded files or ``chosen``, of the player ``me``, with
    ``claims``."""
    request.max_form_memory_size = LONGEST
    text = request.form.get("record", "")
    try:
        text = brought() or text
        hands = _hands(text, usual_rules())
        claims = [claim.strip() for claim in request.form.get("claims", "").split(",")]
        seat = int(request.form.get("me") == "2")
        audit = _audited(hands, seat, list(filter(None, claims)))
    except InputError as error:
        return _page(text, error=entry.error_of(text, error, url_for("audits.submit")))
    return _page(text, audit_in_words(audit))


@audit_api.post("")
def ask() -> Response:
    """Audit the hands of a document."""
    question: AuditRequest = sent(AuditRequest)
    usual = None if question.rules is None else parse_rules(question.rules)
    with placed("records", if_nowhere=True):
        hands = _hands(question.records, usual)
    for hand in hands:
        check_rules(hand.rules, question.rules, "record")
    if question.seed is not None:
        check_game(hands, question.seed.lower(), (question.seal or "").lower())
    return json_response(_audited(hands, question.me - 1, question.claims))


def _hands(text: str, usual: Rules | None) -> tuple[Record, ...]:
    """The hands of a text; raises InputError where there are none, or too many to wait for."""
    if not text.strip():
        raise InputError("there is no hand", hint="give every hand that was played, in order")
    hands = hands_in(text, usual)
    if len(hands) > MOST_HANDS:
        raise InputError(
            f"{len(hands)} hands are too many to wait for",
            hint=f"give {MOST_HANDS}, or run `ginsight audit` on your own machine",
        )
    return hands


def _audited(hands: Sequence[Record], me: int, claims: Sequence[str]) -> Audit:
    """The audit; the luck of draws against a hidden hand is left out until the engine is ready."""
    luck = MOST_LUCK if web_app().engine_ready.is_set() else 0
    return COSTLY.run(lambda: audit(hands, me, claims, luck))


def _page(
    text: str, words: AuditWords | None = None, error: ErrorFragment | None = None
) -> Response:
    return whole_page(
        "review/audit.html",
        "Was it luck, or is the app rigged?",
        "An honest test of a gin rummy app: were the cards that were dealt and drawn only luck?",
        200 if error is None else 422,
        tabs=learn_tabs(),
        text=text,
        players=options((("1", "Player 1"), ("2", "Player 2")), request.form.get("me", "1")),
        claims=request.form.get("claims", ""),
        error=error,
        words=words,
        tables=() if words is None else ((DEAL_COLUMNS, words.deals), (DRAW_COLUMNS, words.draws)),
        honest=HONEST,
        most=MOST_HANDS,
    )
