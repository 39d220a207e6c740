"""Hands of games beyond the two-handed one, entered tap by tap: all seen, or one player's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from random import Random

import pytest

from analyzer.engine.general import greedy_move
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Turn
from analyzer.game.cards import NO_CARDS, Card
from analyzer.game.position import Position, deal
from analyzer.game.rules import parse_rules
from analyzer.game.view import seen_by
from analyzer.notation import decode, encode
from analyzer.notation.recorder import Awaited, read_sheet, redo, undo
from analyzer.notation.recorder._back import back_to
from analyzer.notation.recorder._taps import tap
from analyzer.notation.recorder.state import EntryState, set_up
from analyzer.notation.recorder.step import next_step
from analyzer.notation.records import (
    Record,
    format_record,
    outcome_of,
    parse_record,
    record_of,
    replay,
)
from tests.oracles.played import choices_in
from tests.property.test_records import damages
from tests.sizes import more_at_night, spread_by_day

GAMES = (
    "three-hand", "four-hand", "one-joker", "two-jokers", "four-hand,jokers=2", "mahjong",
    "mahjong,players=3", "mahjong,players=4", "standard,wall=reshuffle,jokers=1",
)  # fmt: skip


def played(name: str, seed: int) -> Position:
    """A hand to its end, played well enough to end soon and badly enough to go astray."""
    here, rng = deal(parse_rules(name), seed), Random(seed)
    while not here.over:
        astray = rng.random() < 0.25
        move = rng.choice(here.legal_actions()) if astray else greedy_move(seen_by(here, here.turn))
        here = here.apply(move)
    return here


def record_seen_by(record: Record, last: Position, seat: int, *, shown: bool = True) -> Record:
    """A record as one player can have written it."""
    mine = [other == seat for other in range(last.rules.players)]
    turns = tuple(
        replace(turn, card=None) if turn.player != seat and turn.turn is Turn.DRAW else turn
        for turn in record.turns
    )
    ends = tuple(NO_CARDS if own else hand for own, hand in zip(mine, last.hands, strict=True))
    void = last.outcome is not None and not any(last.outcome.points)
    return replace(
        record,
        turns=turns,
        shown=ends if shown and any(ends) and not void else (),
        hands=tuple(hand if own else None for own, hand in zip(mine, record.hands, strict=True)),
    )


def taps_of(record: Record, last: Position) -> Iterator[str]:
    """What is tapped for a record once its game and dealer are set up."""
    for hand in record.hands:
        yield from map(str, hand or ())
    yield str(record.upcard)
    for here, step in zip(replay(record), record.steps, strict=False):
        hidden = step.player in record.hidden
        yield from move_taps(here, step.move, None if hidden else step.drawn, hidden)
    ends = record.steps[-1].player
    count = record.rules.players
    for player in ((ends + step) % count for step in range(count)):
        known = last.known[player]
        if record.shown and player in record.hidden:
            yield from map(str, record.shown[player] - known)


def move_taps(here: Position, move: Action, drawn: Card | None, hidden: bool) -> Iterator[str]:
    """What is tapped for one move; several cards are taken by tapping the deepest."""
    match move.kind:
        case Kind.DRAW:
            yield "?" if hidden else str(drawn)
        case Kind.TAKE:
            yield "^" if move.count == 1 else str(here.pile[-move.count])
        case Kind.PASS:
            yield "p"
        case Kind.DISCARD:
            yield str(move.card)
        case Kind.KNOCK | Kind.GIN:
            yield f"{move.card}!"
        case Kind.BIG_GIN:
            yield "!!"
        case Kind.MELD if hidden:
            yield from ("meld", *map(str, move.melds[0]), "lay")
        case _:
            yield str(move)


def begun(record: Record) -> str:
    """The text before the first tap."""
    tags = [f'[Game "{record.rules.name}"]']
    if any(record.players):
        names = " ".join(f'"{name}"' for name in record.players)
        tags.append(f"[Players {names}]")
    tags.append(f'[Dealer "{record.dealer + 1}"]')
    hands = (f'[Hand{n} "{"?" * (not hand)}"]' for n, hand in enumerate(record.hands, 1))
    return "\n".join((*tags, *hands))


def entered(record: Record, last: Position) -> str:
    text = begun(record)
    for what in taps_of(record, last):
        text = tap(text, what)
    return text


def recorded(text: str) -> Record:
    play = read_sheet(text).play
    assert play is not None
    return play.record


@more_at_night("number", 3, 200)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_tapped_is_the_record(name: str, number: int) -> None:
    for seed in range(number):
        last = played(name, seed)
        whole = record_of(last, ("Ann",) * last.rules.players)
        assert recorded(entered(whole, last)) == whole
        seat = Random(seed).randrange(last.rules.players)
        mine = record_seen_by(whole, last, seat)
        text = entered(mine, last)
        sheet = read_sheet(text)
        assert sheet.ask is Awaited.NOTHING and recorded(text) == mine, format_record(mine)
        assert sheet.mine == seat and parse_record(text) == mine
        assert EntryState.unpack(EntryState(text).pack(99_999)).text == text


@more_at_night("number", 3, 200)
@spread_by_day("name", GAMES, 3)
def test_hidden_hands_change_nothing_that_a_player_saw(name: str, number: int) -> None:
    for seed in range(number):
        last = played(name, seed)
        whole = record_of(last, in_moves=True)
        for seat in range(last.rules.players):
            mine = record_seen_by(whole, last, seat)
            assert parse_record(format_record(mine)) == mine
            result = outcome_of(mine)
            assert result is not None and last.outcome is not None
            assert (result.points, result.kind) == (last.outcome.points, last.outcome.kind)
            choices = list(choices_in(mine))
            assert choices == list(choices_in(whole, (seat,)))
            for one in choices[:: 1 + len(choices) // 3]:
                assert decode(encode(one.view)) == one.view
            unshown = record_seen_by(whole, last, seat, shown=False)
            assert parse_record(format_record(unshown)) == unshown
            assert list(choices_in(unshown)) == choices


@spread_by_day("name", GAMES, 3)
def test_every_tap_offered_is_possible_and_every_other_refused(name: str) -> None:
    last = played(name, 5)
    mine = record_seen_by(record_of(last, in_moves=True), last, 0)
    pack, rng = last.rules.pack, Random(name)
    text = set_up("", {"rules": name, "dealer": str(mine.dealer + 1)})
    for what in taps_of(mine, last):
        step = next_step(text)
        assert what in step.taps, (what, text)
        if rng.random() < 0.2 and step.ask not in {Awaited.SPREAD, Awaited.DEFENSE}:
            for card in rng.sample(sorted(step.cards), min(3, len(step.cards))):
                tap(text, str(card))
            for card in rng.sample(sorted(pack - step.cards), min(3, len(pack - step.cards))):
                if card not in step.laid:
                    with pytest.raises(InputError) as refused:
                        tap(text, str(card))
                    assert refused.value.hint
        text = tap(text, what)


@pytest.mark.parametrize("name", ["three-hand", "mahjong", "two-jokers"])
def test_taking_back_goes_tap_by_tap_and_to_a_turn(name: str) -> None:
    last = played(name, 2)
    mine = record_seen_by(record_of(last, in_moves=True), last, 0)
    whole = text = set_up("", {"rules": name, "dealer": str(mine.dealer + 1)})
    texts = [text]
    for what in taps_of(mine, last):
        whole = tap(whole, what)
        texts.append(whole)
    for before, after in pairwise(texts):
        assert (undo(after) or "").replace("gin", "knock").split() == before.split()
    back: str | None = whole
    while back is not None:
        text, back = back, undo(back)
    while (forth := redo(text, whole)) is not None:
        text = forth
    assert text.split() == whole.split()
    turns = [list(turn) for _, turn in groupby(mine.steps, key=lambda step: step.player)]
    for number, turn in enumerate(turns):
        there = back_to(whole, 1, number + 1)
        assert recorded(there).steps == tuple(step for turn in turns[:number] for step in turn)
        assert read_sheet(there).player == turn[0].player


def tapped(text: str, taps: str) -> str:
    for what in taps.split():
        text = tap(text, what)
    return text


def test_a_knock_that_is_none_is_refused_with_its_points() -> None:
    text = tapped(
        set_up("", {"rules": "three-hand", "dealer": "3"}),
        "Ac Ad 3c 7h 8h Kd Qd 9h p p p Ts Ts ? 5c!",
    )
    with pytest.raises(InputError, match=r"leave 51 points, more than 9"):
        tapped(text, "2c 4d 6h 9s Jc Qh Ks")
    sheet = read_sheet(tapped(text, "2c 2d 2h 6s 7s 8s 3s ?"))
    assert sheet.ask is Awaited.NOTHING and sheet.play is not None
    assert str(sheet.play.record.steps[-1].move) == "knock 5c"
    assert outcome_of(sheet.play.record) is None  # the third player did not show


@more_at_night("number", 60, 400)
def test_whatever_is_typed_is_read_or_refused_in_words(number: int) -> None:
    refused = 0
    for seed in range(number):
        rng = Random(seed)
        last = played(GAMES[seed % len(GAMES)], seed % 3)
        mine = record_seen_by(record_of(last, in_moves=True), last, 0)
        text = damages(format_record(mine), rng)
        try:
            step = next_step(text)
            for what in rng.sample(step.taps, min(2, len(step.taps))):
                next_step(tap(text, what))
            undo(text)
        except InputError as error:
            refused += 1
            assert error.message and error.hint, text
    assert number / 4 < refused < number
