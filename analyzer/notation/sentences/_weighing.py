"""The readings that phrases and the net make of one text, and how likely each is.

The two know nothing of each other. What speaks for a reading and against it are few numbers
(`evidence`); the chance of each to be meant, and of none of them, is the softmax of their weighted
sums. The weights are fitted to texts that the net has never learned from
(`python -m tests.workshop.encoder weigh`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import exp, expm1, log
from typing import Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import HAND
from analyzer.notation._proof import in_place, nowhere
from analyzer.notation._softmax import chances
from analyzer.notation._source import NOWHERE, Source
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.lines import is_view
from analyzer.notation.placing import likeliest, share, spans
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._finishing import check_eleven
from analyzer.notation.sentences._left_out import lost_cards
from analyzer.notation.sentences._vocabulary import written

READ, ASK = 0.7, 0.1
"""With this chance a reading is taken, and with that it is among the answers of a question."""
PHRASES, NET, OTHER = "phrases", "net", "net, less likely"
_MOST_ANSWERS: Final = 3
_LEAST_ODDS, _MOST_ODDS, _MOST = -8.0, 5.0, 6.0
WEIGHTS: Final = {
    "all": 1.63, "share": 0.53, "unheard": -0.56, "likeliest": 0.29, "hesitation": -0.47,
    "phrases": 1.33, "other phrases": -0.00, "other hand": -1.26, "lost": -0.81, "no top": -1.73,
    "eleven": -1.99, "unexplained": -0.50, "miscounted": 0.06, "refused": -0.86,
    "likeliest share": -0.16, "phrases share": -0.28, "took": 0.40, "impossible": -0.40,
    "question": 0.19, "cured": -0.17, "taken": -0.36,
}  # fmt: skip
"""How much each piece of evidence counts."""

Places = tuple[CardSet, CardSet, CardSet, CardSet]
"""The hand with the card drawn, the top, what the opponent took, and what is gone."""
OfPhrases = Reading | InputError
"""The reading or the refusal that phrases make of a text."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to read a text, and who found it."""

    reading: Reading
    places: Places
    voices: frozenset[str]
    share: float | None = None
    """The logarithm of its share of all that the net hears; None if that hears it nowhere."""
    evidence: Mapping[str, float] = field(default_factory=dict, compare=False)
    chance: float = 0.0
    """The chance that it is meant."""

    @property
    def drawn(self) -> Card | None:
        """The card drawn or taken this turn, where it is known."""
        view, said = self.reading.view, self.reading.facts.drawn
        if view is not None:
            return view.drawn or view.taken
        return None if said is None else said.value


def places_of(reading: Reading) -> Places | None:
    """The places of the cards of a reading; None of one that is about no whole hand."""
    view, facts = reading.view, reading.facts
    if view is not None:
        hand, pile, took = view.hand, view.pile, view.opponent
        top = CardSet.from_cards(filter(None, [view.top]))
    elif reading.asks is not None:
        said, pile = facts.top or facts.offered, (facts.pile or facts.seen or SaidCards()).cards
        hand = (facts.hand or SaidCards()).set
        top = CardSet.from_cards([said.value] if said else pile[-1:] if facts.pile else ())
        took = (facts.took or SaidCards()).plus(facts.opponent or SaidCards()).set
    else:
        return None
    return hand, top, CardSet.from_cards(took), CardSet.from_cards(pile) - top


def in_text(text: str, reading: Reading) -> Reading:
    """The reading of what stands for a text, with each card where the text names it."""
    places = places_of(reading) if reading.origin is nowhere else None
    if places is None:
        return reading
    source, facts, named = Source(text), replace(reading.facts), spans(text, places)
    for each in fields(Facts):
        said = getattr(facts, each.name)
        if isinstance(said, SaidCards):
            marks = {card: source.mark(*named[card]) for card in said.cards if card in named}
            setattr(facts, each.name, SaidCards(said.cards, marks))
        elif isinstance(said, Said):
            span = named.get(said.value) if isinstance(said.value, Card) else None
            setattr(facts, each.name, Said(said.value, source.mark(*span) if span else NOWHERE))
    return replace(reading, facts=facts, used=(), origin=in_place)


