"""A round of Ultimate Texas Hold 'Em, settled in the order of payment (653a.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from houseway.cards import NAMES, names
from houseway.games import ultimate_texas_holdem as game
from houseway.games.ruling import LOSE, WIN, Ruling
from houseway.games.ultimate_texas_holdem import rules
from houseway.money import ForOne, MeterShare, spoken
from houseway.progressive import split
from houseway.ranking import standard
from houseway.settlement.lines import Line, Notice
from houseway.settlement.meters import open_meters
from houseway.settlement.paying import Limit, Share, pay_line, void_line
from houseway.settlement.words import HAND_NAMES, WAGER_NAMES, capital, category, describe

if TYPE_CHECKING:
    from houseway.regulation import Law, Paytable
    from houseway.settlement.meters import RoundMeter
    from houseway.settlement.round import Round, Seat
    from houseway.submission import Submission

_NO_SWITCH: tuple[tuple[str, str], ...] = ()


class _Hand(NamedTuple):
    """A hand that has been ranked: its value, category and name, the five cards, and how it is called."""

    value: int
    category: int
    name: str
    cards: tuple[int, ...]
    called: str


def _hand(cards: tuple[int, ...]) -> _Hand:
    value, five = standard.best_five(cards)
    kind = category(value)
    return _Hand(value, kind, HAND_NAMES[kind], five, describe(value))


class _Split(NamedTuple):
    """A share of the meter that the dealer's hand won, taken once and divided by head."""

    each_cents: int
    odd_cents: int
    total_cents: int
    first: int  # the seat paid first


class _Table:
    """One round while it is being settled: everything every seat shares."""

    def __init__(self, round_: Round, submission: Submission, law: Law) -> None:
        self.round = round_
        self.submission = submission
        self.law = law
        self.notices: list[Notice] = []
        self.meters = open_meters(round_, submission, game.METER_OF)
        self.flop = round_.board[:3]
        self.live = [seat for seat in round_.seats if not (seat.void or round_.void)]
        self.split: _Split | None = None
        if self.live:
            self.dealer = _hand(round_.dealer_cards + round_.board)
            self.qualifies = game.qualifies(self.dealer.value)
        self._dealer_flop: _Hand | None = None
        self.flop_hands: dict[int, _Hand] = {}
        self.envy_hands: dict[int, tuple[_Hand, bool]] = {}  # seat -> the hand that pays envy, and whether the switch decided

    def paytable(self, wager: str) -> Paytable:
        """The table that the submission chose for a wager, or its only one."""
        tables = self.law.tables[wager]
        return tables[""] if "" in tables else tables[self.submission.paytables[wager]]

    def switch(self, name: str | None) -> tuple[tuple[str, str], ...]:
        return _NO_SWITCH if name is None else ((name, self.submission.switches[name]),)

    def dealer_flop(self) -> _Hand:
        if self._dealer_flop is None:
            self._dealer_flop = _hand(self.round.dealer_cards + self.flop)
        return self._dealer_flop

    def flop_hand(self, seat: Seat) -> _Hand:
        if seat.seat not in self.flop_hands:
            self.flop_hands[seat.seat] = _hand(seat.cards + self.flop)
        return self.flop_hands[seat.seat]

    def keeps_progressive(self, seat: Seat) -> bool:
        """Whether wagers on the flop hand stand: not after a fold where the submission says that they lose."""
        return not (seat.folded and self.submission.switches["progressive_on_fold"] == LOSE)

    def fold_decides_heads(self) -> bool:
        """Whether a player with a wager on the dealer's hand has folded: the submission says if he is a head."""
        return any(s.folded and "five_card_bonus_dealer" in s.wagers for s in self.live)

    def dealer_heads(self) -> list[int]:
        """The seats among which a meter share of the dealer's hand is divided, in the order of payment."""
        heads = {s.seat for s in self.live if "five_card_bonus_dealer" in s.wagers and self.keeps_progressive(s)}
        return [number for number in self.round.payment_order if number in heads]


