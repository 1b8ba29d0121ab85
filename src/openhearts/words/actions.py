"""What a seat did, in words."""

from __future__ import annotations

from openhearts.words.catalogue import Catalogue


def action_words(action: str, who: str, catalogue: Catalogue) -> str:
    """Who did it and what, its cards as a record writes them: "seat 2 plays Qs"."""
    verb, _, what = action.partition(" ")
    return catalogue.say(f"records.action.{verb}", who=who, what=what)
