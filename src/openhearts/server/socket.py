"""A client's socket: commands in, views and replies out."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.status import WS_1008_POLICY_VIOLATION, WS_1011_INTERNAL_ERROR
from starlette.websockets import WebSocket, WebSocketDisconnect

from openhearts.rules.errors import IllegalAction
from openhearts.server.allowance import Allowance
from openhearts.server.host import Host, NoSuchTable
from openhearts.server.incidents import report
from openhearts.server.names import readable
from openhearts.server.same_origin import is_same_origin
from openhearts.server.watcher import Watcher
from openhearts.tables.messages import AnyCommand, AskHint, Code, Done, Rejected, Rename, Reply
from openhearts.tables.refusal import TableRefusal

LARGEST_COMMAND = 8 * 1024
"""In bytes; a longer message is answered, one over LARGEST_MESSAGE closes the socket."""
LARGEST_MESSAGE = 64 * 1024
COMMANDS_A_SECOND = 10.0
COMMANDS_AT_ONCE = 40.0
MOST_REFUSALS = 1000
"""Commands beyond the allowance that a socket answers; then it has had enough."""
LONGEST_ID = 32

TABLE_NOT_FOUND = 4404
"""The close code where there is no such table."""

CLOSED = (WebSocketDisconnect, RuntimeError)
"""What sending raises once either side has closed the socket."""

_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_KINDS = {str(kind.__struct_config__.tag) for kind in AnyCommand.__args__}


async def serve_socket(socket: WebSocket, host: Host, table_id: str, person: str) -> None:
    """Serve one client of a table until either side has enough."""
    if not is_same_origin(socket):
        await socket.close()  # before the handshake: the client gets 403
        return
    await socket.accept()
    with contextlib.suppress(*CLOSED):
        try:
            watcher = await host.watch(table_id, person)
        except NoSuchTable:
            await socket.close(TABLE_NOT_FOUND)
        except Exception as error:
            report(f"table {table_id!r} cannot be shown", error)
            await socket.close(WS_1011_INTERNAL_ERROR)
        else:
            await _converse(socket, host, table_id, watcher)


async def _converse(socket: WebSocket, host: Host, table_id: str, watcher: Watcher) -> None:
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        await _receive(socket, host, table_id, watcher)
    finally:
        host.unwatch(table_id, watcher)
        sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with contextlib.suppress(*CLOSED):  # the receiving side sees the end as well, and cleans up
        while True:
            for update in await watcher.next_updates():
                await socket.send_text(msgspec.json.encode(update).decode())


async def _receive(socket: WebSocket, host: Host, table_id: str, watcher: Watcher) -> None:
    allowance = Allowance(COMMANDS_AT_ONCE, COMMANDS_A_SECOND)
    refusals = 0
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text: str | None = message.get("text")
        body = text.encode() if text is not None else bytes(message.get("bytes") or b"")
        if allowance.spend():
            watcher.reply(await _reply(host, table_id, watcher.person, body))
            continue
        refusals += 1
        if refusals > MOST_REFUSALS:
            await socket.close(WS_1008_POLICY_VIOLATION)
            return
        watcher.reply(Rejected(id=_id_of(body), code="too-many-commands"))
        await asyncio.sleep(0)  # the others' turn: what waits to be read here has no end


async def _reply(host: Host, table_id: str, person: str, body: bytes) -> Reply:
    if len(body) > LARGEST_COMMAND:
        return Rejected(id=None, code="too-large", facts={"limit": LARGEST_COMMAND})
    try:
        command = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Rejected(id=_id_of(body), code=_fault_of(body))
    try:
        if isinstance(command, Rename):
            name = readable(command.name)
            if name is None:
                return Rejected(id=command.id, code="malformed")
            await host.rename(person, name)
        elif isinstance(command, AskHint):
            return await host.hint(table_id, person, command)
        else:
            await host.command(table_id, person, command)
    except IllegalAction as refused:
        return Rejected(id=command.id, code=refused.reason.value, facts=dict(refused.facts))
    except TableRefusal as refused:
        return Rejected(id=command.id, code=refused.code, facts=dict(refused.facts))
    except Exception as error:
        report(f"table {table_id}: a {type(command).__name__} failed", error)
        return Rejected(id=command.id, code="server-fault")
    return Done(id=command.id)


def _fault_of(body: bytes) -> Code:
    kind = _field_of(body, "kind")
    return "malformed" if kind is None or kind in _KINDS else "unknown-command"


def _id_of(body: bytes) -> str | None:
    found = _field_of(body, "id") if len(body) <= LARGEST_COMMAND else None
    return found if found is not None and len(found) <= LONGEST_ID else None


def _field_of(body: bytes, name: str) -> str | None:
    """A text field of a message that may be anything."""
    try:
        found = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    value = found.get(name) if isinstance(found, dict) else None
    return value if isinstance(value, str) else None
