"""The rules pages: the same facts in every language, with numbers that the rules work out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

import pytest

from openhearts.lessons import examples
from openhearts.rules import scoring
from openhearts.rules.cards import Card
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from openhearts.server.site import example as example_pages
from openhearts.server.site import figures
from openhearts.server.site.figures import numbers
from openhearts.server.site.public_pages import (
    HOUSE_RULES,
    RULES_INDEX,
    RULES_PAGES,
    PublicPage,
    public_pages,
)
from openhearts.server.site.rules_texts import TEXTS, rules_text
from openhearts.words.catalogue import DEFAULT_LANGUAGE, Catalogue, languages
from tests.site.founding_facts import FOUNDING_FACTS
from tests.site.visiting import Page, Tables, Visitor, serving, write_client

FORM = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
}
ALL = [(language, name) for language in languages() for name in RULES_PAGES]
OTHERS = [(language, name) for language, name in ALL if language != DEFAULT_LANGUAGE]

_ID = re.compile(r"\{#([\w-]+)\}")
_NUMBER = re.compile(r"\{(\w+)\}")
_DIGITS = re.compile(r"\d+")
_YEARS = {"1880", "1887", "1909", "1920", "1939", "1958", "1992"}
"""Those of docs/rules.md 8, the only ones that may be stated."""


@pytest.fixture(name="catalogues", scope="module")
def _catalogues() -> dict[str, Catalogue]:
    return {language: Catalogue.load(language) for language in languages()}


@pytest.fixture(name="public", scope="module")
def _public(catalogues: dict[str, Catalogue]) -> dict[str, PublicPage]:
    return public_pages(catalogues)


@pytest.fixture(name="tables", scope="module")
def _tables() -> Tables:
    return Tables()


@pytest.fixture(name="visitor", scope="module")
def _visitor(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    static = write_client(tmp_path_factory.mktemp("client") / "static")
    with serving(tables.site(static)) as port:
        yield Visitor(port)


def source(language: str, name: str) -> str:
    """The page as it is written."""
    return (TEXTS / language / f"{name}.md").read_text("utf-8")


def shape(text: str) -> dict[str, object]:
    """What a translation must not change."""
    lines = text.splitlines()
    return {
        "ids of sections": [line for line in lines if line.startswith("{#")],
        "ids of facts": sorted(_ID.findall(text)),
        "numbers": sorted(set(_NUMBER.findall(text))),
        "questions": sum(line.startswith("### ") for line in lines),
        "cells of tables": [line.count("|") for line in lines if line.startswith("|")],
        "items of lists": sum(bool(re.match(r"\d\. |- ", line)) for line in lines),
    }


class TestTheTexts:
    @pytest.mark.parametrize("language", languages())
    def test_every_fact_of_the_founding_page_is_stated(self, language: str) -> None:
        stated = _ID.findall(source(language, "subtract-the-moon"))
        assert set(FOUNDING_FACTS) - set(stated) == set()

    @pytest.mark.parametrize(("language", "name"), ALL)
    def test_an_id_is_given_once(self, language: str, name: str) -> None:
        ids = _ID.findall(source(language, name))
        assert len(ids) == len(set(ids))

    @pytest.mark.parametrize(("language", "name"), OTHERS)
    def test_every_language_has_the_same_parts_facts_and_numbers(
        self, language: str, name: str
    ) -> None:
        assert shape(source(language, name)) == shape(source(DEFAULT_LANGUAGE, name))

    @pytest.mark.parametrize(("language", "name"), ALL)
    def test_no_number_is_written_by_hand_but_years_and_the_smallest(
        self, language: str, name: str
    ) -> None:
        text = re.sub(r"^\d\. ", "", source(language, name), flags=re.MULTILINE)
        assert set(_DIGITS.findall(text)) - _YEARS <= {"1", "2", "1000"}

    @pytest.mark.parametrize(("language", "name"), ALL)
    def test_it_has_the_signs_of_print(self, language: str, name: str) -> None:
        text = source(language, name)
        assert not re.search(r"['\"!]|\.\.\.|--(?!-*\|)| - ", text)


class TestTheNumbers:
    def test_they_are_those_that_the_founding_page_names(self) -> None:
        known = numbers()
        assert (known["moon"], known["spot_moon"], known["bonus"]) == (26, 129, 10)
        assert (known["before"], known["after"]) == (10, -16)

    def test_a_page_changes_with_the_rules(
        self, visitor: Visitor, public: dict[str, PublicPage], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def dearer(ruleset: Ruleset, card: Card) -> int:
            return card_points(ruleset, card) + (1 if str(card) == "Qs" else 0)

        card_points = scoring.card_points
        told = {code: words_of(visitor, public, code) for code in languages()}
        monkeypatch.setattr(scoring, "card_points", dearer)
        monkeypatch.setattr(example_pages, "example", examples.example.__wrapped__)
        for language, before in told.items():
            after = words_of(visitor, public, language)
            for old, new in (("26", "27"), ("−16", "−17"), ("129", "130")):
                assert old in before
                assert new not in before
                assert old not in after
                assert new in after

    def test_the_bonus_too(
        self, visitor: Visitor, public: dict[str, PublicPage], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(scoring, "BONUS", -11)
        page = visitor.get(public["omnibus"].in_language["en"])
        assert "11 points off" in page.words
        assert "−11" in page.words

    def test_late_in_a_game_the_same_moon_ends_one_game_and_not_the_other(self) -> None:
        add, subtract = figures.late_moons("subtract-the-moon")
        assert (add.points, add.scores, add.winners) == ((0, 26, 26, 26), (10, 70, 109, 71), (0,))
        assert (subtract.points, subtract.scores) == ((-26, 0, 0, 0), (-16, 44, 83, 45))
        assert subtract.winners == ()


def words_of(visitor: Visitor, public: dict[str, PublicPage], language: str) -> list[str]:
    """The words of the page about Subtract the Moon; numbers stand by themselves."""
    page = visitor.get(public["subtract-the-moon"].in_language[language])
    return re.findall(r"[+−]?\d+|\w+", page.words)


class TestThePages:
    @pytest.mark.parametrize(("language", "name"), ALL)
    def test_everything_is_there_without_scripts(
        self,
        visitor: Visitor,
        public: dict[str, PublicPage],
        catalogues: dict[str, Catalogue],
        language: str,
        name: str,
    ) -> None:
        page = visitor.get(public[name].in_language[language])
        text = rules_text(name, catalogues[language])
        assert page.status == HTTPStatus.OK
        assert [e.tag for e in page.elements].count("h1") == 1
        assert text.heading in page.words
        assert text.lead in page.words
        for section in text.sections:
            assert page.having(id=section.id)[0].tag == "h2"
            assert page.having(href=f"#{section.id}"), "the list of contents leads there"
        assert "{" not in page.words.replace("{target}", "")
        assert _DIGITS.search(page.words)
        assert not re.search(r"\d–\d", page.words), "a line could end within a range of numbers"

    @pytest.mark.parametrize("language", languages())
    @pytest.mark.parametrize("preset", PRESETS)
    def test_one_click_opens_a_table_with_exactly_these_rules(
        self,
        visitor: Visitor,
        tables: Tables,
        public: dict[str, PublicPage],
        preset: str,
        language: str,
    ) -> None:
        page = visitor.get(public[preset].in_language[language])
        (form, *_) = [e for e in page.elements if e.tag == "form"]
        assert page.answers == {"preset": preset}
        opened = visitor.request("POST", form["action"], urlencode(page.answers), FORM)
        table = tables.opened[opened.headers["location"].removeprefix("/t/")]
        assert table.ruleset == PRESETS[preset]

    def test_the_page_of_house_rules_names_every_field_and_every_word(
        self, visitor: Visitor, public: dict[str, PublicPage]
    ) -> None:
        page = visitor.get(public[HOUSE_RULES].in_language["en"])
        catalogue = Catalogue.load("en")
        for field in STANDARD.to_words():
            assert catalogue.say(f"fields.{field}.label") in page.words
        for sentence in (
            "1 to 1000",
            "1 to 100",
            "no limit",
            "Ten of diamonds",
            "Left of the dealer",
        ):
            assert sentence in page.words

    def test_there_is_a_list_of_them(self, visitor: Visitor, public: dict[str, PublicPage]) -> None:
        page = visitor.get(public[RULES_INDEX].in_language["en"])
        for name in RULES_PAGES:
            assert page.having(href=public[name].in_language["en"])


class TestBeingFound:
    def test_no_two_pages_have_one_address(self, public: dict[str, PublicPage]) -> None:
        addresses = [a for page in public.values() for a in page.in_language.values()]
        assert len(addresses) == len(set(addresses))
        assert all(re.fullmatch(r"/[a-z-]+/[a-z-]*", address) for address in addresses)

    @pytest.mark.parametrize("language", languages())
    def test_an_address_without_language_leads_to_the_visitor_s_own(
        self, visitor: Visitor, public: dict[str, PublicPage], language: str
    ) -> None:
        for page in public.values():
            answer = visitor.request("GET", page.address, headers={"accept-language": language})
            assert answer.status == HTTPStatus.TEMPORARY_REDIRECT
            assert answer.headers["location"] == page.in_language[language]
            assert "Accept-Language" in answer.headers["vary"]

    def test_the_switcher_leads_to_the_same_page_in_another_language(
        self, visitor: Visitor, public: dict[str, PublicPage]
    ) -> None:
        page = visitor.get(public["spot-hearts"].in_language["en"])
        (switch,) = page.having(lang="fi", hreflang="fi", rel="nofollow")
        first = visitor.request("GET", switch["href"])
        second = visitor.request("GET", first.headers["location"])
        assert second.headers["location"] == public["spot-hearts"].in_language["fi"]

    @pytest.mark.parametrize(("language", "name"), ALL)
    def test_a_page_says_where_it_lies_in_each_language(
        self, visitor: Visitor, public: dict[str, PublicPage], language: str, name: str
    ) -> None:
        page = visitor.get(public[name].in_language[language])
        site = f"http://127.0.0.1:{visitor.port}"
        (canonical,) = page.having(rel="canonical")
        assert canonical["href"] == site + public[name].in_language[language]
        alternates = {e["hreflang"]: e["href"] for e in page.having(rel="alternate")}
        addresses = {**public[name].in_language, "x-default": public[name].address}
        assert alternates == {code: site + address for code, address in addresses.items()}

    def test_titles_and_descriptions_are_each_page_s_own(
        self, visitor: Visitor, public: dict[str, PublicPage]
    ) -> None:
        pages = [visitor.get(a) for page in public.values() for a in page.in_language.values()]
        titles = [title_of(page) for page in pages]
        assert len(set(titles)) == len(titles)
        told = [page.having(name="description")[0]["content"] for page in pages]
        assert all(30 <= len(description) <= 200 for description in told)

    def test_the_map_of_the_site_lists_every_page_in_every_language(
        self, visitor: Visitor, public: dict[str, PublicPage]
    ) -> None:
        site = f"http://127.0.0.1:{visitor.port}"
        robots = visitor.request("GET", "/robots.txt")
        assert f"Sitemap: {site}/sitemap.xml" in robots.html
        answer = visitor.request("GET", "/sitemap.xml")
        tree = ET.fromstring(answer.html)
        listed = [e.text for e in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
        assert listed == [site + a for page in public.values() for a in page.in_language.values()]
        for address in listed:
            assert visitor.request("GET", str(address).removeprefix(site)).status == HTTPStatus.OK

    @pytest.mark.parametrize("language", languages())
    def test_the_structured_data_says_what_the_page_says(
        self, visitor: Visitor, public: dict[str, PublicPage], language: str
    ) -> None:
        page = visitor.get(public["omnibus"].in_language[language])
        (data,) = re.findall(
            r'<script type="application/ld\+json">(.*?)</script>', page.html, re.DOTALL
        )
        crumbs, questions = json.loads(data)
        assert crumbs["itemListElement"][1]["item"].endswith(
            public["omnibus"].in_language[language]
        )
        assert len(questions["mainEntity"]) == source("en", "omnibus").count("\n### ")
        for question in questions["mainEntity"]:
            assert question["name"] in page.words
            assert question["acceptedAnswer"]["text"] in page.words


def title_of(page: Page) -> str:
    found = re.search("<title>(.*?)</title>", page.html)
    assert found
    return found[1]


def test_every_language_has_its_folder() -> None:
    assert sorted(folder.name for folder in Path(TEXTS).iterdir()) == sorted(languages())
