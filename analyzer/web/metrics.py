"""Figures for Prometheus: requests, searches, reviews, errors. Extra `metrics`.

No label names a visitor, an address or an id: a request is counted under its route.
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from analyzer.service.logs import JobEnd, RequestEnd
from analyzer.service.searches import Searches
from analyzer.store import Status, Store

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

STREAMS: Final = "/events"
"""The end of routes whose answer lasts as long as the work that is watched."""
FAST: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
SLOW: Final = (0.1, 0.3, 1, 2, 5, 10, 30, 60, 120, 300, 600)

_log = logging.getLogger(__name__)


def is_installed() -> bool:
    """True if the client library is there."""
    return importlib.util.find_spec("prometheus_client") is not None


class Metrics:
    """The counters of one application; needs the client library."""

    def __init__(self) -> None:
        from prometheus_client import (  # noqa: PLC0415  # an extra
            CollectorRegistry,
            Counter,
            Histogram,
            ProcessCollector,
        )

        self._registry = CollectorRegistry()
        counter = partial(Counter, registry=self._registry)
        histogram = partial(Histogram, registry=self._registry)
        self._requests = counter(
            "ginsight_requests", "Requests answered.", ("method", "route", "status")
        )
        self._seconds = histogram(
            "ginsight_request_seconds",
            "Time of a request, streams aside.",
            ("route",),
            buckets=FAST,
        )
        self._jobs = counter("ginsight_jobs", "Searches and reviews ended.", ("kind", "outcome"))
        self._job_seconds = histogram(
            "ginsight_job_seconds", "Time of a search or review.", ("kind",), buckets=SLOW
        )
        self._errors = counter("ginsight_errors", "What failed unexpectedly.", ("kind",))
        for kind in ("request", "search", "review"):
            self._errors.labels(kind)
        ProcessCollector(registry=self._registry)

    def watch(self, searches: Searches, store: Store) -> None:
        """Ask these, whenever somebody looks, what waits and what runs."""
        self._registry.register(_Queues(searches, store))

    def request_ended(self, end: RequestEnd) -> None:
        """Count a request."""
        self._requests.labels(end.method, end.route, str(end.status)).inc()
        if not end.route.endswith(STREAMS):
            self._seconds.labels(end.route).observe(end.ms / 1000)

    def request_failed(self) -> None:
        """Count a request that nobody expected to fail."""
        self._errors.labels("request").inc()

    def job_ended(self, end: JobEnd) -> None:
        """Count a search or a review."""
        self._jobs.labels(end.kind, end.outcome).inc()
        self._job_seconds.labels(end.kind).observe(end.seconds)
        if end.outcome == Status.FAILED:
            self._errors.labels(end.kind).inc()

    def page(self) -> tuple[bytes, str]:
        """All figures as Prometheus reads them, and their content type."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest  # noqa: PLC0415

        return generate_latest(self._registry), CONTENT_TYPE_LATEST


class _Queues:
    """The work that waits and runs now."""

    def __init__(self, searches: Searches, store: Store) -> None:
        self._searches, self._store = searches, store

    def describe(self) -> Iterable[Metric]:
        """Nothing: so that registering asks no database."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """The gauges; where the database is gone, only what needs none."""
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415

        def gauge(name: str, text: str, **values: int) -> Metric:
            family = GaugeMetricFamily(name, text, labels=("state",))
            for state, value in values.items():
                family.add_metric((state,), value)
            return family

        waiting = self._searches.waiting
        computing = max(0, self._searches.running - waiting)
        yield gauge(
            "ginsight_searches", "Searches of this process.", computing=computing, waiting=waiting
        )
        try:
            queued = self._store.reviews.active([Status.QUEUED])
            running = self._store.reviews.active([Status.RUNNING])
        except Exception:  # whatever a database that is gone raises
            _log.warning("the reviews cannot be counted: the database does not answer")
            return
        yield gauge(
            "ginsight_reviews", "Reviews of all processes.", waiting=queued, running=running
        )
