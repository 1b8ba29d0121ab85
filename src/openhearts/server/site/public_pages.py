"""The pages that are to be found: where each of them lies in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openhearts.rules.ruleset import PRESETS
from openhearts.words.catalogue import Catalogue

HOUSE_RULES = "house-rules"
RULES_PAGES = (*PRESETS, HOUSE_RULES)
"""A page for each game, and one for house rules in general."""
RULES_INDEX = "rules"
"""The list of them."""
LEARN = "learn"
"""The tutorial."""
FAIRNESS = "fairness"
"""Who shuffles, and whether one can check it."""
LOBBY = "lobby"
"""The list of public tables."""


@dataclass(frozen=True, slots=True)
class PublicPage:
    """One page: its address for everybody, which leads each to their own, and by language."""

    address: str
    in_language: Mapping[str, str]


def public_pages(catalogues: Mapping[str, Catalogue]) -> dict[str, PublicPage]:
    """Every page that is to be found, by its name."""
    plain = {
        name: PublicPage(address, {language: f"/{language}{address}" for language in catalogues})
        for name, address in (("home", "/"), ("setup", "/setup"))
    }
    slugs = {LEARN: "learn.slug", LOBBY: "lobby.slug", FAIRNESS: "fairness.slug"}
    slugs |= {name: f"rules-pages.slug.{name}" for name in (RULES_INDEX, *RULES_PAGES)}
    return plain | {
        name: PublicPage(
            f"/{name}",
            {code: f"/{code}/{words.say(slug)}" for code, words in catalogues.items()},
        )
        for name, slug in slugs.items()
    }
