"""What the Rules Submission and the table allow of a round that can be read. Every problem at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import dollars, spoken
from houseway.problems import Problem, shown
from houseway.settlement.lines import Notice
from houseway.settlement.values import seats_in_doubt

if TYPE_CHECKING:
    from collections.abc import Set

    from houseway.regulation import Law
    from houseway.settlement.round import Bank, Round, Seat
    from houseway.submission import Submission


_NOTHING: frozenset[str] = frozenset()


def problems(round_: Round, submission: Submission, unread: Set[str] = _NOTHING) -> list[Problem]:
    """Everything in the round that the submission or the game's procedures do not allow.

    ``unread``: places of the round that could not be read (see ``reading.Reading``); nothing is said of them here.
    """
    found = _dates(round_, submission)
    filed_as = uth.FILED_AS if round_.game == uth.GAME else pgp.FILED_AS
    offered = [w for w, filed in filed_as.items() if filed in submission.offered]
    for seat in round_.seats:
        where = f"players[{seat.index}].wagers"
        live = not (seat.void or round_.void)
        for wager, amount in seat.wagers.items():
            if wager not in offered:
                allowed = ", ".join(offered) or "nothing"
                found.append(Problem(f"{where}.{wager}", "is not on offer under this submission", wager, allowed))
            filed_amounts = submission.amounts_cents.get(filed_as[wager], ())
            if live and filed_amounts and amount not in filed_amounts:
                allowed = ", ".join(dollars(a) for a in filed_amounts)
                found.append(Problem(f"{where}.{wager}", "is not an amount that was filed", dollars(amount), allowed))
        if live and where not in unread:
            found += _main_wagers(seat, where, unread) if round_.game == uth.GAME else _colours(seat, where)
    if round_.bank is not None and "bank" not in unread:
        found += _bank(round_, round_.bank, unread)
    return found


def _dates(round_: Round, submission: Submission) -> list[Problem]:
    """The submission was in force on the day of the round."""
    on, first, last = round_.on, submission.effective, submission.expires
    if on is not None and first is not None and on < first:
        return [Problem("date", "is before the submission took effect", on.isoformat(), f"{first.isoformat()} or later")]
    if on is not None and last is not None and on > last:
        return [Problem("date", "is after the submission expired", on.isoformat(), f"{last.isoformat()} or earlier")]
    return []


def _main_wagers(seat: Seat, where: str, unread: Set[str]) -> list[Problem]:
    """Ultimate Texas Hold 'Em: ante and blind required and equal; play 1 to 4 times the ante."""
    found = []
    ante, blind, play = (seat.wagers.get(wager) for wager in ("ante", "blind", "play"))
    ante_known, blind_known = f"{where}.ante" not in unread, f"{where}.blind" not in unread
    if ante is None and ante_known:
        found.append(Problem(f"{where}.ante", "is required", "none", "an ante" if blind is None else dollars(blind)))
    if blind is None and blind_known:
        allowed = "the amount of the ante" if ante is None else dollars(ante)
        found.append(Problem(f"{where}.blind", "is required", "none", allowed))
    elif ante is not None and blind is not None and blind != ante:
        found.append(Problem(f"{where}.blind", "must equal the ante", dollars(blind), dollars(ante)))
    if play is not None and ante is not None and play not in [ante * times for times in uth.PLAY_MULTIPLES]:
        *most, last = [_short(ante * times) for times in uth.PLAY_MULTIPLES]
        allowed = f"{', '.join(most)} or {last}"
        found.append(Problem(f"{where}.play", "is not 1, 2, 3 or 4 times the ante", _short(play), allowed))
    return found


def _short(amount: int) -> str:
    return dollars(amount).removesuffix(".00")


def _colours(seat: Seat, where: str) -> list[Problem]:
    """Pai Gow Poker: one wager on a chosen colour."""
    if "red" in seat.wagers and "black" in seat.wagers:
        message = "is a second wager on a colour; one colour is chosen"
        return [Problem(f"{where}.black", message, dollars(seat.wagers["black"]), "red or black")]
    return []


def _bank(round_: Round, bank: Bank, unread: Set[str]) -> list[Problem]:
    """A banking player sits in the round, and wagers nothing against himself; a co-bank has no wager of the house."""
    found = []
    banking = [seat for seat in round_.seats if seat.seat == bank.seat and bank.seat]
    in_doubt = "bank.seat" in unread or seats_in_doubt(unread)
    if not banking and not in_doubt:
        seats = ", ".join(str(seat.seat) for seat in round_.seats)
        found.append(Problem("bank.seat", "is not a seat of this round", shown(bank.seat), seats))
    for seat in banking:
        if "pai_gow" in seat.wagers:
            where = f"players[{seat.index}].wagers.pai_gow"
            message = "the banking player makes no main wager of his own"
            found.append(Problem(where, message, dollars(seat.wagers["pai_gow"]), "none"))
        if seat.void and not round_.void:
            message = "a void bank leaves nobody to play against"
            found.append(Problem(f"players[{seat.index}].void", message, "true", "a void round"))
    if bank.co_bank and bank.house_wager_cents:
        message = "the dealer's hand plays no wager in a co-bank"
        found.append(Problem("bank.house_wager", message, dollars(bank.house_wager_cents), "none, or 0"))
    return found


def notices(round_: Round, submission: Submission, law: Law) -> list[Notice]:
    """What the reader should know about the round, the submission and the law, though nothing is wrong."""
    said = []
    number = f"§ {law.number}"
    if submission.is_default:
        said.append(
            Notice("submission", "No Rules Submission was given: settled under the section's default choices.", law.number)
        )
    if round_.on is None:
        said.append(
            Notice(
                "date",
                f"No date was given: settled under the newest version of {number} held, of {law.version.isoformat()}.",
                law.number,
            )
        )
    elif law.is_newest and round_.on > law.version:
        said.append(
            Notice(
                "date",
                f"The newest version of {number} held is of {law.version.isoformat()}; later amendments are not in it.",
                law.number,
            )
        )
    filed_as = uth.FILED_AS if round_.game == uth.GAME else pgp.FILED_AS
    for seat in round_.seats:
        if seat.void or round_.void:
            continue
        for wager, amount in seat.wagers.items():
            least = submission.minimum_cents.get(filed_as[wager], 0) if wager != "play" else 0
            if amount < least:
                message = f"The wager of {spoken(amount)} is below the filed minimum of {spoken(least)}."
                said.append(Notice(f"players[{seat.index}].wagers.{wager}", message))
        banks = round_.bank is not None and round_.bank.seat == seat.seat
        if round_.game == pgp.GAME and "pai_gow" not in seat.wagers and not banks:
            message = "No main wager was recorded for this seat; its other wagers are settled."
            said.append(Notice(f"players[{seat.index}].wagers", message))
    for meter in round_.meters:
        if meter not in submission.offered:
            said.append(Notice(f"meters.{meter}", "No wager of this meter is on offer; the reading is left as it was."))
    if round_.magic_card is not None and not submission.magic_card:
        said.append(
            Notice(
                "magic_card", "No Magic Card bonus is offered under this submission; nothing is paid for it.", "653a.12(e)(3)"
            )
        )
    if round_.lucky_position is not None and not submission.lucky_bonus:
        said.append(
            Notice(
                "lucky_position", "No Lucky Bonus is offered under this submission; nothing is paid for it.", "653a.12(e)(3)"
            )
        )
    return said
