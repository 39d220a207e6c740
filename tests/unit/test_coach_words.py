# ruff: noqa: E501  (a sentence and its numbers stand on one line, as in a table)
"""Explanations: every number in a text is read back from it and compared with the entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from analyzer.engine.rollout import spread_of
from analyzer.engine.rollouts import candidates
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.game.actions import Action
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood, is_meld, open_places
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.notation.numbers import match_chance, percent
from analyzer.notation.phrases import knock_points
from analyzer.review import Choice, Entry, LayOff, ReviewSettings, judge, kind_of, review
from analyzer.review.coach import Detail, Theme, explain, reasons_of, themes_of
from tests.oracles import causes, layoffs
from tests.oracles.entries import behind, entry, shown
from tests.sizes import more_at_night
from tests.workshop.measure._corpus import hand_with_slips

MANY = 10_000

NUMBER = re.compile(r"[<>]?\d+(?:\.\d+)?%?")
CARD = r"[A2-9TJQK][cdhs]"

# ---------------------------------------------------------------- counted anew


def reviewed(count: int, worlds: int = 256, first: int = 0) -> Iterator[Entry]:
    """So many entries of such hands, from the hand number `first` on."""
    seed = first
    while count > 0:
        report = review(
            hand_with_slips(seed), settings=ReviewSettings(worlds=worlds, luck_worlds=64)
        )
        yield from report.entries[:count]
        count -= len(report.entries)
        seed += 1


def kept(view: View, action: Action) -> CardSet:
    assert action.card is not None
    return view.hand.remove(action.card)


def melded(cards: CardSet, view: View) -> int:
    return max(len(cards) - len(one.deadwood) for one in best_arrangements(cards, view.rules))


def meld_outs(cards: CardSet, view: View) -> int:
    return sum(
        any(
            is_meld(CardSet.from_cards((card, *pair)), view.rules)
            for pair in combinations(cards, 2)
        )
        for card in view.unseen
    )


def reaching(cards: CardSet, view: View, limit: int) -> int:
    """Live cards after which some discard leaves at most so many points."""
    return sum(
        any(deadwood(cards.add(card).remove(away), view.rules) <= limit for away in cards.add(card))
        for card in view.unseen
    )


def pairs(view: View, card: Card) -> list[tuple[Card, Card]]:
    theirs = view.unseen | view.opponent
    return [
        pair
        for pair in combinations(theirs, 2)
        if is_meld(CardSet.from_cards((card, *pair)), view.rules)
        and sum(one in view.unseen for one in pair) <= view.hidden
    ]


def helpers(view: View, card: Card) -> int:
    """Live cards that meld a card together with one of the hand."""
    return len(
        {
            live
            for live in view.unseen
            for own in view.hand
            if own != card and is_meld(CardSet.from_cards({card, own, live}), view.rules)
        }
    )


def chance(value: ActionValue, *endings: Ending) -> float:
    return sum(value.outcomes[one].p for one in endings if one in value.outcomes)


def cost(value: ActionValue, ending: Ending) -> str:
    return f"{abs(value.outcomes[ending].points):.1f}" if ending in value.outcomes else "0.0"


def loss(one: Choice) -> list[str]:
    return behind(one, one.played)


def number(count: int) -> list[str]:
    return [str(count)] if count else []


# ---------------------------------------------------------------- what each sentence may say

Expected = Callable[[Choice], list[str]]
ENDS = {
    "You go gin": Ending.GIN,
    "You win by knocking": Ending.KNOCK,
    "You are undercut": Ending.UNDERCUT,
    "They go gin": Ending.THEIR_GIN,
    "They win by knocking": Ending.THEIR_KNOCK,
    "You undercut them": Ending.THEIR_UNDERCUT,
    "Nobody scores": Ending.VOID,
}
COSTLIER = {
    "Your gin brings": Ending.GIN,
    "Your winning knock brings": Ending.KNOCK,
    "An undercut costs you": Ending.UNDERCUT,
    "Their gin costs you": Ending.THEIR_GIN,
    "Their winning knock costs you": Ending.THEIR_KNOCK,
    "Undercutting them brings": Ending.THEIR_UNDERCUT,
}
WON = Ending.GIN, Ending.KNOCK, Ending.THEIR_UNDERCUT
LOST = Ending.THEIR_GIN, Ending.THEIR_KNOCK, Ending.UNDERCUT


def often(ending: Ending) -> Expected:
    return lambda one: [percent(chance(one.best, ending)), percent(chance(one.played, ending))]


def playing_on(one: Choice) -> list[str]:
    """What comes of the action that plays on."""
    value = one.played if one.best.action.ends_hand else one.best
    found = []
    for ways in (WON, LOST):
        found.append(percent(chance(value, *ways)))
        gin = chance(value, ways[0])
        if gin and percent(gin) != percent(chance(value, *ways)):
            found.append(percent(gin))
    void = chance(value, Ending.VOID)
    return found if void < 0.05 else [*found, percent(void)]


def gin_after(one: Choice) -> list[str]:
    """Outs to gin after the discard that plays on."""
    action = (one.played if one.best.action.ends_hand else one.best).action
    return number(reaching(kept(one.view, action), one.view, 0))


COUNTS: dict[str, Callable[[CardSet, View], int]] = {
    "a meld": meld_outs,
    "gin": lambda cards, view: reaching(cards, view, 0),
    "a knock": lambda cards, view: reaching(cards, view, view.limit),
}


def with_top(kind: str) -> Callable[[Choice, str], list[str]]:
    """Live cards with the top of the pile once another card is discarded, and without it."""

    def expected(one: Choice, said: str) -> list[str]:
        after = ten_with_top(one, said)
        return [
            *number(COUNTS[kind](after, one.view)),
            *number(COUNTS[kind](one.view.hand, one.view)),
        ]

    return expected


def ten_with_top(one: Choice, said: str) -> CardSet:
    """The hand with the top of the pile and without the card that the sentence discards."""
    discarded = re.search(rf"discard ({CARD}),", said)
    assert discarded is not None and one.view.top is not None
    return one.view.hand.add(one.view.top).remove(Card.of(discarded[1]))


def dead_with_top(one: Choice, said: str) -> list[str]:
    rules = one.view.rules
    return [str(deadwood(ten_with_top(one, said), rules)), str(deadwood(one.view.hand, rules))]


def spreads(one: Choice) -> list[str]:
    """Points and cards to lay off of the best spread and the played one."""
    found = []
    for action in (one.best.action, one.found.played):
        spread = spread_of(action, one.view)
        places = open_places(spread, one.view.rules) & (one.view.unseen | one.view.opponent)
        found += [str(spread.points), *number(len(places))]
    return found


def behind_in_points(one: Choice) -> list[str]:
    ahead = one.found.in_points
    assert ahead is not None and ahead.points < 0
    return []


def both(count: Callable[[CardSet, View], int]) -> Expected:
    return lambda one: [
        text
        for action in (one.best.action, one.found.played)
        for text in number(count(kept(one.view, action), one.view))
    ]


def taken(one: Choice) -> list[str]:
    return [percent(one.played.danger or 0), percent(one.best.danger or 0)]


def left_with_top(one: Choice) -> int:
    """The least deadwood after taking the top of the pile and discarding another card."""
    top, view = one.view.top, one.view
    assert top is not None
    eleven = view.hand.add(top)
    away = [card for card in eleven if card != top or view.rules.may_return_upcard]
    return min(deadwood(eleven.remove(card), view.rules) for card in away)


def fed_share(one: Choice) -> list[str]:
    assert one.found.fed is not None
    share = one.found.fed.points / sum(part.points for part in one.found.gap.values())
    return [percent(one.played.danger or 0.0), *([percent(share)] if share < 0.995 else [])]


def match_chances(one: Choice) -> list[str]:
    chances = [match_chance(shown(one, value) / 100) for value in (one.best, one.played)]
    return [*loss(one), *chances]


def runner_up(one: Choice) -> list[str]:
    return behind(one, next(v for v in one.found.actions if str(v.action) != str(one.found.played)))


def card_of(action: Action) -> Card:
    assert action.card is not None
    return action.card


ACTION = rf"(?:discarding|taking the|knocking with \d+ and discarding|going gin and discarding) {CARD}|drawing from the stock|passing|laying down big gin"
ACTION_ = re.sub(r"(?<=[:|])[a-z]", lambda first: first[0].upper(), ACTION)

CHANCE = r"[<>]?\d+%"
LOSS = r"(?:[\d.]+( ±[\d.]+)? points|[\d.]+%( ±[\d.]+)?)"
KNOCKING = r"[Kk]nocking with (\d+) and"
LIVE = r"(no live card|1 live card|\d+ live cards)"
SAID: list[tuple[str, Expected]] = [
    (rf"({ACTION_}) is {LOSS} better (than ({ACTION})|with the melds laid down differently)\.", loss),
    (rf"({ACTION_}) is {LOSS} better .*: \S+ to win the match instead of \S+\.", match_chances),
    (rf"There is no choice: ({ACTION})\.", lambda one: []),
    (rf"({ACTION_}) cannot be told from the best, ({ACTION})\.", lambda one: []),
    (rf"({ACTION_}) is tied for best with .*\.", lambda one: []),
    (rf"({ACTION_}) is clearly best\.", lambda one: []),
    (rf"({ACTION_}) is best; ({ACTION}) is [\d.]+%?( ±[\d.]+)? behind\.", runner_up),
    *((rf"{name} in {CHANCE} of hands instead of {CHANCE}\.", often(end)) for name, end in ENDS.items()),
    *((rf"{name} [\d.]+ points instead of [\d.]+\.", lambda one, end=end: [cost(one.best, end), cost(one.played, end)]) for name, end in COSTLIER.items()),
    (rf"They take {CARD} in {CHANCE} of hands, and ({CHANCE}|all) of the loss lies in these\.", fed_share),
    (rf"If you play on, you win in {CHANCE} of hands( \(({CHANCE}|(nearly )?all) by gin\))?,( and)? they win in {CHANCE}( \(({CHANCE}|(nearly )?all) by gin\))?(, and nobody scores in {CHANCE})?\.", playing_on),
    *((rf"After ({ACTION}) nobody scores; otherwise {name[0].lower()}{name[1:]} in {CHANCE} of hands\.", lambda one, end=end: [percent(max(chance(value, end) for value in (one.best, one.played)))]) for name, end in ENDS.items()),
    (rf"This knock wins in {CHANCE} of hands\.", lambda one: [percent(chance(one.best, Ending.KNOCK))]),
    (rf"This knock is undercut in {CHANCE} of hands\.", lambda one: [percent(chance(one.played, Ending.UNDERCUT))]),
    (r"Gin brings [\d.]+ points\.", lambda one: [cost(one.best, Ending.GIN)]),
    (rf"They take {CARD} in {CHANCE} of hands, {CARD} in {CHANCE}\.", taken),
    (rf"With \d+ cards left in the stock they take {CARD} in {CHANCE} of hands, {CARD} in {CHANCE}\.", lambda one: [str(one.view.stock), *taken(one)]),
    (rf"After {CARD}, \d+ cards stay in melds; after {CARD}, (none|\d+)\.", lambda one: [text for a in (one.best.action, one.found.played) for text in number(melded(kept(one.view, a), one.view))]),
    (rf"After {CARD}, \d+ points of deadwood are left; after {CARD}, \d+\.", lambda one: [str(deadwood(kept(one.view, a), one.view.rules)) for a in (one.best.action, one.found.played)]),
    (rf"After {CARD}, {LIVE} makes? a meld; after {CARD}, (none|\d+)\.", both(COUNTS["a meld"])),
    (rf"After {CARD}, {LIVE} gives? gin; after {CARD}, (none|\d+)\.", both(COUNTS["gin"])),
    (rf"After {CARD}, {LIVE} brings? a knock; after {CARD}, (none|\d+)\.", both(COUNTS["a knock"])),
    (rf"After {CARD}, {LIVE} gives? gin\.", gin_after),
    (rf"{CARD} stands alone: no single live card melds it\.", lambda one: number(helpers(one.view, card_of(one.best.action)))),
    (rf"Only \d+ live cards? would meld {CARD}\.", lambda one: number(helpers(one.view, card_of(one.best.action)))),
    (rf"They hold .*, and {CARD} goes with that\.", lambda one: []),
    (rf"No pair that they may hold uses {CARD}; \d+ pairs? uses? {CARD}\.", lambda one: number(len(pairs(one.view, card_of(one.best.action)))) + number(len(pairs(one.view, card_of(one.found.played))))),
    (rf"They discarded .*, which makes {CARD} safer\.", lambda one: []),
    (rf"Kept, {CARD} may go on their melds when they knock\.", lambda one: []),
    (rf"{CARD} melds at once with .*\.", lambda one: []),
    (rf"With {CARD} you (have gin|can knock with \d+ points?)\.", lambda one: number(left_with_top(one))),
    (rf"{CARD} makes no meld, and they see you take it\.", lambda one: []),
    (rf"{CARD} makes a meld, and is still worth less than a card from the stock\.", lambda one: []),
    (r"The best spread leaves \d+ points? of deadwood and (no|\d+) unseen cards? that go(es)? on it; the other, \d+ and (none|\d+)\.", spreads),
    (r"The best spread leaves you \d+ points? and them \d+; the other, you \d+ and them \d+\.", causes.kept_by_both),
    (rf"In points alone, ({ACTION}) is better: the score decides\.", behind_in_points),
    (r"No one way in which the hand can end accounts for it\.", lambda one: []),
    (r"The loss is too uncertain for a worse class\.", lambda one: []),
    (r"How much was lost is uncertain: it may be one class (more|less|more or less)\.", lambda one: []),
]  # fmt: skip
WITH_TOP: list[tuple[str, Callable[[Choice, str], list[str]]]] = [
    *((rf"{CARD} makes (no meld yet|a meld), but once you have it and discard {CARD}, {LIVE} (makes?|brings?|gives?) {kind}; without it, (none|\d+)\.", with_top(kind)) for kind in COUNTS),
    (rf"{CARD} makes (no meld yet|a meld), but once you have it and discard {CARD}, \d+ points of deadwood are left; without it, \d+\.", dead_with_top),
]  # fmt: skip


def numbers(sentence: str) -> list[str]:
    """The numbers of a sentence in order, cards and the deadwood of a knock left out."""
    return NUMBER.findall(re.sub(rf"\b{CARD}\b|{KNOCKING}", "", sentence))


def check(one: Entry) -> set[str]:
    """Every sentence on an entry is one that the table knows, with the entry's own numbers."""
    found = set()
    for depth in Detail:
        for text in explain(one, depth).sentences:
            sentence = causes.plain("".join(map(str, text)))
            if isinstance(one, LayOff):
                check_lay_off(one, sentence)
                continue
            of_causes = causes.TOLD if text in [each.text for each in explain(one).causes] else []
            fitting = [row for row in SAID if not of_causes and re.fullmatch(row[0], sentence)]
            counted = [row for row in of_causes or WITH_TOP if re.fullmatch(row[0], sentence)]
            assert len(fitting) + len(counted) == 1, sentence
            expected = fitting[0][1](one) if fitting else counted[0][1](one, sentence)
            assert numbers(sentence) == expected, sentence
            knocks = {knock_points(one.view, value.action) for value in one.found.actions}
            assert {int(points) for points in re.findall(KNOCKING, sentence)} <= knocks
            found.add((fitting or counted)[0][0])
    return found


