"""A hand as it was said, each thing with its place: what every reader makes, before the check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.scoring import Scored
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE, Mark
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.records.types import Record, Showdown


@dataclass(frozen=True, slots=True)
class SaidSpread:
    """Cards laid down, in groups; those that are melds are melds, the others deadwood."""

    groups: tuple[SaidCards, ...] = ()
    deadwood: SaidCards = field(default_factory=SaidCards)
    """Cards said to be deadwood, even if they would make a meld."""
    off: SaidCards = field(default_factory=SaidCards)
    """Cards laid off."""
    mark: Mark = NOWHERE


@dataclass(frozen=True, slots=True)
class SaidLater:
    """A hand said again between two turns."""

    turn: int
    """Before which turn, from 0."""
    player: int
    cards: SaidCards


@dataclass(slots=True)
class RecordDraft:
    """The facts stated of one hand; None is "not said"."""

    mark: Mark = NOWHERE
    """The beginning of the hand."""
    rules: Said[Rules] | None = None
    players: Said[tuple[str | None, ...]] | None = None
    dealer: Said[int] | None = None
    score: Said[tuple[int, int] | None] | None = None
    hands: list[SaidCards | None] = field(default_factory=lambda: [None, None])
    upcard: Said[Card] | None = None
    forgot_upcard: bool = False
    turns: list[SaidTurn] = field(default_factory=list)
    later: list[SaidLater] = field(default_factory=list)
    spreads: list[SaidSpread] = field(default_factory=list)
    """The knocker's, then the defender's."""
    result: Said[Scored | None] | None = None
    tags: list[tuple[str, str]] = field(default_factory=list)


def copy(draft: RecordDraft) -> RecordDraft:
    """The same draft, with lists of its own."""
    return replace(
        draft, hands=list(draft.hands), turns=list(draft.turns), later=list(draft.later),
        spreads=list(draft.spreads), tags=list(draft.tags),
    )  # fmt: skip


def draft_of(record: Record, path: str = "") -> RecordDraft:
    """A record as if it had been said; its places are paths such as `turns[3]`, behind `path`."""
    last = len(record.turns) - 1
    fields: dict[str, Any] = {
        name: Said(getattr(record, name), Mark(path=f"{path}{name}"))
        for name in ("rules", "players", "dealer", "score", "upcard", "result")
        if name == "score" or getattr(record, name) is not None
    }
    whole = Mark(path=path.rstrip(".") or "the record")
    draft = RecordDraft(whole, tags=list(record.tags), **fields)
    draft.hands = [
        None if hand is None else _said_cards(hand, f"{path}hands[{player}]")
        for player, hand in enumerate(record.hands)
    ]
    draft.turns = [
        SaidTurn(
            played.turn, played.card, played.discarded, Mark(path=f"{path}turns[{number}]"),
            knocks=record.showdown is not None and number == last,
            big=record.showdown is not None and number == last and record.showdown.big,
            player=played.player,
            gap=played.gap,
        )
        for number, played in enumerate(record.turns)
    ]  # fmt: skip
    draft.later = [
        SaidLater(
            hand_later.turn,
            hand_later.player,
            _said_cards(hand_later.cards, f"{path}later[{number}].cards"),
        )
        for number, hand_later in enumerate(record.later)
    ]
    draft.forgot_upcard = record.forgot_upcard
    if record.showdown is not None:
        draft.spreads = _spreads(record.showdown, f"{path}showdown.")
    return draft


def _said_cards(cards: Iterable[Card], path: str) -> SaidCards:
    """Cards as if said at a path of a document."""
    return SaidCards(tuple(cards), {}, Mark(path=path))


def _spreads(showdown: Showdown, path: str) -> list[SaidSpread]:
    spread, defence = showdown.spread, showdown.defence
    if spread is None:
        return []
    groups = [_laid(spread, (), f"{path}spread")]
    if defence is not None:
        groups.append(_laid(defence, [card for card, _ in defence.laid_off], f"{path}defence"))
    return groups


def _laid(cards: Arrangement | Defense, off: Iterable[Card], path: str) -> SaidSpread:
    return SaidSpread(
        tuple(_said_cards(meld, f"{path}.melds[{at}]") for at, meld in enumerate(cards.melds)),
        _said_cards(cards.deadwood, f"{path}.deadwood"),
        _said_cards(off, f"{path}.laid_off"),
        Mark(path=path),
    )