def settle(round_: Round, submission: Submission, law: Law) -> tuple[list[Line], dict[str, RoundMeter], list[Notice]]:
    """Every line of the round in the order of payment, the meters after it, and notices."""
    table = _Table(round_, submission, law)
    if any("progressive" in seat.wagers for seat in table.live):
        _find_envy(table)
    lines: list[Line] = []
    for number in round_.payment_order:
        seat = round_.seat(number)
        if seat.void or round_.void:
            what = "round" if round_.void else "hand"
            for wager in game.WAGERS:
                if wager in seat.wagers:
                    cite = law.tables[game.FILED_AS[wager]]
                    cited = next(iter(cite.values())).cite.partition(" Paytable")[0]
                    reason = f"The {what} is void: the {WAGER_NAMES[wager]} goes back."
                    lines.append(void_line(number, wager, seat.wagers[wager], cited, reason))
        else:
            lines += _seat(table, seat)
    return lines, table.meters, table.notices


def _seat(table: _Table, seat: Seat) -> list[Line]:
    """One player's lines: ante, play, blind, trips, progressive, five-card bonuses, magic card, lucky bonus, envy."""
    limit = Limit(table.law.limit, table.submission.maximum_payout_cents)
    hand = _hand(seat.cards + table.round.board)
    contest = game.contest(hand.value, table.dealer.value)
    against = _against(hand, table.dealer, contest)
    lines: list[Line] = []
    for wager in game.WAGERS:
        wagered = seat.wagers.get(wager)
        if wagered is None:
            continue
        shown, share = hand, None
        if wager == "ante":
            ruling, paytable = rules.ante(seat.folded, contest, table.qualifies), table.paytable("ante")
            reason = _ante_reason(ruling, against, table)
        elif wager == "play":
            ruling, paytable = rules.play(contest), table.paytable("play")
            reason = _play_reason(ruling, against)
        elif wager == "blind":
            paytable = table.paytable("blind")
            ruling = rules.blind(seat.folded, contest, hand.category, paytable)
            reason = _blind_reason(ruling, paytable, against, hand)
        elif wager == "trips":
            paytable = table.paytable("trips")
            ruling = rules.trips(seat.folded, hand.category, paytable, table.submission.switches["trips_on_fold"])
            reason = _line_reason(ruling, paytable, f"The player's best five of seven are {hand.called}", "the trips wager")
        else:
            shown = table.dealer_flop() if wager == "five_card_bonus_dealer" else table.flop_hand(seat)
            paytable = table.paytable(game.FILED_AS[wager])
            ruling = rules.flop_wager(seat.folded, shown.category, paytable, table.submission.switches["progressive_on_fold"])
            whose = "dealer's" if wager == "five_card_bonus_dealer" else "player's"
            reason = _line_reason(
                ruling, paytable, f"The {whose} two cards and the flop are {shown.called}", f"the {WAGER_NAMES[wager]}"
            )
            share = _share(table, seat, wager, ruling, paytable)
        switches = table.switch(ruling.switch)
        if share is not None and share.words and table.split is not None and table.split.odd_cents and wager.endswith("dealer"):
            switches += table.switch("split_remainder")
        if share is not None and wager == "five_card_bonus_dealer" and ruling.switch is None and table.fold_decides_heads():
            switches += table.switch("progressive_on_fold")
        lines.append(
            pay_line(
                seat.seat, wager, wagered, ruling, paytable, reason, shown.name, shown.cards, switches,
                limit, table.notices, f"players[{seat.index}].wagers.{wager}", share,
            )
        )  # fmt: skip
    if table.keeps_progressive(seat):
        bonuses = _bonuses(table, seat) + _envy(table, seat)
        if seat.folded:  # kept only because the submission settles these wagers after a fold
            decided = table.switch("progressive_on_fold")
            bonuses = [line._replace(switches=line.switches + decided) for line in bonuses]
        lines += bonuses
    return lines


