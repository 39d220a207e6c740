"""Entering a hand by taps: each gives the text with one thing more, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Defense, pack_card
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.jokers import best_layouts
from analyzer.game.melds import arrangements, best_arrangements, deadwood, lay_off
from analyzer.notation.cards import read_pack
from analyzer.notation.numbers import counted_are
from analyzer.notation.recorder._play import HandPlay, unfinished_meld
from analyzer.notation.recorder._said import UNFINISHED
from analyzer.notation.recorder._sheet import Sheet, laid_cards, read_sheet
from analyzer.notation.recorder._text import (
    inserted,
    span_of,
    with_line,
    with_tag,
    without,
    without_tag,
)
from analyzer.notation.recorder.awaited import SHOWDOWN, Awaited
from analyzer.notation.recorder.step import (
    BIG_GIN,
    BROKEN_OFF,
    GO_ON,
    LAY,
    MELD,
    MISDEAL,
    PASS,
    TAKE,
    UNSEEN,
    RecorderStep,
    step_of,
)
from analyzer.notation.records import format_spread
from analyzer.notation.records._draft import RecordDraft
from analyzer.notation.records._match import carry_on
from analyzer.notation.records.read import read_drafts
from analyzer.notation.records.write import format_defence, format_tag
from analyzer.notation.ruletexts import rules_text

_KNOCK = re.compile(r"(knock|gin|big gin)\b")


def tap(text: str, what: str) -> str:
    """The text after a tap; the taps are those of `analyzer.notation.recorder.step`.

    What follows is written too: once a hand is laid down whose cards are known, its best
    arrangement, and the best answer of a known hand. Raises InputError for a tap that is not
    possible now, and for a text that cannot be.

    >>> text = '[Dealer "2"] [Hand1 "?"] [Upcard "9h"]'
    >>> tap(tap(text, "^"), "Kd").splitlines()[-1]
    '1. ^9h -Kd'
    """
    sheet = read_sheet(text)
    step = step_of(sheet)
    if what not in step.taps:
        raise InputError(f"`{what}` cannot be entered here", hint="tap one of the marked cards")
    if what in {MISDEAL, BROKEN_OFF}:
        return with_tag(text, sheet.start, "Result", what)
    if what.startswith("known "):
        return with_tag(text, sheet.start, f"Hand{what[-1]}", "")
    if sheet.play is not None and sheet.ask is not Awaited.NOTHING:
        return _with_known_hands(_of_play(sheet, sheet.play, step, what))
    return _TAPS[sheet.ask](sheet, step, what)


def _hand(sheet: Sheet, step: RecorderStep, what: str) -> str:
    assert step.player is not None
    hand = sheet.said.hands[step.player] or ()
    cards = UNSEEN if what == UNSEEN else _toggled(hand, what)
    return with_tag(sheet.text, sheet.start, f"Hand{step.player + 1}", cards)


def _toggled(cards: Iterable[Card | str], what: str) -> str:
    """Cards with one more, or without it if it was among them."""
    names = [str(card) for card in cards]
    return " ".join([name for name in names if name != what] + [what] * (what not in names))


# ---------------------------------------------------------------- turns


def _offer(sheet: Sheet, step: RecorderStep, what: str) -> str:
    table = sheet.table
    assert table is not None
    top = str(table.pile[-1]) if table.pile else ""
    if what in {TAKE, top}:
        return _with_turn(sheet, f"^{top}")
    return _with_turn(sheet, PASS if what == PASS else f"+{what}")


def _with_turn(sheet: Sheet, turn: str) -> str:
    turns = sheet.draft.turns
    return with_line(sheet.text, f"{len(turns) + 1}. {turn}", apart=not turns)


def _discard(sheet: Sheet, step: RecorderStep, what: str) -> str:
    discarded = BIG_GIN if what == BIG_GIN else f"-{what}"
    bare = not sheet.draft.turns
    text = (
        _with_turn(sheet, discarded)
        if bare
        else inserted(sheet.text, sheet.draft.turns[-1].mark, f" {discarded}")
    )
    return _follow_up(text) if what.endswith("!") else text


# ---------------------------------------------------------------- the end


def _follow_up(text: str) -> str:
    """The text with what follows at the showdown: the best arrangement and the best answer.

    They are the defaults; `lay` puts another in their place.
    """
    sheet = read_sheet(text)
    showdown, lines = sheet.showdown, len(sheet.draft.spreads)
    if showdown is None or sheet.draft.result is not None:
        return text
    if lines == 0 and showdown.spread is not None:
        line = format_spread(showdown.spread, sheet.rules)
        return _follow_up(_with_spread(sheet, False, line))
    if sheet.ask in SHOWDOWN:
        sure = step_of(sheet).laid
        return _arranged(sheet, sure) if len(sure) == sheet.wanted else text
    if lines == 1 and showdown.defence is not None:
        return _with_spread(sheet, True, format_defence(showdown.defence, sheet.rules))
    return text


def _laid(sheet: Sheet, step: RecorderStep, what: str) -> str:
    defense = sheet.ask is Awaited.DEFENSE
    if what == UNSEEN:
        return with_tag(_without_spread(sheet, defense), sheet.start, "Result", "*")
    laid = laid_cards(sheet.draft, defense)
    sure = tuple(card for card in step.laid if card not in laid)
    cards = _toggled((*sure, *laid), what)
    tapped = CardSet.of(cards)
    if len(tapped) == step.wanted:
        return _arranged(sheet, tapped)
    return _with_spread(sheet, defense, cards)


def _arranged(sheet: Sheet, cards: CardSet) -> str:
    """The text with all cards of a hand laid down as well as can be."""
    if sheet.ask is not Awaited.DEFENSE:
        line = format_spread(best_arrangements(cards, sheet.rules)[0], sheet.rules)
        return _follow_up(_checked(_with_spread(sheet, False, line)))
    return _checked(_answered(sheet, cards))


def _answered(sheet: Sheet, cards: CardSet) -> str:
    """The text with the defender's best answer with these cards."""
    assert sheet.showdown is not None and sheet.showdown.spread is not None
    best = lay_off(sheet.showdown.spread, cards, sheet.rules)
    return _with_spread(sheet, True, format_defence(best, sheet.rules))


