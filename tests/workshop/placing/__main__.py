"""`python -m tests.workshop.placing train --out FILE`: learn from all texts of known meaning."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from tests.workshop.placing.corpus import Example, Meaning, example, texts
from tests.workshop.placing.recomposing import recomposed_example


def examples(held: Sequence[str] = ()) -> list[tuple[Example, Meaning]]:
    """The texts that can be aligned, without those whose names begin with what is held out."""
    made = []
    for name, text, meaning in texts():
        if not name.startswith((*held,)):
            aligned = example(name, text, meaning)
            made += [(aligned, meaning)] if aligned else []
    return made


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.workshop.placing", description=__doc__)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train", help="train the net, on one core")
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--seconds", type=float, default=1800)
    training.add_argument("--rate", type=float, default=2e-3)
    training.add_argument("--resume", type=Path, help="weights to go on from")
    training.add_argument("--times", type=int, default=8, help="new texts made of each")
    training.add_argument(
        "--held", nargs="*", default=[], help="how the lots begin not to learn from"
    )
    options = parser.parse_args()

    from tests.workshop.placing.training import Plan, train

    told = examples(options.held)
    rng = random.Random(5)
    made = [
        new for _ in range(options.times) for each, meaning in told
        if (new := recomposed_example(each, meaning, rng)) is not None
    ]  # fmt: skip
    print(f"{len(told)} texts, {len(made)} made of them")
    real = [each for each, _ in told]
    train(Plan([*real * 3, *made], options.seconds, options.rate, options.resume, options.out))


if __name__ == "__main__":
    main()
