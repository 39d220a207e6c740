"""Your data: everything as a file and back, and a link that makes another browser the same one."""

from __future__ import annotations

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.drills import Drill, task
from analyzer.practice.progress import DrillProgress
from analyzer.practice.puzzles.run import PuzzleRun
from analyzer.practice.scorepad import ScorePad, ScorePads
from analyzer.review import ReviewSettings
from analyzer.service.jobs import Fair, asked_for
from analyzer.service.visitor_file import Belongings, belongings
from analyzer.store import Status, Store
from analyzer.store.drafts import LONGEST
from analyzer.store.training import DRILLS, GAME, PADS, RUN
from analyzer.web.state import web_app
from tests.clock import NOW
from tests.unit.test_review import match
from tests.web.conftest import browser
from tests.web.puzzle_visits import ALL, ME, MakeBook, commit, on, right, visitor, wrong

REPORT = '{"a report": "of this server"}'
MATCH = match(1)
FURNISHED = (DRILLS, GAME, PADS, RUN)
LONG_AGO = datetime(2022, 1, 2, 3, 4, 5, tzinfo=UTC)


def furnish(app: Flask, owner: str = ME) -> None:
    """Something of every kind: two reviews, one of them done, drafts, puzzles, training."""
    store, client = web_app(app).store, visitor(app, owner)
    for worlds, report in ((256, REPORT), (512, None)):
        asked = asked_for(owner, MATCH, ReviewSettings(worlds=worlds), None, Fair())
        assert store.reviews.take_in(asked, LONG_AGO + timedelta(days=worlds), report, most=9)
    store.drafts.take_in(owner, [('[Dealer "1"]', LONG_AGO), ('[Dealer "2"]', NOW)])
    commit(client, on(14), *right(on(14)))
    for puzzle in ALL[:3]:
        commit(client, puzzle, *wrong(puzzle))
    drills = DrillProgress().after(task(Drill.OUTS, 1000, seed=1), right=True)
    store.training.save(owner, DRILLS, drills.text, 0)
    store.training.save(owner, GAME, "a game", 0)
    pads, _ = ScorePads().begun(ScorePad.new("hollywood", "classic", ("Ann", "Bob")))
    store.training.save(owner, PADS, pads.text, 0)
    store.training.save(owner, RUN, PuzzleRun(NOW, ("a", "b"), (1.0,), best=7).text, 0)


def saved(client: FlaskClient) -> Any:
    return client.get("/mine/everything.json").json


def given(client: FlaskClient, file: object) -> Any:
    raw = file if isinstance(file, bytes) else json.dumps(file).encode()
    data = {"file": (io.BytesIO(raw), "ginsight.json")}
    return client.post("/mine/everything", data=data)


def owner_of(client: FlaskClient) -> str:
    with client.session_transaction() as session:
        return str(session["visitor"])


def test_everything_is_taken_along_as_a_file(make_book: MakeBook) -> None:
    here, there = make_book(), make_book()
    furnish(here)
    file, other = saved(visitor(here)), browser(there)
    answer = given(other, file)
    assert answer.status_code == 303, answer.text
    page = other.get(answer.headers["Location"]).text
    loaded = "2 reviews, 2 drafts, 4 puzzles, drills, a game in play, puzzle runs, score pads"
    assert f"Loaded: {loaded}." in page
    assert saved(other) == file
    assert "1 day running" in other.get("/puzzles").text
    headlines = [re.search("Rating [^<]+", client.get("/puzzles/mine").text)
                 for client in (other, visitor(here))]  # fmt: skip
    assert headlines[0] and headlines[1] and headlines[0][0] == headlines[1][0]
    assert "Loaded: nothing." in other.get(given(other, file).headers["Location"]).text
    assert saved(other) == file


def test_a_report_that_we_did_not_write_is_not_believed(make_book: MakeBook) -> None:
    here = make_book()
    furnish(here)
    file = saved(visitor(here))
    (done,) = [each for each in file["reviews"] if "report" in each]
    done["report"] = REPORT.replace("this", "no")
    file["game"]["hidden"] = saved(visitor(here))["running"]["hidden"]
    client = browser(here)
    given(client, file)
    store, owner = web_app(here).store, owner_of(client)
    assert [each.status for each in store.reviews.mine(owner)] == [Status.STOPPED] * 2
    assert store.training.load(owner, GAME) is None
    elsewhere = make_book(secret_key="the key of another server, as long as it has to be")
    given(other := browser(elsewhere), saved(visitor(here)))
    kept = web_app(elsewhere).store.reviews.mine(owner_of(other))
    assert [each.status for each in kept] == [Status.STOPPED] * 2
    assert other.get(f"/review/{kept[0].id}").status_code == 200


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"\xff", b'{"form": "other", "puzzles": {}}',
     b'{"form": "ginsight-visitor-1", "puzzles": 7}',
     b'{"form": "ginsight-visitor-1", "puzzles": {"form": "ginsight-puzzles-1", "tries": []},'
     b' "drafts": [{"text": "a", "updated": "never"}]}'],
)  # fmt: skip
def test_what_is_no_such_file_is_told_and_makes_nobody_known(
    make_book: MakeBook, raw: bytes
) -> None:
    client = browser(make_book())
    answer = given(client, raw)
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert "Set-Cookie" not in answer.headers


