"""A program at the table that speaks the engine protocol: what it is asked, and how it behaves.

Whatever goes wrong costs the program the hand and nobody else anything: no answer in time, an
end, an answer that is none or is an error, an action that the referee refuses. After the first
three it is started again for its next decision.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import msgspec

from analyzer.api.documents import EXACT, decode, encode, rounded, set_from, written
from analyzer.api.protocol import PROTOCOLS, in_words_of
from analyzer.api.views import EventJson, ViewJson
from analyzer.arena._process import HangupError, LineProcess, SilenceError
from analyzer.engine.bots import Forfeit, Guest
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import Defense, Meld
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.notation import rules_text
from analyzer.resources import read_value

PREFIX: Final = "exec:"
PATIENCE: Final = 10.0
"""Seconds for one answer where nothing is said."""
STARTING: Final = 180.0
"""Seconds for the answer to `hello`, before which an engine may have to compile."""
GIVE_UP: Final = 3
"""So many times in a row without an answer a program is started; then its hands are lost."""


class Fault(StrEnum):
    """The reason why a program has lost a hand."""

    SILENT = "silent"
    """No answer came in time."""
    ENDED = "ended"
    """It has ended, or could not be started."""
    UNREADABLE = "unreadable"
    """A reply that is no answer of the protocol."""
    REFUSED = "refused"
    """It answered the question with an error."""
    ILLEGAL = "illegal"
    """Its action is against the rules."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """The conduct of a program; of several parts of a contest the sum."""

    engine: str | None = None
    """The name that it gives itself; None where it gave none."""
    forfeits: Mapping[Fault, int] = field(default_factory=dict)
    """Hands that it lost, by the reason; those that did not occur are left out."""
    reasons: Mapping[Fault, str] = field(default_factory=dict)
    """The first of each, in words."""
    errors: int = 0
    """Errors that cost no hand: what it would not learn from."""
    starts: int = 0

    def __add__(self, other: Conduct) -> Conduct:
        faults = [fault for fault in Fault if fault in {**self.forfeits, **other.forfeits}]
        return Conduct(
            self.engine or other.engine,
            {each: self.forfeits.get(each, 0) + other.forfeits.get(each, 0) for each in faults},
            {**other.reasons, **self.reasons},
            self.errors + other.errors,
            self.starts + other.starts,
        )


class _Greeting(msgspec.Struct):
    id: Any = None
    engine: str | None = None
    types: dict[str, float] | None = None
    error: Any = None


class _Played(msgspec.Struct):
    id: Any = None
    action: str | None = None
    melds: list[list[str]] = []
    error: Any = None


class _Learned(msgspec.Struct):
    id: Any = None
    types: dict[str, float] | None = None
    takes: list[float] | None = None
    error: Any = None


_Answer = _Greeting | _Played | _Learned


class _Options(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The options before the command, as the shell sets variables: `worlds=256 bot=fast`."""

    worlds: int | None = None
    seconds: float | None = None
    bot: str | None = None
    opponent: str | None = None


