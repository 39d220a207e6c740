"""From what was understood to facts, as the lines of a view would say them."""

from __future__ import annotations

import re
from itertools import pairwise

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import Card, CardSet, counted_cards
from analyzer.game.melds import best_arrangements, deadwood, is_meld
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.table import Played
from analyzer.game.view import HAND, Side, Turn
from analyzer.notation._complete import UNNAMED, no_hand
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE, clash
from analyzer.notation.facts import Facts, Said, SaidCards, mark_of, rules_of
from analyzer.notation.sentences._heard import CardRole, Heard, TornError
from analyzer.notation.sentences._looking_back import (
    LOOKING_BACK,
    is_pass_asked_about,
    look_back,
    refuse_own_discard,
)
from analyzer.notation.sentences._meanings import TOPS

_ENDS = re.compile(r"[.!?;\n]")
_APART = re.compile(r"[|/;\n]|[.…]\s|[-–—:=]>?\s")
_ALONE = re.compile(r"[|^~↑⬆>]")
"""A sign before the last of eleven cards that stands nowhere else."""
_MOST_LIMIT = 100
_OF_ELEVEN = frozenset({"discard", "knock", "wait"})
"""Questions that are put with eleven cards in the hand."""
_ROLES = {
    "the upcard": CardRole.OFFERED, "discarded by the opponent": CardRole.THEIR_DISCARD,
    "drawn by you": CardRole.DRAWN, "held by the opponent": CardRole.THEY_HOLD,
    "in your hand": CardRole.HAND,
}  # fmt: skip
"""What a card may be of which nothing was understood."""
EXAMPLE = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, the upcard is 5s"


def facts_from(heard: Heard, usual: Rules | None) -> Facts:
    """Return what was said of the hand; raises InputError where no cards are left to speak of."""
    if not heard.cards:
        raise InputError(
            "no cards are named", where="text", hint=f"write the cards you hold, as in `{EXAMPLE}`"
        )
    _refuse_loose(heard)
    _refuse_two_tops(heard)
    _take_in_puts(heard)
    _ask_of_eleventh(heard)
    _refuse_strange_discard(heard)
    _ask_of_discards(heard)
    look_back(heard)
    facts = Facts(
        hand=heard.said(CardRole.HAND), rules=rules_heard(heard, usual), dealer=heard.dealer
    )
    _check_acts(heard, rules_of(facts))
    facts.score = _score(heard, rules_of(facts).target)
    facts.stock = heard.stock
    _take_up(heard, facts)
    _pile(heard, facts)
    refuse_own_discard(heard, facts)
    _passes(heard, facts)
    _check_put(heard, facts)
    _check_draw(heard, facts)
    return facts


def _check_acts(heard: Heard, rules: Rules) -> None:
    """See that what is said to have been done was legal."""
    knocked, returned = heard.knock_points, heard.returned
    if knocked is not None and knocked.value > rules.limit_for(None):
        raise clash(
            f"{knocked.value} is above the knock limit of {rules.limit_for(None)}", knocked.mark,
            hint="correct it, or name the rules, as in `rules: standard,knock_limit=15`",
        )  # fmt: skip
    if heard.my_knock is not None and len(hand := heard.of(CardRole.HAND)) >= HAND:
        cards = CardSet.from_cards(read.card for read in hand)
        kept = [cards] if len(cards) == HAND else [cards.remove(card) for card in cards]
        least = min(deadwood(each, rules) for each in kept)  # after the best discard
        if least > rules.limit_for(None):
            raise clash(
                f"this hand knocks with {least}, above the knock limit of {rules.limit_for(None)}",
                heard.my_knock, hint="correct a card, or say what was discarded",
            )  # fmt: skip
    if returned is not None and not rules.may_return_upcard:
        raise clash(
            f"{returned.value} is taken and discarded in one turn", returned.mark,
            hint="correct one of the two cards, or say in which turn it was discarded",
        )  # fmt: skip


