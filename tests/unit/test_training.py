"""Drills against a count by hand of every arrangement, ratings, games replayed from their moves."""

from __future__ import annotations

from statistics import mean

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement, Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import best_arrangements, is_meld, lay_off
from analyzer.game.solving import chosen_answer
from analyzer.notation import parse_view
from analyzer.notation.records import format_match, parse_match
from analyzer.practice._hardness import all_melds
from analyzer.practice.coach import remark, remark_on_lay_off
from analyzer.practice.drills import RULES, Drill, Exercise, Goal, mark, task
from analyzer.practice.games import GameStage, Level
from analyzer.practice.play import Game, begin
from analyzer.practice.progress import FIRST, DrillProgress, level_for, rated
from analyzer.practice.puzzles.types import Rating
from analyzer.practice.seat import Seat
from tests.sizes import more_at_night

MELDS = [CardSet(shape.mask) for shape in all_melds(RULES)]
"""Longer runs are made of these."""


def least(cards: CardSet) -> int:
    """The least deadwood, by trying for the first card to leave it or to meld it."""
    if not cards:
        return 0
    first, *_ = cards
    with_first = [meld for meld in MELDS if first in meld and meld <= cards]
    rest = [RULES.value(first) + least(cards.remove(first))]
    return min([*rest, *(least(cards - meld) for meld in with_first)])


def least_after_laying_off(knock: Arrangement, cards: CardSet) -> int:
    """The least deadwood of a defender, trying every lay-off of every card."""
    best = least(cards)
    for card in cards:
        for at, meld in enumerate(knock.melds):
            if is_meld(meld.add(card), RULES):
                grown = (*knock.melds[:at], meld.add(card), *knock.melds[at + 1 :])
                after = Arrangement(grown, knock.deadwood, knock.points)
                best = min(best, least_after_laying_off(after, cards.remove(card)))
    return best


CASES = [
    pytest.param(drill, level, seed, marks=pytest.mark.nightly if seed > 1 else ())
    for drill in Drill
    for level in (900, 1300, 1700)
    for seed in (1, 2)
]


@pytest.mark.parametrize(("drill", "level", "seed"), CASES)
def test_a_drill_has_the_answer_that_counting_gives(drill: Drill, level: int, seed: int) -> None:
    asked = task(drill, level, seed)
    assert asked == task(drill, level, seed)
    assert mark(asked, asked.answer).right
    match drill:
        case Drill.DEADWOOD:
            assert asked.answer == str(least(asked.cards))
        case Drill.MELDS:
            left = CardSet.of(asked.answer)
            assert sum(map(RULES.value, left)) == least(asked.cards)
            assert least(asked.cards - left) == 0
        case Drill.LAY_OFF:
            assert asked.knock is not None
            assert asked.answer == str(least_after_laying_off(asked.knock, asked.cards))
        case Drill.KNOCK:
            kept = min(least(asked.cards.remove(card)) for card in asked.cards)
            assert asked.answer == ("yes" if kept <= asked.limit else "no")
        case Drill.OUTS:
            assert asked.answer == str(len(outs_by_hand(asked)))
        case _:
            assert CardSet.of(asked.answer) == told_by_turns(asked)


def told_by_turns(asked: Exercise) -> CardSet:
    """The answer of a drill of memory or reading, told from its turns one by one."""
    from analyzer.game.cards import DECK

    assert asked.watched is not None
    pile, taken = [asked.watched.upcard], NO_CARDS
    for turn in asked.watched.turns:
        if turn.took is not None:
            assert turn.took == pile.pop()
            taken = taken if turn.mine else taken.add(turn.took)
        pile.append(turn.discarded)
    if asked.drill is Drill.GONE:
        return asked.cards & CardSet.from_cards(pile)
    if asked.drill is Drill.TAKEN:
        return asked.cards & taken
    free = DECK - asked.watched.cards - CardSet.from_cards(pile)
    uses = {
        card: sum(card in meld and len(meld) == 3 and meld.remove(card) <= free for meld in MELDS)
        for card in asked.cards
    }
    return CardSet.from_cards(card for card in uses if uses[card] == min(uses.values()))


def outs_by_hand(asked: Exercise) -> list[Card]:
    from analyzer.game.cards import DECK

    free = DECK - asked.cards - asked.gone
    if asked.goal is Goal.MELD:
        return [c for c in free if any(c in m and m <= asked.cards.add(c) for m in MELDS)]
    most = 0 if asked.goal is Goal.GIN else asked.limit
    return [
        card
        for card in free
        if min(least((asked.cards.add(card)).remove(discard)) for discard in asked.cards.add(card))
        <= most
    ]


@more_at_night("seeds", 3, 6)
@pytest.mark.parametrize("drill", Drill)
def test_higher_levels_are_harder(drill: Drill, seeds: int) -> None:
    found = [mean(task(drill, level, seed).hardness for seed in range(seeds)) for level in
             (900, 1200, 1500)]  # fmt: skip
    assert found[0] < found[1] < found[2]


