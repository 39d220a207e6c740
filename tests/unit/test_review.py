"""The review: what a decision cost, what was luck, and that it all adds up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.engine.fast import policy_action
from analyzer.engine.opponents import OPPONENTS
from analyzer.engine.policies import BASELINE, GREEDY, Policy, Style, styled
from analyzer.engine.types import Grade
from analyzer.errors import InputError
from analyzer.game.actions import DRAW, TAKE, Action, Kind
from analyzer.game.cards import Card
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS, FirstUpcard, Rules, Wall
from analyzer.game.scoring import next_dealer
from analyzer.game.view import view_of
from analyzer.notation import parse_view
from analyzer.notation.records import Match, Record, match_of, parse_record, record_of
from analyzer.review import (
    Choice,
    DecisionKind,
    FileJournal,
    LayOff,
    MomentKind,
    Report,
    ReviewProgress,
    ReviewSettings,
    judge,
    kind_of,
    review,
)
from analyzer.review._luck import luck_of_draw
from analyzer.review._totals import accuracy, rate_of
from analyzer.review.journal import MemoryJournal, key_of, read_finding, write_finding
from analyzer.review.paired_rollouts import PairedRollouts
from tests.oracles.texts import seen_by
from tests.sizes import rest_at_night

FEW = ReviewSettings(worlds=128, luck_worlds=64)

RULES = {
    "eaai": PRESETS["eaai"],
    "oklahoma": PRESETS["oklahoma"],
    "tournament": PRESETS["tournament"],
    "tedesco": PRESETS["tedesco"],
    "eleven": PRESETS["standard"].override(first_upcard=FirstUpcard.ELEVEN),
    "reshuffle": PRESETS["straight"].override(wall=Wall.RESHUFFLE),
    "cap": PRESETS["standard"].override(meld_cap=5),
}


def played(
    rules: Rules,
    seed: int,
    policies: tuple[Policy, Policy] = (BASELINE, GREEDY),
    score: tuple[int, int] | None = None,
    dealer: int | None = None,
) -> Record:
    """The record of a hand between two policies."""
    position = deal(rules, seed, dealer=seed % 2 if dealer is None else dealer, score=score)
    while not position.over and len(position.played) < 100:
        position = position.apply(policy_action(view_of(position), policies[position.turn]))
    return record_of(position)


def match(hands: int) -> Match:
    """The first hands of a match of the eaai rules."""
    rules, dealer, score, found = PRESETS["eaai"], 1, (0, 0), []
    for seed in range(40):
        record = played(rules, 40 + seed, score=score, dealer=dealer)
        found.append(record)
        assert record.result is not None
        won = record.result
        score = tuple(
            points + won.points * (won.winner == player) for player, points in enumerate(score)
        )
        if len(found) == hands or max(score) >= 100:
            break
        dealer = next_dealer(rules, dealer, won)
    return match_of(found)


# ---------------------------------------------------------------- one decision

GIN = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12"
"""K♥ away is gin."""


def test_to_discard_gin_away_is_a_blunder_and_to_go_gin_is_obvious():
    view = parse_view(GIN)
    wrong = judge(view, Action(Kind.DISCARD, Card.of("4d")), ReviewSettings(worlds=512)).verdict
    assert (wrong.grade, wrong.close, wrong.counts) == (Grade.BLUNDER, False, True)
    assert wrong.loss > 10 > 4 * wrong.se
    right = judge(view, policy_action(view, BASELINE), ReviewSettings(worlds=512)).verdict
    assert (right.loss, right.se, right.grade) == (0.0, 0.0, Grade.BEST)
    assert right.obvious and not right.forced and not right.counts


def test_the_only_action_is_forced():
    view = parse_view(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\ndealer: me\n"
        "history:\n  upcard 9c\n  opp: pass\n  me: pass\n  opp: draws, discards Kh"
    )
    assert not judge(view, DRAW, FEW).verdict.forced
    forced = parse_view(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\ndealer: opp\n"
        "history:\n  upcard 9c\n  me: pass\n  opp: pass"
    )
    found = judge(forced, DRAW, FEW).verdict
    assert (found.forced, found.loss, found.counts) == (True, 0.0, False)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 9c\nhistory:\n  upcard 9c", "upcard"),
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 9c Kh", "draw"),
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 9s\npile: 9c Kh", "discard"),
        ("hand: 7h 8h 9h 4c 4d 4s Td Jd Qd Ac 9s\npile: 9c Kh", "knock"),
        ("rules: straight\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd Ac 9s\npile: 9c Kh", "discard"),
    ],
)
def test_a_decision_is_of_the_kind_that_its_legal_actions_make_it(text, kind):
    assert kind_of(parse_view(text)).value == kind


def test_a_poorer_spread_of_the_same_knock_is_a_loss():
    view = parse_view("rules: eaai\nhand: 3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh\nstock: 20")
    spreads = [
        one
        for one in PairedRollouts(
            view, Action(Kind.DISCARD, Card.of("Kh")), OPPONENTS["baseline"], 1
        ).columns
        if str(one) == "knock Kh"
    ]
    assert len(spreads) > 1
    findings = [judge(view, spread, ReviewSettings(worlds=2_048)) for spread in spreads]
    for spread, found in zip(spreads, findings, strict=True):
        assert found.played == spread
        assert any(one.action == spread for one in found.actions)
    assert len({round(found.verdict.loss, 1) for found in findings}) > 1


def test_a_clear_decision_gets_few_worlds_and_an_open_one_more():
    clear = judge(parse_view(GIN), policy_action(parse_view(GIN), BASELINE), ReviewSettings())
    assert clear.worlds == 512 and clear.verdict.decided
    view = parse_view("rules: eaai\nhand: 7h 8h Tc Jc Kd 2s 3s 9d 5c 5h Qh\nstock: 29")
    open_ = judge(view, Action(Kind.DISCARD, Card.of("Qh")), ReviewSettings(worlds=2_048))
    assert open_.worlds > 512


def test_a_clear_loss_is_not_told_with_half_of_it_as_its_error():
    """A blunder beyond doubt gets worlds until it is known to a quarter of itself."""
    view = parse_view(
        "rules: standard\nhand: 6c 7c Kc 6d Kd Kh 7s Ts Js Qs Ks\nstock: 18\nopp took: 7d 2h 5s\n"
        "pile: Jh 3h Tc Ah Qc 9d 9h 9c 5d 3c Qh Ac Th"
    )
    played = Action(Kind.DISCARD, Card.of("7s"))
    first = judge(view, played, ReviewSettings(worlds=512))
    assert first.verdict.grade is Grade.BLUNDER
    assert 1.96 * first.verdict.se > 0.25 * first.verdict.loss
    found = judge(view, played, ReviewSettings())
    assert first.worlds < found.worlds < ReviewSettings().worlds
    assert 1.96 * found.verdict.se <= 0.25 * found.verdict.loss


def test_among_equal_actions_nothing_is_lost_on_average():
    view = parse_view("rules: eaai\nhand: 7h 8h Tc Jc Kd 2s 3s 9d 5c 5h Qh\nstock: 29")
    rng, lost = np.random.default_rng(7), []
    for _ in range(400):
        rollouts = PairedRollouts(
            view, Action(Kind.DISCARD, Card.of("Qh")), OPPONENTS["baseline"], 1
        )
        rollouts._values = [rng.normal(0.0, 20.0, 512) for _ in rollouts.columns]
        lost.append(rollouts.loss()[0])
    mean, error = np.mean(lost), np.std(lost) / 20
    assert abs(mean) < 4 * error
    # What is chosen and measured on the same worlds loses more than that.
    rollouts._values = [rng.normal(0.0, 20.0, 512) for _ in rollouts.columns]
    assert max(float(one.mean()) for one in rollouts._values) > 4 * error


def test_the_interval_of_a_small_loss_holds_it_where_the_parts_disagree():
    """The parts that name none lack the worlds in which the better action leads."""
    view = parse_view("rules: eaai\nhand: 7h 8h Tc Jc Kd 2s 3s 9d 5c 5h Qh\nstock: 29")
    queen = Action(Kind.DISCARD, Card.of("Qh"))
    rng, held = np.random.default_rng(7), 0
    for _ in range(400):
        rollouts = PairedRollouts(view, queen, OPPONENTS["baseline"], 1)
        rollouts.active = [0, 1]
        rollouts._values = [rng.normal(better, 14.0, 512) for better in (0.0, 1.0)]
        loss, error = rollouts.loss()
        held += error == 0.0 or abs(max(0.0, loss) - 1.0) <= 1.96 * error
    assert held >= 0.93 * 400


def test_the_loss_of_a_worse_action_comes_out():
    view = parse_view(GIN)
    rollouts = PairedRollouts(view, Action(Kind.DISCARD, Card.of("4d")), OPPONENTS["baseline"], 1)
    rng = np.random.default_rng(3)
    common = rng.normal(0.0, 20.0, 4_096)
    rollouts._values = [common + rng.normal(0.0, 5.0, 4_096) for _ in rollouts.columns]
    rollouts._values[3] = rollouts._values[0] + 2.0 + rng.normal(0.0, 5.0, 4_096)
    loss, error = rollouts.loss()
    assert abs(loss - 2.0) < 4 * error < 0.8


def test_without_turns_to_read_each_world_counts():
    """The same worlds as the sensible player's, which are known to be independent."""
    view, played = parse_view(GIN), Action(Kind.DISCARD, Card.of("4d"))
    few = ReviewSettings(worlds=128, luck_worlds=64)
    found = judge(view, played, few)
    assert found.actions == judge(view, played, replace(few, opponent="baseline")).actions
    assert 0 < found.verdict.se < 5


