"""The analyze page where there is no search: the upcard is missing, or the opponent has knocked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import url_for

from analyzer import notation
from analyzer.display.hands import defended, spread
from analyzer.display.parts import LaidDown
from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet, Suit
from analyzer.game.melds import best_arrangements, lay_off
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended, HandResult, Role, score_knock
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.facts import Said
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed
from analyzer.notation.reading import Reading
from analyzer.service.admission import BusyError
from analyzer.service.upcards import Offer, offers
from analyzer.web.analyze.contexts import AskedUpcard, AskFragment, LayoffFragment
from analyzer.web.state import web_app


def ask(reading: Reading, hand: CardSet) -> AskFragment:
    """The deadwood so far, and for each card that may be up whether to take it."""
    known = reading.facts.took.set if reading.facts.took else NO_CARDS
    views = {
        card: view
        for card in DECK
        if card not in hand and card not in known and (view := _offered(reading, card))
    }
    offers = _judged(views)
    cards = [
        AskedUpcard(card, _address(view, reading), offers.get(card)) for card, view in views.items()
    ]
    suits = tuple(
        (suit, tuple(offer for offer in cards if offer.card.suit is suit))
        for suit in reversed(Suit)
    )
    return AskFragment(_deadwood(reading, hand), _advice(offers), suits)


def _deadwood(reading: Reading, hand: CardSet) -> str:
    points = best_arrangements(hand, reading.rules)[0].points
    return (
        f"Your ten cards leave {counted(points, 'point') if points else 'no points'} of deadwood."
    )


def _offered(reading: Reading, card: Card) -> View | None:
    """The view with a card up; None where what was said rules that out."""
    try:
        return notation.viewed(replace(reading.facts, offered=Said(card)))
    except InputError:
        return None


def _judged(views: Mapping[Card, View]) -> dict[Card, Offer]:
    """Return what to do with each card; nothing while the engine compiles or has too much to do."""
    app = web_app()
    if not app.engine_ready.is_set():
        return {}
    try:
        return dict(zip(views, offers(app.engine, tuple(views.values())), strict=True))
    except BusyError:
        return {}


def _address(view: View, reading: Reading) -> str:
    guessed = ",".join(sorted(reading.guesses)) or None
    return url_for("analyze.show", p=encode(view), asked=reading.asked or None, guessed=guessed)


def _advice(offers: Mapping[Card, Offer]) -> str | None:
    if not offers:
        return None
    taken = [card.symbol for card, offer in offers.items() if offer is Offer.TAKE]
    text = f"Take {listed(taken)}." if taken else "None is clearly worth taking."
    close = Offer.CLOSE in offers.values()
    return f"{text} The dashed ones are close." if close else text


# ---------------------------------------------------------------- after a knock


def layoff(reading: Reading, hand: CardSet) -> LayoffFragment:
    """Return what to lay off, and who scores; InputError where the two hands share a card."""
    assert reading.spread is not None
    return answered(reading.spread, hand, reading.rules, guessed="spread" in reading.guesses)


def answered(knocker: Arrangement, hand: CardSet, rules: Rules, *, guessed: bool) -> LayoffFragment:
    """Return what to lay off on a knock, and who scores; `guessed` is how their melds are read."""
    best = lay_off(knocker, hand, rules)
    notes = []
    if guessed:
        notes.append("Their melds are read in the way that leaves them least.")
    if knocker.points > rules.limit_for(None):
        notes.append(f"With {knocker.points} points they may not knock.")
    return LayoffFragment(
        headline=_headline(best, gin=not knocker.deadwood),
        detail=_result(best, score_knock(knocker, best, rules), knocker.points),
        laid=(
            LaidDown("They laid down", spread(knocker.melds, knocker.deadwood, rules)),
            LaidDown("You lay down", defended(best, rules)),
        ),
        note=" ".join(notes) or None,
    )


def _headline(best: Defense, *, gin: bool) -> str:
    if gin:
        return "Nothing can be laid off on gin."
    if not best.laid_off:
        return "Nothing can be laid off."
    return f"Lay off {listed([card.symbol for card, _ in best.laid_off], 'and')}."


def _result(best: Defense, scored: HandResult, points: int) -> str:
    against = f"You are left with {best.points} against their {points}"
    score = counted(scored.points, "point")
    if scored.kind is Ended.UNDERCUT:
        return f"{against}: you undercut them and score {score}."
    if scored.winner is Role.DEFENDER:
        return f"{against}: you score {score}."
    return f"{against}: they score {score}." if scored.winner else f"{against}: nobody scores."
