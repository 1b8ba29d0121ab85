"""Which database a command means, and what it says where that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from openhearts.cli.output import refuse
from openhearts.cli.setting import setting
from openhearts.server.cannot_start import OperatorFault
from openhearts.server.database_address import DatabaseAddress, read_address
from openhearts.server.settings import default_database

DatabaseOption = Annotated[str | None, setting("database")]


def chosen_database(text: str | None) -> DatabaseAddress:
    """The database that an operator named, or the usual one. Raises CannotStart."""
    return default_database() if text is None else read_address(text)


@contextmanager
def refusing() -> Iterator[None]:
    """Say in one sentence what only the operator can mend, and end with the status 1."""
    try:
        yield
    except OperatorFault as fault:
        refuse(f"cli.{fault.code}", **fault.facts)
