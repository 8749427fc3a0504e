"""Meters: made, taken over, moved and retired, each by two persons; their readings and their history."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.ledger import ConflictError, Ledger, MeterRecord, NotFoundError
from houseway.problems import InputError
from ledger.house import PGP, UTH, filed, split
from ledger.test_rounds import HIT, ROYAL

SIGNED: dict[str, Any] = {"reason": "approved by the regulator", "by": "anna", "approved_by": "ben"}


def refused(error: pytest.ExceptionInfo[InputError]) -> set[str]:
    return {problem.where for problem in error.value.problems}


def uth(ledger: Ledger) -> str:
    return next(filing.id for filing in ledger.submissions() if filing.submission.game == UTH)


def test_a_meter_begins_on_the_terms_of_its_submission(ledger: Ledger) -> None:
    meter = ledger.meter("pgp-progressive")
    assert meter == MeterRecord(
        "pgp-progressive", PGP, "progressive", meter.submission, 5_000_00_000_000, 500_000, 200_000, 200_000, "active",
        meter.seq, (("P1", "progressive"),),
    )  # fmt: skip
    assert meter.to_dict() | {"submission": "", "seq": 0} == {
        "name": "pgp-progressive", "game": PGP, "wager": "progressive", "submission": "", "shows": "5000.00",
        "exact": "5000.00", "initial": "5000.00", "reset": "2000.00", "rate_of_progression": "20%", "status": "active",
        "seq": 0, "tables": [{"table": "P1", "wager": "progressive"}],
    }  # fmt: skip
    assert [m.name for m in ledger.meters()] == ["pgp-progressive", "uth-bonus", "uth-progressive"]
    assert [(m.kind, m.change_micro) for m in ledger.meter_events("pgp-progressive")] == [("opening", 500_000_000_000)]


def test_a_new_meter_needs_a_filing_with_such_a_meter_and_a_new_name(ledger: Ledger) -> None:
    id_ = uth(ledger)
    with pytest.raises(ConflictError):
        ledger.create_meter("uth-bonus", "five_card_bonus", id_, by="m")
    with pytest.raises(NotFoundError):
        ledger.create_meter("new", "progressive", "f" * 64, by="m")
    with pytest.raises(InputError) as error:
        ledger.create_meter("new", "trips", id_, by="m")
    assert refused(error) == {"wager"}
    without = filed().to_dict()
    del without["wagers"]["progressive"]
    bare = ledger.file_submission(without, by="m").id
    with pytest.raises(InputError) as error:
        ledger.create_meter("new", "progressive", bare, by="m")
    assert refused(error) == {"submission"}
    for name in ("", " new", "a/b", "x" * 65, "new\n", 7):
        with pytest.raises(InputError) as error:
            ledger.create_meter(name, "progressive", id_, by="m")  # type: ignore[arg-type]
        assert refused(error) == {"meter"}
    assert len(ledger.meters()) == 3


def test_a_meter_is_taken_over_at_a_signed_off_reading(ledger: Ledger) -> None:
    meter = ledger.take_over_meter("old", "progressive", uth(ledger), "43210.987654", **SIGNED)
    assert (meter.balance_micro, meter.shows) == (4_321_098_765_400, "43210.98")
    said = ledger.event(meter.seq)
    assert (said.kind, said.actor) == ("meter.taken-over", "anna")
    assert {key: said.content[key] for key in ("reading", "reason", "approved_by")} == {
        "reading": "43210.987654", "reason": "approved by the regulator", "approved_by": "ben",
    }  # fmt: skip
    for reading in ("1.123456789", -5, 1.5, None, "x", "100000000000.00"):
        with pytest.raises(InputError):
            ledger.take_over_meter("other", "progressive", uth(ledger), reading, **SIGNED)


@pytest.mark.parametrize("signed", [
    {"reason": "r", "by": "anna", "approved_by": " Anna"}, {"reason": "r", "by": "anna", "approved_by": ""},
    {"reason": "", "by": "anna", "approved_by": "ben"}, {"reason": "r", "by": "", "approved_by": "ben"},
    {"reason": "x" * 501, "by": "anna", "approved_by": "ben"}, {"reason": "a\nb", "by": "anna", "approved_by": "ben"},
])  # fmt: skip
def test_every_operation_takes_a_reason_and_two_persons(ledger: Ledger, signed: dict[str, str]) -> None:
    head = ledger.head()
    for operation in (
        lambda: ledger.take_over_meter("old", "progressive", uth(ledger), "1", **signed),
        lambda: ledger.set_rate("uth-bonus", "5%", **signed),
        lambda: ledger.move_funds("uth-bonus", "uth-progressive", "1", **signed),
        lambda: ledger.retire_meter("uth-bonus", move_to="uth-progressive", **signed),
    ):
        with pytest.raises(InputError):
            operation()
    assert ledger.head() == head


def test_a_rate_holds_from_the_next_wager_on(ledger: Ledger) -> None:
    ledger.post(ROYAL, by="d")
    assert ledger.set_rate("uth-progressive", "0.5%", **SIGNED).rate_ppm == 5000
    answer = ledger.post({**ROYAL, "round_id": "next"}, by="d")
    assert ledger.meter("uth-progressive").to_dict()["exact"] == "10000.225"  # 22 cents, and half a cent
    notices = answer.to_dict()["result"]["notices"]
    assert {
        "where": "meters.progressive", "cite": None,
        "message": "The meter grows by 0.5% of each wager and is reset to $10000.00; the submission in force files a meter "
                   "that grows by 22% of each wager and is reset to $10000.00.",
    } in notices  # fmt: skip
    for rate in ("101%", "x", "", None, 5):
        with pytest.raises(InputError) as error:
            ledger.set_rate("uth-progressive", rate, **SIGNED)  # type: ignore[arg-type]
        assert refused(error) == {"rate_of_progression"}


def test_funds_move_exactly(ledger: Ledger) -> None:
    giver, taker = ledger.move_funds("uth-bonus", "uth-progressive", "123.456789", **SIGNED)
    assert (giver.to_dict()["exact"], taker.to_dict()["exact"]) == ("9876.543211", "10123.456789")
    with pytest.raises(ConflictError):
        ledger.move_funds("uth-bonus", "uth-progressive", "9876.54321101", **SIGNED)
    for source, target, amount in (("uth-bonus", "uth-bonus", "1"), ("uth-bonus", "uth-progressive", "0")):
        with pytest.raises(InputError):
            ledger.move_funds(source, target, amount, **SIGNED)
    with pytest.raises(NotFoundError):
        ledger.move_funds("uth-bonus", "uth progressive", "1", **SIGNED)
    assert [m.kind for m in ledger.meter_events("uth-bonus")] == ["opening", "transfer"]
    emptied, _ = ledger.move_funds("uth-bonus", "uth-progressive", "9876.543211", **SIGNED)
    assert emptied.balance_micro == 0


def test_a_retired_meter_hands_on_what_it_holds(ledger: Ledger) -> None:
    with pytest.raises(ConflictError, match="holds funds"):
        ledger.retire_meter("uth-bonus", **SIGNED)
    with pytest.raises(InputError):
        ledger.retire_meter("uth-bonus", move_to="uth-bonus", **SIGNED)
    opened, cards = split(ROYAL)
    number = ledger.open_round(opened, by="d").id
    with pytest.raises(ConflictError, match="a round that is open"):
        ledger.retire_meter("uth-bonus", move_to="uth-progressive", **SIGNED)
    ledger.settle_round(number, cards, by="d")
    meter = ledger.retire_meter("uth-bonus", move_to="uth-progressive", **SIGNED)
    assert (meter.status, meter.balance_micro, meter.links) == ("retired", 0, ())
    assert ledger.meter("uth-progressive").to_dict()["exact"] == "20000.52"
    assert [table.links for table in ledger.tables() if table.game == UTH] == [{"progressive": "uth-progressive"}] * 2
    for operation in (
        lambda: ledger.retire_meter("uth-bonus", **SIGNED), lambda: ledger.set_rate("uth-bonus", "5%", **SIGNED),
        lambda: ledger.move_funds("uth-progressive", "uth-bonus", "1", **SIGNED),
        lambda: ledger.link("T1", "five_card_bonus", "uth-bonus", by="m"),
    ):  # fmt: skip
        with pytest.raises(ConflictError, match="retired"):
            operation()
    with pytest.raises(InputError) as error:
        ledger.post({**ROYAL, "round_id": "late"}, by="d")
    assert "players[0].wagers.five_card_bonus_player" in refused(error)


def test_a_link_joins_tables_on_one_meter(ledger: Ledger) -> None:
    ledger.create_meter("own", "progressive", uth(ledger), by="m")
    assert ledger.link("T2", "progressive", "own", by="m").links == {"five_card_bonus": "uth-bonus", "progressive": "own"}
    ledger.post({**ROYAL, "table": "T2"}, by="d")
    shown = [ledger.meter(name).shows for name in ("own", "uth-progressive", "uth-bonus")]
    assert shown == ["10000.22", "10000.00", "10000.30"]
    wrong: list[tuple[str, str, str | None, type[Exception]]] = [
        ("T2", "progressive", "own", ConflictError), ("T2", "progressive", "uth-bonus", ConflictError),
        ("P1", "progressive", "own", ConflictError), ("T9", "progressive", "own", NotFoundError),
        ("T1", "progressive", "none", NotFoundError), ("T1", "trips", "own", InputError),
        ("P1", "five_card_bonus", None, InputError),
    ]  # fmt: skip
    for table, wager, meter, error in wrong:
        with pytest.raises(error):
            ledger.link(table, wager, meter, by="m")
    ledger.link("T2", "progressive", None, by="m")
    with pytest.raises(ConflictError):
        ledger.link("T2", "progressive", None, by="m")


def test_both_moments_of_a_hit_are_kept(ledger: Ledger) -> None:
    ledger.post({**HIT, "time": "2015-07-01T22:00:00-04:00"}, by="dealer")
    award = next(m for m in ledger.meter_events("uth-progressive") if m.kind == "award")
    event = ledger.event(award.seq)
    assert (award.hit_at, award.at, award.by) == ("2015-07-01T22:00:00-04:00", event.at, "dealer")
    assert award.to_dict()["amount"] == "-10001.32"


def test_a_history_is_read_a_page_at_a_time(ledger: Ledger) -> None:
    for number in range(5):
        ledger.post({**ROYAL, "round_id": str(number)}, by="d")
    whole = ledger.meter_events("uth-bonus", limit=1000)
    pages: list[Any] = []
    after = (0, -1)
    while page := ledger.meter_events("uth-bonus", after=after, limit=3):
        pages += page
        after = (page[-1].seq, page[-1].n)
    assert pages == whole
    assert len(whole) == 11
    everything = ledger.meter_events(limit=1000)
    assert [m for m in everything if m.meter == "uth-bonus"] == whole
    assert len(everything) == 3 + 15
    balance = 0
    for movement in whole:
        balance += movement.change_micro
        assert movement.balance_micro == balance
    with pytest.raises(NotFoundError):
        ledger.meter_events("none")
    with pytest.raises(NotFoundError):
        ledger.meter("none")


def test_a_meter_is_never_moved_beyond_what_is_held(ledger: Ledger) -> None:
    ledger.take_over_meter("large", "progressive", uth(ledger), "10000000000.00", **SIGNED)
    with pytest.raises(InputError, match="would hold more"):
        ledger.move_funds("uth-bonus", "large", "0.00000001", **SIGNED)
    ledger.link("T2", "progressive", "large", by="m")
    with pytest.raises(InputError, match="would hold more"):
        ledger.post({**ROYAL, "table": "T2"}, by="d")


def test_a_void_that_would_take_a_meter_below_zero_is_refused(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    ledger.move_funds("uth-bonus", "uth-progressive", "10000.29", **SIGNED)
    with pytest.raises(ConflictError, match="below zero"):
        ledger.void(record.id, reason="misdeal", by="s")
    ledger.move_funds("uth-progressive", "uth-bonus", "0.29", **SIGNED)
    ledger.void(record.id, reason="misdeal", by="s")
    assert ledger.meter("uth-bonus").balance_micro == 0
