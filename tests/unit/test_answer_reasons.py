"""No reason of an answer tells what is not to be seen beside it: positions of the engine's games.

A chance is told beside another where the two differ by five points as they are shown, the knock
limit where two draws may bring it, and cards by their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice

from analyzer.display.verdict import why, why_not_cards
from analyzer.engine.bots import bot_named
from analyzer.engine.comparisons.compare import Comparison, compare
from analyzer.engine.search import analyze
from analyzer.engine.types import Ending, Evaluation, Limit
from analyzer.game.cards import DECK, CardSet
from analyzer.game.melds import deadwood, outs
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from analyzer.notation.numbers import percent
from tests.sizes import more_at_night
from tests.workshop.measure._corpus import RULES

EVERY = 3
"""Of so many decisions one is answered, so that the positions are of many hands."""
LIMIT = Limit(worlds=512)
CARDS = {card.symbol: card for card in DECK}
CARD = rf"(?:{'|'.join(CARDS)})"
SHARE = r"[<>]?\d+%"
TAKE = rf"[Tt]ake (?:the )?{CARD} in"
APART = 5

COMPARED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{TAKE} ({SHARE}) of (?:hands|the worlds), (?:the )?{CARD} in ({SHARE})\.",
        rf" in ({SHARE}) of hands instead of ({SHARE})\.",
    )
)
"""One thing after two plays."""
SINGLE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"After it, [a-z ]+ in {SHARE}(?: and [a-z ]+ in {SHARE})? of the worlds\.",
        rf"They take the {CARD} in {SHARE} of the worlds\.",
        rf"They undercut (?:you|this knock) in {SHARE} of (?:their possible )?hands\.",
        rf"[Ii]f you pass, they take {CARD} in {SHARE} of hands\.",
        r"It costs [\d.]+%(?: ±[\d.]+)?\.",
    )
)
"""What stands for itself."""
LIVE = re.compile(r"(\d+) live cards?( \([^)]*\))?")
NAMELESS = re.compile(r"\b(?:an?|the|that|this|another|some|loose) (?:\w+ )?card\b(?! waits)")
COLUMNS = {
    "you go gin": Ending.GIN, "you win with a knock": Ending.KNOCK,
    "you undercut them": Ending.THEIR_UNDERCUT, "they go gin": Ending.THEIR_GIN,
    "they win with a knock": Ending.THEIR_KNOCK, "you are undercut": Ending.UNDERCUT,
}  # fmt: skip


def positions() -> Iterator[View]:
    """What the engine saw in games against itself, under several rules, at a score or none."""
    for hand in count():
        rules, met = PRESETS[RULES[hand % len(RULES)]], 0
        score = (hand % 60, hand % 45) if hand % 3 == 0 and rules.target else None
        bot, here = bot_named("engine:64", rules), deal(rules, hand, dealer=hand % 2, score=score)
        while not here.over:
            view = view_of(here)
            met += 1
            if (met + hand) % EVERY == 0 and len(view.legal_actions()) > 1:
                yield view
            here = here.apply(bot.decide(view, hand))


def answered(view: View) -> Evaluation:
    """The answer as its page has it, with its causes."""
    return compare(analyze(view, LIMIT, seed=1), LIMIT, frozenset({Comparison.CAUSES}), threads=1)


def shown(share: str) -> int:
    """The whole percents of what is shown, `<1%` none of them and `>99%` all."""
    return {"<1%": 0, ">99%": 100}.get(share) or int(share.strip("<>%")) * (share != "<1%")


def compares(text: str) -> bool:
    """True if a sentence compares two chances, which then differ by enough."""
    found = [match for pattern in COMPARED for match in pattern.finditer(text)]
    for match in found:
        first, second = map(shown, match.groups())
        assert abs(first - second) >= APART, text
    assert 2 * len(found) == len(re.findall(SHARE, text)), text
    return bool(found)


def names(view: View, text: str) -> None:
    """Cards are named, and are cards that the player sees or waits for."""
    assert not NAMELESS.search(text), text
    for number, named in LIVE.findall(text):
        assert named or int(number) > 6, text
        cards = CardSet.from_cards(CARDS[name] for name in re.findall(CARD, named))
        assert len(cards) in {0, int(number)} and cards <= view.unseen, text
    seen = view.hand | CardSet.from_cards(view.pile) | view.opponent | view.unseen
    assert {CARDS[name] for name in re.findall(CARD, text)} <= set(seen), text


def within_two_draws(view: View, left: CardSet) -> bool:
    """True if some two live cards bring ten cards to a knock."""
    return any(
        outs(left.add(first).remove(away), view.rules, view.limit, view.unseen.remove(first)).knock
        or deadwood(left.add(first).remove(away), view.rules) <= view.limit
        for first in view.unseen
        for away in left.add(first)
    )


def check(answer: Evaluation) -> Counter[str]:
    """Every reason of an answer; how many told of what."""
    view, best, met = answer.view, answer.actions[0], Counter[str]()
    reasons = list(why(answer))
    for said in why_not_cards(view, answer.actions, answer.best):
        sentences = re.split(r"(?<=\.) ", said.text)
        value = next(it for it in answer.actions if it.action.card == said.card)
        for text in sentences:
            for words, ending in COLUMNS.items():
                if text.startswith(f"After it {words} "):
                    chances = [
                        it.outcomes[ending].p if ending in it.outcomes else 0.0
                        for it in (value, best)
                    ]
                    assert re.findall(SHARE, text) == list(map(percent, chances)), text
        reasons += sentences
    for reason in reasons:
        text = re.sub(r"^Against [^:]+: ", "", reason)
        met["reasons"] += 1
        if not any(single.fullmatch(text) for single in SINGLE):
            met["compared"] += compares(text)
        names(view, text)
        if "you may knock with" in text or "only gin ends the hand" in text:
            met["limits"] += 1
            assert best.action.card is not None
            assert within_two_draws(view, view.hand.remove(best.action.card)), text
    return met


@more_at_night("number", 12, 500)
def test_no_reason_tells_what_is_not_to_be_seen(number: int) -> None:
    met = Counter[str]()
    for view in islice(positions(), number):
        met += check(answered(view))
    print(f"{number} positions: {dict(met)}")
    assert met["reasons"] > 5 * number and met["compared"] > number
    assert met["limits"] > number // 20
