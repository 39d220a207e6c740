"""A table for two people: two seats alternate, each move counts once, and who leaves has lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from analyzer.engine.bots import bot_named
from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS
from analyzer.notation.records import parse_match
from analyzer.practice.games import BOTS, ONE_HAND, GameStage, Level
from analyzer.practice.play import BOT, PLAYER, UNCHOSEN, Game, begin
from analyzer.practice.seat import Seat
from analyzer.practice.tally import GameTally
from analyzer.service.pairs import PATIENCE, invite, keep, seat_at, seats_of, settle
from analyzer.store import Status, Store
from analyzer.store.pairs import KEPT, MOST
from analyzer.store.training import TALLY
from tests.clock import Clock
from tests.sizes import more_at_night


def game_of(seed: int, rules: str = "standard", target: int | None = ONE_HAND) -> Game:
    return begin(rules, Level.PERSON, seed, target)


def moved(game: Game, chance: Random) -> Game:
    """The game after what the player who is due does: a knock where there is one."""
    if game.stage is GameStage.CUT:
        return game.dealt_by(chance.randrange(2))
    if game.stage is GameStage.DEFEND:
        return game.defend(chance.choice((NO_CARDS, game.best_off)))
    if game.stage is GameStage.HAND_OVER:
        return game.next_hand()
    return game.play(bot_named(BOTS[Level.NOVICE], game.rules).decide(game.view, 1).full)


def played_out(game: Game, chance: Random) -> Iterator[Game]:
    """The game after each move, as the one has it who moved."""
    while game.stage is not GameStage.FINISHED:
        if game.due == BOT or (game.due is None and game.ready == PLAYER):
            game = game.turned
        game = moved(game, chance)
        yield game


@more_at_night("number", 3, 400)
def test_both_have_the_same_game_from_their_own_side(number: int) -> None:
    for seed in range(number):
        rules = ("standard", "strict-nine", "classic", "eaai", "straight")[seed % 5]
        for game in played_out(game_of(seed, rules, 50 if seed % 2 else None), Random(seed)):
            other = game.turned
            assert other.turned == game and other.turn == game.turn
            if game.first == UNCHOSEN:
                assert {game.stage, other.stage} == {GameStage.CUT, GameStage.WAIT}
                continue
            here, there = game.position, other.position
            assert here.hands == there.hands[::-1] and here.stock == there.stock
            assert here.dealer == 1 - there.dealer and game.score == other.score[::-1]
            assert {game.due, other.due} in ({None}, {PLAYER, BOT})
            if not here.over:
                assert {game.stage, other.stage} == {GameStage.DECIDE, GameStage.WAIT}
            results = zip(game.results, other.results, strict=True)
            assert all(one.points == two.points[::-1] for one, two in results)
        assert game.winner is None or game.winner == 1 - (other.winner or 0)


def test_only_the_one_whose_turn_it_is_moves_and_nothing_is_taken_back() -> None:
    game = game_of(3)
    waits = game if game.due == BOT else game.turned
    assert waits.stage is GameStage.WAIT and waits.before is None
    with pytest.raises(InputError, match="not your turn; wait for the other’s move"):
        waits.play("take")
    with pytest.raises(InputError, match="not your turn"):
        waits.turned.play("pass").play("pass")
    mine = waits.turned.play("take")
    assert mine.before is None and mine.turned.before is None


def with_a_knock() -> Game:
    """A game in which the player has knocked, and the other one can lay off."""
    for seed in range(200):
        for game in played_out(game_of(seed), Random(seed)):
            if game.unsettled and game.stage is GameStage.WAIT:
                return game
    raise AssertionError("nobody knocks")


def test_a_knock_waits_for_the_answer_of_the_other() -> None:
    game = with_a_knock()
    assert game.due == BOT and not game.results and game.turned.stage is GameStage.DEFEND
    with pytest.raises(InputError, match="no knock to answer"):
        game.defend(NO_CARDS)
    with pytest.raises(InputError, match="the hand is not over"):
        game.next_hand()
    poor, good = (game.turned.defend(off) for off in (NO_CARDS, game.turned.best_off))
    assert poor.turned.results[0].points[PLAYER] > good.turned.results[0].points[PLAYER]


def test_the_next_hand_is_dealt_once_both_have_asked() -> None:
    games = played_out(game_of(1, target=None), Random(1))
    over = next(game for game in games if game.stage is GameStage.HAND_OVER)
    assert over.due is None
    ready = over.next_hand()
    assert ready.next_hand() == ready, "a second time is no other one's word"
    assert len(ready.hands) == 1 and (ready.due, ready.turned.due) == (BOT, PLAYER)
    dealt = ready.turned.next_hand()
    assert len(dealt.hands) == 2 and dealt.ready is None


def test_who_leaves_has_lost() -> None:
    game = game_of(5).without(BOT)
    assert game.stage is GameStage.FINISHED and (game.winner, game.turned.winner) == (0, 1)
    assert game.due is None and not game.results
    with pytest.raises(InputError, match="the game is over"):
        game.without(PLAYER)


def test_a_person_is_no_opponent_of_other_games() -> None:
    with pytest.raises(InputError, match="cannot be played here"):
        begin("three-hand", Level.PERSON, 1)
    with pytest.raises(InputError, match="cannot be played here"):
        replace(game_of(1), day="2026-01-01").check()


# ---------------------------------------------------------------- as it is kept


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> Iterator[Store]:
    with Store.open("sqlite://", clock) as store:
        store.upgrade()
        yield store


def begun(store: Store, game: Game) -> str:
    """The id of a table at which Ann and Bob sit."""
    ident = invite(store, "Ann", game)
    assert store.pairs.join(ident, "Bob", 1)
    return ident


def sat(store: Store, ident: str, who: str) -> Seat:
    seat = seat_at(store, ident, who)
    assert seat is not None
    return seat


def test_an_invitation_has_two_seats(store: Store) -> None:
    ident = invite(store, "Ann", game_of(1))
    assert sat(store, ident, "Ann").invitation is not None
    assert seat_at(store, ident, "Bob") is seat_at(store, ident, None) is None
    assert not store.pairs.join(ident, "Ann", 1), "nobody plays against themselves"
    assert store.pairs.join(ident, "Bob", 1) and not store.pairs.join(ident, "Cy", 2)
    assert sat(store, ident, "Bob").game == sat(store, ident, "Ann").game.turned
    assert seat_at(store, ident, "Cy") is seat_at(store, "nothing", "Ann") is None


def test_of_two_moves_at_once_the_first_holds(store: Store) -> None:
    ident = begun(store, game_of(2))
    first = next(who for who in ("Ann", "Bob") if sat(store, ident, who).game.due == PLAYER)
    seat = sat(store, ident, first)
    take, leave = (seat.moved(game) for game in (seat.game.play("take"), seat.game.without(PLAYER)))
    assert [keep(store, take), keep(store, leave)] == [True, False]
    assert sat(store, ident, first).game.hands == take.game.hands


def test_whoever_is_due_and_does_not_play_in_time_has_lost(store: Store, clock: Clock) -> None:
    ident = begun(store, game_of(2))
    clock.now += PATIENCE - timedelta(seconds=1)
    seats = [sat(store, ident, who) for who in ("Ann", "Bob")]
    assert [seat.invitation and seat.invitation.left for seat in seats] == [1.0, 1.0]
    due = next(who for who, seat in zip(("Ann", "Bob"), seats, strict=True) if seat.game.due == 0)
    clock.now += timedelta(seconds=1)
    for who in ("Ann", "Bob"):
        game = sat(store, ident, who).game
        assert game.stage is GameStage.FINISHED and game.winner == (BOT if who == due else PLAYER)
    assert not seats_of(store, "Ann") and not keep(store, seats[0]), "no move comes after it"


def test_no_time_runs_before_the_second_one_sits_down_or_between_hands(
    store: Store, clock: Clock
) -> None:
    ident = invite(store, "Ann", game_of(2))
    clock.now += timedelta(days=1)
    assert not sat(store, ident, "Ann").game.stage.over and len(seats_of(store, "Ann")) == 1
    assert store.pairs.join(ident, "Bob", 1)
    games = played_out(game_of(1, target=None), Random(1))
    over = next(game for game in games if game.stage is GameStage.HAND_OVER)
    assert keep(store, replace(sat(store, ident, "Ann"), game=over))
    clock.now += timedelta(days=1)
    assert sat(store, ident, "Bob").game.stage is GameStage.HAND_OVER


def test_a_server_that_was_down_costs_nobody_the_game(store: Store, clock: Clock) -> None:
    ident = begun(store, game_of(2))
    clock.now += 10 * PATIENCE
    again = Store(store._engine, clock)
    assert sat(again, ident, "Ann").game.stage is not GameStage.FINISHED
    clock.now += PATIENCE
    assert sat(again, ident, "Ann").game.stage is GameStage.FINISHED


def test_a_hand_that_is_over_is_with_both_once(store: Store) -> None:
    ident = begun(store, game_of(4))
    for game in played_out(game_of(4), Random(4)):
        who = "Bob" if game.guest else "Ann"
        assert keep(store, replace(sat(store, ident, who), game=game))
    for who, side in (("Ann", 0), ("Bob", 1)):
        settle(store, who, sat(store, ident, who))
        (review,) = store.reviews.mine(who)
        match = parse_match(review.request.record)
        assert review.status is Status.STOPPED and review.request.seats == "0"
        assert match.hands[0].players == ("You", "Friend")
        assert (game.guest == bool(side)) == (match.hands[0].dealer == game.position.dealer)
        kept = store.training.load(who, TALLY)
        assert kept is not None
        (row,) = GameTally.kept(kept.text).rows()
        assert (row.title, row.games, row.hands) == ("Friend", 1, 1)


def test_seats_go_along_to_another_browser(store: Store) -> None:
    mine, theirs = begun(store, game_of(1)), begun(store, game_of(2))
    alone = invite(store, "Ann", game_of(3))
    store.visitors.hand_over("Bob", "Cy")
    assert seat_at(store, mine, "Bob") is None and sat(store, mine, "Cy").game.guest
    store.visitors.hand_over("Ann", "Cy")
    assert sat(store, theirs, "Cy").game.guest, "nobody plays against themselves"
    assert sat(store, theirs, "Ann") and sat(store, alone, "Cy")


def test_tables_that_nobody_plays_at_go_and_a_host_has_so_many(store: Store, clock: Clock) -> None:
    idents = [invite(store, "Ann", game_of(1)) for _ in range(MOST)]
    with pytest.raises(InputError, match="20 tables for two in 30 days; play on at one"):
        invite(store, "Ann", game_of(1))
    clock.now += KEPT + timedelta(seconds=1)
    assert invite(store, "Ann", game_of(1)) and store.pairs.load(idents[0]) is None
