"""How much may be asked for from one address: people behind it share an allowance."""

from __future__ import annotations

import math
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from openhearts.server.allowance import Allowances

IPV6_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household shares: the rest it chooses at will."""


class OriginAllowances:
    """An allowance for every address but this machine's own, which is not counted."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self._a_second = a_second
        self._allowances = Allowances(at_once, a_second)

    def spend(self, scope: Scope) -> bool:
        """Take one for where this request comes from; False if there is none."""
        origin = _origin(scope)
        return origin is None or self._allowances.spend(origin)

    @property
    def seconds_for_one(self) -> int:
        """After how long an address that has spent everything may ask again."""
        return math.ceil(1 / self._a_second)


def _origin(scope: Scope) -> str | None:
    """Where the request comes from, as far as it is counted; None for this machine itself."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host or None
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, IPV6_HOUSEHOLD), strict=False))
    return str(address)
