"""Import histories of OpenSpiel's gin_rummy: the lists of a state's actions, chance included.

Its numbers: 0 to 51 are cards (suits spades, clubs, diamonds, hearts; each from the ace), 52
takes the upcard, 53 draws, 54 passes, 55 knocks, from 56 on come the melds (each rank's sets
of three, first the one without spades, and its four; then the runs of three, four and five).
Player 0 is the non-dealer. A history is twenty cards dealt, the upcard, and then what was done
and drawn. After a knock come the discard, the melds and a pass; then the defender's cards laid
off and a pass (not after gin), melds and a pass.

Read are the numbers with any separators, a JSON list, a saved game and state, whose parameters
become rules, a playthrough, and a replay of Kaggle's Game Arena, the last of whose wrapped states
has the whole hand. Several of them in one text are several hands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card, CardSet, Rank
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import HAND, Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE, Mark, Source, clash, shortened
from analyzer.notation.facts import Said, SaidCards, each_once
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.files import LONGEST_MATCH, SHORTEST, TOLD
from analyzer.notation.records.types import Match

_SUITS = "scdh"
_TAKE, _DRAW, _PASS, _KNOCK, _MELDS = 52, 53, 54, 55, 56
LONGEST_FILE: Final = 8_000_000
"""Most characters of a file that a program writes of a game, with all that is around it."""
_STATES = re.compile(
    r"\[Game\]\s*(\S[^\n]*)\n\s*\[State\](?:\s*history=)?(.*?)"
    r"(?=\n\s*#|\nmove_number=|\[Meta\]|\[Game\]|\Z)",
    re.DOTALL,
)
_PLAYTHROUGH = re.compile(r"^game: (gin_rummy[^\n]*)$", re.MULTILINE)
_LISTS = re.compile(r"\[[\s,;\d]*\]|^[ \t,;\d]+$", re.MULTILINE)
_GOOD = re.compile(r"(?:-?\d:(?=\d)|[\s\[\],;\d])*")
_ACTION = re.compile(r"(?:-?\d:)?(\d+)")
_WRAPPED = "serializedGameAndState"
_GAME = "[Game]"
_PARAMETER = re.compile(r"(\w+)=([^,()\s]*)")


class _Step(NamedTuple):
    """One number of a history."""

    action: int
    mark: Mark


@lru_cache(maxsize=1)
def meld_numbers() -> dict[int, CardSet]:
    """The meld of each number from 56 on.

    >>> [str(meld_numbers()[number]) for number in (56, 60, 121, 240)]
    ['Ac Ad Ah', 'Ac Ad Ah As', 'As 2s 3s', '9h Th Jh Qh Kh']
    """
    melds: list[CardSet] = []
    for rank in Rank:
        four = [_card(suit * 13 + rank) for suit in range(4)]
        melds += [CardSet.from_cards(four).remove(card) for card in four]
        melds.append(CardSet.from_cards(four))
    for size in (3, 4, 5):
        for suit in range(4):
            melds += [
                CardSet.from_cards(_card(suit * 13 + low + step) for step in range(size))
                for low in range(14 - size)
            ]
    return dict(enumerate(melds, start=_MELDS))


def _card(number: int) -> Card:
    return Card.make(number % 13, "cdhs".index(_SUITS[number // 13]))


def read_file(text: str) -> Match:
    """The hands of histories; raises InputError that names the action which cannot be.

    >>> dealt = list(range(20)) + [51]
    >>> record = read_file(str([*dealt, 54, 52, 19])).hands[0]
    >>> str(record.hands[0]), str(record.upcard), record.dealer, len(record.turns)
    ('As 2s 3s 4s 5s 6s 7s 8s 9s Ts', 'Kh', 1, 2)
    """
    files = _replays(text) if _WRAPPED in text else [_File(text, None, [])]
    return drafts_to_match([draft for file in files for draft in _drafts(file)])


class _File(NamedTuple):
    """A text with histories, and what else is known of them."""

    text: str
    players: tuple[str | None, str | None] | None
    tags: list[tuple[str, str]]


def _replays(text: str) -> Iterator[_File]:
    """The last wrapped state of each replay, the players, and those who forfeited."""
    Source(text, LONGEST_FILE)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "this replay is not whole", where="JSON", hint="download the file once more"
        ) from error
    for replay in document if isinstance(document, list) else [document]:
        *_, state = ["", *_wrapped(replay)]
        names = _in(replay, "info", "TeamNames")
        named = isinstance(names, list) and len(names) == 2 and all(map(_is_name, names))
        out = " and ".join(_shut_out(_in(replay, "steps", -1)))
        yield _File(state, tuple(names) if named else None, [("Forfeit", out)] if out else [])


def _in(value: Any, *path: str | int) -> Any:
    """The part of a document at a path; None where it has none."""
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _shut_out(seats: Any) -> Iterator[str]:
    """The players who forfeited a hand: an illegal move is *done* there, for a reward of −1."""
    if _in(seats, 0, "observation", "isTerminal") is False:
        for player, seat in enumerate(seats, start=1):
            lost = _in(seat, "status") == "DONE" and _in(seat, "reward") == -1
            if lost or _in(seat, "status") in {"INVALID", "TIMEOUT", "ERROR"}:
                yield f"player {player}"


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 40 and value.isprintable()


def _wrapped(value: Any) -> Iterator[str]:
    """The states in a document, in order."""
    if isinstance(value, list):
        for part in value:
            yield from _wrapped(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key == _WRAPPED and isinstance(part, str) and "[State]" in part:
                yield part
            else:
                yield from _wrapped(part)


def _drafts(file: _File) -> Iterator[RecordDraft]:
    """The draft of each history of a text."""
    source = Source(file.text, LONGEST_FILE if "[" in file.text else LONGEST_MATCH)
    for game, (start, end) in _parts(file.text):
        rules = PRESETS["openspiel"] if game is None else _rules(game)
        draft = _History(tuple(_steps(source, start, end)), rules).draft()
        draft.tags = file.tags
        draft.players = None if file.players is None else Said(file.players)
        yield draft


_Part = tuple[str | None, tuple[int, int]]


def _parts(text: str) -> list[_Part]:
    """The game, where it is named, and the place of each history; of a playthrough the last."""
    parts: list[_Part] = [(match[1], match.span(2)) for match in _STATES.finditer(text)]
    begun = list(_PLAYTHROUGH.finditer(text))
    ends = [*(match.start() for match in begun), len(text)][1:]
    for match, end in zip(begun, ends, strict=True):
        at = text.rfind(TOLD, match.end(), end)
        if at >= 0:
            parts.append((match[1], (at + len(TOLD), text.find("]", at + len(TOLD), end))))
    if not parts:
        parts.extend((None, span) for span in _lists(text))
    return parts


def _lists(text: str) -> list[tuple[int, int]]:
    """The places of several lists, each long enough to be a hand, or that of the whole text."""
    lists = [match.span() for match in _LISTS.finditer(text) if re.search(r"\d", match.group())]
    whole = all(len(re.findall(r"\d+", text[start:end])) >= SHORTEST for start, end in lists)
    between = _LISTS.sub("", text).strip(" \t\r\n[],;")
    return lists if len(lists) > 1 and whole and not between else [(0, len(text))]


_FIELDS = {
    "gin_bonus": "gin_bonus", "undercut_bonus": "undercut_bonus", "knock_card": "knock_limit"
}  # fmt: skip
_ONLY = {"hand_size": "10", "num_ranks": "13", "num_suits": "4"}


def _rules(game: str) -> Rules:
    """The rules of a game with its parameters, such as ``gin_rummy(gin_bonus=20)``.

    With ``oklahoma`` the upcard alone sets the limit, whatever ``knock_card`` is.
    """
    given = dict(_PARAMETER.findall(game))
    if not game.strip().startswith("gin_rummy"):
        raise InputError(
            f"`{shortened(game.strip())}` is a different game", where=_GAME, hint="use gin_rummy"
        )
    for name in sorted(given.keys() - _FIELDS.keys() - {"oklahoma"}):
        if given[name] != (only := _ONLY.get(name)):
            raise InputError(
                f"`{name}={shortened(given[name])}` is not supported here",
                where=_GAME, hint=f"{name}={only} is" if only else "leave it out",
            )  # fmt: skip
    rules = PRESETS["openspiel"]
    numbers = {_FIELDS[name]: _number(name, given[name]) for name in given if name in _FIELDS}
    if given.get("oklahoma", "false").lower() == "true":
        numbers = {**numbers, "knock_limit": rules.knock_limit, "knock_by_upcard": True}
    changes = {name: number for name, number in numbers.items() if number != getattr(rules, name)}
    return rules.override(**changes) if changes else rules


def _number(name: str, written: str) -> int:
    if re.fullmatch(r"[0-9]{1,4}", written) is None:
        raise InputError(
            f"`{name}={shortened(written)}` is not a number from 0 on",
            where=_GAME, hint="write points, as in gin_bonus=25",
        )  # fmt: skip
    return int(written)


def _steps(source: Source, start: int, end: int) -> Iterator[_Step]:
    """The actions between two places, without the player that may stand before each (`0:52`)."""
    good = _GOOD.match(source.text, start, end)
    stranger = start if good is None else good.end()
    if stranger < end:
        message = f"`{source.text[stranger]}` does not belong in a history"
        hint = "a history is a list of numbers from 0 to 240"
        raise source.error(stranger, stranger + 1, message, hint)
    for number, match in enumerate(_ACTION.finditer(source.text, start, end), start=1):
        mark = Mark(span=match.span(1), path=f"action {number}")
        if len(match[1]) > 3 or int(match[1]) >= _MELDS + len(meld_numbers()):
            raise clash(
                f"`{match[1][:24]}` is not an action", mark, hint="the numbers are 0 to 240"
            )
        yield _Step(int(match[1]), mark)


@dataclass(slots=True)
class _History:
    """Goes through the numbers and notes what they say; the referee judges it."""

    steps: tuple[_Step, ...]
    rules: Rules
    at: int = 0
    hands: list[CardSet] = field(default_factory=lambda: [NO_CARDS, NO_CARDS])
    top: Card | None = None

    def draft(self) -> RecordDraft:
        """Return what the history says."""
        first = [self._cards_dealt(player) for player in (0, 1)]
        upcard = self._next("the upcard")
        self.top = self._as_card(upcard)
        draft = RecordDraft(
            rules=Said(self.rules), dealer=Said(1), upcard=Said(self.top, upcard.mark)
        )
        draft.hands = [first[0], first[1]]
        player = 0
        while self.at < len(self.steps):
            play = self._play(player)
            draft.turns.append(play)
            if play.knocks:
                draft.spreads = self._showdown(player, play.mark)
                break
            player = 1 - player
        if self.at < len(self.steps):
            mark = self.steps[self.at].mark
            raise clash("the hand is over, but an action follows", mark, hint="give one hand")
        return draft

    def _next(self, what: str) -> _Step:
        if self.at == len(self.steps):
            last = self.steps[-1].mark if self.steps else NOWHERE
            raise clash(f"the history ends before {what}", last, hint="copy it whole")
        self.at += 1
        return self.steps[self.at - 1]

    def _as_card(self, step: _Step) -> Card:
        if step.action >= _TAKE:
            raise clash(f"`{step.action}` is not a card", step.mark, hint="the cards are 0 to 51")
        return _card(step.action)

    def _cards_dealt(self, player: int) -> SaidCards:
        steps = (self._next(f"the cards of player {player} are dealt") for _ in range(HAND))
        dealt = (SaidCards((self._as_card(step),), {}, step.mark) for step in steps)
        marks = each_once(dealt, "dealt")
        self.hands[player] = CardSet.from_cards(marks)
        return SaidCards(tuple(marks), marks, next(iter(marks.values())))

    def _play(self, player: int) -> SaidTurn:
        """One turn: the offer, what was drawn, what was discarded."""
        step = self._next("a turn")
        knocks = step.action == _KNOCK  # with the last discard, at the wall
        if step.action == _PASS:
            return SaidTurn(Turn.PASS, mark=step.mark, player=player)
        if step.action == _DRAW:
            turn, card = Turn.DRAW, self._as_card(self._next("the card drawn"))
        elif step.action == _TAKE or knocks:
            assert self.top is not None
            turn, card = Turn.TAKE, self.top
        else:
            raise clash(
                f"`{step.action}` is not possible here", step.mark,
                hint="52 takes the upcard, 53 draws, 54 passes",
            )  # fmt: skip
        self.hands[player] = self.hands[player].add(card)
        if not knocks and self.at == len(self.steps):
            return SaidTurn(turn, card, mark=step.mark, player=player)
        discarded = self._next("a card is discarded")
        if discarded.action == _KNOCK and not knocks:
            knocks, discarded = True, self._next("a card is discarded")
        self.top = self._as_card(discarded)
        self.hands[player] = self.hands[player].remove(self.top)
        return SaidTurn(turn, card, self.top, discarded.mark, knocks=knocks, player=player)

    def _showdown(self, knocker: int, mark: Mark) -> list[SaidSpread]:
        """The knocker's melds up to a pass, then whatever the defender did."""
        rest = self.steps[self.at :]
        self.at = len(self.steps)
        cut = next((i for i, step in enumerate(rest) if step.action == _PASS), len(rest))
        spreads = [self._spread(knocker, rest[:cut], mark)]
        if len(rest) > cut + 1:
            spreads.append(self._spread(1 - knocker, rest[cut + 1 :], rest[cut].mark))
        return spreads

    def _spread(self, player: int, steps: tuple[_Step, ...], mark: Mark) -> SaidSpread:
        groups, off, left = [], [], self.hands[player]
        marks: dict[Card, Mark] = {}
        for step in steps:
            if step.action >= _MELDS:
                meld = meld_numbers()[step.action]
                groups.append(SaidCards(tuple(meld), {}, step.mark))
                left -= meld
            elif step.action < _TAKE:
                off.append(_card(step.action))
                left, marks[off[-1]] = left.remove(off[-1]), step.mark
            elif step.action != _PASS:
                raise clash(
                    f"`{step.action}` is neither a meld nor a card",
                    step.mark,
                    hint="after a knock come melds and passes",
                )
        return SaidSpread(
            tuple(groups),
            SaidCards(tuple(left), {}, mark),
            SaidCards(tuple(off), marks, mark),
            mark,
        )
