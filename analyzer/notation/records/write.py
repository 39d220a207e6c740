"""Print a record: the canonical text, from which `parse_record` reads the same record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.game.arrangement import Arrangement, Defense, cards_in_order
from analyzer.game.cards import CardSet
from analyzer.game.melds import is_meld
from analyzer.game.rules import Rules
from analyzer.game.table import Played
from analyzer.game.view import Turn
from analyzer.notation.cards import format_cards
from analyzer.notation.records.gametext import format_game_record
from analyzer.notation.records.tags import FORGOTTEN
from analyzer.notation.records.types import Match, Record
from analyzer.notation.results import format_result
from analyzer.notation.ruletexts import rules_text


def format_record(record: Record) -> str:
    """Print one hand.

    >>> from analyzer.game.position import deal
    >>> from analyzer.notation.records.positions import record_of
    >>> from analyzer.game.rules import PRESETS
    >>> print(format_record(record_of(deal(PRESETS["eaai"], seed=1), ("Ann", None))))
    [Rules "eaai"]
    [Players "Ann" "?"]
    [Dealer "2"]
    [Hand1 "3c 6c Tc Qc 7d Td Th Qh Kh Js"]
    [Hand2 "3d 9d Jd 4h As 2s 5s 8s 9s Ks"]
    [Upcard "Kc"]
    <BLANKLINE>
    [Result "*"]
    """
    if record.in_moves:
        return format_game_record(record)
    return "\n".join(_lines(record, in_match=False))


def format_match(match: Match) -> str:
    """Print the hands of a match one after another, with a blank line between."""
    alone = len(match.hands) == 1
    return "\n\n".join(
        format_game_record(hand) if hand.in_moves else "\n".join(_lines(hand, in_match=not alone))
        for hand in match.hands
    )


def _lines(record: Record, *, in_match: bool) -> Iterator[str]:
    yield from _tags(record, in_match=in_match)
    yield ""
    for number, turn in enumerate(record.turns, start=1):
        for later in record.later:
            if later.turn == number - 1:
                yield format_tag(f"Later{later.player + 1}", format_cards(later.cards))
        yield f"{number}. {_turn(record, number, turn)}"
    showdown, number = record.showdown, len(record.turns)
    if showdown is not None and showdown.spread is not None:
        yield f"{number}= {format_spread(showdown.spread, record.rules)}"
        if showdown.defence is not None:
            yield f"{number}= {format_defence(showdown.defence, record.rules)}"
    yield format_tag("Result", format_result(record.result))


def _tags(record: Record, *, in_match: bool) -> Iterator[str]:
    yield format_tag("Rules", rules_text(record.rules))
    if any(record.players):
        yield format_tag("Players", *(name or "?" for name in record.players))
    yield format_tag("Dealer", str(record.dealer + 1))
    if record.score is not None:
        yield format_tag("Score", f"{record.score[0]}-{record.score[1]}")
    elif in_match:
        yield format_tag("Score", "?")
    for player, hand in enumerate(record.hands, start=1):
        yield format_tag(f"Hand{player}", "?" if hand is None else format_cards(hand))
    if record.upcard is not None or record.forgot_upcard:
        yield format_tag("Upcard", FORGOTTEN if record.upcard is None else str(record.upcard))
    for name, value in record.tags:
        yield format_tag(name, value)


def format_tag(name: str, *values: str) -> str:
    """Print a tag pair.

    >>> format_tag("Players", "Ann", "?")
    '[Players "Ann" "?"]'
    """
    quoted = ('"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' for value in values)
    return f"[{name} {' '.join(quoted)}]"


def _turn(record: Record, number: int, turn: Played) -> str:
    if turn.turn is Turn.PASS:
        return "p"
    if turn.forgotten and turn.turn is Turn.DRAW:
        return FORGOTTEN
    unknown = FORGOTTEN if turn.gap else "?"
    parts = []
    if number > 1 or not record.dealt_eleven:
        sign = "^" if turn.turn is Turn.TAKE else "+"
        parts.append(sign + (unknown if turn.card is None else str(turn.card)))
    knocks = record.showdown is not None and number == len(record.turns)
    if knocks and record.showdown is not None and record.showdown.big:
        parts.append("!!")
    elif turn.discarded is not None or knocks or turn.gap:
        parts.append(f"-{unknown if turn.discarded is None else turn.discarded}{'!' * knocks}")
    return " ".join(parts)


def format_spread(spread: Arrangement, rules: Rules) -> str:
    """Print what the knocker laid down, as it stands behind ``9=``.

    >>> from analyzer.game.melds import best_arrangements
    >>> from analyzer.game.rules import PRESETS
    >>> rules = PRESETS["standard"]
    >>> format_spread(best_arrangements(CardSet.of("7h 8h 9h 4c 4d 4s Kd"), rules)[0], rules)
    '4c 4d 4s / 7h 8h 9h / Kd'
    """
    return " / ".join((*_melds(spread.melds), *_left(spread.deadwood, rules)))


def format_defence(defence: Defense, rules: Rules) -> str:
    """Print what the defender laid down and laid off, as it stands behind the second ``9=``."""
    off = [f"off {format_cards(card for card, _ in defence.laid_off)}"] if defence.laid_off else []
    return " / ".join((*_melds(defence.melds), *_left(defence.deadwood, rules), *off))


def _melds(melds: Iterable[CardSet]) -> Iterator[str]:
    return (format_cards(cards_in_order(meld)) for meld in melds)


def _left(deadwood: CardSet, rules: Rules) -> Iterator[str]:
    """The deadwood, named where its cards would be read as a meld."""
    if deadwood:
        name = "deadwood " if is_meld(deadwood, rules) else ""
        yield name + format_cards(deadwood)
