"""Hands as people tell them: `I have 7h 8h 9h …, the upcard is 5s. Should I take it?`

A text that reads as a view, line by line, is read so and in no other way. Any other one is
taken apart into words, numbers and cards (`_lexer`), its phrases are looked up
(`vocabulary.toml`), each card is what the phrase beside it says (`_listener`), and what was
said becomes the facts that the lines of a view state (`_conclude`). A `Reading` also says what
had to be guessed, what is missing, and which question was put.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.actions import Question
from analyzer.game.cards import CardSet
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.view import HAND, View
from analyzer.notation._complete import assume_rules, complete, lacks_upcard, offer_first
from analyzer.notation._proof import Origin, nowhere, rewritten
from analyzer.notation._seats import BREAK
from analyzer.notation._source import LONGEST, Source
from analyzer.notation._tokens import general_hint
from analyzer.notation.boards import board_as_lines
from analyzer.notation.facts import Facts, Said, rules_of
from analyzer.notation.keyed import keyed_as_lines, table_as_lines
from analyzer.notation.languages import Translation, cued, foreign, in_original, in_words
from analyzer.notation.lines import (
    is_formal,
    is_settled,
    is_view,
    read_facts,
    tells_turns,
    unread_line,
)
from analyzer.notation.placing import place
from analyzer.notation.reading import LAYOFF, Reading
from analyzer.notation.sentences._agreement import (
    asking,
    is_laid_out,
    is_likely,
    judged,
    with_figures,
)
from analyzer.notation.sentences._card_groups import put_together
from analyzer.notation.sentences._conclude import add_remarks, defended, facts_from
from analyzer.notation.sentences._corrections import corrected
from analyzer.notation.sentences._groups import check_suits, said_before, spelled_out
from analyzer.notation.sentences._heard import CardRole, Heard, TornError
from analyzer.notation.sentences._left_out import RANK_WORDS, lost_cards, lost_numbers, not_used
from analyzer.notation.sentences._lexer import DOTTED, lexemes
from analyzer.notation.sentences._listener import listen
from analyzer.notation.sentences._phrases import refuse_misspelled, refuse_other_games
from analyzer.notation.sentences._rank_corrections import ranks_corrected
from analyzer.notation.sentences._search import sought
from analyzer.notation.sentences._sorry import AGAIN, SORRIES, pattern
from analyzer.notation.sentences._suit_orders import by_suit
from analyzer.notation.sentences._vocabulary import known_words, written
from analyzer.notation.view import format_view

__all__ = ["mended", "read_sentences", "viewed", "warm_up"]

BY_BRIDGE = "the suits between dots are read as in bridge: spades, hearts, diamonds, clubs"


def warm_up() -> None:
    """Put the words in order, for which the first text to be read would wait."""
    source = Source("I hold 7h 8h 9h and he threw the 9c")
    words = lexemes(source)
    refuse_misspelled(source, words)
    listen(source, words)


def read_sentences(text: str, usual: Rules | None = None) -> Reading:
    """Read what is no view line by line, or one with a slip in it, as `read_text` does.

    >>> read_sentences("I hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he threw the 9c").question
    'draw'
    """
    outcome = _outcome(text, usual)
    if isinstance(outcome, InputError):
        raise outcome
    return outcome


@lru_cache(maxsize=4)
def _outcome(text: str, usual: Rules | None) -> Reading | InputError:
    """The reading or the refusal, once for all who ask what a text is."""
    if (named := by_suit(text)) != text:
        with suppress(InputError):
            return replace(read_sentences(named, usual), formal=False, origin=nowhere, written=text)
    try:
        reading = replace(with_figures(text, _likely(text, usual)), written=text)
    except InputError as error:
        return error.with_traceback(None)
    lost = () if "unused" in reading.guesses else (*lost_cards(reading), *lost_numbers(reading))
    if lost:
        guesses = {**reading.guesses, "unused": not_used(lost)}
        reading = replace(reading, formal=False, guesses=guesses)
    if not any(found[0].strip(".") for found in _DOTTED.finditer(text)):
        return reading
    return replace(reading, formal=False, guesses={**reading.guesses, "suits": BY_BRIDGE})


def _likely(text: str, usual: Rules | None) -> Reading:
    """The reading of phrases that the net finds likely, too, or that of the net alone.

    Raises InputError, with a question where it is not plain what is meant.
    """
    try:
        reading = replace(_read_any(text, usual), written=text)
    except InputError as error:
        unread = _UNREAD.search(error.message) and _UNKNOWN not in error.message
        doubted = _DOUBTED.search(error.message) and not _KNOCKED.search(text)
        plain = is_view(text) or error.hint == "name it" or not (unread or doubted)
        if plain or _TAKEN_BACK.search(text):
            raise
        likely = _searched(text, usual) if unread else None
        if likely is not None and (place(text) is None or is_likely(text, likely)):
            return likely
        likely = (None if isinstance(error, UnclearError) else _placed(text, usual)) or likely
        if likely is not None:
            return likely
        raise asking(text, error) if unread and not _NO_CARD.search(text) else error from None
    if is_laid_out(text, reading) or _TAKEN_BACK.search(text):
        return reading
    return judged(text, reading, _searched(text, usual), lambda: _placed(text, usual))


@lru_cache(maxsize=4)
def _searched(text: str, usual: Rules | None) -> Reading | None:
    """The reading of the one position that the search of a text finds; None where there is none."""
    if _NO_CARD.search(text):
        return None
    strange = foreign(text) or _is_strange(text)
    texts = [each.text for each in in_words(text)] if strange else []
    texts = [text] if not any(map(sought, texts)) else texts
    found = {position for each in texts if (position := sought(each)) is not None}
    if len(found) != 1:
        return None
    with suppress(InputError):
        return replace(_read(found.pop().lines, usual), formal=False, origin=nowhere)
    return None


@lru_cache(maxsize=4)
def _placed(text: str, usual: Rules | None) -> Reading | None:
    """The reading of the position that a text is likeliest to tell, where that is sure."""
    refused = any(each.search(text) for each in (_NO_CARD, _OTHER_GAMES))
    position = None if refused else place(text)
    if position is None or not position.is_sure:
        return None
    lacks_drawn = len(position.hand) > HAND and not position.of("drawn") and "drawn" in text
    if lacks_drawn or (position.top is None and _OFFERED.search(text)):
        return None
    with suppress(InputError):
        reading = replace(_read(position.lines, usual), formal=False, origin=nowhere, written=text)
        reading = replace(reading, guesses={**reading.guesses, "hand": _BY_WORDS})
        return None if any(lost_cards(reading)) else reading
    return None


_OTHER_GAMES: Final = written("other_games")
_TAKEN_BACK: Final = written("taken_back")
_BY_WORDS: Final = "where each card is follows from all the words around it"
_OFFERED: Final = re.compile(r"(?i)\bup-? ?card:?\s*(?:is )?(?:the )?[\dajqk]")
_LONGEST: Final = 5_000


def _read_any(text: str, usual: Rules | None) -> Reading:
    formal = is_view(text)
    if not formal and _LONGEST < len(text) <= LONGEST:
        raise InputError(
            f"the text is too long to be about one hand: {len(text)} characters",
            hint=f"at most {_LONGEST} are read; write the cards and what was seen of this hand",
        )
    if not formal and (table := table_as_lines(text) or board_as_lines(text)):
        return replace(_read(table, usual), formal=False, origin=nowhere)
    if not formal:
        refuse_other_games(text)
    translated = () if formal else foreign(text) or (cued(text) if _is_strange(text) else ())
    if not formal and _HEADER.search(text):
        with suppress(InputError):
            bare = _HEADER.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
            return replace(_read(bare, usual), formal=False)
    try:
        told = _read_foreign(text, translated, usual) if translated else _read(text, usual)
        return told if formal else _as_keyed(text, told, usual)
    except InputError as error:
        with suppress(InputError):
            if not translated and (cues := (formal and foreign(text)) or cued(text)):
                return _read_foreign(text, cues, usual)
        check_suits(text)
        of_keys: InputError | None = None
        if (keyed := keyed_as_lines(text)) is not None:
            try:
                return replace(_read(keyed, usual), formal=False, origin=nowhere)
            except InputError as refused:
                of_keys = refused
        wide = not is_formal(text) or "is not a line" in error.message
        with suppress(InputError):
            if wide and (keyed := keyed_as_lines(text, wide=True)) is not None:
                return replace(_read(keyed, usual), formal=False, origin=nowhere)
        if of_keys is not None:
            raise of_keys from None
        if error.fix is None or error.span is None or _reads(mended(text, error), usual):
            raise
        raise _without_cure(text, error) from error


_UNKNOWN: Final = "is not a known word"
_NO_CARD: Final = re.compile(
    r"(?<![^\W_])(?:(?:[TJQKA]|10|[5-9])[bfgijqvwxz]|1[1-9]?[cdhs]|1[1-9][♣♦♥♠])(?![^\W_])"
)


def _is_strange(text: str) -> bool:
    """True if hardly a word of a text is English."""
    words = [word.lower() for word in _LETTERS.findall(text)]
    return len(words) > _FEW_WORDS and 8 * sum(w in known_words() for w in words) < len(words)


def _as_keyed(text: str, reading: Reading, usual: Rules | None) -> Reading:
    """The reading of keys and values, where it lays cards elsewhere than that of sentences."""
    with suppress(InputError):
        if (lines := keyed_as_lines(text)) is not None:
            keyed = replace(_read(lines, usual), formal=False, origin=nowhere)
            return reading if _places(keyed) == _places(reading) else keyed
    return reading


def _places(reading: Reading) -> object:
    """Return where the cards of a reading are, and the score."""
    view = reading.view
    return view and (view.hand, CardSet.from_cards(view.pile), view.top, view.opponent, view.score)


def _read_foreign(text: str, translated: Sequence[Translation], usual: Rules | None) -> Reading:
    """Read a text in another language, where all languages that it may be in read the same."""
    found: dict[str, tuple[Reading, str]] = {}
    problems = []
    for translation in translated:
        try:
            with in_original(text, translation.origin):
                reading = _read(translation.text, usual)
            reading = replace(reading, origin=translation.origin)
            found.setdefault(reading.text, (reading, translation.language))
        except InputError as error:
            problems.append(error)
    if not found:
        raise problems[0]
    if len(found) > 1:
        names = " or ".join(language for _, language in found.values())
        several = InputError(
            f"this reads as {names}, with other cards in each", where="text",
            hint="write the cards as in 7h 8h 9h, or the suits as words",
        )  # fmt: skip
        raise UnclearError(several, (Wording(name, text) for text, (_, name) in found.items()))
    ((reading, language),) = found.values()
    return replace(
        reading, formal=False, guesses={**reading.guesses, "language": f"read as {language}"}
    )


def mended(text: str, error: InputError) -> str:
    """The text with an error's cure in its place."""
    assert error.span is not None
    start, end = error.span
    return text[:start] + (error.fix or "") + text[end:]


