"""The engine for other programs: a line of JSON in, a line of JSON out, nothing kept between.

The documents are those of :mod:`analyzer.api._protocol`; `ginsight engine --help` explains
them to those who write the other side.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Final, get_args

import msgspec

from analyzer import engine
from analyzer.api import answers
from analyzer.api._protocol import (
    Advise,
    AdviseAnswer,
    Answer,
    ErrorAnswer,
    Hello,
    HelloAnswer,
    Id,
    Layoff,
    LayoffAnswer,
    Learn,
    LearnAnswer,
    Named,
    Play,
    PlayAnswer,
    Request,
    Takes,
    Types,
)
from analyzer.api.answers import LayoffJson
from analyzer.api.documents import (
    EXACT,
    decode,
    encode,
    error_to_json,
    read,
    rounded,
    written,
)
from analyzer.api.evaluations import EvaluationJson
from analyzer.api.openapi import public_names
from analyzer.api.views import read_view
from analyzer.engine import DEFAULT_OPPONENT, ENGINE_VERSION, OPPONENTS, Limit
from analyzer.engine.bots import NAMES, EngineBot, bot_named
from analyzer.engine.bots.engine import WORLDS
from analyzer.engine.opponents import opponent_named
from analyzer.engine.play import choose, reader
from analyzer.engine.policies import PRIOR, TYPES
from analyzer.engine.sitting import DEGREES, STRANGER, Sitting
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import cards_in_order
from analyzer.game.hand_end import HandEnd
from analyzer.game.rules import TWO_HANDED, rules_for_two
from analyzer.game.view import View, for_two
from analyzer.game.words import before
from analyzer.notation.records import check_hand_end

PROTOCOLS: Final = (1, 2)
"""All that are spoken, today's last. There is another one whenever an answer would no longer be
understood by a program that knows the one before; who does not ask gets the first."""

LONGEST: Final = 1_000_000
"""Most bytes of a line."""

TIMED_WORLDS: Final = 1_000_000
"""Worlds of play that is limited by time alone."""

ADVICE_WORLDS: Final = 8_192
"""Worlds of advice where no limit is given: the same request has the same answer."""


def talk(source: BinaryIO, target: BinaryIO, threads: int = 1) -> None:
    """Answer every line of `source` on `target` until it ends; empty lines are passed over."""
    for line in _lines(source):
        if line is None or line.strip():
            target.write(encode(respond(line, threads)) + b"\n")
            target.flush()


def respond(line: bytes | None, threads: int = 1) -> Answer | dict[str, Any]:
    """The answer to one line; None stands for one that is too long. Raises nothing.

    >>> answer = respond(b'{"id": 7, "mode": "dance"}')
    >>> answer.id, answer.error.where, answer.error.hint
    (7, 'mode', 'use hello, advise, play, learn or layoff')
    """
    if line is None:
        too_long = InputError(
            f"a line has more than {LONGEST:,} bytes",
            where="JSON",
            hint="send one request a line, and a long record in parts",
        )
        return ErrorAnswer(None, error_to_json(too_long).error)
    ident = _ident(line)
    try:
        request = _request(line)
        answer = _answer(request, threads)
        return answer if request.protocol == PROTOCOLS[-1] else _in_first_words(answer)
    except InputError as error:
        return ErrorAnswer(ident, error_to_json(error).error)
    except Exception as error:  # ours, but the other program's game goes on
        problem = InputError(
            f"ginsight failed: {str(error) or type(error).__name__}",
            hint="this is a bug in ginsight; `ginsight doctor` may say more",
        )
        return ErrorAnswer(ident, error_to_json(problem).error)


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines, without reading more than `LONGEST` bytes of one into memory."""
    while line := source.readline(LONGEST + 1):
        if len(line) <= LONGEST or line.endswith(b"\n"):
            yield line
            continue
        while (rest := source.readline(LONGEST)) and not rest.endswith(b"\n"):
            pass
        yield None


def _ident(line: bytes) -> Id:
    """The id of a request, also of one that is wrong in everything else."""
    with suppress(InputError):
        return decode(line, Named).id
    return None


