"""A game told in short as a record: its end, beside the turns as far as they were understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, Rules, parse_rules
from analyzer.game.scoring import Ended, Scored
from analyzer.notation._score_clauses import check_game
from analyzer.notation.records import Match, Record, format_record, parse_record
from analyzer.notation.records._check import LONGEST_NAME
from analyzer.notation.records.types import GUESSED
from analyzer.notation.results import format_result
from analyzer.notation.tales._ends import End, EndsTold, ends_told
from analyzer.notation.tales._evidence import MOST_KNOCKED, EndEvidence

_FIELDS: Final = {Ended.GIN: "gin", Ended.BIG_GIN: "big_gin", Ended.UNDERCUT: "undercut"}


def with_end(text: str, usual: Rules | None, read: Callable[[], Match]) -> Match:
    """The game that `read` makes of a text, or its end alone, where one is told plainly.

    Raises what `read` raises where the text tells none.
    """
    try:
        match = read()
    except InputError as error:
        check_game(text)
        rules = usual or PRESETS["standard"]
        told = ends_told(text, rules)
        end = told.plain
        if end is None or told.said.dealt:
            raise  # the turns are told too, and one is wrong
        why = f"turns: left out, for {error.message}"
        return Match((_bare(end, told.said, _paying(end, rules), why),))
    (hand, *more) = match.hands
    if (more and not all(map(_is_bare, match.hands))) or hand.in_moves or _is_counted(hand):
        return match
    told = ends_told(text, hand.rules)
    _check_knock(hand, told, text)
    end = told.plain
    if end is None and (wrong := told.contradiction(text)) is not None:
        raise wrong
    if end is None and _is_bare(hand) and told.is_any:
        line = text.rstrip().rfind("\n") + 1
        raise InputError("who won the hand, and with how many, is not plain", where="the end",
                         hint="say it as in: Ann knocks with 4, Bob has 20, 16 to Ann",
                         span=(line, len(text.rstrip())))  # fmt: skip
    if end is None or _is_same(hand.result, end):
        return match
    return Match((_ended(hand, end, told.said, _paying(end, hand.rules)),))


def _check_knock(hand: Record, ends: EndsTold, text: str) -> None:
    """Raise InputError where somebody knocks with more than may be left."""
    limit = hand.rules.knock_limit
    knocked = ends.limit_passed(text, max(limit, MOST_KNOCKED))
    if knocked is not None and (hand.result is None or hand.result.kind is Ended.KNOCK):
        raise InputError(
            f"a knock with {knocked.values[0]} is above the limit of {limit}",
            where="the end", hint="correct the deadwood, or name the limit you play by",
            span=(knocked.place, knocked.place + len(str(knocked.values[0]))),
        )  # fmt: skip


def _is_counted(hand: Record) -> bool:
    """True of a hand that was played to its end with all cards in sight."""
    return hand.result is not None and None not in hand.hands


def _is_bare(hand: Record) -> bool:
    """True of a hand of which no card is known."""
    return hand.hands == (None, None) and hand.upcard is None and hand.result is None


def _paying(end: End, rules: Rules) -> Rules:
    """The rules with the bonus of an end."""
    field = _FIELDS.get(end.kind)
    if field and end.bonus != getattr(rules, f"{field}_bonus"):
        return parse_rules(f"{rules.name},{field}={end.bonus}")
    return rules


def _is_same(result: Scored | None, end: End) -> bool:
    return result is not None and (result.kind, result.winner, result.points) == end[:3]


def _ended(hand: Record, end: End, said: EndEvidence, rules: Rules) -> Record:
    """The hand with its end, behind turns that are left out where they have to be."""
    lines = format_record(hand).splitlines()
    tags = [line for line in lines if line.startswith("[") and not line.startswith(_OURS)]
    turns = [line for line in lines if line[:1].isdigit() and line.partition(" ")[0][-1:] == "."]
    if not any(hand.players):
        tags += _names(said)
    for last in _endings(end, len(turns), hand.turns[-1].player if hand.turns else None):
        with suppress(InputError):
            head = [f'[Rules "{rules.name}"]', *tags, ""]
            record = parse_record("\n".join((*head, *turns, *last, _tag(end))))
            if _is_same(record.result, end):
                return record
    return _bare(end, said, rules, "turns: left out, for they don't lead to this end")


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


def _bare(end: End, said: EndEvidence, rules: Rules, why: str) -> Record:
    """A hand of which only the end is known."""
    why = why.replace('"', "'").replace("\n", " ")[:LONGEST_NAME].strip()
    last = [f"{at}. {turn}" for at, turn in enumerate(("p", "p", "??", "??"), start=1)]
    if end.winner is not None:
        last.append("5. +? !!" if end.kind is Ended.BIG_GIN else "5. +? -?!")
    head = [
        f'[Rules "{rules.name}"]', f'[Dealer "{2 - _knocker(end)}"]', *_names(said),
        '[Hand1 "?"]', '[Hand2 "?"]', '[Upcard "??"]', f'[{GUESSED} "{why}"]', "",
    ]  # fmt: skip
    return parse_record("\n".join((*head, *last, _tag(end))))


def _names(said: EndEvidence) -> list[str]:
    names = (*said.names, "?", "?")
    players = ("You" if said.you else "?", names[0]) if said.has_me else names
    return [] if players[:2] == ("?", "?") else [f'[Players "{players[0]}" "{players[1]}"]']
