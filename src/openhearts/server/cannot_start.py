"""Why the server cannot start, and other things that only the operator can mend."""

from __future__ import annotations


class OperatorFault(Exception):
    """``code`` is a key of the catalogue's section "cli", ``facts`` fill its sentence."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(f"{code}: {', '.join(f'{name} {fact}' for name, fact in facts.items())}")
        self.code = code
        self.facts = facts


class CannotStart(OperatorFault):
    """The server cannot start."""
