"""The recorder: any hand that was played can be entered tap by tap, and every tap taken back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from analyzer.errors import InputError
from analyzer.game.scoring import Ended
from analyzer.game.view import Turn
from analyzer.notation.recorder import Awaited, RecorderStep, read_sheet, redo, rejoin, undo
from analyzer.notation.recorder._back import back_to
from analyzer.notation.recorder._taps import lay, tap
from analyzer.notation.recorder.step import next_step
from analyzer.notation.records import (
    Record,
    format_match,
    format_record,
    format_spread,
    match_of,
    parse_match,
    parse_record,
)
from analyzer.notation.records.write import format_defence, format_tag
from analyzer.notation.ruletexts import rules_text
from tests.oracles.texts import seen_by
from tests.property.test_records import MANY, VARIANTS, damages, play_match, record
from tests.sizes import more_at_night, rest_at_night

EVERY = 17
"""Each so many taps are taken back in the ordinary run, and all of the showdown."""
SHOWDOWN = 12


def begun(made: Record) -> str:
    """The text before the first tap: rules, names, score and further tags."""
    tags = [format_tag("Rules", rules_text(made.rules))]
    if made.players != (None, None):
        tags.append(format_tag("Players", *(name or "?" for name in made.players)))
    if made.score is not None:
        tags.append(format_tag("Score", "{}-{}".format(*made.score)))
    return "\n".join([*tags, *(format_tag(name, value) for name, value in made.tags)])


def next_tap(made: Record, step: RecorderStep, turns: int, rng: Random) -> str | None:
    """What one taps who has seen the hand `made`; None once it is entered."""
    if "known 2" in step.others and made.hands[1] is not None:
        return "known 2"
    match step.ask:
        case Awaited.DEALER:
            return f"dealer {made.dealer + 1}"
        case Awaited.HAND:
            assert step.player is not None
            hand = made.hands[step.player]
            return "?" if hand is None else str(rng.choice(list(hand - step.laid)))
        case Awaited.UPCARD:
            return str(made.upcard)
        case Awaited.SPREAD | Awaited.DEFENSE:
            cards = shown(made, step.ask is Awaited.DEFENSE)
            return "?" if not cards else rng.choice(sorted(set(cards) - set(map(str, step.laid))))
        case Awaited.NOTHING:
            return None
        case Awaited.DISCARD:
            return discarded(made, turns - 1 if turns else 0)
    if turns == len(made.turns):
        return None
    played = made.turns[turns]
    unseen = "?" if played.card is None else str(played.card)
    return {Turn.PASS: "p", Turn.TAKE: "^", Turn.DRAW: unseen}[played.turn]


def discarded(made: Record, number: int) -> str | None:
    if number == len(made.turns):
        return None
    played = made.turns[number]
    if made.showdown is None or number < len(made.turns) - 1:
        return None if played.discarded is None else str(played.discarded)
    return "!!" if made.showdown.big else f"{played.discarded or '?'}!"


def shown(made: Record, defence: bool) -> list[str]:
    """The cards that a player laid down."""
    assert made.showdown is not None
    laid = made.showdown.defence if defence else made.showdown.spread
    if laid is None:
        return []
    off = [card for card, _ in laid.laid_off] if defence else []  # type: ignore[union-attr]
    return [str(card) for group in (*laid.melds, laid.deadwood, off) for card in group]


def entered(made: Record, rng: Random, text: str | None = None) -> Iterator[str]:
    """The texts after each tap, the first one before any; then the cards as they were laid."""
    text = begun(made) if text is None else text
    yield text
    while True:
        sheet = read_sheet(text)
        what = next_tap(made, next_step(text), len(sheet.draft.turns), rng)
        if what is None:
            return
        text = tap(text, what)
        yield text


def as_laid(made: Record, text: str) -> str:
    """The text with the melds of the record, where others were proposed."""
    showdown = made.showdown
    if showdown is None or showdown.spread is None:
        return text
    text = lay(text, format_spread(showdown.spread, made.rules), defense=False)
    if showdown.defence is None:
        return text
    return lay(text, format_defence(showdown.defence, made.rules), defense=True)


def check(made: Record, seed: int, every: int = 1) -> None:
    """Entered tap by tap it is the same record; every tap can be taken back and made again."""
    texts = list(entered(made, Random(seed)))
    if (
        made.result is not None
        and made.result.kind is Ended.MISDEAL
        and made.result != (parse_record(texts[-1]).result)
    ):
        texts.append(tap(texts[-1], "misdeal"))
    assert parse_record(as_laid(made, texts[-1])) == made, format_record(made)
    steps = list(pairwise(texts))
    for before, after in (*steps[seed % every : -SHOWDOWN : every], *steps[-SHOWDOWN:]):
        check_back_and_forth(before, after, texts[-1])


def check_back_and_forth(before: str, after: str, ahead: str) -> None:
    """The tap between two texts can be taken back, and made again."""
    step = next_step(before)
    if step.ask is Awaited.DEALER:
        return  # that is changed, not taken back
    back, forth = undo(after), redo(before, ahead)
    assert back is not None and forth is not None, (before, after)
    if step.ask not in {Awaited.SPREAD, Awaited.DEFENSE}:
        assert back.split() == before.split(), (before, after, back)
        assert forth.split() == after.split(), (before, after, forth)
        return
    assert next_step(back).ask is step.ask
    assert len(next_step(back).laid) == len(step.laid), "the order is lost once it is arranged"
    assert next_step(forth).ask is next_step(after).ask
    assert len(next_step(forth).laid) == len(next_step(after).laid)


@rest_at_night("name", VARIANTS, list(VARIANTS)[::4])
def test_a_hand_entered_tap_by_tap_is_the_same_record(name: str) -> None:
    """Under every other rules both hands are known, under the others one."""
    number = list(VARIANTS).index(name)
    made = record(name, number % 2)
    check(seen_by(made, number // 2 % 2) if number % 2 else made, number % 2, EVERY)


@pytest.mark.nightly
@pytest.mark.parametrize("name", VARIANTS)
def test_many_hands_entered_tap_by_tap(name: str) -> None:
    for seed in range(MANY // 100):
        made = record(name, seed)
        check(made, seed, EVERY)
        check(seen_by(made, 0), seed, EVERY)
        check(seen_by(made, 1), seed, EVERY)


@pytest.mark.slow
@more_at_night("hands", 1, 2)
def test_a_match_is_entered_hand_by_hand(hands: int) -> None:
    match, _ = play_match(VARIANTS["classic"], 5)
    whole = format_match(match_of(match.hands[:-hands]))
    for made in match.hands[-hands:]:
        text = tap(whole, "next")
        assert undo(text) == whole and redo(whole, text) == text
        assert read_sheet(text).names == ("Ann", "Bob")
        whole = as_laid(made, list(entered(made, Random(1), text))[-1])
        assert (redo(text, whole) or "").count("Hand1") == len(read_sheet(whole).before) + 1
    assert "next" not in next_step(whole).others, "the match is over"
    assert parse_match(whole) == match
    assert format_match(parse_match(whole)) == format_match(match)


def test_what_is_corrected_in_the_middle_keeps_the_turns_that_followed() -> None:
    """Back to a turn, another card discarded: the later turns are put back as they were."""
    for name in ("standard", "oklahoma", "eleven"):
        made = seen_by(record(name, 3), 1)
        text = list(entered(made, Random(1)))[-1]
        turns = list(zip(made.turns, made.turns[1:], strict=False))
        middle = next(
            number
            for number, (turn, after) in enumerate(turns)
            if number > 8 and turn.player == 0 and after.turn is Turn.DRAW
        )
        earlier = back_to(text, 1, middle + 1)
        assert len(parse_record(earlier).turns) == middle
        drawn = tap(earlier, "?" if turns[middle][0].turn is Turn.DRAW else "^")
        other = next(card for card in map(str, next_step(drawn).cards) if card not in text)
        assert rejoin(drawn, text) is None, "the turn is not whole yet"
        assert (rejoin(tap(drawn, other), text) or "").split()[-8:] == text.split()[-8:]
        assert rejoin(tap(drawn, "?!"), text) is None, "then the hand is over"
        again = list(entered(made, Random(1), earlier))[-1]
        assert parse_record(as_laid(made, again)) == made


@more_at_night("number", 60, 200)
def test_whatever_is_typed_is_read_or_refused_in_words(number: int) -> None:
    refused = 0
    for seed in range(number):
        rng = Random(seed)
        text = damages(format_record(record("classic", seed % 5)), rng)
        try:
            step = next_step(text)
            for what in rng.sample(step.taps, min(2, len(step.taps))):
                next_step(tap(text, what))
            undo(text)
        except InputError as error:
            refused += 1
            assert error.message and error.hint, text
    assert number / 4 < refused < number
