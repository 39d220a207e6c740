"""The words of the puzzle pages: questions, rules of thumb, hints, dates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from analyzer.game.actions import Kind as ActionKind
from analyzer.game.actions import Turn
from analyzer.game.cards import Card
from analyzer.game.table import Played
from analyzer.game.view import Side, View
from analyzer.notation.phrases import full_phrase, lower, phrase, symbol, upper
from analyzer.practice.puzzles.explain import action_of, view_at
from analyzer.practice.puzzles.types import Option, Puzzle, PuzzleAsk, PuzzleStep
from analyzer.practice.puzzles.words import FIRST_HINTS
from analyzer.resources import texts_beside
from analyzer.review.coach import Theme

_WORDS: Final = texts_beside(__file__, "words.toml")
ASKS: Final = {ask: str(_WORDS["asks"][ask]) for ask in PuzzleAsk}
TITLES: Final = {ask: str(_WORDS["titles"][ask]) for ask in PuzzleAsk}
"""The title of a puzzle before it is answered: its kind may tell too much."""
THUMBS: Final[Mapping[str, str]] = _WORDS["thumbs"]
"""The rules of thumb by their names in a pack."""

THEMES: Final = {theme.slug: upper(str(theme)) for theme in Theme}


def match_words(puzzle: Puzzle) -> str:
    """To how many points a match goes in whose score a puzzle is; nothing outside a match."""
    step = puzzle.steps[0]
    if step.ask is PuzzleAsk.LAY_OFF:
        return ""
    view = view_at(step.view)
    return "" if view.score is None else f" A match to {view.rules.target}."


def player_words(name: str) -> str:
    """A player of a hand that a puzzle comes from, in words; what has none is itself.

    >>> player_words("engine:64"), player_words("people:cautious")
    ('the engine', 'a cautious person')
    """
    return str(
        _WORDS["players"].get(name.partition(":")[0] if name.startswith("engine") else name, name)
    )


def label_of(step: PuzzleStep, option: Option) -> str:
    """An option as a button says it; it tells no more than the option's name does."""
    if step.ask is PuzzleAsk.LAY_OFF:
        melds = " and ".join(map(_row, option.melds)) or "nothing"
        return f"Meld {melds}; lay off {_row(' '.join(option.off)) or 'nothing'}"
    view, action = view_at(step.view), action_of(option)
    if step.ask is PuzzleAsk.ARRANGEMENT:
        discarded = "nothing" if action.card is None else symbol(action.card)
        return f"Discard {discarded}; lay down {' and '.join(map(_row, option.melds))}"
    if action.kind is ActionKind.KNOCK:
        return full_phrase(view, action)
    if step.ask is PuzzleAsk.KNOCK:
        return f"Play on, discarding {symbol(action.card)}"
    return phrase(view, action)


def _row(drawn: str) -> str:
    return " ".join(card.symbol for card in cards_of(drawn))


def cards_of(drawn: str) -> tuple[Card, ...]:
    """Cards drawn as text, in the order of the text."""
    return tuple(Card.of(text) for text in drawn.split())


def hint_of(step: PuzzleStep) -> str:
    """A word of help; also what a rule of thumb says and is wrong, if several answers are left."""
    if len(step.options) < 3:
        return FIRST_HINTS[step.ask]
    wrong = label_of(step, step.option(step.tempting))
    rules = [
        THUMBS.get(name, name)
        for name, baseline in step.baselines.items()
        if baseline == step.tempting
    ]
    why = f" That is what “{rules[0].lower()}” says." if rules else ""
    return f"{FIRST_HINTS[step.ask]} It is not this one: {lower(wrong)}.{why}"


# ---------------------------------------------------------------- what went before


def history_of(view: View) -> tuple[str, ...]:
    """Every turn in words, the first upcard first; nothing where the turns are not known."""
    if view.history is None:
        return ()
    first = [] if view.upcard is None else [f"The first upcard is {view.upcard.symbol}."]
    return (*first, *map(told, view.history))


def told(event: Played) -> str:
    """A turn in a sentence.

    >>> told(Played(Side.OPPONENT, Turn.DRAW, None, Card.of("9c")))
    'They draw and discard 9♣.'
    """
    who = "You" if event.player == Side.ME else "They"
    card = "" if event.card is None else f" {event.card.symbol}"
    did = {Turn.PASS: "pass", Turn.TAKE: f"take{card or ' it'}", Turn.DRAW: f"draw{card}"}
    discarded = event.discarded
    more = "" if discarded is None else f" and discard {discarded.symbol}"
    return f"{who} {did[event.turn]}{more}."
