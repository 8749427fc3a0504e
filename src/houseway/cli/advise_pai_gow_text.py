"""Advice for Pai Gow Poker as people read it: the hand, and a line for each setting, as player and as bank."""

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
    from houseway.exact.pai_gow.advice import Advice, Choice


def print_advice(advice: Advice) -> None:
    """The whole advice to standard output."""
    out = page()
    write_advice(out, advice)
    out.print()


def write_advice(out: Page, advice: Advice) -> None:
    """The whole advice on a page."""
    law, way = advice.law, advice.house_way
    sentence(out, Styled("Pai Gow Poker, seven cards to set", "bold"))
    wheel = "lowest" if advice.wheel_lowest else "second highest"
    sentence(
        out,
        f"{law.section} as of {law.version.isoformat()}; the dealer sets by {way.name}, version {way.version}; "
        f"A-2-3-4-5 the {wheel} straight; houseway {__version__}",
    )
    known = [f"Cards {names(advice.cards)}"]
    known += [f"Dead {names(advice.dead)}"] if advice.dead else []
    sentence(out, "  ".join(known))
    out.line()
    _says(out, "Best", advice.best)
    if _numbers(advice.best_banking) != _numbers(advice.best):
        _says(out, "Best as the bank", advice.best_banking)
    _settings(out, advice)
    hands = count(advice.best.tally.total)
    for said in (
        f"For each unit wagered, over the {hands} hands the dealer may hold, with a vigorish of {advice.best.percent}%.",
        "As the bank: against the dealer's wager, where copies are yours. Costs: against the best setting.",
        *advice.notices,
    ):
        sentence(out, Styled(said, "dim"))


def _says(out: Page, what: str, choice: Choice) -> None:
    set_so = Styled(f"{names(choice.low)} low, {names(choice.high)} high", "bold green")
    sentence(out, f"{what}: ", set_so, f" ({choice.hand.lower()})")


def _numbers(choice: Choice) -> tuple[object, ...]:
    return choice.tally, choice.banking


def _signed(value: Fraction) -> str:
    return signed(f"{decimal(value):.6f}", plus=True)


def _settings(out: Page, advice: Advice) -> None:
    """The best first; of settings that differ in suits only, one line with how many there are."""
    columns = (
        Column("Low, high"), Column("Hand", figures=False), Column("Expected value"), Column("Costs"), Column("Win"),
        Column("Push"), Column("Lose"), Column("As the bank"), Column("Costs as the bank"), Column("", figures=False),
    )  # fmt: skip
    best, best_banking = advice.best, advice.best_banking.banking_expected_value
    alike: dict[tuple[object, ...], list[Choice]] = {}
    for choice in advice.choices:
        alike.setdefault(_numbers(choice), []).append(choice)
    rows = []
    for same in alike.values():
        choice, total = same[0], same[0].tally.total
        costs, banking_costs = best.expected_value - choice.expected_value, best_banking - choice.banking_expected_value
        notes = ["the house way"] if any(one.by_house_way for one in same) else []
        notes += [f"{len(same)} ways"] if len(same) > 1 else []
        cells = (
            f"{names(choice.low)}, {names(choice.high)}", choice.hand, _signed(choice.expected_value),
            f"{decimal(costs):.6f}" if costs else "", *[f"{100 * hands / total:.3f}%" for hands in choice.tally],
            _signed(choice.banking_expected_value), f"{decimal(banking_costs):.6f}" if banking_costs else "", ", ".join(notes),
        )  # fmt: skip
        rows.append(Row(cells, strong=not costs))
    table(out, columns, rows)
    out.line()
