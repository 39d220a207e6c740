"""The sentences above the numbers, made from an evaluation's numbers and nothing else.

Patterns: "Discard K♦." with "+4.1 ±0.1 points; next is Q♦, 0.6 behind."; "Too close to call:
K♦ or Q♦."; "Knock with 4." with "Waiting for gin costs 2.3."; "Take the 9♣: it makes a run
and lets you knock.". An interval is the 95% one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.engine.types import ActionValue, Ending, Evaluation
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.game.melds import best_arrangements, discards
from analyzer.game.view import View
from analyzer.notation.numbers import counted, percent
from analyzer.notation.phrases import (
    ENDINGS,
    doing,
    full_phrase,
    limit_words,
    listed,
    lower,
    meld_kind,
    phrase,
    symbol,
    text_of,
    upper,
)
from analyzer.review.coach import comparisons
from analyzer.review.coach.causes import answer_causes_told, apart
from analyzer.review.coach.why_not import tempting, why_not


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """The sentence on top."""

    headline: str
    """"Discard K♦.", "Too close to call: K♦ or Q♦."."""
    detail: str | None = None
    """"+4.1 ±0.1 points; next is Q♦, 0.6 behind."."""
    note: str | None = None
    """The dependence on the opponent, in words; None where only one was asked."""
    assumed: str | None = None
    """The assumptions where the turns are not known, and the fact that would change most."""
    final: bool = False
    """True for the answer that is read out: the first one and the last one."""


WITHIN_REACH: Final = 20
"""Points above the knock limit up to which it is named beside a deadwood."""

SHOWN_TIES = 3
"""Tied actions named in a verdict; more are counted."""


def verdict(evaluation: Evaluation, *, final: bool = False, question: str = "") -> AnswerVerdict:
    """The headline, its numbers and the note on opponents, for the evaluation so far.

    `question` is what the visitor asks about: then the headline begins with yes or no.
    """
    view, best = evaluation.view, evaluation.best
    if _all_alike(evaluation):
        headline, detail = "It makes no difference.", "Nobody scores in any of the worlds."
    elif len(best) > 1:
        headline = _tie_headline(view, best)
        detail = _tie_detail(evaluation)
    else:
        headline = _headline(view, best[0], evaluation)
        detail = _detail(evaluation)
    headline = _answering(headline, evaluation, question)
    assumed = evaluation.assumed
    sentence = None if assumed is None else comparisons.assumption(assumed)
    note = comparisons.opponents(evaluation, imperative(evaluation))
    return AnswerVerdict(headline, detail, note, sentence, final)


def imperative(evaluation: Evaluation) -> Callable[[Action], str]:
    """Return how an action stands in the middle of a sentence: "discard K♦", "knock with 4".

    Where one could knock, a discard is "play on and discard K♦". Where two actions would read the
    same, as knocks with different discards, the discard is named.
    """
    view = evaluation.view
    could_end = _cheapest(evaluation, ending=True) is not None
    named = [lower(phrase(view, value.action)) for value in evaluation.actions]

    def name(action: Action) -> str:
        text = lower(phrase(view, action))
        if action.kind is Kind.DISCARD:
            return f"play on and {text}" if could_end else text
        return lower(full_phrase(view, action)) if named.count(text) > 1 else text

    return name


def several(view: View, actions: Sequence[Action]) -> str:
    """Actions as a choice: "Discard K♦ or Q♦", "Knock with 4 or discard K♦"."""
    if all(action.kind is Kind.DISCARD for action in actions):
        return f"Discard {listed([symbol(action.card) for action in actions])}"
    return upper(listed(list(dict.fromkeys(lower(phrase(view, action)) for action in actions))))


def why(evaluation: Evaluation) -> tuple[str, ...]:
    """Return why the best action beats the next, and what it does, in numbers of the answer."""
    if not evaluation.actions or _all_alike(evaluation):
        return ()
    view, first = evaluation.view, evaluation.actions[0]
    causes = [text_of(text) for text in answer_causes_told(evaluation)]
    causes += [_deadwood_sentence(view, first), _danger_sentence(evaluation)]
    causes += [_ending_sentence(evaluation), _stop_sentence(evaluation)]
    return tuple(sentence for sentence in causes if sentence)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The case against a card of a hand that was valued."""

    card: Card
    text: str
    tempting: bool = False
    """True of the card that many would throw."""


