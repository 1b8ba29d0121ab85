"""What a browser needs to install the site and to keep what is read of it."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from openhearts.server.protection import CONTENT_SECURITY_POLICY
from openhearts.server.site import colours
from openhearts.server.site.offline import ICONS
from openhearts.words.catalogue import Catalogue, languages
from tests.site.visiting import MANIFEST, Tables, Visitor, serving, write_client
from tools.icons import DRAWN_FROM, LOGO, WANTED

TOKENS = Path(__file__).parents[2] / "web" / "src" / "styles" / "tokens.css"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", ["", "setup", "offline", "nothing"])
def test_every_page_names_the_application_in_its_language(
    visitor: Visitor, language: str, path: str
) -> None:
    page = visitor.get(f"/{language}/{path}")
    (link,) = page.having(rel="manifest")
    manifest = json.loads(visitor.get(link["href"]).html)
    words = Catalogue.load(language)
    assert manifest["name"] == words.say("home.title")
    assert manifest["short_name"] == words.say("site.name")
    assert manifest["description"] == words.say("site.description")
    assert manifest["lang"] == words.say("language.locale")
    assert (manifest["id"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert visitor.get(manifest["start_url"]).status == 200
    assert all(visitor.get(shortcut["url"]).status == 200 for shortcut in manifest["shortcuts"])
    themes = {e["media"]: e["content"] for e in page.having(name="theme-color")}
    assert themes == {
        "(prefers-color-scheme: light)": colours.PAPER,
        "(prefers-color-scheme: dark)": colours.NIGHT_PAPER,
    }


def test_the_icons_of_the_application_are_what_it_says_they_are(visitor: Visitor) -> None:
    page = visitor.get("/en/")
    manifest = json.loads(visitor.get("/en/manifest.webmanifest").html)
    (touch,) = page.having(rel="apple-touch-icon")
    sizes = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    assert sizes.pop("/favicon.svg") == "any"
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for address, size in {**sizes, touch["href"]: "180x180"}.items():
        connection = HTTPConnection("127.0.0.1", visitor.port, timeout=20)
        connection.request("GET", address)
        answer = connection.getresponse()
        assert answer.headers["content-type"] == "image/png"
        assert "set-cookie" not in answer.headers, "anybody may keep it"
        with Image.open(answer) as picture:
            assert "{}x{}".format(*picture.size) == size
        connection.close()


def test_the_icons_are_drawn_from_the_logo_of_today() -> None:
    logo = sha256(LOGO.read_bytes()).hexdigest()
    assert {file.stem for file in ICONS.glob("*")} == set(WANTED)
    for name in WANTED:
        with Image.open(ICONS / f"{name}.png") as picture:
            assert picture.info[DRAWN_FROM] == logo, "run tools/icons.py"


def test_colours_without_a_style_sheet_are_those_of_the_tokens() -> None:
    tokens = TOKENS.read_text("utf-8")
    ours = {name: value for name, value in vars(colours).items() if name.isupper()}
    for name, value in ours.items():
        place = 1 if name.startswith("NIGHT_") else 0
        token = name.removeprefix("NIGHT_").lower().replace("_", "-")
        found = re.search(rf"--{token}: light-dark\((#\w+), (#\w+)\)", tokens)
        assert found, name
        assert value == found.groups()[place], name


def worker_of(visitor: Visitor) -> dict[str, Any]:
    """What the service worker is told to keep."""
    answer = visitor.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    found = re.match(r"self\.kept = (\{.*\});\n", answer.html)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_the_worker_keeps_the_pages_that_are_read_and_what_they_load(visitor: Visitor) -> None:
    kept = worker_of(visitor)
    assert set(kept["files"]) == {
        "/static/assets/site-1.js",
        "/static/assets/opening-1.js",
        "/static/assets/shared-1.js",
        "/static/assets/site-1.css",
        "/static/assets/shared-1.css",
        "/static/assets/brygada-1918-b1.woff2",
        "/static/assets/brygada-1918-i1.woff2",
        "/static/assets/schibsted-s1.woff2",
    }
    pages = kept["pages"]
    assert list(pages) == languages()
    for language, addresses in pages.items():
        assert addresses[0] == f"/{language}/"
        assert all(visitor.get(address).status == 200 for address in addresses)


def test_another_build_of_the_client_is_another_version(visitor: Visitor, tmp_path: Path) -> None:
    assert worker_of(visitor)["version"] == worker_of(visitor)["version"]
    other = write_client(tmp_path / "static", {**MANIFEST, "extra.js": {"file": "assets/e-1.js"}})
    with serving(Tables().site(other)) as port:
        assert worker_of(Visitor(port))["version"] != worker_of(visitor)["version"]


def test_worker_and_manifest_may_come_from_this_site_alone() -> None:
    policy = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))
    assert policy["worker-src"] == policy["manifest-src"] == "'self'"
    assert policy["default-src"] == "'none'"
