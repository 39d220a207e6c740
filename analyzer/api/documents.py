"""Documents: how a value of the program becomes one, and comes back; each is a msgspec struct.

The names are a public interface (fields are added, never renamed). The schema says field by field
how a value is written: cards, actions and rules as text, melds as they are laid down, numbers with
the digits of their kind (points four, chances six, and twelve for what was enumerated, so that an
exact fraction survives to 1e-9). A field takes the attribute of its own name, or what a callable
in its annotation makes of the value: `Annotated[int, At("settings.seed")]`. Bad documents raise
:class:`analyzer.errors.InputError` with the path.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from analyzer.api.refusals import reading
from analyzer.errors import InputError, placed
from analyzer.game.actions import Action
from analyzer.game.arrangement import Meld, cards_in_order
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.view import Side
from analyzer.game.words import today
from analyzer.notation.ruletexts import rules_text
from analyzer.resources import read_json, read_value

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CardText = Annotated[
    str,
    msgspec.Meta(
        title="Card",
        description="Rank A 2-9 T J Q K, then suit c d h s, read in either case; X1 or X2 is a "
        "joker, in a meld with the card that it stands for, as X1=8h.",
        examples=["7h"],
        extra_json_schema={
            "pattern": "^(?:[Xx][12]=?)?(?:[A2-9TJQKatjqk][cdhsCDHS])?$",
            "minLength": 2,
        },
    ),
]
"""A card, written in canonical form; the pattern is for readers, `card_from` does the checking."""

ActionText = Annotated[
    str,
    msgspec.Meta(
        title="Action",
        description="take, draw, pass, discard, knock or gin with the card discarded, or big gin.",
        examples=["discard Kd", "take", "big gin"],
    ),
]

EXACT: Final = 12
"""Decimals of what was enumerated."""

InPoints = Annotated[float, msgspec.Meta(extra={"digits": 4})]
Chance = Annotated[float, msgspec.Meta(extra={"digits": 6})]
"""Both are written with `EXACT` digits in whatever calls itself `exact`."""
Summed = Annotated[float, msgspec.Meta(extra={"digits": 9})]
"""A part of a balance: with fewer digits the parts would not add up to the result."""
Milliseconds = Annotated[float, msgspec.Meta(extra={"digits": 3})]
"""Also of seconds with these digits."""
Counted = Annotated[int, msgspec.Meta(extra={"counted": True})]
"""People count from one: hands, turns, and the players of a record."""
SideText = Annotated[Literal["me", "opp"], msgspec.Meta(extra={"side": True})]
"""The player whose view it is, or the opponent: seats 0 and 1."""
PlayerNumber = Annotated[Literal[1, 2], msgspec.Meta(extra={"counted": True})]
MeldCards = Annotated[list[CardText], msgspec.Meta(extra={"meld": True})]
"""Cards as they are laid down: a run round the corner is K A 2."""

WIDTH: Final = 96
"""Characters of a line in a document laid out for people."""

Actions = Callable[[str, str], Action]
"""From an action's text and its place in a document to the action."""

_Writer = Callable[[Any, bool], Any]
_Reader = Callable[[Any, str, Actions], Any]
_MISSING: Final = object()
_NOTHING: Final = frozenset({NoneType, msgspec.UnsetType})
"""The forms of None in a document: null, or that the field is left out."""

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound="DataclassInstance")


class ChoiceJson(msgspec.Struct, frozen=True):
    """One of the ways to read a text, and the text that says so."""

    label: str
    text: str


class ErrorDetail(msgspec.Struct, frozen=True):
    """A message, its place, and the remedy; null where that is not known."""

    message: str
    where: str | None
    hint: str | None
    asks: list[ChoiceJson] | msgspec.UnsetType = msgspec.UNSET
    """The ways in which a text can be read, where one of them is to be chosen."""


class ErrorJson(msgspec.Struct, frozen=True):
    """An answer that is an error."""

    error: ErrorDetail


