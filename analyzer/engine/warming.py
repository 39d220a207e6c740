"""Compiling before the first question comes, in processes that end.

On an empty cache compiling takes most of a minute of one core, and three times the memory that
compiled code does; a process that has ended gives it back. Parts that have little in common are
compiled two at a time, where there is memory for both: each calls what it needs of the kernel by
itself, for a search would compile the other's part too. Where the system kills a compiler, which it
does for want of memory, this process stays in plain Python.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import numpy as np

from analyzer.engine.belief import Trajectory, Uniform, Worlds, of_one_type
from analyzer.engine.opponents import opponent_named
from analyzer.engine.policies import policy_for, weights_of
from analyzer.engine.rollout import hand_rules, root_of
from analyzer.engine.rollouts import candidates, roll_out, roll_out_closed
from analyzer.engine.search import analyze
from analyzer.engine.selfplay import measure
from analyzer.engine.types import Limit
from analyzer.game.arrangement import pack_cards
from analyzer.game.cards import DECK, CardSet
from analyzer.game.rules import PRESETS, parse_rules
from analyzer.game.view import View
from analyzer.kernel import cache, defenses, jit
from analyzer.kernel.decide import decide
from analyzer.kernel.match import match_chances
from analyzer.kernel.playout import OPEN
from analyzer.kernel.solver import solver_for
from analyzer.notation import parse_view

_log = logging.getLogger(__name__)

_VIEW: Final = """
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: takes 5s, discards Kh
"""
"""A turn to read, so that the belief over turns is used too."""

OPPONENTS: Final = ("uniform", "reader", "baseline")
"""Opponent models that between them use everything that is compiled."""
ROOMY: Final = 1 << 30
"""Bytes of free memory that two compilers take."""
ATTEMPTS: Final = 2
"""Starts without an end after which compiling waits for more memory."""
NICER: Final = 5
"""The niceness of compilers, before which pages and first looks have the processor."""
SHORT: Final = "a compiler was killed, for want of memory it seems"
_GROUP_FILES: Final = {
    "": ("/sys/fs/cgroup", "memory.max", "memory.current"),
    "memory": (
        "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
    ),
}  # fmt: skip
"""The folder of each version of groups of processes, by the name of its controller."""


def _containers(membership: Path = Path("/proc/self/cgroup")) -> Iterator[tuple[str, str]]:
    """Files with the bytes that a container, or a service, may use, and those that it does."""
    own = [(kind, "/") for kind in _GROUP_FILES]
    with suppress(OSError):
        lines = (line.split(":", 2) for line in membership.read_text().splitlines())
        own += [(kinds, path) for _, kinds, path in lines if kinds in _GROUP_FILES]
    for kind, path in own:
        folder, limit, used = _GROUP_FILES[kind]
        yield f"{folder}{path.rstrip('/')}/{limit}", f"{folder}{path.rstrip('/')}/{used}"


CONTAINERS: Final = tuple(_containers())


def warm_up() -> None:
    """Run a small search of each kind, so that everything compiled is compiled or loaded.

    Takes half a minute on a new installation, a second afterwards, and nothing in plain Python.
    """
    mark = cache.mark()
    if mark is not None and not mark.exists() and not _compiled_apart():
        jit.stay_plain(SHORT)
        _log.warning("searches are in plain Python, and slow: %s", SHORT)
        return
    if not jit.COMPILED:
        return
    view = parse_view(_VIEW)
    for opponent in OPPONENTS:
        analyze(view, Limit(worlds=1), opponent=opponent, threads=1)
    warm_deals()
    warm_causes()
    if mark is not None:
        with suppress(OSError):
            mark.touch()
            _begun_file(mark).unlink(missing_ok=True)


def _compiled_apart() -> bool:
    """Compile each part in a process that ends; False where one was killed, alone too.

    Not begun a third time where memory is short and two times did not come to their end.
    """
    if _is_given_up():
        return False
    _count_begun()
    return not any(_is_killed(parts) for parts in _at_once())


def _is_killed(parts: Sequence[str]) -> bool:
    """Compile parts side by side, what is killed once more alone; True if it is killed there too.

    A part that fails otherwise has left its work to this process.
    """
    processes = [(part, _compiling(part)) for part in parts]
    killed = [part for part, process in processes if process.wait() < 0]
    return bool(killed) and (len(parts) == 1 or any(_is_killed([part]) for part in killed))


def _begun_file(mark: Path) -> Path:
    """The file that says how often compiling has begun and not come to its end."""
    return mark.with_name("begun")


def times_begun() -> int:
    """Count how often compiling has begun and not come to its end."""
    try:
        return int(_begun_file(mark).read_text()) if (mark := cache.mark()) is not None else 0
    except (OSError, ValueError):
        return 0


def _count_begun() -> None:
    if (mark := cache.mark()) is not None:
        with suppress(OSError):
            _begun_file(mark).write_text(str(times_begun() + 1))


def unfinished() -> str:
    """Return what is said of compiling that has begun and never came to its end; or nothing."""
    mark, begun = cache.mark(), times_begun()
    if mark is None or mark.exists() or not begun:
        return ""
    ends = f"Compiling has begun and not ended {begun} time{'s' if begun > 1 else ''}"
    if not _is_given_up():
        return f"{ends}; the next start tries again."
    return (
        f"{ends}, for want of memory it seems: searches run in plain Python, and slowly."
        f" With more memory, or without the file {_begun_file(mark)}, the next start tries again."
    )


def _is_given_up() -> bool:
    """True if compiling did not come to its end so often that it needs more memory first."""
    return times_begun() >= ATTEMPTS and 0 < free_memory() < ROOMY


def is_compiled() -> bool:
    """True if warming up only loads what an earlier process has compiled."""
    mark = cache.mark()
    return mark is None or mark.exists()


def is_kept() -> bool:
    """True if other processes load what this one compiles."""
    return jit.COMPILED and cache.mark() is not None


def warm_melds() -> None:
    """Compile what finds melds, with jokers and where they are capped too."""
    for name in ("two-jokers", "standard,meld_cap=5"):
        rules, hand = parse_rules(name), pack_cards("7h 8h 9h 4c 4d 4s Kd Qd 2c X1 X2")
        plain = hand & DECK
        solver = solver_for(rules.meld_values, rules.ace, True)
        for cards in (hand, plain):
            solver.least(cards.mask)
            solver.best_discard(cards.mask)
        solver.spread(plain.mask, 0)
        solver.kept(plain.mask, 0, 0)
        solver.kept_capped(plain.mask, (0, 0, 0), 0)
        solver.gin_outs(plain.mask, solver.helping(plain.mask))
        some = defenses.every_hand(0, plain.mask, 1, len(plain))
        defenses.counted(some, 0, 0, rules.tables)
        defenses.counted_capped(some, (0, 0, 0), 0, rules.tables)


def warm_policy() -> None:
    """Compile how a policy decides, which all that plays hands is built of."""
    view, policy = parse_view(_VIEW), policy_for(PRESETS["standard"])
    rules = hand_rules(view.rules, view.upcard)
    decide(root_of(view), -1, view.rules.tables, rules, weights_of(policy))


def warm_rollouts() -> None:
    """Compile what plays hands to their end."""
    view = parse_view(_VIEW)
    roll_out(view, candidates(view), _world(view), opponent_named(OPPONENTS[0]))


def warm_causes() -> None:
    """Compile the playouts that leave something out, by which causes are measured."""
    view = parse_view(_VIEW)
    actions, opponent = candidates(view), opponent_named(OPPONENTS[0])
    roll_out_closed(view, actions, _world(view), opponent, OPEN, np.zeros(1, np.int16))


def warm_deals() -> None:
    """Compile what samples hands without turns to read, self-play, and the chances of a match.

    All are small beside the others; only rules of one's own need self-play, only scores a match.
    """
    view = parse_view(_VIEW)
    Uniform().sample(view, 1, 0, 1)
    measure(view.rules, hands=1)
    match_chances(2, np.zeros((2, 1)), np.zeros((2, 1)), np.zeros((2, 2), np.int64), np.eye(2))


def warm_turns() -> None:
    """Compile the belief over turns."""
    Trajectory().sample(parse_view(_VIEW), 1, 0, 1)


PARTS: Final[Mapping[str, Callable[[], None]]] = {
    "melds": warm_melds,
    "policy": warm_policy,
    "rollouts": warm_rollouts,
    "turns": warm_turns,
    "deals": warm_deals,
    "causes": warm_causes,
}
"""The parts compiled apart, by name."""


def _world(view: View) -> Worlds:
    """One world of a view, with nothing sampled."""
    unseen = list(view.unseen)
    held = view.opponent | CardSet.from_cards(unseen[: view.hidden])
    rows = np.array([[int(card) for card in unseen[view.hidden :]]], np.int8)
    return of_one_type(np.array([held.mask], np.int64), rows)


def _at_once() -> Iterator[tuple[str, ...]]:
    names, roomy = tuple(PARTS), _cores() > 1 and free_memory() >= ROOMY
    size = 2 if roomy else 1
    for first in range(0, len(names), size):
        yield names[first : first + size]


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Bytes that the system can give, or a container leaves; none where the system says nothing."""
    free = _number_in(Path("/proc/meminfo"), r"MemAvailable: +(\d+) kB") << 10 or _free_pages()
    return min([free, *filter(None, (_left_below(*files) for files in CONTAINERS))])


