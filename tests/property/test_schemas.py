"""Whatever a player can know and an engine can say comes back from JSON as it was."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.api.documents import decode, encode, written
from analyzer.api.evaluations import EvaluationJson, evaluation_from_json
from analyzer.api.views import ViewJson, view_from_json
from analyzer.engine.comparisons.types import (
    Against,
    ScoreCell,
    ScoreMap,
    ScoreValue,
    WaitingCurve,
    WaitingPoint,
)
from analyzer.engine.types import ActionValue, Ending, EndingShare, Evaluation, Grade
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.cards import DECK, CardSet
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS, TWO_HANDED, Rules
from analyzer.game.table import Played
from analyzer.game.view import Side, View, view_of
from analyzer.notation import rules_text

CARDS = list(DECK)
counts = st.integers(0, 30)
sides = st.sampled_from(Side)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


rules = st.one_of(
    st.sampled_from(list(TWO_HANDED.values())),
    st.builds(
        lambda preset, gin, big: preset.override(gin_bonus=gin, big_gin_bonus=big),
        st.sampled_from(list(TWO_HANDED.values())),
        st.integers(0, 50),
        maybe(st.integers(0, 50)),
    ),
)

events = st.builds(
    Played,
    sides,
    st.sampled_from(Turn),
    maybe(st.sampled_from(CARDS)),
    maybe(st.sampled_from(CARDS)),
)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any view at all, whether or not play can lead to it."""
    question = draw(st.sampled_from(Question))
    cards = draw(st.permutations(CARDS))
    size = 11 if question is Question.DISCARD else 10
    piled = draw(st.integers(0 if question is Question.DISCARD else 1, 20))
    known = draw(st.integers(0, 10))
    hand = CardSet.from_cards(cards[:size])
    pile = tuple(cards[size : size + piled])
    opponent = CardSet.from_cards(cards[size + piled : size + piled + known])
    own = st.sampled_from(list(hand))
    return View(
        rules=draw(rules),
        hand=hand,
        pile=pile,
        stock=draw(st.integers(0, 52 - size - piled - 10)),
        question=question,
        known=(CardSet.from_cards(draw(st.lists(own, max_size=4))), opponent),
        taken=draw(maybe(own)),
        drawn=draw(maybe(own)),
        upcard=draw(maybe(st.sampled_from(CARDS))),
        dealer=draw(maybe(sides)),
        score=draw(maybe(st.tuples(st.integers(0, 500), st.integers(0, 500)))),
        my_discards=draw(counts),
        their_discards=draw(counts),
        their_takes=draw(counts),
        they_passed=draw(st.booleans()),
        history=draw(maybe(st.lists(events, max_size=6).map(tuple))),
    )


numbers = st.floats(-500, 500)
chances = st.floats(0, 1)
shares = st.dictionaries(st.sampled_from(Ending), st.builds(EndingShare, chances, numbers))
melds = st.sampled_from([(), (CardSet.of("7h 8h 9h"),), (CardSet.of("4c 4d 4s"),)])
actions = st.one_of(
    st.builds(Action, st.sampled_from([Kind.TAKE, Kind.DRAW, Kind.PASS])),
    st.builds(Action, st.sampled_from([Kind.KNOCK, Kind.GIN]), st.sampled_from(CARDS), melds),
    st.builds(Action, st.just(Kind.DISCARD), st.sampled_from(CARDS)),
    st.builds(Action, st.just(Kind.BIG_GIN), st.none(), melds),
)


def values(action: Action) -> st.SearchStrategy[ActionValue]:
    return st.builds(
        ActionValue,
        action=st.just(action),
        q=numbers,
        se=chances,
        loss=chances,
        loss_se=chances,
        grade=st.sampled_from(Grade),
        close=st.booleans(),
        outcomes=shares,
        match=maybe(chances),
        match_se=maybe(chances),
        danger=maybe(chances),
        worlds=st.integers(0, 10**6),
        exact=st.booleans(),
    )


against = st.builds(Against, chances, chances, counts)


def score_maps(legal: list[Action]) -> st.SearchStrategy[ScoreMap]:
    some = st.lists(st.sampled_from(legal), min_size=1, max_size=3, unique_by=str).map(tuple)
    value = st.builds(ScoreValue, st.sampled_from(legal), chances, chances, chances)
    cell = st.builds(
        ScoreCell, st.tuples(counts, counts), st.lists(value, max_size=2).map(tuple), some
    )
    cells = st.lists(cell, min_size=1, max_size=4).map(tuple)
    return st.builds(ScoreMap, st.just(100), st.just(10), maybe(sides), some, cells, counts)


