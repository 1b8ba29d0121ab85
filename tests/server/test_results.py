"""The results of a table's evenings: found once, kept, and told to whoever may see the table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import delete, select

from openhearts.server import schema
from openhearts.server.results import Results
from openhearts.server.store import Store, TableRow
from openhearts.tables import messages
from openhearts.tables.events import Event
from openhearts.tables.results import FinishedGame
from tests.running import Server, Visitor
from tests.tables.driver import ANN, Course

SHORT = {"target": 20, "passing": "none"}


def test_a_game_is_played_again_once_and_kept_as_soon_as_another_begins(tmp_path: Path) -> None:
    course = Course(SHORT, 2).play()
    over = len(course.events)
    course.send(ANN, messages.Rematch(id="r", decision=course.table.decision))
    begun = len(course.events)
    course.play()

    async def run() -> list[tuple[Sequence[FinishedGame], int]]:
        found = []
        with closing(Store(tmp_path / "games.sqlite3")) as store:
            results = Results(store)
            await store.rename(ANN, "Ann")
            version = 0
            for until, status in ((over, "over"), (begun, "open"), (len(course.events), "over")):
                events: list[Event] = course.events[version:until]
                await store.append("t", version, events, TableRow(status, None, "{}", ()))
                version = until
                told = await results.of_table("t")
                assert told is not None
                assert told.names == {ANN: "Ann"}
                found.append((told.games, await _kept(store)))
            await store.write("", lambda c: c.execute(delete(schema.events)))
            told = await results.of_table("t")
            assert told is not None
            found.append((told.games, await _kept(store)))
            assert await results.of_table("never") is None
        return found

    (first, kept_1), (begun_, kept_2), (both, kept_3), (without, _) = asyncio.run(run())
    assert [game.number for game in first] == [1]
    assert kept_1 == 0, "its last card may still be taken back"
    assert (begun_, kept_2) == (first, 1)
    assert ([game.number for game in both], kept_3) == ([1, 2], 1)
    assert without == first, "what is kept needs no events"


async def _kept(store: Store) -> int:
    rows = await store.read(lambda c: c.execute(select(schema.results)).all())
    return len(rows)


def test_whoever_has_the_tables_link_reads_them_and_nobody_else(server: Server) -> None:
    """C42."""
    host, friend = Visitor(server), Visitor(server)
    table = host.open_table()
    for path in (f"/t/{table}/results", f"/t/{table}/results.csv"):
        assert friend.request(path)[0] == 200
        assert friend.request(path.replace(table, "never"))[0] == 404
