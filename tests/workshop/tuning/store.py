"""The file of fitted policies: one line for each set of rules, with where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from analyzer.engine.policies import Fitted, Habits
from analyzer.errors import InputError, unreadable
from analyzer.kernel.cache import kernel_version
from analyzer.resources import read_json, write_whole
from tests.workshop.tuning.loop import Tuned


def _fitted_of(tuned: Tuned) -> Fitted:
    """A tuned policy with its provenance, as the file has it."""
    command = (
        f"python -m tests.workshop tune --rules {tuned.rules.name} --seed {tuned.seed} "
        f"--rounds {tuned.rounds} --probes {tuned.probes}"
    )
    return Fitted(command, tuned.seed, tuned.rounds, tuned.probes, kernel_version(),
                  tuned.opponents, tuned.policy)  # fmt: skip


def tuned_to_json(tuned: Iterable[Tuned], before: Mapping[str, Fitted]) -> bytes:
    """The file with these fits in place of those before, in the order of first appearance."""
    all_ = dict(before) | {one.rules.name: _fitted_of(one) for one in tuned}
    lines = (f'"{name}":{msgspec.json.encode(fitted).decode()}' for name, fitted in all_.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def write_tuned(path: Path, tuned: Iterable[Tuned]) -> int:
    """Put fits into a file, beside the fits of other rules that it has; returns its bytes.

    Raises InputError for a file that is something else, or cannot be read or written.
    """
    try:
        kept = path.read_bytes() if path.exists() else b"{}"
        before = read_json(kept, dict[str, Fitted])
    except OSError as error:
        raise unreadable(path, error) from None
    except msgspec.MsgspecError:
        raise InputError(
            "it is no file of policies",
            where=str(path),
            hint="name one that `python -m tests.workshop tune` has written, or a new one",
        ) from None
    document = tuned_to_json(tuned, before)
    write_whole(path, document)
    return len(document)


def write_habits(path: Path, habits: Habits) -> int:
    """Put habits into a file of their own; returns its bytes.

    Raises InputError for a file that cannot be written.
    """
    document = msgspec.json.format(msgspec.json.encode(habits), indent=1) + b"\n"
    write_whole(path, document)
    return len(document)
