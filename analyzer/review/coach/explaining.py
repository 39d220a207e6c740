"""An entry in words: one sentence, a paragraph, or with the cards shown.

Every number in a text is one of the entry's own, or counted from its view. What cannot be told
from the best is called tied. Cards stay cards in a text, so that each door draws them its way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from math import sqrt
from re import findall
from types import MappingProxyType
from typing import Final

from analyzer.engine.comparisons.types import Channel, MadeKind
from analyzer.engine.thresholds import FLOORS, half_width
from analyzer.engine.types import ActionValue, Ending, EndingShare, Grade
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Tie
from analyzer.notation.numbers import counted, percent, points
from analyzer.notation.phrases import (
    ENDINGS,
    Text,
    begun,
    cards_listed,
    doing,
    text_of,
    texts_listed,
    upper,
)
from analyzer.review import Choice, Entry, LayOff
from analyzer.review.coach import facts
from analyzer.review.coach._reasons import NOTHING, Reason, by_frequency, reasons_of, shares
from analyzer.review.coach._sayings import sayings
from analyzer.review.coach.because import because
from analyzer.review.coach.causes import CauseTold, apart, causes_told
from analyzer.review.coach.themes import ENTRIES_KEPT, Theme, themes_of

MOST_REASONS: Final = 2
MOST_SAYINGS: Final = 2
ALL: Final = 0.995
"""Share of the loss that is rounded to all of it."""
WHOLE: Final = 0.001
"""The distance of a loss in points, not in the match, from a whole number."""

_SAID: Final = {
    Theme.DANGER: (None,),
    Theme.LATE_LIVE_CARD: (None,),
    Theme.UNDERCUT: (Ending.UNDERCUT,),
}
"""The reasons that say the same as a theme."""

_SAFETY: Final = (
    Theme.FEEDS, Theme.KEPT_TO_LAY_OFF, Theme.SAFE_CARD, Theme.READ_DISCARDS, Theme.DANGER,
    Theme.LATE_LIVE_CARD,
)  # fmt: skip
"""Themes that tell why a discard is taken, the most telling first: told before the others where
that is a reason, else after them."""


class Detail(IntEnum):
    """The length of an explanation."""

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
    """The coach's words on an entry."""

    sentences: tuple[Text, ...]
    """The verdict first."""
    reasons: tuple[Reason, ...]
    themes: tuple[Theme, ...]
    pictures: tuple[Picture, ...] = ()
    causes: tuple[CauseTold, ...] = ()
    """The measured causes, in the order in which they are told."""

    def text(self, name: Callable[[Card], str] = str) -> str:
        """The sentences in a row, each card as `name` draws it."""
        return " ".join(text_of(sentence, name) for sentence in self.sentences)


@lru_cache(maxsize=2 * ENTRIES_KEPT)
def explain(entry: Entry, depth: Detail = Detail.PARAGRAPH) -> Explanation:
    """Return what there is to say of an entry, to a depth.

    >>> from analyzer.game.actions import Action
    >>> from analyzer.notation import parse_view
    >>> from analyzer.review import DecisionKind, ReviewSettings, judge
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> found = judge(view, Action(Kind.GIN, Card.of("Kh")), ReviewSettings(worlds=512))
    >>> entry = Choice(0, 0, 0, DecisionKind.KNOCK, view, found)
    >>> explain(entry, Detail.SENTENCE).text()
    'Going gin and discarding Kh is clearly best.'
    """
    if isinstance(entry, LayOff):
        return Explanation((_lay_off(entry),), (), themes_of(entry))
    if entry.verdict.grade is Grade.BEST:
        return Explanation((_praise(entry),), (), ())
    if not entry.view.rules.two_handed:
        reason = because(entry.view, entry.best.action, entry.found.played)
        return Explanation((_error(entry), *(() if reason is None else ((reason,),))), (), ())
    themes, worded, causes = themes_of(entry), _worded(entry), causes_told(entry)
    reasons, texts = tuple(reason for reason, _ in worded), [text for _, text in worded]
    counts = _counted(entry, themes, reasons)
    why = [*texts[:MOST_REASONS], *counts[:MOST_SAYINGS]]
    if causes:
        why = [*(cause.text for cause in causes), *_number(entry, causes, worded, themes)]
    if depth is Detail.SENTENCE:
        return Explanation((_error(entry), *why[:1]), reasons, themes, causes=causes)
    closing = _closing(entry, reasons, why)
    pictures = _pictures(entry) if depth is Detail.CARDS else ()
    return Explanation((_error(entry), *why, *closing), reasons, themes, pictures, causes)


