"""The general game against brute force, and what holds in every hand of every game.

The ordinary run looks at a sample; the nightly one at as many as the plan of the rules asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.arrangement import Meld
from analyzer.game.cards import Card, CardSet
from analyzer.game.jokers import answer, best_layouts, meld_rules, melds_in
from analyzer.game.melds import deadwood
from analyzer.game.position import Position, deal
from analyzer.game.rules import GameKind, Rules, parse_rules
from analyzer.game.scoring import Ended, Outcome
from analyzer.game.sheets import ScoreSheet, team_hand, team_rules
from analyzer.game.view import seen_by
from analyzer.kernel.general import discard_of
from analyzer.kernel.jokers import answer_of
from analyzer.notation import decode, encode, format_view, parse_view
from analyzer.notation.records import (
    format_record,
    parse_record,
    record_of,
    replay,
)
from tests.oracles import others, sheets
from tests.oracles.brute import CAPPED, STANDARD, TEDESCO, Game

GAMES = (
    "three-hand", "four-hand", "one-joker", "two-jokers", "mahjong", "mahjong,players=3",
    "mahjong,players=4", "oklahoma,jokers=2", "tedesco,players=3,jokers=1",
    "strict-nine,players=4,jokers=2", "standard", "straight,wall=reshuffle,jokers=1",
    "standard,players=3,misdeal_if_dealt_knock=yes,must_gin=yes", "four-hand,jokers=2",
)  # fmt: skip
TEAMS = ("teams of 2", "teams of 3", "teams of 4")
ORACLES: dict[str, Game] = {"tedesco": TEDESCO, "strict-nine": CAPPED, "standard": STANDARD}


def texts(cards: CardSet) -> frozenset[str]:
    return frozenset(map(str, cards))


def lying(meld: Meld) -> others.Lying:
    return texts(meld), texts(meld.filled)


# ---------------------------------------------------------------- melds with jokers


def hand_with(played: Rules, jokers: int, size: int, rng: Random) -> CardSet:
    """A hand with some jokers, near to melds as often as not."""
    naturals = sorted(card for card in played.pack if not card.is_joker)
    near = rng.random() < 0.5
    pool = [card for card in naturals if not near or card.suit < 2 or card.rank in (4, 9)]
    picked = sorted(card for card in played.pack if card.is_joker)[:jokers]
    return CardSet.from_cards((*picked, *rng.sample(pool, size - jokers)))


def check_melds(rules: str, jokers: int, number: int) -> None:
    played, game = parse_rules(f"{rules},jokers={jokers}"), ORACLES[rules]
    for seed in range(number):
        rng = Random(f"{rules}/{jokers}/{seed}")
        hand = hand_with(played, jokers, rng.choice((7, 8, 10, 11)), rng)
        wanted = others.least(texts(hand), game)
        assert deadwood(hand, played) == wanted, str(hand)
        layout = best_layouts(hand, played, 3)[0]
        assert layout.points == wanted == others.points(texts(layout.deadwood), game)
        made = others.melds_of(texts(hand), game)
        assert all(lying(meld) in made for meld in layout.melds)
        assert sum(map(len, (meld for meld in layout.melds))) + len(layout.deadwood) == len(hand)


@pytest.mark.rule("R79")
@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("rules", ["standard", "tedesco", "strict-nine"])
def test_melds_with_jokers_are_those_of_the_rules(rules: str, jokers: int) -> None:
    check_melds(rules, jokers, 25)


@pytest.mark.nightly
@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("rules", ["standard", "tedesco", "strict-nine"])
def test_melds_of_five_thousand_hands_with_jokers(rules: str, jokers: int) -> None:
    check_melds(rules, jokers, 5_000)


@pytest.mark.parametrize("rules", ["standard", "tedesco", "strict-nine"])
def test_the_best_discard_is_the_best_of_all_that_may_go(rules: str) -> None:
    played, rng = parse_rules(f"{rules},jokers=2"), Random(rules)
    for size in (8, 11) * 40:
        hand = hand_with(played, rng.choice((1, 2)), size, rng)
        forbidden = rng.choice([None, *hand, *(card for card in hand if card.is_joker)])
        left = {card: deadwood(hand.remove(card), played) for card in hand if card != forbidden}
        at = -1 if forbidden is None else int(forbidden)
        points, card = discard_of(hand.mask, at, meld_rules(played))
        assert points == left[Card(card)] == min(left.values()), (str(hand), forbidden)


# ---------------------------------------------------------------- several defenders


def check_answers(rules: str, number: int) -> None:
    played = parse_rules(f"{rules},players=4,cards=10,jokers=2")
    game = ORACLES[rules]
    for seed in range(number):
        rng = Random(f"{rules}/answers/{seed}")
        melds = [meld for meld in others.melds_of(texts(played.pack), game) if len(meld[0]) < 6]
        table: tuple[Meld, ...] = ()
        used = CardSet()
        while len(table) < 3:
            cards, counts = rng.choice(melds)
            stands = "".join(counts - cards)
            meld = Meld.of(" ".join(f"{c}={stands}" if c[0] == "X" else c for c in cards))
            if not meld & used:
                table, used = (*table, meld), used | meld
        rest = sorted(played.pack - used)
        for _ in range(3):
            near = [card for card in rest if rng.random() < 0.5 or card.is_joker]
            hand = CardSet.from_cards(rng.sample(near, min(7, len(near))))
            best = answer(table, hand, played)
            wanted = others.best_answer(tuple(map(lying, table)), texts(hand), game)
            assert (best.points, len(best.laid_off)) == wanted
            assert all(counts in set(game.all_melds) for _, counts in map(lying, best.table))
            laid = CardSet.from_cards(card for card, _ in best.laid_off)
            before, after = (sum(len(meld) for meld in t) for t in (table, best.table))
            assert after == before + len(laid) and laid <= hand
            table, rest = best.table, [card for card in rest if card not in hand]


@pytest.mark.parametrize("rules", ["standard", "tedesco", "strict-nine"])
def test_defenders_in_turn_keep_the_least_they_can(rules: str) -> None:
    check_answers(rules, 6)


def _is_run(meld: CardSet) -> bool:
    return len({card.suit for card in meld}) == 1


def answers_played_on(rules: str, number: int, lying: int) -> list[int]:
    """The points that a defender of a playout keeps above the least, of random answers to melds."""
    played, over = parse_rules(rules), []
    melds = [meld for meld in melds_in(played.pack, played) if len(meld) < 6 and not meld.stands]
    for seed in range(number):
        rng = Random(f"{rules}/{seed}")
        table: tuple[Meld, ...] = ()
        used = CardSet()
        while len(table) < lying:
            meld = rng.choice(melds)
            if not meld & used:
                table, used = (*table, meld), used | meld
        hand = CardSet.from_cards(rng.sample(sorted(played.pack - used), played.cards))
        laid = np.zeros(lying, np.int64)
        laid[:] = [meld.mask for meld in sorted(table, key=_is_run)]
        kept = answer_of(hand.mask, meld_rules(played), laid, lying)
        over.append(kept - answer(table, hand, played).points)
    return over


EXACT = [("three-hand", 2), ("three-hand", 3), ("standard,players=3,cards=10", 2),
         ("tedesco,players=3", 2)]  # fmt: skip
NEARLY = ["strict-nine,players=3", "three-hand,jokers=1", "three-hand,jokers=2"]


@pytest.mark.parametrize(("rules", "lying"), EXACT)
def test_a_defender_of_a_playout_keeps_the_least(rules: str, lying: int) -> None:
    """A card that fits a set and a run goes where more can follow."""
    assert not any(answers_played_on(rules, 300, lying))


@pytest.mark.parametrize("rules", NEARLY)
def test_with_jokers_or_a_cap_a_defender_of_a_playout_is_seldom_worse(rules: str) -> None:
    over = answers_played_on(rules, 600, 2)
    assert min(over) == 0 < sum(map(bool, over)) < 0.02 * len(over)


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "lying"), EXACT)
def test_the_defenders_of_many_playouts_keep_the_least(rules: str, lying: int) -> None:
    assert not any(answers_played_on(rules, 10_000, lying))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["standard", "tedesco", "strict-nine"])
def test_defenders_of_many_knocks(rules: str) -> None:
    check_answers(rules, 1_000)


# ---------------------------------------------------------------- games


def choose(here: Position, rng: Random) -> Action:
    """At random, but toward less deadwood, and melds mostly laid down."""
    moves = here.legal_actions()
    melds = [move for move in moves if move.kind in {Kind.MELD, Kind.ADD}]
    endings = [move for move in moves if move.ends_hand]
    if endings and rng.random() < 0.7:
        return rng.choice(endings)
    if melds and rng.random() < 0.7:
        return rng.choice(melds)
    if (
        here.question is Question.DISCARD
        and here.rules.play is GameKind.KNOCK
        and rng.random() < 0.9
    ):
        best = Action(Kind.DISCARD, here.best_discard(here.hands[here.turn])[1])
        return best if best in moves else rng.choice(moves)
    return rng.choice(moves)


def rounds(name: str, seed: int) -> Iterator[Position]:
    played, rng = parse_rules(name), Random(f"{name}/{seed}")
    here = deal(played, seed, dealer=seed % played.players)
    yield here
    for _ in range(600):
        if here.over:
            return
        here = here.after_action(choose(here, rng))  # a legal one; the record's referee looks again
        yield here


def check_cards(here: Position) -> None:
    """Each card of the pack lies in one place."""
    places = [
        *here.hands,
        *here.laid,
        CardSet.from_cards(here.pile),
        CardSet.from_cards(here.stock),
    ]
    assert sum(map(len, places)) == len(here.rules.pack)
    assert all(known <= hand for known, hand in zip(here.known, here.hands, strict=True))
    on_table = sum(map(len, here.laid))
    assert on_table == sum(len(meld) for meld in here.melds)


def swapped(here: Position, player: int, rng: Random) -> Position:
    """The hand with all that a player cannot see dealt anew."""
    view = seen_by(here, player)
    hidden = list(view.unseen)
    rng.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(here.hands):
        free = 0 if seat == player else len(hand) - len(here.known[seat])
        known = hand if seat == player else here.known[seat]
        hands.append(known | CardSet.from_cards(hidden[:free]))
        hidden = hidden[free:]
    played = tuple(
        replace(turn, card=None) if turn.player != player and turn.turn is Turn.DRAW else turn
        for turn in here.played
    )
    return replace(here, hands=tuple(hands), stock=tuple(hidden), played=played)


def check_game(name: str, seed: int) -> Ended | None:
    result = checked_end(name, seed).outcome
    return None if result is None else result.kind


def checked_end(name: str, seed: int) -> Position:
    """The last state of a random game, each of which and the record of which are looked at."""
    last = played_lawfully(name, seed)
    record = record_of(last, ("Ann",) * last.rules.players, in_moves=True)
    read = parse_record(format_record(record))
    assert read == record
    if seed % 10 == 0:  # format and parse have replayed it too, and compared the points
        assert replay(read)[-1].outcome == last.outcome
    if last.outcome is not None:
        check_points(last, last.outcome)
    return last


def played_lawfully(name: str, seed: int) -> Position:
    rng = Random(seed)
    last = None
    for last in rounds(name, seed):
        check_cards(last)
        if last.over:
            break
        moves = last.legal_actions()
        assert moves and len(set(moves)) == len(moves)
        assert all(Action.of(move.full) == move for move in moves)
        if rng.random() < 0.03:
            view = seen_by(last, last.turn)
            assert view == seen_by(swapped(last, last.turn, rng), last.turn)
            assert parse_view(format_view(view)) == view == decode(encode(view))
    assert last is not None
    return last


def check_points(last: Position, result: Outcome) -> None:
    """What the players have from a hand adds up."""
    if last.rules.play is GameKind.KNOCK:
        assert sum(result.points) == 0
        assert sum(result.won) * 2 == sum(map(abs, (p for pair in result.pairs
                   for p in (pair.scored.points, -pair.scored.points))))  # fmt: skip
    else:
        gin = 25 * (result.kind is Ended.GIN)
        worth = sum(last.rules.points(cards) for cards in last.laid)
        held = sum(last.rules.points(cards) for cards in last.hands)
        assert sum(result.points) == worth - held + gin


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_lawful_and_hide_what_is_hidden(name: str) -> None:
    check_game(name, list(GAMES).index(name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_random_games(name: str) -> None:
    print(name, Counter(check_game(name, seed) for seed in range(10_000)))


# ---------------------------------------------------------------- teams


def check_team_match(size: int, seed: int) -> int:
    """A whole match, each hand at as many tables as a team has members; hands at all tables.

    The first player of each table is of the first team; what a hand is for a team is taken from
    the signed points of the tables.
    """
    sheet, hands = ScoreSheet(team_rules(size, parse_rules("standard"))), 0
    won: list[tuple[int, int]] = []
    while not sheet.finished:
        first = 1_000_000 * size + 10_000 * seed + hands
        results = [checked_end("standard", first + table).outcome for table in range(size)]
        hands += size
        played = [result for result in results if result is not None]  # a few never end
        if len(played) < size:
            continue
        team, points = sheets.team_result([result.points[0] for result in played])
        sheet = sheet.add(team_hand([result.scored for result in played]))
        assert (sheet.hands[-1].winner, sheet.hands[-1].points) == (team, points)
        won += [] if team is None else [(team, points)]
        columns = sheets.hollywood(won, 100 * size, 25, 100, doubled=True)
        assert [(col.total(0), col.total(1)) for col in sheet.columns] == columns
        assert sheet.totals == (sum(one for one, _ in columns), sum(two for _, two in columns))
    ahead = sheet.totals[0] - sheet.totals[1]
    assert sheet.winner == (None if not ahead else int(ahead < 0))
    return hands


@pytest.mark.parametrize("name", TEAMS)
def test_a_match_of_teams_adds_up(name: str) -> None:
    assert check_team_match(int(name[-1]), 0) > 4


@pytest.mark.nightly
@pytest.mark.parametrize("name", TEAMS)
def test_ten_thousand_random_games_of_teams(name: str) -> None:
    hands = matches = 0
    while hands < 10_000:
        hands += check_team_match(int(name[-1]), matches)
        matches += 1
    print(name, f"{hands} hands at tables in {matches} matches")


# ---------------------------------------------------------------- mahjong


def check_mahjong(number: int) -> None:
    game, looked_at, seed = others.Mahjong(), 0, 0
    while looked_at < number:
        for here in rounds(f"mahjong,players={seed % 3 + 2}", seed):
            if here.over or here.question is Question.UPCARD or seed % 7 != len(here.steps) % 7:
                continue
            hand = texts(here.hands[here.turn])
            wanted = others.mahjong_moves(
                hand, tuple(map(lying, here.melds)), tuple(map(str, here.pile)), len(here.stock),
                tuple(map(str, here.together)), here.question is Question.DISCARD, game,
            )  # fmt: skip
            assert {_words(move) for move in here.legal_actions()} == wanted
            looked_at += 1
        seed += 1


def _words(move: Action) -> str:
    melded = " ".join(sorted(texts(move.melds[0]))) if move.melds else ""
    if move.kind is Kind.MELD:
        return f"meld {melded}"
    if move.kind is Kind.ADD:
        return f"add {move.card} to {melded}"
    return f"take {move.count}" if move.kind is Kind.TAKE else str(move)


@pytest.mark.rule("R42", "R80", "R81")
def test_mahjong_moves_are_those_of_the_rules() -> None:
    check_mahjong(30)


@pytest.mark.nightly
def test_two_thousand_states_of_mahjong() -> None:
    check_mahjong(2_000)
