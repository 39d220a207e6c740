"""The recorder: a hand just played at a table, entered by tapping, kept from the first tap.

A draft's page is sent its own text with every tap, so it goes on where the server has lost it,
and the server keeps it where the browser does. Without scripts every tap is a form.
"""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.game.rules import parse_rules
from analyzer.notation.numbers import counted, moment
from analyzer.notation.phrases import listed
from analyzer.notation.recorder import read_sheet
from analyzer.notation.recorder import state as recorderstate
from analyzer.notation.recorder.state import EntryState, sent, set_up, written_elsewhere
from analyzer.notation.ruletexts import rules_text
from analyzer.store.drafts import LONGEST, SavedDraft
from analyzer.web.chrome import to_save, wants_fragment, whole_page
from analyzer.web.recorder import present
from analyzer.web.recorder.contexts import DraftLine, FirstPage, RecorderShown
from analyzer.web.recorder.words import around, in_words
from analyzer.web.rules.form import said_dealer, said_rules
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor, usual_rules, visitor_id

recorder = Blueprint("recorder", __name__, url_prefix="/review/record")

TITLE: Final = "Enter a gin rummy hand"
DESCRIPTION: Final = (
    "Enter a hand of gin rummy turn by turn, by tapping the cards: to keep it, and to have it "
    "reviewed."
)
ELSEWHERE: Final = (
    "The draft was changed in another tab; what you enter here continues as a new one."
)
NEW: Final = "new"
"""Stands for the id of a draft in its address until there is one."""
LISTED: Final = 20
"""Drafts that the first page lists, the latest first."""
_GAME: Final = re.compile(r'\[Game "([^"\n]*)"')
_PLAYERS: Final = re.compile(r'\[Players ((?:"(?:\\.|[^"\\\n])*"\s*)+)\]')
_NAME: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
_HANDS: Final = re.compile(r"^\[Dealer ", re.MULTILINE)
_TURN: Final = re.compile(r"^(\d+)\. ", re.MULTILINE)


@recorder.get("")
def start() -> Response:
    """Enter a hand just played by tapping its cards, or go on with a draft.

    ``game`` names one of the other games. Nothing is kept before the first tap, which makes a
    draft.
    """
    game = request.args.get("game", "")
    return _start(rules=game if _is_played(game) else None, unfolded="game" in request.args)


def _is_played(game: str) -> bool:
    """True if it is the text of rules that one table plays by."""
    try:
        return bool(game) and bool(parse_rules(game))
    except InputError:
        return False


@recorder.get("/table")
def old_start() -> Response:
    """Go to where the other games are entered now."""
    game = request.args.get("game", "three-hand")
    return redirect(url_for("recorder.start", game=game), 301)


@recorder.route("/table/<ident>", methods=["GET", "POST"])
def old_show(ident: str) -> Response:
    """Go to the draft, wherever it was begun."""
    return redirect(url_for("recorder.show", ident=ident), 303)


@recorder.post("")
def begin() -> Response:
    """A new draft with the rules or game of the form, names, dealer, score, or of a ``record``."""
    state = sent(request.form)
    try:
        text = state.text if state.text.strip() else set_up("", _form())
        read_sheet(text)
        kept = web_app().store.drafts.save(visitor_id(), text)
    except InputError as error:
        return _start(note=in_words(error), text=state.text, status=422)
    return redirect(url_for("recorder.show", ident=kept.id), 303)


@recorder.get("/<ident>")
def show(ident: str) -> Response:
    """A draft: what comes next, the table so far, every turn to go back to, the text."""
    owner = known_visitor()
    kept = None if owner is None else web_app().store.drafts.load(owner, ident)
    if kept is None:
        note = "This draft is not here: it was deleted, or started in another browser."
        return _start(note=note, status=404)
    return _page(present.fragment(EntryState.unpack(kept.text), ident))


@recorder.post("/<ident>")
def act(ident: str) -> Response:
    """The draft after a tap, or after its text was edited; it is kept whatever is wrong with it.

    What cannot be done is said, with status 422 where scripts are off; nothing is lost by it.
    """
    state, note = sent(request.form), None
    try:
        after = recorderstate.act(state, _form())
    except InputError as error:
        after, note = state, in_words(error)
    before, elsewhere = ident, _goes_on_elsewhere(ident, state, after)
    ident, problem = _keep(None if elsewhere else ident, after)
    note = note or problem or (ELSEWHERE if elsewhere else None)
    rec = present.fragment(after, ident, note=note, kept=problem is None)
    if wants_fragment():
        return _fragment(rec, moved=ident != before)
    if note or rec.error:
        return _page(rec, 422)
    return redirect(url_for("recorder.show", ident=ident), 303)


def _fragment(rec: RecorderShown, *, moved: bool) -> Response:
    """The part of the page that changes; all of it where the draft has become a new one."""
    if request.form.get("read") == "1" and not moved:
        return make_response(render_template("recorder/_typed.html", rec=rec))
    response = make_response(render_template("recorder/_recorder.html", rec=rec))
    if moved:
        response.headers["HX-Replace-Url"] = url_for("recorder.show", ident=rec.ident)
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#recorder", "outerHTML"
    return response


