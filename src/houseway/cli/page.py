"""Aligned columns and colours for the commands that must feel instant: a page of lines, with nothing heavy behind it.

On a terminal it is coloured (unless NO_COLOR is set) and as wide as the terminal; in a pipe it is plain, without blanks at
the ends of lines. Amounts are never cut short: what does not fit is folded where it may be, else the line runs on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from houseway.cli.streams import say

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
PIPE_WIDTH = 160
GAP = "  "  # between two columns


class Styled(str):
    """A text with a style such as ``green`` or ``bold red``; its length is the text's."""

    __slots__ = ("style",)
    style: str

    def __new__(cls, text: str, style: str) -> Styled:
        styled = super().__new__(cls, text)
        styled.style = style
        return styled


Phrase = Sequence[str]  # texts, plain or styled, one after the other
Cell = str | tuple[str, ...]  # one text, or several


def phrase(cell: Cell) -> tuple[str, ...]:
    """The texts of a cell."""
    return (cell,) if isinstance(cell, str) else cell


class Page:
    """Lines of text, ``width`` wide where they can be folded, printed together at the end."""

    def __init__(self, width: int = PIPE_WIDTH, colour: bool = False) -> None:
        self.width = width
        self.colour = colour
        self.lines: list[str] = []

    def line(self, *texts: str) -> None:
        """One line of texts, plain or styled; it is not folded."""
        self.lines.append("".join(map(self._dressed, texts)).rstrip())

    def table(
        self, rows: Iterable[Sequence[Cell]], right: Iterable[int] = (), head: Sequence[str] = (), fold: int | None = None
    ) -> None:
        """Rows in aligned columns, two columns in; ``right``: the columns set to the right; ``head``: their headings.

        ``fold``: the last column is folded between words where a row would be wider than so many columns.
        """
        cells = [[phrase(cell) for cell in row] for row in rows]
        if head:
            cells.insert(0, [(Styled(heading, "bold"),) for heading in head])
        to_the_right = frozenset(right)
        count = max(map(len, cells), default=0)
        widths = [max(sum(map(len, row[column])) for row in cells if column < len(row)) for column in range(count)]
        room = None if fold is None else max(20, fold - len(GAP) * count - sum(widths[:-1]))
        for row in cells:
            last = [row[-1]] if room is None else folded(row[-1], room)
            self._row(row[:-1], last[0], widths, to_the_right)
            for rest in last[1:]:
                self._row([()] * (len(row) - 1), rest, widths, to_the_right)

    def _row(self, row: Sequence[Phrase], last: Phrase, widths: list[int], right: frozenset[int]) -> None:
        texts = [""]
        for column, cell in enumerate((*row, last)):
            blanks = " " * (widths[column] - sum(map(len, cell)))
            texts += [GAP if column else "", *([blanks, *cell] if column in right else [*cell, blanks])]
        self.line(GAP, *texts)

    def _dressed(self, text: str) -> str:
        if not self.colour or not isinstance(text, Styled) or not text.style or not text:
            return text
        return f"\x1b[{';'.join(_CODES[word] for word in text.style.split())}m{text}\x1b[0m"

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def print(self) -> None:
        """The page to standard output."""
        say(str(self))


def folded(texts: Phrase, room: int) -> list[list[str]]:
    """Texts folded between words into lines at most ``room`` wide; a longer word runs on.

    >>> folded(["one two ", Styled("three four", "dim")], 13)
    [['one two ', 'three'], ['four']]
    """
    plain = "".join(texts)
    lines, start = [], 0
    while len(plain) - start > room:
        cut = plain.rfind(" ", start + 1, start + room + 1)
        if cut < 0:
            cut = plain.find(" ", start + room)
            if cut < 0:
                break
        lines.append(_part(texts, start, cut))
        start = cut + 1
    return [*lines, _part(texts, start, len(plain))]


def _part(texts: Phrase, start: int, end: int) -> list[str]:
    """What stands between two places of texts, each part in its own style."""
    parts, at = [], 0
    for text in texts:
        part = text[max(0, start - at) : max(0, end - at)]
        at += len(text)
        if part:
            parts.append(Styled(part, text.style) if isinstance(text, Styled) else part)
    return parts


def page(pipe_width: int = PIPE_WIDTH) -> Page:
    """A page for standard output, as wide and as colourful as it is."""
    if sys.stdout is None or not sys.stdout.isatty():
        return Page(pipe_width)
    told = os.environ.get("COLUMNS", "")
    try:
        width = int(told) if told.isascii() and told.isdecimal() else 0  # few shells export it
        width = width or os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        width = 0
    return Page(max(width or 80, 20), colour="NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb")
