"""Hands that come to a result that is wanted: deals in which somebody lays down at once.

The knocker holds three melds and one card; what the other is left with is found by exchanging cards
until it is right. A void hand is one in which nobody lays down.
"""

from __future__ import annotations

from random import Random

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import lay_off
from analyzer.game.position import Position, start
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended, Scored

GROUPS = tuple(
    CardSet.from_cards(cards)
    for cards in (
        *(tuple(card for card in DECK if card.rank == rank) for rank in range(13)),
        *(tuple(Card.of(f"{rank}{suit}") for rank in ranks)
          for suit in "cdhs"
          for ranks in ("A234", "4567", "789T", "TJQK", "567", "JQK", "234")),
    )
)  # fmt: skip
"""Melds of three or four cards: all sets, and some runs."""
TRIES, EXCHANGES = 400, 60


def hand_that_comes_to(
    wanted: Scored, rules: Rules, dealer: int, seed: str, score: tuple[int, int] | None = None
) -> tuple[Position, ...]:
    """The positions of a hand by the rules with a result, from the deal to the end.

    Raises ValueError where none is found: not everything that a sheet says can be played.
    """
    rng = Random(seed)
    for _ in range(TRIES):
        here = _dealt(wanted, rules, dealer, rng, score)
        if here is None:
            continue
        steps = [here]
        while not steps[-1].over:
            steps.append(steps[-1].apply(_move(steps[-1], wanted)))
        if _scored(steps[-1]) == wanted:
            return tuple(steps)
    raise ValueError(f"no hand by {rules.name} found that comes to {wanted}")


def _dealt(
    wanted: Scored, rules: Rules, dealer: int, rng: Random, score: tuple[int, int] | None
) -> Position | None:
    if wanted.winner is None and wanted.kind is Ended.VOID:
        cards = rng.sample(tuple(DECK), 52)
        hands = CardSet.from_cards(cards[:10]), CardSet.from_cards(cards[10:20])
        return start(rules, hands, cards[20], cards[21:], dealer=dealer, score=score)
    knocker = 1 - wanted.winner if wanted.kind is Ended.UNDERCUT else wanted.winner
    knocker = dealer if knocker is None else knocker
    held = _spread(rng, rules, wanted.kind)
    if held is None:
        return None
    spread, drawn = held
    upcard, times = _upcard(rng, rules, spread, drawn, wanted)
    if upcard is None or times is None:
        return None
    left = _left(wanted, rules, spread.points, times)
    theirs = None if left is None else _held(rng, rules, spread, {drawn, upcard}, left)
    if theirs is None:
        return None
    mine = spread.cards
    rest = [one for one in DECK if one not in mine | theirs and one not in {drawn, upcard}]
    rng.shuffle(rest)
    first = mine if len(mine) == 10 else mine.remove(next(iter(mine)))
    taken = drawn if len(mine) == 10 else next(iter(mine))
    stock = [taken, *rest] if knocker != dealer else [rest[0], taken, *rest[1:]]
    if len(mine) > 10:
        stock.append(drawn)
    hands = (first, theirs) if knocker == 0 else (theirs, first)
    return start(rules, hands, upcard, stock, dealer=dealer, score=score)


def _spread(rng: Random, rules: Rules, kind: Ended) -> tuple[Arrangement, Card] | None:
    """What is laid down, and the card that is discarded (or, of eleven melded, is not held)."""
    melds: list[CardSet] = []
    sizes = {Ended.GIN: (4, 3, 3), Ended.BIG_GIN: (4, 4, 3)}.get(kind, (3, 3, 3))
    for size in sizes:
        found = [one for one in GROUPS if len(one) >= size and not any(one & m for m in melds)]
        melds.append(CardSet.from_cards(list(rng.choice(found))[:size]))
    cards = CardSet.from_cards(card for meld in melds for card in meld)
    others = [card for card in DECK if card not in cards]
    loose = rng.sample(others, 2)
    alone = loose[:1] if sum(sizes) == 9 else []
    points = sum(map(rules.value, alone))
    return Arrangement(tuple(melds), CardSet.from_cards(alone), points), loose[1]


def _upcard(
    rng: Random, rules: Rules, spread: Arrangement, drawn: Card, wanted: Scored
) -> tuple[Card | None, int | None]:
    """A card to turn up with which the spread may be laid down, and how it multiplies."""
    double = rules.spade_doubles and wanted.points % 2 == 0 and rng.random() < 0.5
    double = wanted.box_factor > 1 if rules.spade_doubles_box else double
    found = [
        card
        for card in DECK
        if card not in spread.cards and card != drawn
        and rules.limit_for(card) >= spread.points
        and rules.multiplier_for(card) == (2 if double else 1)
    ]  # fmt: skip
    return (rng.choice(found), 2 if double else 1) if found else (None, None)


def _left(wanted: Scored, rules: Rules, deadwood: int, times: int) -> int | None:
    """What the other has to be left with; None where no number of points does."""
    points, rest = divmod(wanted.points, times)
    bonus = {
        Ended.GIN: rules.gin_bonus, Ended.BIG_GIN: rules.big_gin_bonus or 0,
        Ended.UNDERCUT: rules.undercut_bonus,
    }.get(wanted.kind, 0)  # fmt: skip
    ahead = points - bonus
    left = deadwood - ahead if wanted.kind is Ended.UNDERCUT else deadwood + ahead
    return left if not rest and ahead >= 0 and 0 <= left <= 98 else None


def _held(
    rng: Random, rules: Rules, spread: Arrangement, gone: set[Card], left: int
) -> CardSet | None:
    """Ten cards of which the best answer to a spread leaves so many points."""
    free = [card for card in DECK if card not in spread.cards and card not in gone]
    cards = _some(rng, free, left)
    for _ in range(EXCHANGES):
        points = lay_off(spread, CardSet.from_cards(cards), rules).points
        if points == left:
            return CardSet.from_cards(cards)
        rest = [card for card in free if card not in cards]
        pairs = [(at, card) for at in range(10) for card in rest]
        rng.shuffle(pairs)
        at, card = min(
            pairs[:40],
            key=lambda pair: abs(
                left - points - rules.value(pair[1]) + rules.value(cards[pair[0]])
            ),
        )
        cards = [*cards[:at], card, *cards[at + 1 :]]
    return None


def _some(rng: Random, free: list[Card], left: int) -> list[Card]:
    """Ten cards to begin with: the fewer points are to be left, the more of them in melds."""
    cards: list[Card] = []
    for _ in range(max(0, 3 - left // 15)):
        found = [one for one in GROUPS if all(card in free and card not in cards for card in one)]
        if found and len(cards) <= 7:
            cards += list(rng.choice(found))[:3]
    return cards + rng.sample([card for card in free if card not in cards], 10 - len(cards))


def _move(here: Position, wanted: Scored) -> Action:
    """Draw and discard, until the hand that was made can be laid down."""
    legal = here.legal_actions()
    ends = [one for one in legal if one.ends_hand]
    if wanted.kind is not Ended.VOID and ends and _is_knocker(here, wanted):
        best = [one for one in ends if _scored(here.apply(one)) == wanted]
        return best[0] if best else ends[0]
    kinds = {one.kind: one for one in legal}
    if here.question is Question.DISCARD:
        return kinds[Kind.DISCARD]
    return kinds.get(Kind.PASS) or kinds[Kind.DRAW]


def _scored(here: Position) -> Scored | None:
    return None if here.outcome is None else here.outcome.scored


def _is_knocker(here: Position, wanted: Scored) -> bool:
    return wanted.winner is None or (here.turn == wanted.winner) != (wanted.kind is Ended.UNDERCUT)
