"""Where a schema stands, and how it is brought up to date; the same on every kind of database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, select
from sqlalchemy.exc import NoResultFound

from openhearts.server import schema
from openhearts.server.database import DatabaseUnusable
from openhearts.server.database_address import DatabaseAddress

if TYPE_CHECKING:
    from alembic.config import Config

OURS = {"alembic_version", "event", "game_table"}
"""Tables that every database of openhearts has had."""

MIGRATIONS = Path(__file__).with_name("migrations")


def bring_up_to_date(connection: Connection, database: DatabaseAddress) -> None:
    """Make the newest schema, or migrate to it, in the one transaction that holds the lock.

    Raises DatabaseUnusable.
    """
    found = revision_of(connection, database)
    if found is None:
        create(connection)
    elif found != schema.REVISION:
        migrate(connection, database, found)


def revision_of(connection: Connection, database: DatabaseAddress) -> str | None:
    """Where the schema stands; None in an empty database.

    Raises DatabaseUnusable where it is not ours, or does not say where it stands.
    """
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if not tables >= OURS:
        raise DatabaseUnusable("database-foreign", database)
    try:
        found: str = connection.scalars(select(schema.versions.c.version_num)).one()
    except NoResultFound as error:
        raise DatabaseUnusable("database-damaged", database, str(error)) from error
    return found


def create(connection: Connection) -> None:
    """The newest schema at once: a first start need not wait for Alembic."""
    schema.metadata.create_all(connection)
    schema.versions.create(connection)
    connection.execute(schema.versions.insert().values(version_num=schema.REVISION))


def known_revision(connection: Connection, database: DatabaseAddress) -> str:
    """Where the schema of a database stands whose rows are wanted.

    Raises DatabaseUnusable where there is nothing yet, nothing of ours, or something newer.
    """
    found = revision_of(connection, database)
    if found is None:
        raise DatabaseUnusable("database-missing", database)
    if found != schema.REVISION:
        _require_known(found, database)
    return found


def migrate(
    connection: Connection, database: DatabaseAddress, found: str | None, wanted: str = "head"
) -> None:
    """Bring a schema of an older revision, or none, to ``wanted``, step by step.

    Raises DatabaseUnusable where this version of openhearts does not know ``found``.
    """
    from alembic import command

    if found is not None:
        _require_known(found, database)
    config = _alembic()
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)


def _require_known(revision: str, database: DatabaseAddress) -> None:
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        ScriptDirectory.from_config(_alembic()).get_revision(revision)
    except CommandError as error:
        raise DatabaseUnusable("database-newer", database, revision) from error


def _alembic() -> Config:
    # Slow to import, and most starts need no migration.
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
