"""The strengths that a table offers. Stored games carry their names: a name never changes."""

from __future__ import annotations

from openhearts.bots.bot import Bot
from openhearts.bots.heuristic import HeuristicBot

LEVEL_NAMES = ("beginner", "casual", "strong", "expert")
"""Every level that there will be, weakest first."""

LEVELS: dict[str, Bot] = {"casual": HeuristicBot()}
"""The levels that exist, by name."""

DEFAULT_LEVEL = "casual"
