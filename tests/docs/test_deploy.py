"""What `.deploy/` holds is what the programs it is written for accept."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.service.settings import SETTINGS
from analyzer.store import migrate

DEPLOY = Path(__file__).parents[2] / ".deploy"
EXPOSURE = 2.0
"""Most that `systemd-analyze security` may count; 10 is no protection at all."""
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)
pytestmark = pytest.mark.skipif(not DEPLOY.exists(), reason="not the source tree")
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The units, with a program that is there."""
    for name in ("ginsight.service", "ginsight.socket"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        text = text.replace("/opt/ginsight/bin/ginsight", sys.executable)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "ginsight.service"


def output(*command: str | Path) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@needs_systemd
def test_systemd_takes_the_units(unit: Path) -> None:
    assert output("systemd-analyze", "verify", unit, unit.with_suffix(".socket")) == ""


@needs_systemd
def test_the_service_may_do_little(unit: Path) -> None:
    said = output("systemd-analyze", "security", "--offline=true", unit)
    found = re.search(r"Overall exposure level for ginsight.service: ([\d.]+)", said)
    assert found is not None and float(found[1]) <= EXPOSURE


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.parametrize("name", ["nginx-one.conf", "nginx-two.conf"])
def test_nginx_takes_the_configuration(tmp_path: Path, name: str) -> None:
    whole = f"pid {tmp_path}/pid; events {{}} http {{ include {DEPLOY / name}; }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    said = output(str(NGINX), "-t", "-e", "stderr", "-c", tmp_path / "nginx.conf")
    assert "syntax is ok" in said


def test_settings_that_are_named_exist() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in sorted(DEPLOY.iterdir()))
    named = set(re.findall(r"\bGINSIGHT_[A-Z_]+[A-Z]\b", texts))
    assert len(named) >= 5 and named <= set(SETTINGS)


def test_each_migration_has_a_note() -> None:
    text = (DEPLOY / "UPGRADING.md").read_text(encoding="utf-8")
    revisions = [f"{number:04}" for number in range(1, int(migrate.head() or 0) + 1)]
    assert re.findall(r"^\| (\d{4}) \|", text, re.M) == revisions


def test_the_container_runs_as_nobody_and_is_watched() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert "NOT been built" in text
    assert re.search(r"^USER 10001:10001$", text, re.M) and "--read-only" in text
    assert re.search(r"^HEALTHCHECK .*\\\n.*/livez", text, re.M)