def _share(table: _Table, seat: Seat, wager: str, ruling: Ruling, paytable: Paytable) -> Share | None:
    """The meter share of a winning line, if it pays one: read when this player's turn to be paid has come."""
    if ruling.outcome != WIN:
        return None
    pays = paytable.rows[ruling.row].pays
    if not isinstance(pays, MeterShare):
        return None
    meter = table.meters[game.METER_OF[wager]]
    if wager != "five_card_bonus_dealer":
        shows, amount = meter.balance_micro, meter.share_cents(pays.percent)
        words = f" The meter shows {spoken(shows // 1_000_000)} when it is this player's turn to be paid."
        return Share(meter, (seat.seat,), amount, False, words)
    heads = table.dealer_heads()
    if len(heads) == 1:
        words = f" The meter shows {spoken(meter.balance_micro // 1_000_000)} when it is this player's turn to be paid."
        return Share(meter, (seat.seat,), meter.share_cents(pays.percent), False, words)
    taken = table.split
    if taken is None:  # taken once, when the first of them comes to be paid (653a.12(e)(2))
        total = meter.share_cents(pays.percent)
        each, odd = split(total, len(heads))
        taken = table.split = _Split(each, odd, total, seat.seat)
        to_first = odd if table.submission.switches["split_remainder"] == "first-paid" else 0
        meter.pay(tuple(heads), pays.percent, each * len(heads) + to_first)
    mine = taken.each_cents
    words = f" {spoken(taken.total_cents)} of the meter is divided equally among {len(heads)} players on the dealer's hand."
    if taken.odd_cents:
        if table.submission.switches["split_remainder"] == "meter":
            words += f" {taken.odd_cents}¢ left over by the division stays in the meter."
        elif seat.seat == taken.first:
            mine += taken.odd_cents
            words += f" {taken.odd_cents}¢ left over by the division goes to the player paid first."
    return Share(meter, tuple(heads), mine, True, words)


def _bonuses(table: _Table, seat: Seat) -> list[Line]:
    """(e)(3): Magic Card and Lucky Bonus on the five-card bonus wagers, on top of the hand's own line."""
    wagers = [w for w in ("five_card_bonus_player", "five_card_bonus_dealer") if w in seat.wagers]
    if not wagers or (table.round.magic_card is None and table.round.lucky_position is None):
        return []
    paytable = table.law.tables["bonus"][""]
    odds = {row.key: row.pays for row in paytable.rows}
    return [
        *_magic_card(table, seat, wagers, odds["magic_card"], paytable),
        *_lucky_bonus(table, seat, wagers, odds["lucky_bonus"], paytable),
    ]


def _bonus_line(seat: Seat, name: str, for_wager: str, pays: object, paytable: Paytable, reason: str) -> Line:
    if not isinstance(pays, ForOne):
        raise TypeError(f"{paytable.cite} pays {name} at {pays}, which is not so much for 1")
    paid = pays.times * seat.wagers[for_wager]
    return Line(seat.seat, name, 0, "bonus", 0, paid, "", (), str(pays), paytable.cite, reason, for_wager=for_wager)


def _magic_card(table: _Table, seat: Seat, wagers: list[str], pays: object, paytable: Paytable) -> list[Line]:
    card = table.round.magic_card
    if card is None or not table.submission.magic_card:
        return []
    scope = table.submission.switches["magic_card_scope"]
    lines = []
    for wager in wagers:
        own = table.round.dealer_cards if wager == "five_card_bonus_dealer" else seat.cards
        on_flop = card in table.flop and scope == "hole-and-flop"
        if card in own or on_flop:
            whose = "dealer's" if wager == "five_card_bonus_dealer" else "player's"
            place = "on the flop" if on_flop else f"one of the {whose} two cards"
            line = _bonus_line(seat, "magic_card", wager, pays, paytable, f"The magic card {NAMES[card]} is {place}: {pays}.")
            if on_flop:
                line = line._replace(switches=table.switch("magic_card_scope"))
            lines.append(line._replace(cards=(card,)))
    return lines


def _lucky_bonus(table: _Table, seat: Seat, wagers: list[str], pays: object, paytable: Paytable) -> list[Line]:
    position = table.round.lucky_position
    if position is None or not table.submission.lucky_bonus:
        return []
    wager = "five_card_bonus_dealer" if position == "dealer" else "five_card_bonus_player"
    if wager not in wagers or (position != "dealer" and position != seat.seat):
        return []
    whose = "dealer's position" if position == "dealer" else f"position of seat {position}"
    return [_bonus_line(seat, "lucky_bonus", wager, pays, paytable, f"The {whose} was drawn for the Lucky Bonus: {pays}.")]


def _find_envy(table: _Table) -> None:
    """Which hands of this round pay envy to the others: two cards and the flop, or any five where the submission says so."""
    any_five = table.submission.switches["envy_hand"] == "any-five"
    for holder in table.live:
        flop = table.flop_hand(holder)
        judged = _hand(holder.cards + table.round.board) if any_five else flop
        if rules.envy_key(judged.category) is not None:
            table.envy_hands[holder.seat] = (judged, judged.category != flop.category)


