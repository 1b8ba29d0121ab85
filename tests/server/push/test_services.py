"""Which addresses anything is sent to: only to those of push services that the operator knows."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from openhearts.server.limits import LONGEST_ENDPOINT
from openhearts.server.push.services import (
    WELL_KNOWN,
    EndpointRefused,
    NotPublic,
    Services,
    addresses_of,
)

KNOWN = Services.read(WELL_KNOWN)
REAL = (
    "https://fcm.googleapis.com/fcm/send/dGhpcyBpcw:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b",
    "https://FCM.googleapis.com:443/fcm/send/x",
)
REFUSED = (
    "",
    "/fcm/send/x",
    "http://fcm.googleapis.com/fcm/send/x",
    "ftp://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com:x/x",
    "https://ann:secret@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "https://evilfcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://push.apple.com/x",  # only what is below it
    "https://.push.apple.com/x",
    "https://evilpush.apple.com/x",
    "https://evil%2epush.apple.com/x",
    "https://fcm.googleapis.com./x",
    "https://fcm.googleapis.com/x#y",
    "https://fcm.googleapis.com/x y",
    "https://fcm.googleapis.com/x\r\nhost: evil.example",
    "https://fcm.googleapis.com/\u00e9",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://[::1/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://localhost/x",
    "https://fcm.googleapis.com/" + "x" * LONGEST_ENDPOINT,
)


@pytest.mark.parametrize("address", REAL)
def test_the_well_known_services_are_known(address: str) -> None:
    endpoint = KNOWN.endpoint(address)
    assert endpoint.is_secure
    assert not endpoint.is_vouched
    assert endpoint.port == 443
    assert endpoint.origin == f"https://{endpoint.host}", "which the service knows itself by"
    assert address.lower().endswith(endpoint.path.lower())


@pytest.mark.parametrize("address", REFUSED)
def test_everything_else_is_refused(address: str) -> None:
    with pytest.raises(EndpointRefused):
        KNOWN.endpoint(address)


def test_an_operator_names_others() -> None:
    services = Services.read("push.example.net, *.push.example.org, http://127.0.0.1:9000/")
    beside = Services.read("push.example.net,well-known")
    assert {beside.endpoint(place).host for place in ("https://push.example.net/x", REAL[0])}
    assert services.endpoint("https://push.example.net/x").host == "push.example.net"
    assert services.endpoint("https://a.b.push.example.org/x").host == "a.b.push.example.org"
    vouched = services.endpoint("http://127.0.0.1:9000/x?y=1")
    assert (vouched.is_vouched, vouched.port, vouched.path) == (True, 9000, "/x?y=1")
    for other in ("http://127.0.0.1:9001/x", "https://127.0.0.1:9000/x", REAL[0]):
        with pytest.raises(EndpointRefused):
            services.endpoint(other)


def test_an_operator_names_none() -> None:
    assert not Services.read("none")
    assert KNOWN


@pytest.mark.parametrize(
    "text",
    ["", "*", "*.", "a b.example", "10.0.0.1", "push.example:444", "ftp://push.example",
     "http://", "https://a@push.example", "https://push.example/path", "https://push.example:x",
     "fcm.googleapis.com,"],
)  # fmt: skip
def test_what_names_no_service_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Services.read(text)


def resolving_to(*addresses: str) -> Any:
    """The system's way to look for a host, which finds it here."""

    async def getaddrinfo(_host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        kinds = {False: socket.AF_INET, True: socket.AF_INET6}
        return [(kinds[":" in place], 1, 6, "", (place, port)) for place in addresses]

    return getaddrinfo


def looked_up(services: Services, address: str, *found: str) -> list[str]:
    async def run() -> list[str]:
        loop = asyncio.get_running_loop()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "getaddrinfo", resolving_to(*found))
            return list(await addresses_of(services.endpoint(address)))

    return asyncio.run(run())


def test_a_known_name_in_the_public_internet_is_connected_to() -> None:
    found = ("142.250.1.95", "2a00:1450:4001::5f")
    assert looked_up(KNOWN, REAL[0], *found) == list(found)


@pytest.mark.parametrize(
    "inside",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1",
     "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1",
     "::ffff:127.0.0.1", "::ffff:10.0.0.1"],
)  # fmt: skip
def test_a_known_name_that_leads_inside_is_not(inside: str) -> None:
    """Whoever can make a name point at this machine's neighbours reaches none of them by it."""
    for found in ((inside,), ("142.250.1.95", inside)):
        with pytest.raises(NotPublic):
            looked_up(KNOWN, REAL[0], *found)


def test_what_an_operator_vouched_for_may_lie_inside() -> None:
    services = Services.read("https://push.example.net:9000")
    assert looked_up(services, "https://push.example.net:9000/x", "10.1.2.3") == ["10.1.2.3"]
