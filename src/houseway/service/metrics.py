"""Counts for Prometheus. Money is not among them: meters are read from the ledger, exactly."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)


class Metrics:
    """The counts of one service, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        of = self.registry
        self.requests = Counter("houseway_requests", "Requests answered.", ["method", "route", "status"], registry=of)
        self.seconds = Histogram(
            "houseway_request_seconds", "Time to answer.", ["method", "route"], buckets=_SECONDS, registry=of
        )
        self.in_flight = Gauge("houseway_requests_in_flight", "Requests being answered.", registry=of)
        self.streams = Gauge("houseway_streams", "Displays connected.", registry=of)
        self.refusals = Counter("houseway_refusals", "Requests refused, by status.", ["status"], registry=of)
        self.rounds = Counter("houseway_rounds", "Rounds recorded by this process.", ["event"], registry=of)
        self.last_event = Gauge("houseway_ledger_last_event", "The number of the ledger's last event.", registry=of)

    def text(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self.registry)
