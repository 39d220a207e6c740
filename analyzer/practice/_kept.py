"""A game as it is kept: who plays what, and the moves so far."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.game.rules import Rules
from analyzer.game.sheets import team_rules
from analyzer.notation import decode
from analyzer.practice.games import ONE_HAND, Level, is_for_two, rules_at, split_name

Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptGame:
    """The text of a game, and what is played in it."""

    rules_name: str
    level: Level
    seed: int
    hands: tuple[Moves, ...] = ((),)
    """Of each hand the moves of all players, oldest first; see `Game.play`."""
    start: str | None = None
    """The id of the view that a single hand is played on from; None for a game from the deal."""
    day: str | None = None
    """The day whose deal it is, a single hand; None for any other game."""
    bot: str | None = None
    """The bot, where that is not the one of the level now."""
    target: int | None = None
    """Points to play to; None for the game's own, `ONE_HAND` for a single hand."""
    cut: tuple[str, ...] = ()
    """The cards that were cut before the first hand, one of each seat; none where none were."""
    first: int | None = None
    """Who deals first as the player chose, `UNCHOSEN` until then; None where the cut decided."""
    guest: bool = False
    """True where two people play and this is the game of the one who was invited."""
    ready: int | None = None
    """The one of two people who has asked for the next hand."""
    left: int | None = None
    """The one of two people who has left the game, and so lost it."""

    @property
    def with_person(self) -> bool:
        """True if the opponent is a person, not a bot."""
        return self.level is Level.PERSON

    @property
    def for_two(self) -> bool:
        """True if two play with the plain pack, of which the engine knows all."""
        return self.start is not None or is_for_two(self.rules_name)

    @property
    def team(self) -> int:
        """Players in a team; 1 where everyone plays for themselves."""
        return split_name(self.rules_name)[0]

    @property
    def table_rules(self) -> Rules:
        """The rules of a hand at the player's table."""
        if self.start is not None:
            return decode(self.start).rules
        return rules_at(self.rules_name)

    @property
    def rules(self) -> Rules:
        """The rules of the match, with the target that was chosen; a single hand has none.

        >>> from analyzer.practice.play import begin
        >>> [begin("mahjong", Level.QUICK, 1, to).rules.target for to in (None, 50, ONE_HAND)]
        [500, 50, None]
        """
        rules = self.table_rules
        if self.team > 1:
            rules = team_rules(self.team, rules)
        if self.target == ONE_HAND:
            changes = {} if rules.columns == 1 else {"columns": 1}
            return rules.override(target=None, **changes)
        return rules if self.target is None else rules.override(target=self.target)
