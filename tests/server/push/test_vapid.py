"""How push services know the server: RFC 8292."""

from __future__ import annotations

import json
import re
import time

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from openhearts.server.push.encryption import from_text
from openhearts.server.push.vapid import ServerKey, fresh_key

SERVICE, CONTACT = "https://push.example.net", "mailto:ann@hearts.example"


def checked(authorization: str) -> dict[str, object]:
    """What the header claims, as a push service reads it. Raises InvalidSignature."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
    assert found, authorization
    head, claims, signature, key = found.groups()
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    numbers = from_text(signature)
    assert len(numbers) == 64
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), from_text(key))
    public.verify(
        encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:])),
        f"{head}.{claims}".encode(),
        ECDSA(SHA256()),
    )
    told: dict[str, object] = json.loads(from_text(claims))
    return told


def test_a_push_service_learns_for_whom_until_when_and_whom_to_write_to() -> None:
    told = checked(ServerKey(fresh_key()).authorization(SERVICE, CONTACT))
    until = told.pop("exp")
    assert told == {"aud": SERVICE, "sub": CONTACT}
    assert isinstance(until, int)
    assert time.time() < until <= time.time() + 24 * 3600


def test_what_is_changed_on_the_way_is_seen() -> None:
    said = ServerKey(fresh_key()).authorization(SERVICE, CONTACT)
    other = ServerKey(fresh_key())
    with pytest.raises(InvalidSignature):
        checked(said.rpartition("=")[0] + "=" + other.public)


def test_a_stored_key_is_the_same_key_again() -> None:
    stored = fresh_key()
    assert len(stored) == 32
    assert ServerKey(stored).public == ServerKey(stored).public != ServerKey(fresh_key()).public
    assert len(from_text(ServerKey(stored).public)) == 65
