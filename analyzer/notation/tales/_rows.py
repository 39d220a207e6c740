"""A hand as a log of lines, each with its player: `21:07:19 Ann picks Jc from pile`."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise
from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Turn
from analyzer.game.scoring import Ended
from analyzer.game.view import HAND
from analyzer.notation._source import Source, shortened
from analyzer.notation.cards import ReadCard, read_part
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.tales._hand import Telling, ToldHand, ToldTurn
from analyzer.notation.tales._teller import listen
from analyzer.resources import texts_beside

_TEXTS: Final = texts_beside(__file__, "rows.toml")
_EACH: Final = "|".join(f"(?P<{kind}>{words})" for kind, words in _TEXTS["verbs"].items())
_PARTS: Final = {**_TEXTS["parts"], "EACH": _EACH, "WORDS": re.sub(r"\?P<\w+>", "?:", _EACH)}
_LOOKS: Final = {
    kind: re.compile(re.sub("CARD|NAME|WORDS|EACH", lambda part: _PARTS[part[0]], text), re.I)
    for kind, text in _TEXTS["patterns"].items()
}
_ROW: Final = re.compile(_LOOKS["head"].pattern + _LOOKS["act"].pattern, re.I)


def listen_to_rows(source: Source) -> Telling | None:
    """All that a log tells; None for any other text."""
    rows = _Rows(source)
    if len(rows.names) != 2 or not rows.deals or rows.names.keys() & {*_TEXTS["others"]}:
        return None
    telling = listen(Source(source.text[: rows.start]))
    telling.hands, telling.problem, telling.asks = [rows.hand], None, False
    try:
        rows.run()
    except InputError as error:
        telling.problem = error
    first, second = rows.names.values()
    telling.names = None if first.lower() in _TEXTS["me"] else first, second
    return telling


class _Rows:
    def __init__(self, source: Source) -> None:
        self.source, self.text = source, _LOOKS["remark"].sub(_blank, source.text)
        self.lines = list(pairwise((*source.starts, len(source.text))))
        self.heads = [_LOOKS["head"].match(self.text, *line) for line in self.lines]
        acts = [at for at, line in enumerate(self.lines) if _ROW.fullmatch(self.text, *line)]
        self.acts, self.start = acts, self.lines[acts[0]][0] if acts else 0
        self.preface = _LOOKS["before"].sub(_blank, self.text[: self.start])
        self.deals = [at for at in range(acts[0] if acts else 0) if len(self._ten(at)) == HAND]
        said = [head["name"] for at in (*self.deals, *acts) if (head := self.heads[at])]
        said.sort(key=lambda name: name.lower() not in _TEXTS["me"])
        self.names = {name.lower(): name for name in said}
        self.hand = ToldHand(source.mark(0, len(source.text)))

    def _ten(self, at: int) -> tuple[ReadCard, ...]:
        head, end = self.heads[at], self.lines[at][1]
        text = self.preface if end <= self.start else self.text
        with suppress(InputError):
            if head and (dealt := _LOOKS["dealt"].match(text, head.end(), end)):
                stop = dealt.end() + len(text[dealt.end() : end].rstrip(" \t\r\n,;."))
                return read_part(self.source, dealt.end(), stop)
        return ()

    def _error(self, at: int, message: str, hint: str = _TEXTS["hint"]) -> InputError:
        return self.source.error(*self.lines[at], message, hint)

    def _player(self, head: re.Match[str] | None, name: str = "name") -> int:
        said = "" if head is None else head[name].lower()
        return [*self.names].index(said) if said in self.names else -1

    def run(self) -> None:
        """Note what each line says; raises InputError for one that cannot be understood."""
        for at in self.deals:
            cards, player = [read.card for read in self._ten(at)], self._player(self.heads[at])
            if self.hand.dealt[player] is not None:
                raise self._error(at, "this hand is dealt twice", "give each hand by itself")
            self.hand.dealt[player] = SaidCards((*cards,), {}, self.source.mark(*self.lines[at]))
        for found in _LOOKS["card"].finditer(self.preface):
            if (at := self.source.line(found.start()) - 1) not in self.deals:
                raise self._error(at, f"what happened with `{found[0]}` is not said")
        for found in _LOOKS["before"].finditer(self.text, 0, self.start):
            kind, mark = found.lastgroup or "", self.source.mark(*found.span())
            if kind == "card":
                self.hand.upcard = Said(read_part(self.source, *found.span(kind))[0].card, mark)
            elif (player := self._player(found, kind)) >= 0:
                self.hand.dealer = Said(1 - player if kind == "first" else player, mark)
        for at in range(self.acts[0], len(self.lines)):
            line = self.source.text[slice(*self.lines[at])].strip()
            if at in self.acts:
                self._turn(at)
            elif self.hand.ending is not None:
                self._after(at)
            elif line:
                raise self._error(at, f"`{shortened(line, 40)}` is not a turn")

    def _turn(self, at: int) -> None:
        head, hand, (start, end) = self.heads[at], self.hand, self.lines[at]
        player, mark, turn = self._player(head), self.source.mark(start, end), hand.last
        verbs = [*_LOOKS["verb"].finditer(self.text, head.end() if head else start, end)]
        kinds = {verb.lastgroup for verb in verbs}
        begins = kinds & {"pass", "stock", "pile", "draw", "take"}
        if hand.ending is not None and (begins or "throw" in kinds):
            raise self._error(at, "the hand is over before this line", "give each hand by itself")
        if begins:
            how = Turn.TAKE if "stock" not in kinds and kinds & {"pile", "take"} else Turn.DRAW
            how = Turn.PASS if "pass" in kinds else how
            hand.turns.append(turn := ToldTurn(player, how, mark=mark))
        if turn is None or turn.player != player:
            raise self._error(at, "a card must be drawn or taken before this")
        for verb, stop in zip(verbs, [*(verb.start() for verb in verbs[1:]), end], strict=True):
            kind = "knock" if verb["knock"] else verb.lastgroup or ""
            place = "discarded" if kind == "throw" else "card"
            for found in _LOOKS["card"].finditer(self.text, verb.end(), stop):
                if getattr(turn, place) is not None or turn.how is Turn.PASS:
                    raise self._error(at, f"{found[0]} is one card too many in this turn")
                setattr(turn, place, read_part(self.source, *found.span())[0].card)
                place = "discarded"
            if kind in _TEXTS["endings"]:
                hand.ending, hand.knocker = Ended(_TEXTS["endings"][kind]), player
                turn.knocks, turn.big, hand.knock_told = True, kind == "big", kind == "knock"
            if verb["points"]:
                hand.counts[player] = Said(int(verb["points"]), mark)
        if turn.how is Turn.TAKE and turn.card is None:
            raise self._error(at, "the card that was taken is not named")

    def _after(self, at: int) -> None:
        (start, end), hand, text = self.lines[at], self.hand, self.source.text
        player, reads = self._player(self.heads[at]), self._ten(at)
        points, mark = _LOOKS["points"].search(text, start, end), self.source.mark(start, end)
        if player >= 0 and len(reads) == HAND:
            hand.laid[player] = [[*reads]]
        elif points and (winner := self._player(points, "a" if points["a"] else "b")) >= 0:
            hand.points, hand.winner = Said(int(points["p"] or points["q"]), mark), winner
        elif text[start:end].strip():
            hand.guesses.append(f"line {at + 1}: a remark behind the end, which is not read")


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
