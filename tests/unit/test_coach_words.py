# ruff: noqa: E501  (a sentence and its numbers stand on one line, as in a table)
"""Explanations: every number in a text is read back from it and compared with the entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from analyzer.actions import Action
from analyzer.cards import Card, CardSet
from analyzer.coach import Depth, Theme, explain, reasons_of, themes_of
from analyzer.coach.phrases import percent
from analyzer.engine.columns import candidates
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.melds import best_arrangements, deadwood, is_meld
from analyzer.notation import parse_view
from analyzer.review import Choice, Entry, LayOff, Settings, judge, kind_of
from analyzer.view import View
from tests.oracles.corpus import reviewed
from tests.oracles.entries import entry

ENTRIES, MANY = 300, 10_000

NUMBER = re.compile(r"<?\d+(?:\.\d+)?%?")
CARD = r"[A2-9TJQK][cdhs]"

# ---------------------------------------------------------------- counted anew


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
    """Live cards after which some throw leaves at most so many points."""
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


def dear(value: ActionValue, ending: Ending) -> str:
    return f"{abs(value.outcomes[ending].points):.1f}" if ending in value.outcomes else "0.0"


def half(se: float) -> str:
    return f"{1.96 * se:.2f}" if 1.96 * se < 0.05 else f"{1.96 * se:.1f}"


def loss(entry: Choice) -> list[str]:
    verdict = entry.verdict
    shown = f"{max(0.0, verdict.loss):.1f}"
    return [shown, half(verdict.se)] if verdict.se else [shown]


def number(count: int) -> list[str]:
    return [str(count)] if count else []


# ---------------------------------------------------------------- what each sentence may say

Expected = Callable[[Choice], list[str]]
ENDS = {
    "You go gin": Ending.GIN,
    "Your knock wins": Ending.KNOCK,
    "You are undercut": Ending.UNDERCUT,
    "They go gin": Ending.THEIR_GIN,
    "Their knock wins": Ending.THEIR_KNOCK,
    "You undercut them": Ending.THEIR_UNDERCUT,
    "The hand is void": Ending.VOID,
}
DEARER = {
    "Your gin brings more": Ending.GIN,
    "Your winning knock brings more": Ending.KNOCK,
    "An undercut costs you less": Ending.UNDERCUT,
    "Their gin costs you less": Ending.THEIR_GIN,
    "Their winning knock costs you less": Ending.THEIR_KNOCK,
    "Undercutting them brings more": Ending.THEIR_UNDERCUT,
}


def often(ending: Ending) -> Expected:
    return lambda one: [percent(chance(one.best, ending)), percent(chance(one.played, ending))]


def later(ending: Ending) -> Expected:
    """What comes of the action that plays on."""
    return lambda one: [
        percent(chance(one.best if one.found.played.ends_hand else one.played, ending))
    ]


def both(count: Callable[[CardSet, View], int]) -> Expected:
    return lambda one: [
        text
        for action in (one.best.action, one.found.played)
        for text in number(count(kept(one.view, action), one.view))
    ]


def fed_share(one: Choice) -> list[str]:
    assert one.found.fed is not None
    share = one.found.fed.points / sum(part.points for part in one.found.gap.values())
    return [percent(one.played.danger or 0.0), *([percent(share)] if share < 0.995 else [])]


def match_chances(one: Choice) -> list[str]:
    first, second = one.best.match or 0.0, one.played.match or 0.0
    if percent(first) != percent(second):
        return [*loss(one), percent(first), percent(second)]
    return [*loss(one), f"{100 * first:.1f}%", f"{100 * second:.1f}%"]


def runner_up(one: Choice) -> list[str]:
    second = next(v for v in one.found.actions if str(v.action) != str(one.found.played))
    return [f"{second.loss:.1f}", *([half(second.loss_se)] if second.loss_se else [])]


def card_of(action: Action) -> Card:
    assert action.card is not None
    return action.card


ACTION = rf"(?:throwing|taking|knocking with|going gin with) {CARD}|drawing from the stock|passing|going big gin"
ACTION_ = ACTION.replace("throwing|taking|knocking with|going gin with", "Throwing|Taking|Knocking with|Going gin with").replace("drawing", "Drawing").replace("passing", "Passing").replace("|going big", "|Going big")  # fmt: skip

SAID: list[tuple[str, Expected]] = [
    (rf"({ACTION_}) is [\d.]+( ±[\d.]+)? points better (than ({ACTION})|with the melds laid out otherwise)( at this score)?\.", loss),
    (rf"({ACTION_}) is [\d.]+( ±[\d.]+)? points better .* at this score: \S+ to win the match, not \S+\.", match_chances),
    (rf"There is nothing to choose: ({ACTION})\.", lambda one: []),
    (rf"({ACTION_}) cannot be told from the best\.", lambda one: []),
    (rf"({ACTION_}) is tied for best with .*\.", lambda one: []),
    (rf"({ACTION_}) is clearly best\.", lambda one: []),
    (rf"({ACTION_}) is best; ({ACTION}) is [\d.]+( ±[\d.]+)? behind\.", runner_up),
    *((rf"{name} (more|less) often: in \S+ of hands, not in \S+\.", often(end)) for name, end in ENDS.items()),
    *((rf"If you play on, {name[0].lower() + name[1:]} in \S+ of hands\.", later(end)) for name, end in ENDS.items()),
    *((rf"{name}: [\d.]+ points, not [\d.]+\.", lambda one, end=end: [dear(one.best, end), dear(one.played, end)]) for name, end in DEARER.items()),
    (rf"They take {CARD} in \S+ of hands, and (\S+%|all) of the loss lies in these\.", fed_share),
    (r"If you play on, they win in \S+ of hands\.", lambda one: [percent(chance(one.played, Ending.UNDERCUT, Ending.THEIR_GIN, Ending.THEIR_KNOCK))]),
    (r"This knock is undercut in \S+ of hands\.", lambda one: [percent(chance(one.played, Ending.UNDERCUT))]),
    (rf"They take {CARD} in \S+ of hands, {CARD} in \S+\.", lambda one: [percent(one.played.danger or 0), percent(one.best.danger or 0)]),
    (r"It keeps \d+ cards in melds instead of \d+\.", lambda one: [str(melded(kept(one.view, a), one.view)) for a in (one.best.action, one.found.played)]),
    (r"It leaves \d+ points of deadwood instead of \d+\.", lambda one: [str(deadwood(kept(one.view, a), one.view.rules)) for a in (one.best.action, one.found.played)]),
    (rf"After {CARD} (no|\d+) live cards? makes? a meld, after {CARD} (none|\d+)\.", both(meld_outs)),
    (rf"After {CARD} (no|\d+) live cards? gives? gin, after {CARD} (none|\d+)\.", both(lambda cards, view: reaching(cards, view, 0))),
    (rf"After {CARD} (no|\d+) live cards? brings? a knock, after {CARD} (none|\d+)\.", both(lambda cards, view: reaching(cards, view, view.limit))),
    (rf"{CARD} is on its own: no single live card melds it\.", lambda one: number(helpers(one.view, card_of(one.best.action)))),
    (rf"Only \d+ live cards? would meld {CARD}: let it go\.", lambda one: number(helpers(one.view, card_of(one.best.action)))),
    (rf"They hold .*, and {CARD} goes with that\.", lambda one: []),
    (rf"No pair that they may hold uses {CARD}; \d+ pairs? uses? {CARD}\.", lambda one: number(len(pairs(one.view, card_of(one.best.action)))) + number(len(pairs(one.view, card_of(one.found.played))))),
    (rf"They threw .*, which makes {CARD} safer\.", lambda one: []),
    (r"With \d+ cards left in the stock a live card is costly\.", lambda one: [str(one.view.stock)]),
    (rf"{CARD} goes on cards that they hold: keep it to lay it off\.", lambda one: []),
    (rf"{CARD} goes into a meld at once\.", lambda one: []),
    (rf"With {CARD} you could have knocked\.", lambda one: []),
    (rf"{CARD} makes no meld yet, but it helps\.", lambda one: []),
    (rf"{CARD} makes no meld, and they saw you take it\.", lambda one: []),
    (rf"{CARD} makes a meld, but a card from the stock is worth more here\.", lambda one: []),
    (r"You had (big )?gin\.", lambda one: []),
    (r"In points alone it would have been the other way round\.", lambda one: []),
    (r"No one way in which the hand can end accounts for it\.", lambda one: []),
    (r"The loss is not known well enough for a worse mark\.", lambda one: []),
    (r"How much is lost is not settled: the mark may be one off\.", lambda one: []),
]  # fmt: skip
OPEN = re.compile(r"It leaves (\S+) unseen cards? that go(?:es)? on your melds instead of (\d+)\.")


def numbers(sentence: str) -> list[str]:
    """The numbers of a sentence in order, cards left out."""
    return NUMBER.findall(re.sub(rf"\b{CARD}\b", "", sentence))


def sentences(one: Entry, depth: Depth) -> Iterator[str]:
    for text in explain(one, depth).sentences:
        said = "".join(map(str, text))
        two = re.fullmatch(r"(If you play on, )(.*) of hands, and (.*)\.", said)
        if two is None:
            yield said
        else:  # two sentences made one
            yield from (f"{two[1]}{part} of hands." for part in two.groups()[1:])


def check(one: Entry) -> set[str]:
    """Every sentence on an entry is one that the table knows, with the entry's own numbers."""
    found = set()
    for depth in Depth:
        for sentence in sentences(one, depth):
            if isinstance(one, LayOff):
                assert numbers(sentence)[0] in {str(one.best.points), str(one.played.points)}
                continue
            fitting = [row for row in SAID if re.fullmatch(row[0], sentence)]
            if OPEN.fullmatch(sentence):
                found.add(OPEN.pattern)
                continue
            assert len(fitting) == 1, sentence
            pattern, expected = fitting[0]
            assert numbers(sentence) == expected(one), sentence
            found.add(pattern)
    return found


