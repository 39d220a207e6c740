"""Import a move sheet of RLCard's gin-rummy, or a list of its actions.

A sheet begins with the deal, whose cards go out from the end: eleven to the player who does not
deal and discards first, ten to the dealer, N or S::

    S deal shuffled_deck=[2H 6H …]     N discard 9D          S pick_up_discard 9D
    S draw_card 3H                     N knock 3D            N gin
    S declare_dead_hand                N score N 63 [['5C', '6C', '4C']]

Actions are numbers, each perhaps in a pair with its player, as PettingZoo's are too: 2 draws, 3
picks up, 4 gives up, 5 is gin, from 6 on a card is discarded, from 58 on knocked with; 0 and 1
score. They say neither what was dealt nor what was drawn. Its cards count spades, hearts,
diamonds, clubs, each from the ace.

Nobody lays off there, who can go gin has to, and one may knock with the card just picked up,
though not discard it. With two cards left in the stock one may still
take from the pile and play on; such a hand is read under rules that have no wall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.rules import parse_rules
from analyzer.game.view import HAND, Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import Mark, Source, clash, shortened
from analyzer.notation.boards import RLCARD_RULES, card_of
from analyzer.notation.cards import read_part
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.files import ACTION, LONGEST_MATCH
from analyzer.notation.records.types import Match

RULES: Final = parse_rules(RLCARD_RULES)
_AT_WALL = parse_rules(f"{RULES.name},wall=reshuffle")
_DRAWN = 52 - 2 * HAND - 1 - 2
"""Cards drawn until two are left in the stock."""
_LINE = re.compile(
    r"^[ \t]*(?P<player>[NS]) (?:deal shuffled_deck=\[(?P<deck>[^\]\n]*)\]"
    r"|(?P<verb>draw_card|pick_up_discard|discard|knock|gin|declare_dead_hand)(?: (?P<card>\w\w))?"
    r"|score [NS] \d+ \[(?P<melds>.*)\])[ \t]*$",
    re.MULTILINE,
)
_VERBS = {2: "draw_card", 3: "pick_up_discard", 4: "declare_dead_hand", 5: "gin"}


def read_file(text: str) -> Match:
    """The hands of sheets, or of lists of actions; raises InputError that names what cannot be.

    >>> record = read_file("[(1, 40), (0, 3), (0, 8), (1, 2), (1, 71), (0, 0), (1, 1)]").hands[0]
    >>> record.dealer, [str(turn.discarded) for turn in record.turns], record.knocker
    (0, ['9d', '3s', 'Ah'], 1)
    """
    source = Source(text, LONGEST_MATCH)
    hands: list[_Hand] = []
    for event in _of_lines(source) if "shuffled_deck" in text else _of_numbers(source):
        if event.deck is not None or not hands or (hands[-1].over and event.verb != "score"):
            hands.append(_Hand(event))
        if event.deck is None:
            hands[-1].hear(event)
    return drafts_to_match([hand.draft() for hand in hands])


class _Event(NamedTuple):
    """A line of a sheet, or an action."""

    mark: Mark
    player: int | None
    """None where it is not said."""
    verb: str = ""
    card: Card | None = None
    melds: tuple[SaidCards, ...] = ()
    """The melds of a score."""
    deck: SaidCards | None = None
    """The cards of a deal."""


def _of_lines(source: Source) -> Iterator[_Event]:
    for start, end in pairwise((*source.starts, len(source.text))):
        mark, written = source.mark(start, end), source.text[start:end].strip()
        match = _LINE.match(source.text, start, end)
        if match is None:
            if written:
                raise clash(
                    f"`{shortened(written, 40)}` is not a line of a move sheet", mark,
                    hint="print each move of `env.game.round.move_sheet` on a line of its own",
                )  # fmt: skip
            continue
        player = "NS".index(match["player"])
        if match["deck"] is not None:
            yield _Event(mark, player, deck=SaidCards.read(source, *match.span("deck"), mark))
        elif match["melds"] is not None:
            groups = re.compile(r"\[[^\]]+\]").finditer(source.text, *match.span("melds"))
            melds = tuple(SaidCards.read(source, *group.span(), mark) for group in groups)
            yield _Event(mark, player, "score", melds=melds)
        else:
            cards = () if match["card"] is None else read_part(source, *match.span("card"))
            yield _Event(mark, player, match["verb"], next((read.card for read in cards), None))


def _of_numbers(source: Source) -> Iterator[_Event]:
    for number, match in enumerate(ACTION.finditer(source.text), 1):
        action = int(match["of"] or match["alone"])
        mark = Mark(span=match.span(), path=f"action {number}")
        if action >= 110:
            raise clash(f"`{action}` is not an action", mark, hint="the numbers are 0 to 109")
        player = None if match["player"] is None else int(match["player"])
        verb = _VERBS.get(action, "score" if action < 2 else "discard" if action < 58 else "knock")
        card = None if action < 6 else card_of((action - 6) % 52)
        yield _Event(mark, player, verb, card)


class _Hand:
    """Hears the events of a hand; the referee judges what was said."""

    def __init__(self, first: _Event) -> None:
        starts = first.player if first.deck is None else 1 - (first.player or 0)
        self.player = starts or 0
        self.rules, self.mark, self.over = RULES, first.mark, False
        self.dealer = Said(1 - self.player, first.mark)
        self.said: list[SaidCards | None] = [None, None]
        self.turns: list[SaidTurn] = []
        self.drawn = 0
        self.got: tuple[Turn | None, Card | None] = (None, None)
        self.spreads: dict[int, SaidSpread] = {}
        if first.deck is not None:
            if len(first.deck.set) != len(DECK):
                raise clash("the deck has not 52 cards", first.mark, hint="copy the line whole")
            dealt = first.deck.cards[::-1]
            for player, cards in ((self.player, dealt[:11]), (1 - self.player, dealt[11:21])):
                self.said[player] = SaidCards(cards, {}, first.mark)
        self.hands = [NO_CARDS if said is None else said.set for said in self.said]

    def hear(self, event: _Event) -> None:
        """Take in what was done."""
        if event.verb == "score":
            if event.player is not None and self.turns and self.said[0] is not None:
                self._score(event.player, event)
            return
        if event.player not in {None, self.player}:
            raise clash(
                f"it is not player {event.player}'s turn", event.mark,
                hint="a line is missing before this one",
            )  # fmt: skip
        if event.verb == "draw_card":
            self.drawn += 1
            self._get(Turn.DRAW, event.card)
        elif event.verb == "pick_up_discard":
            if self.drawn == _DRAWN:
                self.rules = _AT_WALL
            self._get(Turn.TAKE, event.card)
        elif event.verb == "declare_dead_hand":
            self.over = True
        else:
            self._discard(event)

    def _get(self, turn: Turn, card: Card | None) -> None:
        self.got = (turn, card)
        if card is not None:
            self.hands[self.player] = self.hands[self.player].add(card)

    def _discard(self, event: _Event) -> None:
        self.over = event.verb != "discard"
        turn, got = self.got
        self.turns.append(
            SaidTurn(turn, got, event.card, event.mark, knocks=self.over, player=self.player)
        )
        if event.card is not None:
            self.hands[self.player] = self.hands[self.player].remove(event.card)
        self.got = (None, None)
        self.player = self.player if self.over else 1 - self.player

    def _score(self, player: int, event: _Event) -> None:
        """Melds laid down; a sheet does not say what is discarded with gin, but what is not."""
        laid = CardSet.from_cards(card for meld in event.melds for card in meld.cards)
        left = self.hands[player] - laid
        last = self.turns[-1]
        if last.knocks and last.player == player and last.discarded is None and len(left) == 1:
            self.turns[-1], left = replace(last, discarded=next(iter(left))), NO_CARDS
        rest = SaidCards(tuple(left), {}, event.mark)
        self.spreads[player] = SaidSpread(event.melds, rest, mark=event.mark)

    def draft(self) -> RecordDraft:
        """Return what was said of the hand."""
        names: tuple[str | None, str | None] = ("North", "South")
        draft = RecordDraft(self.mark, Said(self.rules), dealer=self.dealer)
        draft.players = None if self.said[0] is None else Said(names)
        draft.hands, draft.turns = self.said, self.turns
        if self.got[0] is not None:
            draft.turns.append(SaidTurn(*self.got, mark=self.mark, player=self.player))
        if draft.turns and draft.turns[-1].knocks:
            draft.spreads = [self.spreads[one] for one in (self.player, 1 - self.player)
                             if one in self.spreads]  # fmt: skip
        return draft
