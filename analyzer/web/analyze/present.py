"""From a search to what the result templates show: numbers as they are, words from `words`."""

from __future__ import annotations

from dataclasses import replace

from analyzer.display.around import advised_felt
from analyzer.display.parts import ActionTable, ProgressBar, SelectOption
from analyzer.display.tables import MOST_MOVES, action_table, endings, worth_showing
from analyzer.display.verdict import AnswerVerdict, several, verdict, why, why_not_cards
from analyzer.engine.types import Evaluation
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Question
from analyzer.game.rules import GameKind
from analyzer.notation.numbers import DASH, count, counted, seconds
from analyzer.notation.phrases import lower, phrase
from analyzer.practice.coach import verdict_of
from analyzer.review.coach import comparisons
from analyzer.service.ports import SearchTask
from analyzer.service.search import SearchState, Snapshot
from analyzer.web.analyze.comparisons import score_grid, stage_chart
from analyzer.web.analyze.contexts import Controls, Model, ResultFragment
from analyzer.web.streams import NO_STREAM, Stream
from analyzer.web.waiting import COMPILES

ASKING = "Checking whether it depends on the opponent."

REASONS = 2
"""Sentences of the reasons that stand with the verdict."""

NOUNS = {
    Question.UPCARD: "choices",
    Question.DRAW: "choices",
    Question.DISCARD: "actions",
    Question.LAST: "choices",
}


def result(
    snapshot: Snapshot, task: SearchTask, controls: Controls, *,
    stream: Stream | None = None, poll_url: str | None = None,
    opponents: dict[str, str] | None = None, cold: bool = False, question: str = "",
) -> ResultFragment:  # fmt: skip
    """The answer so far, with the buttons and addresses that the page gives it.

    `cold` says that the engine is still being compiled; `question` is what the visitor asks about.
    """
    evaluation, poll_url = snapshot.evaluation, poll_url if snapshot.running else None
    if evaluation is None:
        return ResultFragment(
            _waiting(snapshot, cold), controls, progress=progress(snapshot, task, cold=cold),
            stream=stream, poll_url=poll_url,
        )  # fmt: skip
    best = phrase(evaluation.view, evaluation.actions[0].action)
    reasons = why(evaluation)
    return ResultFragment(
        verdict=_verdict(snapshot, evaluation, question),
        controls=controls,
        reason=" ".join(reasons[:REASONS]),
        progress=progress(snapshot, task),
        table=table(evaluation),
        why=reasons,
        why_not=why_not_cards(evaluation.view, evaluation.actions, evaluation.best),
        endings_title=f"If you {lower(best)}",
        endings=endings(evaluation.actions[0]),
        models=models(evaluation, opponents or {}),
        models_head=f"{best} loses",
        waiting=stage_chart(evaluation),
        scores=score_grid(evaluation),
        footnote=footnote(evaluation, opponents or {}),
        stream=stream,
        poll_url=poll_url,
    )


def _verdict(snapshot: Snapshot, evaluation: Evaluation, question: str) -> AnswerVerdict:
    """The verdict so far; a note holds the place of one that is still to come."""
    final = not snapshot.running or snapshot.version <= 1
    so_far = verdict(evaluation, final=final, question=question)
    waits = snapshot.running and evaluation.done and so_far.note is None
    return replace(so_far, note=ASKING) if waits else so_far


def advice_result(advice: Evaluation, controls: Controls) -> ResultFragment:
    """The answer where several play, with its table."""
    mahjong = advice.view.rules.play is GameKind.MAHJONG
    more = len(advice.actions) - MOST_MOVES
    notes = (
        f"{counted(advice.worlds, 'world')}, seed {advice.seed}.",
        "Points are those ahead of the others’ mean; everyone" if mahjong else "Everyone",
        "plays on greedily.",
        *([f"{counted(more, 'more move')}."] if more > 0 else []),
    )
    return ResultFragment(
        AnswerVerdict(*verdict_of(advice), final=True),
        controls,
        advised_felt(advice.view, advice.actions, advice.best),
        table=action_table(advice.view, advice.actions[:MOST_MOVES], advice.best),
        footnote=" ".join(notes),
        stream=NO_STREAM,
    )