def check_cards(one: Choice) -> None:
    """The cards that a text names are in sight, or they are what the sentence says of them."""
    named = {Card.of(text) for text in re.findall(rf"\b{CARD}\b", explain(one).text())}
    history = {event.thrown for event in one.view.history or ()}
    seen = one.view.hand | CardSet.from_cards(one.view.pile) | one.view.opponent
    assert all(card in seen or card in history for card in named)


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


def test_every_number_in_a_text_is_the_entry_s_own():
    said, themes = try_all(ENTRIES)
    assert len(said) > 20 and len(themes) > 12


@pytest.mark.nightly
def test_every_number_in_ten_thousand_texts_is_the_entry_s_own():
    said, themes = try_all(MANY, first=1_000)
    assert len(said) > 30 and len(themes) > 20


# ---------------------------------------------------------------- what is said when

VIEW = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\nstock: 21"
PLAYED = {"gin": (0.30, 40.0), "their gin": (0.30, -40.0), "void": (0.4, 0.0)}


def told(best: dict[str, tuple[float, float]], **more: object) -> str:
    one = entry(VIEW, "throw Ts", "throw 6s", best_outcomes=best, played_outcomes=PLAYED, **more)  # type: ignore[arg-type]
    return explain(one).text()


def test_the_weightiest_reason_comes_first_and_a_light_one_is_not_told():
    both_ways = told({"gin": (0.35, 40.0), "their gin": (0.20, -40.0), "void": (0.45, 0.0)})
    assert both_ways.index("They go gin less often") < both_ways.index("You go gin more often")
    light = told({"gin": (0.31, 40.0), "their gin": (0.20, -40.0), "void": (0.49, 0.0)})
    assert "You go gin" not in light


