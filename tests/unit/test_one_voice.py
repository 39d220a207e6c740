"""One voice: a value reads alike on a page, in the terminal, from the coach and in the file."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from html import unescape
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from rich.console import Console

import analyzer
from analyzer.cli import main
from analyzer.cli.analyze import show
from analyzer.cli.review import _balance
from analyzer.display._environment import environment
from analyzer.display.found import _evaluation_html
from analyzer.display.hands import groups
from analyzer.display.review._sums import Sum, balance_sum, luck_sum
from analyzer.display.review.words import lost_in_words, totals_in_words
from analyzer.display.tables import action_table
from analyzer.display.verdict import verdict, why
from analyzer.engine import Limit
from analyzer.engine.comparisons.types import WaitingCurve, WaitingPoint
from analyzer.engine.thresholds import half_width
from analyzer.engine.types import Ending, EndingShare, Evaluation, Grade
from analyzer.engine.unit import Unit, unit_of
from analyzer.game.cards import DECK, CardSet
from analyzer.game.melds import best_arrangements
from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended
from analyzer.notation import numbers, phrases
from analyzer.review import Balance, Choice, Luck
from analyzer.review.coach import Detail, Theme, comparisons, explain
from analyzer.review.coach._sayings import sayings
from analyzer.review.types import Rate, Totals
from analyzer.service.ports import SearchTask
from analyzer.service.search import SearchState, Snapshot
from analyzer.web.analyze.present import footnote, progress
from tests.oracles.entries import entry

ROUNDS = 120
"""Each prints two worths, a loss, two chances to win the match and five others, three
half-widths: over 1,200 values, and each at three doors or more."""

EDGES = (0.0, 1e-9, 0.0049, 0.005, 0.04999, 0.05, 0.0951, 0.25, 0.5, 0.9949, 0.995, 0.99999, 1.0)

TEXT = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s\nstock: 20"


@pytest.fixture(scope="module")
def decision() -> Choice:
    return entry(TEXT, "discard Kd", "discard Qd", match=(0.5, 0.4))


def drawn(rng: Random, decision: Choice) -> Choice:
    """The decision with other numbers."""
    decision = replace(decision, view=replace(decision.view, score=rng.choice((None, (40, 65)))))

    def chance() -> float:
        return rng.choice((*EDGES, rng.random(), rng.random(), rng.random() ** 8))

    def error() -> float:
        return rng.choice((0.0, 1e-6, 0.02, rng.random(), 10 * rng.random()))

    loss, loss_se, match = rng.choice((0.5, 0.55, 0.96, 40 * rng.random() + 0.5)), error(), chance()
    values = tuple(
        replace(
            value,
            q=rng.choice((0.0, 0.04, -0.04, -0.05, 99.95, rng.uniform(-60, 60))),
            se=error(),
            loss=place * loss,
            loss_se=place * loss_se,
            grade=Grade.MISTAKE if place else Grade.BEST,
            match=match if place else 0.25 + 0.75 * chance(),
            danger=chance(),
            outcomes={
                Ending.GIN: EndingShare(gin := chance(), 30.0),
                Ending.VOID: EndingShare(1 - gin, 0.0),
            },
        )
        for place, value in enumerate(decision.found.actions)
    )
    judged = replace(decision.verdict, loss=loss, se=loss_se, grade=Grade.MISTAKE)
    return replace(decision, found=replace(decision.found, actions=values, verdict=judged))


def evaluation_of(decision: Choice) -> Evaluation:
    actions = decision.found.actions
    return Evaluation(
        decision.view, decision.view.question, actions, (actions[0].action,), 4_096, 2.0, 1, "0",
        "baseline", 1, done=True,
    )  # fmt: skip


def words_of(html: str) -> str:
    """What a page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def terminal(evaluation: Evaluation) -> str:
    console = Console(file=StringIO(), width=150, color_system=None)
    show(console, evaluation)
    assert isinstance(console.file, StringIO)
    return " ".join(console.file.getvalue().split())


