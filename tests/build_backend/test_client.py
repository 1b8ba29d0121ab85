"""When the web client is built anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import client


@pytest.fixture(autouse=True)
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout with a few sources, whose client counts as just built."""
    monkeypatch.chdir(tmp_path)
    for source in ("web/vite.config.ts", "web/src/lib/cards.ts", "src/openhearts/words/en.json"):
        Path(source).parent.mkdir(parents=True, exist_ok=True)
        Path(source).write_text("as it was")
    client.BUILT_FROM.parent.mkdir(parents=True)
    client.BUILT_FROM.write_text(client.digest(client.sources()))


def is_fresh() -> bool:
    return client.matches(client.BUILT_FROM, client.digest(client.sources()))


def test_a_built_client_is_not_built_again() -> None:
    assert is_fresh()
    client.build_client()  # would fail here, where there is nothing to build it with


@pytest.mark.parametrize(
    "source", ["web/vite.config.ts", "web/src/lib/cards.ts", "src/openhearts/words/en.json"]
)
def test_a_changed_source_makes_it_stale(source: str) -> None:
    Path(source).write_text("changed")
    assert not is_fresh()


@pytest.mark.parametrize("source", ["web/index.html", "web/src/new.svelte", "web/public/icon.png"])
def test_a_new_source_makes_it_stale(source: str) -> None:
    Path(source).parent.mkdir(exist_ok=True)
    Path(source).write_text("new")
    assert not is_fresh()


def test_a_removed_source_makes_it_stale() -> None:
    Path("web/src/lib/cards.ts").unlink()
    assert not is_fresh()


def test_a_renamed_source_makes_it_stale() -> None:
    Path("web/src/lib/cards.ts").rename("web/src/lib/pack.ts")
    assert not is_fresh()


def test_its_packages_and_its_tests_do_not_matter() -> None:
    for other in ("web/node_modules/part/index.js", "web/tests/cards.test.ts"):
        Path(other).parent.mkdir(parents=True)
        Path(other).write_text("new")
    assert is_fresh()


def test_a_missing_client_is_stale() -> None:
    client.BUILT_FROM.unlink()
    assert not is_fresh()
