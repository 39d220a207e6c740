"""From a record being entered to what the recorder's page shows."""

from __future__ import annotations

from dataclasses import replace

from flask import url_for

from analyzer.display.hands import NOTHING, Apart, defended, groups, pictures, spread
from analyzer.display.parts import CardGroup, Fact, SelectOption
from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card, CardSet, Rank, Suit
from analyzer.game.melds import best_arrangements
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import Ended
from analyzer.game.table import Table
from analyzer.game.view import HAND
from analyzer.notation.draft import Place
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed, str_of
from analyzer.notation.recorder import (
    Awaited,
    RecorderStep,
    Sheet,
    defences,
    held,
    read_sheet,
    redo,
    rejoin,
    spreads,
    step_of,
    undo,
)
from analyzer.notation.recorder.state import EntryState, mark_of
from analyzer.notation.recorder.step import (
    BIG_GIN,
    BROKEN_OFF,
    GO_ON,
    KNOCK_UNSEEN,
    MISDEAL,
    NEXT_HAND,
)
from analyzer.notation.records import Record, format_spread
from analyzer.notation.view import rules_text
from analyzer.web.analyze import entry
from analyzer.web.recorder import words
from analyzer.web.recorder.contexts import RecorderFragment
from analyzer.web.recorder.parts import (
    EndFragment,
    PlayedHand,
    RecordedTurn,
    RecorderTable,
    SeatFragment,
    SetupFragment,
    StepFragment,
    TapButton,
    TapCell,
    TapRow,
)

PILE_SHOWN = 9
"""Cards of the pile that are shown, the top last."""
KNOCKS_SHOWN = 3
"""Knocks that have a button of their own."""
WAYS_SHOWN = 8
"""Other ways to lay cards down that are offered; the text takes any."""


def fragment(
    state: EntryState, ident: str, *, note: str | None = None, kept: bool = True
) -> RecorderFragment:
    """The recorder with a state; never fails."""
    url = url_for("recorder.act", ident=ident)
    bare = RecorderFragment(url, state.text, state.ahead, ident, note, kept=kept)
    bare = replace(
        bare,
        base=mark_of(state.text),
        review_url=url_for("review.submit"),
        download_url=url_for("recorder.file"),
    )
    try:
        sheet = read_sheet(state.text)
    except InputError as error:
        wrong = replace(entry.error_of(state.text, error), cure=None)
        return replace(bare, error=wrong, restore=bool(state.ahead))
    step = step_of(sheet)
    forth = redo(state.text, state.ahead) is not None
    joins = not forth and bool(state.ahead) and rejoin(state.text, state.ahead) is not None
    return replace(
        bare,
        step=_step_fragment(sheet, step),
        table=_table_fragment(sheet),
        turns=_turn_rows(sheet),
        hands=_played_hands(sheet),
        end=_end_fragment(sheet, step) if step.ask is Awaited.NOTHING else None,
        setup=setup_fragment(sheet) if _is_bare(sheet) else None,
        undo=undo(state.text) is not None,
        redo=forth,
        rejoin=joins,
        restore=bool(state.ahead) and not forth and state.ahead.split() != state.text.split(),
    )


def _is_bare(sheet: Sheet) -> bool:
    """Whether no card has been entered yet."""
    dealt = sheet.draft.hands != [None, None] or sheet.draft.upcard is not None
    return not sheet.before and not dealt and not sheet.draft.turns


# ---------------------------------------------------------------- the step


def _step_fragment(sheet: Sheet, step: RecorderStep) -> StepFragment:
    """What is waited for, with the grid and the buttons."""
    both = bool(step.knocks) and bool(step.cards) and step.ask is Awaited.DISCARD
    return StepFragment(
        question=words.question(sheet, step),
        help=words.help_for(sheet, step),
        counter=f"{len(step.laid)} of {step.wanted}" if step.wanted else None,
        rows=_grid(sheet, step),
        keys=_legend(sheet),
        buttons=(*_buttons(sheet, step), *_knocks(sheet, step)),
        more=_more(sheet, step),
        how=both,
        only_knock=bool(step.knocks) and not step.cards,
    )