def test_a_value_reads_alike_at_every_door(decision: Choice) -> None:
    rng = Random(20)
    pages = environment()
    file_table = pages.get_template("macros/review.html").module.actions  # type: ignore[attr-defined]
    for _ in range(ROUNDS):
        asked = drawn(rng, decision)
        best, other = asked.found.actions
        evaluation = evaluation_of(asked)
        unit = unit_of(evaluation.view)
        table = action_table(evaluation.view, evaluation.actions, set(evaluation.best))
        page = words_of(pages.get_template("analyze/_table.html").render(table=table))
        file, shell = words_of(str(file_table(table))), terminal(evaluation)
        coach = explain(asked, Detail.PARAGRAPH).text()
        headline = str(verdict(evaluation).detail)
        said = " ".join("".join(map(str, text)) for text in sayings(asked, Theme.DANGER))
        doors = {
            unit.loss_estimate(best, other): (coach, lost_in_words(asked)),
            f"{table.rows[1].loss} {table.rows[1].half}".rstrip(): (page, file),
            unit.behind(best, other): (headline, shell),
        }
        for value in (best, other):
            doors[unit.value_text(best, value)] = (page, file, shell)
            if unit.match:
                doors[numbers.signed(value.q)] = (page, file, shell)
            doors[numbers.percent(value.danger)] = (page, file, shell, said)
            doors[numbers.percent(value.outcomes[Ending.GIN].p)] = (page, file, shell)
        first, second = (unit.number_text(best, value) for value in (best, other))
        assert first in headline
        if unit.match:
            assert (f" {second}." in coach) is (first != second)
        for text, places in doors.items():
            for place in places:
                assert re.search(rf"(?<![\d.+−<>]){re.escape(text)}(?!\d|\.\d|%)", place), text


def test_a_loss_is_the_difference_of_the_numbers_beside_it(decision: Choice) -> None:
    """On pages, in files and in the terminal, with and without a score."""
    rng = Random(22)
    for _ in range(500):
        asked = drawn(rng, decision)
        evaluation = evaluation_of(asked)
        best, other = action_table(evaluation.view, evaluation.actions, set(evaluation.best)).rows
        values = [plain_number(row.worth) for row in (best, other)]
        assert plain_number(other.loss.lstrip(numbers.MINUS)) == max(0.0, values[0] - values[1])


def plain_number(text: str) -> Decimal:
    """What a number on a page is, without its interval and its sign of percent."""
    number = text.partition(" ")[0].replace(numbers.MINUS, "-").strip("%+")
    return Decimal({"<0.1": "0.0", ">99.9": "100.0"}.get(number, number))


def test_the_gain_of_knocking_reads_alike(decision: Choice) -> None:
    """The coach's curve of stages: a gain is what it is in the table beside it."""
    rng = Random(21)
    discard = decision.best.action
    for _ in range(ROUNDS):
        gain, se = rng.uniform(-30, 30), rng.choice((0.0, 0.01, rng.random(), 5 * rng.random()))
        point = WaitingPoint(20, 4, gain, se, discard, discard, now=True)
        text = comparisons.waiting(WaitingCurve((point,), 1))
        assert (
            numbers.signed_estimate(gain, half_width(se)) in text
            or f" by {numbers.estimate(abs(gain), half_width(se))}." in text
        )


def test_the_filters_of_the_templates_are_the_numbers_themselves() -> None:
    filters = environment().filters
    for name in ("signed", "points", "plus_minus", "percent", "match_chance"):
        assert filters[name] is getattr(numbers, name)
    assert filters["count_of"] is numbers.count


def test_every_ending_has_words() -> None:
    assert list(phrases.ENDINGS) == [str(ending) for ending in Ending]
    assert set(phrases.ENDED) == set(Ended)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0%"), (1e-9, "<1%"), (0.00499, "<1%"), (0.005, "<1%"), (0.0051, "1%"), (0.994, "99%"),
     (0.9949, "99%"), (0.995, ">99%"), (0.9999999, ">99%"), (1.0, "100%")],
)  # fmt: skip
def test_what_is_not_certain_does_not_read_so(value: float, text: str) -> None:
    assert numbers.percent(value) == text


