"""From one deal to at most one puzzle: played, looked at, certified, rated.

Which kind a deal is searched for follows from its number, so that the share of each kind is
that of its weight, and no deal gives two puzzles that are nearly the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Final

from analyzer.engine.play import DEFAULT
from analyzer.engine.search import ENGINE_VERSION
from analyzer.game.actions import Question
from analyzer.game.cards import CardSet
from analyzer.game.position import Position
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.view import View
from analyzer.notation import format_view, rules_text
from analyzer.notation.numbers import percent
from analyzer.notation.records import format_record, parse_match, parse_record
from analyzer.practice._deals import DealTable, table_of
from analyzer.practice.puzzles.explain import action_of, entry_of, tempting, view_at
from analyzer.practice.puzzles.types import (
    VERSION,
    Provenance,
    Puzzle,
    PuzzleAsk,
    PuzzleKind,
    PuzzleStep,
)
from analyzer.review.coach import themes_of
from analyzer.review.paired_rollouts import PairedRollouts
from tests.workshop.puzzles import exact
from tests.workshop.puzzles.answers import (
    LEAST_DEADWOOD,
    ONLY_MELDS,
    WAIT_FOR_GIN,
    answer_of,
    ask_of,
)
from tests.workshop.puzzles.certify import DEMANDS, AskedOptions, Demands, Refusal, certify
from tests.workshop.puzzles.find import FINDERS, by_danger, chains
from tests.workshop.puzzles.packing import Rejected
from tests.workshop.puzzles.rate import rated
from tests.workshop.puzzles.relabel import identity
from tests.workshop.puzzles.scores import wrong_at_zero
from tests.workshop.puzzles.spots import (
    TABLES,
    PuzzleSpot,
    played,
    recorded,
    understood,
)

WEIGHTS: Final[Mapping[PuzzleKind, float]] = MappingProxyType(
    {
        PuzzleKind.UPCARD: 23.0,
        PuzzleKind.DRAW: 3.4,
        PuzzleKind.DISCARD: 8.0,
        PuzzleKind.KNOCK: 4.5,
        PuzzleKind.READ: 3.5,
        PuzzleKind.SCORE: 7.0,
        PuzzleKind.SEQUENCE: 2.7,
        PuzzleKind.ARRANGEMENT: 8.0,
        PuzzleKind.LAY_OFF: 17.0,
    }
)
"""The weight of each kind in the search of deals: the rarer, the more often."""

RARE: Final = frozenset({PuzzleKind.ARRANGEMENT, PuzzleKind.LAY_OFF})
"""Kinds that are found in few deals."""

EASY: Final = 0.3
"""Share of the deals of which a rule of thumb may find the layout."""
TRIES: Final = 2
"""Candidates of a deal that are certified at most."""
SHOWN: Final = 24
"""Hands of the opponent that are tried for a spread or a lay-off."""
WORLDS_A_SEED: Final = 16
"""Seeds are so far apart, for each opponent takes the next one."""


COMPANIES: Final = tuple(TABLES)
"""The companies that may play the deals."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a mine; the same plan gives the same pack."""

    rules: str = "standard"
    seed: int = 1
    weights: tuple[tuple[PuzzleKind, float], ...] = tuple(WEIGHTS.items())
    demands: Demands = DEMANDS
    records: tuple[str, ...] = ()
    """Texts of hand records to search, one a deal; without any, deals of our own."""
    company: str = "usual"
    """The company of players, of `COMPANIES`."""

    def kind_of(self, deal: int) -> PuzzleKind:
        """The kind for which a deal is searched."""
        weights = dict(self.weights)
        return Random(f"kind/{self.seed}/{deal}").choices([*weights], [*weights.values()])[0]

    def table(self, rules: Rules, deal: int) -> DealTable:
        """Return who plays a deal: no search where many deals are looked through for one puzzle."""
        quick = self.kind_of(deal) in RARE
        return table_of(rules, self.seed, deal, quick=quick, company=TABLES[self.company])

    def certify_seed(self, deal: int) -> int:
        """The seed of the worlds that certify a deal's puzzle: another than that of its looks."""
        return Random(f"certify/{self.seed}/{deal}").getrandbits(40) * WORLDS_A_SEED

    def look_seed(self, deal: int) -> int:
        """The seed of the worlds of the first look."""
        return self.certify_seed(deal) + WORLDS_A_SEED - 1


