"""A round of Pai Gow Poker, settled in the order of payment (645a.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from houseway.cards import names
from houseway.games import house_way
from houseway.games import pai_gow_poker as game
from houseway.games.pai_gow_poker import rules
from houseway.games.ruling import LOSE, PUSH, WIN, Ruling
from houseway.money import MeterShare, spoken
from houseway.ranking import joker
from houseway.settlement import pai_gow_words as words
from houseway.settlement.lines import Line, Notice
from houseway.settlement.meters import open_meters
from houseway.settlement.paying import Limit, Share, pay_line, void_line
from houseway.settlement.words import WAGER_NAMES, article

if TYPE_CHECKING:
    from houseway.games.pai_gow_poker import SevenCards
    from houseway.regulation import Law, Paytable
    from houseway.settlement.meters import RoundMeter
    from houseway.settlement.round import Bank, Round, Seat
    from houseway.submission import Submission


class Hand(NamedTuple):
    """Seven cards set into a high and a low hand, both ranked."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    high_value: int
    low_value: int
    fouled: bool  # the setting counts as a foul
    reset: bool  # it was a foul, and the house way set it again


class _Table:
    """One round while it is being settled: everything every seat shares."""

    def __init__(self, round_: Round, submission: Submission, law: Law) -> None:
        self.round = round_
        self.submission = submission
        self.law = law
        self.notices: list[Notice] = []
        self.meters = open_meters(round_, submission, game.METER_OF)
        self.live = [seat for seat in round_.seats if not (seat.void or round_.void)]
        self.wheel_lowest = submission.switches["wheel"] == "lowest"
        self.way = house_way.get(submission.house_way or "standard")
        self.seen: dict[int, SevenCards] = {}
        self.hands = {seat.seat: self._set(seat) for seat in self.live}
        self.bank = None if round_.void else round_.bank
        self._dealer: Hand | None = None
        self._dealer_seen: SevenCards | None = None
        if self.live:
            self._mis_set()

    def _by_house_way(self, cards: tuple[int, ...], reset: bool = False) -> Hand:
        setting = self.way.set(cards, self.wheel_lowest)
        return self._ranked(setting.high, setting.low, False, reset)

    def _ranked(self, high: tuple[int, ...], low: tuple[int, ...], fouled: bool, reset: bool) -> Hand:
        ordered = joker.in_order(high, self.wheel_lowest)
        return Hand(ordered, low, joker.fast_five(high, self.wheel_lowest), joker.rank_two(low), fouled, reset)

    def _set(self, seat: Seat) -> Hand:
        """The player's own setting where he gave one; a foul as the submission says; else the house way."""
        if seat.low is None:
            return self._by_house_way(seat.cards)
        low = seat.low
        hand = self._ranked(tuple([card for card in seat.cards if card not in low]), low, False, False)
        if not joker.outranks(hand.low_value, hand.high_value):
            return hand
        if self.submission.switches["foul"] == "house-way":
            return self._by_house_way(seat.cards, reset=True)
        return hand._replace(fouled=True)

    def _mis_set(self) -> None:
        """A dealer's setting other than the house way's is not settled; a notice says so."""
        low = self.round.dealer_low
        if low is None:
            return
        recorded = self._ranked(tuple([card for card in self.round.dealer_cards if card not in low]), low, False, False)
        right = self.dealer
        if (recorded.high_value, recorded.low_value) != (right.high_value, right.low_value):
            message = (
                f"The dealer mis-set the hand: {names(low)} was recorded low; the house way {self.way.name!r} sets "
                f"{names(right.low)} low and {names(right.high)} high, and that is settled."
            )
            self.notices.append(Notice("dealer.low", message, self.law.number))

    @property
    def dealer(self) -> Hand:
        """The dealer's hand as the house way sets it."""
        if self._dealer is None:
            self._dealer = self._by_house_way(self.round.dealer_cards)
        return self._dealer

    def seven(self, seat: Seat) -> SevenCards:
        if seat.seat not in self.seen:
            self.seen[seat.seat] = game.read_seven(seat.cards)
        return self.seen[seat.seat]

    def dealer_seven(self) -> SevenCards:
        if self._dealer_seen is None:
            self._dealer_seen = game.read_seven(self.round.dealer_cards)
        return self._dealer_seen

    def paytable(self, wager: str) -> Paytable:
        """The table that the submission chose for a wager, or its only one."""
        tables = self.law.tables[game.FILED_AS[wager]]
        return tables[""] if "" in tables else tables[self.submission.paytables[wager]]

    def switch(self, name: str | None) -> tuple[tuple[str, str], ...]:
        return () if name is None else ((name, self.submission.switches[name]),)

    def vigorish(self, won_cents: int) -> int:
        rule = self.law.vigorish
        if rule is None:
            raise ValueError(f"{self.law.number} holds no vigorish")
        return rules.vigorish_cents(won_cents, rule.percent, rule.unit_cents, self.submission.vigorish_rounding)


