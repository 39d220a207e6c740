"""The exact questions: from a request document to its answer document, for every door."""

from __future__ import annotations

from analyzer.api.schemas import (
    KnockJson,
    KnockRequest,
    LayoffJson,
    LayoffRequest,
    MeldsJson,
    MeldsRequest,
    OutsJson,
    OutsRequest,
    ViewForms,
    ViewRequest,
    knock_to_json,
    layoff_to_json,
    melds_to_json,
    outs_to_json,
    read_view,
    view_to_json,
)
from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.knocking import knock_choices
from analyzer.game.melds import Arrangement, best_arrangements, discards, is_meld, lay_off, outs
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.scoring import score_knock
from analyzer.game.view import HAND, View
from analyzer.notation import encode, format_view, read_card_set


def melds(asked: MeldsRequest) -> MeldsJson:
    """Every best arrangement of 1 to 11 cards; with eleven also every discard.

    >>> melds(MeldsRequest("7h 8h 9h Kd")).arrangements[0].deadwood
    ['Kd']
    """
    rules = parse_rules(asked.rules)
    cards = _cards("cards", asked.cards, 1, HAND + 1)
    choices = discards(cards, rules) if len(cards) == HAND + 1 else ()
    return melds_to_json(best_arrangements(cards, rules), choices)


def layoff(asked: LayoffRequest) -> LayoffJson:
    """The defender's best melds and lay-offs against a spread, and what the hand scores."""
    rules = parse_rules(asked.rules)
    knocker = read_spread(asked.knocker, rules)
    defender = _cards("defender", asked.defender, 1, HAND)
    best = lay_off(knocker, defender, rules)
    return layoff_to_json(best, score_knock(knocker, best, rules))


def knock(asked: KnockRequest) -> KnockJson:
    """The knock with the least deadwood, and the one that is worth most."""
    view, cards, rules = _hand(asked)
    limit = rules.knock_limit if view is None else view.limit
    if len(cards) not in {HAND, HAND + 1}:
        raise InputError(f"{len(cards)} cards cannot knock", where="cards", hint="give 10 or 11")
    choices = knock_choices(
        cards,
        rules,
        limit,
        seen=NO_CARDS if view is None else CardSet.from_cards(view.pile),
        opponent=NO_CARDS if view is None else view.opponent,
        forbidden=None if view is None else view.forbidden,
        multiplier=1 if view is None else view.multiplier,
    )
    return knock_to_json(choices, limit)


def outs_of(asked: OutsRequest) -> OutsJson:
    """Live cards by what they do for the hand."""
    view, cards, rules = _hand(asked)
    found = outs(cards, rules) if view is None else outs(cards, rules, view.limit, view.unseen)
    return outs_to_json(found)


def convert(asked: ViewRequest) -> ViewForms:
    """One view as JSON, as text and as position id."""
    view = read_view(asked.view)
    return ViewForms(view_to_json(view), format_view(view), encode(view))


def _hand(asked: KnockRequest | OutsRequest) -> tuple[View | None, CardSet, Rules]:
    """The view, if one is given, and the hand that is asked about with its rules."""
    view = None if asked.view is None else read_view(asked.view)
    if asked.cards is not None:
        cards = _cards("cards", asked.cards, 1, HAND + 1)
        return view, cards, parse_rules(asked.rules) if view is None else view.rules
    if view is None:
        raise InputError("nothing to look at", where="cards", hint="give cards, or a view")
    return view, view.hand, view.rules


def _cards(where: str, text: str, least: int, most: int) -> CardSet:
    try:
        cards = read_card_set(text)
    except InputError as error:
        place = where if error.where is None else f"{where}, {error.where}"
        raise InputError(error.message, where=place, hint=error.hint) from None
    if not least <= len(cards) <= most:
        raise InputError(
            f"{len(cards)} cards are given", where=where, hint=f"give {least} to {most}"
        )
    return cards


def read_spread(text: str, rules: Rules) -> Arrangement:
    """Groups split by "/"; those that are melds are melds, the rest is deadwood."""
    laid: list[CardSet] = []
    left = all_cards = NO_CARDS
    for group in text.replace("|", "/").split("/"):
        if not group.strip():
            continue
        cards = _cards("knocker", group, 1, HAND + 1)
        if both := cards & all_cards:
            raise InputError(
                f"{both} appears twice", where="knocker", hint="every card exists once"
            )
        all_cards |= cards
        if is_meld(cards, rules):
            laid.append(cards)
        else:
            left |= cards
    # With deadwood told a part of the hand is enough; gin has to be told whole.
    least = 1 if left else HAND
    if not least <= len(all_cards) <= (HAND if left else HAND + 1):
        raise InputError(
            f"the knocker has {len(all_cards)} cards",
            where="knocker",
            hint="give the ten that are laid down, groups split by /",
        )
    return Arrangement(tuple(laid), left, sum(map(rules.value, left)))
