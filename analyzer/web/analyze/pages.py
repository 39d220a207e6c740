"""The analyze page: a position in the address, a text box and a grid, and the answer."""

from __future__ import annotations

import re
import secrets
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer import notation
from analyzer.api.views import read_any
from analyzer.display.board import seat_board
from analyzer.display.turns import names_of, turns_in_words
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.position import random_view
from analyzer.game.view import View
from analyzer.notation import decode, encode, format_view
from analyzer.notation.draft import Place, TextDraft, fixed_by_history
from analyzer.notation.facts import SaidCards
from analyzer.notation.lines import is_formal, is_view, read_facts, tells_turns
from analyzer.notation.reading import Reading, read_text
from analyzer.notation.ruletexts import rules_text
from analyzer.notation.view import format_facts
from analyzer.service import depths
from analyzer.service.admission import BusyError
from analyzer.service.advice import advised
from analyzer.service.search import Search
from analyzer.web.analyze import asking, belief, entry, live
from analyzer.web.analyze.chips import GUESSES, changed, chips_of, guesses_of
from analyzer.web.analyze.contexts import (
    NUMBERS_ALONE,
    AnalyzePage,
    Controls,
    ErrorFragment,
    ResultFragment,
)
from analyzer.web.analyze.examples import examples
from analyzer.web.analyze.felt import Trail, analyzed, laid_open
from analyzer.web.analyze.present import advice_result
from analyzer.web.analyze.proof import proof_of
from analyzer.web.chrome import drawn_page, wants_fragment
from analyzer.web.errors import turned_away
from analyzer.web.rendering import kept
from analyzer.web.rules.form import RulesForm, form_of, of_one_table, said_rules
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after
from analyzer.web.visitor import keep_usual_rules, usual_rules

analyze = Blueprint("analyze", __name__, url_prefix="/analyze")

QUICK: Final = 200
DEEP: Final = 800
"""Worlds of an answer where several play, and of one that is asked for once more."""
KEPT_KEYS = frozenset({"rules", "score", "dealer"})
"""Lines that the clear button leaves."""
LONGEST_SAID: Final = 800
"""Most characters of sentences that go along in the address of their position."""
REFRESH_SECONDS = 1
"""The interval at which a page reloads while a search runs, where scripts are off."""


@analyze.get("")
def show() -> Response:
    """The analysis: ``p`` holds the position, so the address can be shared; without it, a start."""
    ident = request.args.get("p", "")
    if not ident:
        return kept(lambda: _page(_empty("")))
    try:
        seen = decode(ident)
    except InputError as error:
        wrong = ErrorFragment(
            "There is no position at this address.", hint=entry.error_of("", _bare(error)).message
        )
        return _page(_empty("", wrong), 422)
    return _position(seen) if seen.rules.two_handed else _seat_page(seen)


@analyze.get("/table")
def show_table() -> Response:
    """The address that games of several players once had: on to `show`."""
    deep = request.args.get("worlds", type=int) == DEEP
    p = request.args.get("p") or None
    return redirect(url_for("analyze.show", p=p, limit="longer" if deep else None), 301)


@analyze.post("/table")
def submit_table() -> Response:
    """The address to which their texts were sent: on to `submit`."""
    return redirect(url_for("analyze.submit"), 307)


@analyze.post("")
def submit() -> Response:
    """Read the text and go to its position; text that cannot be read stays in the box."""
    text = request.form.get("chosen") or changed(request.form.get("view", ""), request.form)
    if not (formal := is_view(text)):
        if (view := entry.open_position_in(text)) is not None:
            return redirect(url_for("analyze.show", p=encode(view)), 303)
        if (game := entry.game_in(text)) is not None:
            return _page(_empty(text, game), 422)
    try:
        with nullcontext() if formal else web_app().rendering.admitted():
            reading = read_any(text, usual_rules())
    except InputError as error:
        return _page(_empty(text, entry.error_of(text, error)), 422)
    if request.form.get("usual"):
        keep_usual_rules(reading.rules)
    if reading.view is None:
        return _without_search(text, reading)
    guessed = ",".join(sorted(_guesses(reading) & GUESSES)) or None
    address = url_for(
        "analyze.show", p=encode(reading.view), asked=reading.asked or None, guessed=guessed,
        said=None if reading.formal or len(text) > LONGEST_SAID else text,
    )  # fmt: skip
    return redirect(address, 303)


def _guesses(reading: Reading) -> frozenset[str]:
    guesses = guesses_of(reading)
    usual = entry.usual_guess() if "rules" in guesses else frozenset()
    return (guesses - {"rules"} if usual else guesses) | usual


