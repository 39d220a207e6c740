"""Lots of texts written blind: nothing that is read today is lost, and nothing is misread.

As they were first read 62 of G, 42 of J, 45 of K, 44 of L, 57 of N and 79 of U were right; 8, 9,
20, 15, 8 and 6 were silently wrong. U has positions alone.
The variants are tables and files of the kinds in which K was misread.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.workshop.measure.lot import Outcome, lot_of, verdict

MISREAD = {
    "G022", "J012", "K029", "K066", "K068", "K095", "L023", "L046", "L079", "L081", "L083",
    "L095", "N080", "N086", "N096", "U025", "U083", "U094",
}  # fmt: skip
"""Silently misread, or read where nothing is to be read, today."""
TEXTS = [
    case
    for name in ("g", "j", "k", "l", "n", "u", "variants")
    for case in lot_of(Path(__file__).parent / f"lot_{name}.json")
    if case["id"] not in MISREAD
]
UNREAD = {
    "G003", "G014", "G021", "G056", "G062", "G066", "G068", "G070", "J003", "J004", "J010",
    "J013", "J015", "J019", "J027", "J029", "J033", "J034", "J037", "J038", "J062", "J063",
    "J064", "J066", "J067", "J068", "J069", "J072", "J073", "J074", "K012", "K023", "K064",
    "K065", "K067", "K070", "K071", "K079", "L011", "L013", "L015", "L016", "L017", "L027",
    "L030", "L038", "L040", "L042", "L050", "L052", "L057", "L063", "L067", "L072", "L075",
    "L078", "L080", "L084", "L086", "L087", "N007", "N008", "N018", "N027", "N051", "N069",
    "N070", "N074", "N075", "N077", "N081", "N083", "N087", "U008", "U011", "U019", "U038",
    "U040", "U041", "U042", "U043", "U045",
}  # fmt: skip
"""Refused, asked about, or read with something that is said not to be used, today."""
BRIDGE = "G092"
"""Read, with five cards of which it is said that they are not used."""
NO_END = "J065"
"""Read, with a hand that nobody won left without its end."""
TAKEN_FOR_GAMES = {"J093", "J099", "K090", "L094"}
"""No positions, but read as games of no cards, today: questions, nine cards, a recipe for gin."""


@pytest.mark.parametrize("case", TEXTS, ids=[case["id"] for case in TEXTS])
def test_a_text_is_read_as_it_is_meant_or_not_at_all(case: dict[str, Any]) -> None:
    found = verdict(case)
    if case["id"] in UNREAD:
        assert found.outcome not in {Outcome.WRONG, Outcome.ACCEPTED}, found.shown
    elif case["id"] == BRIDGE:
        assert found.outcome is Outcome.RIGHT or "are not used" in found.shown
    elif case["id"] in TAKEN_FOR_GAMES:
        assert found.outcome is Outcome.RIGHT or found.shown.startswith("a Match")
    elif case["id"] == NO_END:
        assert found.outcome is Outcome.RIGHT or found.shown.startswith("no end")
    else:
        assert found.outcome is Outcome.RIGHT, found.shown
