"""A context for every template of the trainer, made by the presenters themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from flask import Flask

from analyzer.display.board import seat_board
from analyzer.display.charts import ChartLine, LineChart, Tick
from analyzer.display.hands import held, pictures, spread
from analyzer.display.parts import CardGroup, Fact, LaidDown, options
from analyzer.display.table import with_ticks
from analyzer.engine.bots import bot_named
from analyzer.engine.general import advise
from analyzer.errors import Wording
from analyzer.game.actions import Action
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.view import Question, View
from analyzer.notation import encode, parse_view
from analyzer.practice.daily import DayDeal, seal_of
from analyzer.practice.drills import Drill, Exercise, task
from analyzer.practice.games import GAMES, TARGETS, GameStage, Level
from analyzer.practice.mistakes import layouts_of
from analyzer.practice.play import BOT, PLAYER, Game, begin
from analyzer.practice.scorepad import PADS, ScorePad
from analyzer.practice.seat import Hints, Invitation, Note, Seat
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.web.analyze.contexts import NUMBERS_ALONE, AnalyzePage, Controls, ErrorFragment
from analyzer.web.analyze.pages import with_answer
from analyzer.web.analyze.present import advice_result
from analyzer.web.app import blueprints
from analyzer.web.chrome import Link
from analyzer.web.review.retry import deciding, laying_down
from analyzer.web.rules.form import form_of
from analyzer.web.rules.pages import ShownRules
from analyzer.web.score.present import pad_of
from analyzer.web.train import pages as train
from analyzer.web.train import present as trainpresent
from analyzer.web.train.ended import EndBox, LookedBackOn
from analyzer.web.train.plan import PlanLine
from analyzer.web.train.present import TablePage
from analyzer.web.train.words import AROUND_LEVELS, DRILL_WORDS, coach_choices, opponents_of
from tests.web.table_hands import played

SEED = 5
TALLY = GameTally().plus(
    replace(PlayedGame.of(begin("standard", Level.NOVICE, SEED), helped=True), hands=2, points=17)
)


def _app() -> Flask:
    app = Flask(__name__)
    app.secret_key = "for the tests"
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    return app


APP = _app()


def drill(asked: Exercise, said: str | None = None) -> dict[str, Any]:
    """A drill as the page has it."""
    with APP.test_request_context("/train"):
        return train.fragment_of(asked, said)


@cache
def exercise(kind: Drill) -> Exercise:
    """A task of a kind."""
    return task(kind, 1300, SEED)


def drilled(kind: Drill, said: str | None = None, *, right: bool = False) -> dict[str, Any]:
    """The variables of a drill with what was said, or with the answer."""
    posed = exercise(kind)
    return {"drill": drill(posed, posed.answer if right else said)}


def table(seat: Seat) -> TablePage:
    """A table as the page has it."""
    with APP.test_request_context("/train/play"):
        return trainpresent.table_of(seat)


@cache
def moved_on(game: Game) -> Game:
    """The game after one decision more, as a greedy player takes it."""
    if game.stage is GameStage.DECIDE:
        return game.play(bot_named("greedy", game.rules).decide(game.view, 1).full)
    if game.stage is GameStage.DEFEND:
        return game.defend(NO_CARDS)
    return game.next_hand()


def game_at(question: Question | GameStage, seed: int = SEED, *, knocks: bool = False) -> Game:
    """The first moment of a game at which there is this question, or this stage."""
    game = begin("standard", Level.NOVICE, seed)
    while not _is(game, question, knocks=knocks):
        game = moved_on(game)
    return game


def _is(game: Game, question: Question | GameStage, *, knocks: bool) -> bool:
    if game.stage is not GameStage.DECIDE:
        return game.stage is question
    view: View = game.view
    may = any(action.ends_hand for action in view.legal_actions())
    return view.question is question and (may or not knocks)


DISCARD = game_at(Question.DISCARD)
NOTE = Note(
    "Discarding Q♦ is 2.5 ±0.8 points better than discarding 3♠.", 2.5, 0.8, encode(DISCARD.view)
)
BADLY = Note("The best was to lay off 5♦: 34 left, not 42. That cost 8 points.", 8.0, 0.0)
PERSONS = begin("standard", Level.PERSON, SEED)
HERE = Invitation("aZ09aZ09aZ09", 3, taken=True, left=287.5)
SEATS: dict[str, Callable[[], Seat]] = {
    "person": lambda: Seat(PERSONS if PERSONS.due == PLAYER else PERSONS.turned, invitation=HERE),
    "person-waits": lambda: Seat(
        PERSONS.turned if PERSONS.due == PLAYER else PERSONS, invitation=HERE
    ),
    "person-left": lambda: Seat(PERSONS.without(BOT), invitation=replace(HERE, left=None)),
    "discard": lambda: Seat(DISCARD, 2.0, NOTE, 1),
    "draw": lambda: Seat(game_at(Question.DRAW), None),
    "knock": lambda: Seat(game_at(Question.DISCARD, knocks=True), 2.0),
    "defend": lambda: Seat(game_at(GameStage.DEFEND), 2.0),
    "defended": lambda: Seat(game_at(GameStage.DEFEND).defend(NO_CARDS), 2.0, BADLY, 1),
    "over": lambda: Seat(game_at(GameStage.HAND_OVER), 2.0),
    "finished": lambda: Seat(game_at(GameStage.FINISHED), 2.0),
}


@cache
def seat_page(name: str) -> TablePage:
    """One of the seats as its page has it."""
    return table(SEATS[name]())


ASKED = SEATS["discard"]().asked(
    DISCARD.moves[0],
    replace(
        NOTE,
        losses=tuple((str(one), at / 2) for at, one in enumerate(DISCARD.view.legal_actions())),
    ),
)


def refused(name: str, error: str, *chosen: str) -> TablePage:
    """A table whose form was refused."""
    felt = with_ticks(seat_page(name).felt, chosen)
    return replace(seat_page(name), felt=replace(felt, error=error))


def misfit() -> TablePage:
    """A knock to answer, of which all cards were ticked."""
    cards = seat_page("defend").felt.rows[-1][-1].cards
    return refused("defend", "K♦ fits none of their melds.", *(str(item.card) for item in cards))


CHOICES = (("Two players", (("standard", "standard"),)), ("Others", tuple(GAMES.items())))
RULES_PAGE: dict[str, Any] = {
    "title": "Rules by hand", "description": "Rules.", "error": None, "kept": True,
    "own": [("classic,gin_bonus=30", "Classic with gin bonus 30")],
    "form": form_of({}, "classic,gin_bonus=30", CHOICES),
    "shown": ShownRules(
        "classic,gin_bonus=30", "Classic with gin bonus 30", "As classic, but gin bonus 30.",
        (Fact("Gin bonus", "30"),), (Link("Play", "/train"),), mine=True, teams=False,
    ),
}  # fmt: skip
START: dict[str, Any] = {
    "title": "Play", "description": "Opponents.", "unfolded": False,
    "opponents": opponents_of(GameTally()), "usual_level": Level.NOVICE,
    "rules": form_of({}, "standard", CHOICES), "coach": coach_choices("2"),
    "targets": options(TARGETS.items(), ""),
    "game": None, "game_over": False, "tally": (), "pairs": (),
}  # fmt: skip


INVITED: dict[str, Any] = {
    "title": "Play with a friend", "description": "Two people.", "game": "Standard, to 100",
    "minutes": 5, "seal": "84e0c0ea" * 8, "link": None, "error": None, "refresh": "4; url=/",
    "form_url": "/train/two/aZ09/join", "news_url": "/train/two/aZ09/news?after=1", "turn": 1,
}  # fmt: skip


def _page(shown: dict[str, Any]) -> dict[str, Any]:
    tabs = (Link("Lay off", "/train/lay-off", current=True),)
    return {
        "title": "Drill", "description": "A drill.", "heading": "Lay off", "tabs": tabs,
        "kinds": "lay-off", "drill": shown,
    }  # fmt: skip


WARNED = {
    "pending": "take",
    "note": Note("Pass.", 4.0, 1.0, "g1.x", (("pass", 0.0), ("take", 4.0))),
}
HINTED = {"hints": Hints(("Think.", "Pass.", "It is worth 2."), (("pass", 0.0), ("take", 4.0)), 3)}


def other(game: Game, said: Mapping[str, Any] = MappingProxyType({})) -> TablePage:
    """One of the other games at the table, with what the coach has `said`."""
    return table(Seat(game, 3.0, **said))


def _other_over() -> Game:
    game = begin("teams of 2", Level.QUICK, 3)
    while not game.position.over:
        moves = game.position.legal_actions()
        game = game.play(str(moves[-1]))
    return game.defend(NO_CARDS) if game.asked else game


OTHERS: dict[str, Callable[[], TablePage]] = {
    "four": lambda: other(begin("four-hand,jokers=2", Level.QUICK, 3)),
    "mahjong": lambda: other(begin("mahjong,players=3", Level.QUICK, 3).play("draw")),
    "teams-over": lambda: other(_other_over()),
    "defend": lambda: other(played("teams of 2", 1)),
    "ways": lambda: other(played("two-jokers", 0, knock=False)),
    "coach-asks": lambda: other(begin("three-hand", Level.QUICK, 3), WARNED),
    "coach-hints": lambda: other(begin("three-hand", Level.QUICK, 3), HINTED),
}


def seated(name: str) -> dict[str, Any]:
    """The variables of one of the seats."""
    return {"table": seat_page(name)}


def around(name: str) -> dict[str, Any]:
    """The variables of one of those tables."""
    return {"table": OTHERS[name]()}


OTHER_START = {
    "title": "The other games", "description": "Mahjong gin.", "on": False,
    "games": form_of({"rule-jokers": "9"}, "mahjong", CHOICES, "Game"),
    "levels": options(AROUND_LEVELS.items(), "greedy"),
    "targets": options(TARGETS.items(), ""), "coach": coach_choices("3"), "tally": (),
}  # fmt: skip

ASKED_OTHERS = (
    "game: three-hand\nseat: 1\ndealer: 3\nhand: 7h 8h 4c 4d 4s 2c Kd\nhistory:\n  upcard 9h",
    "game: mahjong\nseat: 1\ndealer: 2\nhand: 3c\nhistory:\n  upcard 4c\n"
    "  1: draw 3c, meld 5h 6h 7h, meld 9c 9d 9s, meld Jd Qd Kd, discard 2c\n"
    "  2: draw, discard 8h",
)


def asked_of_chair(text: str, worlds: int = 2) -> AnalyzePage:
    """The answer to what one of several players sees."""
    with APP.test_request_context("/analyze"):
        view = parse_view(text)
        result = advice_result(advise(view, worlds), Controls("g1.a", more_url="/analyze?p=g1.a"))
        page = AnalyzePage(text, seat_board(view), looks=NUMBERS_ALONE, history=("West drew",))
        return with_answer(page, result)


PAD_START = {
    "title": "Score pad", "description": "A pad.", "error": None, "names": ("", "", "", ""),
    "cut": "", "dealers": options((("", "Not tracked"),), ""),
    "styles": options(PADS.items(), "match"), "rules": form_of({}, "classic", CHOICES),
    "pads": (Link("Ann, Bob: 40–65, to 100", "/score/1"),),
}  # fmt: skip


UNCLEAR = ErrorFragment(
    "Who has how many is not clear.", "line 1", "Say one.", token="Ann", after=" 16 or 61",
    asks=(Wording("Ann has 16", "1 knock 16"), Wording("Ann has 61", "1 knock 61")),
    asks_url="/score/1",
)  # fmt: skip


def pad(
    style: str, hands: tuple[str, ...], number: int | None = None, sheet: str = ""
) -> dict[str, Any]:
    """A score pad as its page has it; a sheet that was pasted is unclear."""
    rules = "standard" if style.startswith("mahjong") else "oklahoma"
    written = ScorePad.new(style, rules, ("Ann", "Bob"), dealer=0)
    for hand in hands:
        written = written.with_hand(hand)
    return {
        "title": "Pad", "description": "A pad.", "ident": 1, "error": "Unclear." if sheet else None,
        "pad": pad_of(written, number, {"sheet": sheet}), "sheet_error": UNCLEAR if sheet else None,
    }  # fmt: skip


DEAL = DayDeal(date(2026, 11, 24), "standard", "camper", "0.2.0", seal_of("a seed"))
DAY: dict[str, Any] = {
    "title": "The deal of the day", "description": "A hand a day.", "day": "November 24, 2026",
    "today": "2026-11-24", "deal": DEAL, "tomorrow": seal_of("another"), "sound": True,
    "begun": False, "compared": None, "imported": None,
    "past": [
        {"day": "November 23, 2026", "seed": "a seed", "open": None, "seal": DEAL.seal},
        {"day": "November 22, 2026", "seed": None, "open": None, "seal": DEAL.seal},
    ],
}  # fmt: skip
COMPARED = {
    "rows": [("You", "−12", "you were undercut"), ("The engine in your seat", "+31", "gin")],
    "against": "The engine beat you by 43.",
    "ends": [
        (
            "The engine in your seat",
            (
                LaidDown(
                    "The knock",
                    spread((CardSet.of("7h 8h 9h"),), CardSet.of("Kd"), PRESETS["standard"]),
                ),
            ),
        )
    ],
    "told": "The gin rummy deal of January 14, 2026: I made −12.",
    "field": "1 has played so far; from 20 on you are compared with all.",
    "reviewable": True,
}


def mistakes(**parts: Any) -> dict[str, Any]:
    """The page of one's own mistakes."""
    words = {"title": "Your mistakes", "description": "Once more.", "headline": "1 mistake due"}
    return words | {"detail": "", "deck": True, "felt": None, "tried": None, "place": None, **parts}