def _without_search(text: str, reading: Reading) -> Response:
    """The upcard is asked for; after a knock the layoffs are answered."""
    page = replace(_empty(text), examples=())
    hand = (reading.facts.hand or SaidCards()).set
    if reading.asks is not None:
        return _page(replace(page, ask=asking.ask(reading, hand)))
    try:
        answer = asking.layoff(reading, hand)
    except InputError as error:
        return _page(replace(page, error=entry.error_of("", error), examples=examples()), 422)
    shown = page.board.hand
    shown = replace(shown, felt=laid_open(shown.felt, answer.laid))
    return _page(replace(page, layoff=answer, board=replace(page.board, hand=shown)))


@analyze.post("/preview")
def preview() -> Response:
    """The board of the text as it is being typed, and what is wrong with it.

    Where no card can be read, the table stays as it was. All are answers to "how does this read?",
    so all have status 200; browsers would log any other as a failure of the page.
    """
    typed = entry.read(request.form.get("view", ""))
    if typed.error is not None and not typed.board.places:
        return make_response(render_template("analyze/_error.html", error=typed.error))
    return make_response(typed_fragments(typed))


@analyze.post("/grid")
def tap() -> Response:
    """The text after a tap on a card (``tap``), a cure (``cure``) or ``clear``.

    With ``set`` its rules are those of the form. A card can be moved ``to`` a place, or put in the
    place of another (``for``): with that a whole position is gone to at once.
    """
    before = request.form.get("view", "")
    text, error = request.form.get("cure", before), None
    try:
        if "tap" in request.form:
            text = _tapped(text, Card.of(request.form["tap"]))
        elif "clear" in request.form:
            text = _cleared(text)
        elif "set" in request.form:
            text = _with_rules(text, said_rules(request.form))
        if (moved := _on_to(text)) is not None:
            return moved
        typed = entry.read(text)
    except InputError as problem:
        typed = replace(entry.read(text), error=entry.error_of("", _bare(problem)))
    error = typed.error
    undo = before if before.strip() and before != text else None
    if not wants_fragment():
        return _page(replace(_empty(text, error), undo=undo), 422 if error else 200)
    return make_response(typed_fragments(typed, text, undo=undo, undoes=True))


def typed_fragments(typed: entry.Typed, text: str | None = None, **more: Any) -> str:
    """The board of what was typed, behind what is wrong with it; `text` where that is new."""
    error = ""
    if typed.error is not None:
        error = render_template("analyze/_error.html", error=typed.error) + "\n"
    board = replace(typed.board, text=text)
    read = {"chips": typed.chips, "proof": typed.proof, "unused": typed.unused}
    return error + render_template("analyze/_board.html", board=board, **read, **more)


@analyze.get("/random")
def shuffle() -> Response:
    """On to a random deal to analyze, from the middle of a game."""
    return redirect(url_for("analyze.show", p=encode(random_view(secrets.randbits(62)))), 303)


def _on_to(text: str) -> Response | None:
    """On to the position that a card was dragged into; None where there is none yet."""
    if not {"to", "for"} & set(request.form):
        return None
    view = read_text(text, usual_rules()).view
    if view is None:
        return None
    response = make_response("")
    trail = request.form.get("undo") or None
    response.headers["HX-Redirect"] = url_for("analyze.show", p=encode(view), undo=trail)
    return response


def _tapped(text: str, card: Card) -> str:
    if fixed_by_history(text, card):
        raise InputError(
            f"where {card.symbol} lies follows from the turns", hint="change it in the text"
        )
    draft = TextDraft.read(_in_lines(text))
    if "for" in request.form:
        return draft.swapped(Card.of(request.form["for"]), card).text
    if request.form.get("to") in set(Place):
        return draft.moved(card, Place(request.form["to"])).text
    return draft.tapped(card).text


def _in_lines(text: str) -> str:
    """The text as lines in which a card can be moved; what cannot be read becomes a comment.

    Raises InputError where no hand can be told from it.
    """
    if tells_turns(text):
        return text
    if not is_formal(text):
        with suppress(InputError):
            return read_text(text, usual_rules()).text
    if TextDraft.read(text).cards(Place.MINE):
        return text
    try:
        facts = read_facts(text)
    except InputError:
        rest = notation.rest_of(text, usual_rules())
        if rest is None:
            hint = "correct or clear it, then tap"
            raise InputError("this text cannot be read yet", hint=hint) from None
        return rest.lines
    return format_facts(facts) if facts.hand else text


def _cleared(text: str) -> str:
    """The text without its cards: the lines on rules, score and dealer stay."""
    kept = [
        line for line in text.splitlines() if line.partition(":")[0].strip().lower() in KEPT_KEYS
    ]
    return "\n".join(kept)


_RULES_LINE: Final = re.compile(r"^[ \t]*rules[ \t]*:[ \t]*(.*)\n?", re.MULTILINE | re.IGNORECASE)


