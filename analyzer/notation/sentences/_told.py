"""The facts that sentences say: their words taken apart, what was taken back mended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.rules import Rules, rules_for_two
from analyzer.notation._complete import complete, offer_first
from analyzer.notation._proof import Origin, rewritten
from analyzer.notation._seats import BREAK
from analyzer.notation._source import Source
from analyzer.notation.facts import Facts, Said
from analyzer.notation.languages import in_original
from analyzer.notation.sentences._card_groups import put_together
from analyzer.notation.sentences._conclude import facts_from
from analyzer.notation.sentences._corrections import corrected
from analyzer.notation.sentences._groups import said_before, spelled_out
from analyzer.notation.sentences._heard import Heard, TornError
from analyzer.notation.sentences._left_out import RANK_WORDS, not_used
from analyzer.notation.sentences._lexer import lexemes
from analyzer.notation.sentences._listener import listen
from analyzer.notation.sentences._phrases import refuse_misspelled
from analyzer.notation.sentences._rank_corrections import ranks_corrected
from analyzer.notation.sentences._sorry import AGAIN, SORRIES, pattern
from analyzer.notation.view import format_view


def facts_told(text: str, usual: Rules | None = None) -> tuple[Facts, Heard]:
    """Return what sentences say, though it may not make a situation yet.

    Raises InputError where something in them cannot be read.
    """
    source, origin = plain(text)
    with in_original(text, origin):
        return facts_in(source, usual)


def plain(text: str) -> tuple[Source, Origin]:
    """A text with what was taken back mended, and with groups of cards as cards."""
    spelled = spelled_out(Source(text)).text
    plain, moved = put_together(spelled)
    ranked = ranks_corrected(plain)
    mended = ranked if _UNCLEAR.search(ranked) else corrected(Source(ranked)).text
    before, behind = rewritten(text, spelled), rewritten(plain, mended)

    def origin(start: int, end: int) -> tuple[int, int]:
        span = moved(*(behind(start, end) if behind else (start, end)))
        return before(*span) if before else span

    if found := _UNCLEAR.search(mended):
        raise Source(text).error(
            *origin(*found.span()), "it is not clear which of these ranks are taken back",
            "write the cards as they are",
        )  # fmt: skip
    said, placed = said_before(mended)
    return Source(said), lambda start, end: origin(*placed(start, end))


def facts_in(source: Source, usual: Rules | None) -> tuple[Facts, Heard]:
    """The facts in a text whose cards are put together."""
    text, rules = source.text, None
    if named := _RULES_LINE.search(text):
        rules = _rules_in(source, named)
        blank = " " * len(named.group())
        source = source if rules is None else Source(blank.join(text.split(named.group(), 1)))
    words = lexemes(source)
    refuse_misspelled(source, words)
    heard = listen(source, words)
    if heard.unused:
        heard.guesses["unused"] = not_used(source.text[start:end] for start, end in heard.unused)
    if rules is not None and named:
        heard.rules = rules
        heard.used.append(named.span())
    elif named and heard.rules is None:
        rules_for_two(named["rules"])  # says what is wrong with it
    try:
        facts = facts_from(heard, usual)
    except TornError as error:
        raise UnclearError(error, _choices(heard, error, usual)) from None
    offer_first(facts)
    return facts, heard


def _choices(heard: Heard, error: TornError, usual: Rules | None) -> Iterator[Wording]:
    """The whole views that come of what a card may be, each once."""
    texts = set()
    for label, roles in error.ways.items():
        with suppress(InputError):
            facts = facts_from(heard.with_roles(roles), usual)
            offer_first(facts)
            text = format_view(complete(facts))
            if text not in texts:
                yield Wording(label, text)
            texts.add(text)


_UNCLEAR = pattern(
    r"(?:[♣♦♥♠]|\b[2-9TJQKA][cdhs]?)[^\w\n]{0,6}\b(?:no,? wait|wait,? no|oops|scratch that)\b"
    rf"[^\n.;!?\d]{{0,20}}\b(?:{RANK_WORDS}|[TJQKA])\b(?![♣♦♥♠])|"
    rf"[♣♦♥♠]\??{SORRIES}{AGAIN}(?:and )?(?:{RANK_WORDS}|[ajqk])\b"
    r"(?![♣♦♥♠]| (?:in|turns?|cards?)\b)"
)
_RULES_LINE = re.compile(
    rf"^[ \t]*rules?[ \t]*[:=][ \t]*(?P<rules>(?:(?!{BREAK.pattern})[^#\r\n])*)", re.I | re.M
)


def _rules_in(source: Source, line: re.Match[str]) -> Said[Rules] | None:
    """The rules of a line that names them as a view does; None where it does so in words."""
    try:
        return Said(rules_for_two(line["rules"].strip(" \t.;,")), source.mark(*line.span()))
    except InputError:
        return None