def _envy(table: _Table, seat: Seat) -> list[Line]:
    """(d)(5): one line for each other player's qualifying hand, by the size of the own progressive wager."""
    wagered = seat.wagers.get("progressive")
    if wagered is None or not table.envy_hands:
        return []
    amounts = table.law.envy.get(wagered)
    cite = table.law.envy_cite or table.law.number
    if amounts is None:
        where = f"players[{seat.index}].wagers.progressive"
        table.notices.append(
            Notice(where, f"The envy table prices no progressive wager of {spoken(wagered)}: no envy is paid.", cite)
        )
        return []
    lines = []
    for number in table.round.payment_order:
        if number == seat.seat or number not in table.envy_hands:
            continue
        hand, decided = table.envy_hands[number]
        key = rules.envy_key(hand.category)
        if key is None:
            continue
        paid = amounts[key]
        on = f"on a progressive wager of {spoken(wagered)}"
        reason = f"Seat {number} holds {hand.called} ({names(hand.cards)}): {spoken(paid)} of envy {on}."
        lines.append(
            Line(
                seat.seat, "envy", 0, "bonus", 0, paid, hand.name, hand.cards, f"{spoken(paid)}", cite, reason,
                table.switch("envy_hand" if decided else None), from_seat=number, for_wager="progressive",
            )
        )  # fmt: skip
    return lines


# --- The sentences.


def _against(hand: _Hand, dealer: _Hand, contest: int) -> str:
    mine, other = f"{hand.called} ({names(hand.cards)})", f"{dealer.called} ({names(dealer.cards)})"
    if contest == game.Contest.PLAYER_HIGHER:
        return f"the player's {_bare(mine)} beats the dealer's {_bare(other)}"
    if contest == game.Contest.TIE:
        return f"player and dealer tie with {mine}"
    return f"the dealer's {_bare(other)} beats the player's {_bare(mine)}"


def _bare(called: str) -> str:
    """Without its article, to stand after a possessive."""
    return called.removeprefix("a ").removeprefix("an ")


def _ante_reason(ruling: Ruling, against: str, table: _Table) -> str:
    if ruling.why == "folded":
        return "The player folded: the ante loses."
    if ruling.why == "tie":
        return f"{capital(against)}: the ante goes back."
    if ruling.why == "not_qualified":
        held = f"The dealer's {table.dealer.called} does not qualify, for which a pair is needed"
        return f"{held}: the ante goes back, whoever is higher."
    ends = "the dealer qualifies: the ante pays 1 to 1." if ruling.outcome == WIN else "the dealer qualifies: the ante loses."
    return f"{capital(against)}, and {ends}"


def _play_reason(ruling: Ruling, against: str) -> str:
    if ruling.why == "tie":
        return f"{capital(against)}: the play wager goes back."
    if ruling.outcome == WIN:
        return f"{capital(against)}: the play wager pays 1 to 1, whether or not the dealer qualifies."
    return f"{capital(against)}: the play wager loses."


def _blind_reason(ruling: Ruling, paytable: Paytable, against: str, hand: _Hand) -> str:
    if ruling.why == "folded":
        return "The player folded: the blind loses."
    if ruling.why == "tie":
        return f"{capital(against)}: the blind goes back."
    if ruling.why == "lower":
        return f"{capital(against)}: the blind loses."
    if ruling.why == "push_line":
        return f"{capital(against)}; {paytable.rows[ruling.row].hand.lower()} pushes: the blind goes back."
    return f"{capital(against)}: a winning {_bare(hand.called)} pays {paytable.rows[ruling.row].pays} on the blind."


def _line_reason(ruling: Ruling, paytable: Paytable, held: str, the_wager: str) -> str:
    """For the wagers that look at a hand alone."""
    if ruling.why == "folded":
        return f"The player folded, and under this submission {the_wager} loses with the hand."
    if ruling.outcome == WIN:
        return f"{held}: {the_wager} pays {paytable.rows[ruling.row].pays}."
    return f"{held}: {the_wager} pays {_from(paytable)} or better only, and loses."


_LOWEST: dict[str, str] = {}


def _from(paytable: Paytable) -> str:
    """The table's lowest paying hand, in a sentence."""
    found = _LOWEST.get(paytable.cite)
    if found is None:
        found = _LOWEST[paytable.cite] = paytable.rows[-1].hand.lower().replace("-of-a-", " of a ")
    return found