class At:
    """The source of a document's field: an attribute of the value, or one of an attribute's.

    Of several the first that is there.

    >>> At("numerator.real", "seconds")(3)
    3
    """

    def __init__(self, *paths: str) -> None:
        self.paths = paths

    def __call__(self, value: object) -> Any:
        """Return what is there; a mark where there is no such attribute."""
        for path in self.paths:
            member = value
            for name in path.split("."):
                member = getattr(member, name, _MISSING)
            if member is not _MISSING:
                return member
        return _MISSING


# ---------------------------------------------------------------- from a value to its document


def written(schema: type[S], value: object, /, **derived: Any) -> S:
    """The document of a value; `derived` are the fields that do not come from it.

    What neither has keeps the schema's default; a tuple gives the fields in their order.

    >>> class Place(msgspec.Struct):
    ...     name: str
    ...     chance: Chance
    >>> written(Place, ("stock", 2 / 3)), written(Place, None, name="pile", chance=1)
    (Place(name='stock', chance=0.666667), Place(name='pile', chance=1.0))
    """
    return _fields(schema, value, False, derived)


def _fields(schema: type[S], value: object, exact: bool, derived: Mapping[str, Any]) -> S:
    exact = getattr(value, "exact", exact)
    if isinstance(value, tuple):
        derived = dict(zip(schema.__struct_fields__, value, strict=True))
    parts = {}
    for name, (source, write) in _writers(schema).items():
        part = derived[name] if name in derived else source(value)
        if part is not _MISSING:
            parts[name] = write(part, exact)
    return schema(**parts)


@cache
def _writers(schema: type[msgspec.Struct]) -> dict[str, tuple[Callable[[Any], Any], _Writer]]:
    """Of each field, where it comes from and how it is written."""
    hints = get_type_hints(schema, include_extras=True)
    fields = {}
    for name in schema.__struct_fields__:
        notes = getattr(hints[name], "__metadata__", ())
        source = next((note for note in notes if callable(note)), At(name))
        fields[name] = source, _writer(hints[name])
    return fields


def _writer(hint: Any) -> _Writer:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(*args)
    if origin in (Union, UnionType):  # of several forms that a request may take, the first
        write, *_ = (_writer(arg) for arg in args if arg not in _NOTHING)
        nothing = msgspec.UNSET if msgspec.UnsetType in args else None
        return lambda value, exact: nothing if value is None else write(value, exact)
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
    extra = _extra(notes)
    if digits := extra.get("digits"):
        return lambda value, exact: rounded(value, EXACT if exact else digits)
    if extra.get("counted"):
        return lambda value, exact: value + 1
    if extra.get("side"):
        return lambda value, exact: str(Side(value))
    if extra.get("meld"):
        return lambda value, exact: meld_texts(value)
    return _writer(inner)


def meld_texts(meld: CardSet) -> list[str]:
    """The cards of a meld as they are laid down; a joker names its card.

    >>> meld_texts(Meld.of("7h X1=8h 9h")), meld_texts(CardSet.of("Ac 2c Kc"))
    (['7h', 'X1=8h', '9h'], ['Kc', 'Ac', '2c'])
    """
    if isinstance(meld, Meld):
        return str(meld).split()
    return [str(card) for card in cards_in_order(meld)]


def _extra(notes: Iterable[object]) -> dict[str, Any]:
    metas = (note for note in notes if isinstance(note, msgspec.Meta))
    return {key: value for meta in metas for key, value in (meta.extra or {}).items()}


def _text(value: Any, exact: bool) -> str:
    return rules_text(value) if isinstance(value, Rules) else str(value)


def error_to_json(error: InputError) -> ErrorJson:
    """Write an input error.

    >>> error_to_json(InputError("`11h` is not a card", where="line 1")).error.where
    'line 1'
    """
    return ErrorJson(written(ErrorDetail, error))


# ---------------------------------------------------------------- and back


