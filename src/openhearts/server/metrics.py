"""What the server measures of itself, for Prometheus.

A label has few values, all known beforehand: levels, codes, kinds of commands, names of limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

VERSION = version("openhearts")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Upper bounds of what is told apart; a card should be on every screen within 0.05."""


class Metrics:
    """All instruments of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        info = Gauge("openhearts_info", "Which program this is.", ["version"], registry=registry)
        info.labels(VERSION).set(1)
        self.command_seconds = Histogram(
            "openhearts_command_seconds",
            "From taking a command off its socket to its answer.",
            ["command"],
            buckets=SECONDS,
            registry=registry,
        )
        self.rejected = Counter(
            "openhearts_rejected_total",
            "Messages that changed nothing, by the code of their answer.",
            ["code"],
            registry=registry,
        )
        self.refused = Counter(
            "openhearts_refused_total",
            "Requests, sockets and commands that came too often, by the limit.",
            ["limit"],
            registry=registry,
        )
        self.store_seconds = Histogram(
            "openhearts_store_seconds",
            "What the database took: a write waits for its turn and for the disk.",
            ["operation"],
            buckets=SECONDS,
            registry=registry,
        )
        self.store_failures = Counter(
            "openhearts_store_failures_total",
            "What the database did not do.",
            ["operation"],
            registry=registry,
        )
        self.bot_seconds = Histogram(
            "openhearts_bot_seconds",
            "From asking a bot to its answer, the wait for a free process included.",
            ["level"],
            buckets=SECONDS,
            registry=registry,
        )
        self.bots_replaced = Counter(
            "openhearts_bots_replaced_total",
            "Answers that a bot failed to give.",
            ["level"],
            registry=registry,
        )
        self.pushes = Counter(
            "openhearts_pushes_total",
            "Messages to push services, by what became of them.",
            ["outcome"],
            registry=registry,
        )

    def gauge(self, name: str, told: str, look: Callable[[], float]) -> None:
        """Tell ``openhearts_NAME``, which ``look`` sees whenever somebody asks."""
        Gauge(f"openhearts_{name}", told, registry=self._registry).set_function(look)

    @contextmanager
    def storing(self, operation: str, failure: type[Exception]) -> Iterator[None]:
        """Measure one read or write, and count a failure of this type."""
        with self.store_seconds.labels(operation).time():
            try:
                yield
            except failure:
                self.store_failures.labels(operation).inc()
                raise

    def told(self) -> bytes:
        """All of it in Prometheus's text format."""
        return generate_latest(self._registry)
