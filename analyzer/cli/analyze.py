"""The command `analyze`: what every legal action of a view is worth."""

from __future__ import annotations

import os
from string import ascii_uppercase

import click
from rich.console import Console
from rich.text import Text

from analyzer import engine
from analyzer.api.documents import written
from analyzer.api.evaluations import EvaluationJson, search_part, search_words
from analyzer.api.records import as_text, open_position
from analyzer.cli.bars import spinning_bar
from analyzer.cli.common import (
    OPPONENT,
    SEED,
    THREADS,
    Finite,
    accept,
    answer,
    check_rules,
    shared,
    text_or_stdin,
)
from analyzer.cli.draw import Pen, table
from analyzer.cli.ending import asked_to_end
from analyzer.cli.given import reading_under
from analyzer.display.tables import worth_showing
from analyzer.display.verdict import yes_or_no
from analyzer.engine import OPPONENTS, ActionValue, Ending, Evaluation, Limit
from analyzer.engine.comparisons.compare import Comparison, compare
from analyzer.engine.comparisons.types import ScoreMap, WaitingCurve, WaitingPoint
from analyzer.engine.general import advise
from analyzer.engine.race import LEAST_READ
from analyzer.engine.thresholds import LEAST_WORLDS, Z95
from analyzer.engine.unit import unit_of
from analyzer.errors import InputError
from analyzer.game.rules import parse_rules
from analyzer.game.view import View
from analyzer.notation.numbers import (
    DASH,
    counted,
    estimate,
    percent,
    seconds,
    signed,
    signed_estimate,
)
from analyzer.notation.phrases import limit_words, listed, text_of
from analyzer.notation.reading import Reading
from analyzer.resources import loading
from analyzer.review.coach import comparisons
from analyzer.review.coach.causes import answer_causes_told

SECONDS, ERROR = 4.0, 0.1
"""Limits where none is given: whichever comes first."""
TABLE_WORLDS = 400
"""Worlds where there are jokers, several opponents or open melds."""


