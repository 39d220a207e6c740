"""A draft: what was set up, the taps so far, and those that were taken back."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from analyzer.errors import InputError
from analyzer.game.rules import Rules, parse_rules
from analyzer.notation.general._record import seat_of
from analyzer.notation.tablerecorder._entry import TableEntry, after, begun

MOST_TAPS = 800
"""More than a hand of mahjong gin has in a hundred turns."""
LONGEST_NAME = 40
_TAG = re.compile(r'^\[(\w+)((?:\s+"[^"\n]*")+)\]\s*$', re.MULTILINE)
_FAR = 40
"""Taps that are gone through at a time, so that a long draft needs no deep stack."""


@dataclass(frozen=True, slots=True)
class TableDraft:
    """A hand of one of the other games being entered.

    >>> draft = TableDraft("three-hand", seat=0, dealer=2).tap("7h").tap("8h")
    >>> draft.undo().taps, draft.undo().redo() == draft, TableDraft.read(draft.text) == draft
    (('7h',), True, True)
    """

    game: str
    seat: int = 0
    """Whose cards are seen."""
    dealer: int = 0
    players: tuple[str, ...] = ()
    """Names; empty where there are none."""
    all_seen: bool = False
    """Whether the cards of everybody are seen."""
    taps: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    """All taps of which the last ones were taken back."""

    @property
    def rules(self) -> Rules:
        """The rules of the game; raises InputError for an unknown one."""
        return parse_rules(self.game)

    def tap(self, what: str) -> TableDraft:
        """With a tap more; raises InputError for one that is not possible."""
        taps = (*self.taps, what)
        if len(taps) > MOST_TAPS:
            raise InputError(f"{MOST_TAPS} taps are kept", where="draft", hint="begin a new hand")
        there = replace(self, taps=taps, ahead=self.ahead if _on_way(taps, self.ahead) else ())
        entry_of(there)
        return there

    def undo(self, to: int | None = None) -> TableDraft:
        """Without the last tap, or with the first few only."""
        taps = self.taps[:-1] if to is None else self.taps[:to]
        ahead = self.ahead if _on_way(self.taps, self.ahead) else self.taps
        return replace(self, taps=taps, ahead=ahead)

    def redo(self) -> TableDraft:
        """With the next of the taps that were taken back."""
        return self.tap(self.ahead[len(self.taps)]) if self.can_redo else self

    @property
    def can_redo(self) -> bool:
        """Whether a tap was taken back."""
        return _on_way(self.taps, self.ahead)

    @property
    def text(self) -> str:
        """The draft as it is kept; `read` gives it back."""
        names = " ".join(f'"{name}"' for name in self.players)
        lines = [
            f'[Game "{self.game}"]', *([f"[Players {names}]"] if names else []),
            f'[Seat "{self.seat + 1}"]', *(['[Seen "all"]'] if self.all_seen else []),
            f'[Dealer "{self.dealer + 1}"]', f'[Taps "{", ".join(self.taps)}"]',
            *([f'[Ahead "{", ".join(self.ahead)}"]'] if self.ahead else []),
        ]  # fmt: skip
        return "\n".join(lines)

    @classmethod
    def read(cls, text: str) -> TableDraft:
        """A draft as it was kept; raises InputError for one that cannot be."""
        tags = {tag[1].lower(): re.findall(r'"([^"]*)"', tag[2]) for tag in _TAG.finditer(text)}
        missing = [name for name in ("game", "seat", "dealer", "taps") if name not in tags]
        if missing:
            raise InputError(
                f'there is no [{missing[0].capitalize()} "…"]', where="draft",
                hint="begin the hand again",
            )  # fmt: skip
        rules = parse_rules(tags["game"][0])
        taps, ahead = (_split(tags.get(name, [""])[0]) for name in ("taps", "ahead"))
        seat, dealer = (seat_of(tags[name][0], rules, name) for name in ("seat", "dealer"))
        players = tuple(tags.get("players", ()))
        draft = cls(tags["game"][0], seat, dealer, players, "seen" in tags, taps, ahead)
        entry_of(draft)
        return draft


def is_table_draft(text: str) -> bool:
    """Whether a text is a draft of a hand of the other games."""
    return re.search(r'^\[Taps "', text, re.MULTILINE) is not None


def _split(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(", ") if part)


def _on_way(taps: tuple[str, ...], ahead: tuple[str, ...]) -> bool:
    """Whether some taps are the beginning of more."""
    return len(taps) < len(ahead) and ahead[: len(taps)] == taps


def entry_of(draft: TableDraft) -> TableEntry:
    """What a draft waits for, and what is known by now; raises InputError for what cannot be.

    >>> entry = entry_of(TableDraft("three-hand", taps=("7h", "8h")))
    >>> str(entry.ask), str(entry.laid), entry.wanted
    ('hand', '7h 8h', 7)
    """
    base = replace(draft, taps=(), ahead=())
    for far in range(0, len(draft.taps), _FAR):
        _entered(base, draft.taps[:far])
    return _entered(base, draft.taps)


@lru_cache(maxsize=512)
def _entered(base: TableDraft, taps: tuple[str, ...]) -> TableEntry:
    if taps:
        return after(_entered(base, taps[:-1]), taps[-1])
    rules = base.rules
    players = rules.players
    if base.players and len(base.players) != players:
        raise InputError(
            f"{len(base.players)} names are given for {players} players", where="players",
            hint="name everybody, or nobody",
        )  # fmt: skip
    if not (0 <= base.seat < players and 0 <= base.dealer < players):
        raise InputError("there is no such seat", hint=f"say who deals, from 1 to {players}")
    around = tuple((base.seat + step) % players for step in range(players))
    return begun(rules, around if base.all_seen else around[:1], base.dealer, base.players)
