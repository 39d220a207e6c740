"""How many texts of a lot are read as they are meant, by kind.

A lot is a JSON list of texts as players and programs bring them, each with its `kind` and the
`meaning` that a careful person takes from it: `hand`, `drawn`, `top`, `took`, `gone`, `score`,
`stock`, `limit` of a position, `end` (winner, how, points) of a told game, `total` and `hands` of
a score sheet, `why` of what is to be refused. Each goes through the door that the product has for
it, and everything that it means has to be in what the door shows.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.api.records import open_position, read_match
from analyzer.api.scores import sheet_of
from analyzer.api.views import read_any
from analyzer.errors import InputError, UnclearError
from analyzer.game.cards import CardSet, Suit
from analyzer.game.scoring import Ended
from analyzer.game.sheets import ScoreSheet, Series, SheetStyle
from analyzer.game.view import View
from analyzer.notation.facts import SaidCards
from analyzer.notation.reading import Reading
from analyzer.notation.records import Record

KINDS: Final = ("situation", "language", "machine", "game", "sheet", "refuse")
_CARDS: Final = ("hand", "took", "gone")
_GLYPHS: Final = str.maketrans({suit.symbol: suit.letter for suit in Suit})


class Outcome(StrEnum):
    """The ways in which a text can come out."""

    RIGHT = "right"
    ASKED = "asked"
    """A question, with the right reading among its answers."""
    SAID = "said"
    """The cards are right; something else is missing, and the reading says that it is not used."""
    HELPED = "helped"
    """Refused, with a place and a hint or a cure."""
    REFUSED = "refused"
    WRONG = "wrong"
    """Silently read as something else."""
    ACCEPTED = "accepted"
    """To be refused, and read."""


class Verdict(NamedTuple):
    """The outcome of a text, and in words what was read or said."""

    outcome: Outcome
    shown: str


def lot_of(file: Path) -> list[dict[str, Any]]:
    """The texts of a lot, with the cards of their meanings in letters."""
    told = json.loads(file.read_text(encoding="utf-8"))
    return [{**case, "meaning": _in_letters(case["meaning"])} for case in told]


def _in_letters(meaning: Mapping[str, Any]) -> dict[str, Any]:
    """A meaning with `7h` for 7♥, cards in one string, and the score `45-30` as two numbers."""
    cards = {key: " ".join(meaning[key]) for key in _CARDS if isinstance(meaning.get(key), list)}
    plain = {
        key: value.translate(_GLYPHS) if isinstance(value, str) else value
        for key, value in {**meaning, **cards}.items()
    }
    if isinstance(plain.get("total"), list):
        plain["total"] = dict(zip(plain["players"], plain["total"], strict=True))
    score = plain.get("score")
    if isinstance(score, str):
        plain["score"] = [int(number) for number in score.split("-")]
    return plain


def verdict(case: Mapping[str, Any]) -> Verdict:
    """Read a text through its door and judge what comes out."""
    judge = {"game": _game, "sheet": _sheet, "refuse": _refuse}.get(case["kind"], _situation)
    try:
        return judge(case["text"], case["meaning"])
    except UnclearError as error:
        answers = [verdict({**case, "text": wording.text}) for wording in error.asks]
        right = any(answer.outcome is Outcome.RIGHT for answer in answers)
        outcome = Outcome.ASKED if right else Outcome.HELPED
        return Verdict(outcome, str(error))
    except InputError as error:
        helped = error.fix is not None or (error.hint is not None and error.span is not None)
        outcome = Outcome.HELPED if helped else Outcome.REFUSED
        return Verdict(outcome, str(error))


def _refuse(text: str, meaning: Mapping[str, Any]) -> Verdict:
    """Judge a text that is to be refused, or asked about: no door may read it."""
    why, refusals = meaning.get("why", meaning.get("refuse")), list[str]()
    for door in (_read_position, read_match, _read_sheet):
        try:
            found = door(text)
        except InputError as error:
            refusals.append(str(error))
            continue
        if not isinstance(found, Reading):
            return Verdict(Outcome.ACCEPTED, f"a {type(found).__name__}\nto be refused: {why}")
        if found.asks is None:
            return Verdict(Outcome.ACCEPTED, f"{_shown(found)}\nto be refused: {why}")
        refusals.append(found.asks)
    return Verdict(Outcome.RIGHT, "\n".join(refusals))


def _situation(text: str, meaning: Mapping[str, Any]) -> Verdict:
    """Judge a position as the page of analyses reads it."""
    return position_verdict(_read_position(text), meaning)


def _read_position(text: str) -> Reading:
    view = _opened(text)
    return Reading.of(view) if view is not None else read_any(text)


def _opened(text: str) -> View | None:
    with suppress(InputError):
        return open_position(text)
    return None


def position_verdict(reading: Reading, meaning: Mapping[str, Any]) -> Verdict:
    said = _said(reading)
    meant = _meant(meaning)
    if "top" not in meant:  # nor is it known which of those that are gone lies there
        said["gone"] |= CardSet.of(said["top"].capitalize())
    wrong = {key for key in meant if said[key] != meant[key]}
    if not wrong:
        return Verdict(Outcome.RIGHT, _shown(reading))
    missed = ", ".join(f"{key}: {meaning.get(key)}" for key in sorted(wrong))
    shown = f"{_shown(reading)}\nmeant: {missed}"
    if reading.asks is not None and wrong <= {"top"}:
        return Verdict(Outcome.ASKED, shown)
    told = "unused" in reading.guesses and not wrong & {"hand", "drawn"}
    return Verdict(Outcome.SAID if told else Outcome.WRONG, shown)


def _meant(meaning: Mapping[str, Any]) -> dict[str, Any]:
    """The meaning of a position as `_said` has it."""
    drawn = meaning.get("drawn")
    meant: dict[str, Any] = {key: meaning[key] for key in ("stock", "limit") if key in meaning}
    hand = CardSet.of(meaning["hand"])
    meant["hand"] = hand if drawn is None else hand | CardSet.of(drawn)
    meant |= {key: meaning[key].lower() for key in ("drawn", "top") if meaning.get(key)}
    meant |= {key: CardSet.of(meaning[key]) for key in ("took", "gone") if key in meaning}
    return meant if "score" not in meaning else {**meant, "score": tuple(meaning["score"])}


def _said(reading: Reading) -> dict[str, Any]:
    """What a reading shows, by the keys of a meaning; nothing where it shows nothing."""
    facts, view = reading.facts, reading.view
    drawn: Any
    score: Any
    stock: Any
    if view is not None:
        hand, pile, took = view.hand, view.pile, view.opponent
        drawn, score, stock = view.taken or view.drawn, view.score, view.stock
    else:
        hand = (facts.hand or SaidCards()).set
        pile = (facts.pile or facts.seen or SaidCards()).cards
        took = (facts.took or SaidCards()).plus(facts.opponent or SaidCards()).set
        top = facts.top or facts.offered
        pile = pile if top is None or top.value in pile else (*pile, top.value)
        told = (facts.drawn, facts.score, facts.stock)
        drawn, score, stock = (each and each.value for each in told)
    top_card = str(pile[-1]).lower() if pile else ""
    return {
        "hand": hand, "top": top_card, "drawn": str(drawn or "").lower(), "took": took,
        "gone": CardSet.from_cards(pile[:-1]), "score": score, "stock": stock,
        "limit": reading.rules.knock_limit if view is None else view.limit,
    }  # fmt: skip


def _shown(reading: Reading) -> str:
    unused = reading.guesses.get("unused")
    return reading.text + (f"\n{unused}" if unused else "")


# ---------------------------------------------------------------- games


def _game(text: str, meaning: Mapping[str, Any]) -> Verdict:
    """Judge a told game by its end, or by the position where it stops."""
    end = meaning.get("end")
    if not isinstance(end, Mapping):
        view = open_position(text)
        return position_verdict(Reading.of(view) if view is not None else read_any(text), meaning)
    return end_verdict(read_match(text).hands[-1], meaning)


def end_verdict(record: Record, meaning: Mapping[str, Any]) -> Verdict:
    """Judge the end of a hand."""
    end, result = meaning["end"], record.result
    if result is None:
        return Verdict(Outcome.WRONG, f"no end\nmeant: {end}")
    shown = f"{result}; turns {len(record.turns)}; {record.players}\nmeant: {end}"
    right = result.kind in _meant_kinds(end["how"])
    if result.winner is not None or end.get("winner"):
        right = right and result.winner == _number(end.get("winner"), record, meaning)
    if result.kind not in _SCORELESS and "points" in end:
        right = right and result.points == end["points"]
    return Verdict(Outcome.RIGHT if right else Outcome.WRONG, shown)


_SCORELESS: Final = frozenset({Ended.VOID, Ended.TIE})


def _meant_kinds(how: str) -> frozenset[Ended]:
    """The ways to end a hand that a word for it means; an empty one says that somebody won."""
    if how == "draw":
        return _SCORELESS
    if how == "gin":
        return frozenset({Ended.GIN, Ended.BIG_GIN})
    return frozenset({Ended(how)}) if how else frozenset(Ended) - _SCORELESS


def _number(name: str | None, record: Record, meaning: Mapping[str, Any]) -> int | None:
    """The seat of who is named; me is 0."""
    fixed = {None: None, "me": 0, "them": 1}
    if name in fixed:
        return fixed[name]
    words = {*str(name).lower().split()}
    named = [
        seat for seat, each in enumerate(record.players) if each and words & {*each.lower().split()}
    ]
    if len(named) == 1:
        return named[0]
    told = [each.lower() for each in meaning.get("players", ())]
    return told.index(str(name).lower()) if str(name).lower() in told else None


# ---------------------------------------------------------------- sheets


def _sheet(text: str, meaning: Mapping[str, Any]) -> Verdict:
    """Judge a score sheet by the points of each, without bonuses, and the number of hands."""
    sheet = _read_sheet(text)
    matches = sheet.matches if isinstance(sheet, Series) else (sheet,)
    hands = [hand for match in matches for hand in match.hands]
    players = sheet.rules.players
    won = [sum(hand.written(seat) for hand in hands) for seat in range(players)]
    names = sorted(meaning["total"], key=lambda name: (name.lower() != "me", _first(text, name)))
    meant = [meaning["total"][name] for name in names]
    shown = f"{won} of {len(hands)} hands\nmeant: {meant} of {meaning.get('hands')}"
    right = won == meant and len(hands) == meaning.get("hands", len(hands))
    return Verdict(Outcome.RIGHT if right else Outcome.WRONG, shown)


def _read_sheet(text: str) -> ScoreSheet | Series:
    return sheet_of(text, SheetStyle.SINGLE, None)


def _first(text: str, name: str) -> int:
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    return found.start() if found else len(text)


# ---------------------------------------------------------------- in words


def rows(verdicts: Sequence[tuple[str, Verdict]]) -> Iterator[tuple[str, ...]]:
    """A row for each kind, and one for all."""
    for kind in (*KINDS, "all"):
        counts = Counter(each.outcome for of, each in verdicts if kind in {of, "all"})
        if total := sum(counts.values()):
            yield f"{kind} {total}", *(str(counts[outcome]) for outcome in Outcome)


def details(case: Mapping[str, Any], found: Verdict) -> str:
    """A text that was not right, and what was read."""
    return f"--- {case['id']} {case['kind']}: {found.outcome}\n{case['text']}\n>>> {found.shown}\n"