def check_lay_off(one: LayOff, sentence: str) -> None:
    assert numbers(sentence) == layoffs.numbers(one)
    if one.verdict.grade is not Grade.BEST:
        cards = {Card.of(text) for text in re.findall(rf"\b{CARD}\b", sentence)}
        assert cards == layoffs.named(one)


def check_cards(one: Choice) -> None:
    """The cards that a text names are in sight, or they are what the sentence says of them."""
    named = {Card.of(text) for text in re.findall(rf"\b{CARD}\b", explain(one).text())}
    history = {event.discarded for event in one.view.history or ()}
    seen = one.view.hand | CardSet.from_cards(one.view.pile) | one.view.opponent
    waited = causes.hidden_named(one)
    assert all(card in seen or card in history or card in waited for card in named)


def check_reasons(one: Choice) -> None:
    gap = one.best.q - one.played.q
    for reason in reasons_of(one):
        assert reason.share >= 0.30
        assert reason.part.points > 1.96 * reason.part.se
        if one.best.match is None and one.best.worlds == one.played.worlds:
            assert reason.share == pytest.approx(reason.part.points / gap)
    shares = [reason.share for reason in reasons_of(one)]
    assert shares == sorted(shares, reverse=True)


def try_all(count: int, first: int = 0) -> tuple[set[str], set[Theme]]:
    said, themes = set(), set()
    for one in reviewed(count, first=first):
        said |= check(one)
        themes |= set(themes_of(one))
        if isinstance(one, Choice):
            check_cards(one)
            check_reasons(one)
            if one.verdict.grade is Grade.BEST:
                assert not explain(one).reasons and not explain(one).themes
    return said, themes


