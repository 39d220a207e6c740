"""The settings of this browser, in the file of everything."""

from __future__ import annotations

from contextlib import suppress

from analyzer.errors import InputError
from analyzer.game.rules import rules_for_two
from analyzer.notation import rules_text
from analyzer.service.visitor_file import BrowserSettings
from analyzer.web.chrome import keep_looks, looks
from analyzer.web.puzzles.me import show_streak, streak_shown
from analyzer.web.settings import known_looks
from analyzer.web.visitor import keep_usual_rules, usual_rules


def settings_here() -> BrowserSettings:
    """Return what is set in this browser."""
    rules = usual_rules()
    return BrowserSettings(
        dict(looks()), "" if rules is None else rules_text(rules), streak_shown()
    )


def take_settings(settings: BrowserSettings) -> None:
    """Set what a file says and nothing here does; what cannot be set is left out."""
    keep_looks({**known_looks(settings.looks), **looks()})
    if not settings.streak:
        show_streak(False)
    with suppress(InputError):
        if settings.rules and usual_rules() is None:
            keep_usual_rules(rules_for_two(settings.rules))
