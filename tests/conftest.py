"""What every test shares: data of its own, and how hard hypothesis tries."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from jinja2 import Environment
from werkzeug.routing import Rule

from analyzer.service import admission

pytest_plugins = ["tests.databases", "tests.browser.served"]

# No deadline: a slow machine is not a wrong answer. Derandomised: the same run twice is the
# same, and the nightly run (`--hypothesis-profile=nightly`) looks further.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", parent=settings.get_profile("default"), max_examples=20_000)
settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests away from the user's own database, key and settings, and BLAS from waiting.

    Its threads spin for each other, which costs a net five times its own work.
    """
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy loads, here and in what tests start
    for name in [name for name in os.environ if name.startswith("GINSIGHT_")]:
        if not name.startswith(("GINSIGHT_TEST_", "GINSIGHT_PURE")):
            del os.environ[name]
    folder = tempfile.TemporaryDirectory(prefix="ginsight-tests-", ignore_cleanup_errors=True)
    os.environ["GINSIGHT_DATA"] = folder.name
    config.add_cleanup(folder.cleanup)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor later among what they are made of."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()
    return found


@pytest.fixture(autouse=True, scope="session")
def _nobody_steps_back() -> None:
    """No thread is nicer than the tests beside it, which would leave it nothing."""
    admission.BEHIND = 0


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[None]:
    """Compile once what every application would: its templates, and its addresses both ways."""
    whole, kept = Rule.compile, dict[tuple[str, ...], tuple[Any, ...]]()
    whole_page, pages = Environment.compile, dict[tuple[Any, ...], Any]()

    def compile_page_once(made: Environment, *text: Any, **how: Any) -> Any:
        key = (*text, *how.items(), type(made), made.trim_blocks, *made.filters)
        if key not in pages:
            pages[key] = whole_page(made, *text, **how)
        return pages[key]

    def compile_once(rule: Rule) -> None:
        key = (rule.rule, rule.subdomain or "", rule.host or "", repr(rule.defaults))
        if key not in kept:
            whole(rule)
            built = rule._build.__func__, rule._build_unknown.__func__
            kept[key] = rule._parts, rule._trace, rule._converters, set(rule.arguments), *built
        rule._parts, rule._trace, rule._converters, names, build, build_unknown = kept[key]
        rule.arguments |= names
        rule._build, rule._build_unknown = build.__get__(rule), build_unknown.__get__(rule)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compile_once)
        patch.setattr(Environment, "compile", compile_page_once)
        yield
