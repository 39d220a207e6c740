"""The View that follows from a history, and whether what else is said agrees with it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet, counted_cards
from analyzer.game.rules import Rules
from analyzer.game.table import Played, Table
from analyzer.game.view import HAND, Question, Side, Turn, View, history_of, view_of
from analyzer.notation._from_cards import from_cards
from analyzer.notation._referee import Referee, SaidTurn
from analyzer.notation._source import NOWHERE, Mark, clash
from analyzer.notation._turns import describe
from analyzer.notation.facts import Facts, Said, SaidCards, mark_of, rules_of, said_of, value


def from_history(facts: Facts, hand: SaidCards) -> View:
    """Conclude from the turns; raises InputError where two things do not agree."""
    referee = _played(facts, hand)
    _check_hand(referee, hand)
    table = replace(
        referee.table, hands=(hand.set, None), score=value(facts.score, None),
        question=_question(referee, hand),
    )  # fmt: skip
    _agree_cards(facts, referee)
    dealer = _dealer(facts, referee)
    with said_of(facts, hand):
        view = view_of(table)
        for name in _LABELS:
            _agree(name, getattr(facts, name), getattr(view, name), referee.last)
        opponent = view.opponent | (facts.opponent or SaidCards()).set
        return replace(view.knowing(opponent), dealer=dealer)


def _played(facts: Facts, hand: SaidCards) -> Referee:
    """The referee of the turns said, and of mine as far as it follows from the hand."""
    turns, drawn, upcard = list(facts.turns or []), value(facts.drawn, None), _opening_card(facts)
    if turns and drawn is not None:
        turns[-1] = _named(turns[-1], drawn)
    first = turns[0].player if turns else 0
    card = None if upcard is None else upcard.value
    table = Table.opening(rules_of(facts), card, dealer=0 if first else 1)
    marks = {} if upcard is None else {upcard.value: upcard.mark}
    referee = Referee(table, marks, history=True)
    for turn in turns:
        referee.play(turn)
    if event := _implied(referee, hand.set, drawn):
        referee.play(SaidTurn.of(event, mark_of(facts.drawn, hand.mark)))
    return referee


def _implied(referee: Referee, hand: CardSet, drawn: Card | None) -> Played | None:
    """My turn so far, where eleven cards are held and the turns end before it.

    The top of the pile in the hand was taken; otherwise a card came from the stock (or is the
    eleventh that was dealt).
    """
    if len(hand) != HAND + 1 or referee.unfinished or _last_mover(referee) == 0:
        return None
    top = referee.table.top
    if top is not None and top in hand:
        return Played(Side.ME, Turn.TAKE, top)
    return Played(Side.ME, Turn.DRAW, drawn)


def _last_mover(referee: Referee) -> int | None:
    return referee.table.played[-1].player if referee.count else None


def _check_hand(referee: Referee, hand: SaidCards) -> None:
    """See that the hand held now can be what the turns left; raises InputError if not."""
    (mine, theirs), pile = referee.sure, referee.table.pile
    for card in hand.cards:
        if card in pile or card in theirs:
            place = "lies on the pile" if card in pile else "was taken by the opponent"
            raise clash(
                f"{card} is in the hand, but it {place}", hand.mark, referee.marks[card],
                hint="the hand is the one held now",
            )  # fmt: skip
    for card in mine - hand.set:
        raise clash(
            f"{card} came into the hand and was not discarded, but is not in it",
            hand.mark, referee.marks[card], hint="the hand is the one held now",
        )  # fmt: skip


def _question(referee: Referee, hand: SaidCards) -> Question:
    """The question to be decided now; raises InputError if there is none."""
    last, mover = referee.last, _last_mover(referee)
    if referee.unfinished and mover == 1:
        raise clash(
            "the opponent's discard is missing", last,
            hint="say what was discarded, as in `opp: draws, discards Kh`",
        )  # fmt: skip
    wanted = HAND + 1 if referee.unfinished else HAND
    if len(hand.cards) != wanted:
        raise clash(
            f"the hand has {counted_cards(len(hand.cards))}, but after these turns it has {wanted}",
            hand.mark, last, hint="the hand is the one held now",
        )  # fmt: skip
    if referee.unfinished:
        return Question.DISCARD
    if mover == 0:
        event = history_of(referee.table.played[-1:], 0)[0]
        raise clash(
            f"after {describe(event)} it is the opponent's turn",
            last, hint="add what the opponent did, as in `opp: draws, discards Kh`",
        )  # fmt: skip
    if referee.table.over:
        raise clash(
            "two cards are left in the stock, so the hand is over", last,
            hint="leave the last turn out",
        )  # fmt: skip
    question = referee.table.question
    return Question.UPCARD if question is Question.DISCARD else question


def _named(turn: SaidTurn, drawn: Card) -> SaidTurn:
    """My last draw with the card that another line names."""
    open_draw = turn.turn is Turn.DRAW and turn.card is None and turn.discarded is None
    return replace(turn, card=drawn) if open_draw and turn.player == 0 else turn


def _opening_card(facts: Facts) -> Said[Card] | None:
    """The first upcard: as the history says it, or as another line does."""
    if facts.opening is not None:
        return facts.opening
    if facts.upcard is not None and facts.upcard.value is not None:
        return Said(facts.upcard.value, facts.upcard.mark)
    turns = facts.turns or []
    if facts.offered is not None and facts.offered.value not in {turn.discarded for turn in turns}:
        return facts.offered
    # The first turn but passes takes the first upcard, if it takes a card.
    first = next((turn for turn in turns[:2] if turn.turn is not Turn.PASS), None)
    if first is None or first.turn is not Turn.TAKE or first.card is None:
        return None
    eleven = rules_of(facts).deals_eleven
    return None if eleven else Said(first.card, first.mark)


def _dealer(facts: Facts, referee: Referee) -> Side | None:
    """Return who dealt: without a turn played it is my decision, so the opponent did."""
    derived = Side(referee.table.dealer)
    dealer = facts.dealer
    if dealer is None or dealer.value is None:
        return derived if dealer is None else None
    if dealer.value != derived:
        upcard = referee.table.upcard
        mark = NOWHERE if upcard is None else referee.marks.get(upcard, NOWHERE)
        raise clash(
            "the dealer does not have the first turn", dealer.mark,
            facts.turns[0].mark if facts.turns else mark, hint="the non-dealer decides first",
        )  # fmt: skip
    return derived


_LABELS = {
    "stock": "cards in the stock", "question": "the question", "taken": "the card taken",
    "drawn": "the card drawn", "upcard": "the first upcard",
    "they_passed": "that the opponent passed", "my_discards": "your discards",
    "their_discards": "the opponent's discards", "their_takes": "the opponent's takes",
}  # fmt: skip


def _agree(name: str, said: Said[Any] | None, derived: object, last: Mark) -> None:
    if said is not None and said.value != derived:
        raise clash(
            f"{_LABELS[name]}: {_word(said.value)} is said here, {_word(derived)} in the history",
            last, said.mark, hint="leave one of them out",
        )  # fmt: skip


def _word(said: object) -> str:
    return "unknown" if said is None else {"True": "yes", "False": "no"}.get(str(said), str(said))


def _agree_cards(facts: Facts, referee: Referee) -> None:
    """See that the cards said beside the history are where the history leaves them."""
    table = referee.table
    pile, (shown, theirs) = CardSet.from_cards(table.pile), table.known
    for cards, place, words in (
        (facts.pile, pile, "on the pile"),
        (facts.seen, pile, "on the pile"),
        (facts.took, theirs, "with the opponent"),
        (facts.shown, shown, "among the cards you took"),
    ):
        for card in cards.cards if cards else ():
            if cards and card not in place:
                mark = referee.marks.get(card, referee.last)
                raise clash(f"{card} is said to be {words}, but the history disagrees",
                            mark, cards.at(card),
                            hint="leave it out: it follows from the turns")  # fmt: skip
    _agree_order(facts, referee)
    for top in (facts.top, facts.offered):
        expected = table.pile[-1:] if top is facts.top else [*table.pile[-1:], table.upcard]
        if top is not None and top.value not in expected:
            raise clash(f"{top.value} is said to be on top, but the history disagrees",
                        referee.last, top.mark,
                        hint="leave it out: the pile follows from the turns")  # fmt: skip
    _refuse_extra(facts, referee)


def _agree_order(facts: Facts, referee: Referee) -> None:
    table, wrong = referee.table, None
    if facts.pile is not None and facts.pile.cards != table.pile:
        wrong = "pile", facts.pile, table.pile
    elif facts.shown is not None and facts.shown.set != table.known[0]:
        wrong = "cards you took and hold", facts.shown, tuple(table.known[0])
    if wrong is not None:
        what, said, cards = wrong
        raise clash(
            f"by the history the {what} should be: {' '.join(map(str, cards)) or 'none'}",
            referee.last, said.mark, hint="leave one of them out",
        )  # fmt: skip


def _refuse_extra(facts: Facts, referee: Referee) -> None:
    """A card known to be the opponent's, beyond the history, must not lie elsewhere."""
    for card in facts.opponent.cards if facts.opponent else ():
        mark = facts.opponent.at(card) if facts.opponent else NOWHERE
        if card in referee.table.pile or card in (facts.hand or SaidCards()).set:
            place = "on the pile" if card in referee.table.pile else "in the hand"
            other = referee.marks.get(card, mark_of(facts.hand))
            raise clash(
                f"{card} is both {place} and with the opponent",
                other,
                mark,
                hint="keep it in one of them",
            )


