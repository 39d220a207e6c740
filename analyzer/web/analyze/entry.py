"""The entry form: from what was typed to a board, or to an error with its cure."""

from __future__ import annotations

from flask import url_for

from analyzer.display.board import BoardCards, BoardFragment, board, board_of
from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.view import HAND, View
from analyzer.notation import parse_view
from analyzer.notation.draft import hand_from_sentence
from analyzer.notation.facts import Facts, SaidCards, rules_of
from analyzer.notation.lines import read_facts
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.state import web_app

MELDS_WAIT = 0.5
"""Seconds that a page waits for the meld kernel, the first time."""


def read(text: str) -> tuple[BoardFragment, ErrorFragment | None]:
    """The board of a text that may still be growing, and what is wrong with it.

    A hand of fewer than ten cards that reads well is not wrong yet.
    """
    try:
        return of_view(parse_view(text)), None
    except InputError as error:
        problem = error_of(text, error)
    try:
        facts = read_facts(text)
    except InputError:
        return board(BoardCards(PRESETS["standard"])), problem
    table = _table_of(facts)
    return board(table), None if _is_growing(facts, table) else problem


def of_view(view: View) -> BoardFragment:
    """The board of a whole view."""
    return board_of(view, solved=melds_ready())


def melds_ready() -> bool:
    """Whether melds can be shown; on a fresh installation the kernel is compiled first."""
    return web_app().melds_ready.wait(MELDS_WAIT)


def _table_of(facts: Facts) -> BoardCards:
    """The cards that a text places; a card in two places stands in the first."""
    hand = _set(facts.hand)
    told = [*_cards(facts.seen), *_cards(facts.pile)]
    told += [said.value for said in (facts.offered, facts.top) if said is not None]
    pile = tuple(card for card in dict.fromkeys(told) if card not in hand)
    opponent = (_set(facts.opponent) | _set(facts.took)) - hand - CardSet.from_cards(pile)
    return BoardCards(rules_of(facts), hand, pile, opponent, solved=melds_ready())


def _is_growing(facts: Facts, table: BoardCards) -> bool:
    """Whether nothing is wrong but that cards are still missing."""
    said = len(_cards(facts.hand)) + len(_cards(facts.pile)) + len(_cards(facts.opponent))
    said += len(_cards(facts.took))
    placed = len(table.hand) + len(table.pile) + len(table.opponent)
    missing = len(table.hand) < HAND or (len(table.hand) == HAND and not table.pile)
    return facts.turns is None and missing and said <= placed


def _cards(said: SaidCards | None) -> tuple[Card, ...]:
    return () if said is None else said.cards


def _set(said: SaidCards | None) -> CardSet:
    return CardSet.from_cards(_cards(said))


def error_of(text: str, error: InputError) -> ErrorFragment:
    """An error with the line it stands in, its token apart, and the text as mended."""
    message = _sentence(error.message)
    hint = None if error.hint is None else _sentence(error.hint)
    if error.span is None:
        return ErrorFragment(message, error.where, hint)
    start, end = error.span
    end = max(start, min(end, len(text)))
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if error.fix is None:
        mended, label = hand_from_sentence(text), "Use only the cards"
    else:
        mended, label = text[:start] + error.fix + text[end:], f"Use {error.fix}"
    return ErrorFragment(
        message=message,
        where=error.where,
        hint=hint,
        before=text[first:start],
        token=text[start:end] or None,
        after=text[end:last],
        cure=None if mended is None else label,
        cure_text=mended,
        cure_url=url_for("analyze.tap"),
    )


def _sentence(text: str) -> str:
    """A message as a sentence of its own; the backquotes of terminals become quotes."""
    text = text.replace("`", "“", 1).replace("`", "”", 1) if text.count("`") == 2 else text
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?")) else f"{text}."