@pytest.mark.parametrize("half", [1e-9, 0.004, 0.049, 0.05, 0.0999, 0.1])
def test_no_estimate_reads_as_exact(half: float) -> None:
    assert numbers.plus_minus(half) == "±0.1"


def test_nothing_is_minus_zero() -> None:
    for value in (-0.0, -1e-9, -0.049, 0.049):
        assert numbers.signed(value) == numbers.points(value) == "0.0"
        assert numbers.percent_change(value / 100) == "0"


# ---------------------------------------------------------------- counts, seconds, sums, deadwood


def test_counts_and_seconds_read_alike(decision: Choice) -> None:
    """Worlds and the time of a search: on the page, in a notebook, in the terminal."""
    rng = Random(23)
    for _ in range(200):
        worlds = rng.choice((1, 2, 999, 1_000, rng.randrange(10_000), rng.randrange(10**8)))
        took = rng.choice((0.0, 0.04, 0.05, 0.96, 59.96, 10 * rng.random(), 4_000 * rng.random()))
        found = replace(evaluation_of(decision), worlds=worlds, seconds=took)
        shell, book = terminal(found), words_of(_evaluation_html(found))
        bar = progress(
            Snapshot(1, SearchState.DONE, found), SearchTask(found.view, Limit(worlds=1))
        )
        page = words_of(environment().get_template("analyze/_progress.html").render(progress=bar))
        for place in (shell, book, page, footnote(found, {})):
            assert says(numbers.count(worlds), place), (worlds, place)
        assert says(numbers.seconds(took), shell) and says(numbers.seconds(took), page)


def says(text: str, place: str) -> bool:
    """Whether a number stands in a text, and not as a part of another one."""
    return re.search(rf"(?<![\d.,+−<>]){re.escape(text)}(?![\d%]|[.,]\d)", place) is not None


@pytest.mark.parametrize("match", [False, True])
def test_luck_skill_rates_and_accuracy_read_alike(match: bool) -> None:
    """What a review adds up: on the page and in the file, and in the terminal."""
    rng, unit = Random(24), Unit(0.0046 if match else None)
    template = environment().get_template("review/_summary.html")
    for _ in range(ROUNDS):
        parts = [rng.choice((0.0, -0.04, 0.05, rng.uniform(-60, 60))) for _ in range(8)]
        balance = Balance(parts[0], Luck(*parts[1:7]), parts[7], rng.uniform(-9, 9))
        count, lost = rng.choice((7, 49, 50, 300)), rng.choice((-0.2, 0.0, 250 * rng.random()))
        rate = Rate(100 * lost / count, 9 * rng.random(), lost, count)
        totals = Totals(7, 0, 0, rate, {}, 100 * rng.random(), Counter(), 0, 0, balance)
        sums = balance_sum(balance, "Bob", unit), luck_sum(balance, "Bob", unit)
        page = words_of(template.render(summary=summary_of_sums(totals, *sums), headed=True))
        shell = " ".join((totals_in_words(totals), *_balance(balance, unit)))
        known = (balance.result, balance.luck.cards, balance.skill, balance.luck.mine,
                 balance.luck.theirs, balance.luck.hidden, balance.errors)  # fmt: skip
        values = [unit.signed(value) for value in known]
        in_100 = numbers.estimate(max(0.0, rate.rate or 0.0), half_width(rate.se))
        in_all = numbers.estimate(max(0.0, lost), half_width(rate.se * count / 100))
        values += [in_100 if count >= 50 else in_all, numbers.points(totals.accuracy, 0)]
        for value in values:
            assert says(value, page), (value, page)
            assert says(value, shell), (value, shell)
        assert ("per 100 decisions" in page) == ("lost in 100" in shell) == (count >= 50)


