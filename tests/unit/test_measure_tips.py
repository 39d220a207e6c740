"""Rules of thumb in the compiled loop, against policies that keep to them by their weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.api.evidence import read_evidence
from analyzer.engine.policies import AT_ONCE, GREEDY, policy_for
from analyzer.engine.selfplay import play
from analyzer.game.rules import PRESETS
from analyzer.resources import resource_root, texts_beside
from analyzer.web.app import create_app
from analyzer.web.learn import tips
from tests.workshop.measure._thumbs import NEARLY, RULES, SHOWS, VARIES
from tests.workshop.measure.tips import NONE, _Bout, evidence

DEALS = 3_000
FILE = resource_root() / "static" / "evidence" / "tips.json"


@pytest.mark.rule("R71")
def test_every_rule_was_measured_and_has_its_words() -> None:
    document = read_evidence(FILE.read_bytes())
    assert [tip["name"] for tip in document.data["tips"]] == list(RULES)
    assert set(texts_beside(tips.__file__, "tips.toml")) == set(RULES)
    again = evidence(document.command, document.engine, document.data)
    assert again.finding == document.finding and again.tables == document.tables


@pytest.mark.rule("R87", "R88")
def test_the_price_of_two_habits_that_the_other_may_see() -> None:
    """To vary costs something, to hide is worth nothing that could be measured; both are said."""
    found = {tip["name"]: tip for tip in read_evidence(FILE.read_bytes()).data["tips"]}
    varied, hidden = (found[name]["price"] for name in ("vary-your-discards", "hide-what-you-drew"))
    assert varied["high"] < 0 < NEARLY and hidden["low"] < 0 < hidden["high"]
    nothing = {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert found["hide-what-you-drew"]["simple"].items() >= nothing.items()  # who heeds no takes
    for name in ("vary-your-discards", "hide-what-you-drew"):
        page = create_app().test_client().get(f"/learn/tips/{name}").text
        price = tips.measured_tips()[1][name].price
        assert f"<strong>{price.words}</strong> points a hand" in page
        assert tips.verdict(price) in page


# The loop takes half a minute to compile.


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["standard", "oklahoma", "straight", "eaai"])
def test_without_a_rule_the_hands_are_those_of_self_play(name: str) -> None:
    rules = PRESETS[name]
    fast = policy_for(rules)
    bout = _Bout(rules, NONE, fast, GREEDY)
    plain, _, _ = play(rules, (fast, GREEDY), 1, range(DEALS))
    points, changed = bout._seated(0, DEALS, 1)
    assert np.array_equal(points, plain) and not changed.any()


@pytest.mark.nightly
def test_a_rule_is_what_a_policy_does_that_has_it_in_its_weights() -> None:
    rules = PRESETS["standard"]
    fast = policy_for(rules)
    by_rule, changed = _Bout(rules, 0, fast, fast).play(DEALS, 1)
    at_once = replace(fast, knock=AT_ONCE)
    by_weights, _ = _Bout(rules, NONE, at_once, fast).play(DEALS, 1)
    assert np.array_equal(by_rule, by_weights) and changed > 0


@pytest.mark.nightly
def test_a_rule_changes_nothing_outside_its_stage() -> None:
    rules = PRESETS["standard"]
    fast = policy_for(rules)
    for rule in range(len(RULES)):
        points, changed = _Bout(rules, rule, fast, fast, 90, 99).play(500, 1)
        assert not changed and not points.any(), RULES[rule]
        _, often = _Bout(rules, rule, fast, fast).play(500, 1)
        assert often > 0, RULES[rule]


@pytest.mark.nightly
def test_what_is_seen_of_a_draw_changes_only_who_heeds_it() -> None:
    rules = PRESETS["standard"]
    fast = policy_for(rules)
    points, _ = _Bout(rules, SHOWS, GREEDY, GREEDY).play(500, 1)
    assert not points.any()
    points, changed = _Bout(rules, SHOWS, GREEDY, fast).play(500, 1)
    assert points.any() and changed > 0


@pytest.mark.nightly
def test_who_varies_takes_the_cheapest_where_nothing_is_near_it() -> None:
    rules = PRESETS["standard"]
    fast = policy_for(rules)
    _, often = _Bout(rules, VARIES, fast, fast).play(500, 1)
    _, once = _Bout(rules, VARIES, fast, fast, 3, 4).play(500, 1)
    assert 0 < once < often < 6  # of some ten discards
