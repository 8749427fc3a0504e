"""Blocks of generated rounds, each under a submission of its own, settled over columns and one by one: every line must agree.

A block's number says all of it. Consecutive numbers go through every combination of paytable letters and switches; what else
may be filed (wagers, amounts, meters, rates, a limit, a house way) is drawn anew with the rounds.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

import houseway
from houseway import submission as filing
from houseway.batch import holdem, pai_gow
from houseway.batch.answers import OUTCOMES
from houseway.exact.pai_gow.settings_for_batch import settings
from houseway.games import house_way
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.settlement.engine import settle
from houseway.settlement.round import Round
from second import generate as made
from second.filing import PGP, SWITCHES, UTH

ROUNDS = 100  # of one block
ALIKE = {UTH: 1, PGP: 4}  # blocks of the same rounds under other letters and switches: pai gow is slow to deal


class Block(NamedTuple):
    """What was settled: how many seat rows and lines, how many lines of each wager that won, and the choices filed."""

    rows: int
    lines: int
    won: dict[str, int]
    filed: tuple[str, ...]


def submission_of(game: str, number: int) -> dict[str, Any]:
    """The submission of a block: letters and switches count through all their combinations."""
    rng = Random(f"block {game} {number // ALIKE[game]}")
    filed = (made.holdem_submission if game == UTH else made.pai_gow_submission)(rng)
    left = number

    def choice(some: Any) -> Any:
        nonlocal left
        left, at = divmod(left, len(some))
        return some[at]

    filed["switches"] = {name: choice(values) for name, values in SWITCHES[game].items()}
    if game == UTH:
        letters = {"blind": "AB", "trips": "ABCD"}
    else:
        filed["variant"] = choice(("fortune", "emperors-challenge"))
        insurance = "CDE" if filed["variant"] == "fortune" else "AB"
        letters = {"insurance": insurance, "fortune_bonus": "ABCD", "emperors_treasure": "ABCD"}
    for wager, of in letters.items():
        letter = choice(of)
        if wager in filed["wagers"]:
            filed["wagers"][wager]["paytable"] = letter
    return filed


@lru_cache(maxsize=2)
def rounds_of(game: str, number: int) -> list[dict[str, Any]]:
    """The rounds of that many alike blocks, every other one dealt to be rare; their meters are read when they are settled."""
    submission = submission_of(game, number * ALIKE[game])
    name = "holdem_submission" if game == UTH else "pai_gow_submission"
    kept = getattr(made, name)
    found = []
    setattr(made, name, lambda rng: submission)
    try:
        rng = Random(f"rounds {game} {number}")
        while len(found) < ROUNDS:
            round_, filed = (made.holdem_round if game == UTH else made.pai_gow_round)(rng, len(found) % 2 == 1)
            if filed is not None:
                found.append(round_)
    finally:
        setattr(made, name, kept)
    return found


def check(game: str, number: int) -> Block:
    """Settles a block both ways. Raises AssertionError with the first round that differs."""
    submission = submission_of(game, number)
    filed = filing.parse(submission)
    names = (uth if game == UTH else pgp).METERS
    meters = {name: wager["meter"]["initial"] for name, wager in submission["wagers"].items() if "meter" in wager}
    opening = [filed.meters[name].initial_cents * 10**6 if name in filed.meters else 0 for name in names]
    results, closing = [], []
    for round_ in rounds_of(game, number // ALIKE[game]):
        result = settle({**round_, "meters": meters}, filed)
        meters = {meter.name: meter.to_dict()["closing_exact"] for meter in result.meters}
        by_name = {meter.name: meter.balance_micro for meter in result.meters}
        closing.append([by_name.get(name, 0) for name in names])
        results.append(result)
    of, law = [result.round for result in results], results[0].law
    said, balances = _over_columns(game, of, filed, law, opening)
    at = 0
    won: dict[str, int] = {}
    lines = 0
    for each, result in enumerate(results):
        right = (holdem_lines if game == UTH else pai_gow_lines)(result)
        found = said[at : at + len(right)]
        at += len(right)
        assert found == right, (game, number, each, found, right)
        lines += len(result.lines)
        for line in result.lines:
            if line.paid_cents > 0:
                won[line.wager] = won.get(line.wager, 0) + 1
    kept = [on for on, name in enumerate(names) if name in filed.meters]
    assert balances[:, kept].tolist() == np.array(closing)[:, kept].tolist(), (game, number, "meters")
    choices = [f"{name} {value}" for name, value in filed.switches.items()]
    choices += [f"{wager} {letter}" for wager, letter in filed.paytables.items()]
    choices += [f"rounding {filed.vigorish_rounding}", f"house way {filed.house_way}"] if game != UTH else []
    choices += [f"offers {wager}" for wager in filed.offered] + ["limit" if filed.maximum_payout_cents else "no limit"]
    return Block(at, lines, won, tuple(choices))


@lru_cache
def _settings(name: str, lowest: bool) -> Any:
    return settings(house_way.get(name), lowest)


def _over_columns(game: str, of: list[Round], filed: Any, law: Any, opening: list[int]) -> tuple[list[dict[str, Any]], Any]:
    if game == UTH:
        rows = holdem_rows(of)
        settled = holdem.settle_rows(rows, holdem.holdem_tables(law, filed))
        return holdem_columns(rows, settled, filed, law, opening)
    hands = pai_gow_rows(of)
    tables = pai_gow.pai_gow_tables(law, filed, _settings(filed.house_way or "standard", filed.switches["wheel"] == "lowest"))
    return pai_gow_columns(hands, pai_gow.settle_rows(hands, tables), filed, law, opening)


# --- Ultimate Texas Hold 'Em.


def holdem_rows(rounds: list[Round]) -> holdem.HoldemRows:
    """Typed rounds as columns, each round's rows in its order of payment."""
    seats = [(number, round_.seat(seat)) for number, round_ in enumerate(rounds) for seat in round_.payment_order]
    lucky = [holdem.DEALER if r.lucky_position == "dealer" else r.lucky_position or holdem.NOWHERE for r in rounds]
    return holdem.HoldemRows(
        first=np.cumsum([0] + [len(r.seats) for r in rounds]).astype(np.int64),
        board=np.array([r.board or (0, 1, 2, 3, 4) for r in rounds], np.uint8),
        dealer=np.array([r.dealer_cards or (5, 6) for r in rounds], np.uint8),
        void_round=np.array([r.void for r in rounds]),
        magic_card=np.array([holdem.NO_CARD if r.magic_card is None else r.magic_card for r in rounds], np.uint8),
        lucky=np.array(lucky, np.int16),
        round=np.array([number for number, _ in seats], np.int64),
        seat=np.array([seat.seat for _, seat in seats], np.int16),
        cards=np.array([seat.cards or (7, 8) for _, seat in seats], np.uint8),
        wagers=np.array([[seat.wagers.get(w, 0) for w in holdem.WAGERS] for _, seat in seats], np.int64),
        void=np.array([seat.void for _, seat in seats]),
    )


