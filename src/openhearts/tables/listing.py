"""A public table as the lobby lists it: what is played there, and who has a seat."""

from __future__ import annotations

import msgspec

from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.tables.events import Holder, Person
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup, spelled
from openhearts.tables.table import Table, TablePhase


class Listing(msgspec.Struct, frozen=True):
    """A table that anybody may find. The identities in ``holders`` find names; they go no
    further."""

    id: str
    rules: str
    """As ``rules_text`` writes them."""
    options: TableOptions
    level: str
    holders: tuple[Holder, ...]
    phase: TablePhase
    deal: int
    """The number of the deal on the table, from 1."""

    @property
    def setup(self) -> Setup:
        """What the table was opened with."""
        preset, ruleset = read_rules(self.rules)
        return Setup(preset, ruleset, self.options, self.level)

    @property
    def persons(self) -> tuple[str, ...]:
        """The identities on its seats."""
        return tuple(holder.id for holder in self.holders if isinstance(holder, Person))

    @property
    def free_seats(self) -> int:
        """How many bots would make room for somebody."""
        return len(self.holders) - len(self.persons)


def listing(table: Table, table_id: str) -> Listing | None:
    """The table's entry in the lobby; None if nobody is to learn of it there, or nobody sits
    there any more."""
    if not table.setup.options.listed or table.phase in ("over", "closed") or not table.people:
        return None
    return Listing(
        id=table_id,
        rules=rules_text(table.setup),
        options=table.setup.options,
        level=table.setup.level,
        holders=table.holders,
        phase=table.phase,
        deal=table.deal.number if table.deal else 1,
    )


def rules_text(setup: Setup) -> str:
    """The rules of a setup in the notation of rulesets, as changes of their own preset."""
    words = setup.ruleset.to_words()
    changes = (f"{name}={spelled(words[name])}" for name in setup.changed_fields)
    return " ".join([setup.preset, *changes])


def read_rules(text: str) -> tuple[str, Ruleset]:
    """The preset and the ruleset that ``rules_text`` wrote.

    Raises NotationError or RulesetError for what it did not write.
    """
    ruleset = Ruleset.parse(text)
    preset = text.split(maxsplit=1)[0]
    assert preset in PRESETS
    return preset, ruleset
