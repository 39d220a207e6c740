"""Taking back: one tap, all since a turn, and forth again along what was taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.view import HAND, Turn
from analyzer.notation._source import NOWHERE
from analyzer.notation.recorder._said import UNFINISHED, HandText, TurnText, said_hands
from analyzer.notation.recorder._sheet import laid_cards, read_sheet
from analyzer.notation.recorder._taps import tap
from analyzer.notation.recorder._text import (
    TagText,
    span_of,
    tags_of,
    with_tag,
    without,
    without_tag,
)
from analyzer.notation.recorder.awaited import SHOWDOWN, Awaited
from analyzer.notation.recorder.step import MELD, step_of
from analyzer.notation.records._draft import RecordDraft
from analyzer.notation.records.files import UNSEEN

_DISCARD = re.compile(r"\s*[−–\-!].*", re.DOTALL)
_LONGEST_WAY = 8 * HAND
"""More taps than there are between two neighboring turns, or in a showdown."""


def undo(text: str) -> str | None:
    """The text without its last tap; None where there is none in it.

    Raises InputError for a text that cannot be read.

    >>> undo('[Dealer "2"]\\n[Upcard "9h"]\\n\\n1. ^9h -Kd')
    '[Dealer "2"]\\n[Upcard "9h"]\\n\\n1. ^9h'
    """
    hands = said_hands(text)
    if not hands:
        return None
    said, tags = hands[-1], tags_of(text, hands[-1].start)
    if "result" in tags:
        return _without_result(text, said.start)
    if said.draft.spreads:
        return _without_laid(text, said.draft)
    shown = [name for name in tags if name.startswith("shown")]
    if shown:
        return _without_shown(text, said, shown[-1], tags[shown[-1]])
    if said.turns:
        return _without_turn(text, said)
    taken = _without_dealt(text, said, tags)
    if taken is None and len(hands) > 1:
        taken = text[: said.start].rstrip()
    return taken


def _without_result(text: str, start: int) -> str | None:
    """The text without a result that was said; one that the cards make goes with the last tap."""
    left = without_tag(text, start, "Result")
    try:
        follows = read_sheet(left).ask is Awaited.NOTHING
    except InputError:
        follows = False
    return undo(left) if follows else left


def _without_laid(text: str, draft: RecordDraft) -> str | None:
    """Without the last card laid down, or the knock if all of it followed from that."""
    defense, mark = len(draft.spreads) == 2, draft.spreads[-1].mark
    left = without(text, *span_of(mark))
    try:
        sheet = read_sheet(left)
    except InputError:
        return left
    if sheet.ask is not (Awaited.DEFENSE if defense else Awaited.SPREAD):
        return undo(left)
    sure, laid = step_of(sheet).laid, laid_cards(draft, defense)
    tapped = [card for card in laid if card not in sure]
    if not tapped:
        return undo(left)
    if len(tapped) == 1:
        return left
    cards = " ".join(str(card) for card in laid if card != tapped[-1])
    start, end = span_of(mark)
    return f"{text[:start]}{len(draft.turns)}= {cards}{text[end:]}"


def _without_shown(text: str, said: HandText, shown: str, tag: TagText) -> str | None:
    """Without the last card of the hand shown last, or more if all of it was known to be there."""
    left = without(text, tag.start, tag.end)
    sheet = read_sheet(left)
    name = "" if sheet.play is None else f"Shown{sheet.play.player + 1}"
    if sheet.ask not in SHOWDOWN or name.lower() != shown:
        return undo(left)
    cards = tag.value.split()
    if tag.value == UNSEEN or len(cards) <= len(step_of(sheet).sure) + 1:
        return left
    return with_tag(text, said.start, name, " ".join(cards[:-1]))


def _without_turn(text: str, said: HandText) -> str:
    """Without the last move, or the discard of the last turn."""
    last = said.turns[-1]
    if said.in_moves:
        return _without_move(text, said, last)
    play = said.draft.turns[-1]
    discarded = play.discarded is not None or play.knocks
    if not discarded or play.turn in {None, Turn.PASS}:
        return without(text, last.start, last.end)
    return text[: last.start] + _DISCARD.sub("", text[last.start : last.end]) + text[last.end :]


def _without_move(text: str, said: HandText, last: TurnText) -> str:
    """Without the last move, the melds chosen for a knock, or a tap of a hidden player's meld."""
    *earlier, (start, move) = last.moves
    knock, _, melds = move.partition(": ")
    names = move.removesuffix(UNFINISHED).split()
    shorter = ""
    if melds:
        shorter = knock
    elif move.startswith(MELD) and len(names) > 1 and said.hands[last.player or 0] is None:
        kept = names[1:-1] if move.endswith(UNFINISHED) else names[1:]
        shorter = " ".join((MELD, *kept)) + UNFINISHED
    if shorter:
        return text[:start] + shorter + text[start + len(move) :]
    if not earlier:
        return without(text, last.start, last.end)
    at, before = earlier[-1]
    return text[: at + len(before)] + text[start + len(move) :]


def _without_dealt(text: str, said: HandText, tags: dict[str, TagText]) -> str | None:
    """Without the upcard, or the last card of a hand; None before the first card."""
    begun = any(not tag.value for name, tag in tags.items() if name.startswith("hand"))
    full = all(len(hand) >= said.rules.cards for hand in said.hands[1:] if hand is not None)
    if said.upcard is not None and full and not begun:
        return without_tag(text, said.start, "Upcard")
    numbers = range(len(said.hands), 0, -1)
    ways = (_without_hand(text, said, tags, number) for number in numbers)
    return next((taken for taken in ways if taken is not None), None)