def holdem_columns(
    rows: holdem.HoldemRows, settled: holdem.HoldemSettled, filed: Any, law: Any, opening: list[int]
) -> tuple[list[dict[str, Any]], Any]:
    """What the columns say of each row, a dict a seat, and every meter after each round."""
    balances = holdem.follow_meters(rows, settled, filed, law, opening)
    found = _wagers(settled.outcome, settled.returned, settled.paid, holdem.WAGERS)
    for name, column in (("envy", settled.envy), ("magic_card", settled.magic), ("lucky_bonus", settled.lucky)):
        for said, cents in zip(found, column.tolist(), strict=True):
            said[name] = cents
    return found, balances


def holdem_lines(result: houseway.Settlement) -> list[dict[str, Any]]:
    """A settlement as the columns say it: a dict a seat, in the order of payment."""
    out = []
    for seat in result.round.payment_order:
        row: dict[str, Any] = {"envy": 0, "magic_card": 0, "lucky_bonus": 0}
        for line in result.lines_of(seat):
            if line.outcome == "bonus":
                row[line.wager] += line.paid_cents
            else:
                row[line.wager] = (line.outcome, line.returned_cents, line.paid_cents)
        out.append(row)
    return out


# --- Pai Gow Poker.


def pai_gow_rows(rounds: list[Round]) -> pai_gow.PaiGowRows:
    """Typed rounds as columns, each round's rows in its order of payment."""
    seats = [(number, round_.seat(seat)) for number, round_ in enumerate(rounds) for seat in round_.payment_order]
    any_seven = tuple(range(7))
    return pai_gow.PaiGowRows(
        first=np.cumsum([0] + [len(r.seats) for r in rounds]).astype(np.int64),
        dealer=np.array([r.dealer_cards or any_seven for r in rounds], np.uint8),
        void_round=np.array([r.void for r in rounds]),
        bank_seat=np.array([r.bank.seat if r.bank else 0 for r in rounds], np.int16),
        co_bank=np.array([r.bank is not None and r.bank.co_bank for r in rounds]),
        house_wager=np.array([r.bank.house_wager_cents if r.bank else 0 for r in rounds], np.int64),
        round=np.array([number for number, _ in seats], np.int64),
        seat=np.array([seat.seat for _, seat in seats], np.int16),
        cards=np.array([seat.cards or any_seven for _, seat in seats], np.uint8),
        low=np.array([seat.low or (pai_gow.NO_CARD, pai_gow.NO_CARD) for _, seat in seats], np.uint8),
        wagers=np.array([[seat.wagers.get(w, 0) for w in pai_gow.WAGERS] for _, seat in seats], np.int64),
        void=np.array([seat.void for _, seat in seats]),
    )


