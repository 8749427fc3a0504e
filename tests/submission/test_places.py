"""The line of every key, in every way that TOML and JSON can be written."""

from __future__ import annotations

import json
import random
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.submission.places import DEEPEST, TooDeep, _Toml, dotted, json_places, toml_places
from submission.emitting import emit
from submission.samples import EXAMPLES

KEYS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=8) | st.sampled_from(
    ["ante", "a.b", "it's", 'say "so"', "ключ", "[x]", "#", " ", "3", "=", "\\"]
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12) | st.sampled_from(
    ["5.00", "]", "}", "# no comment", "'", '"', '""', "\\", "a = 1", "[wagers]", "\n"]
)
VALUES = st.recursive(
    TEXTS | st.integers(-5, 5) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> set[tuple[Any, ...]]:
    """Every path of a parsed document."""
    found = {path} if path else set()
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found |= paths(inner, (*path, key))
    return found


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(KEYS, VALUES, max_size=5), st.integers(0, 10**9))
def test_every_key_has_the_line_it_was_written_on(table: dict[str, Any], seed: int) -> None:
    document = emit(table, random.Random(seed))
    parsed = tomllib.loads(document.text)
    assert parsed == table  # the writer writes what it was given
    found = toml_places(document.text)
    assert dict(found.lines) == document.lines
    assert set(found.lines) == paths(parsed)


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(KEYS, VALUES, max_size=5), st.sampled_from([None, 0, 1, 4]))
def test_json_keys_have_their_lines(table: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(table, indent=indent, ensure_ascii=indent == 4)
    found = json_places(text)
    assert set(found.lines) == paths(table)
    if indent is None:
        assert set(found.lines.values()) <= {1}
    elif table:
        assert found.lines[(next(iter(table)),)] == 2


DOCUMENTS = {
    "arrays of tables": ("[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n[[a.e]]\n[[a.e]]\nf = 1\n", {
        ("a",): 1, ("a", 0): 1, ("a", 0, "b"): 2, ("a", 1): 3, ("a", 1, "b"): 4, ("a", 1, "c"): 5, ("a", 1, "c", "d"): 6,
        ("a", 1, "e"): 7, ("a", 1, "e", 0): 7, ("a", 1, "e", 1): 8, ("a", 1, "e", 1, "f"): 9,
    }),
    "dates, numbers and a comment": ("a = 1979-05-27 07:32:00 # [x]\nb = 0xdead_beef\nc = -inf", {
        ("a",): 1, ("b",): 2, ("c",): 3,
    }),
    "long strings with quotes at the end": ('a = """x""""" # y\nb = """\n"\\"""\\\n"""\nc = \'\'\'\n\'\'\'\'\'\nd = 1', {
        ("a",): 1, ("b",): 2, ("c",): 5, ("d",): 7,
    }),
    "an inline table with a dotted key": ('a = { b.c = "}", d = [ { e = 1 } ] }\n', {
        ("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 1, ("a", "d"): 1, ("a", "d", 0): 1, ("a", "d", 0, "e"): 1,
    }),
    "an array over lines with comments": ("a = [ # ]\n  1, # 2\n\n  [3], 'x]',\n]\nb = 1", {
        ("a",): 1, ("a", 0): 2, ("a", 1): 4, ("a", 1, 0): 4, ("a", 2): 4, ("b",): 6,
    }),
    "a key on the last line without an end": ("a.b = 1", {("a",): 1, ("a", "b"): 1}),
    "nothing": ("# only this", {}),
    "quoted keys": ("\"a.b\" = 1\n'c \"d\"' = 2\n\"\" = 3\n[x.\"y z\" . 'w']\nv = 6\n'g\\h' = 7", {
        ("a.b",): 1, ('c "d"',): 2, ("",): 3, ("x",): 4, ("x", "y z"): 4, ("x", "y z", "w"): 4, ("x", "y z", "w", "v"): 5,
        ("x", "y z", "w", "g\\h"): 6,
    }),
    "keys with escapes": (
        '"t\\tq\\"b\\\\" = 1\n"\\b\\n\\f\\r" = 2\n"1\\u00e92\\U0001F0CF3\\u0041" = 3\n"a\\u00E9" = { "\\u0042c" = 1 }',
        {
            ('t\tq"b\\',): 1, ("\b\n\f\r",): 2, ("1é2🃏3A",): 3, ("aé",): 4, ("aé", "Bc"): 4,
        },
    ),
    "a table after a long string": ('a = """\n[b]\n"""\n[c]\nd = [[1],\n[2, {e = 3}]]\nf = 1', {
        ("a",): 1, ("c",): 4, ("c", "d"): 5, ("c", "d", 0): 5, ("c", "d", 0, 0): 5, ("c", "d", 1): 6, ("c", "d", 1, 0): 6,
        ("c", "d", 1, 1): 6, ("c", "d", 1, 1, "e"): 6, ("c", "f"): 7,
    }),
    "windows line ends and tabs": ("a\t=\t1\r\n\r\n[ b ]\r\n\tc . d = 'x' # e\r\nf = true", {
        ("a",): 1, ("b",): 3, ("b", "c"): 4, ("b", "c", "d"): 4, ("b", "f"): 5,
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", DOCUMENTS)
def test_lines_of_a_document(name: str) -> None:
    text, lines = DOCUMENTS[name]
    assert paths(tomllib.loads(text)) == set(lines)
    assert dict(toml_places(text).lines) == lines


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.toml")), ids=lambda path: path.name)
def test_lines_of_the_examples(path: Any) -> None:
    """Every key of an example stands on a line that begins with its name, or with its table's header."""
    text = path.read_text(encoding="utf-8")
    written = text.split("\n")
    for key, line in toml_places(text).lines.items():
        names = [part for part in key if isinstance(part, str)]
        assert written[line - 1].startswith((f"{names[-1]} ", f"[{'.'.join(names)}", f"[{names[0]}.")), (key, line)


STRINGS = (
    '""', "''", '"a"', "'ab'", '"a\\"b"', '"\\\\"', "'\\'", '"\\u0041\\""', '""\"\"""', "''''''", '"""a"""', '"""ab"""',
    '"""a\\""""', '"""a""""', '"""a"""""', '"""\\\\"""', "'''a\\'''", "'''ab\\'''", "'''a''''", "'''a'''''", '"""a\n\"b\\\n"""',
)  # fmt: skip


@pytest.mark.parametrize("written", STRINGS)
def test_where_a_string_ends(written: str) -> None:
    assert list(tomllib.loads(f"a = {written} # b")) == ["a"]
    walk = _Toml(f"{written} # b")
    walk.string()
    assert walk.at == len(written)


JSON_DOCUMENTS = {
    "objects in a list": ('{"a": [\n{"b": 1},\n{"b": {"c":\n[]}}\n],\n"d": "}"}', {
        ("a",): 1, ("a", 0): 2, ("a", 0, "b"): 2, ("a", 1): 3, ("a", 1, "b"): 3, ("a", 1, "b", "c"): 3, ("d",): 6,
    }),
    "escapes, numbers and words": ('{\n"\\u0041\\"\\\\": -1.5e3,\n"b"\t:\ttrue\r\n,\n"c": [null,\n"]", 2]\n}', {
        ('A"\\',): 2, ("b",): 3, ("c",): 5, ("c", 0): 5, ("c", 1): 6, ("c", 2): 6,
    }),
    "nothing": ("{}", {}),
    "a list": ("[1,\n[2],\n{}]", {(0,): 1, (1,): 2, (1, 0): 2, (2,): 3}),
    "a word": (" true", {}),
}  # fmt: skip


@pytest.mark.parametrize("name", JSON_DOCUMENTS)
def test_lines_of_a_json_document(name: str) -> None:
    text, lines = JSON_DOCUMENTS[name]
    assert paths(json.loads(text)) == set(lines)
    assert dict(json_places(text).lines) == lines


def test_missing_keys_have_the_line_of_their_table() -> None:
    places = toml_places("# a\n[x]\n[x.y]\nz = 1\n")
    assert places.line(("x", "y", "other")) == 3
    assert places.line(("x", "other", "deeper")) == 2
    assert places.line(("other",)) == 1
    assert places.line(()) == 1


def test_what_is_nested_too_deeply_is_refused_by_its_line() -> None:
    deep = ".".join("a" * (DEEPEST + 1))
    for text in (f"x = 1\n{deep} = 1", f"x = 1\n[{deep}]", "x = 1\ny = " + "[" * 25 + "]" * 25):
        with pytest.raises(TooDeep) as caught:
            toml_places(text)
        assert caught.value.line == 2
        assert str(caught.value) == "is nested too deeply"
    with pytest.raises(TooDeep):
        json_places("[" * 25 + "]" * 25)
    assert toml_places(f"{'.'.join('a' * DEEPEST)} = 1").line(("a",)) == 1


def test_paths_as_they_are_written() -> None:
    assert dotted(("wagers", "x y", "amounts", 1)) == 'wagers."x y".amounts[1]'
    assert dotted(("a", 'say "so"', "b\\c")) == 'a."say \\"so\\""."b\\\\c"'
    assert dotted(()) == ""
    assert dotted(("ключ",)) == '"ключ"'
