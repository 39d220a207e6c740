"""Taking back: one tap, all since a turn, and forth again along what was taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.view import HAND, Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE
from analyzer.notation.recorder._sheet import Awaited, laid_cards, read_sheet
from analyzer.notation.recorder._taps import tap
from analyzer.notation.recorder._text import span_of, tags_of, with_tag, without, without_tag
from analyzer.notation.recorder.step import step_of
from analyzer.notation.records._draft import RecordDraft
from analyzer.notation.records.read import read_drafts, without_comments

_DISCARD = re.compile(r"\s*[−–\-!].*", re.DOTALL)
_LONGEST_WAY = 8 * HAND
"""More taps than there are between two neighboring turns, or in a showdown."""


def undo(text: str) -> str | None:
    """The text without its last tap; None where there is none in it.

    Raises InputError for a text that cannot be read.

    >>> undo('[Dealer "2"]\\n[Upcard "9h"]\\n\\n1. ^9h -Kd')
    '[Dealer "2"]\\n[Upcard "9h"]\\n\\n1. ^9h'
    """
    drafts = _drafts(text)
    if not drafts:
        return None
    draft, start = drafts[-1], _start(drafts, len(drafts) - 1)
    if draft.result is not None:
        return _without_result(text, start)
    if draft.spreads:
        return _without_laid(text, draft)
    if draft.turns:
        return _without_turn(text, draft.turns[-1])
    taken = _without_dealt(text, draft, start)
    if taken is None and len(drafts) > 1:
        taken = text[:start].rstrip()
    return taken


def _drafts(text: str) -> tuple[RecordDraft, ...]:
    return read_drafts(text) if without_comments(text).strip() else ()


def _start(drafts: tuple[RecordDraft, ...], hand: int) -> int:
    return span_of(drafts[hand].mark)[0] if hand else 0


def _without_result(text: str, start: int) -> str | None:
    """Without a result that was said; one that follows from the cards goes with the last tap."""
    left = without_tag(text, start, "Result")
    try:
        follows = read_sheet(left).ask is Awaited.NOTHING
    except InputError:
        follows = False
    return undo(left) if follows else left


def _without_laid(text: str, draft: RecordDraft) -> str | None:
    """Without the last card laid down, or the knock if all of it followed from that."""
    defence, mark = len(draft.spreads) == 2, draft.spreads[-1].mark
    left = without(text, *span_of(mark))
    try:
        sheet = read_sheet(left)
    except InputError:
        return left
    if sheet.ask is not (Awaited.DEFENCE if defence else Awaited.SPREAD):
        return undo(left)
    sure, laid = step_of(sheet).laid, laid_cards(draft, defence)
    tapped = [card for card in laid if card not in sure]
    if not tapped:
        return undo(left)
    if len(tapped) == 1:
        return left
    cards = " ".join(str(card) for card in laid if card != tapped[-1])
    start, end = span_of(mark)
    return f"{text[:start]}{len(draft.turns)}= {cards}{text[end:]}"


def _without_turn(text: str, last: SaidTurn) -> str:
    start, end = span_of(last.mark)
    discarded = last.discarded is not None or last.knocks
    if not discarded or last.turn in {None, Turn.PASS}:
        return without(text, start, end)
    return text[:start] + _DISCARD.sub("", text[start:end]) + text[end:]


def _without_dealt(text: str, draft: RecordDraft, start: int) -> str | None:
    """Without the upcard, or the last card of a hand; None before the first card."""
    second = draft.hands[1]
    if draft.upcard is not None and (second is None or len(second.cards) >= HAND):
        return without_tag(text, start, "Upcard")
    taken = _without_hand(text, draft, start, 2)
    return _without_hand(text, draft, start, 1) if taken is None else taken


def _without_hand(text: str, draft: RecordDraft, start: int, number: int) -> str | None:
    """Without the last card of a hand; None where nothing was said of it."""
    hand, name = draft.hands[number - 1], f"Hand{number}"
    if hand is not None:
        cards = " ".join(map(str, hand.cards[:-1]))
        first = number == 1 and not cards
        return without_tag(text, start, name) if first else with_tag(text, start, name, cards)
    tag = tags_of(text, start).get(name.lower())
    if tag is None:
        return None
    if number == 1:
        return without_tag(text, start, name) if tag.value else with_tag(text, start, name, "?")
    return None if tag.value else without_tag(text, start, name)


# ---------------------------------------------------------------- far back, and forth


def back_to(text: str, hand: int, turn: int) -> str:
    """The text as it was before a turn of a hand, both counted from 1.

    Raises InputError where there is no such turn.

    >>> back_to('[Dealer "2"] [Upcard "9h"]\\n1. ^9h -Kd\\n2. +? -3c', 1, 2)
    '[Dealer "2"] [Upcard "9h"]\\n1. ^9h -Kd'
    """
    drafts = _drafts(text)
    if not (0 < hand <= len(drafts) and 0 < turn <= len(drafts[hand - 1].turns)):
        raise InputError("there is no such turn", hint="choose one of the list")
    return text[: span_of(drafts[hand - 1].turns[turn - 1].mark)[0]].rstrip()


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
    sheet, drafts = read_sheet(text), _drafts(ahead)
    hand = len(sheet.before)
    if sheet.ask not in {Awaited.SPREAD, Awaited.DEFENCE} or hand >= len(drafts):
        return None
    theirs, mine = drafts[hand], step_of(sheet).laid
    if _turns(theirs) != _turns(sheet.draft):
        return None
    cards = laid_cards(theirs, sheet.ask is Awaited.DEFENCE)
    more = [card for card in cards if card not in mine]
    fits = mine <= CardSet.from_cards(cards)
    return tap(text, str(more[0])) if fits and more else None


def _turns(draft: RecordDraft) -> list[SaidTurn]:
    return [replace(turn, mark=NOWHERE) for turn in draft.turns]


def _before(text: str, ahead: str) -> str | None:
    """What came right after `text` on the way to a text not far ahead of it."""
    later: str | None = ahead
    for _ in range(_LONGEST_WAY):
        earlier = None if later is None else undo(later)
        if earlier is None or _same(later or "", text):
            return None
        if _same(earlier, text):
            return later
        later = earlier
    return None


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


def _cuts(text: str, ahead: str) -> list[str]:
    """Texts on the way to `ahead` that are not far ahead of `text`."""
    mine, drafts = _drafts(text), _drafts(ahead)
    hand = max(len(mine) - 1, 0)
    if hand >= len(drafts):
        return []
    turns = mine[hand].turns if mine else []
    number = len(turns) + int(not turns or _is_whole(turns[-1]))
    theirs = drafts[hand].turns
    cuts = [_through(ahead, drafts, hand)]
    if number < len(theirs):
        cuts = [ahead[: span_of(theirs[number - 1].mark)[1]]]
    elif hand + 1 < len(drafts):
        first = drafts[hand + 1].turns[:1]
        cuts.append(
            ahead[: span_of(first[0].mark)[0]].rstrip()
            if first
            else _through(ahead, drafts, hand + 1)
        )
    return cuts


def _is_whole(play: SaidTurn) -> bool:
    return play.turn is Turn.PASS or play.discarded is not None or play.knocks


def _through(text: str, drafts: tuple[RecordDraft, ...], hand: int) -> str:
    """The text to the end of a hand, counted from 0."""
    return text if hand + 1 == len(drafts) else text[: _start(drafts, hand + 1)].rstrip()


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
    mine, drafts = _drafts(text), _drafts(ahead)
    if not mine or len(mine) > len(drafts) or read_sheet(text).table is None:
        return None
    turns, theirs = mine[-1].turns, drafts[len(mine) - 1].turns
    if len(turns) >= len(theirs) or (turns and not _is_whole(turns[-1])):
        return None
    if not turns:
        return f"{text.rstrip()}\n\n{ahead[span_of(theirs[0].mark)[0] :]}"
    return text.rstrip() + ahead[span_of(theirs[len(turns) - 1].mark)[1] :]
