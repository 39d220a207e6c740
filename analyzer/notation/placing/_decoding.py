"""From the chances of each token to the likeliest position that gin allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from math import exp, log
from typing import Final

import numpy as np

from analyzer.game.cards import Card, CardSet
from analyzer.game.view import HAND
from analyzer.notation.encoder._marks import Floats
from analyzer.notation.encoder.tokens import SUITS, TextToken, tokens
from analyzer.notation.placing._chances import ROLES, Chances, say

PLACES: Final = ("hand", "drawn", "top", "took", "gone")
_SINGLE: Final = {PLACES.index("drawn"), PLACES.index("top")}
"""Places of one card."""
_LISTS: Final = {
    PLACES.index(single): PLACES.index(others)
    for single, others in (("drawn", "hand"), ("top", "gone"))
}
"""Places of one card, and of which others it may be listed."""
_SINGLES: Final = {others: single for single, others in _LISTS.items()}
_NUMBERS: Final = ("me", "them", "stock", "limit")
_FILL, _THROWN = ROLES.index("fill"), ROLES.index("thrown")
_LEAST: Final = 0.004
"""A chance that is not looked at."""
_SURE: Final = 0.996
"""With this chance a rank names no card."""
_BEAM, _FAR = 60, 10.0
"""The positions that are followed, and how much likelier than others the likeliest may be."""
_WAYS: Final = 6
_SHARE: Final = -0.25
_EXCESS: Final = 0.9
_SINGULAR: Final = 0.2
"""The chance that `kings` is one king."""
_NO_TOP, _ELEVEN = 2.0, 1.5
"""What it costs that neither a top nor a card drawn is told, and that one of eleven is not."""
_FEW: Final = 3
_MOST_RANKS, _MOST_TOKENS = 120, 1_200
_TOLD: Final = {"stock": 0.8, "limit": 0.6}
"""The chance with which a number is heard as what it counts."""
_SCORED: Final = 0.15
"""The product of the chances with which two numbers are heard as the score."""
_TOLD_OF_BOTH: Final = 0.4
_DOUBT: Final = 0.2
"""With this chance a number may count something, though it is not heard as that."""
OF_BOTH: Final = frozenset(
    ["each", "all", "apiece", "both", "tied", "even", "pari", "beide", "gleich"]
)
"""Words behind one number that is the score of both."""
_REACH: Final = 8
_GONE: Final = 3
"""The number of those that are gone among the places of `share`."""
_NAMED: Final = 3.0
"""What costs more names no card."""

_Key = tuple[int, ...]
"""Of each of `PLACES` its cards, as a mask."""


@dataclass(frozen=True, slots=True)
class ToldPosition:
    """The places of the cards of a text, and its numbers."""

    places: _Key
    numbers: dict[str, int] = field(default_factory=dict, hash=False)
    """Of `me`, `them`, `stock` and `limit` those that are told."""
    share: float = 0.0
    """The logarithm of its share of the chance of all positions that gin allows."""
    excess: float = 0.0
    """The logarithm of how much likelier the text says something that gin does not allow."""
    hesitation: float = 0.0
    """The cost of the least likely of the choices of what a rank says."""
    thrown: bool = False
    """True if the top was discarded, and not turned up."""
    order: tuple[Card, ...] = ()
    """The cards that are gone, as the text names them."""

    def of(self, place: str) -> CardSet:
        """The cards of a place."""
        return CardSet(self.places[PLACES.index(place)])

    @property
    def is_sure(self) -> bool:
        """True if it hardly can be another."""
        return self.share > _SHARE and self.excess < _EXCESS

    @property
    def hand(self) -> CardSet:
        """The hand, with the card drawn."""
        return self.of("hand") | self.of("drawn")

    @property
    def top(self) -> Card | None:
        """The card on top of the pile."""
        return next(iter(self.of("top")), None)

    @property
    def lines(self) -> str:
        """The same as lines of a view.

        >>> print(place("I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw the 5s").lines)
        hand: Ac 2c 4c 4d Qd Kd 7h 8h 9h 4s
        pile: 5s
        """
        gone = self.of("gone")
        pile = [*self.order, *(gone - CardSet.from_cards(self.order)), *self.of("top")]
        is_pile = self.thrown or gone
        told: dict[str, Iterable[Card]] = {
            "hand": self.hand, "drew": self.of("drawn"), "pile" if is_pile else "upcard": pile,
            "opp has": self.of("took"),
        }  # fmt: skip
        lines = (f"{key}: {' '.join(map(str, cards))}" for key, cards in told.items() if cards)
        return "\n".join([*self._numbered, *lines])

    @property
    def _numbered(self) -> Iterator[str]:
        numbers = self.numbers
        if "limit" in numbers and numbers["limit"] != HAND:
            yield f"rules: standard,knock_limit={numbers['limit']}"
        if {"me", "them"} <= {*numbers}:
            yield f"score: {numbers['me']}-{numbers['them']}"
        if "stock" in numbers:
            yield f"stock: {numbers['stock']}"


@dataclass(frozen=True, slots=True)
class _Heard:
    """The chances of a text's tokens, and what they make together."""

    tokens: Sequence[TextToken]
    said: Chances
    ways: Mapping[int, Sequence[_Way]]
    """Of each rank, by the place of its token, the things that it may say."""
    figures: Mapping[str, Figure]
    costs: Mapping[_Key, float]
    """Of the positions that gin allows, the likeliest first, how much less likely each is, as a
    logarithm, than what the text says most likely."""
    total: float
    """The logarithm of the chance of all of them."""
    hesitation: float

    def share(self, key: _Key) -> float:
        """The logarithm of a position's share."""
        return -self.costs[key] - self.total


