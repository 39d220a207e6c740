"""Read one turn of a history: ``opp: takes Jd, discards 9c``."""

from __future__ import annotations

import re

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.table import Played
from analyzer.game.view import Side, Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import Mark, Source, clash
from analyzer.notation.cards import read_part

TURN = re.compile(
    r"[ \t>*•-]*(?:\d{1,3}[.)][ \t]*)?(?P<who>me|i|opp|opponent|they|he|she|villain|hero)\b"
    r"[ \t]*(?P<colon>[:,–-]?)[ \t]*"
    r"(?P<verb>pass(?:es|ed)?|declines?|draws?|drew|takes?|took|picks?|picked"
    r"|discards?|discarded|throws?|threw|drops?|dropped|toss(?:es|ed)?|ditch(?:es|ed)?"
    r"|knock(?:s|ed)?|gins?|goes)\b",
    re.IGNORECASE,
)
"""The beginning of a turn: who and what."""

DISCARDS = re.compile(
    r"\b(?:discards?|discarded|throws?|threw|drops?|dropped|toss(?:es|ed)?|ditch(?:es|ed)?)\b",
    re.IGNORECASE,
)
"""The words of a turn that name its discard."""
_KNOCK = re.compile(r"\b(?:knock(?:s|ed)?|gins?)\b", re.IGNORECASE)
_ME = {"me", "i", "hero"}
_VERBS = {
    "pass": Turn.PASS, "decl": Turn.PASS, "draw": Turn.DRAW, "drew": Turn.DRAW,
    "take": Turn.TAKE, "took": Turn.TAKE, "pick": Turn.TAKE,
}  # fmt: skip
_FILLERS = {
    "from", "the", "stock", "deck", "pile", "upcard", "card", "it", "and", "then", "unseen",
    "unknown", "hidden", "top", "up", "?", "", "something", "discard", "-", "–",
}  # fmt: skip


def read_turn(source: Source, start: int, end: int) -> SaidTurn:
    """Read the turn between two offsets; raises InputError if it is none.

    >>> read_turn(Source("opp: takes Jd, discards 9c"), 0, 27).event.discarded
    Card.of('9c')
    """
    text, mark = source.text, source.mark(start, end)
    head = TURN.match(text, start, end)
    if head is None:
        raise _error("this is not a turn", mark)
    if _KNOCK.search(text, head.start("verb"), end):
        raise _error(
            "once somebody knocks the hand is over", mark, "leave the knock out: it is the question"
        )
    who = Side.ME if head["who"].lower() in _ME else Side.OPPONENT
    discard = DISCARDS.search(text, head.start("verb"), end)
    bare = discard is not None and discard.start() == head.start("verb")
    turn = Turn.DRAW if bare else _VERBS.get(head["verb"].lower()[:4])
    if turn is None:
        raise _error(f"`{head['verb']}` is not a turn", mark)
    card = None if bare else _card(source, head.end(), discard.start() if discard else end, mark)
    discarded = _card(source, discard.end(), end, mark) if discard else None
    _check(who, turn, card, discarded, mark, named=discard is not None)
    return SaidTurn.of(Played(who, turn, card, discarded), mark, bare=bare)


def _check(
    who: Side, turn: Turn, card: Card | None, discarded: Card | None, mark: Mark, *, named: bool
) -> None:
    if turn is Turn.PASS and (card is not None or named):
        raise _error("a pass takes and discards nothing", mark, "write just `pass`")
    if named and discarded is None:
        raise _error("the card discarded is missing", mark, "say which, as in `discards Kh`")
    if who is Side.OPPONENT and turn is Turn.DRAW and card is not None:
        raise _error(
            f"the opponent's draw of {card} cannot be seen", mark, "write `draws` without a card"
        )


def _card(source: Source, start: int, end: int, mark: Mark) -> Card | None:
    """The one card between two offsets, among words that say nothing; None if there is none."""
    words = [match.span() for match in re.finditer(r"[^\s,.;:]+", source.text[start:end])]
    texts = [source.text[start + first : start + last].lower() for first, last in words]
    if texts[:2] == ["a", "card"]:
        del words[0], texts[0]
    while words and texts[0] in _FILLERS:
        del words[0], texts[0]
    while words and texts[-1] in _FILLERS:
        del words[-1], texts[-1]
    if not words:
        return None
    reads = read_part(source, start + words[0][0], start + words[-1][1])
    if len(reads) != 1:
        raise _error(f"a turn has one card here, not {len(reads)}", mark)
    return reads[0].card


def _error(message: str, mark: Mark, hint: str | None = None) -> InputError:
    return clash(message, mark, hint=hint or "write a turn as `opp: draws, discards Kh`")


def describe(event: Played) -> str:
    """One turn as a line of a view.

    >>> describe(Played(Side.ME, Turn.DRAW, Card.of("4s"), Card.of("Jd")))
    'me: draws 4s, discards Jd'
    """
    who = event.player
    if event.turn is Turn.PASS:
        return f"{who}: pass"
    verb = "takes" if event.turn is Turn.TAKE else "draws"
    card = f" {event.card}" if event.card is not None else ""
    discarded = f", discards {event.discarded}" if event.discarded is not None else ""
    return f"{who}: {verb}{card}{discarded}"
