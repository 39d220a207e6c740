"""What somebody wrote, in every form: how it was read, what is missing, and the layoffs."""

from __future__ import annotations

import msgspec

from analyzer.api.answers import ArrangementJson, LayoffJson, layoff_to_json
from analyzer.api.documents import written
from analyzer.api.views import ViewJson, ViewRequest, read_or_decode, read_view
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.notation import encode, rules_text
from analyzer.notation.facts import Said, SaidCards, value
from analyzer.notation.sentences import Reading


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
    """What is missing: upcard."""
    knock_limit: int
    """Most deadwood to knock with."""
    asked: str | msgspec.UnsetType = msgspec.UNSET
    """What the text itself asks about: take, draw, pass, knock, wait or discard."""
    guesses: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """What sentences do not say and was assumed, and why."""
    spread: ArrangementJson | msgspec.UnsetType = msgspec.UNSET
    """What the opponent laid down."""
    layoff: LayoffJson | msgspec.UnsetType = msgspec.UNSET
    """The best answer to it."""


def convert(asked: ViewRequest) -> ViewForms:
    """What was written as JSON, as text and as position id."""
    if isinstance(asked.view, str) and not asked.view.lstrip().startswith("{"):
        return forms_of(read_or_decode(asked.view))
    return forms_of(Reading.of(read_view(asked.view)))


def forms_of(reading: Reading) -> ViewForms:
    """A reading with all it says."""
    view, spread, rules = reading.view, reading.spread, reading.rules
    forms = ViewForms(
        view=_known(reading) if view is None else written(ViewJson, view),
        text=reading.text,
        id=None if view is None else encode(view),
        question=reading.question,
        asks=reading.asks,
        knock_limit=rules.knock_limit if view is None else view.limit,
        asked=reading.asked or msgspec.UNSET,
        guesses=msgspec.UNSET if reading.formal else dict(reading.guesses),
    )
    if spread is None:
        return forms
    answer = layoff_to_json(spread, _set(reading.facts.hand), rules)
    return msgspec.structs.replace(forms, spread=written(ArrangementJson, spread), layoff=answer)


def _set(cards: SaidCards | None) -> CardSet:
    return NO_CARDS if cards is None else cards.set


def _known(reading: Reading) -> ViewJson:
    """What is known where it makes no whole view."""
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
        dealer=value(facts.dealer, None),
        score=value(facts.score, None),
        their_takes=len(_texts(facts.took)),
        they_passed=value(facts.they_passed, False),
    )


def _texts(cards: SaidCards | None) -> list[str]:
    return [] if cards is None else [str(card) for card in cards.cards]


def _single(said: Said[Card] | Said[Card | None] | None) -> list[str]:
    return [] if said is None or said.value is None else [str(said.value)]