def candidates(text: str, phrases: OfPhrases, others: Iterable[Candidate]) -> list[Candidate]:
    """The different ways among readings to place the cards, each with those who found it."""
    options: dict[Places, Candidate] = {}
    if not isinstance(phrases, InputError) and (places := places_of(phrases)) is not None:
        options[places] = Candidate(phrases, places, frozenset([PHRASES]), share(text, places))
    for each in others:
        known = options.get(each.places, each)
        shares = [part for part in (known.share, each.share) if part is not None]
        if known is not each and PHRASES not in known.voices:  # told apart only by what lies on top
            shares = [log(sum(map(exp, shares)))]
        options[each.places] = replace(
            known, voices=known.voices | each.voices, share=max(shares, default=None)
        )
    return [*options.values()]


def evidence(
    text: str, phrases: OfPhrases, each: Candidate, options: Sequence[Candidate]
) -> dict[str, float]:
    """Give what speaks for a candidate among those that were found, and against it."""
    hand, top, took, _ = each.places
    position = next(iter(likeliest(text)), None)
    by = {voice: other for other in options for voice in other.voices}
    mine, first = PHRASES in each.voices, NET in each.voices
    odds = _LEAST_ODDS if each.share is None else _odds(each.share)
    refused = isinstance(phrases, InputError)
    left = len([*unexplained(each.reading)]) if mine else 0
    return {
        "all": 1.0,
        "share": odds,
        "unheard": position is not None and each.share is None,
        "likeliest": first,
        "hesitation": min(position.hesitation, _MOST / 2) if position else 0.0,
        "phrases": mine,
        "other phrases": PHRASES in by and not mine,
        "other hand": PHRASES in by and by[PHRASES].places[0] != hand,
        "lost": min(len([*lost_cards(each.reading)]), 3),
        "no top": len(hand) == HAND and not top,
        "eleven": len(hand) > HAND and each.drawn is None,
        "unexplained": mine and min(left, _MANY_LEFT) / _MANY_LEFT,
        "miscounted": refused and "hand has" in str(phrases),
        "refused": refused * min(position.excess, _MOST) if position else 0.0,
        "likeliest share": first * odds,
        "phrases share": mine * odds,
        "took": min(len(took), 4),
        "impossible": refused and _UNREAD.search(str(phrases)) is None,
        "question": isinstance(phrases, UnclearError),
        "cured": refused and getattr(phrases, "fix", None) is not None,
        "taken": each.reading.view is not None and each.reading.view.taken is not None,
    }


_UNREAD: Final = re.compile(
    r"is not a (?:card|score|line of a view)|has no (?:suit|rank)|^the hand has|^your hand has 11"
    r"|no cards are|^no hand is given|not clear what is said|what happened with|names no single"
    r"|does not say which suits|suits behind it|appears twice|can no longer be taken|cannot be the"
    r"|is both in the hand and on|not in the hand$|which rank goes with|are taken back"
)
"""The refusals for want of words, not for what cannot be."""
_TAKEN_BACK: Final = written("taken_back")


def is_taken_back(text: str) -> bool:
    """True of a text that takes something back."""
    return _TAKEN_BACK.search(text) is not None


def is_one_line_off(text: str) -> bool:
    """True of a text of which all lines but one are a view's."""
    lines = [is_view(line) for line in text.splitlines() if line.strip()]
    return lines.count(False) <= 1 < len(lines)


def _odds(share: float) -> float:
    """The logarithm of the odds of a share, itself a logarithm."""
    share = min(share, -1e-3)
    return min(max(share - log(-expm1(share)), _LEAST_ODDS), _MOST_ODDS)


def unexplained(reading: Reading) -> Iterator[str]:
    """The words of a text that led to nothing in its reading."""
    parts = [(part.start, part.end) for part in reading.parts]
    for word in _WORD.finditer(reading.written):
        if not _OF_CARDS.fullmatch(word[0].lower()) and not any(
            start < word.end() and word.start() < end for start, end in parts
        ):
            yield word[0]


_WORD: Final = re.compile(r"[^\W\d_]{2,}|[0-9]+")
_OF_CARDS: Final = re.compile("of|the|and|(?:club|diamond|heart|spade)s?")
_MANY_LEFT, _FEW_LEFT = 12, 3
"""Words left over of which a reading is in doubt, and of which it is not."""


