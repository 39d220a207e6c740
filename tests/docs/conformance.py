"""The conformance set of the gin hand record, as `/learn/record` offers it.

    python -m tests.docs.conformance

Forty-two texts with what they give, and eighteen that must be refused. The file is what counts: it
is written once for a version, and a test holds the reader to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from analyzer.api.documents import encode, written
from analyzer.api.records import RecordJson
from analyzer.engine.bots import bot_named
from analyzer.game.position import deal
from analyzer.game.rules import TWO_HANDED, Rules
from analyzer.game.scoring import Ended
from analyzer.game.view import Turn, view_of
from analyzer.notation.records import (
    Record,
    format_record,
    parse_match,
    parse_record,
    record_of,
)
from analyzer.resources import resource_root, texts_beside
from analyzer.web.learn import reference

PAGE: dict[str, Any] = texts_beside(reference.__file__, "record.toml")
FILE = resource_root() / "static" / "learn" / PAGE["set"]
EXAMPLES = Path(__file__).parents[2] / "analyzer" / "notation" / "records" / "examples"
MATCH = (EXAMPLES / "match.txt").read_text(encoding="utf-8").strip()
HAND = MATCH.partition("\n\n[Rules")[0]

NAMES = (
    "standard", "classic", "strict-nine", "palace", "eaai", "openspiel", "straight", "oklahoma",
    "tournament", "tedesco", "hollywood",
)  # fmt: skip
"""The presets of version 1.0."""
FORGOTTEN = """
[Rules "standard"]
[Dealer "2"]
[Hand1 "2c 3c 4c Kd Qd 5h 7h 8h 9s Js"]
[Hand2 "?"]
[Upcard "9h"]

1. ^9h -Kd
2. +? -??
3. +6h -Qd
4. ??
5. ??
[Later1 "2c 3c 4c 5h 6h 7h 8h 9h 9s Js"]
6. +? -8d
7. +5c -Js!
[Result "*"]""".strip()

REFUSED = (
    ("a card in two hands", "Qh Ts", "Qh 3d"),
    ("a hand of nine cards", "8s Js", "8s"),
    ("a take of what is not on top", "2. ^Qd", "2. ^Kc"),
    ("a discard of the card just taken", "1. ^3d -Qd", "1. ^3d -3d"),
    ("a discard that is not held", "3. +6d -8s", "3. +6d -9c"),
    ("a card drawn twice", "3. +6d -8s", "3. +4d -8s"),
    ("a pass where there is none", "3. +6d -8s", "3. p"),
    ("a knock above the limit", "3. +6d -8s", "3. +6d -8s!"),
    ("a meld that is none", "7= Jc Jd Js / 3d 3h 3s /", "7= Jc Jd 3d / Js 3h 3s /"),
    ("a card laid off that does not fit", "/ 2c Ah 4h 7h 9h 9s Ts", "/ Ah 4h 7h 9h 9s Ts / off 2c"),
    ("a result of other points", "1 knock 32", "1 knock 33"),
    ("a result for the other player", "1 knock 32", "2 knock 32"),
    ("gin with deadwood", "1 knock 32", "1 gin 32"),
    ("a turn after the end", "-6d!", "-6d!\n8. +2h -2h"),
    ("rules that nobody knows", "standard", "moonlight"),
    ("a third player who deals", 'Dealer "2"', 'Dealer "3"'),
    ("a card that is none", "5. +4d", "5. +Zd"),
    ("a tag given twice", '[Dealer "2"]', '[Dealer "2"]\n[Dealer "2"]'),
)
"""What is wrong, and what of a good hand becomes what."""


def played(rules: Rules, seed: int) -> Record:
    """A hand between bots."""
    here, bots = deal(rules, seed, dealer=seed % 2), ("greedy", "gin-waiter")
    seats = [bot_named(bots[(seed + seat) % 2], rules) for seat in (0, 1)]
    while not here.over:
        here = here.apply(seats[here.turn].decide(view_of(here), seed))
    return record_of(here, ("Ann", None) if seed % 3 else ("Ann", 'Bob "Ace"'))


def hidden(record: Record) -> Record:
    """The hand as player 1 saw it, who was shown what was laid down."""
    turns = tuple(
        replace(turn, card=None) if turn.player == 1 and turn.turn is Turn.DRAW else turn
        for turn in record.turns
    )
    return replace(record, hands=(record.hands[0], None), turns=turns)


def broken_off(record: Record) -> Record:
    """The hand up to some turn."""
    return replace(record, turns=record.turns[:-2], showdown=None, result=None)


def accepted() -> Iterator[tuple[str, str]]:
    """The texts that are read, with a name for each."""
    for name in NAMES:
        for seed in (1, 2):
            yield f"{name}, hand {seed}", _text(played(TWO_HANDED[name], seed))
    rules = TWO_HANDED["standard"]
    for kind in Ended:
        if kind in {Ended.VOID, Ended.UNDERCUT, Ended.BIG_GIN, Ended.GIN}:
            hands = (played(rules, seed) for seed in count(10))
            yield str(kind), _text(next(hand for hand in hands if _ended(hand) is kind))
    for seed in (3, 4, 5, 6, 7):
        yield f"one hand seen, {seed}", _text(hidden(played(rules, seed)))
    for seed in (8, 9, 10, 11, 12, 13):
        yield f"broken off, {seed}", _text(broken_off(played(rules, seed)))
    yield "a noted tag", _text(replace(played(rules, 14), tags=(("Event", 'Club "A" night'),)))
    yield "something forgotten", _text(parse_record(FORGOTTEN))
    yield "one hand at a table", PAGE["example"].strip()
    yield "a match", MATCH
    yield "nothing but the deal", _text(broken_off(replace(played(rules, 15), turns=())))


def _text(record: Record) -> str:
    return format_record(parse_record(format_record(record)))


def _ended(record: Record) -> Ended | None:
    return None if record.result is None else record.result.kind


def given(hand: Record) -> Any:
    """The document of a hand, as a test compares it."""
    return json.loads(encode(written(RecordJson, hand)))


def conformance() -> dict[str, Any]:
    """The whole set."""
    gives = [
        {
            "name": name,
            "text": text,
            "gives": [given(hand) for hand in parse_match(text).hands],
        }
        for name, text in accepted()
    ]
    refused = [
        {"name": name, "text": HAND.replace(old, new, 1), "refused": name}
        for name, old, new in REFUSED
    ]
    return {"version": PAGE["version"], "records": [*gives, *refused]}


if __name__ == "__main__":
    whole = conformance()
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in whole["records"])
    FILE.write_text(f'{{"version": "{whole["version"]}", "records": [\n{lines}\n]}}\n', "utf-8")