def curves(legal: list[Action]) -> st.SearchStrategy[WaitingCurve]:
    action = st.sampled_from(legal)
    point = st.builds(WaitingPoint, counts, counts, numbers, chances, action, action, st.booleans())
    return st.builds(WaitingCurve, st.lists(point, min_size=1, max_size=4).map(tuple), counts)


@st.composite
def evaluations(draw: st.DrawFn) -> Evaluation:
    legal = draw(st.lists(actions, min_size=1, max_size=4, unique_by=str))
    some = st.lists(st.sampled_from(legal), min_size=1, max_size=3, unique_by=str).map(tuple)
    view = draw(views())
    return Evaluation(
        view=view,
        question=view.question,
        actions=tuple(draw(values(action)) for action in legal),
        best=draw(some),
        worlds=draw(counts),
        seconds=draw(chances),
        seed=draw(st.integers(0, 2**63 - 1)),
        engine=draw(st.text(max_size=8)),
        opponent=draw(st.text(max_size=8)),
        racing=draw(counts),
        done=draw(st.booleans()),
        stopped=draw(st.booleans()),
        models=draw(st.dictionaries(st.text(max_size=8), some, max_size=2)),
        robust=draw(maybe(st.booleans())),
        against=draw(st.dictionaries(st.text(max_size=8), against, max_size=2)),
        scores=draw(maybe(score_maps(legal))),
        waiting=draw(maybe(curves(legal))),
    )


@given(views())
def test_a_view_comes_back_as_it_was(view: View) -> None:
    assert view_from_json(encode(written(ViewJson, view))) == view


@given(st.sampled_from(list(TWO_HANDED)), st.integers(0, 10**6), st.integers(0, 60))
def test_a_view_from_play_comes_back_as_it_was(preset: str, seed: int, steps: int) -> None:
    chance = random.Random(seed)
    position = deal(PRESETS[preset], seed=seed)
    for _ in range(steps):
        if position.over:
            break
        view = view_of(position, position.turn)
        assert view_from_json(encode(written(ViewJson, view))) == view
        position = position.apply(chance.choice(position.legal_actions()))


@given(evaluations())
def test_what_was_read_is_written_as_it_stood(evaluation: Evaluation) -> None:
    document = encode(written(EvaluationJson, evaluation))
    assert encode(written(EvaluationJson, evaluation_from_json(document))) == document


@pytest.mark.slow
@given(evaluations())
def test_an_evaluation_comes_back_up_to_the_digits_that_are_kept(evaluation: Evaluation) -> None:
    back = evaluation_from_json(encode(written(EvaluationJson, evaluation)))
    same = {"view", "question", "best", "worlds", "seed", "engine", "opponent", "racing"}
    for name in same | {"done", "stopped", "models", "robust"}:
        assert getattr(back, name) == getattr(evaluation, name), name
    for one, other in zip(back.actions, evaluation.actions, strict=True):
        off = 1e-9 if other.exact else 0.5001e-4
        assert one.action == other.action
        assert (one.grade, one.close, one.exact) == (other.grade, other.close, other.exact)
        assert abs(one.q - other.q) <= off
        assert set(one.outcomes) == set(other.outcomes)
        for ending, share in other.outcomes.items():
            assert abs(one.outcomes[ending].p - share.p) <= off / 10


def as_fields(rules: Rules) -> dict[str, object]:
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


@given(rules, st.booleans())
def test_rules_are_read_from_the_text_that_names_them(rules: Rules, renamed: bool) -> None:
    mine = replace(rules, name="our club", summary="at home") if renamed else rules
    text = rules_text(mine)
    read = view_from_json({"hand": [str(card) for card in CARDS[:11]], "rules": text}).rules
    told = {"name", "summary"} if renamed else set()
    for name, value in as_fields(read).items():
        assert name in told or value == as_fields(mine)[name], (text, name)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
)
names = st.sampled_from([field.name for field in fields(View)])


@given(views(), st.dictionaries(names, junk, max_size=3))
def test_a_spoilt_view_is_an_input_error_or_a_view(view: View, spoilt: dict[str, Any]) -> None:
    document = {**decode(encode(written(ViewJson, view)), dict), **spoilt}
    try:
        assert isinstance(view_from_json(document), View)
    except InputError as error:
        assert error.message


@given(st.binary(max_size=40) | st.text(max_size=40))
def test_anything_else_is_an_input_error(data: bytes | str) -> None:
    for schema in (EvaluationJson, dict):
        try:
            decode(data, schema)
        except InputError as error:
            assert error.where
