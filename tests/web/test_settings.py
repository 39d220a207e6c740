"""Settings kept in the cookie, and what makes the application one to install and to link to."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

from analyzer.resources import resource_root
from analyzer.web.settings import TWO_COLORED
from tests.web.conftest import MakeApp, browser

SET = {"theme": "dark", "suits": "two", "letters": "on", "motion": "", "sound": "on"}


def test_settings_hold_on_every_page_of_one_browser(make_app: MakeApp) -> None:
    app = make_app()
    mine, other = browser(app), browser(app)
    answer = mine.post("/settings", data={**SET, "rules": "oklahoma", "target": "200"})
    assert answer.status_code == 303
    for address in ("/", "/settings", "/analyze", "/learn/rules"):
        head = mine.get(address).text[:200]
        looks = 'data-theme="dark" data-suits="two" data-letters="on" data-sound="on"'
        assert f'<html lang="en" {looks}>' in head
        assert '<html lang="en">' in other.get(address).text
    assert "shared/two.css" in mine.get("/").text and "two.css" not in other.get("/").text
    sheet = (resource_root() / "static/shared/two.css").read_text(encoding="utf-8")
    faces = re.findall(r'"\.\./\.\./cards/two/(\w\w)\.svg"', sheet)
    assert len(set(faces)) == 26 and {face[1] for face in faces} == {"c", "d"}
    for face in faces:
        drawn = mine.get(f"/cards/two/{face}.svg")
        assert drawn.mimetype == "image/svg+xml" and not set(TWO_COLORED) & set(
            drawn.text.split('"')
        )
    assert mine.get("/cards/two/1d.svg").status_code == 404
    page = mine.get("/settings").text
    assert page.count(" selected>") == 7 and 'value="200"' in page
    text = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw the 9c"
    shown = mine.get(mine.post("/analyze", data={"view": text}).location).text
    assert "oklahoma,target=200" in unescape(shown)
    mine.post("/settings", data={"theme": "purple", "rules": ""})
    assert '<html lang="en">' in mine.get("/").text


def test_sound_and_card_backs_are_set_at_the_table(client: FlaskClient) -> None:
    client.post("/settings", data={**SET, "rules": ""})
    client.post("/train/play/new", data={"rules": "standard", "level": "novice"})
    assert 'action="/settings/table"' in client.get("/train/play").text
    back = client.post("/settings/table", data={"sound": "", "back": "blue", "theme": "light"})
    assert back.location == "/train/play"
    page = client.get("/train/play").text
    assert (
        '<html lang="en" data-theme="dark" data-suits="two" data-letters="on" data-back="blue">'
        in page
    )
    assert re.search(r'<option value="blue" selected>Blue', page)
    assert page.count("table/faces/novice.svg") == 1


def test_a_target_without_rules_is_not_dropped_in_silence(client: FlaskClient) -> None:
    answer = client.post("/settings", data={"rules": "", "target": "250"})
    assert answer.status_code == 422
    assert "A target needs rules; choose those that you usually play." in answer.text
    assert client.post("/settings", data={"rules": "", "target": " "}).status_code == 303


def test_a_target_that_cannot_be_is_told(client: FlaskClient) -> None:
    answer = client.post("/settings", data={"rules": "standard", "target": "many"})
    assert answer.status_code == 422 and 'role="alert"' in answer.text


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.content_type == "application/manifest+json" and answer.json is not None
    assert answer.json["start_url"] == answer.json["scope"] == "/"
    for icon in answer.json["icons"]:
        with client.get(icon["src"]) as picture:
            data = picture.data
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        assert data[1:4] == b"PNG" and f"{width}x{height}" == icon["sizes"]


def test_a_link_shows_title_description_and_picture(client: FlaskClient) -> None:
    page = client.get("/analyze").text
    found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)"', page))
    assert found["title"] == "Analyze a hand" or found["title"] in page
    assert found["image"] == "http://localhost/static/app/preview.png"
    assert (resource_root() / "static" / "app" / "preview.png").stat().st_size > 10_000
