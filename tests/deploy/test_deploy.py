"""The files for operators: they name what there is, and a service manager understands them."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from typer.main import get_group

from openhearts.cli import application
from openhearts.server.connections import MOST_FILES
from openhearts.server.limits import LARGEST_FORM
from openhearts.server.serve import SECONDS_TO_CLOSE
from openhearts.server.stopping import SECONDS_TO_ANSWER

ROOT = Path(__file__).parents[2]
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
SERVICE = ROOT / "deploy" / "openhearts.service"
FILES = [ROOT / "Containerfile", *sorted((ROOT / "deploy").iterdir())]


def instructions(name: str) -> list[str]:
    """What follows this instruction of the Containerfile, each time."""
    joined = CONTAINERFILE.replace("\\\n", " ")
    return [
        " ".join(found.split()) for found in re.findall(rf"^{name} (.*)$", joined, re.MULTILINE)
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file: Path) -> None:
    serve = get_group(application).commands["serve"]
    known = {parameter.envvar for parameter in serve.params} | {"OPENHEARTS_NAME"}
    named = set(re.findall(r"OPENHEARTS_\w+", file.read_text("utf-8")))
    assert named
    assert named <= known


class TestContainerfile:
    """The image: it has what it copies, no more than it needs, and no rights."""

    def test_everything_that_is_copied_is_there(self) -> None:
        copied = [one.split()[:-1] for one in instructions("COPY") if not one.startswith("--from")]
        sources = [name for names in copied for name in names]
        assert len(sources) > 5
        assert [name for name in sources if not (ROOT / name).exists()] == []

    def test_the_package_is_built_from_all_that_it_is_made_of(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        needed = {project["project"]["readme"], *project["project"]["license-files"]}
        needed |= {*project["build-system"]["backend-path"]}
        assert needed <= {name for one in instructions("COPY") for name in one.split()}

    def test_what_only_builds_is_not_in_it(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        build = {re.split(r"[><=]", one)[0] for one in project["dependency-groups"]["build"]}
        (removed,) = [one for one in instructions("RUN") if "uninstall" in one]
        assert {*removed.partition("--yes ")[2].split()} == build

    def test_it_runs_without_rights_and_ends_when_it_is_told_to(self) -> None:
        assert instructions("USER") == ["10001"]
        assert instructions("STOPSIGNAL") == ["SIGTERM"]
        # Without a shell, which would keep the signal to itself.
        assert instructions("ENTRYPOINT") == ['["openhearts"]']

    def test_what_it_asks_after_its_health_can_be_run(self) -> None:
        (check,) = instructions("HEALTHCHECK")
        program = check.partition('"-c", "')[2].rpartition('"]')[0].replace(r"\"", '"')
        assert "/healthz" in program
        compile(program, "healthcheck", "exec")


class TestService:
    """The unit of systemd."""

    def test_systemd_understands_it(self, tmp_path: Path) -> None:
        program = shutil.which("systemd-analyze")
        if program is None:
            pytest.skip("No systemd-analyze on this machine.")
        unit = tmp_path / SERVICE.name
        # Verifying wants the program to be there.
        unit.write_text(
            SERVICE.read_text("utf-8").replace("/opt/openhearts/bin/openhearts", "/bin/true")
        )
        done = subprocess.run(
            [program, "verify", unit], check=False, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")

    def test_it_gives_the_server_time_to_end_and_files_to_open(self) -> None:
        unit = dict(
            line.split("=", 1)
            for line in SERVICE.read_text("utf-8").splitlines()
            if "=" in line[1:]
        )
        assert int(unit["TimeoutStopSec"]) >= 2 * (SECONDS_TO_ANSWER + SECONDS_TO_CLOSE)
        assert int(unit["LimitNOFILE"]) == MOST_FILES
        assert unit["KillMode"] == "mixed", "its bots' processes end with it, not before"


@pytest.mark.parametrize(
    ("file", "size"),
    [("nginx.conf", r"client_max_body_size (\d+)k;"), ("Caddyfile", r"max_size (\d+)KB")],
)
def test_a_proxy_lets_through_what_the_server_takes(file: str, size: str) -> None:
    found = re.search(size, (ROOT / "deploy" / file).read_text("utf-8"))
    assert found
    assert int(found[1]) * 1024 >= LARGEST_FORM
