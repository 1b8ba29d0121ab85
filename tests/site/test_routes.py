"""What the pages answer besides themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openhearts.rules.ruleset import PRESETS
from openhearts.server.site.assets import Assets, ClientNotBuilt
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import Catalogue
from openhearts.words.describe import describe
from tests.site.visiting import MANIFEST, PERSON, Tables, Visitor, write_client

ENGLISH = Catalogue.load("en")


@pytest.fixture(name="table")
def _table(tables: Tables) -> Setup:
    ruleset = PRESETS["subtract-the-moon"].with_words({"black_maria": True, "target": 50})
    tables.opened["abc"] = Setup(
        "subtract-the-moon", ruleset, TableOptions(spectators=False), "casual"
    )
    return tables.opened["abc"]


@pytest.mark.usefixtures("table")
def test_the_shell_of_a_table_names_it_and_loads_the_client(visitor: Visitor) -> None:
    page = visitor.get("/t/abc")
    assert page.status == 200
    (main,) = page.having(id="table")
    assert (main.tag, main["data-table"]) == ("main", "abc")
    assert [e["src"] for e in page.elements if e.tag == "script"] == ["/static/assets/table-1.js"]
    assert page.having(rel="modulepreload", href="/static/assets/en-1.js"), "its words come early"
    assert ENGLISH.say("pages.noscript") in page.words


def test_a_table_s_page_has_its_rules_in_words_for_whoever_has_no_scripts(
    visitor: Visitor, table: Setup
) -> None:
    page = visitor.get("/t/abc")
    for sentence in describe(table.ruleset, ENGLISH):
        assert sentence in page.words
    assert page.having(href="/t/abc/rules", target="_blank")


@pytest.mark.usefixtures("table")
def test_a_table_s_page_knows_what_its_reader_is_called(visitor: Visitor, tables: Tables) -> None:
    tables.names[PERSON] = '"><b>Ada'
    (main,) = visitor.get("/t/abc").having(id="table")
    assert main["data-name"] == '"><b>Ada'


@pytest.mark.usefixtures("table")
def test_before_the_game_the_screen_for_that_comes_with_the_page(
    visitor: Visitor, tables: Tables
) -> None:
    screens = {"rel": "modulepreload", "href": "/static/assets/screens-1.js"}
    assert not visitor.get("/t/abc").having(**screens)
    tables.gathers = True
    page = visitor.get("/t/abc")
    assert page.having(**screens)
    assert page.having(rel="modulepreload", href="/static/assets/en-2.js"), "with its words"


def test_c09_a_table_tells_its_own_rules_and_options(visitor: Visitor, table: Setup) -> None:
    page = visitor.get("/t/abc/rules")
    assert page.status == 200
    for sentence in describe(table.ruleset, ENGLISH):
        assert sentence in page.words
    assert "The chosen rule for a moon has no effect." in page.words
    assert "Spectators Not allowed" in page.words
    assert page.having(href="/en/setup?from=abc")


@pytest.mark.parametrize("path", ["/t/nowhere", "/t/nowhere/rules", "/nothing", "/static/no.js"])
def test_what_does_not_exist_is_said_so_with_a_way_home(visitor: Visitor, path: str) -> None:
    page = visitor.get(path)
    assert page.status == 404
    assert ENGLISH.say("pages.not-found.heading") in page.words
    assert page.having(href="/en/")


def test_a_fault_of_ours_is_said_to_be_ours_and_shows_nothing_else(visitor: Visitor) -> None:
    page = visitor.get("/stumble")
    assert page.status == 500
    assert ENGLISH.say("pages.failed.heading") in page.words
    assert "RuntimeError" not in page.html


def test_a_table_is_opened_by_sending_a_form_and_not_by_looking(visitor: Visitor) -> None:
    page = visitor.get("/tables")
    assert (page.status, page.headers["allow"]) == (405, "POST")
    assert ENGLISH.say("pages.not-allowed.heading") in page.words


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://127.0.0.1"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
    ],
)
def test_a_form_of_another_site_opens_no_table(
    visitor: Visitor, tables: Tables, headers: dict[str, str]
) -> None:
    page = visitor.post({"preset": "omnibus"}, headers)
    assert page.status == 403
    assert ENGLISH.say("pages.foreign.heading") in page.words
    assert tables.opened == {}


def test_a_form_of_this_site_opens_one(visitor: Visitor, tables: Tables) -> None:
    here = f"http://127.0.0.1:{visitor.port}"
    assert visitor.post({}, {"origin": here}).status == 303
    assert visitor.post({}, {"sec-fetch-site": "same-origin", "origin": here}).status == 303
    assert visitor.post({}, {}).status == 303  # a program: it has no person's cookie
    assert len(tables.opened) == 3


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b'{"preset": "omnibus"}', 400),
        ("multipart/form-data; boundary=x", b"--x--", 400),
        (FORM, b"no pairs at all", 400),
        (FORM, b"preset=\xff\xfe", 400),
        (FORM, b"&".join(b"a%d=1" % n for n in range(101)), 400),
        (FORM, b"a=" + b"x" * 20_000, 413),
    ],
)
def test_a_form_that_cannot_be_read_opens_no_table(
    visitor: Visitor, tables: Tables, kind: str, body: bytes, status: int
) -> None:
    headers = {"content-type": kind, "sec-fetch-site": "same-origin"}
    page = visitor.request("POST", "/tables", body, headers)
    assert page.status == status
    assert ENGLISH.say("pages.malformed.heading") in page.words
    assert tables.opened == {}


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("path", ["/", "/setup", "/t/abc", "/t/abc/rules", "/nothing"])
def test_no_page_has_a_script_or_a_style_of_its_own(visitor: Visitor, path: str) -> None:
    page = visitor.get(path)
    assert all(e.tag != "style" for e in page.elements)
    assert all(e["src"].startswith("/static/") for e in page.elements if e.tag == "script")
    assert not re.search(r"<[^>]* on[a-z]+=", page.html)
    assert "script-src 'self'" in page.headers["content-security-policy"]


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("path", ["/", "/setup", "/en/setup/describe", "/t/abc"])
def test_pages_are_one_persons_own(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).headers["cache-control"] == "private, no-cache"


def test_a_page_fetches_its_styles_its_modules_and_the_upright_fonts_first(
    visitor: Visitor,
) -> None:
    page = visitor.get("/")
    links = {
        (e["rel"], e["href"])
        for e in page.elements
        if e.tag == "link" and e["rel"] not in ("canonical", "alternate")
    }
    assert links == {
        ("icon", "/favicon.svg"),
        ("apple-touch-icon", "/icons/apple-touch-icon.png"),
        ("manifest", "/en/manifest.webmanifest"),
        ("preload", "/static/assets/brygada-1918-b1.woff2"),
        ("preload", "/static/assets/schibsted-s1.woff2"),
        ("stylesheet", "/static/assets/shared-1.css"),
        ("stylesheet", "/static/assets/site-1.css"),
        ("modulepreload", "/static/assets/shared-1.js"),
    }


def test_built_files_may_be_kept_for_ever(visitor: Visitor) -> None:
    kept = visitor.get("/static/assets/site-1.js")
    assert kept.status == 200
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_the_logo_is_the_icon(visitor: Visitor) -> None:
    icon = visitor.get("/favicon.svg")
    assert (icon.status, icon.headers["content-type"]) == (200, "image/svg+xml")


def test_a_client_that_is_not_built_is_named_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(ClientNotBuilt):
        Assets(tmp_path)
    half = {name: chunk for name, chunk in MANIFEST.items() if name != "src/table/main.ts"}
    with pytest.raises(ClientNotBuilt, match=r"src/table/main\.ts"):
        Assets(write_client(tmp_path / "half", half))
