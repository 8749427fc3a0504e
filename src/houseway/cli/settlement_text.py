"""A settlement and a comparison as people read them: a table a seat, the reasons below it, the meters, the total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cards import names
from houseway.cli.output import printing
from houseway.money import dollars, exact_dollars
from houseway.settlement.words import WAGER_NAMES, capital
from houseway.version import __version__

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.settlement.compare import Comparison
    from houseway.settlement.lines import Line
    from houseway.settlement.result import Settlement

TITLES = {"ultimate-texas-holdem": "Ultimate Texas Hold 'Em", "pai-gow-poker": "Pai Gow Poker"}
_COLOURS = {"win": "green", "bonus": "green", "lose": "red", "push": "yellow", "void": "yellow"}
_SHORT = {"five_card_bonus_player": "five-card bonus (player)", "five_card_bonus_dealer": "five-card bonus (dealer)"}


def wager_name(line: Line) -> str:
    """A line's wager as a person says it, with whose hand an envy bonus is for."""
    name = _SHORT.get(line.wager) or WAGER_NAMES.get(line.wager, line.wager.replace("_", " ")).removesuffix(" wager")
    if line.from_seat is not None:
        name += f" (seat {line.from_seat}" + (
            f", {WAGER_NAMES[line.for_wager]})" if line.for_wager not in (None, "progressive") else ")"
        )
    elif line.for_wager is not None:
        name += f" ({line.for_wager.rpartition('_')[2]})"
    return name


NARROW = 112  # below this the odds and hands, which the reasons name too, are left to the reasons


def _money_table(lines: list[Line], narrow: bool) -> Table:
    """One seat's lines. Money is never cut short: the table is as wide as it must be."""
    vigorish = any(line.vigorish_cents for line in lines)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    headings = ["Wager", "Wagered", "Outcome", "Returned", "Paid", *(["Vigorish"] if vigorish else []), "Net"]
    for heading in headings + ([] if narrow else ["Odds", "Hand"]):
        left = heading in ("Wager", "Outcome", "Odds", "Hand")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for line in lines:
        cells: list[str | Text] = [
            wager_name(line),
            dollars(line.wagered_cents),
            Text(line.outcome, style=_COLOURS[line.outcome]),
        ]
        cells += [dollars(line.returned_cents), dollars(line.paid_cents)]
        cells += [dollars(line.vigorish_cents)] if vigorish else []
        cells += [_signed(line.net_cents)]
        cells += [] if narrow else [line.odds, line.hand]
        table.add_row(*cells)
    return table


def _signed(amount: int) -> Text:
    return Text(f"{'+' if amount > 0 else ''}{dollars(amount)}", style="green" if amount > 0 else "red" if amount < 0 else "")


def print_settlement(result: Settlement) -> None:
    """The whole settlement to standard output."""
    with printing() as out:
        write_settlement(out, result)


def write_settlement(out: Console, result: Settlement) -> None:
    """The whole settlement to a console."""
    _heading(out, result)
    for seat in result.round.seats:
        lines = result.lines_of(seat.seat)
        cards = f"  {names(seat.cards)}" if seat.cards else ""
        net = sum(line.net_cents for line in lines)
        title = Text(f"Seat {seat.seat}", style="bold").append(cards, style="not bold")
        out.print(title.append("  net ", style="not bold").append(_signed(net)), soft_wrap=True)
        if not lines:
            out.print("  no wagers")
        else:
            _seat_tables(out, lines)
        out.print()
    _payments(out, result)
    _meters(out, result)
    out.print(Text("House net ", style="bold").append(_signed(result.house_net_cents)))
    _notices(out, result)


def _heading(out: Console, result: Settlement) -> None:
    round_, law = result.round, result.law
    what = [TITLES[round_.game]]
    what += [f"round {round_.round_id}"] if round_.round_id else []
    what += [f"table {round_.table}"] if round_.table else []
    what += [round_.on.isoformat()] if round_.on else []
    out.print(Text(", ".join(what), style="bold"), soft_wrap=True)
    filed = "default choices" if result.submission.is_default else result.submission.certificate_holder or "Rules Submission"
    if result.submission.effective is not None:
        filed += f", effective {result.submission.effective.isoformat()}"
    out.print(f"{law.section} as of {law.version.isoformat()}; {filed}; houseway {__version__}", soft_wrap=True)
    dealt = [f"Board {names(round_.board)}"] if round_.board else []
    dealt += [f"Dealer {names(round_.dealer_cards)}"] if round_.dealer_cards else []
    if dealt:
        out.print("  ".join(dealt), soft_wrap=True)
    if round_.void:
        out.print("The round is void.")
    out.print()


