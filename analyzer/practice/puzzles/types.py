"""A puzzle: views with a question each, a table of answers, and where it came from.

Everything here is data as it stands in a pack: cards and views are text, so that a line can be
read by any program. Points are what the engine maximizes: signed points of the hand for the
player who is asked, or at a score of a match the *normalized points* of
:mod:`analyzer.engine.objective`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from analyzer.game.words import Word

VERSION: Final = "puzzles-3"
"""Changes with every change to what is asked of a puzzle, and to the form of a pack."""


class PuzzleKind(Word):
    """The subject of a puzzle; each kind has its share of a pack."""

    UPCARD = "upcard"
    """Take the first upcard or pass."""
    DRAW = "draw"
    """Take the top of the pile or draw from the stock."""
    DISCARD = "discard"
    """Which card to discard."""
    KNOCK = "knock"
    """Knock or play on."""
    ARRANGEMENT = "arrangement"
    """With which discard and spread to knock, the opponent's cards lying open."""
    LAY_OFF = "lay-off"
    """The defender's melds and layoffs."""
    READ = "read"
    """Which of some cards is safe: it depends on what the opponent did."""
    SCORE = "score"
    """The best play at this score, which would be wrong at 0–0."""
    SEQUENCE = "sequence"
    """Two or three decisions of one hand."""


class PuzzleAsk(Word):
    """The question of one step."""

    UPCARD = "upcard"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK = "knock"
    ARRANGEMENT = "arrangement"
    LAY_OFF = "lay-off"
    READ = "read"


Estimate = tuple[float, float]
"""A mean with its standard error."""

GREEDY_CREDIT: Final = 0.5
"""Credit of the greedy bot from which it counts as right."""

ALWAYS_TAKE: Final = "always take"
"""The rule of thumb that nobody has: it tells a beginner's puzzle, and is no temptation."""


def tempting(baselines: Mapping[str, str], best: str) -> tuple[str, ...]:
    """The rules of thumb that a player could well follow to another answer than the best.

    >>> tempting({"always take": "take", "least deadwood": "draw"}, "draw")
    ()
    >>> tempting({"always take": "take", "least deadwood": "take"}, "draw")
    ('least deadwood',)
    """
    return tuple(
        name for name, answer in baselines.items() if answer != best and name != ALWAYS_TAKE
    )


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, and what it is worth."""

    answer: str
    """Its name, different from all others of the step: `take`, `discard Kd`, `knock Kd`; a spread
    or a lay-off with its melds."""
    q: float
    """Expected points with it, to the end of the hand."""
    se: float
    """Standard error of `q`; 0 where it is exact."""
    loss: float
    """Points behind the best option, on the same worlds; 0 for the best."""
    loss_se: float
    worlds: int
    """Worlds played; 0 where it is exact."""
    danger: float | None = None
    """Of a discard: chance that the opponent takes the card."""
    match: float | None = None
    """Chance to win the match, where there is a score."""
    outcomes: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By ending, its chance and mean points; the products add up to the points of the hand."""
    gap: dict[str, Estimate] = field(default_factory=dict)
    """By ending, what it contributes to the loss; empty for the best option."""
    in_points: Estimate | None = None
    """The loss in plain points, whatever the score; None for the best option."""
    fed: Estimate | None = None
    """The part of the loss from worlds in which the card discarded is taken; None where none is."""
    melds: tuple[str, ...] = ()
    """The melds of a spread, or of a defender, each as drawn text."""
    off: tuple[str, ...] = ()
    """Cards that a defender lays off, in an order that can be played."""
    left: str = ""
    """Cards that a spread or a defence leaves as deadwood."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The answer to the same question against another opponent."""

    best: str
    """The best answer there."""
    gap: float
    """Points between it and the next one."""
    se: float
    worlds: int


@dataclass(frozen=True, slots=True)
class PuzzleStep:
    """One question: a view, its options best first, and what was checked."""

    ask: PuzzleAsk
    view: str
    """The player's knowledge, as text; of a lay-off the rules and the hand alone."""
    options: tuple[Option, ...]
    """Best first; the first one is the answer."""
    baselines: dict[str, str]
    """The answer of each natural rule of thumb."""
    models: dict[str, ModelCheck] = field(default_factory=dict)
    """The same question against other opponents; empty where the answer is exact."""
    themes: tuple[str, ...] = ()
    """The coach's themes of the most natural wrong answer."""
    tempting: str = ""
    """That answer."""
    spread: tuple[str, ...] = ()
    """Of a lay-off: the knocker's melds."""
    deadwood: str = ""
    """Of a lay-off: the knocker's deadwood."""
    opponent: str = ""
    """Of a spread: the ten cards of the opponent, which lie open."""
    exact: bool = False
    """True if the values were counted through rather than sampled."""
    deeper: dict[str, Estimate] = field(default_factory=dict)
    """Of a draw: what each answer is worth with the best discard after it, chosen by a search."""
    at_nought: str = ""
    """Of a score puzzle: the answer that is best at 0–0."""

    def __hash__(self) -> int:
        """Of the question: its options have mappings."""
        return hash((self.ask, self.view, self.opponent, self.deadwood))

    @property
    def best(self) -> str:
        """The right answer."""
        return self.options[0].answer

    @property
    def gap(self) -> float:
        """Points between the best option and the next."""
        return min(option.loss for option in self.options[1:])

    @property
    def rules_of_thumb_that_fail(self) -> tuple[str, ...]:
        """The natural rules of thumb that answer otherwise."""
        return tuple(name for name, answer in self.baselines.items() if answer != self.best)

    def option(self, answer: str) -> Option:
        """The option of that name; raises KeyError for none."""
        for option in self.options:
            if option.answer == answer:
                return option
        raise KeyError(answer)


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a puzzle, so that it can be made again."""

    engine: str
    """Version of the engine that certified it."""
    version: str
    """Of the demands on a puzzle: `VERSION`."""
    rules: str
    seed: int
    """Of the deals."""
    deal: int
    """Number of the deal, or of the record."""
    decision: int
    """Number of the decision in it, from 0."""
    certify_seed: int
    """Of the worlds with which it was certified."""
    worlds: int
    """Worlds of each of the first three options; 0 where it is exact."""
    players: tuple[str, str]
    """The players of the hand, player 1 first."""
    plausible: float
    """Share of the earlier decisions of both that a known player would have made."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The difficulty of a puzzle, on Glicko-2's scale."""

    rating: float
    deviation: float
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as a line of a pack."""

    id: str
    """Follows from its kind, cards and options; the same however the suits are named."""
    kind: PuzzleKind
    steps: tuple[PuzzleStep, ...]
    themes: tuple[str, ...]
    """Of all steps, without repetition."""
    rating: Rating
    solved: dict[str, float]
    """By bot of the ladder, the credit of its tries."""
    provenance: Provenance

    @property
    def obvious(self) -> bool:
        """True if the obvious move is right: what the greedy bot plays."""
        return self.solved.get("greedy", 0.0) >= GREEDY_CREDIT
