"""Two servers over one PostgreSQL behind a proxy, as `/learn/servers` and `.deploy/` have it."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from analyzer.notation import encode, parse_view
from analyzer.notation.records import format_match
from analyzer.web.puzzles.question import ARRANGED
from tests.databases import schema_of_its_own
from tests.docs.test_deploy import DEPLOY, NGINX
from tests.round_robin import round_robin
from tests.unit.test_review import match
from tests.web.test_pages import ELEVEN
from tests.web.test_server import until

pytestmark = pytest.mark.slow
NAME = "gin.example"
BROWSERS = 2
SERVE = """
from analyzer.cli import main
from analyzer.service.settings import SETTINGS, Setting
SETTINGS["GINSIGHT_TEST_SHOWCASE"] = Setting("", "1".__eq__, "showcase")
main(prog_name="ginsight")
"""
"""`ginsight`, whose server may leave the first page's hand alone: five seconds of every core."""


@dataclass
class Browser:
    """A client that keeps its cookies and follows redirects."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = ""
    source: str = "127.0.0.1"
    """Where it comes from."""

    def ask(self, path: str, form: dict[str, str] | None = None) -> str:
        """The text of a page; its address is in `address`."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=120, source_address=(self.source, 0)
        )
        headers = {"Host": NAME, "Origin": f"http://{NAME}"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={held}" for name, held in self.cookies.items())
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(connection):
            body = None if form is None else urlencode(form)
            connection.request("GET" if form is None else "POST", path, body, headers)
            with connection.getresponse() as answer:
                text = answer.read().decode()
        for header in answer.headers.get_all("Set-Cookie") or []:
            name, _, held = header.partition(";")[0].partition("=")
            self.cookies[name] = held
        if target := answer.headers.get("Location"):
            parts = urlsplit(target)
            return self.ask(f"{parts.path}?{parts.query}" if parts.query else parts.path)
        assert answer.status == 200, (path, answer.status, text[:2000])
        self.address = path
        return text


@dataclass
class Pair:
    """Two servers, and the port of a proxy that sends a visitor to the same of them each time."""

    port: int
    servers: list[int]
    folder: Path

    def browser(self) -> Browser:
        """A new one, without cookies."""
        return Browser(self.port)


@contextmanager
def program(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
    ) as running:
        try:
            yield running
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(60)


def serving(running: subprocess.Popen[str]) -> int:
    assert running.stdout is not None
    return int(urlsplit(json.loads(running.stdout.readline())["url"]).port or 0)


def nginx_conf(folder: Path, port: int, servers: list[int]) -> Path:
    """`.deploy/nginx-two.conf` with ports that are free here."""
    site = (DEPLOY / "nginx-two.conf").read_text(encoding="utf-8")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for usual, actual in zip((8001, 8002), servers, strict=True):
        site = site.replace(f"127.0.0.1:{usual}", f"127.0.0.1:{actual}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder / kind}; " for kind in kinds)
    user = "user root; " if os.geteuid() == 0 else ""
    path = folder / "nginx.conf"
    path.write_text(
        f"{user}daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'};"
        f"events {{}} http {{ access_log off; {paths}\n{site}}}",
        encoding="utf-8",
    )
    return path


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    with ExitStack() as stack:
        url = stack.enter_context(schema_of_its_own(postgres, f"pair_{os.getpid()}"))
        environment = {
            "GINSIGHT_DATA": str(folder),
            "GINSIGHT_DATABASE_URL": url,
            "GINSIGHT_SECRET": secrets.token_hex(32),
            "GINSIGHT_TRUSTED_HOSTS": NAME,
            "GINSIGHT_PROXIES": "1",
            "GINSIGHT_MAX_SECONDS": "8",
            "GINSIGHT_LOG": "quiet",
            "GINSIGHT_TEST_SHOWCASE": "0",
        }
        serve = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--json"]
        running = [stack.enter_context(program(serve, environment)) for _ in range(2)]
        servers = [serving(each) for each in running]
        port = stack.enter_context(round_robin(servers))
        until(lambda: all(is_ready(each) for each in servers))
        yield Pair(port, servers, folder)


def free_port() -> int:
    from analyzer.service.sockets import listening

    (bound,) = listening("127.0.0.1", 0)
    with bound:
        return int(bound.getsockname()[1])


def is_ready(port: int, path: str = "/readyz") -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers={"Host": NAME})
        return connection.getresponse().status == 200
    except OSError:
        time.sleep(0.05)
        return False
    finally:
        connection.close()


