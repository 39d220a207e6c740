"""One hand told in ever the same words, with what people say before, between and after them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.api.records import RecordForm, read_match, record_form
from analyzer.errors import InputError
from analyzer.notation import __file__ as notation_file
from analyzer.notation.records import Record, format_record
from analyzer.notation.results import format_result
from analyzer.notation.tales import GUESSED, is_tale, read_likely_tale, read_tale
from analyzer.notation.tales._refusals import TEXTS as REFUSALS

DEALT = "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h. He dealt. The upcard was the 9h. "
TURNS = "I took it and threw Kd. He drew and threw Jd. I drew 6h, threw Qd. He drew, threw 8c. "
KNOCK = "I drew 5c and knocked with the jack. "
PLAYED = ["1. ^9h -Kd", "2. +? -Jd", "3. +6h -Qd", "4. +? -8c"]


def hand_of(text: str) -> Record:
    """The one hand of a tale."""
    assert is_tale(text)
    (hand,) = read_tale(text).hands
    return hand


def end_of(text: str) -> tuple[str | None, list[str]]:
    """The result of the one hand of a tale, and what was noted of its end."""
    hand = hand_of(text)
    noted = dict(hand.tags)[GUESSED].split("; ")
    result = None if hand.result is None else format_result(hand.result)
    return result, [note for note in noted if note.startswith(("result", "cards"))]


def turns_of(text: str) -> list[str]:
    """The turns of the one hand of a tale."""
    return [line for line in format_record(hand_of(text)).splitlines() if line[:1].isdigit()]


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("I played Bob last night.", "standard"),
        ("We played this hand yesterday:", "standard"),
        ("We played classic gin.", "classic"),
        ("We played Oklahoma.", "oklahoma"),
        ("We played Hollywood gin.", "hollywood"),
        ("He played well.", "standard"),
        ("My opponent plays well.", "standard"),
    ],
)
def test_who_played_what_and_how_is_no_discard(said: str, rules: str) -> None:
    hand = hand_of(f"{said} {DEALT}{TURNS}")
    assert turns_of(f"{said} {DEALT}{TURNS}") == PLAYED
    assert (hand.dealer, hand.rules.name) == (1, rules)


def test_a_remark_on_how_somebody_plays_is_no_turn() -> None:
    assert turns_of(f"{DEALT}{TURNS}He plays fast. Drew 5c, threw Js.") == [*PLAYED, "5. +5c -Js"]


def test_to_play_a_card_is_to_discard_it() -> None:
    assert turns_of(DEALT + TURNS.replace("threw", "played")) == PLAYED
    told = f"{DEALT}{TURNS}I drew 5c, played the jack. He drew, played something, I forget what."
    assert turns_of(told) == [*PLAYED, "5. +5c -Js", "6. ??"]


@pytest.mark.parametrize(
    "asked",
    [
        "Was I right to knock?",
        "Maybe I should have waited.",
        "Should I have gone for gin?",
        "I should have thrown the 9s.",
        "What would you have done?",
        "Was that a mistake?",
    ],
)
def test_what_is_asked_of_a_finished_hand_moves_nothing(asked: str) -> None:
    told = turns_of(f"{DEALT}{TURNS}{KNOCK}{asked}")
    assert told == turns_of(f"{DEALT}{TURNS}{KNOCK}") and told[:5] == [*PLAYED, "5. +5c -Js!"]


@pytest.mark.parametrize(
    "asked",
    [
        "Where did I go wrong?",
        "Did I play it right?",
        "Should I take it?",
        "Should I take it and throw Js?",
        "Should I have taken the Jd?",
    ],
)
def test_what_is_asked_of_a_hand_told_from_the_deal_on_moves_nothing(asked: str) -> None:
    assert turns_of(f"{DEALT}{TURNS}{asked}") == PLAYED


def test_a_tale_goes_on_behind_a_regret() -> None:
    told = f"{DEALT}{TURNS}I should have taken it, but I drew 5c and threw Js."
    assert turns_of(told) == [*PLAYED, "5. +5c -Js"]


HELD = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Jc. "
SITUATIONS = [
    "I threw 5h, he took it and threw 9d. Should I take it?",
    "I threw 5h, he took it and threw 9d. Was it right to throw the 5h?",
    "I threw 5h, he took it and knocked: 9c 9d 9s / Td Jd Qs Ks / Ad 2s 3s. What can I lay off?",
    "He took my 5h and threw 9d. Should I take it?",
]


@pytest.mark.parametrize("asked", SITUATIONS)
def test_a_question_with_some_history_is_one_situation(asked: str) -> None:
    assert not is_tale(HELD + asked) and record_form(HELD + asked) is None
    with pytest.raises(InputError, match="one situation"):
        read_match(HELD + asked)


def test_prose_that_is_refused_is_no_record_in_signs() -> None:
    half = f"{DEALT}I took it and threw Kd."
    assert record_form(half) is None
    assert [str(turn.discarded) for turn in read_match(half).hands[0].turns] == ["Kd"]
    with pytest.raises(InputError, match="is not a turn"):
        read_match("1. ^9h -Kd\n2. took it")
    assert record_form(f"{DEALT}{TURNS}") is RecordForm.TALE


OPEN = "result: left open, for how much was won is not told"
ENDS = [
    (f"{KNOCK}I won 22.", "1 knock 22", []),
    (f"{KNOCK}He had 31.", "1 knock 22", []),
    (f"{KNOCK}He was left with 31 points.", "1 knock 22", []),
    (f"{KNOCK}That left him with 31.", "1 knock 22", []),
    (f"{KNOCK}He had 5.", "2 undercut 29", []),
    (f"{KNOCK}He had 9 points and won.", "2 undercut 25", []),
    (f"{KNOCK}He was left with 40 points or so.", None, []),
    (
        f"{KNOCK}He had 7, 8, 9 of spades.",
        None,
        ["cards laid down: 3 of ten, too few to count"],
    ),
    (f"{KNOCK}He had 2 melds. He won the toss.", None, []),
    (f"{KNOCK}I won 22. Still he won.", "1 knock 22", []),
    (f"{KNOCK}He had 5 and was lucky.", "2 undercut 29", []),
    (f"{KNOCK}He undercut me.", None, [OPEN]),
    (f"{KNOCK}He won.", None, [OPEN]),
    (
        f"{KNOCK}He undercut me by 3.",
        "2 undercut 28",
        ["result: 3 points and the bonus of 25 for the undercut"],
    ),
    (f"{KNOCK}He undercut me by 28.", "2 undercut 28", []),
    (f"{KNOCK}He had Jc Qc Kc 2s 3s 4s 7d 8d Ks Qs.", "1 knock 26", []),
    (
        f"{KNOCK}He had Jc Qc Kc 2s 3s 4s 7d 8d Ks Qs. He had 40.",
        "1 knock 26",
        ["result: what the cards make, which is not what was counted"],
    ),
    ("He drew and knocked with 4, throwing 7c. I had 31.", "2 knock 27", []),
    ("He drew and knocked with 4. I had 31.", "2 knock 27", []),
    ("He won.", None, ["result: left open, for how the hand was won is not told"]),
]


@pytest.mark.parametrize(("end", "result", "noted"), ENDS, ids=[end for end, *_ in ENDS])
def test_what_is_told_of_the_end_is_the_result_or_noted(
    end: str, result: str | None, noted: list[str]
) -> None:
    assert end_of(f"{DEALT}{TURNS}{end}") == (result, noted)


@pytest.mark.parametrize(
    ("rules", "result"), [("Oklahoma gin.", "2 undercut 28"), ("Classic gin.", "2 undercut 13")]
)
def test_the_bonus_of_an_undercut_is_that_of_the_rules(rules: str, result: str) -> None:
    told = f"{rules} {DEALT}{TURNS}{KNOCK}He undercut me by 3."
    assert end_of(told)[0] == result


@pytest.mark.parametrize(
    ("end", "message", "marked"),
    [
        (
            f"{KNOCK}He had Jc Qc Kc 2s 3s 4s 7d 8d Ks.",
            "9 cards are laid down, not 10",
            "Jc Qc Kc 2s 3s 4s 7d 8d Ks",
        ),
        (
            f"{KNOCK}He had Jc Qc Kc 2s 3s 4s 7d 8d Ks Qs Td.",
            "11 cards are laid down, not 10",
            "Jc Qc Kc 2s 3s 4s 7d 8d Ks Qs Td",
        ),
        (
            "I drew 5c and went gin, discarding Js.",
            "gin is told, but 9s is in no meld",
            "drew 5c and went gin, discarding Js",
        ),
    ],
)
def test_an_end_that_cannot_be_is_refused(end: str, message: str, marked: str) -> None:
    text = f"{DEALT}{TURNS}{end}"
    with pytest.raises(InputError, match=message) as caught:
        read_tale(text)
    assert caught.value.span is not None
    assert text[slice(*caught.value.span)] == marked


def test_gin_beside_a_knock_is_a_remark() -> None:
    assert end_of(f"{DEALT}{TURNS}{KNOCK}I did not wait for gin. He had 31.")[0] == "1 knock 22"


REFUSED = [
    (
        f"{DEALT}I took it and threw the 2d.",
        "line 1, column 79: 2d is discarded, but you never held it; "
        "the hand is 2c 3c 4c Qd Kd 5h 7h 8h 9h 9s Js",
        "took it and threw the 2d",
    ),
    (
        f"{DEALT}\nI took it and threw Kd.\nHe took 9d, threw 2h.",
        "lines 2 and 3: 9d is taken, but Kd lies on top of the pile; did you mean Kd?",
        "took 9d, threw 2h",
    ),
    (
        DEALT.replace("2c 3c", "2c") + TURNS,
        "line 1, column 13: you are dealt 9 cards, not 10: 2c 4c 7h 8h Kd Qd Js 9s 5h; "
        "name the cards as they were dealt",
        "2c 4c 7h 8h Kd Qd Js 9s 5h",
    ),
    (
        f"{DEALT}{TURNS}I passed.",
        "line 1, column 165: only the first upcard can be passed; "
        "say `drew` for a draw that was not seen",
        "passed",
    ),
    (
        f"{DEALT}{TURNS}I drew 5c and knocked with the 7h.",
        "line 1, column 165: 47 points of deadwood are left after the discard of 7h "
        "(5h 6h 8h 9h 9s Js), but the limit is 10; leave the knock out",
        "drew 5c and knocked with the 7h",
    ),
    (
        f"{DEALT}{TURNS}{KNOCK}He had Jc Qc Kc 2s 3s 4s 7d 8d Ks Qs. I won 30.",
        "line 1, column 240: the result is said to be `you: knock 30`, "
        "but the cards make it `you: knock 26`; correct what was won, or the cards",
        "won 30",
    ),
    (
        f"{DEALT}\nI took it and threw Kd.\nDave took Kd, threw 2h.\nI drew the Kd.",
        "lines 3 and 4: Kd is drawn, but Dave has it; every card exists once",
        "drew the Kd",
    ),
]


@pytest.mark.parametrize(
    ("told", "message", "marked"), REFUSED, ids=[one[0][-30:] for one in REFUSED]
)
def test_a_refusal_is_in_words_and_at_its_place(told: str, message: str, marked: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tale(told)
    error = caught.value
    assert str(error) == message
    assert error.span is not None and told[slice(*error.span)] == marked


def test_every_hint_in_signs_is_one_of_the_check() -> None:
    notation = Path(notation_file).parent
    names = ("_referee", "records/_check", "records/_match", "records/_showdown")
    files = [notation / f"{name}.py" for name in names]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert [hint for hint in REFUSALS["hints"] if hint not in code] == []
    signs = re.findall(r"""hint=f?["']([^"'`]*(?:`[-+^p]|\[[A-Z])[^"']*)""", code)
    begun = tuple(REFUSALS["hints"])
    assert signs and [hint for hint in signs if not hint.startswith(begun)] == []


LINES = "\nMe: took 9h, threw Kd\nHim: drew, threw Jd\nMe: drew 6h, threw Qd\nHim: drew, threw 8c"


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (DEALT + LINES, (None, None)),
        (f"Hand 1.\n{DEALT}{LINES}", (None, None)),
        (DEALT + LINES.replace("Him", "Opp"), (None, None)),
        (DEALT + LINES.replace("Him", "Bob"), (None, "Bob")),
        (DEALT + LINES.replace("Me", "Ann").replace("Him", "Bob"), ("Ann", "Bob")),
    ],
)
def test_a_transcript_names_who_acts_before_a_colon(
    text: str, players: tuple[str | None, str | None]
) -> None:
    assert turns_of(text) == PLAYED
    assert hand_of(text).players == players


FORMAL = f"Hand: 2c 3c 4c 7h 8h Kd Qd Js 9s 5h\nDealer: him\nUpcard: 9h{LINES}"


def test_a_transcript_in_lines_alone_is_a_game_only_where_one_is_asked_for() -> None:
    assert not is_tale(FORMAL)
    assert [str(turn.discarded) for turn in read_match(FORMAL).hands[0].turns] == [
        "Kd", "Jd", "Qd", "8c",
    ]  # fmt: skip


VIEW = "hand: 2c 3c 4c 7h 8h 9h 6h Js 9s 5h\nhistory:\n  upcard 9h"


@pytest.mark.parametrize("beside", ["", "He seems to collect hearts.\n"])
def test_the_turns_of_a_view_are_no_tale(beside: str) -> None:
    text = f"{beside}{VIEW}{LINES.replace('Him', 'opp')}"
    assert not is_tale(text) and record_form(text) is None
    with pytest.raises(InputError):
        read_match(text)


@pytest.mark.parametrize(
    "said",
    [
        "I'd draw and throw the Js.",
        "I would throw the Js next.",
        "I'll throw the Js next, he'll take it.",
        "I might knock next.",
        "I want to knock with the Js.",
        "I could go down with 10 soon.",
        "He'd have knocked.",
        "I'm going to throw the Js.",
    ],
)
def test_what_is_planned_is_no_turn(said: str) -> None:
    assert turns_of(f"{DEALT}{TURNS}{said}") == PLAYED
    assert hand_of(f"{DEALT}{TURNS}{said}").result is None


@pytest.mark.parametrize(
    "turn",
    [
        "I took it, thinking I'd throw the Js, but threw the Kd.",
        "I would have passed but I took it and threw Kd.",
        "I thought I'd pass, but I took it and threw Kd.",
        "I'd taken it and threw Kd.",
        "I decided to take it and threw Kd.",
        "I took it and threw Kd. I'd throw the Js now.",
    ],
)
def test_a_plan_leaves_the_turn_that_was_played(turn: str) -> None:
    assert turns_of(f"{DEALT}{turn}{TURNS.partition('Kd.')[2]}") == PLAYED


@pytest.mark.parametrize(
    ("told", "verb"),
    [
        ("I'd take it and throw Kd. He drew and threw Jd.", "take it"),
        ("I took it and threw Kd. He might take it and throw Jd. I drew 6h, threw Qd.", "take it"),
        ("I took it and threw Kd. He'll draw and throw Jd. I drew 6h, threw Qd.", "draw"),
    ],
)
def test_a_turn_that_is_only_planned_is_refused(told: str, verb: str) -> None:
    with pytest.raises(InputError, match="planned, and not told as played") as caught:
        read_tale(DEALT + told)
    assert caught.value.span is not None
    assert (DEALT + told)[slice(*caught.value.span)] == verb
    assert caught.value.where is not None and caught.value.where.startswith("line 1, column")


def test_a_plan_alone_is_a_situation() -> None:
    text = f"{DEALT}I'd take it and throw Kd."
    assert not is_tale(text)
    with pytest.raises(InputError, match="one situation"):
        read_likely_tale(text)


def test_a_hand_that_nobody_won_is_not_won_in_the_same_breath() -> None:
    told = "Ann thirty six she had gin third was a washout we ran out of cards fourth my gin"
    with pytest.raises(InputError, match="told as one that nobody won"):
        read_match(told)
