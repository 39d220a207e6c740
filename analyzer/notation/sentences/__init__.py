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
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.notation._complete import assume_rules, complete, lacks_upcard, offer_first
from analyzer.notation._proof import nowhere
from analyzer.notation._source import LONGEST, Source
from analyzer.notation._tokens import general_hint
from analyzer.notation.boards import board_as_lines
from analyzer.notation.facts import Facts, Said, rules_of
from analyzer.notation.keyed import keyed_as_lines, table_as_lines
from analyzer.notation.languages import Translation, cued, foreign, in_original
from analyzer.notation.lines import (
    is_formal,
    is_settled,
    is_view,
    read_facts,
    tells_turns,
    unread_line,
)
from analyzer.notation.placing import likeliest
from analyzer.notation.reading import LAYOFF, Reading
from analyzer.notation.sentences._conclude import add_remarks, defended
from analyzer.notation.sentences._finishing import (
    is_laid_out,
    with_drawn,
    with_figures,
)
from analyzer.notation.sentences._groups import check_suits
from analyzer.notation.sentences._heard import CardRole, Heard
from analyzer.notation.sentences._left_out import lost_cards, lost_numbers, not_used
from analyzer.notation.sentences._lexer import DOTTED, lexemes
from analyzer.notation.sentences._listener import listen
from analyzer.notation.sentences._phrases import refuse_misspelled, refuse_other_games
from analyzer.notation.sentences._suit_orders import by_suit
from analyzer.notation.sentences._told import facts_in, plain
from analyzer.notation.sentences._vocabulary import known_words, written
from analyzer.notation.sentences._weighing import (
    NET,
    OTHER,
    Candidate,
    decided,
    in_text,
    is_one_line_off,
    is_taken_back,
    places_of,
)

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
    try:
        if (board := board_as_lines(text)) is not None:
            return replace(_read(board, usual), formal=False, origin=nowhere, written=text)
    except InputError as error:  # of what a program draws: no other words can mend it
        return error.with_traceback(None)
    if (named := by_suit(text)) != text:
        with suppress(InputError):
            return replace(read_sentences(named, usual), formal=False, origin=nowhere, written=text)
    try:
        reading = with_figures(text, in_text(text, replace(_likely(text, usual), written=text)))
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
    """The likeliest of what phrases and the net read.

    Raises InputError, with a question where it is not plain what is meant.
    """
    phrases, others = voices(text, usual)
    reading = phrases if others is None else decided(text, phrases, others)
    if isinstance(reading, InputError):
        raise reading
    return reading if reading.formal or reading.facts.turns else with_drawn(text, reading)


def voices(
    text: str, usual: Rules | None
) -> tuple[Reading | InputError, Sequence[Candidate] | None]:
    """Give what phrases make of a text, and the readings of others; None where those are settled.

    Raises InputError for what is about another game.
    """
    refuse_other_games(text)
    phrases: Reading | InputError
    try:
        phrases = replace(_read_any(text, usual), written=text)
        settled = _is_settled(text, phrases)
    except InputError as error:
        phrases = error.with_traceback(None)
        final = error.hint == "name it" or _FINAL.search(error.message) is not None
        strange = "is not a line of a view" in error.message
        formal = is_one_line_off(text) if strange else is_view(text)
        knocked = "knocker's" in error.message and _KNOCKED.search(text) is not None
        told = knocked or tells_turns(text) or is_taken_back(text)
        told = told or _LAY_OFF.search(text) is not None
        settled = formal or final or told
    if settled:
        return phrases, None
    return phrases, [*_placed(text, usual)]


_LAY_OFF: Final = re.compile(r"(?i)knock.*\blay(?:ing)?[- ]?off", re.S)
"""A question about a knock: what else is told is no position."""
_KNOCKED: Final = re.compile(r"(?i)\b(?:knocked|knocks for|went down)\b")
_FINAL: Final = re.compile(
    "without jokers|of another game|knock limit|does not say which cards|are not named"
    "|is not a known word|does not know which|held or to be taken|discarded yourself|said to be the"
    "|is a misdeal|decides first"
)
"""The refusals of what is plain, and not of one hand for two, or not enough."""


