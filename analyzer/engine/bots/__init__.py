"""Players for the arena, by name: the reference bots and our own.

Each file of this folder registers its bots; what lists them reads the roster.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from analyzer.engine.bots._base import ROSTER, Bot, Forfeit, Guest
from analyzer.engine.bots._openspiel import OpenSpielBot
from analyzer.engine.bots._simple import EaaiSimpleBot
from analyzer.engine.bots.engine import EngineBot
from analyzer.engine.bots.policy import PolicyBot
from analyzer.errors import InputError
from analyzer.game.rules import Rules

__all__ = [
    "EXAMPLES",
    "NAMES",
    "Bot",
    "EaaiSimpleBot",
    "EngineBot",
    "Forfeit",
    "Guest",
    "OpenSpielBot",
    "PolicyBot",
    "bot_named",
]

for _file in iter_modules(__path__):
    import_module(f"{__name__}.{_file.name}")
_SHOWN = sorted(
    (one for one in ROSTER.values() if one.shown), key=lambda one: (one.rank, one.shown)
)

NAMES: Final = tuple(bot.shown for bot in _SHOWN if not bot.is_example)
"""All names; the number behind `engine` is that of the worlds, and may be left out, and
`,models=NAME` behind it is a search that counts on playing that bot. Others are `people:NAME` and
`strangers:NAME` (:mod:`analyzer.engine.bots.people`)."""
EXAMPLES: Final = tuple(bot.shown for bot in _SHOWN)
"""The names, and one of each table of them."""


def bot_named(name: str, rules: Rules) -> Bot:
    """The bot of a name, to play under some rules.

    Raises InputError for a name that is none, and for a bot that cannot play these rules.

    >>> from analyzer.game.rules import PRESETS
    >>> bot_named("engine:256", PRESETS["eaai"]).name
    'engine:256'
    >>> bot_named("grendy", PRESETS["eaai"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: bot: there is no bot `grendy`; use one of random, ...
    """
    kind, colon, _ = name.partition(":")
    bot = ROSTER.get(kind)
    if bot is None or (colon and not bot.takes_more):
        names = ", ".join(EXAMPLES)
        raise InputError(f"there is no bot `{name}`", where="bot", hint=f"use one of {names}")
    return bot.make(rules, name)
