"""A told game where the reader of tales refuses: the only one that gin allows, or a question.

The cues of the text (`_cues`) are taken in each way that gin allows (`_search`). Where one game
is left, it is the reading; where two are, both are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Turn
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended
from analyzer.game.view import HAND
from analyzer.notation._source import Source, shortened
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.records import Match
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.files import LONGEST_MATCH
from analyzer.notation.tales._cues import Cue, Hearing, hearings
from analyzer.notation.tales._drafts import drafts_of
from analyzer.notation.tales._game import Course
from analyzer.notation.tales._hand import Telling, ToldHand, ToldTurn
from analyzer.notation.tales._search import follow
from analyzer.notation.tales._sums import tell_end
from analyzer.notation.tales._teller import listen

LONGEST: Final = 5_000
"""Longer texts are not tried."""
_VOID: Final = re.compile(
    r"(?i)\b(?:hand|deal|it)(?: was| is)? (?:dead|void)\b|\b(?:nobody|no one) scored\b"
    r"|\bdeclared void\b|\b(?:stock|deck) ran out\b|\bno score (?:to|for) either\b"
)
"""The end of a hand that nobody won."""
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
_GROUP: Final = 3
"""So many cards and one of them twice are a card and the meld that it makes."""
_STOPS: Final = frozenset({"end", "line", "ask_end"})
_ACTS: Final = frozenset({"throw", "draw", "take"})
_SAYING: Final = frozenset({"cards", "rank", "number", "who"})


@lru_cache(maxsize=4)
def games_told(text: str) -> list[tuple[Course, Hearing]]:
    """The cheapest games of a text; none of a long one, and nothing is raised."""
    best: list[tuple[Course, Hearing]] = []
    for heard in hearings(text) if len(text) <= LONGEST else ():
        cues = tuple(_prepared(heard.cues, text))
        best += [(game, Hearing(cues, heard.names)) for game in follow(cues)]
    least = min((game.cost for game, _ in best), default=0)
    return [*{game.view: (game, heard) for game, heard in best if game.cost == least}.values()]


def read_lattice(text: str, usual: Rules | None = None, *, sums_only: bool = False) -> Match | None:
    """The one game that a text tells; None where there is none, and InputError where two are.

    With `sums_only` a result is taken only where the numbers told make it.
    """
    games = games_told(text)
    if not games:
        return None
    source = Source(text, LONGEST_MATCH)
    games = [each for each in games if each[0].ending] or games
    turns = [[turn for turn, _ in game.told] for game, _ in games]
    least = min(range(len(turns)), key=lambda at: len(turns[at]))
    if all(
        told[:-1] == turns[least] and told[-1].discarded is None
        for told in turns[:least] + turns[least + 1 :]
    ):
        games, turns = (
            [games[least]],
            [turns[least]],
        )  # the others add a turn of which nothing is told
    if any(told != turns[0] for told in turns):
        raise _question(source, [game for game, _ in games])
    game, heard = games[0]
    if game.tail is not None and _ACTS & {cue.kind for cue in heard.cues[game.tail :]}:
        return None  # a second hand
    hand = _told_hand(source, game)
    telling = Telling([hand], heard.names, listen(Source("")).heard)
    if game.ending is not None:
        tell_end(hand, game, heard.cues, usual, sums_only=sums_only)
    elif _VOID.search(text):
        hand.ending = Ended.VOID
    try:
        return drafts_to_match(drafts_of(source, telling, usual))
    except InputError:
        return None


# ---- cues in order


def _prepared(cues: Sequence[Cue], text: str) -> Iterator[Cue]:
    """The cues without what is asked, and with who acts before what is done."""
    is_json = text.lstrip()[:1] in {"{", "["}
    if is_json:
        braces = (Cue("line", found.span()) for found in re.finditer(r"\{", text))
        cues = sorted((*cues, *braces), key=lambda cue: cue.span)
    sentences: list[list[Cue]] = [[]]
    for cue in cues:
        sentences[-1].append(cue)
        if cue.kind in _STOPS:
            sentences.append([])
    for sentence in _hand_first(sentences):
        kept = _without_question(sentence)
        if is_json:
            pairs = pairwise([Cue("", (0, 0)), *sorted(kept, key=lambda cue: cue.kind != "who")])
            kept = [cue for before, cue in pairs if {before.kind, cue.kind} != {"comma"}]
        if _is_odd(sentence, text):
            kept = [Cue("odd", sentence[0].span)]
        if not _is_head(sentence, text):
            yield from _articles_gone([*_said_once(kept)], text)


def _said_once(cues: Sequence[Cue]) -> Iterator[Cue]:
    """The cues, a card and all that it makes parted: `Ac (four aces)`."""
    for cue in cues:
        if _GROUP <= len({*cue.cards}) < len(cue.cards):
            yield replace(cue, cards=cue.cards[:1], groups=())
            yield replace(cue, kind="mentioned")
        else:
            yield cue


def _hand_first(sentences: list[list[Cue]]) -> list[list[Cue]]:
    """The sentences with that of the hand before the turns, where it is told behind them."""
    whole = (at for at, one in enumerate(sentences) if any(len(cue.cards) >= HAND for cue in one))
    dealt = next(whole, 0)
    kinds = {cue.kind for one in sentences[:dealt] for cue in one}
    if "cards" not in kinds or not _ACTS & kinds:
        return sentences
    return [sentences[dealt], *sentences[:dealt], *sentences[dealt + 1 :]]


def _is_odd(sentence: Sequence[Cue], text: str) -> bool:
    """True for a line of a player that says nothing known: `Sven laughs`."""
    alone = [cue.kind for cue in sentence] == ["who", "line"]
    return alone and bool(_LETTERS.search(text, sentence[0].span[1], sentence[1].span[0]))


def _is_head(sentence: Sequence[Cue], text: str) -> bool:
    """True for the heads of a table: `| turn | who | draw | discard |`."""
    if not sentence or sentence[-1].kind != "line" or _SAYING & {cue.kind for cue in sentence}:
        return False
    line = text[: sentence[-1].span[0]].rpartition("\n")[2].strip()
    cells = line.count("\t") > 1 or (" " not in line and len(re.findall("[,;]", line)) > 1)
    return line.startswith("|") or cells


def _without_question(sentence: list[Cue]) -> list[Cue]:
    """A sentence up to what it asks; the cards named there are mentioned only."""
    asked = next((at for at, cue in enumerate(sentence) if cue.kind == "ask"), None)
    if asked is None and sentence and sentence[-1].kind == "ask_end":
        asked = max((at for at, cue in enumerate(sentence) if cue.kind == "comma"), default=0)
    if asked is None:
        return sentence
    rest = (replace(cue, kind="mentioned") for cue in sentence[asked:] if cue.cards)
    return [*sentence[:asked], *rest, *(cue for cue in sentence[-1:] if cue.kind in _STOPS)]


def _articles_gone(cues: Sequence[Cue], text: str) -> Iterator[Cue]:
    """`tiro el rey`: no pronoun, where a card follows; `dealer=seat1` names who follows."""
    for cue, behind in pairwise([*cues, Cue("", (0, 0))]):
        if cue.kind != "it" or behind.kind not in {"cards", "rank"}:
            yield cue
        if cue.kind == "deals" and text[cue.span[1] : cue.span[1] + 2].strip()[:1] in {"=", ":"}:
            yield Cue("dealer_is", cue.span)


# ---- a hand as it is told


def _question(source: Source, games: Sequence[Course]) -> InputError:
    """The error for two games that fit: the first thing in which they differ."""
    pairs = [*zip(*(game.told for game in games[:2]), strict=False)]
    one, two = next(((one, two) for one, two in pairs if one[0] != two[0]), pairs[-1])
    words = shortened(source.text[slice(*one[1])], 40)
    message = f"`{words}` can be read in two ways: {_said(one[0])}, or {_said(two[0])}"
    begin, end = one[1]
    return source.error(begin, end, message, "say who drew or took which card, and from where")


def _said(turn: ToldTurn) -> str:
    who = ("you", "the opponent")[turn.player]
    verb = "took" if turn.how is Turn.TAKE else "drew"
    gone = "" if turn.discarded is None else f" and threw {turn.discarded}"
    return f"{who} {verb} {turn.card or 'a card'}{gone}"


def _told_hand(source: Source, game: Course) -> ToldHand:
    """A game as the hand that a tale tells."""
    hand = ToldHand(source.mark(0, len(source.text)))
    for player, dealt in enumerate(game.dealt):
        hand.dealt[player] = SaidCards(dealt, {}, hand.mark) if len(dealt) == HAND else None
    hand.upcard = None if game.upcard is None else Said(game.upcard, hand.mark)
    hand.dealer = None if game.dealer is None else Said(game.dealer, hand.mark)
    hand.turns = [replace(turn, mark=source.mark(*span)) for turn, span in game.told]
    if game.cost > 1:
        hand.guesses.append("turns: read by what fits, for the words alone do not tell")
    return hand
