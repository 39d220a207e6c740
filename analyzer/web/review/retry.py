"""Retry my mistakes: one error at a time, the answer not in the page before the try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import groups, held, spread
from analyzer.display.parts import LaidDown
from analyzer.display.review.entries import entry_card, is_error
from analyzer.display.review.words import place
from analyzer.display.table import (
    CardTable,
    TableButton,
    choosable,
    in_rows,
    seen_from,
    with_ticks,
)
from analyzer.engine.rollout import spread_of
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Defense, cards_in_order
from analyzer.game.cards import CardSet
from analyzer.game.view import View
from analyzer.game.words import today
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import full_phrase, listed, lower, upper
from analyzer.practice.knocks import KnockToAnswer
from analyzer.review import Choice, Entry, LayOff, Report
from analyzer.service.jobs import Job
from analyzer.web.chrome import whole_page
from analyzer.web.review import pages as review
from analyzer.web.review import report as reviewreport

retry = Blueprint("retry", __name__, url_prefix="/review/<ident>/retry")

RIGHT, WRONG = "r", "w"
"""The result of each try, in the address."""

DISCARD: Final = TableButton("Discard", "discard", "try", main=True, role="discard")

LAY_OFF: Final = "lay-off"
"""The question where a knock is answered."""

DESCRIPTION: Final = "The decisions that went wrong, to try again with the answers hidden."


@retry.get("")
def show(ident: str) -> Response:
    """The first error not tried yet of player ``seat``; after a ``try`` how good it was.

    A lay-off is tried with ``try=lay-off`` and each card as ``off``. A first wrong try is asked
    again before the answer is told (``second``). ``so`` holds how the tries before went, so that
    nothing has to be kept.
    """
    job, report = review.finished(ident)
    seat = _seat(report)
    errors = errors_of(report, seat)
    went = _went(len(errors))
    if len(went) == len(errors):
        return _page(_ended(job, report, seat, errors, went))
    page = _asking(job, report, seat, errors, went)
    at = errors[len(went)]
    try:
        answer = _answer(report.entries[at])
    except InputError as error:
        return _page(_asked_again(page, error))
    if answer is None:
        return _page(page)
    if not answer.right and "second" not in request.args:
        return _page(_once_more(page, ident, answer))
    return _page(_answered(job, report, page, at, went, answer))


def errors_of(report: Report, seat: int) -> tuple[int, ...]:
    """The places of the errors of a player."""
    return tuple(
        at for at, choice in enumerate(report.entries) if choice.seat == seat and is_error(choice)
    )


class _Answer(NamedTuple):
    """A try, judged."""

    right: bool
    words: str


def _answer(entry: Entry) -> _Answer | None:
    """Return what was tried; None where nothing was. Raises InputError for cards that do not
    fit."""
    tried = today(request.args.get("try", ""))
    if tried == DISCARD.value and "card" in request.args:
        tried = f"discard {request.args['card']}"
    if isinstance(entry, LayOff):
        return _laid(entry) if tried == LAY_OFF else None
    if entry.badly_laid_down:
        way = next((way for way in _layouts(entry) if way.full == tried), None)
        return None if way is None else _laid_down(entry, way)
    action = next((option for option in entry.options if str(option) == tried), None)
    return None if action is None else _acted(entry, action)


def _acted(entry: Choice, action: Action) -> _Answer:
    text, right = full_phrase(entry.view, action), entry.as_good(action)
    if right and action.plain == entry.best.action.plain:
        return _Answer(right, f"{text}: that is the best possible.")
    if right:
        return _Answer(right, f"{text}: as good as the best.")
    if action.plain == entry.found.played.plain:
        return _Answer(right, f"{text} is what was played.")
    return _Answer(right, f"You chose: {lower(text)}. That is not the best, either.")


def _layouts(entry: Choice) -> tuple[Action, ...]:
    """The ways to lay down that were judged, in an order that tells nothing."""
    judged_ways = {value.action for value in entry.found.actions}
    ways = (action for action in entry.view.legal_actions() if action in judged_ways)
    return tuple(action for action in ways if action.plain == entry.found.played.plain)


def _laid_down(entry: Choice, way: Action) -> _Answer:
    text = layout_words(entry.view, way)
    if entry.laid_as_well(way):
        return _Answer(True, f"{text}: that is the best possible.")
    return _Answer(False, f"{text} is what was played.")


def layout_words(view: View, way: Action) -> str:
    """A way to lay a knock down: its melds, and what is left."""
    melds = [" ".join(card.symbol for card in cards_in_order(meld)) for meld in way.melds]
    return f"{listed(melds, 'and')}, {counted(spread_of(way, view).points, 'point')} left"


def lay_off_words(off: CardSet, answer: Defense) -> str:
    """Return what laying off some cards leaves."""
    named = listed([card.symbol for card in off], "and") or "nothing"
    return f"Laying off {named} leaves {counted(answer.points, 'point')}"


def _laid(entry: LayOff) -> _Answer:
    """The cards ticked, laid off, with the rest melded at its best."""
    off = CardSet.of(" ".join(request.args.getlist("off")))
    answer = _knock_of(entry).answered(off).played
    text = lay_off_words(off, answer)
    if entry.as_good(answer):
        return _Answer(True, f"{text}: that is the best possible.")
    if answer.points == entry.played.points:
        return _Answer(False, f"{text}, as was left then.")
    return _Answer(False, f"{text}, not the least possible.")


def _seat(report: Report) -> int:
    wanted = request.args.get("seat", type=int)
    return wanted - 1 if wanted is not None and wanted - 1 in report.seats else report.seats[0]


def _went(most: int) -> str:
    text = request.args.get("so", "")[:most]
    return text if set(text) <= {RIGHT, WRONG} else ""


def _bare(job: Job, seat: int) -> dict[str, Any]:
    """Return what every page of the retry has (`review/retry.html`)."""
    return {
        "title": f"{job.title} · try again",
        "description": DESCRIPTION,
        "ident": job.id,
        "seat": seat + 1,
        "place": "",
        "felt": None,
        "tried": None,
        "ended": (),
        "again": False,
    }


def _asking(
    job: Job, report: Report, seat: int, errors: Sequence[int], went: str
) -> dict[str, Any]:
    """The position alone: nothing in it tells what was played, what was best, or what it cost."""
    entry = report.entries[errors[len(went)]]
    page = _bare(job, seat) | {
        "counted": f"Error {len(went) + 1} of {len(errors)}",
        "so_far": _so_far(went),
        "place": place(report, entry),
        "hidden": [("seat", str(seat + 1)), *([("so", went)] if went else [])],
    }
    url, hidden = url_for("retry.show", ident=job.id), page["hidden"]
    if isinstance(entry, LayOff):
        return page | {"felt": laying_off(_knock_of(entry), url, hidden)}
    if entry.badly_laid_down:
        return page | {"felt": laying_down(entry.view, _layouts(entry), url, hidden)}
    return page | {"felt": deciding(entry.view, entry.options, url, hidden)}


def _knock_of(entry: LayOff) -> KnockToAnswer:
    return KnockToAnswer(entry.rules, entry.knock, entry.cards)


def deciding(
    view: View, options: Sequence[Action], url: str, hidden: Sequence[tuple[str, str]]
) -> CardTable:
    """The table of a decision: a card is chosen and discarded, all else has a button."""
    cards = {option.card: str(option.card) for option in options if option.kind is Kind.DISCARD}
    others = [option for option in options if option.kind is not Kind.DISCARD]
    buttons = [TableButton(full_phrase(view, other), str(other), "try") for other in others]
    choices = {card: value for card, value in cards.items() if card is not None}
    return replace(
        seen_from(view),
        heading="What do you play?",
        heading_id="question",
        rows=in_rows(choosable(held(view), choices)),
        field="card" if choices else None,
        on_pile=DISCARD if choices else None,
        buttons=(*buttons, *([DISCARD] if choices else [])),
        action=url,
        target=None,
        hidden=tuple(hidden),
    )


def laying_down(
    view: View, ways: Sequence[Action], url: str, hidden: Sequence[tuple[str, str]]
) -> CardTable:
    """The table of a knock that is made: a button for each way to lay it down."""
    discarded = ways[0].card
    return replace(
        seen_from(view),
        heading="How do you lay it down?",
        heading_id="question",
        said="You knock." if discarded is None else f"You knock, discarding {discarded.symbol}.",
        buttons=tuple(TableButton(layout_words(view, way), way.full, "try") for way in ways),
        action=url,
        target=None,
        hidden=tuple(hidden),
    )


def laying_off(shown: KnockToAnswer, url: str, hidden: Sequence[tuple[str, str]]) -> CardTable:
    """A knock on the table, and one's own cards to choose from."""
    knock, hand = shown.knock, groups(shown.cards, shown.rules)
    laid = spread(knock.melds, knock.deadwood, shown.rules)
    return CardTable(
        "What do you lay off?",
        "question",
        said="Choose the cards that go on their melds. The rest is melded as well as it can be.",
        laid=(LaidDown(f"They knock with {knock.points}", laid),),
        rows=in_rows(choosable(hand, {card: str(card) for card in shown.cards})),
        field="off",
        several=True,
        buttons=(TableButton("Lay down", LAY_OFF, "try", main=True),),
        action=url,
        target=None,
        hidden=tuple(hidden),
    )


