"""The server's keys for Web Push, as the database keeps them: made when the first is needed."""

from __future__ import annotations

from openhearts.server.push.vapid import ServerKey, fresh_key
from openhearts.server.store import Store

NAME = "push"


class ServerKeys:
    """The database's own key, and those that came with backups. All of it raises StoreFailed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: ServerKey | None = None
        self._known: dict[str, ServerKey] = {}
        """By what is public of them."""

    async def own(self) -> ServerKey:
        """The key that browsers are to take calls from, from now on."""
        return self._own or await self._read()

    async def known(self, public: str) -> ServerKey | None:
        """The key of which this is public; None if the database has no such key."""
        if public not in self._known:
            await self._read()  # it may have come with a backup meanwhile
        return self._known.get(public)

    async def _read(self) -> ServerKey:
        keys = [ServerKey(key) for key in await self._store.secrets(NAME, fresh_key())]
        self._known = {key.public: key for key in keys}
        self._own = keys[-1]
        return self._own
