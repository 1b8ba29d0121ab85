"""What an operator chooses."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from openhearts.server.database_address import DatabaseAddress

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


def default_database() -> Path:
    """Where games are kept when nothing is said: the user's own folder for data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "openhearts" / "openhearts.sqlite3"


@dataclass(frozen=True, slots=True)
class Settings:
    """How one server runs. ``port`` 0 takes any free one; times are in seconds."""

    database: DatabaseAddress
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    bot_delay: float = 0.0
