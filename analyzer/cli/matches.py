"""The records that commands are given, under the rules of `--rules`."""

from __future__ import annotations

from analyzer.api.records import RecordForm, read_match
from analyzer.cli.common import check_rules
from analyzer.game.rules import parse_rules
from analyzer.notation.records import Match


def match_under(text: str, rules: str | None, form: RecordForm | None = None) -> Match:
    """The match in a text of any form of a record, or of the `form` given.

    Raises InputError where it is played under other rules than `rules`.
    """
    usual = None if rules is None else parse_rules(rules)
    match = read_match(text, form, usual if usual is not None and usual.two_handed else None)
    check_rules(match.rules, rules, "record")
    return match
