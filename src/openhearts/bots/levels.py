"""The strengths that a table offers. Stored games carry their names: a name never changes."""

from __future__ import annotations

from dataclasses import replace

from openhearts.bots.bot import Bot
from openhearts.bots.rule import RuleBot
from openhearts.bots.search import SearchBot
from openhearts.kernel import Effort, Weights

LEVEL_NAMES = ("beginner", "casual", "strong", "expert")
"""Every level, weakest first."""

_BEGINNER = Weights(remembers=0, shoots=0, feared=2, unsure=0.15)
_STRONG = Effort(worlds=48, doubt=3.0).without_plans()
_EXPERT = Effort(worlds=168, doubt=1.5, moon_bar=0.5)

LEVELS: dict[str, Bot] = {
    "beginner": RuleBot(_BEGINNER),
    "casual": RuleBot(),
    "strong": SearchBot(_STRONG),
    "expert": SearchBot(_EXPERT),
}
"""The levels by name, for contests: they count worlds, so that a seed gives the same game on any
machine. A beginner forgets what lies in finished tricks, sees no moon coming and is unsure;
casual plays by rules of thumb; strong and expert search, and only the expert plans a moon."""

_PATIENCE = 15
"""Milliseconds that a search may take while people wait."""

LIVE_LEVELS: dict[str, Bot] = {
    **LEVELS,
    "strong": SearchBot(replace(_STRONG, milliseconds=_PATIENCE)),
    "expert": SearchBot(replace(_EXPERT, worlds=1_000, milliseconds=_PATIENCE)),
}
"""The same for people: no search goes on longer than anybody likes to wait, and the expert goes
on until then."""

DEFAULT_LEVEL = "casual"
