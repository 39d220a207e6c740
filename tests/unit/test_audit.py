"""Was it luck? The audit: what it counts, what it bets, and whom it believes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from analyzer.display.audit import audit_in_words
from analyzer.engine.bots import bot_named
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.kernel.jit import plain
from analyzer.kernel.tables import plain_tables
from analyzer.notation.records import Record, format_record, record_of
from analyzer.practice.daily import seal_of
from analyzer.practice.games import Level, hand_seed
from analyzer.practice.play import begin
from analyzer.practice.seals import check_game, hands_in
from analyzer.review.audit import audit
from analyzer.review.audit._deals import SURE, Dealt, audit_deals
from analyzer.review.audit._draws import draws_in, evidence, score_of, smallest_shift
from tests.unit.test_cli import document, error_of, run
from tests.workshop import audit as workshop

RULES = PRESETS["standard"]
SEED = f"{2**127 + 9:032x}"


def played(seed: int, rules=RULES, dealer: int = 1) -> Record:
    """A hand between two greedy bots, every card known."""
    here, bot = deal(rules, seed, dealer=dealer), bot_named("greedy", rules)
    while not here.over:
        here = here.apply(bot.decide(view_of(here), 1))
    return record_of(here, ("Ann", "Bob"))


HANDS = [played(seed) for seed in range(6)]
EXAMPLES = Path("analyzer/notation/records/examples")


def mask_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def test_the_cards_left_in_a_stock_have_no_score_together():
    rng = np.random.default_rng(1)
    for _ in range(20):
        cards = [int(card) // 13 * 16 + int(card) % 13 for card in rng.permutation(52)]
        hand, stock = (
            CardSet(sum(1 << card for card in part)) for part in (cards[:10], cards[29:])
        )
        scores = [score_of(hand, tuple(stock), card, RULES) for card in stock]
        assert sum(scores) == pytest.approx(0) and min(scores) < 0 < max(scores)
        row = np.array([int(card) for card in stock], np.int8)
        fast, tables = plain(workshop.score_of), plain_tables(RULES.meld_values)
        assert scores == [
            fast(hand.mask, row, 0, len(row), place, tables) for place in range(len(row))
        ]


def test_who_bets_on_chance_has_what_they_began_with_on_average():
    flips = np.array(list(product((1.0, -1.0, 0.5, -0.5), repeat=5)))
    assert evidence(flips).mean(axis=0) == pytest.approx(np.ones(5))
    assert evidence(np.ones(40))[-1] > 20 and evidence(-np.ones(40))[-1] > 20


def test_each_card_from_the_stock_is_counted_for_who_drew_it():
    drawn = [turn for turn in HANDS[0].turns if str(turn.turn) == "draw"]
    found = list(draws_in(HANDS[0], 3, me=1))
    assert [draw.mine for draw in found] == [turn.player == 1 for turn in drawn]
    assert {draw.hand for draw in found} == {3}


def test_both_sides_of_one_history_agree():
    mine, theirs = audit(HANDS).draws, audit(HANDS, me=1).draws
    assert mine is not None and theirs is not None
    assert mine.evidence == pytest.approx(theirs.evidence)
    assert [one.draws for one in mine.suspicions[:2]] == [
        one.draws for one in reversed(theirs.suspicions[:2])
    ]


def test_a_hand_given_twice_counts_once_and_another_game_not_at_all():
    mahjong = record_of(deal(PRESETS["mahjong"], seed=1))
    found = audit([*HANDS, *HANDS, mahjong])
    assert (found.hands, found.left_out, found.full) == (6, 7, 6)
    assert found.draws == audit(HANDS).draws


def test_a_claim_is_about_hands_named_before_their_first_card():
    ahead = [replace(hand, score=(10, 0), tags=(("Stakes", "high"),)) for hand in HANDS[:2]]
    hands = [*ahead, *(replace(hand, score=(0, 10)) for hand in HANDS[2:])]
    both = audit(hands, claims=("ahead", "stakes=high")).draws
    assert both is not None
    *_, claimed, tagged = both.suspicions
    assert claimed.draws == tagged.draws == sum(len(list(draws_in(one, 0, 0))) for one in ahead)
    assert audit(hands, me=1, claims=["behind"]).draws is not None
    with pytest.raises(InputError, match="no hand with every card known is about `Stakes=low`"):
        audit(hands, claims=["Stakes=low"])


def test_hands_that_no_shuffle_deals_are_found_and_honest_ones_are_not():
    stacked = CardSet.of("7h 8h 9h Th Jh Qh Kh Ah 2h 3h")
    tests = audit_deals([Dealt(RULES, (stacked, None))] * 20, deals=0)
    assert {test.name: test.p <= SURE for test in tests} == dict.fromkeys(
        ("deadwood", "meld", "ranks", "suits"), True
    )
    honest = [workshop.dealt(seed, 5) for seed in range(20)]
    odd = [any(test.p <= SURE for test in audit_deals(one, 1, deals=0)) for one in honest]
    assert sum(odd) <= 4


def test_more_draws_show_less_of_a_shift():
    shifts = [smallest_shift(np.arange(count) % 2 == 0, 0.9, 3) for count in (4, 100, 1_000)]
    assert shifts[0] is None and shifts[1] is not None and shifts[2] is not None
    assert shifts[1] > shifts[2] > 1


def test_words_say_what_was_found_and_what_could_not_be():
    words = audit_in_words(audit(HANDS))
    of_one = [row for row in audit_in_words(audit(HANDS[:1])).deals if "meld" in row[0]]
    assert [row[3] for row in of_one] == ["any", "any"]  # not "172%"
    assert not words.suspicious and words.verdict == "Nothing here that luck does not explain."
    assert len(words.deals) == 8 and len(words.draws) == 3
    assert "6 hands, 6 of them with every card known" in words.lines[0]
    rigged = audit_in_words(audit([replace(HANDS[0], tags=(("N", str(at)),)) for at in range(60)]))
    assert rigged.suspicious and "the evidence reached 20 in hand" in rigged.verdict
    assert "as dealt: your deadwood" in rigged.verdict


def test_the_luck_of_draws_against_a_hidden_hand_is_no_test():
    text = (EXAMPLES / "own.txt").read_text(encoding="utf-8")
    found = audit(hands_in(text))
    assert found.draws is None and found.luck is not None and found.luck.draws == 2
    assert "rests on a belief" in audit_in_words(found).lines[-1]
    assert audit(hands_in(text), luck=0).luck is None


def test_matches_and_evenings_are_read_one_after_the_other():
    match = (EXAMPLES / "match.txt").read_text(encoding="utf-8")
    assert len(hands_in(match)) == 3
    assert len(hands_in(f"{match}\n{match}\n\n{format_record(HANDS[0])}")) == 7
    with pytest.raises(InputError, match=r"hand 4: .*Zz"):
        hands_in(f"{match}\n{match.replace('7h 9h', 'Zz 9h')}")


def dealt_by_seed() -> list[Record]:
    """Two hands of a game of that seed."""
    return [played(hand_seed(int(SEED, 16), number), dealer=number % 2) for number in (1, 2)]


def test_a_game_is_held_to_its_published_hash():
    hands, seal = dealt_by_seed(), seal_of(SEED)
    assert begin("standard", Level.PERSON, int(SEED, 16)).position.upcard in {
        hand.upcard for hand in hands
    }
    check_game(hands, SEED, seal)
    with pytest.raises(InputError, match=r"hand 1: the hand of player 1 is not as the seed deals"):
        check_game(hands[1:], SEED, seal)
    with pytest.raises(InputError, match="has another hash"):
        check_game(hands, SEED, seal_of(SEED[::-1]))
    *turns, last = hands[0].turns
    swapped = replace(hands[0], turns=(*turns, replace(last, card=hands[1].turns[-1].card)))
    with pytest.raises(InputError, match=r"card \d+ of the stock"):
        check_game([swapped], SEED, seal)


def test_days_are_read_by_their_seeds_and_hashes():
    days = "\n".join(f"2026-01-0{day}\t{seed}\t{seal_of(seed)}" for day, seed in enumerate(
        (SEED, SEED[::-1]), 1))  # fmt: skip
    assert len(hands_in(days)) == 2 and not hands_in(days)[0].turns
    with pytest.raises(InputError, match="has another hash"):
        hands_in(days.replace(SEED, "0" * 32))


def test_the_command(tmp_path: Path):
    files = [tmp_path / f"{at}.txt" for at in range(2)]
    for at, path in enumerate(files):
        path.write_text(format_record(HANDS[at]), encoding="utf-8")
    found = document("audit", *map(str, files))
    assert found["hands"] == 2 and found["draws"]["found"] is None
    shown = run("audit", str(files[0]), "--me", "2").stdout
    assert "Nothing here that luck does not explain." in shown and "Better half" in shown
    game = tmp_path / "game.txt"
    game.write_text("\n\n".join(map(format_record, dealt_by_seed())), encoding="utf-8")
    sealed = run("audit", str(game), "--seed", SEED, "--seal", seal_of(SEED)).stdout
    assert "The seed has the published hash" in sealed
    assert error_of("audit", str(game), "--seed", SEED)["where"] == "seal"


@pytest.mark.nightly
def test_honest_histories_cry_wolf_no_more_than_they_may():
    by_draws, by_deals = workshop.alarms(400, 100)
    assert by_draws <= 30 and by_deals <= 30  # of 20 at most on average, and four errors


@pytest.mark.nightly
def test_a_shift_of_the_odds_is_found_in_a_hundred_hands():
    for odds in ((1 / 1.35, 1.0), (1.0, 1.35)):
        found = [workshop.hands_until_found(seed, odds) for seed in range(300)]
        assert np.median(found) <= 100