def _with_rules(text: str, rules: str) -> str:
    """The text with its line of rules, the first one, as they are now."""
    return f"rules: {rules}\n{_RULES_LINE.sub('', text)}"


def _rules_form(text: str) -> RulesForm:
    """The form of the rules in a text; as it was sent, where it was."""
    line, usual = _RULES_LINE.search(text), usual_rules()
    chosen = "standard" if usual is None else rules_text(usual)
    sent = request.form if "set" in request.form else {}
    return form_of(sent, line[1].strip() if line else chosen, of_one_table())


def _bare(error: InputError) -> InputError:
    """The error without a place, for what was not typed into the box."""
    return InputError(error.message, hint=error.hint)


def _position(view: View) -> Response:
    if request.method == "HEAD":  # looks, but does not make us work
        return _page(_laid_out(view))
    opponent = live.opponent_or_default(request.args.get("opponent"))
    try:
        search = live.search_for(view, opponent, depths.named(request.args.get("limit")))
    except BusyError as error:
        busy = live.busy(view, opponent, error)
        return turned_away(_page(with_answer(_laid_out(view), busy)), error)
    return kept(lambda: _answered(view, search), live.kept_answer(search))


def _answered(view: View, search: Search) -> Response:
    """The page with what a search has found by now."""
    page = _laid_out(view)
    live.first_of(search)
    with web_app().rendering.admitted():  # an answer that comes while the page is in line is on it
        return _with_news(page, view, search)


def _with_news(page: AnalyzePage, view: View, search: Search) -> Response:
    snapshot, trail = search.snapshot, _trail()
    answer = live.on_page(search, snapshot, live.asked_of(request.args.get("asked")))
    if trail.idents and answer.felt is not None:
        answer = replace(answer, felt=analyzed(view, snapshot.evaluation, trail))
    # What is read stays as it is; that it was stopped another server hears a moment later.
    waits = snapshot.running and (snapshot.evaluation is None or "stopping" in request.args)
    return _page(with_answer(page, answer, refresh_after(REFRESH_SECONDS) if waits else None))


def _trail() -> Trail:
    return Trail(request.args.get("undo", ""))


def _seat_page(view: View) -> Response:
    """The page of what one of several players sees, answered while it is asked for."""
    ident = encode(view)
    page = AnalyzePage(
        format_view(view),
        seat_board(view),
        canonical_url=url_for("analyze.show", p=ident, _external=True),
        looks=NUMBERS_ALONE,
        history=tuple(turns_in_words(view.steps, names_of(view.rules, view.player))),
    )
    if request.method == "HEAD":
        return _page(page)
    deep = request.args.get("limit") is not None
    try:
        advice = advised(view, DEEP if deep else QUICK)
    except InputError as error:
        return _page(_empty(page.text, entry.error_of("", error)), 422)
    more = None if deep else url_for("analyze.show", p=ident, limit="longer")
    return _page(with_answer(page, advice_result(advice, Controls(ident, more_url=more))))


def _laid_out(view: View) -> AnalyzePage:
    """The page of a position, without an answer."""
    guessed = frozenset(request.args.get("guessed", "").split(",")) & GUESSES
    said = _said_of(view)
    return AnalyzePage(
        format_view(view),
        entry.of_view(view),
        chips=chips_of(Reading.of(view), guessed),
        proof=() if said is None else proof_of(said),
        unused=None if said is None else entry.unused_in(said),
        canonical_url=url_for("analyze.show", p=encode(view), _external=True),
        belief_url=belief.address(view),
        trail=_trail().plus(encode(view)).text,
        play_from=encode(view),
    )


def _said_of(view: View) -> Reading | None:
    """The reading of the sentences that the position came from; None where it did not."""
    if not (said := request.args.get("said", "")[:LONGEST_SAID]):
        return None
    with suppress(InputError):
        reading = read_text(said, usual_rules())
        return reading if reading.view == view else None
    return None


def with_answer(
    page: AnalyzePage, result: ResultFragment, refresh: str | None = None
) -> AnalyzePage:
    """The page with an answer, whose table is the page's own."""
    board = page.board
    if result.felt is not None:
        board = replace(board, hand=replace(board.hand, felt=result.felt))
    return replace(page, result=replace(result, felt=None), refresh=refresh, board=board)


def _empty(text: str, error: ErrorFragment | None = None) -> AnalyzePage:
    """The page without a position: what was typed, and examples."""
    typed = entry.read(text)
    return AnalyzePage(
        text,
        typed.board,
        chips=typed.chips if error is None else (),
        proof=typed.proof,
        unused=typed.unused,
        error=None if error is None else entry.beside(error, typed.board, text),
        examples=examples(),
        tables=examples("tables"),
        rules=_rules_form(text),
    )


def _page(page: AnalyzePage, status: int = 200) -> Response:
    return drawn_page("analyze/page.html", page, status)