_ALIKE: Final[Mapping[Channel | MadeKind, frozenset[Theme | Ending | None]]] = MappingProxyType(
    {
        Channel.FEEDING: frozenset({None, Theme.DANGER, Theme.LATE_LIVE_CARD, Theme.FEEDS}),
        Channel.WAITS: frozenset({Theme.PAIR_KEPT, Theme.LONE_CARD, Theme.OUTS}),
        Channel.LAYING_OFF: frozenset({Theme.KEPT_TO_LAY_OFF}),
        Channel.SCORE: frozenset({Theme.SCORE}),
        Channel.UNDERCUT: frozenset({Ending.UNDERCUT, Ending.THEIR_UNDERCUT, Theme.UNDERCUT}),
        MadeKind.MELD: frozenset({Theme.MELD_LEFT}),
        MadeKind.GIN_WITH_TOP: frozenset({Theme.KNOCK_LEFT, Theme.MELD_LEFT}),
        MadeKind.KNOCK_WITH_TOP: frozenset({Theme.KNOCK_LEFT}),
    }
)
"""The themes and reasons that say much the same as a cause."""


def _number(
    entry: Choice,
    causes: Sequence[CauseTold],
    worded: Sequence[tuple[Reason, Text]],
    themes: Sequence[Theme],
) -> list[Text]:
    """One sentence with a number, of something that the causes have not said; or the score's."""
    measured = entry.found.causes
    kinds: set[Channel | MadeKind] = {cause.channel for cause in causes if cause.channel}
    if measured is not None and measured.made is not None:
        kinds.add(measured.made.kind)
    alike = frozenset[Theme | Ending | None]().union(*(_ALIKE.get(kind, ()) for kind in kinds))
    texts = [text for reason, text in worded if reason.ending not in alike]
    texts += [text for theme in themes if theme not in alike for text in sayings(entry, theme)]
    flips = Theme.SCORE in themes and Theme.SCORE not in alike
    first = sayings(entry, Theme.SCORE) if flips else ()
    known = set[str]().union(*(_numbers(cause.text) for cause in causes))
    return [*first, *(text for text in texts if _numbers(text) - known)][:1]


def _numbers(text: Text) -> set[str]:
    """The numbers of a text; cards are none."""
    pieces = (piece for piece in text if not isinstance(piece, Card))
    return {number for piece in pieces for number in findall(r"\d+(?:\.\d+)?", piece)}


def _counted(entry: Choice, themes: Sequence[Theme], reasons: Sequence[Reason]) -> list[Text]:
    """Return what the themes count, but for what a reason has said already."""
    endings = {reason.ending for reason in reasons[:MOST_REASONS]}
    wanted = [theme for theme in themes if not endings & {*_SAID.get(theme, ())}]
    if Theme.SAFE_CARD in wanted and Theme.READ_DISCARDS in wanted:
        wanted.remove(Theme.READ_DISCARDS)  # no need to infer what is certain
    wanted.sort(key=lambda theme: _rank(theme, taken=None in endings))
    return [text for theme in wanted for text in sayings(entry, theme)]


def _rank(theme: Theme, *, taken: bool) -> tuple[bool, bool, int]:
    """Return when a theme's turn is: the score first, then what has to do with the reasons."""
    safety = theme in _SAFETY
    within = _SAFETY.index(theme) if safety else 0
    return theme is not Theme.SCORE, safety is not taken, within


# ---------------------------------------------------------------- verdicts


def _lay_off(entry: LayOff) -> Text:
    best, played = entry.best.points, entry.played.points
    if entry.verdict.grade is Grade.BEST:
        return (f"Laid down best: {counted(played, 'point')} left.",)
    cost = f"It leaves {counted(played, 'point')}, the best answer {best}: {_exactly(entry)} lost."
    if _undercuts(entry, best) and not _undercuts(entry, played):
        cost += f" With {best} you undercut their {entry.knock.points}."
    best_off, off = (dict(answer.laid_off) for answer in (entry.best, entry.played))
    missed = [card for card in best_off if card in entry.played.deadwood]
    if missed:
        goes = "goes" if len(missed) == 1 else "go"
        return f"{cost} ", *cards_listed(missed), f" {goes} on their melds."
    for cards, others, where in (
        (best_off, off, "on their melds, not in yours"),
        (off, best_off, "in your melds, not on theirs"),
    ):
        apart = [card for card in cards if card not in others]
        if apart:
            verb = "belongs" if len(apart) == 1 else "belong"
            return f"{cost} ", *cards_listed(apart), f" {verb} {where}."
    return (cost,)


