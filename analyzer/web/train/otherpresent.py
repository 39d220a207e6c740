"""The table of the other games as the player in seat 0 sees it; all open once a hand is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any, Final

from flask import url_for

from analyzer.display.parts import LaidDown
from analyzer.display.seats import (
    answered,
    ended_in_words,
    hands_at_end,
    held_by,
    names_of,
    priced,
    seen_from_chair,
    split_groups,
    turns_in_words,
)
from analyzer.display.table import CardTable, TableButton, choosable, in_rows
from analyzer.game.actions import Question
from analyzer.game.cards import Card
from analyzer.game.general import (
    Chair,
    GameMove,
    HandScore,
    HandSplit,
    MoveKind,
    Step,
    best_layouts,
    useful_layouts,
)
from analyzer.game.rules import GameKind
from analyzer.notation.general import move_label, record_of_round
from analyzer.notation.numbers import points, signed
from analyzer.notation.phrases import listed, meld_kind, upper
from analyzer.practice.othergames import GAMES, ONE_HAND, YOU, OtherGame
from analyzer.practice.otherseat import OtherSeat
from analyzer.practice.progress import Note
from analyzer.web.review.others import address_of
from analyzer.web.train.words import coach_choices, coach_name, coach_silence

DISCARD: Final = TableButton("Discard", "discard", main=True, role="discard")
KNOCK: Final = TableButton("Knock", "knock", role="knock")
MOST_WAYS: Final = 6
"""Ways to lay a hand down that are offered."""


def other_table_of(seat: OtherSeat) -> dict[str, Any]:
    """What the page shows of a game (`train/_other.html`): the player's view, no more."""
    game = seat.game
    names = names_of(game.rules)
    return {
        "felt": _over(game) if game.over else _to_defend(game) if game.asked else _due(seat),
        "ways": () if game.round.over or seat.pending is not None else tuple(_ways(game)),
        "title": GAMES[game.name],
        "turn": game.turn,
        "names": ("You", "They") if game.team > 1 else names,
        "sheet": _sheet(game),
        "place": _place(game),
        "history": tuple(turns_in_words(_open_steps(game), names)),
        "note": seat.note,
        "hints": _hints(seat),
        "look": _look(seat.note),
        "silence": _silence(seat),
        "coach": coach_choices(coach_name(seat.coach)),
    }


def _hints(seat: OtherSeat) -> tuple[str, ...]:
    """What has been given away of a decision; nothing while the coach asks about a move."""
    if seat.hints is None or seat.pending is not None:
        return ()
    return tuple(seat.hints.words[: seat.hints.shown])


def _look(note: Note | None) -> str | None:
    if note is None or note.place is None:
        return None
    return url_for("analyze.show", p=note.place)


def _silence(seat: OtherSeat) -> str:
    """What stands in the coach's place while there is nothing to say."""
    return coach_silence(seat.coach, seat.threshold, seat.spoken, over=seat.game.over)


def _place(game: OtherGame) -> str:
    if game.target == ONE_HAND:
        return "One hand"
    return f"Hand {len(game.hands)}, to {game.match_rules.target}"


# ---------------------------------------------------------------- while a hand is played


def _due(seat: OtherSeat) -> CardTable:
    """The decision that is due, with all that the coach has given away of it."""
    if seat.pending is not None:
        felt = _pending(seat, GameMove.of(seat.pending))
        return felt if seat.note is None else priced(felt, _losses(seat.note.losses))
    felt = _decision(seat)
    if seat.hints is not None and not seat.hints.more:
        return priced(felt, _losses(seat.hints.losses))
    return felt


def _losses(losses: Iterable[tuple[str, float]]) -> list[tuple[GameMove, float]]:
    return [(GameMove.of(move), loss) for move, loss in losses]


def _seen(game: OtherGame) -> dict[str, Any]:
    """What is on the table at every decision."""
    chair = game.round.chair(YOU)
    return {**seen_from_chair(chair, _scores(game)), "hidden": (("turn", game.turn),)}


def _pending(seat: OtherSeat, move: GameMove) -> CardTable:
    """The move that waits while the coach asks whether it is meant."""
    chair = seat.game.round.chair(YOU)
    own = {} if move.card is None else {move.card: str(move.card)}
    return CardTable(
        **_seen(seat.game),
        heading=f"{move_label(move, chair.pile)}?",
        rows=in_rows(choosable(held_by(chair), own, chosen=str(move.card))),
        action=url_for("othertable.play_on"),
        buttons=(TableButton("Play on"), _back("Take it back", main=True)),
    )


