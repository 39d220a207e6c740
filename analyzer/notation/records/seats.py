"""Hands of several players, with jokers, or of mahjong gin: written, read, replayed.

A hand as it was recorded::

    [Game "three-hand"]
    [Dealer "3"]
    [Hand1 "2c 3c 4c 7h 8h Kd Qd"]
    [Hand2 "…"]
    [Hand3 "…"]
    [Upcard "9h"]

    1. pass
    2. take, discard Kd
    3. draw 5s, discard Qh
    1. draw 4d, knock Qd: 2c 3c 4c / 7h 8h 9h

    [Points "12 -5 -7"]

A defender who laid off other cards than the best says so behind the knock: `2. lay off 7h 9h` or
`2. lay off nothing`, in turn order.

A hand that nobody else saw is `[Hand2 "?"]`, and a draw of its player's has no card; what such a
player showed at the end is `[Shown2 "…"]`. The points follow where all that decides was shown.

The referee is the round itself: what could not have been played is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.errors import InputError, placed
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import pack_card
from analyzer.game.cards import NO_CARDS, Card, CardSet, counted_cards
from analyzer.game.position import Position
from analyzer.game.rules import GameKind, Rules, parse_rules
from analyzer.game.scoring import Ended, Outcome
from analyzer.game.table import Step
from analyzer.game.unseen import check_unseen, holding, next_draw, opened_unseen
from analyzer.game.view import View, seen_by
from analyzer.notation._packed import pack, unpack
from analyzer.notation._seats import format_turns
from analyzer.notation.cards import read_pack

RECORD_VERSION = "h1"
_TAG = re.compile(r'^\s*\[(\w+)\s+"([^"\n]*)"((?:\s+"[^"\n]*")*)\]\s*$', re.MULTILINE)
_TURN = re.compile(r"^\s*(\d)[.:]\s*(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One hand from the deal on; of some players the cards may not have been seen.

    >>> from analyzer.game.position import deal
    >>> record = record_of_round(deal(parse_rules("three-hand"), seed=1))
    >>> parse_table_record(format_table_record(record)) == record
    True
    """

    rules: Rules
    hands: tuple[CardSet, ...]
    """As dealt to each seat; empty where nobody saw them."""
    upcard: Card
    dealer: int
    steps: tuple[Step, ...] = ()
    players: tuple[str, ...] = ()
    """Names; empty where there are none."""
    shown: tuple[CardSet, ...] = ()
    """The hand of each seat at the end, where that was shown of a hidden hand; empty elsewhere."""

    @property
    def hidden(self) -> tuple[int, ...]:
        """The seats whose cards were not seen."""
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand)


def is_table_record(text: str) -> bool:
    """True if a text is a hand of one of the other games."""
    return re.search(r'^\s*\[game\s+"', text, re.IGNORECASE | re.MULTILINE) is not None


def record_of_round(here: Position, players: tuple[str, ...] = ()) -> TableRecord:
    """The record of a hand as far as it was played."""
    assert here.upcard is not None
    hands = tuple(_dealt(here, seat) for seat in range(here.rules.players))
    return TableRecord(here.rules, hands, here.upcard, here.dealer, here.steps, players)


def _dealt(here: Position, seat: int) -> CardSet:
    """The cards a player was dealt: what they hold and let go, less what came to them."""
    cards = list(here.hands[seat])
    came: list[Card] = []
    pile = [] if here.upcard is None else [here.upcard]
    for step in here.steps:
        move = step.move
        if move.kind is Kind.TAKE:
            taken, pile = pile[-move.count :], pile[: -move.count]
            came += taken if step.player == seat else []
        if move.card is not None and (move.kind is Kind.DISCARD or move.ends_hand):
            pile.append(move.card)
        if step.player != seat:
            continue
        came += [] if step.drawn is None else [step.drawn]
        cards += [] if move.card is None else [move.card]
        cards += move.melds[0] if move.kind is Kind.MELD else ()
    for card in came:
        cards.remove(card)
    return CardSet.from_cards(cards)


def replay_rounds(record: TableRecord) -> tuple[Position, ...]:
    """The hand before each move and after the last; raises InputError where it cannot be.

    The stock has the cards in the order in which they were drawn, then in that of the pack. Where
    a hand was not seen, it has any cards that it may have had.
    """
    _check_deal(record)
    here = opened_unseen(record.rules, record.hands, record.upcard, record.dealer)
    rounds = [here]
    ended = sum(step.move.kind is not Kind.LAY_OFF for step in record.steps)
    for number, step in enumerate(record.steps, start=1):
        shown = record.shown if number == ended else ()
        here = after_step(here, step, number, record.hidden, shown)
        rounds.append(here)
    _check_shown(record, here)
    return tuple(rounds)


