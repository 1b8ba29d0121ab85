"""Who sends: the server's own key, which every push service and browser knows it by (RFC 8292)."""

from __future__ import annotations

import time
from functools import cached_property

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from openhearts.server.push.encryption import point, to_text

SECONDS_VALID = 12 * 3600
"""Half of what a push service takes: clocks differ."""
_NUMBER_BYTES = 32
_HEAD = to_text(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))


def fresh_key() -> bytes:
    """A private key that nobody has yet, as it is stored."""
    return generate_private_key(SECP256R1()).private_numbers().private_value.to_bytes(_NUMBER_BYTES)


class ServerKey:
    """A key of the server's: a browser that asked for calls takes them from this one only."""

    def __init__(self, stored: bytes) -> None:
        self._private: EllipticCurvePrivateKey = derive_private_key(
            int.from_bytes(stored), SECP256R1()
        )

    @cached_property
    def public(self) -> str:
        """What browsers are told, in base64url."""
        return to_text(point(self._private.public_key()))

    def authorization(self, service: str, contact: str) -> str:
        """The header by which the push service at this origin knows us for some hours.

        ``contact`` is whom its people may write to: a ``mailto:`` or ``https:`` address.
        """
        until = int(time.time()) + SECONDS_VALID
        claims = to_text(msgspec.json.encode({"aud": service, "exp": until, "sub": contact}))
        signed = f"{_HEAD}.{claims}"
        numbers = decode_dss_signature(self._private.sign(signed.encode(), ECDSA(SHA256())))
        signature = to_text(b"".join(number.to_bytes(_NUMBER_BYTES) for number in numbers))
        return f"vapid t={signed}.{signature}, k={self.public}"
