"""The public Python functions that are exact: they need no search, and load no compiler."""

from __future__ import annotations

from typing import Final

from analyzer.api._given import Cards, cards_of, rules_of, spread_of
from analyzer.game import melds as solver
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.knocking import KnockChoice, knock_choices
from analyzer.game.melds import Outs, best_arrangements, lay_off
from analyzer.game.rules import Rules

DEFAULT: Final = "standard"


def deadwood(cards: Cards, rules: Rules | str = DEFAULT) -> int:
    """The least points that the cards can leave unmelded.

    >>> deadwood("7c 7d 7s 8d 9d"), deadwood(["7c", "7d", "7s", "8d", "9d"])
    (14, 14)
    """
    return solver.deadwood(cards_of(cards), rules_of(rules))


def melds(cards: Cards, rules: Rules | str = DEFAULT) -> tuple[Arrangement, ...]:
    """Every arrangement of up to eleven cards that leaves the least deadwood.

    >>> [str(best) for best in melds("7h 8h 9h 4c 4d 4s Kd")]
    ['4c 4d 4s / 7h 8h 9h | Kd']
    """
    return best_arrangements(cards_of(cards), rules_of(rules))


def layoff(knocker: Arrangement | str, defender: Cards, rules: Rules | str = DEFAULT) -> Defense:
    """The defender's best melds and layoffs against what the knocker lays down.

    >>> answer = layoff("7h 8h 9h / 4c 4d 4s / Ac 2d", "Th Jh 2c 2s 9d 9s Kd Qs 5c 7d")
    >>> answer.points, [str(card) for card, _ in answer.laid_off]
    (54, ['Th', 'Jh'])
    """
    played = rules_of(rules)
    return lay_off(spread_of(knocker, played), cards_of(defender, "defender"), played)


def knocks(cards: Cards, rules: Rules | str = DEFAULT) -> tuple[KnockChoice, ...]:
    """Every knock that could be best, best first, all hands of the defender equally likely.

    >>> best, *others = knocks("7h 8h 9h 4c 4d 4s 2c 2d 2s Ac Kd")
    >>> str(best.knock.discard), best.knock.arrangement.points
    ('Kd', 1)
    """
    return knock_choices(cards_of(cards), rules_of(rules))


def outs(cards: Cards, rules: Rules | str = DEFAULT) -> Outs:
    """The live cards by what they do for a hand when they come.

    >>> str(outs("7h 8h 9h 4c 4d 4s Tc Jc Qc Kd").gin)
    '9c Kc 4h 6h Th'
    """
    return solver.outs(cards_of(cards), rules_of(rules))
