"""What the games and the bots' levels are called."""

from __future__ import annotations

from openhearts.words.catalogue import Word


def game_word(preset: str) -> Word:
    """The name of a preset as a fact, in whichever form its sentence names."""
    return Word("table.preset", preset)


def level_word(level: str) -> Word:
    """The name of a bots' level as a fact, likewise."""
    return Word("bots.level", level)
