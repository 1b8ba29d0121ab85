"""Web Push put together, for one server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from openhearts.server.host import Host
from openhearts.server.metrics import Metrics
from openhearts.server.push.api import PushInterface
from openhearts.server.push.caller import Caller
from openhearts.server.push.server_keys import ServerKeys
from openhearts.server.push.subscriptions import Subscriptions
from openhearts.server.settings import Settings
from openhearts.server.store import Store
from openhearts.words.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Push:
    """What a server runs, and what it answers."""

    caller: Caller
    interface: PushInterface

    @classmethod
    def of(
        cls,
        settings: Settings,
        contact: str,
        store: Store,
        host: Host,
        catalogues: Mapping[str, Catalogue],
        metrics: Metrics,
    ) -> Push:
        """``contact`` is whom a push service may write to about this server."""
        subscriptions, keys = Subscriptions(store), ServerKeys(store)
        caller = Caller(
            subscriptions,
            keys,
            settings.push_services,
            contact,
            host.calls_at,
            host.is_at_table,
            catalogues,
            grace=settings.grace,
            metrics=metrics,
        )
        may_be_called = partial(_may_be_called, host)
        interface = PushInterface(
            subscriptions, keys, settings.push_services, may_be_called, tuple(catalogues)
        )
        return cls(caller, interface)


async def _may_be_called(host: Host, table_id: str, person: str) -> bool:
    setup, seating = await host.setup_of(table_id), await host.seating_of(table_id)
    if setup is None or seating is None:
        return False
    is_open = setup.options.is_slow and not seating.is_closed
    return is_open and seating.seat_of(person) is not None
