"""The server's addresses as OpenAPI describes them, for schemathesis: from its routes, so that a
new one is attacked too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.server.app import make_app
from openhearts.server.metrics import Metrics
from openhearts.server.settings import Settings
from openhearts.server.stopping import Stopping
from openhearts.server.store import Store
from openhearts.tables.options import TableOptions

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
ASKED = ("from", "fill", "language", "to", "format", "game", "target", "seats", "moon", "preset")
"""What addresses may ask for after a question mark."""
TOLD = ("accept", "accept-language", "origin", "sec-fetch-site", "if-none-match", "range")
COOKIES = ("openhearts", "openhearts-chair", "language")
ANSWERS = (
    *("do", "chair", "seat", "name", "language", "text", "cards", "deck", "gathers", "hash"),
    *(f"options.{name}" for name in TableOptions.__struct_fields__),
)
"""The fields of all forms but those of a ruleset."""


def routes(folder: Path) -> Sequence[Route | Mount]:
    """Every address of the server but the sockets'."""
    settings = Settings(folder / "described.sqlite3")
    metrics = Metrics()
    with closing(Store(settings.database, metrics)) as store:
        app: Any = make_app(settings, store, metrics, Stopping())
    while not isinstance(app, Starlette):
        app = app._app  # what is around it all
    return [route for route in app.routes if isinstance(route, Route | Mount)]


def addresses(
    routes: Sequence[Route | Mount], known: Mapping[str, Sequence[str]]
) -> list[tuple[str, str]]:
    """Each method of each address, with what is known for its parameters."""
    found = []
    for path, parameters, methods in _described(routes):
        for number in range(max((len(known[name]) for name in parameters), default=1)):
            values = {name: known[name][number % len(known[name])] for name in parameters}
            found += [(method.upper(), path.format(**values)) for method in methods]
    return found


def openapi(routes: Sequence[Route | Mount], known: Mapping[str, Sequence[str]]) -> Schema:
    """The description. ``known`` are values for the parameters of addresses, by name."""
    paths: dict[str, Schema] = {}
    for path, parameters, methods in _described(routes):
        given = [
            _parameter("path", name, {"anyOf": [{"enum": list(known[name])}, TEXT]}, required=True)
            for name in parameters
        ]
        given += [_parameter("query", name, TEXT) for name in ASKED]
        given += [_parameter("header", name, TEXT) for name in TOLD]
        given += [_parameter("cookie", name, TEXT) for name in COOKIES]
        for method in methods:
            does: Schema = {"parameters": given, "responses": {"default": {"description": ""}}}
            if method != "get":
                does["requestBody"] = {"content": _bodies()}
            paths.setdefault(path, {})[method] = does
    return {"openapi": "3.1.0", "info": {"title": "openhearts", "version": "1"}, "paths": paths}


def _described(routes: Sequence[Route | Mount]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Paths, their parameters, and their methods."""
    for route in routes:
        if isinstance(route, Mount):
            yield route.path + "/{path}", ["path"], ["get"]
        else:
            methods = sorted(method.lower() for method in route.methods or () if method != "HEAD")
            yield route.path_format, sorted(route.param_convertors), methods


def _parameter(place: str, name: str, schema: Schema, *, required: bool = False) -> Schema:
    return {"in": place, "name": name, "schema": schema, "required": required}


def _bodies() -> Schema:
    """What may be sent: the set-up of a table as JSON, and every form."""
    words = {name: {"enum": [word]} for name, word in Ruleset().to_words().items()}
    _, parts = msgspec.json.schema_components([TableOptions])
    table = {
        **words,
        "target": {"type": "integer", "minimum": 1, "maximum": 1000},
        "seats": {"enum": [3, 4, 5, 6]},
        "preset": {"enum": list(PRESETS)},
        "gathers": {"type": "boolean"},
        "options": parts["TableOptions"],
    }
    form = dict.fromkeys((*words, *ANSWERS), TEXT)
    return {
        "application/json": {"schema": {"type": "object", "properties": table}},
        "application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": form}},
        "multipart/form-data": {"schema": {"type": "object", "properties": form}},
        "text/plain": {"schema": TEXT},
    }
