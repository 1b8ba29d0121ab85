"""The strengths that a table offers. Stored games carry their names: a name never changes."""

from __future__ import annotations

from openhearts.bots.bot import Bot
from openhearts.bots.rule import RuleBot

LEVEL_NAMES = ("beginner", "casual", "strong", "expert")
"""Every level that there will be, weakest first."""

LEVELS: dict[str, Bot] = {"casual": RuleBot()}
"""The levels that exist, by name."""

DEFAULT_LEVEL = "casual"
