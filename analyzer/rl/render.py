"""A hand as text, both hands open: for whoever watches, not for who plays."""

from __future__ import annotations

from analyzer.game.actions import Kind
from analyzer.game.melds import best_arrangements
from analyzer.game.scoring import Ended
from analyzer.notation.numbers import signed
from analyzer.rl.hand import HandInPlay


def drawn(hand: HandInPlay) -> str:
    """Some lines of text.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> print(drawn(HandInPlay(deal(PRESETS["standard"], seed=1))))
    standard, knock with 10 or less, 31 in the stock
    pile: Kc
    player_0 (asked: upcard): Tc Td Th | 3c 6c Qc 7d Qh Kh Js
    player_1 (deals): | 3d 9d Jd 4h As 2s 5s 8s 9s Ks
    """
    here = hand.position
    lines = [
        f"{here.rules.name}, knock with {here.limit} or less, {len(here.stock)} in the stock",
        f"pile: {' '.join(map(str, here.pile)) or 'none'}",
    ]
    question = str(Kind.LAY_OFF if hand.answering else here.question)
    for player, cards in enumerate(here.hands):
        notes = ["deals"] if player == here.dealer else []
        notes += [f"asked: {question}"] if player == hand.player and not hand.over else []
        named = f"player_{player} ({', '.join(notes)})" if notes else f"player_{player}"
        lines.append(f"{named}: {best_arrangements(cards - hand.off, here.rules)[0]}")
    if hand.answering and here.outcome is not None and here.outcome.knock is not None:
        laid = f", laid off {hand.off}" if hand.off else ""
        lines.append(f"knock: {here.outcome.knock}{laid}")
    if hand.over and here.outcome is not None:
        lines.append(_ending(here.outcome.kind, here.outcome.points))
    return "\n".join(lines)


def _ending(kind: Ended, points: tuple[int, ...]) -> str:
    return f"{kind}: " + ", ".join(
        f"player_{seat} {signed(won, 0)}" for seat, won in enumerate(points)
    )
