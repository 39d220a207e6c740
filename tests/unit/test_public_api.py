"""The public Python API: few names, loaded when asked for, that take texts and draw themselves."""

from __future__ import annotations

import re
import subprocess
import sys
from inspect import signature

import msgspec
import pytest

import analyzer
from analyzer import notation
from analyzer.api.documents import written
from analyzer.api.records import RecordJson
from analyzer.errors import InputError

HAND = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
KNOCK = """
[Rules "eaai"] [Dealer "2"] [Upcard "9d"] [Hand2 "?"]
[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]
1. ^9d -Kd!
1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
"""


def in_a_fresh_python(code: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


def test_there_are_few_names_and_all_are_there():
    assert len(analyzer.__all__) <= 20
    assert dir(analyzer) == sorted([*analyzer.__all__, "__version__"])
    for name in analyzer.__all__:
        assert getattr(analyzer, name) is not None


@pytest.mark.parametrize("name", [name for name in analyzer.__all__ if name != "PRESETS"])
def test_each_name_has_a_docstring_with_an_example(name):
    value = getattr(analyzer, name)
    documented = value.__call__ if name == "review" else value
    assert ">>> " in documented.__doc__


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        _ = analyzer.shuffle


@pytest.mark.parametrize("module", ["analyzer", "analyzer.errors", "analyzer.resources"])
def test_what_is_not_asked_for_is_not_loaded(module):
    heavy = "{'numba', 'numpy', 'flask', 'sqlalchemy'} & set(sys.modules)"
    assert in_a_fresh_python(f"import sys, {module}; print({heavy} or 'none')") == "none"


@pytest.mark.slow
def test_the_room_of_reviews_is_the_function_in_whatever_order_it_is_imported():
    call = f"print(len(analyzer.review({KNOCK!r}, worlds=64).entries))"
    for first in ("import analyzer", "import analyzer, analyzer.review.run"):
        assert in_a_fresh_python(f"{first}; {call}") == "2"
    assert in_a_fresh_python("from analyzer import review; print(review.judge.__name__)") == "judge"


def test_texts_will_do_for_values():
    rules = analyzer.parse_rules("classic")
    cards = analyzer.CardSet.of(HAND)
    assert analyzer.deadwood(HAND, "classic") == analyzer.deadwood(cards, rules) == 23
    assert analyzer.melds(HAND, "classic") == analyzer.melds(cards, rules)
    assert analyzer.outs(HAND) == analyzer.outs(cards)
    view = analyzer.parse_view(f"hand: {HAND}\nupcard: 9c")
    ident = notation.encode(view)
    assert analyzer.belief(view, worlds=64).chances == analyzer.belief(ident, worlds=64).chances
    (spread,) = analyzer.melds("Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd")
    laid = analyzer.layoff("Ac 2c 3c / 4d 5d 6d / 9h 9s 9c / Kd", "4c 9d Kh")
    assert laid == analyzer.layoff(spread, "4c 9d Kh")


def test_what_cannot_be_read_says_so():
    with pytest.raises(InputError, match="11h"):
        analyzer.deadwood("11h")
    with pytest.raises(InputError, match="2 hands"):
        analyzer.parse_record(KNOCK + KNOCK)


TALE = """
I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h and he dealt. The upcard was the 9h, I took it and
threw the king of diamonds. He drew and threw something, I forget what. I drew 6h, threw Qd.
"""


def test_cards_may_be_a_list_of_cards_or_of_names():
    cards = analyzer.CardSet.of(HAND)
    for given in (list(cards), tuple(HAND.split()), set(cards), iter(cards)):
        assert analyzer.deadwood(given) == 23
    spread = "Ac 2c 3c / 4d 5d 6d / 9h 9s 9c / Kd"
    assert analyzer.layoff(spread, ["4c", "9d", "Kh"]) == analyzer.layoff(spread, "4c 9d Kh")
    with pytest.raises(InputError, match="`8x` is not a card"):
        analyzer.deadwood(["7h", "8x"])


VIEW = f"hand: {HAND}\nupcard: 9c"


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda: analyzer.deadwood(5), "cards"),
        (lambda: analyzer.deadwood(None), "cards"),
        (lambda: analyzer.melds([5, 6]), "cards"),
        (lambda: analyzer.knocks(b"7h"), "cards"),
        (lambda: analyzer.outs(HAND, 3), "rules"),
        (lambda: analyzer.layoff(3, HAND), "knocker"),
        (lambda: analyzer.layoff("7h 8h 9h / 4c 4d 4s / Ac 2d", 3), "defender"),
        (lambda: analyzer.parse_view(3), "view"),
        (lambda: analyzer.parse_record(None), "record"),
        (lambda: analyzer.belief(3), "view"),
        (lambda: analyzer.belief(VIEW, worlds="x"), "worlds"),
        (lambda: analyzer.belief(VIEW, seed="x"), "seed"),
        (lambda: analyzer.analyze(3), "view"),
        (lambda: analyzer.analyze(VIEW, worlds="x"), "worlds"),
        (lambda: analyzer.analyze(VIEW, worlds=64.5), "worlds"),
        (lambda: analyzer.analyze(VIEW, seconds="1"), "seconds"),
        (lambda: analyzer.analyze(VIEW, error=[1]), "error"),
        (lambda: analyzer.analyze(VIEW, worlds=64, seed=2**70), "seed"),
        (lambda: analyzer.explain(3), "entry"),
        (lambda: analyzer.review(3), "record"),
        (lambda: analyzer.review(KNOCK, worlds="x"), "worlds"),
        (lambda: analyzer.review(KNOCK, worlds=64, seats=1), "seats"),
        (lambda: analyzer.review(KNOCK, worlds=64, seats=[2]), "seats"),
    ],
)
def test_what_is_never_read_is_refused_with_its_place_and_a_cure(call, where):
    with pytest.raises(InputError) as refused:
        call()
    assert refused.value.where == where
    assert refused.value.hint.startswith("give ")