@more_at_night("entries, kinds", (220, 10), (450, 12))
def test_every_number_in_a_text_is_the_entry_s_own(entries: int, kinds: int):
    said, themes = try_all(entries, first=100)
    assert len(said) > 20 and len(themes) > kinds


@pytest.mark.parametrize("hand", [51, 94], ids=["at a score, and undercut", "in points"])
def test_what_a_bad_lay_off_costs_is_told_with_its_own_numbers(hand: int):
    report = review(hand_with_slips(hand), settings=ReviewSettings(worlds=64, luck_worlds=64))
    lay_offs = [entry for entry in report.entries if isinstance(entry, LayOff)]
    errors = [entry for entry in lay_offs if entry.verdict.grade is not Grade.BEST]
    assert errors
    for lay_off in errors:
        check(lay_off)


@pytest.mark.nightly
def test_every_number_in_ten_thousand_texts_is_the_entry_s_own():
    said, themes = try_all(MANY, first=1_000)
    assert len(said) > 30 and len(themes) > 20


# ---------------------------------------------------------------- what is said when

VIEW = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\nstock: 21"
PLAYED = {"gin": (0.30, 40.0), "their gin": (0.30, -40.0), "void": (0.4, 0.0)}


def told(best: dict[str, tuple[float, float]], **more: object) -> str:
    one = entry(
        VIEW, "discard Ts", "discard 6s", best_outcomes=best, played_outcomes=PLAYED, **more
    )  # type: ignore[arg-type]
    return explain(one).text()