@pytest.mark.parametrize(
    ("drill", "text", "right"),
    [
        (Drill.KNOCK, "Y", "yes"),
        (Drill.KNOCK, "no", "no"),
        (Drill.DEADWOOD, " 007 ", "7"),
        (Drill.DEADWOOD, "0", "0"),
    ],
)
def test_answers_are_read_tolerantly(drill: Drill, text: str, right: str) -> None:
    assert mark(task(drill, 1000, 1), text).said == right


@pytest.mark.parametrize(
    ("drill", "text"),
    [(Drill.KNOCK, "perhaps"), (Drill.DEADWOOD, ""), (Drill.DEADWOOD, "-3"),
     (Drill.DEADWOOD, "٣"), (Drill.OUTS, "12345"), (Drill.MELDS, "11h")],
)  # fmt: skip
def test_what_is_no_answer_is_not_marked(drill: Drill, text: str) -> None:
    with pytest.raises(InputError):
        mark(task(drill, 1000, 1), text)


def test_cards_left_over_are_marked_by_what_they_leave() -> None:
    hand = Exercise(Drill.MELDS, 1000, 1, CardSet.of("7c 7d 7h 7s 8s 9s 2c 3c 4c Kd"), 1000.0)
    assert mark(hand, "Kd").right
    assert not mark(hand, "7s 8s 9s Kd").right, "melds, but more is left than needs be"
    assert not mark(hand, "").right, "the king is in no meld"
    with pytest.raises(InputError, match="not in the hand"):
        mark(hand, "Ks")


def test_ratings_follow_what_was_done_and_move_little() -> None:
    strong, weak = FIRST, FIRST
    for _ in range(30):
        strong = rated(strong, level_for(strong), right=True)
        weak = rated(weak, level_for(weak), right=False)
    assert strong.rating > FIRST.rating + 300 > weak.rating + 300
    settled = Rating(1200.0, 60.0)
    assert abs(rated(settled, 1200.0, right=True).rating - 1200) < 30
    assert level_for(strong) > level_for(weak)


def test_a_drill_counts_once() -> None:
    asked = task(Drill.OUTS, 1000, 3)
    once = DrillProgress().after(asked, right=True)
    twice = once.after(asked, right=False)
    assert twice == once
    other = once.after(task(Drill.OUTS, 1000, 4), right=False)
    assert (other.of(Drill.OUTS).tried, other.of(Drill.OUTS).row) == (2, 0)
    assert other.of(Drill.MELDS).tried == 0


# ---------------------------------------------------------------- games


def best_off(game: Game) -> CardSet:
    """The cards of the best answer to a knock."""
    assert game.asked
    knock, cards = game.showdown
    return CardSet.from_cards(card for card, _ in lay_off(knock, cards, game.rules).laid_off)


def play_out(game: Game) -> Game:
    """The game to its end; the player does the last thing that is legal, or knocks."""
    while game.stage is not GameStage.FINISHED:
        if game.stage is GameStage.DECIDE:
            actions = game.view.legal_actions()
            endings = [action for action in actions if action.ends_hand]
            game = game.play((endings or actions)[-1].full)
        elif game.stage is GameStage.DEFEND:
            game = game.defend(best_off(game))
        else:
            game = game.next_hand()
    return game


@pytest.mark.parametrize("rules", ["standard", "oklahoma"])
def test_a_game_goes_to_its_end_and_is_its_moves(rules: str) -> None:
    game = play_out(begin(rules, Level.NOVICE, seed=3))
    assert game.sheet.finished
    again = Seat.read(Seat(game, 2.0).text).game
    assert again == game
    assert again.position == game.position
    match = game.match()
    assert len(match.hands) == len(game.hands)
    assert parse_match(format_match(match)) == match, "every hand follows from the one before"
    assert match.series().matches[0].totals == game.sheet.totals
    with pytest.raises(InputError):
        game.next_hand()


def test_the_same_seed_deals_the_same_and_the_engine_answers_alike() -> None:
    games = [begin("standard", Level.ENGINE, seed=9) for _ in range(2)]
    games = [game.play(game.view.legal_actions()[-1].full) for game in games]
    assert games[0] == games[1]
    other = begin("standard", Level.ENGINE, seed=10)
    assert other.position.hands != games[0].position.hands


def test_what_is_not_legal_changes_nothing() -> None:
    game = begin("standard", Level.CLUB, seed=4)
    with pytest.raises(InputError):
        game.play("big gin")
    with pytest.raises(InputError):
        game.defend(NO_CARDS)
    with pytest.raises(InputError):
        begin("nonsense", Level.CLUB, seed=4)


def test_the_coach_speaks_only_of_what_costs() -> None:
    view = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12")
    bad = Action(Kind.DISCARD, Card.of("4c"))
    found = remark(view, bad, 2.0)
    assert found is not None
    assert found.loss > 5
    assert "4♣" in found.words
    assert remark(view, bad, 500.0) is None
    forced = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc\npile: Kh\n"
                        "history:\n  upcard Kh\n  me: pass\n  opp: pass")  # fmt: skip
    assert remark(forced, forced.legal_actions()[0], 0.0) is None


