"""One message to one push service: over a connection of its own, within little time and room."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache

import h11

from openhearts.server.limits import LARGEST_PUSH_ANSWER, SECONDS_TO_PUSH
from openhearts.server.push.services import Endpoint, addresses_of

_CHUNK = 4096


class NoAnswer(Exception):
    """The push service could not be reached, or did not speak HTTP, or not in time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a push service said."""

    status: int
    retry_after: float | None = None
    """Seconds to wait before the next try, if it named any."""


async def post(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send it; no redirect is followed, nothing of the answer's body read.

    Raises NoAnswer, also where the host is not in the public internet just now.
    """
    try:
        async with asyncio.timeout(SECONDS_TO_PUSH):
            addresses = await addresses_of(endpoint)
            reader, writer = await _connected(endpoint, addresses)
            try:
                return await _asked(endpoint, headers, body, reader, writer)
            finally:
                writer.transport.abort()
    except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
        raise NoAnswer(type(error).__name__) from error


async def _connected(
    endpoint: Endpoint, addresses: Sequence[str]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first of the addresses that takes it."""
    trust, name = (_trust(), endpoint.host) if endpoint.is_secure else (None, None)
    failure: OSError | None = None
    for address in addresses:
        try:
            return await asyncio.open_connection(
                address, endpoint.port, ssl=trust, server_hostname=name
            )
        except OSError as error:
            failure = error
    raise failure or OSError("no address")


@cache
def _trust() -> ssl.SSLContext:
    """The authorities of this machine; they are read once."""
    return ssl.create_default_context()


async def _asked(
    endpoint: Endpoint,
    headers: Mapping[str, str],
    body: bytes,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> Answer:
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_PUSH_ANSWER)
    request = h11.Request(
        method="POST",
        target=endpoint.path,
        headers=[
            ("host", endpoint.origin.partition("://")[2]),
            ("content-length", str(len(body))),
            ("connection", "close"),
            *headers.items(),
        ],
    )
    for event in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(event) or b"")
    await writer.drain()
    while True:
        said = connection.next_event()
        if said is h11.NEED_DATA:
            connection.receive_data(await reader.read(_CHUNK))
        elif isinstance(said, h11.Response):
            told = dict(said.headers).get(b"retry-after")
            return Answer(
                said.status_code, None if told is None else _seconds(told.decode("latin-1"))
            )
        elif not isinstance(said, h11.InformationalResponse):
            raise OSError("no response")


def _seconds(retry_after: str) -> float | None:
    """What the header says, in seconds or as a date; None where it says nothing."""
    if retry_after.isascii() and retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None
