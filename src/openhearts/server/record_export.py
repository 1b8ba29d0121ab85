"""The HTTP interface for programs: the record of a table's game, as a file."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from importlib.metadata import version

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from openhearts.records import dumps, to_document
from openhearts.server.api import json_answer
from openhearts.server.host import Host, NoSuchTable, TableLog
from openhearts.server.incidents import report
from openhearts.tables.events import GameStarted
from openhearts.tables.record import NoSuchGame, game_record
from openhearts.tables.refusal import TableRefusal

FORMATS = {"hearts": "application/toml", "json": "application/json"}
"""What a record can be written as, and the media types. A ``.hearts`` file is TOML."""

PROGRAM = f"openhearts {version('openhearts')}"


class RecordExport:
    """GET /api/tables/{id}/record: the deals of a game that are over.

    ``?format=`` is ``hearts`` or ``json``; without it, what the request's Accept header likes
    better, and ``hearts`` if it does not say. ``?game=`` counts from 1; without it, the newest.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._turn = asyncio.Lock()

    async def record(self, request: Request) -> Response:
        """200 with the file, or what was wrong."""
        asked = request.query_params
        for name in asked:
            if name not in ("format", "game"):
                return _wrong_field(name, None, "format", "game")
        form = asked.get("format", _preferred(",".join(request.headers.getlist("accept"))))
        if form not in FORMATS:
            return _wrong_field("format", form, *FORMATS)
        game = _number(asked.get("game"))
        table_id = request.path_params["table_id"]
        try:
            async with self._turn:  # one at a time: the tables need the rest of the machine
                log = await self._host.log_of(table_id)
                return await asyncio.to_thread(_file, log, request.state.person, game, form)
        except NoSuchTable:
            return json_answer(404, {"code": "no-such-table"})
        except NoSuchGame as error:
            if not error.games:
                return json_answer(404, {"code": "no-such-game"})
            return _wrong_field("game", asked["game"], f"1 to {error.games}")
        except TableRefusal as refused:
            return json_answer(403, {"code": refused.code})
        except Exception as error:
            report("record-not-written", error, table=table_id)
            return json_answer(503, {"code": "server-fault"})


def _file(log: TableLog, person: str, game: int | None, form: str) -> Response:
    """The record as an answer. It tells nothing of the table's id, which is the table's key."""
    begun = [
        _day(at)
        for at, event in log.events
        if isinstance(event, GameStarted) and game in (event.game, None)
    ]
    record = game_record(
        (event for _, event in log.events),
        person,
        log.names.get,
        game,
        about=[("program", PROGRAM), *(("date", day) for day in begun[-1:])],
    )
    text = msgspec.json.encode(to_document(record)) if form == "json" else dumps(record)
    headers = {
        "content-disposition": f'attachment; filename="hearts-{begun[-1]}.{form}"',
        "cache-control": "private, no-cache",
        "vary": "accept",
    }
    return Response(text, 200, headers, FORMATS[form])


def _day(at: int) -> str:
    """The day, in UTC, of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def _number(text: str | None) -> int | None:
    """The number of a game; 0, which no game has, for what is no number."""
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _preferred(accept: str) -> str:
    """The format that an Accept header likes best; of equals, the first of FORMATS."""
    qualities: dict[str, float] = {}
    for part in accept.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        given = [piece.removeprefix("q=") for piece in parameters if piece.startswith("q=")]
        qualities[name] = _quality(given[0]) if given else 1.0

    def quality(form: str) -> float:
        kind = FORMATS[form]
        ranges = (kind, f"{kind.partition('/')[0]}/*", "*/*")
        return next((qualities[name] for name in ranges if name in qualities), 0.0)

    return max(FORMATS, key=quality)


def _quality(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _wrong_field(field: str, value: str | None, *allowed: str) -> Response:
    wrong = {"field": field, "value": value, "allowed": allowed}
    return json_answer(422, {"code": "wrong-field", **wrong})
