"""A screenshot on the analyze page: sent, read, and each card corrected beside its picture."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import partial
from typing import Final

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
from analyzer.vision.screen import CERTAIN
from analyzer.web.analyze import entry
from analyzer.web.analyze.contexts import AnalyzePage, CardPiece, ScreenFragment
from analyzer.web.analyze.pages import typed_fragments
from analyzer.web.chrome import drawn_page, wants_fragment
from analyzer.web.security import POLICY

screens = Blueprint("screens", __name__, url_prefix="/analyze/screen")

TITLE = "A screenshot becomes a hand"
DESCRIPTION = "Reads the cards on a screenshot of any card game, to analyze the hand afterwards."
MOST: Final = 6
"""Screenshots of one hand that are read at once."""
_SEEN = re.compile(r"^seen:.*$", re.MULTILINE)
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
    """Read the screenshots sent as ``picture``, in their order; a tap corrects each card."""
    try:
        pictures = [COSTLY.run(partial(read_picture, data)) for data in _sent()]
    except RequestEntityTooLarge:
        return _refused(InputError("it is too large", where="picture", hint="shrink it"), 413)
    except InputError as error:
        return _refused(error, 422)
    return _page(view_of(pictures[-1].screen), _fragment(pictures))


def _sent() -> list[bytes]:
    """Give the pictures of the form, a field that was left empty aside; at least one."""
    sent = [data for file in request.files.getlist("picture") if (data := file.read())]
    if len(sent) > MOST:
        message, hint = f"there are {len(sent)} pictures", f"send {MOST} at most"
        raise InputError(message, where="picture", hint=hint)
    return sent or [b""]


@screens.post("/correct")
def correct() -> Response:
    """Put one card in the place of another (``put``: both).

    ``up`` names the card that is up; ``seen`` one that lies in the pile below it.
    """
    text = request.form.get("view", "")
    draft = TextDraft.read(text)
    if "up" in request.form:
        draft = draft.moved(Card.of(request.form["up"]), Place.PILE)
    elif "seen" in request.form:
        draft = _with_seen(draft, Card.of(request.form["seen"]))
    else:
        old, _, new = request.form.get("put", "").partition(" ")
        draft = draft.swapped(Card.of(old), Card.of(new))
    if not wants_fragment():
        return _page(draft.text, ScreenFragment())
    return make_response(typed_fragments(entry.read(draft.text), draft.text))


def _with_seen(draft: TextDraft, card: Card) -> TextDraft:
    text = draft.moved(card, Place.NOWHERE).text
    known = _SEEN.search(text)
    added = f"{known[0]} {card}" if known else f"seen: {card}"
    return TextDraft.read(_SEEN.sub(added, text) if known else f"{text}\n{added}")


def _fragment(reads: Sequence[PictureRead]) -> ScreenFragment:
    screen, pieces = reads[-1].screen, _pieces(reads[-1])
    parts = []
    for role, heading in _PARTS:
        of_role = tuple(piece for own, piece in pieces if own is role)
        if of_role:
            parts.append((role, heading, of_role))
    return ScreenFragment(
        tuple(parts), tuple(notes_on(screen)), len(screen.of(ScreenRole.UP)) != 1, _earlier(reads)
    )


def _earlier(pictures: Sequence[PictureRead]) -> tuple[CardPiece, ...]:
    """Give the cards that alone were up on an earlier picture and are not seen on the last."""
    shown = {sighting.card for sighting in pictures[-1].screen.sightings}
    before: dict[Card, CardPiece] = {}
    for picture in pictures[:-1]:
        up = [piece for role, piece in _pieces(picture) if role is ScreenRole.UP]
        if len(up) == 1 and up[0].card not in shown:
            before.setdefault(up[0].card, up[0])
    return tuple(before.values())


def _pieces(picture: PictureRead) -> list[tuple[ScreenRole, CardPiece]]:
    pieces = []
    for sighting, crop in zip(picture.screen.sightings, picture.crops, strict=True):
        image = f"data:image/png;base64,{b64encode(crop).decode()}"
        pieces.append((sighting.role, CardPiece(
            sighting.card, image, sighting.certainty, sighting.certainty < CERTAIN,
            sighting.others, sighting.box,
        )))  # fmt: skip
    return pieces


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
