"""The card table as every page draws it (`macros/table.html`): a page says which parts are live.

The hand lies in two rows on a phone and in one elsewhere; a card is chosen, and a button, the
pile or the place to knock confirms it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Final

from analyzer.display.parts import Bar, CardGroup, HandCard, LaidDown
from analyzer.game.actions import Turn
from analyzer.game.cards import Card
from analyzer.game.view import Event
from analyzer.notation.phrases import upper

ROW: Final = 6
"""Cards in a row of a phone; one more where a meld would be torn apart otherwise."""


@dataclass(frozen=True, slots=True)
class TableButton:
    """A button of the table, or a place on it that can be pressed."""

    label: str
    value: str | None = None
    """What it sends; None where it only sends the form."""
    name: str = "action"
    main: bool = False
    role: str | None = None
    """"discard" or "knock": it plays the card that is chosen."""
    action: str | None = None
    """Another address than the form's."""
    form: str | None = None
    """The id of another form than the table's."""
    href: str | None = None
    """Where it leads, if it is a link."""


@dataclass(frozen=True, slots=True)
class AcrossTable:
    """The opponent: who it is, what shows of the cards, and what was done last."""

    name: str
    score: int | None = None
    backs: int = 10
    """Cards that lie face down."""
    known: tuple[HandCard, ...] = ()
    deals: bool = False
    last: str | None = None
    """"took J♣, discarded 9♦"."""


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table, ready to be drawn."""

    heading: str
    """What is to be done, or what was."""
    heading_id: str = "due"
    said: str | None = None
    """What went just before: "You drew 4♠."."""
    across: AcrossTable | None = None
    stock: int | None = None
    """Cards in the stock; None where it is not shown."""
    pile: tuple[Card, ...] = ()
    """As far as it is known, the top last."""
    on_stock: TableButton | None = None
    on_pile: TableButton | None = None
    on_knock: TableButton | None = None
    stock_cost: Bar | None = None
    pile_cost: Bar | None = None
    advised: str | None = None
    """"stock" or "pile", where that is the best."""
    knock: str | None = None
    """"10 or fewer"."""
    laid: tuple[LaidDown, ...] = ()
    """Hands that lie open, in place of stock and pile."""
    rows: tuple[tuple[CardGroup, ...], ...] = ()
    field: str | None = None
    """The form's name for a chosen card; None where none can be chosen."""
    several: bool = False
    """Whether more than one card may be chosen."""
    mine: str = "You"
    my_score: int | None = None
    my_deal: bool = False
    buttons: tuple[TableButton, ...] = ()
    action: str | None = None
    """Where the form goes; None for a table that is only looked at."""
    target: str = "#table"
    """What the answer takes the place of."""
    hidden: tuple[tuple[str, str | int], ...] = ()
    error: str | None = None
    valued: bool = False
    """Whether the cards carry what they cost."""

    @property
    def wide(self) -> bool:
        """Whether a row has a card more than usual."""
        return any(sum(len(group.cards) for group in row) > ROW for row in self.rows)


def in_rows(groups: tuple[CardGroup, ...]) -> tuple[tuple[CardGroup, ...], ...]:
    """A hand in two rows of much the same length, no meld torn apart if that can be.

    >>> from analyzer.display.hands import groups
    >>> from analyzer.game.cards import CardSet
    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s")
    >>> rows = in_rows(groups(hand, PRESETS["classic"]))
    >>> [[len(group.cards) for group in row] for row in rows]
    [[3, 3], [5]]
    """
    count = sum(len(group.cards) for group in groups)
    if count <= ROW:
        return (groups,)
    starts = (0, *accumulate(len(group.cards) for group in groups))

    def cost(at: int) -> tuple[bool, bool, int]:
        torn = [
            group.kind
            for group, (first, end) in zip(groups, pairwise(starts), strict=True)
            if first < at < end
        ]
        longest = max(at, count - at)
        return longest > ROW + 1, bool(torn) and torn != ["deadwood"], longest + len(torn)

    at = min(range(count - 1, 0, -1), key=cost)
    return _cards(groups, 0, at), _cards(groups, at, count)


def _cards(groups: tuple[CardGroup, ...], first: int, end: int) -> tuple[CardGroup, ...]:
    """The groups' cards from one to another; a group goes by its name where it ends."""
    shown: list[CardGroup] = []
    begins = 0
    for group in groups:
        ends = begins + len(group.cards)
        cards = group.cards[max(first - begins, 0) : max(end - begins, 0)]
        if cards:
            shown.append(replace(group, cards=cards, label=group.label if ends <= end else ""))
        begins = ends
    return tuple(shown)


def choosable(
    groups: tuple[CardGroup, ...],
    choices: Mapping[Card, str],
    knocks: Mapping[Card, str] | None = None,
    chosen: str | None = None,
) -> tuple[CardGroup, ...]:
    """A hand of which some cards can be chosen: what each sends, and what it may knock with."""

    def card(item: HandCard) -> HandCard:
        choice = choices.get(item.card)
        knock = (knocks or {}).get(item.card)
        return replace(
            item, choice=choice, knock=knock, chosen=choice is not None and choice == chosen
        )

    return tuple(replace(one, cards=tuple(map(card, one.cards))) for one in groups)


def valued(groups: tuple[CardGroup, ...], losses: Mapping[Card, float]) -> tuple[CardGroup, ...]:
    """A hand whose cards carry what playing them loses, the best among them marked."""
    bars = dict(zip(losses, Bar.scale([(loss, 0.0) for loss in losses.values()]), strict=True))
    least = min(losses.values(), default=0.0)

    def card(item: HandCard) -> HandCard:
        loss = losses.get(item.card)
        if loss is None:
            return item
        return replace(item, cost=bars[item.card], advised=loss == least)

    return tuple(replace(one, cards=tuple(map(card, one.cards))) for one in groups)


def last_move(event: Event) -> str:
    """A turn of theirs in a few words.

    >>> from analyzer.game.view import Side
    >>> last_move(Event(Side.OPPONENT, Turn.TAKE, Card.of("Jc"), Card.of("9d")))
    'Took J♣, discarded 9♦'
    """
    did = {Turn.PASS: "passed", Turn.DRAW: "drew", Turn.TAKE: "took"}[event.turn]
    card = "" if event.card is None else f" {event.card.symbol}"
    discarded = "" if event.discarded is None else f", discarded {event.discarded.symbol}"
    return upper(f"{did}{card}{discarded}")