def read(
    kind: type[V],
    doc: msgspec.Struct,
    where: str = "",
    actions: Actions | None = None,
    /,
    **derived: Any,
) -> V:
    """The dataclass that a document shows; `derived` are the fields that it holds differently.

    Raises InputError for a card or an action that is none, with its place behind `where`.

    >>> class KnownJson(msgspec.Struct):
    ...     discard: CardText | None
    ...     melds: list[MeldCards]
    ...     left: Annotated[list[CardText], At("deadwood")]
    >>> from analyzer.game.arrangement import Arrangement
    >>> read(Arrangement, KnownJson(None, [["7h", "8h", "9h"]], ["Kd"]), points=10).deadwood
    CardSet.of('Kd')
    """
    shown, actions = _shown(type(doc)), actions or action_from
    parts = dict(derived)
    for name, reader in _readers(kind).items():
        if name not in derived:
            field, back = shown.get(name, (name, None))
            value: Any = getattr(doc, field, msgspec.UNSET)
            if value is msgspec.UNSET and kind.__dataclass_fields__[name].default is not MISSING:
                continue
            value = back(value) if back is not None and value is not None else value
            parts[name] = reader(value, f"{where}.{field}".lstrip("."), actions)
    return kind(**parts)


@cache
def _shown(schema: type[msgspec.Struct]) -> dict[str, tuple[str, Callable[[Any], int] | None]]:
    """By attribute, the field that shows it, and what makes its number of that."""
    fields = {}
    for name, hint in get_type_hints(schema, include_extras=True).items():
        source, _ = _writers(schema)[name]
        if isinstance(source, At):
            fields[source.paths[0]] = name, _number_from(hint)
    return fields


def _number_from(hint: Any) -> Callable[[Any], int] | None:
    """Return what makes a seat or a number from 0 of a field; None where it is one already."""
    extra = _extra(getattr(hint, "__metadata__", ()))
    if "counted" in extra:
        return lambda value: int(value) - 1
    if "side" in extra:
        return Side.named
    within = get_args(hint) if get_origin(hint) in (Union, UnionType, Annotated) else ()
    return next(filter(None, map(_number_from, within)), None)


@cache
def _readers(kind: type[Any]) -> dict[str, _Reader]:
    hints = get_type_hints(kind)
    return {field.name: _reader(hints[field.name]) for field in fields(kind) if field.init}


def _reader(hint: Any) -> _Reader:
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin in (Union, UnionType):
        (inner,) = (_reader(each) for each in args if each is not NoneType)
        return lambda value, where, actions: (
            None if value in (None, msgspec.UNSET) else inner(value, where, actions)
        )
    if origin is tuple and args[-1] is not ...:
        parts = tuple(map(_reader, args))
        return lambda value, where, actions: tuple(
            part(item, f"{where}{at}", actions)
            for part, (at, item) in zip(parts, _places(value), strict=True)
        )
    if origin is tuple:
        each = _reader(args[0])
        return lambda value, where, actions: tuple(
            each(item, f"{where}{at}", actions) for at, item in _places(value)
        )
    if origin is Mapping:
        item_of = _reader(args[1])
        return lambda value, where, actions: {
            name: item_of(item, f"{where}.{name}", actions) for name, item in value.items()
        }
    if is_dataclass(hint):
        kind: type[Any] = hint  # type: ignore[assignment]
        return lambda value, where, actions: read(kind, value, where, actions)
    return lambda value, where, actions: value


def _places(value: Any) -> Iterator[tuple[str, Any]]:
    """The items of a list, or the fields of a document, each with its place."""
    if isinstance(value, msgspec.Struct):
        return ((f".{name}", getattr(value, name)) for name in value.__struct_fields__)
    return ((f"[{index}]", item) for index, item in enumerate(value))


_PLAIN: Final[dict[Any, _Reader]] = {
    Card: lambda text, where, actions: card_from(text, where),
    CardSet: lambda texts, where, actions: set_from(texts, where),
    Meld: lambda texts, where, actions: Meld(set_from(texts, where)),
    tuple[Card, ...]: lambda texts, where, actions: cards_from(texts, where),
    Rules: lambda text, where, actions: rules_for_two(text),
    Action: lambda text, where, actions: actions(text, where),
}


# ---------------------------------------------------------------- parts of documents


