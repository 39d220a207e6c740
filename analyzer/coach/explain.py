"""An entry in words: one sentence, a paragraph, or with the cards shown.

Every number in a text is one of the entry's own, or counted from its view. What cannot be told
from the best is called tied. Cards stay cards in a text, so that each door draws them its way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from analyzer.actions import Action, Kind
from analyzer.cards import Card, CardSet
from analyzer.coach import facts
from analyzer.coach.phrases import LATER, Text, listed, percent, phrase, told_apart
from analyzer.coach.reasons import Reason, by_frequency, reasons_of, shares
from analyzer.coach.sayings import saying
from analyzer.coach.themes import Theme, themes_of
from analyzer.engine.types import Ending, Grade
from analyzer.review import Choice, Entry, LayOff
from analyzer.sentences import interval
from analyzer.view import Question

MOST_REASONS: Final = 2
MOST_SAYINGS: Final = 2
ALL: Final = 0.995
"""Share of the loss that is rounded to all of it."""

_SAME: Final = {
    Theme.DANGER: None,
    Theme.PLAY_ON: Ending.GIN,
    Theme.UNDERCUT: Ending.UNDERCUT,
}
"""The reason that says the same as a theme."""


class Depth(IntEnum):
    """How much is said."""

    SENTENCE = 1
    PARAGRAPH = 2
    CARDS = 3


@dataclass(frozen=True, slots=True)
class Picture:
    """Cards to be shown beside a text."""

    title: Text
    cards: tuple[CardSet, ...]
    """Groups of cards; one group where they are a plain set."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a coach says of an entry."""

    sentences: tuple[Text, ...]
    """The verdict first."""
    reasons: tuple[Reason, ...]
    themes: tuple[Theme, ...]
    pictures: tuple[Picture, ...] = ()

    def text(self, name: Callable[[Card], str] = str) -> str:
        """The sentences in a row, each card as `name` draws it."""
        return " ".join(_joined(sentence, name) for sentence in self.sentences)


def _joined(text: Text, name: Callable[[Card], str]) -> str:
    return "".join(name(part) if isinstance(part, Card) else part for part in text)


def explain(entry: Entry, depth: Depth = Depth.PARAGRAPH) -> Explanation:
    """What there is to say of an entry, to a depth.

    >>> from analyzer.notation import parse_view
    >>> from analyzer.review import DecisionKind, Settings, judge
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> found = judge(view, Action(Kind.GIN, Card.of("Kh")), Settings(worlds=512))
    >>> entry = Choice(0, 0, 0, DecisionKind.KNOCK, view, found)
    >>> explain(entry, Depth.SENTENCE).text()
    'Going gin with Kh is clearly best.'
    """
    if isinstance(entry, LayOff):
        return Explanation((_lay_off(entry),), (), themes_of(entry))
    if entry.verdict.grade is Grade.BEST:
        return Explanation((_praise(entry),), (), ())
    themes, reasons = themes_of(entry), reasons_of(entry)
    told = [text for text in (_reason(entry, one) for one in reasons) if text is not None]
    counted = _sayings(entry, themes, reasons)
    why = [*told[:MOST_REASONS], *counted[:MOST_SAYINGS]]
    if depth is Depth.SENTENCE:
        return Explanation((_error(entry), *why[:1]), reasons, themes)
    why = _drawn_together(why)
    closing = _closing(entry, told)
    pictures = _pictures(entry) if depth is Depth.CARDS else ()
    return Explanation((_error(entry), *why, *closing), reasons, themes, pictures)


def _sayings(entry: Choice, themes: Sequence[Theme], reasons: Sequence[Reason]) -> list[Text]:
    """What the themes count, but for what a reason has said already."""
    endings = {reason.ending for reason in reasons[:MOST_REASONS]}
    told = {theme for theme, ending in _SAME.items() if ending in endings}
    wanted = [theme for theme in themes if theme not in told]
    return [text for text in (saying(entry, theme) for theme in wanted) if text is not None]


