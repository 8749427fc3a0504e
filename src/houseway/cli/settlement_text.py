"""A settlement and a comparison as people read them: a table a seat, the reasons below it, the meters, the total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cards import names
from houseway.cli.page import Page, Styled, page
from houseway.money import dollars, exact_dollars, spoken
from houseway.settlement.words import WAGER_NAMES, capital
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.settlement.compare import Alternative, Comparison
    from houseway.settlement.lines import Line
    from houseway.settlement.result import Settlement

TITLES = {"ultimate-texas-holdem": "Ultimate Texas Hold 'Em", "pai-gow-poker": "Pai Gow Poker"}
_COLOURS = {"win": "green", "bonus": "green", "lose": "red", "push": "yellow", "void": "yellow"}
_VERDICTS = {"right": "green", "owed": "bold red", "overpaid": "bold yellow"}
_SHORT = {"five_card_bonus_player": "five-card bonus (player)", "five_card_bonus_dealer": "five-card bonus (dealer)"}
NARROW = 112  # below this the odds and hands, which the reasons name too, are left to the reasons


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


def _signed(amount: int) -> str:
    text = f"{'+' if amount > 0 else ''}{dollars(amount)}"
    return Styled(text, "green" if amount > 0 else "red") if amount else text


def print_settlement(result: Settlement) -> None:
    """The whole settlement to standard output."""
    out = page()
    write_settlement(out, result)
    out.print()


def write_settlement(out: Page, result: Settlement) -> None:
    """The whole settlement on a page."""
    _heading(out, result)
    for seat in result.round.seats:
        lines = result.lines_of(seat.seat)
        cards = f"  {names(seat.cards)}" if seat.cards else ""
        net = sum(line.net_cents for line in lines)
        out.line(Styled(f"Seat {seat.seat}", "bold"), cards, "  net ", _signed(net))
        if lines:
            _money_table(out, lines)
            out.line()
            _reasons(out, lines)
        else:
            out.line("  no wagers")
        out.line()
    _payments(out, result)
    _meters(out, result)
    out.line(Styled("House net ", "bold"), _signed(result.house_net_cents))
    _notices(out, result)


def _heading(out: Page, result: Settlement) -> None:
    round_, law = result.round, result.law
    what = [TITLES[round_.game]]
    what += [f"round {round_.round_id}"] if round_.round_id else []
    what += [f"table {round_.table}"] if round_.table else []
    what += [round_.on.isoformat()] if round_.on else []
    out.line(Styled(", ".join(what), "bold"))
    filed = "default choices" if result.submission.is_default else result.submission.certificate_holder or "Rules Submission"
    if result.submission.effective is not None:
        filed += f", effective {result.submission.effective.isoformat()}"
    out.line(f"{law.section} as of {law.version.isoformat()}; {filed}; houseway {__version__}")
    dealt = [f"Board {names(round_.board)}"] if round_.board else []
    dealt += [f"Dealer {names(round_.dealer_cards)}"] if round_.dealer_cards else []
    if dealt:
        out.line("  ".join(dealt))
    if round_.void:
        out.line("The round is void.")
    out.line()


def _money_table(out: Page, lines: list[Line]) -> None:
    """One seat's lines. Money is never cut short: the table is as wide as it must be."""
    vigorish = any(line.vigorish_cents for line in lines)
    narrow = out.width < NARROW
    head = ["Wager", "Wagered", "Outcome", "Returned", "Paid", *(["Vigorish"] if vigorish else []), "Net"]
    rows = []
    for line in lines:
        row = [wager_name(line), dollars(line.wagered_cents), Styled(line.outcome, _COLOURS[line.outcome])]
        row += [dollars(line.returned_cents), dollars(line.paid_cents)]
        row += [dollars(line.vigorish_cents)] if vigorish else []
        row += [_signed(line.net_cents)]
        rows.append(row if narrow else [*row, line.odds, line.hand])
    right = [column for column, heading in enumerate(head) if heading not in ("Wager", "Outcome")]
    out.table(rows, right=right, head=head if narrow else [*head, "Odds", "Hand"])


