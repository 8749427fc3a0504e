"""A service of the tests' own: on a loopback port, in a thread, over a furnished ledger, with one user of each role."""

from __future__ import annotations

import threading
import time
from typing import Any

import httpx
import uvicorn

from houseway.service import House, Settings, create_app, logs
from houseway.service.server import Server

ROLES = ("dealer", "supervisor", "manager", "auditor", "administrator")
DEALER_TABLES = ["T1", "P1"]  # not T2


class Served:
    """A running service. ``as_(user)`` is a client with that user's key; None brings no key."""

    def __init__(self, url: str, *, users: bool = True, **settings: Any) -> None:
        self.house = House(Settings(database=url, **settings))
        self.keys: dict[str, str] = {}
        if users:
            for role in ROLES:
                self.user(f"a-{role}", [role], DEALER_TABLES if role == "dealer" else [])
            self.user("second-manager", ["manager"])
        logs.configure("critical")
        self.config = uvicorn.Config(
            create_app(self.house), host="127.0.0.1", port=0, log_config=None, access_log=False, http="h11", ws="none",
            timeout_graceful_shutdown=5, h11_max_incomplete_event_size=32_768,
        )  # fmt: skip
        self.server = Server(self.config, self.house)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + 30
        while not self.server.started:
            if not self.thread.is_alive() or time.monotonic() > deadline:
                raise RuntimeError("the service did not start")
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._clients: list[httpx.Client] = []

    def user(self, name: str, roles: list[str], tables: list[str] | None = None) -> str:
        """A new user with a key; the key's secret is returned."""
        self.house.accounts.create(name, roles, tables or [], None, by="test")
        self.keys[name] = self.house.accounts.create_key(name, "test", 1, by="test")["key"]
        return self.keys[name]

    def as_(self, user: str | None) -> httpx.Client:
        """A client for the API as a user."""
        headers = {} if user is None else {"Authorization": f"Bearer {self.keys[user]}"}
        client = httpx.Client(base_url=f"{self.address}/api/v1", headers=headers, timeout=60, trust_env=False)
        self._clients.append(client)
        return client

    def approval(self, user: str, operation: str, target: str, details: dict[str, Any]) -> str:
        """A second person's approval."""
        said = {"operation": operation, "target": target, "details": details}
        answer = self.as_(user).post("/approvals", json=said)
        assert answer.status_code == 201, answer.text
        token: str = answer.json()["approval"]
        return token

    def close(self) -> None:
        """Stop it, in order."""
        for client in self._clients:
            client.close()
        self.server.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive()