def _buttons(sheet: Sheet, step: RecorderStep) -> tuple[TapButton, ...]:
    names = words.names_of(sheet.names)
    top = sheet.table.pile[-1].symbol if sheet.table is not None and sheet.table.pile else ""
    labels = {
        "dealer 1": f"{names[0]} dealt",
        "dealer 2": f"{names[1]} dealt",
        "^": f"Take the {top}",
        "p": "Let the hand end" if step.ask is Awaited.LAST else "Pass",
        "?": "Draw, not seen" if step.ask is Awaited.DRAW else "Not shown",
        BIG_GIN: "Big gin",
        KNOCK_UNSEEN: "Knock, discard not seen",
    }
    main = {"^", "p"} | ({"?"} if step.ask is Awaited.DRAW else set())
    others = () if step.ask is Awaited.HAND else step.others
    return tuple(TapButton(labels[what], what, what in main) for what in others if what in labels)


def _knocks(sheet: Sheet, step: RecorderStep) -> tuple[TapButton, ...]:
    """The cheapest knocks of a hand that is known, each with a button."""
    table = sheet.table
    hand = None if table is None or step.ask is not Awaited.DISCARD else table.hands[table.turn]
    if table is None or hand is None or not step.knocks or not entry.melds_ready():
        return ()
    points = {
        card: best_arrangements(hand.remove(card), table.rules)[0].points for card in step.knocks
    }
    cheapest = sorted(points, key=lambda card: (points[card], -table.rules.value(card)))
    return tuple(
        TapButton(
            f"Knock with {points[card]}, discard {card.symbol}"
            if points[card]
            else f"Gin, discard {card.symbol}",
            f"{card}!",
        )
        for card in cheapest[:KNOCKS_SHOWN]
    )


def _more(sheet: Sheet, step: RecorderStep) -> tuple[TapButton, ...]:
    names = words.names_of(sheet.names)
    labels = {
        "known 1": f"{names[0]}: enter the cards dealt",
        "known 2": f"{names[1]}: enter the cards dealt",
        MISDEAL: "A misdeal",
        BROKEN_OFF: "The hand was broken off here",
    }
    if step.ask is Awaited.HAND:
        labels["?"] = "These cards are not known"
    return tuple(TapButton(labels[what], what) for what in step.others if what in labels)


def _grid(sheet: Sheet, step: RecorderStep) -> tuple[TapRow, ...]:
    """The cards, spades first, each with its place and whether it can be tapped."""
    places = _places_of(sheet, step)
    owners, signs = _owners(sheet), _signs(sheet)

    def cell(card: Card) -> TapCell:
        place = places.get(card, Place.NOWHERE)
        can = card in step.cards or card in step.knocks
        said = [card.name, *([owners[place]] if place else [])]
        return TapCell(
            card, ", ".join(said), place, signs[place], can, card in step.knocks,
            card in step.cards, card in step.laid,
        )  # fmt: skip

    return tuple(
        TapRow(suit, tuple(cell(Card.make(rank, suit)) for rank in Rank)) for suit in reversed(Suit)
    )


def _places_of(sheet: Sheet, step: RecorderStep) -> dict[Card, Place]:
    """Where each card is, as far as that is known."""
    table, draft = sheet.table, sheet.draft
    if table is None:
        hands = [NO_CARDS if hand is None else hand.set for hand in draft.hands]
        pile: tuple[Card, ...] = () if draft.upcard is None else (draft.upcard.value,)
    else:
        hands, pile = [held(table, player) for player in (0, 1)], table.pile
    if step.ask in {Awaited.SPREAD, Awaited.DEFENCE} and step.player is not None:
        hands[step.player] |= step.laid
    places = dict.fromkeys(pile, Place.PILE)
    return places | dict.fromkeys(hands[1], Place.OPPONENT) | dict.fromkeys(hands[0], Place.MINE)


def _owners(sheet: Sheet) -> dict[Place, str]:
    first, second = words.names_of(sheet.names)
    mine = "yours" if first == words.NOBODY[0] else f"{first}’s"
    return {Place.MINE: mine, Place.OPPONENT: f"{second}’s", Place.PILE: "in the pile"}


