"""Whether two documents say the same, whatever their keys, actions and sentences are called.

Numbers must be equal to the last digit, and so must cards, booleans, nulls and the order of
lists. Both documents are first put into the present words, so renaming something means adding
it to a table here, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, NamedTuple

RENAMED_WORDS: Final = {"throw": "discard", "throws": "discards", "thrown": "discarded"}
"""Words of actions, kinds, histories and keys; a key `my_throws` becomes `my_discards`."""

RENAMED_KEYS: Final[dict[str, str]] = {}
"""Whole keys, the old one first, where a word alone does not say it."""

EXEMPT: Final = frozenset({"engine", "seconds", "version"})
"""Keys of stamps and of times: the value may be any of its type."""

SENTENCES: Final = frozenset({"summary", "message", "hint", "hints", "prompt"})
"""Keys of sentences for people: they may read otherwise, but must be there."""

ALPHABETICAL: Final = frozenset({"options"})
"""Keys of actions in the order of the alphabet, which follows their words."""

_WITHOUT_TURNS: Final = frozenset(
    {
        "analyze-bare-01", "analyze-bare-02", "analyze-bare-03", "analyze-error-half-01",
        "analyze-no-history-01", "analyze-no-history-02", "analyze-no-history-03",
        "analyze-no-history-04", "analyze-no-history-05", "analyze-rules-01",
        "analyze-waiting-01", "belief-bare-01",
    }
)  # fmt: skip
"""They are about views without turns but with a card of the pile. These were answered as if the
opponent were any sensible player at that stage; now the turns that the cards imply are laid out and
read."""

_TO_THE_WALL: Final = frozenset(
    {
        "analyze-draw-01", "analyze-draw-02", "analyze-draw-03", "analyze-draw-04",
        "analyze-draw-05", "analyze-draw-06", "analyze-draw-07", "analyze-draw-08",
        "analyze-draw-10", "analyze-draw-11", "analyze-draw-12", "analyze-gin-01", "analyze-id-01",
        "analyze-json-01", "analyze-knock-01", "analyze-knock-02", "analyze-no-history-06",
        "analyze-opponent-01", "analyze-opponent-02", "analyze-opponent-03", "analyze-opponent-04",
        "analyze-opponent-05", "analyze-opponent-06", "analyze-opponent-07", "analyze-scores-01",
        "analyze-scores-02", "analyze-throw-01", "analyze-throw-02", "analyze-throw-03",
        "analyze-throw-04", "analyze-throw-05", "analyze-throw-06", "analyze-throw-07",
        "analyze-throw-08", "analyze-throw-10", "analyze-throw-11", "analyze-throw-13",
        "analyze-upcard-01", "analyze-upcard-02", "analyze-upcard-03", "analyze-upcard-04",
        "analyze-upcard-05", "analyze-waiting-02", "engine-advise", "engine-play-bots",
        "engine-play-draw", "equity-01", "equity-02", "equity-03", "equity-04", "review-eaai-01",
        "review-hand-01", "review-hand-02", "review-hand-03", "review-hand-04", "review-hand-05",
        "review-hand-06", "review-hand-07", "review-hand-08", "review-hand-10", "review-hand-11",
        "review-match-01", "review-match-02", "review-opponent-01", "review-own-01",
    }
)  # fmt: skip
"""They play hands to their end, or are about matches of such hands. Everybody knocked with the last
discard before the wall with anything within the limit; now each policy has a threshold of its own
there, the players that wait for gin and the fitted ones none but gin, and the figures of self-play
were measured again."""

_SMALL_LOSSES: Final = frozenset({"review-hand-09"})
"""A review in which nobody comes near the wall. Small losses were taken for none too often: an
action is now measured if it leads in the other seven eighths of the worlds by a quarter of a
standard error."""

_PRESETS: Final = frozenset({"analyze-throw-12", "knock-06", "rules-03", "rules-all"})
"""Under `tedesco` a spade now doubles, under `strict-nine` a meld has at most five cards, and the
list of presets says so."""

_COUNTED: Final = frozenset(
    {
        "belief-01", "belief-04", "belief-07", "belief-10", "belief-13", "belief-opponent-01",
        "belief-turns-01",
    }
)  # fmt: skip
"""Beliefs with their turns. As long as every hand is equally likely, before the first discard, the
chances are counted now; they were shares of sampled worlds."""

_PEOPLE: Final = frozenset(
    {
        "analyze-draw-09", "analyze-draw-13", "analyze-last-02", "analyze-throw-09", "belief-02",
        "belief-03", "belief-05", "belief-06", "belief-08", "belief-09", "belief-11", "belief-12",
        "engine-hello", "engine-learn", "engine-play-json-view", "engine-play-knock",
        "engine-play-throw",
    }
)  # fmt: skip
"""They read turns. Two more kinds of player are reckoned with: one who keeps high cards, and one
unlike anyone we know."""

_OTHER_SAMPLE: Final = frozenset({"knock-02", "knock-03", "knock-cards-01"})
"""Knocks weighed against a sample of the defender's hands, which is now drawn without numpy: other
hands, the same chances within their error."""

CHANGED: Final = (
    _WITHOUT_TURNS | _TO_THE_WALL | _SMALL_LOSSES | _PRESETS | _COUNTED | _PEOPLE | _OTHER_SAMPLE
)
"""Answers whose numbers are meant to differ. What is asked must be the same as before."""

GAINED: Final = frozenset({"[1].question", "[1].asks", "[1].knock_limit"})
"""Places where a document of `convert` now says more than it did: names may be added."""

GAINED_KEYS: Final = frozenset(
    {
        "explanation", "themes", "chance", "knock_card", "first_dealer", "causes", "unlike",
        "players", "cards", "jokers", "play", "count", "off", "forfeit_margin",
    }
)  # fmt: skip
"""Names that an entry of a review, a balance, an action, a preset or a belief has gained."""

PLANNED_ANEW: Final = "2026-11-26"
"""From this day on the puzzles have other days; those before keep theirs."""

_IN_PLAY: Final = ("[1].matches",)
"""The sheets, which count boxes only once a game has ended."""

MENDED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("rules-01", "rules-02", "rules-04"), ("[1].presets[0].spade_doubles_box",)),
    "layoff-wrong-01": ("",),
    "engine-wrong": ("[3].", "[4].error."),
    "score-records-02": ("",),
    "score-02": _IN_PLAY,
    "score-05": _IN_PLAY,
    "score-records-03": _IN_PLAY,
}
"""Answers that were faults, each with the places below which all has to differ: a knock with 23
points was taken in silence, `play` took no limit in seconds, an error had neither place nor cure,
and under `strict-nine` a card was laid off on a meld of five. Presets have a rule more."""

_WORD = re.compile(rf"(?<![A-Za-z])({'|'.join(RENAMED_WORDS)})(?![A-Za-z])")


class _Missing:
    """Where one of two documents has nothing."""

    def __repr__(self) -> str:
        return "missing"


_MISSING: Final = _Missing()


class Difference(NamedTuple):
    """A place where two documents differ."""

    path: str
    old: object
    new: object

    def __str__(self) -> str:
        return f"{self.path or 'document'}: {_short(self.old)} is now {_short(self.new)}"


def differences(old: Any, new: Any) -> Iterator[Difference]:
    """Every place where `new` says something else than `old`.

    >>> [*differences({"action": "throw Kd", "q": 1.5}, {"action": "discard Kd", "q": 1.5})]
    []
    >>> [str(found) for found in differences({"values": [1.5, 2.0]}, {"values": [1.5, 2.001]})]
    ['values[1]: 2.0 is now 2.001']
    """
    return _walk(renamed(old), renamed(new), "", "")


def renamed(value: Any) -> Any:
    """A document in the present words."""
    if isinstance(value, str):
        return _words(value)
    if isinstance(value, list):
        return [renamed(item) for item in value]
    if not isinstance(value, dict):
        return value
    present = {RENAMED_KEYS.get(key, _words(key)): renamed(item) for key, item in value.items()}
    assert len(present) == len(value), f"two keys get the same name: {sorted(value)}"
    return {key: _sorted(key, item) for key, item in present.items()}


def _sorted(key: str, value: Any) -> Any:
    words = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return sorted(value) if key in ALPHABETICAL and words else value


def _words(text: str) -> str:
    return _WORD.sub(lambda word: RENAMED_WORDS[word[0]], text)


def _walk(old: Any, new: Any, path: str, key: str) -> Iterator[Difference]:
    """The differences below a place; `key` is the nearest one above it."""
    if old is _MISSING and (path in GAINED or key in GAINED_KEYS):
        return
    if key == "day" and isinstance(old, str) and old >= PLANNED_ANEW:
        return
    if type(old) is not type(new):
        yield Difference(path, old, new)
    elif isinstance(old, dict):
        for name in old | new:
            below = f"{path}.{name}" if path else name
            yield from _walk(old.get(name, _MISSING), new.get(name, _MISSING), below, name)
    elif isinstance(old, list):
        pairs = zip_longest(old, new, fillvalue=_MISSING)
        for number, (before, after) in enumerate(pairs):
            yield from _walk(before, after, f"{path}[{number}]", key)
    elif not _same(old, new, key):
        yield Difference(path, old, new)


def _same(old: object, new: object, key: str) -> bool:
    if key in EXEMPT:
        return True
    if key in SENTENCES and isinstance(old, str):
        return bool(old) == bool(new)
    return repr(old) == repr(new)  # tells 0.0 from -0.0 too


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:120]}…"
