"""What is no document of a submission at all: every refusal whole, with the file and the line where there is one."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from houseway.problems import InputError, Problem
from houseway.submission import files, load, parse
from houseway.submission.files import MOST_BYTES, MOST_DOTS

A_TABLE = "a TOML or JSON document"
DIGITS = "Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits"
NO_DOCUMENT: dict[str, tuple[bytes, Problem]] = {
    "cut JSON": (
        b'{"game":\n "pai-gow-poker"',
        Problem("filed:2", "cannot be read as JSON: Expecting ',' delimiter", None, "a JSON document"),
    ),
    "a key twice in JSON": (
        b'{"a": 1,\n "game": 1, "b": 1, "game": 2}',
        Problem("filed", "cannot be read as JSON: the key 'game' is written twice", None, "a JSON document"),
    ),
    "no number of JSON": (
        b'{"game": NaN}',
        Problem("filed", "cannot be read as JSON: NaN is not a number of a submission", None, "a JSON document"),
    ),
    "a long key twice in JSON": (
        b'{"' + b"k" * 61 + b'": 1, "' + b"k" * 61 + b'": 2}',
        Problem("filed", f"cannot be read as JSON: the key '{'k' * 60}…' is written twice", None, "a JSON document"),
    ),
    "cut TOML": (
        b'game = "pai-gow-poker"\nvariant = \n',
        Problem("filed:2", "cannot be read as TOML: Invalid value (at line 2, column 11)", None, "a TOML document"),
    ),
    "TOML that ends too early": (
        b'# a\n\ngame = "pai-gow-poker"\nvariant = \'\'\'x\n\n',
        Problem("filed:4", "cannot be read as TOML: Expected \"'''\" (at end of document)", None, "a TOML document"),
    ),
    "a day that the calendar does not have": (
        b"effective = 2015-02-30\n",
        Problem("filed:1", "cannot be read as TOML: Invalid date or datetime (at line 1, column 13)", None, "a TOML document"),
    ),
    "TOML that is wrong in the middle": (
        b'# a\nvariant = \ngame = "pai-gow-poker"\n',
        Problem("filed:2", "cannot be read as TOML: Invalid value (at line 2, column 11)", None, "a TOML document"),
    ),
    "a number of thousands of digits in TOML": (
        b"a = 1\nb = " + b"9" * 5000,
        Problem("filed", f"cannot be read as TOML: {DIGITS}", None, "a TOML document"),
    ),
    "a number of thousands of digits in JSON": (
        b'{"a": ' + b"9" * 5000 + b"}",
        Problem("filed", f"cannot be read as JSON: {DIGITS}", None, "a JSON document"),
    ),
    "a NUL in the first line of three": (b"\0\n\n", Problem("filed:1", "holds a NUL character", "a NUL character", "text")),
    "two of NUL after an empty line": (
        b"\na\0\nb\0\n",
        Problem("filed:2", "holds a NUL character", "a NUL character", "text"),
    ),
    "not UTF-8 in the middle": (
        b"\n\xff\n\xff\n",
        Problem("filed:2", "is not UTF-8 text", "byte 0xff", "a file saved as UTF-8"),
    ),
    "a NUL": (b'game = "x"\r\n# \0', Problem("filed:2", "holds a NUL character", "a NUL character", "text")),
    "not UTF-8": (b"\n\n# \xe9", Problem("filed:3", "is not UTF-8 text", "byte 0xe9", "a file saved as UTF-8")),
    "deep JSON": (
        b'{"a":\n' + b'{"a":' * 25 + b"1" + b"}" * 26,
        Problem("filed:2", "is nested too deeply for a Rules Submission", None, "the tables of a submission"),
    ),
    "JSON deeper than the parser goes": (
        b'{"a":' + b"[" * 100_000,
        Problem("filed", "is nested too deeply for a Rules Submission", None, "the tables of a submission"),
    ),
    "a key of very many parts": (
        b"# a.b\n" + b".".join([b"a"] * (MOST_DOTS + 2)) + b" = 1",
        Problem("filed:2", "is nested too deeply for a Rules Submission", None, "the tables of a submission"),
    ),
    "too large": (
        b"#" * (MOST_BYTES + 1),
        Problem("filed", "is too large for a Rules Submission", "more than 1,000,000 bytes", "at most 1 MB"),
    ),
}  # fmt: skip


def refused(source: object) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as error:
        load(source)  # type: ignore[arg-type]
    return error.value.problems


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", NO_DOCUMENT)
def test_what_is_no_document(name: str) -> None:
    data, problem = NO_DOCUMENT[name]
    Path("filed").write_bytes(data)
    assert refused("filed") == (problem,)


def test_what_is_just_a_document() -> None:
    """A megabyte, a comment of many dots, as many dots as are allowed, a byte order mark, Windows line ends."""
    text = 'game = "pai-gow-poker"\n'
    for data in (
        text.encode() + b"#" * (MOST_BYTES - len(text)),
        text.encode() + b" # a\n\t#" + b"." * 200,
        text.encode() + b"#\nx = '" + b"." * MOST_DOTS + b"'",
        b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
        b' \n{"game": "pai-gow-poker"}',
    ):
        Path("filed").write_bytes(data)
        found = files.from_source("filed")
        assert found.table["game"] == "pai-gow-poker"
        assert (found.file, found.line(("game",))) == ("filed", 2 if b"{" in data else 1)


def test_what_is_no_file() -> None:
    allowed = "a readable file, or - for standard input"
    assert refused("nowhere") == (Problem("nowhere", "cannot be read: No such file or directory", None, allowed),)
    assert refused("a\0b") == (Problem("a?b", "cannot be read: embedded null byte", None, allowed),)
    long = "w" * 201
    assert refused(long)[0].where == "w" * 200 + "…"


def test_standard_input_is_read_by_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"game = 1\n")))
    assert refused("-")[0].where == "standard input:1: game"
    monkeypatch.setattr(files.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"#" * (MOST_BYTES + 1))))
    assert refused("-") == (
        Problem("standard input", "is too large for a Rules Submission", "more than 1,000,000 bytes", "at most 1 MB"),
    )


def test_a_text_and_a_table() -> None:
    with pytest.raises(InputError) as error:
        parse("game = \n")
    assert error.value.problems == (
        Problem("text:1", "cannot be read as TOML: Invalid value (at line 1, column 8)", None, "a TOML document"),
    )
    with pytest.raises(InputError) as error:
        parse("#" * (MOST_BYTES + 1))
    assert error.value.problems == (
        Problem("text", "is too large for a Rules Submission", "1,000,001 characters", "at most 1 MB"),
    )
    with pytest.raises(InputError) as error:
        parse([1, 2])  # type: ignore[arg-type]
    assert error.value.problems == (
        Problem(
            "submission", "is not a table of keys and values", "a list of 2", "a dict, or the text of a TOML file"
        ),
    )  # fmt: skip
