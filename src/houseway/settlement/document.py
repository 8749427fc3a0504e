"""A JSON document out of bytes, with numbers kept exactly. What a round is, is said in ``reading``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from houseway.problems import InputError, Problem, shown


def json_document(data: bytes, name: str) -> Any:
    """The value of a JSON document; ``name`` is what its problems are placed in.

    Numbers with a point become Decimals, never floats. Raises InputError for what is not UTF-8, not JSON, truncated, nested
    too deeply, holds a key twice in one object, NaN, or a number of thousands of digits.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = len(data) - len(error.object) + error.start  # a byte order mark is not part of the text
        found = f"byte {data[start]:#04x} at byte {start + 1:,}"
        raise InputError([Problem(name, "is not UTF-8", found, "UTF-8 text")]) from None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key, count in _counted(keys).items() if count > 1)
            message = f"the key {shown(twice)!r} stands twice in one object"
            raise InputError([Problem(name, message, shown(twice), "each key once")])
        return table

    def constant(word: str) -> Any:
        raise InputError([Problem(name, f"{word} is not a JSON number", word, 'an amount such as "12.50"')])

    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=once, parse_constant=constant)
    except json.JSONDecodeError as error:
        place = f"{name}:{error.lineno}:{error.colno}"
        raise InputError([Problem(place, f"is not JSON: {error.msg}", _found_at(text, error.pos), "a JSON document")]) from None
    except RecursionError:
        raise InputError([Problem(name, "is nested too deeply", allowed="a round, as houseway schema round says it")]) from None
    except (ValueError, ArithmeticError):  # an int of more digits than Python reads, an exponent beyond what a Decimal holds
        raise InputError([Problem(name, "holds a number too long to be money", allowed='an amount such as "12.50"')]) from None


def _counted(keys: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return counts


def _found_at(text: str, at: int) -> str:
    """The text at a place, or that it ends there: a file that was cut off says so."""
    if not text[at:].strip():
        return "the end of the file"
    return shown(text[at : at + 21].splitlines()[0] or "the end of a line", 20)