# ---------------------------------------------------------------- answering a knock

SPREAD = Arrangement((Meld.of("6h 7h 8h"), Meld.of("5c 5d 5s")), CardSet.of("Ad 3c 2s 2d"), 8)


@pytest.mark.parametrize(
    ("off", "left"),
    [
        ("", "5h 9h Th Kd"),
        ("5h", "9h Th Kd"),
        ("9h", "5h Th Kd"),
        ("Th 9h", "5h Kd"),
        ("5h 9h Th", "Kd"),
    ],
)
def test_what_is_not_laid_off_is_melded_as_well_as_can_be(off: str, left: str) -> None:
    cards = CardSet.of("5h 9h Th Kd 2c 3c 4c Jc Js Jd")
    found = chosen_answer(SPREAD, cards, CardSet.of(off) if off else NO_CARDS, RULES)
    assert found.deadwood == CardSet.of(left)
    assert found.points == sum(map(RULES.value, found.deadwood))
    assert {card for card, _ in found.laid_off} == set(CardSet.of(off) if off else ())
    for card, meld in found.laid_off:
        assert is_meld(meld.add(card), RULES)
    assert not [meld for meld in found.melds if not is_meld(meld, RULES)]


@pytest.mark.parametrize(
    ("off", "said"),
    [
        ("Kd", "K♦ fits none of their melds"),
        ("Th", "10♥ fits none of their melds"),
        ("9h Kd 2c", "2♣ and K♦ fit none of their melds"),
        ("Qs", "Q♠ is not in your hand"),
        ("5d", "5♦ is not in your hand"),
    ],
)
def test_what_does_not_fit_is_told(off: str, said: str) -> None:
    cards = CardSet.of("5h 9h Th Kd 2c 3c 4c Jc Js Jd")
    with pytest.raises(InputError, match=said):
        chosen_answer(SPREAD, cards, CardSet.of(off), RULES)


def test_nothing_is_laid_off_on_gin() -> None:
    gin = Arrangement(SPREAD.melds, NO_CARDS, 0)
    cards = CardSet.of("5h 9h Th Kd 2c 3c 4c Jc Js Jd")
    assert chosen_answer(SPREAD, cards, CardSet.of("5h"), RULES).laid_off
    for card in ("Th", "Kd", "2c"):
        with pytest.raises(InputError, match="fits none"):
            chosen_answer(SPREAD, CardSet.of("Th Kd 2c"), CardSet.of(card), RULES)
    with pytest.raises(InputError, match="5♥ fits none"):
        chosen_answer(gin, cards, CardSet.of("5h"), RULES)


def knocked_on(seeds: range = range(40)) -> list[Game]:
    """Games in which the bot has knocked and something fits."""
    games = []
    for seed in seeds:
        game = begin("standard", Level.NOVICE, seed)
        while game.stage is GameStage.DECIDE:
            actions = game.view.legal_actions()
            discards = [one for one in actions if one.kind is Kind.DISCARD]
            game = game.play((discards or actions)[-1].full)
        if game.stage is GameStage.DEFEND:
            games.append(game)
    return games


def test_the_player_lays_off_and_the_coach_speaks_only_of_what_it_cost() -> None:
    games, spoken = knocked_on(), 0
    assert len(games) > 5
    for game in games:
        assert game.asked
        knock, cards = game.showdown
        best = game.defend(best_off(game))
        none = game.defend(NO_CARDS)
        for after in (best, none):
            assert after.position.over
            assert Seat.read(Seat(after, 2.0).text).game.position == after.position
            record = after.match()
            assert parse_match(format_match(record)) == record
        assert remark_on_lay_off(game, best) is None
        assert best.position.outcome is not None and none.position.outcome is not None
        assert best.position.outcome.defence is not None
        assert best.position.outcome.defence.points == least_after_laying_off(knock, cards)
        cost = none.position.outcome.hand.knocker_points
        cost -= best.position.outcome.hand.knocker_points
        found = remark_on_lay_off(game, none)
        assert (found is None) == (cost == 0)
        if found is not None:
            spoken += 1
            assert found.loss == cost > 0
            assert all(card.symbol in found.words for card in best_off(game))
    assert spoken > 5


def test_where_nothing_fits_nobody_is_asked() -> None:
    asked = {game.seed for game in knocked_on()}
    seen = 0
    for seed in range(40):
        if seed in asked:
            continue
        game = begin("standard", Level.NOVICE, seed)
        while game.stage is GameStage.DECIDE:
            game = game.play(game.view.legal_actions()[-1].full)
        outcome = game.position.outcome
        if outcome is not None and outcome.knocker == 1 and game.stage is GameStage.HAND_OVER:
            assert outcome.knock is not None and outcome.defence is not None
            assert outcome.defence.laid_off == ()
            seen += 1
    assert seen


def test_a_hand_without_a_meld_is_not_asked_for_its_best_melds() -> None:
    drills = [task(Drill.MELDS, level, seed) for level in (600, 1000, 1600) for seed in range(40)]
    assert all(best_arrangements(drill.cards, RULES)[0].melds for drill in drills)
