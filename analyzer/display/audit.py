"""An audit in words and rows, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.notation.numbers import count, counted, percent, points, signed_estimate
from analyzer.review.audit import ALARM, SURE, Audit, DealTest, DrawAudit, Suspicion

DEAL_COLUMNS: Final = ("As dealt", "Seen", "Fair", "Too small to see", "p")
DRAW_COLUMNS: Final = ("From the stock", "Draws", "Better half", "Evidence")
HONEST: Final = (
    "Give every hand you played, in order, not those you remember: hands chosen for their luck "
    "show it.",
    "p is the chance of an honest deal that is as odd, raised for the number of things looked at; "
    f"below {SURE:g} it is called found.",
    "Deals and draws are two families of tests at 5% each, so of honest histories up to one in ten "
    "has something found in one of the two.",
    "Each card left in an honest stock is as likely as the next, so half of your draws come from "
    "the better half of it, whatever anybody does. The evidence is what 1 has become for who bets "
    f"against that; of honest histories one in {ALARM:g} ever gets to {ALARM:g}, so you may look "
    "after every hand.",
)
"""The meaning of the numbers."""
_DEALS: Final = {"deadwood": "deadwood", "meld": "hands with a meld", "ranks": "ranks",
                 "suits": "suits"}  # fmt: skip
_BETS: Final = {"mine": "Your draws", "theirs": "Their draws", "difference": "Yours against theirs"}


@dataclass(frozen=True, slots=True)
class AuditWords:
    """An audit as it is shown."""

    verdict: str
    suspicious: bool
    """True if something is hard to explain by luck."""
    lines: tuple[str, ...]
    deals: tuple[tuple[str, ...], ...]
    """Rows of `DEAL_COLUMNS`."""
    draws: tuple[tuple[str, ...], ...]
    """Rows of `DRAW_COLUMNS`."""


def audit_in_words(audit: Audit) -> AuditWords:
    """Everything that is shown of an audit."""
    findings = tuple(_findings(audit))
    draws = () if audit.draws is None else audit.draws.suspicions
    return AuditWords(
        " ".join(findings) or "Nothing here that luck does not explain.",
        bool(findings),
        tuple(_lines(audit)),
        tuple(map(_deal, audit.deals)),
        tuple(map(_draws, draws)),
    )


def _findings(audit: Audit) -> Iterator[str]:
    draws = audit.draws
    if draws is not None and draws.found is not None:
        most = max(draws.suspicions, key=lambda suspicion: suspicion.evidence)
        yield (
            f"Hard to explain by luck, as drawn: the evidence reached {ALARM:g} in hand "
            f"{draws.found}, most of it for “{_bet(most).lower()}”."
        )
    odd = [_named(test).lower() for test in audit.deals if test.p <= SURE]
    if odd:
        yield f"Hard to explain by luck, as dealt: {', '.join(odd)}."


def _lines(audit: Audit) -> Iterator[str]:
    left = f" {audit.left_out} more left out: given twice, or of another game."
    yield (
        f"{counted(audit.hands, 'hand')}, {audit.full} of them with every card known and cards "
        f"from the stock.{left if audit.left_out else ''}"
    )
    if audit.draws is not None:
        yield _missable(audit.draws)
    elif audit.hands:
        yield "Draws can be tested only in hands that are told to the end with every card known."
    if audit.luck is not None:
        mean = signed_estimate(audit.luck.mean, audit.luck.error)
        yield (
            f"Your draws against a hidden hand, {audit.luck.draws} of them: {mean} points of luck "
            "each, as the review reckons it. That rests on a belief about their cards, so it is no "
            "test."
        )


def _missable(draws: DrawAudit) -> str:
    """Tell how much could be wrong without being found."""
    if draws.shift is None:
        return "So few draws show nothing, however the app is rigged."
    return (
        f"An app that gave you the better half at odds of 1 to {draws.shift:g} would have been "
        f"found four times in five; less than that cannot be seen in {draws.suspicions[0].draws} "
        "draws of yours."
    )


def _named(test: DealTest) -> str:
    return f"{'Your' if test.mine else 'Their'} {_DEALS[test.name]}"


def _deal(test: DealTest) -> tuple[str, ...]:
    """Return a row of `DEAL_COLUMNS`."""
    number = percent if test.name == "meld" else points
    chance = points(test.p, 2 if test.p >= 0.01 else 3)
    small = "any" if test.name == "meld" and (test.unseen or 0) > 1 else number(test.unseen)
    return _named(test), number(test.seen), number(test.expected), small, chance


def _bet(bet: Suspicion) -> str:
    return _BETS.get(bet.name, f"{bet.name}: yours against theirs")


def _draws(bet: Suspicion) -> tuple[str, ...]:
    """Return a row of `DRAW_COLUMNS`."""
    large = bet.evidence >= 10
    evidence = count(min(bet.evidence, 1e6)) if large else points(bet.evidence, 2)
    return _bet(bet), str(bet.draws), percent(bet.better, 1), evidence