def _signs(sheet: Sheet) -> dict[Place, str]:
    """A letter for each place: the players' own where these tell them apart."""
    first, second = (name[:1].upper() for name in words.names_of(sheet.names))
    if len({first, second, "P"}) < 3 or not (first + second).isalnum():
        first, second = "1", "2"
    return {Place.NOWHERE: "", Place.MINE: first, Place.OPPONENT: second, Place.PILE: "P"}


def _legend(sheet: Sheet) -> tuple[tuple[str, str, str], ...]:
    """What the colors and letters of the grid mean."""
    owners, signs = _owners(sheet), _signs(sheet)
    return tuple((str(place), signs[place], owners[place]) for place in owners)


# ---------------------------------------------------------------- the table


def _table_fragment(sheet: Sheet) -> RecorderTable | None:
    """Both hands as far as they are known, the pile and the stock; None before the deal."""
    table = sheet.table
    if table is None:
        return None if sheet.ask is Awaited.DEALER else _being_dealt(sheet)
    return RecorderTable(
        seats=tuple(_seat(sheet, table, player) for player in (0, 1)),
        pile=table.pile[-PILE_SHOWN:],
        under=max(len(table.pile) - PILE_SHOWN, 0),
        facts=_facts(sheet, table),
    )


def _being_dealt(sheet: Sheet) -> RecorderTable:
    """The table while the cards dealt are being entered."""
    names, rules = words.names_of(sheet.names), sheet.rules
    hands = [NO_CARDS if hand is None else hand.set for hand in sheet.draft.hands]
    seats = tuple(
        SeatFragment(
            name=names[player],
            role="deals" if sheet.draft.dealer and sheet.draft.dealer.value == player else "",
            groups=_melded(hand, rules) if hand else (),
            note="" if hand else "no card entered",
            plays=sheet.player == player,
        )
        for player, hand in enumerate(hands)
    )
    upcard = sheet.draft.upcard
    pile = () if upcard is None else (upcard.value,)
    return RecorderTable(seats, pile, 0, (Fact("Rules", rules.name, url_for("learn.rules")),))


def _melded(hand: CardSet, rules: Rules, apart: Apart = NOTHING) -> tuple[CardGroup, ...]:
    """A hand in its melds, or as it is while the kernel is being compiled."""
    if not entry.melds_ready():
        return (CardGroup("deadwood", "held", pictures(hand, "held")),)
    return groups(hand, rules, apart)


def _seat(sheet: Sheet, table: Table, player: int) -> SeatFragment:
    """One player: the hand in melds, or what is known of it."""
    plays = sheet.ask is not Awaited.NOTHING and sheet.player == player
    doing = "lays down" if sheet.ask in {Awaited.SPREAD, Awaited.DEFENCE} else "to play"
    roles = ["deals"] * (player == table.dealer) + [doing] * plays
    name = words.names_of(sheet.names)[player]
    shown = _shown(sheet, table, player)
    known = () if shown else tuple(_seen(sheet, table, player))
    cards = HAND + (table.question.value == "discard" and table.turn == player and not table.over)
    unseen = cards - len(known)
    return SeatFragment(
        name=name,
        role=", ".join(roles),
        groups=shown,
        known=known,
        note="" if shown else f"{counted(unseen, 'card')} not seen",
        plays=plays,
    )


def _seen(sheet: Sheet, table: Table, player: int) -> CardSet:
    """The cards of a hand that is not known: seen taken, or laid down so far."""
    laying = sheet.ask in {Awaited.SPREAD, Awaited.DEFENCE} and sheet.player == player
    return step_of(sheet).laid if laying else held(table, player)


def _shown(sheet: Sheet, table: Table, player: int) -> tuple[CardGroup, ...]:
    """A hand as held, or as laid down at the end."""
    record = sheet.record
    showdown = None if record is None else record.showdown
    if record is not None and showdown is not None and sheet.ask is not Awaited.SPREAD:
        if player == record.knocker and showdown.spread is not None:
            return spread(showdown.spread.melds, showdown.spread.deadwood, table.rules)
        if player != record.knocker and showdown.defence is not None:
            return defended(showdown.defence, table.rules)
    hand = table.hands[player]
    if hand is None or not hand:
        return ()
    apart = Apart.of(table) if player == table.turn else NOTHING
    return _melded(hand, table.rules, apart)


