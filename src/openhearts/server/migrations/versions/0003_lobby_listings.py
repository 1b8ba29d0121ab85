"""What the lobby shows of public tables; links to another device."""

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
