"""The command `worker`: reviews that were asked for, worked on in a process of its own."""

from __future__ import annotations

import os
import signal
import sys

import click

from analyzer import resources
from analyzer.cli.common import Finite, answer
from analyzer.cli.ending import asked_to_end
from analyzer.engine import warm_up
from analyzer.service import logs
from analyzer.service.reviews import Reviews
from analyzer.service.settings import log_form
from analyzer.service.worker import LEASE_SECONDS, Worker
from analyzer.store import Store

LOOK_SECONDS = 0.5
"""The interval at which it looks for work left to do."""


@click.command()
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=1, help="Reviews at once; default 1."
)
@click.option(
    "--threads", type=click.IntRange(1, 256), help="Threads per review; default one per core."
)
@click.option(
    "--lease",
    type=Finite(1, 3600),
    default=LEASE_SECONDS,
    help=f"Seconds until others take over if this one dies; default {LEASE_SECONDS:.0f}.",
)
@click.option("--drain", is_flag=True, help="Exit once nothing is waiting or running.")
@click.option("--json", "as_json", is_flag=True, help="Print the start as a JSON document.")
def worker(at_once: int, threads: int | None, lease: float, drain: bool, as_json: bool) -> None:
    """Work on the reviews that the web application or the API was asked for.

    It takes them from the database that GINSIGHT_DATABASE_URL names, beside any number of other
    workers. Ctrl-C and SIGTERM end it at once: what it was at goes back to the queue, and nothing
    that was judged is lost, even if it is killed.
    """
    logs.set_up(log_form(os.environ))
    threads = threads or os.cpu_count() or 1
    with (
        Store.open(resources.database_url()) as store,
        asked_to_end(signal.SIGTERM, signal.SIGINT) as ended,
    ):
        store.upgrade()
        warm_up()
        reviews = Reviews(store)
        with Worker(reviews, at_once=at_once, threads=threads, lease=lease) as working:
            document = {"worker": working.name, "at_once": at_once, "threads": threads}
            answer(as_json, document, lambda console: console.print(f"Working as {working.name}."))
            sys.stdout.flush()  # whoever reads this through a pipe reads it now
            while not ended.wait(LOOK_SECONDS):
                if drain and not reviews.store.reviews.active():
                    return
