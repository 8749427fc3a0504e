"""The whole surface, by schemathesis: whatever is sent, no 5xx, and every answer as the document says.

Seeded and bounded; each endpoint as a user who may use it, so that more than the refusal is tried.
"""

from __future__ import annotations

import json
from random import Random

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ledger.house import any_round
from service.serving import Served

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
EXAMPLES = 12
USERS = {
    "rounds.post": "a-dealer", "rounds.correct": "a-supervisor", "users.manage": "a-administrator",
    "meters.manage": "a-manager", "tables.manage": "a-manager", "submissions.file": "a-manager", "approvals.give": "a-manager",
}  # fmt: skip


def test_no_answer_is_other_than_the_document_says(served: Served) -> None:
    document = httpx.get(f"{served.address}/api/v1/openapi.json").json()
    served.house.sign_ins.burst = served.house.sign_ins.rate = 1e9
    rng = Random(6)
    for n in range(6):
        round_ = any_round(rng, f"fuzz-{n}")
        if round_["table"] in ("T1", "P1"):
            served.as_("a-dealer").post("/rounds", json=round_)
    tried = 0
    for path, of in document["paths"].items():
        for method, operation in of.items():
            if path == "/api/v1/meters/stream" or path == "/api/v1/me/session":
                continue  # the one does not end, the other ends the key
            only = {**document, "paths": {path: {method: operation}}}
            user = USERS.get(operation["x-permission"], "a-auditor")
            _try(served, only, path, method, user)
            tried += 1
    assert tried > 30


def _try(served: Served, document: dict[str, object], path: str, method: str, user: str) -> None:
    operation = schemathesis.openapi.from_dict(document)[path][method.upper()]
    headers = {"Authorization": f"Bearer {served.keys[user]}"}
    if path == "/api/v1/me/password":
        headers = {"Authorization": f"Bearer {served.user(f'fuzz-{served.port}-{len(served.keys)}', ['auditor'])}"}

    @seed(6)
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(data=st.data())
    def run(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy())
        answer = case.call(base_url=served.address, headers=headers)
        case.validate_response(answer, checks=CHECKS)

    run()
    assert served.thread.is_alive()


@pytest.mark.parametrize("path", ["/rounds", "/rounds/open", "/settle"])
def test_rounds_with_something_wrong_in_them(served: Served, path: str) -> None:
    """Whole rounds with one value put out of order: refused with problems, or settled; never a fault."""
    rng = Random(7)
    wrong = (
        None,
        "",
        "\u0000",
        "x" * 300,
        -1,
        2**70,
        1.5,
        [],
        {},
        [[]],
        {"a": 1},
        True,
        "1e999999999",
        "Jk Jk",
        "\ud800",
        "0.001",
    )
    dealer = served.as_("a-dealer")
    for n in range(60):
        round_ = any_round(rng, f"wrong{path}-{n}")
        place = round_
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.7:
                place = place[key]
                continue
            place[key] = rng.choice(wrong)
            break
        content = json.dumps(round_)  # with escapes, so that half a character can be sent
        answer = dealer.post(path, content=content, headers={"content-type": "application/json"})
        assert answer.status_code in (200, 201, 400, 403, 409, 422), answer.text
        if answer.status_code >= 400:
            assert answer.json()["problems"]