def test_a_reason_whose_sign_is_not_sure_is_not_told():
    best = {"gin": (0.35, 40.0), "their gin": (0.30, -40.0), "void": (0.35, 0.0)}
    assert "You go gin more often: in 35% of hands, not in 30%." in told(best)
    unsure = told(best, part_se=1.1)
    assert "You go gin" not in unsure
    assert "No one way in which the hand can end accounts for it." in unsure


def test_dearer_endings_are_told_as_such():
    best = {"gin": (0.30, 50.0), "their gin": (0.30, -40.0), "void": (0.40, 0.0)}
    assert "Your gin brings more: 50.0 points, not 40.0." in told(best)


def test_the_throw_that_is_taken_is_told_with_its_share_of_the_loss():
    best = {"gin": (0.40, 40.0), "their gin": (0.30, -40.0), "void": (0.30, 0.0)}
    text = told(best, fed=(3.0, 0.2), danger=(0.1, 0.4))
    assert "They take 6s in 40% of hands, and 75% of the loss lies in these." in text
    assert "They take 6s in 40% of hands, Ts" not in text
    apart = told(best, fed=(0.2, 0.2), danger=(0.1, 0.4))
    assert "They take 6s in 40% of hands, Ts in 10%." in apart


def test_what_playing_on_brings_is_told_in_one_sentence():
    one = entry(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Td Jd Qd 3c 9s\nstock: 20", "knock 9s", "throw 9s",
        best_outcomes={"knock": (1.0, 12.0)},
        played_outcomes={"gin": (0.1, 30.0), "their gin": (0.3, -40.0), "their knock": (0.1, -9.0)},
    )  # fmt: skip
    wanted = "If you play on, they go gin in 30% of hands, and they win in 40%."
    assert wanted in explain(one).text()


