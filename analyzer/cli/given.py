"""The views that commands are given, under the rules of `--rules`."""

from __future__ import annotations

import json

from analyzer.api.views import read_any
from analyzer.cli.common import check_rules
from analyzer.game.rules import parse_rules
from analyzer.game.view import View
from analyzer.notation.reading import Reading


def view_under(text: str, rules: str | None) -> View:
    """The view in a text, JSON or id, under `rules` where it does not name its own.

    Raises InputError for a view that names others.
    """
    return reading_under(text, rules).whole


def reading_under(text: str, rules: str | None) -> Reading:
    """As `view_under`, also of what is no whole view yet, or no more."""
    usual = None if rules is None else parse_rules(rules)
    if rules is not None and text.lstrip().startswith("{"):
        text = _with_rules(text, rules)
    reading = read_any(text, usual)
    if "rules" not in reading.guesses:
        check_rules(reading.rules, rules, "view")
    return reading


def _with_rules(text: str, rules: str) -> str:
    """A view's document with rules, unless it names its own."""
    try:
        return json.dumps({"rules": rules, **json.loads(text)})
    except ValueError:
        return text
