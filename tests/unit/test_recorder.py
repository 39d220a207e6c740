"""What the recorder waits for and lets one tap, where the rules make a difference."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.notation.recorder import Awaited, defenses, read_sheet, rejoin, spreads, undo
from analyzer.notation.recorder._taps import lay, next_hand, say_result, tap
from analyzer.notation.recorder.step import next_step
from analyzer.notation.records import parse_match, parse_record

ANN = "2c 3c 4c 7h 8h 9h Kd Qd Js 9s"
BOB = "2d 3d 4d 7s 8s 9c Kc Qc Jc Ah"


def hand(rules: str = "standard", first: str = ANN, second: str = "?", upcard: str = "5c") -> str:
    text = f'[Rules "{rules}"]\n[Dealer "2"]\n[Hand1 "{first}"]\n[Hand2 "{second}"]'
    return f'{text}\n[Upcard "{upcard}"]' if upcard else text


def tapped(text: str, *taps: str) -> str:
    for what in taps:
        text = tap(text, what)
    return text


def refused(text: str, what: str) -> str:
    with pytest.raises(InputError) as caught:
        tap(text, what)
    assert caught.value.hint
    return caught.value.message


# ---------------------------------------------------------------- the deal


def test_a_hand_is_dealt_in_any_order_and_changed_by_tapping_again() -> None:
    text = tapped("", "dealer 2", "9h", "2c", "9h", "Kd")
    assert text == '[Dealer "2"]\n[Hand1 "2c Kd"]'
    assert undo(text) == '[Dealer "2"]\n[Hand1 "2c"]'
    assert undo('[Dealer "2"]\n[Hand1 "2c"]') == '[Dealer "2"]'
    assert undo('[Dealer "2"]') is None and undo("") is None and undo("{a note}") is None


def test_a_card_is_dealt_once() -> None:
    text = hand(upcard="").replace('"?"', '""')
    step = next_step(text)
    assert (step.ask, step.player) == (Awaited.HAND, 1)
    assert "2c" not in step.taps and refused(text, "2c")
    with pytest.raises(InputError, match="2c is dealt twice"):
        next_step('[Dealer "2"] [Hand1 "2c 3c"] [Hand2 "2c"]')


def test_eleven_cards_are_dealt_to_the_other_player_where_the_rules_say_so() -> None:
    text = tapped('[Rules "standard,first_upcard=eleven"]', "dealer 1")
    text = tapped(text, *ANN.split())
    step = next_step(text)
    assert (step.ask, step.player, step.wanted) == (Awaited.DISCARD, 1, 0), (
        "player 2 discards first"
    )
    text = tapped(text, "known 2", *BOB.split())
    assert next_step(text).ask is Awaited.HAND and next_step(text).wanted == 11
    text = tap(text, "As")
    assert tap(text, "As").endswith("1. -As")
    assert refused(text, "Ks")


def test_a_comment_and_a_foreign_tag_stay() -> None:
    text = '# last night\n[Date "2026-05-01"]\n[Dealer "2"] {me}'
    after = tapped(text, *ANN.split(), "5c", "p")
    assert after.startswith('# last night\n[Date "2026-05-01"]\n[Dealer "2"]')
    assert '[Dealer "2"] {me}\n[Hand1' in after and after.endswith("1. p")
    assert parse_record(after).tags == (("Date", "2026-05-01"),)


def test_a_misdeal_follows_from_a_hand_that_is_known_or_is_told() -> None:
    rules = "standard,misdeal_if_dealt_knock=true"
    low = "2c 3c 4c 7h 8h 9h As Ad Ah 5d"
    assert next_step(hand(rules, low)).ask is Awaited.NOTHING
    assert "misdeal" not in next_step(hand("standard")).taps
    told = tap(hand(rules), "misdeal")
    assert parse_record(told).result is not None and next_step(told).ask is Awaited.NOTHING
    assert "next" in next_step(told).others


# ---------------------------------------------------------------- turns


def test_the_card_taken_is_not_discarded_back_where_the_rules_forbid_it() -> None:
    assert "5c" not in next_step(tap(hand(), "^")).taps
    assert "5c" in next_step(tap(hand("openspiel"), "^")).taps


def test_a_player_whose_cards_are_known_discards_one_of_them_and_knocks_when_it_is_one() -> None:
    text = tap(hand(first="2c 3c 4c 7h 8h 9h Kd Ad As 2s"), "^")
    step = next_step(text)
    assert len(step.cards) == 10 and [str(card) for card in step.knocks] == ["Kd"]
    assert refused(text, "Ks") and refused(text, "2s!")
    ended = tap(text, "Kd!")
    assert ended.splitlines()[-1] == "1= 2c 3c 4c 5c / 7h 8h 9h / Ad As 2s"
    assert next_step(ended).ask is Awaited.DEFENSE


def test_who_must_go_gin_can_do_nothing_else() -> None:
    first = "2c 3c 4c 7h 8h 9h Kd Ad As Ah"
    assert next_step(tap(hand("standard", first), "^")).cards
    step = next_step(tap(hand("standard,must_gin=true", first), "^"))
    assert not step.cards and [str(card) for card in step.knocks] == ["Kd"]


def test_big_gin_is_there_where_the_rules_have_it() -> None:
    first = "2c 3c 4c 7h 8h 9h Th Ad As Ah"
    text = tap(hand("standard", first), "^")
    assert parse_record(tapped(text, "!!", *BOB.replace("Ah", "As").split()[:9], "Ks")).result
    assert "!!" not in next_step(tap(hand("classic", first), "^")).taps


def test_a_hidden_hand_discards_what_may_be_in_it() -> None:
    text = tapped(hand(), "^", "Kd", "?")
    step = next_step(text)
    assert "2c" not in step.taps and "Kd" not in step.taps
    assert {"As", "As!", "?!"} <= set(step.taps)
    seen = tapped(hand(), "^", "Kd", "^")
    assert "Kd" not in next_step(seen).taps, "just taken"
    assert "Kd" in next_step(tapped(seen, "As", "6h", "Qd", "?")).taps


def test_the_last_discard_may_be_taken_to_knock_with_it() -> None:
    text = tapped(hand("tournament", second=BOB, upcard="Th"), "p", "p")
    while next_step(text).ask is Awaited.DRAW:
        drawn = next(card for card in next_step(text).cards if card not in last_pile(text))
        text = tapped(text, str(drawn), str(drawn))
    step = next_step(text)
    assert step.ask is Awaited.LAST and "p" in step.taps
    assert next_step(tap(text, "p")).ask is Awaited.NOTHING
    assert parse_record(tap(text, "p")).result is not None


def last_pile(text: str) -> tuple[object, ...]:
    table = read_sheet(text).table
    return () if table is None else table.pile


def test_a_hand_broken_off_goes_on_when_told() -> None:
    text = tapped(hand(), "^", "Kd", "*")
    assert next_step(text).others == ("on", "next")
    assert tap(text, "on") == undo(text) == tapped(hand(), "^", "Kd")
    assert next_step(tap(text, "next")).ask is Awaited.DEALER, "nobody knows who deals"


# ---------------------------------------------------------------- the end


def test_a_knock_with_an_unseen_discard_and_unseen_cards() -> None:
    text = tapped(hand(), "^", "Kd", "?", "?!")
    step = next_step(text)
    assert (step.ask, step.player, step.wanted) == (Awaited.SPREAD, 1, 10)
    seen = tapped(text, *"2d 3d 4d 7s 8s 9s".replace("9s", "6s").split(), "As", "Ad", "Ah")
    assert len(next_step(seen).laid) == 9
    assert refused(seen, "2c")
    whole = tap(seen, "Ac")
    assert whole.splitlines()[-2] == "2= Ac Ad Ah As / 2d 3d 4d / 6s 7s 8s"
    assert next_step(whole).ask is Awaited.NOTHING, "the answer of a known hand follows"
    unseen = tap(text, "?")
    assert next_step(unseen).ask is Awaited.NOTHING
    assert parse_record(say_result(unseen, "2 gin 40")).result is not None
    with pytest.raises(InputError, match="not one of this knock"):
        say_result(unseen, "1 gin 40")


def test_cards_seen_taken_are_laid_down_already() -> None:
    text = tapped(hand(upcard="Ac"), "p", "^", "Ks", "6h", "Kd", "?", "?!")
    assert not next_step(text).laid, "the card taken may be the one discarded"
    text = tapped(hand(upcard="Ac"), "p", "^", "Ks", "6h", "Kd", "?", "Ts!")
    step = next_step(text)
    assert str(step.laid) == "Ac" and "Ac" not in step.taps
    assert "2= Ac" not in text and tap(text, "Ad").splitlines()[-1] == "4= Ac Ad"
    assert undo(tap(text, "Ad")) == text


def test_too_much_deadwood_is_refused_at_the_last_card() -> None:
    text = tapped(
        hand(), "^", "Kd", "?", "Ks!", *["2d", "3d", "4d", "7s", "8s", "Kh", "Qh", "Ts", "Td"]
    )
    assert "the limit is 10" in refused(text, "6d")


def test_both_hands_known_leave_nothing_to_tell() -> None:
    text = tapped(hand(first="2c 3c 4c 7h 8h 9h Kd Ad As 2s", second=BOB), "^", "Kd!")
    record = parse_record(text)
    assert record.result is not None and next_step(text).ask is Awaited.NOTHING
    assert len(text.splitlines()) == 9, "both lines are written"
    assert undo(text) == tap(hand(first="2c 3c 4c 7h 8h 9h Kd Ad As 2s", second=BOB), "^")


def test_other_ways_to_lay_down_change_the_answer_too() -> None:
    first, second = "5c 6c 7c 7d 7h 2s 2d 2h Ac 3s", "8c 9c Tc Jc 4c 8s Kc Kd Kh 5h"
    text = tapped(hand(first=first, second=second, upcard="7s"), "^", "3s!")
    sheet = read_sheet(text)
    assert spreads(sheet)
    other = lay(text, "2d 2h 2s / 5c 6c 7c / 7d 7h 7s / Ac", defense=False)
    record = parse_record(other)
    assert record.showdown is not None and record.showdown.defence is not None
    assert [str(card) for card, _ in record.showdown.defence.laid_off] != []
    plain = [line for line in defenses(read_sheet(other)) if "off" not in line]
    assert parse_record(lay(other, plain[0], defense=True)).result != record.result
    with pytest.raises(InputError, match="not laid down"):
        lay(other, "8c 9c Tc", defense=True)
    with pytest.raises(InputError, match="no hand is laid down"):
        lay(hand(), "2c 3c 4c", defense=False)


def test_the_next_hand_carries_on_what_is_known() -> None:
    text = tapped(hand(first="2c 3c 4c 7h 8h 9h Kd Ad As 2s", second=BOB), "^", "Kd!")
    after = next_hand(text)
    assert after.split("\n\n")[-1].startswith('[Rules "standard"]\n[Dealer "')
    assert len(read_sheet(after).before) == 1
    ended = text.replace("\n[Hand1", '\n[Score "95-0"]\n[Hand1')
    assert "next" not in next_step(ended).others
    with pytest.raises(InputError, match="the match was over"):
        next_hand(ended)
    assert parse_match(text).hands[0].result is not None


def test_turns_that_no_longer_fit_are_not_put_back() -> None:
    ahead = tapped(hand(), "^", "Kd", "?", "Jd", "6h", "Qd", "?", "Tc")
    assert rejoin(tapped(hand(), "^", "Qd"), ahead) is None, "the queen is discarded again later"
    assert rejoin(tapped(hand(), "^", "Js"), ahead) is not None
    assert rejoin(ahead, ahead) is None and rejoin("", ahead) is None


@pytest.mark.parametrize(
    "line", ["/", "//", " ", "2c", "/ 2c", "2c 3c 4c", "9s / 2c 3c 4c 5c", "?"]
)
def test_an_unknown_knocker_lays_down_the_whole_hand(line: str) -> None:
    text = hand("classic", "?", "2s 3s 4s Jc Qc Kc Ks 7d 8d Th", "9h") + (
        "\n\n1. ^9h -Kd!\n1= 2c 3c 4c 5c / 5h 6h 7h 8h 9h / 9s\n"
        "1= Jc Qc Kc / 2s 3s 4s / 7d 8d Ks / off Th\n"
    )
    with pytest.raises(InputError, match=r"cards? (is|are) laid down, not 10"):
        lay(text, line, defense=False)
    assert "off Th" in lay(text, "2c 3c 4c 5c / 5h 6h 7h 8h 9h / 9s", defense=False)


def test_another_spread_takes_what_was_laid_off_from_the_table() -> None:
    head = '[Rules "standard"]\n[Dealer "2"]\n[Hand1 "9c 9d 9s 3d 4d 5d 6d Ac 2c 2h"]\n'
    hands = f'{head}[Hand2 "4c 5c Ad 2d 5h 9h Th Jh Qh 3s"]\n[Upcard "Kh"]'
    text = tap(f"{hands}\n\n1. p\n2. p\n3. +Ks", "Ks!")
    assert text.endswith("off 2d Ad"), "on the run that begins with the three"
    other = lay(text, "9c 9d 9s / 4d 5d 6d / Ac 2c 3d 2h", defense=False)
    assert other.endswith("3= 9h Th Jh Qh / 4c 5c Ad 2d 5h 3s")