def test_the_gap_is_split_among_the_endings():
    found = judge(parse_view(GIN), Action(Kind.DISCARD, Card.of("4d")), ReviewSettings(worlds=512))
    table = found.actions[0].q - next(one.q for one in found.actions if one.action == found.played)
    assert sum(part.points for part in found.gap.values()) == pytest.approx(table)
    assert found.fed is not None and abs(found.fed.points) <= table
    best = judge(parse_view(GIN), policy_action(parse_view(GIN), BASELINE), FEW)
    assert best.gap == {} and best.fed is None


# ---------------------------------------------------------------- luck


def test_the_luck_of_a_draw_is_nought_on_average_over_the_cards():
    view = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 9c Kh\nstock: 30")
    model = OPPONENTS["baseline"]
    found = [luck_of_draw(view, card, model, 5, 512) for card in view.unseen]
    held = [float(np.mean(model.belief.sample(view, 5, 0, 512).hands >> card & 1))
            for card in view.unseen]  # fmt: skip
    weights = (1 - np.array(held)) / sum(1 - share for share in held)
    mean = float(weights @ [one.luck for one in found])
    assert abs(mean) < 4 * max(one.se for one in found) / 5
    luckiest = max(found, key=lambda one: one.luck).card
    assert luckiest in {Card.of(card) for card in ("6h", "Th", "4h", "Jd", "3c")}