def _reads(text: str, usual: Rules | None) -> bool:
    try:
        _read(text, usual)
    except InputError:
        return False
    return True


def _without_cure(text: str, error: InputError) -> InputError:
    assert error.span is not None
    hint = error.hint
    if hint is not None and hint.startswith("did you mean"):
        hint = general_hint(text[slice(*error.span)])
    return InputError(error.message, where=error.where, hint=hint, span=error.span)


def _read(text: str, usual: Rules | None) -> Reading:
    """Read line by line where that goes; turns told in lines are read in no other way."""
    check_suits(text)
    try:
        facts = read_facts(text)
    except InputError as error:
        if tells_turns(text):
            return _with_remarks(text, usual, error)
        if is_formal(text) and is_settled(text, error):
            raise
        return _told_unless_formal(text, usual, error)
    guesses = assume_rules(facts, usual)
    offer_first(facts)
    reading = Reading(facts, guesses=guesses, rules=rules_of(facts))
    try:
        return replace(reading, view=complete(facts))
    except InputError as error:
        if lacks_upcard(facts):
            return replace(reading, asks=Question.UPCARD.value, formal=False)
        if facts.turns is not None or (is_formal(text) and not _A_RUN.search(text)):
            raise
        return _told_unless_formal(text, usual, error)


