"""Meters, submissions and tables over HTTP."""

from __future__ import annotations

import json
import threading
from decimal import Decimal
from random import Random
from typing import Any

import httpx
import pytest

from ledger.house import UTH, filed, holdem
from service.serving import Served


def test_two_persons_change_a_meter(served: Served) -> None:
    manager = served.as_("a-manager")
    change = {"rate_of_progression": "20%", "reason": "filed on Monday"}
    approval = served.approval("second-manager", "meter.set-rate", "uth-progressive", change)
    answer = manager.post("/meters/uth-progressive/rate", json={**change, "approval": approval})
    assert answer.status_code == 200
    assert answer.json()["rate_of_progression"] == "20%"
    event = served.house.ledger.events(kinds=["meter.rate-set"])[-1]
    assert (event.actor, event.content["approved_by"]) == ("a-manager", "second-manager")
    assert manager.post("/meters/uth-progressive/rate", json={**change, "approval": approval}).status_code == 403
    assert manager.post("/meters/uth-progressive/rate", json=change).status_code == 422


@pytest.mark.parametrize("other", [{"rate_of_progression": "90%"}, {"reason": "another"}])
def test_an_approval_is_for_what_was_approved_and_nothing_else(alone: Served, other: dict[str, str]) -> None:
    change = {"rate_of_progression": "21%", "reason": "filed"}
    approval = alone.approval("second-manager", "meter.set-rate", "uth-progressive", change)
    manager = alone.as_("a-manager")
    assert manager.post("/meters/uth-bonus/rate", json={**change, "approval": approval}).status_code == 403
    assert manager.post("/meters/uth-progressive/rate", json={**change, **other, "approval": approval}).status_code == 403


def test_a_supervisor_does_not_approve_for_a_meter(alone: Served) -> None:
    said = {"operation": "meter.retire", "target": "uth-bonus", "details": {}}
    assert alone.as_("a-supervisor").post("/approvals", json=said).status_code == 403
    assert alone.as_("a-manager").post("/approvals", json={**said, "operation": "x"}).status_code == 422


def test_a_meter_is_taken_over_its_funds_moved_and_it_is_retired(served: Served) -> None:
    manager = served.as_("a-manager")
    submission = served.house.ledger.meter("uth-progressive").submission

    def by_two(path: str, operation: str, target: str, body: dict[str, Any]) -> httpx.Response:
        return manager.post(path, json={**body, "approval": served.approval("second-manager", operation, target, body)})

    take = {"name": "old", "wager": "progressive", "submission": submission, "reading": "12345.675", "reason": "moved house"}
    assert by_two("/meters/take-over", "meter.take-over", "old", take).json()["exact"] == "12345.675"
    new = {"name": "new", "wager": "progressive", "submission": submission}
    assert manager.post("/meters", json=new).status_code == 201
    assert manager.post("/meters", json=new).status_code == 409
    move = {"to": "new", "amount": "45.675", "reason": "shared out"}
    both = by_two("/meters/old/move", "meter.move-funds", "old", move).json()["meters"]
    assert [meter["exact"] for meter in both] == ["12300.00", "10045.675"]
    keep = {"reason": "out of use"}
    assert by_two("/meters/old/retire", "meter.retire", "old", keep).status_code == 409  # it holds funds
    end = {**keep, "move_to": "new"}
    assert by_two("/meters/old/retire", "meter.retire", "old", end).json()["status"] == "retired"
    assert Decimal(manager.get("/meters/new").json()["exact"]) == Decimal("22345.675")
    assert manager.get("/meters/nothing").status_code == 404


def test_movements_by_pages(served: Served) -> None:
    dealer = served.as_("a-dealer")
    for n in range(4):
        dealer.post("/rounds", json=holdem(Random(n), "T1", f"page-{n}", seats=6))
    whole = dealer.get("/meters/uth-bonus/events", params={"limit": 1000}).json()
    assert whole["next"] is None
    seen, after = [], None
    while True:
        page = dealer.get("/meters/uth-bonus/events", params={"limit": 3} | ({"after": after} if after else {})).json()
        seen += page["events"]
        after = page["next"]
        if after is None:
            break
    assert seen == whole["events"]
    assert seen[-1]["exact"] == dealer.get("/meters/uth-bonus").json()["exact"]


def test_a_display_sees_a_meter_move(served: Served) -> None:
    got: list[dict[str, Any]] = []
    began, moved = threading.Event(), threading.Event()

    def watch() -> None:
        with served.as_("a-dealer").stream("GET", "/meters/stream", params={"name": "pgp-progressive"}) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    got.append(json.loads(line[6:]))
                    began.set()
                    if len(got) == 2:
                        moved.set()
                        return

    thread = threading.Thread(target=watch)
    thread.start()
    assert began.wait(10)
    before = served.as_("a-dealer").get("/meters/pgp-progressive").json()
    assert got == [before]
    hand = {"seat": 1, "cards": "As Kd Qc 9h 7d 5c 3s", "wagers": {"pai_gow": "25", "progressive": "1"}}
    round_ = {
        "game": "pai-gow-poker", "table": "P1", "round_id": "shown", "date": "2015-07-01",
        "dealer": {"cards": "Ah Kc Qd 9s 7c 5d 3h"}, "players": [hand],
    }  # fmt: skip
    posted = served.as_("a-dealer").post("/rounds", json=round_).json()
    assert moved.wait(10)
    thread.join(10)
    assert got[1] == served.as_("a-dealer").get("/meters/pgp-progressive").json()
    assert got[1]["seq"] == posted["event"]


def test_a_submission_that_is_not_compliant_is_refused_with_its_findings(served: Served) -> None:
    manager = served.as_("a-manager")
    document = filed().to_dict()
    document["wagers"]["progressive"]["meter"]["initial"] = "1.00"  # 653a.12(d)(3) wants more
    answer = manager.post("/submissions", json={"submission": document})
    assert answer.status_code == 422
    assert any("progressive" in problem["where"] for problem in answer.json()["problems"])
    assert manager.post("/submissions", json={"submission": filed().to_dict(), "tables": ["nowhere"]}).status_code == 422
    assert manager.post("/submissions", json={"what": 1}).status_code == 422


def test_versions_of_a_submission_by_their_day(served: Served) -> None:
    manager = served.as_("a-manager")
    document = {**filed().to_dict(), "effective": "2016-01-01"}
    later = manager.post("/submissions", json={"submission": document})
    assert later.status_code == 201, later.text
    at = [manager.get("/tables/T2/submission", params={"on": day}).json()["id"] for day in ("2015-12-31", "2016-01-01")]
    assert at[0] != at[1] == later.json()["id"]
    assert manager.get("/tables/T2/submission", params={"on": "1990-01-01"}).status_code == 404
    assert len(manager.get("/submissions").json()["submissions"]) >= 3


def test_tables_and_their_meters(served: Served) -> None:
    manager = served.as_("a-manager")
    made = manager.post("/tables", json={"name": "T9", "game": UTH, "meters": {"progressive": "uth-progressive"}})
    assert made.json()["meters"] == {"progressive": "uth-progressive"}
    linked = manager.post("/tables/T9/link", json={"wager": "progressive", "meter": None})
    assert linked.json()["meters"] == {}
    assert manager.post("/tables/T9/link", json={"wager": "progressive", "meter": "pgp-progressive"}).status_code == 409
    assert manager.post("/tables", json={"name": "T9", "game": UTH}).status_code == 409
    assert "T9" in {table["name"] for table in manager.get("/tables").json()["tables"]}