@dataclass(slots=True)
class Made:
    """The yield of a deal, and its cost."""

    kind: PuzzleKind
    puzzle: Puzzle | None = None
    rejected: list[Rejected] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal that was played."""

    plan: Plan
    rules: Rules
    number: int
    spots: Sequence[PuzzleSpot]
    end: Position | None

    @property
    def seed(self) -> int:
        return self.plan.certify_seed(self.number)

    @property
    def easy(self) -> bool:
        """True if a rule of thumb may find what is counted out, so that it is not always wrong."""
        return Random(f"easy/{self.seed}").random() < EASY


def make(plan: Plan, deal: int) -> Made:
    """The puzzle of a deal if there is one; a pure function of the plan and the number."""
    began = time.thread_time()
    made = Made(plan.kind_of(deal))
    whole = _played(plan, deal)
    for number, (spot, steps) in enumerate(_attempts(whole, made.kind), start=1):
        puzzle = steps if isinstance(steps, Refusal) else _puzzle(whole, made.kind, spot, steps)
        if isinstance(puzzle, Puzzle):
            made.puzzle = puzzle
            break
        view, where = format_view(spot.view), (plan.seed, deal, spot.number)
        made.rejected.append(Rejected(made.kind, puzzle.reason, puzzle.detail, view, *where))
        if number == TRIES:
            break
    made.seconds = time.thread_time() - began
    return made


def _played(plan: Plan, number: int) -> _Deal:
    """A deal, or of a file a record instead; nothing where the file has no more of them."""
    rules = rules_for_two(plan.rules)
    if not plan.records:
        return _Deal(plan, rules, number, *played(plan.table(rules, number)))
    if number >= len(plan.records):
        return _Deal(plan, rules, number, (), None)
    record = parse_record(plan.records[number])
    return _Deal(plan, record.rules, number, tuple(recorded(record)), None)


def record_texts(text: str) -> tuple[str, ...]:
    """The hands of a file of records, each as a text of its own; InputError for no record."""
    return tuple(format_record(record) for record in parse_match(text).hands)


Attempts = Iterator[tuple[PuzzleSpot, list[PuzzleStep] | Refusal]]


def _attempts(deal: _Deal, kind: PuzzleKind) -> Attempts:
    if kind is PuzzleKind.LAY_OFF:
        yield from _lay_offs(deal)
    elif kind is PuzzleKind.ARRANGEMENT:
        yield from _spreads(deal)
    elif kind is PuzzleKind.SEQUENCE:
        yield from _sequences(deal)
    else:
        for spot, options in FINDERS[kind](deal.spots, deal.plan.look_seed(deal.number)):
            step = _one(deal, kind, options)
            yield spot, step if isinstance(step, Refusal) else [step]


def _one(deal: _Deal, kind: PuzzleKind, options: AskedOptions) -> PuzzleStep | Refusal:
    demands = deal.plan.demands
    if kind is PuzzleKind.SCORE:
        return _at_score(options, deal.seed, demands)

    def read(rollouts: PairedRollouts) -> Refusal | None:
        if kind is not PuzzleKind.READ or by_danger(rollouts):
            return None
        return Refusal("read", "it is not the danger that decides")

    return certify(options, deal.seed, demands, check=read)


def _at_score(options: AskedOptions, seed: int, demands: Demands) -> PuzzleStep | Refusal:
    nought: list[str] = []

    def check(rollouts: PairedRollouts) -> Refusal | None:
        wrong = wrong_at_zero(rollouts)
        if isinstance(wrong, Refusal):
            return wrong
        nought.append(answer_of(rollouts.columns[wrong], options.ask))
        return None

    # The rollouts do not look at the score, so that playing on could be played still better.
    wider = replace(demands, knock=2 * demands.knock)
    step = certify(options, seed, wider, easy=True, check=check)
    if isinstance(step, Refusal):
        return step
    thumbs = {**step.baselines, "as at 0–0": nought[0]}
    return replace(step, at_nought=nought[0], baselines=thumbs)


def _sequences(deal: _Deal) -> Attempts:
    table = deal.plan.table(deal.rules, deal.number)
    for spot, chain in chains(deal.spots, table, deal.plan.look_seed(deal.number)):
        steps: list[PuzzleStep] = []
        for options in chain:
            step = certify(options, deal.seed, deal.plan.demands, easy=True)
            if isinstance(step, Refusal):
                break
            steps.append(step)
        if len(steps) < 2:
            assert isinstance(step, Refusal)
            yield spot, Refusal(step.reason, f"step {len(steps) + 1}: {step.detail}")
        elif not any(map(_deceives, steps)):
            yield spot, Refusal("baselines", "a rule of thumb finds every step")
        else:
            yield spot, steps


def _deceives(step: PuzzleStep) -> bool:
    """True if a rule of thumb that a player may well follow fails."""
    names = (ONLY_MELDS, LEAST_DEADWOOD, WAIT_FOR_GIN)
    return any(step.baselines.get(name, step.best) != step.best for name in names)


def _spreads(deal: _Deal) -> Attempts:
    """The knocks of the deal against hands that the knocker had to reckon with."""
    for spot in deal.spots:
        view = spot.view
        if view.question is not Question.DISCARD or ask_of(view) is not PuzzleAsk.KNOCK:
            continue
        actions = exact.spreads(view)
        if len(actions) < 2 or not exact.differ(view, actions):
            continue
        for hand in _reckoned(deal, view):
            step = exact.certify_spread(view, hand, deal.plan.demands)
            if isinstance(step, PuzzleStep):
                yield spot, [step]
                return


def _reckoned(deal: _Deal, view: View) -> Iterator[CardSet]:
    """Hands that the opponent may hold at a view, by what they did."""
    cluster = DEFAULT.belief.cluster
    worlds = DEFAULT.belief.sample(view, deal.plan.look_seed(deal.number), 0, SHOWN * cluster)
    return (CardSet(mask) for mask in worlds.hands[::cluster].tolist())


def _lay_offs(deal: _Deal) -> Attempts:
    """The knock of the deal against hands that the knocker had to reckon with."""
    outcome = deal.end.outcome if deal.end is not None else None
    if outcome is None or outcome.knocker is None or deal.end is None:
        return
    if outcome.knock is None or not outcome.knock.deadwood:  # nothing can be laid off
        return
    spot, cards = deal.spots[-1], deal.end.hands[1 - outcome.knocker]
    for hand in (cards, *_reckoned(deal, spot.view)):
        shown = exact.OpenShowdown(deal.rules, outcome.knock, hand, deal.end.multiplier)
        step = exact.certify_lay_off(shown, deal.plan.demands, easy=deal.easy)
        if isinstance(step, PuzzleStep):
            yield spot, [step]
            return
        if step.reason == "gap":  # the others had no choice
            yield spot, step


# ---------------------------------------------------------------- what is noted of it


def _puzzle(
    deal: _Deal, kind: PuzzleKind, spot: PuzzleSpot, steps: list[PuzzleStep]
) -> Puzzle | Refusal:
    earlier = [earlier_spot for earlier_spot in deal.spots if earlier_spot.number < spot.number]
    plausible = understood(earlier)
    if plausible < deal.plan.demands.plausible:
        return Refusal("plausible", f"{percent(plausible)} of the decisions before it")
    themed = tuple(map(_themed, steps))
    rating, solved = rated(themed, deal.seed)
    return Puzzle(
        id=_identity(kind, deal.rules, themed),
        kind=kind,
        steps=themed,
        themes=tuple(dict.fromkeys(theme for step in themed for theme in step.themes)),
        rating=rating,
        solved=solved,
        provenance=Provenance(
            engine=ENGINE_VERSION,
            version=VERSION,
            rules=rules_text(deal.rules),
            seed=deal.plan.seed,
            deal=deal.number,
            decision=spot.number,
            certify_seed=deal.seed,
            worlds=0 if steps[0].exact else min(step.worlds for step in steps[0].options[:2]),
            players=spot.players,
            plausible=round(plausible, 4),
        ),
    )


def _themed(step: PuzzleStep) -> PuzzleStep:
    """The step with the coach's themes of its most natural wrong answer."""
    wrong = tempting(step)
    themes = tuple(theme.slug for theme in themes_of(entry_of(step, wrong)))
    return replace(step, tempting=wrong, themes=themes)


def _identity(kind: PuzzleKind, rules: Rules, steps: Sequence[PuzzleStep]) -> str:
    views: list[View] = []
    cards: list[list[CardSet]] = []
    for step in steps:
        if step.ask is PuzzleAsk.LAY_OFF:
            hand = CardSet.of(step.view.rpartition(": ")[2])
            melds = [CardSet.of(meld) for meld in step.spread]
            cards += [[hand], melds, [CardSet.of(step.deadwood)]]
        else:
            views.append(view_at(step.view))
        if step.opponent:
            cards.append([CardSet.of(step.opponent)])
        if step.ask is PuzzleAsk.READ:
            discarded = (action_of(option).card for option in step.options)
            cards.append([CardSet.from_cards(card for card in discarded if card is not None)])
    return identity(f"{kind}/{rules_text(rules)}", views, cards)