def test_the_weightiest_reason_comes_first_and_a_light_one_is_not_told():
    both_ways = told({"gin": (0.35, 40.0), "their gin": (0.20, -40.0), "void": (0.45, 0.0)})
    assert both_ways.index("They go gin in") < both_ways.index("You go gin in")
    light = told({"gin": (0.31, 40.0), "their gin": (0.20, -40.0), "void": (0.49, 0.0)})
    assert "You go gin" not in light


def test_a_reason_whose_sign_is_not_sure_is_not_told():
    best = {"gin": (0.35, 40.0), "their gin": (0.30, -40.0), "void": (0.35, 0.0)}
    assert "You go gin in 35% of hands instead of 30%." in told(best)
    unsure = told(best, part_se=1.1)
    assert "You go gin" not in unsure
    assert "No one way in which the hand can end accounts for it." in unsure


def test_dearer_endings_are_told_as_such():
    best = {"gin": (0.30, 50.0), "their gin": (0.30, -40.0), "void": (0.40, 0.0)}
    assert "Your gin brings 50.0 points instead of 40.0." in told(best)


def test_the_discard_that_is_taken_is_told_with_its_share_of_the_loss():
    best = {"gin": (0.40, 40.0), "their gin": (0.30, -40.0), "void": (0.30, 0.0)}
    text = told(best, fed=(3.0, 0.2), danger=(0.1, 0.4))
    assert "They take 6s in 40% of hands, and 75% of the loss lies in these." in text
    assert "They take 6s in 40% of hands, Ts" not in text
    apart = told(best, fed=(0.2, 0.2), danger=(0.1, 0.4))
    assert "They take 6s in 40% of hands, Ts in 10%." in apart


