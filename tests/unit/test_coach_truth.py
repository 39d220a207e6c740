"""What a coach must not say: numbers that tell nothing, and words that are not true."""

from __future__ import annotations

import re
from dataclasses import replace

from analyzer.api.reviews import report_to_json
from analyzer.notation.phrases import text_of
from analyzer.notation.records import parse_record
from analyzer.practice.puzzles.explain import entry_of, explained_entry
from analyzer.resources import resource_root
from analyzer.review import ReviewSettings, review
from analyzer.review.coach import Theme, explain
from analyzer.review.coach._sayings import sayings
from tests.oracles.entries import entry
from tests.unit.test_coach_words import PLAYED, VIEW, told
from tests.workshop.puzzles.packing import load_pack


def test_numbers_that_are_much_alike_are_no_reason():
    """Nor where they differ by less than their error."""
    alike = told(
        {"gin": (0.315, 40.0), "their gin": (0.289, -40.0), "void": (0.396, 0.0)}, loss=1.0
    )
    assert "You go gin" not in alike and "They go gin" not in alike
    dear = {"gin": (0.3, 40.9), "their gin": (0.3, -40.0), "void": (0.4, 0.0)}
    assert "Your gin brings" not in told(dear, loss=0.3)
    best = {"gin": (0.35, 40.0), "their gin": (0.30, -40.0), "void": (0.35, 0.0)}
    one = entry(VIEW, "discard Ts", "discard 6s", best_outcomes=best, played_outcomes=PLAYED)
    few = tuple(replace(value, worlds=256) for value in one.found.actions)
    rough = explain(replace(one, found=replace(one.found, actions=few)))
    assert "You go gin" not in rough.text() and not rough.reasons


def test_a_hand_that_is_over_is_no_share_of_none():
    """Drawing the last card ends the hand; what it spares one is what taking leads to."""
    view = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts\npile: 6s\nstock: 3"
    void, on = {"void": (1.0, 0.0)}, {"their gin": (0.29, -40.0), "void": (0.71, 0.0)}
    one = entry(view, "draw", "take", best_outcomes=void, played_outcomes=on)
    wanted = "After drawing from the stock nobody scores; otherwise they go gin in 29% of hands."
    assert wanted in explain(one).text() and "0%" not in explain(one).text()
    won = {"gin": (0.2, 40.0), "void": (0.8, 0.0)}
    other = entry(view, "take", "draw", best_outcomes=won, played_outcomes=void)
    assert "nobody scores; otherwise you go gin in 20% of hands." in explain(other).text()


def test_cards_that_lie_open_are_not_called_unseen():
    """As in a puzzle, where all ten of theirs are seen; and the other spread need not be yours."""
    text = (
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s\nstock: 20\n"
        "opp has: Th Jh 4h 2c 2d Kc Kd Ks 5c 6c"
    )
    one = entry(text, "knock 9s", "knock 3c")
    (said,) = sayings(one, Theme.KNOCK_LAYOUT)
    assert text_of(said) == (
        "The best spread leaves you 3 points and them 15; the other, you 9 and them 15."
    )


def caused(steps):
    """What is said of the tempting answers, with the causes."""
    return [explain(explained_entry(step, step.tempting)).text() for step in steps]


def test_a_puzzle_with_open_cards_counts_those_alone():
    steps = [step for one in load_pack(resource_root() / "puzzles" / "first").puzzles
             for step in one.steps if step.opponent]  # fmt: skip
    texts = [explain(entry_of(step, step.tempting)).text() for step in steps[:20]]
    assert len(texts) == 20 and not any("unseen" in text for text in texts)
    assert any("leaves you" in text for text in texts)
    assert any("With the other spread they undercut you." in text for text in caused(steps[:40]))


RECORD = """
[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Hand2 "?"] [Dealer "2"] [Upcard "9d"]
1. p
2. p
3. +2h -9c
4. ^9c -Ts
"""


def test_the_document_says_what_the_page_does():
    report = review(parse_record(RECORD), settings=ReviewSettings(worlds=256, luck_worlds=64))
    document = report_to_json(report)
    assert document.entries and document.entries[-1].themes
    for told_, found in zip(document.entries, report.entries, strict=True):
        made = explain(found)
        assert told_.explanation == [text_of(sentence) for sentence in made.sentences]
        assert told_.themes == [theme.slug for theme in made.themes]


def test_a_layout_names_the_card_that_can_no_longer_be_laid_off():
    """And a lay-off the one that belongs elsewhere; no puzzle of either kind says nothing of it."""
    puzzles = load_pack(resource_root() / "puzzles" / "first").puzzles
    layouts = [one.steps[0] for one in puzzles if one.kind == "arrangement"][:12]
    texts = [explain(explained_entry(step, step.tempting)).text() for step in layouts]
    assert sum("can lay off" in text or "no longer be laid off" in text for text in texts) > 8
    assert not any(re.search(r"\.\d points better", text) for text in texts), "it is counted out"
    lays_off = [one.steps[0] for one in puzzles if one.kind == "lay-off"][:12]
    texts = [explain(entry_of(step, step.tempting)).text() for step in lays_off]
    assert sum("melds, not" in text or "on their melds" in text for text in texts) > 8
    assert not any(".0" in text for text in texts), "it is counted out"


def test_a_wait_says_what_it_costs_and_which_card_goes() -> None:
    """What a taken card waits on beside the one that goes for it, and melds that break others."""
    puzzles = {one.id: one for name in ("first", "second")
               for one in load_pack(resource_root() / "puzzles" / name).puzzles}  # fmt: skip
    told_of = {
        ident: explain(explained_entry(step, step.tempting)).text()
        for ident in ("tthvmegdqp", "47y65ur2yb")
        for step in puzzles[ident].steps
    }
    assert "7s); Ks, which goes for it, on none." in told_of["tthvmegdqp"]
    assert "7h on 2 live cards (5h and 8h), at the cost of a meld." in told_of["47y65ur2yb"]
