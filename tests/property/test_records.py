"""Records of whole hands: what was printed reads back, what was damaged is refused in words.

The hands are self-play of the rollout policies under every preset and the variants that no
preset has; two policies meet, so that hands end in every way.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from analyzer.api.documents import encode, written
from analyzer.api.records import RecordJson, record_from_json
from analyzer.errors import InputError
from analyzer.game.cards import DECK
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import Ended, next_dealer
from analyzer.game.sheets import ScoreSheet
from analyzer.game.view import view_of
from analyzer.notation.records import (
    Match,
    check_record,
    decisions,
    format_match,
    format_record,
    match_of,
    parse_match,
    parse_record,
    record_of,
    replay,
)
from analyzer.notation.records._eaai import read_file as read_eaai
from analyzer.notation.records.stepping import steps, table_after, views
from tests.oracles.eaai_log import log_of
from tests.oracles.played import VARIANTS, hand, play, record
from tests.oracles.texts import seen_by
from tests.sizes import more_at_night

HANDS = 4
"""Hands of each of the rules in the ordinary run; the nightly run plays `MANY`."""
MANY = 10_000


def told_apart(one: Position) -> Position:
    """A position without what a record does not keep: cards never drawn, and the seed."""
    return replace(one, stock=tuple(sorted(one.stock)), seed=0)


def check_hand(name: str, seed: int) -> Ended | None:
    """All that holds of one hand's record; how it ended."""
    played, made = hand(name, seed), record(name, seed)
    text = format_record(made)
    read = parse_record(text)
    assert read == made
    assert format_record(read) == text
    assert check_record(made) == made
    assert record_from_json(encode(written(RecordJson, made))) == made
    again = replay(made)
    assert len(again) == len(played)
    assert [view_of(step.table) for step in steps(made)] == [view_of(one) for one in played[:-1]]
    left, last = table_after(made), played[-1]
    assert (left.hands, left.pile, left.over) == (last.hands, last.pile, last.over)
    plain = [told_apart(replace(one, outcome=None)) for one in again]
    assert plain == [told_apart(replace(one, outcome=None)) for one in played]
    if (outcome := played[-1].outcome) is None:
        assert made.result is None and not again[-1].over
        return None
    assert again[-1].outcome is not None
    assert again[-1].outcome.hand == outcome.hand
    assert made.result == again[-1].outcome.scored == outcome.scored
    return outcome.hand.kind


def check_views(name: str, seed: int) -> None:
    """The views are those that the players had; the other hand is not needed for them."""
    played, made = hand(name, seed), record(name, seed)
    for seat in (0, 1):
        had = [view_of(one) for one in played[:-1] if one.turn == seat]
        assert list(views(made, seat)) == had
        masked = seen_by(made, seat)
        assert masked.hands[1 - seat] is None
        assert parse_record(format_record(masked)) == check_record(masked) == masked
        assert decisions(masked, seat) == decisions(made, seat)


@pytest.mark.parametrize("name", VARIANTS)
def test_what_was_printed_reads_back_and_replays(name: str) -> None:
    for seed in range(HANDS):
        check_hand(name, seed)


