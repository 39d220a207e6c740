"""The wheel stands on its own: built, installed in an empty folder, and started there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

import analyzer

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not (ROOT / "analyzer").exists(), reason="not the source tree")


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation")
    run(*pip, "-w", folder, ROOT, cwd=folder)
    (built,) = folder.glob("ginsight-*.whl")
    return built


@pytest.fixture(scope="module")
def ginsight(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that holds the wheel and, borrowed, its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "-q"),
        *("--no-deps", "--no-index", wheel),
        cwd=folder,
    )
    # A path in a .pth file lends the packages there, but not what *their* .pth files add:
    # the source tree stays out of sight.
    site = run(python, "-c", "import site; print(site.getsitepackages()[0])", cwd=folder)
    Path(site.strip(), "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "ginsight"


def test_the_wheel_holds_what_runs_and_no_tests(wheel):
    names = ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"analyzer", f"ginsight-{analyzer.__version__}.dist-info"}
    assert not [name for name in names if re.search(r"(?:^|[/_])(?:conf)?tests?[/_.]", name)]
    assert not [name for name in names if name.endswith((".pyc", ".db"))]
    for folder in ("templates", "static", "puzzles"):
        files = (path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file())
        missing = {f"analyzer/_data/{path.as_posix()}" for path in files} - set(names)
        assert not [name for name in missing if not Path(name).name.startswith(".")]
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "analyzer").rglob("*.py")}
    assert sources <= set(names)
    assert "analyzer/py.typed" in names


@pytest.mark.slow
@pytest.mark.nightly
def test_the_command_works_away_from_its_sources(ginsight, tmp_path):
    assert analyzer.__version__ in run(ginsight, "--version", cwd=tmp_path)
    run(ginsight, "doctor", cwd=tmp_path)
    where = run(
        *(ginsight.with_name("python"), "-c", "import analyzer; print(analyzer.__file__)"),
        cwd=tmp_path,
    )
    assert ROOT not in Path(where).parents


@pytest.fixture
def address(ginsight: Path, tmp_path: Path) -> Iterator[str]:
    """Where `ginsight serve` says that it listens."""
    server = subprocess.Popen(
        [ginsight, "serve", "--port", "0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        env={**os.environ, "GINSIGHT_DATA": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    said = []
    try:
        for line in server.stdout:
            said.append(line)
            if found := re.search(r"http://\S+:\d+", line):
                yield found[0]
                break
        else:
            pytest.fail("serve told no address: " + "".join(said))
    finally:
        server.terminate()
        server.communicate(timeout=300)
    assert server.returncode == 0, "serve does not end cleanly"


@pytest.mark.nightly
def test_the_page_is_served_with_its_files(address):
    page = urllib.request.urlopen(f"{address}/").read().decode()
    assert "Ginsight" in page
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert linked
    for path in linked:
        assert urllib.request.urlopen(address + path).status == 200
