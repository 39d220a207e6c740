"""Opponent models: how the hidden cards are imagined, and how the rest of the hand is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from analyzer.engine.belief import Belief, KeptWorlds, PlayedPrior, Trajectory, Uniform
from analyzer.engine.implied_turns import implied
from analyzer.engine.policies import CONTINUED, Style
from analyzer.engine.timeline import readable
from analyzer.errors import InputError
from analyzer.game.view import View

STRETCH, APART = 128, 2
"""Hands in a row of a reader's chain, and steps between two a turn, where thousands are taken: as
many worlds are as good to 2% as by the stretches of few, and a hand costs half."""


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """The opponent as the search sees them."""

    name: str
    label: str
    """The name on a page."""
    summary: str
    """One sentence on what it assumes."""
    belief: Belief
    styles: tuple[Style, ...]
    """The styles in which the opponent may play; each world of the belief says which."""

    def reads(self, view: View) -> bool:
        """True if the belief reads the turns of a view, so that each of them counts."""
        return isinstance(self.belief, Trajectory) and readable(view)

    def at(self, view: View) -> OpponentModel:
        """The model as it is at a view: its first style and `PlayedPrior` without turns to read.

        Turns that the cards imply are read like any others. Without any, the worlds are the same
        ones, but known to be independent of each other.
        """
        unread = isinstance(self.belief, Trajectory) and not (self.reads(view) or implied(view))
        return replace(self, belief=PlayedPrior(), styles=self.styles[:1]) if unread else self

    def for_thousands(self) -> OpponentModel:
        """The model for who takes thousands of worlds: a reader's in long, close stretches."""
        return self.in_stretches(STRETCH, APART)

    def in_stretches(self, cluster: int, apart: int, beside: int = 0) -> OpponentModel:
        """The model with stretches of so many hands of a reader's chain, so many steps apart."""
        if not isinstance(self.belief, Trajectory):
            return self
        belief = replace(self.belief, cluster=cluster, apart=apart, beside=beside)
        return replace(self, belief=belief)

    def keeping_at(self, view: View) -> OpponentModel:
        """The model as it is at a view, for one who comes back for worlds that it has sampled.

        Where turns are implied each world has a view of its own, and none is kept.
        """
        model = self.at(view)
        laid = isinstance(model.belief, Trajectory) and not model.reads(view)
        return model if laid else replace(model, belief=KeptWorlds(model.belief))

    def same_as(self, other: OpponentModel) -> bool:
        """True if both believe and play alike, whatever they are called."""
        return (self.belief, self.styles) == (other.belief, other.styles)


_MODELS = (
    OpponentModel(
        "reader",
        "An unknown player",
        "One of several kinds of player, weighed by what was taken, left and discarded, with a "
        "hand that explains it; where no card tells of the turns, a sensible player.",
        Trajectory(),
        CONTINUED,
    ),
    OpponentModel(
        "baseline",
        "A sensible player",
        "Holds a hand as good as hands are at this point, and knocks when its outs are few.",
        PlayedPrior(),
        (Style.SENSIBLE,),
    ),
    OpponentModel(
        "knocks-early",
        "Knocks early",
        "As the sensible player, but knocks at the first chance.",
        PlayedPrior(),
        (Style.KNOCKS_EARLY,),
    ),
    OpponentModel(
        "waits-for-gin",
        "Waits for gin",
        "Discards by outs more than by deadwood; after its first three turns it never knocks with "
        "deadwood.",
        PlayedPrior(),
        (Style.WAITS_FOR_GIN,),
    ),
    OpponentModel(
        "melds-only",
        "Takes only into melds",
        "As the sensible player, but takes from the pile only what melds at once.",
        PlayedPrior(),
        (Style.MELDS_ONLY,),
    ),
    OpponentModel(
        "greedy",
        "A beginner",
        "Discards the highest loose card, takes only into melds, knocks at the first chance.",
        PlayedPrior(),
        (Style.GREEDY,),
    ),
    OpponentModel(
        "uniform",
        "Any cards equally likely",
        "Every hand of unseen cards counts the same, as in textbook calculations; "
        "exact where the end of the stock allows it.",
        Uniform(),
        (Style.KNOCKS_LAST,),
    ),
)

OPPONENTS: Mapping[str, OpponentModel] = MappingProxyType({model.name: model for model in _MODELS})
"""The models by name; the first is the default."""

DEFAULT_OPPONENT: Final = _MODELS[0].name
"""The model that stands wherever none is named: in advice, in play and in reviews."""


def opponent_named(name: str) -> OpponentModel:
    """The model of this name; raises InputError that lists the names."""
    if name not in OPPONENTS:
        raise InputError(
            f"there is no opponent model `{name}`",
            where="opponent",
            hint="use one of " + ", ".join(OPPONENTS),
        )
    return OPPONENTS[name]