def summary_of_sums(totals: Totals, balance: Sum, luck: Sum) -> dict[str, object]:
    """A seat's summary as a page has it, with nothing but sums, rates and accuracy."""
    nothing = dict.fromkeys(("grades", "moments", "stories"), ())
    return nothing | {
        "seat": 1, "player": "Ann", "headline": "", "counted": "", "level": None, "unit": "",
        "closeness": None, "accuracy": totals.accuracy, "rates": [("All", totals.overall)],
        "balance": balance, "luck": luck,
    }  # fmt: skip


def test_deadwood_reads_alike() -> None:
    """The points that a hand leaves: under the cards on a page, and in the terminal."""
    rng, rules = Random(25), PRESETS["standard"]
    for _ in range(50):
        hand = CardSet.from_cards(rng.sample(list(DECK), 10))
        label = f"deadwood {best_arrangements(hand, rules)[0].points}"
        page = [group.label for group in groups(hand, rules)]
        shell = CliRunner().invoke(main, ["melds", str(hand)]).stdout
        assert label in page and says(label.capitalize(), shell), (label, shell)


# ---------------------------------------------------------------- by hand nowhere else

BY_HAND = re.compile(
    r":[^{}\"']*\.\d[f%]\}|:[+,>\d]*%\}|:\+[^{}\"']*\}|± ?\{[^{}]*(?<!:g)\}|"
    r"\{[^{}]*\* 100[^{}]*\}%|%\.\df"
)
"""A format of points, percent or intervals."""

ALLOWED = {
    "notation/numbers.py",  # the place for it
    "cli/worker.py",  # a setting's default, in a help text
    "web/learn/evidence",
}


def test_no_other_module_writes_numbers_by_hand() -> None:
    folder = Path(analyzer.__file__).parent
    found = []
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        if not any(name.startswith(allowed) for allowed in ALLOWED):
            lines = enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
            found += [f"{name}:{number}" for number, line in lines if BY_HAND.search(line)]
    templates = folder.parent / "templates"
    for file in sorted(templates.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        if re.search(r"\|\s*(round|format)\b|%\.\d|\}\}\s*%", text):
            found.append(file.relative_to(folder.parent).as_posix())
    assert not found


KNOCKS_WITH_TEN = "7h 8h 9h 4c 4d 4s Tc Jc Qc Ts Kh"


@pytest.mark.parametrize("opponent", ["uniform", "reader"])
def test_a_tie_that_nobody_scores_is_an_ending_of_its_own(opponent: str) -> None:
    found = {}
    for tie in ("undercut", "nothing", "knocker"):
        text = f"rules: eaai tie={tie}\nhand: {KNOCKS_WITH_TEN}\nstock: 20"
        actions = analyzer.analyze(text, worlds=2_048, opponent=opponent).actions
        knock = next(one for one in actions if str(one.action).startswith("knock Kh"))
        found[tie] = {ending: share.p for ending, share in knock.outcomes.items()}
    tied = found["nothing"].pop(Ending.TIE)
    assert tied > 0 and Ending.TIE not in found["undercut"] | found["knocker"]
    assert found["undercut"][Ending.UNDERCUT] == pytest.approx(
        found["nothing"][Ending.UNDERCUT] + tied
    )
    assert found["knocker"][Ending.KNOCK] == pytest.approx(found["nothing"][Ending.KNOCK] + tied)


def test_a_tied_knock_is_told_from_an_undercut() -> None:
    text = f"rules: eaai tie=nothing\nhand: {KNOCKS_WITH_TEN}\nstock: 20"
    found = analyzer.analyze(text, worlds=256)
    knock = next(one for one in found.actions if str(one.action).startswith("knock Kh"))
    undercut = numbers.percent(knock.outcomes[Ending.UNDERCUT].p)
    told = " ".join(why(replace(found, actions=(knock, *found.actions))))
    assert f"They undercut you in {undercut} of" in told
