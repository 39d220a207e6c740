"""Entries as cards: the position, what was played, what was better, and why."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from analyzer.display.around import advised_felt
from analyzer.display.hands import defended, facts_of, held, spread
from analyzer.display.parts import GRADE_MARKS, ActionTable, CardGroup, LaidDown, TableMoment
from analyzer.display.review.words import KINDS, is_best, lost, notes, place, player
from analyzer.display.table import CardTable, PlayedCaption, judged
from analyzer.display.tables import MOST_MOVES, action_table
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.engine.unit import Unit
from analyzer.game.actions import Kind
from analyzer.game.arrangement import Defense
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.numbers import counted, percent
from analyzer.notation.phrases import (
    ENDINGS,
    Text,
    full_phrase,
    lower,
    past,
    phrase,
    text_of,
    upper,
)
from analyzer.review import Choice, Drawn, Entry, LayOff, Report
from analyzer.review.coach import Detail, explain, facts, themes_of

LEAST_CHANCE: Final = 0.005
"""A way to end that is rarer than this after both actions is left out."""
FIRST_FEW: Final = 3
"""Actions that a brief table has."""
NO_POSITION: Final[dict[str, Any]] = {
    "position": None, "felt": None, "table": None, "counter": None, "luck": None,
    "ident_of_position": None, "analyze": None, "belief": None, "spreads": (),
}  # fmt: skip
"""The fields that the card of a lay-off lacks; that of any other entry has no `spreads`."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """The targets of a review's links: pages on a site, places in a file."""

    entry: Callable[[int], str]
    """Of the entry at a place of the report."""
    analyze: Callable[[View], str | None]
    """Of a position on the analyze page; None where there is no such page."""
    theme: Callable[[str], str | None]
    """Of the entries with a theme; None where they cannot be asked for."""
    belief: Callable[[View], str | None] = lambda _: None
    """Of what the opponent may hold, by what was known then."""


def entry_card(
    report: Report, at: int, to: Addresses, *, opened: Collection[int] = (), brief: bool = False
) -> dict[str, Any]:
    """The entry at a place of the report as a card (`review/_entry.html`).

    `brief` tells of what was played well in few words: cards as text, the first few actions.
    """
    entry = report.entries[at]
    loss, half = lost(entry)
    before, after = _errors_beside(report, at)
    brief = brief and not is_error(entry)
    card = {
        **NO_POSITION,
        **reasons_of(entry),
        "ident": f"e{at}",
        "place": place(report, entry),
        "player": player(report, entry.seat),
        "seat": entry.seat + 1,
        "kind": KINDS[entry.kind],
        "played": played_of(entry),
        "key": "" if isinstance(entry, LayOff) else str(entry.found.played).replace(" ", "-"),
        "better": _better(entry),
        "mark": GRADE_MARKS[entry.verdict.grade],
        "lost": loss,
        "half": half,
        "notes": notes(entry.verdict),
        "tags": [(str(theme), to.theme(theme.slug)) for theme in themes_of(entry)],
        "before": None if before is None else to.entry(before),
        "after": None if after is None else to.entry(after),
        "error": is_error(entry),
        "open": at in opened,
        "brief": brief,
    }
    if isinstance(entry, LayOff):
        return card | {"spreads": spreads_of(entry)}
    return card | _at_position(report, entry, to, brief)


def reasons_of(entry: Entry) -> dict[str, Any]:
    """The coach's words on an entry, and their pictures."""
    full, short = explain(entry, Detail.CARDS), explain(entry, Detail.SENTENCE)
    more = [text for text in full.sentences if text not in short.sentences]
    return {
        "sentence": said_of(short.sentences),
        "cause": said_of(short.sentences[1:]),
        "paragraph": said_of(more) or None,
        "pictures": tuple(
            (text_of(picture.title), tuple(map(tuple, picture.cards)))
            for picture in full.pictures
            if picture.cards
        ),
    }


def _at_position(report: Report, entry: Choice, to: Addresses, brief: bool) -> dict[str, Any]:
    """The fields of the card that a lay-off lacks."""
    return {
        "position": position_of(entry.view),
        "felt": None if brief else felt_of(report, entry),
        "table": _table(entry, brief=brief),
        "actions": len(entry.found.actions),
        "counter": counter_of(entry),
        "luck": _luck(entry.found.drawn, entry.unit),
        "lucky": lucky(entry),
        "ident_of_position": encode(entry.view),
        "analyze": to.analyze(entry.view),
        "belief": to.belief(entry.view) if entry.view.rules.two_handed else None,
    }


def caption_of(card: dict[str, Any]) -> PlayedCaption:
    """The line on the table of an entry that was made a card."""
    lost = f"lost {card['lost']} {card['half']}".rstrip() if card["error"] else ""
    cause = card["better"] and card["cause"]
    reason = f"Better: {lower(card['better'])}. {cause}" if cause else card["sentence"]
    return PlayedCaption(card["played"], card["mark"], lost, reason)


def is_error(entry: Entry) -> bool:
    """True if an entry is worse than best or tied."""
    return entry.verdict.grade is not Grade.BEST


def lucky(entry: Entry) -> str:
    """Luck of the stock's card where it was surely good or bad: "good", "bad", else nothing."""
    drawn = entry.found.drawn if isinstance(entry, Choice) else None
    if drawn is None or abs(drawn.luck) <= Z95 * drawn.se:
        return ""
    return "good" if drawn.luck > 0 else "bad"


def position_of(view: View) -> TableMoment:
    """The table as the player saw it."""
    return TableMoment(held(view), view.pile, tuple(view.opponent), facts_of(view))


