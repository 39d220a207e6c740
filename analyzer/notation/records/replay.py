"""Play a record again: as positions where all cards are known, as one player's views always."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.legal import WALL
from analyzer.game.position import Position, start
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended
from analyzer.game.table import Played, Table, hand_before
from analyzer.game.view import Question, Turn, View, view_of
from analyzer.notation.records._showdown import lay_offs
from analyzer.notation.records.types import Record, Showdown


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of a player's: what they knew, and what they did."""

    view: View
    action: Action
    turn: int
    """Which turn of the record, from 0; a draw and the discard after it have the same."""


def decisions(record: Record, seat: int) -> tuple[Decision, ...]:
    """Every choice of player `seat`, forced ones too, with the view before it.

    Works with the other hand unknown; raises ValueError where the hand of `seat` is not known.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> position = deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS)).apply(Action(Kind.TAKE))
    >>> [(choice.view.question, str(choice.action)) for choice in decisions(record_of(position), 1)]
    [(<Question.UPCARD: 'upcard'>, 'take')]
    """
    if not record.holders()[seat]:
        raise ValueError(f"the hand of player {seat + 1} is not known")
    return tuple(
        Decision(view_of(step.table), step.action, step.turn)
        for step in steps(record)
        if step.table.turn == seat and why_unknown(step.table) is None
    )


@dataclass(frozen=True, slots=True)
class Undecided:
    """A choice of a player's that cannot be judged, and why."""

    turn: int
    """Which turn of the record, from 0."""
    question: Question | None
    """None for a whole turn that was forgotten."""
    why: str


def undecided(record: Record, seat: int) -> tuple[Undecided, ...]:
    """The choices of player `seat` that `decisions` leaves out, for something was forgotten.

    >>> from analyzer.notation.records import parse_record
    >>> record = parse_record('''
    ... [Dealer "2"] [Upcard "9h"] [Hand1 "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"]
    ... 1. ^9h -Kd 2. +? -?? 3. +6h -Qd 4. ?? 5. ??''')
    >>> [(one.turn, one.why) for one in undecided(record, 0)]
    [(2, 'the card on top is forgotten'), (4, 'the turn is forgotten')]
    """
    if not record.has_gaps:
        return ()
    found = []
    for step in _all_steps(record):
        if step.table.turn == seat:
            whole = record.turns[step.turn].forgotten
            why = why_unknown(step.table) or ("" if step.action else _LOST)
            if whole:
                found.append(Undecided(step.turn, None, "the turn is forgotten"))
            elif why:
                found.append(Undecided(step.turn, step.table.question, why))
    return tuple(found)


_LOST = "the discard is forgotten"


def why_unknown(table: Table) -> str | None:
    """Return why the player to act at a table has no decision to judge; None where there is one."""
    if table.hands[table.turn] is None:
        return "the hand is not known"
    if table.question is not Question.DISCARD and table.top is None:
        return "the card on top is forgotten"
    return None


