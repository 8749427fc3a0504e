"""Rounds: posted whole or in two steps, answered once and for all, listed, taken back, settled again."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import houseway
from houseway.ledger import ConflictError, Ledger, NotFoundError, RoundFilter
from houseway.problems import InputError
from ledger.house import PGP, UTH, any_round, filed, holdem, split

ROYAL: dict[str, Any] = {  # the round of INTERFACES: a royal on the board and the player's pair of aces
    "game": UTH, "date": "2015-07-01", "table": "T1", "round_id": "T1-000123", "time": "2015-07-01T21:04:33-04:00",
    "board": "Ks Qs Js Ts 9d", "dealer": {"cards": "Ac 9s"},
    "players": [{"seat": 1, "cards": "As Ah", "wagers": {
        "ante": "10", "blind": "10", "play": "10", "trips": "5", "progressive": "1",
        "five_card_bonus_player": "1", "five_card_bonus_dealer": "1"}}],
}  # fmt: skip
HIT: dict[str, Any] = {  # two seats; seat 2 holds the flop royal: 100% of the progressive (653a.12(d)(1))
    "game": UTH, "date": "2015-07-01", "table": "T1", "round_id": "hit", "board": "Ks Qs Js 2d 3c",
    "dealer": {"cards": "Ac 9c"},
    "players": [
        {"seat": 1, "cards": "4h 5h", "wagers": {"ante": "10", "blind": "10", "progressive": "5"}},
        {"seat": 2, "cards": "As Ts", "wagers": {"ante": "10", "blind": "10", "play": "10", "progressive": "1"}},
    ],
}  # fmt: skip


def meters(ledger: Ledger) -> dict[str, str]:
    return {meter.name: meter.to_dict()["exact"] for meter in ledger.meters()}


def result(record: Any) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(record.answer)
    return value


def problems(error: pytest.ExceptionInfo[InputError]) -> dict[str, str]:
    return {problem.where: problem.message for problem in error.value.problems}


def test_a_round_is_settled_as_everywhere_else_at_the_ledgers_meters(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="dealer 7")
    elsewhere = houseway.settle({**ROYAL, "meters": {"progressive": "10000.00", "five_card_bonus": "10000.00"}}, filed())
    assert result(record) == elsewhere.to_dict()
    assert meters(ledger) == {"uth-progressive": "10000.22", "uth-bonus": "10000.30", "pgp-progressive": "5000.00"}
    assert (record.status, record.hit_at, record.repeated) == ("settled", "2015-07-01T21:04:33-04:00", False)
    assert record.events[-1].actor == "dealer 7"
    assert ledger.round(record.id) == ledger.find_round("T1", "T1-000123") == record


def test_the_next_round_begins_where_the_last_one_left_the_meters(ledger: Ledger) -> None:
    ledger.post(ROYAL, by="d")
    second = result(ledger.post({**ROYAL, "table": "T2"}, by="d"))
    assert [meter["opening"] for meter in second["meters"]] == ["10000.22", "10000.30"]


def test_the_same_content_again_is_answered_as_the_first_time(ledger: Ledger) -> None:
    first = ledger.post(ROYAL, by="d")
    ledger.post({**ROYAL, "round_id": "another"}, by="d")
    before, events = meters(ledger), ledger.head()
    spelt_otherwise = {**ROYAL, "board": ["K♠", "qs", "JS", "10s", "9d"], "magic_card": None, "payment_order": [1]}
    again = ledger.post(spelt_otherwise, by="somebody else")
    assert again.repeated
    assert (again.id, again.answer, again.events) == (first.id, first.answer, first.events)
    assert (meters(ledger), ledger.head()) == (before, events)


def test_other_content_under_a_known_id_is_a_conflict(ledger: Ledger) -> None:
    ledger.post(ROYAL, by="d")
    head = ledger.head()
    for changed in ({"dealer": {"cards": "Ac 9c"}}, {"dealer_id": "7"}, {"date": "2015-07-02"}):
        with pytest.raises(ConflictError, match="with other content"):
            ledger.post({**ROYAL, **changed}, by="d")
    assert ledger.head() == head
    assert ledger.post({**ROYAL, "table": "T2", "dealer": {"cards": "Ac 9c"}}, by="d").status == "settled"


def test_what_a_posted_round_must_carry_and_may_not(ledger: Ledger) -> None:
    document = {key: value for key, value in ROYAL.items() if key not in ("table", "round_id", "date")}
    with pytest.raises(InputError) as error:
        ledger.post({**document, "meters": {"progressive": "50000"}}, by="d")
    said = problems(error)
    assert said == {
        "table": "is missing", "round_id": "is missing", "date": "is missing",
        "meters": "are not posted: the ledger's own meters rule",
    }  # fmt: skip
    with pytest.raises(InputError) as error:
        ledger.post({**ROYAL, "table": "T3"}, by="d")
    assert problems(error) == {"table": "is no table of this ledger"}
    with pytest.raises(InputError) as error:
        ledger.post({**ROYAL, "table": "P1"}, by="d")
    assert problems(error)["game"] == "is not what is played at table P1"
    with pytest.raises(InputError) as error:
        ledger.post({**ROYAL, "date": "2014-12-31"}, by="d")
    assert "no Rules Submission that is filed here is in force" in problems(error)["date"]
    with pytest.raises(InputError) as error:
        ledger.post(ROYAL, by=" ")
    assert "by" in problems(error)
    huge = [{**ROYAL["players"][0], "wagers": {"ante": "200000000", "blind": "200000000"}}]
    with pytest.raises(InputError) as error:
        ledger.post({**ROYAL, "players": huge}, by="d")
    assert problems(error)["players[0].wagers.ante"] == "is more than this ledger records"
    assert ledger.rounds() == []


def test_a_wager_without_a_meter_behind_it_is_refused(ledger: Ledger) -> None:
    ledger.link("T1", "progressive", None, by="m")
    with pytest.raises(InputError) as error:
        ledger.post(ROYAL, by="d")
    assert problems(error) == {"players[0].wagers.progressive": "no meter is linked to the progressive wagers of table T1"}
    wagers = {name: amount for name, amount in ROYAL["players"][0]["wagers"].items() if name != "progressive"}
    record = ledger.post({**ROYAL, "players": [{**ROYAL["players"][0], "wagers": wagers}]}, by="d")
    assert [meter["name"] for meter in result(record)["meters"]] == ["five_card_bonus"]


def test_a_hit_pays_what_the_meter_shows_and_resets_it(ledger: Ledger) -> None:
    ledger.post({**ROYAL, "round_id": "before"}, by="d")  # 10000.22
    record = ledger.post(HIT, by="d")
    # both increments of the round first: 22% of 5 and of 1 dollar; seat 2 is paid first, from the dealer's right
    assert [line["paid"] for line in result(record)["players"][1]["lines"] if line["wager"] == "progressive"] == ["10001.54"]
    assert meters(ledger)["uth-progressive"] == "10000.00"
    moved = [(m.kind, m.change_micro, m.balance_micro) for m in ledger.meter_events("uth-progressive")][-4:]
    assert moved == [
        ("increment", 110_000_000, 1_000_132_000_000), ("increment", 22_000_000, 1_000_154_000_000),
        ("award", -1_000_154_000_000, 0), ("reset", 1_000_000_000_000, 1_000_000_000_000),
    ]  # fmt: skip


def test_two_steps_pay_at_the_meter_of_the_moment_of_payment(ledger: Ledger) -> None:
    opened, cards = split(HIT)
    record = ledger.open_round(opened, by="d")
    assert (record.status, record.answer) == ("open", None)
    assert meters(ledger)["uth-progressive"] == "10001.32"  # the wagers count at once
    ledger.post({**ROYAL, "table": "T2"}, by="d")  # another table in between: 22 cents
    settled = ledger.settle_round(record.id, cards, by="d")
    assert settled.id == record.id
    answer = result(settled)
    assert answer["meters"][0] == {
        "name": "progressive", "opening": "10001.54", "closing": "10000.00", "closing_exact": "10000.00",
        "movements": [
            {"seat": 2, "kind": "award", "amount": "-10001.54", "balance": "0.00"},
            {"seat": 2, "kind": "reset", "amount": "10000.00", "balance": "10000.00"},
        ],
    }  # fmt: skip
    # the house's side of the increments belongs to the opening, so over both events everything adds up to zero
    events = [event.content for event in settled.events]
    nets = sum(round(float(player["net"]) * 100) for player in answer["players"])
    house = sum(round(float(content["house_net"]) * 100) for content in events)
    assert nets + house == 22  # what the meter lost by the two events: the other table's 22 cents came to this player


def test_two_steps_without_anybody_in_between_pay_as_one(ledger: Ledger) -> None:
    rng = Random(5)
    for number in range(40):
        whole = holdem(rng, "T1", f"whole {number}", rare=True)
        opened, cards = split({**whole, "round_id": f"steps {number}"})
        before = {m.name: m.balance_micro for m in ledger.meters()}
        record = ledger.settle_round(ledger.open_round(opened, by="d").id, cards, by="d")
        after = {m.name: m.balance_micro for m in ledger.meters()}
        reading = {"progressive": before["uth-progressive"], "five_card_bonus": before["uth-bonus"]}
        shown = {name: f"{micro // 10**8}.{micro % 10**8:08d}" for name, micro in reading.items()}
        alone = houseway.settle({**whole, "round_id": f"steps {number}", "meters": shown}, filed())
        assert result(record)["players"] == alone.to_dict()["players"]
        assert [after["uth-progressive"], after["uth-bonus"]] == [meter.balance_micro for meter in alone.meters]


def test_each_step_again_is_answered_as_the_first_time(ledger: Ledger) -> None:
    opened, cards = split(HIT)
    first = ledger.open_round(opened, by="d")
    again = ledger.open_round(opened, by="d")
    assert (again.repeated, again.id, again.events) == (True, first.id, first.events)
    settled = ledger.settle_round(first.id, cards, by="d")
    head = ledger.head()
    late = ledger.open_round(opened, by="d")
    assert (late.status, late.repeated, late.answer) == ("open", True, None)
    repeated = ledger.settle_round(first.id, cards, by="d")
    assert (repeated.repeated, repeated.answer) == (True, settled.answer)
    assert ledger.post(HIT, by="d").answer == settled.answer  # the whole round says the same
    for changed in ({"board": "Ks Qs Js 2d 4c"}, {"dealer": {"cards": "Ac 9d"}}):
        with pytest.raises(ConflictError):
            ledger.settle_round(first.id, {**cards, **changed}, by="d")
    with pytest.raises(ConflictError):
        ledger.open_round({**opened, "date": "2015-07-02"}, by="d")
    assert ledger.head() == head


def test_a_second_step_agrees_with_the_first(ledger: Ledger) -> None:
    opened, cards = split(HIT)
    number = ledger.open_round(opened, by="d").id
    first, second = cards["players"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"players": [first]}, "players"),
        ({"players": [first, second, {"seat": 3, "cards": "7c 7d", "wagers": {"ante": "5", "blind": "5"}}]}, "players[2].seat"),
        ({"players": [first, {**second, "wagers": {"play": "10", "progressive": "5"}}]}, "players[1].wagers.progressive"),
        ({"players": [first, {**second, "wagers": {"play": "10", "trips": "5"}}]}, "players[1].wagers.trips"),
        ({"table": "T2"}, "table"),
        ({"date": "2015-07-03"}, "date"),
        ({"meters": {"progressive": "5"}}, "meters"),
    ]
    for change, where in wrong:
        with pytest.raises(InputError) as error:
            ledger.settle_round(number, {**cards, **change}, by="d")
        assert where in problems(error)
    said_again = {**HIT}  # the whole round, wagers and all, is the same
    assert ledger.settle_round(number, said_again, by="d").status == "settled"


def test_what_an_opening_may_not_say(ledger: Ledger) -> None:
    with pytest.raises(InputError) as error:
        ledger.open_round(ROYAL, by="d")
    assert set(problems(error)) == {"board", "dealer", "players[0].cards", "players[0].wagers.play"}
    opened, _ = split(ROYAL)
    opened["players"][0]["wagers"]["play"] = "10"
    with pytest.raises(InputError) as error:
        ledger.open_round(opened, by="d")
    assert set(problems(error)) == {"players[0].wagers.play"}
    del opened["players"][0]["wagers"]["play"]
    opened["players"][0]["wagers"]["blind"] = "15"
    opened["players"][0]["wagers"]["progressive"] = "2"
    with pytest.raises(InputError) as error:
        ledger.open_round(opened, by="d")
    assert set(problems(error)) == {"players[0].wagers.blind", "players[0].wagers.progressive"}
    with pytest.raises(InputError):
        ledger.open_round("no round", by="d")  # type: ignore[arg-type]
    assert ledger.rounds() == []
    with pytest.raises(NotFoundError):
        ledger.settle_round(4711, {}, by="d")
    whole = ledger.post(ROYAL, by="d")
    with pytest.raises(ConflictError, match="posted whole"):
        ledger.settle_round(whole.id, ROYAL, by="d")


def test_a_rate_changed_in_between_does_not_touch_an_open_round(ledger: Ledger) -> None:
    opened, cards = split(ROYAL)
    number = ledger.open_round(opened, by="d").id  # 22 cents on the meter
    ledger.set_rate("uth-progressive", "50%", reason="filed", by="a", approved_by="b")
    cards["players"][0]["void"] = True
    ledger.settle_round(number, cards, by="d")
    assert meters(ledger)["uth-progressive"] == "10000.00"  # the same 22 cents taken back
    ledger.post({**ROYAL, "round_id": "later"}, by="d")
    assert meters(ledger)["uth-progressive"] == "10000.50"


def test_what_if_moves_nothing(ledger: Ledger) -> None:
    ledger.post({**ROYAL, "round_id": "before"}, by="d")
    head = ledger.head()
    guess = json.loads(ledger.what_if(HIT))
    assert ledger.head() == head
    with_reading = json.loads(ledger.what_if({**HIT, "meters": {"progressive": "77000"}}))
    assert with_reading["meters"][0]["opening"] == "77000.00"
    assert guess == result(ledger.post(HIT, by="d"))
    with pytest.raises(InputError):
        ledger.what_if({"game": UTH})


def test_a_round_is_void_as_a_whole(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    void = ledger.void(record.id, reason="exposed card", by="s")
    assert void.status == "void"
    assert meters(ledger)["uth-progressive"] == "10000.00"
    assert meters(ledger)["uth-bonus"] == "10000.00"
    said = void.events[-1].content
    assert said["of"] == record.id
    assert [movement[1] for movement in said["movements"]] == ["reversal"] * 3
    assert [1, "blind", None, None, "5000.00", "0.00", "-5000.00"] in said["differences"]
    assert said["house_net"] == "5267.52"  # exactly what the round had cost
    assert result(void) == result(record)  # what was answered then stays what was answered
    with pytest.raises(ConflictError, match="is void"):
        ledger.void(record.id, reason="again", by="s")
    with pytest.raises(ConflictError, match="is void"):
        ledger.resettle(record.id, reason="again", by="s")
    again = ledger.post(ROYAL, by="d")
    assert (again.repeated, again.status, again.answer) == (True, "settled", record.answer)  # as it was answered then
    assert ledger.round(record.id).status == "void"


def test_a_void_needs_a_reason_and_an_award_a_second_person(ledger: Ledger) -> None:
    record = ledger.post(HIT, by="d")
    with pytest.raises(InputError) as error:
        ledger.void(record.id, reason="", by="s")
    assert "reason" in problems(error)
    with pytest.raises(InputError) as error:
        ledger.void(record.id, reason="misdeal", by="s")
    assert "takes two persons" in problems(error)["approved_by"]
    with pytest.raises(InputError) as error:
        ledger.void(record.id, reason="misdeal", by="s", approved_by=" S ")
    assert "another person" in problems(error)["approved_by"]
    ledger.post({**ROYAL, "round_id": "after"}, by="d")  # 22 cents after the reset
    void = ledger.void(record.id, reason="misdeal", by="s", approved_by="m")
    assert meters(ledger)["uth-progressive"] == "10000.22"  # as if the voided round had never been
    assert [m[3] for m in void.events[-1].content["movements"]] == ["10001.32", "-10000.00", "-0.22", "-1.10"]


def test_an_award_put_back_does_not_change_what_others_were_paid(ledger: Ledger) -> None:
    first = ledger.post(HIT, by="d")
    second = ledger.post({**HIT, "round_id": "second"}, by="d")
    assert meters(ledger)["uth-progressive"] == "10000.00"
    ledger.void(first.id, reason="misdeal", by="s", approved_by="m")
    # its award 10001.32 goes back, its reset and its increments 1.32 come off: the meter keeps what it had before it
    assert meters(ledger)["uth-progressive"] == "10000.00"
    assert ledger.round(second.id).answer == second.answer


def test_an_open_round_is_void(ledger: Ledger) -> None:
    opened, cards = split(ROYAL)
    number = ledger.open_round(opened, by="d").id
    void = ledger.void(number, reason="table closed", by="s")
    assert (void.status, meters(ledger)["uth-progressive"]) == ("void", "10000.00")
    assert void.events[-1].content["lines"][0] == [1, "ante", "void", "10.00", "10.00", "0.00", "0.00"]
    with pytest.raises(ConflictError, match="is void"):
        ledger.settle_round(number, cards, by="d")


def test_a_round_posted_void_returns_everything(ledger: Ledger) -> None:
    record = ledger.post({**ROYAL, "void": True}, by="d")
    assert (record.status, meters(ledger)["uth-bonus"]) == ("void", "10000.00")
    assert {line["outcome"] for line in result(record)["players"][0]["lines"]} == {"void"}
    with pytest.raises(ConflictError):
        ledger.void(record.id, reason="again", by="s")


def corrected(ledger: Ledger, change: Any, **more: Any) -> str:
    document = filed().to_dict()
    change(document)
    return ledger.file_submission(document, by="m", **more).id


def test_a_round_is_settled_again_under_a_corrected_submission(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    other = corrected(ledger, lambda filing: filing["wagers"]["trips"].update(paytable="A"))
    again = ledger.resettle(record.id, submission=other, reason="filed as A", by="s")
    said = again.events[-1].content
    # a royal on the trips wager: 50 to 1 in table C, 50 to 1 in A as well; a straight flush 40 and so on: only the royal counts
    assert again.submission == other
    assert said["of"] == record.id
    assert said["movements"] == []
    assert result(again)["players"][0]["lines"][3]["cite"] == "653a.12(c) Paytable A"
    assert ledger.round(record.id).answer == again.answer
    assert ledger.post(ROYAL, by="d").answer == record.answer  # the poster is answered as the first time


def test_the_difference_is_told_line_by_line(ledger: Ledger) -> None:
    flush = {**HIT, "round_id": "flush", "board": "Ks Qs 7s 2d 3c"}  # seat 2: a flush, As Ks Qs Ts 7s
    flush["players"] = [{**HIT["players"][1], "wagers": {"ante": "10", "blind": "10", "play": "10", "trips": "5"}}]
    record = ledger.post(flush, by="d")
    chosen = {"blind": {"paytable": "B"}, "trips": {"paytable": "D", "minimum": "5.00"}}
    other = corrected(ledger, lambda filing: filing["wagers"].update(chosen))
    said = ledger.resettle(record.id, submission=other, reason="filed otherwise", by="s").events[-1].content
    # a flush: on the blind 3 to 2 in tables A and B; on the trips wager 7 to 1 in table C, 6 to 1 in table D
    assert said["differences"] == [[2, "trips", None, None, "35.00", "30.00", "-5.00"]]


def test_a_corrected_rate_corrects_the_meter_by_a_movement_of_its_own(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    ledger.post({**ROYAL, "round_id": "later"}, by="d")
    other = corrected(ledger, lambda filing: filing["wagers"]["progressive"]["meter"].update(rate_of_progression="30%"))
    said = ledger.resettle(record.id, submission=other, reason="the rate was 30%", by="s").events[-1].content
    assert said["movements"] == [["uth-progressive", "correction", [], "0.08", "10000.52"]]
    assert said["house_net"] == "-0.08"
    assert said["differences"] == []
    twice = ledger.resettle(record.id, submission=record.submission, reason="it was 22% after all", by="s")
    assert twice.events[-1].content["movements"] == [["uth-progressive", "correction", [], "-0.08", "10000.44"]]
    ledger.void(record.id, reason="misdeal", by="s")
    assert meters(ledger)["uth-progressive"] == "10000.22"


def test_a_round_in_two_steps_is_settled_again(ledger: Ledger) -> None:
    opened, cards = split(HIT)
    record = ledger.settle_round(ledger.open_round(opened, by="d").id, cards, by="d")
    other = corrected(ledger, lambda filing: filing["wagers"]["progressive"]["meter"].update(reset="20000.00"))
    said = ledger.resettle(record.id, submission=other, reason="reset is 20,000", by="s").events[-1].content
    assert said["movements"] == [["uth-progressive", "correction", [], "10000.00", "20000.00"]]
    assert said["totals"] == {"uth-progressive": "10000.00", "uth-bonus": "0.00"}
    assert meters(ledger)["uth-progressive"] == "20000.00"


def test_what_cannot_be_settled_again(ledger: Ledger) -> None:
    opened, _ = split(HIT)
    number = ledger.open_round(opened, by="d").id
    other = corrected(ledger, lambda filing: filing["wagers"]["trips"].update(paytable="A"))
    with pytest.raises(ConflictError, match="not settled yet"):
        ledger.resettle(number, submission=other, reason="r", by="s")
    record = ledger.post({**ROYAL, "table": "T2"}, by="d")  # under the corrected one, for it is in force now
    assert record.submission == other
    with pytest.raises(ConflictError, match="already"):
        ledger.resettle(record.id, reason="r", by="s")
    with pytest.raises(NotFoundError):
        ledger.resettle(record.id, submission="0" * 64, reason="r", by="s")
    later = corrected(ledger, lambda filing: filing.update(effective="2016-01-01"))
    with pytest.raises(InputError) as error:
        ledger.resettle(record.id, submission=later, reason="r", by="s")
    assert "before the submission took effect" in problems(error)["date"]
    pgp = next(filing.id for filing in ledger.submissions() if filing.submission.game == PGP)
    with pytest.raises(ConflictError):
        ledger.resettle(record.id, submission=pgp, reason="r", by="s")


def test_rounds_are_listed_a_page_at_a_time(ledger: Ledger) -> None:
    rng = Random(11)
    posted = [any_round(rng, f"r{number}") for number in range(60)]
    records = [ledger.post(document, by="d") for document in posted]
    pages, after = [], None
    while page := ledger.rounds(after=after, limit=7):
        pages += page
        after = page[-1].id
    assert [row.id for row in pages] == [record.id for record in records]
    backwards = ledger.rounds(newest_first=True, limit=10)
    assert [row.id for row in backwards] == [record.id for record in reversed(records)][:10]
    assert ledger.rounds(newest_first=True, after=backwards[-1].id, limit=3)[0].id == records[-11].id
    for row, record in zip(pages, records, strict=True):
        lines = [line for player in result(record)["players"] for line in player["lines"]]
        assert row.wagered_cents == sum(round(float(line["wagered"]) * 100) for line in lines)
        assert row.paid_cents == sum(round(float(line["paid"]) * 100) for line in lines)


def test_rounds_are_found_by_what_one_line_of_them_meets(ledger: Ledger) -> None:
    from datetime import date

    rng = Random(12)
    documents = [any_round(rng, f"r{number}", rare=True) for number in range(80)]
    records = {document["round_id"]: ledger.post(document, by="d") for document in documents}
    lines = {
        round_id: [(player["seat"], line) for player in result(record)["players"] for line in player["lines"]]
        for round_id, record in records.items()
    }

    def found(**where: Any) -> set[str]:
        return {row.round_id for row in ledger.rounds(RoundFilter(**where), limit=1000)}

    for table in ("T1", "P1"):
        assert found(table=table) == {d["round_id"] for d in documents if d["table"] == table}
    assert found(date_from=date(2015, 7, 10), date_to=date(2015, 7, 12)) == {
        d["round_id"] for d in documents if "2015-07-10" <= d["date"] <= "2015-07-12"
    }
    assert found(game=PGP, seat=3) == {
        d["round_id"] for d in documents if d["game"] == PGP and any(p["seat"] == 3 for p in d["players"])
    }
    assert found(wager="trips", wagered_least=1000, paid_least=1) == {
        round_id for round_id, of in lines.items()
        if any(line["wager"] == "trips" and float(line["wagered"]) >= 10 and float(line["paid"]) > 0 for _, line in of)
    }  # fmt: skip
    assert found(seat=2, wagered_most=100, paid_least=100, paid_most=100_000) == {
        round_id for round_id, of in lines.items()
        if any(seat == 2 and float(line["wagered"]) <= 1 and 1 <= float(line["paid"]) <= 1000 for seat, line in of)
    }  # fmt: skip
    assert found(status="open") == set()
    for limit in (0, 1001, True):
        with pytest.raises(InputError):
            ledger.rounds(limit=limit)
    with pytest.raises(NotFoundError):
        ledger.round(10**9)
    with pytest.raises(NotFoundError):
        ledger.find_round("T1", "none")


def test_a_list_follows_a_correction(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    assert [row.paid_cents for row in ledger.rounds(RoundFilter(wager="blind", paid_least=500_000))] == [527_000 + 500 - 500]
    ledger.void(record.id, reason="misdeal", by="s")
    assert ledger.rounds(RoundFilter(wager="blind", paid_least=1)) == []
    assert [row.status for row in ledger.rounds(RoundFilter(status="void"))] == ["void"]


def test_a_record_is_json(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    said = json.loads(json.dumps(record.to_dict()))
    assert said["result"]["house_net"] == "-5267.52"
    assert said["round"]["round_id"] == "T1-000123"
    assert said["events"][0]["payload"]["terms"]["progressive"] == ["uth-progressive", "10000.00", "10000.00", "22%"]
    assert ledger.rounds()[0].to_dict()["wagered"] == "38.00"


def test_amounts_beyond_what_is_recorded(ledger: Ledger) -> None:
    player = {**ROYAL["players"][0], "paid": {"ante": "1000000000000.01"}}
    with pytest.raises(InputError) as error:
        ledger.post({**ROYAL, "players": [player]}, by="d")
    assert set(problems(error)) == {"players[0].paid.ante"}
    banked = {
        "game": PGP, "table": "P1", "round_id": "b", "date": "2015-07-01", "dealer": {"cards": "Kd Kc 9s 8s 4h 3c 2d"},
        "bank": {"seat": 3, "house_wager": "200000000"},
        "players": [{"seat": 3, "cards": "Jk As Kh Qh 7d 6c 2s", "wagers": {}}],
    }  # fmt: skip
    with pytest.raises(InputError) as error:
        ledger.post(banked, by="d")
    assert set(problems(error)) == {"bank.house_wager"}


def test_a_second_step_that_is_no_round(ledger: Ledger) -> None:
    number = ledger.open_round(split(HIT)[0], by="d").id
    for document in ("cards", ["x"], None):
        with pytest.raises(InputError) as error:
            ledger.settle_round(number, document, by="d")  # type: ignore[arg-type]
        assert set(problems(error)) == {"round"}
    cards = split(HIT)[1]
    for players in ("x", ["x"], [{"seat": 1, "cards": "4h 5h", "wagers": "x"}]):
        with pytest.raises(InputError):
            ledger.settle_round(number, {**cards, "players": players}, by="d")
    assert ledger.round(number).status == "open"