def rounded(value: float, digits: int) -> float:
    """A number with so many decimals; ValueError if it is no finite number.

    >>> rounded(2 / 3, 4), rounded(-0.00001, 4)
    (0.6667, 0.0)
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} cannot be written as JSON")
    return round(float(value), digits) + 0.0  # adding zero turns -0.0 into 0.0


def card_from(text: str, where: str) -> Card:
    """Read one card of a document, in either case; the InputError names the place in it."""
    with placed(where):
        return Card.of(text[:1].upper() + text[1:].lower() if text.isascii() else text)


def action_from(text: str, where: str, spread: tuple[Meld, ...] = ()) -> Action:
    """Read an action of a document likewise."""
    with placed(where):
        return Action.of(text, spread)


def cards_from(texts: Iterable[str], where: str) -> tuple[Card, ...]:
    """Read a list of cards; InputError for one that is no card or appears twice.

    >>> cards_from(["7h", "8x"], "hand")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: hand[1]: `8x` is not a card; write rank and suit, such as 7h or Tc
    """
    seen: dict[Card, int] = {}
    for index, text in enumerate(texts):
        card = card_from(text, f"{where}[{index}]")
        if card in seen:
            raise InputError(
                f"{card} appears twice", where=f"{where}[{index}]",
                hint=f"it is already {where}[{seen[card]}]",
            )  # fmt: skip
        seen[card] = index
    return tuple(seen)


def set_from(texts: Iterable[str], where: str) -> CardSet:
    """Read a list of cards whose order does not matter."""
    return CardSet.from_cards(cards_from(texts, where))


def encode(value: Any) -> bytes:
    """One JSON document, its keys in the order of the schema, in UTF-8."""
    return msgspec.json.encode(value)


def pretty(value: Any) -> str:
    """The same document for people: what fits stands on one line, and so do plain lists.

    >>> print(pretty({"best": ["draw"], "robust": None}))
    {"best": ["draw"], "robust": null}
    """
    return _laid_out(msgspec.json.decode(encode(value)), "")


def _laid_out(value: Any, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False)
    items = value if isinstance(value, list) else ()
    nested = isinstance(value, dict) or any(isinstance(item, list | dict) for item in items)
    if not nested or len(indent) + len(line) <= WIDTH:
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        return _block("[]", [_laid_out(item, deeper) for item in value], indent)
    parts = [f"{json.dumps(name)}: {_laid_out(item, deeper)}" for name, item in value.items()]
    return _block("{}", parts, indent)


def _block(brackets: str, parts: list[str], indent: str) -> str:
    between = f",\n{indent}  "
    return f"{brackets[0]}\n{indent}  {between.join(parts)}\n{indent}{brackets[1]}"


def decode(data: bytes | str | Mapping[str, Any], schema: type[T]) -> T:
    """Read JSON, or what was read from JSON, as one of the schemas.

    Raises InputError that names the path (``actions[2].q``) for anything else.
    """
    if isinstance(data, Mapping):
        return reading(lambda: read_value(_in_todays_words(data), schema), schema)
    if _has_old_words(data):
        return reading(
            lambda: read_value(_in_todays_words(read_json(data, object)), schema), schema
        )
    return reading(lambda: read_json(data, schema), schema)


def _has_old_words(data: bytes | str) -> bool:
    return b"thr" in data if isinstance(data, bytes) else "thr" in data


def _in_todays_words(value: Any) -> Any:
    """Return what was read from JSON, its keys as they are called now."""
    if isinstance(value, Mapping):
        return {_KEYS.get(name, name): _in_todays_words(item) for name, item in value.items()}
    return [_in_todays_words(item) for item in value] if isinstance(value, list) else value


_OLD_KEYS: Final = ("thrown", "throw", "throws", "my_throws", "their_throws")
_KEYS: Final = {key: today(key) for key in _OLD_KEYS}
"""Keys of documents of version 0.1; the choices of words are `Word`s, which read the old ones."""


class RulesJson(msgspec.Struct, frozen=True):
    """The presets, each with all its numbers; the first is the default."""

    presets: list[Rules]
