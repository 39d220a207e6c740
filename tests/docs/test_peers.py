"""The page of other programs: each of its lines is held by a test or a finding, and is true."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from analyzer.resources import texts_beside
from analyzer.web.learn import reference
from tests.sizes import rest_at_night

ROOT = Path(__file__).parents[2]
PEERS: list[dict[str, Any]] = texts_beside(reference.__file__, "peers.toml")["peers"]
HELD = [(peer, row["held"]) for peer in PEERS for row in peer["rows"]]
FINDINGS = sorted({held for _, held in HELD if held.startswith("findings/")})
BY_DAY = {"findings/openspiel-least-deadwood-of-eleven.sh"}


def pinned(finding: str) -> dict[str, str]:
    """The packages that a finding installs, with their versions."""
    text = (ROOT / finding).read_text(encoding="utf-8")
    return dict(re.findall(r"([\w-]+)==([\d.]+)", text))


def stands(held: str) -> bool:
    """True if there is such a finding, or such a test."""
    path, _, name = held.partition("::")
    if not name:
        return (ROOT / path).is_file()
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_each_line_is_held_by_what_there_is():
    assert [held for _, held in HELD if not stands(held)] == []
    assert len(HELD) >= 20 and len({held for _, held in HELD}) == len(HELD)


def test_versions_are_those_of_the_findings():
    for peer, held in HELD:
        if held in FINDINGS:
            both = pinned(held).keys() & peer["packages"].keys()
            assert both and {name: pinned(held)[name] for name in both} == {
                name: peer["packages"][name] for name in both
            }, held


def test_every_finding_about_a_peer_is_on_the_page():
    packages = {package for peer in PEERS for package in peer["packages"]}
    about = {f"findings/{path.name}" for path in (ROOT / "findings").glob("*.sh")}
    assert {name for name in about if pinned(name).keys() & packages} == set(FINDINGS)


@rest_at_night("finding", FINDINGS, BY_DAY)
def test_a_finding_is_true_of_what_is_installed(finding: str):
    for package, wanted in pinned(finding).items():
        try:
            installed = version(package)
        except PackageNotFoundError:
            installed = "not installed"
        if installed != wanted:
            pytest.skip(f"{package} {wanted}: {installed}")
    text = (ROOT / finding).read_text(encoding="utf-8")
    (script,) = re.findall(r"<<'PYTHON'\n(.*?)^PYTHON$", text, re.DOTALL | re.MULTILINE)
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, timeout=100)