def settle(round_: Round, submission: Submission, law: Law) -> tuple[list[Line], dict[str, RoundMeter], list[Notice]]:
    """Every line of the round in the order of payment, the meters after it, and notices."""
    table = _Table(round_, submission, law)
    lines: list[Line] = []
    for number in round_.payment_order:
        seat = round_.seat(number)
        if seat.void or round_.void:
            what = "round" if round_.void else "hand"
            if round_.bank is not None and round_.bank.seat == number:
                cite = law.tables["pai_gow"][""].cite
                lines.append(void_line(number, "bank", 0, cite, f"The {what} is void: the bank neither wins nor loses."))
            for wager in game.WAGERS:
                if wager in seat.wagers:
                    cite = next(iter(law.tables[game.FILED_AS[wager]].values())).cite.partition(" Paytable")[0]
                    lines.append(
                        void_line(
                            number, wager, seat.wagers[wager], cite, f"The {what} is void: the {WAGER_NAMES[wager]} goes back."
                        )
                    )
        else:
            lines += _seat(table, seat)
    return lines, table.meters, table.notices


def _seat(table: _Table, seat: Seat) -> list[Line]:
    """One player's lines: the main wager or the bank, the side wagers by paragraph, then envy."""
    lines = []
    limit = Limit(table.law.limit, table.submission.maximum_payout_cents)
    if table.bank is not None and table.bank.seat == seat.seat:
        lines.append(_bank_line(table, seat, table.bank))
    for wager, wagered in seat.wagers.items():
        if wager == "pai_gow":
            lines.append(_main_line(table, seat, wagered))
        else:
            lines.append(_side_line(table, seat, wager, wagered, limit))
    lines += _envy(table, seat)
    return lines


# --- The main wager and the bank.


def _ruling(mine: Hand, other: Hand) -> Ruling:
    return rules.main_wager(mine.fouled, other.fouled, mine.high_value > other.high_value, mine.low_value > other.low_value)


def _opponent(table: _Table) -> tuple[Hand, str]:
    """Whom the players play against: the banking player's hand, or the dealer's."""
    if table.bank is not None:
        return table.hands[table.bank.seat], "bank"
    return table.dealer, "dealer"


def _main_switches(table: _Table, mine: Hand, other: Hand, ruling: Ruling) -> tuple[tuple[str, str], ...]:
    """The switches that decided a main wager: the foul, and the rank of A-2-3-4-5 where the other would decide otherwise."""
    switches: tuple[tuple[str, str], ...] = ()
    if ruling.switch is not None or mine.reset or other.reset:
        switches += table.switch("foul")
    if not mine.fouled and not other.fouled and (words.is_wheel(mine.high_value) or words.is_wheel(other.high_value)):
        turned = [joker.fast_five(hand.high, not table.wheel_lowest) for hand in (mine, other)]
        if rules.main_wager(False, False, turned[0] > turned[1], mine.low_value > other.low_value).outcome != ruling.outcome:
            switches += table.switch("wheel")
    return switches


def _main_line(table: _Table, seat: Seat, wagered: int) -> Line:
    mine = table.hands[seat.seat]
    other, against = _opponent(table)
    ruling = _ruling(mine, other)
    paytable = table.paytable("pai_gow")
    reason = words.main_reason(ruling, mine, other, against)
    if mine.reset:
        reason = f"The player's setting was a foul, and the house way {table.way.name!r} set it again. {reason}"
    elif seat.low is None:
        reason = f"{reason} The house way {table.way.name!r} set the player's hand, for which no setting was given."
    line = pay_line(
        seat.seat, "pai_gow", wagered, ruling, paytable, reason, words.set_hand(mine), mine.high + mine.low,
        _main_switches(table, mine, other, ruling), Limit(table.law.limit, None), table.notices, "",
    )  # fmt: skip
    if ruling.outcome != WIN:
        return line
    vigorish = table.vigorish(line.paid_cents)
    return line._replace(vigorish_cents=vigorish, reason=f"{line.reason} Vigorish {spoken(vigorish)}.")


def _bank_line(table: _Table, seat: Seat, bank: Bank) -> Line:
    """What the banking player won or lost on the main wagers of the others, and of the dealer for the house."""
    mine = table.hands[seat.seat]
    gain = 0
    parts: list[str] = []
    switched = mine.reset
    for other in table.live:
        wagered = other.wagers.get("pai_gow")
        if wagered is None:
            continue
        ruling = _ruling(table.hands[other.seat], mine)
        switched |= ruling.switch is not None or table.hands[other.seat].reset
        gain += _to_bank(ruling, wagered, f"seat {other.seat}", parts)
    if bank.house_wager_cents:
        ruling = _ruling(table.dealer, mine)
        switched |= ruling.switch is not None
        gain += _to_bank(ruling, bank.house_wager_cents, "the dealer's hand", parts)
    paid = rules.bank_gain_cents(gain, bank.co_bank)
    vigorish = table.vigorish(paid)
    reason = f"The bank: {', '.join(parts) if parts else 'no main wager against it'}; in all {_signed(gain)}."
    if bank.co_bank:
        reason += f" Half of it is the house's, which co-banks: {_signed(paid)}."
    if vigorish:
        reason += f" Vigorish on the net win {spoken(vigorish)}."
    outcome = WIN if paid > 0 else LOSE if paid < 0 else PUSH
    cite = table.law.vigorish.cite if table.law.vigorish is not None else table.law.number
    odds = "1 to 1" if paid > 0 else ""
    return Line(
        seat.seat, "bank", 0, outcome, 0, paid, words.set_hand(mine), mine.high + mine.low, odds, cite, reason,
        table.switch("foul") if switched else (), vigorish_cents=vigorish,
    )  # fmt: skip


