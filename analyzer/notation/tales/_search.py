"""The games that some cues may tell: every card in a role that gin allows.

From cue to cue there are few ways to go on; each is tried, and those in which a card lies twice, or
a turn is not its player's, are dropped. What is inferred costs something, what is said costs
nothing; of what is left to the end the cheapest is the reading, if there is no second one as cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Final, TypeAlias

from analyzer.game.actions import Turn
from analyzer.game.cards import Card
from analyzer.game.scoring import Ended
from analyzer.game.view import HAND
from analyzer.notation.tales._cues import Cue
from analyzer.notation.tales._game import (
    BOTH,
    Course,
    Courses,
    acquire,
    deal,
    draw_known,
    take_top,
    throw_card,
    turn_up,
)

WIDTH: Final = 32
"""Courses that are followed at a time."""
_AHEAD: Final = 4
_MOST_RANKS: Final = 3
_ENDS: Final = {
    "knock": Ended.KNOCK, "gin": Ended.GIN, "big_gin": Ended.BIG_GIN, "undercut": Ended.KNOCK,
}  # fmt: skip
Behind: TypeAlias = Sequence[Cue]


def follow(cues: Sequence[Cue]) -> list[Course]:
    """The games that are left at the end, the cheapest first."""
    games = [Course()]
    for at, cue in enumerate(cues):
        after: dict[tuple[object, ...], Course] = {}
        behind = cues[at + 1 : at + 1 + _AHEAD]
        for game in games:
            for one in _step(copy(game), cue, behind, at):
                state = one.state
                if after.setdefault(state, one).cost > one.cost:
                    after[state] = one
        games = sorted(after.values(), key=lambda game: game.cost)[:WIDTH]
    return [game for game in games if game.may_end]


def _step(game: Course, cue: Cue, behind: Behind, at: int) -> Courses:
    """Each way in which a game goes on with a cue."""
    if game.tail is not None:
        if cue.kind == "gin" and game.ending is Ended.KNOCK:
            game.ending = Ended.GIN
        yield game
        return
    for one in _STEPS.get(cue.kind, _idle)(game, cue, behind):
        if one.ending is not None and one.how is None and one.turns:
            one.tail = at + 1
        yield one


def _idle(game: Course, cue: Cue, behind: Behind) -> Courses:
    yield game


def _next(behind: Behind, passed_over: frozenset[str] = frozenset()) -> str:
    return next((cue.kind for cue in behind if cue.kind not in passed_over), "")


# ---- persons and marks


def _who(game: Course, cue: Cue, behind: Behind) -> Courses:
    if game.verb == "dealer":
        game.verb = ""
        yield from _dealer(game, cue.value)
    else:
        game.who, game.fresh = cue.value, False
        yield game


def _comma(game: Course, cue: Cue, behind: Behind) -> Courses:
    game.denied = game.denied if game.denied == "would" else ""
    game.verb = "" if game.verb == "mention" and not game.denied else game.verb
    yield game


def _end(game: Course, cue: Cue, behind: Behind) -> Courses:
    if game.verb == "passed":
        return  # only the first upcard is passed
    game.who, game.denied, game.fresh, game.same = None, "", False, False
    hidden = game.verb in {"draw", "got"} and game.player == 1
    game.verb = (
        "" if hidden or game.verb in {"mention", "taken", "hand", "knock", "that"} else game.verb
    )
    known = game.card is not None or game.player == 1
    if game.ending is not None and game.how is not None and game.verb != "throw" and known:
        one, player = game.paid(1), game.player or 0  # the discard of the knock is not told
        one.turns = (*game.turns, (player, game.how, game.card, None, game.begun))
        one.knocker, one.player, one.how, one.card = player, 1 - player, None, None
        yield one
    yield game


def _not(game: Course, cue: Cue, behind: Behind) -> Courses:
    game.denied = cue.kind
    yield game


def _odd(game: Course, cue: Cue, behind: Behind) -> Courses:
    if not game.is_dealt:
        yield game


# ---- the deal


def _hand(game: Course, cue: Cue, behind: Behind) -> Courses:
    if not game.is_dealt or (game.first and not game.verb):
        game.verb = "hand"
    yield game


def _dealt(game: Course, cue: Cue, behind: Behind) -> Courses:
    """`I was dealt 7h 8h …`, `he dealt me …`, `he dealt`."""
    here = {"who", "comma", "line", "it", "hand", "rank"}
    ahead = next((one for one in behind if one.kind not in here), cue)
    if len(ahead.cards) > 1:
        if cue.kind == "dealt_me":
            game.dealer, game.who = 1 if game.who == 1 else game.dealer, 0
        yield from _hand(game, cue, behind)
    elif game.who is not None:
        yield from _dealer(game, game.who)
    else:
        yield game


def _deals(game: Course, cue: Cue, behind: Behind) -> Courses:
    if cue.kind in {"deal_me", "deal_they"}:
        yield from _dealer(game, int(cue.kind == "deal_they"))
    elif _next(behind[:1]) == "dealer_is" or (
        game.who is None and "who" in {one.kind for one in behind[:2]}
    ):
        game.verb = "dealer"
        yield game
    elif game.who is not None:
        yield from _dealer(game, game.who ^ (cue.kind == "nondealer"))
    else:
        yield game


def _dealer(game: Course, player: int) -> Courses:
    if game.first and not game.passes:
        game.dealer, game.player = player, 1 - player
    yield game


def _up(game: Course, cue: Cue, behind: Behind) -> Courses:
    if game.first and game.upcard is None and game.verb in {"", "hand"}:
        game.verb = "up"
    elif not game.verb and _next(behind[:1]) == "cards":
        game.verb = "top"
    yield game


# ---- a card comes, a card goes


def _comes(game: Course, how: Turn, cue: Cue, behind: Behind) -> Courses:
    """A verb with which a card comes."""
    if game.denied and game.dealt[0]:
        planned = game.denied == "would"
        game.denied, game.verb = "would" if planned else "", "mention"
        declined = game.first and how is Turn.TAKE and game.how is None and not planned
        yield from (_pass if declined else _idle)(game, cue, behind)
    elif game.how is not None:
        yield from _said_again(game, how)
    elif game.upcard is None and how is Turn.TAKE and game.first and game.is_dealt:
        game.verb = "take upcard"
        yield game
    elif not game.dealt[0] or acquire(game, how, cue):
        yield game


def _said_again(game: Course, how: Turn) -> Courses:
    """`Drew from the pile`, `took it from the pile`: one card, told in two words."""
    if not game.is_theirs:
        return
    if game.how is how:
        game.verb = "draw" if how is Turn.DRAW and game.card is None else game.verb
        yield game
    elif game.card is None and game.verb == "draw" and not (game.first and game.passes == BOTH):
        take_top(game)
        yield game


def _take(game: Course, cue: Cue, behind: Behind) -> Courses:
    if _next(behind, frozenset({"comma", "it"})) == "draw" and game.how is None:
        yield game  # `took one from the stock`
    else:
        yield from _comes(game, Turn.TAKE, cue, behind)


def _draw(game: Course, cue: Cue, behind: Behind) -> Courses:
    if cue.value and game.fresh and game.who is None:
        yield game.paid(1)  # `laid the 10h face down`
    for after in _comes(game, Turn.DRAW, cue, behind):
        if cue.value and after.verb == "draw":
            after.verb = "got"  # the stock is named: not the card on top
        yield after


def _get(game: Course, cue: Cue, behind: Behind) -> Courses:
    """`Picked`, `got`: from where is open."""
    if game.how is not None or game.denied:
        if game.how is None or game.is_theirs:
            yield game
        return
    for how in (Turn.TAKE,) if game.verb == "that" else (Turn.TAKE, Turn.DRAW):
        for after in _comes(copy(game), how, cue, behind):
            after.verb = "got" if after.verb == "draw" else after.verb
            yield after


def _throw(game: Course, cue: Cue, behind: Behind) -> Courses:
    if not game.dealt[0]:
        yield game
    elif game.denied:
        game.verb, game.denied = "mention", game.denied if game.denied == "would" else ""
        yield game
    elif game.how is not None:
        game.verb = "throw"
        if game.is_theirs:
            yield game
    elif game.who is None and (game.fresh or (game.first and game.player != 1)):
        yield game  # `the 9c went`, `upcard 7c -> I took it`
    elif game.player == 1 and game.is_theirs and acquire(game, Turn.DRAW, cue):
        game.verb = "throw"
        yield game.paid(2)


def _slash(game: Course, cue: Cue, behind: Behind) -> Courses:
    if game.how is not None and (game.card is not None or game.player == 1):
        game.verb = "throw"
    yield game


def _unknown(game: Course, cue: Cue, behind: Behind) -> Courses:
    """`?/4d`: a card that was not seen."""
    hidden = game.how is None and game.is_dealt and game.actor == 1
    if not hidden or acquire(game, Turn.DRAW, cue):
        yield game


# ---- cards and what stands for them


def _cards(game: Course, cue: Cue, behind: Behind) -> Courses:
    count = len(cue.cards)
    if not game.is_dealt:
        more = len(game.dealt[game.who or 0]) + count - HAND
        if more == 1 and _next(behind[:1]) == "up":
            for one in deal(game, cue.cards[:-1]):
                yield from turn_up(one, cue.cards[-1])  # `… and the 9h was turned up`
            return
        if count > 1 or game.verb == "hand" or game.ranks:
            if game.verb != "up" or game.upcard is not None or count >= HAND:
                yield from deal(game, cue.cards)
            return
    if count == HAND:
        yield from deal(game, cue.cards)
        return
    games = [game]
    for card in cue.cards:
        games = [after for one in games for after in _card(copy(one), card, cue, behind)]
    yield from games


def _card(game: Course, card: Card, cue: Cue, behind: Behind) -> Courses:
    """A single card, by the verb before it or by whose turn it is."""
    verb, theirs = game.verb, game.player == 1
    if verb in {"throw", "knock"}:
        yield from throw_card(game, card, cue.span)
    elif verb == "mention":
        yield from (game,) if game.holds(card) else ()
    elif verb in {"up", "top"}:
        yield from turn_up(game, card)
    elif verb == "take upcard":
        yield from (one for one in turn_up(game, card) if acquire(one, Turn.TAKE, cue))
    elif verb in {"draw", "got"}:
        if theirs and game.same:
            yield from throw_card(game.paid(2), card, cue.span)
        yield from draw_known(game.paid(int(theirs)), card)
    elif verb == "taken" and card == game.card:
        game.verb = ""
        yield game
    else:
        yield from _bare(game, card, cue, behind)


def _bare(game: Course, card: Card, cue: Cue, behind: Behind) -> Courses:
    """A card before its verb, or without one: `the 9c he took`, `me 5h/Kc`."""
    if game.how is not None:
        goes = game.same or _next(behind[:1]) == "throw"
        yield from throw_card(game.paid(1), card, cue.span) if goes else ()
        return
    if game.upcard is None and game.first:
        yield from turn_up(game.paid(1), card)
        return
    top = game.is_dealt and game.top == card
    if top:
        yield game.paid(1)  # a remark on the card that lies there
    if game.who is None and _next(behind[:1]) not in {"draw", "take", "get", "throw", "slash"}:
        return
    one = game.paid(1)
    if acquire(one, Turn.TAKE if top else Turn.DRAW, cue):
        one.verb = "" if top else one.verb
        yield from (one,) if top else draw_known(one, card)


def _mentioned(game: Course, cue: Cue, behind: Behind) -> Courses:
    """Cards of a question or a wish: they have to be known."""
    if all(map(game.holds, cue.cards)):
        yield game


def _rank(game: Course, cue: Cue, behind: Behind) -> Courses:
    """A rank alone: a card that is known to be there."""
    taken = game.card if game.verb == "taken" else None
    top = game.top
    if not game.is_dealt:
        if (game.verb == "hand" or game.dealt[0]) and len(game.ranks) < _MOST_RANKS:
            one = copy(game)
            one.ranks = (*game.ranks, cue.value)
            yield one
        yield game.paid(1)
    elif game.verb in {"throw", "knock"} or _goes_on(game, cue, behind):
        if game.verb == "knock" and cue.value < HAND:
            yield copy(game)  # so many points
        for card in game.hands[game.player or 0]:
            if card.rank == cue.value:
                yield from throw_card(copy(game), card, cue.span)
    elif taken is not None:
        game.verb = ""
        yield from (game,) if taken.rank == cue.value else ()
    elif not (game.verb == "got" and top is not None and top.rank == cue.value):
        yield from (game,) if game.verb != "up" or not game.first else ()


def _goes_on(game: Course, cue: Cue, behind: Behind) -> bool:
    """`Die Dame abgeworfen`: the verb stands behind the rank."""
    other = game.verb == "taken" and game.card is not None and game.card.rank != cue.value
    free = (other or not game.verb) and game.how is not None
    return free and _next(behind[:1]) == "throw"


def _it(game: Course, cue: Cue, behind: Behind) -> Courses:
    """`Threw it back`: the card that was just drawn."""
    if game.verb == "throw" and game.card is not None:
        yield from throw_card(game, game.card, cue.span)
    elif game.fresh and game.how is None:
        game.verb = "that"  # `threw the 9c, which he picked up`
        yield game
    elif not (game.verb == "got" and game.how is Turn.DRAW):
        yield game


# ---- passes and the end


def _pass(game: Course, cue: Cue, behind: Behind) -> Courses:
    if not game.dealt[0] or not game.first or game.denied or game.how is not None:
        if game.dealt[0] and game.how is None and not game.denied and game.is_theirs:
            game.verb = "passed"
        yield game
    elif game.passes == BOTH:
        yield game
    elif game.player is None and game.who is None:
        for player in (0, 1):
            one = copy(game)
            one.who = player
            yield from _pass(one, cue, behind)
    elif game.player is None or game.is_theirs:
        player = game.actor
        game.turns = (*game.turns, (player, Turn.PASS, None, None, cue.span))
        game.passes, game.player, game.verb, game.who = game.passes + 1, 1 - player, "", None
        yield game


def _both(game: Course, cue: Cue, behind: Behind) -> Courses:
    if game.dealt[0] and game.first and not game.passes and game.how is None:
        game.passes, game.verb, game.who = BOTH, "" if game.verb == "hand" else game.verb, None
    yield game


def _knock(game: Course, cue: Cue, behind: Behind) -> Courses:
    kind = _ENDS[cue.kind]
    if not game.is_dealt or game.denied or (game.first and game.how is None):
        yield game
    elif game.how is not None:
        game.ending = kind if game.ending in {None, Ended.KNOCK} else game.ending
        if game.verb != "throw" and (game.card is not None or game.player == 1):
            game.verb = "knock"
        yield from (game,) if game.is_theirs else ()
    elif game.who in {None, game.turns[-1][0]}:
        game.ending, game.knocker = kind, game.turns[-1][0]
        yield game
    elif game.who == game.player == 1 and acquire(game, Turn.DRAW, cue):
        game.ending, game.verb = kind, "knock"
        yield game.paid(1)


_STEPS: Final[dict[str, Callable[[Course, Cue, Behind], Courses]]] = {
    "who": _who, "comma": _comma, "end": _end, "line": _end, "ask_end": _end, "odd": _odd,
    "not": _not, "would": _not, "hand": _hand, "dealt": _dealt, "dealt_me": _dealt, "up": _up,
    "deals": _deals, "deal_me": _deals, "deal_they": _deals, "nondealer": _deals,
    "take": _take, "draw": _draw, "get": _get, "throw": _throw, "slash": _slash,
    "unknown": _unknown, "cards": _cards, "mentioned": _mentioned, "rank": _rank, "it": _it,
    "pass": _pass, "both_pass": _both, "knock": _knock, "gin": _knock, "big_gin": _knock,
    "undercut": _knock,
}  # fmt: skip
