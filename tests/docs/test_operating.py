"""The pages for operators keep up with the program: settings, metrics, events, limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_type_hints

import pytest
from typer.main import get_group

from openhearts.cli import application
from openhearts.server import limits
from openhearts.server.incidents import Facts
from openhearts.server.limits import Limit, Rate
from openhearts.server.metrics import Metrics
from openhearts.server.serve import SECONDS_TO_CLOSE
from openhearts.server.settings import default_database
from openhearts.server.stopping import SECONDS_TO_ANSWER
from tests.docs.pages import DOCS, ROOT, text_of

OPERATE, SECURITY = text_of(DOCS / "operate.md"), text_of(DOCS / "security.md")
SOURCES = [file.read_text("utf-8") for file in (ROOT / "src" / "openhearts").rglob("*.py")]


def rows(page: str) -> Iterator[list[str]]:
    """The cells of every row of every table."""
    for line in page.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def test_every_setting_is_told_with_its_default() -> None:
    told = {
        (row[0].strip("`"), row[1].strip("`")): row[2].strip("`")
        for row in rows(OPERATE)
        if row[0].startswith("`OPENHEARTS_")
    }
    parameters = [p for p in get_group(application).commands["serve"].params if p.envvar]
    assert set(told) == {(str(parameter.envvar), parameter.opts[0]) for parameter in parameters}
    for parameter in parameters:
        default = parameter.default
        if default is not None:
            shown = told[str(parameter.envvar), parameter.opts[0]]
            assert shown == str(getattr(default, "value", default)).lower(), parameter.opts[0]
    assert default_database().is_absolute()


def test_every_metric_is_told_and_no_other() -> None:
    told = {name for row in rows(OPERATE) for name in re.findall(r"^`(openhearts_\w+)`$", row[0])}
    metrics = Metrics()
    found = set(re.findall(r"^# TYPE (openhearts_\w+)", metrics.told().decode(), re.MULTILINE))
    gauges = re.findall(r"metrics\.gauge\(\s*\"(\w+)\"", "\n".join(SOURCES))
    assert told == found | {f"openhearts_{name}" for name in gauges}


def test_every_event_of_the_log_is_told_and_no_other() -> None:
    table = OPERATE.partition("| event | level |")[2].partition("\n\n")[0]
    told = {code for row in rows(table) for code in re.findall(r"`([a-z-]+)`", row[0])}
    calls = re.compile(r"\b(?:detail|note|warn|report)\(\s*\"([a-z-]+)\"")
    assert told == {code for source in SOURCES for code in calls.findall(source)}


def test_every_key_of_the_log_is_told() -> None:
    paragraph = OPERATE.partition("With `--log json`")[2].partition("\n\n")[0]
    told = set(re.findall(r"`(\w+)`", paragraph))
    assert told == {"at", "level", "event", *get_type_hints(Facts), "error", "detail", "trace"}


def test_the_page_says_how_long_stopping_takes() -> None:
    assert f"for at most {SECONDS_TO_ANSWER:.0f} seconds" in OPERATE
    assert f"for at most {SECONDS_TO_CLOSE} seconds" in OPERATE
    assert SECONDS_TO_ANSWER + SECONDS_TO_CLOSE < 10


def in_words(rate: Rate) -> str:
    return f"{rate.at_once} at once, then {rate.a_second:g} a second"


def numbers(value: object) -> list[str]:
    """The cells of a limit."""
    match value:
        case Limit():
            return [in_words(value.address), in_words(value.person)]
        case Rate():
            return [in_words(value)]
        case _:
            return [f"{value:g}"]


@pytest.mark.parametrize("name", [name for name in vars(limits) if name.isupper()])
def test_every_limit_is_told_with_its_number(name: str) -> None:
    (row,) = [row for row in rows(SECURITY) if row[-1] == f"`{name}`"]
    assert row[1:-1] == numbers(getattr(limits, name))


def test_no_limit_is_told_that_there_is_not() -> None:
    section = SECURITY.partition("## Limits")[2].partition("\n## ")[0]
    told = {row[-1].strip("`") for row in rows(section) if row[-1].startswith("`")}
    assert told == {name for name in vars(limits) if name.isupper()}


@pytest.mark.parametrize("page", [OPERATE, SECURITY], ids=["operate", "security"])
def test_every_file_that_is_named_exists(page: str) -> None:
    named = re.findall(r"`((?:tests|deploy|src|requirements|web)/[\w./-]*)`", page)
    assert [name for name in named if not (ROOT / name).exists()] == []
