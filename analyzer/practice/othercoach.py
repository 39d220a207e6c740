"""The coach at the table of the other games: remarks on costly moves, and hints by degrees.

Judged from what the player's chair sees, by the same worlds as an analysis
(:mod:`analyzer.engine.general`): what is best where everybody plays on greedily.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.engine.general import Advice, advise, costly, greedy_move
from analyzer.engine.thresholds import Z95
from analyzer.errors import InputError
from analyzer.game.actions import Question
from analyzer.game.general import Chair, GameMove
from analyzer.game.rules import GameKind
from analyzer.game.scoring import Ended
from analyzer.notation.general import encode_chair, move_label
from analyzer.notation.numbers import estimate, signed_estimate
from analyzer.notation.phrases import listed, lower
from analyzer.practice.othergames import YOU, OtherGame
from analyzer.practice.progress import Hints, Note
from analyzer.practice.remarks import missed_lay_off
from analyzer.review.coach.others import because

WORLDS: Final = 200
"""Worlds for a hint: as many as a quick analysis has, so that both say the same."""

NAMED: Final = 4
"""Moves that are named where several may be best."""

_PLAYED_OUT: Final = "Played out on dealt hands it comes out ahead."

_THINK: Final = {
    Question.UPCARD: "Weigh what the upcard makes against what taking it tells the others.",
    Question.DRAW: "Weigh what the pile makes against what taking it tells the others.",
    Question.DISCARD: "Weigh the points you get rid of against the card you give the next player.",
}
_THINK_MAHJONG: Final = {
    Question.DRAW: "Weigh what the pile lets you lay down against the points you have to hold.",
    Question.DISCARD: "Count what you can bring to the table, then what the next player can use.",
}


def remark_on_move(chair: Chair, played: GameMove, threshold: float) -> Note | None:
    """What there is to say of a move; None where it was sound, forced, or hard to tell.

    >>> from analyzer.notation.general import parse_chair
    >>> chair = parse_chair(
    ...     "game: two-jokers\\nseat: 1\\ndealer: 2\\nhand: 2c 3c 4c X1 8h 9h 5d 5h 5s Ac Kd\\n"
    ...     "history:\\n  upcard 5s\\n  1: take"
    ... )
    >>> found = remark_on_move(chair, GameMove.of("discard X1"), threshold=3)
    >>> found.words.partition(". ")[0], found.loss > 3
    ('Gin scores its bonus and all that they hold, and nothing can be laid off on it', True)
    >>> remark_on_move(chair, GameMove.of("gin Kd"), threshold=3) is None
    True
    """
    if len(chair.legal_moves()) < 2:
        return None
    advice = costly(chair, played, threshold)
    if advice is None:
        return None
    best, lost = advice.values[0].move, advice.of(played)
    half = Z95 * lost.loss_se
    reason = because(chair, best, played.plain) or _PLAYED_OUT
    label = move_label(best, chair.pile)
    words = f"{reason} {label}: {estimate(lost.loss, half)} points better."
    return Note(words, lost.loss, half, _place(chair), _losses(advice))


def remark_on_lay_off(before: OtherGame, after: OtherGame) -> Note | None:
    """What there is to say of how the player answered a knock; None where nothing was lost.

    Counted out: the round settles a knock with the best answers until a defender has chosen.
    """
    best, made = before.round.result, after.round.result
    if best is None or made is None:
        return None
    cost = best.points[YOU] - made.points[YOU]
    if cost <= 0:
        return None
    mine, theirs = (
        next(pair for pair in result.pairs if pair.defender == YOU) for result in (best, made)
    )
    undercut = mine.scored.kind is Ended.UNDERCUT and theirs.scored.kind is not Ended.UNDERCUT
    off = [card for card, _ in mine.answer.laid_off]
    return missed_lay_off(off, (mine.answer.points, theirs.answer.points), undercut, cost)


def hints_of_chair(chair: Chair) -> Hints:
    """The hints for a decision, the first of them shown: a thought, the move and why, its worth.

    >>> from analyzer.notation.general import parse_chair
    >>> chair = parse_chair(
    ...     "game: three-hand\\nseat: 1\\ndealer: 3\\nhand: 7h 8h 4c 4d 4s 2c Kd\\nhistory:\\n"
    ...     "  upcard 9h"
    ... )
    >>> hints = hints_of_chair(chair)
    >>> hints.words[1], hints.shown, hints.more
    ('Take 9♥. 9♥ brings you to 2: you can knock at once.', 1, True)
    """
    advice = advise(chair, WORLDS)
    headline, detail = verdict_of(advice)
    first, tied = advice.values[0], len(advice.best) > 1
    other = _compared(advice)
    reason = None if other is None else because(chair, first.move, other)
    value = signed_estimate(first.points, Z95 * first.se)
    worth = f"They are worth about {value} points." if tied else f"It is worth {value} points."
    headline = f"{headline} {reason or ''}".rstrip()
    return Hints((_thought(advice), headline, f"{worth} {detail}".rstrip()), _losses(advice))


def _compared(advice: Advice) -> GameMove | None:
    """What the best move is compared with: what comes to mind first, or the next that is worse."""
    worse = [value.move for value in advice.values if value not in advice.best]
    tempting = greedy_move(advice.chair).plain
    return tempting if tempting in worse else next(iter(worse), None)


def verdict_of(advice: Advice) -> tuple[str, str]:
    """The answer in a line, and what comes next."""
    pile, best = advice.chair.pile, advice.best
    if len(best) > 1:
        return too_close([lower(move_label(value.move, pile)) for value in best]), ""
    first = move_label(advice.values[0].move, pile)
    if len(advice.values) < 2:
        return f"{first}.", "There is nothing else to do."
    second = advice.values[1]
    behind = estimate(second.loss, Z95 * second.loss_se)
    return f"{first}.", f"Next best: {move_label(second.move, pile)}, {behind} behind."


def too_close(names: Sequence[str]) -> str:
    """That several moves may be best, of which the first are named.

    >>> too_close(["gin", "knock"])
    'Too close to call: gin or knock.'
    """
    return f"Too close to call: {listed(names[:NAMED])}."


def _thought(advice: Advice) -> str:
    chair = advice.chair
    greedy = greedy_move(chair).plain
    if greedy not in {value.move for value in advice.best}:
        return f"What comes to mind first, {lower(move_label(greedy, chair.pile))}, is a mistake."
    if any(value.move.lays_down for value in advice.values):
        return "Weigh ending the hand against playing on."
    mahjong = chair.rules.play is GameKind.MAHJONG
    return (_THINK_MAHJONG if mahjong else _THINK)[chair.question]


def _losses(advice: Advice) -> tuple[tuple[str, float], ...]:
    return tuple((str(value.move), round(value.loss, 2)) for value in advice.values)


def _place(chair: Chair) -> str | None:
    """Where the decision can be analyzed; None where that is too long for an address."""
    try:
        return encode_chair(chair)
    except InputError:
        return None