def test_a_card_that_makes_gin_is_lucky():
    view = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kd\npile: 9c Kh\nstock: 20")
    lucky = luck_of_draw(view, Card.of("Kc"), OPPONENTS["baseline"], 1, 256)
    poor = luck_of_draw(view, Card.of("Qs"), OPPONENTS["baseline"], 1, 256)
    assert lucky.luck > 4 * lucky.se > 0
    assert poor.luck < lucky.luck - 5


@rest_at_night("name", RULES, list(RULES)[::3])
@pytest.mark.parametrize("seed", [2, pytest.param(1, marks=pytest.mark.nightly)])
def test_luck_skill_and_errors_are_the_result(name, seed):
    record = played(RULES[name], seed, (styled(Style.WAITS_FOR_GIN, RULES[name]), GREEDY))
    report = review(record, settings=FEW)
    if record.result is None:
        assert not report.hands[0].balances
        return
    first, second = (report.hands[0].balances[seat] for seat in (0, 1))
    won = record.result.points * {0: 1, 1: -1, None: 0}[record.result.winner]
    assert first.result == -second.result == won
    for balance in (first, second):
        assert balance.sum == pytest.approx(balance.result, abs=1e-6)
    assert first.skill == pytest.approx(-second.errors)
    for part in ("seat", "deal", "mine", "hidden", "yardstick"):
        other = "theirs" if part == "mine" else part
        mirrored = -getattr(second.luck, other)
        assert getattr(first.luck, part) == pytest.approx(mirrored, abs=1e-6)