def hand(number: int) -> str:
    """A hand that nobody else asks about."""
    return ELEVEN.replace("\n", f"\nscore: {number}-7\n", 1)


def news_of(page: str) -> str:
    found = re.search(r'sse-connect="([^"]+)"', page)
    assert found is not None, page[:2000]
    return found[1].replace("&amp;", "&")


def link(page: str, what: str) -> str:
    found = re.search(rf'="(/searches/[^/"]+/{what}[^"]*)"', page)
    assert found is not None, page[:4000]
    return found[1]


def searches_at(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with closing(connection):
        connection.request("GET", "/healthz", headers={"Host": NAME})
        return int(json.loads(connection.getresponse().read())["searches"])


def begun(pair: Pair, number: int, limit: str) -> tuple[str, Browser, Browser]:
    """The address of a search that the first server computes, and a browser at each."""
    until(lambda: not any(map(searches_at, pair.servers)))
    here, there = (Browser(port) for port in pair.servers)
    here.ask("/searches", {"p": encode(parse_view(hand(number))), "limit": limit})
    return here.address, here, there


@pytest.mark.nightly
def test_each_browser_sees_the_news_of_its_search(pair: Pair) -> None:
    for number in range(BROWSERS):
        browser = pair.browser()
        page = browser.ask("/analyze", {"view": hand(number)})
        if 'sse-connect="' not in page:  # it was done before the page was sent
            assert re.search(r"[1-9][\d,]* worlds", page)
            continue
        news = browser.ask(news_of(page))
        assert news.startswith(": hello") and 'id="stream" hidden hx-swap-oob="true"></div>' in news


def stop(browser: Browser, page: str) -> None:
    """Press the button and wait until the page says so, however busy the server is."""
    browser.ask(link(page, "stop"), {})
    until(lambda: "Stopped" in browser.ask(browser.address))
    assert "Stopped" in browser.ask(browser.address)


def test_a_visitor_stays_at_a_server_and_the_next_one_goes_to_the_other(pair: Pair) -> None:
    until(lambda: not any(map(searches_at, pair.servers)))
    browsers, pages = [pair.browser() for _ in range(2)], list[str]()
    for number, browser in enumerate(browsers):
        form = {"p": encode(parse_view(hand(42 + number))), "limit": "longest"}
        pages.append(browser.ask("/searches", form))
    assert [searches_at(port) for port in pair.servers] == [1, 1]
    for browser in browsers:
        until(
            lambda browser=browser: re.search(r"[1-9][\d,]* worlds", browser.ask(browser.address))
        )
    assert [searches_at(port) for port in pair.servers] == [1, 1], "each is shown where it runs"
    for browser, page in zip(browsers, pages, strict=True):
        stop(browser, page)
    until(lambda: not any(map(searches_at, pair.servers)))
    assert [searches_at(port) for port in pair.servers] == [0, 0]


def test_a_search_that_the_other_server_has_is_begun_anew(pair: Pair) -> None:
    address, here, there = begun(pair, 40, "longest")
    page = here.ask(address)
    assert [searches_at(port) for port in pair.servers] == [1, 0], "computed by one of them"
    stop(there, page)
    stopped = there.ask(there.address)
    assert re.search(r"[1-9][\d,]* worlds", stopped)
    share = re.search(r'href="(/a/[^"]+)"', stopped)
    assert share is not None and there.ask(share[1]) and here.ask(share[1])
    here.ask(link(page, "stop"), {})
    until(lambda: not any(map(searches_at, pair.servers)))
    assert "Stopped" in here.ask(address)


@pytest.mark.nightly
def test_a_search_is_deepened_by_the_other_server(pair: Pair) -> None:
    address, here, there = begun(pair, 41, "first")
    until(lambda: "/deeper" in there.ask(address))
    deeper = there.ask(link(here.ask(address), "deeper"), {})
    assert [searches_at(port) for port in pair.servers] == [0, 1]
    there.ask(link(deeper, "stop"), {})
    until(lambda: searches_at(pair.servers[1]) == 0)


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_sends_a_visitor_to_the_same_server(pair: Pair) -> None:
    port = free_port()
    conf = nginx_conf(pair.folder, port, pair.servers)
    with program([str(NGINX), "-e", "stderr", "-c", str(conf)], {}):
        until(lambda: is_ready(port, "/livez"))
        behind = Pair(port, pair.servers, pair.folder)
        test_each_browser_sees_the_news_of_its_search(behind)
        test_a_draft_of_the_recorder_is_kept(behind)
        test_a_puzzle_is_answered_once(behind)
        until(lambda: not any(map(searches_at, pair.servers)))
        running = set[tuple[int, ...]]()
        for visitor in range(1, 12):
            browser = Browser(port, source=f"127.0.0.{visitor}")
            form = {"p": encode(parse_view(hand(50 + visitor))), "limit": "longest"}
            page = browser.ask("/searches", form)
            running.add(tuple(searches_at(each) for each in pair.servers))
            stop(browser, page)
            until(lambda: not any(map(searches_at, pair.servers)))
            assert not any(map(searches_at, pair.servers)), "the same server has stopped it"
        assert running == {(1, 0), (0, 1)}


@pytest.mark.nightly
def test_a_review_is_done_and_seen_by_its_owner(pair: Pair) -> None:
    browser = pair.browser()
    browser.ask("/review", {"record": format_match(match(1)), "worlds": "256"})
    address = browser.address
    assert re.fullmatch(r"/review/[\w-]{12,}", address)
    until(lambda: 'sse-connect="' not in browser.ask(address))
    assert "/decision" in browser.ask(address) or 'class="entries"' in browser.ask(address)


def test_a_puzzle_is_answered_once(pair: Pair) -> None:
    browser = pair.browser()
    page = browser.ask("/puzzles")
    forms = re.finditer(r'<form[^>]* action="(/puzzles/\w+)".*?</form>', page, re.S)
    # Of a puzzle of cards that are laid out on the table, one of the ways that are listed.
    form, answer = next(
        (each, answer)
        for each in forms
        for answer in re.findall(r'name="answer" value="([^"]+)"', each[0])
        if answer != ARRANGED.value
    )
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    browser.ask(form[1], {**fields, "answer": answer})
    for _ in pair.servers:  # nothing more is asked, or the next question
        after = browser.ask(form[1])
        assert 'name="answer"' not in after or 'name="step" value="1"' in after


def test_a_draft_of_the_recorder_is_kept(pair: Pair) -> None:
    browser = pair.browser()
    browser.ask("/review/record", {"rules": "standard"})
    address = browser.address
    assert address != "/review/record"
    assert address.split("?")[0] in browser.ask("/review/record")


def test_training_remembers(pair: Pair) -> None:
    browser = pair.browser()
    browser.ask("/train/deadwood/1200/1", {"answer": "7"})
    assert "ginsight" in browser.cookies
    assert browser.ask("/train/plan") != pair.browser().ask("/train/plan")


def test_what_is_kept_is_known_to_both_servers(pair: Pair) -> None:
    browser = pair.browser()
    browser.ask("/review/record", {"rules": "standard"})
    draft = browser.address.split("?")[0]
    for port in pair.servers:
        assert draft in Browser(port, dict(browser.cookies)).ask("/review/record")


def test_two_people_at_two_servers_play_at_one_table(pair: Pair) -> None:
    host, guest = (Browser(port) for port in pair.servers)
    host.ask("/train/two", {"rules": "standard", "to": "0"})
    table = host.address.partition("#")[0]
    assert "Sit down" in guest.ask(table)
    guest.ask(f"{table}/join", {})
    pages = host.ask(table), guest.ask(table)
    (mover, waiter) = (host, guest) if 'value="take"' in pages[0] else (guest, host)
    assert "Their move." in waiter.ask(table)
    mover.ask(table, {"turn": "1", "action": "pass"})
    assert "Their move." in mover.ask(table) and 'value="take"' in waiter.ask(table)
    waiter.ask(f"{table}/leave", {"turn": "2"})
    assert "They have left the game." in mover.ask(table)