def _waiting(snapshot: Snapshot, cold: bool) -> AnswerVerdict:
    """Return what stands in the verdict's place before there is an answer."""
    if snapshot.state is SearchState.FAILED:
        return AnswerVerdict("No answer.", snapshot.problem, final=True)
    if snapshot.state is SearchState.STOPPED:
        return AnswerVerdict(
            "Stopped before the first answer.", "Start it again whenever you like."
        )
    if cold:
        return AnswerVerdict("Getting ready.", COMPILES)
    if snapshot.ahead:
        return AnswerVerdict(
            f"In line, {counted(snapshot.ahead, 'search')} before yours.",
            "Everybody's first answer comes before anybody's longer thinking.",
        )
    return AnswerVerdict("Dealing the first worlds.", "The answer comes in a moment.")


def table(evaluation: Evaluation) -> ActionTable:
    """All actions with their bars on one scale."""
    view = evaluation.view
    shown = worth_showing(evaluation.actions)
    return action_table(view, shown, set(evaluation.best))


def models(evaluation: Evaluation, labels: dict[str, str]) -> tuple[Model, ...]:
    """The best action against each kind of opponent that was asked, where several were."""
    first, unit = evaluation.actions[0].action, unit_of(evaluation.view)

    def lost(model: str) -> str:
        against = evaluation.against.get(model)
        return unit.amount(against.loss, against.loss_se) if against and against.loss else DASH

    rows = tuple(
        (labels.get(model, model), several(evaluation.view, best), first in best, lost(model))
        for model, best in evaluation.models.items()
    )
    return rows if len(rows) > 1 else ()


def progress(snapshot: Snapshot, task: SearchTask, *, cold: bool = False) -> ProgressBar:
    """Return how far the search is, in words and as a part of its limit."""
    evaluation = snapshot.evaluation
    worlds = 0 if evaluation is None else evaluation.worlds
    if not snapshot.running:
        return ProgressBar(_done_text(snapshot), worlds, 100.0 if evaluation else None)
    if evaluation is None:
        text = "Compiling the engine." if cold else "Dealing the first worlds."
        return ProgressBar(text, 0, None, running=True)
    if evaluation.done:
        text = "The answer is ready. Asking other opponents, stages and scores."
        return ProgressBar(text, worlds, 100.0, running=True)
    count_all = len(evaluation.actions)
    text = f"Rolling out {count_all} {NOUNS[evaluation.question]}"
    if 0 < evaluation.racing < count_all:
        text += f", {evaluation.racing} still in the race"
    return ProgressBar(f"{text}.", worlds, _part(evaluation, task), running=True)


def footnote(evaluation: Evaluation, labels: dict[str, str]) -> str:
    """Return where the numbers come from: engine, seed, opponent model, worlds."""
    opponent = labels.get(evaluation.opponent, evaluation.opponent)
    return (
        f"{count(evaluation.worlds)} worlds, seed {evaluation.seed}, "
        f"opponent: {opponent}{comparisons.unread(evaluation)}, engine {evaluation.engine}."
    )


def choices(opponents: dict[str, str], chosen: str) -> tuple[SelectOption, ...]:
    """Opponent models as options."""
    return tuple(SelectOption(name, label, name == chosen) for name, label in opponents.items())


def _done_text(snapshot: Snapshot) -> str:
    evaluation = snapshot.evaluation
    if evaluation is None:
        return "Nothing was searched."
    if all(action.exact for action in evaluation.actions):
        return "Exact: every possible deal was counted."
    word = "Stopped after" if snapshot.state is SearchState.STOPPED else "Done in"
    return f"{word} {seconds(evaluation.seconds)}."


def _part(evaluation: Evaluation, task: SearchTask) -> float | None:
    limit = task.limit
    parts = []
    if limit.seconds:
        parts.append(evaluation.seconds / limit.seconds)
    if limit.worlds:
        parts.append(evaluation.worlds / limit.worlds)
    return round(min(max(parts), 1.0) * 100, 1) if parts else None
