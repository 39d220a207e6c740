"""Read the text of a record: tag pairs, turns, what was laid down; hand after hand.

::

    [Rules "classic"]
    [Players "Ann" "Bob"]
    [Dealer "2"]                          the other player has the first turn
    [Score "0-0"]                         before the hand, player 1's first
    [Hand1 "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"]
    [Hand2 "?"]                           not known
    [Upcard "9h"]

    1. ^9h -Kd       takes the upcard, discards a king
    2. +? -Jd        draws a card that was not seen
    3. p             passes the first upcard, or the last discard
    3. +4s -??       a card that was forgotten; `??` alone is a whole turn
    4. +5c -Js!      knocks, or goes gin; big gin is `+5c !!`
    4= 2c 3c 4c 5c / 5h 6h 7h 8h 9h / 9s       the knocker's melds and deadwood
    4= 2s 3s 4s / Jc Qc Kc / Ks 7d 8d / off Th the defender's, and what was laid off
    [Result "1 knock 16"]

Read are the cards in every form that :mod:`analyzer.notation.cards` knows, tags in any order
(those not named above are kept), turns with or without their number, several in a line or
one. ``{…}`` and ``# …`` are comments. A group of cards laid down that is a meld is one, unless
it is called ``deadwood``. A first tag after the turns, or one that the hand already has,
begins the next hand. Where turns were forgotten, ``[Later1 "…"]`` before a turn says once more
what player 1 holds.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from itertools import pairwise

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.view import Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import Mark, Source, clash, shortened
from analyzer.notation.cards import read_part
from analyzer.notation.facts import SaidCards
from analyzer.notation.records._check import MOST_TURNS, checked, too_many_turns
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.files import LONGEST_MATCH, is_game_text
from analyzer.notation.records.gametext import parse_game_record
from analyzer.notation.records.tags import FORGOTTEN, FORM, LATER, TAG, Tag, read_tag, say
from analyzer.notation.records.types import Match, Record

LONGEST_LINE = 4_000
"""Most characters of one line: a whole hand may stand in one."""

_GAME_LINE = re.compile(r'(?mi)^(?=[ \t]*\[game\s+")')
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"?|\{[^{}]*\}|#[^\n]*|[{}]')


def parse_record(text: str) -> Record:
    """Read the record of one hand; raises InputError that names the lines of what cannot be.

    >>> record = parse_record('''
    ... [Dealer "2"] [Upcard "9h"] [Hand1 "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"]
    ... 1. ^9h -Kd  2. +? -Jd''')
    >>> record.hands[1], len(record.turns), record.result
    (None, 2, None)
    >>> parse_record('[Dealer "2"] [Upcard "9h"] 1. p 2. p 3. ^9h -Kd')
    ... # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: line 1: both passed the upcard, so 9h cannot be taken; ...
    """
    if is_game_text(text):
        return parse_game_record(text)
    drafts = read_drafts(text)
    if len(drafts) > 1:
        raise clash(
            "a second hand begins here, but only one is expected", drafts[1].mark,
            hint="give the hands one by one, or review them as a match",
        )  # fmt: skip
    return checked(drafts[0])


def parse_match(text: str) -> Match:
    """Read the hands of a match, scores and dealers carried on; raises InputError likewise.

    Hands of several, each from its line ``[Game "…"]`` on, have the same game and no score.
    """
    if not is_game_text(text):
        return drafts_to_match(read_drafts(text))
    hands = tuple(parse_game_record(part) for part in _GAME_LINE.split(text) if part.strip())
    if len({hand.rules for hand in hands}) > 1:
        raise InputError(
            "the hands are of several games", where="record",
            hint="give those of each game by themselves",
        )  # fmt: skip
    return Match(hands)


def read_drafts(text: str) -> tuple[RecordDraft, ...]:
    """Return what a text says of each of its hands; at least one."""
    source = Source(without_comments(text), LONGEST_MATCH)
    return _Reader(source).run()


def without_comments(text: str) -> str:
    """The text with blanks in place of comments, so that every place stays where it is.

    Raises InputError for a comment that is not closed.

    >>> without_comments("1. p {why?} 2. p")
    '1. p        2. p'
    """

    def blank(match: re.Match[str]) -> str:
        tag = match.group()
        if tag[0] == '"':
            return tag
        if tag in {"{", "}"}:
            other = "closed" if tag == "{" else "opened"
            raise clash(
                f"this `{tag}` is not {other}", Source(text, LONGEST_MATCH).mark(*match.span()),
                hint="write a comment as {…}",
            )  # fmt: skip
        return re.sub(r"[^\r\n]", " ", tag)

    return _COMMENT.sub(blank, text)


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.drafts: list[RecordDraft] = []
        self.tags: dict[str, Mark] = {}
        """The place of each tag of the hand."""
        self.blank = False
        """True if a blank line was just passed."""

    def run(self) -> tuple[RecordDraft, ...]:
        starts = (*self.source.starts, len(self.text))
        for start, end in pairwise(starts):
            if end - start > LONGEST_LINE:
                raise clash(
                    f"the line has {end - start} characters", self.source.mark(start, start + 1),
                    hint=f"at most {LONGEST_LINE} are read; put each turn on a line of its own",
                )  # fmt: skip
            if self.text[start:end].strip():
                self._line(start, end)
                self.blank = False
            else:
                self.blank = True
        if not self.drafts:
            raise InputError(
                "there is no hand", where="text", hint='begin with its tags, as in [Dealer "2"]'
            )
        return tuple(self.drafts)

    @property
    def draft(self) -> RecordDraft:
        return self.drafts[-1]

    def _begin(self, mark: Mark) -> None:
        self.drafts.append(RecordDraft(mark))
        self.tags = {}

    def _line(self, start: int, end: int) -> None:
        """The tags that a line begins with, and what follows them."""
        at = start
        while True:
            while at < end and self.text[at] in " \t\r\n;,\ufeff":
                at += 1
            if at == end:
                return
            if self.text[at] != "[":
                break
            match = TAG.match(self.text, at, end)
            if match is None:
                shown = shortened(self.text[at:end].strip())
                raise clash(f"`{shown}` is not a tag", self.source.mark(at, end), hint=FORM)
            self._tag(read_tag(self.source, match))
            at = match.end()
        later = self.text.find("[", at, end)
        stop = end if later < 0 else later
        self._body(at, stop)
        if stop < end:
            self._line(stop, end)

    def _tag(self, tag: Tag) -> None:
        if not self.drafts or self._begins_hand(tag):
            self._begin(tag.mark)
        if tag.key in self.tags and tag.key not in LATER:
            raise clash(
                f"`{tag.name}` is given twice", self.tags[tag.key], tag.mark,
                hint="keep one of them, or put a blank line before the next hand",
            )  # fmt: skip
        self.tags[tag.key] = tag.mark
        say(self.draft, tag, self.source)

    def _begins_hand(self, tag: Tag) -> bool:
        played = bool(self.draft.turns or self.draft.spreads)
        if tag.key == "result" or tag.key in LATER:
            return False
        return played or (tag.key in self.tags and self.blank)

    def _body(self, start: int, end: int) -> None:
        if laid := _LAID.search(self.text, start + 1, end):  # behind turns in the same line
            self._body(start, laid.start())
            self._body(laid.start(), end)
            return
        mark = self.source.mark(start, end)
        if not self.drafts:
            self._begin(mark)
        spread = SPREAD.match(self.text, start, end)
        if spread is not None:
            self._spread(spread, end, mark)
            return
        if self.draft.spreads:
            raise clash(
                "the hand is over, but a turn follows", self.draft.spreads[-1].mark, mark,
                hint="leave it out, or begin the next hand with its tags",
            )  # fmt: skip
        for number, play in read_plays(self.source, start, end):
            self._check_number(number, play.mark)
            if len(self.draft.turns) == MOST_TURNS:
                raise too_many_turns(play.mark)
            self.draft.turns.append(play)

    def _check_number(self, number: int | None, mark: Mark) -> None:
        wanted = len(self.draft.turns) + 1
        if number is None or number == wanted:
            return
        last = self.draft.turns[-1].mark if self.draft.turns else self.draft.mark
        if number > wanted:
            before = f"follows turn {wanted - 1}" if wanted > 1 else "is the first one"
            raise clash(f"turn {wanted} is missing: turn {number} {before}",
                        last, mark, hint="add it, or correct the number")  # fmt: skip
        raise clash(f"turn {number} is where turn {wanted} should be", last, mark,
                    hint="correct the number, or begin the next hand with its tags")  # fmt: skip

    def _spread(self, head: re.Match[str], end: int, mark: Mark) -> None:
        number, last = head["number"], len(self.draft.turns)
        if len(self.draft.spreads) == 2:
            raise clash(
                "both players have laid their cards down", self.draft.spreads[1].mark, mark,
                hint="the knocker's line comes first, then the defender's",
            )  # fmt: skip
        if number is not None and int(number) != last:
            marks = (self.draft.turns[-1].mark,) if self.draft.turns else ()
            raise clash(
                f"cards are laid down after turn {number}, but the last turn is {last}",
                *marks, mark, hint=f"write `{last}=`, or add the turns that are missing",
            )  # fmt: skip
        self.draft.spreads.append(read_spread_line(self.source, head.end(), end, mark))


# ---------------------------------------------------------------- turns, and what is laid down


SPREAD = re.compile(r"[ \t]*(?:(?P<number>\d{1,3})[ \t]*[.)]?[ \t]*)?=")
"""The beginning of a line with cards laid down."""
_LAID = re.compile(r"(?<=[\s;,])\d{1,3}[ \t]*=")

_NUMBER = re.compile(r"(?:^|(?<=[\s;,]))(?P<number>\d{1,3})[ \t]*[.)](?=[\s^+p?−–-]|$)")
_PASS = re.compile(r"p(?:ass(?:es|ed)?)?", re.IGNORECASE)
_MINUS = "−–-"
_TURN = re.compile(
    rf"(?:(?P<how>[\^+])(?P<card>[^\^+!{_MINUS}]*))?"
    rf"(?:[{_MINUS}](?P<discarded>[^\^+!{_MINUS}]*))?"
    r"(?P<end>!\s*!?)?"
)
_LABEL = re.compile(
    r"\s*(?P<word>off|laid off|lays? off|deadwood|dead|left)\b[ \t]*:?", re.IGNORECASE
)
_BLANK = string.whitespace + ";,\x1c\x1d\x1e\x85\xa0\u2028\u2029\ufeff\u200b"
_FORM = "write a turn as `+6h -Qd`, `^9h -Kd` or `p`"


def read_plays(source: Source, start: int, end: int) -> Iterator[tuple[int | None, SaidTurn]]:
    """The turns between two offsets of a line, each with its number if it has one."""
    text = source.text
    numbers = list(_NUMBER.finditer(text, start, end))
    begins = [start, *(match.start() for match in numbers)]
    ends = [*(match.start() for match in numbers), end]
    for index, (begin, stop) in enumerate(zip(begins, ends, strict=True)):
        number = int(numbers[index - 1]["number"]) if index else None
        body = numbers[index - 1].end() if index else begin
        if not text[body:stop].strip(_BLANK):
            if number is not None:
                raise clash(f"turn {number} is empty", source.mark(begin, stop), hint=_FORM)
            continue
        yield number, _read_play(source, body, stop, source.mark(begin, stop))


def _read_play(source: Source, start: int, end: int, mark: Mark) -> SaidTurn:
    text = source.text
    written = text[start:end]
    start += len(written) - len(written.lstrip(_BLANK))
    end -= len(written) - len(written.rstrip(_BLANK + "."))
    if _PASS.fullmatch(text, start, end):
        return SaidTurn(Turn.PASS, mark=mark)
    if text[start:end] == FORGOTTEN:
        return SaidTurn(Turn.DRAW, mark=mark, gap=True)
    match = _TURN.fullmatch(text, start, end)
    if match is None:
        raise clash(f"`{shortened(text[start:end])}` is not a turn", mark, hint=_FORM)
    turn = {None: None, "^": Turn.TAKE, "+": Turn.DRAW}[match["how"]]
    card = _card(source, match, "card", mark)
    discarded = _card(source, match, "discarded", mark)
    bangs = (match["end"] or "").count("!")
    _check_end(match, bangs, mark)
    gap = any(_written(match, group) == FORGOTTEN for group in ("card", "discarded"))
    return SaidTurn(turn, card, discarded, mark, knocks=bangs > 0, big=bangs == 2, gap=gap)


def _written(match: re.Match[str], group: str) -> str:
    return (match[group] or "").strip(_BLANK)


def _check_end(match: re.Match[str], bangs: int, mark: Mark) -> None:
    if bangs == 2 and match["discarded"] is not None:
        raise clash("big gin discards no card", mark, hint="write `+5c !!`, or `-Js!` for a knock")
    if bangs == 1 and match["discarded"] is None:
        raise clash(
            "the card discarded with the knock is missing", mark,
            hint="write `-Js!`, or `!!` for big gin",
        )  # fmt: skip
    if not bangs and (match["discarded"] or "x").strip(_BLANK) in {"", "?"}:
        raise clash("the card discarded is missing", mark, hint="say which, as in `-Kd`")


def _card(source: Source, match: re.Match[str], group: str, mark: Mark) -> Card | None:
    written = match[group]
    if written is None or written.strip(_BLANK) in {"", "?", FORGOTTEN}:
        return None
    reads = read_part(source, match.start(group), match.end(group))
    if len(reads) != 1:
        raise clash(
            f"`{shortened(written.strip())}` is {len(reads)} cards, not one", mark, hint=_FORM
        )
    return reads[0].card


def read_spread_line(source: Source, start: int, end: int, mark: Mark) -> SaidSpread:
    """The groups between two offsets: melds, deadwood, and what was laid off.

    >>> text = "7c 7d 7s / 8h 9h Th / Ad 3s / off Kc"
    >>> said = read_spread_line(Source(text), 0, len(text), Mark(1))
    >>> len(said.groups), [str(card) for card in said.off.cards]
    (3, ['Kc'])
    """
    groups, left, off = [], SaidCards(mark=mark), SaidCards(mark=mark)
    at = start
    for part in re.split(r"[/|]", source.text[start:end]):
        label = _LABEL.match(part)
        skip = label.end() if label else 0
        group = _group(source, at + skip, at + len(part), mark)
        word = label["word"].lower() if label else ""
        if word in {"deadwood", "dead", "left"}:
            left = left.plus(group)
        elif word:
            off = off.plus(group)
        elif group.cards:
            groups.append(group)
        at += len(part) + 1
    return SaidSpread(tuple(groups), left, off, mark)


def _group(source: Source, start: int, end: int, mark: Mark) -> SaidCards:
    if source.text[start:end].strip(_BLANK + ".") in {"", "none", "-", "?"}:
        return SaidCards(mark=mark)
    return SaidCards.read(source, start, end, mark)
