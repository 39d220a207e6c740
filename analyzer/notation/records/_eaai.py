"""Import the log that the Java framework of the EAAI-21 research challenge prints of a game.

Its lines, players 0 and 1, cards as ``TH``; the player who starts is the non-dealer::

    Player 0 is dealt [4H, …].             Player 1 starts.
    The initial face up card is 9C.        Player 1 declines 9C.
    Player 0 draws 9C.                     Player 0 discards KD.
    Player 0 has [[…], […]] with 31 deadwood.
    Player 1 melds [[…], […]] with 7 deadwood from […].
    Player 1 goes gin with melds [[…], […]].
    Player 0 melds [[…]].                  Player 0 lays off 5S on [6S, 7S, 8S].
    Player 0 has 24 deadwood with […]
    Player 1 scores the deadwood difference of 17.
    The draw pile was reduced to two cards without knocking, so the hand is cancelled.
    Player  Score / 0  17 / 1  0           Player 1 wins.

A draw is from the pile when its card lies on top. Lines that say nothing of the game are
passed over. One game is one match, under the rules of the preset `eaai`; several are a set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import Ended, Scored
from analyzer.game.view import Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE, Mark, Source, clash, shortened
from analyzer.notation.cards import read_part
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.files import LONGEST_MATCH
from analyzer.notation.records.types import Match

_GROUP = re.compile(r"\[([^\[\]]*)\]")
_SCORE = re.compile(r"\s*([01])\s+(\d+)\s*$")


def read_file(text: str) -> Match:
    """The match in a log; raises InputError that names the line which cannot be.

    >>> match = read_file('''
    ... Player 0 is dealt [3C, 6C, TC, QC, 7D, TD, TH, QH, KH, JS].
    ... Player 1 is dealt [3D, 9D, JD, 4H, AS, 2S, 5S, 8S, 9S, KS].
    ... Player 0 starts.
    ... The initial face up card is KC.
    ... Player 0 declines KC.
    ... Player 1 draws KC.
    ... Player 1 discards JD.
    ... ''')
    >>> [str(turn.turn) for turn in match.hands[0].turns], match.hands[0].dealer
    (['pass', 'take'], 1)
    """
    games = len(re.findall(r"Player [01] wins\.", text[: text.rfind("Player 0 is dealt")]))
    eaai = PRESETS["eaai"]
    rules = eaai.override(best_of=2 * games + 1) if games else eaai
    return drafts_to_match(_Log(Source(text, LONGEST_MATCH), rules).run())


@dataclass(slots=True)
class _Log:
    """Goes through the lines and notes what they say; the referee judges it."""

    source: Source
    rules: Rules
    drafts: list[RecordDraft] = field(default_factory=list)
    mark: Mark = NOWHERE
    top: Card | None = None
    won: bool = False
    """True if a player has won the game."""
    scores: dict[int, int] = field(default_factory=dict)
    """Of the table after the last hand."""

    def run(self) -> tuple[RecordDraft, ...]:
        """Return what the log says of each hand."""
        starts = (*self.source.starts, len(self.source.text))
        for start, end in pairwise(starts):
            self.mark = self.source.mark(start, end)
            self._line(start, end)
        if not self.drafts:
            raise InputError(
                "there is no hand",
                where="the log",
                hint="a log begins with `Player 0 is dealt […]`",
            )
        return tuple(self.drafts)

    def _line(self, start: int, end: int) -> None:
        text = self.source.text
        for pattern, method in _LINES:
            match = pattern.match(text, start, end)
            if match is not None:
                method(self, match)
                return
        if text[start:end].lstrip().startswith("Player ") and "Score" not in text[start:end]:
            written = text[start:end].strip()
            raise clash(
                f"`{shortened(written, 40)}` is not a line of a log",
                self.mark, hint="export the log as the framework prints it",
            )  # fmt: skip

    @property
    def draft(self) -> RecordDraft:
        if not self.drafts:
            raise clash(
                "this line comes before the cards are dealt", self.mark,
                hint="a log begins with `Player 0 is dealt […]`",
            )  # fmt: skip
        return self.drafts[-1]

    # ---- the deal

    def _dealt(self, match: re.Match[str]) -> None:
        player = int(match["player"])
        if player == 0 or not self.drafts or self.drafts[-1].hands[player] is not None:
            self._begin()
        if self.draft.hands[player] is not None:
            raise clash(
                f"player {player} is dealt cards twice",
                self.mark,
                hint="leave one of the lines out",
            )
        self.draft.hands[player] = self._cards(match, "cards")

    def _begin(self) -> None:
        if self.won:
            self.won, self.scores = False, {0: 0, 1: 0}
        draft = RecordDraft(self.mark, rules=Said(self.rules))
        if not self.drafts or len(self.scores) == 2:
            draft.score = Said((self.scores.get(0, 0), self.scores.get(1, 0)), self.mark)
        self.drafts.append(draft)
        self.top, self.scores = None, {}

    def _starts(self, match: re.Match[str]) -> None:
        self.draft.dealer = Said(1 - int(match["player"]), self.mark)

    def _face_up(self, match: re.Match[str]) -> None:
        self.top = self._card(match)
        self.draft.upcard = Said(self.top, self.mark)

    # ---- turns

    def _turn(self, match: re.Match[str]) -> None:
        card, passes = self._card(match), match["what"] == "declines"
        turn = Turn.PASS if passes else Turn.TAKE if card == self.top else Turn.DRAW
        player = int(match["player"])
        play = SaidTurn(turn, None if passes else card, mark=self.mark, player=player)
        self.draft.turns.append(play)

    def _discards(self, match: re.Match[str]) -> None:
        card, turns = self._card(match), self.draft.turns
        player = int(match["player"])
        if not turns or turns[-1].discarded is not None or turns[-1].player != player:
            raise clash(
                f"player {player} discards {card} without a draw", self.mark,
                hint="a line is missing before this one",
            )  # fmt: skip
        turns[-1] = replace(turns[-1], discarded=card, mark=self.mark)
        self.top = card

    # ---- the end

    def _melds(self, match: re.Match[str]) -> None:
        """The knocker's melds and deadwood, or those of the defender, who lays off first."""
        groups = tuple(
            SaidCards.read(self.source, *group.span(1), self.mark)
            for group in _GROUP.finditer(self.source.text, *match.span("melds"))
            if group[1].strip()
        )
        left = SaidCards(mark=self.mark) if match["left"] is None else self._cards(match, "left")
        if match["left"] is not None or match["gin"]:
            self._knock(int(match["player"]))
        self.draft.spreads.append(SaidSpread(groups, left, mark=self.mark))

    def _knock(self, player: int) -> None:
        turns = self.draft.turns
        if not turns or turns[-1].player != player or turns[-1].discarded is None:
            raise clash(
                f"player {player} melds, but has not just discarded a card", self.mark,
                hint="a line is missing before this one",
            )  # fmt: skip
        turns[-1] = replace(turns[-1], knocks=True)

    def _lays_off(self, match: re.Match[str]) -> None:
        card = self._card(match)
        self._answer("off", SaidCards((card,), {card: self.mark}, self.mark))

    def _left(self, match: re.Match[str]) -> None:
        self._answer("deadwood", self._cards(match, "cards"))

    def _answer(self, what: str, cards: SaidCards) -> None:
        """More of what the defender laid down."""
        spreads = self.draft.spreads
        if len(spreads) != 2:
            raise clash("the defender's melds are missing", self.mark,
                        hint="a line is missing before this one")  # fmt: skip
        spreads[1] = replace(spreads[1], **{what: getattr(spreads[1], what).plus(cards)})

    def _scores(self, match: re.Match[str]) -> None:
        what = match["what"]
        kind = Ended.UNDERCUT if match["undercuts"] else Ended.KNOCK
        if what.startswith("the gin bonus"):
            kind = Ended.GIN
        points = int(match["points"])
        self.draft.result = Said(Scored(kind, int(match["player"]), points), self.mark)

    def _canceled(self, match: re.Match[str]) -> None:
        self.draft.result = Said(Scored(Ended.VOID, None, 0), self.mark)

    def _total(self, match: re.Match[str]) -> None:
        self.scores[int(match[1])] = int(match[2][:9])

    def _wins(self, match: re.Match[str]) -> None:
        self.won = True

    def _forfeits(self, match: re.Match[str]) -> None:
        raise clash(
            "this hand was forfeited, which a record cannot hold", self.mark,
            hint="leave the hand out",
        )  # fmt: skip

    def _passed_over(self, match: re.Match[str]) -> None:
        """The deadwood after each turn follows from the cards."""

    # ---- cards

    def _card(self, match: re.Match[str]) -> Card:
        reads = read_part(self.source, match.start("card"), match.end("card"))
        if len(reads) != 1:
            raise clash(
                f"`{match['card'][:24]}` is not a card", self.mark, hint="cards are written as TH"
            )
        return reads[0].card

    def _cards(self, match: re.Match[str], group: str) -> SaidCards:
        return SaidCards.read(self.source, *match.span(group), self.mark)


