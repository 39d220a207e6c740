"""A view as text, read and printed.

Lines in any order, in any case, with or without colons; blank lines and ``# comments`` are
passed over::

    rules: classic,gin=25       a preset, with overrides
    score: 40-65                mine first
    dealer: me                  me or opp
    hand: 7h 8h 9h …            the cards held now: ten, or eleven after the draw
    history:                    every turn from the first upcard on
      upcard 5s
      opp: pass
      me: pass
      opp: draws, discards Kh
      me: draws 4s, discards Jd
      opp: takes Jd, discards 9c
      me: draws Kd              my turn so far, when eleven cards are held

Without a history, and only what is known::

    pile: 5s Kh 9c              discarded and not taken, oldest first, the top last
    upcard: 9c                  the top alone; if nothing else is said, the first upcard
    top: 9c                     the top alone, and not the first upcard
    seen: 2c 2d                 discarded cards in no known order; they lie below the pile
    opp took: Jd                cards that the opponent took and still holds
    opp has: Jd                 the same for a card known in another way
    stock: 20                   cards left in the stock
    drew: Kd                    the card I drew in this turn
    took: 9c                    the card I took in this turn
    shown: 9c                   cards I hold that the opponent saw me take
    first upcard: 5s            with which the hand began
    opp passed: yes             whether the opponent passed it
    my discards: 3                how often I have discarded, the opponent has discarded,
    opp discards: 4               and the opponent has taken from the pile
    opp takes: 1
    question: draw              upcard, draw, discard or last, where the cards leave it open

A paste of cards alone is the hand; ``upcard 9c`` may follow in the same line. Beside a
history the other lines must agree with it. What is concluded from what is said in
:mod:`analyzer.notation._from_cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.rules import Rules
from analyzer.game.table import Played
from analyzer.game.view import Question, View
from analyzer.notation._complete import complete, followed
from analyzer.notation._referee import SaidTurn
from analyzer.notation._seats import format_seat_view, is_seat_text
from analyzer.notation._turns import describe
from analyzer.notation.cards import format_cards
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.lines import read_facts
from analyzer.notation.ruletexts import rules_text


def parse_view(text: str) -> View:
    """Read a view; raises InputError that names the lines which cannot be or do not agree.

    Of several players, with jokers and in mahjong gin by the lines of `_seat_lines`.

    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\nupcard: 9c")
    >>> view.question, view.stock, str(view.top)
    (<Question.UPCARD: 'upcard'>, 31, '9c')
    """
    if is_seat_text(text):
        from analyzer.notation._seat_lines import parse_seat_view  # noqa: PLC0415  # reads records

        return parse_seat_view(text)
    return complete(read_facts(text))


@lru_cache(maxsize=256)
def format_view(view: View) -> str:
    """Print a view; `parse_view` reads the same view from it.

    That holds for every view that can come about in play; one whose history contradicts
    its other fields is printed with the contradiction, which `parse_view` then names.

    >>> print(format_view(parse_view("7h8h9h 4cds KQd 2c Ac upcard 9c")))
    rules: standard
    hand: Ac 2c 4c 4d Qd Kd 7h 8h 9h 4s
    upcard: 9c
    """
    if not view.rules.two_handed:
        return format_seat_view(view)
    facts = _least(view)
    lines = [f"rules: {rules_text(view.rules)}"]
    lines += [line for write in _LINES if (line := write(view, facts))]
    return "\n".join(lines)


def format_facts(facts: Facts) -> str:
    """Print what was said, though it may be no whole view: a line each.

    >>> print(format_facts(read_facts("7h 8h 9h stock 20")))
    hand: 7h 8h 9h
    stock: 20
    """
    lines = [] if facts.rules is None else [f"rules: {rules_text(facts.rules.value)}"]
    if facts.score is not None and facts.score.value is not None:
        lines.append("score: {}-{}".format(*facts.score.value))
    for key, name in _SAID_ALONE:
        if (said := getattr(facts, name)) is not None:
            lines.append(f"{key}: {_plain(said)}")
    return "\n".join(lines)


_SAID_ALONE = (
    ("dealer", "dealer"), ("hand", "hand"), ("drew", "drawn"), ("took", "taken"), ("seen", "seen"),
    ("pile", "pile"), ("top", "top"), ("upcard", "offered"), ("opp took", "took"),
    ("opp has", "opponent"), ("shown", "shown"), ("stock", "stock"), ("first upcard", "upcard"),
    ("opp passed", "they_passed"),
)  # fmt: skip


def view_of_turns(
    rules: Rules, hand: CardSet, history: tuple[Played, ...], said: Mapping[str, Any]
) -> View:
    """The view that follows from a hand and its turns; raises InputError where `said` disagrees.

    `said` are fields of the view that were given beside them.

    >>> from analyzer.game.cards import Card
    >>> from analyzer.game.view import Side, Turn
    >>> hand, card = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"), Card.of
    >>> history = (Played(Side.OPPONENT, Turn.TAKE, card("5s"), card("Kh")),)
    >>> from analyzer.game.rules import PRESETS
    >>> view = view_of_turns(PRESETS["eaai"], hand, history, {})
    >>> view.pile, view.question.value, view.opponent
    ((Card.of('Kh'),), 'draw', CardSet.of('5s'))
    """
    eleven = rules.deals_eleven
    facts = Facts(
        hand=SaidCards(tuple(hand)),
        rules=Said(rules),
        turns=[SaidTurn.of(event, bare=eleven and not at) for at, event in enumerate(history)],
    )
    for name, value in said.items():
        in_cards = name in {"pile", "opponent", "shown"}
        field = "opening" if name == "upcard" else name
        setattr(facts, field, SaidCards(tuple(value)) if in_cards else Said(value))
    view = complete(facts)
    for name, value in said.items():
        if getattr(view, name) != value:
            raise InputError(
                f"`{name}` is not what follows from the history", hint="leave one of them out"
            )
    return view


def check_view(view: View) -> None:
    """See that a view's history and its other fields tell the same; raises InputError if not."""
    if complete(_said(view)) != view:
        raise InputError(
            "the view contradicts itself",
            hint="what its history says is not what its other fields say",
        )


