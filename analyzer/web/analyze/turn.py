"""A situation built turn by turn: what I do, what they do then, and what a knock leads to.

Every step is an address with the position ``p`` it goes out from, so that each can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import spread
from analyzer.display.parts import LaidDown
from analyzer.errors import InputError
from analyzer.game.actions import PASS, TAKE, Action, Turn
from analyzer.game.cards import Card, CardSet, Suit
from analyzer.game.knocking import KnockChoice, knock_choices
from analyzer.game.melds import best_arrangements
from analyzer.game.turns import after_mine, after_theirs, their_discards, their_turns
from analyzer.game.view import HAND, View, for_two
from analyzer.notation import decode, encode, format_view
from analyzer.notation.numbers import counted, percent, points
from analyzer.notation.phrases import listed, str_of
from analyzer.web.analyze import asking, entry
from analyzer.web.analyze.contexts import AnalyzePage, PickedCard, StepFragment
from analyzer.web.analyze.felt import Trail, laid_open
from analyzer.web.chrome import Link, drawn_page

turn = Blueprint("turn", __name__, url_prefix="/analyze/turn")

TITLE: Final = "A gin rummy hand, turn by turn"
DESCRIPTION: Final = "Build a gin rummy situation turn by turn and ask what to do."
KNOCKED: Final = "knocked"
WAYS_SHOWN: Final = 3
"""Ways to lay a knock down that are compared."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The question of an address: the position, what I do in it, and what they do then."""

    view: View
    trail: Trail
    action: str
    card: str
    they: str

    @classmethod
    def asked(cls) -> _Step:
        """From the address; raises InputError."""
        args = request.args
        view = for_two(decode(args.get("p", "")))
        trail = Trail(args.get("undo", ""))
        return cls(view, trail, args.get("action", ""), args.get("card", ""), args.get("they", ""))

    @property
    def mine(self) -> Action:
        """My action; raises InputError."""
        return Action.of(f"{self.action} {self.card}".strip() if self.card else self.action)

    def url(self, they: str | None = None) -> str:
        """This step, with what they do."""
        return url_for(
            "turn.show",
            p=encode(self.view),
            undo=self.trail.text or None,
            action=self.action,
            card=self.card or None,
            they=they,
        )

    def on(self, view: View) -> str:
        """Return where the position after the step is analyzed."""
        trail = self.trail.plus(encode(self.view))
        return url_for("analyze.show", p=encode(view), undo=trail.text)

    @property
    def back_url(self) -> str:
        """The position that the step goes out from."""
        return url_for("analyze.show", p=encode(self.view), undo=self.trail.text or None)


@turn.get("")
def show() -> Response:
    """The next step of a position: ``action`` with ``card``, then what ``they`` did."""
    step = _Step.asked()
    if step.action == KNOCKED:
        return _their_knock(step, step.view)
    if step.action in {"knock", "gin", "big gin"}:
        return _my_knock(step)
    if step.action == "draw":
        cards = step.view.unseen
        links = {card: step.on(after_mine(step.view, step.mine, card)) for card in cards}
        return _picked(step, step.view, "Which card did you draw?", links)
    if step.mine == TAKE:
        return redirect(step.on(after_mine(step.view, TAKE)), 303)
    return _theirs(step, after_mine(step.view, step.mine))


# ---------------------------------------------------------------- their turn


def _theirs(step: _Step, between: View) -> Response:
    """Return what they did after my discard or pass: how they drew, and then what they
    discarded."""
    if step.they == KNOCKED:
        return _their_knock(step, between)
    turns = their_turns(between, step.mine)
    if step.they not in set(map(str, turns)):
        return _asked_how(step, between, turns)
    how = Turn(step.they)
    if how is Turn.PASS:
        return redirect(step.on(after_theirs(between, how)), 303)
    links: dict[Card, str] = {}
    for card in their_discards(between, how):
        if how is Turn.TAKE or card != between.top:
            links[card] = step.on(after_theirs(between, how, card))
    did = f"They took {_top(between)}" if how is Turn.TAKE else "They drew"
    return _picked(step, between, f"{did}. Which card did they discard?", links)


def _asked_how(step: _Step, between: View, turns: Iterable[Turn]) -> Response:
    labels = {
        Turn.DRAW: "They drew",
        Turn.TAKE: f"They took {_top(between)}",
        Turn.PASS: "They passed",
    }
    choices = [Link(labels[how], step.url(str(how))) for how in turns]
    choices.append(Link("They knocked", step.url(KNOCKED)))
    did = "You passed" if step.mine == PASS else f"You discarded {_top(between)}"
    return _page(step, between, StepFragment("What did they do?", f"{did}.", tuple(choices)))


