"""The command `serve`: the web application."""

from __future__ import annotations

import errno
import os
import socket
import webbrowser
from dataclasses import replace
from importlib import import_module

import click

from analyzer.errors import InputError
from analyzer.resources import loading
from analyzer.service import admission, logs, sockets

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # what a user may ask for


@click.command()
@click.option(
    "--host", default="127.0.0.1", help="Address to listen on; 127.0.0.1 is this machine."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, help="Default 8000; 0 for any free one."
)
@click.option("--open", "open_it", is_flag=True, help="Open a browser.")
@click.option("--threads", type=click.IntRange(1, 256), help="Threads per search.")
@click.option("--json", "as_json", is_flag=True, help="Print the address as a JSON document.")
def serve(host: str, port: int, open_it: bool, threads: int | None, as_json: bool) -> None:
    """Serve the web application until Ctrl-C."""
    admission.share_heap()
    listening = listening_at(host, port)  # from here on a newcomer waits, while the rest is loaded
    with loading():
        # The two doors do not know each other: this one opens the other by its name.
        web, serving = import_module("analyzer.web"), import_module("analyzer.web.serve")
        settings = web.ServerSettings.from_env(os.environ)
        logs.set_up(import_module("analyzer.service.settings").log_form(os.environ))
        if threads is not None:
            settings = replace(settings, search_threads=threads)
        if host not in EVERYWHERE:
            name = f"[{host}]" if ":" in host else host
            settings = replace(settings, trusted_hosts=(*settings.trusted_hosts, name))
        apart = settings.search_process
        engine = import_module("analyzer.service.apart").engine_apart() if apart else None
        app = web.create_app(settings, engine=engine)
    server = serving.Server(app, sockets=listening)
    url = server.url
    answer = import_module("analyzer.cli.common").answer
    answer(as_json, {"url": url}, lambda console: click.echo(f"Ginsight is at {url}"))
    if host in EVERYWHERE:
        click.echo(
            "For other machines, put the host name they use into GINSIGHT_TRUSTED_HOSTS.", err=True
        )
    if open_it:
        webbrowser.open(url)
    server.run()


def listening_at(host: str, port: int) -> tuple[socket.socket, ...]:
    """The listening sockets of an address; raises InputError where it cannot be had."""
    try:
        return sockets.listening(host, port)
    except OSError as error:
        raise InputError(
            _problem(error), where=f"{host}:{port}", hint="give another --port, or 0 for any"
        ) from None


def _problem(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "this port is taken"
    return f"cannot listen there ({error.strerror or error})"