def mistake_asked() -> dict[str, Any]:
    """A mistake that is asked again on the table."""
    with APP.test_request_context("/train/mistakes"):
        choices = list(DISCARD.view.legal_actions())
        return mistakes(felt=deciding(DISCARD.view, choices, "/train/mistakes/answer", ()))


def layout_asked() -> dict[str, Any]:
    """A knock that is laid down again."""
    view = parse_view(
        "rules: tournament\nhand: 3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh\nstock: 2\ntook: 3h"
    )
    ways = layouts_of(view, Action.of("knock Kh: 3c 3h 3s / 4c 5c 6c"))
    return mistakes(felt=laying_down(view, ways, "/train/mistakes/answer", ()))


PLAN: dict[str, Any] = {
    "title": "Ten minutes", "description": "A plan.", "minutes": 10,
    "tabs": (Link("Drills", "/train/plan", current=True),), "kinds": "deadwood knock",
    "drills": [(Drill.LAY_OFF, DRILL_WORDS[Drill.LAY_OFF], "Rating 1100, 3 of 4 right"),
               (Drill.OUTS, DRILL_WORDS[Drill.OUTS], "")],
}  # fmt: skip
PROGRESS: dict[str, Any] = {
    "title": "Progress", "description": "Pictures.", "players": (), "headline": "No level yet.",
    "engines": None, "level": None, "leaks": None, "months": (), "rating": None,
}  # fmt: skip
CHART = LineChart(
    "Yours.", "months", "points", (ChartLine("level", "true", "M36 171L352 26"),),
    (Tick(36.0, "−1"),), (Tick(190.0, "0"),),
)  # fmt: skip