def pai_gow_columns(
    rows: pai_gow.PaiGowRows, settled: pai_gow.PaiGowSettled, filed: Any, law: Any, opening: list[int]
) -> tuple[list[dict[str, Any]], Any]:
    """What the columns say of each row, a dict a seat, and the meter after each round."""
    balances = pai_gow.follow_meters(rows, settled, filed, law, opening)
    found = _wagers(settled.outcome, settled.returned, settled.paid, pai_gow.WAGERS)
    for said, vigorish, bank, envy in zip(
        found, settled.vigorish.tolist(), settled.bank.tolist(), settled.envy.tolist(), strict=True
    ):
        said |= {"vigorish": vigorish, "bank": bank}
        said |= {f"envy {name}": cents for name, cents in zip(pgp.ENVY_WAGERS, envy, strict=True)}
    return found, balances


def pai_gow_lines(result: houseway.Settlement) -> list[dict[str, Any]]:
    """A settlement as the columns say it: a dict a seat, in the order of payment."""
    out = []
    for seat in result.round.payment_order:
        row: dict[str, Any] = {"vigorish": 0, "bank": 0} | {f"envy {name}": 0 for name in pgp.ENVY_WAGERS}
        for line in result.lines_of(seat):
            row["vigorish"] += line.vigorish_cents
            if line.wager == "envy":
                row[f"envy {line.for_wager}"] += line.paid_cents
            elif line.wager == "bank":
                row["bank"] += line.paid_cents
            else:
                row[line.wager] = (line.outcome, line.returned_cents, line.paid_cents)
        out.append(row)
    return out


def _wagers(outcome: Any, returned: Any, paid: Any, names: tuple[str, ...]) -> list[dict[str, Any]]:
    found = []
    for codes, back, won in zip(outcome.tolist(), returned.tolist(), paid.tolist(), strict=True):
        found.append({name: (OUTCOMES[code], b, p) for name, code, b, p in zip(names, codes, back, won, strict=True) if code})
    return found
