"""The table as the player sees it, made from the player's view alone; all open once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from typing import Final

from flask import url_for

from analyzer.display.around import verb, within
from analyzer.display.parts import SelectOption
from analyzer.display.table import CardTable
from analyzer.display.turns import turns_in_words
from analyzer.game.actions import Action, Question
from analyzer.game.cards import Card
from analyzer.game.rulefields import FIELDS
from analyzer.game.table import Step
from analyzer.notation.numbers import points
from analyzer.notation.phrases import listed, meld_kind, upper
from analyzer.practice import daily, games
from analyzer.practice.games import GameStage, Level
from analyzer.practice.play import Game
from analyzer.practice.seat import Invitation, Note, Seat
from analyzer.service.pairs import PATIENCE
from analyzer.web.settings import AT_TABLE, choices_of
from analyzer.web.train.ended import EndBox
from analyzer.web.train.felt import (
    address_of,
    felt_of,
    knock_name,
    names_at,
    people_at,
    room_of,
)
from analyzer.web.train.words import LEVELS, coach_choices, coach_name, coach_silence

MOST_WAYS: Final = 6
"""Ways to lay a hand down that are offered; more would hardly differ."""


@dataclass(frozen=True, slots=True)
class KnockWay:
    """A way to lay a hand down, a button of its own."""

    value: str
    label: str
    detail: str
    groups: tuple[tuple[str, tuple[Card, ...]], ...]
    """(the kind of a meld, its cards)."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the score sheet."""

    label: str
    amounts: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class CoachBox:
    """The coach beside the table, and how it is set."""

    url: str
    choices: tuple[SelectOption, ...]
    silence: str
    """Said while there is nothing else to say."""
    note: Note | None
    look: str | None
    """The address at which the note's decision is analyzed."""
    hints: tuple[str, ...]
    over: bool
    """True once the hand is over: how often it spoke is said too."""


@dataclass(frozen=True, slots=True)
class PairBox:
    """A part beside a table at which two people play: news, seal, the way out."""

    news_url: str | None
    """Asked for what the other one does; None once the game is over."""
    patience: int
    """Minutes for a move."""
    seal: str
    """The hash of the seed, from the first moment on, …"""
    seed: str | None
    """… and the seed of 32 hex digits, once the game is over."""
    leave_url: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page of a game (`train/table.html`, `train/_table.html`): what the player sees."""

    heading: str
    felt: CardTable
    turn: int
    play_url: str
    title: str
    """The game, over the score sheet."""
    place: str
    """"Hand 2, to 100, you deal"."""
    names: tuple[str, ...]
    """Over the columns of the sheet."""
    sheet: tuple[SheetRow, ...]
    history: tuple[str, ...]
    leave_url: str
    saved: str
    """The fate of the game if one leaves."""
    helped: bool
    """True if the game counts apart."""
    coach: CoachBox | None
    """None where nobody helps: the deal of the day."""
    level: Level
    """The opponents of the player, …"""
    levels: Mapping[Level, tuple[str, str]]
    """… and who else could play a position on."""
    ways: tuple[KnockWay, ...] = ()
    review_url: str | None = None
    """The address for the review of a hand that is over; None where that is a link, or not to
    be."""
    start: str | None = None
    """The position that the hand is played on from."""
    aside: bool = False
    """True if another game waits meanwhile."""
    swapped: bool = False
    """True in a part of a page that takes the place of another."""
    pair: PairBox | None = None
    """Where the opponent is a person."""
    refresh: str | None = None
    """When the page loads again by itself where no script runs; None to stay."""
    ended: EndBox | None = None
    """How the hand went, once it is over."""
    looks: Sequence[tuple[str, str, tuple[SelectOption, ...]]] = ()
    """Sound and card backs: (name, label, values)."""


def table_of(seat: Seat) -> TablePage:
    """The page of a game: the player's view, no more."""
    game, day = seat.game, seat.game.day is not None
    over = game.stage.over
    steps = game.position.steps if over else game.seen.steps
    return TablePage(
        heading=_heading(game),
        felt=felt_of(seat),
        turn=seat.turn,
        play_url=address_of(seat, "play"),
        title=title_of(game),
        place=_place(game),
        names=("You", "They") if game.team > 1 else names_at(game),
        sheet=_sheet(game),
        history=tuple(_history(game, steps)),
        leave_url=url_for("train.start") if game.for_two else url_for("traintable.games"),
        saved=_saved(game),
        helped=seat.helped and game.start is None and not day,
        coach=None if day or game.with_person else _coach(seat),
        ways=tuple(_ways(seat)),
        review_url=address_of(seat, "review_hand") if over and game.start is None else None,
        start=game.start,
        level=game.level,
        levels=LEVELS,
        aside=seat.aside is not None,
        pair=_pair(seat),
        looks=choices_of(AT_TABLE) if room_of(seat) == "play" else (),
    )


def _pair(seat: Seat) -> PairBox | None:
    here, game = seat.invitation, seat.game
    if here is None:
        return None
    finished = game.stage is GameStage.FINISHED
    seed, seal = sealed(game)
    return PairBox(
        news_url=None if finished else news_of(here),
        patience=PATIENCE // timedelta(minutes=1),
        seal=seal,
        seed=seed if finished else None,
        leave_url=address_of(seat, "leave"),
    )


