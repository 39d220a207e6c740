"""Whole hands of the other games: written, read, replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from analyzer.errors import InputError, placed
from analyzer.game.cards import Card, CardSet
from analyzer.game.general import (
    Chair,
    GameMove,
    MoveKind,
    Round,
    Step,
    Variant,
    opened,
    pack_card,
    parse_variant,
)
from analyzer.notation.general._cards import read_pack
from analyzer.notation.general._packed import pack, unpack

RECORD_VERSION = "h1"
_TAG = re.compile(r'^\s*\[(\w+)\s+"([^"\n]*)"((?:\s+"[^"\n]*")*)\]\s*$', re.MULTILINE)
_TURN = re.compile(r"^\s*(\d)[.:]\s*(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One hand from the deal on, every card known.

    >>> from analyzer.game.general import deal_round
    >>> record = record_of_round(deal_round(parse_variant("three-hand"), seed=1))
    >>> parse_table_record(format_table_record(record)) == record
    True
    """

    variant: Variant
    hands: tuple[CardSet, ...]
    """As dealt to each seat."""
    upcard: Card
    dealer: int
    steps: tuple[Step, ...] = ()
    players: tuple[str, ...] = ()
    """Names; empty where there are none."""


def is_table_record(text: str) -> bool:
    """Whether a text is a hand of one of the other games."""
    return re.search(r'^\s*\[game\s+"', text, re.IGNORECASE | re.MULTILINE) is not None


def record_of_round(here: Round, players: tuple[str, ...] = ()) -> TableRecord:
    """The record of a hand as far as it was played."""
    assert here.upcard is not None
    hands = tuple(_dealt(here, seat) for seat in range(here.variant.players))
    return TableRecord(here.variant, hands, here.upcard, here.dealer, here.steps, players)


def _dealt(here: Round, seat: int) -> CardSet:
    """The cards a player was dealt: what they hold and let go, less what came to them."""
    cards = list(here.hands[seat])
    came: list[Card] = []
    pile = [] if here.upcard is None else [here.upcard]
    for step in here.steps:
        move = step.move
        if move.kind is MoveKind.TAKE:
            taken, pile = pile[-move.count :], pile[: -move.count]
            came += taken if step.player == seat else []
        if move.card is not None and (move.kind is MoveKind.DISCARD or move.lays_down):
            pile.append(move.card)
        if step.player != seat:
            continue
        came += [] if step.drawn is None else [step.drawn]
        cards += [] if move.card is None else [move.card]
        cards += move.melds[0].cards if move.kind is MoveKind.MELD else ()
    for card in came:
        cards.remove(card)
    return CardSet.from_cards(cards)


def replay_rounds(record: TableRecord) -> tuple[Round, ...]:
    """The hand before each move and after the last; raises InputError where it cannot be.

    The stock has the cards in the order in which they were drawn, then in that of the pack.
    """
    stock = record.variant.pack - CardSet(record.upcard.mask)
    for hand in record.hands:
        stock -= hand
    _check_deal(record)
    here = opened(record.variant, record.hands, record.upcard, tuple(stock), record.dealer)
    rounds = [here]
    for number, step in enumerate(record.steps, start=1):
        here = after_step(here, step, number)
        rounds.append(here)
    return tuple(rounds)


def choices_in(
    record: TableRecord, seats: Sequence[int] = ()
) -> Iterator[tuple[int, Chair, GameMove]]:
    """Each decision in which there was a choice: the number of the move, what its player saw, it.

    `seats` are those whose decisions are wanted; none means all.
    """
    rounds = replay_rounds(record)
    for number, (here, step) in enumerate(zip(rounds, record.steps, strict=False), start=1):
        if here.over or (seats and here.turn not in seats):
            continue  # lay-offs are counted, not judged
        chair = here.chair(here.turn)
        if len(chair.legal_moves()) > 1:
            yield number, chair, step.move


def _check_deal(record: TableRecord) -> None:
    cards = [record.upcard, *(card for hand in record.hands for card in hand)]
    wanted = record.variant.players * record.variant.cards + 1
    if len(record.hands) != record.variant.players or len(set(cards)) != wanted:
        raise InputError(
            f"{len(set(cards))} different cards are dealt, not {wanted}",
            where="the hands", hint="give each player's cards and the upcard, each once",
        )  # fmt: skip
    if not CardSet.from_cards(cards) <= record.variant.pack:
        raise InputError(
            "a joker is dealt that this game has not",
            where="the hands",
            hint="take it out, or name a game with jokers",
        )
    if any(len(hand) != record.variant.cards for hand in record.hands):
        raise InputError(
            f"each player is dealt {record.variant.cards} cards",
            where="the hands",
            hint="give every hand that many",
        )