def result_of(record: TableRecord, last: Position | None = None) -> Outcome | None:
    """Return how a hand ended; None while it goes on, and where cards that decide were never shown.

    `last` is the hand after its last move, where that is at hand.
    """
    last = last or replay_rounds(record)[-1]
    return last.outcome if last.outcome is not None and not unshown(record, last) else None


def unshown(record: TableRecord, last: Position) -> tuple[int, ...]:
    """The hidden players whose cards decide what a hand that is over comes to."""
    free = last.outcome is not None and last.outcome.kind in {Ended.VOID, Ended.MISDEAL}
    if free and last.rules.play is GameKind.KNOCK:
        return ()
    shown = record.shown or (NO_CARDS,) * last.rules.players
    return tuple(seat for seat in record.hidden if len(shown[seat]) != len(last.hands[seat]))


def choices_in(
    record: TableRecord, seats: Sequence[int] = ()
) -> Iterator[tuple[int, View, Action]]:
    """Each decision in which there was a choice: the number of the move, what its player saw, it.

    `seats` are those whose decisions are wanted; none means all whose cards were seen.
    """
    rounds = replay_rounds(record)
    wanted = {*(seats or range(record.rules.players))} - {*record.hidden}
    for number, (here, step) in enumerate(zip(rounds, record.steps, strict=False), start=1):
        if here.over or here.turn not in wanted:
            continue  # lay-offs are counted, not judged
        view = seen_by(here, here.turn)
        if len(view.legal_actions()) > 1:
            yield number, view, step.move


def _check_deal(record: TableRecord) -> None:
    cards = [record.upcard, *(card for hand in record.hands for card in hand)]
    number = record.rules.players - len(record.hidden)
    wanted = number * record.rules.cards + 1
    if len(record.hands) != record.rules.players or len(set(cards)) != wanted:
        raise InputError(
            f"{len(set(cards))} different cards are dealt, not {wanted}",
            where="the hands", hint="give each player's cards and the upcard, each once",
        )  # fmt: skip
    if not CardSet.from_cards(cards) <= record.rules.pack:
        raise InputError(
            "a joker is dealt that this game has not",
            where="the hands",
            hint="take it out, or name a game with jokers",
        )
    if any(hand and len(hand) != record.rules.cards for hand in record.hands):
        raise InputError(
            f"each player is dealt {record.rules.cards} cards",
            where="the hands",
            hint="give every hand that many, or ? where it was not seen",
        )


def _check_shown(record: TableRecord, last: Position) -> None:
    for seat, cards in enumerate(record.shown):
        held = len(last.hands[seat]) if last.over and seat in record.hidden else 0
        if cards and len(cards) != held:
            raise InputError(
                f"player {seat + 1} shows {counted_cards(len(cards))}, but has {held} to show",
                where=f"shown {seat + 1}",
                hint="give all that a hidden hand holds once the hand is over, or leave it out",
            )


def after_step(
    here: Position,
    step: Step,
    number: int,
    hidden: Sequence[int] = (),
    shown: Sequence[CardSet] = (),
) -> Position:
    """The hand after a move; of hidden players it is checked as far as it was seen.

    `shown` are the hands that are shown after this move, the last one.
    """
    where, move = f"move {number}", step.move
    if move.kind is Kind.LAY_OFF:
        with placed(where):
            if step.player in hidden:
                here = holding(here, step.player, move.off, hidden)
            return here.answered(step.player, move.off)
    if here.over or step.player != here.turn:
        whose = "the hand is over" if here.over else f"it is the turn of player {here.turn + 1}"
        raise InputError(
            f"`{move}` of player {step.player + 1}, but {whose}",
            where=where,
            hint="leave it out" if here.over else "look for a turn that is missing before it",
        )
    with placed(where):
        if move.kind is Kind.DRAW and step.drawn is not None:
            here = next_draw(here, step.drawn, hidden)
        elif move.kind is Kind.DRAW and hidden and step.player not in hidden:
            raise InputError("the card drawn is missing", hint="write it, as in: draw 5s")
        here = _as_seen(here, step, hidden, shown)
        if step.player not in hidden or any(shown[step.player : step.player + 1]):
            return here.apply(move)
        check_unseen(seen_by(here, step.player), move)
        return here.after_action(move.plain)


