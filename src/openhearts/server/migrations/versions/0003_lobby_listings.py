"""What the lobby shows of public tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """What is played and who sits where, and the rules that are popular."""
    op.add_column("game_table", sa.Column("listing", sa.Text))
    op.add_column("game_table", sa.Column("public_rules", sa.Text))
    op.create_index("game_table_popular", "game_table", ["public_rules", "changed_at"])
