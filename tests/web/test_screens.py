"""A screenshot on the analyze page and in the API."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from analyzer.vision.apart import PictureRead
from analyzer.vision.roles import ScreenRole
from analyzer.vision.screen import Screen
from analyzer.web import limits
from analyzer.web.analyze import screens
from tests.unit.test_vision import HAND, SCREEN, pillow, sighting

VIEW = f"hand: {' '.join(HAND)}\npile: 5s"


def read_box(page: str) -> str:
    box = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page)
    assert box
    return box[1].strip()


def upload(client: FlaskClient, *pictures: bytes) -> tuple[int, str, str]:
    answer = client.post(
        "/analyze/screen",
        data={"picture": [(io.BytesIO(data), "screen.png") for data in pictures]},
        content_type="multipart/form-data",
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    return answer.status_code, answer.text, answer.headers["Content-Security-Policy"]


def test_the_start_page_asks_for_a_screenshot(client: FlaskClient) -> None:
    for address in ("/analyze", "/analyze/screen"):
        page = client.get(address).text
        assert 'action="/analyze/screen"' in page and 'name="picture"' in page
        assert "For after the hand, not during it." in page


def test_each_card_stands_beside_its_piece_and_the_view_in_the_box(client: FlaskClient) -> None:
    pillow()
    status, page, policy = upload(client, SCREEN.read_bytes())
    assert status == 200
    assert page.count('src="data:image/png;base64,') == 11
    assert "img-src 'self' data:" in policy and "script-src 'self';" in policy
    assert read_box(page) == VIEW


def test_of_several_screenshots_the_last_is_the_hand_and_a_tap_says_what_lies_below(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def screen_of(data: bytes) -> PictureRead:
        up = sighting(data.decode(), ScreenRole.UP)
        return PictureRead(Screen(900, 800, (*map(sighting, HAND), up)), (b"",) * 11)

    monkeypatch.setattr(screens, "read_picture", screen_of)
    status, page, _ = upload(client, b"2d", b"5s", b"2d", b"5s")
    assert status == 200 and page.count('name="seen"') == 1
    assert '<button class="button" type="submit" name="seen" value="2d"' in page
    assert read_box(page) == VIEW
    text = VIEW
    for card in ("2d", "9c"):
        text = read_box(client.post(
            "/analyze/screen/correct", data={"view": text, "seen": card},
            headers={"Sec-Fetch-Site": "same-origin"},
        ).text)  # fmt: skip
    assert text == f"{VIEW}\nseen: 2d 9c"
    status, page, _ = upload(client, *[b"5s"] * 7)
    assert status == 422 and "Send 6 at most" in page


def test_a_phone_may_share_a_screenshot_with_the_installed_app(client: FlaskClient) -> None:
    target = client.get("/manifest.webmanifest").json["share_target"]
    (file,) = target["params"]["files"]
    answer = client.post(
        target["action"],
        data={file["name"]: (io.BytesIO(b"hello"), "shared")},
        content_type=target["enctype"],
        headers={"Sec-Fetch-Site": "none", "Origin": "null"},
    )
    assert (target["method"], answer.status_code) == ("POST", 422)
    assert "this is no picture" in answer.text.lower()
    assert file["accept"] == ["image/png", "image/jpeg", "image/webp"]


@pytest.mark.parametrize("data", [b"", b"hello", SCREEN.read_bytes()[:3000]])
def test_what_is_no_picture_is_told_on_the_page(client: FlaskClient, data: bytes) -> None:
    pillow()
    status, page, _ = upload(client, data)
    assert status == 422
    assert 'class="error-message"' in page and 'name="picture"' in page


def test_a_picture_that_is_too_large_is_told(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.FILES, "/analyze/screen", 1000)  # type: ignore[index]
    status, page, _ = upload(client, b"x" * 5000)
    assert status == 413 and "too large" in page


def test_one_tap_puts_another_card_in_the_place_of_one(client: FlaskClient) -> None:
    page = client.post(
        "/analyze/screen/correct",
        data={"view": VIEW, "put": "Ac As"},
        headers={"Sec-Fetch-Site": "same-origin"},
    ).text
    assert read_box(page) == VIEW.replace("Ac", "As")
    page = client.post(
        "/analyze/screen/correct",
        data={"view": VIEW.splitlines()[0], "up": "2d"},
        headers={"Sec-Fetch-Site": "same-origin", "HX-Request": "true"},
    ).text
    assert "2d" in read_box(page) and "<html" not in page


def test_a_correction_that_names_no_card_is_refused(client: FlaskClient) -> None:
    answer = client.post(
        "/analyze/screen/correct",
        data={"view": VIEW, "put": "Ac"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 422


def test_the_api_reads_a_screen(client: FlaskClient) -> None:
    pillow()
    sent = base64.b64encode(SCREEN.read_bytes()).decode()
    answer = client.post("/api/v1/screens", json={"picture": sent})
    assert answer.status_code == 200, answer.text
    assert answer.json["view"] == VIEW
    assert {card["role"] for card in answer.json["cards"]} == {"hand", "up"}
    refused = client.post("/api/v1/screens", json={"picture": "aGVsbG8="})
    assert refused.status_code == 422
    assert refused.json["error"]["where"] == "picture"


def test_nothing_is_left_on_disk(client: FlaskClient, tmp_path: Path) -> None:
    pillow()
    before = set(tmp_path.rglob("*"))
    upload(client, SCREEN.read_bytes())
    assert set(tmp_path.rglob("*")) == before
