"""Opponent models: how the hidden cards are imagined, and how the rest of the hand is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from analyzer.belief import Belief, Played, Trajectory, Uniform
from analyzer.errors import InputError
from analyzer.policies import TYPES, Style


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """Who sits opposite, as far as the search is concerned."""

    name: str
    label: str
    """What a page calls it."""
    summary: str
    """One sentence on what it assumes."""
    belief: Belief
    styles: tuple[Style, ...]
    """How the opponent may play; each world of the belief says which."""


_MODELS = (
    OpponentModel(
        "baseline",
        "A sensible player",
        "Holds a hand as good as hands are at this point, and knocks when its outs are few.",
        Played(),
        (Style.SENSIBLE,),
    ),
    OpponentModel(
        "reader",
        "A sensible player, read turn by turn",
        "As the sensible player, holding what best explains each card taken, left and thrown; "
        "needs the history, and more worlds for the same certainty.",
        Trajectory(),
        TYPES,
    ),
    OpponentModel(
        "knocks-early",
        "Knocks early",
        "As the sensible player, but knocks at the first chance.",
        Played(),
        (Style.KNOCKS_EARLY,),
    ),
    OpponentModel(
        "waits-for-gin",
        "Waits for gin",
        "As the sensible player, but after its first three turns it never knocks with deadwood.",
        Played(),
        (Style.WAITS_FOR_GIN,),
    ),
    OpponentModel(
        "melds-only",
        "Takes only into melds",
        "As the sensible player, but takes from the pile only what melds at once.",
        Played(),
        (Style.MELDS_ONLY,),
    ),
    OpponentModel(
        "greedy",
        "A beginner",
        "Throws the highest loose card, takes only into melds, knocks at the first chance.",
        Played(),
        (Style.GREEDY,),
    ),
    OpponentModel(
        "uniform",
        "Any cards equally likely",
        "Every hand of unseen cards counts the same, as in textbook calculations; "
        "exact where the end of the stock allows it.",
        Uniform(),
        (Style.SENSIBLE,),
    ),
)

OPPONENTS: Mapping[str, OpponentModel] = MappingProxyType({model.name: model for model in _MODELS})
"""The models by name; the first is the default."""


def opponent_named(name: str) -> OpponentModel:
    """The model of this name; raises InputError that lists the names."""
    if name not in OPPONENTS:
        raise InputError(
            f"there is no opponent model `{name}`",
            where="opponent",
            hint="use one of " + ", ".join(OPPONENTS),
        )
    return OPPONENTS[name]
