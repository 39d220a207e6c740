"""Lock-step with OpenSpiel's gin_rummy: the same deals and actions, compared at each decision.

What may differ is listed in `KNOWN`, each difference with a witness; whatever else differs
fails. Player 0 is the non-dealer there, so he is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Defense
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.legal import turn_actions
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS, Rules, Wall
from analyzer.game.scoring import Ended, score_points
from analyzer.game.table import Played
from analyzer.game.view import Turn, view_of
from analyzer.kernel.deadwood import best_discard, deadwood
from tests.sizes import more_at_night

pyspiel = pytest.importorskip("pyspiel")

GAMES, FEWER = 2_000, 240
RULES = PRESETS["openspiel"]
OFFERS = {Kind.TAKE: 52, Kind.DRAW: 53, Kind.PASS: 54}
KNOCK, PASS = 55, 54
MOST_TAKES = 50

KNOWN = {
    "hidden knock": "its deadwood of eleven cards is not exact and hides a legal knock",
    "capped chain": "it lays off no more than two cards at either end of a run",
    "returned twice": "both players taking and returning a card ends the hand without a score",
    "fifty takes": "the fiftieth take from the pile ends the hand without a score",
    "short runs": "it knows runs of three to five cards; a longer one is laid in pieces",
    "no big gin": "eleven melded cards are worth no more than gin",
    "ties": "equal deadwood scores nothing (a rule of the preset)",
    "returns": "the card just taken may be discarded (a rule of the preset)",
    "last discard": "at the wall the last discard may be taken to knock (a rule of the preset)",
}


@cache
def number(card: Card) -> int:
    """A card as OpenSpiel counts it: suits spades, clubs, diamonds, hearts."""
    return "scdh".index(card.suit.letter) * 13 + card.rank


def begun(initial: Any, here: Position) -> Any:
    """A state of its with the same deal."""
    state = initial.clone()
    for card in (*here.hands[0], *here.hands[1], *here.pile):
        state.apply_action(number(card))
    return state


def pieces(meld: CardSet) -> Iterator[CardSet]:
    """A meld in pieces of at most five cards: of six, three and three."""
    cards = list(meld)
    while len(cards) > 5:
        yield CardSet.from_cards(cards[:3])
        cards = cards[3:]
    yield CardSet.from_cards(cards)


@dataclass
class Lockstep:
    """One game on both boards; `count` collects what happened."""

    state: Any
    meld_ids: dict[CardSet, int]
    here: Position
    count: Counter[str] = field(default_factory=Counter)

    @classmethod
    def begin(
        cls, initial: Any, meld_ids: dict[CardSet, int], here: Position, count: Counter[str]
    ) -> Lockstep:
        return cls(begun(initial, here), meld_ids, here, count)

    @property
    def over(self) -> bool:
        return self.here.over or self.state.is_terminal()

    def compare(self) -> tuple[Action, ...]:
        """Check that both boards are in the same position; the actions both have."""
        here, there = self.here, self.state
        legal = here.legal_actions()
        assert legal == view_of(here).legal_actions()
        assert there.current_player() == here.turn
        assert there.stock_size() == len(here.stock)
        assert there.upcard() == (
            number(here.pile[-1]) if here.pile and here.question is not Question.DISCARD else None
        )
        theirs = set(there.legal_actions())
        if here.question is Question.DISCARD and not here.must_knock:
            ours = {number(a.card) for a in legal if a.kind is Kind.DISCARD and a.card is not None}
            knocks = KNOCK if any(a.ends_hand for a in legal) else None
        elif here.question is Question.DISCARD:
            return legal
        else:
            ours = {OFFERS[a.kind] for a in legal}
            knocks = None
            if here.question is Question.LAST and 52 in ours:
                ours, knocks = {PASS}, KNOCK
        if knocks and KNOCK not in theirs:
            self.count["hidden knock"] += 1
            legal = tuple(a for a in legal if a.kind in {Kind.DISCARD, Kind.PASS})
        elif knocks:
            ours.add(KNOCK)
        assert ours == theirs
        return legal

    def play(self, action: Action) -> None:
        """Do an action on both boards, and compare the scores once the hand is over."""
        self.count["decisions"] += 1
        if action.ends_hand:
            self._knock(action)
        elif action.kind is Kind.DISCARD:
            assert action.card is not None
            self.state.apply_action(number(action.card))
            self.here = self.here.apply(action)
        else:
            self._offer(action)
        if self.state.is_terminal() and not self.here.over:
            played = self.here.played
            takes = sum(turn.turn is Turn.TAKE for turn in played[first_turns(played) :])
            early = "returned twice" if takes < MOST_TAKES else "fifty takes"
            assert takes == MOST_TAKES or returned_twice(played)
            assert self.state.returns() == [0.0, 0.0]
            self.count[early] += 1
        elif self.here.outcome is not None:
            assert self.state.is_terminal()
            assert self.state.returns() == list(map(float, self.here.outcome.points))
            self.count[self.here.outcome.hand.kind] += 1

    def _offer(self, action: Action) -> None:
        at_wall = self.here.question is Question.LAST
        self.state.apply_action(
            KNOCK if at_wall and action.kind is Kind.TAKE else OFFERS[action.kind]
        )
        self.here = self.here.apply(action)
        if action.kind is Kind.DRAW:
            drawn = self.here.drawn
            assert drawn is not None
            self.state.apply_action(number(drawn))

    def _knock(self, action: Action) -> None:
        """Knock there as here, answer there with our best defence as far as it lets us."""
        assert action.card is not None
        there = self.state
        if self.here.must_knock:
            self.count["last discard"] += 1
        else:
            there.apply_action(KNOCK)
        discards = {a.card for a in self.here.legal_actions() if a.ends_hand and a.card is not None}
        assert set(there.legal_actions()) == set(map(number, discards))
        there.apply_action(number(action.card))
        for meld in action.melds:
            self._meld(meld)
        there.apply_action(PASS)
        best = self.here.apply(action).outcome
        assert best is not None and best.defence is not None
        self.here = self.here.apply(action, self._defend(best.defence))

    def _meld(self, meld: CardSet) -> None:
        for piece in pieces(meld):
            self.count["short runs"] += piece != meld
            assert self.meld_ids[piece] in self.state.legal_actions()
            self.state.apply_action(self.meld_ids[piece])

    def _defend(self, defence: Defense) -> Defense:
        """Lay off and meld there; the defence that it came to."""
        there, left = self.state, defence.deadwood
        done = []
        for card, meld in defence.laid_off:
            if number(card) in there.legal_actions():
                there.apply_action(number(card))
                done.append((card, meld))
                self.count["laid off"] += 1
            else:
                left = left.add(card)
                self.count["capped chain"] += 1
        if not there.finished_layoffs():
            there.apply_action(PASS)
        for meld in defence.melds:
            self._meld(meld)
        there.apply_action(PASS)
        return Defense(defence.melds, tuple(done), left, sum(map(RULES.value, left)))


def first_turns(played: tuple[Played, ...]) -> int:
    """How many turns were answers to the first upcard: its taking is not counted there."""
    passes = sum(turn.turn is Turn.PASS for turn in played[:2])
    return passes if passes == 2 else passes + 1


def returned_twice(played: tuple[Played, ...]) -> bool:
    """Whether the last two turns both took a card and discarded it again."""
    return all(t.turn is Turn.TAKE and t.card == t.discarded for t in played[-2:])


@dataclass(frozen=True)
class Style:
    """Random play with habits, so that hands last and end in every way."""

    greedy: float
    """Chance of a discard or take that leaves the least deadwood."""
    knock: float
    """Chance to knock where possible; gin is never passed up by the greedy."""

    def choose(self, here: Position, legal: tuple[Action, ...], rng: Random) -> Action:
        endings = [a for a in legal if a.ends_hand]
        others = [a for a in legal if not a.ends_hand]
        gins = [a for a in endings if a.kind is Kind.GIN]
        if gins and self.greedy == 1:
            return rng.choice(gins)
        if endings and (not others or rng.random() < self.knock):
            return rng.choice(endings)
        if len(others) == 1 or rng.random() >= self.greedy:
            return rng.choice(others)
        hand, tables = here.hands[here.turn].mask, RULES.tables
        if here.question is Question.DISCARD:
            best = best_discard(hand, -1, tables)[1]
            return next((a for a in others if a.card == best), others[0])
        after = best_discard(hand | here.pile[-1].mask, -1, tables)[0]
        return others[0] if after < deadwood(hand, tables) else others[1]


STYLES = (Style(0.95, 1.0), Style(0.9, 0.3), Style(1.0, 0.0), Style(0.0, 1.0), Style(0.6, 0.5))


def witness_board(
    initial: Any, meld_ids: dict[CardSet, int], first: str, upcard: str, second: str = ""
) -> Lockstep:
    """A board with drawn hands; the dealer's cards that are not given are any others."""
    hands = CardSet.of(first), CardSet.of(second)
    rest = list(DECK - hands[0] - hands[1] - CardSet.of(upcard))
    missing = 10 - len(hands[1])
    order = [*hands[0], *hands[1], *rest[-missing:] * bool(missing), Card.of(upcard)]
    order += [card for card in rest if card not in order]
    return Lockstep.begin(initial, meld_ids, deal(RULES, order=order), Counter())