def test_within_a_match_the_parts_are_chances():
    report = review(match(2), settings=FEW)
    for hand in report.hands:
        for seat, balance in hand.balances.items():
            assert balance.sum == pytest.approx(balance.result, abs=1e-6)
            assert balance.luck.seat == 0.0
            won = hand.record.result.points * (1 if hand.record.result.winner == seat else -1)
            assert balance.result != won
            assert (balance.result > 0) == (won > 0)
    total = report.totals[0].balance
    assert total.sum == pytest.approx(total.result, abs=1e-6)
    assert all(
        entry.best.match is not None for entry in report.entries if isinstance(entry, Choice)
    )


def test_with_one_hand_known_the_opponent_is_in_what_was_hidden():
    record = seen_by(played(PRESETS["eaai"], 3), 0)
    report = review(record, settings=FEW)
    assert report.seats == (0,)
    balance = report.hands[0].balances[0]
    assert balance.errors is None and balance.luck.theirs is None
    assert balance.sum == pytest.approx(balance.result, abs=1e-6)


def test_entries_do_not_depend_on_what_the_player_did_not_know():
    record = played(PRESETS["eaai"], 3)
    mine = [one for one in review(record, settings=FEW).entries if one.seat == 0]
    alone = review(seen_by(record, 0), settings=FEW).entries
    assert mine == list(alone)


# ---------------------------------------------------------------- lay-offs

LAYOFF = """
[Rules "eaai"]
[Hand1 "7h 8h 9h 4c 4d 4s Ac 2d Qs Ks"]
[Hand2 "Th Jh Jc Js Kd Kc 3d 5d 6s 8c"]
[Dealer "2"]
[Upcard "Qd"]
1. p
2. p
3. +3h -Qs
4. +2s -Kd
5. +2c -Ks!
5= 7h 8h 9h / 4c 4d 4s / Ac 2d 2c 3h
{answer}
"""


def test_cards_that_were_not_laid_off_are_a_loss_to_the_point():
    best = "5= Jh Jc Js / Kc 3d 5d 6s 8c 2s / off Th"
    text = LAYOFF.replace("{answer}", best)
    entry = review(parse_record(text), settings=FEW).entries[-1]
    assert isinstance(entry, LayOff)
    assert (entry.verdict.loss, entry.verdict.grade, entry.seat) == (0.0, Grade.BEST, 1)
    poor = LAYOFF.replace("{answer}", "5= Jh Jc Js / Kc 3d 5d 6s 8c 2s Th")
    report = review(parse_record(poor), settings=FEW)
    entry = report.entries[-1]
    assert (entry.verdict.loss, entry.verdict.se, entry.verdict.grade) == (10, 0, Grade.BLUNDER)
    assert report.totals[1].by_kind[DecisionKind.LAY_OFF].rate == 1_000
    assert report.hands[0].balances[1].sum == pytest.approx(report.hands[0].balances[1].result)


