"""Hands of every other game entered tap by tap: seen by all, and as one player saw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from analyzer.engine.general import greedy_move
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.general import Round, deal_round
from analyzer.game.rules import parse_rules
from analyzer.notation.general import (
    TableRecord,
    choices_in,
    encode_chair,
    format_table_record,
    parse_chair,
    parse_table_record,
    record_of_round,
    result_of,
)
from analyzer.notation.tablerecorder import Asks, TableDraft, asked_by, entry_of
from tests.sizes import more_at_night

GAMES = (
    "three-hand", "four-hand", "one-joker", "two-jokers", "four-hand,jokers=2", "mahjong",
    "mahjong,players=3", "mahjong,players=4", "standard,wall=reshuffle,jokers=1",
)  # fmt: skip


def played(name: str, seed: int) -> Round:
    """A hand to its end, played well enough to end soon and badly enough to go astray."""
    here, rng = deal_round(parse_rules(name), seed), Random(seed)
    while not here.over:
        astray = rng.random() < 0.25
        move = rng.choice(here.legal_moves()) if astray else greedy_move(here.chair(here.turn))
        here = here.apply(move)
    return here


def seen_by(record: TableRecord, last: Round, seat: int, *, shown: bool = True) -> TableRecord:
    """A record as one player can have written it."""
    mine = [other == seat for other in range(last.rules.players)]
    steps = tuple(
        step if step.player == seat else replace(step, drawn=None) for step in record.steps
    )
    ends = tuple(NO_CARDS if own else hand for own, hand in zip(mine, last.hands, strict=True))
    void = last.result is not None and not any(last.result.points)
    return replace(
        record,
        steps=steps,
        shown=ends if shown and any(ends) and not void else (),
        hands=tuple(
            hand if own else NO_CARDS for own, hand in zip(mine, record.hands, strict=True)
        ),
    )


def taps_of(record: TableRecord, seat: int, last: Round) -> Iterator[str]:
    """What is tapped for a record."""
    count = record.rules.players
    for player in ((seat + step) % count for step in range(count)):
        yield from map(str, record.hands[player])
    yield str(record.upcard)
    for step in record.steps:
        hidden = step.player in record.hidden
        if step.move.kind is Kind.DRAW:
            yield "draw" if hidden else str(step.drawn)
        elif step.move.kind is Kind.DISCARD:
            yield str(step.move.card)
        elif step.move.kind is Kind.MELD and hidden:
            yield from ("meld", *map(str, step.move.melds[0]), "lay")
        else:
            yield step.move.full.replace("gin ", "knock ") if step.move.card else str(step.move)
    ends = record.steps[-1].player
    for player in ((ends + step) % count for step in range(count)):
        known = last.known[player]
        if record.shown and player in record.hidden:
            yield from map(str, record.shown[player] - known)


def entered(record: TableRecord, seat: int, last: Round) -> TableDraft:
    draft = TableDraft(
        record.rules.name, seat, record.dealer, all_seen=not record.hidden, players=record.players
    )
    for tap in taps_of(record, seat, last):
        draft = draft.tap(tap)
    return draft


@more_at_night("number", 3, 200)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_tapped_is_the_record(name: str, number: int) -> None:
    for seed in range(number):
        last = played(name, seed)
        whole = record_of_round(last, ("Ann",) * last.rules.players)
        assert entry_of(entered(whole, seed % last.rules.players, last)).record == whole
        seat = Random(seed).randrange(last.rules.players)
        mine = seen_by(whole, last, seat)
        draft = entered(mine, seat, last)
        entry = entry_of(draft)
        assert entry.ask is Asks.OVER and entry.record == mine, format_table_record(mine)
        assert TableDraft.read(draft.text) == draft


@more_at_night("number", 3, 200)
@pytest.mark.parametrize("name", GAMES)
def test_hidden_hands_change_nothing_that_a_player_saw(name: str, number: int) -> None:
    for seed in range(number):
        last = played(name, seed)
        whole = record_of_round(last)
        for seat in range(last.rules.players):
            mine = seen_by(whole, last, seat)
            assert parse_table_record(format_table_record(mine)) == mine
            result = result_of(mine)
            assert result is not None and last.result is not None
            assert (result.points, result.kind) == (last.result.points, last.result.kind)
            choices = list(choices_in(mine))
            assert choices == list(choices_in(whole, (seat,)))
            for _, chair, _ in choices[:: 1 + len(choices) // 3]:
                assert parse_chair(encode_chair(chair)) == chair
            unshown = seen_by(whole, last, seat, shown=False)
            assert parse_table_record(format_table_record(unshown)) == unshown
            assert list(choices_in(unshown)) == choices


@pytest.mark.parametrize("name", GAMES)
def test_every_tap_offered_is_possible_and_every_other_refused(name: str) -> None:
    last = played(name, 5)
    mine = seen_by(record_of_round(last), last, 0)
    pack, rng = last.rules.pack, Random(name)
    draft = TableDraft(name, 0, mine.dealer)
    for tap in taps_of(mine, 0, last):
        entry = entry_of(draft)
        asked = asked_by(entry)
        assert tap in possible(asked.cards, asked.knocks, map(str, asked.moves)) | {
            "meld", "lay", *asked_words(tap)}  # fmt: skip
        if rng.random() < 0.2 and entry.ask is not Asks.SHOW:
            for card in rng.sample(sorted(asked.cards), min(3, len(asked.cards))):
                draft.tap(str(card))
            for card in rng.sample(sorted(pack - asked.cards), min(3, len(pack - asked.cards))):
                if card not in entry.laid:
                    with pytest.raises(InputError) as refused:
                        draft.tap(str(card))
                    assert refused.value.hint
        draft = draft.tap(tap)


def possible(cards: CardSet, knocks: CardSet, moves: Iterator[str]) -> set[str]:
    return {*map(str, cards), *(f"knock {card}" for card in knocks), *moves}


def asked_words(tap: str) -> set[str]:
    """A take of many cards is a tap on the deepest, and a spread is said behind a knock."""
    return {tap} if tap.startswith(("take", "knock")) else set()


def test_taking_back_goes_tap_by_tap_and_to_a_turn() -> None:
    last = played("three-hand", 2)
    mine = seen_by(record_of_round(last), last, 1)
    draft = entered(mine, 1, last)
    entry = entry_of(draft)
    back = draft
    while back.taps:
        back = back.undo()
    while back.can_redo:
        back = back.redo()
    assert replace(back, ahead=()) == draft
    for number, mark in enumerate(entry.marks):
        there = entry_of(draft.undo(mark))
        assert there.steps == mine.steps[:number]
        assert there.player == mine.steps[number].player


def tapped(draft: TableDraft, taps: str) -> TableDraft:
    for tap in taps.split(", "):
        draft = draft.tap(tap)
    return draft


def test_a_knock_that_is_none_is_refused_with_its_points() -> None:
    draft = tapped(
        TableDraft("three-hand", 0, dealer=2),
        "Ac, Ad, 3c, 7h, 8h, Kd, Qd, 9h, pass, pass, pass, Ts, Ts, draw, knock 5c",
    )
    with pytest.raises(InputError, match=r"leave 51 points, more than 9"):
        tapped(draft, "2c, 4d, 6h, 9s, Jc, Qh, Ks")
    entry = entry_of(tapped(draft, "2c, 2d, 2h, 6s, 7s, 8s, 3s, ?"))
    assert entry.ask is Asks.OVER and entry.record is not None
    assert str(entry.record.steps[-1].move) == "knock 5c"
    assert result_of(entry.record) is None  # the third player did not show