def _undercuts(entry: LayOff, left: int) -> bool:
    """True if a defender who is left with so many points undercuts the knock."""
    knocked = entry.knock.points
    return knocked > 0 and left < knocked + (entry.rules.tie is Tie.UNDERCUT)


def _exactly(entry: LayOff) -> str:
    """Return what a lay-off lost: in points a whole number."""
    lost, unit = entry.verdict.shown, entry.unit
    return f"{unit.amount(lost)} {unit.short}" if unit.match else counted(round(lost), "point")


def _praise(entry: Choice) -> Text:
    played = doing(entry.view, entry.found.played)
    if entry.verdict.forced:
        return "There is no choice: ", *played, "."
    played_move = entry.found.played.plain
    others = [action for action in entry.tied if action.plain != played_move]
    if entry.best.action != entry.found.played:
        best = doing(entry.view, entry.best.action)
        return *begun(played), " cannot be told from the best, ", *best, "."
    if others:
        named = texts_listed([doing(entry.view, action) for action in others])
        return *begun(played), " is tied for best with ", *named, "."
    if entry.verdict.obvious:
        return *begun(played), " is clearly best."
    rest = (action for action in entry.found.actions if action.action.plain != played_move)
    after = next(rest, None)
    if after is None:  # a choice of spreads only, as when one discard alone may be knocked with
        return *begun(played), " is best."
    gap = entry.unit.loss_estimate(entry.best, after)
    return *begun(played), " is best; ", *doing(entry.view, after.action), f" is {gap} behind."


def _error(entry: Choice) -> Text:
    """By how much the best is better; another spread of the same knock has no name of its own."""
    best, played = entry.best.action, entry.found.played
    other: Text = ("with the melds laid down differently",)
    if best.plain != played.plain:
        other = "than ", *doing(entry.view, played)
    begin = *begun(doing(entry.view, best)), f" is {_behind(entry)} better "
    return *begin, *other, *_at_score(entry), "."


def _behind(entry: Choice) -> str:
    """Return how far the played action is behind; whole points where both were counted out."""
    unit, lost = entry.unit, entry.unit.loss(entry.best, entry.played)
    if entry.best.exact and entry.played.exact and not unit.match and lost.is_integer():
        return counted(int(lost), "point")
    return unit.noun(unit.loss_estimate(entry.best, entry.played))


def _at_score(entry: Choice) -> Text:
    """The chance to win the match with both actions."""
    if not entry.unit.match:
        return ()
    first, second = (
        entry.unit.number_text(entry.best, value) for value in (entry.best, entry.played)
    )
    return (f": {first} to win the match instead of {second}",) if first != second else ()


def _closing(entry: Choice, reasons: Sequence[Reason], why: Sequence[Text]) -> tuple[Text, ...]:
    """Return what the numbers do not say."""
    texts: list[Text] = []
    if not reasons and not why and entry.found.gap:
        texts.append(("No one way in which the hand can end accounts for it.",))
    if entry.verdict.close:
        texts.append(("The loss is too uncertain for a worse class.",))
    elif not entry.verdict.decided:
        other = _other_class(entry)
        texts.append((f"How much was lost is uncertain: it may be one class {other}.",))
    return tuple(texts)


def _other_class(entry: Choice) -> str:
    """Return which classes the interval reaches; there is none above a blunder."""
    verdict, half = entry.verdict, half_width(entry.verdict.se)
    order = [grade for grade, _ in reversed(FLOORS)]
    floors, at = dict(FLOORS), order.index(verdict.grade)
    if at == len(order) - 1:
        return "less"
    less = verdict.loss - half < floors[verdict.grade]
    more = verdict.loss + half >= floors[order[at + 1]]
    return "more or less" if less is more else "less" if less else "more"


# ---------------------------------------------------------------- reasons

_DEAR: Final = {
    Ending.GIN: "Your gin brings",
    Ending.KNOCK: "Your winning knock brings",
    Ending.UNDERCUT: "An undercut costs you",
    Ending.THEIR_GIN: "Their gin costs you",
    Ending.THEIR_KNOCK: "Their winning knock costs you",
    Ending.THEIR_UNDERCUT: "Undercutting them brings",
}
_LAID: Final = {
    Ending.KNOCK: "This knock wins in {} of hands.",
    Ending.UNDERCUT: "This knock is undercut in {} of hands.",
}
"""The end of a knock, where the other action plays on."""


LEAST_DEAR: Final = 1.0
"""Difference of what an ending brings, in points, from which it is a reason."""


