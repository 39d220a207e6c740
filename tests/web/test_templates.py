"""Every template with a sample context: it renders, nothing is inline, all is accessible."""

from __future__ import annotations

import dataclasses
import hashlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template
from jinja2 import StrictUndefined

from analyzer.display import filters, glossary
from analyzer.display.board import BoardFragment, HandFragment
from analyzer.display.verdict import AnswerVerdict
from analyzer.game.cards import DECK
from analyzer.notation.numbers import DASH
from analyzer.resources import resource_root
from analyzer.web.analyze.contexts import AnalyzePage, ErrorFragment
from analyzer.web.app import blueprints
from tests.web import samples

ROOT = resource_root()
STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
VOID = {"meta", "link", "img", "input", "br", "hr"}
SVG_EMPTY = {"path", "rect", "circle"}
RUNS_ATTRIBUTES = re.compile(r"on[a-z]+|hx-on.*|style|srcdoc")


class Page(HTMLParser):
    """What a test asks of a page: its elements with their attributes, its text, its nesting."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.source = html
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.unclosed: list[str] = []
        self.problems: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.problems.append(f"<{tag}> has an attribute twice: {names}")
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID | SVG_EMPTY:
            self.unclosed.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.unclosed or self.unclosed[-1] != tag:
            self.problems.append(f"</{tag}> closes {self.unclosed[-1:]}")
        else:
            self.unclosed.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """The page's words with single spaces."""
        return " ".join("".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str]]:
        """The attributes of each element of that name."""
        return [attributes for name, attributes in self.elements if name == tag]

    def by_id(self, wanted: str) -> tuple[str, dict[str, str]]:
        """The element with that id."""
        found = [element for element in self.elements if element[1].get("id") == wanted]
        assert len(found) == 1, f"{len(found)} elements are #{wanted}"
        return found[0]