def test_an_open_mark_is_called_open():
    assert "the mark may be one off" in told(PLAYED, decided=False)
    assert "not known well enough" in told(PLAYED, loss=3.2, se=1.5)


def test_a_tie_is_called_a_tie():
    one = entry(VIEW, "throw Ts", "throw 6s", loss=0.3, se=0.3)
    assert explain(one).text() == "Throwing 6s cannot be told from the best."
    assert not explain(one).reasons and not explain(one).themes


def test_match_chances_that_look_alike_get_a_decimal():
    one = entry(f"{VIEW}\nscore: 10-20", "throw Ts", "throw 6s", match=(0.5712, 0.5690))
    assert "at this score: 57.1% to win the match, not 56.9%." in explain(one).text()


def test_depths_say_more_and_more():
    one = entry(
        VIEW, "throw Ts", "throw 6s", danger=(0.1, 0.4),
        best_outcomes={"gin": (0.40, 40.0)}, played_outcomes=PLAYED,
    )  # fmt: skip
    short, long, shown = (explain(one, depth) for depth in Depth)
    assert len(short.sentences) == 2 < len(long.sentences)
    assert long.sentences == shown.sentences and not long.pictures
    titles = ["".join(map(str, picture.title)) for picture in shown.pictures]
    assert titles[:2] == ["After Ts, outs to a meld", "After 6s, outs to a meld"]
    assert {len(group) for group in shown.pictures[-1].cards} == {2}


def test_a_choice_of_spreads_alone_has_no_runner_up() -> None:
    """The last throw was taken, and only without the king may one knock."""
    view = parse_view(
        "rules: tournament\nhand: 3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh\nstock: 2\ntook: 3h"
    )
    said = []
    for action in candidates(view):
        found = judge(view, action, Settings(worlds=256))
        said.append(explain(Choice(0, 0, 0, kind_of(view), view, found)).text())
    assert len(said) > 1 and "Knocking with Kh is best." in said
