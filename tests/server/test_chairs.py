"""A chair of one's own, on a real server."""

from __future__ import annotations

import re
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from openhearts.server.chairs import COOKIE
from openhearts.words.catalogue import Catalogue, languages
from tests.databases import files_of
from tests.running import Server, Visitor

FROM_HERE = {"sec-fetch-site": "same-origin"}
FORM = {**FROM_HERE, "content-type": "application/x-www-form-urlencoded"}
ENGLISH = Catalogue.load("en")
LOOKS = {"language": "sv", "text": "large", "cards": "big", "deck": "four"}


class Person(Visitor):
    """A browser that may sit in a chair, at whichever table it says it does."""

    def __init__(self, server: Server, chair: str = "") -> None:
        super().__init__(server)
        self.request("/en/")
        if chair:
            self.cookie += f"; {COOKIE}={token_of(chair)}"

    def send(self, path: str, **answers: str) -> tuple[int, str]:
        """Send a form; the status, and the page or where it leads to."""
        cookie = self.cookie
        status, headers, body = self.request(path, urlencode(answers).encode(), FORM)
        self.cookie = cookie
        return status, headers.get("location", body.decode())

    def make(self, table: str, chair: str = "new", **changes: str) -> str:
        """The link of a chair that is made, without the site's address."""
        answers = {"chair": chair, "seat": "2", "do": "make", "name": "Grandma", **LOOKS, **changes}
        status, page = self.send(f"/t/{table}/chairs", **answers)
        assert status == 200, page
        found = re.search(r'href="http://[^/]+(/chair/[^"]+)"', page)
        assert found
        return found[1]

    def seat_at(self, table: str) -> int | None:
        with self.sit_down(table) as client:
            seat: int | None = client.see(lambda _: True)["seat"]
            return seat


def token_of(link: str) -> str:
    return link.rpartition("/")[2]


@pytest.fixture(name="host")
def _host(server: Server) -> Person:
    return Person(server)


@pytest.fixture(name="table")
def _table(host: Person) -> str:
    return host.open_table(passing="none")


def test_whoever_opens_the_link_sits_down_by_name_on_any_device_every_time(
    server: Server, host: Person, table: str
) -> None:
    """C44."""
    link = host.make(table)
    for _ in range(2):
        assert Person(server).send(link) == (303, f"/t/{table}")
        with Person(server, link).sit_down(table) as grandma:
            view = grandma.see(lambda _: True)
            assert (view["seat"], view["players"][2]["name"]) == (2, "Grandma")
            assert len(view["hand"]) in (13, 12), "the bot may have played a card before"
    assert host.seat_at(table) == 0


def test_looking_at_the_link_sits_nobody_down(server: Server, host: Person, table: str) -> None:
    """Programs look at whatever is sent."""
    link = host.make(table)
    status, _, page = Person(server).request(link)
    assert (status, "Sätt dig som Grandma" in page.decode()) == (200, True)
    with host.sit_down(table) as client:
        assert client.see(lambda _: True)["players"][2]["kind"] == "bot"


def test_the_browser_keeps_the_chair_at_its_table_only(
    server: Server, host: Person, table: str
) -> None:
    link = host.make(table)
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("POST", link, "", FROM_HERE)
    kept = connection.getresponse().headers.get_all("set-cookie", [])
    connection.close()
    chairs = [cookie for cookie in kept if cookie.startswith(f"{COOKIE}=")]
    paths = [re.findall(r"Path=([^;]+)", cookie)[0] for cookie in chairs]
    assert sorted(paths) == [f"/api/tables/{table}", f"/t/{table}"]
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in chairs)

    guest = Person(server, link)
    other = guest.open_table()
    assert guest.seat_at(other) == 0, "it is itself at all other tables, whatever it sends"
    assert guest.seat_at(table) == 2
    home = guest.request("/en/")[2].decode()
    assert other in home
    assert table not in home


def test_the_table_speaks_and_looks_as_the_chair_remembers(
    server: Server, host: Person, table: str
) -> None:
    link = host.make(table)
    grandma = Person(server, link)
    for path in (f"/t/{table}", f"/t/{table}/rules"):
        page = grandma.request(path, headers={"accept-language": "it"})[2].decode()
        assert '<html lang="sv" data-chair="{&#34;cards&#34;: &#34;big&#34;' in page
        assert 'content="initial-scale=1.2,' in page
    elsewhere = grandma.request("/en/")[2].decode()
    assert "data-chair" not in elsewhere
    assert "initial-scale=1," in elsewhere


def test_a_person_makes_a_chair_of_its_own_seat(server: Server, host: Person, table: str) -> None:
    link = host.make(table, "mine", name="Aino", language="fi")
    phone = Person(server)
    phone.send(link)
    with Person(server, link).sit_down(table) as client:
        view = client.see(lambda _: True)
        assert (view["seat"], view["players"][0]["name"]) == (0, "Aino")


