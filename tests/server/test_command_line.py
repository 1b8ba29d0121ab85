"""The command line as an operator meets it: what goes wrong is said in one line."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import openhearts
from openhearts.server.database import HOW_TO_INSTALL
from openhearts.server.settings import DEFAULT_PORT
from openhearts.words.catalogue import Catalogue, languages
from tests.databases import change
from tests.running import PROJECT, STARTER
from tests.server.stores import fill

PROGRAM = [str(Path(sys.executable).with_name("openhearts"))]
PATIENCE = 60
WORDS = Catalogue.load("en")


def ran(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program, run to its end."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
    )


Complain = Callable[..., str]


@pytest.fixture(scope="module")
def complaint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Complain]:
    """What it says when it cannot serve: exactly one line. Each time in a fresh process."""
    log = tmp_path_factory.mktemp("complaints") / "log"
    with log.open("w") as faults:
        starter = subprocess.Popen(
            STARTER,
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=faults,
            text=True,
        )
    heard = 0

    def complain(*arguments: str) -> str:
        nonlocal heard
        assert starter.stdin is not None
        assert starter.stdout is not None
        command = ["serve", "--no-open", "--port", "0", *arguments]
        starter.stdin.write(json.dumps(command) + "\n")
        starter.stdin.flush()
        starter.stdout.readline()  # the process's id
        assert starter.stdout.readline() == "1\n"
        (line,) = log.read_text().splitlines()[heard:]
        heard += 1
        return line

    with starter:
        yield complain
        assert starter.stdin is not None
        starter.stdin.close()


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """The program while it runs; ended with Ctrl+C, after which it has said no more."""
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", **environment},
    )
    try:
        yield process
        process.send_signal(signal.SIGINT)
        rest, faults = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest, faults) == (0, "", "")
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def address_in(line: str) -> str:
    """The address that the line of greeting says."""
    found = re.search(r"http://\S+:\d+", line)
    assert found, line
    assert line == WORDS.say("cli.serving", address=found[0])
    return found[0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "games.sqlite3"


class TestHelp:
    """Help is for people who have nothing yet, not even a database."""

    @pytest.mark.parametrize("arguments", [("--help",), ("serve", "--help")])
    def test_help_says_what_can_be_asked(self, arguments: tuple[str, ...]) -> None:
        done = ran(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert WORDS.say("cli.serve.about") in done.stdout

    @pytest.mark.parametrize("language", languages())
    def test_it_speaks_the_language_of_the_terminal(self, language: str) -> None:
        shown = " ".join(ran("serve", "--help", LC_ALL=f"{language}_XX.UTF-8").stdout.split())
        words = Catalogue.load(language)
        assert words.say("cli.serve.about") in shown
        assert words.say("cli.serve.port") in shown

    def test_every_option_is_explained(self) -> None:
        shown = " ".join(ran("serve", "--help").stdout.split())
        for option in ("host", "port", "database", "no-open", "bot-delay"):
            assert f"--{option} " in shown
            assert WORDS.say(f"cli.serve.{option}") in shown

    @pytest.mark.parametrize(
        "arguments", [("--port", "70000"), ("--bot-delay", "-1"), ("--colour", "red"), ("dance",)]
    )
    def test_what_does_not_exist_is_refused_without_a_trace(
        self, arguments: tuple[str, ...]
    ) -> None:
        done = ran("serve", *arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


class TestServing:
    """It says where it is, and nothing else."""

    def test_alone_it_serves_from_the_users_own_folder(self, tmp_path: Path) -> None:
        with serving(XDG_DATA_HOME=str(tmp_path)) as process:
            greeting(process)
        assert (tmp_path / "openhearts" / "openhearts.sqlite3").exists()

    def test_a_taken_default_port_is_left_alone_and_another_one_named(self, file: Path) -> None:
        with occupied(DEFAULT_PORT), serving("serve", "--database", str(file)) as process:
            moved = first_line(process)
            port = address_in(first_line(process)).rpartition(":")[2]
            assert moved == WORDS.say("cli.port-moved", port=DEFAULT_PORT, other=int(port))
            assert int(port) != DEFAULT_PORT

    def test_it_serves_where_it_is_told_to(self, file: Path) -> None:
        place = ("--host", "0.0.0.0", "--port", "0", "--database", str(file))
        with serving("serve", "--no-open", *place) as process:
            assert address_in(first_line(process)).startswith("http://localhost:")
        assert file.exists()


def greeting(process: subprocess.Popen[str]) -> str:
    """The address it says, whether or not its usual port is free on this machine now."""
    line = first_line(process)
    return address_in(line if "http" in line else first_line(process))


@contextmanager
def occupied(port: int) -> Iterator[int]:
    """Meanwhile somebody listens on this port, we or another program; 0 stands for any."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError:
            yield port  # taken already
        else:
            yield listener.getsockname()[1]


