"""A screenshot on the analyze page: sent, read, and each card corrected beside its picture."""

from __future__ import annotations

from base64 import b64encode

from flask import Blueprint, make_response, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from analyzer.api.screens import notes_on, view_of
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.notation.draft import Place, TextDraft
from analyzer.service.admission import COSTLY
from analyzer.vision.apart import PictureRead, read_picture
from analyzer.vision.roles import ScreenRole
from analyzer.vision.screen import CERTAIN, Sighting
from analyzer.web.analyze import entry
from analyzer.web.analyze.contexts import AnalyzePage, CardPiece, ScreenFragment
from analyzer.web.analyze.pages import typed_fragments
from analyzer.web.chrome import drawn_page, wants_fragment
from analyzer.web.security import POLICY

screens = Blueprint("screens", __name__, url_prefix="/analyze/screen")

TITLE = "A screenshot becomes a hand"
DESCRIPTION = "Reads the cards on a screenshot of any card game, to analyze the hand afterwards."
_WITH_PIECES = POLICY.replace("img-src 'self'", "img-src 'self' data:")
"""The pieces of the picture stand in the page itself: they are kept nowhere."""
_PARTS = (
    (ScreenRole.HAND, "Your hand"),
    (ScreenRole.UP, "May be the upcard"),
    (ScreenRole.OTHER, "Also open"),
)


@screens.get("")
def show() -> Response:
    """A screenshot of any card game: it is read, and kept nowhere."""
    return _page("", ScreenFragment())


@screens.post("")
def read() -> Response:
    """Read the screenshot sent as ``picture``; each card can be corrected by one tap."""
    try:
        upload = request.files.get("picture")
        data = upload.read() if upload else b""
        found = COSTLY.run(lambda: read_picture(data))
    except RequestEntityTooLarge:
        return _refused(InputError("it is too large", where="picture", hint="shrink it"), 413)
    except InputError as error:
        return _refused(error, 422)
    return _page(view_of(found.screen), _fragment(found))


@screens.post("/correct")
def correct() -> Response:
    """Put one card in the place of another (``put``: both), or make one the upcard (``up``)."""
    text = request.form.get("view", "")
    draft = TextDraft.read(text)
    if "up" in request.form:
        draft = draft.moved(Card.of(request.form["up"]), Place.PILE)
    else:
        old, _, new = request.form.get("put", "").partition(" ")
        draft = draft.swapped(Card.of(old), Card.of(new))
    if not wants_fragment():
        return _page(draft.text, ScreenFragment())
    return make_response(typed_fragments(entry.read(draft.text), draft.text))


def _fragment(found: PictureRead) -> ScreenFragment:
    screen = found.screen
    images = [f"data:image/png;base64,{b64encode(crop).decode()}" for crop in found.crops]
    pieces = [_piece(s, image) for s, image in zip(screen.sightings, images, strict=True)]
    parts = []
    for role, heading in _PARTS:
        of_role = tuple(
            piece for s, piece in zip(screen.sightings, pieces, strict=True) if s.role is role
        )
        if of_role:
            parts.append((role, heading, of_role))
    return ScreenFragment(tuple(parts), tuple(notes_on(screen)), len(screen.of(ScreenRole.UP)) > 1)


def _piece(sighting: Sighting, image: str) -> CardPiece:
    doubtful = sighting.certainty < CERTAIN
    return CardPiece(sighting.card, image, sighting.certainty, doubtful, sighting.others)


def _page(text: str, screen: ScreenFragment, status: int = 200) -> Response:
    typed = entry.read(text)
    shown = AnalyzePage(
        text, typed.board, TITLE, DESCRIPTION, chips=typed.chips, screen=screen
    )  # fmt: skip
    answer = drawn_page("analyze/page.html", shown, status)
    answer.headers["Content-Security-Policy"] = _WITH_PIECES
    return answer


def _refused(error: InputError, status: int) -> Response:
    return _page("", ScreenFragment(error=entry.error_of("", error)), status)
