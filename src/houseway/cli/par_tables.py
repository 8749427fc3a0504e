"""Tables that fit a terminal without cutting anything: words are folded, figures never.

Where the figures of a row do not fit beside each other, the columns that are left over follow in a further table, with the
first column again.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from houseway.cli.page import GAP, Styled, folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from houseway.cli.page import Page

LEAST_WORDS = 14  # a column of words is not folded narrower than this,
LONGEST_WORD = 32  # nor narrower than its longest word, if that is no longer than this
LATER = "  "  # before the further lines of a folded name


class Column(NamedTuple):
    """A column by its heading: ``figures`` stand to the right and are never folded, words are."""

    heading: str
    figures: bool = True


class Row(NamedTuple):
    """The cells of a row; ``strong``: what was filed; ``group``: a heading of the rows below
    it, and what is said of them."""

    cells: tuple[str, ...]
    strong: bool = False
    group: bool = False


def sentence(out: Page, *texts: str, indent: int = 0) -> None:
    """A sentence of texts, plain or styled, folded to the page."""
    for line in folded(texts, max(out.width - indent, 20)):
        out.line(" " * indent, *line)


def table(out: Page, columns: Sequence[Column], rows: Sequence[Row], indent: int = 2) -> None:
    """Rows in aligned columns, as wide as the page at most unless one figure and a name are wider."""
    above = indent
    indent += 2 if any(row.group for row in rows) else 0
    room = out.width - indent
    for at_part, part in enumerate(_parts(columns, rows, room)):
        if at_part:
            out.line()
        widths = _widths([columns[at] for at in part], [_of(row, part) for row in rows], room)
        if any(columns[at].heading for at in part):
            headings = [_wrapped(columns[at].heading, widths[place]) for place, at in enumerate(part)]
            deep = max(map(len, headings))
            _lines(
                out,
                [[""] * (deep - len(of)) + [Styled(line, "bold") for line in of] for of in headings],
                [columns[at].figures for at in part],
                widths,
                indent,
            )
        for row in rows:
            if row.group:
                sentence(out, Styled(row.cells[0], "bold"), *[f"  {said}" for said in row.cells[1:] if said], indent=above)
                continue
            cells = [
                [cell] if columns[at].figures else _wrapped(cell, widths[place], LATER if at == 0 else "")
                for place, (at, cell) in enumerate(zip(part, _of(row, part).cells, strict=True))
            ]
            style = "bold" if row.strong else ""
            dressed = [[Styled(line, style) for line in of] for of in cells]
            _lines(out, dressed, [columns[at].figures for at in part], widths, indent)


def _of(row: Row, part: Sequence[int]) -> Row:
    return row if row.group else Row(tuple([row.cells[at] for at in part]), row.strong)


def _wrapped(text: str, width: int, later: str = "") -> list[str]:
    """Words folded between blanks, a word longer than the column anywhere; nothing is lost."""
    later = later if width > LEAST_WORDS // 2 else ""
    return wrap(text, width, subsequent_indent=later, break_on_hyphens=False) or [""]


def _lines(out: Page, cells: Sequence[Sequence[str]], figures: Sequence[bool], widths: Sequence[int], indent: int) -> None:
    for at in range(max(map(len, cells))):
        texts = [" " * indent]
        for place, (lines, right) in enumerate(zip(cells, figures, strict=True)):
            text = lines[at] if at < len(lines) else ""
            blanks = " " * (widths[place] - len(text))
            texts += [GAP if place else "", *([blanks, text] if right else [text, blanks])]
        out.line(*texts)


def _natural(column: Column, cells: Sequence[str]) -> int:
    return max([len(column.heading), *map(len, cells)])


def _least(column: Column, cells: Sequence[str]) -> int:
    """As narrow as a column may be: its figures, or its heading's longest word."""
    heading = max(map(len, column.heading.split()), default=0)
    if column.figures:
        return max([heading, *map(len, cells)])
    longest = max([len(word) for cell in cells for word in cell.split()], default=0)
    return max(heading, min(_natural(column, cells), max(LEAST_WORDS, min(longest, LONGEST_WORD))))


def _parts(columns: Sequence[Column], rows: Sequence[Row], room: int) -> Iterator[list[int]]:
    """The columns of each table that is needed: the first of each is the first column."""
    body = [row.cells for row in rows if not row.group]
    least = [_least(column, [cells[at] for cells in body]) for at, column in enumerate(columns)]
    part, wide = [0], least[0]
    for at in range(1, len(columns)):
        if len(part) > 1 and wide + len(GAP) + least[at] > room:
            yield part
            part, wide = [0], least[0]
        part.append(at)
        wide += len(GAP) + least[at]
    yield part


def _widths(columns: Sequence[Column], rows: Sequence[Row], room: int) -> list[int]:
    """Natural widths where they fit; else headings of figures are folded first, then the widest words."""
    body = [row.cells for row in rows if not row.group]
    of = [[cells[at] for cells in body] for at in range(len(columns))]
    widths = [_natural(column, of[at]) for at, column in enumerate(columns)]
    least = [_least(column, of[at]) for at, column in enumerate(columns)]
    over = sum(widths) + len(GAP) * (len(columns) - 1) - room
    for figures in (True, False):
        while over > 0:
            able = [at for at, column in enumerate(columns) if column.figures is figures and widths[at] > least[at]]
            if not able:
                break
            widest = max(able, key=lambda at: widths[at])
            widths[widest] -= 1
            over -= 1
    return widths