def after_step(here: Round, step: Step, number: int) -> Round:
    where = f"move {number}"
    if step.move.kind is MoveKind.LAY_OFF:
        with placed(where):
            return here.answered(step.player, step.move.off)
    if here.over or step.player != here.turn:
        whose = "the hand is over" if here.over else f"it is the turn of player {here.turn + 1}"
        raise InputError(
            f"`{step.move}` of player {step.player + 1}, but {whose}",
            where=where,
            hint="leave it out" if here.over else "look for a turn that is missing before it",
        )
    if step.drawn is not None and step.move.kind is MoveKind.DRAW:
        if step.drawn not in here.stock:
            raise InputError(
                f"{step.drawn} is drawn, but is not in the stock",
                where=where,
                hint="name a card that nobody has seen",
            )
        rest = tuple(card for card in here.stock if card != step.drawn)
        here = replace(here, stock=(step.drawn, *rest))
    with placed(where):
        return here.apply(step.move)


# ---------------------------------------------------------------- as text


def format_table_record(record: TableRecord) -> str:
    """Print a hand; `parse_table_record` reads the same hand from it."""
    lines = [f'[Game "{record.variant.name}"]']
    if record.players:
        names = " ".join(f'"{name}"' for name in record.players)
        lines.append(f"[Players {names}]")
    lines.append(f'[Dealer "{record.dealer + 1}"]')
    lines += [f'[Hand{seat} "{hand}"]' for seat, hand in enumerate(record.hands, start=1)]
    lines += [f'[Upcard "{record.upcard}"]', "", *format_turns(record.steps, ".")]
    result = replay_rounds(record)[-1].result
    if result is not None:
        lines += ["", f'[Points "{" ".join(map(str, result.points))}"]']
    return "\n".join(lines).replace("\n\n\n", "\n\n")


def format_turns(steps: Sequence[Step], sign: str) -> Iterator[str]:
    """The moves of each turn on a line, behind the player's number and a sign."""
    for player, turn in groupby(steps, key=lambda step: step.player):
        words = ", ".join(
            step.move.full if step.drawn is None else f"draw {step.drawn}" for step in turn
        )
        yield f"{player + 1}{sign} {words}"


def parse_table_record(text: str) -> TableRecord:
    """Read a hand, and see that it could have been played so; raises InputError if not."""
    tags = {match[1].lower(): match for match in _TAG.finditer(text)}
    variant = parse_variant(_tag(tags, "game"))
    seats = range(1, variant.players + 1)
    hands = tuple(hand_of(_tag(tags, f"hand{seat}"), f"hand {seat}") for seat in seats)
    names = re.findall(r'"([^"]*)"', tags["players"][0]) if "players" in tags else []
    dealer = seat_of(_tag(tags, "dealer"), variant, "dealer")
    upcard = upcard_of(_tag(tags, "upcard"))
    steps = read_turns(_TAG.sub("", text), variant)
    record = TableRecord(variant, hands, upcard, dealer, steps, tuple(names))
    result = replay_rounds(record)[-1].result
    if "points" in tags and (result is None or tags["points"][2] != _spaced(result.points)):
        made = "is not over" if result is None else f"makes it {_spaced(result.points)}"
        raise InputError(
            f"the points are said to be {tags['points'][2]}, but the hand {made}",
            where="points",
            hint="correct them, or leave them out",
        )
    return record


def _spaced(points: tuple[int, ...]) -> str:
    return " ".join(map(str, points))


def _tag(tags: dict[str, re.Match[str]], name: str) -> str:
    if name not in tags:
        raise InputError(f'there is no [{name.capitalize()} "…"]', where="the hand", hint="add it")
    return tags[name][2]


def seat_of(text: str, variant: Variant, where: str) -> int:
    if not text.strip().isdecimal() or not 1 <= int(text.strip()[:3]) <= variant.players:
        raise InputError(
            f"`{text}` is not a seat", where=where, hint=f"they are 1 to {variant.players}"
        )
    return int(text) - 1


def hand_of(text: str, where: str) -> CardSet:
    with placed(where):
        return read_pack(text)


def upcard_of(text: str) -> Card:
    with placed("upcard"):
        return pack_card(text.strip())


def read_turns(text: str, variant: Variant) -> tuple[Step, ...]:
    """The moves in lines such as "2. take, discard Kd"; draws may name their card."""
    steps: list[Step] = []
    for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
        where, match = f"turn {number}", _TURN.match(line)
        if match is None:
            raise InputError(
                f"`{line.strip()[:40]}` is not a turn",
                where=where,
                hint="as in: 2. take, discard Kd",
            )
        player = seat_of(match[1], variant, where)
        with placed(where):
            steps += [_step(player, word.strip()) for word in match[2].split(",")]
    return tuple(steps)


def _step(player: int, text: str) -> Step:
    word, _, card = text.partition(" ")
    if word == "draw":
        drawn = pack_card(card.strip()) if card.strip() not in {"", "?"} else None
        return Step(player, GameMove(MoveKind.DRAW), drawn)
    return Step(player, GameMove.of(text))


def encode_table_record(record: TableRecord) -> str:
    """The id of a hand, for addresses; `decode_table_record` gives it back."""
    return pack(RECORD_VERSION, format_table_record(record))


def decode_table_record(ident: str) -> TableRecord:
    """The hand that an id stands for; raises InputError if it was cut or altered."""
    return parse_table_record(unpack(RECORD_VERSION, ident))
