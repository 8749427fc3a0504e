"""Advice for Pai Gow Poker as people read it: the hand, and a line for each setting, as player and as bank."""

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

    from houseway.exact.pai_gow.advice import Advice, Choice


def print_advice(advice: Advice) -> None:
    """The whole advice to standard output."""
    with printing() as out:
        write_advice(out, advice)


def write_advice(out: Console, advice: Advice) -> None:
    """The whole advice to a console."""
    law, way = advice.law, advice.house_way
    out.print(Text("Pai Gow Poker, seven cards to set", style="bold"), soft_wrap=True)
    wheel = "lowest" if advice.wheel_lowest else "second highest"
    out.print(
        f"{law.section} as of {law.version.isoformat()}; the dealer sets by {way.name}, version {way.version}; "
        f"A-2-3-4-5 the {wheel} straight; houseway {__version__}",
        soft_wrap=True,
    )
    known = [f"Cards {names(advice.cards)}"]
    known += [f"Dead {names(advice.dead)}"] if advice.dead else []
    out.print("  ".join(known), soft_wrap=True)
    out.print()
    out.print(_says("Best", advice.best))
    if _numbers(advice.best_banking) != _numbers(advice.best):
        out.print(_says("Best as the bank", advice.best_banking))
    out.print(Padding(_settings(advice), (0, 0, 1, 2), expand=False))
    hands = f"{advice.best.tally.total:,}"
    about = f"For each unit wagered, over the {hands} hands the dealer may hold, with a vigorish of {advice.best.percent}%."
    out.print(Text(about, style="dim"), soft_wrap=True)
    out.print(Text("As the bank: against the dealer's wager, where copies are yours.", style="dim"), soft_wrap=True)
    for notice in advice.notices:
        out.print(Text(notice, style="dim"), soft_wrap=True)


def _says(what: str, choice: Choice) -> Text:
    said = Text(f"{what}: ").append(f"{names(choice.low)} low, {names(choice.high)} high", style="bold green")
    return said.append(f" ({choice.hand.lower()})")


def _numbers(choice: Choice) -> tuple[object, ...]:
    return choice.tally, choice.banking


def _signed(value: Fraction) -> str:
    return f"{decimal(value):+.6f}"


def _settings(advice: Advice) -> Table:
    """The best first; of settings that differ in suits only, one line with how many there are."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("Low", "High", "Hand"):
        table.add_column(heading, no_wrap=True)
    for heading in ("Expected value", "Costs", "Win", "Push", "Lose", "As the bank", "Costs"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    best, best_banking = advice.best, advice.best_banking.banking_expected_value
    alike: dict[tuple[object, ...], list[Choice]] = {}
    for choice in advice.choices:
        alike.setdefault(_numbers(choice), []).append(choice)
    for same in alike.values():
        choice, total = same[0], same[0].tally.total
        costs, banking_costs = best.expected_value - choice.expected_value, best_banking - choice.banking_expected_value
        notes = ["the house way"] if any(one.by_house_way for one in same) else []
        notes += [f"{len(same)} ways"] if len(same) > 1 else []
        table.add_row(
            names(choice.low), names(choice.high), choice.hand, _signed(choice.expected_value),
            f"{decimal(costs):.6f}" if costs else "", *[f"{100 * count / total:.3f}%" for count in choice.tally],
            _signed(choice.banking_expected_value), f"{decimal(banking_costs):.6f}" if banking_costs else "", ", ".join(notes),
            style="green" if not costs else "",
        )  # fmt: skip
    return table
