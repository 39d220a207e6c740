"""`python -m tests.workshop.vision`: paint scenes, train on them, evaluate."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.workshop.vision.evaluation import Labeled


def _pack(options: argparse.Namespace) -> None:
    from tests.workshop.vision.packing import pack_deck, pack_fonts

    if options.fonts:
        print(pack_fonts(options.fonts, options.to / "fonts"), "fonts")
    if options.deck:
        to = options.to / "decks" / (options.name or options.deck.name)
        pack_deck(options.deck, to, options.rank, options.suit)


def _paint(options: argparse.Namespace) -> None:
    from tests.workshop.vision.training import paint_many

    paint_many(options.art, options.to, options.first, options.chunks, options.workers)


def _find(options: argparse.Namespace) -> None:
    from tests.workshop.vision.training import Plan, train_finder

    train_finder(Plan(options.scenes, options.out, options.seconds, options.batch, options.rate,
                      options.room, options.resume))  # fmt: skip


def _look(options: argparse.Namespace) -> None:
    from tests.workshop.vision.reading import Plan, train_readers

    train_readers(Plan(options.scenes, options.finder, options.out, options.seconds, options.rate,
                       options.resume, options.beside, options.locates))  # fmt: skip


def _join(options: argparse.Namespace) -> None:
    from tests.workshop.vision.reading import join

    join(options.finder, options.looks, options.locator, options.out)


def _part(options: argparse.Namespace) -> None:
    from tests.workshop.vision.reading import part

    part(options.weights, options.scenes, options.finder, options.looks)


def _evaluate(options: argparse.Namespace) -> None:
    from tests.workshop.vision.evaluation import evaluate, labeled, painted, report
    from tests.workshop.vision.own import table_screens
    from tests.workshop.vision.spoiling import CHANGES

    def screens() -> Iterator[Labeled]:
        if options.art:
            return painted(options.art, options.first, options.many)
        if options.own:
            return table_screens(options.many)
        return labeled(options.folder)

    report(evaluate(screens(), CHANGES.get(options.change)), options.verbose)


def _walk(options: argparse.Namespace) -> None:
    from tests.workshop.vision.spoiling import CHANGES
    from tests.workshop.vision.walk import walk

    walk(options.folder, options.out, CHANGES.get(options.change))


def _cost(options: argparse.Namespace) -> None:
    from tests.workshop.vision.cost import report_costs

    report_costs(options.folder)


def _add_measures(commands: Any) -> None:
    evaluation = commands.add_parser("evaluate", help="read labeled or painted screens")
    evaluation.add_argument("folder", type=Path, nargs="?")
    evaluation.add_argument("--art", type=Path, help="paint screens with this art instead")
    evaluation.add_argument("--own", action="store_true", help="read screens of our own table")
    evaluation.add_argument("--first", type=int, default=1, help="seed of the first painted one")
    evaluation.add_argument("--many", type=int, default=100)
    evaluation.add_argument("--change", help="messaged, half, third, cropped or snapped")
    evaluation.add_argument("--verbose", action="store_true", help="name each wrong card")
    evaluation.set_defaults(run=_evaluate)
    costing = commands.add_parser("cost", help="time and memory of reading the screens of a folder")
    costing.add_argument("folder", type=Path)
    costing.set_defaults(run=_cost)
    walking = commands.add_parser("walk", help="take labeled screens through the page to advice")
    walking.add_argument("folder", type=Path)
    walking.add_argument("--out", type=Path, required=True, help="the folder of the pictures")
    walking.add_argument("--change", help="as above: to see wrong cards corrected")
    walking.set_defaults(run=_walk)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.workshop.vision", description=__doc__)
    commands = parser.add_subparsers(required=True)
    packing = commands.add_parser("pack", help="pack fonts, or a deck, to paint with")
    packing.add_argument("--to", type=Path, required=True, help="the folder of art")
    packing.add_argument("--fonts", type=Path, nargs="+", help="folders of fonts")
    packing.add_argument("--deck", type=Path, help="a folder of 52 files, named after their cards")
    packing.add_argument("--name", help="the deck's name")
    packing.add_argument("--rank", type=float, nargs=4, metavar=("X", "Y", "HEIGHT", "WIDTH"),
                         help="the rank on a face of 300 by 420 pixels")  # fmt: skip
    packing.add_argument("--suit", type=float, nargs=3, metavar=("X", "Y", "HEIGHT"))
    packing.set_defaults(run=_pack)
    painting = commands.add_parser("paint", help="paint scenes, sixteen to a file")
    painting.add_argument("--art", type=Path, required=True)
    painting.add_argument("--to", type=Path, required=True)
    painting.add_argument("--first", type=int, default=1, help="number of the first file: its seed")
    painting.add_argument("--chunks", type=int, default=6000)
    painting.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    painting.set_defaults(run=_paint)
    for name, run, words in (
        ("find", _find, "train the detector on the scenes that are or will be painted"),
        ("look", _look, "train the locator and the readers, on the hits of a detector"),
    ):
        training = commands.add_parser(name, help=words)
        training.add_argument("--scenes", type=Path, required=True)
        training.add_argument("--out", type=Path, required=True)
        training.add_argument("--seconds", type=float, default=3600)
        training.add_argument("--rate", type=float, default=2e-3)
        training.add_argument("--resume", type=Path)
        training.add_argument("--batch", type=int, default=16, help="scenes (find)")
        training.add_argument("--room", type=int, default=3000, help="scenes in memory (find)")
        training.add_argument("--finder", type=Path, help="the detector, in training (look)")
        training.add_argument("--beside", type=Path, help="the locator, in training (look)")
        training.add_argument("--locates", action="store_true", help="only the locator (look)")
        training.set_defaults(run=run)
    joining = commands.add_parser("join", help="write all weights for numpy")
    joining.add_argument("finder", type=Path)
    joining.add_argument("looks", type=Path)
    joining.add_argument("--locator", type=Path, help="looks whose locator is taken")
    joining.add_argument("--out", type=Path, required=True)
    joining.set_defaults(run=_join)
    parting = commands.add_parser("part", help="write what training goes on from, out of weights")
    parting.add_argument("weights", type=Path)
    parting.add_argument("finder", type=Path)
    parting.add_argument("looks", type=Path)
    parting.add_argument("--scenes", type=Path, required=True, help="some painted ones")
    parting.set_defaults(run=_part)
    _add_measures(commands)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
