"""From words to what they say: clause after clause, each card by the phrase beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.game.view import Side
from analyzer.notation._source import Source
from analyzer.notation.facts import Said
from analyzer.notation.sentences._acts import ACTS, Acts
from analyzer.notation.sentences._asking import asks, is_asked, is_going_on
from analyzer.notation.sentences._clause import ClauseState
from analyzer.notation.sentences._doubt import Doubt, doubt_before, is_denied
from analyzer.notation.sentences._extents import word_at
from analyzer.notation.sentences._heard import LARGE, SINGLE, CardRole, Heard
from analyzer.notation.sentences._items import CardsSaid, Clauses, SpokenClause, has, is_one_card
from analyzer.notation.sentences._lexer import Lexeme
from analyzer.notation.sentences._meanings import (
    ARTICLES,
    ASKED,
    BASE,
    BEHIND,
    FULL,
    IDLE,
    JUST_DONE,
    LAYS,
    MINE,
    PAST,
    ROLES,
    VERBS,
)
from analyzer.notation.sentences._numbers import note_number
from analyzer.notation.sentences._phrases import PhraseHere
from analyzer.notation.sentences._placing import CardPlacing


def listen(source: Source, lexemes: Sequence[Lexeme]) -> Heard:
    """Everything that is understood of a text; raises InputError at cards that are none."""
    return _Listener(source, lexemes).run()


class _Listener(Acts):
    def __init__(self, source: Source, lexemes: Sequence[Lexeme]) -> None:
        super().__init__(source, lexemes)
        self.placing = CardPlacing(self.heard, lexemes)
        self.clauses = Clauses(source, lexemes, self.heard)
        self.closing = "\n"
        """The sign that ended the clause before."""

    def run(self) -> Heard:
        for spoken in self.clauses:
            self._clause(spoken)
        return self.heard

    # ---- clauses

    def _clause(self, spoken: SpokenClause) -> None:
        items, closing, before = spoken.items, spoken.closing, self.clause
        asking = asks(items, closing)  # `he threw the 9c. Take it?` asks what I should do
        follows = self.closing not in "\n\r" and not asking
        self.clause = ClauseState(
            subject=before.subject if follows else None,
            asking=asking,
            wordy=spoken.wordy,
            before_now=has(items, "before_now"),
            is_tagged=spoken.tagged,
            items=items,
        )
        if not any(isinstance(item, PhraseHere) for item in items) and before.role in {
            CardRole.HAND, CardRole.SPREAD, CardRole.PILE,
        }:  # fmt: skip
            self._continue(before)
        elif before.awaits_card and is_one_card(items):
            self.clause.role = before.role  # `he threw the exact card. 10d`
        for place, item in enumerate(items):
            if isinstance(item, CardsSaid):
                self.placing.place(self.clause, item)
            else:
                self._phrase(item, place)
        self.closing = closing
        if not items and before.role is not None:
            self.clause.role = before.role

    def _continue(self, before: ClauseState) -> None:
        """Cards alone go on with the list before, unless they are the hand that is missing."""
        has_hand = bool(self.heard.of(CardRole.HAND))
        if before.role is CardRole.HAND or has_hand or self.closing == ";":
            self.clause.role = before.role

    # ---- phrases

    def _phrase(self, item: PhraseHere, place: int) -> None:
        clause, kind = self.clause, item.phrase.kind
        was_placed, clause.placed = clause.placed, False
        if kind in {"me", "they"}:
            self._person(Side.ME if kind == "me" else Side.OPPONENT)
            clause.placed = was_placed
        elif kind == "by":
            clause.passive = True
        elif (was_placed or clause.role) and item.phrase.words == ("which",):
            clause.placed = was_placed  # `the 9c which he laid down`, `the upcard, which is the 8d`
        elif kind == "should":
            clause.asking, clause.role, clause.subject = True, None, None
        elif kind in BEHIND:
            self._behind(BEHIND[kind], place, was_placed)
        elif kind in ROLES:
            self._noun(item, place, was_placed)
        elif kind in VERBS or kind in ACTS:
            self._verb(item, place, was_placed)
        elif kind in _SAYINGS:
            _SAYINGS[kind](self, item, place)
        elif kind == "from_stock":
            self._from_stock(was_placed)
        elif kind.startswith("ask_"):
            self._ask(ASKED[kind])
            if kind == "ask_wait" and word_at(self.lexemes, item.end - 1) == "for":
                clause.role = CardRole.NOWHERE
        else:
            self._number(item, place)

    def _behind(self, role: CardRole, place: int, was_placed: bool) -> None:
        """`9c is on top`: said of the card before it."""
        clause, item = self.clause, self.clause.items[place]
        assert isinstance(item, PhraseHere)
        if item.phrase.words[0] == "from" and not clause.is_from_them(place, self.heard.last_role):
            return
        apart = not was_placed or clause.number == len(FULL) or self._is_done_to_next(place)
        opens = word_at(self.lexemes, item.first - 1) in {"(", "[", ",", ";", "–", "—", "-"}
        ahead = clause.next_is_cards(place) and (apart or opens)
        if ahead and item.phrase.kind == "under":
            self.heard.newest_first = True
        if item.phrase.kind == "under":  # so the upcard is no first one
            self.heard.turn(CardRole.OFFERED, CardRole.TOP)
        of_verb = clause.is_bare_up(place) and (clause.asking or clause.has_hand_behind(place))
        if (ahead and of_verb) or (clause.is_bare_up(place) and clause.verb == "take"):
            return  # `I ended up with …`, `should I split up …`, `I picked the 9d up`
        if role is CardRole.TOP and self.heard.knocked and clause.has_hand_behind(place):
            role = CardRole.SPREAD  # `he knocked, showing …`
        if ahead:
            clause.role = role
        elif was_placed and self.heard.cards:
            several = self.heard.last_role is CardRole.THEY_HOLD  # `er hat 9c und 4h abgeworfen`
            self.heard.move_last(role, clause.number if several else 1)
            clause.role = None

    def _likewise(self, item: PhraseHere, place: int) -> None:
        """`the 3s is dead. So is the Qd`: the same as of the card before."""
        last = self.heard.last_role
        self.clause.role = None if last is CardRole.HAND else last

    def _left_to_me(self, item: PhraseHere, place: int) -> None:
        """`I'd be throwing the Qc, leaving 3d 4d 5d …`."""
        if self.clause.verb == "discard" and self.clause.subject is Side.ME:
            self.clause.role = CardRole.HAND

    def _after_knock(self, item: PhraseHere, place: int) -> None:
        self.heard.after_knock = self._mark(item)

    def _mine(self, item: PhraseHere, place: int) -> None:
        """`discards: his Td Qh, mine Kd Kc`; else it is my hand."""
        if self.clause.has_hand_behind(place):
            self.clause.role = CardRole.HAND
        listed = self.heard.last_role in {CardRole.PILE, CardRole.THEIR_DISCARD}
        if listed and not self.clause.has_hand_behind(place):
            self.clause.role = CardRole.MY_DISCARD

    def _from_stock(self, was_placed: bool) -> None:
        """`I took the 9d from the stock`, `… and 9s off the deck`: it was drawn."""
        held = {CardRole.TAKEN, CardRole.HAND}
        if self.clause.subject is not Side.OPPONENT:
            held.add(CardRole.THEIR_DISCARD)  # `then came the 9d off the deck`
        if was_placed and self.clause.is_of_one and self.heard.last_role in held:
            self.heard.move_last(CardRole.DRAWN)

    def _noun(self, item: PhraseHere, place: int, was_placed: bool) -> None:
        kind, words = item.phrase.kind, item.phrase.words
        role = ROLES[kind]
        if kind == "pile_down" or self._marks_the_top(item, place, was_placed):
            self.heard.newest_first, role = True, CardRole.PILE
        if role is CardRole.LIMIT and self.clause.subject is Side.OPPONENT:
            self._knock(item, place)
            return
        if role is CardRole.LIMIT and self.clause.has_hand_behind(place):
            self._ask("knock")
            role = CardRole.HAND  # `is this a knock: As 2s 3s …`
        if words == ("discard", ":") and self.clause.has_hand_behind(place):
            role = CardRole.HAND  # what to discard from
        role = self._whose_role(item, place, role)
        single = role in SINGLE or (kind == "pile" and {"in", "on"} & {*words})
        if single and was_placed and not self.clause.next_is_cards(place):
            self._behind(role, place, was_placed)
        else:
            self.clause.role = role

    def _whose_role(self, item: PhraseHere, place: int, role: CardRole) -> CardRole:
        """Return what a noun says by who it is said of: `my hand`, `known opp cards: Jd`."""
        clause, words = self.clause, {*item.phrase.words}
        theirs = clause.subject is Side.OPPONENT and not {"your", *MINE} & words
        if role is CardRole.HAND and MINE & words:
            clause.subject = Side.ME
        if role is CardRole.HAND and theirs and self.heard.knocked:
            return CardRole.SPREAD
        if role is CardRole.HAND and theirs and 0 < clause.number_behind(place) < LARGE:
            return CardRole.THEY_HOLD
        if role is CardRole.SPREAD and not self.heard.knocked and not theirs:
            return CardRole.HAND  # my own melds and deadwood
        if role is not CardRole.THEY_HOLD:
            return role
        clause.subject = Side.OPPONENT
        if clause.has_hand_behind(place):
            self.heard.knocked = self.heard.knocked or self.heard.after_knock
        if self.heard.knocked:
            return CardRole.SPREAD
        doubted = doubt_before(self.lexemes, item.first, knocks=False) is not Doubt.NONE
        return CardRole.NOWHERE if doubted else role  # `I don't think he has …`

    def _marks_the_top(self, item: PhraseHere, place: int, was_placed: bool) -> bool:
        """`discard pile 7s (top), Kd, Ts`: the first of several is the top."""
        bracket = item.first > 0 and self.lexemes[item.first - 1].text in {"(", "["}
        listed = bracket and was_placed and self.heard.last_role is CardRole.PILE
        return listed and item.phrase.kind == "top" and self.clause.next_is_cards(place)

    def _is_done_to_next(self, place: int) -> bool:
        """`… and the 6c and she just discarded the Jd`: said of the card behind it."""
        item, before = self.clause.items[place], self.clause.items[max(0, place - 1)]
        named = isinstance(before, PhraseHere) and before.phrase.kind == "they"
        assert isinstance(item, PhraseHere)
        behind = word_at(self.lexemes, item.end)
        return named and behind in ARTICLES

    def _verb(self, item: PhraseHere, place: int, was_placed: bool) -> None:
        clause, kind = self.clause, item.phrase.kind
        if was_placed and self._is_said_of_last(kind, place):
            self.heard.move_last(CardRole.THEIR_DISCARD)
            return
        if kind == "take":
            self._whose(item, place)
        which = "which" in {each.text for each in self.lexemes[max(0, item.first - 2) : item.first]}
        if kind == "have" and which and self.heard.last_role is CardRole.NOWHERE:
            self.heard.move_last(CardRole.HAND)
            return  # `I fear to throw the 5d, which I have`
        behind = clause.number_behind(place)
        if kind == "knock" and item.phrase.words[0] in LAYS and self._lays_one(item, behind):
            kind = "discard"
        verb_before = clause.verb
        clause.verb = "take" if kind == "take_it" else kind
        if self._asks_verb(item, place, kind):
            return
        knocks = kind in {"knock", "gin"}
        doubt = self._doubt_of(item, knocks=knocks)
        if doubt is not Doubt.NONE or (knocks and clause.before_now):
            self._doubted(item, place, doubt)
            return
        if kind in ACTS:
            ACTS[kind](self, item, place)
            return
        if kind == "discard" and is_going_on(clause, self.lexemes, item):
            self._think_of_discarding(place)
            return
        clause.role = self._role_of(kind, behind, verb_before)
        later = kind in {"discard", "draw"} and was_placed and self._said_behind(place)
        if clause.role and later:
            self.heard.move_last(clause.role)
            clause.role = None
        elif item.phrase.words[0] in IDLE and not 1 <= behind < LARGE and not self.heard.knocked:
            clause.role = None  # `we play every Friday`, `I put a lot of thought in it`

    def _asks_verb(self, item: PhraseHere, place: int, kind: str) -> bool:
        """True if a verb is what is asked, of which nothing happened: `take it?`."""
        clause = self.clause
        word = item.phrase.words[0]
        done = clause.named and clause.is_theirs(item) and (word.endswith("ed") or word in PAST)
        clause.asking = clause.asking and not (done or JUST_DONE & {*item.phrase.words})
        asking = clause.asking or is_asked(clause, self.lexemes, item, place)
        if not asking or kind not in ASKED or clause.is_theirs(item):
            return False
        clause.asking = True
        self._ask(ASKED[kind])
        clause.role = None
        if kind == "discard" and clause.number == 1 and not clause.next_is_cards(place):
            self.heard.hold_last()  # `the 4h I'd have to let go of`
        return True

    def _doubt_of(self, item: PhraseHere, *, knocks: bool) -> Doubt:
        """Return whether a verb happened; one behind `and` may not have, as the one before it."""
        clause = self.clause
        doubt = doubt_before(self.lexemes, item.first, knocks=knocks)
        if doubt is Doubt.NONE and clause.unsure and item.phrase.words[0] in BASE:
            doubt = Doubt.UNSURE  # `I'd take it and throw the Kc`
        clause.unsure = doubt is Doubt.UNSURE
        return doubt

    def _lays_one(self, item: PhraseHere, behind: int) -> bool:
        """`he laid down the 9d`, `the 9d which Ann laid down`."""
        before = {each.text for each in self.lexemes[max(0, item.first - 2) : item.first]}
        return behind == 1 or (behind == 0 and bool(before & {"which", "that"}))

    def _role_of(self, kind: str, behind: int, verb_before: str) -> CardRole | None:
        """Return what a verb says of the cards behind it, of which there are so many."""
        mine, theirs = VERBS[kind]
        is_theirs = self._subject() is Side.OPPONENT and not self._is_my_hand(kind, behind)
        mine_before = verb_before and self.heard.last_role in {CardRole.DRAWN, CardRole.TAKEN}
        if kind == "discard" and self.clause.subject is None and not mine_before:
            whole = behind >= len(FULL)  # `help throw one: …`
            return CardRole.HAND if whole else CardRole.PILE
        lays = kind == "have" or (kind == "discard" and behind >= LARGE)
        if lays and is_theirs and self.heard.knocked:
            return CardRole.SPREAD
        drew = verb_before == "draw" and not self.heard.of(CardRole.DRAWN)
        if kind == "have" and drew and behind == 1 and not is_theirs:
            return CardRole.DRAWN  # `I drew from the deck, got 3s`
        return theirs if is_theirs else mine

    def _whose(self, item: PhraseHere, place: int) -> None:
        """`took my 7s`, `after taking her Ts`: whose card it was says who took it."""
        behind = word_at(self.lexemes, item.end)
        if self.clause.named or not self.clause.next_is_cards(place):
            return
        if behind == "my":
            self.clause.subject = Side.OPPONENT
        elif behind in {"his", "her", "their"}:
            self.clause.subject = Side.ME

    def _is_my_hand(self, kind: str, behind: int) -> bool:
        """`he let go 4c? Got: 4s 5c …`: nobody but me tells a whole hand."""
        knocked = self.heard.knocked and not self.heard.of(CardRole.SPREAD)
        return kind == "have" and not self.clause.named and behind >= LARGE and not knocked

    def _doubted(self, item: PhraseHere, place: int, doubt: Doubt) -> None:
        """`he didn't take my Qh`, so it lies on the pile; `he may have the 9h` says of no card."""
        clause, theirs = self.clause, self._subject() is Side.OPPONENT
        match clause.verb, doubt:
            case "take", Doubt.DENIED if self.clause.next_is_cards(place):
                clause.role = CardRole.MY_DISCARD if theirs else CardRole.THEIR_DISCARD
            case "take", Doubt.DENIED:
                self._pass(item, place)
            case "take", Doubt.UNSURE if not theirs and self.clause.next_is_cards(place):
                clause.role = CardRole.OFFERED  # `I will take the 9c`
                self._ask("take")
            case "take", Doubt.UNSURE if not theirs:
                self._ask("take")
            case "discard", Doubt.UNSURE if not theirs:
                self._think_of_discarding(place)
            case (("knock" | "gin"), _):
                clause.role = None
            case _:
                clause.role = CardRole.NOWHERE

    def _think_of_discarding(self, place: int) -> None:
        """`I'm pitching the Qd`, `I'd throw the Kd`: a card that is still in the hand."""
        if self.clause.next_is_cards(place) and not self.clause.has_hand_behind(place):
            self.clause.role = CardRole.PUT
            self._ask("discard")
        else:
            self.clause.role = CardRole.MY_DISCARD

    def _wish(self, item: PhraseHere, place: int) -> None:
        """`I need the 9d`; more cards than a few are the hand that needs help."""
        theirs = self._subject() is Side.OPPONENT and is_denied(self.lexemes, item.first)
        behind = word_at(self.lexemes, item.end)
        if theirs and behind == "my":  # `he didn't want my Qh`
            self.clause.role = CardRole.MY_DISCARD
        elif has(self.clause.items, "take_it"):
            self.clause.role = CardRole.OFFERED  # `if he throws the 9d, should I take it?`
        elif not self.clause.has_hand_behind(place):
            self.clause.role = CardRole.NOWHERE

    def _said_behind(self, place: int) -> bool:
        """`9d thrown`, `the 9d he let go`: said of the card before, which else were in the hand."""
        item = self.clause.items[place]
        assert isinstance(item, PhraseHere)
        bracket = [each.text for each in self.lexemes[item.first - 1 : item.end + 1]]
        one = self.clause.is_of_one or len(self.heard.of(CardRole.HAND)) == len(FULL) + 1
        alone = one and not self.clause.next_is_cards(place)
        return (alone or (bracket[0], bracket[-1]) == ("(", ")")) and self.heard.last_role in {
            CardRole.HAND,
            CardRole.PUT,
        }

    def _is_said_of_last(self, kind: str, place: int) -> bool:
        """`the 9c he just discarded`, `facing a 9c discard`: who discarded the upcard before."""
        theirs = kind == "discard" and self.clause.subject is Side.OPPONENT
        offered = self.heard.last_role is CardRole.OFFERED
        item = self.clause.items[place]
        assert isinstance(item, PhraseHere)
        noun = item.phrase.words == ("discard",) and bool(self.lexemes[item.first - 1].tokens)
        return (theirs or noun) and offered and not self.clause.next_is_cards(place)

    def _ask(self, asked: str) -> None:
        if self.heard.asked in {"", "discard"} or asked == "layoff":
            self.heard.asked = asked

    # ---- numbers

    def _number(self, item: PhraseHere, place: int) -> None:
        kind = item.phrase.kind
        if kind in {"knock_points", "knock_with"}:
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
        self.heard.knock_points = Said(item.numbers[-1], self._mark(item))
        if self.clause.asking and self.clause.subject is not Side.OPPONENT:
            self._ask("knock")
        else:
            self._knock(item, place)


_SAYINGS: dict[str, Callable[[_Listener, PhraseHere, int], None]] = {
    "mine": _Listener._mine, "wish": _Listener._wish, "likewise": _Listener._likewise,
    "left_to_me": _Listener._left_to_me, "after_knock": _Listener._after_knock,
}  # fmt: skip