@dataclass(frozen=True, slots=True)
class _Way:
    """One thing that a rank may say: cards in a place, or nothing."""

    place: int
    mask: int
    cost: float


def place(text: str) -> ToldPosition | None:
    """Give the likeliest position of a text; None where there is none that gin allows."""
    return next(iter(likeliest(text)), None)


@lru_cache(maxsize=8)
def _heard(text: str) -> _Heard | None:
    told = tokens(text)
    if not 0 < sum(bool(each.ranks) for each in told) <= _MOST_RANKS or len(told) > _MOST_TOKENS:
        return None
    said = say(told, text)
    ranks = (at for at, token in enumerate(told) if token.ranks)
    ways = {at: each for at in ranks if (each := _ways(told, said, at))}
    best = [each[0].cost for each in ways.values()]
    costs = {key: cost - sum(best) + _oddity(key) for key, cost in _positions([*ways.values()])}
    costs = dict(sorted(costs.items(), key=lambda end: end[1]))
    total = log(sum(exp(-cost) for cost in costs.values())) if costs else 0.0
    figures = _figures(told, said)
    return _Heard(told, said, ways, figures, costs, total, max(best, default=0.0))


def _oddity(key: _Key) -> float:
    """The price of a position that hardly anybody asks about: without a top or a card drawn."""
    hand, drawn, top = key[:3]
    if hand.bit_count() > HAND:
        return _ELEVEN
    return 0.0 if drawn or top else _NO_TOP


@lru_cache(maxsize=8)
def likeliest(text: str) -> tuple[ToldPosition, ...]:
    """Give the few likeliest positions of a text that gin allows."""
    if (heard := _heard(text)) is None:
        return ()
    figures = {name: each.value for name, each in heard.figures.items()}
    return tuple(
        ToldPosition(
            key, figures, heard.share(key), heard.costs[key] - _oddity(key), heard.hesitation,
            _is_thrown(heard.tokens, heard.said, key[PLACES.index("top")]),
            tuple(_as_named(heard, key[PLACES.index("gone")])),
        )
        for key in [*heard.costs][:_FEW]
    )  # fmt: skip


