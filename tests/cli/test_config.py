"""The settings: by option, by environment, by default, in this order; and where each is from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openhearts.words.catalogue import Catalogue

PROGRAM = str(Path(sys.executable).with_name("openhearts"))
WORDS = Catalogue.load("en")
FROM_NOWHERE = {"PATH": "/usr/bin:/bin", "HOME": "/home/ann", "LC_ALL": "C.UTF-8", "COLUMNS": "999"}


def ran(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program in an environment of which nothing else is set."""
    return subprocess.run(
        [PROGRAM, *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=FROM_NOWHERE | environment,
    )


def told(*arguments: str, **environment: str) -> dict[str, Any]:
    """What ``config --json`` tells of each setting."""
    done = ran("config", "--json", *arguments, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    settings: dict[str, Any] = json.loads(done.stdout)
    return settings


def test_an_option_counts_before_the_environment_and_that_before_the_default() -> None:
    found = told("--port", "81", OPENHEARTS_PORT="82", OPENHEARTS_HOST="::1")
    assert found["port"] == {"value": 81, "from": "--port"}
    assert found["host"] == {"value": "::1", "from": "OPENHEARTS_HOST"}
    assert found["bot-delay"] == {"value": 0.0, "from": "default"}


def test_a_variable_that_is_empty_is_none() -> None:
    assert told(OPENHEARTS_PORT="")["port"] == {"value": 8000, "from": "default"}


def test_what_is_not_set_is_told_as_what_will_be_used() -> None:
    home = "/home/ann/.local/share/openhearts/openhearts.sqlite3"
    assert told()["database"] == {"value": home, "from": "default"}
    assert told()["proxy"] == {"value": None, "from": "default"}


EVERY_SETTING = {
    "OPENHEARTS_HOST": "0.0.0.0",
    "OPENHEARTS_PORT": "81",
    "OPENHEARTS_DATABASE": "/srv/games.sqlite3",
    "OPENHEARTS_NO_OPEN": "1",
    "OPENHEARTS_BOT_DELAY": "0.5",
    "OPENHEARTS_PROXY": "127.0.0.1",
    "OPENHEARTS_PUBLIC_ADDRESS": "https://hearts.example",
    "OPENHEARTS_METRICS": "127.0.0.1:9100",
    "OPENHEARTS_LOG": "json",
    "OPENHEARTS_LOG_LEVEL": "info",
    "OPENHEARTS_RETENTION_DAYS": "30",
    "OPENHEARTS_PUSH_SERVICES": "push.example.org",
    "OPENHEARTS_PUSH_CONTACT": "mailto:ann@hearts.example",
}


def test_every_setting_can_be_set_by_the_environment() -> None:
    found = told(**EVERY_SETTING)
    assert {setting["from"] for setting in found.values()} == {*EVERY_SETTING}
    options = {
        name.removeprefix("--") for name in ran("serve", "--help").stdout.split() if "--" in name
    }
    assert options - {"help"} == {*found}


def test_for_people_it_is_a_line_a_setting() -> None:
    lines = ran("config", OPENHEARTS_PORT="81").stdout.splitlines()
    assert len(lines) == len(EVERY_SETTING)
    assert [line.split() for line in lines if line.startswith("--port")] == [
        ["--port", "81", "OPENHEARTS_PORT"]
    ]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_password_is_not_told(form: tuple[str, ...]) -> None:
    done = ran("config", *form, OPENHEARTS_DATABASE="postgresql://ann:geheim@db/hearts")
    assert "ann:***@db/hearts" in done.stdout
    assert "geheim" not in done.stdout


def test_a_variable_that_is_no_setting_is_named() -> None:
    done = ran("config", OPENHEARTS_PROT="81")
    assert done.returncode == 0
    assert done.stderr == WORDS.say("cli.config.unknown", name="OPENHEARTS_PROT") + "\n"


@pytest.mark.parametrize("command", [("serve",), ("config",), ()])
@pytest.mark.parametrize(
    ("variable", "value", "would_do"),
    [
        ("OPENHEARTS_PORT", "99999", "65535"),
        ("OPENHEARTS_LOG", "xml", "'text', 'json'"),
        ("OPENHEARTS_PROXY", "localhost", WORDS.say("cli.wrong.proxy")),
        ("OPENHEARTS_PUBLIC_ADDRESS", "hearts", WORDS.say("cli.wrong.public-address")),
        ("OPENHEARTS_METRICS", "yes", WORDS.say("cli.wrong.metrics")),
    ],
)
def test_a_wrong_value_in_the_environment_names_its_variable_and_what_would_do(
    command: tuple[str, ...], variable: str, value: str, would_do: str
) -> None:
    done = ran(*command, **{variable: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert variable in done.stderr
    assert would_do in done.stderr


def test_a_wrong_option_is_refused_as_serve_does() -> None:
    done = ran("config", "--prot", "81")
    assert done.returncode == 2
    assert "--prot" in done.stderr
