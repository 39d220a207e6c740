"""Hands of several players, with jokers, or of mahjong gin: written and read.

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

What could not have been played is refused.
"""

from __future__ import annotations

import re

from analyzer.errors import InputError, placed
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import pack_card
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.table import Step
from analyzer.notation._packed import pack, unpack
from analyzer.notation._seats import format_turns
from analyzer.notation.cards import read_pack
from analyzer.notation.numbers import counted_are
from analyzer.notation.records.files import UNSEEN
from analyzer.notation.records.positions import answers_in, outcome_of, play_out, told_turns
from analyzer.notation.records.types import Record

RECORD_VERSION = "h1"
_TAG = re.compile(r'^[ \t]*\[(\w+)\s+"([^"\n]*)"((?:\s+"[^"\n]*")*)\]\s*$', re.MULTILINE)
_TURN = re.compile(r"^[ \t]*(\d)[.:]\s*(.+?)\s*$", re.MULTILINE)


def format_game_record(record: Record) -> str:
    """Print a hand; `parse_game_record` reads the same hand from it."""
    lines = [f'[Game "{record.rules.name}"]']
    if any(record.players):
        names = " ".join(f'"{name or UNSEEN}"' for name in record.players)
        lines.append(f"[Players {names}]")
    lines.append(f'[Dealer "{record.dealer + 1}"]')
    lines += [f'[Hand{seat} "{hand or UNSEEN}"]' for seat, hand in enumerate(record.hands, start=1)]
    lines += [f'[Upcard "{record.upcard}"]', "", *format_turns(record.steps, "."), ""]
    lines += [f'[Shown{seat} "{hand}"]' for seat, hand in enumerate(record.shown, 1) if hand]
    outcome = outcome_of(record)
    if outcome is not None:
        lines += ["", f'[Points "{_spaced(outcome.points)}"]']
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip()


def parse_game_record(text: str) -> Record:
    """Read a hand, and see that it could have been played so; raises InputError if not.

    >>> from analyzer.game.position import deal
    >>> from analyzer.notation.records.positions import record_of
    >>> record = record_of(deal(parse_rules("three-hand"), seed=1))
    >>> parse_game_record(format_game_record(record)) == record
    True
    """
    tags = {match[1].lower(): match for match in _TAG.finditer(text)}
    rules = parse_rules(_tag(tags, "game"))
    seats = range(1, rules.players + 1)
    hands = tuple(_hand_or_none(_tag(tags, f"hand{seat}"), f"hand {seat}") for seat in seats)
    shown = tuple(
        _hand_or_none(tags[f"shown{seat}"][2] if f"shown{seat}" in tags else "", f"shown {seat}")
        or NO_CARDS
        for seat in seats
    )
    dealer = seat_of(_tag(tags, "dealer"), rules, "dealer")
    upcard = upcard_of(_tag(tags, "upcard"))
    steps = read_turns(_TAG.sub("", text), rules)
    shown = shown if any(shown) else ()
    last = play_out(rules, hands, upcard, dealer, steps, shown)[-1]
    record = Record(
        rules, hands, upcard, told_turns(last.played, steps), dealer, players=_names(tags, rules),
        in_moves=True, answers=answers_in(steps), shown=shown,
    )  # fmt: skip
    if "points" in tags:
        _check_points(tags["points"][2], record, last)
    return record


def _names(tags: dict[str, re.Match[str]], rules: Rules) -> tuple[str | None, ...]:
    names = re.findall(r'"([^"]*)"', tags["players"][0]) if "players" in tags else []
    if len(names) not in {0, rules.players}:
        raise InputError(
            f"{counted_are(len(names), 'name')} given",
            where="players", hint=f"name all {rules.players}, with ? for one that is not known",
        )  # fmt: skip
    return tuple(
        None if name in {"", UNSEEN} else name for name in names or [UNSEEN] * rules.players
    )


def _check_points(said: str, record: Record, last: Position) -> None:
    outcome = outcome_of(record, last)
    if outcome is None or said != _spaced(outcome.points):
        open_end = "was not shown to its end" if last.over else "is not over"
        made = open_end if outcome is None else f"makes it {_spaced(outcome.points)}"
        raise InputError(
            f"the points are said to be {said}, but the hand {made}",
            where="points",
            hint="correct them, or leave them out",
        )


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


def _hand_or_none(text: str, where: str) -> CardSet | None:
    """A hand; None where it says that nobody saw it."""
    return None if text.strip() in {"", UNSEEN} else hand_of(text, where)


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
        drawn = pack_card(card.strip()) if card.strip() not in {"", UNSEEN} else None
        return Step(player, Action(Kind.DRAW), drawn)
    return Step(player, Action.of(text))


def encode_record(record: Record) -> str:
    """The id of a hand, for addresses; `decode_record` gives it back."""
    return pack(RECORD_VERSION, format_game_record(record))


def decode_record(ident: str) -> Record:
    """The hand that an id stands for; raises InputError if it was cut or altered."""
    return parse_game_record(unpack(RECORD_VERSION, ident))
