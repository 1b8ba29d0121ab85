"""Hundreds of random and mutated messages, over sockets and HTTP: each is answered, nothing of the
server's inside is told, no table is hurt. ``prove/messages.py`` sends a hundred thousand."""

from __future__ import annotations

import random
from pathlib import Path

from openhearts.records import dumps, loads
from openhearts.tables.record import game_record
from tests.running import Client, Server, play_until
from tests.server.logs import log_of
from tests.server.vandals import Vandals, attack

MESSAGES = 500


def test_nonsense_is_answered_and_hurts_no_table(
    server: Server, client: Client, tmp_path: Path
) -> None:
    """C06, C41."""
    vandals = Vandals(server, [client.table], random.Random(6))
    attack(vandals, MESSAGES, 6, tmp_path)
    assert vandals.faults == []
    assert vandals.total >= MESSAGES
    assert vandals.refused < vandals.total / 2
    assert {"done", "200", "malformed", "400", "404"} <= {*vandals.answers}
    play_until(client, lambda view: view["tricksPlayed"] == 2, random.Random(6))
    record = game_record(log_of(server.database, client.table), "", lambda _: None)
    assert loads(dumps(record)) == record