# ---------------------------------------------------------------- either way


def no_hand(hint: str) -> InputError:
    """The refusal of what says nothing of my cards."""
    return InputError("no hand is given", where="hand", hint=hint)


def complete(facts: Facts) -> View:
    """The View that follows from what was said; raises InputError where it contradicts itself."""
    if facts.hand is None:
        raise no_hand("write your ten or eleven cards, as in `hand: 7h 8h 9h …`")
    if len(facts.hand.cards) not in {HAND, HAND + 1}:
        raise clash(
            f"the hand has {counted_cards(len(facts.hand.cards))}", facts.hand.mark,
            hint="ten before the draw, eleven after it",
        )  # fmt: skip
    if facts.turns is not None or facts.opening is not None:
        return from_history(facts, facts.hand)
    return from_cards(facts, facts.hand)


@lru_cache(maxsize=256)
def followed(
    rules: Rules,
    score: tuple[int, int] | None,
    hand: CardSet,
    upcard: Card | None,
    history: tuple[Played, ...],
) -> View:
    """The View that follows from a hand and its history alone; the last ones are kept.

    An id that is read, written again and printed as text asks for the same view three times.
    """
    return complete(
        Facts(
            hand=SaidCards(tuple(hand)),
            rules=Said(rules),
            score=Said(score),
            turns=[SaidTurn.of(event) for event in history],
            opening=None if upcard is None else Said(upcard),
        )
    )


# ---------------------------------------------------------------- what is taken for granted

UNNAMED = "the text names no rules"


def assume_rules(facts: Facts, usual: Rules | None) -> dict[str, str]:
    """Take the usual rules where none are named; what was guessed by that."""
    if facts.rules is not None:
        return {}
    if usual is not None:
        facts.rules = Said(usual)
    return {"rules": UNNAMED}


def offer_first(facts: Facts) -> None:
    """The first upcard is the one to be had, where nothing else is said to lie anywhere.

    Where it sets the knock limit it may be named long after it was taken.
    """
    first, sets_limit = facts.upcard, rules_of(facts).knock_by_upcard
    if first is None or first.value is None or sets_limit or facts.took or facts.they_passed:
        return
    if lacks_upcard(facts):
        facts.offered, facts.upcard = Said(first.value, first.mark), None


def lacks_upcard(facts: Facts) -> bool:
    """True if nothing is missing but the card that could be taken."""
    hand = facts.hand or SaidCards()
    pile = (facts.pile, facts.top, facts.offered, facts.seen, facts.turns, facts.opening)
    return len(hand.cards) == HAND and not any(pile)
