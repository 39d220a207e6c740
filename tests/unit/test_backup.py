"""Backups: everything comes back, from either kind of database into either, or nothing does."""

from __future__ import annotations

import logging
import re
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from click.testing import CliRunner

from analyzer.cli import main
from analyzer.errors import InputError
from analyzer.store import Store, backup
from analyzer.store.connect import open_engine
from analyzer.store.migrate import config
from analyzer.web import ServerSettings, create_app


def filled(url: str, analyses: int = 1203) -> Store:
    store = Store.open(url)
    store.upgrade()
    for number in range(analyses % 100):
        store.save(f"key {number}", view="{}", answer=f'{{"value": {number}, "suit": "♥"}}')
    for number in range(5):
        store.drafts.save("Ann", f"upcard 5s, {number}")
    store.training.save("Ann", "drills", "{}", 0)
    return store


@pytest.fixture
def other(tmp_path: Path) -> str:
    return f"sqlite:///{(tmp_path / 'other.db').as_posix()}"


def test_everything_comes_back(url: str, other: str, tmp_path: Path) -> None:
    file = tmp_path / "monday.backup"
    with filled(url) as store, Store.open(other) as fresh:
        saved = store.back_up(file)
        assert saved == store.contents() and saved.rows["drafts"] == 5
        assert fresh.restore(file) == saved == fresh.contents()
        original, restored = store.find("key 2"), fresh.find("key 2")
        assert original is not None and original == restored
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == [file.name]


def test_a_file_goes_back_to_either_kind(url: str, other: str, tmp_path: Path) -> None:
    file = tmp_path / "monday.backup"
    with filled(other) as store:
        saved = store.back_up(file)
    with Store.open(url) as restored:
        assert restored.restore(file) == saved
        with pytest.raises(InputError, match=r"the database holds .* rows"):
            restored.restore(file)
        with Store.open(f"{other}.one") as single:
            single.upgrade()
            single.save("the only one", view="{}", answer="{}")
            with pytest.raises(InputError, match="the database holds 1 row;"):
                single.restore(file)
        restored.save("new", view="{}", answer="{}")
        assert restored.restore(file, replace=True) == saved
        assert restored.find("new") is None


