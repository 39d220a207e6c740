"""The result of a hand: what the cards make it, how it is written, whether the two agree."""

from __future__ import annotations

from analyzer.game.melds import Arrangement, Defence
from analyzer.game.rules import Rules
from analyzer.game.scoring import BIG_GIN_CARDS, Ended, Scored, score_knock
from analyzer.notation.source import Mark, clash


def format_result(result: Scored | None) -> str:
    """A result as the tag has it: ``1 knock 16``, ``void``; ``*`` where there is none.

    >>> format_result(Scored(Ended.BIG_GIN, 1, 60)), format_result(None)
    ('2 big gin 60', '*')
    """
    if result is None:
        return "*"
    if result.winner is None:
        return str(result.kind)
    return f"{result.winner + 1} {result.kind} {result.points}"


def scored(
    spread: Arrangement | None, defence: Defence | None, knocker: int, rules: Rules, multiplier: int
) -> Scored | None:
    """What was laid down makes of the hand; None where one of the two was not seen."""
    if spread is None or defence is None:
        return None
    return Scored.of(score_knock(spread, defence, rules, multiplier), knocker)


def agree(made: Scored, said: Scored, marks: tuple[Mark, ...], mark: Mark) -> None:
    """See that the result said is the one that the cards make."""
    if made != said:
        raise clash(
            f"the result is said to be `{format_result(said)}`, "
            f"but the cards make it `{format_result(made)}`",
            *marks, mark, hint=f'write [Result "{format_result(made)}"], or correct the cards',
        )  # fmt: skip


def plausible(
    said: Scored, spread: Arrangement | None, knocker: int, rules: Rules, marks: tuple[Mark, ...]
) -> None:
    """See that a result can be that of a knock whose answer was not seen."""
    kinds = _possible(spread, rules)
    winners = {Ended.UNDERCUT: 1 - knocker, Ended.TIE: None}
    winner = winners.get(said.kind, knocker)
    if said.kind not in kinds or said.winner != winner:
        raise clash(
            f"the result `{format_result(said)}` is not one of this knock", *marks,
            hint=f"player {knocker + 1} knocked; it can be " + ", ".join(map(str, kinds)),
        )  # fmt: skip


def _possible(spread: Arrangement | None, rules: Rules) -> tuple[Ended, ...]:
    knocks = (Ended.KNOCK, Ended.UNDERCUT, Ended.TIE)
    big = (Ended.BIG_GIN,) if rules.big_gin_bonus is not None else ()
    if spread is None:
        return (*knocks, Ended.GIN, *big)
    if spread.points:
        return knocks
    melded = sum(map(len, spread.melds))
    return big if melded == BIG_GIN_CARDS and big else (Ended.GIN,)