def _checked(text: str) -> str:
    read_sheet(text)
    return text


def _with_spread(sheet: Sheet, defense: bool, cards: str) -> str:
    """The text with the knocker's or the defender's line put in or changed."""
    spreads, number = sheet.draft.spreads, len(sheet.draft.turns)
    if len(spreads) > defense:
        start, end = span_of(spreads[defense].mark)
        if not cards:
            return without(sheet.text, start, end)
        return f"{sheet.text[:start]}{number}= {cards}{sheet.text[end:]}"
    text = sheet.text
    if defense and not spreads:
        assert sheet.showdown is not None and sheet.showdown.spread is not None
        spread = format_spread(sheet.showdown.spread, sheet.rules)
        text = with_line(text, f"{number}= {spread}")
    return with_line(text, f"{number}= {cards}")


def _without_spread(sheet: Sheet, defense: bool) -> str:
    spreads = sheet.draft.spreads[defense : defense + 1]
    return without(sheet.text, *span_of(spreads[0].mark)) if spreads else sheet.text


def spreads(sheet: Sheet) -> tuple[tuple[str, int], ...]:
    """Other ways in which the knocker of a hand that is over could lay the cards down.

    Each is a line as `lay` reads it, and the points of deadwood left.
    """
    if sheet.play is not None:
        return _other_layouts(sheet.play)
    table, showdown = sheet.table, sheet.showdown
    if table is None or showdown is None or showdown.spread is None:
        return ()
    limit = 0 if showdown.big else table.limit
    ways = arrangements(showdown.spread.cards, table.rules, limit)
    return tuple(
        (format_spread(way, table.rules), way.points)
        for way in ways
        if way.melds and way != showdown.spread
    )


def defenses(sheet: Sheet) -> tuple[str, ...]:
    """The answers the defender may have given: the best one, and with nothing laid off."""
    showdown, cards = sheet.showdown, _defender_cards(sheet)
    if showdown is None or showdown.spread is None or not cards:
        return ()
    best = lay_off(showdown.spread, cards, sheet.rules)
    kept = replace(best, laid_off=(), deadwood=best.deadwood | _off(best))
    others = [
        replace(kept, melds=alone.melds, deadwood=alone.deadwood)
        for alone in best_arrangements(cards, sheet.rules)
    ]
    lines = [format_defence(answer, sheet.rules) for answer in (best, kept, *others)]
    return tuple(dict.fromkeys(lines))


def _off(defense: Defense) -> CardSet:
    return CardSet.from_cards(card for card, _ in defense.laid_off)


def _defender_cards(sheet: Sheet) -> CardSet:
    """The cards with which the defender answered; none where they were not seen."""
    defense = None if sheet.showdown is None else sheet.showdown.defence
    if defense is None:
        return NO_CARDS
    return CardSet.from_cards(chain(defense.deadwood, _off(defense), *defense.melds))


