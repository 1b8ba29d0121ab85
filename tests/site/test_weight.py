"""What the pages may weigh (docs/design.md 9)."""

from __future__ import annotations

import gzip

import pytest

from openhearts.server.site.assets import PREFIX, Assets
from openhearts.server.site.site import BUILT_CLIENT
from openhearts.words.catalogue import languages
from tests.conftest import lacking

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
