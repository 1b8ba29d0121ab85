"""The site of the documentation: it builds, its links lead somewhere, and it asks nobody else."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from tests.docs.pages import DOCS, ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make docs`` does: every warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-qEW", "-d", folder / "doctrees", DOCS, folder / "site"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    if built.returncode:
        pytest.fail(built.stderr, pytrace=False)
    return folder / "site"


class Page(HTMLParser):
    """The links of a page, and the places in it that a link can lead to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "a" and (link := attributes.get("href")):
            self.links.append(link)
        if place := attributes.get("id"):
            self.places.add(place)


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html")}
    lost = []
    for path, page in pages.items():
        for link in page.links:
            address, place = urldefrag(link)
            if urlsplit(link).scheme:
                continue
            target = path if not address else path.parent / unquote(address)
            known = pages.get(target.resolve())
            if not target.exists() or (place and known and unquote(place) not in known.places):
                lost.append(f"{path.name}: {link}")
    assert pages
    assert lost == []


def test_a_reader_of_the_site_asks_no_other_host(site: Path, chromium_path: str) -> None:
    asked: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        for path in site.glob("*.html"):
            page.goto(path.as_uri())
        browser.close()
    assert (site / "index.html").as_uri() in asked
    assert [url for url in asked if not url.startswith(site.as_uri())] == []
