"""The recorder of the other games: a hand just played at a table, entered by tapping.

A draft is what was set up and its taps; the server keeps it from the first page on. Every tap is a
form; with scripts the part of the page that changes is swapped.
"""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import options
from analyzer.display.seats import NAMES, names_of
from analyzer.errors import InputError
from analyzer.game.rules import Rules, parse_rules
from analyzer.notation.recorder.state import mark_of
from analyzer.notation.tablerecorder import TableDraft, asked_by, entry_of, is_table_draft
from analyzer.practice.games import GAMES
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.recorder.otherpresent import called, taps_page
from analyzer.web.recorder.words import in_words
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor, visitor_id

tablerecorder = Blueprint("tablerecorder", __name__, url_prefix="/review/record/table")

RECORDED: Final = {name: label for name, label in GAMES.items() if not name.startswith("teams")}
"""What can be recorded; a table of teams is one of the game for two."""
DESCRIPTION: Final = (
    "Enter a hand of three or four players, with jokers or of mahjong gin by tapping the cards: to "
    "keep it, and to have it reviewed."
)
LONGEST_NAME: Final = 40
CHANGED: Final = "The draft was changed in another tab; this is how it stands now."
_CARD: Final = re.compile(r"\w\w")


@tablerecorder.get("")
def start() -> Response:
    """Choose a game, ``game``, who deals, and names if they are wanted."""
    return _start(request.args.get("game", ""))


@tablerecorder.post("")
def begin() -> Response:
    """A new draft of ``game``, seats clockwise from whoever enters it: ``dealer``, ``name1`` …"""
    form = request.form
    try:
        rules = parse_rules(form.get("game", ""))
        dealer = form.get("dealer", 0, type=int) - 1
        seen = form.get("seen") == "all"
        draft = TableDraft(rules.name, 0, dealer, _names(rules), all_seen=seen)
        entry_of(draft)
        kept = web_app().store.drafts.save(visitor_id(), draft.text)
    except InputError as error:
        return _start(form.get("game", ""), in_words(error), 422)
    return redirect(url_for("tablerecorder.show", ident=kept.id), 303)


def _names(rules: Rules) -> tuple[str, ...]:
    """The names of the form; who has none is called by the seat."""
    typed = (_plain(request.form.get(f"name{n + 1}", "")) for n in range(rules.players))
    return tuple(name or seat for name, seat in zip(typed, names_of(rules), strict=True))


def _plain(typed: str) -> str:
    plain = "".join(char for char in " ".join(typed.split()) if char.isprintable() and char != '"')
    return plain[:LONGEST_NAME].strip()


@tablerecorder.get("/<ident>")
def show(ident: str) -> Response:
    """A draft: what comes next, the table so far, every turn to go back to."""
    found = _draft(ident)
    return _gone() if found is None else _page(found[0], ident)


@tablerecorder.post("/<ident>")
def act(ident: str) -> Response:
    """The draft after a ``tap``, which may knock by ``how``, after ``undo``, ``redo`` or ``to``."""
    found = _draft(ident)
    if found is None:
        return _gone()
    draft, text = found
    if request.form.get("base", "") != mark_of(text):
        return _page(draft, ident, CHANGED, 409)
    try:
        after = _acted(draft)
        web_app().store.drafts.save(visitor_id(), after.text, ident)
    except InputError as error:
        return _page(draft, ident, in_words(error), 422)
    if wants_fragment():
        return _page(after, ident)
    return redirect(url_for("tablerecorder.show", ident=ident), 303)


def _acted(draft: TableDraft) -> TableDraft:
    form = request.form
    if "undo" in form:
        return draft.undo()
    if "redo" in form:
        return draft.redo()
    to = form.get("to", type=int)
    if to is not None:
        return draft.undo(max(to, 0))
    tap = form.get("tap", "")
    knocks = form.get("how") == "knock" and _CARD.fullmatch(tap) is not None
    if knocks and asked_by(entry_of(draft)).knocks:
        tap = f"knock {tap}"
    return draft.tap(tap)


def _draft(ident: str) -> tuple[TableDraft, str] | None:
    """A draft of the visitor's and its text; None where there is none that can be read."""
    owner = known_visitor()
    kept = None if owner is None else web_app().store.drafts.load(owner, ident)
    if kept is None or not is_table_draft(kept.text):
        return None
    try:
        return TableDraft.read(kept.text), kept.text
    except InputError:
        return None


def _gone() -> Response:
    note = "This draft is not here: it was deleted, or started in another browser."
    return _start("", note, 404)


def _page(draft: TableDraft, ident: str, note: str | None = None, status: int = 200) -> Response:
    rec = taps_page(draft, ident, note)
    if wants_fragment():  # a part of a page is swapped in only with a success
        return make_response(render_template("recorder/_table.html", rec=rec))
    title = f"Enter a hand: {RECORDED.get(draft.game, draft.game)}"
    return whole_page("recorder/table.html", title, DESCRIPTION, status, rec=rec, heading=title)


def _start(game: str, note: str | None = None, status: int = 200) -> Response:
    shown = options(RECORDED.items(), game if game in RECORDED else "three-hand")
    players = (parse_rules(option.value).players for option in shown)
    return whole_page(
        "recorder/table_start.html",
        "Enter a hand of the other games",
        DESCRIPTION,
        status,
        note=note,
        games=tuple(zip(shown, players, strict=True)),
        seats=NAMES,
    )


def title_of_table(text: str) -> str:
    """What a draft is called in the list of drafts; never fails.

    >>> title_of_table('[Game "three-hand"]\\n[Seat "1"]\\n[Dealer "3"]\\n[Taps ""]')
    'Three players'
    """
    try:
        draft = TableDraft.read(text)
        turns = len(entry_of(draft).steps)
    except InputError:
        return "A hand that cannot be read"
    label = RECORDED.get(draft.game, draft.game)
    names = called(draft)
    named = "" if names == names_of(draft.rules) else ", ".join(names)
    return ", ".join(part for part in (label, named, f"move {turns}" if turns else "") if part)
