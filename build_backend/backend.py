"""scikit-build-core, which builds the web client first, unless an sdist carries it already."""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

from scikit_build_core import build as core
from scikit_build_core.build import *  # noqa: F403

from client import build_client

Hook = ParamSpec("Hook")


def with_client(hook: Callable[Hook, str]) -> Callable[Hook, str]:
    """The same hook of PEP 517 or 660, with the client built before it."""

    def build(*args: Hook.args, **kwargs: Hook.kwargs) -> str:
        if not Path("PKG-INFO").exists():
            build_client()
        return hook(*args, **kwargs)

    return build


build_sdist = with_client(core.build_sdist)
build_wheel = with_client(core.build_wheel)
build_editable = with_client(core.build_editable)
