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
from analyzer.notation.outcomes._heard import UNKNOWN
from analyzer.notation.outcomes._one_end import MOST_KNOCKED
from analyzer.notation.records import Match, Record, format_record, parse_record
from analyzer.notation.records._check import LONGEST_NAME
from analyzer.notation.records.types import GUESSED
from analyzer.notation.results import format_result
from analyzer.notation.tales._ends import End, EndsTold, ends_told
from analyzer.notation.tales._evidence import EndEvidence

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
        return Match((_bare(*settled, _paying(settled[0], rules), why),))
    (hand, *more) = match.hands
    if (more and not all(map(_is_bare, match.hands))) or hand.in_moves or _is_counted(hand):
        return match
    told = ends_told(text, hand.rules)
    _check_knock(hand, told, text)
    is_bare = _is_bare(hand)
    settled = _settled(text, told, hand.rules) if is_bare else _by_rules(told)
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


Players = tuple[str, str]
"""The names of both; `?` of one whose name is not told."""


def _by_rules(ends: EndsTold) -> Settled | None:
    return None if ends.plain is None else (ends.plain, _players(ends.said))


def _settled(text: str, ends: EndsTold, rules: Rules) -> Settled | None:
    """The end that a text tells, with the players; None where none is plain.

    It is read by rules and by the net. Where the rules can't say, the net decides if it is sure;
    else, and where both differ, UnclearError asks.
    """
    by_rules, heard = _by_rules(ends), ends_heard(text, rules)
    by_net = [
        (End(each.kind, each.winner, each.points, each.bonus), each.players)
        for each in heard if each.cost < _MOST_COST
    ]  # fmt: skip
    if by_rules and by_net and heard[0].is_sure and _is_alike(by_rules, by_net[0]):
        by_rules = by_net[0]  # who knows more names
    if by_rules is not None and by_net and _agree(by_rules, by_net[0]):
        if heard[0].is_contradicted:
            raise ends.contradiction(text) or _unclear([by_rules], rules)
        return by_rules
    if by_rules is not None and not by_net:
        raise _unclear([by_rules], rules)
    if by_rules is None:
        if not by_net:
            return None
        if heard[0].is_sure:
            return by_net[0]
        if by_net[0][0].winner is None:  # hardly anything is said of an end
            return None
        raise ends.contradiction(text) or _unclear(by_net, rules)
    raise _unclear([by_rules, by_net[0]], rules)


def _same(first: Settled, second: Settled) -> bool:
    """Return True if two ends are alike but for whoever won."""
    return (first[0].kind, first[0].points) == (second[0].kind, second[0].points)


Settled = tuple[End, Players]
_MOST_COST: Final = 4.5
"""What costs more, words hardly say."""


def _unclear(ends: Sequence[Settled], rules: Rules) -> UnclearError:
    """A question for the end."""
    return UnclearError(
        InputError("how the hand ended is not plain", where="the end", hint="choose it"),
        dict.fromkeys(_wording(*each, rules) for each in ends),
    )


def _is_alike(by_rules: Settled, by_net: Settled) -> bool:
    """Return True if two readers tell the same end, of players that only the second names."""
    winner = by_rules[0].winner
    if winner is None or not _same(by_rules, by_net):
        return False
    if _agree(by_rules, by_net):
        return by_rules[1][winner] == UNKNOWN
    return winner == by_net[0].winner


def _agree(by_rules: Settled, by_net: Settled) -> bool:
    """Return True if two readers tell the same end, of the same player under any of their names."""
    (first, names), (second, others) = by_rules, by_net
    if not _same(by_rules, by_net):
        return False
    if first.winner is None or second.winner is None:
        return first.winner == second.winner
    mine, theirs = _words(names[first.winner]), _words(others[second.winner])
    if mine and theirs:
        return bool(mine & theirs)
    loser = _words(names[1 - first.winner]) & _words(others[1 - second.winner])
    return bool(loser) or (not mine | theirs and first.winner == second.winner)


def _words(name: str) -> set[str]:
    return {*name.lower().split()} - {"?", "you"}


def _wording(end: End, players: Players, rules: Rules) -> Wording:
    """An end as an answer, in words and as a record."""
    record = format_record(_bare(end, players, _paying(end, rules), "turns: left out"))
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
    return _bare(end, players, rules, "turns: left out, for they don't lead to this end")


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


def _bare(end: End, players: Players, rules: Rules, why: str) -> Record:
    """A hand of which only the end is known."""
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