def test_a_restore_that_fails_changes_nothing(
    url: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "monday.backup"
    with filled(other) as store:
        store.back_up(file)
    with filled(url, analyses=7) as store:
        held = store.contents()

        def fails(*given: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(backup, "_carry", fails)
        with pytest.raises(OSError, match="disk is full"):
            store.restore(file, replace=True)
        assert store.contents() == held
        with pytest.raises(OSError, match="disk is full"):
            store.back_up(tmp_path / "tuesday.backup")
        assert not list(tmp_path.glob("*tuesday*"))


def test_a_backup_is_of_one_moment(url: str, tmp_path: Path) -> None:
    """Whoever writes two rows together is in the backup with both or with none."""
    file, ended = tmp_path / "monday.backup", threading.Event()
    with filled(url) as store:

        def write() -> None:
            number = 0
            while not ended.is_set():
                store.drafts.save(f"visitor {number}", "upcard 5s")
                store.save(f"new {number}", view="{}", answer="{}")
                number += 1

        writer = threading.Thread(target=write)
        writer.start()
        try:
            rows = [store.back_up(file, replace=True).rows for _ in range(3)]
        finally:
            ended.set()
            writer.join()
    for each in rows:
        assert 0 <= (each["drafts"] - 5) - (each["analyses"] - 3) <= 1


def test_a_backup_of_older_tables_is_migrated(other: str, tmp_path: Path) -> None:
    file = tmp_path / "old.backup"
    engine = open_engine(f"sqlite:///{file.as_posix()}")
    with engine.begin() as connection:
        carrying = config()
        carrying.attributes["connection"] = connection
        command.upgrade(carrying, "0006")
    engine.dispose()
    before = file.read_bytes()
    with Store.open(other) as store:
        assert store.restore(file).revision == store.contents().revision
        assert store.ping()
    assert file.read_bytes() == before


def broken(file: Path) -> None:
    with filled(f"sqlite:///{file.as_posix()}", analyses=99) as store:
        store.back_up(file.with_name("sound"))
    content = bytearray(file.with_name("sound").read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 512] = b"\xff" * 512
    file.write_bytes(content)
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)


def test_a_damaged_database_is_neither_saved_nor_restored(other: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.db"
    broken(file)
    with Store.open(f"sqlite:///{file.as_posix()}") as store:
        for look in (store.contents, lambda: store.back_up(tmp_path / "copy")):
            with pytest.raises(InputError, match=r"damaged.*restore it from a backup"):
                look()
    assert not (tmp_path / "copy").exists()
    with Store.open(other) as store, pytest.raises(InputError, match="damaged"):
        store.restore(file)


SENTENCE = r"damaged or cannot be read .*; restore it.*`ginsight db restore FILE --replace`"
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "no database": lambda whole: b"cards, not tables " * 999,
    "a first page of zeros": lambda whole: bytes(4096) + whole[4096:],
    "cut": lambda whole: whole[: len(whole) // 2],
    "a page in the middle": lambda whole: whole[:40_960] + b"\xff" * 4096 + whole[45_056:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_database_at_start_is_one_sentence_and_restored_it_serves_again(
    sqlite_url: str, tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "analyzer")
    file, saved = Path(sqlite_url.removeprefix("sqlite:///")), tmp_path / "monday.backup"
    with filled(sqlite_url, analyses=99) as store:
        before = store.back_up(saved)
    file.write_bytes(DAMAGE[damage](saved.read_bytes()))
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    broken_file = file.read_bytes()
    with pytest.raises(InputError, match=SENTENCE):
        create_app(ServerSettings(database_url=sqlite_url))
    for words in (["check"], ["restore", str(saved)]):
        done = CliRunner().invoke(main, ["db", *words], env={"GINSIGHT_DATABASE_URL": sqlite_url})
        assert done.exit_code == 2 and done.stdout == "", done.output
        assert len(done.stderr.splitlines()) == 1 and re.search(SENTENCE, done.stderr)
    with Store.open(sqlite_url) as store:
        assert store.restore(saved, replace=True) == before == store.contents()
        store.check()
    (aside,) = tmp_path.glob("*.damaged-1")
    assert aside.read_bytes() == broken_file, "nothing is thrown away"
    assert [each.message for each in caplog.records] == [f"the damaged database is kept as {aside}"]


@pytest.mark.parametrize("content", [b"", b"cards, not tables " * 1000, None])
def test_what_is_no_backup_is_refused(other: str, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "notes.txt"
    if content is not None:
        file.write_bytes(content)
    else:
        sqlite3.connect(file).execute("CREATE TABLE stamps (a)").connection.close()
    with Store.open(other) as store, pytest.raises(InputError):
        store.restore(file)
    assert not (tmp_path / "other.db").exists()


def test_the_commands(other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "monday.backup"
    monkeypatch.setenv("GINSIGHT_DATABASE_URL", other)

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["db", *words])
        return done.exit_code, done.stdout + done.stderr

    assert run("check")[0] == 2 and "there is no database yet" in run("check")[1]
    filled(other).close()
    assert "is sound, at revision" in run("check")[1] and "5 drafts" in run("check")[1]
    assert run("backup", str(file))[0] == 0
    assert run("backup", str(file)) == (
        2, f"ginsight: {file}: there is such a file; name another, or --replace\n",
    )  # fmt: skip
    assert run("backup", str(file), "--replace")[0] == 0
    assert "hint" not in run("restore", str(file), "--json")[1] or run("restore", str(file))[0] == 2
    assert run("restore", str(file), "--replace")[0] == 0
    assert run("backup", str(tmp_path / "no" / "where"))[0] == 2
