"""What an operator may write for a database, and what is shown of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from openhearts.server.cannot_start import CannotStart
from openhearts.server.database_address import PostgresAddress, read_address


@pytest.mark.parametrize("text", ["games.sqlite3", "/srv/a b/ü?#@.sqlite3", "postgresql:x"])
def test_whatever_has_no_scheme_is_a_file(text: str) -> None:
    assert read_address(text) == Path(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:SECRET@db.example:5432/games", "postgresql://ann@db.example:5432/games"),
        ("postgres://ann:SEC:RET@db.example/games", "postgres://ann@db.example/games"),
        ("postgresql://:SECRET@db.example/games", "postgresql://db.example/games"),
        ("postgresql://ann@db.example", "postgresql://ann@db.example"),
        ("postgresql://a%40b:SECRET@[::1]:5432/g", "postgresql://a%40b@[::1]:5432/g"),
        ("postgresql://ann:SECRET@one:1,two:2/games", "postgresql://ann@one:1,two:2/games"),
        ("postgresql:///games?host=/run/pg&password=SECRET", "postgresql:///games"),
        ("postgresql://ann@/games?host=%2Frun%2Fpg&sslmode=require", "postgresql://ann@/games"),
        ("postgresql://", "postgresql://"),
    ],
)
def test_an_address_is_shown_without_its_password(text: str, shown: str) -> None:
    address = read_address(text)
    assert isinstance(address, PostgresAddress)
    assert (address.url, str(address)) == (text, shown)
    assert "SECRET" not in repr(address)


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://ann:SEC@RET@db.example/games",
        "postgresql://ann:SEC/RET@db.example/games",
        "postgresql://ann:SEC?RET@db.example/games",
        "postgresql://ann:SEC#RET@db.example/games",
        "postgresql://ann:SEC RET@db.example/games",
        "postgresql://ann:12/SECRET@db.example/games",
        "postgresql://ann:12?SECRET@db.example/games",
        "postgresql://db.example:SECRET/games",
        "postgresql://db.example/games?password=SECRET#",
        "postgresql+psycopg://ann:SECRET@db.example/games",
        "mysql://ann:SECRET@db.example/games",
        "sqlite:///SECRET.sqlite3",
        "://SECRET",
    ],
)
def test_an_address_that_may_be_misread_is_refused_and_not_shown(text: str) -> None:
    """A sign that should have been escaped may stand in the middle of a password."""
    with pytest.raises(CannotStart) as refusal:
        read_address(text)
    assert refusal.value.code == "database-address-wrong"
    assert "SEC" not in f"{refusal.value} {refusal.value.facts}"
