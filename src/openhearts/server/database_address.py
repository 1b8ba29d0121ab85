"""Where games are kept: in a file, or in a PostgreSQL database that has an address."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from openhearts.server.cannot_start import CannotStart

_HOST = r"(?:\[[0-9A-Fa-f:.]+\]|[^\[\]:@/?\#,\s]*)(?::\d+)?"
_POSTGRESQL = re.compile(
    rf"""
    (?P<kind>postgres(?:ql)?://)
    (?:(?P<user>[^:@/?\#\s]*)(?::[^@/?\#\s]*)?@)?
    (?P<hosts>{_HOST}(?:,{_HOST})*)
    (?P<name>/[^@/?\#\s]*)?
    (?:\?[^@?\#\s]*)?
    """,
    re.VERBOSE,
)
"""Strict: of an address that is written otherwise, nobody knows where the password ends."""


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """``str()`` shows it to people: without the password and the parameters."""

    url: str = field(repr=False)
    """Whatever libpq reads, and so psql."""
    shown: str

    def __str__(self) -> str:
        return self.shown


DatabaseAddress: TypeAlias = Path | PostgresAddress
"""A path is that of a SQLite file."""


def read_address(text: str) -> DatabaseAddress:
    """What an operator wrote: a file's path, or ``postgresql://...``. Raises CannotStart."""
    if "://" not in text:
        return Path(text)
    found = _POSTGRESQL.fullmatch(text)
    if found is None:
        raise CannotStart("database-address-wrong")
    user = f"{found['user']}@" if found["user"] else ""
    return PostgresAddress(text, f"{found['kind']}{user}{found['hosts']}{found['name'] or ''}")
