"""Players with habits: what each does, that strangers are kept from every fit, what is measured."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer.engine.bots import bot_named, people
from analyzer.engine.bots.people import GROUPS, STRANGERS, names_in, traits_of
from analyzer.engine.bots.tables import table_for
from analyzer.engine.policies import TYPES
from analyzer.errors import InputError
from analyzer.game.cards import DECK
from analyzer.game.rules import PRESETS
from analyzer.notation import parse_view
from tests.workshop import habits
from tests.workshop.measure import people as measured_people
from tests.workshop.measure.people import Statement

EAAI = PRESETS["eaai"]
EVERYBODY = [name for group in GROUPS for name in names_in(group)]


def often(name: str, text: str, seeds: int = 60) -> Counter[str]:
    """How often a player does what, all of it legal."""
    view = parse_view(f"rules: eaai\n{text}")
    legal = {str(action) for action in view.legal_actions()}
    found = Counter(str(bot_named(name, EAAI).decide(view, seed)) for seed in range(seeds))
    assert set(found) <= legal
    return found


@pytest.mark.parametrize("name", EVERYBODY)
def test_everybody_plays_whole_hands_by_the_rules(name: str) -> None:
    table = table_for((bot_named(name, EAAI), bot_named("fast", EAAI)), EAAI, 5, lambda: 0.0)
    points, endings = table.hands(0, 6, 0)
    assert len(points) == len(endings) == 6
    again = table_for((bot_named(name, EAAI), bot_named("fast", EAAI)), EAAI, 5, lambda: 0.0)
    assert (again.hands(0, 6, 0)[0] == points).all()


def test_no_two_are_alike() -> None:
    traits = [one for group in GROUPS for one in traits_of(group).values()]
    assert len({(one.keeps, one.takes, one.knocks, one.whim, one.slip) for one in traits}) == 24


PAIR_OF_KINGS = "hand: 7h 8h 9h 4c 4d 4s Kc Kd Qs 2c 9s\nstock: 20"


def test_habits_show_in_discards() -> None:
    assert often("people:pruner", PAIR_OF_KINGS)["discard 2c"] < 5
    for name in ("people:hoarder", "people:faces", "strangers:kings", "strangers:painter"):
        found = often(name, PAIR_OF_KINGS)
        assert found["discard 2c"] + found["discard 9s"] > 50, name
    assert len(often("people:loose", PAIR_OF_KINGS)) == 5, "any of the loose cards"


def test_hopes_show_in_takes() -> None:
    pairs = "hand: 7h 8h 9h 4c 4d 4s Kc Qs 2c 9s\nupcard: Kd"
    assert often("people:hopeful", pairs)["take"] > 25
    assert often("people:runner", pairs)["take"] < 6
    assert often("strangers:blind", pairs)["take"] == 0
    assert often("strangers:picker", pairs)["take"] > 30


def test_some_never_knock_and_others_forget() -> None:
    five = "hand: 7h 8h 9h 4c 4d 4s Js Qs Ks 5c Kd\nstock: 20"

    def knocks(name: str) -> int:
        return sum(n for what, n in often(name, five).items() if what.startswith("knock"))

    assert knocks("people:waiter") == knocks("people:cautious") == 0
    assert knocks("people:hoarder") > 50 and 15 < knocks("strangers:dreamer") < 45
    gin = "hand: 7h 8h 9h 4c 4d 4s Js Qs Ks Ts Kd\nstock: 20"
    assert often("people:waiter", gin)["gin Kd"] == 60
    assert 45 < often("strangers:novice", gin)["gin Kd"] < 60


def test_slips_break_melds_now_and_then() -> None:
    found = often("strangers:novice", PAIR_OF_KINGS, 400)
    broken = sum(found[f"discard {card}"] for card in ("7h", "8h", "9h", "4c", "4d", "4s"))
    assert 2 <= broken <= 40


def test_an_unknown_person_is_told_who_is_there() -> None:
    with pytest.raises(InputError, match="people:hoarder"):
        bot_named("people:nobody", EAAI)


def test_nothing_that_fits_reads_the_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by name nor by chance: one table is read without a look at the other."""
    workshop = Path(habits.__file__).parent
    fitting = (*workshop.glob("tuning/*.py"), workshop / "habits.py", workshop / "fitting.py")
    assert len(fitting) > 2
    for path in fitting:
        assert STRANGERS not in path.read_text(encoding="utf-8"), path
    assert not any(name.startswith(STRANGERS) for name in habits.PLAYERS)
    traits_of.cache_clear()
    read = []

    class Files:
        def joinpath(self, *parts: str) -> Path:
            read.append(parts[-1])
            return Path(analyzer.__file__).parent.joinpath("engine", *parts)

    monkeypatch.setattr(people, "files", lambda _: Files())
    bot_named("people:hoarder", EAAI)
    assert read == ["people.toml"]
    traits_of.cache_clear()


