"""Whole servers on a PostgreSQL database, with people at their sockets."""

from __future__ import annotations

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from openhearts.server.database_address import PostgresAddress
from tests.postgres import PASSWORD, PostgresServer
from tests.running import Server, View, Visitor, play_until, running, wait_until
from tests.server.logs import as_shown, folded, log_of
from tests.server.test_crash import in_trick, shown_cards


def second_deal(view: View) -> bool:
    """Holds from the second deal on."""
    return bool(view["deal"] == 2)


def tells_no_password(server: Server, address: PostgresAddress) -> None:
    """Nothing that the server wrote says how one gets into its database."""
    assert PASSWORD not in server.logged
    assert address.url not in server.logged


def test_nodes_that_start_at_once_on_an_empty_database_serve_the_same_people(
    address: PostgresAddress, tmp_path: Path
) -> None:
    nodes = [Server(address, log=tmp_path / f"{number}.log") for number in range(2)]
    with ExitStack() as closing_them, ThreadPoolExecutor(len(nodes)) as starting:
        for node in nodes:
            closing_them.callback(node.close)
        list(starting.map(Server.start, nodes))
        ann = Visitor(nodes[0])
        table = ann.open_table(passing="none")
        for node in nodes:
            ann.server = node
            with ann.sit_down(table) as client:
                assert client.see(lambda view: bool(view["legal"]))["seat"] == 0
                play_until(client, lambda view: view["tricksPlayed"] > 0, random.Random(1))
            node.kill()
    for node in nodes:
        assert node.logged == ""


def test_a_deal_is_played_while_its_database_goes_and_comes(
    stoppable: PostgresServer, tmp_path: Path
) -> None:
    """People are told, nobody's card is played for them, and nothing is lost."""
    address = stoppable.make_database()
    chance = random.Random(4)
    with running(address, log=tmp_path / "log") as server:
        visitor = Visitor(server)
        assert visitor.request("/readyz")[0] == 200
        table = visitor.open_table(passing="none")
        for trick, end in ((3, stoppable.stop), (6, stoppable.kill)):
            with visitor.sit_down(table) as client:
                view = play_until(client, in_trick(trick), chance)
                end()
                reply = client.do("play", card=view["legal"][0])
                assert (reply["kind"], reply["code"]) == ("rejected", "server-fault")
                wait_until(lambda: visitor.request("/readyz")[0] == 503)
                _, _, body = visitor.request("/readyz")
                assert json.loads(body) == {"status": "store-failed"}
                assert visitor.request("/api/tables", b"{}")[0] == 503
                stoppable.start()
                wait_until(lambda: visitor.request("/readyz")[0] == 200)
                assert client.do("play", card=view["legal"][0])["kind"] == "done"
        with visitor.sit_down(table) as client:
            play_until(client, second_deal, chance)
        assert not any(getattr(event, "automatic", False) for event in log_of(address, table))
        tells_no_password(server, address)


def test_after_a_kill_the_game_goes_on_at_the_same_card(
    address: PostgresAddress, tmp_path: Path
) -> None:
    """C44, C52."""
    chance = random.Random(52)
    with running(address, log=tmp_path / "log") as server:
        visitor = Visitor(server)
        table = visitor.open_table(preset="subtract-the-moon", target=1000)
        for trick in (2, 9):
            with visitor.sit_down(table) as client:
                seen = play_until(client, in_trick(trick), chance)
                client.send("play", card=seen["legal"][0])
                time.sleep(chance.uniform(0, 0.02))
                server.kill()
            log = folded(address, table)
            assert log.version >= client.view["version"], "an acknowledged event was lost"
            server.start()
            with visitor.sit_down(table) as client:
                first = client.see(lambda _: True)
                assert shown_cards(first) == shown_cards(as_shown(address, table, first))
        with visitor.sit_down(table) as client:
            play_until(client, second_deal, chance)
        assert server.stop() == 0
        assert server.logged == ""
