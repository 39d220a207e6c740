"""Contexts of the recorder's templates, as the presenter would make them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.display.parts import CardGroup, Fact, HandCard, SelectOption
from analyzer.game.cards import Card, CardSet, Rank, Suit
from analyzer.notation.draft import Place
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.recorder.contexts import DraftLink, RecorderFragment, RecorderPage, RecorderStart
from analyzer.web.recorder.parts import (
    EndFragment,
    PlayedHand,
    RecordedTurn,
    RecorderTable,
    SeatFragment,
    SetupFragment,
    StepFragment,
    TapButton,
    TapCell,
    TapRow,
)

MINE = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s")
PILE = (Card.of("Kh"), Card.of("9c"))


def cell(card: Card) -> TapCell:
    can = card in MINE
    place = Place.MINE if can else Place.PILE if card in PILE else Place.NOWHERE
    mark = {Place.MINE: "A", Place.PILE: "P"}.get(place, "")
    name = f"{card.name}, Ann’s" if can else card.name
    return TapCell(card, name, place, mark, can, card == Card.of("Kd"), can)


ROWS = tuple(
    TapRow(suit, tuple(cell(Card.make(rank, suit)) for rank in Rank)) for suit in reversed(Suit)
)
STEP = StepFragment(
    question="Ann’s turn: which card is discarded?",
    rows=ROWS,
    keys=(("mine", "A", "Ann’s"), ("pile", "P", "in the pile")),
    help="Tap it.",
    buttons=(TapButton("Knock with 9, discard K♦", "Kd!"), TapButton("Big gin", "!!", True)),
    more=(TapButton("The hand was broken off here", "*"),),
    how=True,
)
CARDS = tuple(HandCard(card, f"{card.name}, in a run") for card in CardSet.of("7h 8h 9h"))
TABLE = RecorderTable(
    seats=(
        SeatFragment("Ann", "to play", (CardGroup("run", "run", CARDS),), plays=True),
        SeatFragment("Bob", "deals", known=(Card.of("Js"),), note="9 cards not seen"),
    ),
    pile=PILE,
    under=3,
    facts=(Fact("Stock", "24"), Fact("Rules", "classic", "/learn/rules")),
)
SETUP = SetupFragment(
    rules=(SelectOption("standard", "standard"), SelectOption("classic", "classic", selected=True)),
    names=("Ann", ""),
    shown=("Ann", "Opponent"),
    dealer="2",
    score=("40", "65"),
)
PLAYING = RecorderFragment(
    url="/review/record/abc",
    text='[Rules "classic"]\n[Dealer "2"]',
    ahead='[Rules "classic"]',
    ident="abc",
    step=STEP,
    table=TABLE,
    turns=(
        RecordedTurn(1, "Ann takes 9♥, discards K♦", "1.1"),
        RecordedTurn(2, "Bob draws, discards J♦", "1.2"),
    ),
    hands=(PlayedHand(1, "A knock: Ann wins 16.", "0–0"),),
    undo=True,
    rejoin=True,
    restore=True,
)
END = EndFragment(
    headline="Ann laid down the hand; the result is unknown.",
    spreads=(TapButton("7♥ 8♥ 9♥: 9 left", "7h 8h 9h / 9c"),),
    defences=(TapButton("2♠ 3♠ 4♠ / K♠", "2s 3s 4s / Ks"),),
    say=True,
    kinds=("knock", "gin"),
    next=True,
    on=True,
    record='[Dealer "2"]',
    review="Review these 2 hands",
)
OVER = replace(
    PLAYING, step=replace(STEP, question=END.headline, buttons=(), how=False), end=END, redo=True
)
DEALING = replace(
    PLAYING,
    step=replace(STEP, counter="3 of 10", how=False, only_knock=True),
    setup=SETUP,
    turns=(),
    hands=(),
    note="Saved in this browser only: 100 drafts are kept already.",
    kept=False,
)
WRONG = replace(
    PLAYING,
    step=None,
    table=None,
    turns=(),
    hands=(),
    error=ErrorFragment("`11h` is not a card.", "line 3", "Did you mean Jh?", "1. -", "11h", ""),
)


def page(rec: RecorderFragment) -> tuple[str, Any]:
    """A page of a draft."""
    return (
        "recorder/page.html",
        RecorderPage("Enter a hand", "By tapping.", rec, "/review/record", "/review/record/abc/x"),
    )


PAGES: dict[str, tuple[str, Any]] = {
    "recorder-playing": page(PLAYING),
    "recorder-over": page(OVER),
    "recorder-dealing": page(DEALING),
    "recorder-wrong": page(WRONG),
    "recorder-start": (
        "recorder/start.html",
        RecorderStart(
            "Enter a hand",
            "By tapping.",
            SETUP,
            (DraftLink("Ann and Bob, 1 hand", "1 May", "/review/record/abc", "/review/record/x"),),
            note="This draft is not here.",
            text="1. nonsense",
        ),
    ),
}
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "recorder-typed": ("recorder/_typed.html", {"rec": PLAYING}),
    "recorder-typed-wrong": ("recorder/_typed.html", {"rec": WRONG}),
    "recorder": ("recorder/_recorder.html", {"rec": OVER}),
}
"""Name of the sample -> template, variables."""
