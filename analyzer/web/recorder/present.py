"""From a record being entered to what the recorder's page shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from flask import url_for

from analyzer.display.turns import NAMES, turns_in_words
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import pack_card
from analyzer.game.cards import JOKERS, NO_CARDS, Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood
from analyzer.notation.moves import move_label
from analyzer.notation.numbers import score, signed
from analyzer.notation.recorder import (
    Awaited,
    RecorderStep,
    Sheet,
    defenses,
    read_sheet,
    redo,
    rejoin,
    spreads,
    step_of,
    undo,
)
from analyzer.notation.recorder.awaited import SHOWDOWN
from analyzer.notation.recorder.state import EntryState, mark_of
from analyzer.notation.recorder.step import (
    BIG_GIN,
    BROKEN_OFF,
    GO_ON,
    KNOCK_UNSEEN,
    LAY,
    MELD,
    MISDEAL,
    NEXT_HAND,
    TAKE,
)
from analyzer.notation.records import Record, format_record, outcome_of, possible_ends
from analyzer.notation.ruletexts import rules_text
from analyzer.practice.games import GAMES
from analyzer.web.analyze import entry
from analyzer.web.recorder import words
from analyzer.web.recorder.contexts import (
    CardPlace,
    EndShown,
    RecorderShown,
    SeatRow,
    SetupShown,
    StepShown,
    TapButton,
)
from analyzer.web.recorder.felt import table_of
from analyzer.web.rules.form import form_of, of_one_table

Places = dict[Card, CardPlace]
KNOCKS_SHOWN: Final = 3
"""Knocks that have a button of their own."""
WAYS_SHOWN: Final = 8
"""Other ways to lay cards down that are offered; the text takes any."""
RECORDED: Final = {name: label for name, label in GAMES.items() if not name.startswith("teams")}
"""The other games that can be recorded; a table of teams is one of the game for two."""


def fragment(
    state: EntryState,
    ident: str,
    *,
    note: str | None = None,
    kept: bool = True,
    unfolded: bool = False,
) -> RecorderShown:
    """The recorder with a state; never fails.

    `note` says what could not be done, `kept` is True if the draft is kept on the server, and
    `unfolded` opens the form with which a hand is set up.
    """
    rec = RecorderShown(
        url=url_for("recorder.act", ident=ident), text=state.text, ahead=state.ahead, ident=ident,
        base=mark_of(state.text), note=note, kept=kept,
    )  # fmt: skip
    try:
        sheet = read_sheet(state.text)
    except InputError as error:
        wrong = replace(entry.error_of(state.text, error), cure=None)
        return replace(rec, error=wrong, restore=bool(state.ahead))
    step = step_of(sheet)
    forth = redo(state.text, state.ahead) is not None
    joins = not forth and bool(state.ahead) and rejoin(state.text, state.ahead) is not None
    return replace(
        rec,
        step=_step(sheet, step),
        felt=table_of(sheet, step),
        turns=tuple(_turns(sheet)),
        hands=tuple(_played_hands(sheet)),
        end=_end(sheet, step) if step.ask is Awaited.NOTHING else None,
        setup=setup_of(sheet, unfolded=unfolded) if _is_bare(sheet) else None,
        undo=undo(state.text) is not None,
        redo=forth,
        rejoin=joins,
        restore=bool(state.ahead) and not forth and state.ahead.split() != state.text.split(),
    )


def _is_bare(sheet: Sheet) -> bool:
    """True if no card has been entered yet."""
    said = sheet.said
    return not (sheet.before or any(said.hands) or said.upcard is not None or said.turns)


# ---------------------------------------------------------------- the step


def _step(sheet: Sheet, step: RecorderStep) -> StepShown:
    """The question, with the grid and the buttons."""
    buttons, seats = (*_buttons(sheet, step), *_knocks(sheet, step)), _seats_of(sheet)
    shown = StepShown(
        question=words.question(sheet, step),
        help=words.help_for(sheet, step),
        counter=f"{len(step.laid)} of {step.wanted}" if step.wanted else None,
        places=_places_of(sheet, step, seats),
        legend=(*seats, _PILE, *((_OPEN,) if words.is_mahjong(sheet) else ())),
        cards=step.cards,
        knocks=step.knocks,
        laid=step.laid,
        sure=step.sure,
        jokers=JOKERS[: sheet.rules.jokers],
        more=_more(sheet, step),
    )
    return _in_place(shown, buttons, hidden=words.is_hidden(sheet, step), ask=step.ask)


def _in_place(
    shown: StepShown, buttons: tuple[TapButton, ...], *, hidden: bool, ask: Awaited
) -> StepShown:
    """With what stands above the cards and what below, so that the row above is never two.

    A discard has the best knock above, or of a hand that is not seen, whether it is a knock.
    """
    discards, chooses = ask is Awaited.DISCARD, bool(shown.knocks) and bool(shown.cards)
    above = len(buttons) if not discards else 0 if hidden else 1
    how = None if not chooses else "above" if hidden else "below"
    return replace(shown, buttons=buttons[:above], rarer=buttons[above:], how=how)


def _buttons(sheet: Sheet, step: RecorderStep) -> tuple[TapButton, ...]:
    """The taps that are no cards and not folded away."""
    names, draws = words.names_of(sheet), step.ask is Awaited.DRAW
    ends = step.ask is Awaited.LAST or (draws and sheet.play is not None)
    labels = {
        **{f"dealer {number}": f"{name} dealt" for number, name in enumerate(names, start=1)},
        TAKE: f"Take the {words.top_of(sheet)}",
        "p": "Let the hand end" if ends else "Pass",
        "?": "Draw, not seen" if draws else "Not shown",
        BIG_GIN: "Big gin",
        KNOCK_UNSEEN: "Knock, discard not seen",
        MELD: "Lay down a meld",
        LAY: "Lay down",
    }
    main = {TAKE, "p", LAY} | ({"?"} if draws else set())
    others = () if step.ask is Awaited.HAND else step.others
    labeled = ((labels.get(what) or _label(sheet, what), what) for what in others)
    return tuple(TapButton(label, what, what in main) for label, what in labeled if label)


def _label(sheet: Sheet, what: str) -> str | None:
    """The label of several cards of the pile, a whole meld, or a card added to one."""
    if what.startswith(TAKE):
        return move_label(Action.of(f"take {what.removeprefix(TAKE)}"), sheet.pile)
    return move_label(Action.of(what)) if what.startswith(("meld ", "add ")) else None


def _knocks(sheet: Sheet, step: RecorderStep) -> tuple[TapButton, ...]:
    """The cheapest knocks of a hand that is known, each with a button."""
    if step.player is None or step.ask is not Awaited.DISCARD or not step.knocks:
        return ()
    if sheet.is_hidden(step.player):
        return ()
    hand = sheet.held(step.player)
    points = {card: _left(sheet, hand.remove(card)) for card in step.knocks}
    cheapest = sorted(points, key=lambda card: (points[card], -sheet.rules.value(card), card))
    return tuple(
        TapButton(
            f"{f'Knock with {points[card]}' if points[card] else 'Gin'}, discard {card.symbol}",
            f"{card}!",
        )
        for card in cheapest[:KNOCKS_SHOWN]
    )


def _left(sheet: Sheet, hand: CardSet) -> int:
    """The least deadwood of a hand."""
    if sheet.said.in_moves:
        return deadwood(hand, sheet.rules)
    return best_arrangements(hand, sheet.rules)[0].points


def _more(sheet: Sheet, step: RecorderStep) -> tuple[TapButton, ...]:
    """Rarer ones, folded away."""
    names = enumerate(words.names_of(sheet), start=1)
    labels = {
        **{f"known {number}": f"{name}: enter the cards dealt" for number, name in names},
        MISDEAL: "A misdeal",
        BROKEN_OFF: "The hand was broken off here",
    }
    if step.ask is Awaited.HAND:
        labels["?"] = "These cards are not known"
    return tuple(TapButton(labels[what], what) for what in step.others if what in labels)


_PILE: Final = CardPlace("pile", "P", "in the pile")
_OPEN: Final = CardPlace("pile", "T", "on the table")


def _seats_of(sheet: Sheet) -> tuple[CardPlace, ...]:
    """The place that a hand is, by seat."""
    names = words.names_of(sheet)
    return tuple(
        CardPlace(
            "mine" if seat == sheet.mine else "opponent", sign,
            "yours" if name == words.YOU else f"{name}’s",
        )
        for seat, (name, sign) in enumerate(zip(names, _signs(names), strict=True))
    )  # fmt: skip


def _places_of(sheet: Sheet, step: RecorderStep, seats: tuple[CardPlace, ...]) -> Places:
    """Return where each card is, as far as that is known."""
    places = dict.fromkeys(sheet.pile, _PILE)
    if sheet.play is not None:
        melds = (card for cards in sheet.play.here.laid for card in cards)
        places |= dict.fromkeys(melds, _OPEN)
    for seat, place in enumerate(seats):
        laying = step.ask in SHOWDOWN and seat == step.player
        places |= dict.fromkeys(sheet.held(seat) | (step.laid if laying else NO_CARDS), place)
    return places


def _signs(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each player, or a number where letters do not tell them apart."""
    letters = [name[:1].upper() for name in names]
    apart = len({*letters, "P", "T"}) == len(letters) + 2 and "".join(letters).isalnum()
    return tuple(letters if apart else map(str, range(1, len(names) + 1)))


