"""Sentences on what lies beside an answer: other opponents, other scores, other stages.

Each is made of the numbers alone, and both doors say them; `name` is how a door names an action
in the imperative ("discard K♦"). An interval is the 95% one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from analyzer.engine.comparisons.compare import WHO, steady
from analyzer.engine.comparisons.types import ScoreCell, ScoreMap, WaitingCurve, WaitingPoint
from analyzer.engine.opponents import OPPONENTS
from analyzer.engine.thresholds import grade
from analyzer.engine.types import Assumption, Evaluation, Grade, Missing
from analyzer.engine.unit import POINTS_UNIT, Unit, unit_of
from analyzer.game.actions import Action
from analyzer.notation.phrases import listed

Name = Callable[[Action], str]

MOST_RUNS = 4
"""Stretches of a curve that are told one by one; more are counted."""

QUESTIONS = {
    Missing.STOCK: "How many cards are left in the stock?",
    Missing.PILE: "Which cards lie in the pile, oldest first?",
    Missing.THEIR_TAKES: "When did they take their cards?",
    Missing.MY_TAKES: "Which cards did you take?",
    Missing.TURNS: "What was each turn?",
}
"""The questions to ask, in the order in which the answers change the advice."""

TEXTBOOK = "uniform"
"""The model that is a way to count rather than a player."""

KNOCK, WAIT, CLOSE = "knock", "wait", "too close to call"
"""The advice of a stage."""

Run = tuple[str, list[WaitingPoint]]
"""The advice of a stretch of stages, and the stages."""


def opponents(evaluation: Evaluation, name: Name = str) -> str | None:
    """Return whether the answer depends on who sits opposite; None where it was not asked.

    What is in brackets is how much better the other action is against that opponent.
    """
    if evaluation.robust is None or len(evaluation.models) < 2:
        return None
    if evaluation.robust:
        alone = all(best == evaluation.best[:1] for best in evaluation.models.values())
        start = "The same action is best" if alone else "Best or tied"
        return f"{start} against the players we know{_which(evaluation, steady(evaluation), name)}."
    first = evaluation.actions[0].action
    needed: dict[Action, list[str]] = {}
    for model, best in evaluation.models.items():
        if first not in best and model != TEXTBOOK:
            needed.setdefault(best[0], []).append(model)
    sentences = [_instead(evaluation, action, models, name) for action, models in needed.items()]
    counted = evaluation.models.get(TEXTBOOK, (first,))
    if first not in counted:
        text = f"{name(counted[0])}{_worth(evaluation, [TEXTBOOK])}"
        sentences.append(f"were all hands equally likely, {text}")
    start = f"Best or tied against the players we know{_which(evaluation, (first,), name)};"
    if needed:
        start = "Depends on the opponent:"
    return f"{start} {'; '.join(sentences)}."


def assumption(assumed: Assumption) -> str:
    """Return what an answer assumed of turns that nobody told, and the fact that would change it
    most.

    >>> assumption(Assumption(33, Missing.MY_TAKES))
    'Assumed: any of 33 turn orders that fit, by how likely they are. Which cards did you take?'
    """
    if assumed.missing is None:
        return "Assumed: the only turn order that fits."
    orders = "turn order" if assumed.ways == 1 else "turn orders"
    rest = f"{assumed.ways} {orders} that fit, by how likely they are. {QUESTIONS[assumed.missing]}"
    return f"Assumed: any of {rest}"


def unread(evaluation: Evaluation) -> str:
    """Return what to add to the name of a model that reads turns, where the answer had none to
    read."""
    model = OPPONENTS.get(evaluation.opponent)
    if model is None or model.at(evaluation.view) is model:
        return ""
    return " (with no turns to read, a sensible one)"


def _which(evaluation: Evaluation, actions: Sequence[Action], name: Name) -> str:
    """The actions that are meant, where the answer is a tie of several."""
    return f": {_choice([name(action) for action in actions])}" if len(evaluation.best) > 1 else ""


def _choice(names: Sequence[str]) -> str:
    """Actions to choose from; what they begin with alike is said once.

    >>> _choice(["discard Kd", "discard Qd", "discard 2c"]), _choice(["take", "draw"])
    ('discard Kd, Qd or 2c', 'take or draw')
    """
    first, *others = [name.split(" ") for name in dict.fromkeys(names)]
    ends = enumerate(zip(first, *others, strict=False))
    alike = next((place for place, words in ends if len(set(words)) > 1), len(first))
    return listed([" ".join(first), *(" ".join(words[alike:]) for words in others)])


def _instead(evaluation: Evaluation, action: Action, models: Sequence[str], name: Name) -> str:
    """Return what to do instead against some opponents, and what the most of it is worth."""
    who = " or ".join(WHO.get(model, model) for model in models)
    return f"against {who}, {name(action)}{_worth(evaluation, models)}"


def _worth(evaluation: Evaluation, models: Sequence[str]) -> str:
    """Return how much better that is, in brackets; nothing where it is not known."""
    known = [evaluation.against[model] for model in models if model in evaluation.against]
    if not known:
        return ""
    most = max(known, key=lambda against: against.loss)
    upto = "up to " if len(known) > 1 else ""
    return f" ({upto}{unit_of(evaluation.view).signed(most.loss, most.loss_se)})"


def scores(scores: ScoreMap, name: Name = str) -> str:
    """Return what the map says: the action for most scores, and where another one is better."""
    cells, lead = scores.cells, scores.actions[0]
    others = [cell for cell in cells if lead not in cell.best]
    if not others:
        alone = all(cell.best == (lead,) for cell in cells)
        return f"{'The same' if alone else 'Best or tied'} at every score: {name(lead)}."
    sentences = [
        f"Best or tied at {len(cells) - len(others)} of {len(cells)} scores: {name(lead)}."
    ]
    by_first: dict[Action, list[ScoreCell]] = {}
    for cell in others:
        by_first.setdefault(cell.best[0], []).append(cell)
    for action, where in sorted(by_first.items(), key=lambda item: -len(item[1])):
        place = _where(scores, where)
        if place:
            place = f", {'all of them ' if len(where) > 1 else ''}where {place}"
        sentences.append(f"Better at {len(where)}{place}: {name(action)}.")
    return " ".join(sentences)


def _where(scores: ScoreMap, cells: Sequence[ScoreCell]) -> str:
    """The bounds within which all of some cells lie; empty where there are none."""
    last = scores.scores[-1]
    mine = _bound("you have", [cell.score[0] for cell in cells], last)
    theirs = _bound("they have", [cell.score[1] for cell in cells], last)
    return " and ".join(text for text in (mine, theirs) if text)


def _bound(who: str, scores: Sequence[int], last: int) -> str:
    low, high = min(scores), max(scores)
    if (low, high) == (0, last):
        return ""
    if low == high:
        return f"{who} {low}" if low not in {0, last} else f"{who} {low}{' or more' * (low > 0)}"
    if low == 0:
        return f"{who} {high} or less"
    return f"{who} {low} or more" if high == last else f"{who} {low} to {high}"


def waiting(curve: WaitingCurve, unit: Unit = POINTS_UNIT) -> str:
    """Return what the curve says: now, and from first to last."""
    sentences = [_now(point, unit) for point in curve.points if point.now]
    runs = _runs(curve)
    if len(runs) == 1:
        sentences.append(f"With these cards, {runs[0][0]} at every stage{_though(runs[0])}.")
    elif len(runs) <= MOST_RUNS:
        parts = [_stretch(run, curve) for run in runs]
        sentences.append(f"With these cards: {', '.join(parts)}.")
    else:
        counts = Counter(map(call, curve.points))
        counted = ", ".join(f"{kind} at {count}" for kind, count in counts.items())
        sentences.append(f"With these cards, of {len(curve.points)} stages: {counted}.")
    return " ".join(sentences)


def _runs(curve: WaitingCurve) -> list[Run]:
    """Stretches of one call; what is close between two of the same call belongs to them."""
    merged: list[Run] = []
    for kind, points in groupby(curve.points, call):
        if len(merged) > 1 and merged[-1][0] == CLOSE and merged[-2][0] == kind:
            _, close = merged.pop()
            merged[-1][1].extend([*close, *points])
        else:
            merged.append((kind, list(points)))
    return merged


def _though(run: Run) -> str:
    kind, points = run
    close = [str(point.stock) for point in points if call(point) != kind]
    return f", though close at {listed(close, 'and')}" if close else ""


def call(point: WaitingPoint) -> str:
    """Return what a stage asks for; too close under half a point or where the interval reaches 0.

    >>> from analyzer.game.actions import DRAW
    >>> call(WaitingPoint(20, 4, 2.3, 0.4, DRAW, DRAW))
    'knock'
    """
    if grade(abs(point.gain), point.se)[0] is Grade.BEST:
        return CLOSE
    return KNOCK if point.gain > 0 else WAIT


def _now(point: WaitingPoint, unit: Unit) -> str:
    if call(point) == CLOSE:
        gain = unit.signed(point.gain, point.se)
        return f"Now it is too close to call: knocking gains {gain}."
    side = "ahead of" if point.gain > 0 else "behind"
    return f"Now knocking is {side} waiting by {unit.amount(abs(point.gain), point.se)}."


def _stretch(run: Run, curve: WaitingCurve) -> str:
    kind, points = run
    high, low = points[0].stock, points[-1].stock
    if points[0] is curve.points[0]:
        text = f"{kind} while the stock holds {low} or more"
    elif points[-1] is curve.points[-1]:
        text = f"{kind} from {high} down"
    else:
        text = f"{kind} at {high}" if high == low else f"{kind} from {high} to {low}"
    return text + _though(run)
