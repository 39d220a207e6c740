"""The coach at the table: silent unless a move has cost too much; hints by degrees when asked.

Judged from what the player knew, never from what lies hidden: a game of two by a review, every
other one by the same worlds as an analysis (:mod:`analyzer.engine.general`), where all others play
on greedily. A lay-off is counted out, so that the coach speaks of any that cost something.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from analyzer.engine.bots import bot_named
from analyzer.engine.general import advise, costly, greedy_move
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.engine.unit import unit_of
from analyzer.errors import InputError
from analyzer.game.actions import Action, Question
from analyzer.game.rules import GameKind
from analyzer.game.scoring import Ended
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.moves import move_label
from analyzer.notation.numbers import counted, estimate, signed_estimate
from analyzer.notation.phrases import full_phrase, listed, lower, phrase
from analyzer.practice.play import PLAYER, Game
from analyzer.practice.seat import Hints, Note
from analyzer.review import Choice, Finding, ReviewSettings, judge, judge_costly, kind_of
from analyzer.review.coach import Detail, explain
from analyzer.review.coach.because import because
from analyzer.review.coach.themes import themes_of

SETTINGS: Final = ReviewSettings(worlds=2_048)
"""Most worlds for a decision of two players; most get by with an eighth."""

WORLDS: Final = 200
"""Worlds for a hint around a table: as many as a quick analysis has, so that both say the same."""

HARD: Final = 1.5
"""Points that the first thought loses where a decision is called hard."""

NAMED: Final = 4
"""Moves that are named where several may be best."""

OBVIOUS: Final = "greedy"
"""The player of what comes to mind first: the least deadwood."""

_PLAYED_OUT: Final = "Played out on dealt hands it comes out ahead."
_ENDING: Final = "Weigh ending the hand against playing on."

_THINK: Final = {
    Question.UPCARD: "Weigh what the upcard makes against what taking it tells {them}.",
    Question.DRAW: "Weigh what the pile makes against what taking it tells {them}.",
    Question.LAST: "Count what you would knock with.",
    Question.DISCARD: "Weigh the points you get rid of against the card you give {next}.",
}
_THINK_MAHJONG: Final = {
    Question.DRAW: "Weigh what the pile lets you lay down against the points you have to hold.",
    Question.DISCARD: "Count what you can bring to the table, then what the next player can use.",
}


def remark_on(game: Game, move: Action, threshold: float) -> Note | None:
    """A remark on a move before it is played; None where it is sound, forced, or hard to tell.

    It comes where the loss is surely about `threshold` points or more.
    """
    if game.for_two:
        return remark(game.view, Action.of(move.full), threshold)
    return remark_on_move(game.seen, move, threshold)


def praise_of(game: Game, move: Action) -> Note | None:
    """A good word for a decision that was hard; None where it was not, or not the best.

    Hard is where what comes to mind first would have lost enough for a remark.
    """
    if game.for_two:
        return praise(game.view, Action.of(move.full))
    return _praise_of_move(game.seen, move)


def hints_for(game: Game) -> Hints:
    """The hints for a decision, the first of them shown: a thought, the move and why, its worth."""
    return hints_of(game.view) if game.for_two else seat_hints(game.seen)


# ---------------------------------------------------------------- two players


def remark(view: View, played: Action, threshold: float) -> Note | None:
    """A remark on a decision of two players, as `remark_on` has it.

    >>> from analyzer.game.actions import Kind
    >>> from analyzer.game.cards import Card
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> note = remark(view, Action(Kind.DISCARD, Card.of("Kh")), threshold=2.0)
    >>> note.loss > 2, "gin" in note.words
    (True, True)
    >>> remark(view, Action(Kind.GIN, Card.of("Kh")), threshold=2.0) is None
    True
    """
    if len({action.plain for action in view.legal_actions()}) == 1:
        return None
    finding = judge_costly(view, played, SETTINGS, threshold)
    if finding is None:
        return None
    entry = Choice(0, 0, 0, kind_of(view), view, finding)
    words = explain(entry, Detail.SENTENCE).text(lambda card: card.symbol)
    verdict = finding.verdict
    return Note(words, verdict.loss, Z95 * verdict.se, encode(view), _losses_in(finding))


def praise(view: View, played: Action) -> Note | None:
    """A good word for a decision of two players, as `praise_of` has it.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> praise(view, Action.of("gin Kh")) is None
    True
    """
    tempting = _obvious(view)
    if tempting.plain == played.plain:
        return None
    finding = judge_costly(view, tempting, SETTINGS, HARD)
    if finding is None or finding.actions[0].action.plain != played.plain:
        return None
    best = finding.actions[0]
    tempted = next(action for action in finding.actions if action.action.plain == tempting.plain)
    unit = unit_of(view)
    cost = unit.noun(unit.loss_text(best, tempted))
    return _well_played(f"To {lower(phrase(view, tempting))}", cost, encode(view))


def _well_played(tempting: str, cost: str, place: str | None) -> Note:
    words = f"Well played. {tempting} comes to mind first, and would have cost {cost}."
    return Note(words, 0.0, 0.0, place, praise=True)


def _obvious(view: View) -> Action:
    return bot_named(OBVIOUS, view.rules).decide(view, 1)


def hints_of(view: View) -> Hints:
    """The hints for a decision of two players.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> hints = hints_of(view)
    >>> hints.words[1], hints.shown, hints.more
    ('Go gin, discarding K♥.', 1, True)
    """
    finding = judge(view, _obvious(view), SETTINGS)
    best = finding.actions[0]
    words = (_theme(view, finding), f"{full_phrase(view, best.action)}.", _number(view, finding))
    return Hints(words, _losses_in(finding))


def _losses_in(finding: Finding) -> tuple[tuple[str, float], ...]:
    return tuple((str(action.action), round(action.loss, 2)) for action in finding.actions)


def _theme(view: View, finding: Finding) -> str:
    themes = themes_of(Choice(0, 0, 0, kind_of(view), view, finding))
    if themes:
        return f"What comes to mind first is a mistake here: {themes[0]}."
    if any(action.ends_hand for action in view.legal_actions()):
        return _ENDING
    return _THINK[view.question].format(them="them", next="them")


def _number(view: View, finding: Finding) -> str:
    best, *others = finding.actions
    other: ActionValue | None = next(
        (value for value in others if value.action.plain != best.action.plain), None
    )
    unit = unit_of(view)
    worth = f"It is worth {unit.value_text(best, best)}{'' if unit.match else ' points'}"
    if other is None:
        return f"{worth}; there is no other choice."
    return f"{worth}. To {lower(phrase(view, other.action))} is {unit.behind(best, other)}."


# ---------------------------------------------------------------- around a table


def remark_on_move(view: View, played: Action, threshold: float) -> Note | None:
    """A remark on a move around a table, as `remark_on` has it.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view(
    ...     "game: two-jokers\\nseat: 1\\ndealer: 2\\nhand: 2c 3c 4c X1 8h 9h 5d 5h 5s Ac Kd\\n"
    ...     "history:\\n  upcard 5s\\n  1: take"
    ... )
    >>> note = remark_on_move(view, Action.of("discard X1"), threshold=3)
    >>> note.words.partition(". ")[0], note.loss > 3
    ('Gin scores its bonus and all that they hold, and nothing can be laid off on it', True)
    >>> remark_on_move(view, Action.of("gin Kd"), threshold=3) is None
    True
    """
    if len(view.legal_actions()) < 2:
        return None
    advice = costly(view, played, threshold)
    if advice is None:
        return None
    best, lost = advice.actions[0].action, advice.of(played)
    half = Z95 * lost.loss_se
    reason = because(view, best, played.plain) or _PLAYED_OUT
    label = move_label(best, view.pile)
    words = f"{reason} {label}: {estimate(lost.loss, half)} points better."
    return Note(words, lost.loss, half, _place(view), _losses(advice))


def _praise_of_move(view: View, played: Action) -> Note | None:
    tempting = greedy_move(view)
    if tempting.plain == played.plain:
        return None
    advice = costly(view, tempting, HARD)
    if advice is None or advice.actions[0].action.plain != played.plain:
        return None
    lost = advice.of(tempting)
    cost = f"{estimate(lost.loss, Z95 * lost.loss_se)} points"
    return _well_played(move_label(tempting.plain, view.pile), cost, _place(view))


def seat_hints(view: View) -> Hints:
    """The hints for a decision around a table.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view(
    ...     "game: three-hand\\nseat: 1\\ndealer: 3\\nhand: 7h 8h 4c 4d 4s 2c Kd\\nhistory:\\n"
    ...     "  upcard 9h"
    ... )
    >>> hints = seat_hints(view)
    >>> hints.words[1], hints.shown, hints.more
    ('Take 9♥. 9♥ brings you to 2: you can knock at once.', 1, True)
    """
    advice = advise(view, WORLDS)
    headline, detail = verdict_of(advice)
    first, tied = advice.actions[0], len(advice.best) > 1
    other = _compared(advice)
    reason = None if other is None else because(view, first.action, other)
    value = signed_estimate(first.q, Z95 * first.se)
    worth = f"They are worth about {value} points." if tied else f"It is worth {value} points."
    headline = f"{headline} {reason or ''}".rstrip()
    return Hints((_thought(advice), headline, f"{worth} {detail}".rstrip()), _losses(advice))


def _compared(advice: Evaluation) -> Action | None:
    """The move that the best is compared with: the first thought, or the next that is worse."""
    worse = [value.action for value in advice.actions if value.action not in advice.best]
    tempting = greedy_move(advice.view).plain
    return tempting if tempting in worse else next(iter(worse), None)


def verdict_of(advice: Evaluation) -> tuple[str, str]:
    """The answer in a line, and the one that comes next."""
    pile, best = advice.view.pile, advice.best
    if len(best) > 1:
        return too_close([lower(move_label(action, pile)) for action in best]), ""
    first = move_label(advice.actions[0].action, pile)
    if len(advice.actions) < 2:
        return f"{first}.", "There is nothing else to do."
    second = advice.actions[1]
    loss = estimate(second.loss, Z95 * second.loss_se)
    return f"{first}.", f"Next best: {move_label(second.action, pile)}, {loss} behind."


def too_close(names: Sequence[str]) -> str:
    """A line that says that several moves may be best, the first of them named.

    >>> too_close(["gin", "knock"])
    'Too close to call: gin or knock.'
    """
    return f"Too close to call: {listed(names[:NAMED])}."


def _thought(advice: Evaluation) -> str:
    view = advice.view
    greedy = greedy_move(view).plain
    if greedy not in set(advice.best):
        return f"What comes to mind first, {lower(move_label(greedy, view.pile))}, is a mistake."
    if any(value.action.ends_hand for value in advice.actions):
        return _ENDING
    if view.rules.play is GameKind.MAHJONG:
        return _THINK_MAHJONG[view.question]
    return _THINK[view.question].format(them="the others", next="the next player")


def _losses(advice: Evaluation) -> tuple[tuple[str, float], ...]:
    return tuple((str(value.action), round(value.loss, 2)) for value in advice.actions)


def _place(view: View) -> str | None:
    """The id under which the decision can be analyzed; None where it is too long."""
    try:
        return encode(view)
    except InputError:
        return None


# ---------------------------------------------------------------- an answer to a knock


def remark_on_lay_off(before: Game, after: Game) -> Note | None:
    """A remark on how the player answered a knock; None where nothing was lost.

    Counted out: a knock is settled with the best answers until a defender has chosen.
    """
    best, made = before.position.outcome, after.position.outcome
    if best is None or made is None:
        return None
    cost = best.points[PLAYER] - made.points[PLAYER]
    if cost <= 0:
        return None
    mine, chosen = (
        next(pair for pair in result.pairs if pair.defender == PLAYER) for result in (best, made)
    )
    undercut = mine.scored.kind is Ended.UNDERCUT and chosen.scored.kind is not Ended.UNDERCUT
    named = _named(card.symbol for card, _ in mine.answer.laid_off)
    words = (
        f"The best was to lay off {named}: {mine.answer.points} left, not {chosen.answer.points}"
        f"{', and an undercut' if undercut else ''}. That cost {counted(cost, 'point')}."
    )
    return Note(words, float(cost), 0.0)


def _named(cards: Iterable[str]) -> str:
    return listed(list(cards), "and") or "nothing"
