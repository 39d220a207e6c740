"""Contexts of the recorder's templates, as the presenter would make them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.display.hands import pictures
from analyzer.display.parts import CardGroup, HandCard
from analyzer.display.table import AcrossTable, CardTable, TableButton
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.rules import parse_rules
from analyzer.notation.recorder.state import EntryState, act, set_up
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.recorder import present
from analyzer.web.recorder.contexts import (
    CardPlace,
    DraftLine,
    EndShown,
    FirstPage,
    RecorderShown,
    SeatRow,
    SetupShown,
    StepShown,
    TapButton,
)
from analyzer.web.rules.form import form_of
from tests.web.train_samples import APP, CHOICES

MINE = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s")
PILE = (Card.of("Kh"), Card.of("9c"))


PLACES = dict.fromkeys(PILE, CardPlace("pile", "P", "in the pile"))
STEP = StepShown(
    question="Ann’s turn: which card is discarded?",
    places=PLACES | dict.fromkeys(MINE, CardPlace("mine", "A", "Ann’s")),
    legend=(CardPlace("mine", "A", "Ann’s"), CardPlace("pile", "P", "in the pile")),
    cards=MINE, knocks=CardSet.of("Kd"), help="Tap it.",
    buttons=(TapButton("Big gin", "!!"),), rarer=(TapButton("Knock with 9, discard K♦", "Kd!"),),
    more=(TapButton("The hand was broken off here", "*"),), how="below",
)  # fmt: skip
CARDS = tuple(HandCard(card, f"{card.name}, in a run") for card in CardSet.of("7h 8h 9h"))
TABLE = CardTable(
    heading_id="rec-table-title",
    across=(AcrossTable("Bob", backs=9, known=pictures([Card.of("Js")]), deals=True),),
    stock=24,
    pile=PILE,
    rows=((CardGroup("run", "run", CARDS),),),
    mine="Ann",
    on_stock=TableButton("Draw, not seen", "?", "tap", form="rec"),
)
SETUP = SetupShown(
    rules=form_of({}, "classic", CHOICES),
    seats=(SeatRow("You", "Your name", "Ann", deals=False),
           SeatRow("Opponent", "Opponent’s name", "", deals=True)),
    score=("40", "65"),
)  # fmt: skip
PLAYING = RecorderShown(
    url="/review/record/abc", text='[Rules "classic"]\n[Dealer "2"]', ahead='[Rules "classic"]',
    ident="abc", step=STEP, felt=TABLE,
    turns=((1, "Ann takes 9♥, discards K♦", "1.1"), (2, "Bob draws, discards J♦", "1.2")),
    hands=(("A knock: Ann wins 16.", "0–0"),),
    undo=True, rejoin=True, restore=True,
)  # fmt: skip
END = EndShown(
    spreads=(("7♥ 8♥ 9♥: 9 left", "7h 8h 9h / 9c"),),
    defenses=(("2♠ 3♠ 4♠ / K♠", "2s 3s 4s / Ks"),),
    ends=(("1 knock", "A knock: Ann wins"), ("1 gin", "Gin: Ann wins")),
    next=True, on=True, record='[Dealer "2"]', review="Review these 2 hands",
)  # fmt: skip
OVER = replace(
    PLAYING,
    step=replace(
        STEP, question="Ann laid down the hand; the result is unknown.", buttons=(), rarer=(),
        how=None,
    ),
    end=END, redo=True,
)  # fmt: skip
DEALING = replace(
    PLAYING,
    step=replace(STEP, counter="3 of 10", how=None, cards=NO_CARDS),
    setup=SETUP, turns=(), hands=(), kept=False,
    note="Saved in this browser only: 100 drafts are kept already.",
)  # fmt: skip
WRONG = replace(
    PLAYING, step=None, felt=None, turns=(), hands=(),
    error=ErrorFragment("`11h` is not a card.", "line 3", "Did you mean Jh?", "1. -", "11h", ""),
)  # fmt: skip
TAPS: dict[str, tuple[str, str]] = {
    "dealing": ("four-hand,jokers=2", "X1 7h"),
    "offer": ("three-hand", "2c 3c 4c 7h 8h Kd Qd 9h"),
    "discard": ("three-hand", "2c 3c 4c 7h 8h Kd Qd 9h p ^"),
    "knock": ("three-hand", "2c 3c 4c 7h 8h 9h Qd Qs p p p Ac"),
    "meld": ("mahjong", "2c 3c 4c 7h 8h 9h Qd Qs 5s 6s Kd 2d 2d ? meld Tc Td Th"),
    "show": ("two-jokers", "2c 3c 4c 7h 8h 9h Qd Qs Qc Ad Kd p p Ks Ks!"),
    "not-shown": ("two-jokers", "2c 3c 4c 7h 8h 9h Qd Qs Qc Ad Kd p p Ks Ks! ?"),
    "over": (
        "one-joker",
        "2c 3c 4c 7h 8h X1 Qd Qs Qc Ad Kd p p Ks Ks! Ac Ah As 9c 9d 9s Jc Jd 6h 2s",
    ),
}
"""Drafts of games of single moves: the game, and the taps; the last seat deals."""


def tapped(name: str, note: str | None = None) -> RecorderShown:
    """What the page of such a draft shows."""
    game, taps = TAPS[name]
    state = EntryState(set_up("", {"rules": game, "dealer": str(parse_rules(game).players)}))
    for what in taps.split():
        state = act(state, {"tap": what})
    with APP.test_request_context("/review/record"):
        return present.fragment(state, "abc", note=note)


TITLES = {"title": "Enter a hand", "description": "By tapping.", "heading": "Enter a hand"}


def page(rec: RecorderShown) -> tuple[str, Any]:
    """A page of a draft."""
    return "recorder/page.html", TITLES | {"rec": rec, "first": None}


PAGES: dict[str, tuple[str, Any]] = {
    **{f"recorder-game-{name}": page(tapped(name)) for name in TAPS},
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
                (DraftLine("abc", "Ann and Bob, 1 hand", "/review/record/abc", "1 May"),),
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
    "recorder-game": ("recorder/_recorder.html", {"rec": tapped("offer", "This cannot be.")}),
}
"""Name of the sample -> template, variables."""
