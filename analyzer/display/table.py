"""The card table as every page draws it (`macros/table.html`): a page says which parts are live.

The hand lies in two rows on a phone and in one elsewhere; a card is chosen, and a button, the
pile or the place to knock confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from analyzer.display.hands import held, meld_group, pictures
from analyzer.display.parts import Bar, CardGroup, GradeMark, HandCard, LaidDown
from analyzer.display.turns import last_turn, names_of
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import GameKind
from analyzer.game.view import View
from analyzer.notation.phrases import limit_words

ROW: Final = 6
"""Cards in a row of a phone; one more where a meld would be torn apart otherwise."""


LONG: Final = 18
"""Letters of a button, from which on it needs a line of its own on a phone."""

DRAWN_FROM: Final = {Kind.DRAW: "stock", Kind.TAKE: "pile"}
"""The place from which an action brings a card."""


@dataclass(frozen=True, slots=True)
class TableButton:
    """A button of the table, or a place on it that can be pressed."""

    label: str
    value: str | None = None
    """The value that it sends; None where it only sends the form."""
    name: str = "action"
    main: bool = False
    role: str | None = None
    """"discard" or "knock": it plays the card that is chosen."""
    action: str | None = None
    """Another address than the form's."""
    form: str | None = None
    """The id of another form than the table's."""
    href: str | None = None
    """The address that it leads to, if it is a link."""

    @property
    def long(self) -> bool:
        """True if it needs a line of its own on a phone."""
        return len(self.label) > LONG


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
    face: str | None = None
    """The name of a portrait."""


@dataclass(frozen=True, slots=True)
class PlayedCaption:
    """A line on the table that is looked back on: what was played there, its class, one reason."""

    did: str
    """"Discarded 4♠"."""
    mark: GradeMark | None = None
    """None where nobody judged it."""
    lost: str = ""
    """"lost 2.1 ±0.3"; empty where nothing was."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table, ready to be drawn."""

    heading: str | None = None
    """The task, or the last turn; None where the page says it."""
    heading_id: str = "due"
    sign: str | None = None
    """The sign before the heading, where that is a verdict: full, half or none."""
    said: str | None = None
    """The turn just before: "You drew 4♠."."""
    across: tuple[AcrossTable, ...] = ()
    """The opponents clockwise."""
    open: tuple[LaidDown, ...] = ()
    """Melds that lie open beside stock and pile."""
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
    drawn_from: str | None = None
    """"stock" or "pile", where the card came from there."""
    knock: str | None = None
    """"10 or fewer"."""
    laid: tuple[LaidDown, ...] = ()
    """Hands that lie open, in place of stock and pile."""
    rows: tuple[tuple[CardGroup, ...], ...] = ()
    bare: bool = False
    """True if there is nothing but a hand: no stock and no pile."""
    slots: int = 0
    """Places for the cards of a hand, where there are none yet."""
    field: str | None = None
    """The form's name for a chosen card; None where none can be chosen."""
    several: bool = False
    """True if more than one card may be chosen."""
    mine: str = "You"
    my_score: int | None = None
    my_deal: bool = False
    buttons: tuple[TableButton, ...] = ()
    action: str | None = None
    """The address of the form; None for a table that is only looked at."""
    target: str | None = "#table"
    """The element that the answer replaces; None where a whole page is asked for."""
    posted: bool = False
    """True if a whole page is asked for by POST, as it changes something."""
    hidden: tuple[tuple[str, str | int], ...] = ()
    error: str | None = None
    clock: tuple[str, int, str] | None = None
    """Whose time runs, the seconds that are left, and these as a clock has them."""
    valued: bool = False
    """True if the cards carry what they cost."""
    caption: PlayedCaption | None = None
    """For small screens, where what was played is told below the table."""

    @property
    def wide(self) -> bool:
        """True if a row has a card more than usual."""
        return any(sum(len(group.cards) for group in row) > ROW for row in self.rows)


def seen_from(
    view: View,
    known: CardSet | None = None,
    scores: Sequence[int] | None = None,
    names: Sequence[str] = (),
    **parts: Any,
) -> CardTable:
    """The table as one player sees it: the others, stock and pile, melds that lie open.

    `known` are the opponent's cards, where they lie open; `scores` and `names` are those of the
    seats, where the view does not tell them and they are not called by how they sit around it.
    """
    return CardTable(**{**parts_of(view, known, scores, names), **parts})


