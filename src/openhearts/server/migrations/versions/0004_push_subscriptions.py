"""Browsers that are called when their person's turn begins."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """What Web Push needs."""
    op.create_table(
        "push_subscription",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(96), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("server_key", sa.String(96), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("looked_at", sa.Integer, nullable=False),
        sa.Column("called_for", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person_id", "endpoint_hash"),
        sqlite_with_rowid=False,
    )
    op.create_index("push_subscription_person", "push_subscription", ["person_id"])
