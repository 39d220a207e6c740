"""Puzzles: one name under every renaming of the suits; days in every time zone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.view import View
from analyzer.practice._deals import table_of
from analyzer.practice.puzzles.schedule import Schedule, own_day, parse_schedule
from tests.workshop.puzzles.planning import format_schedule
from tests.workshop.puzzles.relabel import identity, renamed
from tests.workshop.puzzles.spots import played

RULES = PRESETS["eaai"]
WAYS = tuple(permutations(range(4)))


def under(view: View, way: tuple[int, ...]) -> View:
    """The same view with its suits renamed, written apart from the code that it tests."""

    def one(card: Card | None) -> Card | None:
        return None if card is None else Card(renamed(card, way))

    def many(cards: CardSet) -> CardSet:
        return CardSet.from_cards(Card(renamed(card, way)) for card in cards)

    return replace(
        view,
        hand=many(view.hand),
        pile=tuple(Card(renamed(card, way)) for card in view.pile),
        known=(many(view.shown), many(view.opponent)),
        taken=one(view.taken),
        drawn=one(view.drawn),
        upcard=one(view.upcard),
        history=tuple(
            replace(event, card=one(event.card), discarded=one(event.discarded))
            for event in view.history or ()
        ),
    )


@settings(max_examples=20)
@given(st.integers(0, 200), st.integers(0, 30), st.sampled_from(WAYS))
def test_the_names_of_the_suits_do_not_matter(deal: int, place: int, way: tuple[int, ...]) -> None:
    spots, _ = played(table_of(RULES, 8, deal))
    view = spots[place % len(spots)].view
    assert identity("discard", [under(view, way)]) == identity("discard", [view])


@settings(max_examples=12)
@given(st.integers(0, 200), st.integers(0, 30))
def test_another_decision_has_another_name(deal: int, place: int) -> None:
    spots, _ = played(table_of(RULES, 8, deal))
    names = {identity("discard", [spot.view]) for spot in spots}
    assert len(names) == len(spots)
    view = spots[place % len(spots)].view
    extra = [[view.hand]]
    assert identity("discard", [view], extra) != identity("discard", [view])
    assert identity("discard", [replace(view, score=(10, 20))]) not in names


ZONES = st.integers(-12 * 4, 14 * 4).map(lambda quarters: timedelta(minutes=15 * quarters))
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2032, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)


@given(MOMENTS, ZONES)
def test_everybody_has_the_day_of_their_own_clock(moment: datetime, offset: timedelta) -> None:
    there = moment.astimezone(timezone(offset)).date()
    assert own_day(moment, there) == there
    assert own_day(moment.astimezone(timezone(offset)), there) == there


@given(MOMENTS, st.dates(date(2025, 1, 1), date(2033, 1, 1)))
def test_no_day_is_believed_that_is_nowhere(moment: datetime, day: date) -> None:
    found = own_day(moment, day)
    assert abs((found - moment.date()).days) <= 1
    assert found == day or found == moment.date()


@given(st.lists(st.from_regex(r"[a-z2-7]{10}", fullmatch=True), unique=True, max_size=50))
def test_a_schedule_is_read_back_and_answers_both_ways(ids: list[str]) -> None:
    made = Schedule(tuple(ids))
    assert parse_schedule(format_schedule(made)) == made
    assert [made.on(day) for day in made.days] == ids
    assert all(made.on(found) == one for one in ids if (found := made.day_of(one)))
    assert made.on(date(2025, 12, 31)) is None
