"""What the pages may weigh (docs/design.md 9)."""

from __future__ import annotations

import gzip
import json

import pytest

from openhearts.rules.ruleset import PRESETS
from openhearts.server.site.assets import PREFIX, Assets
from openhearts.server.site.site import BUILT_CLIENT
from openhearts.words.catalogue import Catalogue, languages
from tests.conftest import lacking
from tests.site.visiting import Tables, Visitor, serving

MOST_SCRIPT = 60_000
"""In bytes, gzipped: all the JavaScript of the table's page, one catalogue included."""


@pytest.mark.parametrize("language", languages())
def test_the_script_of_the_table_keeps_its_budget_in_every_language(language: str) -> None:
    if not (BUILT_CLIENT / ".vite" / "manifest.json").exists():
        lacking("The web client is not built: make client.")
    assets = Assets(BUILT_CLIENT)
    addresses = [assets.table.script, *assets.table.modules, assets.words[language]]
    files = [BUILT_CLIENT / address.removeprefix(PREFIX) for address in addresses]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST_SCRIPT


MOST_RULES_PAGE = 150_000
"""In bytes, as transferred: a rules page with its example, scripts, styles and fonts."""


@pytest.mark.parametrize("language", languages())
def test_a_rules_page_with_its_worked_example_keeps_its_budget(language: str) -> None:
    if not (BUILT_CLIENT / ".vite" / "manifest.json").exists():
        lacking("The web client is not built: make client.")
    assets = Assets(BUILT_CLIENT)
    words = f"../src/openhearts/words/{language}.json?example"
    chunks = json.loads((BUILT_CLIENT / ".vite" / "manifest.json").read_text("utf-8"))
    entries = (assets.site, assets.opening, assets.example)
    addresses = {address for e in entries for address in (e.script, *e.modules, *e.styles)}
    files = [BUILT_CLIENT / address.removeprefix(PREFIX) for address in sorted(addresses)]
    files.append(BUILT_CLIENT / chunks[words]["file"])
    fonts = [BUILT_CLIENT / font.removeprefix(PREFIX) for font in assets.fonts]
    loaded = sum(len(gzip.compress(file.read_bytes())) for file in files)
    loaded += sum(file.stat().st_size for file in fonts)
    catalogue = Catalogue.load(language)
    with serving(Tables().site(BUILT_CLIENT)) as port:
        visitor = Visitor(port)
        for preset in PRESETS:
            slug = catalogue.say(f"rules-pages.slug.{preset}")
            read = (f"/{language}/{slug}", f"/{language}/examples/{preset}.json")
            pages = [gzip.compress(visitor.get(path).html.encode()) for path in read]
            weight = loaded + sum(map(len, pages))
            assert weight <= MOST_RULES_PAGE, preset
