"""A push service of the tests' own: it takes messages, or says whatever it is told to say."""

from __future__ import annotations

import datetime as dt
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from tests.running import PATIENCE


@dataclass(frozen=True)
class Pushed:
    """A message as it came."""

    path: str
    headers: Mapping[str, str]
    """By names in small letters."""
    body: bytes


@dataclass
class PushService:
    """Where browsers of the tests are called, at ``origin`` and any path."""

    origin: str
    pushed: list[Pushed] = field(default_factory=list)
    status: int = 201
    """What it answers next, and from then on."""
    headers: Mapping[str, str] = field(default_factory=dict)
    may_answer: threading.Event = field(default_factory=threading.Event)
    """While it is not set, nobody is answered."""
    came: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, count: int, path: str) -> list[Pushed]:
        """What came for this path, once there is so much of it."""

        def came() -> list[Pushed]:
            return [pushed for pushed in self.pushed if pushed.path == path]

        with self.came:
            assert self.came.wait_for(lambda: len(came()) >= count, PATIENCE), "nothing came"
            return came()

    def take(self, pushed: Pushed) -> tuple[int, Mapping[str, str]]:
        """Take one message; the answer to it."""
        with self.came:
            self.pushed.append(pushed)
            self.came.notify_all()
        self.may_answer.wait(PATIENCE)
        return self.status, self.headers


@contextmanager
def push_service(certificate: Path | None = None) -> Iterator[PushService]:
    """A push service, by TLS if there is a certificate with its key."""
    service = PushService("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, answer = service.take(Pushed(self.path, headers, body))
            self.send_response(status)
            for name, value in answer.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    service.origin = f"{scheme}://127.0.0.1:{server.server_port}"
    service.may_answer.set()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.may_answer.set()
        server.shutdown()
        server.server_close()
        thread.join()


def write_certificate(file: Path) -> None:
    """A key, and the certificate for this machine that it signs itself."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push service of the tests")])
    public = key.public_key()
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, SHA256())
    )
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + made.public_bytes(Encoding.PEM)
    )