class Program:
    """A program, started when it is first asked; close it in the end."""

    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        """The program of a name such as `exec:worlds=256 ginsight engine`; InputError for none."""
        self.name, self.patience = name, patience
        self._options, self._command = _parsed(name)
        self._process: LineProcess | None = None
        self._asked = self._unanswered = 0
        self._protocol, self._learns = PROTOCOLS[-1], False
        self.conduct = Conduct()
        self.seconds: list[float] = []
        """Wall-clock seconds of each decision."""

    def close(self) -> None:
        """End the process, if one runs."""
        if self._process is not None:
            self._process.close()
            self._process = None

    # ---- what it is asked

    def begin(self) -> None:
        """Start it and wait for its greeting; raises Forfeit."""
        if self._process is not None:
            return
        if self._unanswered >= GIVE_UP:
            raise self._fault(Fault.ENDED, f"it has not answered {GIVE_UP} times in a row")
        self._unanswered += 1
        self.conduct += Conduct(starts=1)
        try:
            self._process = LineProcess(self._command)
        except OSError as error:
            raise self._fault(Fault.ENDED, f"it cannot be started: {error.strerror}") from error
        self._greet()

    def _greet(self) -> None:
        """Agree on the newest protocol that it speaks; one that refuses to gets the first."""
        for self._protocol in reversed(PROTOCOLS):
            answer = self._answer(_Greeting, STARTING, mode="hello")
            if answer.error is None:
                if answer.engine is None:
                    raise self._refused("hello", answer)
                self._learns = answer.types is not None
                self.conduct += Conduct(answer.engine[:100])
                return
        raise self._refused("hello", answer)

    def play(self, view: View, seed: int, known: Mapping[str, Any]) -> Action:
        """Return what it does; raises Forfeit for anything but an action.

        `known` is what it learned of the other player, in its own words.
        """
        self.begin()
        options = self._options
        limit = {key: getattr(options, key) for key in ("worlds", "seconds")}
        chosen = {
            "limit": {key: value for key, value in limit.items() if value is not None},
            "bot": options.bot, "opponent": options.opponent,
            **(known if options.bot is options.opponent is None else {}),
        }  # fmt: skip
        before = time.perf_counter()
        answer = self._answer(
            _Played, self.patience, mode="play", view=written(ViewJson, view), seed=seed,
            **{key: value for key, value in chosen.items() if value},
        )  # fmt: skip
        self.seconds.append(time.perf_counter() - before)
        if answer.action is None:
            raise self._refused("play", answer)
        try:
            melds = tuple(Meld(set_from(meld, "melds")) for meld in answer.melds)
            action = Action.of(answer.action, melds)
        except InputError as error:
            raise self._broken(Fault.UNREADABLE, str(error)) from error
        self._unanswered = 0
        return action

    def learn(self, end: HandEnd, known: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a hand told it of the other player; nothing new where it learns nothing."""
        self.begin()
        if not self._learns or self._options.bot or self._options.opponent:
            return {}
        shown = None if end.opponent is None else [str(card) for card in end.opponent]
        answer = self._answer(
            _Learned, self.patience, mode="learn", rules=rules_text(end.rules),
            dealer=str(end.dealer), hand=[str(card) for card in end.hand],
            upcard=end.upcard and str(end.upcard),
            history=[written(EventJson, event) for event in end.history],
            knocker=None if end.knocker is None else str(end.knocker), shown=shown, **known,
        )  # fmt: skip
        if answer.types is None:
            self.conduct += Conduct(errors=1)
            return known
        types = {name: rounded(chance, EXACT) for name, chance in answer.types.items()}
        takes = [rounded(chance, EXACT) for chance in answer.takes or ()]
        return {"types": types} | ({"takes": takes} if takes else {})

    def illegal(self, action: Action, error: InputError) -> Forfeit:
        """The referee has refused what it did."""
        return self._fault(
            Fault.ILLEGAL,
            error.message if str(action) in str(error) else f"{action}: {error.message}",
        )

    # ---- question and answer

    def _answer(self, kind: type[Any], seconds: float, **request: Any) -> Any:
        assert self._process is not None
        self._asked += 1
        document: dict[str, Any] = {"id": self._asked, "protocol": self._protocol, **request}
        if self._protocol == PROTOCOLS[0]:
            del document["protocol"]  # it may not know that there is another
        line = encode(in_words_of(self._protocol, msgspec.to_builtins(document)))
        try:
            answer = decode(self._process.ask(line, seconds), kind)
        except SilenceError:
            text = f"no answer to `{request['mode']}` within {seconds:g} s"
            raise self._broken(Fault.SILENT, text) from None
        except HangupError as error:
            raise self._broken(Fault.ENDED, str(error)) from None
        except InputError as error:
            raise self._broken(Fault.UNREADABLE, str(error)) from None
        if answer.id != self._asked:
            problem = f"the answer is to request {answer.id!r}, not to {self._asked}"
            raise self._broken(Fault.UNREADABLE, problem[:200])
        return answer

    def _refused(self, mode: str, answer: Any) -> Forfeit:
        detail = answer.error
        message = detail.get("message", detail) if isinstance(detail, dict) else detail
        if message is None:
            return self._broken(Fault.UNREADABLE, f"the answer to `{mode}` says nothing")
        return self._fault(Fault.REFUSED, f"`{mode}`: {str(message)[:200]}")

    def _broken(self, fault: Fault, reason: str) -> Forfeit:
        """The conversation cannot go on: it is ended, to begin anew with the next decision."""
        if self._process is not None:
            self._process.close(grace=0.1)
            self._process = None
        return self._fault(fault, reason)

    def _fault(self, fault: Fault, reason: str) -> Forfeit:
        self.conduct += Conduct(forfeits={fault: 1}, reasons={fault: reason})
        return Forfeit(f"{self.name} loses the hand by forfeit: {reason}")


def _parsed(name: str) -> tuple[_Options, Sequence[str]]:
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise InputError(
            f"`{name}` cannot be read: {error}", where="bot", hint="close its quotation marks"
        ) from None
    given = {}
    while words and words[0].partition("=")[0] in _Options.__struct_fields__:
        key, _, value = words.pop(0).partition("=")
        given[key] = value
    if not words:
        raise InputError("no command is given", where="bot", hint="write exec:COMMAND")
    try:
        return read_value(given, _Options, strict=False), words
    except msgspec.ValidationError as error:
        raise InputError(f"`{name}`: {error}", where="bot", hint="such as worlds=256") from None


# ---------------------------------------------------------------- its seat


class _Memory:
    """The knowledge that a program has of the other player, asked for when it is first needed."""

    def __init__(self, before: _Memory | None = None, end: HandEnd | None = None) -> None:
        self._before, self._end = before, end
        self._known: Mapping[str, Any] = {}

    def known(self, program: Program) -> Mapping[str, Any]:
        """Return what all hands so far told it."""
        if self._end is not None:
            before = {} if self._before is None else self._before.known(program)
            self._known = program.learn(self._end, before)
            self._before = self._end = None
        return self._known


@dataclass(frozen=True)
class ProgramBot(Guest):
    """A program's seat; the defense to a knock is the referee's."""

    program: Program
    memory: _Memory

    @property
    def name(self) -> str:
        """As it was called."""
        return self.program.name

    def defend(self, hand: CardSet, knock: Action, rules: Rules) -> Defense | None:
        """None: the defense is not left to chance."""
        return None

    def decide(self, view: View, seed: int) -> Action:
        """Return what the program answers; raises Forfeit."""
        return self.program.play(view, seed, self.memory.known(self.program))

    def after(self, hand: HandEnd) -> ProgramBot:
        """The program with one hand more to learn from."""
        return ProgramBot(self.program, _Memory(self.memory, hand))

    def illegal(self, action: Action, error: InputError) -> Forfeit:
        """The program's forfeit."""
        return self.program.illegal(action, error)


def seat_of(name: str, patience: float) -> ProgramBot:
    """The seat of a program; raises InputError for a name without a command."""
    return ProgramBot(Program(name, patience), _Memory())


def check_start(name: str) -> None:
    """See that a program starts and greets; raises InputError where it does not."""
    program = Program(name)
    try:
        program.begin()
    except Forfeit:
        reason = "; ".join(program.conduct.reasons.values())
        raise InputError(
            f"`{name}` does not answer `hello`: {reason}", where="bot",
            hint="the command must speak the protocol of `ginsight engine --help`",
        ) from None  # fmt: skip
    finally:
        program.close()
