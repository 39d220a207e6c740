"""One state of the hand in play, and one referee: nothing else keeps hand, pile and stock.

The kernel's arrays are its own. What has such fields outside of it is listed here with the reason;
whoever writes another state has to come by this list.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.house import PACKAGE, ROOT

WORKSHOP = ROOT / "tests" / "workshop"

WORDS = {
    "hand": r"hands?|cards|held|mine|theirs|known|holding",
    "pile": r"pile|(\w+_)?discards|discarded|top",
    "stock": r"stock|deck|wall|undealt|to_draw",
}
"""How a field for each part of a hand in play may be called."""

KEPT = {
    "game/table.py Table": "the one state: what is public and what is hidden",
    "game/position.py Position": "the one state with both hands and the stock: a table",
    "game/view.py View": "a table as one player sees it",
    "api/views.py ViewJson": "the public JSON of a view: read and written, never played",
    "display/table.py CardTable": "what a page draws: sizes, words and pictures, nothing to play",
    "notation/facts.py Facts": "what sentences say of a hand, before it is a view",
    "engine/_turn_levels.py Layout": "weights over the turns of one view, which it holds",
    "workshop/mini/game.py Tree": "arrays over all nodes of the small game",
    "workshop/mini/game.py _Seen": "one node of the small game's tree, while it is built",
}

PLAYED = {"game/position.py Position"}
"""What says what is legal and gives what follows."""


@cache
def classes() -> tuple[tuple[str, ast.ClassDef], ...]:
    return tuple(_classes())


def _classes() -> Iterator[tuple[str, ast.ClassDef]]:
    roots = ((PACKAGE, PACKAGE), (WORKSHOP.parent, WORKSHOP))
    files = ((root, path) for root, under in roots for path in sorted(under.rglob("*.py")))
    for root, path in files:
        name = path.relative_to(root).as_posix()
        if not name.startswith("kernel/"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from ((name, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def fields(node: ast.ClassDef) -> set[str]:
    """Fields as a dataclass has them, and those that methods set."""
    own = {
        line.target.id
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }
    return own | {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
        if isinstance(part.value, ast.Name) and part.value.id == "self"
    }


def methods(node: ast.ClassDef) -> set[str]:
    return {line.name for line in node.body if isinstance(line, ast.FunctionDef)}


def inherited(node: ast.ClassDef, known: dict[str, ast.ClassDef]) -> set[str]:
    """The fields of a class and of those that it comes of."""
    bases = [
        known[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in known
    ]
    return fields(node).union(*(inherited(base, known) for base in bases))


def keeps_a_hand(names: set[str]) -> bool:
    return all(
        any(re.fullmatch(f"_?({words})", name) for name in names) for words in WORDS.values()
    )


def plays(node: ast.ClassDef) -> bool:
    """Whether it has the face of a state: what can be done, and what follows."""
    return bool(methods(node) & {"legal_actions", "legal_moves", "legal", "actions"}) and bool(
        methods(node) & {"apply", "played", "step", "after"}
    )


def test_nothing_else_keeps_hand_pile_and_stock() -> None:
    known = {node.name: node for _, node in reversed(classes())}  # ours before the workshop's
    found = {
        f"{file} {node.name}" for file, node in classes() if keeps_a_hand(inherited(node, known))
    }
    assert found == set(KEPT)


def test_two_states_are_played_and_no_third() -> None:
    assert {f"{file} {node.name}" for file, node in classes() if plays(node)} == PLAYED
    assert {f"{file} {node.name}" for file, node in classes() if "apply" in methods(node)} == PLAYED


@pytest.mark.parametrize(
    "text",
    [
        "class Deal:\n    hands: tuple\n    pile: tuple\n    stock: tuple",
        "class Deal:\n    def __init__(self):\n        self.mine = self._discards = self.deck = 0",
    ],
)
def test_a_third_state_would_be_seen(text: str) -> None:
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.ClassDef) and keeps_a_hand(fields(node))
    played = ast.parse(
        f"{text}\n    def legal_moves(self): ...\n    def apply(self, move): ..."
    ).body
    assert isinstance(played[0], ast.ClassDef) and plays(played[0])


def test_one_referee_for_histories_and_for_records() -> None:
    assert [name for name, node in classes() if "referee" in node.name.lower()] == [
        "notation/_referee.py"
    ]
    judging = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\bReferee\.?\w*\(|\(Referee\)", path.read_text(encoding="utf-8"))
    }
    assert judging == {"notation/_complete.py", "notation/records/_check.py"}
