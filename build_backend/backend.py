"""scikit-build-core, with what it does not make made first.

That is the web client, unless an sdist carries it already, and for an editable install the
kernel, which then lies beside its sources.
"""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

from scikit_build_core import build as core
from scikit_build_core.build import *  # noqa: F403

from client import build_client
from kernel import build_kernel

Hook = ParamSpec("Hook")


def after(prepare: Callable[[], None], hook: Callable[Hook, str]) -> Callable[Hook, str]:
    """The same hook of PEP 517 or 660, after ``prepare``."""

    def build(*args: Hook.args, **kwargs: Hook.kwargs) -> str:
        prepare()
        return hook(*args, **kwargs)

    return build


def _build_client() -> None:
    if not Path("PKG-INFO").exists():
        build_client()


build_sdist = after(_build_client, core.build_sdist)
build_wheel = after(_build_client, core.build_wheel)
build_editable = after(_build_client, after(build_kernel, core.build_editable))
