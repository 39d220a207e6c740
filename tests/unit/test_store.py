"""The store: migrations, saving and finding, many threads and processes at once."""

from __future__ import annotations

import multiprocessing
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from analyzer.api.views import view_from_json
from analyzer.engine.types import Limit
from analyzer.errors import InputError
from analyzer.game.view import View
from analyzer.resources import database_url
from analyzer.store import Status, Store, StoredRequest, UnavailableError, analysis_key
from analyzer.store._tables import Base
from analyzer.store.connect import open_engine
from analyzer.store.migrate import config, current, head
from tests.databases import schema_of_its_own


def cards(drawn: str) -> list[str]:
    return drawn.split()


def a_view(**changes: object) -> View:
    hand = cards("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    return view_from_json({"hand": hand, "rules": "classic", "pile": ["5s"], **changes})


def a_key(view: View | None = None, **changes: object) -> str:
    parts = {"limit": Limit(worlds=256), "seed": 1, "opponent": "baseline", "engine": "1"}
    return analysis_key(view or a_view(), **{**parts, **changes})  # type: ignore[arg-type]


def test_what_is_saved_is_found_and_loaded(url: str) -> None:
    moment = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    with Store.open(url, now=lambda: moment) as store:
        store.upgrade()
        share = store.save("k", view='{"hand": ["7♥"]}', answer='{"q":  4.1}')
        found, loaded = store.find("k"), store.load(share)
        assert found is not None
        assert found == loaded
        assert (found.key, found.id, found.created) == ("k", share, moment)
        assert (found.view, found.answer) == ('{"hand": ["7♥"]}', '{"q":  4.1}')
        assert store.find("other") is None
        assert store.load("other") is None


def test_the_first_answer_stays(url: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        first = store.save("k", view="v", answer="first")
        assert store.save("k", view="v", answer="second") == first
        kept = store.find("k")
        assert kept is not None
        assert kept.answer == "first"
        assert store.save("other", view="v", answer="first") != first


def test_eight_threads_save_the_same_and_different_keys(url: str) -> None:
    with Store.open(url) as store:
        store.upgrade()

        def save(number: int) -> tuple[str, str]:
            key = f"key {number % 10}"
            return key, store.save(key, view=key, answer=f"answer {number}")

        with ThreadPoolExecutor(8) as threads:
            saved = list(threads.map(save, range(80)))
        ids = dict(saved)
        assert len(set(ids.values())) == 10
        assert all(ids[key] == share for key, share in saved)
        assert {a.view for share in ids.values() if (a := store.load(share))} == set(ids)


def test_losing_the_race_gives_the_winners_id(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(url) as store:
        store.upgrade()
        winner = store.save("k", view="v", answer="winner")
        real, calls = store.find, []

        def blind_once(key: str) -> object:
            calls.append(key)
            return None if len(calls) == 1 else real(key)

        monkeypatch.setattr(store, "find", blind_once)
        assert store.save("k", view="v", answer="loser") == winner
        assert len(calls) == 2


def test_share_ids_are_short_and_fit_into_a_url(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        store.upgrade()
        ids = {store.save(f"k{i}", view="", answer="") for i in range(50)}
    assert len(ids) == 50
    assert all(len(i) == 12 and i.replace("-", "").replace("_", "").isalnum() for i in ids)


def test_drafts_are_their_owners_alone(url: str) -> None:
    clock = iter(datetime(2026, 11, 21, 12, minute, tzinfo=UTC) for minute in range(60))
    with Store.open(url, now=lambda: next(clock)) as store:
        store.upgrade()
        drafts = store.drafts
        first, second = drafts.save("Ann", "first ♠"), drafts.save("Ann", "second")
        assert drafts.load("Ann", first.id) == first
        assert drafts.mine("Ann") == (second, first) and drafts.mine("Bob") == ()
        changed = drafts.save("Ann", "first, more", first.id)
        assert (changed.id, changed.created) == (first.id, first.created)
        assert changed.updated > first.updated
        assert drafts.mine("Ann") == (changed, second), "the last saved comes first"
        stolen = drafts.save("Bob", "mine now?", first.id)
        assert stolen.id != first.id and drafts.load("Ann", first.id) == changed
        assert drafts.load("Bob", first.id) is None and not drafts.forget("Bob", first.id)
        assert drafts.forget("Ann", first.id) and not drafts.forget("Ann", first.id)
        assert drafts.mine("Ann") == (second,)


def test_drafts_are_bounded_in_number_and_length(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.store.drafts.MOST", 3)
    with Store.open(sqlite_url) as store:
        store.upgrade()
        kept = [store.drafts.save("Ann", f"{number}") for number in range(3)]
        with pytest.raises(InputError, match="3 drafts are kept"):
            store.drafts.save("Ann", "one more")
        store.drafts.save("Bob", "one of somebody else's")
        with pytest.raises(InputError, match="characters"):
            store.drafts.save("Ann", "x" * 70_000, kept[0].id)
        assert {draft.text for draft in store.drafts.mine("Ann")} == {"0", "1", "2"}
        assert store.drafts.save("Ann", "changed", kept[0].id).text == "changed"


@pytest.mark.parametrize("ident", ["", "a\0b", "\ud800", "é", "x" * 10_000])
def test_the_id_of_a_draft_may_be_any_text(url: str, ident: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        assert store.drafts.load("Ann", ident) is None
        assert not store.drafts.forget("Ann", ident)
        assert store.drafts.save("Ann", "text", ident).id != ident


def asked(number: int, owner: str = "Ann") -> StoredRequest:
    return StoredRequest(f"{owner} {number}", owner, "A hand", "[Dealer]", 1, "{}", "01", 8)


def test_a_review_is_claimed_by_one_worker_only(url: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        ids = {store.reviews.add(asked(number)).id for number in range(30)}
        assert store.reviews.add(asked(3)).id in ids

        def work(worker: int) -> list[str]:
            mine = []
            while review := store.reviews.claim(f"worker {worker}", timedelta(minutes=1)):
                mine.append(review.id)
            return mine

        with ThreadPoolExecutor(6) as threads:
            claimed = [ident for mine in threads.map(work, range(6)) for ident in mine]
        assert len(claimed) == len(set(claimed)) == 30 and set(claimed) == ids
        mine = [review for review in store.reviews.mine("Ann") if review.status.active]
        assert store.reviews.active() == len(mine) == 30


def test_a_review_goes_through_its_life(url: str) -> None:
    lease = timedelta(seconds=30)
    with Store.open(url) as store:
        store.upgrade()
        rows = store.reviews
        first, second = rows.add(asked(1)), rows.add(asked(1, "Bob"))
        assert [rows.ahead(one.id) for one in (first, second)] == [0, 1]
        assert rows.claim("w", lease) is not None
        assert rows.renew(first.id, "w", lease, done=3) and not rows.renew(
            first.id, "another", lease, done=4
        )
        running = rows.load(first.id)
        assert running is not None
        assert (running.status, running.done) == (Status.RUNNING, 3)
        assert rows.finish(first.id, "w", Status.DONE, done=8, report='{"♠":  1}')
        assert rows.report(first.id) == '{"♠":  1}'
        assert not rows.finish(first.id, "w", Status.FAILED, done=8), "it is not held any more"
        assert not rows.stop(first.id) and rows.stop(second.id)
        assert rows.again(first.id) and rows.report(first.id) is None
        assert rows.share(first.id, True) and rows.forget(second.id)
        assert [(one.id, one.shared) for one in rows.mine("Ann")] == [(first.id, True)]
        assert rows.mine("Bob") == ()


@pytest.mark.parametrize("share", ["", "a\0b", "\ud800", "é", "x" * 10_000, "' OR 1=1 --"])
def test_what_cannot_be_a_share_id_is_not_found(url: str, share: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        assert store.load(share) is None


def test_an_empty_database_gets_the_tables_of_the_model(url: str) -> None:
    engine = open_engine(url)
    with Store(engine) as store:
        assert current(engine) is None
        assert not store.ping()
        store.upgrade()
        assert current(engine) == head()
        assert store.ping()
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, Base.metadata) == []


def test_the_comparison_would_see_a_difference(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    with Store(engine) as store:
        store.upgrade()
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE analyses DROP COLUMN answer"))
        with engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, Base.metadata) != []


def test_migrations_go_down_and_up_again(url: str) -> None:
    engine = open_engine(url)
    with Store(engine) as store:
        store.upgrade()
        with engine.begin() as connection:
            carrying = config()
            carrying.attributes["connection"] = connection
            command.downgrade(carrying, "base")
        assert current(engine) is None
        store.upgrade()
        assert store.ping()
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, Base.metadata) == []


def test_the_newest_revision_is_that_of_the_files() -> None:
    assert head() == ScriptDirectory.from_config(config()).get_current_head()


def test_nothing_is_migrated_where_nothing_is_old(sqlite_url: str) -> None:
    code = f"""
import sys
from analyzer.store import Store
with Store.open({sqlite_url!r}) as store:
    store.upgrade()
    store.upgrade()
    print(store.ping(), "alembic" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8"
    )
    assert done.stdout == "True False\n"


def test_upgrading_twice_keeps_what_is_there(url: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        store.save("k", view="v", answer="a")
        store.upgrade()
        assert store.find("k") is not None


@pytest.mark.parametrize("revision", ["9999", "0005"])
def test_a_database_of_a_newer_version_or_of_none_is_refused(url: str, revision: str) -> None:
    engine = open_engine(url)
    with Store(engine) as store:
        store.upgrade()
        with engine.begin() as connection:
            connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
        assert not store.ping()
        with pytest.raises(InputError, match="another version of ginsight"):
            store.upgrade()


def upgrade_and_save(url: str, number: int) -> str:
    with Store.open(url) as store:
        store.upgrade()
        return store.save("k", view="v", answer=str(number))


@pytest.mark.slow
def test_processes_that_start_together_agree(url: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as processes:
        ids = set(processes.map(upgrade_and_save, [url] * 6, range(6)))
    assert len(ids) == 1


def test_a_reader_does_not_wait_for_a_writer(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        store.upgrade()
        store.save("k", view="v", answer="a")
        writer = sqlite3.connect(tmp_path / "gin.db", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as threads:
            reading = threads.submit(store.find, "k")
            try:
                assert reading.result(timeout=60) is not None
            finally:
                writer.execute("ROLLBACK")
                writer.close()


def test_a_writer_waits_for_another_one(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        store.upgrade()
        writer = sqlite3.connect(tmp_path / "gin.db", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as threads:
            saving = threads.submit(store.save, "k", view="v", answer="a")
            time.sleep(0.2)
            assert not saving.done()
            writer.execute("ROLLBACK")
            writer.close()
            assert store.load(saving.result(timeout=60)) is not None


def test_sqlite_is_opened_in_write_ahead_mode(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    with Store(engine), engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in pragmas]
    assert values == ["wal", 1, 1, 15000]


def test_threads_share_a_database_in_memory() -> None:
    with Store.open("sqlite://") as store:
        store.upgrade()
        with ThreadPoolExecutor(8) as threads:
            ids = list(
                threads.map(lambda i: store.save(f"k{i % 4}", view="", answer=""), range(40))
            )
        assert len(set(ids)) == 4


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "not a database URL"),
        ("", "not a database URL"),
        ("mysql://localhost/gin", "`mysql` is not supported"),
    ],
)
def test_a_bad_url_is_the_users_error(url: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Store.open(url)


@pytest.mark.parametrize(
    "unreachable",
    [
        "sqlite:///{tmp_path}/missing/gin.db",
        "postgresql://me:hush@127.0.0.1:1/gin",
    ],
)
def test_a_database_that_cannot_be_reached_is_told_without_its_password(
    tmp_path: Path, unreachable: str
) -> None:
    with Store.open(unreachable.format(tmp_path=tmp_path)) as store:
        assert not store.ping()
        with pytest.raises(InputError, match="cannot be opened or changed") as told:
            store.upgrade()
    assert "hush" not in str(told.value)


def test_the_default_database_may_lie_under_any_name(tmp_path: Path) -> None:
    home = tmp_path / "me & my 100%25 data? #1"
    with Store.open(database_url({"GINSIGHT_DATA": str(home)})) as store:
        store.upgrade()
    assert (home / "ginsight.db").is_file()


@pytest.mark.parametrize(
    "changed",
    [
        a_key(a_view(stock=20)),
        a_key(a_view(score=[10, 20])),
        a_key(a_view(rules="standard")),
        a_key(limit=Limit(worlds=512)),
        a_key(limit=Limit(seconds=256)),
        a_key(seed=2),
        a_key(opponent="late"),
        a_key(engine="2"),
    ],
)
def test_everything_an_answer_depends_on_changes_the_key(changed: str) -> None:
    assert changed != a_key()


def test_a_preset_that_changes_changes_the_key() -> None:
    view = a_view()
    patched = replace(view, rules=replace(view.rules, gin_bonus=99))
    assert patched.rules.name == view.rules.name
    assert a_key(patched) != a_key(view)


def test_a_key_does_not_depend_on_how_the_view_was_written() -> None:
    shuffled = a_view(hand=cards("3s Ac 2c Qd Kd 4s 4d 4c 9h 8h 7h"), question="discard")
    assert a_key(shuffled) == a_key()


def test_a_table_that_somebody_holds_is_not_waited_for_without_end(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.store.connect.BUSY_SECONDS", 1)
    with schema_of_its_own(postgres, "ginsight_held") as url, Store.open(url) as store:
        store.upgrade()
        store.save("k", view="v", answer="a")
        held = create_engine(url)
        with held.begin() as holder:
            holder.execute(text("LOCK TABLE analyses IN ACCESS EXCLUSIVE MODE"))
            began = time.monotonic()
            with pytest.raises(UnavailableError, match="lock timeout"):
                store.find("k")
            assert time.monotonic() - began < 10
        held.dispose()
        assert store.find("k") is not None


def test_a_mark_stays_until_anything_is_written_by_whomever(url: str) -> None:
    with Store.open(url) as store, Store.open(url) as other:
        store.upgrade()
        marks = [store.mark()]
        assert store.find("k") is None and store.mark() == marks[0]
        store.save("k", view="{}", answer="{}")
        marks.append(store.mark())
        assert store.mark() == marks[1]
        other.drafts.save("Ann", "hand: 7h")
        marks.append(store.mark())
        store.close()
        marks.append(store.mark())
        assert len({*marks}) >= 3 and marks[0] != marks[1] != marks[2] != marks[0]