def test_a_review_takes_a_record_in_any_form():
    record = analyzer.parse_record(KNOCK)
    document = msgspec.json.encode(written(RecordJson, record)).decode()
    assert analyzer.review(document, worlds=64) == analyzer.review(record, worlds=64)
    told = analyzer.review(TALE, worlds=64)
    assert told.hands[0].record == analyzer.parse_record(TALE)
    assert len(told.entries) == 3
    assert len(analyzer.review(KNOCK + KNOCK, worlds=64).hands) == 2


def test_a_review_of_too_few_worlds_is_refused():
    with pytest.raises(InputError, match="worlds: too few worlds for a review; give at least 64"):
        analyzer.review(KNOCK, worlds=0)


def test_the_room_says_what_it_takes_when_it_is_called():
    assert next(iter(signature(analyzer.review).parameters)) == "played"


def test_one_card_is_told_in_the_singular():
    for read, hand in ((analyzer.parse_view, "hand: 7h"), (analyzer.knocks, "7h")):
        with pytest.raises(InputError, match="the hand has 1 card; "):
            read(hand)
    dealt = '[Dealer "2"] [Upcard "9h"] [Hand1 "7h"] 1. ^9h -Kd'
    with pytest.raises(InputError, match="player 1 is dealt 1 card, not 10"):
        analyzer.parse_record(dealt)


def test_a_review_is_explained():
    report = analyzer.review(analyzer.parse_record(KNOCK), worlds=64)
    assert "9♦" in analyzer.explain(report.entries[0])


def test_values_draw_themselves_in_a_notebook():
    hand = analyzer.CardSet.of(HAND)._repr_html_()
    assert hand.count("<span") == 10
    assert "10♥" in analyzer.CardSet.of("Th")._repr_html_()
    answer = analyzer.analyze(f"score: 40-65\nhand: {HAND}\nupcard: 9c", worlds=64)
    view = answer.view._repr_html_()
    assert "deadwood 23" in view and "40–65" in view and "9♣" in view
    table = answer._repr_html_()
    assert view in table and "<b>pass</b>" in table and "worlds" in table
    for html in (hand, view, table):
        assert len(html) < 8_000
        assert not re.search(r"https?:|<script|<link|class=|\{", html)


def test_a_review_and_its_record_draw_themselves_too():
    record = analyzer.parse_record(KNOCK.replace("[Dealer", '[Players "<Ann>" "Bob"] [Dealer'))
    drawn = record._repr_html_()
    assert drawn.count("<span") == 10
    assert "&lt;Ann&gt;: <span" in drawn and "1. ^9d -Kd" in drawn and "[Hand" not in drawn
    report = analyzer.review(TALE, worlds=64)
    table = report._repr_html_()
    assert "<td" in table and "discard Kd" in table and "Player 1: 3 decisions" in table
    for html in (drawn, table):
        assert len(html) < 8_000
        assert not re.search(r"https?:|<script|<link|class=|\{", html)


def test_what_the_engine_found_is_a_line_in_a_session():
    report = analyzer.review(TALE, worlds=64)
    assert repr(report).startswith("<Report: Player 1: 3 decisions")
    answer = analyzer.analyze(f"hand: {HAND} 3s\nstock: 20", worlds=64)
    best, *others = answer.actions
    assert repr(answer).startswith(f"<Evaluation: {best.action} ")
    assert f" {len(others) - 2} more; " in repr(answer) and "opponent reader>" in repr(answer)
    belief = repr(analyzer.belief(answer.view, worlds=64))
    assert belief.startswith("<BeliefSummary: deadwood ")
    for line in (repr(report), repr(answer), belief):
        assert len(line) < 300


def test_what_is_drawn_is_escaped():
    from dataclasses import replace

    view = analyzer.parse_view(f"hand: {HAND}\nupcard: 9c")
    odd = replace(view, rules=replace(view.rules, name="<i>mine</i> & yours"))
    assert "&lt;i&gt;mine&lt;/i&gt; &amp; yours" in odd._repr_html_()