def _goes_on_elsewhere(ident: str, before: EntryState, after: EntryState) -> bool:
    """True if another tab has changed the draft since this page was made."""
    owner = known_visitor()
    kept = None if owner is None else web_app().store.drafts.load(owner, ident)
    base = request.form.get("base", "")
    return kept is not None and written_elsewhere(EntryState.unpack(kept.text), before, after, base)


def _keep(ident: str | None, state: EntryState) -> tuple[str, str | None]:
    """Save a draft: its id, which is a new one where it was not there, and what went wrong."""
    try:
        kept = web_app().store.drafts.save(visitor_id(), state.pack(LONGEST), ident)
    except InputError as error:
        return ident or "none", f"Saved in this browser only: {in_words(error)}"
    return kept.id, None


@recorder.post("/download")
def file() -> Response:
    """The text ``record`` as a file."""
    text = f"{sent(request.form).text.rstrip()}\n"
    return to_save(text, "gin-rummy.txt", "text/plain; charset=utf-8")


@recorder.post("/<ident>/delete")
def forget(ident: str) -> Response:
    """Delete a draft."""
    owner = known_visitor()
    if owner is not None:
        web_app().store.drafts.forget(owner, ident)
    return redirect(url_for("recorder.start"), 303)


def _page(rec: RecorderShown, status: int = 200, first: FirstPage | None = None) -> Response:
    game = _GAME.search(rec.text)
    label = "" if game is None else f": {present.RECORDED.get(game[1], game[1])}"
    return whole_page(
        "recorder/page.html", f"{TITLE}{label}", DESCRIPTION, status,
        rec=rec, first=first, heading=f"Enter a hand{label}",
    )  # fmt: skip


def _form() -> dict[str, str]:
    """The form, in which whoever has no name at a table of others is called by the seat."""
    form = request.form.to_dict()
    form.setdefault("rules", form.get("game", ""))
    form["rules"] = said_rules(form)
    rules = parse_rules(form["rules"])
    if form.get("cut", "").strip() and (dealer := said_dealer(form, rules)) is not None:
        form["dealer"] = str(dealer + 1)
    if not rules.two_handed:
        for number, seat in enumerate(around(rules.players), start=1):
            form[f"name{number}"] = form.get(f"name{number}", "").strip() or seat
    return form


def _start(
    note: str | None = None,
    text: str = "",
    status: int = 200,
    rules: str | None = None,
    *,
    unfolded: bool = False,
) -> Response:
    """The first page, with a record on it that cannot be read, if there is one."""
    owner = known_visitor()
    drafts = () if owner is None else web_app().store.drafts.mine(owner)
    usual = usual_rules()
    chosen = rules or ("standard" if usual is None else rules_text(usual))
    state = EntryState(text or set_up("", {"rules": chosen}))
    rec = present.fragment(state, NEW, unfolded=unfolded)
    listed = [
        DraftLine(draft.id, title_of(draft.text), address_of_draft(draft), moment(draft.updated))
        for draft in drafts[:LISTED]
    ]
    return _page(rec, status, FirstPage(listed, note))


def my_drafts(owner: str) -> list[tuple[str, str]]:
    """(title, address) of what a visitor is recording, the newest first."""
    drafts = web_app().store.drafts.mine(owner)
    return [(title_of(draft.text), address_of_draft(draft)) for draft in drafts]


def address_of_draft(draft: SavedDraft) -> str:
    """The page of a draft."""
    return url_for("recorder.show", ident=draft.id)


def title_of(kept: str) -> str:
    """The name of a draft in the list: game, players, hands, turns; never fails.

    >>> title_of('[Players "Ann" "Bob"]\\n[Dealer "2"]\\n\\n1. p\\n2. p')
    'Ann and Bob, 1 hand, turn 2'
    >>> title_of('[Game "three-hand"]\\n[Players "You" "West" "Bob"]\\n[Dealer "2"]')
    'Three players, You, West and Bob, 1 hand'
    """
    text = EntryState.kept_text(kept)
    game, players = _GAME.search(text), _PLAYERS.search(text)
    label = None if game is None else present.RECORDED.get(game[1], game[1])
    names = () if players is None else tuple(_NAME.findall(players[1]))
    named = names and not (label and names == around(len(names)))
    people = listed(["opponent" if name == "?" else name for name in names], "and")
    hands, turns = len(_HANDS.findall(text)), _turns_in(text)
    parts = [label, people if named else None if label else "A hand"]
    parts += [counted(hands, "hand") if hands else None, f"turn {turns}" if turns else None]
    return ", ".join(filter(None, parts))


def _turns_in(text: str) -> int:
    """Count the turns written of the last hand."""
    start = max((match.start() for match in _HANDS.finditer(text)), default=0)
    return len(_TURN.findall(text, start))