# --- what is measured ------------------------------------------------------------------------


def said(**more: Any) -> Statement:
    plain: dict[str, Any] = {
        "hand": 0, "stated": ((0.35, True), (0.35, False)), "bits": 2.0, "hidden": 8,
        "sampled": 20.0, "true": 26, "value": 3.0, "came": -7, "predicted": 0.2, "taken": True,
        "types": tuple(1.0 if kind == 0 else 0.0 for kind in range(len(TYPES))),
    }  # fmt: skip
    return Statement(**{**plain, **more})


def test_what_was_said_is_put_beside_what_was_true() -> None:
    found = measured_people.figures_of([said(hand=0), said(hand=1, taken=False, true=14, came=1)])
    assert found["bits"]["mean"] == 0.25 and found["deadwood"]["mean"] == 0.0
    assert (found["said"], found["came"]["mean"], found["off"]["mean"]) == (3.0, -3.0, 6.0)
    assert (found["predicted"], found["taken"]["mean"]) == (0.2, 0.5)
    (bin_,) = found["bins"]
    assert (bin_["place"], bin_["stated"], bin_["true"]) == ("30–40%", 4, 0.5)


def test_a_bin_counts_once_enough_was_stated_and_beyond_its_error() -> None:
    few = {"stated": 499, "said": 0.9, "true": 0.2, "half": 0.01}
    many = {"stated": 500, "said": 0.9, "true": 0.7, "half": 0.05}
    assert measured_people.beyond({"bins": [few]}) == 0.0
    assert measured_people.beyond({"bins": [few, many]}) == pytest.approx(0.15)


def test_chances_of_a_view_are_for_all_its_unseen_cards() -> None:
    both = measured_people.said_in_sitting("people:faces", 3, 4, range(6, 9))
    assert [known is not None for _, known in both] == [False, False, True]
    for first, _ in both:
        assert len(first.stated) < len(DECK) and 0 < first.hidden <= 10
        assert sum(held for _, held in first.stated) == first.hidden
        assert sum(chance for chance, _ in first.stated) == pytest.approx(first.hidden)


def test_the_document_has_a_row_for_each_player_and_stage() -> None:
    row = measured_people.figures_of([said(hand=number) for number in range(3)])
    data = {
        "hands": 3, "sitting": 3,
        "players": [
            {"name": name, "first": row, "known": row} for name in ("strangers:kings", "fast")
        ],
    }  # fmt: skip
    found = measured_people.evidence("", "1", data)
    assert "Of 1 players with habits" in found.finding[0]
    first, known, *bins = found.tables
    assert [cells[0] for cells in first.rows] == ["strangers:kings", "fast"]
    assert first.caption.endswith("in a first hand") and known.caption.endswith("third hand on")
    assert first.rows[0][3] == "−6.0"
    assert len(bins) == 2 and bins[0].rows[0][4] == "–", "six chances are not enough"
