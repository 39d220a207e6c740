"""The truth of one hand in play, on the rules engine, as the environments number it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import Rules, not_for_two, rules_for_two
from analyzer.game.view import View, seen_by
from analyzer.kernel import jit
from analyzer.kernel.batch import MOST, laid_down
from analyzer.kernel.tables import plain_tables
from analyzer.rl.actions import action_of, number_of_action
from analyzer.rl.observations import observed

_laid_down = jit.plain(laid_down)


def rules_of(rules: Rules | str) -> Rules:
    """The rules, or those of a name; raises InputError unless they are for two, the plain pack."""
    if isinstance(rules, str):
        return rules_for_two(rules)
    if not rules.two_handed:
        raise not_for_two(rules)
    return rules


def melds_laid(hand: CardSet, rules: Rules) -> tuple[Meld, ...]:
    """The melds of a knock: the least deadwood, the fewest cards left, on ties sets before runs.

    >>> from analyzer.game.rules import PRESETS
    >>> melds = melds_laid(CardSet.of("7c 7d 7h 8h 9h Th 2c 2d 3s 4s"), PRESETS["standard"])
    >>> [str(meld) for meld in melds]
    ['8h 9h Th', '7c 7d 7h']
    """
    loose, _, *runs = _laid_down(hand.mask, plain_tables(rules.meld_values))
    lying = [Meld(run) for run in runs if run]
    rest = hand - CardSet(loose)
    for run in lying:
        rest -= run
    ranks = sorted({card.rank for card in rest})
    sets = (CardSet.from_cards(card for card in rest if card.rank == rank) for rank in ranks)
    return (*lying, *map(Meld, sets))


@dataclass(frozen=True, slots=True)
class HandInPlay:
    """A hand as dealt, as it is played, and while its knock may be laid off on."""

    position: Position
    """While the knock may be laid off on, as if nothing more were."""
    answering: bool = False
    off: CardSet = NO_CARDS
    """The cards laid off so far."""

    @property
    def cut_off(self) -> bool:
        """True if the hand went on for so long that it was ended."""
        discards = sum(turn.discarded is not None for turn in self.position.played)
        return discards >= MOST and not self.position.over

    @property
    def over(self) -> bool:
        """True if the hand has ended."""
        return (self.position.over and not self.answering) or self.cut_off

    @property
    def player(self) -> int:
        """The player to act."""
        return 1 - self.position.turn if self.answering else self.position.turn

    @property
    def points(self) -> tuple[int, ...]:
        """Signed points of both players; none while the hand goes on."""
        outcome = self.position.outcome
        return (0, 0) if outcome is None or not self.over else outcome.points

    def legal_numbers(self) -> tuple[int, ...]:
        """The numbers of all that the player to act may do, in order; none at the end."""
        if self.over:
            return ()
        if self.answering:
            return (number_of_action(Action(Kind.PASS)), *sorted(self._fitting()))
        numbers = {number_of_action(action): action for action in self.position.legal_actions()}
        gins = {action.card for action in numbers.values() if action.kind is Kind.GIN}
        return tuple(sorted(
            number for number, action in numbers.items()
            if action.kind is not Kind.KNOCK or action.card not in gins
        ))  # fmt: skip

    def _fitting(self) -> Iterator[int]:
        for card in self.position.hands[self.player] - self.off:
            try:
                self.position.answered(self.player, self.off.add(card))
            except InputError:
                continue
            yield number_of_action(Action(Kind.LAY_OFF, off=CardSet(card.mask)))

    def moved(self, number: int) -> HandInPlay:
        """The hand after an action; raises InputError for one that is not legal."""
        if number not in (legal := self.legal_numbers()):
            named = ", ".join(f"{each} ({action_of(each)})" for each in legal)
            raise InputError(
                f"action {number} is not legal here", where=f"player {self.player + 1}",
                hint=f"legal: {named}" if legal else "the hand is over",
            )  # fmt: skip
        action = action_of(number)
        if self.answering:
            return self._answered(action)
        if not action.ends_hand:
            return HandInPlay(self.position.apply(action))
        hand = self.position.hands[self.position.turn]
        left = hand if action.card is None else hand.remove(action.card)
        knocked = self.position.apply(replace(action, melds=melds_laid(left, self.position.rules)))
        after = HandInPlay(knocked, answering=action.kind is Kind.KNOCK)
        return after if not after.answering else after._when_done()

    def _answered(self, action: Action) -> HandInPlay:
        off = self.off | action.off
        after = replace(self, off=off)
        return after._done() if action.kind is Kind.PASS else after._when_done()

    def _when_done(self) -> HandInPlay:
        """The hand is over where nothing more can be laid off."""
        return self if any(self._fitting()) else self._done()

    def _done(self) -> HandInPlay:
        return replace(
            self, position=self.position.answered(self.player, self.off), answering=False
        )

    def view(self, player: int) -> View:
        """A player's knowledge, also of one who looks on."""
        return seen_by(self.position, player)

    def observation(self, player: int) -> NDArray[np.int8]:
        """A player's row of numbers."""
        view, outcome = self.view(player), self.position.outcome
        knock = None if outcome is None else outcome.knock
        if not self.answering or knock is None:
            return observed(view)
        laid = CardSet.from_cards(card for meld in knock.melds for card in meld)
        if player != self.player:
            return observed(view, laid=laid, off=self.off)
        return observed(view, knocker=knock.cards, laid=laid, off=self.off, dead=knock.points)