def _refuse_two_tops(heard: Heard) -> None:
    """See that not two cards are said to lie on top."""
    for role in (CardRole.TOP, CardRole.OFFERED):
        reads = heard.of(role)
        if len(reads) > 1:
            first, last = reads[0], reads[-1]
            error = clash(
                f"both {first.card} and {last.card} are said to be the {role}",
                heard.source.mark(*first.span), heard.source.mark(*last.span),
                hint="say which of them lies on top now",
            )  # fmt: skip
            below = dict.fromkeys((read.card for read in reads), CardRole.PILE)
            raise TornError(error, {
                f"{read.card.symbol} lies on top now": below | {read.card: CardRole.TOP}
                for read in reads
            })  # fmt: skip


def _refuse_loose(heard: Heard) -> None:
    """A card apart from ten of which nothing was understood is not the eleventh."""
    hand = heard.of(CardRole.HAND)
    loose = [read for read in heard.loose if read in hand]
    if loose and len(hand) > HAND and len(hand) - len(loose) >= HAND:
        card = loose[0].card
        error = heard.source.error(
            *loose[0].span, f"it is not clear what is said of {card}",
            f"say `upcard {card}`, `he threw {card}`, `I drew {card}` or `he has {card}`",
        )  # fmt: skip
        raise TornError(error, {words: {card: role} for words, role in _ROLES.items()})


def _ask_of_eleventh(heard: Heard) -> None:
    """Eleven cards of which one is to be taken: the last is the upcard, where it stands apart."""
    hand, told = heard.of(CardRole.HAND), (*TOPS, CardRole.DRAWN, CardRole.TAKEN, CardRole.PILE)
    if len(hand) != HAND + 1 or any(map(heard.of, told)):
        return
    last, text = hand[-1], heard.source.text
    sign = _ALONE.search(text, hand[-2].span[1], last.span[0])
    apart = sign is not None and sign[0] not in text[: hand[-2].span[1]]
    if heard.asked != "take" and not (apart and not heard.asked):
        return
    if heard.asked and _APART.search(text, hand[-2].span[1], last.span[0]):
        heard.remove(CardRole.HAND, last.card)
        heard.place(CardRole.OFFERED, [last])
        return
    error = heard.source.error(
        *last.span, f"it is not clear whether {last.card} is held or to be taken",
        f"say `upcard {last.card}` or `I drew {last.card}`",
    )  # fmt: skip
    roles = (CardRole.OFFERED, CardRole.DRAWN)
    ways = {words: {last.card: role} for words, role in _ROLES.items() if role in roles}
    raise TornError(error, ways)


def _take_in_puts(heard: Heard) -> None:
    """Cards asked about that make a hand eleven: `throw Qc or Th? Rest: 3s 4s …`."""
    hand = heard.of(CardRole.HAND)
    puts = [read for read in heard.of(CardRole.PUT) if not heard.holds(CardRole.HAND, read.card)]
    named = any(heard.of(role) for role in (*TOPS, CardRole.DRAWN, CardRole.TAKEN))
    if len(hand) < HAND + 1 == len(hand) + len(puts) and heard.asked in _OF_ELEVEN and not named:
        heard.place(CardRole.HAND, puts)


def _refuse_strange_discard(heard: Heard) -> None:
    """See that a card discarded in the turn in which one was taken into a hand was held."""
    hand = {read.card for read in heard.of(CardRole.HAND)}
    for before, after in pairwise(heard.cards):
        came = before[0] in {CardRole.TAKEN, CardRole.DRAWN} and after[0] is CardRole.MY_DISCARD
        between = heard.source.text[before[1].span[1] : after[1].span[0]]
        strange = after[1].card not in hand | {before[1].card} and before[1].card not in hand
        if came and strange and len(hand) == HAND and not _ENDS.search(between):
            raise clash(
                f"{after[1].card} was discarded, but was not in the hand",
                heard.source.mark(*after[1].span), hint="correct the hand or the discard",
            )  # fmt: skip