def test_what_playing_on_brings_is_told_in_one_sentence():
    one = entry(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s\nstock: 20", "knock 9s", "discard 9s",
        best_outcomes={"knock": (1.0, 12.0)},
        played_outcomes={"gin": (0.1, 30.0), "their gin": (0.3, -40.0), "their knock": (0.1, -9.0)},
    )  # fmt: skip
    wanted = (
        "If you play on, you win in 10% of hands (all by gin), and they win in 40% (30% by gin)."
    )
    assert wanted in explain(one).text()


def test_a_knock_is_told_by_what_speaks_for_the_best_action():
    """How often the best knock is undercut is no reason for it, even if waiting fares worse."""
    one = entry(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s\nstock: 20", "knock 9s", "discard 9s",
        best_outcomes={"knock": (0.8, 12.0), "undercut": (0.2, -30.0)},
        played_outcomes={"knock": (0.4, 12.0), "undercut": (0.3, -30.0), "their gin": (0.3, -5.0)},
    )  # fmt: skip
    text = explain(one).text()
    assert "This knock wins in 80% of hands." in text and "undercut" not in text


def test_an_open_mark_is_called_open():
    assert "one class more or less" in told(PLAYED, loss=2.2, se=0.5, decided=False)
    assert "one class more." in told(PLAYED, loss=2.8, se=0.2, decided=False)
    assert "one class less." in told(PLAYED, loss=1.6, se=0.2, decided=False)
    assert "one class less." in told(PLAYED, loss=3.2, decided=False), "none is above a blunder"
    assert "too uncertain" in told(PLAYED, loss=3.2, se=1.5)


