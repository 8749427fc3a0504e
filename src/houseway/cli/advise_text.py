"""Advice for Ultimate Texas Hold 'Em as people read it: the hand, a line for each choice, the dealer's hands on the river."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cards import names
from houseway.cli.output import printing
from houseway.exact.figures import decimal
from houseway.version import __version__

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console

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
    with printing() as out:
        write_advice(out, advice)


def write_advice(out: Console, advice: Advice) -> None:
    """The whole advice to a console."""
    out.print(Text(f"Ultimate Texas Hold 'Em, {advice.street}", style="bold"), soft_wrap=True)
    law = advice.law
    out.print(
        f"{law.section} as of {law.version.isoformat()}; blind: {advice.payouts.table.cite}; houseway {__version__}",
        soft_wrap=True,
    )
    known = [f"Cards {names(advice.cards)}"]
    known += [f"Board {names(advice.board)}"] if advice.board else []
    known += [f"Dead {names(advice.dead)}"] if advice.dead else []
    out.print("  ".join(known), soft_wrap=True)
    out.print()
    best = advice.best
    out.print(Text("Best: ").append(SAYS[best.name], style="bold green"))
    out.print(Padding(_choices(advice), (0, 0, 1, 2), expand=False))
    if advice.showdown is not None:
        out.print(Padding(_dealer_hands(advice.showdown), (0, 0, 1, 2), expand=False))
    out.print(
        Text("In antes: ante, blind and play together, with best play from here on. Side wagers are not in it.", style="dim")
    )
    for notice in advice.notices:
        out.print(Text(notice, style="dim"), soft_wrap=True)


def _signed(value: Fraction) -> str:
    return f"{decimal(value):+.6f}"


def _choices(advice: Advice) -> Table:
    """The best first; what each other choice costs against it; the exact value."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("Choice", no_wrap=True)
    for heading in ("Expected value", "Costs"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("Exactly", no_wrap=True)
    best = advice.best
    for choice in sorted(advice.choices, key=lambda choice: choice.expected_value, reverse=True):
        costs = best.expected_value - choice.expected_value
        table.add_row(
            Text(choice.name, style="bold" if choice is best else ""),
            Text(_signed(choice.expected_value), style="green" if choice is best else ""),
            "" if choice is best else f"{decimal(costs):.6f}",
            f"{choice.total:,} / {choice.ways:,}",
        )
    return table


def _dealer_hands(showdown: dict[str, dict[str, int]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("Dealer's hands", no_wrap=True)
    for heading in ("Qualifies", "Does not", "Together"):
        table.add_column(heading, justify="right", no_wrap=True)
    for word, split in showdown.items():
        table.add_row(_OUTCOMES[word], *[f"{deals:,}" for deals in split.values()], f"{sum(split.values()):,}")
    return table
