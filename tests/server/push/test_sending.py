"""One message to a push service, whatever that makes of it."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from email.utils import formatdate
from pathlib import Path

import pytest

from openhearts.server.push import sending
from openhearts.server.push.sending import Answer, NoAnswer, post
from openhearts.server.push.services import Services
from tests.server.push.service import PushService, push_service, write_certificate


@pytest.fixture(name="service")
def _service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


def sent(origin: str, body: bytes = b"said") -> Answer:
    endpoint = Services.read(origin).endpoint(f"{origin}/one/browser?x=1")
    return asyncio.run(post(endpoint, {"ttl": "60"}, body))


def test_it_comes_as_it_was_sent(service: PushService) -> None:
    assert sent(service.origin) == Answer(201)
    (pushed,) = service.pushed
    assert (pushed.path, pushed.body) == ("/one/browser?x=1", b"said")
    assert pushed.headers["ttl"] == "60"
    assert f"http://{pushed.headers['host']}" == service.origin


def test_by_tls_only_where_the_certificate_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = tmp_path / "push.pem"
    write_certificate(certificate)
    with push_service(certificate) as service:
        with pytest.raises(NoAnswer):
            sent(service.origin)
        assert not service.pushed
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        sending._trust.cache_clear()
        try:
            assert sent(service.origin) == Answer(201)
        finally:
            sending._trust.cache_clear()


def test_no_redirect_is_followed(service: PushService) -> None:
    with push_service() as other:
        service.status, service.headers = 307, {"location": f"{other.origin}/x"}
        assert sent(service.origin).status == 307
        assert not other.pushed


@pytest.mark.parametrize(
    ("told", "seconds"),
    [("0", 0), ("17", 17), ("soon", None), ("-1", None), ("٣", None), ("", None)],
)
def test_when_to_come_again_is_understood(
    service: PushService, told: str, seconds: float | None
) -> None:
    service.status = 429
    service.headers = {"retry-after": told.encode().decode("latin-1")}
    assert sent(service.origin) == Answer(429, seconds)


def test_also_as_a_date(service: PushService) -> None:
    service.status = 503
    service.headers = {"retry-after": formatdate(time.time() + 60, usegmt=True)}
    assert sent(service.origin).retry_after == pytest.approx(60, abs=5)
    service.headers = {"retry-after": formatdate(time.time() - 60, usegmt=True)}
    assert sent(service.origin).retry_after == 0


def test_a_service_that_says_nothing_is_left(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "SECONDS_TO_PUSH", 0.2)
    service.may_answer.clear()
    with pytest.raises(NoAnswer, match="TimeoutError"):
        sent(service.origin)


def test_one_that_is_not_there_is_no_fault_of_ours() -> None:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    with pytest.raises(NoAnswer):
        sent(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    "said",
    [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 201 Created\r\nx: " + b"y" * 100_000,
     b"HTTP/1.1 100 Continue\r\n\r\n" * 10, b"\0" * 10_000],
)  # fmt: skip
def test_one_that_speaks_no_http_is_left(said: bytes) -> None:
    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        writer.write_eof()
        await writer.drain()
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(speak, "127.0.0.1", 0)
        async with server:
            origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            endpoint = Services.read(origin).endpoint(f"{origin}/x")
            with pytest.raises(NoAnswer):
                await post(endpoint, {}, b"said")

    asyncio.run(run())
