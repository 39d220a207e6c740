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
from analyzer.coach.phrases import Text, listed, percent, phrase
from analyzer.coach.reasons import Reason, by_frequency, reasons_of, shares
from analyzer.coach.sayings import saying
from analyzer.coach.themes import Theme, themes_of
from analyzer.engine.types import Ending, Grade
from analyzer.review import Choice, Entry, LayOff
from analyzer.sentences import interval
from analyzer.view import Question

MOST_REASONS: Final = 2
MOST_SAYINGS: Final = 2


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
    'Go gin with Kh is clearly best.'
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
    closing = _closing(entry, told)
    pictures = _pictures(entry) if depth is Depth.CARDS else ()
    return Explanation((_error(entry), *why, *closing), reasons, themes, pictures)


def _sayings(entry: Choice, themes: Sequence[Theme], reasons: Sequence[Reason]) -> list[Text]:
    """What the themes count; not twice that a card is taken."""
    taken = any(reason.ending is None for reason in reasons[:MOST_REASONS])
    wanted = [theme for theme in themes if not (taken and theme is Theme.DANGER)]
    return [text for text in (saying(entry, theme) for theme in wanted) if text is not None]


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
    after = next(one for one in entry.found.actions if str(one.action) != str(entry.found.played))
    behind = interval(after.loss, after.loss_se)
    return *_begun(played), " is best; ", *phrase(after.action, entry.view), f" is {behind} behind."


def _named(entry: Choice, actions: Sequence[Action]) -> Text:
    return listed([phrase(action, entry.view) for action in actions], "and")


def _error(entry: Choice) -> Text:
    best, played = entry.best, entry.played
    worth = f" is {interval(entry.verdict.shown, entry.verdict.se)} points better than "
    said = *_begun(phrase(best.action, entry.view)), worth, *_instead(entry)
    if best.match is None or played.match is None:
        return *said, "."
    return *said, f" at this score: {percent(best.match)} to win the match, not ",\
        f"{percent(played.match)}."  # fmt: skip


def _instead(entry: Choice) -> Text:
    """The played action; another spread of the same knock has no name of its own."""
    best, played = entry.best.action, entry.found.played
    if str(best) == str(played):
        return ("the way it was laid out",)
    return phrase(played, entry.view)


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
        said.append(("The interval reaches beyond this mark.",))
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


def _reason(entry: Choice, reason: Reason) -> Text | None:
    """A reason in words; None where its numbers look alike once they are rounded."""
    if reason.ending is None:
        return _taken(entry, reason)
    best, played = shares(entry, reason.ending)
    often = by_frequency(entry, reason.ending)
    if often is None:
        return None
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
    much = "all" if reason.share >= 1 else percent(reason.share)
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
