# ruff: noqa: E501  (a sentence and its numbers stand on one line, as in a table)
"""What the coach may say of causes, and the numbers that must be in it, counted anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations

from analyzer.engine.comparisons.types import Causes, Channel
from analyzer.engine.rollout import spread_of
from analyzer.engine.types import Ending
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood, is_meld, lay_off, open_places
from analyzer.game.view import View
from analyzer.notation.numbers import percent
from analyzer.review import Choice
from analyzer.review.coach import explain

CARD = r"[A2-9TJQK][cdhs]"
CHANCE = r"[<>]?\d+%"
CARDS = rf"{CARD}(?:(?:, {CARD})* and {CARD})?"
WAITING = rf"\d+ live cards?(?: \({CARDS}\))?"
GOES = "(?:, which goes for it,)?"
LESS = r"(?:[\d.]+) points instead of [\d.]+"
SMALL = "Several small things add up, above all this: "

Row = tuple[str, Callable[[Choice, str], list[str]]]


def measured(one: Choice) -> Causes:
    assert one.found.causes is not None
    return one.found.causes


def melding(view: View, cards: CardSet, with_card: Card | None = None) -> CardSet:
    """Live cards that make a meld with two of the cards, one of them `with_card` if given."""
    return CardSet.from_cards(
        live
        for live in view.unseen
        for pair in combinations(cards, 2)
        if (with_card is None or with_card in pair)
        and is_meld(CardSet.from_cards((live, *pair)), view.rules)
    )


def two_waits(one: Choice, said: str) -> list[str]:
    """The live cards of both cards, each beside the nine that are kept with either."""
    view = one.view
    kept, left = (
        Card.of(text) for text in re.match(rf"({CARD}) waits.*; ({CARD}){GOES} on ", said).groups()
    )  # type: ignore[union-attr]
    eleven = view.hand.add(kept).add(left)
    waits = melding(view, eleven.remove(left), kept), melding(view, eleven.remove(kept), left)
    first, second = said.split(";")
    for text, cards in zip((first, second), waits, strict=True):
        named = {Card.of(found) for found in re.findall(CARD, text.partition("(")[2])}
        assert not named or named == set(cards), said
    if waits[1] and len(waits[1]) >= len(waits[0]):
        assert ("cost of a meld" in said) == costs_a_meld(view, eleven.remove(kept), left, waits[1])
    return [str(len(cards)) for cards in waits if cards]


def costs_a_meld(view: View, ten: CardSet, card: Card, waits: Iterable[Card]) -> bool:
    """Whether each card that it could be melded with is missing elsewhere: more is loose then."""
    thirds = {
        third
        for live in waits
        for third in ten
        if third != card and is_meld(CardSet.from_cards((card, live, third)), view.rules)
    }
    loose = deadwood(ten, view.rules)
    return all(deadwood(ten.remove(third), view.rules) > loose for third in thirds)


def hand_waits(one: Choice, said: str) -> list[str]:
    view, best = one.view, one.best.action
    cards = view.hand if best.card is None else view.hand.remove(best.card)
    gin = gin_with(view, cards)
    found = [str(len(melding(view, cards)))]
    return [*found, str(len(gin))] if gin and measured(one).other.ends_hand else found


def gin_with(view: View, cards: CardSet) -> list[Card]:
    """The unseen cards with which ten cards go gin."""
    return [
        live
        for live in view.unseen
        if any(deadwood(cards.add(live).remove(away), view.rules) == 0 for away in cards)
    ]


def played_on(one: Choice) -> list[Card]:
    """What makes gin of the hand that was played on with, where it was."""
    card = one.found.played.card
    if one.found.played.kind is not Kind.DISCARD or card is None:
        return []
    return gin_with(one.view, one.view.hand.remove(card))


def ends_now(one: Choice, said: str) -> list[str]:
    found, gin = laid_down(one, said), played_on(one)
    is_played_on = one.found.played.kind is Kind.DISCARD
    assert ("no single card" in said) == (is_played_on and not gin)
    return [*found, str(len(gin))] if gin else found


def takes(one: Choice, said: str) -> list[str]:
    columns = one.best.danger, one.played.danger
    next_turn = "leave them next" in said or "If you pass" in said
    best, other = map(percent, (measured(one).taken if next_turn else columns) or (0.0, 0.0))
    if "instead of" in said:
        assert far_apart(best, other)
        return [best, other]
    if "If you pass" in said:
        return [other]
    assert far_apart(best, other) and float(best.strip("<>%")) < float(other.strip("<>%"))
    return [other, best]


def far_apart(first: str, second: str) -> bool:
    """Whether two percentages, as they are shown, differ by five points."""
    near, far = (float(text.strip("<>%")) for text in (first, second))
    return abs(near - far) >= 5


def caught(*endings: Ending) -> Callable[[Choice, str], list[str]]:
    def expected(one: Choice, said: str) -> list[str]:
        found = []
        for value in (one.best, one.played):
            shares = [value.outcomes[each] for each in endings if each in value.outcomes]
            lost = -sum(share.p * share.points for share in shares) / sum(
                share.p for share in shares
            )
            found.append(f"{lost:.1f}")
        return found

    return expected


def undercut(ending: Ending) -> Callable[[Choice, str], list[str]]:
    return lambda one, said: [
        percent(value.outcomes[ending].p if ending in value.outcomes else 0.0)
        for value in (one.best, one.played)
    ]


def ready(one: Choice, said: str) -> list[str]:
    turns, best, played = measured(one).ready or (0, 0.0, 0.0)
    words = ("turn ", "two turns", "three turns", "four turns", "five turns", "six turns")
    assert f"next {words[turns - 1]}" in said
    assert far_apart(percent(best), percent(played))
    return [percent(best), percent(played)]


def at_nought(one: Choice, said: str) -> list[str]:
    cause = measured(one).of(Channel.SCORE)
    assert cause is not None
    assert ("other play" in said) == (cause.left < 0)
    assert "half" not in said or cause.share >= 0.5
    return ["0", "0"]


def laid_down(one: Choice, said: str) -> list[str]:
    return [str(spread_of(one.best.action, one.view).points)]


def with_top(one: Choice, said: str) -> list[str]:
    view = one.view
    assert view.top is not None
    eleven = view.hand.add(view.top)
    away = [card for card in eleven if card != view.top or view.rules.may_return_upcard]
    return [str(min(deadwood(eleven.remove(card), view.rules) for card in away))]


def nothing(one: Choice, said: str) -> list[str]:
    return []


def hidden_named(one: Choice) -> set[Card]:
    """The cards out of sight that a sentence on a cause may name: what completes or goes on melds."""
    found = set[Card]()
    for cause in explain(one).causes:
        said = "".join(map(str, cause.text))
        cards = {Card.of(text) for text in re.findall(CARD, said)}
        if "wait" in said:
            found |= cards & set(
                melding(one.view, one.view.hand | CardSet.from_cards(one.view.pile[-1:]))
            )
        if "you gin." in said:
            found |= cards & set(played_on(one))
        if "lay off" in said or "laid off" in said:
            spread = spread_of(one.found.played, one.view)
            found |= cards & set(open_places(spread, one.view.rules) & one.view.unseen)
    return found


TOLD: list[Row] = [
    (r"All ten cards are melded: that is gin\.", nothing),
    (r"All eleven cards are melded: that is big gin\.", nothing),
    (rf"It ends the hand at once, with \d+ points? left(?:; if you play on, (?:no single card gives|{WAITING} gives?) you gin)?\.", ends_now),
    (rf"It knocks with \d+ points? instead of \d+(?:, and {CARDS} can no longer be laid off)?\.", lambda one, said: [*laid_down(one, said), str(spread_of(one.found.played, one.view).points)]),
    (rf"Discarding {CARD} breaks the (?:set|run) {CARDS}\.", nothing),
    (rf"Discarding {CARD} takes it from the (?:set|run) {CARDS} and keeps {CARD} instead\.", nothing),
    (rf"{CARD} melds at once with {CARDS}\.", nothing),
    (rf"With {CARD} you have gin\.", nothing),
    (rf"With {CARD} you can knock with \d+ points?\.", with_top),
    (rf"{CARD} waits on {WAITING}; {CARD}{GOES} on (?:none|{WAITING})(?: that helps? less|, at the cost of a meld)?\.", two_waits),
    (rf"Your ten cards wait on {WAITING}(?:, and taking the {CARD} gives up a draw)?\.", hand_waits),
    (rf"If you play on, your ten cards wait on {WAITING}(?:; {WAITING} gives? gin)?\.", hand_waits),
    (rf"They (?:hold {CARDS} and )?take {CARD} in {CHANCE} of hands, {CARD} in {CHANCE}\.", takes),
    (rf"If you pass, they take {CARD} in {CHANCE} of hands\.", takes),
    (rf"They take what you leave them next in {CHANCE} of hands instead of {CHANCE}\.", takes),
    (rf"They see you take {CARD}, and keep back what goes with it\.", nothing),
    (rf"When they go gin, you lose {LESS}\.", caught(Ending.THEIR_GIN)),
    (rf"When they knock, you lose {LESS}\.", caught(Ending.THEIR_KNOCK, Ending.THEIR_UNDERCUT)),
    (rf"Kept, {CARD} may go on their melds when they knock\.", nothing),
    (rf"They may lay off {CARDS} on this knock\.", nothing),
    (rf"They can lay off {CARDS} with the other spread, and cannot with the best\.", nothing),
    (rf"They undercut this knock in {CHANCE} of hands\.", lambda one, said: undercut(Ending.UNDERCUT)(one, said)[1:]),
    (rf"You are undercut in {CHANCE} of hands instead of {CHANCE}\.", undercut(Ending.UNDERCUT)),
    (r"With the other spread they undercut you\.", nothing),
    (rf"You undercut them in {CHANCE} of hands instead of {CHANCE}\.", undercut(Ending.THEIR_UNDERCUT)),
    (rf"Within your next (?:turn|\w+ turns) you can lay down in {CHANCE} of hands instead of {CHANCE}\.", ready),
    (r"At 0–0 the other play would be better: the score decides\.", at_nought),
    (r"At 0–0 the difference would be (?:smaller|less than half as large)\.", at_nought),
    (r"Several small things add up\.", nothing),
]  # fmt: skip
"""Each sentence on a cause, and its numbers."""


def plain(sentence: str) -> str:
    """A sentence without "several small things": its first letter large again."""
    if not sentence.startswith(SMALL):
        return sentence
    rest = sentence.removeprefix(SMALL)
    return rest[0].upper() + rest[1:]


def kept_by_both(one: Choice) -> list[str]:
    """What both keep of a knock against open cards, after the best spread and the played one."""
    rules, theirs = one.view.rules, one.view.opponent
    spreads = (spread_of(action, one.view) for action in (one.best.action, one.found.played))
    return [
        str(points)
        for spread in spreads
        for points in (spread.points, lay_off(spread, theirs, rules).points)
    ]