@pytest.mark.parametrize("name", VARIANTS)
def test_views_do_not_need_the_other_hand(name: str) -> None:
    for seed in range(0, HANDS, 2):
        check_views(name, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("name", VARIANTS)
def test_ten_thousand_hands_of_each_of_the_rules(name: str) -> None:
    ended = Counter(check_hand(name, seed) for seed in range(MANY))
    for seed in range(0, MANY, 10):
        check_views(name, seed)
    print(name, dict(ended))
    assert ended[Ended.GIN] >= 5 or ended[Ended.MISDEAL]


def test_every_ending_occurs() -> None:
    ended = Counter(made.result.kind if (made := record(name, seed)).result else None
                    for name in VARIANTS for seed in range(12))  # fmt: skip
    print(dict(ended))
    rare = {Ended.BIG_GIN, Ended.TIE}  # in the unit tests
    assert {*Ended} - rare <= set(ended)


# ---------------------------------------------------------------- matches


def played_match(
    rules: Rules, seed: int, hands: int = 20
) -> tuple[list[tuple[Position, ...]], ScoreSheet]:
    """The hands of a match to its end, and its sheet as they were scored."""
    sheet, dealer, found = ScoreSheet(rules), seed % 2, []
    for number in range(hands):
        start = deal(rules, seed * 100 + number, dealer=dealer, score=sheet.score)
        played = play(start, seed * 7 + number)
        outcome = played[-1].outcome
        assert outcome is not None
        found.append(played)
        sheet = sheet.add(outcome.scored)
        dealer = next_dealer(rules, dealer, outcome.scored)
        if sheet.finished:
            break
    return found, sheet


def play_match(rules: Rules, seed: int) -> tuple[Match, ScoreSheet]:
    found, sheet = played_match(rules, seed)
    return match_of(record_of(played[-1], ("Ann", "Bob")) for played in found), sheet


@more_at_night("matches", 1, 3)
@pytest.mark.parametrize(
    "name",
    [
        "standard",
        "classic",
        "eaai",
        "palace",
        "hollywood",
        "winner deals",
        "openspiel",
        "second deck",
    ],
)
def test_matches_read_back_and_their_sheet_is_the_one_played(name: str, matches: int) -> None:
    for seed in range(matches):
        match, sheet = play_match(VARIANTS[name], seed)
        text = format_match(match)
        assert parse_match(text) == match
        assert format_match(parse_match(text)) == text
        assert match.series().matches[-1] == sheet


@pytest.mark.slow
def test_a_set_of_matches_begins_each_at_nought() -> None:
    rules = PRESETS["tournament"]
    first, second = (played_match(rules, seed, hands=40)[0] for seed in (0, 1))
    match = match_of(record_of(played[-1]) for played in (*first, *second))
    assert [hand.score for hand in match.hands].count((0, 0)) >= 2
    assert parse_match(format_match(match)) == match
    assert len(match.series().matches) == 2
    without = format_match(match).split("\n\n[Rules")
    begins = len(first)
    without[begins] = re.sub(r"\[Dealer [^\]]*\]\n", "", without[begins])
    with pytest.raises(InputError, match="the dealer is missing"):
        parse_match("\n\n[Rules".join(without))


def test_scores_dealers_and_names_are_carried_on() -> None:
    match, _ = play_match(VARIANTS["classic"], 5)
    text = format_match(match)
    first, *others = text.split("\n\n[Rules")
    bare = [re.sub(r"\[(Dealer|Score|Players) [^\]]*\]\n", "", hand_) for hand_ in others]
    assert len(others) > 2
    assert parse_match("\n\n[Rules".join([first, *bare])) == match


@more_at_night("matches", 2, 6)
def test_logs_of_the_challenge_are_read_as_they_were_played(matches: int) -> None:
    for seed in range(matches):
        rng, totals, lines = Random(seed), ScoreSheet(PRESETS["eaai"]), []
        hands, sheet = played_match(PRESETS["eaai"], seed)
        for played in hands:
            outcome = played[-1].outcome
            assert outcome is not None
            totals = totals.add(outcome.scored)
            lines += log_of(played, totals.score, rng)
        log = "\n".join([*lines, f"Player {sheet.winner} wins."])
        match = read_eaai(log)
        assert match == match_of(record_of(played[-1]) for played in hands)
        assert match.series().matches[-1] == sheet


@more_at_night("games", 2, 12)
def test_several_games_of_a_log_are_a_set(games: int) -> None:
    rng, lines, finals = Random(games), list[str](), []
    for seed in range(games):
        totals = ScoreSheet(PRESETS["eaai"])
        for played in played_match(PRESETS["eaai"], seed)[0]:
            assert played[-1].outcome is not None
            totals = totals.add(played[-1].outcome.scored)
            lines += log_of(played, totals.score, rng)
        lines.append(f"Player {totals.winner} wins.")
        finals.append(totals.score)
    match = read_eaai("\n".join(lines))
    assert [sheet.score for sheet in match.series().matches][:games] == finals
    assert parse_match(format_match(match)) == match


@more_at_night("number", 120, 300)
def test_damaged_logs_are_refused_in_words(number: int) -> None:
    refused = 0
    for seed in range(number):
        rng = Random(seed)
        log = "\n".join(log_of(hand("eaai", 1 + seed % 5), (0, 0), rng))
        text = damages(log, rng)
        try:
            match = read_eaai(text)
        except InputError as error:
            refused += 1
            assert (error.where is not None and "line" in error.where) or not text.strip(), text
        else:
            assert parse_match(format_match(match)) == match
    assert refused > number / 3


@more_at_night("number", 200, 600)
def test_damaged_documents_are_refused_with_their_path(number: int) -> None:
    refused = 0
    for seed in range(number):
        rng = Random(seed)
        document = json.loads(encode(written(RecordJson, record("classic", seed % HANDS))))
        spoil(document, rng)
        try:
            read = record_from_json(document)
        except InputError as error:
            refused += 1
            assert error.message and error.where is not None
        else:
            assert parse_record(format_record(read)) == read
    assert refused > number / 2


def spoil(document: Any, rng: Random) -> None:
    """Change one thing somewhere in a document."""
    node = document
    while True:
        key = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            node = inner
        elif rng.random() < 0.3:
            del node[key]
            return
        else:
            node[key] = rng.choice([None, 0, 3, "", "Kd", "9h", "11h", [], {}, True, "take"])
            return


# ---------------------------------------------------------------- damage


def damages(text: str, rng: Random) -> str:
    """The text with one thing wrong with it, as happens to texts."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    cards = [found.span() for found in re.finditer(r"[A2-9TJQK][cdhsCDHS]", text)]
    first, last = rng.choice(cards)
    match rng.randrange(10):
        case 0:  # another card
            return text[:first] + str(rng.choice(tuple(DECK))) + text[last:]
        case 1:  # no card
            return text[:first] + rng.choice(["", "?", "11h", "Zz", "♥", "-", "10"]) + text[last:]
        case 2:
            del lines[at]
        case 3:
            lines.insert(at, rng.choice(lines))
        case 4:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 5:
            lines = lines[:at]
        case 6:  # a character more, less or another
            spot = rng.randrange(len(text))
            char = rng.choice(' []{}"!=+^-/?.,x7h\n\u2028\x00é')
            return text[:spot] + char + text[spot + rng.randrange(2) :]
        case 7:
            numbers = [found.span() for found in re.finditer(r"\d+", text)]
            begin, end = rng.choice(numbers)
            return text[:begin] + str(rng.randrange(120)) + text[end:]
        case 8:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        case 9:
            signs = [found.start() for found in re.finditer(r"[\^+!=/-]", text)]
            spot = rng.choice(signs or [0])
            return text[:spot] + rng.choice(["", "^", "+", "-", "!", "!!"]) + text[spot + 1 :]
    return "\n".join(lines)


def test_damaged_records_are_refused_with_line_and_token() -> None:
    print(check_damage(range(300)))


@pytest.mark.nightly
def test_many_damaged_records() -> None:
    print(check_damage(range(10_000)))


def check_damage(seeds: range) -> dict[str, int]:
    """Damage a record for each seed: it stays readable, or the error says where and what."""
    count: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        name = list(VARIANTS)[seed % len(VARIANTS)]
        made = record(name, seed % HANDS)
        made = seen_by(made, seed % 2) if seed % 4 == 3 else made
        text = damages(format_record(made), rng)
        try:
            read = parse_record(text)
        except InputError as error:
            count["refused"] += 1
            assert_tells(error, text)
            continue
        count["read"] += 1
        again = format_record(read)
        assert parse_record(again) == read, text
    assert count["refused"] > count["read"] > 0
    return dict(count)


def assert_tells(error: InputError, text: str) -> None:
    """The error names a line of the text and stands at characters of it, and says something."""
    assert error.message and error.hint and len(str(error)) < 600
    if not text.strip():
        return
    assert error.where is not None, (str(error), text)
    lines = [int(number) for number in re.findall(r"line (\d+)|lines? \d+ and (\d+)", error.where)
             for number in number if number]  # fmt: skip
    assert lines and max(lines) <= len(text.splitlines()), (str(error), text)
    assert error.span is not None, (str(error), text)
    assert 0 <= error.span[0] <= error.span[1] <= len(text), str(error)