def _asked_again(page: dict[str, Any], error: InputError) -> dict[str, Any]:
    """The same question with the cards as they were ticked, and why they cannot be."""
    text, ticked = f"{upper(error.message)}.", request.args.getlist("off")
    return page | {"felt": replace(with_ticks(page["felt"], ticked), error=text)}


def _once_more(page: dict[str, Any], ident: str, answer: _Answer) -> dict[str, Any]:
    """The same question after a first wrong try, the solution a link away."""
    felt: CardTable = page["felt"]
    solution: dict[str, Any] = request.args.to_dict(flat=False) | {"second": ["1"]}
    button = TableButton("Show the answer", href=url_for("retry.show", ident=ident, **solution))
    again = replace(
        felt, heading="Not this one.", sign="none", said=f"{answer.words} Try once more.",
        hidden=(*felt.hidden, ("second", "1")), buttons=(button, *felt.buttons),
    )  # fmt: skip
    return page | {"felt": again}


def _answered(
    job: Job, report: Report, page: dict[str, Any], at: int, went: str, answer: _Answer
) -> dict[str, Any]:
    seat = report.entries[at].seat
    after = went + (RIGHT if answer.right and "second" not in request.args else WRONG)
    card = entry_card(report, at, reviewreport.addresses(job), opened=(at,))
    more = len(after) < len(errors_of(report, seat))
    return page | {
        "so_far": _so_far(after),
        "felt": None,
        "tried": answer,
        "entry": card | {"before": None, "after": None},
        "so": after,
        "next_label": "Next error" if more else "How it went",
    }


def _ended(job: Job, report: Report, seat: int, errors: Sequence[int], went: str) -> dict[str, Any]:
    to, right = reviewreport.addresses(job), went.count(RIGHT)
    return _bare(job, seat) | {
        "counted": "All errors tried" if errors else "Nothing to try again",
        "so_far": f"{right} of {counted(len(errors), 'error')} found." if errors else "",
        "ended": [
            (place(report, report.entries[at]), to.entry(at), how == RIGHT)
            for at, how in zip(errors, went, strict=True)
        ],
        "again": bool(errors),
    }


def _so_far(went: str) -> str:
    return f"{went.count(RIGHT)} right of {len(went)}" if went else ""


def _page(page: dict[str, Any]) -> Response:
    return whole_page("review/retry.html", **page)
