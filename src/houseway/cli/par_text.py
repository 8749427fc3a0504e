"""A PAR sheet as people read it in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cli import par_blocks
from houseway.cli.page import Styled, page
from houseway.cli.par_tables import sentence, table

if TYPE_CHECKING:
    from houseway.cli.page import Page
    from houseway.cli.par_base_game import Block
    from houseway.exact.par_sheet import ParSheet

MOST_WORDS = 110  # sentences are not set wider than this


def print_sheet(sheet: ParSheet, full: bool = False) -> None:
    """The whole sheet to standard output; ``full``: with the long tables of the base game."""
    out = page()
    write_sheet(out, sheet, full)
    out.print()


def write_sheet(out: Page, sheet: ParSheet, full: bool = False) -> None:
    """The whole sheet on a page."""
    sentence(out, Styled(par_blocks.title(sheet), "bold"))
    _words(out, par_blocks.heading(sheet))
    for notice in par_blocks.notices(sheet):
        _words(out, f"Notice: {notice}", style="yellow")
    handle = par_blocks.handle_words(sheet)
    if handle:
        _words(out, handle)
    out.line()
    for section in par_blocks.sections(sheet, full):
        cite = [Styled(f"  [{section.cite}]", "dim")] if section.cite else []
        sentence(out, Styled(section.title, "bold"), *cite)
        for block in section.blocks:
            _block(out, block)
    for note in sheet.notes:
        _words(out, f"* {note}", style="dim")


def _block(out: Page, block: Block) -> None:
    if block.before:
        _words(out, block.before, 2)
    table(out, block.columns, block.rows)
    if block.after:
        _words(out, block.after, 2, "dim")
    out.line()


def _words(out: Page, text: str, indent: int = 0, style: str = "") -> None:
    """A sentence, not wider than is easily read."""
    width, out.width = out.width, min(out.width, MOST_WORDS)
    sentence(out, Styled(text, style) if style else text, indent=indent)
    out.width = width