def why_not_cards(
    view: View, values: Sequence[ActionValue], tied: Collection[Action]
) -> tuple[WhyNot, ...]:
    """Return why not another card, for each that can be discarded, in the order of the hand."""
    against, lure = why_not(view, values, tied), tempting(view, values, tied)
    return tuple(
        WhyNot(card, " ".join(map(text_of, against[card])), card == lure)
        for card in sorted(against)
    )


def take_reason(view: View) -> str:
    """Return what taking the top card does for the hand, or nothing: "it makes a run and …"."""
    top = view.top
    if top is None or len(view.hand) != 10:
        return ""
    rules, hand = view.rules, view.hand.add(top)
    parts = []
    melds = [meld for meld in best_arrangements(hand, rules)[0].melds if top in meld]
    if melds:
        kind = meld_kind(melds[0])
        before = best_arrangements(view.hand, rules)[0].melds
        grows = any(len(meld) >= 3 and meld <= melds[0] for meld in before)
        parts.append(f"{'adds to' if grows else 'makes'} a {kind}")
    choices = [discard for discard in discards(hand, rules, view.limit) if discard.card != top]
    least = min(choices, key=lambda choice: choice.deadwood)
    was = best_arrangements(view.hand, rules)[0].points
    if least.deadwood == 0 < was:
        parts.append("gives you gin")
    elif least.deadwood <= view.limit < was:
        parts.append("lets you knock")
    return f"it {listed(parts, 'and')}" if parts else ""


def _headline(view: View, action: Action, evaluation: Evaluation) -> str:
    if action.kind is Kind.TAKE and (reason := take_reason(view)):
        return f"{phrase(view, action)}: {reason}."
    if action.kind is Kind.DISCARD and _cheapest(evaluation, ending=True) is not None:
        return f"Play on: {lower(phrase(view, action))}."
    return f"{phrase(view, action)}."


def _nobody_scores(value: ActionValue) -> bool:
    """True if the hand ends without a score in every world."""
    return set(value.outcomes) == {Ending.VOID}


def _all_alike(evaluation: Evaluation) -> bool:
    """True if there is something to choose, but nothing to gain or lose by it."""
    return len(evaluation.actions) > 1 and all(map(_nobody_scores, evaluation.actions))


def _tie_headline(view: View, best: Sequence[Action]) -> str:
    if all(action.kind is Kind.DISCARD for action in best):
        words = [symbol(action.card) for action in best]
    else:
        words = [lower(phrase(view, action)) for action in best]
        words = list(dict.fromkeys(words))
    if len(words) == 1:
        return f"{upper(words[0])}."
    return f"Too close to call: {_shortened(words)}."


def _shortened(words: Sequence[str]) -> str:
    """Words as a list in a sentence; many are counted after the first three."""
    if len(words) > SHOWN_TIES + 1:
        return f"{', '.join(words[:SHOWN_TIES])} or {len(words) - SHOWN_TIES} others"
    return listed(words)


def _tie_detail(evaluation: Evaluation) -> str:
    tied = set(evaluation.best)
    if len({(action.kind, phrase(evaluation.view, action)) for action in tied}) == 1:
        return _laying_down(evaluation)  # a choice of discards only: the headline names one act
    both = "Both" if len(tied) == 2 else "All"
    text = f"{both} are worth about {_worth(evaluation)}"
    after = next((action for action in evaluation.actions if action.action not in tied), None)
    return f"{text}; {_next(evaluation, after)}." if after else f"{text}."


def _detail(evaluation: Evaluation) -> str:
    first = evaluation.actions[0]
    text = "Nobody scores" if _nobody_scores(first) else _worth(evaluation)
    if len(evaluation.actions) == 1:
        return f"{text}; there is no other choice."
    if first.action.kind in {Kind.KNOCK, Kind.GIN, Kind.BIG_GIN}:
        return _laying_down(evaluation)
    if first.action.kind is Kind.DISCARD:
        stop = _cheapest(evaluation, ending=True)
        if stop is not None:
            return f"{text}; {_next(evaluation, stop)}."
    return f"{text}; {_next(evaluation, evaluation.actions[1])}."


def _laying_down(evaluation: Evaluation) -> str:
    """Return what to discard with a knock or gin, what it is worth, and what waiting would cost."""
    first = evaluation.actions[0]
    cards = [symbol(action.card) for action in evaluation.best if action.card is not None]
    discard = f"Discard {_shortened(list(dict.fromkeys(cards)))} face down: " if cards else ""
    wait = _waiting(evaluation) if first.action.kind is Kind.KNOCK else ""
    return f"{discard}{_worth(evaluation)}.{wait}"


