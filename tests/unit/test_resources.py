"""Where things lie: source tree or wheel, data directory, secret key."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import analyzer
from analyzer.errors import InputError
from analyzer.resources import data_dir, database_url, resource_root, secret_key, write_whole


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def with_folders(root: Path) -> Path:
    for name in ("templates", "static", "puzzles"):
        (root / name).mkdir(parents=True)
    return root


def test_the_source_tree_has_its_resources_beside_the_package(tmp_path: Path) -> None:
    with_folders(tmp_path)
    assert resource_root(tmp_path / "analyzer") == tmp_path


def test_a_wheel_has_them_inside_even_beside_a_strangers(tmp_path: Path) -> None:
    with_folders(tmp_path)
    inside = with_folders(tmp_path / "analyzer" / "_data")
    assert resource_root(tmp_path / "analyzer") == inside


def test_lost_resources_are_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="missing next to"):
        resource_root(tmp_path / "analyzer")


@pytest.fixture(autouse=True)
def windows_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the environment, not the system of Windows, which is not here."""
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: os.environ["LOCALAPPDATA"])


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", ".local/share/ginsight"),
        ({"XDG_DATA_HOME": "relative"}, "linux", ".local/share/ginsight"),
        ({"XDG_DATA_HOME": "{home}/xdg"}, "linux", "xdg/ginsight"),
        ({}, "darwin", "Library/Application Support/ginsight"),
        ({"LOCALAPPDATA": "{home}/local"}, "win32", "local/ginsight"),
        ({"GINSIGHT_DATA": "{home}/mine/gin"}, "darwin", "mine/gin"),
    ],
)
def test_the_data_directory_follows_the_systems_custom(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    platform: str,
    expected: str,
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    filled = {name: value.format(home=tmp_path) for name, value in environ.items()}
    for name, value in {"HOME": str(tmp_path), **filled}.items():
        monkeypatch.setenv(name, value)
    path = data_dir(filled, platform)
    assert path == tmp_path / expected
    assert mode(path) == 0o700


@pytest.mark.parametrize(
    ("platform", "before", "variable"),
    [
        ("darwin", "Library/Application Support/ginsight", "XDG_DATA_HOME"),
        ("win32", ".local/share/ginsight", "LOCALAPPDATA"),
    ],
)
def test_a_data_directory_of_before_is_used_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, before: str, variable: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    (tmp_path / before).mkdir(parents=True)
    assert data_dir({}, platform) == tmp_path / before


def test_a_data_directory_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert data_dir({"GINSIGHT_DATA": str(tmp_path)}) == tmp_path
    assert mode(tmp_path) == 0o755


def test_a_data_directory_that_cannot_be_made_is_the_users_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="set GINSIGHT_DATA"):
        data_dir({"GINSIGHT_DATA": str(tmp_path / "file" / "gin")})


def test_the_database_is_a_file_there_unless_a_url_is_given(tmp_path: Path) -> None:
    environ = {"GINSIGHT_DATA": str(tmp_path)}
    assert database_url(environ) == f"sqlite:///{tmp_path}/ginsight.db"
    assert database_url({**environ, "GINSIGHT_DATABASE_URL": "sqlite://"}) == "sqlite://"


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    environ = {"GINSIGHT_DATA": str(tmp_path)}
    key = secret_key(environ)
    assert len(key) == 64
    assert secret_key(environ) == key
    assert mode(tmp_path / "secret.key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
    other = tmp_path / "other"
    assert secret_key({"GINSIGHT_DATA": str(other)}) != key


def test_starts_at_the_same_time_agree_on_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        for turn in range(10):
            environ = {"GINSIGHT_DATA": str(tmp_path / str(turn))}
            assert len(set(threads.map(lambda _, e=environ: secret_key(e), range(8)))) == 1


def test_a_file_system_without_links_still_gets_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no hard links here")

    monkeypatch.setattr("os.link", refuse)
    environ = {"GINSIGHT_DATA": str(tmp_path)}
    assert secret_key(environ) == secret_key(environ)
    assert mode(tmp_path / "secret.key") == 0o600


def test_a_given_secret_is_used_and_a_short_one_refused(tmp_path: Path) -> None:
    given = "2f9c" * 2 + "b7e4" * 2 + "18d0" * 4
    assert secret_key({"GINSIGHT_SECRET": given}) == given
    with pytest.raises(InputError, match="GINSIGHT_SECRET: the secret key is easily guessed"):
        secret_key({"GINSIGHT_SECRET": "x" * 32})
    with pytest.raises(InputError, match="GINSIGHT_SECRET: the secret key has 5 characters"):
        secret_key({"GINSIGHT_SECRET": "short"})
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(InputError, match=r"secret\.key: the secret key has 0 characters"):
        secret_key({"GINSIGHT_DATA": str(tmp_path)})


def test_a_file_is_written_whole_or_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    write_whole(path, b"first")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write_whole(path, b"second")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"first", [path])


def test_a_link_is_written_through(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "no" / "file", b"")


FIRST_DOCUMENTS = """
import sys
from threading import Barrier, Thread

import msgspec

from analyzer.resources import read_json

kinds = {}
for depth in range(12):
    fields = {f"field{n}": "int | str | None" for n in range(14)}
    inner = {"inner": f"Kind{depth - 1} | None"} if depth else {}
    names = {"__annotations__": inner | fields, "__module__": __name__}
    globals()[f"Kind{depth}"] = type(msgspec.Struct)(f"Kind{depth}", (msgspec.Struct,), names)
together = Barrier(32)


def ask():
    together.wait()
    try:
        read_json('{"inner": {"inner": {"field3": 3}}}', Kind11)
    except msgspec.ValidationError:  # no field has a default
        pass


sys.setswitchinterval(1e-6)
threads = [Thread(target=ask) for _ in range(32)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_that_read_the_first_documents_of_a_kind_at_once_live() -> None:
    run = subprocess.run(
        [sys.executable, "-c", FIRST_DOCUMENTS], check=False, capture_output=True, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, b"")


def test_documents_are_read_here_only() -> None:
    package = Path(analyzer.__file__).parent
    elsewhere = [
        path.name
        for path in package.rglob("*.py")
        if re.search(r"msgspec\.convert\(|json\.decode\([^=]*type=", path.read_text("utf-8"))
    ]
    assert elsewhere == ["resources.py"]