def parts_of(
    view: View,
    known: CardSet | None = None,
    scores: Sequence[int] | None = None,
    names: Sequence[str] = (),
) -> dict[str, Any]:
    """Return what `seen_from` shows, for a table that has more to show."""
    points = view.score if scores is None else scores
    players = names or names_of(view.rules, view.player)
    seats = range(view.rules.players)
    others = (*seats[view.player + 1 :], *seats[: view.player])
    open_melds = tuple(map(meld_group, view.melds))
    return {
        "mine": players[view.player],
        "across": tuple(
            _across(view, seat, players[seat], None if points is None else points[seat], known)
            for seat in others
        ),
        "stock": view.stock,
        "pile": view.pile,
        "knock": limit_words(view) if view.rules.play is GameKind.KNOCK else None,
        "open": (LaidDown("On the table", open_melds),) if open_melds else (),
        "said": None if scores is None and view.rules.two_handed else _said(view),
        "my_score": None if points is None else points[view.player],
        "my_deal": view.dealer == view.player,
    }


def _across(
    view: View, seat: int, name: str, points: int | None, known: CardSet | None
) -> AcrossTable:
    """Another player, with the cards that are known or lie open."""
    theirs = view.known[seat] if known is None else known
    return AcrossTable(
        name, points, max(view.counts[seat] - len(theirs), 0), pictures(theirs),
        view.dealer == seat, last_turn(view, seat),
    )  # fmt: skip


def _said(view: View) -> str | None:
    if view.drawn is not None:
        return f"You drew {view.drawn.symbol}."
    if view.taken is not None:
        return f"You took {' '.join(card.symbol for card in view.together)}."
    return None


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
    starts = [0]
    for group in groups:
        starts.append(starts[-1] + len(group.cards))
    count = starts[-1]
    if count <= ROW:
        return (groups,) if groups else ()

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

    return tuple(replace(group, cards=tuple(map(card, group.cards))) for group in groups)


def valued(
    table: CardTable, losses: Iterable[tuple[Action, float]], tied: Collection[Action] = ()
) -> CardTable:
    """A table on which each choice carries what it loses, the best of them marked.

    A card that can be discarded or knocked with carries the less; the cards of `tied` actions are
    marked like the best.
    """
    cards: dict[Card, float] = {}
    places: dict[Kind, float] = {}
    for action, loss in losses:
        if action.card is None:
            places[action.kind] = min(loss, places.get(action.kind, loss))
        else:
            cards[action.card] = min(loss, cards.get(action.card, loss))
    bars = dict(zip(cards, Bar.scale([(loss, 0.0) for loss in cards.values()]), strict=True))
    least = min((*cards.values(), *places.values()), default=0.0)
    as_good = {action.card for action in tied}

    def priced(item: HandCard) -> HandCard:
        if item.card not in cards:
            return item
        advised = cards[item.card] == least or item.card in as_good
        return replace(item, cost=bars[item.card], advised=advised)

    return replace(
        table, rows=_each(table.rows, priced), valued=bool(cards), **_costs_of_places(places)
    )


def outlined(table: CardTable, cards: CardSet) -> CardTable:
    """A table on which these cards are marked as the best, and no other card and no place."""
    return replace(
        table,
        rows=_each(table.rows, lambda item: replace(item, advised=item.card in cards)),
        advised=None,
    )


def judged(
    view: View,
    played: Action | None,
    losses: Iterable[tuple[Action, float]],
    known: CardSet | None = None,
) -> CardTable:
    """The table before a decision; what was played, and what each action loses, if it is said."""
    card = None if played is None else played.card
    hand = choosable(held(view), {} if card is None else {card: str(card)}, chosen=str(card))
    came = None if played is None else DRAWN_FROM.get(played.kind)
    return valued(seen_from(view, known, rows=in_rows(hand), drawn_from=came), losses)


def _costs_of_places(losses: Mapping[Kind, float]) -> dict[str, Any]:
    """Return what drawing and taking lose, where that was the question."""
    stock = losses.get(Kind.DRAW, losses.get(Kind.PASS))
    places = {"stock": stock, "pile": losses.get(Kind.TAKE)}
    known = {place: loss for place, loss in places.items() if loss is not None}
    if len(known) < len(places):
        return {}
    bars = Bar.scale([(loss, 0.0) for loss in known.values()])
    costs = {f"{place}_cost": bar for place, bar in zip(known, bars, strict=True)}
    return {**costs, "advised": min(known, key=known.__getitem__)}


def put_down(across: Iterable[AcrossTable]) -> tuple[AcrossTable, ...]:
    """The opponents once hands lie open: nobody holds a card any more."""
    return tuple(replace(each, backs=0, known=(), last=None) for each in across)


def with_ticks(table: CardTable, names: Collection[str]) -> CardTable:
    """A table with some of the cards chosen, by what they send."""
    return replace(
        table,
        rows=_each(table.rows, lambda item: replace(item, chosen=item.choice in names)),
    )


def _each(
    rows: tuple[tuple[CardGroup, ...], ...], change: Callable[[HandCard], HandCard]
) -> tuple[tuple[CardGroup, ...], ...]:
    """The rows with every card changed."""
    return tuple(
        tuple(replace(group, cards=tuple(map(change, group.cards))) for group in row)
        for row in rows
    )
