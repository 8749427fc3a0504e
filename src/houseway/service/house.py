"""What all parts of a running service share: the ledger, the users, the bounds, the counts."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import Request

from houseway.ledger import Ledger, migrate
from houseway.service import sample, schema
from houseway.service.accounts import Accounts, Principal
from houseway.service.approvals import Approvals
from houseway.service.displays import News
from houseway.service.logs import log
from houseway.service.metrics import Metrics
from houseway.service.rows import SYSTEM

if TYPE_CHECKING:
    from houseway.service.settings import Settings

MOST_BUCKETS = 10_000


class Buckets:
    """How often somebody may: ``rate`` a second on the average, ``burst`` at once. The least recent are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, key: str) -> float:
        """0 where it may be now (and is counted), else the seconds until it may."""
        at = time.monotonic()
        with self._lock:
            level, before = self._levels.pop(key, (self.burst, at))
            level = min(self.burst, level + (at - before) * self.rate)
            may = level >= 1
            self._levels[key] = (level - 1 if may else level, at)
            if len(self._levels) > MOST_BUCKETS:
                self._levels.popitem(last=False)
        return 0.0 if may else (1 - level) / self.rate


class House:
    """One open ledger and its users. ``close`` when the last request has been answered."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ledger = Ledger(settings.database)
        try:
            migrate.upgrade_with(self.ledger.database, schema.SCRIPTS, schema.VERSION_TABLE, schema.NEWEST)
            self.accounts = Accounts(self.ledger, settings)
            self.approvals = Approvals(self.ledger, settings)
            self.first_password = self.accounts.first_start()
            self.new_password = self.accounts.reset_administrator() if settings.reset_password else None
            self.sample = sample.furnish(self.ledger, Path(settings.sample)) if settings.sample else []
        except BaseException:
            self.ledger.close()
            raise
        self.metrics = Metrics()
        self.rates = Buckets(settings.rate, settings.burst)
        self.sign_ins = Buckets(settings.sign_in_rate, settings.sign_in_burst)
        self.closing = asyncio.Event()  # streams end when it is set
        self.news = News(self)
        self.streams = 0
        self._refusals = Buckets(settings.refusals_recorded, 60)
        self._unrecorded = 0

    def record_refusal(self, who: Principal, permission: str, method: str, path: str) -> None:
        """A refusal in the log of events; where there are too many, the next one says how many were left out."""
        log("refused", level="warning", user=who.name, permission=permission, method=method, path=path)
        if self._refusals.wait("all"):
            self._unrecorded += 1
            return
        unrecorded, self._unrecorded = self._unrecorded, 0
        said = {"user": who.name, "credential": who.credential, "permission": permission, "method": method, "path": path[:200]}
        self.ledger.record("access.refused", {**said, "not_recorded_before": unrecorded}, by=SYSTEM)

    def begin_to_close(self) -> None:
        """End the streams of displays. Called in the event loop."""
        self.closing.set()
        self.news.wake()

    def close(self) -> None:
        """Close the ledger; work that was handed in is done first."""
        self.news.stop()
        self.ledger.close()


def house_of(request: Request) -> House:
    """The house that a request came to."""
    house: House = request.app.state.house
    return house