def felt_of(report: Report, entry: Choice) -> CardTable:
    """The card table before a decision, with what each choice loses."""
    values = () if entry.verdict.forced else entry.found.actions
    if not entry.view.rules.two_handed:
        names = [player(report, seat) for seat in range(entry.view.rules.players)]
        return advised_felt(entry.view, values, entry.tied, entry.found.played, names)
    felt = judged(entry.view, entry.found.played, ((value.action, value.loss) for value in values))
    across = replace(felt.across[0], name=player(report, 1 - entry.seat))
    return replace(felt, across=(across,), mine=player(report, entry.seat))


def _errors_beside(report: Report, at: int) -> tuple[int | None, int | None]:
    """The error before and the error after, of the same player."""
    entries, seat = report.entries, report.entries[at].seat
    errors = [place for place, each in enumerate(entries) if each.seat == seat and is_error(each)]
    return beside(errors, at)


def beside(places: Sequence[int], at: int) -> tuple[int | None, int | None]:
    """The place before another and the one after it, of some in order; None where there is none.

    >>> beside([0, 2], 2), beside([0, 2], 1)
    ((0, None), (0, 2))
    """
    first, last = bisect_left(places, at), bisect_right(places, at)
    return places[first - 1] if first else None, places[last] if last < len(places) else None


def _better(entry: Entry) -> str | None:
    if not is_error(entry):
        return None
    if isinstance(entry, LayOff):
        return f"{entry.best.points} points could be left"
    best, played = entry.best.action, entry.found.played
    if best.plain == played.plain:
        return f"{phrase(entry.view, best)}, laid down differently"
    return full_phrase(entry.view, best)


def played_of(entry: Entry) -> str:
    """A decision in a phrase: "Discarded 4♠", "Left 12 points of deadwood"."""
    if isinstance(entry, LayOff):
        return f"Left {counted(entry.played.points, 'point')} of deadwood"
    return past(entry.view, entry.found.played)


def said_of(sentences: Iterable[Text]) -> str:
    """Sentences in a row."""
    return " ".join(text_of(sentence) for sentence in sentences)


def _luck(drawn: Drawn | None, unit: Unit) -> str | None:
    if drawn is None:
        return None
    luck = unit.signed(drawn.luck, drawn.se)
    return f"The stock brought {drawn.card.symbol}: {luck} by luck"


def _table(entry: Choice, *, brief: bool) -> ActionTable | None:
    """The actions, or the first of them; the one that was played always among them."""
    if entry.verdict.forced:
        return None
    values, several = entry.found.actions, not entry.view.rules.two_handed
    most = FIRST_FEW if brief else MOST_MOVES if several else len(values)
    if len(values) > most:
        values = tuple(
            value
            for rank, value in enumerate(values)
            if rank < most or value.action == entry.found.played
        )
    return action_table(entry.view, values, set(entry.tied))


# ---------------------------------------------------------------- what follows


def counter_of(entry: Choice) -> dict[str, Any] | None:
    """Return what follows the best action, beside what follows the played one, number by number."""
    if not is_error(entry):
        return None
    best, played = entry.best, entry.played
    rows = _discard_rows(entry) + [
        (upper(ENDINGS[ending]), *chances)
        for ending in Ending
        if (chances := _chances(best, played, ending)) is not None
    ]
    if not rows:
        return None
    first, second = (lower(phrase(entry.view, value.action)) for value in (best, played))
    if first == second:
        first, second = "the best spread", "the one laid down"
    return {"best": first, "played": second, "rows": rows}


def _chances(best: ActionValue, played: ActionValue, ending: Ending) -> tuple[str, str] | None:
    chance = [
        value.outcomes[ending].p if ending in value.outcomes else 0.0 for value in (best, played)
    ]
    if max(chance) < LEAST_CHANCE:
        return None
    return percent(chance[0]), percent(chance[1])


def _discard_rows(entry: Choice) -> list[tuple[str, str, str]]:
    """Return what a discard brings the opponent and leaves me."""
    pair = (entry.best, entry.played)
    discards = all(value.action.kind is Kind.DISCARD for value in pair)
    if not discards or not entry.view.rules.two_handed:
        return []
    rows = []
    if all(value.danger is not None for value in pair):
        first, second = (percent(value.danger) for value in pair)
        rows.append(("They take the card", first, second))
    outs = [facts.outs_after(entry.view, value.action) for value in pair]
    counts: list[tuple[str, list[int]]] = [
        ("Cards that make a meld", [len(out.meld) for out in outs]),
        ("Cards that bring a knock", [len(out.knock) for out in outs]),
        ("Cards that give gin", [len(out.gin) for out in outs]),
    ]
    rows += [(label, str(best), str(played)) for label, (best, played) in counts if best or played]
    return rows


# ---------------------------------------------------------------- lay-offs


def spreads_of(entry: LayOff) -> tuple[LaidDown, ...]:
    """The knock, what the defender laid down, and what would have been best."""
    rules = entry.rules
    rows = [
        LaidDown("The knock", knock_of(entry)),
        LaidDown(_titled("Laid down", entry.played), defended(entry.played, rules)),
    ]
    if not is_best(entry):
        rows.append(LaidDown(_titled("Best", entry.best), defended(entry.best, rules)))
    return tuple(rows)


def _titled(word: str, defence: Defense) -> str:
    return f"{word}: {defence.points} left"


def knock_of(entry: LayOff) -> tuple[CardGroup, ...]:
    """The knock as it was laid down."""
    return spread(entry.knock.melds, entry.knock.deadwood, entry.rules)