@click.command()
@click.argument("view", nargs=-1)
@click.option(
    "--worlds",
    type=click.IntRange(1, 10_000_000),
    help=f"Stop after this many worlds; never fewer than {LEAST_WORLDS}, or than {LEAST_READ} "
    "where turns are read.",
)
@click.option(
    "--seconds", type=Finite(0, 3600, min_open=True), help="Stop after this many seconds."
)
@click.option(
    "--error",
    type=Finite(0, 1000, min_open=True),
    help="Stop when every difference to the best is known to ± this many points (95%), or to a "
    "tenth of it.",
)
@SEED
@OPPONENT
@THREADS
@click.option("--no-models", is_flag=True, help="Leave out the answer against other opponents.")
@click.option("--scores", is_flag=True, help="Also show how the score changes the best action.")
@click.option("--waiting", is_flag=True, help="Also show what knocking gains at each stage.")
@click.option("--causes", is_flag=True, help="Also show why the best action beats the next.")
@shared
def analyze(
    view: tuple[str, ...], worlds: int | None, seconds: float | None, error: float | None,
    seed: int, opponent: str | None, threads: int | None, no_models: bool, scores: bool,
    waiting: bool, causes: bool, rules: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Value every legal action of VIEW, and say how sure that is.

    VIEW is a view's text, JSON or position id; a file with one of these; or - for standard
    input. Without a limit the search ends after 4 seconds, or as soon as every difference
    to the best is known to ±0.1 points, or to a tenth of it. Ctrl-C ends it too and shows what
    it has found. The answer to a number of worlds depends on view, seed and opponent alone.

    The question is then asked again of other opponents: the answer is robust if one action
    is best or tied against all of them.

    A view of one of the other games ("game: mahjong …", as `convert` prints it) is answered with
    --worlds greedy playouts of each move.
    """
    text = as_text(text_or_stdin(view, "view"))
    reading = _open_game(text, rules) or reading_under(text, rules)
    seen = reading.whole
    if not seen.rules.two_handed:
        accept("worlds", "seed")
        _advise(seen, worlds or TABLE_WORLDS, seed, as_json)
        return
    wanted = _comparisons(seen, models=not no_models, scores=scores, waiting=waiting, causes=causes)
    if worlds is seconds is error is None:
        seconds, error = SECONDS, ERROR
    limit = Limit(worlds, seconds, error)
    evaluation = _search(
        seen, limit, seed, engine.DEFAULT_OPPONENT if opponent is None else opponent,
        threads or os.cpu_count() or 1, wanted,
    )  # fmt: skip
    answer(
        as_json,
        written(EvaluationJson, evaluation),
        lambda console: show(console, evaluation, reading.asked),
    )


def _comparisons(
    view: View, *, models: bool, scores: bool, waiting: bool, causes: bool
) -> frozenset[Comparison]:
    """The comparisons that are wanted; raises InputError for scores where there is no match."""
    if scores and view.rules.target is None:
        raise InputError(
            f"{view.rules.name} has no match to win", where="--scores", hint="add target=100"
        )
    wanted = {
        Comparison.MODELS: models,
        Comparison.SCORES: scores,
        Comparison.WAITING: waiting,
        Comparison.CAUSES: causes,
    }
    return frozenset(each for each, is_wanted in wanted.items() if is_wanted)


def _open_game(text: str, rules: str | None) -> Reading | None:
    """The position in which a game breaks off, as a reading of its own; None of any other text."""
    usual = None if rules is None else parse_rules(rules)
    view = open_position(text, usual if usual is not None and usual.two_handed else None)
    if view is None:
        return None
    check_rules(view.rules, rules, "record")
    return Reading.of(view)


def _search(
    view: View, limit: Limit, seed: int, opponent: str, threads: int, wanted: frozenset[Comparison]
) -> Evaluation:
    with asked_to_end() as ended, spinning_bar() as tell:

        def progress(so_far: Evaluation) -> None:
            tell(search_words(so_far), search_part(so_far, limit), 1.0)

        # What has to be compiled or loaded must not eat the seconds of the search.
        with loading():
            engine.analyze(view, Limit(worlds=1), seed=seed, opponent=opponent, threads=1)
        evaluation = engine.analyze(
            view,
            limit,
            seed=seed,
            opponent=opponent,
            progress=progress,
            stop=ended.is_set,
            threads=threads,
        )
        return compare(
            evaluation, limit, wanted, progress=progress, stop=ended.is_set, threads=threads
        )


def show(console: Console, evaluation: Evaluation, question: str = "") -> None:
    """The verdict, the table of all actions, and what stands behind them.

    `question` is what the text itself asks about, which is answered first.
    """
    pen = Pen(console)
    if word := yes_or_no(evaluation, question):
        console.print(f"{word}.")
    console.print(*_verdict(pen, evaluation))
    if depends := comparisons.opponents(evaluation, pen.name):
        console.print(depends)
    if evaluation.assumed is not None:
        console.print(comparisons.assumption(evaluation.assumed))
    match = any(value.match is not None for value in evaluation.actions)
    columns = _columns(console.width, match=match)
    cells = (_cells(pen, evaluation, value) for value in worth_showing(evaluation.actions))
    rows = ([row[name] for name in columns] for row in cells)
    console.print(table(*columns, rows=rows, right=columns[2:-1]))
    _show_comparisons(console, pen, evaluation)
    exact = all(value.exact for value in evaluation.actions)
    stopped = ", stopped" if evaluation.stopped else ""
    console.print(
        f"{'exact' if exact else counted(evaluation.worlds, 'world')}, "
        f"{seconds(evaluation.seconds)}{stopped}, seed {evaluation.seed}, "
        f"opponent {evaluation.opponent}{comparisons.unread(evaluation)}, "
        f"engine {evaluation.engine}"
    )
    if evaluation.view.limit_assumed:
        console.print(f"You may knock with {limit_words(evaluation.view)}.")
    console.print(LEGEND_MATCH if match else LEGEND)


LEGEND = "± is the 95% interval; undercut: you knock and are; taken: they take the discard;\n"
LEGEND += "a class with a question mark may be one better."
LEGEND_MATCH = f"{LEGEND} Behind is in percentage points of the match."

WIDE = 96
"""Columns of a terminal that has room for who wins."""


def _columns(width: int, *, match: bool) -> list[str]:
    """The heads of the table; nothing may have to be cut, so a narrow one has fewer."""
    won = ["I win", "they win"] if width >= WIDE else []
    worth = ["match", "behind", "points"] if match else ["points", "behind"]
    return ["", "action", *worth, *won, "gin", "undercut", "taken", "class"]


def _verdict(pen: Pen, evaluation: Evaluation) -> tuple[str | Text, ...]:
    first, *others = evaluation.actions
    unit = unit_of(evaluation.view)
    if len(evaluation.best) > 1:
        names = list(dict.fromkeys(map(pen.name, evaluation.best)))
        return (f"Too close to call: {listed(names)}.",)
    said: list[str | Text] = [
        pen.action(str(first.action)),
        unit.value_text(first, first),
    ]
    if others:
        after = pen.name(others[0].action)
        said.append(f"· next is {after}, {unit.behind(first, others[0])}")
    return tuple(said)


def _cells(pen: Pen, evaluation: Evaluation, value: ActionValue) -> dict[str, str | Text]:
    unit, first = unit_of(evaluation.view), evaluation.actions[0]
    worth = unit.value_text(first, value)
    wins = _chance(value, Ending.GIN, Ending.KNOCK, Ending.THEIR_UNDERCUT)
    losses = _chance(value, Ending.THEIR_GIN, Ending.THEIR_KNOCK, Ending.UNDERCUT)
    return {
        "": "●" if value.action in evaluation.best else "",
        "action": pen.action(str(value.action)),
        "points": signed(value.q) if unit.match else worth,
        "behind": unit.loss_text(first, value) if value.loss else DASH,
        "match": worth,
        "I win": percent(wins),
        "they win": percent(losses),
        "gin": percent(_chance(value, Ending.GIN)),
        "undercut": percent(_chance(value, Ending.UNDERCUT)),
        "taken": percent(value.danger),
        "class": f"{value.grade}?" if value.close else str(value.grade),
    }


def _chance(value: ActionValue, *endings: Ending) -> float:
    return sum(value.outcomes[ending].p for ending in endings if ending in value.outcomes)


# ---------------------------------------------------------------- what lies beside an answer

MOST_LETTERS = 3
"""Tied actions of one score that are named; more are a plus sign."""


def _show_comparisons(console: Console, pen: Pen, evaluation: Evaluation) -> None:
    """Whatever of it the answer holds."""
    for text in answer_causes_told(evaluation):
        console.print(text_of(text, lambda card: pen.card(card).plain))
    if len(evaluation.models) > 1:
        _show_models(console, pen, evaluation)
    if evaluation.waiting is not None:
        _show_waiting(console, pen, evaluation, evaluation.waiting)
    if evaluation.scores is not None:
        _show_scores(console, pen, evaluation.scores)


def _show_models(console: Console, pen: Pen, evaluation: Evaluation) -> None:
    first, unit = pen.name(evaluation.actions[0].action), unit_of(evaluation.view)
    rows = table("against", "best or tied", f"{first} loses", right=[f"{first} loses"])
    for name, best in evaluation.models.items():
        label = OPPONENTS[name].label if name in OPPONENTS else name
        against = evaluation.against.get(name)
        lost = DASH
        if against is not None and against.loss:
            lost = unit.amount(against.loss, against.loss_se)
        rows.add_row(label, listed(list(dict.fromkeys(map(pen.name, best)))), lost)
    console.print(rows)


def _show_waiting(console: Console, pen: Pen, evaluation: Evaluation, curve: WaitingCurve) -> None:
    unit = unit_of(evaluation.view)
    head = ("stock", "knocking gains", "asks for", "by", "")
    rows = (
        (str(point.stock), unit.signed(point.gain, point.se),
         comparisons.call(point), _by(pen, point), "now" * point.now)
        for point in curve.points
    )  # fmt: skip
    console.print(table(*head, rows=rows, right=head[:2]))
    console.print(comparisons.waiting(curve))
    console.print(
        f"The same cards at other stages, {counted(curve.worlds, 'world')} each; "
        "what lies in the pile beyond the cards seen is unknown there."
    )


def _by(pen: Pen, point: WaitingPoint) -> Text:
    asks = comparisons.call(point)
    if asks == comparisons.CLOSE:
        return Text("")
    return pen.action(str(point.knock if asks == comparisons.KNOCK else point.wait))


def _show_scores(console: Console, pen: Pen, scores: ScoreMap) -> None:
    letters = dict(zip(scores.actions, ascii_uppercase, strict=False))
    side = scores.scores
    rows = table("I have", *map(str, side), right=["I have"], title="They have")
    cells = iter(scores.cells)
    for mine in side:
        drawn = ["".join(letters.get(action, "?") for action in next(cells).best) for _ in side]
        rows.add_row(str(mine), *(_short(text) for text in drawn))
    console.print(rows)
    for action, letter in letters.items():
        console.print(f"{letter}: ", pen.action(str(action)), sep="")
    console.print(comparisons.scores(scores, pen.name))
    console.print(
        f"Letters together are tied; {counted(scores.worlds, 'world')}, "
        "the hand played on as at 0–0."
    )


def _short(letters: str) -> str:
    """The letters of a cell, many of them cut.

    >>> _short("AB"), _short("ABCD")
    ('AB', 'ABC+')
    """
    return letters if len(letters) <= MOST_LETTERS else f"{letters[:MOST_LETTERS]}+"


# ---------------------------------------------------------------- jokers, more players, mahjong

MOST_MOVES = 15


def _advise(view: View, worlds: int, seed: int, as_json: bool) -> None:
    """Value every move of a view in so many worlds, all playing on greedily."""
    advice = written(EvaluationJson, advise(view, worlds, seed))
    answer(as_json, advice, lambda console: _show_advice(console, advice))


def _show_advice(console: Console, advice: EvaluationJson) -> None:
    """The verdict on a decision of several players, and the table of its moves."""
    from analyzer.practice.coach import too_close  # noqa: PLC0415  # with all that plays

    pen = Pen(console)
    first, *rest = advice.actions
    if len(advice.best) > 1:
        console.print(too_close([pen.action(action).plain for action in advice.best]))
    else:
        gap = estimate(rest[0].loss, Z95 * rest[0].loss_se) if rest else ""
        after = f" · next is {pen.action(rest[0].action).plain}, {gap} behind" if rest else ""
        console.print(pen.action(first.action), after, sep="")
    rows = (
        (
            "●" * (value.action in advice.best),
            pen.action(value.action),
            signed_estimate(value.q, Z95 * value.se),
            estimate(value.loss, Z95 * value.loss_se) if value.loss else DASH,
        )
        for value in advice.actions[:MOST_MOVES]
    )
    console.print(table("", "action", "points", "behind", rows=rows, right=["points", "behind"]))
    more = len(advice.actions) - MOST_MOVES
    if more > 0:
        console.print(f"{counted(more, 'more move')}: see --json")
    console.print(f"{counted(advice.worlds, 'world')}, seed {advice.seed}, {advice.view.rules}")
    console.print("± is the 95% interval; everyone plays on greedily, see `ginsight rules`.")
