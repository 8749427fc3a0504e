"""Rounds over HTTP, on both databases: posted once, in two steps, asked for, taken back, settled again."""

from __future__ import annotations

import json
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from ledger.house import holdem, pai_gow, split
from service.serving import Served

ROYAL: dict[str, Any] = {
    "game": "ultimate-texas-holdem", "date": "2015-07-01", "board": "Qs Js Ts 9d 2c", "dealer": {"cards": "Ac 9s"},
    "players": [
        {"seat": 1, "cards": "As Ks",
         "wagers": {"ante": "10", "blind": "10", "play": "10", "trips": "5", "progressive": "1"}},
    ],
}  # fmt: skip


def royal(table: str, round_id: str) -> dict[str, Any]:
    """A round that takes the whole progressive meter."""
    return {**ROYAL, "table": table, "round_id": round_id}


def test_a_round_posted_again_is_answered_the_same_and_other_content_is_a_conflict(served: Served) -> None:
    dealer = served.as_("a-dealer")
    round_ = holdem(Random(1), "T1", "again-1")
    first, again = dealer.post("/rounds", json=round_), dealer.post("/rounds", json=round_)
    assert (first.status_code, again.status_code) == (201, 200)
    assert {**first.json(), "repeated": True} == again.json()
    other = dealer.post("/rounds", json={**round_, "time": "2015-07-02T20:00:00-04:00"})
    assert other.status_code == 409
    assert other.json()["problems"][0]["where"] == "round_id"


def test_the_answer_is_the_settlement_that_everybody_else_is_given(served: Served) -> None:
    dealer = served.as_("a-dealer")
    whatif = dealer.post("/settle", json=pai_gow(Random(2), "P1", "same-1"))
    posted = dealer.post("/rounds", json=pai_gow(Random(2), "P1", "same-1"))
    assert whatif.status_code == 200
    assert posted.json()["result"] == whatif.json()
    whole = dealer.get(f"/rounds/{posted.json()['id']}").json()
    assert whole["result"] == whatif.json()
    assert whole["events"][-1]["actor"] == "a-dealer"
    assert dealer.get("/rounds/by-name", params={"table": "P1", "round_id": "same-1"}).json() == whole


def test_a_royal_flush_takes_the_meter_and_the_meter_begins_again(served: Served) -> None:
    dealer = served.as_("a-dealer")
    before = dealer.get("/meters/uth-progressive").json()
    posted = dealer.post("/rounds", json=royal("T1", "royal-1")).json()
    line = next(one for one in posted["result"]["players"][0]["lines"] if one["wager"] == "progressive")
    # 653a.12(d)(1): a royal flush of the two cards and the flop is paid 100% of the meter;
    # $1 adds 22 cents first (the example submission's 22%)
    exact = Decimal(before["exact"]) + Decimal("0.22")
    assert Decimal(line["paid"]) == exact.quantize(Decimal("0.01"), rounding="ROUND_FLOOR")
    after = dealer.get("/meters/uth-progressive").json()
    assert Decimal(after["exact"]) - Decimal("10000.00") < Decimal("0.01")  # the reset, and what the display did not show
    movements = dealer.get("/meters/uth-progressive/events", params={"limit": 1000}).json()["events"]
    mine = [one for one in movements if one["round"] == posted["id"]]
    assert [one["kind"] for one in mine] == ["increment", "award", "reset"]
    assert mine[-1]["exact"] == after["exact"]


def test_a_round_in_two_steps(served: Served) -> None:
    dealer = served.as_("a-dealer")
    opened, cards = split({**royal("T1", "two-1")})
    before = Decimal(dealer.get("/meters/uth-progressive").json()["exact"])
    answer = dealer.post("/rounds/open", json=opened)
    assert answer.status_code == 201
    assert answer.json()["status"] == "open"
    assert answer.json()["result"] is None
    assert Decimal(dealer.get("/meters/uth-progressive").json()["exact"]) - before == Decimal("0.22")  # counts at once
    assert dealer.post("/rounds/open", json=opened).status_code == 200
    id_ = answer.json()["id"]
    settled = dealer.post(f"/rounds/{id_}/settle", json=cards)
    assert settled.status_code == 200
    assert settled.json()["status"] == "settled"
    assert dealer.post(f"/rounds/{id_}/settle", json=cards).json()["repeated"] is True
    assert dealer.post(f"/rounds/{id_}/settle", json={**cards, "board": "Qs Js Ts 8d 2c"}).status_code == 409


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"meters": {"progressive": "1.00"}}, "meters"),
        ({"round_id": None}, "round_id"),
        ({"date": None}, "date"),
        ({"board": "Qs Qs Ts 9d 2c"}, "board"),
        ({"date": "1990-01-01"}, "date"),
    ],
)
def test_what_is_wrong_with_a_round_is_said_at_its_place(alone: Served, change: dict[str, Any], where: str) -> None:
    answer = alone.as_("a-dealer").post("/rounds", json={**royal("T1", "wrong"), **change})
    assert answer.status_code == 422
    assert any(problem["where"].startswith(where) for problem in answer.json()["problems"])


