"""Advice for Ultimate Texas Hold 'Em as people read it: the hand, a line for each choice, the dealer's hands on the river."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cards import names
from houseway.cli.page import Styled, page
from houseway.cli.par_tables import Column, Row, sentence, table
from houseway.cli.par_words import count, signed
from houseway.exact.figures import decimal
from houseway.version import __version__

if TYPE_CHECKING:
    from fractions import Fraction

    from houseway.cli.page import Page
    from houseway.exact.ultimate_texas_holdem.advice import Advice

SAYS = {
    "check": "check",
    "fold": "fold",
    "1x": "play once the ante (1x)",
    "2x": "play twice the ante (2x)",
    "3x": "play three times the ante (3x)",
    "4x": "play four times the ante (4x)",
}
_OUTCOMES = {"win": "Player wins", "tie": "Tie", "lose": "Dealer wins"}


def print_advice(advice: Advice) -> None:
    """The whole advice to standard output."""
    out = page()
    write_advice(out, advice)
    out.print()


def write_advice(out: Page, advice: Advice) -> None:
    """The whole advice on a page."""
    law = advice.law
    sentence(out, Styled(f"Ultimate Texas Hold 'Em, {advice.street}", "bold"))
    under = f"{law.section} as of {law.version.isoformat()}"
    sentence(out, f"{under}; blind: {advice.payouts.table.cite}; houseway {__version__}")
    known = [f"Cards {names(advice.cards)}"]
    known += [f"Board {names(advice.board)}"] if advice.board else []
    known += [f"Dead {names(advice.dead)}"] if advice.dead else []
    sentence(out, "  ".join(known))
    out.line()
    sentence(out, "Best: ", Styled(SAYS[advice.best.name], "bold green"))
    _choices(out, advice)
    if advice.showdown is not None:
        _dealer_hands(out, advice.showdown)
    about = "In antes: ante, blind and play together, with best play from here on. Side wagers are not in it."
    for said in (about, *advice.notices):
        sentence(out, Styled(said, "dim"))


def in_antes(value: Fraction) -> str:
    """An expected value with its sign, to six places."""
    return signed(f"{decimal(value):.6f}", plus=True)


def _choices(out: Page, advice: Advice) -> None:
    """The best first; what each other choice costs against it; the exact value."""
    best = advice.best
    rows = []
    for choice in sorted(advice.choices, key=lambda choice: choice.expected_value, reverse=True):
        costs = "" if choice is best else f"{decimal(best.expected_value - choice.expected_value):.6f}"
        exactly = f"{count(choice.total)} / {count(choice.ways)}"
        rows.append(Row((choice.name, in_antes(choice.expected_value), costs, exactly), strong=choice is best))
    table(out, (Column("Choice", figures=False), Column("Expected value"), Column("Costs"), Column("Exactly")), rows)
    out.line()


def _dealer_hands(out: Page, showdown: dict[str, dict[str, int]]) -> None:
    columns = (Column("Dealer's hands", figures=False), Column("Qualifies"), Column("Does not"), Column("Together"))
    rows = [Row((_OUTCOMES[word], *map(count, split.values()), count(sum(split.values())))) for word, split in showdown.items()]
    table(out, columns, rows)
    out.line()
