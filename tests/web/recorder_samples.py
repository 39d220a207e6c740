"""Contexts of the recorder's templates, as the presenter would make them."""

from __future__ import annotations

from typing import Any

from analyzer.display.hands import pictures
from analyzer.display.parts import CardGroup, HandCard, SelectOption
from analyzer.display.table import AcrossTable, CardTable, TableButton
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.notation.draft import Place
from analyzer.notation.tablerecorder import TableDraft
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.recorder import otherpresent
from analyzer.web.recorder.pages import FirstPage
from analyzer.web.recorder.present import UNREAD
from tests.web.train_samples import APP

MINE = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s")
PILE = (Card.of("Kh"), Card.of("9c"))


STEP: dict[str, Any] = {
    "question": "Ann’s turn: which card is discarded?",
    "places": dict.fromkeys(PILE, Place.PILE) | dict.fromkeys(MINE, Place.MINE),
    "owners": {Place.MINE: "Ann’s", Place.PILE: "in the pile"},
    "signs": {Place.MINE: "A", Place.PILE: "P"},
    "cards": MINE, "knocks": CardSet.of("Kd"), "laid": NO_CARDS,
    "help": "Tap it.", "counter": None,
    "buttons": (("Big gin", "!!", False),), "rarer": (("Knock with 9, discard K♦", "Kd!", False),),
    "more": (("The hand was broken off here", "*", False),),
    "how": "below", "only_knock": False,
}  # fmt: skip
CARDS = tuple(HandCard(card, f"{card.name}, in a run") for card in CardSet.of("7h 8h 9h"))
TABLE = CardTable(
    heading_id="rec-table-title",
    across=AcrossTable("Bob", backs=9, known=pictures([Card.of("Js")]), deals=True),
    stock=24,
    pile=PILE,
    rows=((CardGroup("run", "run", CARDS),),),
    mine="Ann",
    on_stock=TableButton("Draw, not seen", "?", "tap", form="rec"),
)
SETUP = {
    "rules": (
        SelectOption("standard", "standard"), SelectOption("classic", "classic", selected=True),
    ),
    "names": ("Ann", ""), "dealer": "2", "score": ("40", "65"),
}  # fmt: skip
PLAYING: dict[str, Any] = UNREAD | {
    "url": "/review/record/abc", "text": '[Rules "classic"]\n[Dealer "2"]',
    "ahead": '[Rules "classic"]', "ident": "abc", "base": "", "note": None, "kept": True,
    "error": None, "step": STEP, "felt": TABLE,
    "turns": ((1, "Ann takes 9♥, discards K♦", "1.1"), (2, "Bob draws, discards J♦", "1.2")),
    "hands": (("A knock: Ann wins 16.", "0–0"),),
    "undo": True, "rejoin": True, "restore": True,
}  # fmt: skip
END = {
    "spreads": (("7♥ 8♥ 9♥: 9 left", "7h 8h 9h / 9c"),),
    "defences": (("2♠ 3♠ 4♠ / K♠", "2s 3s 4s / Ks"),),
    "ends": (("1 knock", "A knock: Ann wins"), ("1 gin", "Gin: Ann wins")),
    "next": True, "on": True, "record": '[Dealer "2"]',
    "review": "Review these 2 hands",
}  # fmt: skip
OVER = PLAYING | {
    "step": STEP | {
        "question": "Ann laid down the hand; the result is unknown.", "buttons": (),
        "rarer": (), "how": None,
    },
    "end": END, "redo": True,
}  # fmt: skip
DEALING = PLAYING | {
    "step": STEP | {"counter": "3 of 10", "how": None, "only_knock": True},
    "setup": SETUP, "turns": (), "hands": (), "kept": False,
    "note": "Saved in this browser only: 100 drafts are kept already.",
}  # fmt: skip
WRONG = PLAYING | {
    "step": None, "felt": None, "turns": (), "hands": (),
    "error": ErrorFragment("`11h` is not a card.", "line 3", "Did you mean Jh?", "1. -", "11h", ""),
}  # fmt: skip
TAPS: dict[str, tuple[str, str]] = {
    "dealing": ("four-hand,jokers=2", "X1, 7h"),
    "offer": ("three-hand", "2c, 3c, 4c, 7h, 8h, Kd, Qd, 9h"),
    "discard": ("three-hand", "2c, 3c, 4c, 7h, 8h, Kd, Qd, 9h, pass, take"),
    "knock": ("three-hand", "2c, 3c, 4c, 7h, 8h, 9h, Qd, Qs, pass, pass, pass, Ac"),
    "meld": (
        "mahjong",
        "2c, 3c, 4c, 7h, 8h, 9h, Qd, Qs, 5s, 6s, Kd, 2d, 2d, draw, meld, Tc, Td, Th",
    ),
    "show": ("two-jokers", "2c, 3c, 4c, 7h, 8h, 9h, Qd, Qs, Qc, Ad, Kd, pass, pass, Ks, knock Ks"),
    "not-shown": (
        "two-jokers", "2c, 3c, 4c, 7h, 8h, 9h, Qd, Qs, Qc, Ad, Kd, pass, pass, Ks, knock Ks, ?"
    ),
    "over": (
        "one-joker",
        "2c, 3c, 4c, 7h, 8h, X1, Qd, Qs, Qc, Ad, Kd, pass, pass, Ks, knock Ks, "
        "Ac, Ah, As, 9c, 9d, 9s, Jc, Jd, 6h, 2s",
    ),
}  # fmt: skip
"""Drafts of the other games: the game, and the taps; the last seat deals."""


def tapped(name: str, note: str | None = None) -> dict[str, Any]:
    """What the page of such a draft shows."""
    game, taps = TAPS[name]
    draft = TableDraft(game, dealer=TableDraft(game).rules.players - 1)
    for tap in taps.split(", "):
        draft = draft.tap(tap)
    with APP.test_request_context("/review/record/table"):
        return otherpresent.taps_page(draft, "abc", note)


TITLES = {"title": "Enter a hand", "description": "By tapping."}


def page(rec: dict[str, Any]) -> tuple[str, Any]:
    """A page of a draft."""
    return "recorder/page.html", TITLES | {"rec": rec, "first": None}


def table_page(name: str) -> tuple[str, Any]:
    """A page of a draft of the other games."""
    return "recorder/table.html", TITLES | {"heading": "Enter a hand", "rec": tapped(name)}


PAGES: dict[str, tuple[str, Any]] = {
    **{f"tablerecorder-{name}": table_page(name) for name in TAPS},
    "tablerecorder-start": (
        "recorder/table_start.html",
        TITLES
        | {
            "note": "Nobody deals.",
            "seats": ("You", "West", "North", "East"),
            "games": ((SelectOption("mahjong", "Mahjong gin"), 2),),
        },
    ),
    "recorder-playing": page(PLAYING),
    "recorder-over": page(OVER),
    "recorder-dealing": page(DEALING),
    "recorder-wrong": page(WRONG),
    "recorder-start": (
        "recorder/page.html",
        TITLES
        | {
            "rec": DEALING,
            "first": FirstPage(
                (("abc", "Ann and Bob, 1 hand", "/review/record/abc", "1 May"),),
                "This draft is not here.",
            ),
        },
    ),
}
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "recorder-typed": ("recorder/_typed.html", {"rec": PLAYING}),
    "recorder-typed-wrong": ("recorder/_typed.html", {"rec": WRONG}),
    "recorder": ("recorder/_recorder.html", {"rec": OVER}),
    "tablerecorder": ("recorder/_table.html", {"rec": tapped("offer", "This cannot be.")}),
}
"""Name of the sample -> template, variables."""