def _seat_tables(out: Console, lines: list[Line]) -> None:
    why = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    why.add_column(no_wrap=True)
    why.add_column(overflow="fold")
    for line in lines:
        reason = Text(line.reason).append(f" [{line.cite}]", style="dim")
        for switch, value in line.switches:
            reason.append(f" (switch {switch} = {value})", style="dim")
        why.add_row(wager_name(line), reason)
    _print_whole(out, _money_table(lines, out.width < NARROW), below=1)
    out.print(Padding(why, (0, 0, 0, 2), expand=False), width=min(out.width, 120))


def _print_whole(out: Console, table: Table, below: int = 0) -> None:
    """A table of money at its full width, even where the terminal is narrower: never an amount with its end cut off."""
    out.print(Padding(table, (0, 0, below, 2), expand=False), width=max(out.width, 250), crop=False, soft_wrap=True)


def _payments(out: Console, result: Settlement) -> None:
    if not result.payments:
        return
    table = Table(
        box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0), title="What was paid", title_justify="left"
    )
    for heading in ("Seat", "Wager", "Recorded", "Correct", "Difference", "Verdict"):
        table.add_column(heading, justify="right" if heading in ("Recorded", "Correct", "Difference") else "left", no_wrap=True)
    for payment in result.payments:
        style = {"right": "green", "owed": "bold red", "overpaid": "bold yellow"}[payment.verdict]
        table.add_row(
            str(payment.seat), payment.wager, dollars(payment.recorded_cents), dollars(payment.correct_cents),
            dollars(payment.difference_cents), Text(payment.verdict, style=style),
        )  # fmt: skip
    _print_whole(out, table, below=1)


def _meters(out: Console, result: Settlement) -> None:
    for meter in result.meters:
        out.print(Text(f"Meter {meter.name}", style="bold"))
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        for _ in range(2):
            table.add_column(justify="right", no_wrap=True)
        table.add_row("opening", "", exact_dollars(meter.opening_micro))
        for movement in meter.movements:
            seats = ", ".join(map(str, movement.seats))
            who = f"{movement.kind}, seat{'s' if len(movement.seats) > 1 else ''} {seats}"
            sign = "+" if movement.change_micro > 0 else ""
            table.add_row(who, sign + exact_dollars(movement.change_micro), exact_dollars(movement.balance_micro))
        table.add_row("closing, as shown", "", dollars(meter.balance_micro // 1_000_000))
        _print_whole(out, table)
    if result.meters:
        out.print()


def _notices(out: Console, result: Settlement) -> None:
    if result.notices:
        out.print()
        out.print(Text("Notices", style="bold"))
    for notice in result.notices:
        text = Text(f"  {notice.where}: ", style="dim").append(notice.message, style="not dim")
        if notice.cite:
            text.append(f" [{notice.cite}]", style="dim")
        out.print(text, soft_wrap=True)


def print_comparison(comparison: Comparison) -> None:
    """Each lawful choice that changes the round, and what it changes."""
    with printing() as out:
        _print_comparison(out, comparison)


def _print_comparison(out: Console, comparison: Comparison) -> None:
    _heading(out, comparison.settlement)
    if not comparison.alternatives:
        out.print(f"None of the {comparison.tried} other lawful choices changes anything in this round.")
    for alternative in comparison.alternatives:
        title = Text(alternative.choice, style="bold").append(
            f": {alternative.filed} → {alternative.instead}", style="not bold"
        )
        title.append(f"  [{alternative.cite}]", style="dim").append("  players ", style="not dim")
        out.print(title.append(_signed(alternative.difference_cents)), soft_wrap=True)
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for heading in ("Seat", "Wager", "As filed", "Instead", "Difference"):
            table.add_column(heading, justify="left" if heading in ("Seat", "Wager") else "right", no_wrap=True)
        table.add_column("Why")
        for change in alternative.changes:
            line = change.after or change.before
            filed, instead = (dollars(of.net_cents) if of else "–" for of in (change.before, change.after))
            name = wager_name(line) if line else change.key[1]
            table.add_row(str(change.key[0]), name, filed, instead, _signed(change.difference_cents), change.reason)
        out.print(Padding(table, (0, 0, 1, 2), expand=False), width=min(out.width, 140))
    unchanged = comparison.tried - len(comparison.alternatives)
    if comparison.alternatives:
        out.print(capital(f"{unchanged} other lawful choices change nothing in this round."))
    _notices(out, comparison.settlement)
