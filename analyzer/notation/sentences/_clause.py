"""The state while a clause is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analyzer.game.view import Side
from analyzer.notation.sentences._heard import LARGE, CardRole
from analyzer.notation.sentences._items import CardsSaid, Item
from analyzer.notation.sentences._meanings import FULL
from analyzer.notation.sentences._phrases import PhraseHere


@dataclass(slots=True)
class ClauseState:
    """The player spoken of, the last thing said, and the places of the rest."""

    subject: Side | None = None
    role: CardRole | None = None
    asking: bool = False
    passive: bool = False
    """The next person is who did it: `by my opponent`."""
    placed: bool = False
    """The item before was cards that have their place."""
    cards_end: int = 0
    """The lexeme behind the last cards."""
    number: int = 0
    """The number of cards of the last region."""
    named: bool = False
    """True if the subject was named in this clause."""
    wordy: bool = False
    """True if there is more in it than cards."""
    before_now: bool = False
    """True if it is about another hand."""
    unsure: bool = False
    """True if the verb before may not have happened: `I'd take it and …`."""
    is_tagged: bool = False
    """True if a word behind a comma makes it a question: `…, right?`."""
    verb: str = ""
    items: Sequence[Item] = field(default_factory=tuple)

    @property
    def awaits_card(self) -> bool:
        """True if a card was spoken of and not named: `he threw the exact card`."""
        return self.role not in {None, CardRole.NOWHERE} and not self.number

    def is_bare_up(self, place: int) -> bool:
        """True if an item is `up` and nothing more."""
        item = self.items[place]
        return isinstance(item, PhraseHere) and item.phrase.words == ("up",)

    def has_hand_behind(self, place: int) -> bool:
        """True if so many cards stand right behind an item that they are a hand."""
        return self.number_behind(place) >= LARGE

    def number_behind(self, place: int) -> int:
        """Return how many cards stand right behind an item."""
        item = self.behind(place)
        return len(item.reads) if isinstance(item, CardsSaid) else 0

    def next_is_cards(self, place: int) -> bool:
        """True if cards stand right behind an item."""
        return isinstance(self.behind(place), CardsSaid)

    def behind(self, place: int) -> Item | None:
        """Return what stands right behind an item."""
        return next(iter(self.items[place + 1 :]), None)

    @property
    def is_of_one(self) -> bool:
        """True if the last cards were one, or ten and one more, of which the verb speaks."""
        return self.number in {1, len(FULL) + 1}

    def is_from_them(self, place: int, last: CardRole | None) -> bool:
        """True if `from her` says who discarded a card: not in `I took the 9c from her`."""
        taken = self.verb == "take" or last is CardRole.TAKEN
        return self.is_of_one and not taken and not self.next_is_cards(place)

    def names_the_dealer(self) -> bool:
        """True if the clause has the word."""
        return any(
            isinstance(item, PhraseHere) and "dealer" in item.phrase.words for item in self.items
        )

    def person_behind(self, place: int) -> Side:
        """Return who is named behind an item; I, where nobody is."""
        for item in self.items[place + 1 :]:
            if isinstance(item, PhraseHere) and item.phrase.kind in {"me", "they"}:
                return Side.ME if item.phrase.kind == "me" else Side.OPPONENT
        return Side.ME

    def is_theirs(self, item: PhraseHere) -> bool:
        """True if the opponent does it; a knock only where this clause says so."""
        said = self.named or item.phrase.kind != "knock"
        return self.subject is Side.OPPONENT and said
