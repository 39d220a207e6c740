"""The reader's results on labeled screens, app by app."""

from __future__ import annotations

import io
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from PIL import Image

from analyzer.vision.picture import open_picture
from analyzer.vision.roles import ScreenRole
from analyzer.vision.screen import Screen, read_screen
from tests.workshop.vision.faces import Art
from tests.workshop.vision.synthetic import screen

Labeled = tuple[Mapping[str, Any], Image.Image]
Change = Callable[[Image.Image], Image.Image]


@dataclass
class Tally:
    """The right readings on the screens of one app."""

    screens: int = 0
    cards: int = 0
    found: int = 0
    said: int = 0
    right: int = 0
    hands: int = 0
    hands_exact: int = 0
    up: int = 0
    up_right: int = 0
    up_asked: int = 0
    seconds: list[float] = field(default_factory=list)
    bins: Counter[tuple[int, bool]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, label: Mapping[str, Any], screen: Screen, seconds: float) -> None:
        """Count one screen."""
        lies = {
            code[0] + code[1].lower() for part in ("hand", "up", "others") for code in label[part]
        }
        read = [str(sighting.card) for sighting in screen.sightings]
        self.screens += 1
        self.cards += len(lies)
        self.found += len(lies & set(read))
        self.said += len(read)
        self.right += sum(card in lies for card in read)
        self.seconds.append(seconds)
        for sighting in screen.sightings:
            self.bins[min(99, int(sighting.certainty * 100)), str(sighting.card) in lies] += 1
        hand = {code[0] + code[1].lower() for code in label["hand"]}
        ours = {str(sighting.card) for sighting in screen.of(ScreenRole.HAND)}
        if hand:
            self.hands += 1
            self.hands_exact += hand == ours
        up = {code[0] + code[1].lower() for code in label["up"]}
        if up:
            candidates = [str(sighting.card) for sighting in screen.of(ScreenRole.UP)]
            self.up += 1
            self.up_right += candidates == sorted(up)
            self.up_asked += len(candidates) > 1 and up <= set(candidates)
        if lies - set(read) or set(read) - lies or hand - ours:
            missing, extra = " ".join(sorted(lies - set(read))), " ".join(sorted(set(read) - lies))
            note = (
                f" hand lacks {' '.join(sorted(hand - ours))}, has {' '.join(sorted(ours - hand))}"
                if hand != ours
                else ""
            )
            self.wrong.append(
                f"{label['file'][-44:]}: missed {missing or '-'}, said {extra or '-'}{note}"
            )


def labeled(folder: Path) -> Iterator[Labeled]:
    """Give the screens of a folder with their labels."""
    for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        yield label, Image.open(folder / label["file"]).convert("RGB")


def painted(art: Path, first: int, many: int) -> Iterator[Labeled]:
    """Give painted screens with their labels."""
    parts = Art.load(art)
    for seed in range(first, first + many):
        pixels, label = screen(seed, parts)
        yield label, Image.fromarray(pixels)


def evaluate(screens: Iterable[Labeled], change: Change | None = None) -> dict[str, Tally]:
    """Read screens, changed by `change`; tallies by app."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for label, picture in screens:
        data = as_png(change(picture) if change else picture)
        start = time.process_time()
        read = read_screen(open_picture(data))
        seconds = time.process_time() - start
        app = f"{label['game']}: {label.get('repo') or label['file'].split('_')[1]}"
        tallies[app].add(label, read, seconds)
    return dict(tallies)


def as_png(picture: Image.Image) -> bytes:
    """Save a picture."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def report(tallies: Mapping[str, Tally], verbose: bool = False) -> None:
    """Print a table, an app a row."""
    print(f"{'app':44} screens cards  found precision hands exact up right asked  CPU s")
    for app, t in sorted(tallies.items()):
        found, precision = t.found / max(1, t.cards), t.right / max(1, t.said)
        print(
            f"{app[:44]:44} {t.screens:7} {t.cards:5} {found:6.1%} {precision:9.1%} {t.hands:5}"
            f" {t.hands_exact:5} {t.up:2} {t.up_right:5} {t.up_asked:5} {mean(t.seconds):6.2f}"
        )
        if verbose:
            print(*(f"    {line}" for line in t.wrong), sep="\n")
    every = tallies.values()
    bins: Counter[tuple[int, bool]] = sum((t.bins for t in every), Counter())
    print(f"all: {sum(t.found for t in every)} of {sum(t.cards for t in every)} cards found,"
          f" {sum(t.right for t in every)} of {sum(t.said for t in every)} said right,"
          f" {sum(t.hands_exact for t in every)} of {sum(t.hands for t in every)} hands exact,"
          f" up right {sum(t.up_right for t in every)}, asked {sum(t.up_asked for t in every)}"
          f" of {sum(t.up for t in every)}")  # fmt: skip
    for low, high in ((0, 50), (50, 80), (80, 95), (95, 99), (99, 100)):
        right = sum(n for (said, ok), n in bins.items() if ok and low <= said < high)
        many = sum(n for (said, _), n in bins.items() if low <= said < high)
        if many:
            print(f"said {low}-{high}%: {many} cards, {right / many:.1%} right")
