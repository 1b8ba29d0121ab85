"""A line to a PostgreSQL server that is cut when it hurts most."""

from __future__ import annotations

import select
import socket
import tempfile
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit

from openhearts.server.database_address import PostgresAddress, read_address

SOCKET = ".s.PGSQL.5432"
COMMIT = b"COMMIT\0"


class CutLine:
    """Everything passes, until one commit is to reach the server, and its answer nobody."""

    def __init__(self, address: PostgresAddress) -> None:
        self._open = ExitStack()
        folder = Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="openhearts-")))
        (place,) = parse_qs(urlsplit(address.url).query)["host"]
        self._server = str(Path(place) / SOCKET)
        self._listener = self._open.enter_context(socket.socket(socket.AF_UNIX))
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()
        self._cuts = False
        threading.Thread(target=self._listen, daemon=True).start()
        new_place = f"host={quote(str(folder), safe='')}"
        through = read_address(address.url.partition("?")[0] + "?" + new_place)
        assert isinstance(through, PostgresAddress)
        self.address = through

    def cut_at_the_next_commit(self) -> None:
        """Let the server have it, and lose the answer with the connection."""
        self._cuts = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes who listens
        self._open.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._server)
            while True:
                for source in select.select([client, server], [], [])[0]:
                    data = source.recv(65536)
                    (server if source is client else client).sendall(data)
                    if not data:
                        return
                    if source is client and self._cuts and data.endswith(COMMIT):
                        server.recv(65536)
                        self._cuts = False
                        return
