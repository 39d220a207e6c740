"""Players for the arena, by name: the reference bots and our own."""

from __future__ import annotations

from dataclasses import replace

from analyzer.engine.bots._base import Bot, Forfeit, Guest
from analyzer.engine.bots._openspiel import OpenSpielBot
from analyzer.engine.bots._simple import EaaiSimpleBot, RandomBot
from analyzer.engine.bots.engine import LIKE, WORLDS, EngineBot, sure_of
from analyzer.engine.bots.people import GROUPS, person_named
from analyzer.engine.bots.policy import FAST, POLICIES, PolicyBot
from analyzer.engine.policies import policy_for
from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, Rules

__all__ = [
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

NAMES = ("random", "eaai-simple", FAST, *POLICIES, "openspiel", f"engine:{WORLDS}")
"""All names; the number behind `engine` is that of the worlds, and may be left out, and
`,models=NAME` behind it is a search that counts on playing that bot. Others are `people:NAME` and
`strangers:NAME` (:mod:`analyzer.engine.bots.people`)."""

MOST_WORLDS = 1_000_000


def bot_named(name: str, rules: Rules) -> Bot:
    """The bot of a name, to play under some rules.

    Raises InputError for a name that is none, and for a bot that cannot play these rules.

    >>> bot_named("engine:256", PRESETS["eaai"]).name
    'engine:256'
    >>> bot_named("grendy", PRESETS["eaai"])
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: bot: there is no bot `grendy`; use one of random, eaai-simple, \
fast, greedy, gin-waiter, camper, knocks-early, openspiel, engine:1024, people:hoarder
    """
    if name == FAST or name in POLICIES:
        return PolicyBot(name, policy_for(rules) if name == FAST else POLICIES[name])
    if name == "openspiel":
        own = PRESETS["openspiel"]
        if replace(rules, name=own.name, summary=own.summary) == own:
            return OpenSpielBot()
        raise InputError(
            f"OpenSpiel's bot cannot play {rules.name}", where="openspiel", hint="play openspiel"
        )
    simple: dict[str, Bot] = {"random": RandomBot(), "eaai-simple": EaaiSimpleBot()}
    if name in simple:
        return simple[name]
    kind, colon, worlds = name.partition(":")
    if kind in GROUPS:
        return person_named(name)
    if kind != "engine":
        names = ", ".join((*NAMES, "people:hoarder"))
        raise InputError(f"there is no bot `{name}`", where="bot", hint=f"use one of {names}")
    worlds, models, victim = worlds.partition(",models=")
    bot = EngineBot(_worlds(worlds) if colon else WORLDS)
    return _against(bot, victim) if models else bot


def _against(bot: EngineBot, victim: str) -> EngineBot:
    if victim.partition(":")[0] not in LIKE:
        raise InputError(
            f"the engine has no model of `{victim}`",
            where="bot",
            hint=f"write engine:256,models= and one of {', '.join(LIKE)}",
        )
    return replace(bot, sitting=sure_of(victim), victim=victim)


def _worlds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:8]) <= MOST_WORLDS):
        raise InputError(
            f"`{text}` is not a number of worlds",
            where="bot",
            hint=f"write engine:256, with 1 to {MOST_WORLDS:,}",
        )
    return int(text)
