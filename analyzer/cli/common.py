"""The parts that commands share: options, reading input, printing an answer."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from analyzer.errors import InputError, unreadable
from analyzer.game.rules import Rules

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])

LARGEST = 8_000_000
"""Most bytes read from a file or from standard input: of a playthrough, and nothing else."""

PLAIN_WIDTH = 110
"""Columns of what does not go to a terminal."""

_FILE_NAME = re.compile(r"[^\s:]+\.(?![atjqk]+$)[a-z]{3,8}|[^\s:]+\.(md|gz)", re.IGNORECASE)
"""One word with a file's ending; ranks behind a dot are a suit (`A23.45..TJQ`)."""


FILE = click.Path(dir_okay=False, path_type=Path)

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
RULES = click.option("--rules", metavar="PRESET", help="Rules, such as classic or standard,gin=20.")
SEED = click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Default 1.")
OPPONENT = click.option("--opponent", metavar="MODEL", help="The opponent model, such as uniform.")
THREADS = click.option("--threads", type=click.IntRange(1, 256), help="Default one per core.")
WORKERS = click.option(
    "--workers", type=click.IntRange(1, 256), default=1, help="Processes; default 1."
)
CLUSTER = click.option(
    "--cluster", metavar="ADDRESS", envvar="GINSIGHT_CLUSTER",
    help="Scheduler of a Dask cluster to work on, such as tcp://host:8786.",
)  # fmt: skip
OUT = click.option("--out", type=FILE, required=True, help="The file to write.")


def seed_of(what: str) -> Callable[[F], F]:
    """The option `--seed` of a command that makes what is named."""
    help_text = f"Seed of the {what}; default 1."
    return click.option("--seed", type=click.IntRange(0, 2**62), default=1, help=help_text)


def shared(command: F) -> F:
    """Give a command the options `--rules` and `--json`."""
    return RULES(JSON(command))


class Finite(click.FloatRange):
    """A number in a range, which nan is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; fails for one that is none."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


def text_of(given: str, what: str) -> str:
    """The text that an argument stands for: standard input for "-", a file, or itself.

    Raises InputError for what cannot be read, and for nothing at all. `what` is what the
    text should be, for the error.
    """
    if given == "-":
        text = _piped()
    elif (path := _file(given)) is not None:
        text = _contents(path)
    elif _FILE_NAME.fullmatch(given.strip()):
        raise InputError(
            f"there is no file `{given.strip()}`",
            where=what,
            hint="give its path, or the text itself",
        )
    else:
        text = given
    if not text.strip():
        raise InputError("nothing is given", where=what, hint="see the command with --help")
    return text


def text_or_stdin(given: tuple[str, ...], what: str, *, needed: bool = True) -> str:
    """As `text_of` for the words of an argument; without any, what is piped in.

    Where none is `needed`, a terminal or an empty pipe gives the empty text.
    """
    if given:
        return text_of(" ".join(given), what)
    if not needed:
        return "" if sys.stdin.isatty() else _piped().strip()
    if sys.stdin.isatty():
        raise InputError("nothing is given", where=what, hint="give a text, a file, or - to type")
    return text_of("-", what)


def _piped() -> str:
    return _decoded(sys.stdin.buffer.read(LARGEST + 1), "standard input")


def _file(given: str) -> Path | None:
    try:
        return path if (path := Path(given)).is_file() else None
    except (OSError, ValueError):  # too long for a name, or no name at all
        return None


def _contents(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    return _decoded(raw, str(path))


def _decoded(raw: bytes, where: str) -> str:
    if len(raw) > LARGEST:
        raise InputError(
            f"more than {LARGEST:,} bytes are given", where=where, hint="give it in parts"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("this is not UTF-8 text", where=where, hint="save it as UTF-8") from None


def check_rules(played: Rules, rules: str | None, what: str) -> None:
    """See that `--rules` agrees with the rules that a text names; InputError if it does not."""
    from analyzer.api import views  # noqa: PLC0415  # few commands read what names rules

    views.check_rules(played, rules, what, "--rules")


def accept(*names: str) -> None:
    """See that no option is given to the command but these, `--rules` and `--json`.

    Raises InputError for any other: it says nothing about what is asked.
    """
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and isinstance(option, click.Option) and name not in {*names, "rules", "as_json"}:
            raise InputError(
                "it is for the two-handed game only", where=option.opts[0], hint="leave it out"
            )


def answer(as_json: bool, document: object, show: Callable[[Console], None]) -> None:
    """Print an answer: the JSON document alone, or what `show` draws."""
    if as_json:
        from analyzer.api.documents import pretty  # noqa: PLC0415  # most answers are drawn

        click.echo(pretty(document))
    else:
        show(console())


def console(*, stderr: bool = False) -> Console:
    """The terminal, or a plain page of fixed width where the output goes elsewhere."""
    from rich.console import Console  # noqa: PLC0415  # what prints lines needs none

    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not made.is_terminal:
        made.width = PLAIN_WIDTH
    return made
