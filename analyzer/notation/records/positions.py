"""Positions and records: the record of a hand that was played, and the hand that a record tells.

Where turns are told every card of the record has to be known. Of a record in moves the referee is
the position itself: what could not have been played is refused, and a hand that nobody saw has any
cards that it may have had.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from analyzer.errors import InputError, placed
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet, counted_cards
from analyzer.game.legal import WALL
from analyzer.game.position import Position, start
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended, Outcome
from analyzer.game.table import Hands, Played, Step, hand_before
from analyzer.game.unseen import check_unseen, holding, next_draw, opened_unseen
from analyzer.game.view import Turn, seen_by
from analyzer.notation.records._showdown import lay_offs
from analyzer.notation.records.types import Record, Showdown


def record_of(
    position: Position,
    players: tuple[str | None, ...] = (),
    tags: tuple[tuple[str, str], ...] = (),
    *,
    in_moves: bool = False,
) -> Record:
    """The record of a hand that was played, to its end or as far as it went.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS, parse_rules
    >>> record = record_of(deal(PRESETS["eaai"], seed=1), ("Ann", "Bob"))
    >>> len(record.hands[0]), record.turns, record.result
    (10, (), None)
    >>> [len(hand) for hand in record_of(deal(parse_rules("three-hand"), seed=1)).hands]
    [7, 7, 7]
    """
    if in_moves or not position.rules.two_handed:
        return _record_in_moves(position, players)
    outcome, showdown = position.outcome, None
    if outcome is not None and outcome.knock is not None:
        showdown = Showdown(
            spread=outcome.knock,
            defence=_plain(outcome.knock, outcome.defence, position.rules),
            big=outcome.hand.kind is Ended.BIG_GIN,
        )
    return Record(
        rules=position.rules,
        hands=_dealt_hands(position),
        upcard=position.upcard,
        turns=position.played if showdown else _without_bare_deal(position.played),
        dealer=position.dealer,
        score=position.score,
        players=players or (None, None),
        showdown=showdown,
        result=None if outcome is None else outcome.scored,
        tags=tags,
    )


def _record_in_moves(position: Position, players: tuple[str | None, ...]) -> Record:
    steps = position.steps
    return Record(
        position.rules, _dealt_hands(position), position.upcard,
        told_turns(position.played, steps), position.dealer,
        players=players or (None,) * position.rules.players,
        in_moves=True, answers=answers_in(steps),
    )  # fmt: skip


def told_turns(played: Sequence[Played], steps: Sequence[Step]) -> tuple[Played, ...]:
    """Some turns as their moves tell them: each draw and the end of the hand as it was said."""
    drawn = (step.drawn for step in steps if step.move.kind is Kind.DRAW)
    turns = [
        replace(turn, card=next(drawn)) if turn.turn is Turn.DRAW and turn.card else turn
        for turn in played
    ]
    for step in steps:
        if step.move.ends_hand and step.move not in turns[-1].laid:
            turns[-1] = replace(turns[-1], laid=(*turns[-1].laid, step.move))
    return tuple(turns)


def answers_in(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The lay-offs that defenders chose."""
    return tuple(step for step in steps if step.move.kind is Kind.LAY_OFF)


def _without_bare_deal(played: tuple[Played, ...]) -> tuple[Played, ...]:
    """The turns; eleven cards that were dealt and of which none is discarded yet are no turn."""
    last = played[-1] if played else None
    bare = last is not None and last.turn is Turn.DRAW and last.card is None
    return played[:-1] if bare and last is not None and last.discarded is None else played


def _dealt_hands(position: Position) -> tuple[CardSet, ...]:
    return tuple(_dealt(position, player) for player in range(position.rules.players))


def _dealt(position: Position, player: int) -> CardSet:
    """The cards a player was dealt: those held now with every turn taken back."""
    hand = position.hands[player]
    for turn in reversed(position.played):
        if turn.player == player:
            for action in turn.laid:
                hand |= cards_of(action)
            hand = hand_before(hand, turn.card, turn.discarded) - CardSet.from_cards(turn.above)
    return hand


def _plain(knock: Arrangement, defence: Defense | None, rules: Rules) -> Defense | None:
    """The defence with its lay-offs in the form a record has them: see `lay_offs`."""
    if defence is None:
        return None
    moves = lay_offs([card for card, _ in defence.laid_off], knock.melds, rules)
    return defence if moves is None else replace(defence, laid_off=moves)


def replay(record: Record) -> tuple[Position, ...]:
    """Every position of a record: before each action, and the last one.

    The stock has the cards in the order in which they were drawn; those that nobody drew
    follow in the order of the deck. Where told `in_moves`, a hand that was not seen has any cards
    that it may have had. Raises ValueError for another record that is not `full`, and InputError
    for one that could not have been played.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> position = deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS))
    >>> [str(position.question) for position in replay(record_of(position))]
    ['upcard', 'upcard']
    """
    if record.in_moves:
        return play_out(
            record.rules, record.hands, record.upcard, record.dealer, record.steps, record.shown
        )
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
        action = None if played.turn is Turn.PASS else record.ending_of(number)
        if action is not None:
            yield action


def _answer(record: Record, action: Action) -> Defense | None:
    return record.showdown.defence if action.ends_hand and record.showdown else None


# ---------------------------------------------------------------- in moves