def weighed(text: str, phrases: OfPhrases, options: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with their chances, the likeliest first."""
    made = [replace(each, evidence=evidence(text, phrases, each, options)) for each in options]
    likely = chances([each.evidence for each in made], WEIGHTS)
    made = [replace(each, chance=chance) for each, chance in zip(made, likely, strict=True)]
    return sorted(made, key=lambda each: -each.chance)


def decided(text: str, phrases: OfPhrases, others: Iterable[Candidate]) -> Reading:
    """The reading that is likely enough to be meant.

    Raises UnclearError, a question, where none is, and what phrases found wrong where there is
    nothing to choose from.
    """
    options = weighed(text, phrases, candidates(text, phrases, others))
    if (best := _chosen(options)) is not None:
        check_eleven(text, best.reading)
        return best.reading
    heard = likeliest(text)
    strange = bool(heard) and heard[0].excess > _STRANGE
    answers = [
        each for each in options
        if PHRASES in each.voices or (each.chance > ASK and not strange)
    ]  # fmt: skip
    ways = [*phrases.asks] if isinstance(phrases, UnclearError) else []
    ways += _wordings(answers[:_MOST_ANSWERS])
    if not isinstance(phrases, InputError):
        problem = "it is not clear where the cards are"
        phrases = Source(text).error(0, min(1, len(text)), problem, "choose how it is meant")
    raise UnclearError(phrases, _each_once(ways)) if ways else phrases


def _chosen(options: Sequence[Candidate]) -> Candidate | None:
    """The likeliest candidate, if that is likely, or what phrases have found and the net allows."""
    plain = next((each for each in options if PHRASES in each.voices), None)
    if plain is not None:
        net = next((each for each in options if NET in each.voices), None)
        few = plain.evidence["unexplained"] * _MANY_LEFT <= _FEW_LEFT
        if net is None or (net.share or 0.0) < (_UNSURE if few else _CLUELESS):
            return plain
        if _is_possible(plain, options[0]):
            return plain
    return options[0] if options and options[0].chance > READ else None


_UNSURE, _CLUELESS = -0.2, -1.9
"""The net that finds no position likelier is not heard where phrases have found one: of which they
have left few words, and many."""
_AGREED: Final = 0.55
"""With this chance a reading is taken that phrases and the net find, though that is unsure."""
_HARDLY: Final = -3.0
"""With a lesser share, as a logarithm, the net hardly hears what phrases have found."""
_STRANGE: Final = 3.0
"""So much likelier is what a text says than all that gin allows, if nothing is offered."""


def _is_possible(plain: Candidate, best: Candidate) -> bool:
    """True of phrases that have the likeliest hand, and other cards where the net may see them too.

    They may know of more cards, and that the card which sets the limit is not the one on top.
    """
    hand, top, *others = plain.places
    if plain is best:
        return NET in plain.voices or (OTHER in plain.voices and plain.chance > _AGREED)
    if hand != best.places[0]:
        return False
    view = plain.reading.view
    first = CardSet.from_cards([view.upcard] if view is not None and view.upcard else [])
    more = all(known >= other for known, other in zip(others, best.places[2:], strict=True))
    more = more and best.places[1] in (top, first, CardSet())
    return more or (plain.share is not None and plain.share > _HARDLY)


def _each_once(ways: Iterable[Wording]) -> list[Wording]:
    return [*{way.text: way for way in reversed([*ways])}.values()][::-1]


_NAMES: Final = ("in your hand", "on top of the pile", "taken by the opponent", "gone")
_DRAWN, _NOT_USED = "drawn by you", "not used"


def _wordings(answers: Sequence[Candidate]) -> Iterator[Wording]:
    """Readings as answers, named by the cards that are elsewhere in others."""
    cards = CardSet()
    for each in answers:
        for place in each.places:
            cards |= place
    apart = [card for card in cards if len({_place(each, card) for each in answers}) > 1]
    for each in answers:
        lines = "; ".join(each.reading.text.splitlines())
        label = ", ".join(f"{card.symbol} {_place(each, card)}" for card in apart)
        yield Wording(label or lines, each.reading.text)


def _place(each: Candidate, card: Card) -> str:
    if card == each.drawn:
        return _DRAWN
    names = (name for name, place in zip(_NAMES, each.places, strict=True) if card in place)
    return next(names, _NOT_USED)
