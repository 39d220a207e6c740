"""A client of protocol 1, which knows throws alone, plays as it did."""

from __future__ import annotations

import json
import subprocess
import sys

from analyzer.api import protocol
from tests.compat import OLD, old_text

HELLO = b'{"mode": "hello", "id": "discard Kd"}'
VIEW = "rules: eaai\\nhand: 7h 8h 9h 4c 4d 6s 6d 2c Ac 3s Kd\\npile: Kh 9c"


def answer(line: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(protocol.encode(protocol.respond(line.encode())))
    return found


def test_the_old_client_plays_the_same_hands() -> None:
    played = subprocess.run(
        [sys.executable, str(OLD / "engine_client.py"), "--seed", "7", "--hands", "4",
         "--bot", "eaai-simple", "--worlds", "256", "--json",
         "--command", f"{sys.executable} -m analyzer engine"],
        capture_output=True, encoding="utf-8", check=True, timeout=300,
    )  # fmt: skip
    assert played.stdout == old_text("engine_hands.jsonl")


def test_an_answer_is_in_the_words_of_its_protocol() -> None:
    ask = f'"mode": "play", "view": "{VIEW}", "limit": {{"worlds": 1024}}'
    first, second = answer(f"{{{ask}}}"), answer(f'{{"protocol": 2, {ask}}}')
    assert (first["action"], second["action"]) == ("throw Kd", "discard Kd")
    ask = f'"mode": "advise", "view": "{VIEW}", "limit": {{"worlds": 64}}'
    old, new = (str(answer(f"{{{more} {ask}}}")) for more in ("", '"protocol": 2,'))
    assert "discard" not in old and "throw Kd" in old and "my_throws" in old
    assert "throw" not in new and "discard Kd" in new and "my_discards" in new


def test_hello_says_what_is_spoken() -> None:
    first = answer(HELLO.decode())
    assert first["id"] == "discard Kd" and first["protocol"] == 1 and "protocols" not in first
    second = answer('{"mode": "hello", "protocol": 2}')
    assert (second["protocol"], second["protocols"]) == (2, [1, 2])
    refused = answer('{"mode": "hello", "protocol": 3}')["error"]
    assert isinstance(refused, dict) and refused["where"] == "protocol"
