"""Datasets of self-play: what their rows say, and that the same options give the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyzer import resources
from analyzer.arena.dataset import (
    PLAN,
    DatasetPlan,
    card_text,
    dataset_card,
    play_shard,
    write_dataset,
)
from analyzer.engine.opponents import opponent_named
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.errors import InputError
from analyzer.jobs import Jobs
from analyzer.notation.records import decisions, format_record, parse_match
from tests.unit.test_cli import document, error_of
from tests.workshop.dataset_kills import compared

SMALL = DatasetPlan(hands=4, worlds=4, seed=3, shard=2)


def named(table: str, row: Any) -> dict[str, Any]:
    """A row with the names of the columns that the card has."""
    columns = next(each for each in dataset_card()["tables"] if each["name"] == table)["columns"]
    return dict(zip([column["name"] for column in columns], row, strict=True))


def test_a_row_is_what_its_player_saw_and_what_the_record_says() -> None:
    shard = play_shard((SMALL, range(3)))
    hands = parse_match("\n\n".join(shard.records)).hands
    assert [dict(hand.tags)["Number"] for hand in hands] == ["0", "1", "2"]
    rows = [named("decisions", row) for row in shard.decisions]
    for number, record in enumerate(hands):
        for seat in (0, 1):
            told = [each for each in rows if (each["hand"], each["player"]) == (number, seat + 1)]
            asked = [each for each in decisions(record, seat) if len(each.view.moves()) > 1]
            assert len(told) == len(asked) > 0
            for row, decision in zip(told, asked, strict=True):
                view = decision.view
                assert row["question"] == view.question and row["stock"] == view.stock
                assert row["cards"] == str(view.hand) and row["known"] == str(view.opponent)
                assert row["pile"].split() == [str(card) for card in view.pile]
                assert row["shown"] == str(view.shown)
                assert row["played"] == str(decision.action)
                moves = [str(action) for action in view.moves()]
                gins = {move.replace("gin", "knock") for move in moves if move[:3] == "gin"}
                assert row["actions"] == [move for move in moves if move not in gins]
                assert len(row["values"]) == len(row["errors"]) == len(row["actions"])


def test_the_rows_of_a_hand_say_how_it_ended() -> None:
    shard = play_shard((SMALL, range(40)))
    hands = [named("hands", row) for row in shard.hands]
    for row, record in zip(hands, parse_match("\n\n".join(shard.records)).hands, strict=True):
        assert record.result is not None
        assert row["ending"] == record.result.kind and abs(row["points"]) == record.result.points
        assert row["knocker"] == (0 if record.knocker is None else record.knocker + 1)
        assert row["turns"] == len(record.turns)
        rows = [each for each in shard.decisions if each[0] == row["hand"]]
        assert row["decisions"] == len(rows)
        results = {(each[2], each[-1]) for each in rows}
        assert results <= {(1, row["points"]), (2, -row["points"])}
    assert {"gin", "knock"} <= {row["ending"] for row in hands}


def test_values_are_means_of_the_same_worlds_and_their_intervals_hold() -> None:
    plan = DatasetPlan(hands=1, worlds=64)
    row = named("decisions", play_shard((plan, range(1))).decisions[0])
    (record,) = parse_match(play_shard((plan, range(1))).records[0]).hands
    view = next(iter(decisions(record, 0))).view
    model = opponent_named("baseline").at(view)
    worlds = model.belief.sample(view, 99, 0, 20_000)
    truth = roll_out(view, candidates(view), worlds, model).points.mean(axis=0)
    for value, error, level in zip(row["values"], row["errors"], truth, strict=True):
        assert 0 < error < 15 and abs(value - level) < 1.5 * error


def test_the_values_are_not_of_the_worlds_by_which_a_bot_chose() -> None:
    """With the same worlds the action chosen would be the best of the row, each time."""
    plan = DatasetPlan(hands=2, bot="engine:4", opponent="baseline", worlds=4)
    rows = [named("decisions", row) for row in play_shard((plan, range(2))).decisions]
    best = [row["actions"][row["values"].index(max(row["values"]))] for row in rows]
    assert any(one != row["played"] for one, row in zip(best, rows, strict=True))


def test_a_plan_that_cannot_be_is_refused() -> None:
    for plan, message in (
        (DatasetPlan(1, worlds=3), "3 worlds"),
        (DatasetPlan(1, opponent="reader", worlds=64), "128 or more"),
        (DatasetPlan(1, bot="nobody"), "nobody"),
    ):
        with pytest.raises(InputError, match=message):
            plan.check()


def test_the_card_names_what_was_done() -> None:
    text = card_text(SMALL, 120)
    assert "--hands 4 --rules standard --bot fast --opponent baseline --worlds 4 --seed 3" in text
    assert (
        "4 hands and 120 decisions" in text and "CC0" in text and "| errors | list<float>" in text
    )


def test_an_absent_extra_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resources, "find_spec", lambda _name: None)
    error = error_of("dataset", str(tmp_path))
    assert "pyarrow" in error["message"] and "pip install ginsight[data]" in error["hint"]
    assert not [*tmp_path.iterdir()]


# ---------------------------------------------------------------- with the extra


def test_the_command_writes_what_others_read(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    options = ("--hands", "4", "--worlds", "4", "--seed", "3", "--shard", "2")
    told = document("dataset", str(tmp_path), *options)
    read = parquet.read_table(tmp_path / "decisions")
    assert told == {"folder": str(tmp_path), "hands": 4, "decisions": read.num_rows}
    rows = [named("decisions", row) for row in play_shard((SMALL, range(4))).decisions]
    assert read.column("actions").to_pylist() == [row["actions"] for row in rows]
    assert read.column("values").to_pylist() == [list(row["values"]) for row in rows]
    assert parquet.read_table(tmp_path / "hands").column("hand").to_pylist() == [0, 1, 2, 3]
    text = (tmp_path / "records" / "000000002.txt").read_text()
    assert (
        list(map(format_record, parse_match(text).hands))
        == play_shard((SMALL, range(2, 4))).records
    )
    error = error_of("dataset", str(tmp_path), *options, "--bot", "greedy")
    assert "another plan" in error["message"] and PLAN in error["hint"]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(InputError, match="something else"):
        write_dataset(tmp_path, SMALL, Jobs())
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


@pytest.mark.slow
def test_killed_twice_it_is_the_same_to_the_last_byte(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    found = compared(80, 4, 2, 1, tmp_path)
    assert not found["different"] and len(found["killed with shards"]) == 2
    assert found["files"] == 3 * found["shards"] + 2


@pytest.mark.nightly
def test_killed_more_often_many_hands_are_the_same(tmp_path: Path) -> None:
    """`python -m tests.workshop.dataset_kills` does the same with 100,000 hands."""
    pytest.importorskip("pyarrow")
    found = compared(4_000, 8, 4, 2, tmp_path)
    assert not found["different"] and len(found["killed with shards"]) == 4