def play_games(
    initial: Any, meld_ids: dict[CardSet, int], games: int, rules: Rules = RULES
) -> Counter[str]:
    """Play seeds 0 to `games`, in the five styles by turns, and count what happened."""
    count: Counter[str] = Counter()
    for seed in range(games):
        rng = Random(seed)
        style = STYLES[seed % len(STYLES)]
        game = Lockstep.begin(initial, meld_ids, deal(rules, seed), count)
        while not game.over:
            game.play(style.choose(game.here, game.compare(), rng))
        count["games"] += 1
    return count


@pytest.mark.slow
@more_at_night("games, least", (FEWER, 1), (GAMES, 20))
def test_games_in_lock_step(
    initial: Any, meld_ids: dict[CardSet, int], games: int, least: int
) -> None:
    count = play_games(initial, meld_ids, games)
    assert count["games"] == games
    for kind in (Ended.KNOCK, Ended.GIN, Ended.UNDERCUT, Ended.TIE, Ended.VOID):
        assert count[kind] >= least, kind
    for event in ("laid off", "returned twice", "fifty takes", "short runs", "last discard"):
        assert count[event] >= 1, event


OKLAHOMA = RULES.override(knock_by_upcard=True, gin_bonus=20, undercut_bonus=10)


@more_at_night("games, least", (90, 3), (300, 10))
def test_oklahoma_and_other_bonuses_in_lock_step(
    meld_ids: dict[CardSet, int], games: int, least: int
) -> None:
    options = {"oklahoma": True, "gin_bonus": 20, "undercut_bonus": 10}
    initial = pyspiel.load_game("gin_rummy", options).new_initial_state()
    count = play_games(initial, meld_ids, games, OKLAHOMA)
    assert count["games"] == games
    for kind in (Ended.KNOCK, Ended.GIN, Ended.UNDERCUT, Ended.VOID):
        assert count[kind] >= least, kind