def test_amounts_never_pass_through_a_float(alone: Served) -> None:
    dealer = alone.as_("a-dealer")
    headers = {"content-type": "application/json"}
    text = json.dumps(royal("T1", "exact-1")).replace('"10"', "10.0000000000000000001")
    answer = dealer.post("/rounds", content=text, headers=headers)
    assert answer.status_code == 422
    answer = dealer.post("/rounds", content=json.dumps(royal("T1", "exact-1")).replace('"10"', "10.00"), headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400), (b"{", 400), (b"\xff", 400), (b"[]", 422), (b'{"a":1,"a":2}', 400), (b"NaN", 400), (b"[" * 100_000, 400),
        (b"9" * 10_000, 400), (b'"\\ud800"', 422), (b'{"table":"T1","round_id":"\\u0000"}', 422),
    ],
)  # fmt: skip
def test_hostile_bodies_are_refused(alone: Served, content: bytes, status: int) -> None:
    dealer = alone.as_("a-dealer")
    headers = {"content-type": "application/json"}
    for path in ("/settle",):
        answer = dealer.post(path, content=content, headers=headers)
        assert answer.status_code == status, answer.text
        assert answer.json()["problems"]


def test_a_dealer_posts_and_reads_only_at_his_tables(served: Served) -> None:
    dealer, supervisor = served.as_("a-dealer"), served.as_("a-supervisor")
    served.house.accounts.change("a-dealer", roles=None, tables=["T1", "P1", "T2"], active=None, password=None, by="test")
    id_ = dealer.post("/rounds", json=holdem(Random(3), "T2", "hers-1")).json()["id"]
    opened, cards = split(royal("T2", "hers-2"))
    open_id = dealer.post("/rounds/open", json=opened).json()["id"]
    served.house.accounts.change("a-dealer", roles=None, tables=["T1", "P1"], active=None, password=None, by="test")
    refused = (
        dealer.post("/rounds", json=holdem(Random(3), "T2", "hers-3")),
        dealer.post("/rounds/open", json=opened),
        dealer.post(f"/rounds/{open_id}/settle", json=cards),
        dealer.get(f"/rounds/{id_}"),
        dealer.get("/rounds"),
        dealer.get("/rounds", params={"table": "T2"}),
        dealer.get("/rounds/by-name", params={"table": "T2", "round_id": "hers-1"}),
    )
    assert [answer.status_code for answer in refused] == [403] * len(refused)
    assert supervisor.get(f"/rounds/{id_}").status_code == 200


def test_lists_by_filter_a_page_at_a_time(served: Served) -> None:
    dealer, auditor = served.as_("a-dealer"), served.as_("a-auditor")
    for n in range(7):
        assert dealer.post("/rounds", json=pai_gow(Random(n), "P1", f"list-{n}")).status_code == 201
    seen, after = [], None
    while True:
        page = auditor.get("/rounds", params={"table": "P1", "limit": 3} | ({} if after is None else {"after": after})).json()
        seen += [row["round_id"] for row in page["rounds"]]
        after = page["next"]
        if after is None:
            break
    assert [one for one in seen if one.startswith("list-")] == [f"list-{n}" for n in range(7)]
    assert auditor.get("/rounds", params={"newest_first": True, "limit": 1}).json()["rounds"][0]["round_id"] == "list-6"
    paid = auditor.get("/rounds", params={"wager": "progressive", "paid_least": "9000"}).json()["rounds"]
    assert all(Decimal(row["paid"]) >= 9000 for row in paid)
    for wrong in ({"limit": 0}, {"after": "x"}, {"paid_least": "1.001"}, {"date_from": "2015-13-01"}, {"seat": 2**70}):
        assert auditor.get("/rounds", params=wrong).status_code == 422


def test_a_round_that_a_meter_has_paid_is_voided_by_two_persons(served: Served) -> None:
    dealer, supervisor = served.as_("a-dealer"), served.as_("a-supervisor")
    id_ = dealer.post("/rounds", json=royal("T1", "void-1")).json()["id"]
    reason = {"reason": "a card was exposed"}
    alone = supervisor.post(f"/rounds/{id_}/void", json=reason)
    assert alone.status_code == 422
    assert alone.json()["problems"][0]["where"] == "approved_by"
    own = served.approval("a-supervisor", "round.void", str(id_), reason)
    assert supervisor.post(f"/rounds/{id_}/void", json={**reason, "approval": own}).status_code == 403
    other = served.approval("a-manager", "round.void", str(id_), reason)
    elsewhere = {"reason": "another reason", "approval": other}
    assert supervisor.post(f"/rounds/{id_}/void", json=elsewhere).status_code == 403
    done = supervisor.post(f"/rounds/{id_}/void", json={**reason, "approval": other})
    assert done.status_code == 200
    assert done.json()["status"] == "void"
    assert done.json()["events"][-1]["payload"]["approved_by"] == "a-manager"
    assert supervisor.post(f"/rounds/{id_}/void", json={**reason, "approval": other}).status_code == 403  # once only
    assert supervisor.post(f"/rounds/{id_}/void", json=reason).status_code == 409


def test_settled_again_under_a_corrected_submission(served: Served) -> None:
    dealer, supervisor, manager = served.as_("a-dealer"), served.as_("a-supervisor"), served.as_("a-manager")
    round_ = royal("T1", "corrected-1")
    id_ = dealer.post("/rounds", json=round_).json()["id"]
    same = supervisor.post(f"/rounds/{id_}/resettle", json={"reason": "nothing has changed"})
    assert same.status_code == 409
    of = served.house.ledger.round(id_).submission
    filed = manager.get(f"/submissions/{of}").json()["submission"]
    filed["wagers"]["trips"]["paytable"] = "A" if filed["wagers"]["trips"]["paytable"] != "A" else "B"
    corrected = manager.post("/submissions", json={"submission": filed, "tables": ["T1"]})
    assert corrected.status_code == 201, corrected.text
    answer = supervisor.post(
        f"/rounds/{id_}/resettle", json={"reason": "the wrong paytable", "submission": corrected.json()["id"]}
    )
    assert answer.status_code == 200
    first, last = answer.json()["events"]
    assert last["payload"]["of"] == first["seq"]
    assert answer.json()["submission"] == corrected.json()["id"]
