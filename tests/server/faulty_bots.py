"""Bots that fail in every way that a bot can (C32); a server is pointed at LEVELS here."""

from __future__ import annotations

import os
import time
from typing import Any

from openhearts.bots.bot import Bot
from openhearts.bots.hints import ADVISER, Hint
from openhearts.bots.levels import DEFAULT_LEVEL, LEVELS
from openhearts.rules.actions import Action, PlayCard
from openhearts.rules.cards import PACK
from openhearts.rules.view import SeatView


class RaisingBot:
    """Raises on every question."""

    def answer(self, view: SeatView, seed: int) -> Action:
        raise RuntimeError(f"no idea on seat {view.seat}")


class SilentBot:
    """Answers None."""

    def answer(self, view: SeatView, seed: int) -> Any:
        return None


class CheatingBot:
    """Plays a card that it does not hold."""

    def answer(self, view: SeatView, seed: int) -> Action:
        return PlayCard((PACK - view.hand).lowest())


class SleepingBot:
    """Sleeps for ever on its first card of a deal, and fails on all else."""

    def answer(self, view: SeatView, seed: int) -> Action:
        while len(view.hand) == view.ruleset.hand_size and view.trick is not None:
            time.sleep(3600)
        raise RuntimeError("awake again")

    def hint(self, view: SeatView, seed: int) -> Hint:
        time.sleep(3600)
        raise RuntimeError("awake again")


class DyingBot:
    """Ends its own process."""

    def answer(self, view: SeatView, seed: int) -> Action:
        os._exit(3)


class TalkingBot:
    """Prints where its answer would go, then fails."""

    def answer(self, view: SeatView, seed: int) -> Action:
        print("Hello from a bot")
        raise RuntimeError("talked")


class MisspellingBot:
    """Answers with its lowest card, spelled wrong."""

    def answer(self, view: SeatView, seed: int) -> Any:
        return PlayCard(f"{view.hand.lowest()}!")  # type: ignore[arg-type]


FAULTS: dict[str, Bot] = {
    "raises": RaisingBot(),
    "answers None": SilentBot(),
    "plays a foreign card": CheatingBot(),
    "sleeps for ever": SleepingBot(),
    "dies": DyingBot(),
    "talks": TalkingBot(),
}

HANGING_ADVISER: dict[str, Bot] = {**LEVELS, ADVISER: SleepingBot()}
"""Bots that all play, of which the one that is asked for hints never answers."""

SILENT_ADVISER: dict[str, Bot] = {**LEVELS, ADVISER: LEVELS[DEFAULT_LEVEL]}
"""The same, where it knows of no hints."""

LOOSE_TONGUES: dict[str, Bot] = {"misspells": MisspellingBot()}
"""Bots whose failure quotes a card of their hand."""
