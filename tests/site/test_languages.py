"""Every page has an address in each language, and everybody is led to their own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from http.cookies import SimpleCookie
from importlib.resources import files
from pathlib import Path

import pytest

from openhearts.rules.ruleset import PRESETS
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import Catalogue
from tests.site.visiting import MANIFEST, Page, Tables, Visitor, serving, write_client

KNOWN = {"en": "English", "fi": "Suomi", "it": "Italiano"}
"""Languages of the test's own: what the addresses do must not hang on which files there are."""


def catalogue(language: str) -> Catalogue:
    """The English words under another name, with the language's code before each heading."""
    words = json.loads(files("openhearts.words").joinpath("en.json").read_text("utf-8"))
    words["language"] = {"name": KNOWN[language], "locale": language}
    words["pages"]["not-found"]["heading"] = f"{language}: nothing"
    words["home"]["play"] = f"{language}: play"
    return Catalogue(language, words)


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tables, Visitor]]:
    tables = Tables()
    names = [f"../src/openhearts/words/{language}.json" for language in KNOWN]
    chunks = {name: {"file": f"assets/{Path(name).stem}-1.js"} for name in names}
    static = write_client(tmp_path_factory.mktemp("client") / "static", {**MANIFEST, **chunks})
    catalogues = {language: catalogue(language) for language in KNOWN}
    with serving(tables.site(static, catalogues)) as port:
        yield tables, Visitor(port)


@pytest.fixture(name="visitor")
def _visitor(site: tuple[Tables, Visitor]) -> Visitor:
    tables, visitor = site
    setup = Setup("standard", PRESETS["standard"], TableOptions(), "casual")
    tables.opened["abc"] = setup
    return visitor


def asked(visitor: Visitor, path: str, **headers: str) -> Page:
    """What an address answers, wherever it leads."""
    return visitor.request("GET", path, None, {k.replace("_", "-"): v for k, v in headers.items()})


def remembered(page: Page) -> str | None:
    cookie = SimpleCookie(page.headers.get("set-cookie", ""))
    return cookie["language"].value if "language" in cookie else None


def language_of(page: Page) -> str:
    (html,) = [e for e in page.elements if e.tag == "html"]
    assert page.headers["content-language"] == html["lang"]
    return html["lang"]


@pytest.mark.parametrize("language", KNOWN)
def test_the_address_decides_before_anything_else(visitor: Visitor, language: str) -> None:
    for path in (f"/{language}/", f"/{language}/setup", f"/{language}/nowhere"):
        page = asked(visitor, path, accept_language="en;q=0.1, sv", cookie="language=en")
        assert language_of(page) == language
        assert "vary" not in page.headers
    assert f"{language}: play" in asked(visitor, f"/{language}/").words


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept_language": "it-IT,it;q=0.9"}, "it"),
        ({"accept_language": "sv"}, "en"),
        ({"accept_language": "it", "cookie": "language=fi"}, "fi"),
        ({"accept_language": "it", "cookie": "language=xx"}, "it"),
        ({"accept_language": "it", "cookie": "language=../.."}, "it"),
    ],
)
def test_an_address_without_a_language_leads_to_the_remembered_one_else_the_browsers(
    visitor: Visitor, headers: dict[str, str], language: str
) -> None:
    for path, leads_to in (
        ("/", f"/{language}/"),
        ("/setup?preset=omnibus&target=50", f"/{language}/setup?preset=omnibus&target=50"),
    ):
        page = asked(visitor, path, **headers)
        assert (page.status, page.headers["location"]) == (307, leads_to)
        assert page.headers["vary"] == "Accept-Language, Cookie"
        assert page.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["/t/abc", "/t/abc/rules", "/t/nowhere", "/nothing"])
def test_a_tables_link_and_a_fault_are_read_by_each_in_their_own(
    visitor: Visitor, path: str
) -> None:
    for language in KNOWN:
        page = asked(visitor, path, accept_language=language)
        assert language_of(page) == language
        assert page.headers["vary"] == "Accept-Language, Cookie"
        if page.status == 404:
            assert f"{language}: nothing" in page.words
            assert page.having(href=f"/{language}/")


def test_the_shell_of_a_table_fetches_one_catalogue_and_names_all_languages(
    visitor: Visitor,
) -> None:
    page = asked(visitor, "/t/abc", accept_language="fi")
    modules = [e["href"] for e in page.elements if e.attributes.get("rel") == "modulepreload"]
    assert modules == ["/static/assets/fi-1.js"]
    (main,) = page.having(id="table")
    assert json.loads(main["data-languages"]) == KNOWN


