"""Who gets in: passwords, keys, sessions, expiry, revocation, lock-out; and that every refusal is on record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from houseway.service import House, Settings, clock, credentials
from service.conftest import furnished
from service.serving import Served

GOOD = "correct horse battery"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """A service of one test's own."""
    running = Served(furnished("sqlite", tmp_path))
    yield running
    running.close()


def test_the_first_start_makes_an_administrator_whose_password_is_told_once(tmp_path: Path) -> None:
    first = House(Settings(database=str(tmp_path / "new.sqlite")))
    assert first.first_password is not None
    name, password = first.first_password
    token, who = first.accounts.sign_in(name, password)
    assert who.roles == {"administrator"}
    assert first.accounts.identify(token) == who
    assert all(password not in event.payload for event in first.ledger.events())
    first.close()
    second = House(Settings(database=str(tmp_path / "new.sqlite")))
    assert second.first_password is None
    second.close()


def test_secrets_are_kept_as_hashes_only(own: Served) -> None:
    own.house.accounts.create("anna", ["auditor"], [], GOOD, by="test")
    token, _ = own.house.accounts.sign_in("anna", GOOD)
    kept = Path(own.house.ledger.database.url.database or "")
    own.house.ledger.database.engine.dispose()  # what was written is in the file
    data = kept.read_bytes() + Path(f"{kept}-wal").read_bytes() if Path(f"{kept}-wal").exists() else kept.read_bytes()
    for secret in (GOOD, token.rpartition("_")[2], own.keys["a-dealer"].rpartition("_")[2]):
        assert secret.encode() not in data
    assert b"$argon2id$" in data


def test_signing_in_and_out(own: Served) -> None:
    own.house.accounts.create("anna", ["auditor"], [], GOOD, by="test")
    client = own.as_(None)
    answer = client.post("/sessions", json={"name": "anna", "password": GOOD})
    assert answer.status_code == 201
    client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    assert client.get("/me").json()["user"] == "anna"
    assert client.delete("/me/session").status_code == 204
    refused = client.get("/me")
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert refused.json()["problems"][0]["where"] == "authorization"


