"""The views that commands are given, under the rules of `--rules`."""

from __future__ import annotations

import json

from analyzer.api.records import as_text
from analyzer.api.views import read_or_decode, read_view
from analyzer.cli.common import check_rules
from analyzer.game.rules import parse_rules, rules_for_two
from analyzer.game.view import View
from analyzer.notation.reading import Reading
from analyzer.notation.seat_view import is_seat_text, parse_seat_view


def view_under(text: str, rules: str | None) -> View:
    """The view in a text, JSON or id, under `rules` where it does not name its own.

    Raises InputError for a view that names others.
    """
    return reading_under(text, rules).whole


def seen_under(text: str, rules: str | None) -> View:
    """As `view_under`, also of a game of several players, with jokers, or of mahjong gin."""
    plain = as_text(text)
    if is_seat_text(plain):
        view = parse_seat_view(plain)
        check_rules(view.rules, rules, "view")
        return view
    if rules is None or parse_rules(rules).two_handed:
        return view_under(text, rules)
    return parse_seat_view(f"rules: {rules}\n{plain}")


def reading_under(text: str, rules: str | None) -> Reading:
    """As `view_under`, also of what is no whole view yet, or no more."""
    usual = None if rules is None else rules_for_two(rules)
    if text.lstrip().startswith("{"):
        reading = Reading.of(read_view(text if rules is None else _with_rules(text, rules)))
    else:
        reading = read_or_decode(text, usual)
    if "rules" not in reading.guesses:
        check_rules(reading.rules, rules, "view")
    return reading


def _with_rules(text: str, rules: str) -> str:
    """A view's document with rules, unless it names its own."""
    try:
        return json.dumps({"rules": rules, **json.loads(text)})
    except ValueError:
        return text
