"""Witnesses: people who keep all that they are told, by sockets and HTTP, and know when it was."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.databases import rows
from tests.running import Client, Server, Visitor


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody was told, and in which versions of the table's log it may have been made."""

    person: str
    """The identity of who was told."""
    path: str
    """Where: the address without the server's; that of a socket is one too."""
    body: bytes
    """With the headers, where it was HTTP."""
    since: int
    until: int
    asked: str = ""
    """What it answers, where that is a command: the cards in it are no news."""

    @property
    def is_picture(self) -> bool:
        """Whether it is pixels, in which nothing can be read."""
        return b'"content-type": "image/png"' in self.body


class Witness(Visitor):
    """One person's browser that keeps every answer."""

    def __init__(self, server: Server, kept: list[Told], **headers: str) -> None:
        """What is told goes to ``kept``."""
        super().__init__(server, **headers)
        self.kept = kept
        self.request("/")

    @property
    def person(self) -> str:
        """The identity in the cookie."""
        return self.cookie.removeprefix("openhearts=").partition(".")[0]

    def ask(self, path: str, table: str, body: bytes | None = None) -> tuple[int, bytes]:
        """Ask for something while something happens at this table: status and body."""
        since = version_of(self.server, table)
        form = {"content-type": "application/x-www-form-urlencoded"} if body is not None else {}
        status, headers, answer = self.request(path, body, form)
        until = version_of(self.server, table)
        told = {name: of for name, of in headers.items() if name != "set-cookie"}
        whole = json.dumps(told).encode() + b"\n" + answer
        self.kept.append(Told(self.person, path, whole, since, until))
        return status, answer

    def sit_down(self, table: str) -> Listener:
        """A socket at the table, that keeps every message."""
        return Listener(self, table)


class Listener(Client):
    """A socket of a witness."""

    visitor: Witness

    def hear(self, timeout: float) -> str | bytes:
        """The next message, which is kept. Fails if it shows what is not yet stored."""
        message = super().hear(timeout)
        stored = version_of(self.visitor.server, self.table)
        since, until = self.views[-1]["version"] if self.views else 1, stored
        update = json.loads(message)
        asked = ""
        if update["kind"] == "view":
            since = until = update["version"]
        else:
            asked = next((text for text in self.sent if json.loads(text)["id"] == update["id"]), "")
        assert until <= stored, "told before it was stored"
        body = message.encode() if isinstance(message, str) else message
        path = f"/api/tables/{self.table}/socket"
        self.visitor.kept.append(Told(self.visitor.person, path, body, since, until, asked))
        return message


def version_of(server: Server, table: str) -> int:
    """How many events the table's log has."""
    query = f"SELECT version FROM game_table WHERE id = '{table}'"
    return int(rows(server.database, query)[0][0])
