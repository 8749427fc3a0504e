"""What a service is told when it starts, and its bounds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the ledger is, where the service listens, and how much it takes on. Times are seconds, sizes bytes."""

    database: str | None = None
    host: str = "127.0.0.1"
    port: int = 8653
    certificate: str | None = None  # PEM files; without them the service speaks plain HTTP
    private_key: str | None = None
    log_level: str = "info"
    sample: str | None = None  # a folder of examples, to furnish an empty ledger with
    reset_password: bool = False  # a new password for the administrator

    most_body: int = 1_000_000
    body_seconds: float = 10.0
    request_seconds: float = 60.0
    most_requests: int = 256  # answered at the same time
    most_streams: int = 100
    stream_seconds: float = 3600.0  # a display then connects again
    workers: int = 72  # threads; the ledger writes 64 pieces of work in one commit

    rate: float = 500.0  # requests a second for each credential, and for each address without one
    burst: float = 1000.0
    sign_in_rate: float = 0.2  # a second for each address
    sign_in_burst: float = 10.0
    refusals_recorded: float = 1.0  # a second; the log of events is for ever, and nobody may fill it at will

    session_hours: int = 12
    key_days: int = 90  # where a key is made without a term
    most_key_days: int = 366
    approval_minutes: int = 10
    failures: int = 5  # wrong passwords in a row, after which the user is locked out
    lock_minutes: int = 15