_I_TOOK: Final = re.compile(r"(?i)\bI(?:['’]?ve)? (?:took|taken|picked|grabbed|lifted)\b")


def _is_settled(text: str, reading: Reading) -> bool:
    """True of a reading of lines, of turns in them, and of a knock, which say all plainly."""
    view, facts = reading.view, reading.facts
    if reading.formal or reading.spread is not None:
        return True
    taken = view is not None and view.taken is not None and _I_TOOK.search(text) is not None
    if taken or (facts.turns is not None and tells_turns(text)):
        return True
    if " " in reading.asked or (view is None and reading.asks is None):
        return True
    return is_laid_out(text, reading) or is_taken_back(text)


def _placed(text: str, usual: Rules | None) -> Iterator[Candidate]:
    """The readings of the few positions that a text is likeliest to tell."""
    if _names_no_card(text) or _OTHER_GAMES.search(text):
        return
    for voice, position in zip((NET, OTHER, OTHER), likeliest(text), strict=False):
        with suppress(InputError):
            reading = replace(_read(position.lines, usual), formal=False, origin=nowhere)
            guesses = {**reading.guesses, "hand": _BY_WORDS}
            made = replace(reading, guesses=guesses, written=text)
            if (places := places_of(made)) is not None:
                yield Candidate(made, places, frozenset([voice]), position.share)


_OTHER_GAMES: Final = written("other_games")
_BY_WORDS: Final = "where each card is follows from all the words around it"
_LONGEST: Final = 5_000


def _read_any(text: str, usual: Rules | None) -> Reading:
    formal = is_view(text)
    if not formal and _LONGEST < len(text) <= LONGEST:
        raise InputError(
            f"the text is too long to be about one hand: {len(text)} characters",
            hint=f"at most {_LONGEST} are read; write the cards and what was seen of this hand",
        )
    if not formal and (table := table_as_lines(text)):
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


_NO_CARD: Final = re.compile(
    r"(?<![^\W_])(?:(?:[TJQKA]|10|[5-9])[bfgijqvwxz]|1[4-9][cdhs♣♦♥♠])(?![^\W_])"
)
_NUMBERED, _LETTERED = (
    re.compile(rf"(?<![^\W_]){rank}[cdhs♣♦♥♠](?![^\W_])") for rank in ("1[1-3]?", "[AJQK]")
)


def _names_no_card(text: str) -> bool:
    """True of `5x` and `15h`, and of `12h` beside `Qc`."""
    if _NO_CARD.search(text):
        return True
    return _NUMBERED.search(text) is not None and _LETTERED.search(text) is not None


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
    source, origin = plain(text)
    with in_original(text, origin):
        return replace(_told_plainly(source, usual), origin=origin)


def _told_plainly(source: Source, usual: Rules | None) -> Reading:
    """The reading of sentences whose cards are put together."""
    facts, heard = facts_in(source, usual)
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


def _put(heard: Heard) -> str:
    """The question put; with the card, where it is about discarding one."""
    cards = heard.of(CardRole.PUT)
    if heard.asked == "discard" and len(cards) == 1:
        return f"discard {cards[0].card}"
    return "" if heard.asked == LAYOFF else heard.asked


_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FEW_WORDS = 4
_DOTTED = re.compile(DOTTED)
_HEADER = written("header")
_DIAGNOSED = re.compile(r"^the hand has|appears twice|is both in|was drawn, but")
_A_RUN = re.compile(r"[0-9tjqka][cdhs]?\s*[-–—]\s*[0-9tjqk]", re.I)
"""Perhaps a run from card to card, which lines do not know: `6-8 spades`."""


def viewed(facts: Facts) -> View:
    """The view that follows from facts; raises InputError where they do not make one."""
    return complete(facts)
