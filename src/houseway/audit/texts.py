"""Text files before their rows: unpacked, and how they are written (a byte order mark, an encoding, what separates fields)."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from houseway.audit.arrow import pa
from houseway.problems import InputError, Problem, shown

_HEAD = 1 << 16
_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"BZh": "bz2", b"\x04\x22\x4d\x18": "lz4"}


class problems_of:  # noqa: N801 - reads as the statement that it is
    """A file that cannot be read is a problem of the input."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError, UnicodeError, csv.Error)):
            said = " ".join(str(getattr(error, "strerror", None) or error).split())[:200]
            allowed = "Parquet, CSV or JSON lines"
            raise InputError([Problem(shown(self.path, 200), f"cannot be read: {said}", None, allowed)]) from None


@contextmanager
def opened(path: str) -> Iterator[Any]:
    """A file that is no Parquet, unpacked if it is packed, whatever its name."""
    with open(path, "rb") as file:
        head = file.read(4)
        file.seek(0)
        packed = next((kind for magic, kind in _PACKED.items() if head.startswith(magic)), None)
        if packed is None:
            yield file
            return
        with pa.CompressedInputStream(file, packed) as stream:
            yield io.BufferedReader(_Again(b"", stream), 1 << 20)


@contextmanager
def text_of(path: str, take: bool = True) -> Iterator[Text]:
    """A text file; standard input for ``-``, which can be looked at several times (not ``take``) and then read once."""
    if path != "-":
        with opened(path) as stream:
            yield Text(stream)
        return
    if not _STDIN or _STDIN[0] is not sys.stdin:
        head = sys.stdin.buffer.read(4)
        if head == b"PAR1":
            raise InputError([Problem("standard input", "is Parquet, which is read from a file", None, "CSV or JSON lines")])
        _STDIN[:] = [sys.stdin, Text(io.BufferedReader(_Again(head, sys.stdin.buffer)))]
    yield _STDIN[1]
    if take:
        _STDIN.clear()


_STDIN: list[Any] = []  # standard input and what was looked at of it


class Text:
    """A text file before its rows: how it is written (a byte order mark, its encoding, what separates its fields)."""

    def __init__(self, stream: Any) -> None:
        head = self.head = stream.read(_HEAD)
        self.stream: Any = io.BufferedReader(_Again(head, stream), 1 << 20)
        self.encoding = "utf-8"
        if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            self.encoding = "utf-16"
        elif head[:3] != b"\xef\xbb\xbf":
            try:
                head[: head.rfind(b"\n") + 1].decode("utf-8")
            except UnicodeDecodeError:
                self.encoding = "cp1252"
        text = head.decode("utf-8-sig" if self.encoding == "utf-8" else self.encoding, errors="replace")
        self.is_json = text.lstrip()[:1] in ("{", "[") and self.encoding == "utf-8"
        lines = text.splitlines() or [""]
        self.skip = 0
        self.separator = ","
        if lines[0].lower().startswith("sep=") and len(lines[0]) == 5:  # a spreadsheet says so itself
            self.separator, self.skip = lines[0][4], 1
            lines = lines[1:] or [""]
        else:
            unquoted = "".join(lines[0].split('"')[::2])
            self.separator = max(",;\t|", key=unquoted.count)
        self.header = next(csv.reader([lines[0]], delimiter=self.separator), [])
        self.first = next(csv.reader(lines[1:2], delimiter=self.separator), [])  # the fields of the first row


class _Again(io.RawIOBase):
    """A stream whose beginning has been read already."""

    def __init__(self, head: bytes, rest: Any) -> None:
        self.head, self.rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        if self.head:
            part, self.head = self.head[: len(into)], self.head[len(into) :]
        else:
            part = self.rest.read(len(into))
        into[: len(part)] = part
        return len(part)


class Recoded:
    """A file in another encoding, as UTF-8."""

    def __init__(self, stream: Any, encoding: str) -> None:
        self.text = io.TextIOWrapper(stream, encoding=encoding, errors="replace", newline="")
        self.left = b""
        self.closed = False

    def read(self, size: int = -1) -> bytes:
        while size < 0 or len(self.left) < size:
            more = self.text.read(1 << 16)
            if not more:
                break
            self.left += more.encode("utf-8")
        if size < 0:
            size = len(self.left)
        part, self.left = self.left[:size], self.left[size:]
        return part

    def close(self) -> None:
        self.closed = True
