"""The hands that a text gives, of whichever game, each thing with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.errors import InputError, placed
from analyzer.game.arrangement import pack_card
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS, Rules, parse_rules
from analyzer.game.view import Turn
from analyzer.notation._source import Mark
from analyzer.notation.cards import read_pack
from analyzer.notation.facts import value
from analyzer.notation.recorder._text import TagText, span_of, tags_of
from analyzer.notation.records._draft import RecordDraft
from analyzer.notation.records.files import UNSEEN, is_game_text
from analyzer.notation.records.read import read_drafts, without_comments
from analyzer.notation.records.tags import TAG

UNFINISHED: Final = " ..."
"""Behind the cards of a meld that is still being laid down."""
_GAME = re.compile(r"^[ \t]*\[game\b", re.IGNORECASE | re.MULTILINE)
_TURN = re.compile(r"\s*(?P<player>\d)[.:]\s*(?P<moves>[^\s,].*?)\s*")
_MOVE = re.compile(r"[^,\s][^,\n]*")
_ENDS_TURN = re.compile(r"pass|discard|knock|gin|big gin|lay off")


@dataclass(frozen=True, slots=True)
class TurnText:
    """A turn as it stands in the text."""

    start: int
    end: int
    whole: bool
    """True if the turn has its discard, is a pass, or ends the hand."""
    player: int | None = None
    """The player who is said to have played it; None where the order of turns tells."""
    moves: tuple[tuple[int, str], ...] = ()
    """In a game of single moves each with its offset, as written."""


@dataclass(frozen=True, slots=True)
class HandText:
    """One hand as it is written; players and cards as far as they are given."""

    start: int
    """The beginning of the hand in the text."""
    rules: Rules
    in_moves: bool
    """True if the text gives single moves, as of every game but the two-handed one."""
    names: tuple[str | None, ...]
    """One a seat."""
    dealer: int | None
    hands: tuple[tuple[Card, ...] | None, ...]
    """The cards dealt to each seat in the order entered; None where they are not said."""
    upcard: Card | None
    turns: tuple[TurnText, ...]
    draft: RecordDraft
    """The hand as the reader of records has it; empty of everything in the other games."""

    def dealt_to(self, player: int) -> int:
        """The number of cards a player is dealt."""
        return self.rules.cards + (self.rules.deals_eleven and player != self.dealer)

    @property
    def dealt(self) -> CardSet:
        """Every card said to have been dealt or turned up."""
        cards = [card for hand in self.hands for card in hand or ()]
        return CardSet.from_cards(cards if self.upcard is None else (*cards, self.upcard))


def said_hands(text: str) -> tuple[HandText, ...]:
    """Read each hand of a text; none of a text that is empty.

    Raises InputError for what cannot be read.

    >>> hand = said_hands('[Game "three-hand"]\\n[Dealer "3"]\\n[Hand1 "2c 3c"]')[0]
    >>> hand.dealer, [str(card) for card in hand.hands[0]], hand.hands[1], hand.dealt_to(1)
    (2, ['2c', '3c'], None, 7)
    """
    plain = without_comments(text)
    if not plain.strip():
        return ()
    if not is_game_text(plain):
        return tuple(said_in(draft, number) for number, draft in enumerate(read_drafts(text)))
    starts = [match.start() for match in _GAME.finditer(plain)]
    ends = (*starts[1:], len(plain))
    return tuple(
        _in_game(plain[:end], 0 if not number else start)
        for number, (start, end) in enumerate(zip(starts, ends, strict=True))
    )


# ---------------------------------------------------------------- the two-handed game


def said_in(draft: RecordDraft, number: int) -> HandText:
    """The hand of a draft of the two-handed game, with its number from 0."""
    hands = tuple(None if hand is None else hand.cards for hand in draft.hands)
    return HandText(
        start=span_of(draft.mark)[0] if number else 0,
        rules=value(draft.rules, PRESETS["standard"]),
        in_moves=False,
        names=(None, None) if draft.players is None else draft.players.value,
        dealer=None if draft.dealer is None else draft.dealer.value,
        hands=hands,
        upcard=None if draft.upcard is None else draft.upcard.value,
        turns=tuple(
            TurnText(
                *span_of(turn.mark),
                whole=turn.turn is Turn.PASS or turn.discarded is not None or turn.knocks,
            )
            for turn in draft.turns
        ),
        draft=draft,
    )


# ---------------------------------------------------------------- the other games


def _in_game(text: str, start: int) -> HandText:
    tags = tags_of(text, start)
    rules = parse_rules(tags["game"].value)
    return HandText(
        start=start,
        rules=rules,
        in_moves=True,
        names=_names(tags, rules),
        dealer=_dealer(tags, rules),
        hands=tuple(_cards(tags, f"hand{seat + 1}", rules) for seat in range(rules.players)),
        upcard=_upcard(tags),
        turns=tuple(_turns(text, start)),
        draft=RecordDraft(Mark(1, (start, start))),
    )


def _names(tags: dict[str, TagText], rules: Rules) -> tuple[str | None, ...]:
    names = [] if "players" not in tags else re.findall(r'"([^"]*)"', f'"{tags["players"].value}"')
    names = [name for name in names if name.strip()]
    if len(names) not in {0, rules.players}:
        raise InputError(
            f"{len(names)} names are given for {rules.players} players", where="players",
            hint="name everybody, or nobody",
        )  # fmt: skip
    return tuple(names) or (None,) * rules.players


def _dealer(tags: dict[str, TagText], rules: Rules) -> int | None:
    if "dealer" not in tags:
        return None
    seat = tags["dealer"].value.strip()
    if not seat.isdecimal() or not 1 <= int(seat[:3]) <= rules.players:
        raise InputError(
            f"`{seat[:20]}` is not a seat", where="dealer", hint=f"they are 1 to {rules.players}"
        )
    return int(seat) - 1


def _cards(tags: dict[str, TagText], name: str, rules: Rules) -> tuple[Card, ...] | None:
    """The cards of a tag in their order; None where it is missing or says they were not seen."""
    said = tags[name].value.strip() if name in tags else ""
    if said in {"", UNSEEN}:
        return None
    with placed(name):
        cards = read_pack(said)
    if not cards <= rules.pack:
        raise InputError("a joker is dealt that this game has not", where=name, hint="take it out")
    return ordered(said, cards)


def ordered(said: str, cards: CardSet) -> tuple[Card, ...]:
    """Cards in the order in which a text of plain names has them, else in their own.

    >>> [str(card) for card in ordered("Kd 2c", CardSet.of("2c Kd"))]
    ['Kd', '2c']
    """
    words = said.split()
    return tuple(sorted(cards, key=lambda card: (_place(words, str(card)), card)))


def _place(words: list[str], name: str) -> int:
    return words.index(name) if name in words else len(words)


def _upcard(tags: dict[str, TagText]) -> Card | None:
    said = tags["upcard"].value.strip() if "upcard" in tags else ""
    with placed("upcard"):
        return pack_card(said) if said else None


def _turns(text: str, start: int) -> Iterator[TurnText]:
    """The turns of a game of single moves, such as "2. take, discard Kd"."""
    plain = TAG.sub(lambda tag: " " * len(tag[0]), text)
    for line in re.finditer(r"[^\n]*\S[^\n]*", plain[start:]):
        turn = _TURN.fullmatch(plain, start + line.start(), start + line.end())
        if turn is None:
            raise InputError(
                f"`{line[0].strip()[:40]}` is not a turn", where="the turns",
                hint="as in: 2. take, discard Kd", span=(start + line.start(), start + line.end()),
            )  # fmt: skip
        moves = tuple(
            (move.start(), move[0].rstrip()) for move in _MOVE.finditer(plain, *turn.span("moves"))
        )
        ends = bool(moves) and _ENDS_TURN.match(moves[-1][1]) is not None
        yield TurnText(
            turn.start("player"), turn.end("moves"), ends, int(turn["player"]) - 1, moves
        )