PAGES: dict[str, tuple[str, Any]] = {
    "daily": ("train/daily.html", DAY),
    "daily-begun": ("train/daily.html", DAY | {"begun": True}),
    "daily-imported": ("train/daily.html", DAY | {"begun": True, "imported": "+31, gin"}),
    "daily-other-key": ("train/daily.html", DAY | {"sound": False}),
    "daily-compared": ("train/daily.html", DAY | {"begun": True, "compared": COMPARED}),
    "mistakes": ("train/mistakes.html", mistakes(headline="No mistake is due.")),
    "mistakes-asked": ("train/mistakes.html", mistake_asked()),
    "mistakes-layout": ("train/mistakes.html", layout_asked()),
    "mistakes-tried": (
        "train/mistakes.html",
        mistakes(headline="Right", tried=True, why="It melds.", note="", place=NOTE.place),
    ),
    "pad-start": ("score/start.html", PAD_START),
    "pad-hollywood": ("score/pad.html", pad("hollywood", ("1 gin 40", "void", "2 knock 6"))),
    "pad-unclear": ("score/pad.html", pad("match", (), sheet="Ann 16 or 61")),
    "pad-corrected": ("score/pad.html", pad("mahjong,players=3", ("40 -15 5",), 1)),
    "pad-teams": ("score/pad.html", pad("teams of 2", ("1 gin 40 + 2 knock 6",))),
    "analyze-three": ("analyze/page.html", partial(asked_of_chair, ASKED_OTHERS[0])),
    "analyze-mahjong": ("analyze/page.html", partial(asked_of_chair, ASKED_OTHERS[1])),
    "other-start": ("train/games.html", OTHER_START),
    "cut": (
        "train/cut.html",
        {
            "title": "Who deals?",
            "description": "A game.",
            "heading": "hoyle-20: who deals?",
            "error": "Who deals is settled.",
            "turn": 1,
            "who": "Club player",
            "waits": False,
            "url": "/train/play/cut",
            "refresh": None,
            "cards": [
                CardGroup("deadwood", "You", pictures([Card.of("Ks")])),
                CardGroup("deadwood", "Club player", pictures([Card.of("7h")])),
            ],
        },
    ),
    "rules-by-hand": ("rules/page.html", RULES_PAGE),
    "rules-wrong": (
        "rules/page.html",
        RULES_PAGE
        | {
            "form": form_of({"rules": "standard", "rule-jokers": "9"}, "", CHOICES),
            "shown": None,
            "kept": False,
            "error": "Jokers: `9` cannot be the number of jokers.",
        },
    ),
    "other-start-on": ("train/games.html", OTHER_START | {"on": True, "tally": TALLY.rows()}),
    "other-table": (
        "train/table.html",
        lambda: {"title": "Table", "description": "A game.", "table": OTHERS["four"]()},
    ),
    "plan": (
        "train/plan.html",
        PLAN | {"lines": (PlanLine("The puzzle of the day", "1 minute", "/puzzles"),), "spent": 3},
    ),
    "plan-done": ("train/plan.html", PLAN | {"lines": (), "spent": 10}),
    "progress": ("train/progress.html", PROGRESS),
    "progress-charts": (
        "train/progress.html",
        PROGRESS
        | {
            "players": (Link("Ann", "/train/progress", True), Link("Bob", "/train")),
            "engines": "Judged by several engines (1 and 2).",
            "level": CHART,
            "leaks": CHART,
            "rating": CHART,
            "months": (("March 2026", "40 ±12, like Strong.", "9 hands", "1"),),
        },
    ),
    "offline": (
        "settings/offline.html",
        {
            "title": "No network",
            "description": "Drills go on.",
            "drills": (("/train/outs", "outs"),),
        },
    ),
    "train": ("train/start.html", START),
    "train-game": ("train/start.html", START | {"game": "Novice: 0–0"}),
    "train-pair": (
        "train/start.html",
        START | {"pairs": [Link("Friend, standard: 12–0, your move", "/train/two/aZ09#table")]},
    ),
    "invitation": (
        "train/invitation.html",
        INVITED
        | {
            "link": Link("http://localhost/train/two/aZ09", "/train/two/aZ09"),
            "error": "You sit here yourself.",
        },
    ),
    "invited": ("train/invitation.html", INVITED),
    "train-game-over": (
        "train/start.html",
        START | {"game": "Novice: 104–62", "game_over": True, "tally": TALLY.rows()},
    ),
    "drill": ("train/drill.html", _page(drill(exercise(Drill.LAY_OFF)))),
    "drill-marked": ("train/drill.html", _page(drill(exercise(Drill.LAY_OFF), "200"))),
    "table": (
        "train/table.html",
        lambda: {"title": "Table", "description": "A game.", "table": seat_page("discard")},
    ),
}
"""Name of the sample -> template, page or what makes it."""