def _request(line: bytes) -> Request:
    try:
        request: Request = decode(line, Request)  # type: ignore[arg-type]
    except InputError as error:
        if error.where == "mode" or "`mode`" in error.message:
            hint = "use hello, advise, play, learn or layoff"
            raise InputError(error.message, where="mode", hint=hint) from None
        raise
    return request


def _answer(request: Request, threads: int) -> Answer:
    match request:
        case Hello():
            return _hello(request)
        case Advise():
            return _advise(request, threads)
        case Play():
            return _play(request)
        case Learn():
            return _learn(request)
        case Layoff():
            return LayoffAnswer(request.id, _layoff(request))


def _layoff(request: Layoff) -> LayoffJson:
    if (request.knocker is None) == (request.melds is None):
        raise InputError(
            "the knock is not given" if request.melds is None else "the knock is given twice",
            where="knocker", hint="give the ten cards as `knocker`, or only the `melds`",
        )  # fmt: skip
    if request.melds is not None:
        rules = rules_for_two(request.rules)
        return answers.layoff_on(request.melds, request.defender, rules, request.deadwood)
    assert request.knocker is not None
    if request.deadwood is not None:
        raise InputError("the deadwood is given twice", where="deadwood", hint="leave it out")
    return answers.layoff(answers.LayoffRequest(request.knocker, request.defender, request.rules))


def _in_first_words(answer: Answer) -> dict[str, Any]:
    """An answer as protocol 1 wrote it; the id is the other program's own."""
    document = msgspec.to_builtins(answer)
    return {**_thrown(document), "id": document["id"]}


def in_words_of(protocol: int, document: dict[str, Any]) -> dict[str, Any]:
    """A request in the words of a protocol, for a program that may speak no newer one.

    >>> in_words_of(1, {"mode": "play", "view": {"my_discards": 3}})
    {'mode': 'play', 'view': {'my_throws': 3}}
    """
    words: dict[str, Any] = document if protocol == PROTOCOLS[-1] else _thrown(document)
    return words


def _thrown(value: Any) -> Any:
    match value:
        case str():
            return before(value)
        case list():
            return [_thrown(item) for item in value]
        case dict():
            return {before(name): _thrown(item) for name, item in value.items()}
    return value


def _hello(request: Hello) -> HelloAnswer:
    if not engine.is_compiled():
        print("ginsight: compiling, which takes up to a minute the first time", file=sys.stderr)
    engine.warm_up()
    return HelloAnswer(
        id=request.id,
        ready=True,
        protocol=request.protocol,
        engine=ENGINE_VERSION,
        opponents=list(OPPONENTS),
        bots=list(NAMES),
        rules=list(TWO_HANDED),
        types=_named(PRIOR),
        protocols=list(PROTOCOLS) if request.protocol > 1 else msgspec.UNSET,
    )


def _advise(request: Advise, threads: int) -> AdviseAnswer:
    given = request.limit
    unlimited = given.worlds is given.seconds is given.error is None
    worlds = ADVICE_WORLDS if unlimited else given.worlds
    evaluation = engine.analyze(
        for_two(read_view(request.view)),
        Limit(worlds, given.seconds, given.error),
        seed=request.seed,
        opponent=DEFAULT_OPPONENT if request.opponent is None else request.opponent,
        threads=threads,
    )
    return AdviseAnswer(request.id, written(EvaluationJson, evaluation))


def _play(request: Play) -> PlayAnswer:
    view = for_two(read_view(request.view))
    if request.limit.error is not None:
        raise InputError(
            "play can be limited only by worlds and seconds",
            where="limit",
            hint='write {"worlds": 1024} or {"seconds": 0.5}, or ask for advice',
        )
    action = _chosen(request, view)
    melds = [[str(card) for card in cards_in_order(meld)] for meld in action.melds]
    return PlayAnswer(request.id, str(action), melds, ENGINE_VERSION)


