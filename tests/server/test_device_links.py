"""One's seats and name on another device, on a real server."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from pathlib import Path

import pytest

from openhearts.server import device_links
from openhearts.server.device_links import MINUTES_VALID, DeviceLinks
from openhearts.server.store import Store
from openhearts.words.catalogue import Catalogue, languages
from tests.databases import files_of
from tests.running import Server, Visitor

FROM_HERE = {"sec-fetch-site": "same-origin"}
ENGLISH = Catalogue.load("en")


def link_of(visitor: Visitor) -> str:
    """The address of a new link, without the site's."""
    visitor.request("/device")
    status, _, page = visitor.request("/device", b"", FROM_HERE)
    assert status == 200
    found = re.search(r'href="http://[^/]+(/device/[^"]+)"', page.decode())
    assert found
    return found[1]


def test_the_seat_and_the_name_are_on_the_new_device_and_stay_on_the_old(server: Server) -> None:
    """C44."""
    old, new = Visitor(server), Visitor(server)
    table = old.open_table(passing="none")
    with old.sit_down(table) as client:
        client.do("rename", name="Aino")
        link = link_of(old)
        assert b"Aino" in new.request(link)[2]
        assert new.request(link, b"", FROM_HERE)[0] == 303
        with new.sit_down(table) as moved:
            view = moved.see(lambda _: True)
            assert (view["seat"], view["hand"]) == (client.view["seat"], client.view["hand"])
    assert new.cookie.partition(".")[0] == old.cookie.partition(".")[0]
    assert table in new.request("/en/")[2].decode()


def test_looking_at_a_link_uses_nothing_up_and_redeeming_it_does(server: Server) -> None:
    """Programs look at whatever is sent."""
    old, preview, new, late = (Visitor(server) for _ in range(4))
    link = link_of(old)
    for _ in range(3):
        assert preview.request(link)[0] == 200
    assert preview.cookie != old.cookie
    assert new.request(link, b"", FROM_HERE)[0] == 303
    for answer in (late.request(link), late.request(link, b"", FROM_HERE)):
        assert answer[0] == 404
        assert ENGLISH.say("pages.device-gone.heading") in answer[2].decode()
    assert late.cookie != old.cookie


def test_who_moves_is_told_which_games_this_device_loses(server: Server) -> None:
    old, new = Visitor(server), Visitor(server)
    new.open_table()
    new.open_table()
    page = new.request(link_of(old))[2].decode()
    assert ENGLISH.say("device.here.left-behind", count=2) in page
    assert ENGLISH.say("device.here.same") in old.request(link_of(old))[2].decode()


def test_a_new_link_ends_the_one_before(server: Server) -> None:
    visitor = Visitor(server)
    first, second = link_of(visitor), link_of(visitor)
    assert [visitor.request(link)[0] for link in (first, second)] == [404, 200]


@pytest.mark.parametrize("language", languages())
def test_a_link_that_never_was_is_answered_in_the_visitors_language(
    server: Server, language: str
) -> None:
    headers = {"accept-language": language}
    status, _, page = Visitor(server).request("/device/never", headers=headers)
    assert status == 404
    assert Catalogue.load(language).say("pages.device-gone.heading") in page.decode()


def test_no_other_site_makes_or_redeems_a_link(server: Server) -> None:
    old, new = Visitor(server), Visitor(server)
    link = link_of(old)
    for path in ("/device", link):
        assert new.request(path, b"", {"sec-fetch-site": "cross-site"})[0] == 403
    assert new.request(link)[0] == 200


def test_a_link_stands_in_no_cache_referrer_or_other_address(server: Server) -> None:
    link = link_of(old := Visitor(server))
    made = old.request("/device", b"", FROM_HERE)
    for status, headers, page in (made, Visitor(server).request(link), old.request(link + "x")):
        assert headers["cache-control"] == "no-store", status
        assert headers["referrer-policy"] == "strict-origin"
        assert link.rpartition("/")[2].encode() not in page
    new = Visitor(server).request(link, b"", FROM_HERE)
    assert new[1]["cache-control"] == "no-store"


def test_neither_the_database_nor_the_log_holds_a_link(server: Server) -> None:
    visitor = Visitor(server)
    link = link_of(visitor)
    token = link.rpartition("/")[2]
    for file in files_of(server.database):
        assert token.encode() not in file.read_bytes()
    server.fill_its_disk()
    try:
        assert visitor.request(link, b"", FROM_HERE)[0] == 503
    finally:
        server.free_its_disk()
    assert "request-failed" in server.logged
    assert token not in server.logged


def test_a_link_works_for_minutes_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0]
    monkeypatch.setattr(device_links, "_milliseconds", lambda: now[0])

    async def use() -> None:
        with closing(Store(tmp_path / "games.sqlite3")) as store:
            links = DeviceLinks(store)
            token = await links.make("ann")
            now[0] = MINUTES_VALID * 60_000 - 1
            assert await links.owner(token) == "ann"
            now[0] += 1
            assert await links.owner(token) is None
            assert await links.redeem(token) is None

    asyncio.run(use())
