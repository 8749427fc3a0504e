"""What every settlement must pass before anybody sees it. Not ``assert``: that vanishes under -O."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.money import MICRO
from houseway.problems import UnbalancedError
from houseway.progressive import AWARD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from houseway.settlement.lines import Line
    from houseway.settlement.meters import RoundMeter


def check_line(line: Line) -> None:
    """One line: what comes back is the whole wager or none of it, and only a win, a bonus or a bank moves money."""
    if line.returned_cents not in (0, line.wagered_cents):
        raise UnbalancedError(f"seat {line.seat}, {line.wager}: a wager goes back whole or not at all")
    if line.vigorish_cents < 0 or (line.paid_cents < 0 and line.wager != "bank"):
        raise UnbalancedError(f"seat {line.seat}, {line.wager}: a negative amount")
    if line.outcome == "lose" and line.wager != "bank" and (line.returned_cents or line.paid_cents or line.vigorish_cents):
        raise UnbalancedError(f"seat {line.seat}, {line.wager}: a lost wager pays nothing")
    if (
        line.outcome in ("push", "void")
        and line.wager != "bank"
        and (line.paid_cents or line.returned_cents != line.wagered_cents)
    ):
        raise UnbalancedError(f"seat {line.seat}, {line.wager}: a {line.outcome} returns the wager and pays nothing")


def check(lines: Iterable[Line], meters: Iterable[RoundMeter]) -> int:
    """Checks lines and meters together, and returns the house's net in cents.

    Two ways to the house's side must meet: what the lines leave it, less what it funds into the meters (to the last
    millionth of a cent), and minus what players and meters, as shown, have gained.
    """
    players = 0
    house_micro = 0
    from_meters: dict[str, int] = {}
    for line in lines:
        check_line(line)
        net = line.net_cents
        players += net
        house_micro -= net * MICRO
        if line.meter is not None:
            house_micro += line.paid_cents * MICRO  # the meter pays it, not the house
            from_meters[line.meter] = from_meters.get(line.meter, 0) + line.paid_cents
    shown = 0
    meters_micro = 0
    open_meters = 0
    for meter in meters:
        balance = meter.opening_micro
        awarded = 0
        for movement in meter.movements:
            balance += movement.change_micro
            if balance != movement.balance_micro:
                raise UnbalancedError(f"meter {meter.name}: a movement does not lead to its balance")
            if movement.kind == AWARD:
                awarded -= movement.change_micro
            else:
                house_micro -= movement.change_micro
        if balance != meter.balance_micro or balance < 0:
            raise UnbalancedError(f"meter {meter.name}: the movements do not lead from opening to closing")
        if awarded != from_meters.pop(meter.name, 0) * MICRO:
            raise UnbalancedError(f"meter {meter.name}: awards and the lines it paid differ")
        shown += meter.shown_change_cents
        meters_micro += balance - meter.opening_micro
        open_meters += 1
    if from_meters:
        raise UnbalancedError(f"lines were paid from meters that are not there: {', '.join(from_meters)}")
    if players * MICRO + house_micro + meters_micro != 0:
        raise UnbalancedError("players, house and meters do not add up to zero")
    house = -players - shown
    if abs(house * MICRO - house_micro) > open_meters * MICRO:
        raise UnbalancedError("the house's net, as shown, is off by more than the meters' fractions of a cent")
    return house
