"""The View that follows from cards and counts alone.

What is not said stays unknown, with these readings where the cards leave nothing else:

- No stock said: as if no card of the pile were hidden from us.
- Ten cards, one card on the pile (not said as the mere ``top``), nobody known to have taken
  or discarded one and a full stock: the offer of the first upcard.
- A first offer when I am the dealer: the opponent has passed; and the other way round.
- Ten cards at a stock of two, where the last discard may be taken to knock: that question.
"""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.legal import WALL
from analyzer.game.rules import Wall
from analyzer.game.view import FIRST_STOCK, HAND, Question, Side, View
from analyzer.notation._source import clash
from analyzer.notation.facts import Facts, Said, SaidCards, mark_of, rules_of, said_of, value


def from_cards(facts: Facts, hand: SaidCards) -> View:
    """Conclude without a history; raises InputError where two things do not agree."""
    pile = _pile(facts, hand)
    opponent = (facts.opponent or SaidCards()).plus(facts.took or SaidCards())
    opponent = SaidCards(tuple(dict.fromkeys(opponent.cards)), opponent.marks, opponent.mark)
    _refuse_shared({"in the hand": hand, "on the pile": pile, "with the opponent": opponent})
    if len(opponent.cards) > HAND:
        raise clash(
            f"the opponent is given {len(opponent.cards)} cards",
            opponent.mark,
            hint="at most ten can be known",
        )
    stock = _stock(facts, hand, pile)
    first = _first_offer(facts, hand, pile, stock)
    question = _question(facts, hand, stock, first)
    dealer, passed = _opening(facts, first)
    taken = value(facts.taken, None)
    _check_turn(facts, hand)
    with said_of(facts, hand):
        return View(
            rules=rules_of(facts),
            hand=hand.set,
            score=value(facts.score, None),
            pile=pile.cards,
            stock=stock,
            question=question,
            known=(_shown(facts, hand, taken), opponent.set),
            taken=taken,
            drawn=value(facts.drawn, None),
            upcard=_first_upcard(facts, hand, pile, stock, first),
            dealer=dealer,
            my_discards=value(facts.my_discards, 0),
            their_discards=value(facts.their_discards, 0),
            their_takes=value(facts.their_takes, len(facts.took.cards) if facts.took else 0),
            they_passed=passed,
        ).reached()


def _pile(facts: Facts, hand: SaidCards) -> SaidCards:
    """The known cards of the pile: those without an order below, the top last."""
    pile = facts.pile or SaidCards()
    seen = facts.seen or SaidCards()
    if shared := seen.set & pile.set:
        card = next(iter(shared))
        raise clash(f"{card} is given twice", seen.at(card), pile.at(card), hint="name it once")
    for said in (facts.top, _offer_on_pile(facts, hand)):
        if said is None or pile.cards[-1:] == (said.value,):
            continue
        if pile.cards:
            raise clash(
                f"{said.value} is said to be on top, but the pile ends with {pile.cards[-1]}",
                pile.at(pile.cards[-1]), said.mark, hint="the pile is written oldest first",
            )  # fmt: skip
        seen = seen.without(said.value)
        pile = SaidCards((said.value,), {said.value: said.mark}, said.mark)
    return seen.plus(pile)


def _offer_on_pile(facts: Facts, hand: SaidCards) -> Said[Card] | None:
    """The upcard, unless it is the card that I have just taken."""
    if facts.offered is None or facts.offered.value != value(facts.taken, None):
        return facts.offered
    return facts.offered if facts.offered.value not in hand.set else None


def _refuse_shared(places: Mapping[str, SaidCards]) -> None:
    home: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards.cards:
            if card in home:
                raise clash(
                    f"{card} is both {home[card]} and {place}",
                    places[home[card]].at(card), cards.at(card), hint=_cure(home[card], place),
                )  # fmt: skip
            home[card] = place


def _cure(first: str, second: str) -> str:
    if (first, second) == ("in the hand", "on the pile"):
        return "keep it in one of them; a card you have just taken is `took: …`"
    if first == "on the pile":
        return "the pile holds only the cards that nobody took"
    return "keep it in one of them"