def views(record: Record, seat: int) -> tuple[View, ...]:
    """Return what player `seat` knew before each of their choices; see `decisions`."""
    return tuple(choice.view for choice in decisions(record, seat))


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of either player: the table before it, and what was done."""

    table: Table
    action: Action
    turn: int
    """Which turn of the record, from 0."""


def steps(record: Record) -> Iterator[ReplayStep]:
    """Every action of a record in order, also where cards are not known.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> position = deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS))
    >>> [(step.table.turn, str(step.action)) for step in steps(record_of(position))]
    [(0, 'pass')]
    """
    for step in _all_steps(record):
        if step.action is not None:
            yield ReplayStep(step.table, step.action, step.turn)


@dataclass(frozen=True, slots=True)
class _Step:
    """One action of either player; None for one that was forgotten."""

    table: Table
    action: Action | None
    turn: int


def _all_steps(record: Record) -> Iterator[_Step]:
    table = opening_of(record)
    for number, played in enumerate(record.turns):
        table = _heard(table, record, number)
        if table.question is not Question.DISCARD:
            action = None if played.forgotten else Action(Kind(played.turn.value))
            yield _Step(table, action, number)
            table = table.after(replace(played, discarded=None))
        if played.turn is Turn.PASS:
            continue
        discard = discard_action(record, number)
        if discard is None and not played.gap:
            return
        if not played.forgotten:
            yield _Step(table, discard, number)
        if discard is None:
            table = table.after_lost_discard()
        elif not discard.ends_hand and discard.card is not None:
            table = table.after_discard(discard.card)


def _heard(table: Table, record: Record, number: int) -> Table:
    """The table with the hands that are said again before a turn."""
    for later in record.later:
        if later.turn == number:
            table = table.holding(later.player, later.cards)
    return table


def table_after(record: Record) -> Table:
    """The table as a record leaves it: whose turn it is, and what that player knows.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> table = table_after(record_of(deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS))))
    >>> table.turn, table.question, table.over
    (1, <Question.UPCARD: 'upcard'>, False)
    """
    table, knocked = opening_of(record), record.showdown is not None
    for number, played in enumerate(record.turns, start=1):
        table = _heard(table, record, number - 1)
        if knocked and number == len(record.turns):
            table = table.after(replace(played, discarded=None)).put_down(played.discarded)
        else:
            table = table.after(played)
            lost = played.gap and played.discarded is None and played.turn is not Turn.PASS
            table = table.after_lost_discard() if lost else table
    return replace(table, over=table.over or knocked or _misdealt(record))


def opening_of(record: Record) -> Table:
    """The table when the cards of a record are dealt."""
    return Table.opening(
        record.rules, record.upcard, record.hands, dealer=record.dealer, score=record.score
    )


def _misdealt(record: Record) -> bool:
    return record.result is not None and record.result.kind is Ended.MISDEAL


def discard_action(record: Record, number: int) -> Action | None:
    """Return what was done with the eleven cards of a turn, from 0; None if it was left
    unfinished."""
    discarded, showdown = record.turns[number].discarded, record.showdown
    if showdown is not None and number == len(record.turns) - 1:
        return _knock_action(discarded, showdown)
    return None if discarded is None else Action(Kind.DISCARD, discarded)


def _knock_action(discarded: Card | None, showdown: Showdown) -> Action:
    spread = showdown.spread
    if showdown.big:
        return Action(Kind.BIG_GIN, None, () if spread is None else spread.melds)
    if spread is None:
        return Action(Kind.KNOCK, discarded)
    return Action(Kind.KNOCK if spread.points else Kind.GIN, discarded, spread.melds)


# ---------------------------------------------------------------- positions


def record_of(
    position: Position,
    players: tuple[str | None, str | None] = (None, None),
    tags: tuple[tuple[str, str], ...] = (),
) -> Record:
    """The record of a hand that was played, to its end or as far as it went.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> record = record_of(deal(PRESETS["eaai"], seed=1), ("Ann", "Bob"))
    >>> len(record.hands[0]), record.turns, record.result
    (10, (), None)
    """
    outcome, showdown = position.outcome, None
    if outcome is not None and outcome.knock is not None:
        showdown = Showdown(
            spread=outcome.knock,
            defence=_plain(outcome.knock, outcome.defence, position.rules),
            big=outcome.hand.kind is Ended.BIG_GIN,
        )
    return Record(
        rules=position.rules,
        hands=(_dealt(position, 0), _dealt(position, 1)),
        upcard=position.upcard,
        turns=position.played if showdown else _without_bare_deal(position.played),
        dealer=position.dealer,
        score=position.score,
        players=players,
        showdown=showdown,
        result=None if outcome is None else outcome.scored,
        tags=tags,
    )


def _without_bare_deal(played: tuple[Played, ...]) -> tuple[Played, ...]:
    """The turns; eleven cards that were dealt and of which none is discarded yet are no turn."""
    last = played[-1] if played else None
    bare = last is not None and last.turn is Turn.DRAW and last.card is None
    return played[:-1] if bare and last is not None and last.discarded is None else played


def _dealt(position: Position, player: int) -> CardSet:
    """The cards a player was dealt: those held now with every turn taken back."""
    hand = position.hands[player]
    for turn in reversed(position.played):
        if turn.player == player:
            hand = hand_before(hand, turn.card, turn.discarded)
    return hand


def _plain(knock: Arrangement, defence: Defense | None, rules: Rules) -> Defense | None:
    """The defence with its lay-offs in the form a record has them: see `lay_offs`."""
    if defence is None:
        return None
    moves = lay_offs([card for card, _ in defence.laid_off], knock.melds, rules)
    return defence if moves is None else replace(defence, laid_off=moves)


def replay(record: Record) -> tuple[Position, ...]:
    """Every position of a full record: before each action, and the last one.

    The stock has the cards in the order in which they were drawn; those that nobody drew
    follow in the order of the deck. Raises ValueError for a record that is not `full`, and
    InputError for one that could not have been played.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> position = deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS))
    >>> [str(position.question) for position in replay(record_of(position))]
    ['upcard', 'upcard']
    """
    first, second = record.hands
    if not record.full or first is None or second is None:
        raise ValueError("a record is replayed only where all cards are known")
    draws = _draws(record)
    upcard = CardSet.from_cards(() if record.upcard is None else (record.upcard,))
    stock = _ordered(DECK - first - second - upcard, draws)
    position = start(
        record.rules, (first, second), record.upcard, stock,
        dealer=record.dealer, score=record.score,
    )  # fmt: skip
    positions = [position]
    left = len(draws)
    for action in _actions(record):
        before, position = position, position.apply(action, _answer(record, action))
        left -= action.kind is Kind.DRAW
        if position.shuffles > before.shuffles:
            cards = CardSet.from_cards(position.stock)
            position = replace(position, stock=_ordered(cards, draws[len(draws) - left :]))
        positions.append(position)
    return tuple(positions)


def _draws(record: Record) -> tuple[Card, ...]:
    draws = (turn.card for turn in record.turns if turn.turn is Turn.DRAW)
    return tuple(card for card in draws if card is not None)


def _ordered(stock: CardSet, draws: tuple[Card, ...]) -> tuple[Card, ...]:
    """A stock with the cards about to be drawn in front, as many as leave the wall."""
    coming = draws[: len(stock) - WALL]
    return (*coming, *(stock - CardSet.from_cards(coming)))


def _actions(record: Record) -> Iterator[Action]:
    eleven = record.dealt_eleven
    for number, played in enumerate(record.turns):
        if number or not eleven:
            yield Action(Kind(played.turn.value))
        action = None if played.turn is Turn.PASS else discard_action(record, number)
        if action is not None:
            yield action


def _answer(record: Record, action: Action) -> Defense | None:
    return record.showdown.defence if action.ends_hand and record.showdown else None
