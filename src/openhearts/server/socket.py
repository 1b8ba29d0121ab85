"""A client's socket: commands in, views and replies out."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.status import WS_1008_POLICY_VIOLATION, WS_1011_INTERNAL_ERROR
from starlette.websockets import WebSocket, WebSocketDisconnect

from openhearts.rules.errors import IllegalAction
from openhearts.server.allowance import Allowance
from openhearts.server.host import Host, NoSuchTable
from openhearts.server.incidents import detail, report
from openhearts.server.limits import (
    COMMANDS,
    COMMANDS_OF_A_SOCKET,
    LARGEST_COMMAND,
    LONGEST_ID,
    MOST_REFUSALS,
)
from openhearts.server.metrics import Metrics
from openhearts.server.origins import Gate, person_of
from openhearts.server.readable import readable
from openhearts.server.same_origin import is_same_origin
from openhearts.server.stopping import Stopping
from openhearts.server.watcher import Watcher
from openhearts.tables.messages import (
    AnyCommand,
    AskHint,
    Code,
    Done,
    ForgetName,
    Rejected,
    Rename,
    Reply,
    Say,
    Write,
)
from openhearts.tables.refusal import TableRefusal

TABLE_NOT_FOUND = 4404
"""The close code where there is no such table."""

CLOSED = (WebSocketDisconnect, RuntimeError)
"""What sending raises once either side has closed the socket."""

UNREADABLE = "none"
"""The kind of a command of which none can be read."""

_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_KINDS = {str(kind.__struct_config__.tag) for kind in AnyCommand.__args__}


class Sockets:
    """Every socket at a table."""

    def __init__(self, host: Host, stopping: Stopping, metrics: Metrics) -> None:
        self._host = host
        self._stopping = stopping
        self._metrics = metrics
        self._gate = Gate(COMMANDS)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one client of a table until either side has enough."""
        if not is_same_origin(socket):
            await socket.close()  # before the handshake: the client gets 403
            return
        table_id = socket.path_params["table_id"]
        await socket.accept()
        with contextlib.suppress(*CLOSED):
            try:
                watcher = await self._host.watch(table_id, person_of(socket.scope))
            except NoSuchTable:
                await socket.close(TABLE_NOT_FOUND)
            except Exception as error:
                report("table-not-shown", error, table=table_id)
                await socket.close(WS_1011_INTERNAL_ERROR)
            else:
                await self._converse(socket, table_id, watcher)

    async def _converse(self, socket: WebSocket, table_id: str, watcher: Watcher) -> None:
        conversation = _Conversation(
            socket, self._host, table_id, watcher, self._stopping, self._metrics, self._gate
        )
        self._stopping.conversations.add(conversation)
        sending = asyncio.create_task(conversation.send())
        try:
            await conversation.receive()
        finally:
            self._stopping.conversations.discard(conversation)
            self._host.unwatch(table_id, watcher)
            sending.cancel()


class _Conversation:
    """One client at one table."""

    def __init__(
        self,
        socket: WebSocket,
        host: Host,
        table_id: str,
        watcher: Watcher,
        stopping: Stopping,
        metrics: Metrics,
        gate: Gate,
    ) -> None:
        self._socket = socket
        self._host = host
        self._table_id = table_id
        self._watcher = watcher
        self._stopping = stopping
        self._metrics = metrics
        self._gate = gate
        self._allowance = Allowance(COMMANDS_OF_A_SOCKET)
        self._answering = False
        self._telling = False

    @property
    def is_owed_an_answer(self) -> bool:
        """Whether the client waits for the answer to a command that was taken."""
        return self._answering or self._telling or self._watcher.has_replies

    async def send(self) -> None:
        """Send what there is to send, until the socket is closed."""
        with contextlib.suppress(*CLOSED):  # who receives sees the end as well, and cleans up
            while True:
                updates = await self._watcher.next_updates()
                self._telling = True
                try:
                    for update in updates:
                        await self._socket.send_text(msgspec.json.encode(update).decode())
                finally:
                    self._telling = False

    async def receive(self) -> None:
        """Answer the client's commands, one after the other, until the socket is closed."""
        refusals = 0
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._stopping.has_begun:
                continue  # the client sends it again, to the server that comes after this one
            text: str | None = message.get("text")
            body = text.encode() if text is not None else bytes(message.get("bytes") or b"")
            wait = self._allowance.spend() or self._gate.spend(self._socket.scope)
            if not wait:
                await self._answer(body)
                continue
            refusals += 1
            if refusals > MOST_REFUSALS:
                await self._socket.close(WS_1008_POLICY_VIOLATION)
                return
            self._metrics.refused.labels(COMMANDS.name).inc()
            self._reply(
                Rejected(id=_id_of(body), code="too-many-commands", facts={"retryIn": wait})
            )
            await asyncio.sleep(0)  # the others' turn: what waits to be read here has no end

    async def _answer(self, body: bytes) -> None:
        begun = time.perf_counter()
        self._answering = True
        try:
            kind, reply = await self._answer_to(body)
        finally:
            self._answering = False
        self._reply(reply)
        seconds = time.perf_counter() - begun
        self._metrics.command_seconds.labels(kind).observe(seconds)
        code = reply.code if isinstance(reply, Rejected) else "done"
        detail("command", table=self._table_id, command=kind, code=code, seconds=round(seconds, 4))

    def _reply(self, reply: Reply) -> None:
        if isinstance(reply, Rejected):
            self._metrics.rejected.labels(reply.code).inc()
        self._watcher.reply(reply)

    async def _answer_to(self, body: bytes) -> tuple[str, Reply]:
        """The kind of a command, and what is answered to it."""
        if len(body) > LARGEST_COMMAND:
            too_large = Rejected(id=None, code="too-large", facts={"limit": LARGEST_COMMAND})
            return UNREADABLE, too_large
        try:
            command = _decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return UNREADABLE, Rejected(id=_id_of(body), code=_fault_of(body))
        kind = str(command.__struct_config__.tag)
        try:
            return kind, await self._carry_out(command)
        except IllegalAction as refused:
            code: Code = refused.reason.value
            return kind, Rejected(id=command.id, code=code, facts=dict(refused.facts))
        except TableRefusal as refused:
            return kind, Rejected(id=command.id, code=refused.code, facts=dict(refused.facts))
        except Exception as error:
            report("command-failed", error, table=self._table_id, command=kind)
            return kind, Rejected(id=command.id, code="server-fault")

    async def _carry_out(self, command: AnyCommand) -> Reply:
        person = self._watcher.person
        match command:
            case Rename():
                name = readable(command.name)
                if name is None:
                    return Rejected(id=command.id, code="malformed")
                await self._host.rename(person, name)
            case ForgetName():
                await self._host.forget_name(person)
            case Say():
                await self._host.speak(self._table_id, person, command)
            case Write():
                text = readable(command.text)
                if text is None:
                    return Rejected(id=command.id, code="unreadable-text")
                said = msgspec.structs.replace(command, text=text)
                await self._host.speak(self._table_id, person, said)
            case AskHint():
                return await self._host.hint(self._table_id, person, command)
            case _:
                await self._host.command(self._table_id, person, command)
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
