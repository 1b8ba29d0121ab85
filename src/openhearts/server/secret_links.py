"""Links that are keys: whoever has one may do something, so that only its digest is stored."""

from __future__ import annotations

import secrets
from hashlib import sha256


def fresh_token() -> str:
    """What nobody can guess, as an address carries it."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    """What is stored of a token. It has 128 random bits: nothing is gained by a slow digest."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
