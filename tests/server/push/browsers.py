"""A browser that may be called: its keys, and how it reads what it is told (RFC 8291, 8188)."""

from __future__ import annotations

import secrets

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class PushedBrowser:
    """The keys of one subscription."""

    def __init__(self) -> None:
        self._take(1 + secrets.randbelow(2**255), secrets.token_bytes(16))

    @classmethod
    def with_keys(cls, private: bytes, auth: bytes) -> PushedBrowser:
        """The one that has these keys."""
        browser = cls()
        browser._take(int.from_bytes(private), auth)
        return browser

    def _take(self, number: int, auth: bytes) -> None:
        self._private = derive_private_key(number, SECP256R1())
        self.public = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.auth = auth

    def read(self, sent: bytes) -> bytes:
        """What was said. Raises InvalidTag where it was said to somebody else."""
        salt, length = sent[:16], sent[20]
        theirs, record = sent[21 : 21 + length], sent[21 + length :]
        assert len(record) <= int.from_bytes(sent[16:20]), "one record"
        shared = self._private.exchange(
            ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs)
        )
        info = b"WebPush: info\0" + self.public + theirs
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        said = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert said.endswith(b"\x02"), "the last record"
        return said[:-1]
