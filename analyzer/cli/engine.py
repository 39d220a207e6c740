"""The command `engine`: the search for other programs, a line of JSON in and one out."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

import click

from analyzer.api import protocol
from analyzer.api.documents import pretty

_HELP: Final = """
Answer requests on standard input until it ends, each by one line on standard output.

A request is one line of JSON; so is its answer, which comes before the next line is read.
Nothing is kept between two requests, and the answer to a number of worlds depends on the
request alone. `id` is any text or number; it comes back with the answer. What is left out
has a default; unknown fields are refused.

\b
{"mode": "hello", "id": 1, "protocol": 2}
    {"id": 1, "ready": true, "protocol": 2, "engine": ..., "opponents": [...],
     "bots": [...], "rules": [...], "types": {"sensible": 0.48, ...}, "protocols": [1, 2]}
    Comes once everything is compiled and loaded: ask it first, and then time. The first
    `hello` on a machine, and after an update, compiles for up to a minute and says so on
    standard error; a later one takes a second.
    Every request may name its protocol. Without one it is 1, for programs of version 0.1:
    there a discard is called a throw, in actions ("throw Kd") and in keys ("thrown").
\b
{"mode": "play", "id": 2, "protocol": 2, "view": VIEW, "limit": {"worlds": 1024},
 "seed": 1, "opponent": "reader"}
    {"id": 2, "action": "knock Kd", "melds": [["7h", "8h", "9h"], ...], "engine": ...}
    The one action to play: take, draw, pass, discard Kd, knock Kd, gin Kd or big gin.
    The limit is in worlds, in seconds, or the first of both; by time alone the action may
    differ from one time to the next, and takes a few hundredths at least. With
    "bot": "greedy" another player of the arena decides. With
    "types" the engine knows what earlier hands told of the opponent.
\b
{"mode": "learn", "id": 6, "rules": "eaai", "dealer": "opp", "upcard": "5s",
 "hand": [...], "shown": [...], "knocker": "opp", "types": {...},
 "history": [{"who": "me", "turn": "take", "card": "5s", "discarded": "Kh"}, ...]}
    {"id": 6, "types": {"sensible": 0.41, ...}}
    A hand is over: what to give the next "play". `knocker` and `shown` are null where
    nobody laid down; a turn is pass, take or draw, with the cards that I saw. A hand that
    cannot have gone so is refused.
\b
{"mode": "advise", "id": 3, "view": VIEW, "limit": {"seconds": 2, "error": 0.1}}
    {"id": 3, "evaluation": {...}}
    Every action with its value and error, as `ginsight analyze --json` prints it. The
    first of `worlds`, `seconds` and `error` ends the search; 8,192 worlds if none is given.
\b
{"mode": "layoff", "id": 4, "knocker": "7h 8h 9h / 4c 4d 4s / 5c 6c 7c / 2d",
 "defender": "Th Jh 2c 2s 9d 9s Kd Qs 5d 7d", "rules": "eaai"}
    {"id": 4, "layoff": {...}}
    The defender's best answer to a knock, and what the hand scores. A host that knows only
    the melds gives "melds": [["7h", "8h", "9h"], ...] instead, and the points of the other
    cards as "deadwood" where it knows them; without these the result is null.
\b
what cannot be answered
    {"id": 5, "error": {"message": ..., "where": ..., "hint": ...}}
    The id is null where the line holds none. The next line is read all the same.

VIEW is the JSON view that `ginsight convert` writes, or a view's text as one JSON string. Of
a JSON view with a `history` the hand and the first upcard are enough; what else it says must
agree with the turns. Cards are read in either case:

\b
"rules: eaai\\ndealer: opp\\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\nhistory:\\nupcard 5s"

A line may have a million bytes. Standard error is for people. The end of the input ends
the command with exit code 0. tests/examples/engine_client.py plays a whole hand this way.
"""


@click.command(help=_HELP)
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, help="Threads for advice; default 1."
)
@click.option("--schema", is_flag=True, help="Print the JSON schema of all documents, and exit.")
@click.option("--json", "as_json", is_flag=True, help="Always on: the protocol is JSON.")
def engine(threads: int, schema: bool, as_json: bool) -> None:
    """Answer requests, each by one line, until the input ends."""
    if schema:
        click.echo(pretty(protocol.schema()))
        return
    with suppress(BrokenPipeError):
        protocol.talk(sys.stdin.buffer, sys.stdout.buffer, threads)
        return
    # The other side has gone: nothing may be written any more, not even by the interpreter.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
