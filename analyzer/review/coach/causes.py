"""The causes of an error in words, and in their order.

First a meld, knock or gin that exactly one of the two plays makes or breaks; else the channel that
explains at least half of the loss, with its cards; else that several small things add up, and the
largest. A second sentence tells the next channel where it explains a fifth. A channel is told
only by what the columns beside it show: cards by name, or chances that differ by five percentage
points; otherwise the next one is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from analyzer.engine.comparisons.causes import completing, kept_by
from analyzer.engine.comparisons.types import Cause, Causes, Channel, ExactCause, MadeKind
from analyzer.engine.rollout import spread_of
from analyzer.engine.types import ActionValue, Ending, Evaluation
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood, is_meld, melds_through
from analyzer.game.view import View
from analyzer.notation.numbers import counted, percent, points
from analyzer.notation.phrases import Text, cards_listed, doing, lower, meld_kind
from analyzer.review import Choice, Finding, Verdict, kind_of
from analyzer.review.coach import facts

HALF: Final = 0.5
"""Share of the loss from which a channel is its cause."""
FIFTH: Final = 0.2
"""Share from which a further channel is told too."""
TENTH: Final = 0.1
"""Part of what a cause explains from which a difference in numbers is told for it."""
APART: Final = 5
"""Percentage points between two chances from which the difference is told."""
MOST_CARDS: Final = 6
"""Cards that are named in a list; more are counted."""


class CauseRank(StrEnum):
    """The reason why a cause is told where it is."""

    EXACT = "exact"
    LARGEST = "largest"
    SMALL = "several small"
    """The largest of those that explain less than half each."""
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class CauseTold:
    """A cause in words."""

    rank: CauseRank
    channel: Channel | None
    """None for what is exact."""
    text: Text


def causes_told(entry: Choice) -> tuple[CauseTold, ...]:
    """Return what is said of the causes of an error, in order; nothing where none were measured."""
    causes = entry.found.causes
    if causes is None:
        return ()
    if causes.made is not None:
        return (CauseTold(CauseRank.EXACT, None, _made(entry, causes.made)),)
    ordered = tellable(entry, causes)
    if not ordered:
        return (CauseTold(CauseRank.SMALL, None, ("Several small things add up.",)),)
    (first, words), *others = ordered
    if first.share >= HALF:
        causes_told = [CauseTold(CauseRank.LARGEST, first.channel, words)]
    else:
        causes_told = [CauseTold(CauseRank.SMALL, first.channel, _among_others(words))]
    if others and others[0][0].share >= FIFTH:
        following, text = others[0]
        causes_told.append(CauseTold(CauseRank.NEXT, following.channel, text))
    return tuple(causes_told)


def tellable(entry: Choice, causes: Causes) -> list[tuple[Cause, Text]]:
    """The channels that explain something and show in the columns, with their words."""
    explaining = [cause for cause in causes.channels if cause.share > 0]
    worded = [(cause, _WORDS[cause.channel](entry, causes)) for cause in explaining]
    return [(cause, words) for cause, words in worded if words is not None]


def apart(first: float, second: float) -> bool:
    """True if two chances differ by enough, as the whole percents that are shown, to be told."""
    return abs(round(100 * first) - round(100 * second)) >= APART


def answer_causes_told(evaluation: Evaluation) -> tuple[Text, ...]:
    """Return why the first action of an answer beats the next; nothing where not measured."""
    causes = evaluation.causes
    if causes is None:
        return ()
    first, *others = (cause.text for cause in causes_told(_as_if_played(evaluation, causes)))
    begin = first[0] if isinstance(first[0], Card) else lower(first[0])
    against = doing(evaluation.view, causes.other)
    return ("Against ", *against, ": ", begin, *first[1:]), *others


def _as_if_played(evaluation: Evaluation, causes: Causes) -> Choice:
    """The entry that a review would make of it, had the other action been played."""
    played = next(action for action in evaluation.actions if action.action == causes.other)
    verdict = Verdict(
        played.loss, played.loss_se, played.grade, played.close,
        forced=False, obvious=False, decided=True,
    )  # fmt: skip
    finding = Finding(
        actions=evaluation.actions, played=causes.other, verdict=verdict,
        value=evaluation.actions[0].q, gap={}, in_points=None, fed=None, yardstick=0.0,
        worlds=evaluation.worlds, causes=causes,
    )  # fmt: skip
    return Choice(0, 0, 0, kind_of(evaluation.view), evaluation.view, finding)


def _among_others(text: Text) -> Text:
    first, *rest = text
    begin = first if isinstance(first, Card) else lower(first)
    return "Several small things add up, above all this: ", begin, *rest


# ---------------------------------------------------------------- what is exact


def _made(entry: Choice, made: ExactCause) -> Text:
    top, other = entry.view.top, entry.found.played
    match made.kind:
        case MadeKind.BIG_GIN:
            return ("All eleven cards are melded: that is big gin.",)
        case MadeKind.GIN:
            return ("All ten cards are melded: that is gin.",)
        case MadeKind.KNOCK:
            return _ends_now(entry, made.points)
        case MadeKind.LESS:
            spreads = [spread_of(action, entry.view) for action in (other, entry.best.action)]
            more, (open_, shut_) = (
                spreads[0].points,
                (facts.goes_on(entry.view, spread) for spread in spreads),
            )
            fewer = open_ - shut_
            shut: Text = (", and ", *cards_listed(fewer), " can no longer be laid off")
            begin = f"It knocks with {counted(made.points, 'point')} instead of {more}"
            return begin, *(shut if 0 < len(fewer) <= MOST_CARDS else ()), "."
    if made.kind is MadeKind.UNBROKEN:
        return _unmelds(entry, made.cards)
    assert top is not None
    if made.kind is MadeKind.MELD:
        return top, " melds at once with ", *cards_listed(made.cards.remove(top)), "."
    if made.kind is MadeKind.GIN_WITH_TOP:
        return "With ", top, " you have gin."
    return "With ", top, f" you can knock with {counted(made.points, 'point')}."


def _unmelds(entry: Choice, meld: CardSet) -> Text:
    """A discard from a meld, which may be one without the card, too."""
    card, goes = entry.found.played.card, entry.best.action.card
    assert card is not None and goes is not None
    named: Text = f"the {meld_kind(meld)} ", *cards_listed(meld)
    if is_meld(meld.remove(card), entry.view.rules):
        return "Discarding ", card, " takes it from ", *named, " and keeps ", goes, " instead."
    return "Discarding ", card, " breaks ", *named, "."


def _ends_now(entry: Choice, left: int) -> Text:
    """A knock where the hand was played on: what had to come for gin."""
    begin = f"It ends the hand at once, with {counted(left, 'point')} left"
    kept = kept_by(entry.view, entry.found.played)
    if entry.found.played.kind is not Kind.DISCARD or kept is None:
        return (f"{begin}.",)
    live = facts.outs_of(entry.view, kept).gin
    if not live:
        return (f"{begin}; if you play on, no single card gives you gin.",)
    gives = "gives" if len(live) == 1 else "give"
    return f"{begin}; if you play on, {_live(live)}", *_named(live), f" {gives} you gin."


# ---------------------------------------------------------------- channel by channel


def _waits(entry: Choice, causes: Causes) -> Text:
    view, best, other = entry.view, causes.best, causes.other
    mine, theirs = kept_by(view, best), kept_by(view, other)
    assert mine is not None
    if theirs is None or mine == view.hand:
        return _whole_hand(entry, mine, causes)
    kept, left = next(iter(mine - theirs)), next(iter(theirs - mine))
    live, lost = completing(view, mine, kept), completing(view, theirs, left)
    goes: Text = (left, ", which goes for it,") if causes.best.kind is Kind.TAKE else (left,)
    waiting: Text = kept, f" waits on {_live(live)}", *_named(live), "; ", *goes
    if not lost:
        return *waiting, " on none."
    less = ""
    if len(lost) >= len(live):
        less = f" that {'helps' if len(lost) == 1 else 'help'} less"
        less = ", at the cost of a meld" if _costs_a_meld(view, theirs, left) else less
    return *waiting, f" on {_live(lost)}", *_named(lost), f"{less}."


def _costs_a_meld(view: View, cards: CardSet, card: Card) -> bool:
    """True if every live card that completes a meld with a card takes its third from another."""
    melds = melds_through(card, cards | view.unseen, view.rules)
    partners = {third for meld in melds if len(meld - cards) == 1 for third in meld & cards} - {
        card
    }
    whole = deadwood(cards, view.rules)
    return all(deadwood(cards.remove(third), view.rules) > whole for third in partners)


def _live(cards: CardSet) -> str:
    return counted(len(cards), "live card")


def _named(cards: CardSet) -> Text:
    """The cards of a count, where they are few."""
    return (" (", *cards_listed(cards), ")") if 0 < len(cards) <= MOST_CARDS else ()


def _whole_hand(entry: Choice, kept: CardSet, causes: Causes) -> Text:
    """Return what ten cards wait for that draw, or that are played on with."""
    live = facts.outs_of(entry.view, kept)
    waiting: Text = f"Your ten cards wait on {_live(live.meld)}", *_named(live.meld)
    if causes.other.kind is Kind.TAKE:
        assert entry.view.top is not None
        return *waiting, ", and taking the ", entry.view.top, " gives up a draw."
    if not causes.other.ends_hand:
        return *waiting, "."
    gives = f" {'gives' if len(live.gin) == 1 else 'give'} gin."
    gin: Text = (f"; {_live(live.gin)}", *_named(live.gin), gives) if live.gin else (".",)
    return "If you play on, ", lower(str(waiting[0])), *waiting[1:], *gin


def _feeding(entry: Choice, causes: Causes) -> Text | None:
    card, safe, danger = causes.other.card, entry.best.danger, entry.played.danger
    if causes.best.card is None or card is None:
        return _feeding_next(entry, causes)
    if safe is None or danger is None:
        assert causes.taken is not None
        safe, danger = causes.taken
    if safe > danger or not apart(safe, danger):
        return None
    best, other = map(percent, (safe, danger))
    known = facts.known_partners(entry.view, card)
    begin: Text = ("They hold ", *cards_listed(known), " and take ") if known else ("They take ",)
    return *begin, card, f" in {other} of hands, ", causes.best.card, f" in {best}."


def _feeding_next(entry: Choice, causes: Causes) -> Text | None:
    """Return what they take next where the card discarded is not chosen yet."""
    assert causes.taken is not None
    best, other = map(percent, causes.taken)
    top = entry.view.top
    if causes.other.kind is Kind.PASS and top is not None:
        return "If you pass, they take ", top, f" in {other} of hands."
    if causes.taken[0] > causes.taken[1] or not apart(*causes.taken):
        return None
    return (f"They take what you leave them next in {best} of hands instead of {other}.",)


def _learning(entry: Choice, causes: Causes) -> Text:
    assert entry.view.top is not None
    return "They see you take ", entry.view.top, ", and keep back what goes with it."


_THEIRS: Final[tuple[tuple[str, tuple[Ending, ...]], ...]] = (
    ("When they go gin", (Ending.THEIR_GIN,)),
    ("When they knock", (Ending.THEIR_KNOCK, Ending.THEIR_UNDERCUT)),
)
"""The names of their ways to lay down, and the endings that belong to them."""


def caught_with(value: ActionValue, endings: tuple[Ending, ...]) -> tuple[float, float]:
    """(how often they lay down so, what I lose then on average)."""
    shares = [value.outcomes[ending] for ending in endings if ending in value.outcomes]
    often = sum(share.p for share in shares)
    lost = sum(-share.p * share.points for share in shares)
    return often, lost / often if often else 0.0


def _caught(entry: Choice, causes: Causes) -> Text | None:
    """By how they lay down: where the difference counts most, if it counts for anything."""
    cause, weighed = causes.of(Channel.CAUGHT), []
    for begin, endings in _THEIRS:
        best, played = (caught_with(value, endings) for value in (entry.best, entry.played))
        much = (best[0] + played[0]) / 2 * (played[1] - best[1])
        if best[0] and played[0] and best[1] > 0 and points(best[1]) != points(played[1]):
            weighed.append((much, begin, points(best[1]), points(played[1])))
    much, begin, less, more = max(weighed, default=(0.0, "", "", ""))
    if much <= 0 or (cause is not None and much < TENTH * cause.share * causes.gap):
        return None
    return (f"{begin}, you lose {less} points instead of {more}.",)


def _laying_off(entry: Choice, causes: Causes) -> Text | None:
    if causes.other.kind is Kind.KNOCK:
        return _on_the_knock(entry, causes)
    card = causes.other.card
    if card is not None and facts.known_partners(entry.view, card):
        return "Kept, ", card, " may go on their melds when they knock."
    return None


def _on_the_knock(entry: Choice, causes: Causes) -> Text | None:
    """The cards that can be laid off on the knock that was played, and not on the best one."""
    cards = facts.goes_on(entry.view, spread_of(causes.other, entry.view))
    if causes.best.kind is Kind.KNOCK:
        cards -= facts.goes_on(entry.view, spread_of(causes.best, entry.view))
    if not cards or len(cards) > MOST_CARDS:
        return None
    named = cards_listed(cards)
    if causes.best.kind is not Kind.KNOCK:
        return "They may lay off ", *named, " on this knock."
    return "They can lay off ", *named, " with the other spread, and cannot with the best."


def _undercut(entry: Choice, causes: Causes) -> Text | None:
    mine, theirs = (
        (_chance(entry.best, ending), _chance(entry.played, ending))
        for ending in (Ending.UNDERCUT, Ending.THEIR_UNDERCUT)
    )
    if causes.other.kind is Kind.KNOCK and causes.best.kind is not Kind.KNOCK:
        return (f"They undercut this knock in {percent(mine[1])} of hands.",)
    suffered = mine[1] - mine[0] >= theirs[0] - theirs[1]
    best, played = mine if suffered else theirs
    if (best >= played if suffered else best <= played) or not apart(best, played):
        return None
    if played - best == 1 and not entry.view.hidden:
        return ("With the other spread they undercut you.",)
    who = "You are undercut" if suffered else "You undercut them"
    return (f"{who} in {percent(best)} of hands instead of {percent(played)}.",)


def _chance(value: ActionValue, ending: Ending) -> float:
    return value.outcomes[ending].p if ending in value.outcomes else 0.0


_TURNS: Final = ("turn", "two turns", "three turns", "four turns", "five turns", "six turns")


def _speed(entry: Choice, causes: Causes) -> Text | None:
    assert causes.ready is not None
    turns, best, played = causes.ready
    if best <= played or not apart(best, played):
        return None
    within = f"Within your next {_TURNS[turns - 1]}"
    return (f"{within} you can lay down in {percent(best)} of hands instead of {percent(played)}.",)


def _score(entry: Choice, causes: Causes) -> Text:
    cause = causes.of(Channel.SCORE)
    assert cause is not None
    if cause.left < 0:
        return ("At 0–0 the other play would be better: the score decides.",)
    smaller = "less than half as large" if cause.share >= HALF else "smaller"
    return (f"At 0–0 the difference would be {smaller}.",)


_WORDS: Final[Mapping[Channel, Callable[[Choice, Causes], Text | None]]] = MappingProxyType(
    {
        Channel.WAITS: _waits,
        Channel.FEEDING: _feeding,
        Channel.LEARNING: _learning,
        Channel.CAUGHT: _caught,
        Channel.LAYING_OFF: _laying_off,
        Channel.UNDERCUT: _undercut,
        Channel.SPEED: _speed,
        Channel.SCORE: _score,
    }
)
