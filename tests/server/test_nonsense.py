"""Hundreds of random and mutated messages, over sockets and HTTP: each is answered, nothing of the
server's inside is told, no table is hurt. ``prove/messages.py`` sends a hundred thousand."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path

from openhearts.records import dumps, loads
from openhearts.tables.record import game_record
from tests.running import Server, Visitor, play_together
from tests.server.logs import log_of
from tests.server.vandals import Vandals, attack

MESSAGES = 500
SEATS = 4


def test_nonsense_is_answered_and_hurts_no_table(server: Server, tmp_path: Path) -> None:
    """C06, C41."""
    # People on every seat: on a bot's a vandal might sit down, and be waited for.
    people = [Visitor(server) for _ in range(SEATS)]
    table = people[0].open_table(passing="none")
    with ExitStack() as sockets:
        clients = [sockets.enter_context(person.sit_down(table)) for person in people]
        for seat, client in enumerate(clients[1:], 1):
            assert client.do("sit", seat=seat)["kind"] == "done"
        vandals = Vandals(server, [table], random.Random(6))
        attack(vandals, MESSAGES, 6, tmp_path)
        play_together(clients, lambda view: view["tricksPlayed"] == 2, random.Random(6))
    assert vandals.faults == []
    assert vandals.total >= MESSAGES
    assert vandals.refused < vandals.total / 2
    assert {"done", "200", "malformed", "400", "404"} <= {*vandals.answers}
    record = game_record(log_of(server.database, table), "", lambda _: None)
    assert loads(dumps(record)) == record
