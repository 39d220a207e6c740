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
from analyzer.web.learn import tips
from tests.workshop.measure._thumbs import RULES
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
