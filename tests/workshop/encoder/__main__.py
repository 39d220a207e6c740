"""Trains the net that hears told positions, ends and sheets, and counts what it hears.

    python -m tests.workshop.encoder train --out FILE
    python -m tests.workshop.encoder evaluate
    python -m tests.workshop.encoder weigh

One text in eight, by its name, is never learned from; those are counted. Training needs torch.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

from analyzer.game.cards import CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended
from analyzer.notation.outcomes import ends_heard, sheet_heard
from analyzer.notation.placing import place
from tests.workshop.encoder.positions import (
    Example,
    Meaning,
    cards_of,
    example,
    marked_examples,
    texts,
)
from tests.workshop.encoder.recomposing import recomposed_example
from tests.workshop.encoder.results import Marked, refused, results
from tests.workshop.encoder.weighing import weigh

_HELD: Final = 12
"""In a hundred texts those that are never learned from."""
_PLACES: Final = ("hand", "top", "took", "gone")


def is_held(name: str) -> bool:
    """True of a text that is kept apart, by its name."""
    return crc32(name.encode()) % 100 < _HELD


def positions(*, held: bool, everything: bool = False) -> Iterator[tuple[Example, Meaning]]:
    """The texts that tell a position, those kept apart or those learned from."""
    for name, text, meaning in texts():
        if everything or is_held(name) is held:
            aligned = example(name, text, meaning)
            if aligned is not None:
                yield aligned, meaning
    for made, meaning in marked_examples():
        if everything or is_held(made.name) is held:
            yield made, meaning


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
        end, told = ends[0].end, case.hands[0][1]
        how = {"draw": Ended.VOID, "": end.kind}.get(told) or Ended(told)
        said = [(seat(case, ends[0].names, end.winner), end.points)]
        return said == meant and end.kind is how, ends[0].is_sure
    sheet = sheet_heard(case.text)
    if sheet is None:
        return False, False
    heard = [(seat(case, sheet.names, hand.winner), hand.points) for hand in sheet.hands]
    return sorted(heard, key=str) == sorted(meant, key=str), sheet.is_sure


def is_placed(text: str, meaning: Meaning) -> tuple[bool, bool]:
    """True if the cards of a position are heard where they are meant, and true if that was sure."""
    position = place(text)
    if position is None:
        return False, False
    meant = {name: CardSet.of(" ".join(cards_of(meaning, name))) for name in (*_PLACES, "drawn")}
    meant["hand"] |= meant.pop("drawn")
    heard = {name: position.hand if name == "hand" else position.of(name) for name in meant}
    return heard == meant, position.is_sure


def _evaluate() -> None:
    held = [(each.text, meaning) for each, meaning in positions(held=True)]
    kinds = {"positions": [is_placed(text, meaning) for text, meaning in held]}
    for kind, of_kind in (("games", True), ("sheets", False)):
        kinds[kind] = [is_right(case) for case in results(is_held) if case.is_game is of_kind]
    for kind, heard in kinds.items():
        sure = [right for right, is_sure in heard if is_sure]
        print(f"{kind} {len(heard)}: {sum(right for right, _ in heard)} as meant, "
              f"{len(sure)} sure, {sum(sure)} of these as meant")  # fmt: skip


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.workshop.encoder", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    training = commands.add_parser("train", help="train the net, on one core")
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--seconds", type=float, default=3600)
    training.add_argument("--rate", type=float, default=2e-3)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--resume", type=Path, help="weights to go on from")
    training.add_argument("--times", type=int, default=8, help="new positions made of each")
    training.add_argument("--everything", action="store_true", help="learn from those kept, too")
    commands.add_parser("evaluate", help="count the texts kept apart that are heard as meant")
    commands.add_parser("weigh", help="fit what speaks for a reading to the texts kept apart")
    options = parser.parse_args()
    if options.command == "weigh":
        weigh(positions(held=True), (each for each in results(is_held) if each.is_game))
        return
    if options.command == "evaluate":
        _evaluate()
        return

    from tests.workshop.encoder.training import Plan, train  # torch

    told, rng = [*positions(held=False, everything=options.everything)], random.Random(5)
    made = [
        new for _ in range(options.times) for each, _ in told
        if (new := recomposed_example(each, rng)) is not None
    ]  # fmt: skip
    ends = [each for each in results() if options.everything or not is_held(each.name)]
    by_lot = Counter(each.name.rstrip("0123456789") for each, _ in told)
    print(f"{len(told)} positions {dict(by_lot)}, {len(made)} made of them, {len(ends)} results")
    real = [each for each, _ in told] * 3
    ends += refused(lambda name: not is_held(name)) * 2
    train(Plan([*real, *made], ends, options.seconds, options.rate, options.resume, options.out,
               options.seed))  # fmt: skip


if __name__ == "__main__":
    main()