def _facts(sheet: Sheet, table: Table) -> tuple[Fact, ...]:
    limit = f"{table.limit} or fewer" if table.limit else "gin only"
    facts = [Fact("Stock", str(table.left)), Fact("Knock with", limit)]
    if table.score is not None:
        facts.append(Fact("Score", "–".join(map(str, table.score))))
    facts.append(Fact("Rules", table.rules.name, url_for("learn.rules")))
    return tuple(facts)


# ---------------------------------------------------------------- turns, hands, the end


def _turn_rows(sheet: Sheet) -> tuple[RecordedTurn, ...]:
    """The turns of the hand so far."""
    record = sheet.record
    if record is None:
        return ()
    names, hand = words.names_of(sheet.names), len(sheet.before) + 1
    return tuple(
        RecordedTurn(
            number + 1,
            words.turn_words(played, names[played.player], words.ending_of(record, number)),
            f"{hand}.{number + 1}",
        )
        for number, played in enumerate(record.turns)
    )


def _played_hands(sheet: Sheet) -> tuple[PlayedHand, ...]:
    """The hands of the match before this one."""
    names = words.names_of(sheet.names)
    return tuple(
        PlayedHand(
            number,
            "Broken off." if hand.result is None else words.result_words(hand.result, names),
            None if hand.score is None else "–".join(map(str, hand.score)),
        )
        for number, hand in enumerate(sheet.before, start=1)
    )


def _end_fragment(sheet: Sheet, step: RecorderStep) -> EndFragment:
    """What can be done with a hand that is over."""
    record = sheet.record
    assert record is not None
    done = len(sheet.before) + 1
    untold = record.result is None and record.showdown is not None
    return EndFragment(
        headline=words.headline(sheet),
        spreads=_spreads(sheet, record),
        defences=_defences(sheet, record),
        say=untold,
        kinds=_kinds(record) if untold else (),
        next=NEXT_HAND in step.others,
        on=GO_ON in step.others,
        record=sheet.text,
        review="Review this hand" if done == 1 else f"Review these {done} hands",
    )


def _kinds(record: Record) -> tuple[str, ...]:
    kinds = [Ended.KNOCK, Ended.GIN, Ended.UNDERCUT]
    big = [Ended.BIG_GIN] if record.rules.big_gin_bonus is not None else []
    return tuple(map(str, kinds + big))


def _spreads(sheet: Sheet, record: Record) -> tuple[TapButton, ...]:
    showdown = record.showdown
    if showdown is None or showdown.spread is None or not entry.melds_ready():
        return ()
    others = [one for one in spreads(sheet) if one != showdown.spread]
    return tuple(
        TapButton(
            f"{listed([str_of(meld) for meld in one.melds], 'and')}: {one.points} left",
            format_spread(one, record.rules),
        )
        for one in others[:WAYS_SHOWN]
        if one.melds
    )


def _defences(sheet: Sheet, record: Record) -> tuple[TapButton, ...]:
    if not entry.melds_ready():
        return ()
    lines = defences(sheet)
    return tuple(TapButton(_pretty(line), line) for line in lines[:WAYS_SHOWN])


def _pretty(line: str) -> str:
    """A line of cards laid down with symbols for its suits."""
    return " / ".join(
        " ".join(Card.of(word).symbol if len(word) == 2 else word for word in part.split())
        for part in line.split("/")
    )


# ---------------------------------------------------------------- setting up


def setup_fragment(sheet: Sheet) -> SetupFragment:
    """The form for rules, names, dealer and score."""
    names, score = sheet.names, None if sheet.draft.score is None else sheet.draft.score.value
    current = rules_text(sheet.rules)
    presets = [*PRESETS] if current in PRESETS else [current, *PRESETS]
    dealer = "" if sheet.draft.dealer is None else str(sheet.draft.dealer.value + 1)
    points = ("", "") if score is None else (str(score[0]), str(score[1]))
    return SetupFragment(
        rules=tuple(SelectOption(name, name, selected=name == current) for name in presets),
        names=(names[0] or "", names[1] or ""),
        shown=words.names_of(names),
        dealer=dealer,
        score=points,
    )
