"""The gin hand record as its page has it: the grammar is read, and sixty records are held to it."""

from __future__ import annotations

import json
import re

import pytest

from analyzer.errors import InputError
from analyzer.notation.records import format_match, parse_match
from tests.docs.conformance import FILE, PAGE, given

RECORDS = json.loads(FILE.read_text(encoding="utf-8"))["records"]
ACCEPTED = [one for one in RECORDS if "gives" in one]
REFUSED = [one for one in RECORDS if "refused" in one]
TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*')|/(?P<regex>(?:[^/\\]|\\.)*)/|(?P<name>\w+)"""
    r"""|(?P<sign>[=;|()\[\]{}]))"""
)
CLOSED = {"(": ")", "[": ")?", "{": ")*"}


def rules_of(grammar: str) -> dict[str, list[re.Match[str]]]:
    """The tokens of each production."""
    tokens = list(TOKEN.finditer(grammar.strip()))
    assert "".join(token.group() for token in tokens) == grammar.strip()
    rules: dict[str, list[re.Match[str]]] = {}
    for at, token in enumerate(tokens):
        if token["sign"] == "=":
            end = next(end for end in range(at, len(tokens)) if tokens[end]["sign"] == ";")
            rules[tokens[at - 1]["name"]] = tokens[at + 1 : end]
    return rules


def expression(name: str, rules: dict[str, list[re.Match[str]]]) -> str:
    """A production as a regular expression: none refers to itself."""
    parts, open_ = [], []
    for token in rules[name]:
        if token["literal"]:
            parts.append(re.escape(token["literal"][1:-1]))
        elif token["regex"]:
            parts.append(f"(?:{token['regex']})")
        elif token["name"]:
            parts.append(expression(token["name"], rules))
        elif token["sign"] in CLOSED:
            open_.append(CLOSED[token["sign"]])
            parts.append("(?:")
        else:
            parts.append("|" if token["sign"] == "|" else open_.pop())
    return f"(?:{''.join(parts)})"


GRAMMAR = re.compile(expression("match", rules_of(PAGE["grammar"])))


def test_the_set_has_sixty_records():
    assert (len(ACCEPTED), len(REFUSED)) == (42, 18)
    assert len({one["text"] for one in RECORDS}) == len({one["name"] for one in RECORDS}) == 60
    kinds = {hand["result"]["kind"] for one in ACCEPTED for hand in one["gives"] if hand["result"]}
    assert kinds >= {"knock", "gin", "big gin", "undercut", "void"}


@pytest.mark.parametrize("one", ACCEPTED, ids=lambda one: one["name"])
def test_a_record_gives_what_it_must(one):
    match = parse_match(one["text"])
    assert [given(hand) for hand in match.hands] == one["gives"]
    assert format_match(match) == one["text"]
    assert GRAMMAR.fullmatch(one["text"])


@pytest.mark.parametrize("one", REFUSED, ids=lambda one: one["name"])
def test_a_record_is_refused_in_words_that_name_a_line(one):
    with pytest.raises(InputError, match=r"^lines? \d"):
        parse_match(one["text"])


@pytest.mark.parametrize(
    "slip", ["1. 9h", "1. ^9h-Kd", "0. p", "1. p 2. p", "1. +10h -Kd", "[Dealer 2]", "1 p"]
)
def test_the_grammar_is_of_what_is_written_and_no_more(slip):
    text = ACCEPTED[0]["text"]
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    assert GRAMMAR.fullmatch(text) and not GRAMMAR.fullmatch(text.replace(first, slip))
