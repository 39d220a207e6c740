"""The recorder's pages without scripts: every tap is a form, nothing that was entered is lost."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.notation.recorder import read_sheet, step_of
from analyzer.notation.recorder._taps import tap
from analyzer.notation.recorder.state import EntryState
from analyzer.notation.records import parse_match, parse_record
from analyzer.store.drafts import MOST
from analyzer.web.recorder.pages import title_of
from analyzer.web.recorder.words import question
from analyzer.web.state import web_app
from tests.web.conftest import MakeApp, browser

SETUP = {"rules": "classic", "name1": "Ann", "name2": "Bob", "dealer": "2", "score1": "0"}
MINE = "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"
PLAYED = ["^", "Kd", "?", "Jd", "6h", "Qd", "?", "8c", "5c"]
THEIRS = "2s 3s 4s Jc Qc Kc Ks 7d 8d Th"
BEGUN = '[Rules "classic"]\n[Players "Ann" "Bob"]\n[Dealer "2"]\n[Score "0-0"]'


class Sitting:
    """One draft in a browser without scripts."""

    def __init__(self, client: FlaskClient, **setup: str) -> None:
        self.client = client
        done = client.post("/review/record", data={**SETUP, **setup})
        assert done.status_code == 303
        self.url = done.location
        self.page, self.status = client.get(self.url).text, 200

    @property
    def text(self) -> str:
        return box(self.page)

    def send(self, **fields: str) -> TestResponse:
        """Send a form of the page with one of its buttons, and follow it."""
        hidden = re.findall(r'name="(ahead|base)" value="([^"]*)"', self.page)
        form = {name: html.unescape(value) for name, value in hidden}
        form |= {"record": self.text, **fields}
        done = self.client.post(self.url, data=form, follow_redirects=True)
        self.page, self.status = done.text, done.status_code
        action = re.search(r'<form id="rec"[^>]*action="([^"]*)"', done.text)
        self.url = self.url if action is None else action[1]
        return done

    def tap(self, *taps: str) -> TestResponse:
        for what in taps:
            done = self.send(tap=what)
        return done

    def asks(self) -> str:
        found = re.search(r'id="rec-question"[^>]*>(.*?)</h2>', self.page, re.S)
        assert found is not None
        return html.unescape(re.sub(r"<[^>]+>", "", found[1]))

    def notes(self) -> str:
        found = re.search(r'id="rec-note">(.*?)</p>', self.page, re.S)
        return "" if found is None else html.unescape(re.sub(r"<[^>]+>", "", found[1]))


def box(page: str) -> str:
    """What stands in the text box."""
    found = re.search(r'<textarea id="record"[^>]*>(.*?)</textarea>', page, re.S)
    assert found is not None
    return html.unescape(found[1])


@pytest.fixture
def sitting(client: FlaskClient) -> Sitting:
    return Sitting(client)


@pytest.fixture
def dealt(sitting: Sitting) -> Sitting:
    sitting.send(enter="1", typed=MINE)
    sitting.tap("9h")
    return sitting


def test_a_whole_hand_is_entered_by_forms_alone(sitting: Sitting) -> None:
    assert sitting.text == BEGUN
    assert sitting.asks() == "Tap the ten cards dealt to Ann."
    sitting.tap(*MINE.split()[:3])
    assert "3 of 10" in sitting.page
    sitting.send(enter="1", typed=" ".join(MINE.split()[3:]))
    assert sitting.asks() == "Tap the card that was turned up."
    sitting.tap("9h")
    assert sitting.asks() == "Ann’s turn: take the 9♥, or pass?"
    sitting.tap(*PLAYED)
    assert "Knock with 9" in sitting.page
    sitting.tap("Js!")
    assert sitting.asks() == "Tap Bob’s ten cards, laid off or not."
    sitting.tap(*THEIRS.split())
    assert sitting.asks() == "A knock: Ann wins 16."
    record = parse_record(sitting.text)
    assert record.result is not None and record.result.points == 16
    assert sitting.text.endswith("5= Jc Qc Kc / 2s 3s 4s / 7d 8d Ks / off Th")


def test_what_cannot_be_is_said_and_changes_nothing(dealt: Sitting) -> None:
    before = dealt.text
    done = dealt.tap("Kd")
    assert done.status_code == 422
    assert dealt.notes().startswith("Kd cannot be entered here.")
    assert dealt.text == before
    assert dealt.send(enter="1", typed="11h").status_code == 422
    assert "did you mean Jh" in dealt.notes().replace("Did", "did")
    dealt.tap("^")
    assert dealt.send(tap="Kd", how="knock").status_code == 422, "it is no knock"
    assert dealt.send(tap="Kd", how="discard").status_code == 200


def test_several_turns_are_typed_at_once(dealt: Sitting) -> None:
    before = dealt.text
    assert dealt.send(enter="1", typed="^ Kd p").status_code == 422, "no offer is left to pass"
    assert dealt.text == before, "all of it, or nothing"
    dealt.send(enter="1", typed=" ".join((*PLAYED, "Js!")))
    assert dealt.asks() == "Tap Bob’s ten cards, laid off or not."
    assert "To play" not in dealt.page, "the hand is over"


def test_steps_are_taken_back_and_made_again(dealt: Sitting) -> None:
    dealt.tap(*PLAYED)
    whole = dealt.text
    for _ in range(4):
        dealt.send(undo="1")
    assert dealt.text.endswith("3. +6h")
    for _ in range(4):
        dealt.send(redo="1")
    assert dealt.text == whole
    dealt.send(to="1.2")
    assert dealt.text.endswith("1. ^9h -Kd")
    dealt.tap("?", "Tc")
    assert "Restore the later turns" in dealt.page
    dealt.send(rejoin="1")
    assert dealt.text == whole.replace("-Jd", "-Tc")
    dealt.send(restore="1")
    assert dealt.text == whole
    assert dealt.send(to="1.9").status_code == 422
    assert dealt.text == whole


def test_the_text_may_be_edited_and_wrong_text_is_kept(dealt: Sitting) -> None:
    dealt.send(record=f"{dealt.text}\n\n1. ^9h -Kd {{too early?}}\n2. +? -Jd")
    assert dealt.asks() == "Ann’s turn: take the J♦, or draw?"
    dealt.tap("6h")
    assert "{too early?}" in dealt.text, "a tap leaves what was typed"
    wrong = dealt.text.replace("-Jd", "-11h")
    done = dealt.send(record=wrong)
    assert done.status_code == 422
    assert "line 9" in done.text and "<mark>11h</mark>" in done.text
    assert box(dealt.client.get(dealt.url).text) == wrong
    dealt.tap("Qd")
    assert dealt.text == wrong, "a tap on what cannot be read loses nothing"


def test_a_match_goes_on_with_score_and_dealer(dealt: Sitting) -> None:
    dealt.tap(*PLAYED, "Js!", *THEIRS.split())
    dealt.tap("next")
    assert dealt.asks() == "Tap the ten cards dealt to Ann."
    assert dealt.text.endswith(
        '[Rules "classic"]\n[Players "Ann" "Bob"]\n[Dealer "1"]\n[Score "16-0"]'
    )
    assert "The match so far" in dealt.page and "A knock: Ann wins 16." in dealt.page
    dealt.send(undo="1")
    assert dealt.asks() == "A knock: Ann wins 16."
    sent = re.search(r'id="rec-send".*?name="record" value="([^"]*)"', dealt.page, re.S)
    assert sent is not None and len(parse_match(html.unescape(sent[1])).hands) == 1
    done = dealt.client.post("/review", data={"record": html.unescape(sent[1])})
    assert done.status_code == 303 and done.location.startswith("/review/")


def test_other_melds_may_have_been_laid_down(dealt: Sitting) -> None:
    dealt.tap(*PLAYED, "Js!", *THEIRS.split())
    dealt.send(defense="2s 3s 4s / Jc Qc Kc / 7d 8d Th Ks")
    assert dealt.asks() == "A knock: Ann wins 26."
    assert dealt.send(defense="2s 3s 4s").status_code == 422
    assert dealt.asks() == "A knock: Ann wins 26."


def test_a_showdown_that_nobody_saw_has_the_result_that_was_told(dealt: Sitting) -> None:
    dealt.tap(*PLAYED, "Js!", "?")
    assert dealt.asks() == "Ann laid down the hand; the result is unknown."
    assert ends_of(dealt) == {
        "1 knock": "A knock: Ann wins", "2 undercut": "An undercut: Bob wins"
    }  # fmt: skip
    assert dealt.send(said="1", end="1 gin", points="30").status_code == 422
    assert dealt.send(said="1", end="2 undercut", points="").status_code == 422
    dealt.send(said="1", end="2 undercut", points="25")
    assert dealt.asks() == "An undercut: Bob wins 25."
    dealt.send(undo="1")
    assert dealt.asks() == "Tap Bob’s ten cards, laid off or not."


def ends_of(sitting: Sitting) -> dict[str, str]:
    """The ends that can be chosen where the cards do not tell."""
    return dict(re.findall(r'<option value="([12] [^"]+)">([^<]+)</option>', sitting.page))


@pytest.mark.parametrize(("players", "wins"), [('"Ann" "Bob"', "Ann wins"), ('"?" "?"', "you win")])
def test_after_gin_the_cards_need_not_be_shown(sitting: Sitting, players: str, wins: str) -> None:
    sitting.send(
        record=f'[Players {players}]\n[Dealer "2"]\n[Hand1 "7h 8h 9h 4c 4d 4s Kd Kh Kc 2c"]\n'
        '[Upcard "Ks"]\n\n1. ^Ks -2c!'
    )
    assert "Not shown" in sitting.page
    sitting.tap("?")
    assert ends_of(sitting) == {"1 gin": f"Gin: {wins}"}
    sitting.send(said="1", end="1 gin", points="30")
    assert sitting.asks() == f"Gin: {wins} 30."


@pytest.mark.parametrize(
    ("kept", "asks"),
    [("Kc", "Tap Bob’s ten cards."), ("3c", "Tap Bob’s ten cards, laid off or not.")],
)
def test_on_gin_nothing_is_laid_off(kept: str, asks: str) -> None:
    sheet = read_sheet(
        f'[Players "Ann" "Bob"] [Dealer "2"] [Hand1 "7h 8h 9h 4c 4d 4s Kd Kh {kept} 2c"]'
        f' [Upcard "Ks"] 1. ^Ks -{"2c" if kept == "Kc" else "3c"}!'
    )
    assert question(sheet, step_of(sheet)) == asks


def test_the_other_player_is_known_too(dealt: Sitting) -> None:
    dealt.send(tap="known 2")
    assert dealt.asks() == "Tap the ten cards dealt to Bob."
    dealt.send(enter="1", typed="2s 3s 4s Jc Qc Kc Ks 7d 8d Ad")
    assert dealt.asks() == "Ann’s turn: take the 9♥, or pass?"
    dealt.tap("p", "p")
    assert dealt.asks() == "Ann’s turn: both passed, so what is drawn?"
    dealt.tap("6h", "Kd")
    assert dealt.tap("?").status_code == 422, "his cards are known, so is the one drawn"


def test_rules_names_and_score_can_be_mended_before_the_first_card(sitting: Sitting) -> None:
    sitting.send(
        set="1", rules="oklahoma", name1="", name2="Ruth", dealer="1", score1="", score2=""
    )
    assert sitting.text == '[Rules "oklahoma"]\n[Players "?" "Ruth"]\n[Dealer "1"]'
    assert sitting.asks() == "Tap the ten cards dealt to you."
    assert sitting.send(set="1", rules="oklahomma").status_code == 422
    assert sitting.send(set="1", score1="many").status_code == 422
    sitting.tap("2c")
    assert 'name="set"' not in sitting.page


def test_without_a_dealer_one_is_asked(client: FlaskClient) -> None:
    sitting = Sitting(client, dealer="", name1="", name2="")
    assert sitting.asks() == "Who dealt?"
    sitting.tap("dealer 2")
    assert sitting.asks() == "Tap the ten cards dealt to you."


# ---------------------------------------------------------------- what is kept


def test_a_draft_survives_a_restart_and_is_listed(make_app: MakeApp) -> None:
    first = Sitting(browser(make_app()))
    first.send(enter="1", typed=MINE)
    cookie = first.client.get_cookie("ginsight")
    assert cookie is not None
    again = browser(make_app())
    again.set_cookie("ginsight", cookie.value)
    assert box(again.get(first.url).text) == first.text
    listed = again.get("/review/record").text
    assert first.url in listed and "Ann and Bob, 1 hand" in listed


def test_what_was_taken_back_is_kept_too(dealt: Sitting) -> None:
    dealt.tap(*PLAYED)
    whole = dealt.text
    dealt.send(to="1.1")
    assert "1. " not in dealt.text
    dealt.page = dealt.client.get(dealt.url).text
    for _ in range(len(PLAYED)):
        dealt.send(redo="1")
    assert dealt.text == whole


def test_of_a_draft_that_is_too_long_the_text_is_kept() -> None:
    state = EntryState("1. p", "1. p\n2. p")
    assert EntryState.unpack(state.pack(99)) == state
    assert EntryState.unpack(state.pack(9)) == EntryState("1. p")


def test_a_draft_is_its_owners(make_app: MakeApp) -> None:
    app = make_app()
    mine, other = Sitting(browser(app)), browser(app)
    assert other.get(mine.url).status_code == 404
    done = other.post(mine.url, data={"record": mine.text, "tap": "2c"})
    assert done.status_code == 303 and done.location != mine.url, "it becomes a draft of theirs"
    assert box(mine.client.get(mine.url).text) == mine.text
    other.post(f"{mine.url}/delete")
    assert mine.client.get(mine.url).status_code == 200
    mine.client.post(f"{mine.url}/delete")
    assert mine.client.get(mine.url).status_code == 404


def test_two_tabs_do_not_write_over_each_other(dealt: Sitting) -> None:
    first, url = dealt.page, dealt.url
    dealt.tap("^", "Kd")
    mine, dealt.page = dealt.text, first
    done = dealt.tap("p")
    assert dealt.notes().startswith("The draft was changed in another tab")
    assert done.status_code == 422 and dealt.url != url
    assert box(dealt.client.get(url).text) == mine
    assert box(dealt.client.get(dealt.url).text).endswith("1. p")
    dealt.tap("p")
    assert dealt.notes() == ""


def test_a_tap_sent_twice_is_no_other_tab(dealt: Sitting) -> None:
    first, url = dealt.page, dealt.url
    dealt.tap("^")
    dealt.page = first  # as if the answer had not come
    dealt.tap("^")
    assert (dealt.url, dealt.notes()) == (url, "")


def test_looking_leaves_no_cookie(client: FlaskClient) -> None:
    client.get("/review/record")
    assert client.get_cookie("ginsight") is None
    assert client.get("/review/record/unknown").status_code == 404


def test_where_no_more_are_kept_the_page_goes_on(client: FlaskClient) -> None:
    sitting = Sitting(client)
    store = web_app(client.application).store
    owner = store_owner(client, sitting)
    for _ in range(MOST):
        try:
            store.drafts.save(owner, "x")
        except ValueError:
            break
    store.drafts.forget(owner, sitting.url.rsplit("/", 1)[1])
    store.drafts.save(owner, "x")
    sitting.tap("2c")
    assert sitting.notes().startswith("Saved in this browser only")
    assert sitting.text.endswith('[Hand1 "2c"]')
    sitting.tap("3c")
    assert sitting.text.endswith('[Hand1 "2c 3c"]')


def store_owner(client: FlaskClient, sitting: Sitting) -> str:
    with client.session_transaction() as session:
        found: str = session["visitor"]
    assert web_app(client.application).store.drafts.load(found, sitting.url.rsplit("/", 1)[1])
    return found


def test_the_record_is_downloaded(dealt: Sitting) -> None:
    done = dealt.client.post("/review/record/download", data={"record": dealt.text})
    assert done.text == f"{dealt.text}\n"
    assert "attachment" in done.headers["Content-Disposition"]


def test_a_record_can_be_gone_on_with(client: FlaskClient) -> None:
    text = tap(f'{BEGUN}\n[Hand1 "{MINE}"]\n[Upcard "9h"]', "^")
    done = client.post("/review/record", data={"record": text})
    assert box(client.get(done.location).text) == text
    done = client.post("/review/record", data={"record": "1. nonsense"})
    assert done.status_code == 422 and box(done.text) == "1. nonsense"


# ---------------------------------------------------------------- with scripts


def htmx(sitting: Sitting, **fields: str) -> TestResponse:
    form = {"record": sitting.text, "ahead": "", **fields}
    return sitting.client.post(sitting.url, data=form, headers={"HX-Request": "true"})


def test_a_script_gets_the_part_that_changes(dealt: Sitting) -> None:
    done = htmx(dealt, tap="^")
    assert done.status_code == 200
    assert done.text.startswith('<div id="recorder"')
    done = htmx(dealt, read="1", record=f"{dealt.text}\n\n1. p")
    assert "hx-swap-oob" in done.text and "<textarea" not in done.text
    done = htmx(dealt, read="1", record=f"{dealt.text}\n\n1. q")
    assert "error-box" in done.text and "rec-play" not in done.text


def test_a_draft_that_the_server_lost_becomes_a_new_one(dealt: Sitting) -> None:
    dealt.client.post(f"{dealt.url}/delete")
    done = htmx(dealt, read="1")
    new = done.headers["HX-Replace-Url"]
    assert new != dealt.url and done.headers["HX-Retarget"] == "#recorder"
    assert box(dealt.client.get(new).text) == dealt.text


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", "A hand"),
        ('[Players "Ann" "?"]\n[Dealer "1"]\n\n[Dealer "2"]', "Ann and opponent, 2 hands"),
        ("{", "A hand"),
        ('[Players "\\"A\\"" "B"]', '\\"A\\" and B'),
    ],
)
def test_a_draft_has_a_name_whatever_is_in_it(text: str, title: str) -> None:
    assert title_of(text) == title


def test_only_what_is_legal_can_be_tapped(dealt: Sitting) -> None:
    def tappable(page: str) -> set[str]:
        cells = re.findall(r'<button class="cell[^>]*>', page)
        assert len(cells) == 52
        found: list[Any] = [re.search(r'name="tap" value="(\w+)"', cell) for cell in cells]
        return {match[1] for match in found if match}

    assert tappable(dealt.page) == {"9h"}
    dealt.tap("^")
    assert tappable(dealt.page) == set(MINE.split()), "the card taken is not discarded back"
    dealt.tap("Kd", "?")
    assert tappable(dealt.page).isdisjoint({*MINE.split(), "9h"}) and "As" in tappable(dealt.page)
