"""The kernel's playouts against hands played by the real rules, world by world."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from analyzer.engine.belief import Uniform
from analyzer.engine.objective import ENDINGS
from analyzer.engine.opponents import OPPONENTS, OpponentModel
from analyzer.engine.policies import Style, policy_for, styled
from analyzer.engine.rollouts import roll_out
from analyzer.engine.types import Ending
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS, TWO_HANDED, FirstUpcard, Rules, Tie, Wall
from analyzer.game.view import view_of
from analyzer.kernel.playout import _some_turn
from analyzer.notation import parse_view
from tests.oracles import hand
from tests.oracles.staging import STAGES, staged, stages
from tests.sizes import more_at_night

VARIANTS = {
    **TWO_HANDED,
    "eleven": PRESETS["standard"].override(first_upcard=FirstUpcard.ELEVEN),
    "reshuffle": PRESETS["straight"].override(wall=Wall.RESHUFFLE),
    "last-discard-big": PRESETS["standard"].override(wall=Wall.LAST_DISCARD, must_gin=True),
    "knocker-ties": PRESETS["classic"].override(tie=Tie.KNOCKER, may_return_upcard=True),
    "high-courts": PRESETS["standard"].override(court_points=25, ace_points=20),
}
ACTIONS = 4
"""Actions tried in a position, the knocks among them."""


def model(*styles: Style) -> OpponentModel:
    uniform = OPPONENTS["uniform"]
    return OpponentModel(uniform.name, uniform.label, uniform.summary, Uniform(), styles)


def tried(position: Position, rng: Random) -> tuple[Action, ...]:
    """Some of the legal actions: where there are both, discards and ways to end the hand."""
    legal = view_of(position).legal_actions()
    endings = [action for action in legal if action.ends_hand]
    others = [action for action in legal if not action.ends_hand]
    half = ACTIONS // 2 if endings and others else ACTIONS
    return tuple(
        action for some in (others, endings) for action in rng.sample(some, min(half, len(some)))
    )


def check(rules: Rules, stage: str, rng: Random, worlds: int) -> int:
    """Play worlds both ways; says how many results were compared."""
    position = staged(rules, stage, rng)
    view, actions, theirs = view_of(position), tried(position, rng), rng.sample(tuple(Style), 2)
    sampled = Uniform().sample(view, rng.randrange(2**62), rng.randrange(1000), worlds)
    types = np.array(rng.choices((0, 1), k=worlds), np.int8)
    found = roll_out(view, actions, sampled._replace(types=types), model(*theirs))
    for world in range(worlds):
        other = CardSet(int(sampled.hands[world]))
        turn = int(_some_turn(other.mask))
        row = tuple(map(Card, sampled.rows[world].tolist()))[: view.stock]
        policies = policy_for(rules), styled(theirs[types[world]], rules)
        for column, action in enumerate(actions):
            expected = hand.evaluate(position, action, other, row, policies, turn)
            points = int(found.points[world, column])
            ending = ENDINGS[found.endings[world, column]]
            taken = bool(found.taken[world, column])
            where = f"{action} with {view.hand} against {other}, stock {' '.join(map(str, row))}"
            assert hand.Played(points, ending, taken) == expected, where
    return worlds * len(actions)


@more_at_night("positions", 1, 3)
@pytest.mark.parametrize("name", VARIANTS)
def test_playouts_follow_the_rules_and_the_policies(name: str, positions: int) -> None:
    rng = Random(f"playout {name}")
    compared = sum(
        check(VARIANTS[name], stage, rng, 2)
        for stage in stages(VARIANTS[name])
        for _ in range(positions)
    )  # fmt: skip
    assert compared > 20 * positions


@pytest.mark.nightly
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_playouts_follow_the_rules_and_the_policies_300_worlds(name: str, stage: str) -> None:
    if stage not in stages(VARIANTS[name]):
        pytest.skip("these rules have no such decision")
    rng = Random(f"playout {name} {stage}")
    for _ in range(50):
        check(VARIANTS[name], stage, rng, 6)


def test_the_flow_reaches_every_ending() -> None:
    rng, reached = Random("endings"), set[str]()
    for stage in stages(VARIANTS["last-discard-big"]):
        for _ in range(20):
            position = staged(VARIANTS["last-discard-big"], stage, rng)
            view = view_of(position)
            worlds = Uniform().sample(view, 1, 0, 50)
            found = roll_out(view, view.legal_actions(), worlds, OPPONENTS["uniform"])
            reached |= {ENDINGS[number] for number in np.unique(found.endings)}
    assert reached == set(ENDINGS) - {Ending.TIE}, "a tie is an undercut there"


LAST_IS_THEIRS = (
    "rules: eaai\nhand: 7h 8h 9h 4c 4d Ts Tc Jc Qc 9d Kh\npile: 2c\nstock: 3\n"
    "opp took: Ac Ad As 5s 6s 7s 2h 3h"
)
"""Once I discard, they draw and make the last discard before the wall."""


@pytest.mark.parametrize(
    ("style", "most"),
    [
        (Style.GREEDY, 10),
        (Style.KNOCKS_EARLY, 10),
        (Style.KNOCKS_LAST, 10),
        (Style.SENSIBLE, 0),
        (Style.WAITS_FOR_GIN, 0),
        (Style.GREEDY_WAITS, 0),
    ],
)
def test_the_last_discard_of_a_rollout_follows_its_own_policy(style: Style, most: int) -> None:
    view = parse_view(LAST_IS_THEIRS)
    worlds = Uniform().sample(view, 1, 0, 400)
    found = roll_out(view, [Action(Kind.DISCARD, Card.of("Kh"))], worlds, model(style))
    knocked = found.endings[:, 0] != ENDINGS.index(Ending.VOID)
    drew = found.taken[:, 0] == 0
    left = [
        _least_after(CardSet(int(hand)), Card(int(row[2])), view.rules)
        for hand, row in zip(worlds.hands[drew], worlds.rows[drew], strict=True)
    ]
    assert [dead <= most for dead in left] == knocked[drew].tolist()
    assert 0 < knocked.sum() < 400


def _least_after(ten: CardSet, card: Card, rules: Rules) -> int:
    """Least deadwood of ten cards with one more, once a card is discarded."""
    eleven = ten.add(card)
    return min(deadwood(eleven.remove(other), rules) for other in eleven)