def test_a_new_link_ends_the_old_one_and_the_devices_that_sit_there_by_it(
    server: Server, host: Person, table: str
) -> None:
    old = host.make(table)
    Person(server).send(old)
    handle = handles(host, table)[1]
    new = host.make(table, handle)
    assert Person(server).request(old)[0] == 404
    assert Person(server, old).seat_at(table) is None
    assert Person(server, new).seat_at(table) == 2


def test_a_chair_is_changed_and_taken_away_by_who_made_it_and_who_sits_there(
    server: Server, host: Person, table: str
) -> None:
    link = host.make(table)
    place = f"/t/{table}/chairs"
    Person(server).send(link)
    grandma = Person(server, link)
    changed = {**LOOKS, "do": "save", "chair": "mine", "name": "Oma", "language": "it"}
    assert grandma.send(place, **changed) == (303, place)
    assert b'<html lang="it"' in grandma.request(f"/t/{table}")[2]
    (_, handle, _) = handles(host, table)
    assert host.send(place, do="remove", chair=handle) == (303, place)
    assert Person(server).request(link)[0] == 404
    with host.sit_down(table) as client:
        view = client.see(lambda _: True)
        assert view["players"][2]["name"] == "Oma", "the seat is still hers"


def test_nobody_else_makes_changes_or_takes_away_a_chair(
    server: Server, host: Person, table: str
) -> None:
    host.make(table)
    handle = handles(host, table)[1]
    seated, stranger = Person(server), Person(server)
    with seated.sit_down(table) as client:
        client.do("sit", seat=1)
    assert handles(seated, table) == ["mine"]
    assert handles(stranger, table) == []
    for person in (seated, stranger):
        for chair in (handle, "new", "x"):
            for do in ("make", "save", "remove"):
                answers = {"chair": chair, "seat": "3", "do": do, "name": "x", **LOOKS}
                assert person.send(f"/t/{table}/chairs", **answers)[0] == 404
    foreign = {**FORM, "sec-fetch-site": "cross-site"}
    assert host.request(f"/t/{table}/chairs", b"do=remove&chair=mine", foreign)[0] == 403


def test_whoever_gets_up_is_itself_again(server: Server, host: Person, table: str) -> None:
    link = host.make(table)
    page = host.request(link)[2].decode()
    assert Catalogue.load("sv").say("chairs.sit.own-seat", name="Grandma") in page
    host.send(link)
    both = Person(server)
    both.cookie = f"{host.cookie}; {COOKIE}={token_of(link)}"
    assert both.seat_at(table) == 2
    page = both.request(f"/t/{table}/chairs")[2].decode()
    assert Catalogue.load("sv").say("chairs.seated", name="Grandma") in page
    status, headers, _ = both.request(f"/t/{table}/chairs", b"do=get-up", FORM)
    assert (status, headers["location"]) == (303, f"/t/{table}")
    assert f'{COOKIE}=""' in headers["set-cookie"]


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"name": " "}, 422),
        ({"name": "x" * 25}, 422),
        ({"name": "\u202eGrandma"}, 422),
        ({"language": "tlh"}, 400),
        ({"deck": "five"}, 400),
        ({"seat": "0"}, 400),
        ({"seat": "9"}, 400),
    ],
)
def test_what_cannot_be_is_refused(
    host: Person, table: str, wrong: dict[str, str], status: int
) -> None:
    answers = {"chair": "new", "seat": "2", "do": "make", "name": "Grandma", **LOOKS, **wrong}
    found, page = host.send(f"/t/{table}/chairs", **answers)
    assert found == status
    assert (status == 422) == (ENGLISH.say("chairs.wrong-name", count=24) in page)


@pytest.mark.parametrize("language", languages())
def test_a_chair_that_is_gone_is_said_so_in_the_visitors_language(
    server: Server, language: str
) -> None:
    answer = Visitor(server).request("/chair/never", headers={"accept-language": language})
    assert answer[0] == 404
    assert Catalogue.load(language).say("pages.chair-gone.heading") in answer[2].decode()


def test_a_chairs_link_is_kept_nowhere(server: Server, host: Person, table: str) -> None:
    link = host.make(table)
    token = token_of(link)
    status, headers, page = Person(server).request(link)
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert headers["referrer-policy"] == "strict-origin"
    assert token not in page.decode()
    assert host.request(f"/t/{table}/chairs")[1]["cache-control"] == "no-store"
    for file in files_of(server.database):
        assert token.encode() not in file.read_bytes()
    assert token not in server.logged


def handles(person: Person, table: str) -> list[str]:
    """The chairs that a person may change or make."""
    page = person.request(f"/t/{table}/chairs")[2].decode()
    return re.findall(r'name="chair" value="([^"]+)"', page)


def test_a_table_that_is_not_there_has_no_chairs(server: Server) -> None:
    """C42."""
    for path in ("/t/never/chairs", "/t/never"):
        assert Visitor(server).request(path)[0] == 404