def _free_pages() -> int:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0


def _left_below(limit: str, used: str) -> int | None:
    """Bytes between two numbers in files; None where there is no limit.

    Files that were read and are used no more count as used there, and make room.
    """
    try:
        left = int(Path(limit).read_text()) - int(Path(used).read_text())
    except (OSError, ValueError):  # not there, or "max"
        return None
    makes_room = _number_in(
        Path(used).with_name("memory.stat"), r"^(?:total_)?inactive_file (\d+)$"
    )
    return max(1, left + makes_room)


def _number_in(file: Path, pattern: str) -> int:
    """The largest number that a pattern finds in a file; 0 where there is none."""
    try:
        return max(map(int, re.findall(pattern, file.read_text(), re.MULTILINE)), default=0)
    except OSError:
        return 0


def _end_with(parent: int) -> None:
    """End this process once the one that started it is gone, so that no two compile one thing."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _compiling(part: str) -> subprocess.Popen[bytes]:
    """A process that compiles one part; pages go before it."""
    nicer = f"import os; getattr(os, 'nice', int)({NICER})"  # while it loads, too
    program = f"{nicer}; from analyzer.engine.warming import warm_apart as go"
    command = [sys.executable, "-c", f"{program}; go({part!r}, {os.getpid()})"]
    return subprocess.Popen(  # noqa: S603  # our own program
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )


def warm_apart(part: str, parent: int) -> None:
    """Compile in a process that `parent` made for it; the system may kill it before all others."""
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    with suppress(AttributeError, OSError):  # not on Windows, nor in each sandbox
        Path("/proc/self/oom_score_adj").write_text("1000")
    PARTS[part]()
