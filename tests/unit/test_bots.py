"""What each reference bot does, on drawn hands, and that it looks at nothing but its view."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from analyzer.engine.bots import NAMES, Bot, EngineBot, bot_named
from analyzer.engine.bots.tables import dealt, table_for
from analyzer.engine.policies import PRIOR, TYPES, Style
from analyzer.errors import InputError
from analyzer.game.actions import Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS
from analyzer.game.table import Played
from analyzer.game.view import Side, Turn, view_of
from analyzer.notation import parse_view

EAAI = PRESETS["eaai"]
SEEDS = range(40)


def does(name: str, text: str, seed: int = 1) -> str:
    view = parse_view(f"rules: eaai\n{text}")
    action = bot_named(name, view.rules).decide(view, seed)
    assert str(action) in {str(legal) for legal in view.legal_actions()}
    return str(action)


def all_of(name: str, text: str) -> set[str]:
    return {does(name, text, seed) for seed in SEEDS}


ELEVEN_LEFT = "hand: 7h 8h 9h 4c 4d 4s As 2d 3s 5s Kh"
THREE_LEFT = "hand: 7h 8h 9h 4c 4d 4s 2c 2d 3s 2h Kh"
KNOCK_TEN = "hand: 7h 8h 9h 4c 4d 4s Js Qs Ks Tc Kd"


@pytest.mark.parametrize(
    ("name", "early", "late"),
    [
        ("greedy", "knock", "knock"),
        ("knocks-early", "knock", "knock"),
        ("gin-waiter", "discard", "discard"),
        ("camper", "knock", "discard"),
    ],
)
def test_when_they_knock_with_ten(name: str, early: str, late: str) -> None:
    third, fourth = "stock: 27\n", "stock: 24\n"
    assert does(name, third + KNOCK_TEN).startswith(early)
    assert does(name, fourth + KNOCK_TEN).startswith(late)


def test_the_fast_policy_counts_gin_outs() -> None:
    """Seven points, but seven cards that would give gin: worth waiting for."""
    many = "stock: 27\nhand: 7h 8h 9h Ts Js Qs Ks 2c 2d 3c Kh"
    assert does("fast", many) == "discard Kh"
    assert does("knocks-early", many) == "knock Kh"


def test_every_bot_goes_gin() -> None:
    gin = "stock: 20\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh"
    for name in (*NAMES, "engine:32"):
        if name not in {"random", "openspiel"}:
            assert does(name, gin) == "gin Kh", name


class TestEaaiSimple:
    def test_takes_what_becomes_part_of_a_meld(self) -> None:
        hand = "hand: 7h 8h 9h 4c 4d 4s Tc Jc Kd Ac"
        assert does("eaai-simple", f"{hand}\npile: 2s 6h") == "take"
        assert does("eaai-simple", f"{hand}\npile: 2s 4h") == "take"

    def test_takes_it_for_a_meld_that_is_not_in_the_best_arrangement(self) -> None:
        """5d melds as 3d 4d 5d only, and the fours are worth more as a set."""
        hand = "hand: 3d 4d 4s 4c Kc Kd Ks Qh Qc 2h"
        assert does("eaai-simple", f"{hand}\npile: 2s 5d") == "take"
        assert does("greedy", f"{hand}\npile: 2s 5d") == "draw"

    def test_does_not_take_a_low_card_that_melds_nothing(self) -> None:
        hand = "hand: 7h 8h 9h 4c 4d 4s Tc Jc Kd Qd"
        assert does("eaai-simple", f"{hand}\npile: 2s As") == "draw"
        assert does("eaai-simple", f"{hand}\nupcard: As") == "pass"

    def test_discards_at_random_among_those_that_leave_least(self) -> None:
        hand = "stock: 20\nhand: 7h 8h 9h 4c 4d Tc Js Qd Kh 2s 3d"
        assert all_of("eaai-simple", hand) == {
            "discard Tc",
            "discard Js",
            "discard Qd",
            "discard Kh",
        }

    def test_never_discards_the_card_just_taken(self) -> None:
        history = """
hand: 4c 4d 4s 9h 9d 2s 3s 6d 7c Jc Js
history:
  upcard Js
  me: takes Js"""
        assert all_of("eaai-simple", history) == {"discard Jc"}

    def test_repeats_no_pair_of_drawn_and_discarded(self) -> None:
        """The king came and the queen went; now that queen is back, and the king cannot go."""
        first = """
dealer: opp
hand: 4c 4d 4s 9h 9d 2s 3s 6d 7c Kh Qc
history:
  upcard 2h
  me: pass
  opp: pass
  me: draws Qc, discards Ks
  opp: draws, discards 5h
  me: draws Kh"""
        assert all_of("eaai-simple", first) == {"discard Kh", "discard Qc"}
        again = """
