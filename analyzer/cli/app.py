"""The group of all commands, and what becomes of their errors."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from textwrap import indent
from typing import Any, NoReturn

import click
import msgspec

from analyzer import __version__
from analyzer.errors import CombinedInputError, InputError, UnclearError
from analyzer.resources import loading

FULL = frozenset({errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF})
"""The errors that keep standard output from being written."""
_NOTHING_ASKED: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""A group without its command: its message is the help of several lines (in click before 8.2, which
prints that help itself, there is no such error)."""
DONE, OURS, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class _Later(click.Command):
    """A command whose module is imported only when it runs."""

    def __init__(self, name: str, module: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self._module = module

    def load(self) -> click.Command:
        """The command itself."""
        with loading():
            module = import_module(f"analyzer.cli.{self._module}")
        command = getattr(module, f"{self.name}_", None) or getattr(module, self.name or "")
        assert isinstance(command, click.Command)
        return command

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """The context in which the command itself runs."""
        return self.load().make_context(info_name, args, parent, **extra)


class CommandGroup(click.Group):
    """Commands of which every error is told in one line, with ``--json`` as a document too."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command and leave with its exit code."""
        given = list(sys.argv[1:] if args is None else args)
        _tolerate_any_terminal()
        atexit.register(gc.freeze)  # a process that ends gives all back at once
        try:
            code = super().main(
                given, prog_name or self.name, complete_var, standalone_mode=False, **extra
            )
        except InputError as error:
            _tell(error, given)
            sys.exit(BAD_INPUT)
        except _NOTHING_ASKED as error:
            error.show()
            sys.exit(error.exit_code)
        except click.ClickException as error:
            _tell(_as_input_error(error), given)
            sys.exit(BAD_INPUT)
        except click.Abort:
            click.echo("Interrupted.", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.filename is not None or error.errno not in FULL:
                _failed(error, given)
            _tell(InputError(f"it cannot be written ({error.strerror})", where="output"), given)
            _let_go_of_output()
            sys.exit(BAD_INPUT)
        except Exception as error:
            _failed(error, given)
        sys.exit(code if isinstance(code, int) else DONE)


def _failed(error: Exception, given: Sequence[str]) -> NoReturn:
    """Tell of a failure that is ours."""
    traceback.print_exception(error)
    problem = InputError(
        f"ginsight failed: {str(error) or type(error).__name__}",
        hint="this is a bug in ginsight; `ginsight doctor` may say more",
    )
    _tell(problem, given)
    sys.exit(OURS)


def _let_go_of_output() -> None:
    """Send what is left to be written, which would fail again at the end, nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tolerate_any_terminal() -> None:
    """A terminal without our symbols shows a question mark instead of a traceback."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _as_input_error(error: click.ClickException) -> InputError:
    """A slip in the command line, told as any other bad input."""
    message = error.format_message().rstrip(".")
    place = None
    if isinstance(error, click.BadParameter) and error.param is not None:
        option = isinstance(error.param, click.Option)
        place = error.param.opts[0] if option else (error.param.metavar or error.param.name)
        message = (error.message or message).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = f"see `{context.command_path} --help`" if context is not None else None
    return InputError(message[:1].lower() + message[1:], where=place, hint=hint)


def _tell(error: InputError, given: Sequence[str]) -> None:
    """One line on standard error, above the ways in which an unclear text reads; the document on
    standard output, if JSON was asked for."""
    asks = error.asks if isinstance(error, UnclearError) else ()
    if "--json" in given:
        detail: dict[str, object] = {
            "message": error.message, "where": error.where, "hint": error.hint,
        }  # fmt: skip
        if asks:
            detail["asks"] = [choice._asdict() for choice in asks]
        with suppress(OSError):  # it may be the output that is full
            click.echo(msgspec.json.encode({"error": detail}))
    for problem in error.each if isinstance(error, CombinedInputError) else (error,):
        click.echo(f"ginsight: {' '.join(str(problem).split())}", err=True)
    for label, text in asks:
        click.echo(f"- {label}:\n{indent(text, '    ')}", err=True)


@click.group(
    "ginsight",
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="ginsight")
@click.pass_context
def main(context: click.Context) -> None:
    """For gin rummy, what an engine and a review page are for chess.

    Cards and views are given as an argument, as the name of a file, or as - for standard
    input. Every command takes --json and then prints one JSON document.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


COMMANDS = (
    _Later("serve", "serve", "The web application."),
    _Later("analyze", "analyze", "What every legal action of a view is worth."),
    _Later("melds", "arrangements", "Every best arrangement of 1 to 11 cards."),
    _Later("layoff", "arrangements", "The defender's best answer to a knock."),
    _Later("knock", "arrangements", "The discard and the spread to knock with."),
    _Later("outs", "arrangements", "The live cards that help a hand."),
    _Later("belief", "belief", "What the opponent may hold."),
    _Later("convert", "convert", "One form of a view or record into another."),
    _Later("read", "read", "The cards on a screenshot."),
    _Later("review", "review", "What each decision of a hand or match cost, and what was luck."),
    _Later("audit", "audit", "Luck or a rigged app, by the hands that it dealt."),
    _Later("score", "score", "The score sheet of a match."),
    _Later("puzzle", "puzzle", "The puzzle of the day, any other, and decks of them."),
    _Later("rules", "rules", "The presets, with all their numbers."),
    _Later("equity", "equity", "The chance to win the match from a score."),
    _Later("arena", "arena", "Bot against bot on mirrored deals."),
    _Later("dataset", "dataset", "Self-play with the value of every decision, as Parquet."),
    _Later("engine", "engine", "The engine for other programs, as lines of JSON."),
    _Later("mcp", "mcp", "Ginsight as tools of an assistant."),
    _Later("bench", "bench", "How fast the kernel and the search are on this machine."),
    _Later("doctor", "doctor", "Check the installation."),
    _Later("worker", "worker", "Work on the reviews that the web application was asked for."),
    _Later("db", "db", "The database: upgrade, check, backup, restore."),
)
for command in COMMANDS:
    main.add_command(command)