def _drawn_together(texts: Sequence[Text]) -> list[Text]:
    """Two sentences on what playing on brings made one."""
    later = [text[0] for text in texts if isinstance(text[0], str) and text[0].startswith(LATER)]
    if len(later) != 2:
        return list(texts)
    first, second = (text.removesuffix(".").removesuffix(" of hands") for text in later)
    joined = (f"{first} of hands, and {second.removeprefix(LATER)}.",)
    kept = [text for text in texts if text[0] != later[1]]
    return [joined if text[0] == later[0] else text for text in kept]


# ---------------------------------------------------------------- verdicts


def _lay_off(entry: LayOff) -> Text:
    best, played = entry.best.points, entry.played.points
    if entry.verdict.grade is Grade.BEST:
        return (f"Laid out at best: {_points(played)} left.",)
    lost = interval(entry.verdict.shown, 0.0)
    return (
        f"At best {_points(best)} would have been left, not {played}: that cost {lost} points.",
    )


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def _praise(entry: Choice) -> Text:
    played = phrase(entry.found.played, entry.view)
    if entry.verdict.forced:
        return "There is nothing to choose: ", *played, "."
    others = [action for action in entry.tied if str(action) != str(entry.found.played)]
    if entry.best.action != entry.found.played:
        return *_begun(played), " cannot be told from the best."
    if others:
        return *_begun(played), " is tied for best with ", *_named(entry, others), "."
    if entry.verdict.obvious:
        return *_begun(played), " is clearly best."
    rest = (one for one in entry.found.actions if str(one.action) != str(entry.found.played))
    after = next(rest, None)
    if after is None:  # a choice of spreads only, as when one throw alone may be knocked with
        return *_begun(played), " is best."
    behind = interval(after.loss, after.loss_se)
    return *_begun(played), " is best; ", *phrase(after.action, entry.view), f" is {behind} behind."


def _named(entry: Choice, actions: Sequence[Action]) -> Text:
    return listed([phrase(action, entry.view) for action in actions], "and")


def _error(entry: Choice) -> Text:
    return *_cost(entry), *_at_score(entry), "."


def _cost(entry: Choice) -> Text:
    """By how much the best is better; another spread of the same knock has no name of its own."""
    best, played = entry.best.action, entry.found.played
    lost = interval(entry.verdict.shown, entry.verdict.se)
    begin = *_begun(phrase(best, entry.view)), " is "
    if str(best) == str(played):
        return *begin, f"{lost} points better with the melds laid out otherwise"
    return *begin, f"{lost} points better than ", *phrase(played, entry.view)


def _at_score(entry: Choice) -> Text:
    """The chance to win the match with both actions."""
    best, played = entry.best.match, entry.played.match
    if best is None or played is None:
        return ()
    chances = told_apart(best, played)
    if chances is None:
        return (" at this score",)
    return (f" at this score: {chances[0]} to win the match, not {chances[1]}",)


def _begun(text: Text) -> Text:
    """A text as the beginning of a sentence."""
    first, *rest = text
    return (first[:1].upper() + first[1:] if not isinstance(first, Card) else first), *rest


def _closing(entry: Choice, told: Sequence[Text]) -> tuple[Text, ...]:
    """What the numbers do not say."""
    said: list[Text] = []
    if not told and entry.found.gap:
        said.append(("No one way in which the hand can end accounts for it.",))
    if entry.verdict.close:
        said.append(("The loss is not known well enough for a worse mark.",))
    elif not entry.verdict.decided:
        said.append(("How much is lost is not settled: the mark may be one off.",))
    return tuple(said)


# ---------------------------------------------------------------- reasons

