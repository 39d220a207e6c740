"""The reader's results on labeled screens, app by app."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from analyzer.vision.picture import open_picture
from analyzer.vision.roles import ScreenRole
from analyzer.vision.screen import Screen, read_screen

Change = Callable[[bytes], bytes]


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


def labeled(folder: Path) -> Iterator[Mapping[str, Any]]:
    """Give the labels of a folder of screens."""
    yield from json.loads((folder / "labels.json").read_text(encoding="utf-8"))


def evaluate(folder: Path, change: Change = bytes) -> dict[str, Tally]:
    """Read every screen of a folder; tallies by app."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for label in labeled(folder):
        data = change((folder / label["file"]).read_bytes())
        start = time.process_time()
        screen = read_screen(open_picture(data))
        seconds = time.process_time() - start
        app = f"{label['game']}: {label.get('repo', label['file'].split('_')[1])}"
        tallies[app].add(label, screen, seconds)
    return dict(tallies)


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
    bins: Counter[tuple[int, bool]] = Counter()
    for t in tallies.values():
        bins.update(t.bins)
    for low, high in ((0, 50), (50, 80), (80, 95), (95, 99), (99, 100)):
        right = sum(n for (said, ok), n in bins.items() if ok and low <= said < high)
        many = sum(n for (said, _), n in bins.items() if low <= said < high)
        if many:
            print(f"said {low}-{high}%: {many} cards, {right / many:.1%} right")
