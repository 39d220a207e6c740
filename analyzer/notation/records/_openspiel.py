"""Import a history of OpenSpiel's gin_rummy: the list of a state's actions, chance included.

Its numbers: 0 to 51 are cards (suits spades, clubs, diamonds, hearts; each from the ace), 52
takes the upcard, 53 draws, 54 passes, 55 knocks, from 56 on come the melds (each rank's sets
of three, first the one without spades, and its four; then the runs of three, four and five).
Player 0 is the non-dealer. A history is twenty cards dealt, the upcard, and then what was done
and drawn. After a knock come the discard, the melds and a pass; then the defender's cards laid
off and a pass (not after gin), melds and a pass.

Read are the numbers with any separators, a JSON list, and a saved game and state, whose
parameters become rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card, CardSet, Rank
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import HAND, Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE, Mark, Source, clash, shortened
from analyzer.notation.facts import Said, SaidCards, each_once
from analyzer.notation.records._check import checked
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records.types import Record

_SUITS = "scdh"
_TAKE, _DRAW, _PASS, _KNOCK, _MELDS = 52, 53, 54, 55, 56
_LONGEST = 20_000
_STATE = re.compile(r"\[Game\]\s*(?P<game>\S[^\n]*)\n\s*\[State\](?P<state>.*)", re.DOTALL)
_LIST = re.compile(r"[\s\[\],;\d]*")
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


def looks_like_history(text: str) -> bool:
    """True if a text can only be such a history, not a text of cards."""
    if "[State]" in text and "gin_rummy" in text:
        return True
    return (
        len(text) <= _LONGEST and len(re.findall(r"\d+", text)) > 20 and bool(_LIST.fullmatch(text))
    )


def read_openspiel(text: str) -> Record:
    """The record of a history; raises InputError that names the action which cannot be.

    >>> dealt = list(range(20)) + [51]
    >>> record = read_openspiel(str([*dealt, 54, 52, 19]))
    >>> str(record.hands[0]), str(record.upcard), record.dealer, len(record.turns)
    ('As 2s 3s 4s 5s 6s 7s 8s 9s Ts', 'Kh', 1, 2)
    """
    source = Source(text, _LONGEST)
    saved = _STATE.search(text)
    rules = _rules(saved["game"]) if saved else PRESETS["openspiel"]
    start = saved.start("state") if saved else 0
    return checked(_History(tuple(_steps(source, start)), rules).draft())


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


def _steps(source: Source, start: int) -> Iterator[_Step]:
    body = source.text[start:]
    stranger = re.search(r"[^\s\[\],;\d]", body)
    if stranger is not None:
        at = start + stranger.start()
        message = f"`{stranger.group()}` does not belong in a history"
        hint = "a history is a list of numbers from 0 to 240"
        raise source.error(at, at + 1, message, hint)
    for number, match in enumerate(re.finditer(r"\d+", body), start=1):
        span = (start + match.start(), start + match.end())
        mark = Mark(span=span, path=f"action {number}")
        if len(match.group()) > 3 or int(match.group()) >= _MELDS + len(meld_numbers()):
            raise clash(
                f"`{match.group()[:24]}` is not an action", mark, hint="the numbers are 0 to 240"
            )
        yield _Step(int(match.group()), mark)


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
