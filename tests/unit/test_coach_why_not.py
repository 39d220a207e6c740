"""Why not this card: the sentences against each discard, held to the answer and the view."""

from __future__ import annotations

import re
from collections.abc import Iterator

from analyzer.engine.search import analyze
from analyzer.engine.types import ActionValue, Ending, Evaluation, Limit
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood, is_meld
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.notation.numbers import MINUS, percent
from analyzer.notation.phrases import text_of
from analyzer.notation.records import decisions
from analyzer.review.coach.causes import MOST_CARDS
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


UNITS = {False: r" points\.", True: r"\."}
"""How a loss ends: in points, or in the chance to win the match."""


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
    """What is shown: `<1%` is 0, and `>99%` is 100."""
    shown = text.replace("<1%", "0%").replace(">99%", "100%")
    return [float(number) for number in re.findall(r"(\d+)%", shown)]


def waits_of(view: View, kept: CardSet, card: Card) -> set[Card]:
    """The live cards that make a meld with a card and one other of ten, counted anew."""
    return {
        live
        for live in view.unseen
        for other in kept
        if other != card and is_meld(CardSet.of(f"{card} {other} {live}"), view.rules)
    }


def check_waiting(view: View, card: Card, goes: Card, text: str) -> None:
    """The cards waited on are the live ones that meld with the card, and so for the other one."""
    first, rest = text.partition(" waits on ")[2].split(";")
    live = waits_of(view, view.hand.remove(goes), card)
    less = waits_of(view, view.hand.remove(card), goes)
    assert int(re.findall(r"^\d+", first)[0]) == len(live) > len(less)
    assert set(cards_in(first)) == (live if len(live) <= MOST_CARDS else set())
    assert live <= set(view.unseen) and cards_in(text)[0] == card
    assert rest == f" {goes} on {len(less) or 'none'}."


def check_columns(best: ActionValue, value: ActionValue, text: str) -> None:
    """A column is the one that is shown, speaks for the best card, and differs by five points."""
    with_card, with_best = percents(text)
    assert abs(with_card - with_best) >= 5
    if text.startswith("They take"):
        assert value.danger is not None and best.danger is not None
        said = f"{percent(value.danger)} of hands, {best.action.card} in {percent(best.danger)}."
        assert text.endswith(f" in {said}") and value.danger > best.danger
        return
    words = text.removeprefix("After it ").partition(" in ")[0]
    ending, sign = COLUMNS[words]
    first, second = percent(chance(value, ending)), percent(chance(best, ending))
    assert text.endswith(f" in {first} of hands instead of {second}.")
    assert sign * (with_best - with_card) > 0


def check_loss(best: ActionValue, value: ActionValue, view: View, text: str) -> None:
    """The loss is the difference of the two values that stand in the table."""
    unit = unit_of(view)
    told = re.fullmatch(
        rf"It costs ([\d.]+){'%' * unit.match}(?: ±[\d.]+)?{UNITS[unit.match]}", text
    )
    shown = [
        float(unit.number_text(best, it).strip("+%<>").replace(MINUS, "-")) for it in (best, value)
    ]
    assert told is not None, text
    assert float(told[1]) == max(0.0, round(shown[0] - shown[1], 1)), text


def check(answer: Evaluation) -> int:
    """Every sentence of an answer; how many there were."""
    view, best = answer.view, answer.actions[0]
    goes, texts = best.action.card, said(answer)
    if best.action.kind is Kind.BIG_GIN:
        assert not texts
        return 0
    assert goes is not None and goes not in texts
    held = {value.action.card for value in answer.actions} - {goes, None}
    assert set(texts) == held, "one for every other card that may go"
    for card, sentences in texts.items():
        value = next(it for it in answer.actions if it.action.card == card)
        if value.action in answer.best:
            assert sentences == ["Nothing speaks against it: it is as good."]
            continue
        check_loss(best, value, view, sentences[-1])
        for text in sentences[:-1]:
            check_sentence(view, best, value, text)
    return sum(map(len, texts.values()))


def check_sentence(view: View, best: ActionValue, value: ActionValue, text: str) -> None:
    """What the cards give up, or a column: each number counted anew."""
    card, goes = value.action.card, best.action.card
    assert card is not None and goes is not None
    left = [deadwood(view.hand.remove(it), view.rules) for it in (card, goes)]
    if " waits on " in text:
        check_waiting(view, card, goes, text)
    elif text.startswith("It breaks"):
        meld = CardSet.from_cards(cards_in(text))
        assert card in meld and is_meld(meld, view.rules) and meld <= view.hand.remove(goes)
        assert left[0] > left[1]
    elif text.startswith("It leaves"):
        points = "point" if left[0] == 1 else "points"
        assert text == f"It leaves {left[0]} {points} of deadwood, {goes} {left[1]}."
        assert left[0] > left[1]
    elif text.startswith("You can"):
        assert best.action.ends_hand
        now = f"knock with {left[1]}" if left[1] else "go gin"
        assert text == f"You can {now} at once, discarding {goes}."
    else:
        check_columns(best, value, text)


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