def test_a_file_cannot_claim_what_cannot_be(make_book: MakeBook) -> None:
    app = make_book()
    edge = "0001-01-01T00:00:00+14:00"
    review = {"record": "nonsense", "seats": "0", "settings": {}, "created": edge}
    known = {**review, "record": match_text(), "settings": {"worlds": 256}}
    file = {
        "form": "ginsight-visitor-1",
        "puzzles": {"form": "ginsight-puzzles-1", "tries": []},
        "reviews": [review, {**known, "seats": "07"}, {**known, "settings": {"worlds": 10**9}},
                    {**known, "report": REPORT, "seal": "00"}],
        "drafts": [{"text": "a\0b", "updated": edge},
                   {"text": "x" * (LONGEST + 1), "updated": edge},
                   {"text": '[Dealer "1"]', "updated": "9999-12-31T23:59:59-14:00"},
                   {"text": '[Dealer "2"]', "updated": edge}],
        "drills": {"skills": {"outs": {"rating": {"rating": 1e300, "deviation": 1.0}}}},
    }  # fmt: skip
    client = browser(app)
    assert given(client, file).status_code == 303
    store, owner = web_app(app).store, owner_of(client)
    assert belongings(store, owner) == Belongings(reviews=1, drafts=2)
    assert store.reviews.mine(owner)[0].status is Status.STOPPED
    for path in ("/mine", "/review", "/review/record", "/train", "/mine/everything.json"):
        assert client.get(path).status_code == 200


def match_text() -> str:
    return asked_for(ME, MATCH, ReviewSettings(), None, Fair()).record


# ---------------------------------------------------------------- a link to another browser


def linked(client: FlaskClient) -> str:
    """The address of a new link, as its page shows it."""
    found = re.search(r'value="([^"]*/mine/join\?code=[^"]+)"', client.post("/mine/link").text)
    assert found is not None
    return found[1]


def use(client: FlaskClient, address: str) -> Any:
    """Open the link and press the button."""
    page = client.get(address)
    code = re.search(r'name="code" value="([^"]+)"', page.text)
    return page if code is None else client.post("/mine/join", data={"code": code[1]})


def test_a_link_makes_another_browser_the_same_visitor_once(make_book: MakeBook) -> None:
    app = make_book()
    furnish(app)
    ann, phone, late = visitor(app), browser(app), browser(app)
    address = linked(ann)
    assert "2 reviews, 2 drafts, 4 puzzles" in phone.get(address).text, "looking uses nothing up"
    assert use(phone, address).status_code == 303
    assert owner_of(phone) == ME and "now keep the same" in phone.get("/mine").text
    assert saved(phone) == saved(ann)
    spent = use(late, address)
    assert spent.status_code == 422 and "works once" in spent.text
    assert "Set-Cookie" not in spent.headers
    assert late.post("/mine/join", data={"code": address[-10:]}).status_code == 422


def test_what_the_other_browser_has_is_added(make_book: MakeBook) -> None:
    app = make_book()
    furnish(app)
    furnish(app, "the phone")
    phone, store = visitor(app, "the phone"), web_app(app).store
    store.drafts.save("the phone", '[Dealer "2"] of the phone')
    commit(phone, on(9), *right(on(9)))
    assert use(phone, linked(visitor(app))).status_code == 303
    assert owner_of(phone) == ME
    assert belongings(store, ME) == Belongings(reviews=4, drafts=5, puzzles=5, training=FURNISHED)
    assert belongings(store, "the phone") == replace(Belongings(), puzzles=5, training=FURNISHED)
    assert phone.get("/mine").status_code == 200


def test_a_code_is_typed_as_it_is_read(make_book: MakeBook) -> None:
    app = make_book()
    furnish(app)
    code = re.search(r"<strong>(\w{5}-\w{5})</strong>", visitor(app).post("/mine/link").text)
    assert code is not None
    phone = browser(app)
    typed = f" {code[1].lower().replace('0', 'o').replace('1', 'l')} "
    assert use(phone, f"/mine/join?code={typed}").status_code == 303
    assert owner_of(phone) == ME


def test_a_link_works_for_ten_minutes_and_only_the_latest(tmp_path: Path) -> None:
    now = [NOW]
    with Store.open("sqlite://", lambda: now[0]) as store:
        store.upgrade()
        first, second = store.visitors.link("Ann"), store.visitors.link("Ann")
        assert (store.visitors.owner_of(first), store.visitors.owner_of(second)) == (None, "Ann")
        now[0] += timedelta(minutes=9, seconds=59)
        assert store.visitors.owner_of(second) == "Ann"
        now[0] += timedelta(seconds=2)
        assert store.visitors.owner_of(second) is store.visitors.use(second) is None


def test_of_many_at_once_one_uses_a_link(url: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        code = store.visitors.link("Ann")
        with ThreadPoolExecutor(12) as threads:
            used = list(threads.map(store.visitors.use, [code] * 24))
    assert sorted(used, key=str) == ["Ann"] + [None] * 23


def test_a_foreign_cookie_is_named(make_book: MakeBook) -> None:
    client = browser(make_book())
    assert "did not sign" not in client.get("/mine").text
    client.set_cookie("ginsight", "of another server")
    assert "did not sign" in client.get("/mine").text
