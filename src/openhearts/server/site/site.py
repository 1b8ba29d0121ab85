"""What the pages need from the rest of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from starlette.requests import Request

from openhearts.server.chairs import Chair
from openhearts.server.lobby import LobbyContent
from openhearts.server.results import TableResults
from openhearts.tables.invitation import Invitation, Seating
from openhearts.tables.setup import Setup
from openhearts.tables.summary import TableSummary
from openhearts.words.catalogue import Catalogue

BUILT_CLIENT = Path(__file__).parents[2] / "static"


class OpenTable(Protocol):
    """Opens a table for the person with this identity; its id."""

    def __call__(
        self, person: str, setup: Setup, *, gathers: bool, browser_hash: str
    ) -> Awaitable[str]:
        """``gathers``: people come together there before the game. ``browser_hash`` is of what the
        person's browser adds to the first deal of a table at which they do not."""
        ...


class Devices(Protocol):
    """Links that take a person's identity to another device."""

    async def make(self, person: str) -> str:
        """A link's token for this person."""
        ...

    async def owner(self, token: str) -> str | None:
        """Whom the link takes along; None if it does not work, or no longer."""
        ...

    async def redeem(self, token: str) -> str | None:
        """The same, once."""
        ...


class ChairKeeper(Protocol):
    """Where the chairs are (server/chairs.py)."""

    async def make(self, chair: Chair) -> str:
        """The token of the chair's link, which ends an earlier one."""
        ...

    async def change(self, chair: Chair) -> None:
        """Give the chair these looks."""
        ...

    async def remove(self, chair: Chair) -> None:
        """Take the chair away."""
        ...

    async def at_table(self, table_id: str) -> list[Chair]:
        """All chairs of a table."""
        ...

    async def behind(self, token: str) -> Chair | None:
        """The chair that a link leads to."""
        ...


@dataclass(frozen=True, slots=True)
class Site:
    """The doors through which the pages reach tables and people."""

    open_table: OpenTable
    tables_of: Callable[[str], Awaitable[Sequence[TableSummary]]]
    """A person's unfinished tables, newest first."""
    setup_of: Callable[[str], Awaitable[Setup | None]]
    """What a table was opened with; None if there is no such table."""
    invitation_of: Callable[[str], Awaitable[Invitation | None]]
    """What a table's link invites to; None if there is no such table."""
    name_of: Callable[[str], Awaitable[str | None]]
    """What the person with this identity wants to be called, if it has said so."""
    lobby: Callable[[], Awaitable[LobbyContent]]
    """What the lobby shows."""
    devices: Devices
    results_of: Callable[[str], Awaitable[TableResults | None]]
    """What came of a table's finished games; None if there is no such table."""
    chairs: ChairKeeper
    seating_of: Callable[[str], Awaitable[Seating | None]]
    """Who sits at a table; None if there is no such table."""
    come_to: Callable[[str, str, int], Awaitable[None]]
    """Lets a person sit down at a table, on its seat or on the usual one; raises TableRefusal."""
    rename: Callable[[str, str], Awaitable[None]]
    """Calls a person by this name from now on."""
    person_of: Callable[[Request], str]
    """The identity of who asks: at some tables, that of the chair in which they sit."""
    visitor_of: Callable[[Request], str]
    """The identity of the browser that asks."""
    become: Callable[[Request, str], None]
    """Have the browser that asks be this person from now on."""
    levels: Sequence[str]
    """The bots' levels that are offered, weakest first."""
    default_level: str
    catalogues: Mapping[str, Catalogue]
    """The languages of the site by their codes, in the order in which they are offered."""
    static: Path = BUILT_CLIENT
    """The folder of the built web client."""
