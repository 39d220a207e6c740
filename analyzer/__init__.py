"""Ginsight: for gin rummy, what an engine and a review page are for chess.

The map of the house, low to high; a file imports from its own room and from those before it::

    errors      what goes wrong
    resources   where files lie
    jobs        long work on processes or a Dask cluster

    kernel      the hot loops: integers and arrays in, integers and arrays out
    game        cards, rules, actions, melds, scoring, the hand in play, what one player sees
    notation    every text that people write or read: cards, views, records, ids, numbers
    vision      the reader of screenshots: from pixels to cards with certainties
    engine      beliefs, policies, rollouts, the search, opponent models, bots
    rl          environments to learn in, for PettingZoo or by the thousand; our bots elsewhere
    review      what each decision of a record cost, what was luck, and why, in words
    api         the public documents, routes as data, exact answers, the engine protocol
    practice    puzzles, drills, lessons, games against the engine, ratings
    arena       bot against bot on mirrored deals, benchmarks, the shipped figures of self-play
    display     what pages, files and notebooks share: cards, hands, the table, charts
    store       the database, and the only place with SQL
    service     work beside the requests: searches and reviews, queued, watched, resumed
    web         the web application, a folder for each feature
    cli         the command `ginsight`

A file whose name begins with an underscore is its room's own: no other room imports it.

The names below are the public Python API. Each is loaded when it is first asked for; hands,
views, records, evaluations and reports draw themselves in a notebook. Players are counted from 1
in texts and documents and from 0 here: `seats=(0,)` is player 1, `record.dealer == 1` player 2.

>>> import analyzer
>>> analyzer.deadwood("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac")
23
>>> answer = analyzer.analyze("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh, stock: 12", worlds=256)
>>> str(answer.best[0])
'gin Kh'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.api.exact import deadwood, knocks, layoff, melds, outs
    from analyzer.api.python import analyze, belief, explain, parse_record, parse_view, review
    from analyzer.arena import duel
    from analyzer.engine.types import Evaluation
    from analyzer.game.cards import CardSet
    from analyzer.game.rules import PRESETS, Rules, parse_rules
    from analyzer.game.view import View
    from analyzer.notation.records import Record

__version__ = "0.3.0"

__all__ = [
    "PRESETS",
    "CardSet",
    "Evaluation",
    "Record",
    "Rules",
    "View",
    "analyze",
    "belief",
    "deadwood",
    "duel",
    "explain",
    "knocks",
    "layoff",
    "melds",
    "outs",
    "parse_record",
    "parse_rules",
    "parse_view",
    "review",
]

_ELSEWHERE = {
    "PRESETS": "analyzer.game.rules",
    "CardSet": "analyzer.game.cards",
    "Evaluation": "analyzer.engine.types",
    "Record": "analyzer.notation.records",
    "Rules": "analyzer.game.rules",
    "View": "analyzer.game.view",
    "deadwood": "analyzer.api.exact",
    "duel": "analyzer.arena",
    "knocks": "analyzer.api.exact",
    "layoff": "analyzer.api.exact",
    "melds": "analyzer.api.exact",
    "outs": "analyzer.api.exact",
    "parse_rules": "analyzer.game.rules",
}
"""The modules of the names that are not those of `analyzer.api.python`."""

if not TYPE_CHECKING:  # a name that does not exist is an error to the type checker

    def __getattr__(name: str) -> Any:
        """A public name, loaded when it is first asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import_module("analyzer.display.notebook")  # from here on values draw themselves
        if name not in _ELSEWHERE or name == "Evaluation":  # a search or a report may come of it
            import_module("analyzer.display.found")
            import_module("analyzer.display.review.notebook")
        if name == "review":  # the room is called itself
            return import_module("analyzer.review")
        value = getattr(import_module(_ELSEWHERE.get(name, "analyzer.api.python")), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
