"""Compiles the kernel for this checkout and puts it beside its sources.

``python build_backend/kernel.py`` does it, in a moment where nothing has changed. A wheel gets
its kernel from scikit-build-core instead, by the same CMakeLists.txt. Run from the root of the
repository.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from subprocess import CalledProcessError, run

BUILD = Path("build/kernel")
PLACE = Path("src/openhearts/kernel")

NO_COMPILER = (
    "openhearts has a part in C++ and needs a compiler and Python's headers to build it."
    " Debian: apt install g++ python3-dev. A wheel of openhearts needs neither."
)


def compiler() -> str | None:
    """The C++ compiler that CMake would take, if there is one."""
    named = os.environ.get("CXX") or sysconfig.get_config_var("CXX") or ""
    names = (named.partition(" ")[0], "c++", "g++", "clang++")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def has_headers() -> bool:
    """Whether Python.h is there."""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def build_kernel() -> None:
    """Compile what has changed. Raises CalledProcessError where that fails."""
    import nanobind  # only whoever compiles needs it

    found = compiler()
    if found is None or not has_headers():
        sys.exit(NO_COMPILER)
    cmake = [sys.executable, "-m", "cmake"]
    if not (BUILD / "build.ninja").exists():
        given = {
            "CMAKE_BUILD_TYPE": "Release",
            "CMAKE_CXX_COMPILER": found,
            "CMAKE_LIBRARY_OUTPUT_DIRECTORY": str(PLACE.resolve()),
            "Python_EXECUTABLE": sys.executable,
            "nanobind_DIR": nanobind.cmake_dir(),
        }
        options = [f"-D{name}={value}" for name, value in given.items()]
        print("Configuring the kernel", flush=True)
        places = ["-S", ".", "-B", str(BUILD), "-G", "Ninja", "--log-level=WARNING"]
        run([*cmake, *places, *options], check=True)
    run([*cmake, "--build", str(BUILD), "--", "--quiet"], check=True)


if __name__ == "__main__":
    try:
        build_kernel()
    except CalledProcessError as error:
        sys.exit(error.returncode)