def lay(text: str, line: str, *, defense: bool) -> str:
    """The text with other melds laid down: `line` is as behind ``9=`` in a record.

    After another spread the defender answers it at their best. Raises InputError for what
    cannot be laid down.
    """
    sheet = read_sheet(text)
    if sheet.play is not None and sheet.play.here.over:
        return _checked(_laid_otherwise(sheet, sheet.play, line))
    if sheet.showdown is None or sheet.ask is not Awaited.NOTHING:
        raise InputError("no hand is laid down yet", where="spread", hint="enter the knock first")
    answer = _defender_cards(sheet)
    text = without_tag(text, sheet.start, "Result")
    if not defense:  # it may lay off on melds that are no more
        text = _without_spread(read_sheet(text), defense=True)
    text = _with_spread(read_sheet(text), defense, line)
    if not defense and answer:
        rest = read_sheet(text)
        _whole(rest, Awaited.SPREAD)  # what is not laid down whole cannot be answered
        text = _answered(rest, answer)
    return _whole(read_sheet(text), Awaited.SPREAD, Awaited.DEFENSE)


def _whole(sheet: Sheet, *asks: Awaited) -> str:
    """The text of a sheet; raises InputError where one of these is missing of it."""
    if sheet.ask in asks:
        raise InputError(
            f"{counted_are(len(sheet.laid), 'card')} laid down, not {sheet.wanted}",
            where="spread",
            hint="lay down every card, deadwood too",
        )
    return sheet.text


def say_result(text: str, result: str) -> str:
    """The text with a result such as ``1 knock 16`` for a knock whose answer was not seen.

    Raises InputError for one that cannot be.
    """
    sheet = read_sheet(text)
    return _checked(with_tag(text, sheet.start, "Result", result or "*"))


def _nothing(sheet: Sheet, step: RecorderStep, what: str) -> str:
    if what == GO_ON:
        return without_tag(sheet.text, sheet.start, "Result")
    return next_hand(sheet.text)


def next_hand(text: str) -> str:
    """The text with the next hand of the match begun: rules, players, dealer, score carried on.

    Raises InputError where the match is over.

    >>> print(next_hand('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. p 2. p 3. +? -Kd [Result "*"]'))
    ... # doctest: +ELLIPSIS
    [Dealer "2"] ...
    <BLANKLINE>
    [Rules "standard"]
    """
    sheet = read_sheet(text)
    if sheet.said.in_moves:
        return f"{text.rstrip()}\n\n" + "\n".join(_next_deal(sheet))
    draft = RecordDraft()
    carry_on(read_drafts(text), draft)
    assert draft.rules is not None
    tags = [format_tag("Rules", rules_text(draft.rules.value))]
    if draft.players is not None and draft.players.value != (None, None):
        tags.append(format_tag("Players", *(name or "?" for name in draft.players.value)))
    if draft.dealer is not None:
        tags.append(format_tag("Dealer", str(draft.dealer.value + 1)))
    if draft.score is not None and draft.score.value is not None:
        tags.append(format_tag("Score", "{}-{}".format(*draft.score.value)))
    return f"{text.rstrip()}\n\n" + "\n".join(tags)


def _next_deal(sheet: Sheet) -> Iterator[str]:
    """The tags of the next hand: the same game and players, the deal passed on."""
    said = sheet.said
    assert said.dealer is not None
    yield format_tag("Game", said.rules.name)
    if any(said.names):
        yield format_tag("Players", *(name or "?" for name in said.names))
    yield format_tag("Dealer", str((said.dealer + 1) % len(said.hands) + 1))
    for seat, hand in enumerate(said.hands, start=1):
        if seat > 1 or hand is None:
            yield format_tag(f"Hand{seat}", UNSEEN if hand is None else "")


_TAPS: dict[Awaited, Callable[[Sheet, RecorderStep, str], str]] = {
    Awaited.DEALER: lambda sheet, step, what: with_tag(
        sheet.text, sheet.start, "Dealer", what.removeprefix("dealer ")
    ),
    Awaited.UPCARD: lambda sheet, step, what: with_tag(sheet.text, sheet.start, "Upcard", what),
    Awaited.HAND: _hand, Awaited.OFFER: _offer, Awaited.DRAW: _offer, Awaited.LAST: _offer,
    Awaited.DISCARD: _discard, Awaited.SPREAD: _laid, Awaited.DEFENSE: _laid,
    Awaited.NOTHING: _nothing,
}  # fmt: skip


# ---------------------------------------------------------------- games of single moves


def _of_play(sheet: Sheet, play: HandPlay, step: RecorderStep, what: str) -> str:
    """The text after a tap in a hand of single moves."""
    match sheet.ask:
        case Awaited.SPREAD | Awaited.DEFENSE:
            return _shown(sheet, play, what)
        case Awaited.MELD:
            return _melded(sheet, what)
        case Awaited.DISCARD:
            return _with_move(sheet, _ending(play, what))
    return _with_move(sheet, _drawing(play, what))


