#!/usr/bin/env bash
# distributed 2026.8.0 (Dask): its executor gives one result to several calls that look alike.
#
# Guess: `client.get_executor()` is a `concurrent.futures.Executor`, so ten submits of a function that
# draws a number are ten draws, and `map` over the same argument calls it each time.
# Seen: a task is known by a hash of its function and arguments, and one that is known is not run again
# as long as somebody holds its future. Ten submits are one draw; once the futures are gone it is another.
# With `get_executor(pure=False)` each call is run.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check distributed==2026.8.0
"$folder/bin/python" - <<'PYTHON'
import random
from concurrent.futures import Executor, ThreadPoolExecutor

from distributed import Client


def draw():
    return random.random()


def draws(executor):
    held = [executor.submit(draw) for _ in range(10)]
    return len({future.result() for future in held})


with ThreadPoolExecutor(1) as threads:
    print("threads:", draws(threads), "draws of ten")
    assert draws(threads) == 10
with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
    executor, impure = client.get_executor(), client.get_executor(pure=False)
    assert isinstance(executor, Executor)
    print("Dask:", draws(executor), "draw of ten; with pure=False:", draws(impure))
    assert draws(executor) == 1 and draws(impure) == 10
    mapped = set(executor.map(lambda _: draw(), [1, 1, 1]))
    print("Dask, map over [1, 1, 1]:", len(mapped), "result")
    assert len(mapped) == 1
PYTHON