@pytest.fixture(scope="module")
def app() -> Flask:
    app = Flask("templates", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    filters.register(app.jinja_env)
    glossary.register(app.jinja_env, "/learn/rules#{}".format)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    return app


def render(app: Flask, template: str, **variables: Any) -> Page:
    with app.test_request_context("/"):
        return Page(render_template(template, **variables))


@cache
def page(app: Flask, name: str) -> Page:
    template, context = samples.PAGES[name]
    shown = context() if callable(context) else context
    return render(app, template, page=shown, site=samples.SITE)


@cache
def fragment(app: Flask, name: str) -> Page:
    template, variables = samples.FRAGMENTS[name]
    return render(app, template, **(variables() if callable(variables) else variables))


@pytest.fixture(params=[*samples.PAGES, *(f"_{name}" for name in samples.FRAGMENTS)])
def rendered(request: pytest.FixtureRequest, app: Flask) -> Page:
    name: str = request.param
    return fragment(app, name[1:]) if name.startswith("_") else page(app, name)


def elements_are_closed_in_order(rendered: Page) -> None:
    assert not rendered.problems
    assert not rendered.unclosed


def nothing_is_inline(rendered: Page) -> None:
    for tag, attributes in rendered.elements:
        assert tag != "style"
        assert not [name for name in attributes if RUNS_ATTRIBUTES.fullmatch(name)], tag
        assert tag != "script" or attributes.get("src", "").startswith("/static/")
        assert tag != "use", "a symbol from another file needs more than img-src"
        for value in attributes.values():
            assert not value.strip().lower().startswith(("javascript:", "data:"))


def every_address_is_ours(rendered: Page) -> None:
    for _, attributes in rendered.elements:
        for name in ("href", "src", "action", "formaction", "hx-get", "hx-post", "sse-connect"):
            assert attributes.get(name, "/").startswith(("/", "#")), attributes


@cache
def is_there(address: str) -> bool:
    return (ROOT / address.lstrip("/").partition("?")[0]).is_file()


def static_files_named_exist(rendered: Page) -> None:
    for _, attributes in rendered.elements:
        for name in ("href", "src"):
            address = attributes.get(name, "")
            if address.startswith("/static/"):
                assert is_there(address), address


def pictures_are_described_and_ids_are_single(rendered: Page) -> None:
    assert all("alt" in image for image in rendered.all("img"))
    ids = [attributes["id"] for _, attributes in rendered.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def columns_and_the_lines_of_charts_have_names(rendered: Page) -> None:
    assert not re.search(r"<th[^>]*>\s*</th>", rendered.source)
    assert not re.search(r'"chart-key"><svg.*?</svg>\s*</span>', rendered.source)


def names_refer_to_what_is_there(rendered: Page) -> None:
    ids = {attributes["id"] for _, attributes in rendered.elements if "id" in attributes}
    for _, attributes in rendered.elements:
        wanted = attributes.get("aria-labelledby", "").split() + attributes.get("for", "").split()
        assert set(wanted) <= ids


EVERYWHERE = (
    elements_are_closed_in_order,
    nothing_is_inline,
    every_address_is_ours,
    static_files_named_exist,
    pictures_are_described_and_ids_are_single,
    columns_and_the_lines_of_charts_have_names,
    names_refer_to_what_is_there,
)


def test_what_holds_everywhere_holds_here(rendered: Page) -> None:
    for holds in EVERYWHERE:
        holds(rendered)


@pytest.mark.parametrize("name", samples.PAGES)
def test_headings_go_down_by_one(app: Flask, name: str) -> None:
    levels = [int(tag[1]) for tag, _ in page(app, name).elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    for above, below in pairwise(levels):
        assert below <= above + 1


@pytest.mark.parametrize("name", samples.PAGES)
def test_fields_have_labels(app: Flask, name: str) -> None:
    shown = page(app, name)
    labeled = {label["for"] for label in shown.all("label") if "for" in label}
    for area in shown.all("textarea"):
        assert area["id"] in labeled
    assert shown.by_id("main")[0] == "main"
    if not name.startswith("embed-"):  # in a frame there is nothing to skip
        assert {"href": "#main", "class": "skip"} in shown.all("a")


def test_grid_has_a_named_button_for_every_card(app: Flask) -> None:
    taps = [b for b in page(app, "analyze").all("button") if b.get("name") == "tap"]
    assert " ".join(tap["value"] for tap in taps[:14]) == (
        "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah"
    )
    assert {tap["value"] for tap in taps} == {str(card) for card in DECK}
    names = {tap["value"]: tap["aria-label"] for tap in taps}
    assert names["7h"] == "seven of hearts, in your hand, in a run"
    assert names["3d"] == "three of diamonds, held by the opponent"
    assert names["As"] == "ace of spades, not placed"


def test_rows_keep_their_ids_and_say_what_they_are(app: Flask) -> None:
    shown = fragment(app, "result-done")
    rows = [row for row in shown.all("tr") if "data-rank" in row]
    assert [row["id"] for row in rows][:3] == ["row-discard-Kd", "row-discard-Qd", "row-discard-5s"]
    assert ["tied" in row["class"] for row in rows][:3] == [True, True, False]
    assert "about equal" in shown.text
    assert "+4.1 ±0.1" in shown.text
    assert "−1.2 ±0.4" in shown.text
    assert "2.7 ±0.4" in shown.text


def test_unknown_numbers_are_dashes(app: Flask) -> None:
    table = dataclasses.replace(
        samples.TABLE,
        rows=(dataclasses.replace(samples.TABLE.rows[0], gin=None, knock=None, undercut=None),),
    )
    shown = render(app, "analyze/_table.html", table=table)
    assert shown.text.count(DASH) == 4, "three chances, and the loss of the best"


def test_error_keeps_the_text_and_underlines_the_token(app: Flask) -> None:
    shown = page(app, "analyze-error")
    assert "hand: 7h 8h 9h 4c 11h 4s Kd" in shown.text
    assert len(shown.all("mark")) == 1
    cure = next(button for button in shown.all("button") if button.get("name") == "cure")
    assert cure["value"] == "hand: 7h 8h 9h 4c Jh 4s Kd"
    assert cure["formaction"] == "/analyze/grid"


def test_typed_text_cannot_become_markup(app: Flask) -> None:
    nasty = '</textarea><script>alert(1)</script><img src=x onerror="x">K♦`<b>`'
    error = ErrorFragment(nasty, nasty, nasty, nasty, nasty, nasty, nasty, nasty)
    shown = render(
        app,
        "analyze/page.html",
        site=samples.SITE,
        page=AnalyzePage(
            nasty,
            BoardFragment(HandFragment(hint=nasty)),
            title=nasty,
            description=nasty,
            error=error,
            result=dataclasses.replace(samples.DONE, verdict=AnswerVerdict(nasty, nasty, nasty)),
        ),
    )
    assert shown.text.count("<script>alert(1)</script>") >= 5
    assert "src=x" not in {image.get("src") for image in shown.all("img")}
    assert all(script.get("src", "").startswith("/static/") for script in shown.all("script"))
    assert not [a for _, a in shown.elements if "onerror" in a]


class TestStreams:
    def test_running_connects_and_polls_on_failure(self, app: Flask) -> None:
        shown = fragment(app, "result-running")
        _, stream = shown.by_id("stream")
        assert stream["sse-connect"] == "/searches/s1/events"
        assert stream["sse-swap"] == "message"
        assert shown.by_id("result")[1]["data-poll"] == "/searches/s1"

    def test_news_leave_the_stream_alone(self, app: Flask) -> None:
        news = dataclasses.replace(samples.RUNNING, stream=None)
        shown = render(app, "analyze/_result.html", result=news)
        assert not [a for _, a in shown.elements if a.get("id") == "stream"]

    def test_the_end_disconnects(self, app: Flask) -> None:
        _, stream = fragment(app, "result-done").by_id("stream")
        assert set(stream) == {"id", "hidden", "hx-swap-oob"}

    def test_polling_asks_each_second(self, app: Flask) -> None:
        _, stream = fragment(app, "result-polled").by_id("stream")
        assert stream["hx-trigger"] == "every 1s"

    def test_without_scripts_the_page_comes_again(self, app: Flask) -> None:
        refreshes = [m for m in page(app, "analyze-waiting").all("meta") if "http-equiv" in m]
        assert [refresh["content"] for refresh in refreshes] == ["/"]
        for there in ("analyze", "analyze-running"):
            assert not [m for m in page(app, there).all("meta") if "http-equiv" in m]


def test_a_tap_brings_the_new_text_and_typing_does_not(app: Flask) -> None:
    assert fragment(app, "board-tapped").by_id("entry-text")[1]["hx-swap-oob"] == "true"
    typed = [a.get("id") for _, a in fragment(app, "board-typed").elements]
    assert "view" not in typed
    assert {"hand", "grid"} <= set(typed)


def test_every_template_has_a_sample() -> None:
    used = {name for name, _ in [*samples.PAGES.values(), *samples.FRAGMENTS.values()]}
    sources = {
        p.relative_to(TEMPLATES).as_posix(): p.read_text() for p in TEMPLATES.rglob("*.html")
    }
    included = {name for text in sources.values() for name in re.findall(r'"([\w/]+\.html)"', text)}
    files = {"review/file.html"}  # not a page: see tests/unit/test_review_file.py
    assert set(sources) == used | included | files


def test_style_sheets_linked_are_all_there_are(app: Flask) -> None:
    sheets = {link["href"] for link in page(app, "home").all("link") if link["rel"] == "stylesheet"}
    assert {sheet.partition("?")[0].removeprefix("/static/") for sheet in sheets} == {
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css")
    } - {"shared/two.css", "embed/embed.css"}  # where two colors are set, in frames


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_style_sheets_use_tokens_for_colors(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    assert "gradient" not in text
    assert "url(" not in re.sub(r'url\("\.\./\.\./cards/two/\w\w\.svg"\)', "", text)
    for name in set(re.findall(r"var\((--[\w-]+)", text)):
        if name != "--card":
            assert f"{name}:" in (STATIC / "shared/tokens.css").read_text(), name


# --- contrast, from the tokens themselves ----------------------------------------------


def _tokens() -> dict[str, tuple[str, str]]:
    text = (STATIC / "shared/tokens.css").read_text()
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", text)
    return {name: (light, dark) for name, light, dark in pairs}


def _luminance(color: str) -> float:
    """Relative luminance (WCAG 2.2, "relative luminance")."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _pairs() -> Iterator[tuple[str, str, float]]:
    for ground in ("paper", "surface", "band"):
        yield "ink", ground, 7.0
        yield "muted", ground, 4.5
        yield "line-strong", ground, 3.0
        yield "ring", ground, 3.0
        for text in ("accent", "accent-strong", "hearts", "diamonds", "clubs"):
            yield text, ground, 4.5
    for ground in ("pile", "theirs"):
        for text in ("ink", "hearts", "diamonds", "clubs"):
            yield text, ground, 4.5
    for ground in ("band", "pile", "theirs", "kind-4", "kind-5"):
        yield "ink", ground, 7.0
    for ground in ("accent", "accent-strong"):
        yield "on-accent", ground, 4.5
    for text in ("best", "inaccuracy", "mistake", "blunder"):
        yield text, "surface", 4.5
    for ground in ("felt", "felt-deep", "felt-edge"):
        yield "on-felt", ground, 7.0
        yield "on-felt-quiet", ground, 4.5
        yield "amber", ground, 3.0
    yield "on-amber", "amber", 4.5


@pytest.mark.parametrize(("text", "ground", "least"), tuple(_pairs()))
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_contrast(text: str, ground: str, least: float, theme: int) -> None:
    tokens = _tokens()
    assert _contrast(tokens[text][theme], tokens[ground][theme]) >= least


def test_contrast_formula() -> None:
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# --- what others made ------------------------------------------------------------------


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_vendored_files_are_as_they_came() -> None:
    vendor = STATIC / "vendor"
    listed = tomllib.loads((vendor / "VENDOR.toml").read_text())
    for entry in listed["file"]:
        assert _sha(vendor / entry["file"]) == entry["sha256"], entry["file"]
        assert (vendor / entry["licence_file"]).is_file()
    assert {entry["file"] for entry in listed["file"]} == {p.name for p in vendor.glob("*.js")}
    for entry in listed["folder"]:
        folder = STATIC / entry["folder"]
        files = sorted(folder.glob("*.svg"))
        lines = "".join(f"{path.name} {_sha(path)}\n" for path in files)
        assert hashlib.sha256(lines.encode()).hexdigest() == entry["sha256"]
        assert len(files) == entry["files"]
        assert (folder / entry["licence_file"]).is_file()


def test_there_is_a_face_for_every_card() -> None:
    faces = list((STATIC / "cards").glob("*.svg"))
    assert {face.stem for face in faces} == {str(card) for card in DECK}
    assert sum(face.stat().st_size for face in faces) < 1_500_000
    assert not [face for face in faces if re.search(r"<script|<style|\son\w+=", face.read_text())]


# --- what stands beside the answer -----------------------------------------------------


def test_the_map_of_scores_is_a_table_with_letters_and_a_legend(app: Flask) -> None:
    found = fragment(app, "result-done")
    squares = [
        one for tag, one in found.elements if tag == "td" and "kind-" in one.get("class", "")
    ]
    assert [one["class"] for one in squares] == ["kind-1", "kind-1 tie", "kind-2", "kind-1 here"]
    assert "A (your score)" in found.text
    assert "A Discard K♦ B Discard Q♦" in found.text
    assert "Your score, 12–15" in found.text


def test_the_curve_is_told_in_words_and_in_a_table(app: Flask) -> None:
    found = fragment(app, "result-done")
    labels = [one.get("aria-label", "") for one in found.all("svg")]
    assert [label for label in labels if "ahead of waiting by 2.0 ±0.5" in label]
    assert "29, now +0.1 ±0.5 Too close to call" in found.text
    assert "27 −4.2 ±0.6 Wait: discard K♦" in found.text


def test_other_opponents_are_told_with_what_the_answer_loses(app: Flask) -> None:
    found = fragment(app, "result-done")
    assert "Discard K♦ loses" in found.text
    assert "One who waits for gin Discard Q♦ 1.2 ±0.4" in found.text
    assert [one["class"] for one in found.all("tr") if one.get("class") == "differs"] == ["differs"]