def switcher(page: Page) -> Mapping[str, str]:
    links = [e for e in page.elements if e.tag == "a" and "hreflang" in e.attributes]
    assert all(e["lang"] == e["hreflang"] for e in links)
    for name in KNOWN.values():
        assert name in page.words
    return {e["hreflang"]: e["href"] for e in links}


@pytest.mark.parametrize(
    ("path", "led_to"),
    [
        ("/en/", "/it/"),
        ("/en/setup?preset=omnibus&ties=share", "/it/setup?preset=omnibus&ties=share"),
        ("/t/abc/rules", "/t/abc/rules"),
        ("/en/nothing", "/it/nothing"),
    ],
)
def test_the_switcher_keeps_the_page_and_the_choice(
    visitor: Visitor, path: str, led_to: str
) -> None:
    links = switcher(asked(visitor, path))
    assert list(links) == list(KNOWN)
    chosen = asked(visitor, links["it"], sec_fetch_site="same-origin")
    assert (chosen.status, chosen.headers["location"]) == (303, led_to)
    assert remembered(chosen) == "it"
    assert language_of(asked(visitor, led_to, cookie="language=it")) == "it"


def test_the_switcher_keeps_answers_that_were_refused(visitor: Visitor) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    page = visitor.request("POST", "/en/tables", "preset=omnibus&target=0&ties=share", form)
    assert page.status == 422
    chosen = asked(visitor, switcher(page)["fi"])
    assert chosen.headers["location"] == "/fi/setup?preset=omnibus&ties=share"


@pytest.mark.parametrize(
    "to",
    ["//evil.example", "https://evil.example", "\\\\evil.example", "", "/t/../..//evil", "\r\nx:y"],
)
def test_the_switcher_leads_to_no_other_site(visitor: Visitor, to: str) -> None:
    page = visitor.request("GET", "/language/it?to=" + to.replace("\r\n", "%0D%0A"))
    assert page.headers["location"].startswith(("/it/", "/t/"))
    assert "x" not in page.headers


def test_another_site_changes_nobodys_language(visitor: Visitor) -> None:
    page = asked(visitor, "/language/fi?to=/", sec_fetch_site="cross-site")
    assert page.headers["location"] == "/fi/"
    assert remembered(page) is None


@pytest.mark.parametrize("host", ["[", "a b", "x:y:z", '"><script>'])
def test_an_impossible_host_is_no_fault_of_ours(visitor: Visitor, host: str) -> None:
    for path in ("/", "/en/", "/en/setup?target=0", "/t/abc", "/language/it?to=/", "/nothing"):
        page = asked(visitor, path, host=host)
        assert page.status < 500, path
        assert "<script>" not in page.html


def test_there_is_no_choosing_of_an_unknown_language(visitor: Visitor) -> None:
    assert asked(visitor, "/language/tlh").status == 404


def test_whoever_starts_from_a_page_in_a_language_plays_in_it(visitor: Visitor) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    started = visitor.request("POST", "/it/tables", "preset=omnibus", form)
    assert started.status == 303
    assert started.headers["location"].startswith("/t/")
    assert remembered(started) == "it"
    assert remembered(visitor.request("POST", "/tables", "preset=omnibus", form)) is None


@pytest.mark.parametrize("path", ["/", "/setup"])
def test_a_page_that_is_to_be_found_names_itself_and_its_translations(
    visitor: Visitor, path: str
) -> None:
    here = f"http://127.0.0.1:{visitor.port}"
    page = asked(visitor, f"/fi{path}?target=50")
    (canonical,) = page.having(rel="canonical")
    assert canonical["href"] == f"{here}/fi{path}"
    alternates = {e["hreflang"]: e["href"] for e in page.having(rel="alternate")}
    expected = {language: f"{here}/{language}{path}" for language in KNOWN}
    assert alternates == {**expected, "x-default": f"{here}{path}"}


@pytest.mark.parametrize("path", ["/t/abc", "/t/abc/rules", "/en/nothing"])
def test_no_other_page_is_to_be_found(visitor: Visitor, path: str) -> None:
    page = asked(visitor, path)
    assert not page.having(rel="canonical") + page.having(rel="alternate")