BACK = LookedBackOn("Discarded 3♣", "discard J♦", "7.1 ±1.7", held(DISCARD.view))
WAITING = EndBox("/review/a", "/train/ended/a")
ENDED = EndBox("/review/a", None, True, "+9.1", "−48.4", BACK, BACK, "/review/a/retry")

FRAGMENTS: dict[str, tuple[str, dict[str, Any] | Callable[[], dict[str, Any]]]] = {
    **{f"drill-{kind}": ("train/_drill.html", partial(drilled, kind)) for kind in Drill},
    **{f"drill-{kind}-right": ("train/_drill.html", partial(drilled, kind, right=True))
       for kind in Drill},
    "drill-watched": ("train/_drill.html", partial(drilled, Drill.GONE)),
    "drill-read": ("train/_drill.html", partial(drilled, Drill.TOLD, "")),
    "drill-error": ("train/_drill.html", partial(drilled, Drill.OUTS, "many")),
    **{f"table-{name}": ("train/_table.html", partial(seated, name)) for name in SEATS},
    **{f"other-{name}": ("train/_table.html", partial(around, name)) for name in OTHERS},
    "table-misfit": ("train/_table.html", lambda: {"table": misfit()}),
    "table-error": ("train/_table.html",
                    lambda: {"table": refused("discard", "That cannot be done here.")}),
    "table-asked": ("train/_table.html", lambda: {"table": table(ASKED)}),
    "table-ended": ("train/_table.html",
                    lambda: {"table": replace(seat_page("over"), ended=WAITING)}),
    "ended": ("train/_ended.html", {"end": ENDED}),
    "ended-well": ("train/_ended.html", {"end": EndBox("/review/a", None, done=True)}),
}  # fmt: skip
"""Name of the sample -> template, variables or what makes them."""
