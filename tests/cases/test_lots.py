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
    "G014", "G022", "J012", "J015", "J029", "K028", "K029", "K042", "K066", "K068", "K095",
    "L013", "L017", "L023", "L038", "L040", "L046", "L062", "L079", "L081", "L083", "L086",
    "L095", "N048", "N080", "N086", "U025", "U083", "U094",
}  # fmt: skip
"""Silently misread, or read where nothing is to be read, today."""
TEXTS = [
    case
    for name in ("g", "j", "k", "l", "n", "u", "variants")
    for case in lot_of(Path(__file__).parent / f"lot_{name}.json")
    if case["id"] not in MISREAD
]
UNREAD = {
    "G003", "G037", "G039", "G056", "G062", "G066", "G068", "G069", "G070", "J003", "J004",
    "J010", "J013", "J022", "J025", "J027", "J033", "J034", "J037", "J038", "J040", "J041",
    "J045", "J058", "J062", "J063", "J064", "J066", "J067", "J068", "J072", "J073", "J074",
    "J080", "K012", "K013", "K023", "K025", "K061", "K065", "K067", "K071", "K072", "L006",
    "L015", "L016", "L027", "L030", "L032", "L042", "L045", "L050", "L052", "L054", "L057",
    "L063", "L065", "L066", "L067", "L072", "L075", "L078", "L080", "L084", "L087", "N007",
    "N018", "N027", "N041", "N050", "N051", "N053", "N066", "N069", "N070", "N071", "N072",
    "N074", "N075", "N077", "N081", "N083", "N087", "U008", "U011", "U019", "U031", "U038",
    "U043", "U045", "U066", "U071", "U085",
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
