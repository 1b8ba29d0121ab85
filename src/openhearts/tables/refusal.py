"""What a table answers to a command that it does not take now."""

from __future__ import annotations

from collections.abc import Mapping

from openhearts.rules.errors import Fact
from openhearts.tables import messages


class TableRefusal(ValueError):
    """A command that the table does not take now. ``code`` is a key of the catalogue."""

    def __init__(self, code: messages.Code, **facts: Fact) -> None:
        super().__init__(code)
        self.code: messages.Code = code
        self.facts: Mapping[str, Fact] = facts


def demand(holds: bool, code: messages.Code) -> None:
    """Raises TableRefusal with this code unless the condition holds."""
    if not holds:
        raise TableRefusal(code)
