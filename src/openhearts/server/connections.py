"""What one connection may cost the server before it is a client's request or socket."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from openhearts.server.limits import MOST_FRAGMENTS, SECONDS_TO_ASK

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

MOST_FILES = 10_240
FILES_OF_OUR_OWN = 240
"""Kept free for the database and the pipes of the bots' workers."""

FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(H11Protocol):
    """Speaks HTTP with those who ask in time, as long as there is room."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, or say that the house is full."""
        super().connection_made(transport)
        self._wait_for_a_request()
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that has begun must come to its end."""
        super().data_received(data)
        has_become_a_socket = self.transport.get_protocol() is not self
        if has_become_a_socket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        else:
            self._wait_for_a_request()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; if that is a request's body, nobody need answer its head."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # the answer has begun
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_a_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_TO_ASK, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket whose client cannot fill the memory, or the log, with what is no message."""

    async def send(self, message: ASGISendEvent) -> None:
        """Pass it on; a refusal is an answer too, and no news to the operator."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

    def handle_ping(self) -> None:
        """Answer; but a client that does not read is owed no more answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # which drops this one

    def handle_cont(self, event: Frame) -> None:
        """Add to the message, unless it comes in more pieces than any client would make."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._refuse(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """Pass the message on, unless it claims to be text and is none."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self._refuse(CloseCode.INVALID_DATA)
        else:
            super().send_receive_event_to_app()

    def _refuse(self, code: CloseCode) -> None:
        if not self.close_sent:
            self.conn.fail(code)
            self.handle_parser_exception()


def make_room() -> int:
    """Let this process open many files; how many connections it may then have."""
    if sys.platform == "win32":
        return MOST_FILES - FILES_OF_OUR_OWN
    import resource  # there is none on Windows

    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files < MOST_FILES:
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
        with contextlib.suppress(ValueError, OSError):  # the system allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            files = wanted
    return max(files - FILES_OF_OUR_OWN, files // 2)