def play_out(
    rules: Rules,
    hands: Hands,
    upcard: Card | None,
    dealer: int,
    steps: Sequence[Step],
    shown: Sequence[CardSet] = (),
) -> tuple[Position, ...]:
    """The hand before each of some moves and after the last; InputError where it cannot be.

    `shown` are the hands that are shown once it is over.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> mine = pack_cards("2c 3c 4c 7h 8h Kd Qd")
    >>> moves = [Step(0, Action.of("take")), Step(0, Action.of("discard Kd"))]
    >>> game = parse_rules("three-hand")
    >>> [here.turn for here in play_out(game, (mine, None, None), Card.of("9h"), 2, moves)]
    [0, 0, 1]
    """
    hidden = tuple(seat for seat, hand in enumerate(hands) if hand is None)
    known, kept = _checked_deal(rules, hands, upcard), _played_last(rules, hands, upcard, dealer)
    before, positions = kept[0] if kept else ((), [opened_unseen(rules, hands, known, dealer)])
    ended = len(steps) - len(answers_in(steps))
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(before, steps, strict=False))
    same = min(sum(1 for _ in alike), max(ended - 1, 0))
    positions = [*positions[: same + 1]]
    for number, step in enumerate(steps[same:], start=same + 1):
        told = shown if number == ended else ()
        positions.append(_after_step(positions[-1], step, number, hidden, told))
    _check_shown(shown, hidden, positions[-1])
    if not shown:
        kept[:] = [(tuple(steps), positions)]
    return tuple(positions)


@lru_cache(maxsize=16)
def _played_last(
    rules: Rules, hands: Hands, upcard: Card | None, dealer: int
) -> list[tuple[tuple[Step, ...], list[Position]]]:
    """The steps of a deal that were played out last, and its positions: the next has most of them.

    Who enters a hand tap by tap plays it out for each.
    """
    return []


def outcome_of(record: Record, last: Position | None = None) -> Outcome | None:
    """Return how a hand that is told `in_moves` ended.

    None while it goes on, and where cards that decide were never shown. `last` is the hand after
    its last move, where that is at hand.
    """
    last = last or replay(record)[-1]
    shown = record.shown or (NO_CARDS,) * last.rules.players
    if last.thrown_in or all(len(shown[seat]) == len(last.hands[seat]) for seat in record.hidden):
        return last.outcome
    return None


def _checked_deal(rules: Rules, hands: Hands, upcard: Card | None) -> Card:
    """See that cards can have been dealt so; the upcard."""
    seen = [hand for hand in hands if hand is not None]
    cards = [card for hand in seen for card in hand]
    cards += [] if upcard is None else [upcard]
    wanted = len(seen) * rules.cards + 1
    if upcard is None or len(hands) != rules.players or len(set(cards)) != wanted:
        raise InputError(
            f"{len(set(cards))} different cards are dealt, not {wanted}",
            where="the hands", hint="give each player's cards and the upcard, each once",
        )  # fmt: skip
    if not CardSet.from_cards(cards) <= rules.pack:
        raise InputError(
            "a joker is dealt that this game has not",
            where="the hands",
            hint="take it out, or name a game with jokers",
        )
    if any(len(hand) != rules.cards for hand in seen):
        raise InputError(
            f"each player is dealt {rules.cards} cards",
            where="the hands",
            hint="give every hand that many, or ? where it was not seen",
        )
    return upcard


def _check_shown(shown: Sequence[CardSet], hidden: Sequence[int], last: Position) -> None:
    for seat, cards in enumerate(shown):
        held = len(last.hands[seat]) if last.over and seat in hidden else 0
        if cards and len(cards) != held:
            raise InputError(
                f"player {seat + 1} shows {counted_cards(len(cards))}, but has {held} to show",
                where=f"shown {seat + 1}",
                hint="give all that a hidden hand holds once the hand is over, or leave it out",
            )


def _after_step(
    here: Position, step: Step, number: int, hidden: Sequence[int], shown: Sequence[CardSet]
) -> Position:
    """The hand after a move; of hidden players it is checked as far as it was seen.

    `shown` are the hands that are shown after this move, where it is the last.
    """
    where, move = f"move {number}", step.move
    if move.kind is Kind.LAY_OFF:
        with placed(where):
            if step.player in hidden:
                here = holding(here, step.player, move.off, hidden)
            return here.answered(step.player, move.off)
    if here.over or step.player != here.turn:
        whose = "the hand is over" if here.over else f"it is the turn of player {here.turn + 1}"
        raise InputError(
            f"`{move}` of player {step.player + 1}, but {whose}",
            where=where,
            hint="leave it out" if here.over else "look for a turn that is missing before it",
        )
    with placed(where):
        if move.kind is Kind.DRAW and step.drawn is not None:
            here = next_draw(here, step.drawn, hidden)
        elif move.kind is Kind.DRAW and hidden and step.player not in hidden:
            raise InputError("the card drawn is missing", hint="write it, as in: draw 5s")
        here = _as_seen(here, step, hidden, shown)
        if step.player not in hidden or any(shown[step.player : step.player + 1]):
            return here.apply(move)
        check_unseen(seen_by(here, step.player), move)
        return here.after_action(move.plain)


def _as_seen(
    here: Position, step: Step, hidden: Sequence[int], shown: Sequence[CardSet]
) -> Position:
    """The hand before a move, in which hidden players hold what that and they then show."""
    cards = cards_of(step.move)
    if step.player in hidden:
        here = holding(here, step.player, cards, hidden)
    fixed = NO_CARDS
    for seat, held in enumerate(shown):
        if held and seat in hidden:
            whole = held | cards if seat == step.player else held
            here = holding(here, seat, whole, hidden, fixed)
            fixed |= whole
    return here


def cards_of(move: Action) -> CardSet:
    """The cards of its player's that a move shows."""
    cards = NO_CARDS if move.card is None else CardSet(move.card.mask)
    if move.kind is Kind.MELD or move.ends_hand:
        for meld in move.melds:
            cards |= meld
    return cards