def _told_unless_formal(text: str, usual: Rules | None, error: InputError) -> Reading:
    """The reading of sentences; where it fails, the error of lines is that of lines."""
    try:
        reading = _told(text, usual)
    except InputError as other:
        diagnosed = _DIAGNOSED.search(other.message) and not _DIAGNOSED.search(error.message)
        raise (error if is_formal(text) and not diagnosed else other) from None
    origin = reading.origin or (lambda *span: span)
    if unread_line(text, [origin(*span) for span in reading.used]):
        raise error
    return reading


def _with_remarks(text: str, usual: Rules | None, error: InputError) -> Reading:
    """A history in lines with sentences beside it, on rules and score but on no cards."""
    lines = text.splitlines(keepends=True)
    formal = [not line.strip() or line[:1].isspace() or is_formal(line) for line in lines]
    rest = "".join(line if kept else _blank(line) for line, kept in zip(lines, formal, strict=True))
    remarks = "".join(
        _blank(line) if kept else line for line, kept in zip(lines, formal, strict=True)
    )
    source = Source(remarks)
    heard = listen(source, lexemes(source))
    if all(formal) or heard.cards or heard.is_empty:
        raise error
    facts = read_facts(rest)
    add_remarks(facts, heard, usual)
    view = complete(facts)
    return Reading(
        facts, view, asked=heard.asked, guesses=heard.guesses, rules=view.rules, formal=False,
        used=tuple(heard.used),
    )  # fmt: skip