def news_of(here: Invitation) -> str:
    """Return where to ask for what is newer than this at a table for two."""
    return url_for("pairs.news", room=here.ident, after=here.version)


def sealed(game: Game) -> tuple[str, str]:
    """The seed of a game as 32 hex digits, and what is published of it before the end."""
    seed = f"{game.seed:032x}"
    return seed, daily.seal_of(seed)


def title_of(game: Game) -> str:
    """The name of a game."""
    return games.title_of(game.rules_name)


def _heading(game: Game) -> str:
    if game.day is not None:
        return "The deal of the day"
    if game.with_person:
        return "A game with a friend"
    return "A game against the engine" if game.for_two else title_of(game)


def _saved(game: Game) -> str:
    if game.with_person and game.stage is not GameStage.FINISHED:
        return "The game is saved, and the time of whoever is to play runs on."
    day = game.day is not None
    return f"The {'hand' if day else 'game'} is saved{'; this is your one try at it' * day}."


def _place(game: Game) -> str:
    who = people_at(game)[game.position.dealer]
    deals = f"{within(who)} {verb(who, 'deals')}"
    if game.start is not None:
        return "Played on from a position"
    if game.day is not None:
        return f"The deal of the day, {deals}"
    target, best_of = game.rules.target, game.rules.best_of
    where = "One hand" if target is None else f"Hand {len(game.hands)}, to {target}"
    if best_of > 1 and target is not None:
        where = f"Match {len(game.series.matches)}, best of {best_of}. {where}"
    return f"{where}, {deals}"


def _history(game: Game, steps: tuple[Step, ...]) -> Iterable[str]:
    upcard = game.position.upcard
    if len(game.hands) == 1 and game.cut:
        yield _cut_in_words(game)
    if upcard is not None:
        yield f"The first upcard is {upcard.symbol}."
    yield from turns_in_words(steps, people_at(game), upcard)


def _cut_in_words(game: Game) -> str:
    """The cut before the first hand, and the rule by which a card of it deals.

    Ranks alone: a card that is named may be in a hand that is hidden.
    """
    ranks = [Card.of(card).name.partition(" of ")[0] for card in game.cut]
    pairs = zip(people_at(game), ranks, strict=True)
    cut = listed(
        [
            f"{within(who)} {verb(who, 'cuts')} {'an' if rank[0] in 'ae' else 'a'} {rank}"
            for who, rank in pairs
        ],
        "and",
    )
    suits = "" if len(set(ranks)) == len(ranks) else "of equal ranks the higher suit is higher, "
    return f"{upper(cut)}: {suits}{FIELDS['first_dealer'].choices[game.table_rules.first_dealer]}."


def _coach(seat: Seat) -> CoachBox:
    over = seat.game.stage.over
    note = seat.note
    asks = seat.hints is None or seat.pending is not None
    return CoachBox(
        url=address_of(seat, "coach"),
        choices=coach_choices(coach_name(seat.coach)),
        silence=coach_silence(seat.coach, seat.threshold, seat.spoken, over=over),
        note=note,
        look=None if note is None or note.place is None else url_for("analyze.show", p=note.place),
        hints=() if asks or seat.hints is None else tuple(seat.hints.words[: seat.hints.shown]),
        over=over,
    )


# ---------------------------------------------------------------- laying down


def _ways(seat: Seat) -> Iterable[KnockWay]:
    """Knocks that can be laid down in more than one way that may matter."""
    game = seat.game
    if game.stage is not GameStage.DECIDE or seat.pending is not None:
        return
    view = game.seen
    if view.question is not Question.DISCARD:
        return
    endings = [ending for ending in game.endings if ending.card is not None]
    count = Counter(ending.card for ending in endings)
    for ending in islice((each for each in endings if count[each.card] > 1), MOST_WAYS):
        yield KnockWay(
            ending.full,
            knock_name(view, ending),
            _detail(ending),
            tuple((meld_kind(meld.filled), tuple(meld)) for meld in ending.melds),
        )


def _detail(ending: Action) -> str:
    """The card that goes, and what a joker stands for."""
    jokers = [meld.stands.symbol for meld in ending.melds if meld.stands is not None]
    stands = f", ★ as {listed(jokers, 'and')}" if jokers else ""
    return "" if ending.card is None else f"discarding {ending.card.symbol}{stands}"


# ---------------------------------------------------------------- beside the table


def _sheet(game: Game) -> tuple[SheetRow, ...]:
    """The lines of the score sheet: a label and an amount a player."""
    before = enumerate(game.series.matches[:-1], start=1)
    won = [_row(f"match {number}", match.totals) for number, match in before]
    return (*won, *(_row(line.label, line.amounts, line.note) for line in game.sheet.lines()))


def _row(label: str, amounts: Iterable[int | None], note: str = "") -> SheetRow:
    shown = tuple("" if amount is None else points(amount, 0) for amount in amounts)
    return SheetRow(upper(label), shown, note)