def _back(label: str, *, main: bool = False) -> TableButton:
    return TableButton(label, action=url_for("othertable.take_back"), main=main, role="back")


def _decision(seat: OtherSeat) -> CardTable:
    game = seat.game
    chair = game.round.chair(YOU)
    moves = chair.legal_moves()
    table = {**_seen(game), "action": url_for("othertable.play")}
    asides = tuple(_asides(seat))
    if chair.question is Question.DISCARD:
        return CardTable(**table, **_to_discard(chair, moves, asides))
    names = tuple(map(str, moves))
    return CardTable(
        **table,
        heading="Take the upcard?" if chair.question is Question.UPCARD else "Draw or take",
        rows=in_rows(held_by(chair)),
        buttons=(*asides, *_drawing(chair, moves)),
        on_stock=TableButton("Draw", "draw") if "draw" in names else None,
        on_pile=TableButton("Take", "take") if "take" in names else None,
    )


def _asides(seat: OtherSeat) -> Iterable[TableButton]:
    """What helps to decide: a hint, while there is another, and a step back."""
    if seat.hints is None or seat.hints.more:
        label = "Hint" if seat.hints is None else "More"
        yield TableButton(label, action=url_for("othertable.hint"), role="hint")
    if seat.game.before is not None:
        took = seat.game.round.steps[-1].move.kind is MoveKind.TAKE
        yield _back("Put it back" if took else "Take it back")


def _to_discard(
    chair: Chair, moves: tuple[GameMove, ...], asides: tuple[TableButton, ...]
) -> dict[str, Any]:
    """The hand with what can be discarded or knocked with, and the buttons for it."""
    discards = [move.card for move in moves if move.kind is MoveKind.DISCARD]
    knocks = {
        move.card: "Gin" if move.kind is MoveKind.GIN else "Knock"
        for move in moves
        if move.lays_down and move.card is not None
    }
    choices = {card: str(card) for card in (*discards, *knocks) if card is not None}
    last = (*([KNOCK] if knocks else []), *([DISCARD] if choices else []))
    return {
        "heading": "Lay down, add, or discard" if _is_mahjong(chair) else "Discard",
        "rows": in_rows(choosable(held_by(chair), choices, knocks)),
        "field": "card",
        "buttons": (*asides, *_laying(moves), *last),
    }


def _is_mahjong(chair: Chair) -> bool:
    return chair.rules.play is GameKind.MAHJONG


def _open_steps(game: OtherGame) -> tuple[Step, ...]:
    return game.round.steps if game.over else game.round.chair(YOU).steps


def _scores(game: OtherGame) -> tuple[int, ...]:
    return game.team_sheet.score if game.team > 1 else game.table_sheet.running


def _drawing(chair: Chair, moves: tuple[GameMove, ...]) -> Iterable[TableButton]:
    for move in moves:
        if move.kind is MoveKind.PASS:
            ends = chair.question is not Question.UPCARD
            yield TableButton("End the hand" if ends else "Pass", "pass")
        elif move.kind is MoveKind.DRAW:
            yield TableButton("Draw", "draw", main=True)
        else:
            yield TableButton(move_label(move, chair.pile), str(move))


def _laying(moves: tuple[GameMove, ...]) -> Iterable[TableButton]:
    """Melds to lay down and cards to add, each a button."""
    for move in moves:
        if move.kind in {MoveKind.MELD, MoveKind.ADD, MoveKind.BIG_GIN}:
            yield TableButton(move_label(move), str(move))


# ---------------------------------------------------------------- laying down


def _ways(game: OtherGame) -> Iterable[dict[str, Any]]:
    """Knocks that can be laid down in more than one way that may matter."""
    chair = game.round.chair(YOU)
    knocks = [move for move in chair.legal_moves() if move.kind is MoveKind.KNOCK and move.card]
    laid = [
        (move.card, useful_layouts(chair.hand.remove(move.card), chair.rules))
        for move in knocks
        if move.card is not None
    ]
    several = [(card, layouts) for card, layouts in laid if len(layouts) > 1]
    several.sort(key=lambda one: (one[1][0].points, one[0]))
    ways = ((card, layout) for card, layouts in several for layout in layouts)
    for card, layout in islice(ways, MOST_WAYS):
        yield {
            "value": GameMove(MoveKind.KNOCK, card, melds=layout.melds).full,
            "label": f"Knock with {layout.points}",
            "detail": _detail(card, layout),
            "groups": tuple((meld_kind(meld.filled), tuple(meld.cards)) for meld in layout.melds),
        }


