"""Which push services this server talks to. A browser names the address, so it may be anybody's."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from openhearts.server.limits import LONGEST_ENDPOINT

HTTPS = 443

WELL_KNOWN, NONE = "well-known", "none"
"""What an operator may write instead of names."""

MAKERS = (
    "fcm.googleapis.com",  # Chrome, and most that are made of it
    "*.push.services.mozilla.com",  # Firefox
    "*.push.apple.com",  # Safari
    "*.notify.windows.com",  # Edge on Windows
)
"""Those well-known: of the browsers that most people have."""

_NAME = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""A public host's. Its last part begins with a letter: what does not may be an address."""
_READABLE = re.compile(r"[!-~]+")


class EndpointRefused(Exception):
    """Nothing is sent to this address."""


class NotPublic(OSError):
    """The name of a push service leads to somewhere else than the public internet just now."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a message for one browser goes."""

    origin: str
    host: str
    port: int
    path: str
    is_vouched: bool
    """Whether the operator named this very origin, wherever it lies."""

    @property
    def is_secure(self) -> bool:
        """Whether it is spoken to by TLS."""
        return self.origin.startswith("https:")


@dataclass(frozen=True, slots=True)
class Services:
    """The push services that an operator allows.

    A name stands for itself by https at the usual port, ``*.`` before it for all below it; such a
    host must have public addresses. An origin (``http://127.0.0.1:9000``) stands for itself alone
    and is not asked where it lies: the operator has vouched for it.
    """

    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Services:
        """Names and origins, parted by commas; WELL_KNOWN for the makers', NONE alone for none.

        Raises ValueError.
        """
        if text.strip() == NONE:
            return cls()
        parts = [part.strip().lower().removesuffix("/") for part in text.split(",")]
        origins = tuple(part for part in parts if "://" in part)
        names = tuple(part for part in parts if part not in (*origins, WELL_KNOWN))
        for name in names:
            if not _NAME.fullmatch(name.removeprefix("*.")):
                raise ValueError(f"not the name of a host: {name!r}")
        for origin in origins:
            found = urlsplit(origin)
            is_whole = found.scheme in ("http", "https") and found.hostname
            if not is_whole or origin != f"{found.scheme}://{found.netloc}" or "@" in found.netloc:
                raise ValueError(f"not an origin: {origin!r}")
            _ = found.port  # urlsplit finds out about it only when it is asked for
        return cls((*names, *MAKERS) if WELL_KNOWN in parts else names, origins)

    def endpoint(self, address: str) -> Endpoint:
        """Where an address leads that a browser named. Raises EndpointRefused."""
        if len(address) > LONGEST_ENDPOINT or not _READABLE.fullmatch(address):
            raise EndpointRefused
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise EndpointRefused from error
        if "@" in parts.netloc or parts.fragment:
            raise EndpointRefused
        origin = f"{parts.scheme}://{parts.netloc}".lower()
        is_vouched = origin in self.origins
        is_usual = parts.scheme == "https" and port in (None, HTTPS)
        if not is_vouched and not (is_usual and self._knows(host)):
            raise EndpointRefused
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        usual = HTTPS if parts.scheme == "https" else 80
        origin = origin if is_vouched else f"https://{host}"
        return Endpoint(origin, host, port or usual, path, is_vouched)

    def _knows(self, host: str) -> bool:
        """Only names are compared: no address of the internet's protocol is one."""
        return bool(_NAME.fullmatch(host)) and any(
            host.endswith(name[1:]) if name.startswith("*.") else host == name
            for name in self.names
        )

    def __bool__(self) -> bool:
        return bool(self.names or self.origins)


async def addresses_of(endpoint: Endpoint) -> Sequence[str]:
    """Where the host lies now: the connection must go to one of these, not ask once more.

    Raises NotPublic where one of them is not in the public internet, and OSError.
    """
    found = await asyncio.get_running_loop().getaddrinfo(
        endpoint.host, endpoint.port, type=socket.SOCK_STREAM
    )
    addresses = [str(place[0]) for *_, place in found]
    if not endpoint.is_vouched and not all(map(_is_public, addresses)):
        raise NotPublic
    return addresses


def _is_public(text: str) -> bool:
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return address.is_global and not address.is_multicast