def _ask_of_discards(heard: Heard) -> None:
    """With eleven cards, one of them that I discard is still to be discarded."""
    if len(heard.of(CardRole.HAND)) != HAND + 1:
        return
    for role in (CardRole.MY_DISCARD, CardRole.PILE):
        for read in heard.of(role):
            if heard.holds(CardRole.HAND, read.card):
                heard.remove(role, read.card)
                heard.place(CardRole.PUT, [read])
                heard.asked = heard.asked or "discard"
                if role is CardRole.MY_DISCARD:
                    heard.guesses["question"] = LOOKING_BACK


def add_remarks(facts: Facts, heard: Heard, usual: Rules | None) -> None:
    """Add what was said beside a history, where its lines do not say it."""
    if facts.rules is not None:
        heard.rules = facts.rules
    facts.rules = rules_heard(heard, usual)
    facts.score = facts.score or _score(heard, rules_of(facts).target)
    facts.dealer = facts.dealer or heard.dealer
    facts.stock = facts.stock or heard.stock


# ---------------------------------------------------------------- rules and score


def rules_heard(heard: Heard, usual: Rules | None) -> Said[Rules] | None:
    """The rules named, or the usual ones, with the numbers said beside them; None for neither."""
    if heard.rules is None:
        heard.guesses["rules"] = UNNAMED
    changes: dict[str, object] = {name: change.value for name, change in heard.changes.items()}
    base = heard.rules or (None if usual is None else Said(usual))
    rules = rules_of(Facts(rules=base))
    if heard.target is not None and heard.target.value:
        changes["target"] = heard.target.value
    elif usual is not None and rules.target is not None and _has_own_target(usual):
        changes["target"] = usual.target
    if heard.limit is not None:
        changes |= _limit(heard, rules)
    elif heard.of(CardRole.LIMIT) and not (rules.knock_by_upcard or rules.knock_card):
        heard.guesses["limit"] = "a knock card is named, so its value is the limit"
        changes["knock_by_upcard"] = True
    changes = {name: value for name, value in changes.items() if getattr(rules, name) != value}
    if not changes:
        return base
    marks = (heard.target, heard.limit, *heard.changes.values())
    mark = next((said.mark for said in marks if said is not None), NOWHERE)
    return Said(rules.override(**changes), mark if base is None else base.mark)


def _has_own_target(usual: Rules) -> bool:
    """True if usual rules go to another target than their preset's: the usual one of all rules."""
    preset = PRESETS.get(usual.name.partition(",")[0])
    return usual.target is not None and (preset is None or preset.target != usual.target)


def _limit(heard: Heard, rules: Rules) -> dict[str, object]:
    """A knock limit said as a number: the suit of the upcard behind it is not known."""
    assert heard.limit is not None
    limit = heard.limit.value
    if limit > _MOST_LIMIT:
        raise clash(f"{limit} cannot be a knock limit", heard.limit.mark, hint="it is ten or fewer")
    if not rules.knock_by_upcard:
        return {"knock_limit": limit}
    heard.guesses["limit"] = "the suit of the knock card is not said, so nothing is doubled"
    if limit == 1 and rules.ace_upcard_gin_only:
        limit = 0
    limit = min(limit, rules.knock_limit)
    return {"knock_limit": limit, "knock_by_upcard": False, "spade_doubles": False}


def _score(heard: Heard, target: int | None) -> Said[tuple[int, int] | None] | None:
    if heard.score is not None:
        return heard.score
    points = dict(heard.points)
    for side, need in heard.needs.items():
        if target is not None and 0 < need.value <= target:
            points.setdefault(side, Said(target - need.value, need.mark))
    mine, theirs = points.get(Side.ME), points.get(Side.OPPONENT)
    if mine is None or theirs is None:
        return None
    return Said((mine.value, theirs.value), mine.mark)


# ---------------------------------------------------------------- cards