def _detail(card: Card, layout: HandSplit) -> str:
    """What goes, and what a joker stands for."""
    jokers = [meld.stands.symbol for meld in layout.melds if meld.stands is not None]
    stands = f", ★ as {listed(jokers, 'and')}" if jokers else ""
    return f"discarding {card.symbol}{stands}"


def _to_defend(game: OtherGame) -> CardTable:
    """A knock that the player has to answer, with the melds as they lie by then."""
    here, names = game.round, names_of(game.rules)
    result, hand = here.result, here.hands[YOU]
    assert result is not None and result.spread is not None and result.knocker is not None
    knocker = names[result.knocker]
    lying = replace(result.spread, melds=game.lying)
    earlier = tuple(takewhile(lambda pair: pair.defender != YOU, result.pairs))
    groups = split_groups(best_layouts(hand, here.rules, 1)[0], here.rules)
    return CardTable(
        heading=f"{knocker} knocks with {result.spread.points}. What do you lay off?",
        said="Choose the cards that go on these melds.",
        laid=(
            LaidDown(knocker, split_groups(lying, here.rules)),
            *(answered(pair, here.rules, names) for pair in earlier),
        ),
        rows=in_rows(choosable(groups, {card: str(card) for card in hand})),
        field="off",
        several=True,
        action=url_for("othertable.defend"),
        hidden=(("turn", game.turn),),
        my_score=_scores(game)[YOU],
        buttons=(TableButton("Lay down", main=True),),
    )


# ---------------------------------------------------------------- once a hand is over


def _over(game: OtherGame) -> CardTable:
    here, names = game.round, names_of(game.rules)
    assert here.result is not None
    next_button = (
        TableButton("New match", href=url_for("othertable.show", new=1), main=True)
        if game.finished
        else TableButton("Next hand", action=url_for("othertable.deal_next"), main=True)
    )
    played = record_of_round(here, names)
    review = (
        TableButton("Review this hand", href=address)
        for address in [address_of(played, YOU + 1)]
        if address is not None
    )
    return CardTable(
        heading=ended_in_words(here.result, names, YOU),
        said=_standings(game, here.result, names),
        laid=tuple(hands_at_end(here, here.result, names)),
        others=(),
        action=url_for("othertable.play"),
        hidden=(("turn", game.turn),),
        my_score=_scores(game)[YOU],
        buttons=(*review, next_button),
    )


def _standings(game: OtherGame, result: HandScore, names: tuple[str, ...]) -> str:
    text = ", ".join(f"{name} {signed(p, 0)}" for name, p in zip(names, result.points, strict=True))
    if game.team > 1:
        tables = game.team_tables[-1]
        parts = (
            f"table {number} {signed(_of_you(scored.winner, scored.points), 0)}"
            for number, scored in enumerate(tables, start=1)
        )
        text = f"Your team: {', '.join(parts)}"
    return f"{text}.{_won(game, names)}"


def _of_you(winner: int | None, amount: int) -> int:
    return 0 if winner is None else amount if winner == YOU else -amount


def _won(game: OtherGame, names: tuple[str, ...]) -> str:
    if not game.finished:
        return ""
    what, winner = "hand" if game.target == ONE_HAND else "match", game.winner
    if winner is None:
        return f" Nobody wins the {what}."
    if game.team > 1:
        return f" {'Your' if winner == YOU else 'Their'} team wins."
    return f" {names[winner]} {'win' if winner == YOU else 'wins'} the {what}."


# ---------------------------------------------------------------- beside the table


def _sheet(game: OtherGame) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The lines of the score sheet: a label and an amount a player."""
    if game.team > 1:
        return tuple(
            (upper(line.label), tuple(_amount(amount) for amount in line.amounts))
            for line in game.team_sheet.lines()
        )
    sheet = game.table_sheet
    lines = [(f"Hand {n}", hand.won or hand.points) for n, hand in enumerate(sheet.hands, 1)]
    if any(sheet.boxes):
        lines.append(("Boxes", sheet.boxes))
    if sheet.bonus:
        bonus = tuple(sheet.bonus * (seat == sheet.winner) for seat in range(len(sheet.finals)))
        lines.append(("Game and shutout" if sheet.shutout else "Game", bonus))
    lines.append(("Total", sheet.finals))
    return tuple((label, tuple(map(_amount, row))) for label, row in lines)


def _amount(value: int | None) -> str:
    return "" if value is None else points(value, 0)
