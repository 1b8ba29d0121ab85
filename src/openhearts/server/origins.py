"""Where requests come from, as far as it is counted, and who asks."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from openhearts.server.allowance import Allowances
from openhearts.server.limits import Limit

IPV6_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household shares: the rest it chooses at will."""


class Gate:
    """One limit, for every address and every person."""

    def __init__(self, limit: Limit) -> None:
        self.name = limit.name
        self._of_addresses = Allowances(limit.address)
        self._of_persons = Allowances(limit.person)

    def spend(self, scope: Scope) -> int:
        """Take one for whoever asks, and 0; if there is none, in how many seconds there will be.

        This machine's own address is not counted.
        """
        origin = origin_of(scope)
        if origin is None:
            return 0
        # The address first: whoever keeps no cookie is somebody new each time.
        return self._of_addresses.spend(origin) or self._of_persons.spend(person_of(scope))


def person_of(scope: Scope) -> str:
    """The identity of who asks, which IdentityMiddleware has put there."""
    return str(scope["state"]["person"])


def origin_of(scope: Scope) -> str | None:
    """Where the request comes from, as far as it is counted; None for this machine itself."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host or None
    if isinstance(address, IPv6Address):
        # A server on every address sees those of IPv4 in the clothes of IPv6.
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, IPV6_HOUSEHOLD), strict=False))
    return str(address)