_ABOUT: Final = {
    "take": {Kind.TAKE},
    "draw": {Kind.DRAW},
    "pass": {Kind.PASS, Kind.DRAW},
    "knock": {Kind.KNOCK, Kind.GIN, Kind.BIG_GIN},
    "wait": {Kind.DISCARD},
}
"""The actions that a question is about."""


def _answering(headline: str, evaluation: Evaluation, question: str) -> str:
    """The headline as the answer to a question: "No, draw from the stock."."""
    word = yes_or_no(evaluation, question)
    mark = ":" if "," in word else ","
    return f"{word}{mark} {lower(headline)}" if word else headline


def yes_or_no(evaluation: Evaluation, question: str) -> str:
    """The answer to what a text asks about, in a word or two; empty where it is neither."""
    kinds = {value.action.kind for value in evaluation.actions}
    if question in {"knock", "wait"} and Kind.DISCARD not in kinds:
        return ""  # there is nothing to knock with yet
    about = {value.action for value in evaluation.actions if _is_about(value.action, question)}
    if not about and question == "knock":
        return "No, you can’t knock yet"
    best = set(evaluation.best)
    if not about or (best & about and best - about):
        return ""
    return "Yes" if best <= about else "No"


def _is_about(action: Action, question: str) -> bool:
    return str(action) == question or action.kind in _ABOUT.get(question, ())


def _worth(evaluation: Evaluation) -> str:
    """Return what the best is worth, with its interval: points, or at a score the match alone."""
    unit, best = unit_of(evaluation.view), evaluation.actions[0]
    return f"{unit.value_text(best, best)} {'to win the match' if unit.match else 'points'}"


def _next(evaluation: Evaluation, value: ActionValue) -> str:
    view = evaluation.view
    gap = unit_of(view).behind(evaluation.actions[0], value)
    if value.action.kind is Kind.DISCARD:
        return f"next is {symbol(value.action.card)}, {gap}"
    return f"{text_of(doing(view, value.action))} is {gap}"


def _waiting(evaluation: Evaluation) -> str:
    wait = _cheapest(evaluation, ending=False)
    if wait is None:
        return ""
    unit, best = unit_of(evaluation.view), evaluation.actions[0]
    if not unit.loss(best, wait):
        return " Waiting for gin is about as good."
    return f" Waiting for gin costs {unit.loss_text(best, wait)}."


def _cheapest(evaluation: Evaluation, *, ending: bool) -> ActionValue | None:
    """The best action that ends the hand, or the best that does not."""
    rows: Iterable[ActionValue] = evaluation.actions
    return next((row for row in rows if row.action.ends_hand is ending), None)


def _deadwood_sentence(view: View, value: ActionValue) -> str:
    if value.action.kind is not Kind.DISCARD or value.action.card is None:
        return ""
    left = best_arrangements(view.hand.remove(value.action.card), view.rules)[0].points
    if left == 0:
        return "It leaves you with no deadwood."
    limit = f"; {_limit_words(view)}" if left - view.limit <= WITHIN_REACH else ""
    return f"It leaves {counted(left, 'point')} of deadwood{limit}."


def _limit_words(view: View) -> str:
    if view.limit == 0:
        return "only gin ends the hand"
    return f"you may knock with {limit_words(view)}"


def _danger_sentence(evaluation: Evaluation) -> str:
    first, *others = evaluation.actions
    if first.danger is None or first.action.card is None:
        return ""
    text = f"They take the {symbol(first.action.card)} in {percent(first.danger)}"
    other = next((other for other in others if other.danger is not None), None)
    if other is None or other.danger is None:
        return f"{text} of the worlds."
    if first.danger > other.danger or not apart(first.danger, other.danger):
        return ""
    return f"{text} of the worlds, the {symbol(other.action.card)} in {percent(other.danger)}."


def _ending_sentence(evaluation: Evaluation) -> str:
    first = evaluation.actions[0]
    if first.action.ends_hand:
        return ""
    shares = sorted(first.outcomes.items(), key=lambda item: -item[1].p)[:2]
    if len(first.outcomes) == 1:
        return f"After it, {ENDINGS[shares[0][0]]} in every world."
    words = [f"{ENDINGS[ending]} in {percent(share.p)}" for ending, share in shares if share.p]
    return f"After it, {listed(words, 'and')} of the worlds." if words else ""


def _stop_sentence(evaluation: Evaluation) -> str:
    first = evaluation.actions[0]
    undercut = first.outcomes.get(Ending.UNDERCUT)
    if first.action.kind is not Kind.KNOCK or undercut is None or not undercut.p:
        return ""
    return f"They undercut you in {percent(undercut.p)} of their possible hands."
