"""The other games in the commands: three and four players, teams, jokers, mahjong gin.

Each command hands over to its function here where the rules, or the text itself, name one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import click
import msgspec
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from analyzer.api import others, seats
from analyzer.api.documents import pretty
from analyzer.api.others import (
    AdviceJson,
    DefendersJson,
    GameOutsJson,
    GameReviewJson,
    LayoutJson,
    LayoutsJson,
    SeatContestJson,
    TableScoreJson,
)
from analyzer.api.scores import table_sheet
from analyzer.cli.bars import spinning_bar
from analyzer.cli.common import answer
from analyzer.cli.draw import Pen, table
from analyzer.cli.ending import asked_to_end
from analyzer.engine.general import advise, contest
from analyzer.engine.thresholds import Z95
from analyzer.errors import InputError
from analyzer.game.general import (
    GameKind,
    HandScore,
    Variant,
    pack_card,
    parse_variant,
)
from analyzer.notation.general import (
    TableRecord,
    parse_chair,
    read_pack,
    read_spread,
    read_table_results,
    result_of,
)
from analyzer.notation.numbers import (
    counted,
    estimate,
    points,
    signed,
    signed_estimate,
)
from analyzer.practice.othercoach import too_close

WORLDS = 400
REVIEW_WORLDS = 100
DEALS = 100
_ALWAYS = ("rules", "as_json")


def check_game(game: Variant, rules: str | None) -> None:
    """See that `--rules` agrees with the game that a text names."""
    if rules is not None and parse_variant(rules) != game:
        raise InputError(
            f"the text is of {game.name}, --rules says {rules}", where="--rules",
            hint="leave one of the two out",
        )  # fmt: skip


def accept(*names: str) -> None:
    """See that no option is given to the command but these, which the other games know too."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and isinstance(option, click.Option) and name not in {*names, *_ALWAYS}:
            raise InputError(
                "it is for the two-handed game only", where=option.opts[0], hint="leave it out"
            )


def _drawn(pen: Pen, words: str) -> Text:
    """A move or a meld, its cards drawn."""
    return Text("").join(_word(pen, word) for word in re.split(r"([\s=]+)", words))


def _word(pen: Pen, word: str) -> Text:
    try:
        return pen.card(pack_card(word))
    except InputError:
        return Text(word)


def _cards(pen: Pen, cards: Iterable[str]) -> Text:
    return Text(" ").join(pen.card(pack_card(card)) for card in cards)


def _layout(pen: Pen, layout: LayoutJson) -> Text:
    melds = Text(" / ").join(_drawn(pen, meld) for meld in layout.melds)
    if not layout.deadwood:
        return melds
    return Text.assemble(melds, " | " if layout.melds else "| ", _cards(pen, layout.deadwood))


# ---------------------------------------------------------------- melds, lay-offs, outs


def melds(cards: str, game: Variant, as_json: bool) -> None:
    """The best layouts of some cards."""
    layouts = others.layouts_of(read_pack(cards), game)
    answer(as_json, layouts, lambda console: _show_layouts(console, layouts))


def _show_layouts(console: Console, layouts: LayoutsJson) -> None:
    pen = Pen(console)
    ways = f", {len(layouts.layouts)} ways" if len(layouts.layouts) > 1 else ""
    console.print(f"Deadwood {layouts.deadwood}{ways}")
    for layout in layouts.layouts:
        console.print("  ", _layout(pen, layout), sep="")


def layoff(knocker: str, defenders: Sequence[str], game: Variant, as_json: bool) -> None:
    """Everybody's answer to a knock in turn."""
    spread = read_spread(knocker, game)
    found = others.defenders_of(spread, [read_pack(cards) for cards in defenders], game)
    answer(as_json, found, lambda console: _show_defenders(console, found))


def _show_defenders(console: Console, defenders: DefendersJson) -> None:
    pen = Pen(console)
    for number, defender in enumerate(defenders.defenders, start=1):
        console.print(f"Defender {number}:", _layout(pen, defender.layout))
        for card, onto in defender.laid_off:
            console.print("  lays off", _drawn(pen, card), "onto", _drawn(pen, onto))
        console.print(
            f"  deadwood {defender.layout.points}; the knocker has {signed(defender.won, 0)}"
        )
    console.print(f"The knocker's hand: {signed(defenders.points[0], 0)}")