def _drawing(play: HandPlay, what: str) -> str:
    """The move of a tap that begins a turn; a card is taken or drawn as it lies."""
    pile = [str(card) for card in play.here.pile]
    if what in pile:
        what = f"{TAKE}{len(pile) - pile.index(what)}"
    if what.startswith(TAKE):
        return str(Action(Kind.TAKE, count=int(what.removeprefix(TAKE) or 1)))
    return {PASS: "pass", UNSEEN: "draw"}.get(what, f"draw {what}")


def _ending(play: HandPlay, what: str) -> str:
    """The move of a tap that ends a turn, or of a meld or a card laid on the table before."""
    if what == MELD:
        return f"{MELD}{UNFINISHED}"
    if what == BIG_GIN:
        return str(Kind.BIG_GIN)
    if " " in what:
        return what
    if not what.endswith("!"):
        return f"discard {what}"
    left = play.here.hands[play.player].remove(pack_card(what[:2]))
    gin = play.player not in play.hidden and not deadwood(left, play.here.rules)
    return f"{'gin' if gin else 'knock'} {what[:2]}"


def _with_move(sheet: Sheet, move: str) -> str:
    turns = sheet.said.turns
    player = (sheet.player or 0) + 1
    if turns and not turns[-1].whole and turns[-1].player == sheet.player:
        at = turns[-1].end
        return f"{sheet.text[:at]}, {move}{sheet.text[at:]}"
    return with_line(sheet.text, f"{player}. {move}", apart=not turns)


def _melded(sheet: Sheet, what: str) -> str:
    """The text with a card of the unfinished meld more or less, or with the meld whole."""
    start, move = sheet.said.turns[-1].moves[-1]
    names = _toggled(unfinished_meld(sheet.said) or (), what)
    meld = move.removesuffix(UNFINISHED) if what == LAY else f"{MELD} {names}".rstrip() + UNFINISHED
    return sheet.text[:start] + meld + sheet.text[start + len(move) :]


def _shown(sheet: Sheet, play: HandPlay, what: str) -> str:
    """The text with a card more of a hand that is shown; a knock without deadwood is gin."""
    name = f"Shown{play.player + 1}"
    if what == UNSEEN:
        return with_tag(sheet.text, sheet.start, name, UNSEEN)
    tag = sheet.tags.get(name.lower())
    entered = [] if tag is None else tag.value.split()
    sure = [card for card in map(str, play.sure) if card not in entered]
    cards = _toggled((*sure, *entered), what)
    text = with_tag(sheet.text, sheet.start, name, cards)
    if sheet.ask is Awaited.DEFENSE or len(cards.split()) < play.wanted:
        return text
    return _as_gin(sheet, text, not deadwood(read_pack(cards), play.here.rules))


def _with_known_hands(text: str) -> str:
    """The text with the hands shown of which every card is known anyway."""
    sheet = read_sheet(text)
    for seat, cards in enumerate(() if sheet.play is None else sheet.play.shown, start=1):
        if cards and f"shown{seat}" not in sheet.tags:
            text = with_tag(text, sheet.start, f"Shown{seat}", str(cards))
    return text


def _as_gin(sheet: Sheet, text: str, gin: bool) -> str:
    """The text with its last move called gin, or a knock."""
    start, move = sheet.said.turns[-1].moves[-1]
    word, _, card = move.partition(" ")
    if word not in {Kind.KNOCK, Kind.GIN}:
        return text
    return f"{text[:start]}{'gin' if gin else 'knock'} {card}{text[start + len(move) :]}"


def _other_layouts(play: HandPlay) -> tuple[tuple[str, int], ...]:
    result = play.here.outcome
    if result is None or result.knock is None or result.knocker in {None, *play.kept}:
        return ()
    hand, laid = play.here.hands[result.knocker or 0], {*result.knock.melds}
    return tuple(
        (" / ".join(map(str, way.melds)), way.points)
        for way in best_layouts(hand, play.here.rules)
        if way.melds and {*way.melds} != laid
    )


def _laid_otherwise(sheet: Sheet, play: HandPlay, line: str) -> str:
    """The text with other melds behind the knock."""
    moves = [move for turn in sheet.said.turns for move in turn.moves]
    knocks = [(start, move) for start, move in moves if _KNOCK.match(move)]
    if not knocks:
        raise InputError("no hand is laid down", where="spread", hint="enter the knock first")
    start, move = knocks[-1]
    plain = move.partition(": ")[0]
    return f"{sheet.text[:start]}{plain}: {line}{sheet.text[start + len(move) :]}"