_OFTEN: Final = {
    Ending.GIN: "You go gin {} often",
    Ending.KNOCK: "Your knock wins {} often",
    Ending.UNDERCUT: "You are undercut {} often",
    Ending.THEIR_GIN: "They go gin {} often",
    Ending.THEIR_KNOCK: "Their knock wins {} often",
    Ending.THEIR_UNDERCUT: "You undercut them {} often",
    Ending.VOID: "The hand is void {} often",
}
_DEAR: Final = {
    Ending.GIN: "Your gin brings more",
    Ending.KNOCK: "Your winning knock brings more",
    Ending.UNDERCUT: "An undercut costs you less",
    Ending.THEIR_GIN: "Their gin costs you less",
    Ending.THEIR_KNOCK: "Their winning knock costs you less",
    Ending.THEIR_UNDERCUT: "Undercutting them brings more",
}
_IF: Final = {
    Ending.GIN: "you go gin",
    Ending.KNOCK: "your knock wins",
    Ending.UNDERCUT: "you are undercut",
    Ending.THEIR_GIN: "they go gin",
    Ending.THEIR_KNOCK: "their knock wins",
    Ending.THEIR_UNDERCUT: "you undercut them",
    Ending.VOID: "the hand is void",
}


def _only_later(entry: Choice, best: float, played: float) -> float | None:
    """The chance of what cannot come of the action that lays down, only of playing on.

    None where both actions are of one kind, or where it may come of both.
    """
    ends = entry.best.action.ends_hand, entry.found.played.ends_hand
    now, later = (best, played) if ends[0] else (played, best)
    return later if ends[0] != ends[1] and not now else None


def _reason(entry: Choice, reason: Reason) -> Text | None:
    """A reason in words; None where its numbers look alike once they are rounded, or go unsaid."""
    if reason.ending is None:
        return _taken(entry, reason)
    if reason.ending is Ending.GIN and entry.best.action.kind in {Kind.GIN, Kind.BIG_GIN}:
        return None
    best, played = shares(entry, reason.ending)
    often = by_frequency(entry, reason.ending)
    if often is None:
        return None
    later = _only_later(entry, best.p, played.p)
    if often and later is not None:
        return (f"{LATER}{_IF[reason.ending]} in {percent(later)} of hands.",)
    if often:
        first, second = percent(best.p), percent(played.p)
        word = "more" if best.p > played.p else "less"
        said = f"{_OFTEN[reason.ending].format(word)}: in {first} of hands, not in {second}."
    elif reason.ending in _DEAR:
        first, second = f"{abs(best.points):.1f}", f"{abs(played.points):.1f}"
        said = f"{_DEAR[reason.ending]}: {first} points, not {second}."
    else:
        return None
    return (said,) if first != second else None


def _taken(entry: Choice, reason: Reason) -> Text | None:
    card, danger = entry.found.played.card, entry.played.danger
    if card is None or not danger:
        return None
    much = "all" if reason.share >= ALL else percent(reason.share)
    return (
        "They take ",
        card,
        f" in {percent(danger)} of hands, and {much} of the loss lies in these.",
    )


# ---------------------------------------------------------------- pictures


def _pictures(entry: Choice) -> tuple[Picture, ...]:
    """The outs after both actions, and the pairs that use the card thrown."""
    view, best, played = entry.view, entry.best.action, entry.found.played
    if view.question is not Question.THROW:
        return ()
    found = []
    for action in (best, played):
        if action.kind is Kind.THROW:
            outs = facts.outs_after(view, action)
            found.append(Picture((*_begun(_after(action)), ", outs to a meld"), (outs.meld,)))
            if outs.gin:
                found.append(Picture((*_begun(_after(action)), ", outs to gin"), (outs.gin,)))
    for action in (best, played):
        if action.kind is Kind.THROW and action.card is not None:
            pairs = facts.holdings(view, action.card)
            found.append(Picture(("Pairs of theirs that use ", action.card), pairs))
    return tuple(found)


def _after(action: Action) -> Text:
    return ("after ", action.card) if action.card is not None else ("after that",)
