"""Tables that the lobby lists; when a server last ran on the database."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """What tables for people need to be found, and slow games to be fair."""
    op.add_column(
        "game_table",
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("game_table_listed", "game_table", ["listed", "changed_at"])
    op.create_table(
        "sign_of_life",
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
