"""A site to visit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site.visiting import EMPTY, NOT_PLAYED, SEATED, Tables, Visitor, serving, write_client


@pytest.fixture(scope="session", name="served")
def _served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tables, int]]:
    tables = Tables()
    static = write_client(tmp_path_factory.mktemp("client") / "static")
    with serving(tables.site(static)) as port:
        yield tables, port


@pytest.fixture(name="tables")
def _tables(served: tuple[Tables, int]) -> Tables:
    """What the pages know and did, as if the server had just started."""
    tables, _ = served
    tables.opened.clear()
    tables.openers.clear()
    tables.gathering.clear()
    tables.unfinished = []
    tables.seated = []
    tables.lobby = EMPTY
    tables.seating = SEATED
    tables.results = NOT_PLAYED
    tables.chairs.all.clear()
    for kept in (tables.links, tables.names, tables.became):
        kept.clear()
    return tables


@pytest.fixture(name="visitor")
def _visitor(served: tuple[Tables, int], tables: Tables) -> Visitor:  # noqa: ARG001 - cleared
    return Visitor(served[1])
