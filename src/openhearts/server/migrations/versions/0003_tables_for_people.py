"""What the lobby shows of public tables; links to another device; chairs; results of games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """What tables for people keep beside their events."""
    op.add_column("game_table", sa.Column("listing", sa.Text))
    op.add_column("game_table", sa.Column("public_rules", sa.Text))
    op.create_index("game_table_popular", "game_table", ["public_rules", "changed_at"])
    op.create_table(
        "device_link",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chair",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("keeper_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("text", sa.String(16), nullable=False),
        sa.Column("cards", sa.String(16), nullable=False),
        sa.Column("deck", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("chair_token", "chair", ["token_hash"], unique=True)
    op.create_table(
        "game_result",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "game"),
        sqlite_with_rowid=False,
    )