def _as_named(heard: _Heard, gone: int) -> Iterator[Card]:
    """The cards that are gone, in the order in which the text names them."""
    for way in (way for ways in heard.ways.values() for way in ways):
        if way.place == PLACES.index("gone") and way.mask & gone == way.mask:
            yield from CardSet(way.mask)
            gone &= ~way.mask


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a text tells, where it stands, and the chance that it counts that."""

    value: int
    span: tuple[int, int]
    chance: float


def numbers(text: str) -> Mapping[str, Figure]:
    """Give the score, the stock and the limit that a text tells.

    >>> numbers("17 left in the stock. I hold 7h 8h")["stock"].value
    17
    """
    heard = _heard(text)
    return {} if heard is None else heard.figures


def doubtful(text: str) -> Iterator[Figure]:
    """Give the numbers that may be the score, the stock or the limit, and are not heard as such."""
    if (heard := _heard(text)) is None:
        return
    have = {each.span for each in heard.figures.values()}
    for at, word in enumerate(heard.tokens):
        chance = float(heard.said.roles[at, [ROLES.index(name) for name in _NUMBERS]].max())
        span = word.start, word.end
        if word.number is not None and chance > _DOUBT and span not in have:
            yield Figure(word.number, span, chance)


def share(text: str, places: Sequence[CardSet]) -> float | None:
    """Give the logarithm of a position's share of the chance of all that gin allows.

    `places` are the hand with the card drawn, the top, the cards that the opponent took, and
    those that are gone. None of a position that is none of those that the text may tell.

    >>> text = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw the 5s"
    >>> hand, none = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"), CardSet.of("")
    >>> share(text, (hand, CardSet.of("5s"), none, none)) > -0.1
    True
    """
    masks = [cards.mask for cards in places]
    heard = _heard(text)
    if heard is None:
        return None
    alike = [key for key in heard.costs if [key[0] | key[1], *key[2:]] == masks]
    return log(sum(exp(heard.share(key)) for key in alike)) if alike else None


def spans(text: str, places: Sequence[CardSet]) -> dict[Card, tuple[int, int]]:
    """Give where a text names the cards of a position, whose places are those of `share`.

    >>> hand, none = CardSet.of("7h 8h"), CardSet.of("")
    >>> named = spans("I have 7h and 8h", (hand, none, none, none))
    >>> {str(card): span for card, span in named.items()}
    {'7h': (7, 9), '8h': (14, 16)}
    """
    if (heard := _heard(text)) is None:
        return {}
    masks = [cards.mask for cards in places]
    masks[_GONE] |= masks[1]  # the top may be listed among them
    named: dict[Card, tuple[float, tuple[int, int]]] = {}
    for at, ways in heard.ways.items():
        for way in ways:
            if way.place < 0 or way.mask & ~masks[max(0, way.place - 1)]:
                continue
            for card in CardSet(way.mask):
                if way.cost < min(_NAMED, named.get(card, (_NAMED, ()))[0]):
                    named[card] = way.cost, _span(heard.tokens, at, int(card.suit))
    return {card: span for card, (_, span) in named.items()}


def _span(words: Sequence[TextToken], at: int, suit: int) -> tuple[int, int]:
    """The stretch of a rank, with its suit where that stands beside it."""
    for reach, between in ((1, ""), (-1, ""), (2, "of")):
        if 0 <= at + reach < len(words) and suit in words[at + reach].suits:
            beside = words[max(at, at + reach)].glued or reach > 0
            if beside and (not between or words[at + 1].text == between):
                first, last = sorted((at, at + reach))
                return words[first].start, words[last].end
    return words[at].start, words[at].end


def _positions(choices: Sequence[Sequence[_Way]]) -> list[tuple[_Key, float]]:
    """The positions that gin allows with their costs, the likeliest first."""
    beam: dict[_Key, float] = {(0,) * len(PLACES): 0.0}
    for ways in choices:
        after: dict[_Key, float] = {}
        most = next(iter(beam.values()), 0.0) + ways[0].cost + _FAR
        for key, cost in beam.items():
            for way in ways:
                total = cost + way.cost
                if total > most:
                    break
                made = key if way.place < 0 else _laid(key, way)
                if made is None:
                    continue
                if total < after.get(made, 1e9) and made[0].bit_count() <= HAND + 1:
                    after[made] = total
        beam = dict(sorted(after.items(), key=lambda each: each[1])[:_BEAM])
    return [(key, cost) for key, cost in beam.items() if _is_whole(key)]


def _laid(key: _Key, way: _Way) -> _Key | None:
    """The cards with those of a way; None where one of them is elsewhere.

    The card drawn may be listed in the hand, too, and the top among those that are gone.
    """
    at, mask = way.place, way.mask
    if at in _SINGLE and key[at]:
        return None
    lists, single = _LISTS.get(at), _SINGLES.get(at)
    for other, cards in enumerate(key):
        if cards & mask and other not in {lists, single}:
            return None
    made = list(key)
    if lists is not None:
        made[lists] &= ~mask
    made[at] |= mask & ~(0 if single is None else key[single])
    return tuple(made)


def _is_whole(key: _Key) -> bool:
    return key[0].bit_count() == HAND or (key[0].bit_count() == HAND + 1 and not key[1])


def _ways(told: Sequence[TextToken], said: Chances, at: int) -> list[_Way]:
    """The things that a rank may say, the likeliest first; none where it hardly names a card."""
    roles = said.roles[at]
    chances = [float(roles[number]) for number in range(1, 1 + len(PLACES))]
    chances[PLACES.index("top")] += float(roles[_THROWN])
    none = max(1 - sum(chances), 1e-6)
    if none > _SURE:
        return []
    ways = [_Way(-1, 0, -log(none))]
    filled, suits = _filled(told, said, at), list(_suit_sets(said.suits[at]))
    for number, chance in enumerate(chances):
        for rank in told[at].ranks if chance > _LEAST else ():
            for each, likely in suits:
                total = chance * float(said.ranks[at, rank]) * likely
                total *= _SINGULAR if told[at].plural and len(each) == 1 else 1.0
                if total > _LEAST and not (number in _SINGLE and len(each) > 1):
                    ways.append(_Way(number, _mask(rank, each, filled), -log(total)))
    return sorted(ways, key=lambda way: way.cost)[:_WAYS]


def _suit_sets(chances: Floats) -> Iterator[tuple[tuple[int, ...], float]]:
    """Sets of suits, with the chance of each."""
    clear = np.clip(chances, 1e-4, 1 - 1e-4).tolist()
    for many in range(1, len(SUITS) + 1):
        for suits in combinations(range(len(SUITS)), many):
            likely = 1.0
            for suit, chance in enumerate(clear):
                likely *= chance if suit in suits else 1 - chance
            if likely > _LEAST:
                yield suits, likely


def _filled(told: Sequence[TextToken], said: Chances, at: int) -> int | None:
    """The rank before, where what stands between says that all between are named."""
    for before in range(at - 1, max(-1, at - 1 - _REACH), -1):
        if told[before].ranks and said.roles[before, 1:6].sum() + said.roles[before, _THROWN] > 0.5:
            fills = any(said.roles[k, _FILL] > 0.5 for k in range(before + 1, at))
            return int(np.argmax(said.ranks[before])) if fills else None
    return None


def _mask(rank: int, suits: Sequence[int], filled: int | None) -> int:
    ranks = [rank]
    if filled is not None and filled != rank:
        step = 1 if filled < rank else -1
        ranks += range(filled + step, rank, step)
    return sum(1 << int(Card.make(each, suit)) for each in ranks for suit in suits)


def _is_thrown(told: Sequence[TextToken], said: Chances, top: int) -> bool:
    """Return True if the card on top was rather discarded than turned up."""
    card = next(iter(CardSet(top)), None)
    if card is None:
        return False
    spots = [at for at, token in enumerate(told) if int(card.rank) in token.ranks]
    best = max(
        spots, key=lambda at: said.roles[at, _THROWN] + said.roles[at, 1 + PLACES.index("top")]
    )
    return bool(said.roles[best, _THROWN] > said.roles[best, 1 + PLACES.index("top")])


def _figures(words: Sequence[TextToken], said: Chances) -> dict[str, Figure]:
    """The score, the stock and the limit, as the likeliest numbers say."""
    spots = [at for at, word in enumerate(words) if word.number is not None]
    chances = {
        name: {at: float(said.roles[at, ROLES.index(name)]) for at in spots} for name in _NUMBERS
    }
    best = _scores(words, chances["me"], chances["them"])
    for name, least in _TOLD.items():
        chance, at = max(((chance, at) for at, chance in chances[name].items()), default=(0.0, 0))
        best |= {name: (at, chance)} if chance > least else {}
    return {
        name: Figure(words[at].number or 0, (words[at].start, words[at].end), chance)
        for name, (at, chance) in best.items()
    }


def _scores(
    words: Sequence[TextToken], me: Mapping[int, float], them: Mapping[int, float]
) -> dict[str, tuple[int, float]]:
    """The numbers that are likeliest my score and theirs; none where neither is likely."""
    pairs = ((me[mine] * them[theirs], mine, theirs) for mine, theirs in permutations(me, 2))
    likely, mine, theirs = max(pairs, default=(0.0, 0, 0))
    if likely > _SCORED:
        return {"me": (mine, likely), "them": (theirs, likely)}
    for at in me:
        after = {each.text for each in words[at + 1 : at + 3]}
        if me[at] + them[at] > _TOLD_OF_BOTH and after & OF_BOTH:
            return dict.fromkeys(("me", "them"), (at, me[at] + them[at]))
    return {}
