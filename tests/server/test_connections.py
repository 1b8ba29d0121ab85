"""What strangers may do to a connection before they say anything that makes sense."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.sync.client import connect

from openhearts.server import connections, serve
from openhearts.server.connections import Connection, SocketConnection
from openhearts.server.limits import SECONDS_TO_ASK
from openhearts.server.settings import Settings
from tests.processes import memory_of
from tests.running import PATIENCE, Server, Visitor

IN_TIME = 0.5
"""Seconds to ask, for these tests."""


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Says how long the body was; over a socket, says everything twice."""
    if scope["type"] == "websocket":
        await echo(WebSocket(scope, receive, send))
        return
    body = await Request(scope, receive).body()
    await PlainTextResponse(str(len(body)))(scope, receive, send)


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    with suppress(WebSocketDisconnect):
        while True:
            await websocket.send_text(2 * await websocket.receive_text())


@contextmanager
def listening(limit: int | None = None) -> Iterator[int]:
    """A server with our connections and little else; its port."""
    config = uvicorn.Config(
        application,
        port=0,
        http=Connection,
        ws=SocketConnection,
        lifespan="off",
        log_config=None,
        limit_concurrency=limit,
        timeout_keep_alive=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + PATIENCE
        while not server.started:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)
        yield int(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


def dial(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def answer_on(line: socket.socket) -> bytes:
    """The whole answer to a request with a body of three bytes."""
    answer = b""
    while not answer.endswith(b"\r\n\r\n3"):
        answer += line.recv(4096)
    return answer


def seconds_to_the_end(line: socket.socket) -> float:
    """How long the other side goes on listening."""
    begin = time.monotonic()
    while line.recv(4096):
        pass
    return time.monotonic() - begin


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n123",
        b"GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\nho",
    ],
    ids=["silent", "no line", "no end of headers", "no end of body", "a second one"],
)
def test_a_request_that_does_not_come_to_its_end_ends_the_connection(
    monkeypatch: pytest.MonkeyPatch, beginning: bytes
) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", IN_TIME)
    with listening() as port, dial(port) as line:
        line.sendall(beginning)
        assert seconds_to_the_end(line) < SECONDS_TO_ASK / 2


def test_requests_that_come_to_their_end_keep_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", IN_TIME)
    with listening() as port, dial(port) as line:
        for _ in range(4):
            time.sleep(IN_TIME / 2)
            line.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n123")
            assert answer_on(line).startswith(b"HTTP/1.1 200")


def test_a_socket_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", IN_TIME)
    with listening() as port, connect(f"ws://127.0.0.1:{port}/") as websocket:
        time.sleep(2 * IN_TIME)
        websocket.send("still there")
        assert websocket.recv(PATIENCE) == "still therestill there"


def test_a_full_house_says_so_and_lets_in_whoever_comes_after_another_left() -> None:
    with listening(limit=4) as port, ExitStack() as inside:
        for _ in range(2):
            inside.enter_context(dial(port))
        with dial(port), dial(port), dial(port) as refused:
            assert refused.recv(4096).startswith(b"HTTP/1.1 503")
        deadline = time.monotonic() + PATIENCE
        while not welcome(port):
            assert time.monotonic() < deadline, "nobody else comes in"


def welcome(port: int) -> bool:
    """Whether one more is served."""
    with dial(port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        return line.recv(4096).startswith(b"HTTP/1.1 200")


def test_junk_is_no_news_to_the_operator(server: Server) -> None:
    """Anybody can send it; it must not fill the log."""
    with raw_socket(server, Visitor(server).open_table()) as upgraded:
        upgraded.sendall(bytes([0x81, 0x82]) + b"\0\0\0\0" + b"\xff\xfe")
        assert close_code(upgraded) == 1007
    for junk in (b"\x16\x03\x01\x02", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nx: " + b"y" * 70_000):
        with dial(server.port) as line:
            line.sendall(junk + b"\r\n\r\n")
            seconds_to_the_end(line)
    assert server.logged == ""


@pytest.mark.parametrize("origin", ["", "origin: http://evil.example\r\n"])
@pytest.mark.parametrize("asked", ["GET /healthz", "POST /api/tables", "POST /device", "CONNECT /"])
@pytest.mark.parametrize("pause", [0.0, 0.2], ids=["at once", "later"])
def test_a_body_that_turns_out_to_be_none_is_refused_and_no_news_either(
    server: Server, asked: str, origin: str, pause: float
) -> None:
    """Whether its head has been answered by then, or not yet."""
    with dial(server.port) as line:
        head = f"{asked} HTTP/1.1\r\nhost: x\r\n{origin}transfer-encoding: chunked\r\n\r\n"
        line.sendall(head.encode())
        time.sleep(pause)
        line.sendall(b"no size\r\n")
        answer = line.recv(4096)
        assert seconds_to_the_end(line) < SECONDS_TO_ASK / 2
    assert answer.count(b"HTTP/1.1") == 1
    assert 200 <= int(answer.split()[1]) < 500
    assert server.logged == ""


def test_pings_that_nobody_reads_the_answers_of_fill_no_memory(server: Server) -> None:
    pings = (bytes([0x89, 0x80 | 125]) + b"\0\0\0\0" + b"x" * 125) * 500
    with raw_socket(server, Visitor(server).open_table()) as line:
        before = memory_of(server.process_id)
        for _ in range(400):
            line.sendall(pings)
        assert memory_of(server.process_id) - before < 10_000


def test_a_message_in_countless_pieces_closes_the_socket_with_1009(server: Server) -> None:
    pieces = bytes([0x01, 0x80]) + b"\0\0\0\0" + (bytes([0x00, 0x80]) + b"\0\0\0\0") * 2000
    with raw_socket(server, Visitor(server).open_table()) as line:
        line.sendall(pieces)
        assert close_code(line) == 1009


def close_code(line: socket.socket) -> int:
    """Read to the end: the code of the frame that closes the socket."""
    received = b""
    while chunk := line.recv(65536):
        received += chunk
    assert received[-4:-2] == b"\x88\x02", "closed without a code"
    return int.from_bytes(received[-2:], "big")


def raw_socket(server: Server, table: str) -> socket.socket:
    """A socket at the table after the handshake, to send any bytes over."""
    line = dial(server.port)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "host: x",
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        f"sec-websocket-key: {key}",
    )
    line.sendall("\r\n".join((*lines, "\r\n")).encode())
    assert line.recv(1024).startswith(b"HTTP/1.1 101")
    return line


def test_many_files_may_be_open() -> None:
    """More than the 1,024 that most systems give a process that does not ask."""
    limited = 'ulimit -S -n 256; exec "$0" -c "$1"'
    program = "from openhearts.server.connections import make_room; print(make_room())"
    done = subprocess.run(
        ["sh", "-c", limited, sys.executable, program], check=True, capture_output=True, text=True
    )
    assert int(done.stdout) > 256


def test_a_reply_does_not_wait_for_the_client_to_acknowledge_the_view_before_it() -> None:
    """The system holds small writes back, for 40 ms, unless it is told not to."""

    async def run() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def look(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            accepted.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = serve.listen(Settings(Path("unused"), port=0))
        async with await asyncio.start_server(look, sock=listener):
            dial(listener.getsockname()[1]).close()
            return await accepted

    assert asyncio.run(run())
