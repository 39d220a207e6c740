"""`python -m tests.workshop.outcomes train --out FILE`: learn from all texts that are marked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended
from analyzer.notation.outcomes import ends_heard, sheet_heard
from tests.workshop.outcomes.corpus import Marked, results, without_ends

_HELD: Final = 12
"""In a hundred texts those that are never learned from."""


def is_held(case: Marked) -> bool:
    """True of a text that is kept apart, by its name."""
    return crc32(case.name.encode()) % 100 < _HELD


def seat(case: Marked, names: Sequence[str], heard: int | None) -> int | None:
    """The player, by the order of the text's own list, that is heard as the first or the second."""
    if heard is None:
        return None
    players = [{*name.lower().split()} for name in case.players]
    for turn, name in ((0, names[heard]), (1, names[1 - heard])):
        for at, words in enumerate(players):
            if words & {*name.lower().split()}:
                return at ^ turn
    return heard


def is_right(case: Marked) -> tuple[bool, bool]:
    """True if a held text is heard as it is meant, and true if that was sure."""
    meant = [(None if who is None else case.players.index(who), won) for who, _, won in case.hands]
    if case.is_game:
        ends = ends_heard(case.text, PRESETS["standard"])
        if not ends:
            return False, False
        how = {"draw": Ended.VOID, "": ends[0].kind}.get(case.hands[0][1]) or Ended(
            case.hands[0][1]
        )
        said = [(seat(case, ends[0].names, ends[0].winner), ends[0].points)]
        return said == meant and ends[0].kind is how, ends[0].is_sure
    sheet = sheet_heard(case.text)
    if sheet is None:
        return False, False
    heard = [(seat(case, sheet.names, hand.winner), hand.points) for hand in sheet.hands]
    return sorted(heard, key=str) == sorted(meant, key=str), sheet.is_sure


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.workshop.outcomes", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    training = commands.add_parser("train", help="train the net, on one core")
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--seconds", type=float, default=1800)
    training.add_argument("--rate", type=float, default=3e-3)
    training.add_argument("--resume", type=Path, help="weights to go on from, of either net")
    commands.add_parser("evaluate", help="count the texts kept apart that are heard as meant")
    options = parser.parse_args()
    cases = [*results()]
    if options.command == "train":
        from tests.workshop.outcomes.training import train  # torch
        from tests.workshop.placing.training import Plan

        told = [case for case in cases if not is_held(case)]
        train(Plan([*told, *without_ends(1_000, 9)], options.seconds, options.rate,
                   options.resume, options.out))  # fmt: skip
        return
    for kind, of_kind in (("games", True), ("sheets", False)):
        heard = [is_right(case) for case in cases if is_held(case) and case.is_game is of_kind]
        sure = [right for right, is_sure in heard if is_sure]
        print(f"{kind} {len(heard)}: {sum(right for right, _ in heard)} as meant, "
              f"{len(sure)} sure, {sum(sure)} of these as meant")  # fmt: skip


if __name__ == "__main__":
    main()
