"""The same questions to OpenSpiel's C++, where it is installed, in the same run.

Its functions are called from Python, a list of cards at a time, so what a call costs by
itself is measured (``total_card_value`` of the same cards, which converts the list and adds
it up) and taken off. What is compared:

- least deadwood of eleven cards: ``min_deadwood``, which drops a card as well;
- best discard: ``legal_discards``, which asks for the deadwood after each of eleven discards;
- lay-off: ``all_layoffs`` once, then ``min_deadwood`` of what is left. That is less than the
  exact answer, which it does not have;
- whole hands: its simple bot against itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.arena.benchmark._hands import SelfPlayed
from analyzer.arena.benchmark.timing import cpu_seconds
from analyzer.game.cards import CardSet
from analyzer.kernel import bits

HANDS = 2_000
"""Hands and knocks asked about: Python's share makes more of them slow."""
GAMES = 200


@dataclass(frozen=True, slots=True)
class OpenSpielSpeed:
    """The time that OpenSpiel takes, the call from Python taken off."""

    version: str
    deadwood_ns: float
    discard_ns: float
    layoff_ns: float
    call_ns: float
    """The cost of a call from Python, already taken off."""
    playouts: float
    """Hands of its simple bot against itself, a second and core."""


def _installed() -> Any:
    """The library, or None."""
    try:
        import pyspiel  # noqa: PLC0415  # only where it is installed
    except ImportError:
        return None
    return pyspiel


def openspiel_speed(played: SelfPlayed) -> OpenSpielSpeed | None:
    """Time OpenSpiel on the hands that the kernel was timed on; None without it."""
    library = _installed()
    if library is None:
        return None
    utils = library.gin_rummy.GinRummyUtils(13, 4, 10)
    hands = [_cards(utils, int(hand)) for hand in played.hands[:HANDS]]
    call = _each(utils.total_card_value, hands)
    deadwood = _each(utils.min_deadwood, hands)
    discard = _each(lambda hand: utils.legal_discards(hand, 10), hands)
    return OpenSpielSpeed(
        version=_version(),
        deadwood_ns=_ns(deadwood - call),
        discard_ns=_ns(discard - call),
        layoff_ns=_ns(_layoff(utils, played) - 2 * call),
        call_ns=_ns(call),
        playouts=_playouts(library),
    )


def _layoff(utils: Any, played: SelfPlayed) -> float:
    knocks = [_knock(utils, *row) for row in played.knocks[:HANDS].tolist()]
    rest = [
        [card for card in defender if card not in set(utils.all_layoffs(spread, []))]
        for defender, spread in knocks
    ]
    spreads = [spread for _, spread in knocks]
    onto = _each(lambda spread: utils.all_layoffs(spread, []), spreads)
    return onto + _each(utils.min_deadwood, rest)


def _knock(utils: Any, defender: int, runs: int, missing: int) -> tuple[list[int], list[int]]:
    """The defender's cards and the knocker's melds, in OpenSpiel's numbers."""
    sets = [_column(card).remove(card) for card in CardSet(missing)]
    lying: list[CardSet] = []
    for card in CardSet(runs):
        # Its runs have five cards at most: of a longer one the first five are enough here.
        if lying and CardSet(1 << card >> 1) <= lying[-1]:
            lying[-1] = lying[-1].add(card) if len(lying[-1]) < 5 else lying[-1]
        elif CardSet(7 << card) <= CardSet(runs):
            lying.append(CardSet.from_cards([card]))
    numbers = [utils.meld_to_int(_cards(utils, meld.mask)) for meld in sets + lying]
    return _cards(utils, defender), numbers


def _column(card: int) -> CardSet:
    return CardSet(int(bits.column(1 << card % 16)))


def _cards(utils: Any, mask: int) -> list[int]:
    numbers: list[int] = utils.card_strings_to_card_ints([str(card) for card in CardSet(mask)])
    return numbers


def _each(question: Callable[[list[int]], object], hands: Sequence[list[int]]) -> float:
    """CPU seconds of one call."""

    def work() -> None:
        for hand in hands:
            question(hand)

    return cpu_seconds(work) / len(hands)


def _ns(seconds: float) -> float:
    return round(1e9 * seconds, 1)


def _playouts(library: Any) -> float:
    game = library.load_game("gin_rummy")
    start = game.new_initial_state()
    bots = [library.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in (0, 1)]

    def work() -> None:
        for seed in range(GAMES):
            library.evaluate_bots(start.clone(), bots, seed)

    return round(GAMES / cpu_seconds(work, rounds=3))


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415

    return version("open_spiel")