def _base(view: View) -> Facts:
    """The lines that are always written: hand, cards in other places, history, score."""
    facts = Facts(hand=SaidCards(tuple(view.hand)), rules=Said(view.rules), score=Said(view.score))
    if view.history is not None:
        facts.turns = [SaidTurn.of(event, bare=_bare(view, event)) for event in view.history]
        facts.opening = Said(view.upcard) if view.upcard is not None else None
        return facts
    facts.pile = SaidCards(view.pile)
    facts.drawn = Said(view.drawn) if view.drawn is not None else None
    facts.taken = Said(view.taken) if view.taken is not None else None
    if view.opponent:
        cards = SaidCards(tuple(view.opponent))
        facts.took, facts.opponent = (cards, None) if _counted(view) else (None, cards)
    return facts


def _bare(view: View, event: Played) -> bool:
    eleven = view.rules.deals_eleven
    return eleven and view.history is not None and event is view.history[0]


def _counted(view: View) -> bool:
    return view.their_takes == len(view.opponent)


# In this order: what comes first decides what follows for the others.
_OPTIONAL = (
    "shown", "my_discards", "their_discards", "their_takes", "stock", "dealer", "they_passed",
    "question", "upcard",
)  # fmt: skip


def _least(view: View) -> Facts:
    """The fewest things to say from which the view follows."""
    facts = _base(view)
    if view.history is not None:
        every = ("pile", "opponent", "taken", "drawn", *_OPTIONAL)
        _say(view, facts, _differing(view, _derived(view, facts), every))
        return facts
    names: tuple[str, ...] = _OPTIONAL
    derived = _derived(view, facts)
    while names := _differing(view, derived, names):
        _say(view, facts, names[:1])
        names = _OPTIONAL[_OPTIONAL.index(names[0]) + 1 :]
        derived = _derived(view, facts) if names else None
    return facts


def _differing(view: View, derived: View | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """The fields that have to be said; all of them where nothing follows."""
    if derived is None:
        return names
    return tuple(name for name in names if getattr(derived, name) != getattr(view, name))


def _derived(view: View, facts: Facts) -> View | None:
    """The conclusions from what is said so far; None where that contradicts itself."""
    history = view.history
    try:
        if history and not _bare(view, history[0]):
            return followed(view.rules, view.score, view.hand, view.upcard, history)
        return complete(facts)
    except InputError:
        return None


def _say(view: View, facts: Facts, names: tuple[str, ...]) -> None:
    for name in names:
        value = getattr(view, name)
        if name in {"pile", "opponent", "shown"}:
            setattr(facts, name, SaidCards(tuple(value)))
        else:
            setattr(facts, name, Said(value))


def _said(view: View) -> Facts:
    """Everything a view says, also what follows from the rest."""
    facts = _base(view)
    _say(view, facts, ("pile", "taken", "drawn", *_OPTIONAL))
    return facts


def _line(key: str, name: str) -> Callable[[View, Facts], str | None]:
    def line(view: View, facts: Facts) -> str | None:
        said: Said[object] | SaidCards | None = getattr(facts, name)
        return None if said is None else f"{key}: {_plain(said)}"

    return line


def _plain(said: Said[object] | SaidCards) -> str:
    if isinstance(said, SaidCards):
        return format_cards(said.cards) or "none"
    if isinstance(said.value, bool):
        return "yes" if said.value else "no"
    return "unknown" if said.value is None else str(said.value)


def _score_line(view: View, facts: Facts) -> str | None:
    if view.score is None:
        return None
    mine, theirs = view.score
    return f"score: {mine}-{theirs}" if min(mine, theirs) >= 0 else f"score: {mine} : {theirs}"


def _pile_line(view: View, facts: Facts) -> str | None:
    if facts.pile is None or (not facts.pile.cards and view.history is None):
        return None
    alone = len(facts.pile.cards) == 1 and view.question is Question.UPCARD
    return f"{'upcard' if alone else 'pile'}: {_plain(facts.pile)}"


def _history_lines(view: View, facts: Facts) -> str | None:
    if view.history is None:
        return None
    lines = [] if facts.opening is None else [f"upcard {facts.opening.value}"]
    for turn in facts.turns or ():
        whole = describe(turn.event)
        lines.append(whole.replace("draws, discards", "discards") if turn.turn is None else whole)
    return "\n  ".join(["history:", *lines]) if lines else "history: none yet"


_LINES: tuple[Callable[[View, Facts], str | None], ...] = (
    _score_line, _line("dealer", "dealer"), _line("hand", "hand"), _line("drew", "drawn"),
    _line("took", "taken"), _history_lines, _pile_line, _line("opp took", "took"),
    _line("opp has", "opponent"), _line("shown", "shown"), _line("stock", "stock"),
    _line("first upcard", "upcard"), _line("opp passed", "they_passed"),
    _line("my discards", "my_discards"), _line("opp discards", "their_discards"),
    _line("opp takes", "their_takes"), _line("question", "question"),
)  # fmt: skip