def discard(text: str) -> Action:
    return Action(Kind.DISCARD, Card.of(text))


def test_every_known_difference_has_a_witness() -> None:
    witnesses = {name[9:].replace("_", " ") for name in globals() if name.startswith("test_its_")}
    assert witnesses == set(KNOWN)


def test_its_hidden_knock(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    board = witness_board(initial, meld_ids, "5s 6s 2c 4c 5c 6c 7c 5d 6d 4h", "6h")
    board.play(Action(Kind.TAKE))
    ours = [action for action in board.here.legal_actions() if action.ends_hand]
    assert ours and deadwood_after(board.here, ours[0]) == 10
    assert KNOCK not in board.state.legal_actions()
    board.compare()
    assert board.count["hidden knock"] == 1


def deadwood_after(here: Position, action: Action) -> int:
    """Points outside the melds of an ending."""
    laid = CardSet.from_cards(card for meld in action.melds for card in meld)
    left = here.hands[here.turn] - laid - CardSet.from_cards([action.card or 0])
    return sum(map(RULES.value, left))


def test_its_capped_chain(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    # Three cards in a row are a run of their own, so the cap never costs a point.
    board = witness_board(
        initial, meld_ids, "5h 6h 7h 3c 3d 3s 9c 9d 9s Kd", "2c", "8h 9h Th 2d 4d 6c Jc Jd Qs Ks"
    )
    board.play(Action(Kind.TAKE))
    for action in (KNOCK, number(Card.of("Kd"))):
        board.state.apply_action(action)
    for meld in ("5h 6h 7h", "3c 3d 3s", "9c 9d 9s"):
        board.state.apply_action(meld_ids[CardSet.of(meld)])
    board.state.apply_action(PASS)
    for card in ("8h", "9h"):
        board.state.apply_action(number(Card.of(card)))
    assert number(Card.of("Th")) not in board.state.legal_actions()


@pytest.mark.rule("may_return_upcard")
def test_its_returned_twice(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    board = Lockstep.begin(initial, meld_ids, deal(RULES, 1), Counter())
    upcard = str(board.here.upcard)
    for action in (Action(Kind.TAKE), discard(upcard), Action(Kind.TAKE), discard(upcard)):
        assert not board.over
        board.compare()
        board.play(action)
    assert board.state.is_terminal() and not board.here.over
    assert board.count["returned twice"] == 1


def test_its_returns(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    board = Lockstep.begin(initial, meld_ids, deal(RULES, 1), Counter())
    board.play(Action(Kind.TAKE))
    assert board.here.upcard is not None
    assert number(board.here.upcard) in board.state.legal_actions()
    usual = deal(PRESETS["standard"], 1).apply(Action(Kind.TAKE)).legal_actions()
    assert discard(str(board.here.upcard)) not in usual


def test_its_fifty_takes(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    board = Lockstep.begin(initial, meld_ids, deal(RULES, 2), Counter())
    board.play(Action(Kind.TAKE))
    while not board.state.is_terminal():
        if board.here.question is Question.DISCARD:
            others = board.here.hands[board.here.turn].remove(board.here.taken or Card(0))
            board.play(Action(Kind.DISCARD, max(others, key=lambda card: (card.rank, card.suit))))
        else:
            board.play(Action(Kind.TAKE))
    assert board.count["fifty takes"] == 1 and not board.here.over


def test_its_short_runs(meld_ids: dict[CardSet, int]) -> None:
    long_run = CardSet.of("3h 4h 5h 6h 7h 8h")
    assert long_run not in meld_ids
    assert list(pieces(long_run)) == [CardSet.of("3h 4h 5h"), CardSet.of("6h 7h 8h")]
    assert max(map(len, meld_ids)) == 5


def test_its_no_big_gin(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    board = witness_board(initial, meld_ids, "3h 4h 5h 6h 9c 9d 9s Kc Kd Kh", "Ks")
    board.play(Action(Kind.TAKE))
    assert len(board.state.legal_actions()) == 12  # eleven discards and the knock
    assert Action(Kind.BIG_GIN) not in {
        Action(action.kind) for action in board.here.legal_actions()
    }
    with_it = turn_actions(board.here.hands[0], PRESETS["standard"], 10)
    assert "big gin" in map(str, with_it)


def test_its_ties(initial: Any, meld_ids: dict[CardSet, int]) -> None:
    board = witness_board(
        initial, meld_ids, "Ac 2c 3c 4h 5h 6h 7s 8s 9s Kd", "5d", "5c 7c 8c 9c Jc Jd Jh Qc Qd Qs"
    )
    board.play(Action(Kind.TAKE))
    spread = tuple(map(CardSet.of, ("Ac 2c 3c", "4h 5h 6h", "7s 8s 9s")))
    board.play(Action(Kind.KNOCK, Card.of("Kd"), spread))
    assert board.count[Ended.TIE] == 1 and board.state.returns() == [0.0, 0.0]
    assert score_points(5, 5, PRESETS["standard"]).points == 25


@pytest.mark.parametrize("rules", [RULES, RULES.override(wall=Wall.VOID)], ids=["last", "void"])
def test_its_last_discard(initial: Any, meld_ids: dict[CardSet, int], rules: Rules) -> None:
    board = Lockstep.begin(initial, meld_ids, deal(rules, 3), Counter())
    board.play(Action(Kind.PASS))
    board.play(Action(Kind.PASS))
    while len(board.here.stock) > 2:
        board._offer(Action(Kind.DRAW))
        drawn = board.here.drawn
        assert drawn is not None
        board.state.apply_action(number(drawn))
        board.here = board.here.apply(Action(Kind.DISCARD, drawn))
    assert not board.state.is_terminal()  # its wall phase
    assert board.here.over == (rules.wall is Wall.VOID)