def _top(view: View) -> str:
    return "" if view.top is None else view.top.symbol


def _picked(step: _Step, view: View, title: str, links: dict[Card, str]) -> Response:
    """A page on which one card is tapped."""
    return _page(step, view, StepFragment(title, suits=_by_suit(links)))


def _by_suit(links: dict[Card, str]) -> tuple[tuple[Suit, tuple[PickedCard, ...]], ...]:
    cards = [PickedCard(card, url) for card, url in links.items()]
    return tuple(
        (suit, tuple(card for card in cards if card.card.suit is suit)) for suit in reversed(Suit)
    )


# ---------------------------------------------------------------- a knock


def _their_knock(step: _Step, view: View) -> Response:
    """Their ten cards are ticked; then what I lay off on them."""
    theirs = CardSet.of(" ".join(request.args.getlist("theirs")) or "")
    held = HAND - len(theirs)
    if held:
        wrong = len(theirs) and f"That is {counted(len(theirs), 'card')}; a knock shows ten."
        fragment = StepFragment(
            "They knocked. Which ten cards did they lay down?",
            wrong or "Tick them; what goes with what is worked out.",
            ticks=_by_suit(dict.fromkeys(view.unseen | view.opponent, "")),
            ticked=theirs or view.opponent,
            hidden=tuple(
                (name, request.args[name])
                for name in ("p", "undo", "action", "card", "they")
                if request.args.get(name)
            ),
        )
        return _page(step, view, fragment, 422 if wrong else 200)
    knocker = best_arrangements(theirs, view.rules)[0]
    answer = asking.answered(knocker, view.hand, view.rules, guessed=True)
    return _page(step, view, StepFragment(answer.headline, answer.detail, note=answer.note),
                 laid=answer.laid)  # fmt: skip


def _my_knock(step: _Step) -> Response:
    """Return how to lay a knock down, against every hand that they may hold."""
    view = step.view
    discard = Card.of(step.card) if step.card else None
    choices = knock_choices(
        view.hand, view.rules, view.limit, seen=CardSet.from_cards(view.pile),
        opponent=view.opponent, forbidden=view.forbidden, multiplier=view.multiplier,
    )  # fmt: skip
    ways = [choice for choice in choices if choice.knock.discard == discard]
    if not ways:
        raise InputError("you cannot knock with that discard")
    best, rules = ways[0], view.rules
    laid = tuple(
        LaidDown(_way(way), spread(way.knock.arrangement.melds, way.knock.arrangement.deadwood,
                                   rules))
        for way in ways[:WAYS_SHOWN]
    )  # fmt: skip
    fragment = StepFragment(
        f"Lay down {listed([str_of(meld) for meld in best.knock.arrangement.melds], 'and')}.",
        _against(best) + (" There is no other way that matters." if len(ways) == 1 else ""),
        note="Every hand that they may hold counts alike here.",
    )
    return _page(step, view, fragment, laid=laid)


def _way(choice: KnockChoice) -> str:
    number = choice.knock.arrangement.points
    return f"{f'Knock with {number}' if number else 'Gin'}: worth {points(choice.score)}"


def _against(choice: KnockChoice) -> str:
    """Return what the knock is worth and what can be laid off on it."""
    if not choice.knock.arrangement.points:
        return f"Nothing can be laid off on gin. They keep {points(choice.defender)} on average."
    off = choice.layoffs
    open_to = f"They can lay off {str_of(off)}" if off else "They can lay nothing off"
    return (
        f"{open_to}, and keep {points(choice.defender)} on average. "
        f"They undercut you in {percent(choice.undercut)}."
    )


# ---------------------------------------------------------------- the page


def _page(
    step: _Step,
    view: View,
    fragment: StepFragment,
    status: int = 200,
    laid: tuple[LaidDown, ...] = (),
) -> Response:
    hand = entry.of_view(view).hand
    if laid:
        hand = replace(hand, felt=laid_open(hand.felt, laid))
    page = AnalyzePage(
        format_view(step.view),
        replace(entry.of_view(step.view), hand=hand),  # the grid goes with the text
        TITLE,
        DESCRIPTION,
        step=replace(fragment, back_url=step.back_url),
    )
    return drawn_page("analyze/page.html", page, status)
