"""From words to what they say: clause after clause, each card by the phrase beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from analyzer.game.view import Side
from analyzer.notation._source import Mark, Source
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said
from analyzer.notation.sentences._doubt import Doubt, doubt_before, is_denied
from analyzer.notation.sentences._heard import LARGE, SINGLE, THEIRS, CardRole, Heard
from analyzer.notation.sentences._items import CardsSaid, Clauses, Item, SpokenClause, has
from analyzer.notation.sentences._lexer import Lexeme
from analyzer.notation.sentences._meanings import (
    ASKED,
    BEHIND,
    FEW,
    FULL,
    LAYS,
    OF_HANDS,
    PAST,
    ROLES,
    TOPS,
    VERBS,
)
from analyzer.notation.sentences._numbers import note_number
from analyzer.notation.sentences._phrases import PhraseHere


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
    named: bool = False
    """Whether the subject was named in this clause."""
    wordy: bool = False
    """Whether there is more in it than cards."""
    before_now: bool = False
    """Whether it is about another hand."""
    verb: str = ""
    items: Sequence[Item] = field(default_factory=tuple)


def listen(source: Source, lexemes: Sequence[Lexeme]) -> Heard:
    """Everything that is understood of a text; raises InputError at cards that are none."""
    return _Listener(source, lexemes).run()


class _Listener:
    def __init__(self, source: Source, lexemes: Sequence[Lexeme]) -> None:
        self.source, self.lexemes = source, lexemes
        self.heard = Heard(source)
        self.clauses = Clauses(source, lexemes, self.heard.used)
        self.clause = _Clause()
        self.last: Side | None = None
        """Who the clause before was about."""
        self.line_end = True

    def run(self) -> Heard:
        for spoken in self.clauses:
            self._clause(spoken)
        return self.heard

    # ---- clauses

    def _clause(self, spoken: SpokenClause) -> None:
        items, closing, before = spoken.items, spoken.closing, self.clause
        asking = _asks(items, closing)  # `he threw the 9c. Take it?` asks what I should do
        follows = not self.line_end and not asking
        self.clause = _Clause(
            subject=before.subject if follows else None,
            asking=asking,
            wordy=spoken.wordy,
            before_now=has(items, "before_now"),
            items=items,
        )
        if not any(isinstance(item, PhraseHere) for item in items) and before.role in {
            CardRole.HAND, CardRole.SPREAD, CardRole.PILE,
        }:  # fmt: skip
            self._continue(before)
        for place, item in enumerate(items):
            if isinstance(item, CardsSaid):
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

    def _is_bare_up(self, place: int) -> bool:
        item = self.clause.items[place]
        return isinstance(item, PhraseHere) and item.phrase.words == ("up",)

    def _has_hand_behind(self, place: int) -> bool:
        return self._number_behind(place) >= LARGE

    def _number_behind(self, place: int) -> int:
        """How many cards stand right behind an item."""
        item = self.clause.items[place + 1] if self._next_is_cards(place) else None
        return len(item.reads) if isinstance(item, CardsSaid) else 0

    def _next_is_cards(self, place: int) -> bool:
        items = self.clause.items
        return place + 1 < len(items) and isinstance(items[place + 1], CardsSaid)

    # ---- cards

    def _cards(self, item: CardsSaid) -> None:
        clause, reads = self.clause, item.reads
        role = clause.role
        if clause.asking:
            role = self._role_in_question(reads)
        if role in THEIRS and clause.number and len(reads) >= len(FULL):
            role = None  # `I threw the Kc from …`
        if role in SINGLE or (role in THEIRS and len(reads) > len(FULL)):
            self._place(role, reads[:1], item)
            role, reads = None, reads[1:]
            clause.role = None
        if reads:
            if self._is_loose(role, reads):
                self.heard.loose += reads
            self._place(role or self._bare_role(), reads, item)
        clause.placed, clause.number = True, len(item.reads)
        if clause.role in {CardRole.OFFERED, CardRole.TOP}:
            clause.role = None

    def _is_loose(self, role: CardRole | None, reads: Sequence[ReadCard]) -> bool:
        """Whether nothing was understood of what a clause says of a card or two."""
        clause = self.clause
        said = role is not None and has(clause.items, *OF_HANDS)
        return clause.wordy and not said and len(reads) <= FEW

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

    def _place(self, role: CardRole | None, reads: Sequence[ReadCard], item: CardsSaid) -> None:
        heard = self.heard
        if role is None:
            return
        if self._is_repeated(role, reads):
            return
        if role is CardRole.OFFERED and any(heard.holds(each, reads[0].card) for each in TOPS):
            return
        if role is CardRole.SPREAD:
            heard.groups += groups_of(reads, item.lexemes)
        heard.place(role, reads)

    def _is_repeated(self, role: CardRole, reads: Sequence[ReadCard]) -> bool:
        """Whether a sentence speaks of cards of the hand that were named before."""
        if role is not CardRole.HAND or len(self.heard.of(CardRole.HAND)) < len(FULL):
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
        elif kind in BEHIND:
            self._behind(BEHIND[kind], place, was_placed)
        elif kind in ROLES:
            self._noun(item, place, was_placed)
        elif kind in VERBS or kind in _ACTS:
            self._verb(item, place, was_placed)
        elif kind == "wish":
            self._wish(item, place)
        elif kind == "from_stock":
            self._from_stock(was_placed)
        elif kind.startswith("ask_"):
            self._ask(ASKED[kind])
        else:
            self._number(item, place)

    def _person(self, side: Side) -> None:
        clause = self.clause
        if clause.passive:
            clause.passive = False
            self._done_by(side)
        else:
            clause.subject, clause.named = side, True

    def _done_by(self, side: Side) -> None:
        """`9c was discarded by me`: who did it is said behind the verb."""
        mine = {CardRole.THEIR_DISCARD: CardRole.MY_DISCARD, CardRole.THEY_TOOK: CardRole.TAKEN}
        if self.heard.cards and side is Side.ME and self.heard.cards[-1][0] in mine:
            self.heard.move_last(mine[self.heard.cards[-1][0]])

    def _behind(self, role: CardRole, place: int, was_placed: bool) -> None:
        """`9c is on top`: said of the card before it."""
        clause = self.clause
        ahead = self._next_is_cards(place) and (not was_placed or clause.number == len(FULL))
        if ahead and self._is_bare_up(place) and (clause.asking or self._has_hand_behind(place)):
            return  # `I ended up with …`, `should I split up …`
        if role is CardRole.TOP and self.heard.knocked and self._has_hand_behind(place):
            role = CardRole.SPREAD  # `he knocked, showing …`
        if ahead:
            clause.role = role
        elif was_placed and self.heard.cards:
            self.heard.move_last(role)
            clause.role = None

    def _from_stock(self, was_placed: bool) -> None:
        """`I took the 9d from the stock`: it was drawn."""
        if was_placed and self.heard.last_role is CardRole.TAKEN:
            self.heard.move_last(CardRole.DRAWN)

    def _noun(self, item: PhraseHere, place: int, was_placed: bool) -> None:
        kind, words = item.phrase.kind, item.phrase.words
        role = ROLES[kind]
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
        if role is CardRole.THEY_HOLD and (
            doubt_before(self.lexemes, item.first, knocks=False) is not Doubt.NONE
        ):
            role = CardRole.NOWHERE  # `I don't think he has …`
        single = role in SINGLE
        if single and was_placed and not self._next_is_cards(place):
            self._behind(role, place, was_placed)
        else:
            self.clause.role = role

    def _marks_the_top(self, item: PhraseHere, place: int, was_placed: bool) -> bool:
        """`discard pile 7s (top), Kd, Ts`: the first of several is the top."""
        bracket = item.first > 0 and self.lexemes[item.first - 1].text in {"(", "["}
        listed = bracket and was_placed and self.heard.last_role is CardRole.PILE
        return listed and item.phrase.kind == "top" and self._next_is_cards(place)

    def _subject(self, otherwise: Side = Side.ME) -> Side:
        return self.clause.subject or otherwise

    def _verb(self, item: PhraseHere, place: int, was_placed: bool) -> None:
        clause, kind = self.clause, item.phrase.kind
        if was_placed and self._is_said_of_last(kind, place):
            self.heard.move_last(CardRole.THEIR_DISCARD)
            return
        if kind == "knock" and item.phrase.words[0] in LAYS and self._number_behind(place) == 1:
            kind = "discard"  # `he laid down the 9d`
        clause.verb = "take" if kind == "take_it" else kind
        asking = clause.asking or self._is_asked(item, place)
        if asking and kind in ASKED and not self._is_theirs(item):
            clause.asking = True
            self._ask(ASKED[kind])
            clause.role = None
            return
        knocks = kind in {"knock", "gin"}
        doubt = doubt_before(self.lexemes, item.first, knocks=knocks)
        if doubt is not Doubt.NONE or (knocks and clause.before_now):
            self._doubted(item, place, doubt)
            return
        behind = self._number_behind(place)
        if kind in VERBS:
            mine, theirs = VERBS[kind]
            is_theirs = self._subject() is Side.OPPONENT
            clause.role = theirs if is_theirs else mine
            if kind == "discard" and clause.subject is None:
                clause.role = CardRole.PILE
            if clause.role and kind == "discard" and was_placed and self._said_behind(place):
                self.heard.move_last(clause.role)
                clause.role = None
            elif item.phrase.words[0].startswith("play") and not 1 <= behind < LARGE:
                clause.role = None  # `we play every Friday`
            if clause.role is CardRole.THEY_HOLD and self.heard.knocked:
                clause.role = CardRole.SPREAD
            return
        _ACTS[kind](self, item, place)

    def _doubted(self, item: PhraseHere, place: int, doubt: Doubt) -> None:
        """`he didn't take my Qh`, so it lies on the pile; `he may have the 9h` says of no card."""
        clause, theirs = self.clause, self._subject() is Side.OPPONENT
        match clause.verb, doubt:
            case "take", Doubt.DENIED if self._next_is_cards(place):
                clause.role = CardRole.MY_DISCARD if theirs else CardRole.THEIR_DISCARD
            case "take", Doubt.DENIED:
                self._pass(item, place)
            case "take", Doubt.UNSURE if not theirs and self._next_is_cards(place):
                clause.role = CardRole.OFFERED  # `I will take the 9c`
                self._ask("take")
            case "discard", Doubt.UNSURE if not theirs:
                clause.role = CardRole.MY_DISCARD
            case (("knock" | "gin"), _):
                clause.role = None
            case _:
                clause.role = CardRole.NOWHERE

    def _wish(self, item: PhraseHere, place: int) -> None:
        """`I need the 9d`; more cards than a few are the hand that needs help."""
        if not self._has_hand_behind(place):
            self.clause.role = CardRole.NOWHERE

    def _said_behind(self, place: int) -> bool:
        """`9d thrown`, `the 9d he let go`: said of the card before, which else were in the hand."""
        alone = self.clause.number in {1, len(FULL) + 1} and not self._next_is_cards(place)
        return alone and self.heard.last_role in {CardRole.HAND, CardRole.PUT}

    def _is_said_of_last(self, kind: str, place: int) -> bool:
        """`the 9c he just discarded`: who discarded the upcard before."""
        theirs = kind == "discard" and self.clause.subject is Side.OPPONENT
        return (
            theirs and self.heard.last_role is CardRole.OFFERED and not self._next_is_cards(place)
        )

    def _is_asked(self, item: PhraseHere, place: int) -> bool:
        """Whether a verb of no other person is a question: `take it?`, `pick up 9c or draw`."""
        cards = self.clause.items[place + 1] if self._next_is_cards(place) else item
        end = cards.end
        behind = self.lexemes[end].text if end < len(self.lexemes) else ""
        base = not item.phrase.words[0].endswith("ed") and item.phrase.words[0] not in PAST
        return not self._is_theirs(item) and base and behind in {"or", "?"}

    def _is_theirs(self, item: PhraseHere) -> bool:
        """Whether the opponent does it; a knock only where this clause says so."""
        clause = self.clause
        said = clause.named or item.phrase.kind != "knock"
        return clause.subject is Side.OPPONENT and said

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
        kind = item.phrase.kind
        if kind == "knock_points":
            self._knock_points(item, place)
        elif kind != "other_game" or not is_denied(self.lexemes, item.first):
            before = self.lexemes[item.first - 1] if item.first else None
            if before is not None and any(a <= before.start < b for a, b in self.heard.used):
                before = None
            theirs = self.clause.named and self.clause.subject is Side.OPPONENT
            note_number(self.heard, item, self._mark(item), before=before, theirs=theirs)

    def _knock_points(self, item: PhraseHere, place: int) -> None:
        if self.clause.before_now or is_denied(self.lexemes, item.first):
            return
        if self.clause.asking and self.clause.subject is not Side.OPPONENT:
            self._ask("knock")
        else:
            self._knock(item, place)


_ACTS: dict[str, Callable[[_Listener, PhraseHere, int], None]] = {
    "take_it": _Listener._take_it,
    "pass": _Listener._pass,
    "both_pass": _Listener._pass,
    "knock": _Listener._knock,
    "gin": _Listener._knock,
    "deal": _Listener._deal,
    "nondealer": _Listener._deal,
}


def _asks(items: Sequence[Item], closing: str) -> bool:
    """Whether a clause without a subject asks: `take it?`, `knock or wait?`."""
    if closing != "?" or not items or not isinstance(items[0], PhraseHere):
        return False
    return items[0].phrase.kind in ASKED


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
