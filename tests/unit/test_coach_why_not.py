"""Why not this card: the sentences against each discard, held to the answer and the view."""

from __future__ import annotations

import re
from collections.abc import Iterator

from analyzer.engine.search import analyze
from analyzer.engine.types import ActionValue, Ending, Evaluation, Limit
from analyzer.game.actions import Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood, is_meld
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.notation.numbers import percent
from analyzer.notation.phrases import text_of
from analyzer.notation.records import decisions
from analyzer.review.coach.why_not import tempting, why_not
from tests.sizes import more_at_night
from tests.workshop.measure._corpus import hand_with_slips

DEUCE = parse_view("hand: Th Td Ts 4c 5c 6c 8d 9d Qs 2h 3d")
CARD = r"\b[A2-9TJQK][cdhs]\b"
COLUMNS = {
    "you go gin": (Ending.GIN, 1),
    "you win with a knock": (Ending.KNOCK, 1),
    "you undercut them": (Ending.THEIR_UNDERCUT, 1),
    "they go gin": (Ending.THEIR_GIN, -1),
    "they win with a knock": (Ending.THEIR_KNOCK, -1),
    "you are undercut": (Ending.UNDERCUT, -1),
}
"""The words of a column, its ending, and the sign with which it speaks for the best card."""


def answered(view: View) -> Evaluation:
    return analyze(view, Limit(worlds=512), seed=1)


def hands(count: int) -> Iterator[View]:
    for hand in range(count):
        for decision in decisions(hand_with_slips(hand), hand % 2):
            if decision.view.question is Question.DISCARD:
                yield decision.view


def said(answer: Evaluation) -> dict[Card, list[str]]:
    against = why_not(answer.view, answer.actions, answer.best)
    return {card: [text_of(text, str) for text in texts] for card, texts in against.items()}


def chance(value: ActionValue, ending: Ending) -> float:
    return value.outcomes[ending].p if ending in value.outcomes else 0.0


def cards_in(text: str) -> list[Card]:
    return [Card.of(name) for name in re.findall(CARD, text)]


def percents(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"(\d+)%", text)]


def check_waiting(view: View, card: Card, goes: Card, text: str) -> None:
    """The cards waited on are live, and each makes a meld with the card and one other."""
    kept = view.hand.remove(goes)
    named = cards_in(text.partition(" waits on ")[2].partition(";")[0])
    for live in named:
        assert live in view.unseen
        assert any(
            is_meld(CardSet.of(f"{card} {other} {live}"), view.rules)
            for other in kept
            if other != card
        )
    number = int(re.findall(r"waits on (\d+)", text)[0])
    assert len(named) in {0, number} and cards_in(text)[0] == card


def check_columns(best: ActionValue, value: ActionValue, text: str) -> None:
    """A column is the one that is shown, speaks for the best card, and differs by five points."""
    with_card, with_best = percents(text)
    assert abs(with_card - with_best) >= 4
    if text.startswith("They take"):
        assert value.danger is not None and best.danger is not None
        assert percent(value.danger) in text and value.danger > best.danger
        return
    words = text.removeprefix("After it ").partition(" in ")[0]
    ending, sign = COLUMNS[words]
    assert f" in {percent(chance(value, ending))} of hands" in text
    assert sign * (with_best - with_card) > 0


def check(answer: Evaluation) -> int:
    """Every sentence of an answer; how many there were."""
    view, best = answer.view, answer.actions[0]
    goes, texts = best.action.card, said(answer)
    assert goes is not None and goes not in texts
    held = {value.action.card for value in answer.actions} - {goes, None}
    assert set(texts) == held, "one for every other card that may go"
    for card, sentences in texts.items():
        value = next(it for it in answer.actions if it.action.card == card)
        if value.action in answer.best:
            assert sentences == ["Nothing speaks against it: it is as good."]
            continue
        assert sentences[-1].startswith("It costs ")
        for text in sentences[:-1]:
            if " waits on " in text:
                check_waiting(view, card, goes, text)
            elif text.startswith("It breaks"):
                meld = CardSet.from_cards(cards_in(text))
                assert card in meld and is_meld(meld, view.rules) and meld <= view.hand
            elif text.startswith("It leaves"):
                left = [deadwood(view.hand.remove(it), view.rules) for it in (card, goes)]
                assert [int(it) for it in re.findall(r"(?<![A-Z])\b(\d+)\b", text)] == left
            elif text.startswith("You can"):
                assert best.action.ends_hand
            else:
                check_columns(best, value, text)
    return sum(map(len, texts.values()))


@more_at_night("count", 3, 200)
def test_every_sentence_is_the_answer_s_own(count: int) -> None:
    sentences = sum(check(answered(view)) for view in hands(count) if len(view.hand) == 11)
    assert sentences > 20 * count


def test_the_queen_that_tempts_is_answered_by_its_cards() -> None:
    answer = answered(DEUCE)
    card = tempting(DEUCE, answer.actions, answer.best)
    assert str(card) == "Qs"
    assert card is not None
    first, second, *_ = said(answer)[card]
    best = answer.actions[0].action.card
    assert first == f"Qs with Ts waits on 1 live card (Js); {best} on none."
    assert second.startswith("After it you go gin in ")


def test_before_a_draw_there_is_no_card_to_ask_about() -> None:
    view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: Kh 9c")
    answer = answered(view)
    assert why_not(view, answer.actions, answer.best) == {}
    assert tempting(view, answer.actions, answer.best) is None
