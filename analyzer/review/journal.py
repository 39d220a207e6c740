"""The journal of findings, kept as they come, so that a review that was cut off goes on where it
was.

A finding is a pure function of the decision and the settings; its key says which. What is kept
is exact: a report made from it is the same, to the last digit.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import msgspec

from analyzer.engine.search import ENGINE_VERSION
from analyzer.engine.thresholds import VERSION as THRESHOLDS
from analyzer.game.actions import Action
from analyzer.game.arrangement import Meld, pack_card, pack_cards
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.jobs import JournalFile
from analyzer.resources import read_json
from analyzer.review.types import VERSION, Finding, ReviewSettings


class Journal(Protocol):
    """Keeps findings by their keys; must serve several threads."""

    def get(self, key: str) -> Finding | None:
        """Return what was kept under a key."""
        ...

    def put(self, key: str, finding: Finding) -> None:
        """Keep a finding."""
        ...


def key_of(view: View, played: Action, settings: ReviewSettings, drawn: Card | None) -> str:
    """The key of a finding: it changes with the decision, the settings and any of the versions."""
    whole = (view, played, settings, drawn, ENGINE_VERSION, THRESHOLDS, VERSION)
    return sha256(repr(whole).encode()).hexdigest()[:32]


def write_finding(finding: Finding) -> bytes:
    """A finding as JSON, without loss."""
    return msgspec.json.encode(finding, enc_hook=encoded)


def read_finding(data: bytes) -> Finding:
    """The inverse of `write_finding`; raises msgspec.DecodeError for anything else."""
    return read_json(data, Finding, decoded)


def encoded(value: Any) -> Any:
    """Return what msgspec does not know, as something that it does."""
    if isinstance(value, Card | CardSet):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form")


def decoded(kind: type, value: Any) -> Any:
    """The inverse of `encoded`."""
    if issubclass(kind, Card):
        return pack_card(value)
    if issubclass(kind, CardSet):
        return Meld.of(value) if kind is Meld else pack_cards(value)
    raise NotImplementedError(f"{kind.__name__} has no form")


class _Line(msgspec.Struct, frozen=True):
    """One line of a journal file."""

    key: str
    finding: Finding


class MemoryJournal:
    """A journal as long as the program runs."""

    def __init__(self) -> None:
        self._kept: dict[str, Finding] = {}

    def get(self, key: str) -> Finding | None:
        """As `Journal.get`."""
        return self._kept.get(key)

    def put(self, key: str, finding: Finding) -> None:
        """As `Journal.put`."""
        self._kept[key] = finding


class FileJournal(MemoryJournal):
    """A journal in a file, one line of JSON a finding, on the disk before `put` returns.

    A line that was cut off is passed over. Raises OSError, at once, for a file that cannot be
    read and appended to.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file, self._lock = JournalFile(path), Lock()
        for line in self._file.lines:
            with suppress(msgspec.MsgspecError):
                kept = read_json(line, _Line, decoded)
                self._kept[kept.key] = kept.finding

    def put(self, key: str, finding: Finding) -> None:
        """As `Journal.put`."""
        line = msgspec.json.encode(_Line(key, finding), enc_hook=encoded)
        with self._lock:
            self._file.append(line)
            self._kept[key] = finding
