"""`python -m tests.workshop.vision`: paint scenes, train on them, evaluate."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def _paint(options: argparse.Namespace) -> None:
    from tests.workshop.vision.training import paint_many

    paint_many(options.art, options.to, options.first, options.chunks, options.workers)


def _train(options: argparse.Namespace) -> None:
    from tests.workshop.vision.training import Plan, train

    train(Plan(options.scenes, options.out, options.seconds, options.batch, options.rate,
               options.room, options.parts, options.resume, options.finder))  # fmt: skip


def _evaluate(options: argparse.Namespace) -> None:
    from tests.workshop.vision.evaluation import evaluate, report

    report(evaluate(options.folder), options.verbose)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.workshop.vision", description=__doc__)
    commands = parser.add_subparsers(required=True)
    painting = commands.add_parser("paint", help="paint scenes, sixteen to a file")
    painting.add_argument("--art", type=Path, required=True)
    painting.add_argument("--to", type=Path, required=True)
    painting.add_argument("--first", type=int, default=1, help="number of the first file: its seed")
    painting.add_argument("--chunks", type=int, default=6000)
    painting.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    painting.set_defaults(run=_paint)
    training = commands.add_parser("train", help="train on the scenes that are or will be painted")
    training.add_argument("--scenes", type=Path, required=True)
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--seconds", type=float, default=3600)
    training.add_argument("--batch", type=int, default=16)
    training.add_argument("--rate", type=float, default=2e-3)
    training.add_argument("--room", type=int, default=6000, help="scenes kept in memory")
    training.add_argument("--parts", nargs="+", default=["detector", "readers"])
    training.add_argument("--resume", type=Path)
    training.add_argument("--finder", type=Path)
    training.set_defaults(run=_train)
    evaluation = commands.add_parser("evaluate", help="read the labeled screens of a folder")
    evaluation.add_argument("folder", type=Path)
    evaluation.add_argument("--verbose", action="store_true", help="name each wrong card")
    evaluation.set_defaults(run=_evaluate)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
