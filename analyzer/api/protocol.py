"""The engine for other programs: a line of JSON in, a line of JSON out, nothing kept between.

The documents are those of :mod:`analyzer.api._protocol`; `ginsight engine --help` explains
them to those who write the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Final

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
    Types,
)
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
from analyzer.engine.play import choose
from analyzer.engine.policies import PRIOR, TYPES
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.melds import cards_in_order
from analyzer.game.position import HandEnd
from analyzer.game.rules import PRESETS
from analyzer.game.view import View
from analyzer.game.words import before

PROTOCOLS: Final = (1, 2)
"""All that are spoken, today's last. There is another one whenever an answer would no longer be
understood by a program that knows the one before; who does not ask gets the first."""

LONGEST: Final = 1_000_000
"""Most bytes of a line."""

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

    >>> respond(b'{"id": 7, "mode": "dance"}')
    ErrorAnswer(id=7, error=ErrorDetail(message="invalid value 'dance'", where='mode', hint='use \
hello, advise, play, learn or layoff'))
    """
    if line is None:
        too_long = InputError(f"a line has more than {LONGEST:,} bytes", where="JSON")
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
        found: Request = decode(line, Request)  # type: ignore[arg-type]
    except InputError as error:
        if error.where == "mode" or "`mode`" in error.message:
            hint = "use hello, advise, play, learn or layoff"
            raise InputError(error.message, where="mode", hint=hint) from None
        raise
    return found


def _answer(asked: Request, threads: int) -> Answer:
    match asked:
        case Hello():
            return _hello(asked)
        case Advise():
            return _advise(asked, threads)
        case Play():
            return _play(asked)
        case Learn():
            return _learn(asked)
        case Layoff():
            wanted = answers.LayoffRequest(asked.knocker, asked.defender, asked.rules)
            return LayoffAnswer(asked.id, answers.layoff(wanted))


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


def _hello(asked: Hello) -> HelloAnswer:
    engine.warm_up()
    return HelloAnswer(
        id=asked.id,
        ready=True,
        protocol=asked.protocol,
        engine=ENGINE_VERSION,
        opponents=list(OPPONENTS),
        bots=list(NAMES),
        rules=list(PRESETS),
        types=_named(PRIOR),
        protocols=list(PROTOCOLS) if asked.protocol > 1 else msgspec.UNSET,
    )


def _advise(asked: Advise, threads: int) -> AdviseAnswer:
    given = asked.limit
    unlimited = given.worlds is given.seconds is given.error is None
    worlds = ADVICE_WORLDS if unlimited else given.worlds
    found = engine.analyze(
        read_view(asked.view),
        Limit(worlds, given.seconds, given.error),
        seed=asked.seed,
        opponent=DEFAULT_OPPONENT if asked.opponent is None else asked.opponent,
        threads=threads,
    )
    return AdviseAnswer(asked.id, written(EvaluationJson, found))


def _play(asked: Play) -> PlayAnswer:
    view = read_view(asked.view)
    if asked.limit.seconds is not None or asked.limit.error is not None:
        raise InputError(
            "play can be limited only by worlds",
            where="limit",
            hint='write {"worlds": 1024}, or ask for advice',
        )
    action = _chosen(asked, view)
    melds = [[str(card) for card in cards_in_order(meld)] for meld in action.melds]
    return PlayAnswer(asked.id, str(action), melds, ENGINE_VERSION)


def _chosen(asked: Play, view: View) -> Action:
    """What the bot asked for does, or the engine against the opponent asked for."""
    worlds, types = asked.limit.worlds, asked.types
    if asked.bot is not None:
        if worlds is not None or asked.opponent is not None or types is not None:
            raise InputError(
                "a bot has no limit, no opponent model and no types",
                where="bot",
                hint="leave them out; engine:256 sets the worlds itself",
            )
        return bot_named(asked.bot, view.rules).decide(view, asked.seed)
    count = WORLDS if worlds is None else worlds
    if asked.opponent is None:
        return EngineBot(count, _types(types)).decide(view, asked.seed)
    if types is not None:
        raise InputError(
            "an opponent model has no types", where="types", hint="leave one of the two out"
        )
    return choose(view, count, asked.seed, opponent_named(asked.opponent))


def _learn(asked: Learn) -> LearnAnswer:
    end = read(HandEnd, asked)
    bot = EngineBot(types=_types(asked.types))
    try:
        return LearnAnswer(asked.id, _named(bot.after(end).types))
    except InputError as error:
        raise InputError(
            "the turns do not lead to this end", where="history", hint=str(error) or None
        ) from error


def _types(given: Types | None) -> tuple[float, ...]:
    """How likely each type is, in the engine's order and adding up to one."""
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

    >>> {"Hello", "Advise", "Play", "Learn", "Layoff", "ErrorAnswer"} <= set(schema())
    True
    """
    _, components = msgspec.json.schema_components([*SCHEMA, ErrorAnswer], ref_template="#/{name}")
    return public_names(components)
