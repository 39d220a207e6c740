"""What a player does in the general game; prints as texts and documents name it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.general._cards import pack_card, pack_cards
from analyzer.game.general._melds import TableMeld


class MoveKind(StrEnum):
    """The kinds of move."""

    TAKE = "take"
    """The top of the pile, or several cards from it in mahjong gin."""
    DRAW = "draw"
    PASS = "pass"
    """The first upcard, or in mahjong gin the pile once the stock is used up."""
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"
    MELD = "meld"
    """Lay a meld on the table in mahjong gin."""
    ADD = "add"
    """Add a card to a meld on the table in mahjong gin."""
    LAY_OFF = "lay off"
    """A defender's answer to a knock: these cards and no others."""


NOTHING = "nothing"
_LAY_OFF = f"{MoveKind.LAY_OFF} "


@dataclass(frozen=True, slots=True)
class GameMove:
    """One thing to do; `of` reads what `full` prints.

    >>> str(GameMove(MoveKind.TAKE, count=3)), str(GameMove.of("add 9h to 6h 7h 8h"))
    ('take 3', 'add 9h to 6h 7h 8h')
    >>> str(GameMove.of("lay off 9h Td")), str(GameMove.of("lay off nothing"))
    ('lay off Td 9h', 'lay off nothing')
    >>> GameMove.of("knock Kd: 7h 8h X1=9h / 4c 4d 4s").full
    'knock Kd: 7h 8h X1=9h / 4c 4d 4s'
    """

    kind: MoveKind
    card: Card | None = None
    """The card discarded or added."""
    count: int = 1
    """Cards taken from the pile."""
    melds: tuple[TableMeld, ...] = ()
    """The spread of a knock or gin, the meld laid down, or the one that is added to."""
    off: CardSet = NO_CARDS
    """Cards laid off in answer to a knock."""

    @classmethod
    def of(cls, text: str) -> GameMove:
        """Read a move; raises InputError for anything else."""
        name, _, spread = text.partition(": ")
        melds = tuple(map(TableMeld.of, spread.split(" / "))) if spread else ()
        if name == MoveKind.BIG_GIN:
            return cls(MoveKind.BIG_GIN, None, 1, melds)
        if name.startswith(_LAY_OFF):
            cards = name.removeprefix(_LAY_OFF)
            return cls(MoveKind.LAY_OFF, off=NO_CARDS if cards == NOTHING else pack_cards(cards))
        word, _, rest = name.partition(" ")
        try:
            kind = MoveKind(word)
            return cls._read(kind, rest, melds)
        except ValueError:
            raise InputError(
                f"`{text[:60]}` is not a move", hint="such as draw, take 2 or discard Kd"
            ) from None

    @classmethod
    def _read(cls, kind: MoveKind, rest: str, melds: tuple[TableMeld, ...]) -> GameMove:
        if kind is MoveKind.TAKE:
            return cls(kind, count=int(rest) if rest else 1)
        if kind in {MoveKind.DISCARD, MoveKind.KNOCK, MoveKind.GIN}:
            return cls(kind, pack_card(rest), 1, melds)
        if kind is MoveKind.MELD:
            return cls(kind, melds=(TableMeld.of(rest),))
        if kind is MoveKind.ADD:
            card, _, meld = rest.partition(" to ")
            return cls(kind, pack_card(card), 1, (TableMeld.of(meld),))
        if rest:
            raise ValueError(rest)
        return cls(kind)

    @property
    def plain(self) -> GameMove:
        """The move without the spread of a knock."""
        return replace(self, melds=()) if self.lays_down else self

    @property
    def lays_down(self) -> bool:
        """Whether the hand is laid down and over."""
        return self.kind in {MoveKind.KNOCK, MoveKind.GIN, MoveKind.BIG_GIN}

    @property
    def full(self) -> str:
        """The move with its spread behind it."""
        if not (self.lays_down and self.melds):
            return str(self)
        return f"{self}: {' / '.join(map(str, self.melds))}"

    def __str__(self) -> str:
        if self.kind is MoveKind.TAKE and self.count > 1:
            return f"take {self.count}"
        if self.kind is MoveKind.MELD:
            return f"meld {self.melds[0]}"
        if self.kind is MoveKind.LAY_OFF:
            return f"{_LAY_OFF}{self.off or NOTHING}"
        if self.kind is MoveKind.ADD:
            return f"add {self.card} to {self.melds[0]}"
        return str(self.kind) if self.card is None else f"{self.kind} {self.card}"


DRAW, PASS = GameMove(MoveKind.DRAW), GameMove(MoveKind.PASS)