def test_a_tie_is_called_a_tie():
    one = entry(VIEW, "discard Ts", "discard 6s", loss=0.3, se=0.3)
    assert explain(one).text() == "Discarding 6s cannot be told from the best, discarding Ts."
    assert not explain(one).reasons and not explain(one).themes


def test_at_a_score_the_match_is_the_unit():
    one = entry(f"{VIEW}\nscore: 10-20", "discard Ts", "discard 6s", match=(0.5712, 0.5690))
    first, second = shown(one, one.best), shown(one, one.played)
    assert f"{first}% to win the match instead of {second}%." in explain(one).text()
    assert f"is {first - second:.1f}% " in explain(one).text()


def test_depths_say_more_and_more():
    one = entry(
        VIEW, "discard Ts", "discard 6s", danger=(0.1, 0.4),
        best_outcomes={"gin": (0.40, 40.0)}, played_outcomes=PLAYED,
    )  # fmt: skip
    short, long, shown = (explain(one, depth) for depth in Detail)
    assert len(short.sentences) == 2 < len(long.sentences)
    assert long.sentences == shown.sentences and not long.pictures
    titles = ["".join(map(str, picture.title)) for picture in shown.pictures]
    assert titles[:2] == ["After Ts, outs to a meld", "After 6s, outs to a meld"]
    assert {len(group) for group in shown.pictures[-1].cards} == {2}


def test_a_choice_of_spreads_alone_has_no_runner_up() -> None:
    """The last discard was taken, and only without the king may one knock."""
    view = parse_view(
        "rules: tournament\nhand: 3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh\nstock: 2\ntook: 3h"
    )
    said = []
    for action in candidates(view):
        found = judge(view, action, ReviewSettings(worlds=256))
        said.append(explain(Choice(0, 0, 0, kind_of(view), view, found)).text())
    assert len(said) > 1 and "Knocking with 6 and discarding Kh is best." in said
