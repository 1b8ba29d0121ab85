"""What only a SQLite file can be: damaged, in a folder, anybody's."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import openhearts.server.database
from openhearts.server.database import DatabaseUnusable
from openhearts.server.store import Store
from tests.server.stores import fill


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "games.sqlite3"


def refused(file: Path) -> DatabaseUnusable:
    """What is said of it; not a byte of it has changed."""
    before = file.read_bytes()
    with pytest.raises(DatabaseUnusable) as refusal:
        Store(file)
    assert refusal.value.database == file
    assert file.read_bytes() == before
    return refusal.value


def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    file.write_bytes(b"these are not the games you are looking for" * 100)
    assert refused(file).code == "database-damaged"


def test_a_damaged_database_is_refused(file: Path) -> None:
    fill(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
    assert refused(file).code == "database-damaged"


def test_a_truncated_database_is_refused(file: Path) -> None:
    fill(file)
    file.write_bytes(file.read_bytes()[:-4096])
    assert refused(file).code == "database-damaged"


def test_another_programs_database_is_refused(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    assert refused(file).code == "database-foreign"


def test_a_locked_database_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openhearts.server.database, "SECONDS_TO_WAIT", 0.1)
    fill(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("DELETE FROM person")
        with pytest.raises(DatabaseUnusable) as refusal:
            Store(file)
    assert refusal.value.code == "database-locked"


@pytest.mark.parametrize("name", ["a?b.sqlite3", "a#b.sqlite3", "100%.sqlite3", ":memory:"])
def test_any_name_of_a_file_is_the_name_of_that_file(tmp_path: Path, name: str) -> None:
    fill(tmp_path / name)
    assert (tmp_path / name).stat().st_size > 4096
    assert [made.name for made in tmp_path.iterdir()] == [name]


def test_a_newer_versions_database_is_refused(file: Path) -> None:
    fill(file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    refusal = refused(file)
    assert (refusal.code, refusal.detail) == ("database-newer", "9999")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file")
    file = tmp_path / "occupied" / "games.sqlite3"
    with pytest.raises(DatabaseUnusable) as refusal:
        Store(file)
    assert refusal.value.code == "database-unreachable"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "games.sqlite3"
    Store(file).close()
    assert file.exists()


def test_the_file_is_for_its_owner_alone(file: Path) -> None:
    """It holds the hands of running deals, and the key of all identities."""
    Store(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_only_postgresql_needs_is_not_imported(file: Path) -> None:
    """It would lengthen every start by a third of a second."""
    program = (
        "import sys; from pathlib import Path; import openhearts.server.serve as serve;"
        "serve.Store(Path(sys.argv[1])).close();"
        "print([name for name in sys.modules if 'psycopg' in name or 'postgres' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"
