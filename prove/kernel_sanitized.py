"""The kernel's tests on a build that notices undefined behaviour and every wrong access.

A copy of the package gets a kernel compiled with the address and the undefined-behaviour
sanitizer, unoptimized, so that nothing is hidden; the tests run on the copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import nanobind

ROOT = Path(__file__).resolve().parents[1]
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g"


def build(into: Path, folder: Path) -> None:
    """Compile the kernel with the sanitizers, into the package ``into``."""
    given = {
        "CMAKE_BUILD_TYPE": "Debug",
        "CMAKE_CXX_FLAGS": FLAGS,
        "CMAKE_LIBRARY_OUTPUT_DIRECTORY": str(into / "kernel"),
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": nanobind.cmake_dir(),
    }
    options = [f"-D{name}={value}" for name, value in given.items()]
    cmake = [sys.executable, "-m", "cmake"]
    subprocess.run([*cmake, "-S", ROOT, "-B", folder, "-G", "Ninja", *options], check=True)
    subprocess.run([*cmake, "--build", folder], check=True)


def library(name: str) -> str:
    """Where the compiler keeps the run-time part of a sanitizer."""
    compiler = os.environ.get("CXX", "g++")
    asked = [compiler, f"-print-file-name={name}"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    """Build, and run the kernel's tests."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder, "src", "openhearts")
        shutil.copytree(
            ROOT / "src" / "openhearts", package, ignore=shutil.ignore_patterns("*.so", "static")
        )
        build(package, Path(folder, "build"))
        # Python itself leaks on purpose; what is looked for is wrong access. Without its site
        # module Python knows nothing of the editable install, which would come first.
        environment = os.environ | {
            "ASAN_OPTIONS": "detect_leaks=0",
            "LD_PRELOAD": f"{library('libasan.so')} {library('libubsan.so')}",
            "PYTHONPATH": os.pathsep.join((str(package.parent), sysconfig.get_path("purelib"))),
        }
        python = [sys.executable, "-S"]
        asks = [*python, "-c", "from openhearts.kernel import _kernel; print(_kernel.__file__)"]
        tested = subprocess.run(asks, env=environment, check=True, capture_output=True, text=True)
        if not Path(tested.stdout.strip()).is_relative_to(folder):
            print(f"the tests would run on {tested.stdout.strip()}", file=sys.stderr)
            return 1
        tests = [*python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/kernel"]
        return subprocess.run(tests, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