# ---------------------------------------------------------------- reports


def same(one: Report, other: Report) -> bool:
    return one == other


def test_a_report_says_on_what_it_rests_and_comes_out_alike_on_any_threads():
    record = played(PRESETS["eaai"], 5)
    first = review(record, settings=FEW, threads=1)
    assert same(first, review(record, settings=FEW, threads=2))
    assert first.settings == FEW and first.engine and first.thresholds and first.version
    other = review(record, settings=ReviewSettings(worlds=128, luck_worlds=64, seed=2))
    assert not same(first, other)


def test_totals_are_those_of_the_entries():
    report = review(played(PRESETS["eaai"], 2), settings=FEW)
    for seat in (0, 1):
        mine = [one for one in report.entries if one.seat == seat]
        counting = [one.verdict for one in mine if one.verdict.counts]
        totals = report.totals[seat]
        assert totals.decisions == len(mine)
        assert sum(totals.grades.values()) == totals.overall.decisions == len(counting)
        assert totals.overall.lost == pytest.approx(sum(one.loss for one in counting))
        assert totals.overall.rate == pytest.approx(100 * totals.overall.lost / len(counting))
        assert sum(rate.decisions for rate in totals.by_kind.values()) == len(counting)
        mean = sum(accuracy(one.loss) for one in counting) / len(counting)
        assert totals.accuracy == pytest.approx(mean)


def test_the_timeline_has_every_decision_of_a_seat():
    report = review(match(2), settings=FEW)
    for seat, marks in report.timeline.items():
        mine = [
            place
            for place, one in enumerate(report.entries)
            if one.seat == seat and (isinstance(one, Choice) or not one.verdict.forced)
        ]
        assert [mark.entry for mark in marks] == mine
        for mark in marks:
            entry = report.entries[mark.entry]
            assert mark.lost == max(0.0, entry.verdict.loss)
            if isinstance(entry, Choice):
                assert mark.match == max(one.match for one in entry.found.actions)


def test_a_poor_lay_off_stands_on_the_line_and_is_a_key_moment():
    poor = LAYOFF.replace("{answer}", "5= Jh Jc Js / Kc 3d 5d 6s 8c 2s Th")
    report = review(parse_record(poor), settings=FEW)
    place, entry = len(report.entries) - 1, report.entries[-1]
    mark = next(mark for mark in report.timeline[entry.seat] if mark.entry == place)
    assert (mark.value, mark.grade) == (entry.value, Grade.BLUNDER)
    assert mark.lost == mark.value - report.hands[0].balances[entry.seat].result
    assert place in [moment.entry for moment in report.moments[entry.seat]]
    assert place not in [mark.entry for mark in report.timeline[1 - entry.seat]]


def test_an_action_tried_again_counts_as_right_within_half_a_point():
    found = judge(parse_view(GIN), Action(Kind.DISCARD, Card.of("4d")), ReviewSettings(worlds=512))
    entry = Choice(0, 0, 0, DecisionKind.KNOCK, parse_view(GIN), found)
    assert entry.as_good(Action(Kind.GIN, Card.of("Kh")))
    assert not entry.as_good(Action(Kind.DISCARD, Card.of("4d")))
    with pytest.raises(ValueError, match="not among"):
        entry.as_good(TAKE)


def test_without_a_decision_there_is_no_rate():
    assert rate_of([]).rate is None


def test_key_moments_are_the_dearest_errors_then_luck():
    report = review(
        played(PRESETS["eaai"], 3, (BASELINE, GREEDY)), settings=ReviewSettings(worlds=512)
    )
    moments = report.moments[1]
    assert len(moments) == 3
    assert [one.entry for one in moments] == sorted(one.entry for one in moments)
    errors = [one for one in report.entries if one.seat == 1 and one.verdict.grade != Grade.BEST]
    costliest = sorted(-one.verdict.loss for one in errors)[: len(moments)]
    told = sorted(one.points for one in moments if one.kind is MomentKind.ERROR)
    assert costliest
    assert told == pytest.approx(costliest)


