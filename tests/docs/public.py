"""The public part of the library: what its documentation owes an explanation."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import openhearts
import openhearts.bots
import openhearts.records
import openhearts.rules

NAMES: dict[str, object] = {
    name: getattr(package, name)
    for package in (openhearts, openhearts.records, openhearts.bots)
    for name in package.__all__
}
"""The public names, and what they stand for."""

MODULES = [
    *(
        import_module(f"{package.__name__}.{module.name}")
        for package in (openhearts.rules, openhearts.records)
        for module in pkgutil.iter_modules(package.__path__)
    ),
    *(import_module(f"openhearts.bots.{module}") for module in ("bot", "contract", "levels")),
]
"""Where they are defined."""
