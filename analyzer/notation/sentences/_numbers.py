"""Numbers that are said: the score, the rules, the stock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from analyzer.game.rules import PRESETS
from analyzer.game.view import Side
from analyzer.notation._source import Mark, clash
from analyzer.notation.facts import Said
from analyzer.notation.sentences._heard import Heard
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._phrases import PhraseHere
from analyzer.notation.sentences._vocabulary import words

_UNSAID_WHO: Final = words("unsaid_who")
"""First words of a lead that don't say whose it is."""
_OTHER_WAY: Final = {"score_lead": "score_trail", "score_trail": "score_lead"}
_LEADERS: Final = {"i_lead": "score_lead", "they_lead": "score_trail", "leads": "score_trail"}


def note_number(
    heard: Heard, item: PhraseHere, mark: Mark, *, before: Lexeme | None, theirs: bool
) -> None:
    """Note what a phrase says.

    `before` is what stands before it and was not understood; `theirs` whether it is said of the
    opponent. Raises InputError at a game that this is not.
    """
    kind = item.phrase.kind
    if kind == "target" and (mine := _score_before(item, before)) is not None:
        heard.score = Said((mine, item.numbers[0]), mark)
    elif kind == "leads" and not theirs:
        return  # `which leads me to ask`
    elif kind in _LEADERS and heard.score is not None and heard.score.value is not None:
        heard.score = Said(_score(_LEADERS[kind], heard.score.value), heard.score.mark)
    elif kind in _SCORES:
        told = _OTHER_WAY.get(kind, kind) if theirs and _leaves_open(item) else kind
        heard.score = Said(_score(told, item.numbers), mark)
    elif kind == "need":
        heard.needs[Side.OPPONENT if theirs else Side.ME] = Said(item.numbers[0], mark)
    elif kind in _NOTED:
        _NOTED[kind](heard, item, mark)


def _leaves_open(item: PhraseHere) -> bool:
    """`he's ahead 80-55`: who leads was said before, not in the phrase."""
    return item.phrase.words[0] in _UNSAID_WHO


def _score_before(item: PhraseHere, before: Lexeme | None) -> int | None:
    """Mine of `55 to 80`, where the phrase is only `to 80`."""
    plain = item.phrase.words[0] == "to" and before is not None and before.sort is Sort.NUMBER
    return int(before.text) if plain and before is not None else None


def _score(kind: str, numbers: Sequence[int]) -> tuple[int, int]:
    first, second = numbers[:2]
    if kind == "score_lead":
        return max(first, second), min(first, second)
    if kind == "score_trail":
        return min(first, second), max(first, second)
    return (second, first) if kind == "turned_points" else (first, second)


def _rules(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.rules = Said(PRESETS[item.phrase.value], mark)


def _points(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    side = Side.ME if item.phrase.kind == "my_points" else Side.OPPONENT
    heard.points[side] = Said(item.numbers[0], mark)


def _tied(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.score = Said((item.numbers[0], item.numbers[0]), mark)


def _bare_score(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    if heard.score is None:
        heard.score = Said(_score("score", item.numbers), mark)


def _going_on(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.going_on = item.phrase.kind == "going_on"


def _plain(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    setattr(heard, item.phrase.kind, Said(item.numbers[0], mark))


def _limit(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.limit = Said(1 if item.phrase.kind == "limit_ace" else 10, mark)


def _change(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.change(item.phrase.kind, item.numbers[0], item.phrase.words, mark)


def _no_big_gin(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.changes["big_gin_bonus"] = Said(None, mark)


def _dealer(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    heard.dealer = Said(Side.ME if item.phrase.kind == "my_deal" else Side.OPPONENT, mark)


def _other_game(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    raise clash(
        "this is read as gin for two, without jokers", mark,
        hint="games for three or four, and with jokers, have a text of their own; see Analyze",
    )  # fmt: skip


def _unsure_which(heard: Heard, item: PhraseHere, mark: Mark) -> None:
    raise clash(
        "the text does not know which card it is",
        mark,
        hint="name it, as in `top 9c`, or leave it out",
    )


_SCORES: Final = frozenset({"score", "score_lead", "score_trail", "both_points", "turned_points"})
_NOTED: Final[dict[str, Callable[[Heard, PhraseHere, Mark], None]]] = {
    "rules": _rules, "my_points": _points, "their_points": _points,
    "target": _plain, "stock": _plain, "limit": _plain, "limit_ace": _limit, "limit_face": _limit,
    "gin_bonus": _change, "undercut_bonus": _change, "big_gin_bonus": _change,
    "tied": _tied, "bare_score": _bare_score, "going_on": _going_on, "beginning": _going_on,
    "no_big_gin": _no_big_gin, "my_deal": _dealer, "their_deal": _dealer, "other_game": _other_game,
    "unsure_which": _unsure_which,
}  # fmt: skip