_Method = Callable[[_Log, re.Match[str]], None]


def _pattern(text: str) -> re.Pattern[str]:
    """A line in which CARD, CARDS and MELDS stand for themselves."""
    text = text.replace("CARDS", r"(?P<cards>\[[^\[\]]*\])").replace("CARD", r"(?P<card>\S+?)")
    text = text.replace("MELDS", r"(?P<melds>\[.*?\])")
    return re.compile(r"[ \t]*" + text + r"\s*$")


_LINES: tuple[tuple[re.Pattern[str], _Method], ...] = (
    (_pattern(r".*forfeits\."), _Log._forfeits),
    (_pattern(r"Player (?P<player>[01]) is dealt CARDS\."), _Log._dealt),
    (_pattern(r"Player (?P<player>[01]) starts\."), _Log._starts),
    (_pattern(r"The initial face up card is CARD\."), _Log._face_up),
    (_pattern(r"Player (?P<player>[01]) (?P<what>declines|draws) CARD\."), _Log._turn),
    (_pattern(r"Player (?P<player>[01]) discards CARD\."), _Log._discards),
    (_pattern(r"Player [01] has \[.*\] with \d+ deadwood\."), _Log._passed_over),
    (_pattern(r"Player (?P<player>[01]) (?P<gin>goes gin with )?melds MELDS"
              r"(?: with \d+ deadwood from (?P<left>\[[^\[\]]*\]))?\."), _Log._melds),
    (_pattern(r"Player (?P<player>[01]) lays off CARD on \[.*\]\."), _Log._lays_off),
    (_pattern(r"Player (?P<player>[01]) has \d+ deadwood with CARDS\.?"), _Log._left),
    (_pattern(r"Player (?P<player>[01]) (?P<undercuts>undercuts and )?scores (?P<what>the .*\D)"
              r"(?P<points>\d{1,6})(?: total points)?\."), _Log._scores),
    (_pattern(r"The draw pile was reduced .*"), _Log._canceled),
    (_pattern(r"Player [01] wins\."), _Log._wins),
    (_SCORE, _Log._total),
)  # fmt: skip