def outs(cards: str | None, view: str | None, game: Variant, as_json: bool) -> None:
    """The live cards that help a hand."""
    chair = None if view is None else parse_chair(view)
    hand = chair.hand if chair is not None and cards is None else read_pack(cards or "")
    game_outs = others.outs_at(hand, game, chair)
    answer(as_json, game_outs, lambda console: _show_outs(console, game_outs, game))


def _show_outs(console: Console, game_outs: GameOutsJson, game: Variant) -> None:
    pen = Pen(console)
    named = [("make or lengthen a meld", game_outs.meld), ("make gin", game_outs.gin)]
    if game.play is GameKind.KNOCK:
        named.insert(1, ("let you knock", game_outs.knock))
    rows = ((label, str(len(cards)), _cards(pen, cards)) for label, cards in named)
    console.print(table("live cards that", "number", "cards", rows=rows, right=["number"]))
    console.print(f"{game_outs.live} cards may still come.")


# ---------------------------------------------------------------- views and records


def analyze(text: str, rules: str | None, worlds: int | None, seed: int, *, as_json: bool) -> None:
    """What every move of a chair is worth against greedy players."""
    chair = parse_chair(text)
    check_game(chair.variant, rules)
    if chair.turn != chair.player:
        raise InputError(
            f"it is the turn of player {chair.turn + 1}", where="view",
            hint="give what the player sees who is to act",
        )  # fmt: skip
    advice = others.advice_to_json(advise(chair, worlds or WORLDS, seed))
    answer(as_json, advice, lambda console: _show_advice(console, advice))


MOST_MOVES = 15


def _show_advice(console: Console, advice: AdviceJson) -> None:
    pen = Pen(console)
    best = [move for move in advice.moves if move.best]
    first, *rest = advice.moves
    if len(best) > 1:
        console.print(too_close([_drawn(pen, value.move).plain for value in best]))
    else:
        behind = estimate(rest[0].loss, Z95 * rest[0].loss_se) if rest else ""
        after = f" · next is {_drawn(pen, rest[0].move).plain}, {behind} behind" if rest else ""
        console.print(_drawn(pen, first.move), after, sep="")
    rows = (
        (
            "●" * move.best,
            _drawn(pen, move.move),
            signed_estimate(move.points, Z95 * move.se),
            estimate(move.loss, Z95 * move.loss_se) if move.loss else "–",
        )
        for move in advice.moves[:MOST_MOVES]
    )
    console.print(table("", "action", "points", "behind", rows=rows, right=["points", "behind"]))
    more = len(advice.moves) - MOST_MOVES
    if more > 0:
        console.print(f"{counted(more, 'more move')}: see --json")
    console.print(f"{counted(advice.worlds, 'world')}, seed {advice.seed}, {advice.game}")
    console.print("± is the 95% interval; everyone plays on greedily, see `ginsight rules`.")


def convert(text: str, rules: str | None, wanted: str | None, *, as_json: bool) -> None:
    """What a chair sees, as text, JSON or id."""
    chair = parse_chair(text)
    check_game(chair.variant, rules)
    forms = seats.view_forms(chair)
    document = forms.view if wanted == "json" else forms
    shown = {"json": pretty(forms.view), "id": forms.id}.get(wanted or "text", forms.text)
    answer(as_json, document, lambda _: click.echo(shown))


def convert_record(text: str, rules: str | None, wanted: str | None, *, as_json: bool) -> None:
    """Hands of one of the other games, checked by the referee and printed."""
    if wanted == "id":
        raise InputError(
            "a position id is of one view, not of a record", where="--to", hint="use text or json"
        )
    forms = seats.record_forms(_records(text, rules))
    document = forms.document if wanted == "json" else forms
    shown = pretty(forms.document) if wanted == "json" else forms.text
    answer(as_json, document, lambda _: click.echo(shown))


def _records(text: str, rules: str | None) -> list[TableRecord]:
    """The hands of a text, of the game that the rules say."""
    records = seats.read_records(text)
    check_game(records[0].variant, rules)
    return records


def review(
    text: str, rules: str | None, worlds: int | None, seed: int, seat: int | None, *, as_json: bool
) -> None:
    """A hand judged decision by decision."""
    record = seats.read_one_record(text)
    check_game(record.variant, rules)
    count = min(worlds or REVIEW_WORLDS, 10_000)
    decisions = []
    with asked_to_end() as ended, spinning_bar() as tell:
        wanted = () if seat is None else (seat - 1,)
        for played_move in others.review_record(record, count, seed, wanted):
            decisions.append(played_move)
            tell(f"{len(decisions)} decisions", played_move.number, len(record.steps))
            if ended.is_set():
                break
    reviewed = others.review_to_json(record, decisions, count, seed)
    answer(as_json, reviewed, lambda console: _show_review(console, reviewed))