def _as_seen(
    here: Position, step: Step, hidden: Sequence[int], shown: Sequence[CardSet]
) -> Position:
    """The hand before a move, in which hidden players hold what that and they then show."""
    cards = cards_of(step.move)
    if step.player in hidden:
        here = holding(here, step.player, cards, hidden)
    fixed = NO_CARDS
    for seat, held in enumerate(shown):
        if held and seat in hidden:
            whole = held | cards if seat == step.player else held
            here = holding(here, seat, whole, hidden, fixed)
            fixed |= whole
    return here


def cards_of(move: Action) -> CardSet:
    """The cards of its player's that a move shows."""
    cards = NO_CARDS if move.card is None else CardSet(move.card.mask)
    if move.kind is Kind.MELD or move.ends_hand:
        for meld in move.melds:
            cards |= meld
    return cards


# ---------------------------------------------------------------- as text


def format_table_record(record: TableRecord) -> str:
    """Print a hand; `parse_table_record` reads the same hand from it."""
    lines = [f'[Game "{record.rules.name}"]']
    if record.players:
        names = " ".join(f'"{name}"' for name in record.players)
        lines.append(f"[Players {names}]")
    lines.append(f'[Dealer "{record.dealer + 1}"]')
    lines += [f'[Hand{seat} "{hand or "?"}"]' for seat, hand in enumerate(record.hands, start=1)]
    lines += [f'[Upcard "{record.upcard}"]', "", *format_turns(record.steps, "."), ""]
    lines += [f'[Shown{seat} "{hand}"]' for seat, hand in enumerate(record.shown, 1) if hand]
    result = result_of(record)
    if result is not None:
        lines += ["", f'[Points "{" ".join(map(str, result.points))}"]']
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip()


def parse_table_record(text: str) -> TableRecord:
    """Read a hand, and see that it could have been played so; raises InputError if not."""
    tags = {match[1].lower(): match for match in _TAG.finditer(text)}
    rules = parse_rules(_tag(tags, "game"))
    seats = range(1, rules.players + 1)
    hands = tuple(_hand_or_none(_tag(tags, f"hand{seat}"), f"hand {seat}") for seat in seats)
    shown = tuple(
        _hand_or_none(tags[f"shown{seat}"][2], f"shown {seat}")
        if f"shown{seat}" in tags
        else NO_CARDS
        for seat in seats
    )
    names = re.findall(r'"([^"]*)"', tags["players"][0]) if "players" in tags else []
    dealer = seat_of(_tag(tags, "dealer"), rules, "dealer")
    upcard = upcard_of(_tag(tags, "upcard"))
    steps = read_turns(_TAG.sub("", text), rules)
    record = TableRecord(
        rules, hands, upcard, dealer, steps, tuple(names), shown if any(shown) else ()
    )
    last = replay_rounds(record)[-1]
    result = result_of(record, last)
    if "points" in tags and (result is None or tags["points"][2] != _spaced(result.points)):
        open_end = "was not shown to its end" if last.over else "is not over"
        made = open_end if result is None else f"makes it {_spaced(result.points)}"
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


def seat_of(text: str, rules: Rules, where: str) -> int:
    """Read a seat, from 1 in texts and from 0 here; raises InputError for none of the game's."""
    if not text.strip().isdecimal() or not 1 <= int(text.strip()[:3]) <= rules.players:
        raise InputError(
            f"`{text}` is not a seat", where=where, hint=f"they are 1 to {rules.players}"
        )
    return int(text) - 1


def _hand_or_none(text: str, where: str) -> CardSet:
    """A hand, or no card where it says that nobody saw it."""
    return NO_CARDS if text.strip() in {"", "?"} else hand_of(text, where)


def hand_of(text: str, where: str) -> CardSet:
    """Read a hand; its InputError names the place."""
    with placed(where):
        return read_pack(text)


def upcard_of(text: str) -> Card:
    """Read the first upcard likewise."""
    with placed("upcard"):
        return pack_card(text.strip())


def read_turns(text: str, rules: Rules) -> tuple[Step, ...]:
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
        player = seat_of(match[1], rules, where)
        with placed(where):
            steps += [_step(player, word.strip()) for word in match[2].split(",")]
    return tuple(steps)


def _step(player: int, text: str) -> Step:
    word, _, card = text.partition(" ")
    if word == "draw":
        drawn = pack_card(card.strip()) if card.strip() not in {"", "?"} else None
        return Step(player, Action(Kind.DRAW), drawn)
    return Step(player, Action.of(text))


def encode_table_record(record: TableRecord) -> str:
    """The id of a hand, for addresses; `decode_table_record` gives it back."""
    return pack(RECORD_VERSION, format_table_record(record))


def decode_table_record(ident: str) -> TableRecord:
    """The hand that an id stands for; raises InputError if it was cut or altered."""
    return parse_table_record(unpack(RECORD_VERSION, ident))
