"""What is said to a browser, so that the push service between cannot read it (RFC 8291)."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SALT_BYTES = AUTH_BYTES = 16
RECORD_SIZE = 4096
"""What a record may hold; there is one only, and it is smaller."""
LAST_RECORD = b"\x02"
"""Ends what is said; zeros may follow."""


def encrypt(
    said: bytes,
    public: bytes,
    auth: bytes,
    *,
    padded_to: int = 0,
    salt: bytes | None = None,
    private: EllipticCurvePrivateKey | None = None,
) -> bytes:
    """``said`` in the content coding aes128gcm, for whoever has the private key to ``public`` and
    the secret ``auth``; with ``padded_to``, all that is no longer looks as long as that.

    Each time with a fresh ``salt`` and a fresh ``private`` key, unless a test knows better.
    Raises ValueError where ``public`` is no point of the curve P-256.
    """
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    private = private or generate_private_key(SECP256R1())
    receiver = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), public)
    ours = point(private.public_key())
    shared = _derive(
        private.exchange(ECDH(), receiver), auth, b"WebPush: info\0" + public + ours, 32
    )
    key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + len(ours).to_bytes() + ours
    record = (said + LAST_RECORD).ljust(padded_to + len(LAST_RECORD), b"\0")
    return head + AESGCM(key).encrypt(nonce, record, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point(key: EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(octets: bytes) -> str:
    """Bytes as addresses and headers carry them: base64url without padding."""
    return urlsafe_b64encode(octets).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The bytes again. Raises ValueError."""
    octets = urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    if to_text(octets) != text.rstrip("="):  # Python skips what is no letter of it
        raise ValueError("not base64url")
    return octets