def _blank(line: str) -> str:
    return re.sub(r"[^\r\n]", " ", line)


def _told(text: str, usual: Rules | None) -> Reading:
    """The reading of sentences."""
    source, origin = _plain(text)
    with in_original(text, origin):
        return replace(_told_plainly(source, usual), origin=origin)


def _told_plainly(source: Source, usual: Rules | None) -> Reading:
    """The reading of sentences whose cards are put together."""
    facts, heard = _facts_in(source, usual)
    reading = Reading(
        facts, asked=_put(heard), guesses=heard.guesses, rules=rules_of(facts), formal=False,
        used=tuple(heard.used),
    )  # fmt: skip
    if heard.knocked is not None:
        return replace(reading, spread=defended(facts, heard, reading.rules))
    if lacks_upcard(facts):
        other = next(iter(rules_of(facts).pack - _said_of(facts)))
        complete(replace(facts, offered=Said(other)))  # says what else is wrong
        return replace(reading, asks=Question.UPCARD.value)
    return replace(reading, view=complete(facts))


def _said_of(facts: Facts) -> CardSet:
    """The cards of which something is said."""
    said = (facts.hand, facts.took, facts.opponent, facts.shown)
    return CardSet.from_cards(card for cards in said if cards for card in cards.cards)


def facts_told(text: str, usual: Rules | None = None) -> tuple[Facts, Heard]:
    """Return what sentences say, though it may not make a situation yet.

    Raises InputError where something in them cannot be read.
    """
    source, origin = _plain(text)
    with in_original(text, origin):
        return _facts_in(source, usual)


def _plain(text: str) -> tuple[Source, Origin]:
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


def _facts_in(source: Source, usual: Rules | None) -> tuple[Facts, Heard]:
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


def _put(heard: Heard) -> str:
    """The question put; with the card, where it is about discarding one."""
    cards = heard.of(CardRole.PUT)
    if heard.asked == "discard" and len(cards) == 1:
        return f"discard {cards[0].card}"
    return "" if heard.asked == LAYOFF else heard.asked


_UNCLEAR = pattern(
    r"(?:[♣♦♥♠]|\b[2-9TJQKA][cdhs]?)[^\w\n]{0,6}\b(?:no,? wait|wait,? no|oops|scratch that)\b"
    rf"[^\n.;!?\d]{{0,20}}\b(?:{RANK_WORDS}|[TJQKA])\b(?![♣♦♥♠])|"
    rf"[♣♦♥♠]\??{SORRIES}{AGAIN}(?:and )?(?:{RANK_WORDS}|[ajqk])\b"
    r"(?![♣♦♥♠]| (?:in|turns?|cards?)\b)"
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FEW_WORDS = 4
_DOTTED = re.compile(DOTTED)
_HEADER = written("header")
_UNREAD = re.compile(
    r"is not a card|is not a known word|has no (?:suit|rank)|^the hand has|^your hand has 11"
    r"|no cards are|^no hand is given|not clear what is said|what happened with"
    r"|does not say which suits|suits behind it"
)
"""The refusals for want of words, not for what cannot be."""
_DOUBTED = re.compile(
    r"appears twice|can no longer be taken|is not a score|cannot be the count"
    r"|cards are missing|is both in"
)
_KNOCKED = written("knocked")
_DIAGNOSED = re.compile(r"^the hand has|appears twice|is both in|was drawn, but")
_A_RUN = re.compile(r"[0-9tjqka][cdhs]?\s*[-–—]\s*[0-9tjqk]", re.I)
"""Perhaps a run from card to card, which lines do not know: `6-8 spades`."""
_RULES_LINE = re.compile(
    rf"^[ \t]*rules?[ \t]*[:=][ \t]*(?P<rules>(?:(?!{BREAK.pattern})[^#\r\n])*)", re.I | re.M
)


def _rules_in(source: Source, line: re.Match[str]) -> Said[Rules] | None:
    """The rules of a line that names them as a view does; None where it does so in words."""
    try:
        return Said(rules_for_two(line["rules"].strip(" \t.;,")), source.mark(*line.span()))
    except InputError:
        return None


def viewed(facts: Facts) -> View:
    """The view that follows from facts; raises InputError where they do not make one."""
    return complete(facts)
