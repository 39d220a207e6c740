"""The View that follows from a history, and whether what else is said agrees with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from analyzer.game.cards import Card, CardSet
from analyzer.game.view import Event, Side, Turn, View
from analyzer.notation.facts import Facts, Said, SaidCards, make_view, rules_of, value
from analyzer.notation.history import Replay, SaidTurn, implied_turn
from analyzer.notation.source import NOWHERE, Mark, clash


def from_history(facts: Facts, hand: SaidCards) -> View:
    """Conclude from the turns; raises InputError where two things do not agree."""
    replay = _played(facts, hand)
    replay.check_hand(hand.set, hand.mark)
    question = replay.question(len(hand.cards), hand.mark)
    last = replay.events[-1] if replay.unfinished else None
    taken = last.card if last and last.turn is Turn.TAKE else None
    drawn = last.card if last and last.turn is Turn.DRAW else None
    _agree_cards(facts, replay)
    derived: dict[str, Any] = {
        "stock": replay.stock,
        "question": question,
        "taken": taken,
        "drawn": drawn,
        "upcard": replay.upcard,
        "they_passed": replay.they_passed,
        "my_discards": replay.discards[Side.ME],
        "their_discards": replay.discards[Side.OPPONENT],
        "their_takes": replay.their_takes,
    }
    for name, derivation in derived.items():
        _agree(name, getattr(facts, name), derivation, replay.last)
    return make_view(
        facts,
        hand,
        pile=tuple(replay.pile),
        opponent=CardSet.from_cards(replay.opponent) | (facts.opponent or SaidCards()).set,
        shown=CardSet.from_cards(replay.shown),
        dealer=_dealer(facts, replay),
        history=tuple(replay.events),
        **derived,
    )


def _played(facts: Facts, hand: SaidCards) -> Replay:
    upcard = _opening_card(facts)
    replay = (
        Replay(rules_of(facts), upcard.value, upcard.mark) if upcard else Replay(rules_of(facts))
    )
    turns = list(facts.turns or [])
    drawn = value(facts.drawn, None)
    if turns and drawn is not None:
        turns[-1] = _named(turns[-1], drawn)
    for turn in turns:
        replay.play(turn)
    if event := implied_turn(replay, hand.set, drawn):
        replay.play(SaidTurn(event, facts.drawn.mark if facts.drawn else hand.mark))
    return replay


def _named(turn: SaidTurn, drawn: Card) -> SaidTurn:
    """My last draw with the card that another line names."""
    event = turn.event
    if event.who is not Side.ME or event.turn is not Turn.DRAW:
        return turn
    if event.card is not None or event.discarded is not None:
        return turn
    return SaidTurn(Event(Side.ME, Turn.DRAW, drawn), turn.mark, turn.bare)


def _opening_card(facts: Facts) -> Said[Card] | None:
    """The first upcard: as the history says it, or as another line does."""
    if facts.opening is not None:
        return facts.opening
    if facts.upcard is not None and facts.upcard.value is not None:
        return Said(facts.upcard.value, facts.upcard.mark)
    discarded = {turn.event.discarded for turn in facts.turns or ()}
    if facts.offered is not None and facts.offered.value not in discarded:
        return facts.offered
    return None


def _dealer(facts: Facts, replay: Replay) -> Side | None:
    """Who dealt: without a turn played it is my decision, so the opponent did."""
    derived = replay.dealer or Side.OPPONENT
    said = facts.dealer
    if said is None or said.value is None:
        return derived if said is None else None
    if said.value is not derived:
        mark = facts.turns[0].mark if facts.turns else replay.upcard_mark
        raise clash(
            "the dealer does not have the first turn", said.mark, mark,
            hint="the non-dealer decides first",
        )  # fmt: skip
    return derived


_LABELS = {
    "stock": "cards in the stock",
    "question": "the question",
    "taken": "the card taken",
    "drawn": "the card drawn",
    "upcard": "the first upcard",
    "they_passed": "that the opponent passed",
    "my_discards": "your discards",
    "their_discards": "the opponent's discards",
    "their_takes": "the opponent's takes",
}


def _agree(name: str, said: Said[Any] | None, derived: object, last: Mark) -> None:
    if said is not None and said.value != derived:
        raise clash(
            f"{_LABELS[name]}: {_word(said.value)} is said here, {_word(derived)} in the history",
            last, said.mark, hint="leave one of them out",
        )  # fmt: skip


def _word(said: object) -> str:
    return "unknown" if said is None else {"True": "yes", "False": "no"}.get(str(said), str(said))


def _agree_cards(facts: Facts, replay: Replay) -> None:
    """See that the cards said beside the history are where the history leaves them."""
    pile = CardSet.from_cards(replay.pile)
    theirs, shown = CardSet.from_cards(replay.opponent), CardSet.from_cards(replay.shown)
    for said, place, words in (
        (facts.pile, pile, "on the pile"),
        (facts.seen, pile, "on the pile"),
        (facts.took, theirs, "with the opponent"),
        (facts.shown, shown, "among the cards you took"),
    ):
        for card in said.cards if said else ():
            if said and card not in place:
                mark = replay.marks.get(card, replay.last)
                raise clash(f"{card} is said to be {words}, but the history disagrees",
                            mark, said.at(card))  # fmt: skip
    _agree_order(facts, replay)
    for top in (facts.top, facts.offered):
        expected = replay.pile[-1:] if top is facts.top else [*replay.pile[-1:], replay.upcard]
        if top is not None and top.value not in expected:
            raise clash(f"{top.value} is said to be on top, but the history disagrees",
                        replay.last, top.mark)  # fmt: skip
    _refuse_extra(facts, replay)


def _agree_order(facts: Facts, replay: Replay) -> None:
    pairs: Iterable[tuple[SaidCards | None, Iterable[Card]]] = (
        (facts.pile, replay.pile),
        (facts.shown, sorted(replay.shown)),
    )
    for said, derived in pairs:
        cards = tuple(derived)
        if (
            said is None
            or said.cards == cards
            or (said is facts.shown and said.set == CardSet.from_cards(cards))
        ):
            continue
        what = "pile" if said is facts.pile else "cards you took and hold"
        raise clash(
            f"by the history the {what} should be: {' '.join(map(str, cards)) or 'none'}",
            replay.last, said.mark, hint="leave one of them out",
        )  # fmt: skip


def _refuse_extra(facts: Facts, replay: Replay) -> None:
    """A card known to be the opponent's, beyond the history, must not lie elsewhere."""
    for card in facts.opponent.cards if facts.opponent else ():
        mark = facts.opponent.at(card) if facts.opponent else NOWHERE
        if card in replay.pile or card in (facts.hand or SaidCards()).set:
            place = "on the pile" if card in replay.pile else "in the hand"
            other = replay.marks.get(card, facts.hand.mark if facts.hand else NOWHERE)
            raise clash(f"{card} is both {place} and with the opponent", other, mark)
