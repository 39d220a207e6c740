"""The beginning of a recorded hand: rules, dealer, the cards dealt, and whether they can be."""

from __future__ import annotations

from analyzer.game.cards import Card
from analyzer.game.rules import PRESETS, FirstUpcard, Rules
from analyzer.game.view import HAND, Turn
from analyzer.notation.facts import Said, SaidCards, value
from analyzer.notation.records.draft import RecordDraft
from analyzer.notation.records.tags import check_name
from analyzer.notation.records.types import Record
from analyzer.notation.source import Mark, clash, shortened

LONGEST_NAME = 200
"""Most characters of a name or of the value of a tag."""


def dealt(draft: RecordDraft) -> tuple[Record, dict[Card, Mark]]:
    """The record without its turns, and where each card in it was said.

    Raises InputError for hands that cannot have been dealt.
    """
    rules = value(draft.rules, PRESETS["standard"])
    dealer = _dealer(draft)
    upcard = _upcard(draft, rules)
    first, second = draft.hands
    _check_counts(draft, rules, dealer)
    _check_tags(draft)
    for name in value(draft.players, (None, None)):
        _check_text(name, draft.mark if draft.players is None else draft.players.mark)
    for text in (text for tag in draft.tags for text in tag):
        _check_text(text, draft.mark)
    record = Record(
        rules=rules,
        hands=(None if first is None else first.set, None if second is None else second.set),
        upcard=None if upcard is None else upcard.value,
        dealer=dealer,
        score=_score(draft),
        players=_players(draft),
        tags=tuple(draft.tags),
    )
    return record, _marks(draft, upcard)


def _check_tags(draft: RecordDraft) -> None:
    names: set[str] = set()
    for name, _ in draft.tags:
        check_name(name, draft.mark)
        if name.lower() in names:
            raise clash(f"`{name}` is given twice", draft.mark, hint="keep one of them")
        names.add(name.lower())


def _players(draft: RecordDraft) -> tuple[str | None, str | None]:
    first, second = value(draft.players, (None, None))
    return None if first == "?" else first, None if second == "?" else second


def _dealer(draft: RecordDraft) -> int:
    if draft.dealer is None:
        raise clash(
            "the dealer is missing", draft.mark,
            hint='add [Dealer "1"] or [Dealer "2"]; the other player has the first turn',
        )  # fmt: skip
    return draft.dealer.value


def _score(draft: RecordDraft) -> tuple[int, int] | None:
    score = value(draft.score, None)
    if score is not None and draft.score is not None and min(score) < 0:
        raise clash(
            f"`{score[0]}-{score[1]}` is below zero",
            draft.score.mark,
            hint="write points, as in 40-65",
        )
    return score


def _upcard(draft: RecordDraft, rules: Rules) -> Said[Card] | None:
    """The first upcard as said, or as the first turn takes it."""
    eleven = rules.first_upcard is FirstUpcard.ELEVEN
    if eleven and draft.upcard is not None:
        raise clash(
            "these rules deal eleven cards to the non-dealer and turn no upcard",
            *(() if draft.rules is None else (draft.rules.mark,)), draft.upcard.mark,
            hint="leave the upcard out",
        )  # fmt: skip
    if eleven or draft.upcard is not None:
        return draft.upcard
    takes = [play for play in draft.turns[:2] if play.turn is not Turn.PASS]
    if takes and takes[0].turn is Turn.TAKE and takes[0].card is not None:
        return Said(takes[0].card, takes[0].mark)
    raise clash("the first upcard is missing", draft.mark, hint='add it, as in [Upcard "9h"]')


def _check_counts(draft: RecordDraft, rules: Rules, dealer: int) -> None:
    for player, hand in enumerate(draft.hands):
        eleven = rules.first_upcard is FirstUpcard.ELEVEN and player != dealer
        wanted = HAND + 1 if eleven else HAND
        if hand is not None and len(hand.cards) != wanted:
            raise clash(
                f"player {player + 1} is dealt {len(hand.cards)} cards, not {wanted}: {_few(hand)}",
                hand.mark, hint="give the cards as dealt, or ? for a hand that is not known",
            )  # fmt: skip


def _few(hand: SaidCards) -> str:
    return " ".join(map(str, hand.cards[:12])) or "none"


def _marks(draft: RecordDraft, upcard: Said[Card] | None) -> dict[Card, Mark]:
    """Where each card dealt was said; raises InputError for one that was dealt twice."""
    marks: dict[Card, Mark] = {}
    for hand in draft.hands:
        for card in hand.cards if hand is not None else ():
            _once(card, hand.at(card) if hand is not None else draft.mark, marks)
    if upcard is not None:
        _once(upcard.value, upcard.mark, marks)
    return marks


def _once(card: Card, mark: Mark, marks: dict[Card, Mark]) -> None:
    if card in marks:
        raise clash(f"{card} is dealt twice", marks[card], mark, hint="every card exists once")
    marks[card] = mark


def _check_text(text: str | None, mark: Mark) -> None:
    if text is None:
        return
    if not text or len(text) > LONGEST_NAME or not text.isprintable() or text != text.strip():
        raise clash(
            f"{shortened(text)!r} cannot be the name of a player or the value of a tag", mark,
            hint=f"write up to {LONGEST_NAME} characters on one line",
        )  # fmt: skip