# ---------------------------------------------------------------- turns, hands, the end


def _turns(sheet: Sheet) -> Iterator[tuple[int, str, str]]:
    """The turns of the hand so far: number, words, and the way back to before it."""
    hand = len(sheet.before) + 1
    for number, turn in enumerate(_turn_words(sheet), start=1):
        yield number, turn, f"{hand}.{number}"


def _turn_words(sheet: Sheet) -> Iterator[str]:
    names = words.names_of(sheet)
    if sheet.play is not None:
        steps = iter(sheet.play.record.steps)
        for turn in sheet.said.turns:
            moves = list(islice(steps, len(turn.moves)))
            yield next(iter(turns_in_words(moves, names)), f"{names[turn.player or 0]} …")
    record = sheet.record
    for number, played in enumerate(() if record is None else record.turns):
        assert record is not None
        yield words.turn_words(played, names[played.player], words.ending_of(record, number))


def _played_hands(sheet: Sheet) -> Iterator[tuple[str, str | None]]:
    """The hands of the match before this one: in words, and the score before each."""
    names = words.names_of(sheet)
    for hand in sheet.before:
        if hand.in_moves:
            yield words.table_headline(outcome_of(hand), names), None
            continue
        ended = "Broken off." if hand.result is None else words.result_words(hand.result, names)
        yield ended, None if hand.score is None else score(*hand.score)