dealer: opp
hand: 4c 4d 4s 9h 9d 2s 3s 6d 7c Kh Qs
history:
  upcard 2h
  me: pass
  opp: pass
  me: draws Kh, discards Qs
  opp: takes Qs, discards Qd
  me: draws 7c, discards 8c
  opp: draws, discards Qs
  me: takes Qs"""
        # Qs was just taken; with Kh drawn once and Qs discarded for it, the pair is used up.
        assert all_of("eaai-simple", again) == {"discard 9d", "discard 9h"}

    def test_knocks_as_soon_as_it_can(self) -> None:
        assert does("eaai-simple", f"stock: 30\n{THREE_LEFT}") == "knock Kh"
        assert does("eaai-simple", f"stock: 30\n{ELEVEN_LEFT}") == "discard Kh"


def test_the_random_bot_does_everything_at_times() -> None:
    view = f"stock: 30\n{THREE_LEFT}"
    seen = Counter(does("random", view, seed) for seed in range(300))
    assert set(seen) == {
        str(action) for action in parse_view(f"rules: eaai\n{view}").legal_actions()
    }


def other_worlds(position: Position, shuffle: Random) -> Position:
    """The same position but for what the player to act cannot see."""
    from dataclasses import replace

    other = 1 - position.turn
    known = position.known[other]
    hidden = [*(position.hands[other] - known), *position.stock]
    shuffle.shuffle(hidden)
    size = len(position.hands[other]) - len(known)
    hand = known
    for card in hidden[:size]:
        hand = hand.add(card)
    hands = (position.hands[0], hand) if other == 1 else (hand, position.hands[1])
    return replace(position, hands=hands, stock=tuple(hidden[size:]))


@pytest.mark.parametrize("name", ["eaai-simple", "fast", "engine:32"])
def test_hidden_cards_change_nothing(name: str) -> None:
    bot: Bot = bot_named(name, EAAI)
    shuffle = Random(3)
    here = dealt(EAAI, 3, 1)
    for number in range(12):
        if here.over:
            break
        action = bot.decide(view_of(here), number)
        assert bot.decide(view_of(other_worlds(here, shuffle)), number) == action
        here = here.apply(action)


class TestOpenSpiel:
    @pytest.fixture(autouse=True)
    def _installed(self) -> None:
        pytest.importorskip("pyspiel")

    def played(self, seed: int) -> tuple[Position, list[tuple[Question, Kind]]]:
        rules = PRESETS["openspiel"]
        bots = bot_named("openspiel", rules), bot_named("fast", rules)
        here, done = dealt(rules, seed, 0), []
        while not here.over:
            view = view_of(here)
            action = bots[here.turn].decide(view, 1)
            assert str(action) in {str(legal) for legal in view.legal_actions()}
            if here.turn == 0:
                done.append((view.question, action.kind))
            here = here.apply(action)
        return here, done

    def test_plays_whole_hands_legally(self) -> None:
        kinds = {kind for seed in range(12) for _, kind in self.played(seed)[1]}
        assert {Kind.TAKE, Kind.DRAW, Kind.PASS, Kind.DISCARD, Kind.KNOCK} <= kinds

    def test_is_asked_only_under_its_own_rules(self) -> None:
        with pytest.raises(InputError, match="cannot play eaai"):
            bot_named("openspiel", EAAI)

    def test_knocks_at_the_first_chance(self) -> None:
        rules = PRESETS["openspiel"]
        for seed in range(6):
            here, done = self.played(seed)
            if any(kind in {Kind.KNOCK, Kind.GIN} for _, kind in done):
                assert here.outcome is not None and here.outcome.knocker == 0
        assert rules.may_return_upcard


@pytest.mark.parametrize("name", ["", "engine:", "engine:0", "engine:x", "engine:99999999", "fats"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InputError, match="bot"):
        bot_named(name, EAAI)


@pytest.mark.parametrize("discarded", ["Ac", "2c"])
def test_the_engine_learns_from_a_single_discard_of_any_card(discarded: str) -> None:
    """The ace of clubs is card number 0: a card is never asked whether it is true."""
    end = HandEnd(
        rules=EAAI,
        hand=CardSet.of("7h 8h 9h 4c 4d 4s Js Qs Ks Td"),
        opponent=CardSet.of("5s 6s 9c Tc Jd 2h 3h Kh Kc 7d"),
        knocker=Side.ME,
        upcard=Card.of("5s"),
        dealer=Side.ME,
        history=(
            Played(Side.OPPONENT, Turn.TAKE, Card.of("5s"), Card.of(discarded)),
            Played(Side.ME, Turn.DRAW, Card.of("Ks"), Card.of("Kd")),
        ),
    )
    assert EngineBot().after(end).sitting.types != PRIOR


def test_names_are_those_of_the_bots() -> None:
    for name in NAMES:
        rules = PRESETS["openspiel"] if name == "openspiel" else EAAI
        assert bot_named(name, rules).name == name
    assert bot_named("engine", EAAI).name == "engine:1024"
    assert Card.of("Kd").name


def test_an_engine_that_models_its_victim_stays_sure_of_it() -> None:
    bot = bot_named("engine:32,models=engine:256", EAAI)
    assert bot.name == "engine:32,models=engine:256" and isinstance(bot, EngineBot)
    assert [style for style, p in zip(TYPES, bot.sitting.types, strict=True) if p] == [
        Style.UNPREDICTABLE
    ]
    table = table_for((bot, bot_named("greedy", EAAI)), EAAI, 3, lambda: 0.0)
    table.hand(0, 0)
    assert table._seated[0] is bot  # type: ignore[attr-defined]
    plain = table_for((bot_named("engine:32", EAAI), bot), EAAI, 3, lambda: 0.0)
    plain.hand(0, 0)
    assert plain._seated[0] != plain.bots[0]  # type: ignore[attr-defined]


def test_another_victim_makes_other_choices() -> None:
    played = {
        victim: table_for(
            (bot_named(f"engine:32,models={victim}", EAAI), bot_named("camper", EAAI)),
            EAAI,
            2,
            lambda: 0.0,
        ).hands(0, 5, 0)
        for victim in ("camper", "greedy")
    }
    assert played["camper"][0].tolist() != played["greedy"][0].tolist()


@pytest.mark.parametrize("victim", ["", "random", "fats", "people:hoarder"])
def test_a_victim_without_a_model_is_refused(victim: str) -> None:
    with pytest.raises(InputError, match="no model of"):
        bot_named(f"engine:32,models={victim}", EAAI)