def _reasons(out: Page, lines: list[Line]) -> None:
    rows = []
    for line in lines:
        switches = [Styled(f" (switch {switch} = {value})", "dim") for switch, value in line.switches]
        rows.append((wager_name(line), (line.reason, Styled(f" [{line.cite}]", "dim"), *switches)))
    out.table(rows, fold=min(out.width, 120))


def _payments(out: Page, result: Settlement) -> None:
    if not result.payments:
        return
    out.line("  ", Styled("What was paid", "bold"))
    rows = [
        (
            str(payment.seat), payment.wager, dollars(payment.recorded_cents), dollars(payment.correct_cents),
            dollars(payment.difference_cents), Styled(payment.verdict, _VERDICTS[payment.verdict]),
        )
        for payment in result.payments
    ]  # fmt: skip
    out.table(rows, right=(2, 3, 4), head=("Seat", "Wager", "Recorded", "Correct", "Difference", "Verdict"))
    overpaid = sum(max(0, payment.difference_cents) for payment in result.payments)
    owed = overpaid - sum(payment.difference_cents for payment in result.payments)
    out.line(f"  Owed to players {spoken(owed)}, overpaid {spoken(overpaid)}.")
    out.line()


def _meters(out: Page, result: Settlement) -> None:
    for meter in result.meters:
        out.line(Styled(f"Meter {meter.name}", "bold"))
        rows = [("opening", "", exact_dollars(meter.opening_micro))]
        for movement in meter.movements:
            seats = ", ".join(map(str, movement.seats))
            who = f"{movement.kind}, seat{'s' if len(movement.seats) > 1 else ''} {seats}"
            sign = "+" if movement.change_micro > 0 else ""
            rows.append((who, sign + exact_dollars(movement.change_micro), exact_dollars(movement.balance_micro)))
        rows.append(("closing, as shown", "", dollars(meter.balance_micro // 1_000_000)))
        out.table(rows, right=(1, 2))
    if result.meters:
        out.line()


def _notices(out: Page, result: Settlement) -> None:
    if result.notices:
        out.line()
        out.line(Styled("Notices", "bold"))
    for notice in result.notices:
        cite = f" [{notice.cite}]" if notice.cite else ""
        out.line(Styled(f"  {notice.where}: ", "dim"), notice.message, Styled(cite, "dim"))


def print_comparison(comparison: Comparison) -> None:
    """Each lawful choice that changes the round, and what it changes, to standard output."""
    out = page()
    write_comparison(out, comparison)
    out.print()


def write_comparison(out: Page, comparison: Comparison) -> None:
    """Each lawful choice that changes the round, and what it changes, on a page."""
    _heading(out, comparison.settlement)
    if not comparison.alternatives:
        out.line(f"None of the {comparison.tried} other lawful choices changes anything in this round.")
    for alternative in comparison.alternatives:
        _alternative(out, alternative)
    unchanged = comparison.tried - len(comparison.alternatives)
    if comparison.alternatives:
        out.line(capital(f"{unchanged} other lawful choices change nothing in this round."))
    _notices(out, comparison.settlement)


def _alternative(out: Page, alternative: Alternative) -> None:
    out.line(
        Styled(alternative.choice, "bold"), f": {alternative.filed} → {alternative.instead}",
        Styled(f"  [{alternative.cite}]", "dim"), "  players ", _signed(alternative.difference_cents),
    )  # fmt: skip
    rows = []
    for change in alternative.changes:
        line = change.after or change.before
        filed, instead = (dollars(of.net_cents) if of else "–" for of in (change.before, change.after))
        name = wager_name(line) if line else change.key[1]
        rows.append((str(change.key[0]), name, filed, instead, _signed(change.difference_cents), change.reason))
    head = ("Seat", "Wager", "As filed", "Instead", "Difference", "Why")
    out.table(rows, right=(2, 3, 4), head=head, fold=min(out.width, 140))
    out.line()