def _take_up(heard: Heard, facts: Facts) -> None:
    """The card drawn or taken comes into a hand of ten; what they took is theirs."""
    for role in (CardRole.DRAWN, CardRole.TAKEN):
        heard_cards = heard.single(role)
        if heard_cards is None or facts.hand is None:
            continue
        if heard_cards.value not in facts.hand.set and len(facts.hand.cards) <= HAND:
            facts.hand = facts.hand.plus(
                SaidCards((heard_cards.value,), {heard_cards.value: heard_cards.mark})
            )
        if len(facts.hand.cards) <= HAND:  # taken or drawn earlier
            if role is CardRole.TAKEN:
                facts.shown = heard.said(role)
            continue
        if role is CardRole.DRAWN:
            facts.drawn = Said(heard_cards.value, heard_cards.mark)
        else:
            facts.taken = Said(heard_cards.value, heard_cards.mark)
            facts.shown = heard.said(role)
    facts.took, facts.opponent = heard.said(CardRole.THEY_TOOK), heard.said(CardRole.THEY_HOLD)
    if facts.took and facts.opponent:
        for card in facts.took.cards:
            facts.opponent = facts.opponent.without(card)


def _pile(heard: Heard, facts: Facts) -> None:
    """The pile in the order told; the opponent, who moved last, discarded its top."""
    gone = (facts.hand or SaidCards()).set | (facts.took or SaidCards()).set
    theirs = heard.said(CardRole.THEIR_DISCARD) or SaidCards()
    pile = heard.said(CardRole.PILE) or SaidCards()
    if heard.newest_first:
        pile = pile.turned()
    listed = pile.plus(heard.said(CardRole.MY_DISCARD) or SaidCards())
    listed = _without(listed, theirs.set).plus(theirs)
    taken = CardSet.from_cards(read.card for read in heard.of(CardRole.TAKEN))
    listed = _without(listed, taken | (facts.took or SaidCards()).set)
    facts.seen = heard.said(CardRole.SEEN)
    facts.top, facts.offered = heard.single(CardRole.TOP), heard.single(CardRole.OFFERED)
    facts.upcard = _known_first(heard)
    if heard.going_on and facts.top is None:
        facts.top, facts.offered = facts.offered, None
    elif heard.going_on is False and facts.offered is None and len(listed.cards) < 1:
        facts.top, facts.offered = None, facts.top
    if len(listed.cards) == 1 and facts.top is None:
        facts.top = Said(listed.cards[0], listed.at(listed.cards[0]))
    elif listed.cards:
        facts.pile = listed
    if facts.top is not None and facts.pile and facts.pile.cards[-1] != facts.top.value:
        facts.pile = facts.pile.without(facts.top.value).plus(
            SaidCards((facts.top.value,), {facts.top.value: facts.top.mark})
        )
        facts.top = None
    if facts.offered is not None and _is_past(facts, gone):
        facts.upcard = Said(facts.offered.value, facts.offered.mark)
        facts.offered = None


def _is_past(facts: Facts, gone: CardSet) -> bool:
    """True if the upcard was the first one, and no longer lies on top."""
    assert facts.offered is not None
    card = facts.offered.value
    others = {said.value for said in (facts.top,) if said} | set(
        facts.pile.cards[-1:] if facts.pile else ()
    )
    return (card in gone and card not in (facts.hand or SaidCards()).set) or bool(others - {card})


def _known_first(heard: Heard) -> Said[Card | None] | None:
    card = heard.single(CardRole.LIMIT) or heard.single(CardRole.FIRST)
    return None if card is None else Said(card.value, card.mark)


def _without(said: SaidCards, cards: CardSet) -> SaidCards:
    return SaidCards(tuple(card for card in said.cards if card not in cards), said.marks, said.mark)


def _passes(heard: Heard, facts: Facts) -> None:
    """Passes of the first upcard are turns; the opponent's alone is a fact beside it."""
    if not heard.passed:
        return
    if facts.offered is None:
        _lay_below(heard, facts)
        return
    if all(side is Side.OPPONENT for side, _ in heard.passed):
        facts.they_passed = Said(True, heard.passed[0][1])
        return
    if is_pass_asked_about(heard, facts):
        return
    opening = Said(facts.offered.value, facts.offered.mark)
    facts.opening, facts.offered = opening, None
    passed = heard.passed
    both = len({mark for _, mark in passed}) < len(passed)
    if both and facts.drawn is None and facts.dealer is not None and facts.dealer.value is Side.ME:
        passed = passed[::-1]  # `both passed` has no order: the dealer was the second
    facts.turns = [SaidTurn.of(Played(side, Turn.PASS), mark) for side, mark in passed]
    if facts.drawn is not None:  # after the passes, and the turn goes on
        turn = Played(Side.ME, Turn.DRAW, facts.drawn.value)
        facts.turns.append(SaidTurn.of(turn, facts.drawn.mark))
        facts.drawn = None


