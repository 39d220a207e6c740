"""A game told in short as a record: its end, beside the turns as far as they were understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.rules import PRESETS, Rules, parse_rules
from analyzer.game.scoring import Ended, Scored
from analyzer.notation._score_clauses import check_game
from analyzer.notation.outcomes import ends_heard
from analyzer.notation.outcomes._one_end import MOST_KNOCKED
from analyzer.notation.records import Match, Record, format_record, parse_record
from analyzer.notation.records._check import LONGEST_NAME
from analyzer.notation.records.types import GUESSED
from analyzer.notation.results import format_result
from analyzer.notation.tales._ends import End, EndsTold, ends_told
from analyzer.notation.tales._evidence import EndEvidence
from analyzer.notation.tales._weighing import ASK, LIKELY, READ, Players, Settled, weighed

_FIELDS: Final = {Ended.GIN: "gin", Ended.BIG_GIN: "big_gin", Ended.UNDERCUT: "undercut"}


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
        told = ends_told(text, rules)
        settled = None if told.said.dealt else _settled(text, told, rules)
        if settled is None:
            raise  # the turns are told too, and one is wrong
        why = f"turns: left out, for {error.message}"
        return Match((bare(settled, rules, why),))
    (hand, *more) = match.hands
    if (more and not all(map(_is_bare, match.hands))) or hand.in_moves or _is_counted(hand):
        return match
    told = ends_told(text, hand.rules)
    _check_knock(hand, told, text)
    is_bare = _is_bare(hand)
    settled = _settled(text, told, hand.rules) if is_bare else by_rules(told)
    if settled is None and (wrong := told.contradiction(text)) is not None:
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


def by_rules(ends: EndsTold) -> Settled | None:
    """The end that rules find; None where none is plain."""
    return None if ends.plain is None else (ends.plain, _players(ends.said))


def _settled(text: str, ends: EndsTold, rules: Rules) -> Settled | None:
    """The end that a text tells, with the players; None where none is likely.

    Raises UnclearError, a question, where none is likely enough, and InputError where the numbers
    of the likeliest contradict each other.
    """
    options = weighed(text, by_rules(ends), ends_heard(text, rules))
    if options and options[0].chance > READ:
        return options[0].settled
    likely = [each.settled for each in options if each.chance > ASK]
    if not likely or options[0].chance < LIKELY:
        return None
    raise ends.contradiction(text) or _unclear(likely, rules)


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
    """True of a hand of which no card is known but perhaps the upcard, and no turn."""
    spread = None if hand.showdown is None else hand.showdown.spread
    cards = any(turn.card or turn.discarded for turn in hand.turns)
    return hand.hands == (None, None) and not cards and spread is None


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


def _players(said: EndEvidence) -> Players:
    names = (*said.names, "?", "?")
    return ("You" if said.you else "?", names[0]) if said.has_me else (names[0], names[1])
