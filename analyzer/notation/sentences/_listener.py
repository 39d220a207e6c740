"""From words to what they say: clause after clause, each card by the phrase beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from analyzer.game.rules import PRESETS
from analyzer.game.view import Side
from analyzer.notation._source import Mark, Source
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said
from analyzer.notation.sentences._heard import LARGE, SINGLE, THEIRS, CardRole, Heard
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._phrases import PhraseHere, phrases_in
from analyzer.notation.sentences._regions import Region, region_end, region_of

_ROLES = {
    "hand": CardRole.HAND, "upcard": CardRole.OFFERED, "top": CardRole.TOP, "pile": CardRole.PILE,
    "seen": CardRole.SEEN,
    "their_discard": CardRole.THEIR_DISCARD, "my_discard": CardRole.MY_DISCARD,
    "their_cards": CardRole.THEY_HOLD, "spread": CardRole.SPREAD, "first_upcard": CardRole.FIRST,
    "limit_card": CardRole.LIMIT, "pile_down": CardRole.PILE,
}  # fmt: skip
_BEHIND = {
    "upcard_behind": CardRole.OFFERED, "top_behind": CardRole.TOP,
    "limit_behind": CardRole.LIMIT, "discarded_behind": CardRole.THEIR_DISCARD,
    "taken_behind": CardRole.THEY_TOOK,
}  # fmt: skip
_VERBS = {
    "have": (CardRole.HAND, CardRole.THEY_HOLD),
    "take": (CardRole.TAKEN, CardRole.THEY_TOOK),
    "discard": (CardRole.MY_DISCARD, CardRole.THEIR_DISCARD),
    "draw": (CardRole.DRAWN, None),
}  # fmt: skip
"""What a verb says of the cards behind it: where I do it, and where the opponent does."""
_ASKED = {
    "take": "take", "take_it": "take", "draw": "draw", "pass": "pass", "discard": "discard",
    "knock": "knock", "knock_points": "knock", "gin": "knock", "ask_wait": "wait",
    "ask_lay_off": "layoff",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Cards:
    """Cards in the text."""

    reads: tuple[ReadCard, ...]
    lexemes: tuple[Lexeme, ...]
    end: int
    """The lexeme behind them."""


_Item = PhraseHere | _Cards


@dataclass(slots=True)
class _Clause:
    """What is in the air while a clause is read."""

    subject: Side | None = None
    role: CardRole | None = None
    asking: bool = False
    passive: bool = False
    """The next person is who did it: `by my opponent`."""
    placed: bool = False
    """The item before was cards that have their place."""
    number: int = 0
    """How many cards the last region had."""
    verb: str = ""
    items: Sequence[_Item] = field(default_factory=tuple)


def listen(source: Source, lexemes: Sequence[Lexeme]) -> Heard:
    """Everything that is understood of a text; raises InputError at cards that are none."""
    return _Listener(source, lexemes).run()


class _Listener:
    def __init__(self, source: Source, lexemes: Sequence[Lexeme]) -> None:
        self.source, self.lexemes = source, lexemes
        self.heard = Heard(source)
        self.said = phrases_in(lexemes)
        self.starts = frozenset(self.said)
        self.clause = _Clause()
        self.last: Side | None = None
        """Who the clause before was about."""
        self.line_end = True

    def run(self) -> Heard:
        at = 0
        while at < len(self.lexemes):
            end = at
            while end < len(self.lexemes) and self.lexemes[end].sort is not Sort.END:
                end += 1
            closing = self.lexemes[end].text if end < len(self.lexemes) else "\n"
            self._clause(list(self._items(at, end)), closing)
            at = end + 1
        return self.heard

    def _items(self, at: int, end: int) -> Iterator[_Item]:
        while at < end:
            if at in self.said:
                self._use(at, self.said[at].end)
                yield self.said[at]
                at = self.said[at].end
                continue
            after = region_end(self.lexemes, at, self.starts)
            region = Region(self.source, region_of(self.lexemes, at, after))
            if after == at or region.is_empty:
                at += 1
                continue
            self._use(at, after)
            yield _Cards(tuple(region.cards()), tuple(self.lexemes[at:after]), after)
            at = after

    def _use(self, at: int, end: int) -> None:
        self.heard.used.append((self.lexemes[at].start, self.lexemes[end - 1].end))

    # ---- clauses

    def _clause(self, items: list[_Item], closing: str) -> None:
        before = self.clause
        asking = _asks(items, closing)  # `he threw the 9c. Take it?` asks what I should do
        follows = not self.line_end and not asking
        self.clause = _Clause(
            subject=before.subject if follows else None, asking=asking, items=items
        )
        if not any(isinstance(item, PhraseHere) for item in items) and before.role in {
            CardRole.HAND, CardRole.SPREAD, CardRole.PILE,
        }:  # fmt: skip
            self._continue(before)
        for place, item in enumerate(items):
            if isinstance(item, _Cards):
                self._cards(item)
            else:
                self._phrase(item, place)
        self.line_end = closing in "\n\r"
        if not items and before.role is not None:
            self.clause.role = before.role

    def _continue(self, before: _Clause) -> None:
        """Cards alone go on with the list before, unless they are the hand that is missing."""
        has_hand = bool(self.heard.of(CardRole.HAND))
        if before.role is CardRole.HAND or has_hand:
            self.clause.role = before.role

    def _next_is_cards(self, place: int) -> bool:
        items = self.clause.items
        return place + 1 < len(items) and isinstance(items[place + 1], _Cards)

    # ---- cards

    def _cards(self, item: _Cards) -> None:
        clause, reads = self.clause, item.reads
        role = clause.role
        if clause.asking:
            role = self._role_in_question(reads)
        if role in SINGLE or (role in THEIRS and len(reads) > len(_FULL)):
            self._place(role, reads[:1], item)
            role, reads = None, reads[1:]
            clause.role = None
        if reads:
            self._place(role or self._bare_role(), reads, item)
        clause.placed, clause.number = True, len(item.reads)
        if clause.role in {CardRole.OFFERED, CardRole.TOP}:
            clause.role = None

    def _bare_role(self) -> CardRole:
        return (
            CardRole.SPREAD
            if self.heard.knocked and self.heard.of(CardRole.HAND)
            else CardRole.HAND
        )

    def _role_in_question(self, reads: Sequence[ReadCard]) -> CardRole | None:
        """In a question a few cards are what it is about, and many are the hand."""
        clause = self.clause
        if (
            clause.role in {CardRole.OFFERED, CardRole.TOP, CardRole.SPREAD}
            and clause.verb != "take"
        ):
            return clause.role
        if len(reads) >= LARGE:
            return clause.role if clause.role is CardRole.SPREAD else CardRole.HAND
        if clause.verb == "take":
            return CardRole.OFFERED
        return CardRole.HAND if clause.role is CardRole.HAND else CardRole.PUT

    def _place(self, role: CardRole | None, reads: Sequence[ReadCard], item: _Cards) -> None:
        heard = self.heard
        if role is None:
            return
        if self._is_repeated(role, reads):
            return
        if role is CardRole.OFFERED and any(heard.holds(each, reads[0].card) for each in _TOPS):
            return
        if role is CardRole.SPREAD:
            heard.groups += groups_of(reads, item.lexemes)
        heard.place(role, reads)

    def _is_repeated(self, role: CardRole, reads: Sequence[ReadCard]) -> bool:
        """Whether a sentence speaks of cards of the hand that were named before."""
        if role is not CardRole.HAND or len(self.heard.of(CardRole.HAND)) < len(_FULL):
            return False
        return all(self.heard.holds(role, read.card) for read in reads)

    # ---- phrases

    def _phrase(self, item: PhraseHere, place: int) -> None:
        clause, kind = self.clause, item.phrase.kind
        was_placed, clause.placed = clause.placed, False
        if kind in {"me", "they"}:
            self._person(Side.ME if kind == "me" else Side.OPPONENT)
            clause.placed = was_placed
        elif kind == "by":
            clause.passive = True
        elif kind == "should":
            clause.asking, clause.role, clause.subject = True, None, None
        elif kind in _BEHIND:
            self._behind(_BEHIND[kind], place, was_placed)
        elif kind in _ROLES:
            self._noun(item, place, was_placed)
        elif kind in _VERBS or kind in _ACTS:
            self._verb(item, place, was_placed)
        elif kind.startswith("ask_"):
            self._ask(_ASKED[kind])
        else:
            self._number(item, place)

    def _person(self, side: Side) -> None:
        clause = self.clause
        if clause.passive:
            clause.passive = False
            self._done_by(side)
        else:
            clause.subject = side

    def _done_by(self, side: Side) -> None:
        """`9c was discarded by me`: who did it is said behind the verb."""
        mine = {CardRole.THEIR_DISCARD: CardRole.MY_DISCARD, CardRole.THEY_TOOK: CardRole.TAKEN}
        if self.heard.cards and side is Side.ME and self.heard.cards[-1][0] in mine:
            self.heard.move_last(mine[self.heard.cards[-1][0]])

    def _behind(self, role: CardRole, place: int, was_placed: bool) -> None:
        """`9c is on top`: said of the card before it."""
        clause = self.clause
        ahead = self._next_is_cards(place) and (not was_placed or clause.number == len(_FULL))
        if ahead:
            clause.role = role
        elif was_placed and self.heard.cards:
            self.heard.move_last(role)
            clause.role = None

    def _noun(self, item: PhraseHere, place: int, was_placed: bool) -> None:
        kind, words = item.phrase.kind, item.phrase.words
        role = _ROLES[kind]
        if kind == "pile_down" or self._marks_the_top(item, place, was_placed):
            self.heard.newest_first, role = True, CardRole.PILE
        if role is CardRole.LIMIT and self.clause.subject is Side.OPPONENT:
            self._knock(item, place)
            return
        theirs = self.clause.subject is Side.OPPONENT and not {"my", "your"} & {*words}
        if kind == "hand" and theirs and self.heard.knocked:
            role = CardRole.SPREAD
        if role is CardRole.SPREAD and not self.heard.knocked and not theirs:
            role = CardRole.HAND  # my own melds and deadwood
        if role is CardRole.THEY_HOLD:
            self.clause.subject = Side.OPPONENT
            if self.heard.knocked:
                role = CardRole.SPREAD
        single = role in SINGLE
        if single and was_placed and not self._next_is_cards(place):
            self._behind(role, place, was_placed)
        else:
            self.clause.role = role

    def _marks_the_top(self, item: PhraseHere, place: int, was_placed: bool) -> bool:
        """`discard pile 7s (top), Kd, Ts`: the first of several is the top."""
        bracket = item.first > 0 and self.lexemes[item.first - 1].text in {"(", "["}
        last = self.heard.cards[-1][0] if self.heard.cards else None
        listed = bracket and was_placed and last is CardRole.PILE
        return listed and item.phrase.kind == "top" and self._next_is_cards(place)

    def _subject(self, otherwise: Side = Side.ME) -> Side:
        return self.clause.subject or otherwise

    def _verb(self, item: PhraseHere, place: int, was_placed: bool) -> None:
        clause, kind = self.clause, item.phrase.kind
        if was_placed and self._is_said_of_last(kind, place):
            self.heard.move_last(CardRole.THEIR_DISCARD)
            return
        clause.verb = "take" if kind == "take_it" else kind
        asking = clause.asking or self._is_asked(item, place)
        if asking and kind in _ASKED and clause.subject is not Side.OPPONENT:
            clause.asking = True
            self._ask(_ASKED[kind])
            clause.role = None
            return
        if kind in _VERBS:
            mine, theirs = _VERBS[kind]
            is_theirs = self._subject() is Side.OPPONENT
            clause.role = theirs if is_theirs else mine
            if kind == "discard" and clause.subject is None:
                clause.role = CardRole.PILE
            if clause.role is CardRole.THEY_HOLD and self.heard.knocked:
                clause.role = CardRole.SPREAD
            return
        _ACTS[kind](self, item, place)

    def _is_said_of_last(self, kind: str, place: int) -> bool:
        """`the 9c he just discarded`: who discarded the upcard before."""
        theirs = kind == "discard" and self.clause.subject is Side.OPPONENT
        last = self.heard.cards[-1][0] if self.heard.cards else None
        return theirs and last is CardRole.OFFERED and not self._next_is_cards(place)

    def _is_asked(self, item: PhraseHere, place: int) -> bool:
        """Whether a verb without a subject is a question: `take it?`, `pick up 9c or draw`."""
        cards = self.clause.items[place + 1] if self._next_is_cards(place) else item
        end = cards.end
        behind = self.lexemes[end].text if end < len(self.lexemes) else ""
        base = not item.phrase.words[0].endswith("ed") and item.phrase.words[0] not in _PAST
        return self.clause.subject is None and base and behind in {"or", "?"}

    def _ask(self, asked: str) -> None:
        if self.heard.asked in {"", "discard"} or asked == "layoff":
            self.heard.asked = asked

    def _take_it(self, item: PhraseHere, place: int) -> None:
        """`he took it`: the card that I discarded last."""
        mine, theirs = self.heard.of(CardRole.MY_DISCARD), self.heard.of(CardRole.THEIR_DISCARD)
        offered = self.heard.of(CardRole.OFFERED)
        if self._subject() is Side.OPPONENT and (mine or offered):
            read = (mine or offered)[-1]
            self.heard.remove(CardRole.MY_DISCARD, read.card)
            self.heard.place(CardRole.THEY_TOOK, [read])
        elif self._subject() is Side.ME and (theirs or offered):
            self.heard.place(CardRole.TAKEN, [(theirs or offered)[-1]])

    def _pass(self, item: PhraseHere, place: int) -> None:
        sides = Side if item.phrase.kind == "both_pass" else (self._subject(Side.OPPONENT),)
        self.heard.passed += [(side, self._mark(item)) for side in sides]
        if self._next_is_cards(place):
            self.clause.role = CardRole.OFFERED

    def _knock(self, item: PhraseHere, place: int) -> None:
        may = (
            self.lexemes[item.first - 1].text == "can" if item.first else False
        )  # `can knock for 8`
        if self._subject(Side.ME if may else Side.OPPONENT) is Side.OPPONENT:
            self.heard.knocked = self._mark(item)
            self.clause.role = CardRole.SPREAD
        else:
            self.clause.role = CardRole.HAND

    def _deal(self, item: PhraseHere, place: int) -> None:
        """`I was dealt 7h 8h …`, and `he dealt`."""
        if self._next_is_cards(place) or (
            self.clause.subject is None
            and place + 1 == len(self.clause.items)
            and not self._named()
        ):
            self.clause.role = CardRole.HAND
            return
        side = self.clause.subject or self._person_behind(place)
        if side is not None:
            other = item.phrase.kind == "nondealer"
            self.heard.dealer = Said(side.other if other else side, self._mark(item))

    def _named(self) -> bool:
        return any(
            isinstance(item, PhraseHere) and "dealer" in item.phrase.words
            for item in self.clause.items
        )

    def _person_behind(self, place: int) -> Side | None:
        for item in self.clause.items[place + 1 :]:
            if isinstance(item, PhraseHere) and item.phrase.kind in {"me", "they"}:
                return Side.ME if item.phrase.kind == "me" else Side.OPPONENT
        return Side.ME

    # ---- numbers

    def _mark(self, item: PhraseHere) -> Mark:
        return self.source.mark(self.lexemes[item.first].start, self.lexemes[item.end - 1].end)

    def _number(self, item: PhraseHere, place: int) -> None:
        heard, kind, mark = self.heard, item.phrase.kind, self._mark(item)
        first = item.numbers[0] if item.numbers else 0
        match kind:
            case "rules":
                heard.rules = Said(PRESETS[item.phrase.value], mark)
            case "score" | "score_lead" | "score_trail" | "both_points":
                heard.score = Said(_score(kind, item.numbers), mark)
            case "my_points" | "their_points":
                side = Side.ME if kind == "my_points" else Side.OPPONENT
                heard.points[side] = Said(first, mark)
            case "target" | "stock" | "limit":
                setattr(heard, kind, Said(first, mark))
            case "limit_ace" | "limit_face":
                heard.limit = Said(1 if kind == "limit_ace" else 10, mark)
            case "gin_bonus" | "undercut_bonus":
                heard.changes[kind] = Said(first, mark)
            case "no_big_gin":
                heard.changes["big_gin_bonus"] = Said(None, mark)
            case "knock_points":
                self._knock_points(item, place)

    def _knock_points(self, item: PhraseHere, place: int) -> None:
        if self.clause.asking and self.clause.subject is not Side.OPPONENT:
            self._ask("knock")
        else:
            self._knock(item, place)


_PAST = frozenset({"took", "taken", "drew", "drawn", "threw", "thrown", "laid", "went", "has"})
_FULL = range(10)
"""A hand before the draw."""
_TOPS = (CardRole.TOP, CardRole.THEIR_DISCARD, CardRole.PILE, CardRole.OFFERED)

_ACTS: dict[str, Callable[[_Listener, PhraseHere, int], None]] = {
    "take_it": _Listener._take_it,
    "pass": _Listener._pass,
    "both_pass": _Listener._pass,
    "knock": _Listener._knock,
    "gin": _Listener._knock,
    "deal": _Listener._deal,
    "nondealer": _Listener._deal,
}


def _asks(items: Sequence[_Item], closing: str) -> bool:
    """Whether a clause without a subject asks: `take it?`, `knock or wait?`."""
    if closing != "?" or not items or not isinstance(items[0], PhraseHere):
        return False
    return items[0].phrase.kind in _ASKED


def _score(kind: str, numbers: Sequence[int]) -> tuple[int, int]:
    first, second = numbers[:2]
    if kind == "score_lead":
        return max(first, second), min(first, second)
    if kind == "score_trail":
        return min(first, second), max(first, second)
    return first, second


def groups_of(reads: Sequence[ReadCard], lexemes: Sequence[Lexeme]) -> list[list[ReadCard]]:
    """Cards laid down, parted where the text parts them by more than a comma."""
    cuts = [lexeme.start for lexeme in lexemes if lexeme.text in set("/|()[]{}")]
    groups: list[list[ReadCard]] = []
    before = -1
    for read in sorted(reads, key=lambda read: read.span):
        if not groups or any(before <= cut < read.span[0] for cut in cuts):
            groups.append([])
        groups[-1].append(read)
        before = read.span[0]
    return groups