@pytest.mark.parametrize("brought", ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer hwk_0000000000000000_" + "0" * 64])
def test_whatever_is_no_valid_key_is_refused_wherever_it_is_brought(alone: Served, brought: str) -> None:
    client = alone.as_(None)
    for path in ("/me", "/rounds", "/nothing", "/../../etc/passwd", "/meters/x"):
        assert client.get(path, headers={"Authorization": brought} if brought else {}).status_code == 401
    right = alone.keys["a-dealer"]
    assert (
        client.get("/me", headers={"Authorization": f"Bearer {right[:-1]}{'0' if right[-1] != '0' else '1'}"}).status_code
        == 401
    )
    twice = [("Authorization", f"Bearer {right}"), ("Authorization", f"Bearer {right}")]
    assert client.get("/me", headers=twice).status_code == 401


def test_too_many_wrong_passwords_lock_a_user_out_also_with_the_right_one(own: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    own.house.accounts.create("anna", ["auditor"], [], GOOD, by="test")
    client = own.as_(None)
    answers = [client.post("/sessions", json={"name": "anna", "password": "wrong"}) for _ in range(5)]
    answers.append(client.post("/sessions", json={"name": "anna", "password": GOOD}))
    answers.append(client.post("/sessions", json={"name": "nobody", "password": GOOD}))
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1  # nothing says which it was
    recorded = [event.content for event in own.house.ledger.events(kinds=["access.refused"], limit=1000)]
    assert [said["failures"] for said in recorded] == [1, 2, 3, 4, 5]
    assert recorded[-1]["locked_until"] is not None
    later = clock.now() + timedelta(minutes=16)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert own.house.accounts.sign_in("anna", GOOD)[1].name == "anna"


def test_sign_ins_from_one_address_are_bounded(own: Served) -> None:
    client = own.as_(None)
    answers = [client.post("/sessions", content=b"{}", headers={"content-type": "application/json"}) for _ in range(12)]
    assert [answer.status_code for answer in answers][:10] == [422] * 10
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) >= 1


def test_revocation_and_deactivation_hold_at_once(own: Served) -> None:
    admin, auditor = own.as_("a-administrator"), own.as_("a-auditor")
    assert auditor.get("/me").status_code == 200
    key = admin.get("/users/a-auditor/keys").json()["keys"][0]
    assert "hash" not in key
    assert admin.delete(f"/users/a-auditor/keys/{key['id']}").status_code == 204
    assert auditor.get("/me").status_code == 401
    assert admin.delete(f"/users/a-dealer/keys/{key['id']}").status_code == 404  # not his
    dealer = own.as_("a-dealer")
    assert dealer.get("/me").status_code == 200
    assert admin.patch("/users/a-dealer", json={"active": False}).json()["active"] is False
    assert dealer.get("/me").status_code == 401
    admin.patch("/users/a-dealer", json={"active": True})
    assert dealer.get("/me").status_code == 401  # his old keys stay dead


def test_a_change_of_roles_holds_at_once(own: Served) -> None:
    admin, manager = own.as_("a-administrator"), own.as_("a-manager")
    assert manager.post("/tables", json={"name": "N1", "game": "pai-gow-poker"}).status_code == 201
    admin.patch("/users/a-manager", json={"roles": ["auditor"]})
    assert manager.post("/tables", json={"name": "N2", "game": "pai-gow-poker"}).status_code == 403


def test_keys_and_sessions_expire(own: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own.as_("a-auditor").get("/me").status_code == 200
    later = clock.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert own.as_("a-auditor").get("/me").status_code == 401


def test_nobody_changes_his_own_roles_so_there_is_always_an_administrator(alone: Served) -> None:
    admin = alone.as_("a-administrator")
    for change in ({"roles": ["auditor"]}, {"active": False}):
        assert admin.patch("/users/a-administrator", json=change).status_code == 409


def test_ones_own_password(own: Served) -> None:
    own.house.accounts.create("anna", ["auditor"], [], GOOD, by="test")
    token, _ = own.house.accounts.sign_in("anna", GOOD)
    client = own.as_(None)
    client.headers["Authorization"] = f"Bearer {token}"
    assert client.post("/me/password", json={"old": GOOD, "new": "aaaaaaaaaaaaaaaa"}).status_code == 422
    assert client.post("/me/password", json={"old": "wrong", "new": "an altogether new one"}).status_code == 401
    assert client.post("/me/password", json={"old": GOOD, "new": "an altogether new one"}).status_code == 204
    assert client.get("/me").status_code == 401  # sessions end
    assert own.house.accounts.sign_in("anna", "an altogether new one")


def test_users_are_refused_with_every_problem(alone: Served) -> None:
    admin = alone.as_("a-administrator")
    answer = admin.post("/users", json={"name": "no name", "roles": ["king"], "password": "short"})
    assert answer.status_code == 422
    assert {problem["where"] for problem in answer.json()["problems"]} == {"name", "roles", "password"}
    assert "short" not in answer.text
    assert admin.post("/users", json={"name": "a-dealer", "roles": ["dealer"]}).status_code == 409
    answer = admin.post("/users", json={"name": "b", "roles": ["dealer"], "password": "a secret" * 40})
    assert answer.status_code == 422
    assert "a secret" not in answer.text


def test_a_refusal_is_an_event_of_the_log(own: Served) -> None:
    assert own.as_("a-dealer").get("/users").status_code == 403
    said = own.house.ledger.events(kinds=["access.refused"], limit=1000)[-1].content
    assert (said["user"], said["permission"], said["path"]) == ("a-dealer", "users.read", "/api/v1/users")


def test_refusals_cannot_fill_the_log(own: Served) -> None:
    client = own.as_("a-dealer")
    for _ in range(90):
        assert client.get("/users").status_code == 403
    recorded = own.house.ledger.events(kinds=["access.refused"], limit=1000)
    assert 60 <= len(recorded) <= 70


def test_a_token_is_read_only_in_its_own_form() -> None:
    token = credentials.new_token(credentials.KEY)
    again = credentials.read_token(token.text)
    assert again is not None
    assert (again.id, again.hash) == (token.id, token.hash)
    for wrong in ("", token.text + "0", token.text.upper(), "hwx" + token.text[3:], token.text + "\n"):
        assert credentials.read_token(wrong) is None
