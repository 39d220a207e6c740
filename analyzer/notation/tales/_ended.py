"""A game told in short as a record: its end, beside the turns as far as they were understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.rules import PRESETS, Rules, parse_rules
from analyzer.game.scoring import Ended, Scored
from analyzer.notation._score_clauses import check_game
from analyzer.notation._source import Source
from analyzer.notation.encoder.tokens import in_digits
from analyzer.notation.outcomes import End, disagreement, ends_heard
from analyzer.notation.outcomes._one_end import MOST_KNOCKED
from analyzer.notation.records import Match, Record, format_record, parse_record
from analyzer.notation.records._check import LONGEST_NAME
from analyzer.notation.records.files import LONGEST_MATCH
from analyzer.notation.records.types import GUESSED
from analyzer.notation.results import format_result
from analyzer.notation.tales._rows import listen_to_rows
from analyzer.notation.tales._teller import listen
from analyzer.notation.tales._weighing import ASK, LIKELY, READ, Players, Settled, weighed

_FIELDS: Final = {Ended.GIN: "gin", Ended.BIG_GIN: "big_gin", Ended.UNDERCUT: "undercut"}
_KNOCKED: Final = re.compile(r"(?i)knock\w*\s+(?:with|w/)\s*(\d{1,2})(?!\d)")


def with_end(text: str, usual: Rules | None, read: Callable[[], Match]) -> Match:
    """The game that `read` makes of a text, or its end alone, where one is told plainly.

    Raises what `read` raises where the text tells none.
    """
    try:
        match = read()
    except UnclearError:
        raise
    except InputError as error:
        check_game(text)
        rules = usual or PRESETS["standard"]
        settled = None if _is_dealt(text) else _settled(text, rules)
        if settled is None:
            raise  # the turns are told too, and one is wrong
        why = f"turns: left out, for {error.message}"
        return Match((bare(settled, rules, why),))
    (hand, *more) = match.hands
    if (more and not all(map(_is_bare, match.hands))) or hand.in_moves or _is_counted(hand):
        return match
    _check_knock(hand, text)
    is_bare = _is_bare(hand)
    settled = _settled(text, hand.rules, may_ask=is_bare or _is_open(hand))
    if settled is None and (wrong := _contradiction(text, hand.rules)) is not None:
        raise wrong
    if is_bare:
        check_game(text)
        if settled is None:
            line = text.rstrip().rfind("\n") + 1
            raise InputError("who won the hand, and with how many, is not plain", where="the end",
                             hint="say it as in: Ann knocks with 4, Bob has 20, 16 to Ann",
                             span=(line, len(text.rstrip())))  # fmt: skip
    if settled is None or _is_same(hand.result, settled[0]):
        return match
    return Match((_ended(hand, *settled, _paying(settled[0], hand.rules)),))


def _is_dealt(text: str) -> bool:
    """True of a text that tells what a hand was dealt, and so its turns."""
    source = Source(text, LONGEST_MATCH)
    return any(any(hand.dealt) for hand in (listen_to_rows(source) or listen(source)).hands)


def _settled(text: str, rules: Rules, *, may_ask: bool = True) -> Settled | None:
    """The end that a text tells, with the players; None where none is likely.

    Raises UnclearError, a question, where none is likely enough, and InputError where the numbers
    contradict each other; neither without `may_ask`.
    """
    options = weighed(text, ends_heard(text, rules))
    if options and may_ask and (wrong := _contradiction(text, rules)) is not None:
        raise wrong
    if options and options[0].chance > READ:
        return options[0].settled
    if not may_ask:
        return None
    likely = [each.settled for each in options if each.chance > ASK]
    if not likely or options[0].chance < LIKELY:
        return None
    raise _unclear(likely, rules)


def _contradiction(text: str, rules: Rules) -> InputError | None:
    """The error where the points that are told are not what the other numbers make."""
    if (found := disagreement(text, rules)) is None:
        return None
    told, span, made = found
    return InputError(
        f"{told} is told, but the other numbers make {made}",
        where=f"line {text.count(chr(10), 0, span[0]) + 1}",
        hint="correct the deadwood or the points", span=span,
    )  # fmt: skip


def _unclear(ends: Sequence[Settled], rules: Rules) -> UnclearError:
    """A question for the end."""
    return UnclearError(
        InputError("how the hand ended is not plain", where="the end", hint="choose it"),
        dict.fromkeys(_wording(*each, rules) for each in ends),
    )


def _wording(end: End, players: Players, rules: Rules) -> Wording:
    """An end as an answer, in words and as a record."""
    record = format_record(bare((end, players), rules, "turns: left out"))
    if end.winner is None:
        return Wording("nobody won the hand", record)
    name = players[end.winner].replace("?", ("you", "the opponent")[end.winner])
    return Wording(f"{name}: {end.kind}, {end.points} points", record)


def _check_knock(hand: Record, text: str) -> None:
    """Raise InputError where somebody knocks with more than may be left."""
    limit = hand.rules.knock_limit
    for knocked in _KNOCKED.finditer(in_digits(text)):
        above = int(knocked[1]) > max(limit, MOST_KNOCKED)
        if above and (hand.result is None or hand.result.kind is Ended.KNOCK):
            raise InputError(
                f"a knock with {knocked[1]} is above the limit of {limit}",
                where="the end", hint="correct the deadwood, or name the limit you play by",
                span=knocked.span(1),
            )  # fmt: skip


def _is_counted(hand: Record) -> bool:
    """True of a hand that was played to its end with all cards in sight."""
    return hand.result is not None and None not in hand.hands


def _is_bare(hand: Record) -> bool:
    """True of a hand of which no card is known but perhaps the upcard, and no turn."""
    spread = None if hand.showdown is None else hand.showdown.spread
    cards = any(turn.card or turn.discarded for turn in hand.turns)
    return hand.hands == (None, None) and not cards and spread is None


def _is_open(hand: Record) -> bool:
    """True of turns without an end, and without a hand."""
    return hand.result is None and hand.hands == (None, None) and not hand.later


def _paying(end: End, rules: Rules) -> Rules:
    """The rules with the bonus of an end."""
    field = _FIELDS.get(end.kind)
    if field and end.bonus != getattr(rules, f"{field}_bonus"):
        return parse_rules(f"{rules.name},{field}={end.bonus}")
    return rules


def _is_same(result: Scored | None, end: End) -> bool:
    return result is not None and (result.kind, result.winner, result.points) == end[:3]


def _ended(hand: Record, end: End, players: Players, rules: Rules) -> Record:
    """The hand with its end, behind turns that are left out where they have to be."""
    lines = format_record(hand).splitlines()
    tags = [line for line in lines if line.startswith("[") and not line.startswith(_OURS)]
    turns = [line for line in lines if line[:1].isdigit() and line.partition(" ")[0][-1:] == "."]
    if not any(hand.players):
        tags += _names(players)
    for last in _endings(end, len(turns), hand.turns[-1].player if hand.turns else None):
        with suppress(InputError):
            head = [f'[Rules "{rules.name}"]', *tags, ""]
            record = parse_record("\n".join((*head, *turns, *last, _tag(end))))
            if _is_same(record.result, end):
                return record
    return bare((end, players), rules, "turns: left out, for they don't lead to this end")


_OURS: Final = ("[Result", "[Rules")


def _endings(end: End, turns: int, last: int | None) -> Iterator[list[str]]:
    """Ways to go on behind some turns: none, the last one, or some that nobody tells."""
    knock = "+? !!" if end.kind is Ended.BIG_GIN else "+? -?!"
    for missing in (None, 0, 1, 2):
        gaps = [f"{turns + at}. ??" for at in range(1, (missing or 0) + 1)]
        if end.winner is None and missing:
            yield gaps
        elif missing is None:
            yield []
        elif last is None or (last + missing + 1) % 2 == _knocker(end):
            yield [*gaps, f"{turns + missing + 1}. {knock}"]


def _knocker(end: End) -> int:
    winner = end.winner or 0
    return 1 - winner if end.kind is Ended.UNDERCUT else winner


def _tag(end: End) -> str:
    return f'[Result "{format_result(Scored(*end[:3]))}"]'


def bare(settled: Settled, rules: Rules, why: str) -> Record:
    """A hand of which only the end is known."""
    end, players = settled
    rules = _paying(end, rules)
    why = why.replace('"', "'").replace("\n", " ")[:LONGEST_NAME].strip()
    last = [f"{at}. {turn}" for at, turn in enumerate(("p", "p", "??", "??"), start=1)]
    if end.winner is not None:
        last.append("5. +? !!" if end.kind is Ended.BIG_GIN else "5. +? -?!")
    head = [
        f'[Rules "{rules.name}"]', f'[Dealer "{2 - _knocker(end)}"]', *_names(players),
        '[Hand1 "?"]', '[Hand2 "?"]', '[Upcard "??"]', f'[{GUESSED} "{why}"]', "",
    ]  # fmt: skip
    return parse_record("\n".join((*head, *last, _tag(end))))


def _names(players: Players) -> list[str]:
    return [] if players == ("?", "?") else [f'[Players "{players[0]}" "{players[1]}"]']