class TestComplaints:
    """One line, which names what is wrong and what to do; exit status 1."""

    def test_a_taken_port(self, file: Path) -> None:
        with occupied(0) as port:
            done = ran("serve", "--no-open", "--port", str(port), "--database", str(file))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == WORDS.say("cli.port-taken", port=port) + "\n"

    @pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
    def test_a_host_that_is_not_here(self, complaint: Complain, file: Path, host: str) -> None:
        line = complaint("--host", host, "--database", str(file))
        assert line.startswith(f"Cannot listen on {host}, port 0: ")

    def test_a_file_that_is_no_database(self, complaint: Complain, file: Path) -> None:
        file.write_bytes(b"not a database at all" * 100)
        assert_says("database-damaged", complaint("--database", str(file)), file)

    def test_a_database_with_much_damage(self, complaint: Complain, file: Path) -> None:
        fill(file)
        whole = file.read_bytes()
        file.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
        assert_says("database-damaged", complaint("--database", str(file)), file)

    def test_another_programs_database(self, complaint: Complain, file: Path) -> None:
        change(file, "CREATE TABLE recipe (name TEXT)")
        assert_says("database-foreign", complaint("--database", str(file)), file)

    def test_a_newer_database(self, complaint: Complain, file: Path) -> None:
        fill(file)
        change(file, "UPDATE alembic_version SET version_num = '9999'")
        assert_says("database-newer", complaint("--database", str(file)), file)

    def test_a_locked_database(self, complaint: Complain, file: Path) -> None:
        fill(file)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            assert_says("database-locked", complaint("--database", str(file)), file)

    def test_a_folder_that_cannot_be_made(self, complaint: Complain, tmp_path: Path) -> None:
        (tmp_path / "occupied").write_text("a file")
        file = tmp_path / "occupied" / "games.sqlite3"
        assert_says("database-unreachable", complaint("--database", str(file)), file)

    def test_a_file_that_cannot_be_written(self, complaint: Complain) -> None:
        file = Path("/proc/games.sqlite3")  # where not even the superuser may
        assert_says("database-unreachable", complaint("--database", str(file)), file)

    @pytest.mark.parametrize("address", ["postgresql://ann:a/b@host/games", "mysql://ann@host/x"])
    def test_an_address_that_cannot_be_read(self, complaint: Complain, address: str) -> None:
        assert complaint("--database", address) == WORDS.say("cli.database-address-wrong")

    def test_a_database_server_that_is_away(self, complaint: Complain, tmp_path: Path) -> None:
        line = complaint("--database", f"postgresql://ann:secret@/games?host={tmp_path}")
        assert line.startswith("The database postgresql://ann@/games cannot be opened: ")
        assert line.endswith(" failed: No such file or directory.")
        assert "secret" not in line

    @pytest.mark.parametrize("language", languages())
    def test_an_installation_without_the_driver(self, tmp_path: Path, language: str) -> None:
        (tmp_path / "psycopg.py").write_text("raise ImportError")
        done = ran(
            "serve",
            *("--no-open", "--port", "0", "--database", "postgresql://ann:secret@host/games"),
            PYTHONPATH=str(tmp_path),
            LC_ALL=f"{language}_XX.UTF-8",
        )
        said = Catalogue.load(language).say("cli.postgresql-not-installed", command=HOW_TO_INSTALL)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", said + "\n")
        assert said.endswith(" pip install 'psycopg[binary]'")

    def test_pages_that_were_never_built(self, tmp_path: Path) -> None:
        """As in a clone in which nothing was made."""
        program = tmp_path / "openhearts"
        shutil.copytree(
            Path(openhearts.__file__).parent,
            program,
            ignore=shutil.ignore_patterns("static", "__pycache__"),
        )
        # -S: not where the package was installed from.
        start = (
            "import sys; sys.path += sys.argv.pop().split(); import openhearts.cli as c; c.main()"
        )
        packages = f"{tmp_path} {sysconfig.get_path('purelib')}"
        done = subprocess.run(
            [sys.executable, "-S", "-c", start, "serve", "--no-open", packages],
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == WORDS.say("cli.client-not-built") + "\n"


def assert_says(code: str, line: str, file: Path) -> None:
    """The line is the catalogue's sentence about this file, whatever the detail."""
    before, _, after = WORDS.say(f"cli.{code}", database=str(file), detail="\0").partition("\0")
    assert line.startswith(before)
    assert line.endswith(after)
