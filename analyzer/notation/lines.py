"""Tell the lines of a view apart: what each says, in `Facts`; nothing is concluded here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from analyzer.errors import InputError
from analyzer.game.cards import Card, Suit
from analyzer.game.rules import rules_for_two
from analyzer.game.view import Question, Side, Turn
from analyzer.game.words import closest
from analyzer.notation._keys import ALIASES, HEAD, INLINE, KEY_OF, NAMED_LINE, key_of
from analyzer.notation._referee import SaidTurn
from analyzer.notation._seats import BREAK
from analyzer.notation._source import Mark, Source, clash, shortened
from analyzer.notation._tokens import split_words
from analyzer.notation._turns import DISCARDS, TURN, read_turn
from analyzer.notation.facts import Facts, Said, SaidCards, each_once

_NAMES_A_LIST = re.compile(r"\s*(?:up\s*)?[:=]", re.I)
"""Behind the verb of a line that is a key and its cards: `opp picked up: Jd`."""
_FROM_TOP = re.compile(
    r"\(\s*(?:from (?:the )?)?(?:(?:top|newest|latest)(?! last)|last first)\b", re.I
)
"""Behind the key of a pile that is told from its top down: `pile (top first): 9c Kh`."""
_PAST = {"took", "picked", "drew", "passed", "discarded", "threw", "dropped", "tossed", "ditched"}
_NOTHING = {"", "none", "nothing", "no", "-", "–", "—", "?", "unknown", "none yet", "empty"}
_PEOPLE = {
    **dict.fromkeys(("me", "i", "myself", "mine", "hero"), Side.ME),
    **dict.fromkeys(
        ("opp", "opponent", "they", "them", "he", "she", "him", "her", "villain"), Side.OPPONENT
    ),
}
_YES = {"yes": True, "y": True, "true": True, "": True, "no": False, "n": False, "false": False}
_SCORE = re.compile(r"(?:me\s*)?(-?\d{1,5})\s*(?:[-–—:/,]|to|\s)\s*(?:opp\s*)?(-?\d{1,5})", re.I)
_UNKNOWN_KEY = re.compile(r"[a-z][a-z _'-]{2,30}")
_KNOWN_KEYS = "the lines are rules, score, dealer, hand, history, pile, upcard, opp took, stock"
_SUITS = {suit.noun for suit in Suit}
_LONGEST_WORD = 400
_LONGEST_COUNT = 3
"""Words of a count: `12 cards left`."""
_LONGEST_VALUE = 2
"""Words of a value that is no cards: `rules: classic`, `pile: none yet`."""
_PLAIN_CARD = re.compile(r"(?<!\w)(?:10|[2-9TJQKA])(?:[cdhs](?!\w)|[♣♦♥♠])", re.I)
_SEVERAL = {"took", "opponent", "seen", "shown"}
_CARD_KEYS = {"hand", "pile", "seen", "opponent", "took", "shown"}
_ONE_CARD = {"offered", "top", "upcard", "drawn", "taken"}
_COUNTS = {"stock": 52, "my_discards": 999, "their_discards": 999, "their_takes": 999}


def read_facts(text: str) -> Facts:
    """Read the lines of a view; raises InputError for a line that says nothing known.

    >>> read_facts("hand: 7h 8h 9h\\nstock 20").stock.value
    20
    """
    return _Reader(Source(text)).run()


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.facts = Facts()
        self.marks: dict[str, Mark] = {}
        self.in_history = False
        self.header: Mark | None = None
        self.turns_before_pass: int | None = None
        """The number of turns that stood before a line that says only that the opponent passed."""
        self.rest: tuple[int, int] | None = None
        """The rest of the line after another key in it."""
        self.continues: str | None = None
        """The key of the cards that a line without a key would go on with."""

    def run(self) -> Facts:
        for start, end in self._lines():
            self.rest = (start, end)
            while self.rest is not None:
                part, self.rest = self.rest, None
                self._line(*part)
        self._settle_pass()  # only the whole text shows what is a turn, and what is not
        self._settle_turn()
        return self.facts

    def _lines(self) -> Iterator[tuple[int, int]]:
        """Lines without comments; turns written in one line are kept apart by semicolons."""
        starts = self.source.starts
        for start, after in zip(starts, (*starts[1:], len(self.text)), strict=True):
            line = self.text[start:after].split("#", 1)[0].rstrip()
            if ";" in line and self._speaks_of_turns(line):
                for match in re.finditer(r"[^;]*[^;\s][^;]*", line):
                    yield start + match.start(), start + match.end()
            elif line.strip():
                yield start, start + len(line)

    def _speaks_of_turns(self, line: str) -> bool:
        head = HEAD.match(line)
        return TURN.match(line) is not None or (head is not None and key_of(head) == "history")

    def _line(self, start: int, end: int) -> None:
        line = self.text[start:end]
        indented = line[:1] in {" ", "\t"}
        if self._is_turn(line, indented):
            self._turn(start, end)
            return
        head = HEAD.match(line)
        if head is None:
            self._bare(start, end)
            return
        key = key_of(head)
        if key == "offered" and self.in_history and (indented or ":" not in head.group()):
            self._opening(start + head.end(), end)
        else:
            self._said(key, start, start + head.end(), end)

    # ---- turns

    def _is_turn(self, line: str, indented: bool) -> bool:
        match = TURN.match(line)
        if match is None or _NAMES_A_LIST.match(line, match.end()):
            return False
        if match["colon"] or (self.in_history and indented):
            return True
        past = match["verb"].lower() in _PAST
        mine = match["who"].lower() in {"me", "i"} and match["verb"].lower() == "passed"
        return not past or mine or bool(DISCARDS.search(line, match.end()))

    def _turn(self, start: int, end: int) -> None:
        if self.facts.turns is None:
            self.facts.turns = []
        self.facts.turns.append(read_turn(self.source, start, end))
        self.continues = None

    def _opening(self, start: int, end: int) -> None:
        card = self._one_card("upcard", start, end)
        if card.value is None:
            return
        if self.facts.opening is not None:
            raise clash(
                "the history has two upcards",
                self.facts.opening.mark,
                card.mark,
                hint="leave one out",
            )
        self.facts.opening = Said(card.value, card.mark)
        self.facts.turns = self.facts.turns or []

    def _history(self, start: int, end: int) -> None:
        self.in_history, self.continues = True, None
        rest = self.text[start:end].lstrip()
        if rest.strip().lower() in {"none", "none yet", "no turns", "no turns yet"}:
            self.facts.turns = self.facts.turns or []
        elif rest:
            self.rest = (end - len(rest), end)

    def _settle_pass(self) -> None:
        """`opp passed` on a line of its own is a turn where the turns need it."""
        turns, said, place = self.facts.turns, self.facts.they_passed, self.turns_before_pass
        if not turns or said is None or not said.value or place is None or place > 1:
            return
        if turns[0].event.player == Side.OPPONENT or (place == 1 and not _needs_pass(turns)):
            return
        turns.insert(place, SaidTurn(Turn.PASS, mark=said.mark, player=1))
        self.facts.they_passed = None

    def _settle_turn(self) -> None:
        """My unfinished turn alone, beside a pile or a stock, is no history."""
        facts = self.facts
        if facts.opening or self.header or not facts.turns or len(facts.turns) != 1:
            return
        turn = facts.turns[0]
        event = turn.event
        beside = (facts.pile, facts.stock, facts.seen, facts.took, facts.opponent, facts.top)
        if event.player != Side.ME or event.turn is Turn.PASS:
            return
        if event.discarded is not None or not any(beside):
            return
        if event.turn is Turn.TAKE and facts.taken is None:
            facts.taken = Said(event.card, turn.mark)
        elif event.turn is Turn.DRAW and facts.drawn is None:
            facts.drawn = Said(event.card, turn.mark)
        facts.turns = None

    # ---- lines with a key

    def _said(self, key: str, start: int, at: int, end: int) -> None:
        if key == "history":
            self.header = self._once(key, start, at)
            self._history(at, end)
            return
        self.in_history = False
        self.continues = key if key in _CARD_KEYS else None
        if key not in _SEVERAL:
            self._once(key, start, end)
        if key in _CARD_KEYS or key in _ONE_CARD or key in _COUNTS:
            end = self._split(at, end)
        elif key == "rules" and (following := BREAK.search(self.text, at, end)) is not None:
            self.rest, end = (following.end(), end), following.start()
        if key in _CARD_KEYS:
            self._cards(key, at, end, newest_first=bool(_FROM_TOP.search(self.text, start, at)))
        elif key in _ONE_CARD:
            self._card(key, at, end)
        else:
            self._word(key, at, end)

    def _split(self, at: int, end: int) -> int:
        """Leave another key that follows in the same line for later; return where it begins."""
        following = INLINE.search(self.text, at + 1, end)
        if following is None:
            return end
        self.rest = (following.start(), end)
        return following.start()

    def _once(self, key: str, start: int, end: int) -> Mark:
        mark = self.source.mark(start, end)
        if key in self.marks:
            name = ALIASES[key][0]
            raise clash(f"`{name}` is given twice", self.marks[key], mark, hint="keep one of them")
        self.marks[key] = mark
        return mark

    def _cards(self, key: str, at: int, end: int, *, newest_first: bool = False) -> None:
        if self._value(at, end) in _NOTHING:
            self._add(key, SaidCards(mark=self.source.mark(at, end)))
            return
        cards = SaidCards.read(self.source, at, end)
        self._add(key, cards.turned() if newest_first else cards)

    def _add(self, key: str, cards: SaidCards) -> None:
        before: SaidCards | None = getattr(self.facts, key)
        each_once(filter(None, (before, cards)), "given")
        setattr(self.facts, key, before.plus(cards) if before else cards)

    def _card(self, key: str, at: int, end: int) -> None:
        card = self._one_card(key, at, end)
        if card.value is not None or key in {"upcard", "drawn", "taken"}:
            setattr(self.facts, key, card)

    def _one_card(self, key: str, at: int, end: int) -> Said[Card | None]:
        mark = self.source.mark(at, end)
        if self._value(at, end) in _NOTHING:
            return Said(None, mark)
        cards = SaidCards.read(self.source, at, end)
        if len(cards.cards) != 1:
            raise clash(
                f"`{ALIASES[key][0]}` is one card, not {len(cards.cards)}", mark,
                hint="write one card, such as 9c",
            )  # fmt: skip
        return Said(cards.cards[0], cards.at(cards.cards[0]))

    def _value(self, at: int, end: int) -> str:
        return self.text[at:end].strip(" \t,;|.").lower()

    def _word(self, key: str, at: int, end: int) -> None:
        mark = self.source.mark(at, end)
        word = self.text[at:end].strip(" \t,;|")
        if len(word) > _LONGEST_WORD:
            raise clash(f"`{shortened(word)}` is too long", mark, hint="use a shorter one")
        try:
            value = _READERS[key](word.lower() if key != "rules" else word)
        except InputError as error:
            raise clash(error.message, mark, hint=error.hint) from error
        setattr(self.facts, key, Said(value, mark))
        if key == "they_passed" and not word:
            self.turns_before_pass = len(self.facts.turns or ())

    # ---- lines without a key

    def _bare(self, start: int, end: int) -> None:
        line = self.text[start:end]
        key = self.continues if self.continues and (
            line[:1] in {" ", "\t"} or self.facts.hand
        ) else "hand"  # fmt: skip
        self._refuse_unknown_key(line, start)
        end = self._split(start, end)
        cards = SaidCards.read(self.source, start, end)
        if not cards.cards:
            return
        if key == "hand" and self.facts.hand and self.continues != "hand":
            raise clash(
                "these cards have no name", self.source.mark(start, end),
                hint="say what they are, as in `pile: …`",
            )  # fmt: skip
        self._add(key, cards)
        self.continues, self.in_history = key, False

    def _refuse_unknown_key(self, line: str, start: int) -> None:
        word = line.partition(":")[0].strip(" \t>*•-").lower()
        if ":" not in line or not _UNKNOWN_KEY.fullmatch(word) or word in _SUITS:
            return
        if not tells_turns(self.text):
            self._refuse_doubled()
        close = closest(word, KEY_OF)
        at = start + line.lower().find(word)
        hint = f"did you mean {close}?" if close else _KNOWN_KEYS
        message, fix = f"`{word}` is not a line of a view", close
        raise self.source.error(at, at + len(word), message, hint, fix)

    def _refuse_doubled(self) -> None:
        """Raise InputError for a card that a text names twice, whatever its lines are."""
        seen = set()
        for card in _PLAIN_CARD.finditer(self.text):
            if (name := card[0].lower()) in seen:
                raise self.source.error(
                    *card.span(), f"{card[0]} appears twice", "every card exists once"
                )
            seen.add(name)


def _needs_pass(turns: list[SaidTurn]) -> bool:
    """True if I passed first and what the opponent did then is missing."""
    mine = turns[0].event.turn is Turn.PASS
    return mine and (len(turns) == 1 or turns[1].event.player == Side.ME)


def _score(word: str) -> object:
    if word in _NOTHING:
        return None
    match = _SCORE.fullmatch(word)
    if match is None:
        raise InputError(
            f"`{shortened(word)}` is not a score", hint="write yours first, as in 40-65"
        )
    return int(match[1]), int(match[2])


def _person(word: str) -> object:
    if word in _NOTHING:
        return None
    if word not in _PEOPLE:
        raise InputError(f"`{shortened(word)}` is not a player", hint="write me or opp")
    return _PEOPLE[word]


def _yes(word: str) -> object:
    if word not in _YES:
        raise InputError(f"`{shortened(word)}` is neither yes nor no", hint="write yes or no")
    return _YES[word]


def _question(word: str) -> object:
    known = [str(question) for question in Question]
    if word not in known:
        raise InputError(f"`{shortened(word)}` is not a question", hint="write " + ", ".join(known))
    return Question(word)


def _count(key: str, word: str) -> object:
    number = re.fullmatch(r"([0-9]{1,3})(?:\s*(?:cards?|left|times))*", word)
    if number is None or int(number[1]) > _COUNTS[key]:
        raise InputError(
            f"`{shortened(word)}` cannot be the count of {ALIASES[key][0]}",
            hint=f"write a whole number up to {_COUNTS[key]}",
        )
    return int(number[1])


_READERS: dict[str, Callable[[str], object]] = {
    "rules": rules_for_two, "score": _score, "dealer": _person, "they_passed": _yes,
    "question": _question, **{key: partial(_count, key) for key in _COUNTS},
}  # fmt: skip


_FORMAL_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{3,}(?![A-Za-z0-9])")


def tells_turns(text: str) -> bool:
    """True if turns are told in lines: a history, or `opp: draws, discards Kh`.

    >>> tells_turns("opp: draws, discards Kh"), tells_turns("so far he took Kh")
    (True, False)
    """
    return any(
        _begins_history(line) or ((turn := TURN.match(line)) is not None and turn["colon"])
        for line in text.splitlines()
    )


def _begins_history(line: str) -> bool:
    """True if a line is `history` with a colon, or alone; `so far he …` is a sentence."""
    head = HEAD.match(line)
    if head is None or key_of(head) != "history":
        return False
    return head.group().endswith((":", "=")) or not line[head.end() :].strip()


def unread_line(text: str, used: Sequence[tuple[int, int]]) -> bool:
    """True if a line with a key and a value has a value of which nothing was understood.

    >>> unread_line("score: high", [(0, 5)]), unread_line("they threw: Kh", [(0, 10), (12, 14)])
    (True, False)
    """
    at = 0
    for line in text.splitlines(keepends=True):
        body = line.split("#", 1)[0].rstrip()
        head, colon, rest = body.partition(":")
        if colon and _is_formal_line(body) and rest.strip(" \t,;|.").lower() not in _NOTHING:
            value, end = at + len(head) + 1, at + len(body)
            if not any(stop > value and start < end for start, stop in used):
                return True
            key = head.strip(" \t>*•-").lower()
            near = closest(key, KEY_OF, _NEARLY)
            misspelled = key not in KEY_OF and near
            if misspelled and not any(at <= start < value for start, _ in used):
                return True
        at += len(line)
    return False


def is_view(text: str) -> bool:
    """True if a line has the key of a view and its value, and all others do or are turns or cards.

    Nothing else is like it: no record, no tale, no view of another game.

    >>> is_view("hand: 7h 8h\\nopp: passes"), is_view("hand: 7h 8h\\nBob: passes"), is_view("1, 2")
    (True, False, False)
    """
    has_key = False
    for line in text.splitlines():
        body = line.split("#", 1)[0]
        if (turn := TURN.match(body)) is not None and turn["colon"]:
            continue
        head = NAMED_LINE.match(body)
        value = body if head is None else body[head.end() :]
        is_word = head is not None and len(value.split()) <= _LONGEST_VALUE
        if not is_word and not _is_cards(value):
            return False
        has_key = has_key or (head is not None and not head["opening"])
    return has_key


def is_formal(text: str) -> bool:
    """True if every line is one of a view or cards alone, so that its errors are those of a view.

    >>> is_formal("hand: 7h 8x\\nupcrad: 5s"), is_formal("I have 7h 8h"), is_formal("hello")
    (True, False, False)
    """
    return all(_is_formal_line(line.split("#", 1)[0]) for line in text.splitlines())


_NEARLY = 0.75
"""The least likeness of a key and a word that is meant to be it."""
_DEALER = re.compile(r"\bdealer\s*[:=]", re.IGNORECASE)


def is_settled(text: str, error: InputError) -> bool:
    """True if an error of a formal text says all there is: a line is given twice, a count is none.

    Other errors may be of a way to write cards, rules or a score that lines don't know.
    """
    at = error.span[0] if error.span else 0
    head = HEAD.match(text, text.rfind("\n", 0, at) + 1)
    key = None if head is None else key_of(head)
    twice = error.message.endswith("is given twice")
    alone = len(text[at:].partition("\n")[0].split()) <= _LONGEST_COUNT
    dealt = key == "dealer" and len(_DEALER.findall(text)) > 1
    return twice or dealt or (key == "stock" and alone)


def _is_formal_line(line: str) -> bool:
    if ":" in line or "=" in line:
        word = line.partition(":")[0].strip(" \t>*•-").lower()
        if HEAD.match(line) or (_UNKNOWN_KEY.fullmatch(word) and len(word.split()) < 4):
            return True
    turn = TURN.match(line)
    return (turn is not None and bool(turn["colon"])) or _is_cards(line)


def _is_cards(line: str) -> bool:
    """True if a line holds no word but of cards."""
    return all(split_words(word[0].lower()) for word in _FORMAL_WORD.finditer(line))
