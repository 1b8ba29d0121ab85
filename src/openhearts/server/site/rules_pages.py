"""The rules pages: what each shows, and the list of them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from openhearts.rules.ruleset import PRESETS, STANDARD, allowed_words
from openhearts.rules.scoring import moon_value
from openhearts.server.site.example import example_facts
from openhearts.server.site.fields import GROUPS, STEPS
from openhearts.server.site.figures import (
    late_moons,
    people,
    prices,
    scores_before,
    subtracting,
)
from openhearts.server.site.public_pages import RULES_INDEX, RULES_PAGES, PublicPage
from openhearts.server.site.rules_texts import RulesText, rules_text
from openhearts.tables.setup import spelled
from openhearts.words.catalogue import Catalogue
from openhearts.words.describe import paragraphs


@dataclass(frozen=True, slots=True)
class Link:
    """A page that another one leads to."""

    name: str
    address: str
    heading: str
    lead: str


@dataclass(frozen=True, slots=True)
class Switch:
    """One field of a ruleset, and what it may be set to, in words; the standard game's first."""

    key: str
    """Of its label and hint in the catalogue."""
    choices: tuple[str, ...]


def rules_page_facts(
    name: str, catalogue: Catalogue, public: Mapping[str, PublicPage], site: str
) -> dict[str, object]:
    """What the page of this name shows. ``site`` is the address that the site is reached by."""
    text = rules_text(name, catalogue)
    facts: dict[str, object] = {
        "name": name,
        "page": text,
        "others": links(catalogue, public),
        "index": public[RULES_INDEX].in_language[catalogue.language],
        "target": STANDARD.target,
        "data": structured_data(name, text, catalogue, public, site),
    }
    if name not in PRESETS:
        options = {group: list(_switches(names, catalogue)) for group, names in GROUPS.items()}
        return facts | {"preset": None, "moons": [], "exact": [], "options": options}
    ruleset = PRESETS[name]
    return facts | {
        "preset": name,
        "prices": prices(ruleset),
        "moons": late_moons(name) if ruleset.has_moon else [],
        "subtracting": subtracting(name),
        "people": people(),
        "scores": scores_before(),
        "example": example_facts(name, catalogue),
        "exact": paragraphs(ruleset, catalogue),
        "changed": ruleset.differing_fields(STANDARD),
    }


def links(catalogue: Catalogue, public: Mapping[str, PublicPage]) -> list[Link]:
    """All rules pages in this language."""
    texts = {name: rules_text(name, catalogue) for name in RULES_PAGES}
    return [
        Link(name, public[name].in_language[catalogue.language], text.heading, text.lead)
        for name, text in texts.items()
    ]


def structured_data(
    name: str,
    text: RulesText,
    catalogue: Catalogue,
    public: Mapping[str, PublicPage],
    site: str,
) -> list[dict[str, object]]:
    """What the page says of itself to search engines (schema.org): its place, its questions."""

    def crumb(position: int, page: str, heading: str) -> dict[str, object]:
        address = site + public[page].in_language[catalogue.language]
        return {"@type": "ListItem", "position": position, "name": heading, "item": address}

    questions = [
        {
            "@type": "Question",
            "name": question,
            "acceptedAnswer": {"@type": "Answer", "text": answer},
        }
        for section in text.sections
        for question, answer in section.questions
    ]
    index = catalogue.say("rules-pages.index.heading")
    crumbs = [crumb(1, RULES_INDEX, index), crumb(2, name, text.heading)]
    here = {"@context": "https://schema.org", "inLanguage": catalogue.language}
    return [
        here | {"@type": "BreadcrumbList", "itemListElement": crumbs},
        here | {"@type": "FAQPage", "mainEntity": questions},
    ]


def _switches(names: tuple[str, ...], catalogue: Catalogue) -> Iterator[Switch]:
    for name in names:
        words = tuple(dict.fromkeys((_standard(name), *allowed_words(name))))
        yield Switch(f"fields.{name}", tuple(_choice(name, word, catalogue) for word in words))


def _standard(name: str) -> str:
    return spelled(STANDARD.to_words()[name])


def _choice(name: str, word: str, catalogue: Catalogue) -> str:
    """A word that a field allows, or a range of numbers, in words."""
    if name == "deal_limit" and word == "none":
        return catalogue.say("fields.deal_limit.empty")
    least, _, most = word.partition(" to ")
    if most:
        return catalogue.say("rules-pages.range", least=int(least), most=int(most))
    if name in STEPS or name == "pass_count":
        return word
    return catalogue.say(f"fields.{name}.choice.{word}", count=moon_value(STANDARD))
