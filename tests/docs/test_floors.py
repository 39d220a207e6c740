"""The oldest versions that are allowed: without the faults that are known of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.floors import floors, pinned


def test_the_web_framework_is_newer_than_the_faults_found_in_it() -> None:
    oldest = {name: tuple(map(int, version.split("."))) for name, version in floors().items()}
    assert oldest["flask"] >= (3, 1, 1)
    assert oldest["werkzeug"] >= (3, 1, 6) and oldest["jinja2"] >= (3, 1, 6)
    assert set(oldest) >= {
        "waitress",
        "sqlalchemy",
        "psycopg",
        "pillow",
        "genanki",
        "distributed",
        "pyarrow",
        "mcp",
    }


@pytest.mark.nightly
def test_pip_audit_knows_of_no_fault_in_the_oldest_versions(tmp_path: Path) -> None:
    """Skipped where pip-audit cannot be installed, or reaches no list of faults."""
    environment, wanted = tmp_path / "environment", tmp_path / "floors.txt"
    wanted.write_text(pinned())
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = next(environment.glob("[bS]*/python*"))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [python, "-m", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    if run("pip", "install", "-qq", "pip-audit").returncode:
        pytest.skip("pip-audit cannot be installed here")
    done = run("pip_audit", "--no-deps", "--disable-pip", "-f", "json", "-r", str(wanted))
    if not done.stdout.startswith("{"):
        pytest.skip(f"pip-audit reaches no list of faults: {done.stderr.strip()[-200:]}")
    audited = json.loads(done.stdout)["dependencies"]
    faults = {each["name"]: each["vulns"] for each in audited if "vulns" in each}
    if not faults:
        pytest.skip(f"pip-audit finds no list of faults: {audited[0].get('skip_reason')}")
    assert set(faults) >= {"flask", "jinja2", "sqlalchemy", "waitress", "werkzeug"}
    assert {name: [each["id"] for each in found] for name, found in faults.items() if found} == {}