def _stock(facts: Facts, hand: SaidCards, pile: SaidCards) -> int:
    most = len(DECK) - HAND - len(hand.cards) - len(pile.cards)
    if most < 0:
        raise clash(
            f"a pile of {len(pile.cards)} leaves fewer than ten cards for the opponent",
            pile.mark,
            hint="leave out what is not on the pile",
        )
    if facts.stock is not None and facts.stock.value > most:
        raise clash(
            f"{facts.stock.value} cards in the stock are too many", hand.mark, facts.stock.mark,
            hint=f"with these cards there are at most {most}",
        )  # fmt: skip
    return value(facts.stock, most)


def _first_offer(facts: Facts, hand: SaidCards, pile: SaidCards, stock: int) -> bool:
    known = (facts.took, facts.opponent, facts.shown, facts.seen)
    counts = (facts.my_discards, facts.their_discards, facts.their_takes)
    quiet = (
        facts.top is None
        and not any(cards.cards for cards in known if cards)
        and not any(value(count, 0) for count in counts)
    )
    return quiet and len(hand.cards) == HAND and len(pile.cards) == 1 and stock == FIRST_STOCK


def _question(facts: Facts, hand: SaidCards, stock: int, first: bool) -> Question:
    if facts.question is not None:
        return facts.question.value
    if len(hand.cards) == HAND + 1:
        return Question.DISCARD
    if first:
        return Question.UPCARD
    wall = rules_of(facts).wall
    if stock <= WALL and wall is Wall.VOID:
        raise clash(
            f"with {stock} cards in the stock the hand is over",
            mark_of(facts.stock, hand.mark),
            hint="with eleven cards in the hand the question would be the last discard",
        )
    last = stock <= WALL and wall is Wall.LAST_DISCARD
    return Question.LAST if last else Question.DRAW


def _opening(facts: Facts, first: bool) -> tuple[Side | None, bool]:
    """The dealer, and whether the opponent has passed the first upcard."""
    dealer, passed = value(facts.dealer, None), value(facts.they_passed, False)
    if not first:
        return dealer, passed
    if dealer is Side.OPPONENT and passed and facts.dealer and facts.they_passed:
        raise clash(
            "the opponent dealt and has passed already, but the non-dealer decides first",
            facts.dealer.mark, facts.they_passed.mark,
            hint="say `dealer: me`, or leave out that they passed",
        )  # fmt: skip
    if facts.dealer is None and passed:
        dealer = Side.ME
    if facts.they_passed is None and dealer is Side.ME:
        passed = True
    return dealer, passed


def _first_upcard(
    facts: Facts, hand: SaidCards, pile: SaidCards, stock: int, first: bool
) -> Card | None:
    if facts.upcard is not None:
        return facts.upcard.value
    if first:
        return pile.cards[-1]
    # Said as the upcard while nobody can have discarded a card: it is the first one.
    unplayed = len(hand.cards) == HAND + 1 and len(pile.cards) <= 1 and stock >= FIRST_STOCK - 1
    return facts.offered.value if facts.offered is not None and unplayed else None


def _check_turn(facts: Facts, hand: SaidCards) -> None:
    """See that the card drawn or taken in this turn can be so."""
    for said, verb in ((facts.taken, "taken"), (facts.drawn, "drawn")):
        if said is None or said.value is None:
            continue
        if len(hand.cards) == HAND:
            raise clash(
                f"{said.value} was {verb} in this turn, but the hand has only ten cards",
                hand.mark, said.mark,
                hint="add it to the hand; cards taken in earlier turns are `shown: …`",
            )  # fmt: skip
        if said.value not in hand.set:
            raise clash(
                f"{said.value} was {verb}, but is not in the hand", hand.mark, said.mark,
                hint="the hand is the one held now",
            )  # fmt: skip
    if value(facts.taken, None) is not None and value(facts.drawn, None) is not None:
        marks = mark_of(facts.taken), mark_of(facts.drawn)
        raise clash(
            "a turn takes a card or draws one, not both", *marks, hint="leave one of the two out"
        )


def _shown(facts: Facts, hand: SaidCards, taken: Card | None) -> CardSet:
    if facts.shown is None:
        return CardSet.from_cards(() if taken is None else (taken,))
    for card in facts.shown.cards:
        if card not in hand.set:
            raise clash(
                f"{card} was shown, but is not in the hand", hand.mark, facts.shown.at(card),
                hint="name only cards that you still hold",
            )  # fmt: skip
    return facts.shown.set
