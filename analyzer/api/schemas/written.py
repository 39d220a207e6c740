"""How a value of the program becomes a document, and back: the schema says it, field by field.

A field takes the attribute of its own name. Its type says how that is written: cards, actions
and rules as text, melds as they are laid down, numbers with the digits that their kind has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from analyzer.api.schemas.text import CHANCE, EXACT, POINTS, CardText, rounded
from analyzer.game.melds import cards_in_order
from analyzer.game.rules import Rules
from analyzer.notation import rules_text

InPoints = Annotated[float, msgspec.Meta(extra={"digits": POINTS})]
Chance = Annotated[float, msgspec.Meta(extra={"digits": CHANCE})]
"""Both are written with `EXACT` digits in whatever calls itself `exact`."""
Summed = Annotated[float, msgspec.Meta(extra={"digits": 9})]
"""A part of a balance: with fewer digits the parts would not add up to the result."""
Meld = Annotated[list[CardText], msgspec.Meta(extra={"meld": True})]
"""Cards as they are laid down: a run round the corner is K A 2."""

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Writer = Callable[[Any, bool], Any]
_MISSING: Final = object()

T = TypeVar("T", bound=msgspec.Struct)
V = TypeVar("V", bound="DataclassInstance")


def written(schema: type[T], value: object, /, **derived: Any) -> T:
    """The document of a value; `derived` are the fields that are no attribute of it.

    What neither has keeps the schema's default; a tuple gives the fields in their order.

    >>> class Place(msgspec.Struct):
    ...     name: str
    ...     chance: Chance
    >>> written(Place, ("stock", 2 / 3)), written(Place, None, name="pile", chance=1)
    (Place(name='stock', chance=0.666667), Place(name='pile', chance=1.0))
    """
    return _fields(schema, value, False, derived)


def read(kind: type[V], doc: msgspec.Struct, **derived: Any) -> V:
    """The dataclass that a document shows; `derived` are the fields that it holds differently."""
    names = (field.name for field in fields(kind) if field.init)
    return kind(
        **{name: derived[name] if name in derived else getattr(doc, name) for name in names}
    )


def _fields(schema: type[T], value: object, exact: bool, derived: Mapping[str, Any]) -> T:
    exact = getattr(value, "exact", exact)
    if isinstance(value, tuple):
        derived = dict(zip(schema.__struct_fields__, value, strict=True))
    parts = {}
    for name, write in _writers(schema).items():
        part = derived[name] if name in derived else getattr(value, name, _MISSING)
        if part is not _MISSING:
            parts[name] = write(part, exact)
    return schema(**parts)


@cache
def _writers(schema: type) -> dict[str, _Writer]:
    hints = get_type_hints(schema, include_extras=True)
    return {name: _writer(hints[name]) for name in schema.__struct_fields__}  # type: ignore[attr-defined]


def _writer(hint: Any) -> _Writer:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(*args)
    if origin in (Union, UnionType):
        return _optional(*map(_writer, (one for one in args if one is not NoneType)))
    if origin is list:
        each = _writer(args[0])
        return lambda value, exact: [each(item, exact) for item in value]
    if origin is tuple:
        parts = tuple(map(_writer, args))
        return lambda value, exact: tuple(
            write(item, exact) for write, item in zip(parts, value, strict=True)
        )
    if origin is dict:
        key, each = map(_writer, args)
        return lambda value, exact: {
            key(name, exact): each(item, exact) for name, item in value.items()
        }
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        schema = hint
        return lambda value, exact: (
            value if isinstance(value, schema) else _fields(schema, value, exact, {})
        )
    return _text if hint is str else lambda value, exact: value


def _annotated(inner: Any, *notes: Any) -> _Writer:
    extra: dict[str, Any] = {}
    for note in notes:
        extra |= (note.extra or {}) if isinstance(note, msgspec.Meta) else {}
    if digits := extra.get("digits"):
        return lambda value, exact: rounded(value, EXACT if exact else digits)
    if extra.get("meld"):
        return lambda value, exact: [str(card) for card in cards_in_order(value)]
    return _writer(inner)


def _optional(write: _Writer, *others: _Writer) -> _Writer:
    """Of several forms that a request may take, documents are written in the first."""
    return lambda value, exact: None if value is None else write(value, exact)


def _text(value: Any, exact: bool) -> str:
    return rules_text(value) if isinstance(value, Rules) else str(value)