def _chosen(request: Play, view: View) -> Action:
    """Return what the bot asked for does, or the engine against the opponent asked for."""
    worlds, seconds = request.limit.worlds, request.limit.seconds
    known = _sitting(request.types, request.takes) if request.types or request.takes else None
    if request.bot is not None:
        if any(given is not None for given in (worlds, seconds, request.opponent, known)):
            raise InputError(
                "a bot has no limit, no opponent model and no types",
                where="bot",
                hint="leave them out; engine:256 sets the worlds itself",
            )
        return bot_named(request.bot, view.rules).decide(view, request.seed)
    count = worlds or (WORLDS if seconds is None else TIMED_WORLDS)
    if request.opponent is None and seconds is None:
        return EngineBot(count, known or STRANGER).decide(view, request.seed)
    if request.opponent is not None and known is not None:
        raise InputError(
            "an opponent model has no types", where="types", hint="leave one of the two out"
        )
    model = opponent_named(request.opponent) if request.opponent else reader(known or STRANGER)
    return choose(view, count, request.seed, model, _out_of_time(seconds))


def _out_of_time(seconds: float | None) -> Callable[[], bool]:
    """Return whether to stop: each step of the search takes about as long as all before it."""
    if seconds is None:
        return lambda: False
    end = time.monotonic() + seconds / 2
    return lambda: time.monotonic() >= end


def _learn(request: Learn) -> LearnAnswer:
    end = read(HandEnd, request)
    bot = EngineBot(sitting=_sitting(request.types, request.takes))
    try:
        check_hand_end(end)
        now = bot.after(end).sitting
        return LearnAnswer(request.id, _named(now.types), [rounded(p, EXACT) for p in now.takes])
    except InputError as error:
        raise InputError(
            "the turns do not lead to this end", where="history", hint=str(error) or None
        ) from error


def _sitting(types: Types | None, takes: Takes | None) -> Sitting:
    return Sitting(_types(types), _takes(takes))


def _takes(given: Takes | None) -> tuple[float, ...]:
    """Return how likely each degree of taking is, adding up to one."""
    if given is None:
        return STRANGER.takes
    total = sum(given)
    if len(given) != len(DEGREES) or total <= 0:
        raise InputError(
            "this is not how readily a player takes",
            where="takes",
            hint=f"give the {len(DEGREES)} chances that `learn` answered",
        )
    return tuple(chance / total for chance in given)


def _types(given: Types | None) -> tuple[float, ...]:
    """Return how likely each type is, in the engine's order and adding up to one."""
    if given is None:
        return PRIOR
    total = sum(given.values())
    if set(given) != set(TYPES) or total <= 0:
        raise InputError(
            "these are not the types of player",
            where="types",
            hint="give a chance for each of " + "; ".join(TYPES),
        )
    return tuple(given[name] / total for name in TYPES)


def _named(types: Iterable[float]) -> Types:
    return {name: rounded(p, EXACT) for name, p in zip(TYPES, types, strict=True)}


SCHEMA = (
    Hello, Advise, Play, Learn, Layoff,
    HelloAnswer, AdviseAnswer, PlayAnswer, LearnAnswer, LayoffAnswer,
)  # fmt: skip
"""Every document of the protocol but the error."""


def schema() -> dict[str, Any]:
    """The JSON schema of what goes in and what comes out, by name.

    `Request` is a line that goes in, `Answer` one that comes out.

    >>> {"Hello", "Advise", "Play", "Learn", "Layoff", "ErrorAnswer"} <= set(schema())
    True
    >>> [part["$ref"] for part in schema()["Answer"]["anyOf"]][-2:]
    ['#/LayoffAnswer', '#/ErrorAnswer']
    """
    _, components = msgspec.json.schema_components([*SCHEMA, ErrorAnswer], ref_template="#/{name}")
    lines = (
        ("Request", "A line that goes in: one of these, told apart by `mode`.", Request),
        ("Answer", "The line that comes out: that of its request, or an error.", Answer),
    )
    unions = {
        name: {
            "description": text,
            "anyOf": [{"$ref": f"#/{kind.__name__}"} for kind in get_args(union)],
        }
        for name, text, union in lines
    }
    return {**unions, **public_names(components)}