def test_a_review_that_was_cut_off_goes_on_where_it_was(tmp_path):
    record = played(PRESETS["eaai"], 5)
    whole = review(record, settings=FEW)
    path = tmp_path / "journal.jsonl"
    seen: list[ReviewProgress] = []
    cut = review(
        record, settings=FEW, journal=FileJournal(path), progress=seen.append, threads=1,
        stop=lambda: len(seen) >= 4,
    )  # fmt: skip
    assert cut.stopped and 0 < len(cut.entries) < len(whole.entries)
    assert not cut.hands[0].balances
    raw = path.read_bytes()
    assert raw.count(b"\n") == len(cut.entries)
    path.write_bytes(raw + raw[: len(raw) // len(cut.entries) // 2].replace(b"\n", b""))
    again = FileJournal(path)
    assert same(review(record, settings=FEW, journal=again), whole)
    lines = [line for line in path.read_bytes().splitlines() if line]
    assert len(lines) == len([one for one in whole.entries if isinstance(one, Choice)]) + 1
    assert same(review(record, settings=FEW, journal=FileJournal(path)), whole)


def test_what_the_journal_has_is_not_judged_again(monkeypatch):
    record, journal = played(PRESETS["eaai"], 5), MemoryJournal()
    first = review(record, settings=FEW, journal=journal)
    monkeypatch.setattr("analyzer.review.run.judge", None)
    assert same(review(record, settings=FEW, journal=journal), first)


def test_a_finding_survives_the_journal_to_the_last_digit():
    view = parse_view(GIN)
    for action in (Action(Kind.DISCARD, Card.of("4d")), policy_action(view, BASELINE)):
        found = judge(view, action, FEW)
        assert read_finding(write_finding(found)) == found


def test_a_key_changes_with_what_a_finding_depends_on():
    view, other = parse_view(GIN), parse_view(GIN.replace("12", "13"))
    action = Action(Kind.DISCARD, Card.of("4d"))
    keys = {
        key_of(view, action, FEW, None),
        key_of(other, action, FEW, None),
        key_of(view, Action(Kind.DISCARD, Card.of("4s")), FEW, None),
        key_of(view, action, ReviewSettings(worlds=256, luck_worlds=64), None),
        key_of(view, action, FEW, Card.of("2s")),
    }
    assert len(keys) == 5


def test_progress_tells_each_decision_once():
    seen: list[ReviewProgress] = []
    report = review(played(PRESETS["eaai"], 5), settings=FEW, progress=seen.append)
    choices = [one for one in report.entries if isinstance(one, Choice)]
    assert [one.done for one in seen] == list(range(1, len(choices) + 1))
    assert {one.all for one in seen} == {len(choices)}
    assert sorted(map(repr, (one.entry for one in seen))) == sorted(map(repr, choices))


def test_a_player_whose_cards_are_not_known_cannot_be_reviewed():
    record = seen_by(played(PRESETS["eaai"], 3), 0)
    with pytest.raises(InputError, match="player 2 is not known"):
        review(record, seats=(1,), settings=FEW)
    with pytest.raises(InputError, match="no opponent model"):
        review(record, settings=ReviewSettings(opponent="nobody"))


def test_a_hand_broken_off_is_reviewed_without_a_balance():
    position = deal(PRESETS["eaai"], seed=1)
    for action in (Action(Kind.PASS), TAKE):
        position = position.apply(action)
    report = review(record_of(position), settings=FEW)
    assert [one.kind for one in report.entries] == [DecisionKind.UPCARD] * 2
    assert report.totals[0].balance is None and not report.hands[0].balances


@pytest.mark.parametrize("worlds", [0, 63])
def test_too_few_worlds_are_refused(worlds):
    with pytest.raises(ValueError, match="at least 64"):
        ReviewSettings(worlds=worlds)
