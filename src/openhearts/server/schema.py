"""The database's tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

REVISION = "0004"
"""The newest migration. A database that stands there needs none."""

metadata = MetaData()

versions = Table(  # as Alembic makes it
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

events = Table(
    "event",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("kind", String(32), nullable=False),
    Column("kind_version", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "version"),
    sqlite_with_rowid=False,
)

tables = Table(
    "game_table",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("due_at", BigInteger),  # milliseconds since 1970; when something happens
    Column("status", String(16), nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("listing", Text),  # what the lobby shows, where it shows the table
    Column("public_rules", Text),  # what a public table plays, or has played
    Index("game_table_due", "due_at"),
    Index("game_table_listed", "listed", "changed_at"),
    Index("game_table_popular", "public_rules", "changed_at"),
)

seats = Table(
    "table_seat",
    metadata,
    Column("person_id", String(32), nullable=False),
    Column("table_id", String(16), nullable=False),
    PrimaryKeyConstraint("person_id", "table_id"),
    Index("table_seat_table", "table_id"),
    sqlite_with_rowid=False,
)

# Names are all that is known of a person. ``changed_at`` is when the name was given, or when the
# person was last seen: a name that nobody comes back to is erased.
persons = Table(
    "person",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

secrets = Table(
    "secret",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""The database's own have one word as their name; one that came with a backup has that word,
a space and a digest of itself."""

device_links = Table(
    "device_link",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("expires_at", BigInteger, nullable=False),  # milliseconds since 1970
)

chairs = Table(
    "chair",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("person_id", String(32), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("keeper_id", String(32), nullable=False),  # who made it
    Column("seat", Integer, nullable=False),
    Column("language", String(16), nullable=False),
    Column("text", String(16), nullable=False),
    Column("cards", String(16), nullable=False),
    Column("deck", String(16), nullable=False),
    Column("made_at", BigInteger, nullable=False),  # milliseconds since 1970
    PrimaryKeyConstraint("table_id", "person_id"),
    Index("chair_token", "token_hash", unique=True),
    sqlite_with_rowid=False,
)

# Browsers that are called when their person's turn begins (push/).
push_subscriptions = Table(
    "push_subscription",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("person_id", String(32), nullable=False),
    Column("endpoint_hash", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("public_key", String(96), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("server_key", String(96), nullable=False),  # public; which of ours it takes calls from
    Column("language", String(16), nullable=False),
    Column("made_at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("looked_at", Integer, nullable=False),  # the table's version then
    Column("called_for", String(64), nullable=False),  # the decision
    PrimaryKeyConstraint("table_id", "person_id", "endpoint_hash"),
    Index("push_subscription_person", "person_id"),
    sqlite_with_rowid=False,
)

results = Table(
    "game_result",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("game", Integer, nullable=False),
    Column("body", Text, nullable=False),  # derived from the events: it may be lost
    PrimaryKeyConstraint("table_id", "game"),
    sqlite_with_rowid=False,
)

signs_of_life = Table(
    "sign_of_life",
    metadata,
    Column("place", Integer, primary_key=True),  # there is one row
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
)
