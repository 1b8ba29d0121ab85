"""What is in the distributions: what is built is git-ignored and easily lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "openhearts"


def build(hook: str, directory: Path) -> Path:
    """Call a hook of the backend as an installer does, in a process of its own."""
    subprocess.run(
        [sys.executable, "-c", f"import backend; backend.{hook}({str(directory)!r})"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": "build_backend"},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return next(directory.iterdir())


def package_files() -> set[str]:
    return {
        file.relative_to(ROOT / "src").as_posix()
        for file in PACKAGE.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def is_compiled(name: str) -> bool:
    return name.endswith((".so", ".pyd"))


def test_the_wheel_holds_the_whole_package_and_what_is_built(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("build_wheel", tmp_path)) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == package_files()
    assert "openhearts/static/.vite/manifest.json" in names
    assert any(is_compiled(name) for name in names)


def test_the_sdist_holds_the_built_client_and_all_that_it_was_built_from(tmp_path: Path) -> None:
    with tarfile.open(build("build_sdist", tmp_path)) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    sources = {name for name in package_files() if not is_compiled(name)}
    assert {f"src/{name}" for name in sources} <= names
    assert {"CMakeLists.txt", "build_backend/kernel.py"} <= names
    assert {"LICENSE", "README.md", "pyproject.toml", "web/package-lock.json"} <= names
    assert {"build_backend/backend.py", "build_backend/client.py", "web/src/messages.ts"} <= names