def _lay_below(heard: Heard, facts: Facts) -> None:
    """The first upcard that both passed lies under what was discarded since."""
    card = None if facts.upcard is None else facts.upcard.value
    later = facts.pile or (None if facts.top is None else SaidCards((facts.top.value,)))
    if card is None or later is None or {side for side, _ in heard.passed} != {*Side}:
        return
    held = (facts.hand or SaidCards()).set | (facts.took or SaidCards()).set
    if card not in held and card not in later.set:
        assert facts.upcard is not None
        facts.pile = SaidCards((card,), {card: facts.upcard.mark}).plus(later)
        facts.top = None


def _check_draw(heard: Heard, facts: Facts) -> None:
    """With eleven cards there is nothing to take: one of them is too many, or was taken."""
    offered = facts.offered
    eleven = facts.hand is not None and len(facts.hand.cards) > HAND
    if heard.asked == "take" and offered is not None and eleven and not facts.taken:
        assert facts.hand is not None
        if offered.value not in facts.hand.set:
            raise clash(
                f"eleven cards are held, so {offered.value} can no longer be taken",
                mark_of(facts.hand), offered.mark,
                hint=f"name the ten cards, or write `I drew …`, or `I took {offered.value}`",
            )  # fmt: skip


def _check_put(heard: Heard, facts: Facts) -> None:
    """A card somebody asks about is one of the hand; a single other one is the upcard."""
    hand = (facts.hand or SaidCards()).set
    for read in heard.of(CardRole.PUT):
        if read.card not in hand and len(hand) > HAND:
            raise heard.source.error(
                *read.span, f"{read.card} is not in the hand", "ask about a card that you hold"
            )


# ---------------------------------------------------------------- a knock


def spread_of(heard: Heard, rules: Rules) -> Arrangement:
    """Return what the opponent laid down: the groups of the text that are melds, or the best
    melds."""
    spread = heard.said(CardRole.SPREAD)
    if spread is None:
        assert heard.knocked is not None
        raise clash(
            "the knocker's cards are missing", heard.knocked,
            hint="name them, as in `knocked with 7s 8s 9s / Jc Qc Kc / 3h 3d 3s / 2d`",
        )  # fmt: skip
    if len(spread.cards) > HAND:
        raise clash(
            f"the knocker is given {len(spread.cards)} cards",
            spread.mark,
            hint="there are ten at most",
        )
    groups = [CardSet.from_cards(read.card for read in group) for group in heard.groups]
    melds = tuple(group for group in groups if is_meld(group, rules))
    best = best_arrangements(spread.set, rules)[0]
    if len(groups) < 2 or not melds:
        heard.guesses["spread"] = "how they laid their cards down is not said"
        return best
    deadwood = spread.set
    for meld in melds:
        deadwood = deadwood - meld
    return Arrangement.of(melds, deadwood, rules)


def defended(facts: Facts, heard: Heard, rules: Rules) -> Arrangement:
    """Return what the opponent laid down, before ten cards of which none lies there."""
    if facts.hand is None:
        raise no_hand("the defender of a knock holds ten cards")
    if len(facts.hand.cards) != HAND:
        raise clash(
            f"your hand has {counted_cards(len(facts.hand.cards))}", mark_of(facts.hand),
            hint="the defender of a knock holds ten",
        )  # fmt: skip
    spread = spread_of(heard, rules)
    if both := tuple(facts.hand.set & spread.cards):
        raise clash(
            f"{both[0]} is in both hands", facts.hand.at(both[0]),
            hint="every card exists once",
        )  # fmt: skip
    return spread