def _to_bank(ruling: Ruling, wagered: int, whom: str, parts: list[str]) -> int:
    """What one opponent's main wager brings the bank, and the words for it."""
    gain = wagered if ruling.outcome == LOSE else -wagered if ruling.outcome == WIN else 0
    parts.append(f"{_signed(gain)} from {whom}" if gain >= 0 else f"{_signed(gain)} to {whom}")
    return gain


def _signed(amount: int) -> str:
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{spoken(abs(amount))}"


# --- Side wagers: on the seven cards of the player, however he set them.


def _rule(table: _Table, seat: Seat, wager: str, paytable: Paytable) -> Ruling:
    if wager == "queens_dragon":
        return rules.queens_dragon(table.dealer_seven(), paytable)
    hand = table.seven(seat)
    if wager == "progressive":
        return rules.progressive(hand, paytable, table.submission.switches["progressive_seven_card_joker"])
    if wager in ("red", "black"):
        chosen = hand.red if wager == "red" else hand.black
        return rules.red_black(chosen, hand.joker, paytable, table.submission.switches["red_black_joker"])
    return SIDE_RULES[wager](hand, paytable)


SIDE_RULES = {
    "fortune_bonus": rules.fortune_bonus,
    "emperors_treasure": rules.emperors_treasure,
    "insurance": rules.insurance,
    "dynasty_bonus": rules.dynasty_bonus,
    "protection": rules.protection,
}


def _side_line(table: _Table, seat: Seat, wager: str, wagered: int, limit: Limit) -> Line:
    paytable = table.paytable(wager)
    ruling = _rule(table, seat, wager, paytable)
    cards = table.round.dealer_cards if wager == "queens_dragon" else seat.cards
    seen = table.dealer_seven() if wager == "queens_dragon" else table.seven(seat)
    held = words.seven_hand(seen, cards)
    reason = words.side_reason(ruling, wager, paytable, seen, held, table.submission.switches["red_black_joker"])
    share = None
    if ruling.outcome == WIN:
        row = paytable.rows[ruling.row]
        # Queen's Dragon has odds and no table: its hand is what the dealer's cards hold
        hand = row.hand if len(paytable.rows) > 1 else held
        made = words.made_by(row.key, cards, table.wheel_lowest)
        if isinstance(row.pays, MeterShare):
            meter = table.meters[game.METER_OF[wager]]
            shows = f" The meter shows {spoken(meter.balance_micro // 1_000_000)} when it is this player's turn to be paid."
            share = Share(meter, (seat.seat,), meter.share_cents(row.pays.percent), False, shows)
    else:
        hand, made = held, cards
    return pay_line(
        seat.seat, wager, wagered, ruling, paytable, reason, hand, made, table.switch(ruling.switch),
        limit, table.notices, f"players[{seat.index}].wagers.{wager}", share,
    )  # fmt: skip


def _envy(table: _Table, seat: Seat) -> list[Line]:
    """A wager of at least the minimum is paid the fixed sum for each other player's qualifying hand, read in its own table."""
    least = table.law.envy_minimum_cents
    lines = []
    for wager in game.ENVY_WAGERS:
        wagered = seat.wagers.get(wager)
        if wagered is None or least is None or wagered < least:
            continue
        paytable = table.paytable(wager)
        for number in table.round.payment_order:
            if number == seat.seat or number not in table.hands:
                continue
            holder = table.round.seat(number)
            ruling = SIDE_RULES[wager](table.seven(holder), paytable)
            row = paytable.rows[ruling.row] if ruling.row >= 0 else None
            if row is None or row.envy_cents is None:
                continue
            cards = words.made_by(row.key, holder.cards, table.wheel_lowest)
            minimum = f"{article(WAGER_NAMES[wager])} of at least {spoken(least)}"
            held = f"{words.line_words(row.hand)} ({names(cards)})"
            reason = f"Seat {number} holds {held}: {spoken(row.envy_cents)} of envy on {minimum}."
            odds = f"{spoken(row.envy_cents)}"
            lines.append(
                Line(
                    seat.seat, "envy", 0, "bonus", 0, row.envy_cents, row.hand, cards, odds, paytable.cite, reason,
                    from_seat=number, for_wager=wager,
                )
            )  # fmt: skip
    return lines
