"""What an operator chooses."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from openhearts.server.database_address import DatabaseAddress
from openhearts.server.push.services import Services

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
DEFAULT_GRACE = 60.0
DEFAULT_RETENTION_DAYS = 400
"""As long as browsers keep the cookie of somebody who does not come back: then nobody can answer
to the name any more."""

_PASSWORD = re.compile(r"(?<=:/)(/?[^:/?#@]*:).*(?=@)|(?<=password=)[^&]*")
"""In the address of a database, also of one that was taken for a path."""


class LogForm(StrEnum):
    """How a line of the log is written."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """From which level on something is written to the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Settings:
    """How one server runs. ``port`` 0 takes any free one; times are in seconds."""

    database: DatabaseAddress
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    bot_delay: float = 0.0
    grace: float = DEFAULT_GRACE
    """How long a table waits for a person who is away before a bot stands in."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word is taken for where a request comes from."""
    public_address: str | None = None
    """How people reach the site, where this server cannot know: ``https://hearts.example``."""
    metrics: tuple[str, int] | None = None
    """Host and port at which the metrics are told; None tells them nowhere."""
    log: LogForm = LogForm.TEXT
    log_level: LogLevel = LogLevel.WARNING
    retention_days: int = DEFAULT_RETENTION_DAYS
    """Days after which the name of somebody who was not here is erased."""
    push_services: Services = field(default_factory=Services)
    """Which push services people may be called by; none calls nobody."""
    push_contact: str | None = None
    """Whom a push service may write to about this server, if not at its address."""

    @property
    def contact_for_push(self) -> str | None:
        """Whom a push service may write to; None calls nobody. Some take nothing without it."""
        address = self.public_address or ""
        return self.push_contact or (address if address.startswith("https:") else None)


def default_database() -> Path:
    """Where games are kept when nothing is said: the user's own folder for data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "openhearts" / "openhearts.sqlite3"


def proxies_of(text: str) -> tuple[str, ...]:
    """Addresses and networks, parted by commas. Raises ValueError."""
    return tuple(str(ip_network(part.strip())) for part in text.split(","))


def public_address_of(text: str) -> str:
    """The address of a site, without a path. Raises ValueError for anything else."""
    parts = urlsplit(text)
    address = f"{parts.scheme}://{parts.netloc}".lower()
    is_whole = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    # urlsplit finds out about the port only when it is asked for.
    if not is_whole or parts.port == 0 or text.lower().removesuffix("/") != address:
        raise ValueError(f"not the address of a site: {text!r}")
    return address


def place_of(text: str) -> tuple[str, int]:
    """An address and a port, as 127.0.0.1:9100 or [::1]:9100. Raises ValueError."""
    host, colon, port = text.rpartition(":")
    number = int(port) if port.isascii() and port.isdecimal() else 0
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    version = ip_address(bare).version
    if not colon or not 0 < number <= 65535 or (version == 6) != (bare != host):
        raise ValueError(f"not an address and a port: {text!r}")
    return bare, number


def push_contact_of(text: str) -> str:
    """An address of mail, ``mailto:ann@hearts.example``, or of a page. Raises ValueError."""
    parts = urlsplit(text)
    is_mail = parts.scheme == "mailto" and "@" in parts.path
    is_page = parts.scheme == "https" and bool(parts.hostname)
    if not (is_mail or is_page) or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(f"no address of mail or of a page: {text!r}")
    return text


def masked(value: str) -> str:
    """The value of a setting as it may be shown: an address without its password."""
    return _PASSWORD.sub(lambda found: f"{found[1] or ''}***", value)
