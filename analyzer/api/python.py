"""The functions of the public Python API: the rooms beneath, with texts read on the way in.

Wherever a value is wanted its text will do: cards, a preset with its changes, a view in any
form, a record in any form; cards may be a list too. What cannot be read is an
:class:`~analyzer.errors.InputError`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from analyzer.api._given import (
    number,
    refused,
    seats_of,
    seed_of,
    seen_of,
    taken,
    text_of,
    view_of,
    whole,
)
from analyzer.api.records import read_match
from analyzer.api.views import read_view
from analyzer.engine import search
from analyzer.engine.general import WORLDS as SEATS_WORLDS
from analyzer.engine.general import advise
from analyzer.engine.opponents import DEFAULT_OPPONENT
from analyzer.engine.turn_evidence import WORLDS, BeliefSummary, model_for, read
from analyzer.engine.types import Evaluation, Limit
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.view import View
from analyzer.notation.records import Match, Record
from analyzer.review import Choice, Entry, LayOff, Report, ReviewSettings, run
from analyzer.review.coach import Detail
from analyzer.review.coach import explain as coach

_USUAL: Final = ReviewSettings()


def parse_view(text: str) -> View:
    """Read what one player knows in a game of any rules: a text, a JSON document, a position id.

    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, upcard: 9c")
    >>> view.question.value, len(view.unseen)
    ('upcard', 41)
    """
    return read_view(text_of(text, "view"))


def parse_record(text: str) -> Record:
    """The record of one hand in any form that `ginsight convert` reads.

    Players 1 and 2 of the texts are 0 and 1 here: as the dealer, of each turn, in `hands`.

    >>> record = parse_record('[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd 2. +? -Jd')
    >>> len(record.turns), record.dealer
    (2, 1)
    """
    hands = read_match(text_of(text, "record")).hands
    if len(hands) != 1:
        raise InputError(f"{len(hands)} hands are given", hint="review takes a whole match")
    return hands[0]


def belief(
    view: View | str, *, opponent: str = DEFAULT_OPPONENT, worlds: int = WORLDS, seed: int = 1
) -> BeliefSummary:
    """Return what the opponent may hold: the chance of each card, and of each number of points.

    >>> reading = belief("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, upcard: 9c", worlds=512)
    >>> round(sum(reading.chances.values()))
    10
    """
    model = model_for(opponent)
    return read(view_of(view), model, whole(worlds, "worlds"), seed_of(seed))


def analyze(
    view: View | str,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    error: float | None = None,
    seed: int = 1,
    opponent: str = DEFAULT_OPPONENT,
) -> Evaluation:
    """Value every legal action, best first, and say how sure that is.

    The search ends at the first limit that is reached: `worlds` played, `seconds` passed, or
    every difference to the best known to ± `error` points; after a second if none is given. Where
    several play, with jokers or in mahjong gin every move is played out greedily in `worlds`.

    >>> answer = analyze("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh, stock: 12", worlds=256)
    >>> [str(action) for action in answer.best]
    ['gin Kh']
    >>> joker = "rules: one-joker, hand: X1 7h 8h 4c 4d 4s Tc Jc Qc Kc Kd, pile: 9c"
    >>> [str(action) for action in analyze(joker, worlds=40).best]
    ['gin Kd']
    """
    seen = seen_of(view)
    if not seen.rules.two_handed:
        if (seconds, error, opponent) != (None, None, DEFAULT_OPPONENT):
            raise InputError("several play on greedily", where="view", hint="give only worlds")
        return advise(seen, whole(worlds or SEATS_WORLDS, "worlds"), seed_of(seed))
    if worlds is seconds is error is None:
        seconds = 1.0
    limit = Limit(
        None if worlds is None else whole(worlds, "worlds"),
        None if seconds is None else number(seconds, "seconds"),
        None if error is None else number(error, "error"),
    )
    threads = os.cpu_count() or 1
    return search.analyze(seen, limit, seed=seed_of(seed), opponent=opponent, threads=threads)


def review(
    played: Record | Match | str,
    *,
    seats: Sequence[int] | None = None,
    worlds: int | None = None,
    seed: int = _USUAL.seed,
    opponent: str = _USUAL.opponent,
) -> Report:
    """Return what each decision of a hand or a match cost, and what was luck; a text may have any
    form.

    `seats` are those whose hand is known if not given: (0,) is player 1 of the texts, (1,) is
    player 2, (0, 1) both. `worlds` are the most for one decision: 16,384 if not given, and 128
    where several play, with jokers or of mahjong gin.

    >>> import analyzer
    >>> report = analyzer.review('''
    ... [Rules "eaai"] [Dealer "2"] [Upcard "9d"] [Hand2 "?"]
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
    ... ''', worlds=512)
    >>> [entry.verdict.grade.value for entry in report.entries]
    ['best', 'best']
    """
    match = _played_of(played)
    most = None if worlds is None else whole(worlds, "worlds")
    settings = ReviewSettings.of(match.rules, most, seed_of(seed), opponent)
    threads = os.cpu_count() or 1
    return run.review(match, seats=seats_of(seats), settings=settings, threads=threads)


def explain(entry: Entry, *, cards: bool = False) -> str:
    """Return what a coach says of one entry of a review; with `cards`, at length.

    >>> from analyzer import review
    >>> report = review('''[Rules "eaai"] [Dealer "2"] [Upcard "9d"] [Hand2 "?"]
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c''', worlds=512)
    >>> explain(report.entries[0])
    'Taking the 9♦ is clearly best.'
    """
    depth = Detail.CARDS if cards else Detail.SENTENCE
    return coach(_entry_of(entry), depth).text(_symbol)


def _symbol(card: Card) -> str:
    return card.symbol


def _played_of(given: Record | Match | str) -> Record | Match:
    """A hand or a match, or the one in a text of any form."""
    if isinstance(given, Record):
        return given
    return taken(given, Match, read_match, "record", "give a Record, or a text of any form")


def _entry_of(given: Entry) -> Entry:
    """One entry of a report."""
    if isinstance(given, Choice | LayOff):
        return given
    raise refused(given, "entry", "give one of a report, such as report.entries[0]")