def _worded(entry: Choice) -> list[tuple[Reason, Text]]:
    """The reasons that can be told, each in its words."""
    worded = [(reason, _reason(entry, reason)) for reason in reasons_of(entry)]
    kept = [(reason, text) for reason, text in worded if text is not None]
    return kept if _void_end(entry) is None else kept[:1]


def _void_end(entry: Choice) -> ActionValue | None:
    """The one of the two actions after which nobody scores, where the other goes on."""
    void = [
        value
        for value in (entry.best, entry.played)
        if value.outcomes.get(Ending.VOID, NOTHING).p >= ALL
    ]
    return void[0] if len(void) == 1 else None


def _of_void(entry: Choice, void: ActionValue, ending: Ending) -> Text | None:
    """Return what the other action leads to: beside a hand that is over, "0% instead of" says
    nothing."""
    other = entry.played if void is entry.best else entry.best
    if ending is Ending.VOID or ending not in other.outcomes:
        return None
    often = percent(other.outcomes[ending].p)
    words = f"{ENDINGS[ending]} in {often} of hands."
    return "After ", *doing(entry.view, void.action), " nobody scores; otherwise ", words


def _reason(entry: Choice, reason: Reason) -> Text | None:
    """A reason in words; None where its numbers are much alike, or go unsaid."""
    void = _void_end(entry)
    if void is not None and reason.ending is not None:
        return _of_void(entry, void, reason.ending)
    if reason.ending is None:
        return _taken(entry, reason)
    often = by_frequency(entry, reason.ending)
    if often is None:
        return None
    best, played = shares(entry, reason.ending)
    if often and _laid_down(entry):
        return _of_laying_down(entry, reason.ending)
    if often:
        unsure = abs(best.p - played.p) < _chance_error(entry, best, played)
        if unsure or not apart(best.p, played.p):
            return None
        first, second = percent(best.p), percent(played.p)
        ending = upper(ENDINGS[reason.ending])
        sentence = f"{ending} in {first} of hands instead of {second}."
    elif reason.ending in _DEAR:
        if abs(abs(best.points) - abs(played.points)) < LEAST_DEAR:
            return None
        first, second = points(abs(best.points)), points(abs(played.points))
        sentence = f"{_DEAR[reason.ending]} {first} points instead of {second}."
    else:
        return None
    return (sentence,) if first != second else None


def _chance_error(entry: Choice, best: EndingShare, played: EndingShare) -> float:
    """Half of the 95% interval of the difference of two chances, were their worlds not the same."""
    pairs = (best.p, entry.best.worlds), (played.p, entry.played.worlds)
    variance = sum(chance * (1 - chance) / worlds for chance, worlds in pairs if worlds)
    return half_width(sqrt(max(0.0, variance)))


def _laid_down(entry: Choice) -> bool:
    """True if one of the actions lays down and the other does not, or lays down worse than gin."""
    best, played = entry.best.action, entry.found.played
    gin = best.kind in {Kind.GIN, Kind.BIG_GIN} and played.kind is Kind.KNOCK
    return gin or best.ends_hand != played.ends_hand


def _of_laying_down(entry: Choice, ending: Ending) -> Text | None:
    """That the best knock wins, or the played one is undercut.

    What playing on brings has a sentence of its own.
    """
    value = {Ending.KNOCK: entry.best, Ending.UNDERCUT: entry.played}.get(ending)
    if value is None or value.action.kind is not Kind.KNOCK or ending not in value.outcomes:
        return None
    return (_LAID[ending].format(percent(value.outcomes[ending].p)),)


def _taken(entry: Choice, reason: Reason) -> Text | None:
    card, danger = entry.found.played.card, entry.played.danger
    if card is None or not danger:
        return None
    much = "all" if reason.share >= ALL else percent(reason.share)
    often = f" in {percent(danger)} of hands, and {much} of the loss lies in these."
    return "They take ", card, often


# ---------------------------------------------------------------- pictures


def _pictures(entry: Choice) -> tuple[Picture, ...]:
    """The outs after both actions, and the pairs that use the card discarded."""
    outs_shown, pairs_shown = [], []
    for action in (entry.best.action, entry.found.played):
        if action.kind is not Kind.DISCARD or action.card is None:
            continue
        outs = facts.outs_after(entry.view, action)
        outs_shown.append(Picture(("After ", action.card, ", outs to a meld"), (outs.meld,)))
        if outs.gin:
            outs_shown.append(Picture(("After ", action.card, ", outs to gin"), (outs.gin,)))
        pairs = facts.holdings(entry.view, action.card)
        pairs_shown.append(Picture(("Pairs of theirs that use ", action.card), pairs))
    return *outs_shown, *pairs_shown