def _end(sheet: Sheet, step: RecorderStep) -> EndShown:
    """The choices once a hand is over."""
    end = EndShown(
        record=sheet.text,
        review="Review this hand",
        spreads=tuple(_spreads(sheet)),
        defenses=tuple(_defenses(sheet)),
        next=NEXT_HAND in step.others,
        on=GO_ON in step.others,
    )
    if sheet.play is None:
        return _of_two(sheet, end)
    record = sheet.play.record
    result = outcome_of(record, sheet.play.here)
    points = () if result is None else (signed(amount, 0) for amount in result.points)
    return replace(
        end,
        record=format_record(record),
        points=tuple(zip(words.names_of(sheet), points, strict=False)),
    )


def _of_two(sheet: Sheet, end: EndShown) -> EndShown:
    record, done = sheet.record, len(sheet.before) + 1
    assert record is not None
    return replace(
        end,
        ends=tuple(_ends(sheet, record)) if record.result is None else (),
        review=end.review if done == 1 else f"Review these {done} hands",
    )


def _ends(sheet: Sheet, record: Record) -> Iterator[tuple[str, str]]:
    """The ends to choose from, where the cards do not tell: (its sign, in words)."""
    if record.showdown is None or record.knocker is None:
        return
    names = words.names_of(sheet)
    for kind, winner in possible_ends(record.showdown.spread, record.knocker, record.rules):
        if winner is not None:
            yield f"{winner + 1} {kind}", words.won(kind, names[winner])


def _spreads(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Other ways to lay the knocker's cards down: (in words, the line)."""
    return ((f"{_pretty(line)}: {left} left", line) for line, left in spreads(sheet)[:WAYS_SHOWN])


def _defenses(sheet: Sheet) -> Iterator[tuple[str, str]]:
    return ((_pretty(line), line) for line in defenses(sheet)[:WAYS_SHOWN])


def _pretty(line: str) -> str:
    """A line of cards laid down with symbols for its suits."""
    return " / ".join(" ".join(map(_symbol, part.split())) for part in line.split("/"))


def _symbol(word: str) -> str:
    card = word.partition("=")[0]
    return pack_card(card).symbol if len(card) == 2 else word


# ---------------------------------------------------------------- setting up


def setup_of(sheet: Sheet, *, unfolded: bool = False) -> SetupShown:
    """The form for game, names, dealer and score."""
    said = sheet.said
    scored = None if said.draft.score is None else said.draft.score.value
    return SetupShown(
        rules=form_of({}, rules_text(sheet.rules), of_one_table(), "Game"),
        seats=tuple(_seats(sheet)),
        score=("", "") if scored is None else (str(scored[0]), str(scored[1])),
        seen="hand2" in sheet.tags and not sheet.tags["hand2"].value,
        unfolded=unfolded,
    )


def _seats(sheet: Sheet) -> Iterator[SeatRow]:
    """Every seat of any game; those beyond this game's are for when another is chosen."""
    dealer, count = sheet.said.dealer, len(sheet.names)
    labels = (*words.around(count), *NAMES[count:])
    for seat, label in enumerate(labels):
        name = sheet.names[seat] if seat < count else None
        whose = "Your name" if not seat else f"{label}’s name"
        yield SeatRow(label, whose, "" if name in {None, label} else name or "", seat == dealer)
