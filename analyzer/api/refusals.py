"""The refusal of a document that cannot be read: what is wrong, where, and what instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from analyzer.errors import InputError

T = TypeVar("T")

JUST_BEFORE: Final = (
    "look at what is just before it: a comma, a quotation mark or a bracket is wrong"
)

_SHAPES: Final = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false",
    "array": "a list", "object": "an object", "null": "null",
}  # fmt: skip
_EXPECTED: Final = re.compile(r"Expected `([a-z| ]+)`, got")


def reading(read: Callable[[], T], schema: type[T]) -> T:
    """Return what reading a document gives; raises InputError where it is none of the schema."""
    try:
        return read()
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        path = path.removeprefix(".").removesuffix("`")
        hint = _cure(what, None if path else schema)
        raise InputError(what[:1].lower() + what[1:], where=path or "JSON", hint=hint) from None
    except msgspec.DecodeError as error:
        raise not_json(str(error).removeprefix("JSON is malformed: ")) from None
    except UnicodeError:
        raise not_json("it has half a character") from None
    except RecursionError:
        raise too_deep("JSON") from None


def too_deep(where: str) -> InputError:
    """The refusal of a document within documents within documents."""
    return InputError(
        "this is nested too deeply", where=where, hint="leave out brackets that hold nothing"
    )


def not_json(problem: str) -> InputError:
    """The refusal of a text that is no JSON; the problem may name the byte."""
    what, _, byte = problem.partition(" (byte ")
    at = f"byte {byte.removesuffix(')')}" if byte else "JSON"
    if "truncated" in what:
        what, at = "it ends too early", "end"
    return InputError(f"this is not JSON: {what[:1].lower()}{what[1:]}", where=at, hint=JUST_BEFORE)


def _cure(what: str, schema: type[Any] | None) -> str:
    """Return what to send instead, by what msgspec says; `schema` is that of the whole document.

    >>> _cure("Expected `array | null`, got `str`", None)
    'give a list or null'
    """
    if expected := _EXPECTED.match(what):
        return "give " + " or ".join(_SHAPES.get(each, each) for each in expected[1].split(" | "))
    if what.startswith("Object missing required field"):
        return "add it"
    if not what.startswith("Object contains unknown field"):
        return "see the schema: /api, or `ginsight engine --schema`"
    if not isinstance(schema, type) or not issubclass(schema, msgspec.Struct):
        return "leave it out"
    names = ", ".join(field.encode_name for field in msgspec.structs.fields(schema))
    return f"the fields are {names}"
