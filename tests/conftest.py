"""What tests need and a machine may lack: skipped there with a line, a failure with CI=true."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import Phase, settings

from tools import chromium

# For measuring coverage, which makes everything many times slower: few examples, always the same.
settings.register_profile(
    "few", max_examples=12, derandomize=True, database=None, deadline=None, phases=(Phase.generate,)
)

if "CI" not in os.environ:  # where it is set, hypothesis does the same by itself
    settings.register_profile("openhearts", deadline=None)  # a loaded machine is not a fault
    settings.load_profile("openhearts")


os.environ["LC_ALL"] = "C.UTF-8"  # the command line speaks the language of the terminal


def lacking(what: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data beside the clone."""
    path = Path(__file__).resolve().parents[2] / "shared"
    if not path.is_dir():
        lacking("No folder ../shared beside the clone: its data cannot be checked.")
    return path


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """A Chromium for playwright's ``executable_path``."""
    return chromium.find() or lacking(chromium.ADVICE)
