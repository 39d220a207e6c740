"""A text in every form: how it was read, what is missing, and the layoffs."""

from __future__ import annotations

import msgspec

from analyzer.api.answers import ArrangementJson, LayoffJson, layoff_to_json
from analyzer.api.documents import SideText, written
from analyzer.api.views import ViewJson, ViewRequest, read_any, seat_document
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.view import Side, View
from analyzer.notation import encode, format_view, rules_text
from analyzer.notation.facts import Said, SaidCards, value
from analyzer.notation.reading import Reading


class ReadPartJson(msgspec.Struct, frozen=True):
    """A stretch of a text that was understood, as character offsets."""

    start: int
    end: int
    key: str
    """The line of a view that says the same: hand, upcard, score; empty for other words."""
    what: str
    """The cards or the value: "7h", "40-65"."""


class ViewForms(msgspec.Struct, frozen=True):
    """One view in all its forms: JSON, text, position id; and how it was read.

    Where the upcard is missing, or the opponent has knocked, `view` holds what is known and `id`
    is null.
    """

    view: ViewJson
    text: str
    id: str | None
    question: str | None
    """upcard, draw, discard, last or layoff; null while something is missing."""
    asks: str | None
    """The missing fact: upcard."""
    knock_limit: int
    """Most deadwood to knock with."""
    asked: str | msgspec.UnsetType = msgspec.UNSET
    """The question that the text itself asks: take, draw, pass, knock, wait or discard."""
    guesses: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The facts that the sentences leave out and that were assumed, with the reason."""
    read: list[ReadPartJson] | msgspec.UnsetType = msgspec.UNSET
    """The stretches of a text in sentences that were used, in order, and what each became."""
    spread: ArrangementJson | msgspec.UnsetType = msgspec.UNSET
    """The melds and deadwood that the opponent laid down."""
    layoff: LayoffJson | msgspec.UnsetType = msgspec.UNSET
    """The best answer to it."""
    moves: list[str] | msgspec.UnsetType = msgspec.UNSET
    """All that may be done, where several play, with jokers or in mahjong gin."""


def convert(request: ViewRequest) -> ViewForms:
    """A view of a game of any rules as JSON, as text and as position id."""
    return forms_of(read_any(request.view))


def _seat_forms(view: View) -> ViewForms:
    """The forms of a view where several play, with jokers, or of mahjong gin."""
    legal = view.legal_actions() if view.turn == view.player else ()
    return ViewForms(
        seat_document(view), format_view(view), encode(view), view.question, None,
        view.limit, moves=list(map(str, legal)),
    )  # fmt: skip


def forms_of(reading: Reading) -> ViewForms:
    """A reading with all it says."""
    view, spread, rules = reading.view, reading.spread, reading.rules
    if view is not None and not rules.two_handed:
        return _seat_forms(view)
    forms = ViewForms(
        view=_known(reading) if view is None else written(ViewJson, view),
        text=reading.text,
        id=None if view is None else encode(view),
        question=reading.question,
        asks=reading.asks,
        knock_limit=rules.limit_for(None) if view is None else view.limit,
        asked=reading.asked or msgspec.UNSET,
        guesses=msgspec.UNSET if reading.formal else dict(reading.guesses),
        read=msgspec.UNSET if reading.formal else [written(ReadPartJson, p) for p in reading.parts],
    )
    if spread is None:
        return forms
    answer = layoff_to_json(spread, _set(reading.facts.hand), rules)
    return msgspec.structs.replace(forms, spread=written(ArrangementJson, spread), layoff=answer)


def _set(cards: SaidCards | None) -> CardSet:
    return NO_CARDS if cards is None else cards.set


def _side(side: Side | None) -> SideText | None:
    """The name of a side, as documents have it."""
    return None if side is None else ("me", "opp")[side]


def _known(reading: Reading) -> ViewJson:
    """Return what is known where it makes no whole view."""
    facts, rules = reading.facts, reading.rules
    pile = [*_texts(facts.seen), *_texts(facts.pile), *_single(facts.top or facts.offered)]
    theirs = dict.fromkeys([*_texts(facts.opponent), *_texts(facts.took)])
    return ViewJson(
        hand=_texts(facts.hand),
        rules=rules_text(rules),
        pile=list(dict.fromkeys(pile)),
        stock=None if facts.stock is None else facts.stock.value,
        opponent=list(theirs),
        shown=_texts(facts.shown),
        upcard=next(iter(_single(facts.upcard)), None),
        dealer=None if facts.dealer is None else _side(facts.dealer.value),
        score=value(facts.score, None),
        their_takes=len(_texts(facts.took)),
        they_passed=value(facts.they_passed, False),
    )


def _texts(cards: SaidCards | None) -> list[str]:
    return [] if cards is None else [str(card) for card in cards.cards]


def _single(said: Said[Card] | Said[Card | None] | None) -> list[str]:
    return [] if said is None or said.value is None else [str(said.value)]
