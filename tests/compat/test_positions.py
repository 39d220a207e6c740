"""Position ids of before name the same views, and are the same ids."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.api.views import view_from_json
from analyzer.notation import decode, encode, parse_view
from tests.compat import old_document

POSITIONS = old_document("positions.json")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["p"])
def test_an_old_id_a_text_and_a_document_are_one_view(position: dict[str, Any]) -> None:
    view = decode(position["p"])
    assert encode(view) == position["p"]
    assert view_from_json(position["view"]) == view
    read = parse_view(position["text"])
    assert encode(read) == position["p"]


def test_there_are_twenty() -> None:
    assert len({position["p"] for position in POSITIONS}) == 20