def _show_review(console: Console, reviewed: GameReviewJson) -> None:
    pen = Pen(console)
    rows = (
        (str(decision.number), str(decision.seat), _drawn(pen, decision.played),
         "" if decision.best == decision.played else _drawn(pen, decision.best),
         estimate(decision.loss, Z95 * decision.loss_se) if decision.loss else "–")
        for decision in reviewed.decisions
    )  # fmt: skip
    console.print(table("move", "player", "played", "better", "lost", rows=rows, right=["lost"]))
    for seat, lost in enumerate(reviewed.lost, start=1):
        console.print(f"Player {seat} lost {points(lost)} points.")
    console.print(f"{counted(reviewed.worlds, 'world')} a decision, seed {reviewed.seed}")


# ---------------------------------------------------------------- scores, rules, contests


_GAME = re.compile(r'^\s*\[game\s+"([^"\n]*)"', re.IGNORECASE | re.MULTILINE)


def game_of(text: str) -> Variant | None:
    """The game that a record names."""
    match = _GAME.search(text)
    return None if match is None else parse_variant(match[1])


def score(text: str, game: Variant, as_json: bool) -> None:
    """The sheet of three or four players, or of mahjong gin."""
    table_score = others.table_score_to_json(table_sheet(_hands(text, game), game))
    answer(as_json, table_score, lambda console: _show_sheet(console, table_score))


def _hands(text: str, game: Variant) -> Sequence[HandScore]:
    if game_of(text) is None:
        return read_table_results(text, game)
    results = [result_of(record) for record in _records(text, None)]
    if None in results:
        raise InputError(
            "a hand is not over, or was not shown to its end",
            where=f"hand {results.index(None) + 1}",
            hint="give its last turn, or leave the hand out",
        )
    return [result for result in results if result is not None]


def is_for_table(game: Variant) -> bool:
    """Whether a game is scored at a table of its own, and not on the sheet of two players."""
    return game.players > 2 or game.play is GameKind.MAHJONG


def _show_sheet(console: Console, table_score: TableScoreJson) -> None:
    names = [f"player {seat + 1}" for seat in range(len(table_score.totals))]
    bonus = [
        table_score.bonus * (table_score.winner == seat)
        for seat in range(1, len(table_score.totals) + 1)
    ]
    lines = [
        *((f"hand {number}", row) for number, row in enumerate(table_score.hands, start=1)),
        ("hands", table_score.points), ("boxes", table_score.boxes), ("game", bonus),
        ("total", table_score.totals),
    ]  # fmt: skip
    rows = ((label, *map(_amount, row)) for label, row in lines if any(row) or label == "total")
    console.print(table("", *names, rows=rows, right=names))
    if table_score.winner is None:
        console.print("In play.")
    else:
        shutout = ", a shutout" if table_score.shutout else ""
        console.print(f"Player {table_score.winner} wins{shutout}.")


def _amount(value: int) -> str:
    return points(value, 0) if value else ""


def show_game(console: Console, game: Variant) -> None:
    """Every number of a game."""
    document = msgspec.to_builtins(others.game_to_json(game))
    shared = document.pop("rules")
    values = " ".join(map(str, document.pop("values")))
    rows = {**document, "card values, ace to king": values, **shared}
    console.print(game.name)
    console.print(document["summary"])
    hidden = {"name", "summary", "game"}
    shown = ((name, _plain(value)) for name, value in rows.items() if name not in hidden)
    console.print(table("field", "value", rows=shown))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def arena(names: tuple[str, str], game: Variant, deals: int, seed: int, *, as_json: bool) -> None:
    """One player in every seat of every deal against others."""
    made = contest(game, *names, deals, seed)
    rotated = others.contest_to_json(game, names, made, seed)
    answer(as_json, rotated, lambda console: _show_contest(console, rotated))


def _show_contest(console: Console, rotated: SeatContestJson) -> None:
    console.print(f"{rotated.player} against {rotated.others}, {rotated.game}, seed {rotated.seed}")
    deals = counted(rotated.deals, "deal")
    if rotated.deals < 2:
        console.print(f"{deals}: {signed(rotated.gain)} points (one deal: no interval)")
        return
    text = f"{signed(rotated.gain)} ({signed(rotated.low)} to {signed(rotated.high)})"
    console.print(f"{deals}, each from every seat: {text} points a hand above the others")