def _without_hand(text: str, said: HandText, tags: dict[str, TagText], number: int) -> str | None:
    """Without the last card of a hand; None where nothing was said of it."""
    hand, name = said.hands[number - 1], f"Hand{number}"

    def written(cards: str | None) -> str:
        """The text with the tag of the hand changed, or without it."""
        start = said.start
        return (
            without_tag(text, start, name) if cards is None else with_tag(text, start, name, cards)
        )

    if hand is not None:
        cards = " ".join(map(str, hand[:-1]))
        return written(None if number == 1 and not cards else cards)
    tag = tags.get(name.lower())
    if tag is None:
        return None
    if number == 1:
        return written(None if tag.value else UNSEEN)
    if tag.value:
        return None
    if not said.in_moves:
        return written(None)
    hidden = any(tags[key].value == UNSEEN for key in tags if key.startswith("hand"))
    return written(UNSEEN) if hidden else None


# ---------------------------------------------------------------- far back, and forth


def back_to(text: str, hand: int, turn: int) -> str:
    """The text as it was before a turn of a hand, both counted from 1.

    Raises InputError where there is no such turn.

    >>> back_to('[Dealer "2"] [Upcard "9h"]\\n1. ^9h -Kd\\n2. +? -3c', 1, 2)
    '[Dealer "2"] [Upcard "9h"]\\n1. ^9h -Kd'
    """
    hands = said_hands(text)
    if not (0 < hand <= len(hands) and 0 < turn <= len(hands[hand - 1].turns)):
        raise InputError("there is no such turn", hint="choose one of the list")
    return text[: hands[hand - 1].turns[turn - 1].start].rstrip()


def redo(text: str, ahead: str) -> str | None:
    """The text one tap further on the way to `ahead`; None where that is not on its way.

    >>> redo('[Dealer "2"]', '[Dealer "2"]\\n[Upcard "9h"]')
    '[Dealer "2"]\\n[Upcard "9h"]'
    """
    if not ahead:
        return None
    try:
        laid = _laid_further(text, ahead)
        if laid is not None:
            return laid
        return next((found for cut in _cuts(text, ahead) if (found := _before(text, cut))), None)
    except InputError:
        return None


def _laid_further(text: str, ahead: str) -> str | None:
    """One more of the cards laid down at the end: their order is lost once they are arranged."""
    sheet, hands = read_sheet(text), said_hands(ahead)
    hand = len(sheet.before)
    if sheet.play is not None or sheet.ask not in SHOWDOWN or hand >= len(hands):
        return None
    theirs, mine = hands[hand].draft, step_of(sheet).laid
    if _turns(theirs) != _turns(sheet.draft):
        return None
    cards = laid_cards(theirs, sheet.ask is Awaited.DEFENSE)
    more = [card for card in cards if card not in mine]
    fits = mine <= CardSet.from_cards(cards)
    return tap(text, str(more[0])) if fits and more else None


def _turns(draft: RecordDraft) -> list[object]:
    return [replace(turn, mark=NOWHERE) for turn in draft.turns]


def _before(text: str, ahead: str) -> str | None:
    """The text that came right after `text` on the way to a text not far ahead of it."""
    later: str | None = ahead
    for _ in range(_LONGEST_WAY):
        earlier = None if later is None else undo(later)
        if earlier is None or _same(later or "", text):
            return None
        if _same(earlier, text):
            return later
        later = earlier
    return None


def _same(first: str, second: str) -> bool:
    return first.split() == second.split()


def _cuts(text: str, ahead: str) -> list[str]:
    """Texts on the way to `ahead` that are not far ahead of `text`."""
    mine, hands = said_hands(text), said_hands(ahead)
    hand = max(len(mine) - 1, 0)
    if hand >= len(hands):
        return []
    turns = mine[hand].turns if mine else ()
    number = len(turns) + int(not turns or turns[-1].whole)
    theirs = hands[hand].turns
    cuts = [_through(ahead, hands, hand)]
    if number < len(theirs):
        cuts = [ahead[: theirs[number - 1].end]]
    elif hand + 1 < len(hands):
        first = hands[hand + 1].turns[:1]
        cuts.append(ahead[: first[0].start].rstrip() if first else _through(ahead, hands, hand + 1))
    return cuts


def _through(text: str, hands: tuple[HandText, ...], hand: int) -> str:
    """The text to the end of a hand, counted from 0."""
    return text if hand + 1 == len(hands) else text[: hands[hand + 1].start].rstrip()


def rejoin(text: str, ahead: str) -> str | None:
    """The text with the turns that followed in `ahead`, where it has been corrected before them.

    None where nothing followed, and where that can no longer have been played.

    >>> ahead = '[Dealer "2"] [Hand1 "?"] [Upcard "9h"]\\n1. ^9h -Kd\\n2. +? -3c'
    >>> rejoin('[Dealer "2"] [Hand1 "?"] [Upcard "9h"]\\n1. ^9h -Qd', ahead).splitlines()[-1]
    '2. +? -3c'
    """
    try:
        joined = _joined(text, ahead)
        return joined if joined is not None and read_sheet(joined) else None
    except InputError:
        return None


def _joined(text: str, ahead: str) -> str | None:
    mine, hands = said_hands(text), said_hands(ahead)
    sheet = read_sheet(text)
    if not mine or len(mine) > len(hands) or (sheet.table is None and sheet.play is None):
        return None
    turns, theirs = mine[-1].turns, hands[len(mine) - 1].turns
    if len(turns) >= len(theirs) or (turns and not turns[-1].whole):
        return None
    if not turns:
        return f"{text.rstrip()}\n\n{ahead[theirs[0].start :]}"
    return text.rstrip() + ahead[theirs[len(turns) - 1].end :]
