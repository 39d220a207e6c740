"""A bot of ours as an agent of RLCard, where it is installed: for its tournament, for its training.

An agent is shown planes of 52 numbers and a list of legal actions, and nothing of the turns.
RLCard plays its own rules (`notation.boards.RLCARD_RULES`); what the bot would do and may not there
becomes the nearest thing that is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.engine.bots import Bot
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import parse_rules
from analyzer.game.view import HAND, View
from analyzer.kernel.rng import step
from analyzer.notation.boards import RLCARD_RULES, card_of
from analyzer.rl.policy import seated

RULES: Final = parse_rules(f"{RLCARD_RULES},may_return_upcard=false")
"""Its rules as they bind a discard: the card just picked up stays in the hand."""
DRAWS, PICKS_UP, GIN, DISCARDS, KNOCKS = 2, 3, 5, 6, 58
"""Its actions; from `DISCARDS` and `KNOCKS` on there is one for each card."""
_NUMBERS: Final = {card_of(number): number for number in range(52)}


def view_of_planes(planes: Sequence[Sequence[int]], legal: Sequence[int]) -> View:
    """The view of who is shown planes: my hand, the top, the rest of the pile, theirs, unknown."""
    hand, top, below, known, unknown = (
        [card_of(at) for at, held in enumerate(plane) if held] for plane in planes
    )
    to_discard = len(hand) > HAND
    kept = [card for card in hand if _NUMBERS[card] + DISCARDS not in legal]
    return View(
        rules=RULES,
        hand=CardSet.from_cards(hand),
        pile=(*below, *top),
        stock=len(unknown) - HAND + len(known),
        question=Question.DISCARD if to_discard else Question.DRAW,
        known=(CardSet.from_cards(kept) if _one(kept, to_discard) else NO_CARDS,
               CardSet.from_cards(known)),
        taken=kept[0] if _one(kept, to_discard) else None,
    )  # fmt: skip


def _one(kept: list[Card], to_discard: bool) -> bool:
    return to_discard and len(kept) == 1


class RLCardAgent:
    """A bot by name, as RLCard asks its agents: `step` in training, `eval_step` in matches."""

    use_raw = False

    def __init__(self, bot: Bot | str = "fast", seed: int = 1) -> None:
        """Raises InputError for a bot that is none, or that needs the turns."""
        self._bot, self._seed = seated(bot, RULES), seed

    def step(self, state: dict[str, Any]) -> int:
        """The number of a legal action."""
        legal = [int(action) for action in state["legal_actions"]]
        if len(legal) == 1:
            return legal[0]
        self._seed = step(self._seed)
        view = view_of_planes(state["obs"].tolist(), legal)
        return _nearest(self._bot.decide(view, self._seed), view, legal)

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The same, with nothing to say about it."""
        return self.step(state), {}


def _nearest(action: Action, view: View, legal: list[int]) -> int:
    """Its number of an action, or of what comes nearest: another knock, or only the discard."""
    if action.card is None:
        wanted = {Kind.TAKE: PICKS_UP, Kind.DRAW: DRAWS}.get(action.kind, GIN)
        return wanted if wanted in legal else legal[0]
    card = _NUMBERS[action.card]
    if action.ends_hand and KNOCKS + card not in legal:
        ends = [number for number in legal if number >= KNOCKS]
        if ends:
            return min(ends, key=lambda number: _left(view, number - KNOCKS))
    number = (KNOCKS if action.ends_hand else DISCARDS) + card
    return number if number in legal else DISCARDS + card


def _left(view: View, number: int) -> int:
    return deadwood(view.hand.remove(card_of(number)), view.rules)
