"""What keeps one person's things from others: headers, cookies, and who may act for somebody."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from openhearts.server.protection import CONTENT_SECURITY_POLICY
from tests.databases import change
from tests.running import PATIENCE, Server, Visitor, running, wait_until

FORM = {"content-type": "application/x-www-form-urlencoded"}

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def ask(
    visitor: Visitor,
    path: str,
    body: bytes | None = None,
    method: str | None = None,
    **headers: str,
) -> tuple[int, Mapping[str, str]]:
    """Any request: status and headers."""
    request = urllib.request.Request(
        visitor.server.address + path,
        body,
        {"cookie": visitor.cookie, **{name.replace("_", "-"): of for name, of in headers.items()}},
        method=method,
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, dict(answer.headers)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, dict(answer.headers)


class TestHeaders:
    """No foreign or inline script, no frame, no guess at a type, on whatever is answered."""

    def test_the_policy_allows_nothing_that_is_not_named(self) -> None:
        policy = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))
        assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["form-action"] == "'self'"
        assert "unsafe-eval" not in CONTENT_SECURITY_POLICY
        allowed = [name for name, of in policy.items() if "unsafe-inline" in of]
        assert allowed == ["style-src-attr"], "the table places its cards by attributes"

    @pytest.mark.parametrize(
        ("path", "body", "status"),
        [
            ("/en/", None, 200),
            ("/", None, 200),  # by way of a redirect
            ("/nowhere", None, 404),
            ("/t/nowhere", None, 404),
            ("/tables", None, 405),
            ("/en/tables", b"seats=2", 422),
            ("/en/tables", b"%ff", 400),
            ("/api/tables", b"{}", 201),
            ("/api/tables", b"{", 400),
            ("/api/tables/nowhere/record", None, 404),
            ("/api/name", None, 405),
            ("/healthz", None, 200),
            ("/readyz", None, 200),
            ("/sw.js", None, 200),
            ("/favicon.svg", None, 200),
            ("/icons/icon-192.png", None, 200),
            ("/en/preview.png", None, 200),
            ("/en/manifest.webmanifest", None, 200),
            ("/robots.txt", None, 200),
            ("/sitemap.xml", None, 200),
            ("/static/nothing.js", None, 404),
            ("/static/../../../etc/passwd", None, 404),
        ],
    )
    def test_every_kind_of_answer_has_them(
        self, server: Server, path: str, body: bytes | None, status: int
    ) -> None:
        found, headers = ask(Visitor(server), path, body, **FORM)
        assert found == status
        assert {name: headers.get(name) for name in HEADERS} == HEADERS

    def test_a_file_of_the_client_has_them(self, server: Server) -> None:
        _, _, page = Visitor(server).request("/en/")
        path = page.decode().partition('src="/static/')[2].partition('"')[0]
        status, headers = ask(Visitor(server), f"/static/{path}")
        assert status == 200
        assert {name: headers.get(name) for name in HEADERS} == HEADERS

    def test_a_fault_of_ours_has_them_and_tells_nothing(self, tmp_path: Path) -> None:
        """The answer to an error that nobody foresaw is made outside of everything else."""
        server = Server(tmp_path / "games.sqlite3")
        try:
            server.start()
            visitor = Visitor(server)
            table = visitor.open_table()
            server.kill()
            change(server.database, f"UPDATE event SET body = '{{}}' WHERE table_id = '{table}'")
            server.start()
            status, headers, body = visitor.request(f"/t/{table}")
            assert status == 500
            assert {name: headers.get(name) for name in HEADERS} == HEADERS
            told = body.decode()
            assert "Something went wrong here" in told
            assert "ValidationError" not in told
            assert visitor.cookie.partition("=")[2] not in told
            assert str(server.database) not in told
        finally:
            server.close()

    def test_a_refusal_at_the_door_has_them(self, server: Server) -> None:
        far = {"x-forwarded-for": "203.0.113.30"}
        answers = [Visitor(server).request("/api/tables", b"{}", far) for _ in range(80)]
        status, headers, _ = answers[-1]
        assert status == 429
        assert {name: headers.get(name) for name in HEADERS} == HEADERS


class TestCookies:
    """Not for scripts, not for other sites, and behind TLS for nobody on the way."""

    @pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
    def test_the_identity_is_for_this_site_alone(
        self, server: Server, scheme: str, secure: bool
    ) -> None:
        _, headers, _ = Visitor(server).request("/en/", None, {"x-forwarded-proto": scheme})
        first, *attributes = headers["set-cookie"].split("; ")
        assert first.startswith("openhearts=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} < {*attributes}
        assert ("Secure" in attributes) is secure
        assert not any(attribute.startswith("Domain") for attribute in attributes)

    def test_the_language_is_no_secret_but_as_safe(self, server: Server) -> None:
        visitor = Visitor(server)
        visitor.request("/en/")
        _, headers, _ = visitor.request("/language/fi", None, {"x-forwarded-proto": "https"})
        attributes = headers["set-cookie"].lower().split("; ")
        assert {"samesite=lax", "secure"} < {*attributes}

    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/favicon.svg"])
    def test_what_others_may_keep_and_what_machines_ask_for_carries_none(
        self, server: Server, path: str
    ) -> None:
        headers = Visitor(server).request(path)[1]
        assert "set-cookie" not in headers


FOREIGN = [
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1"},  # another port is another site
    {"origin": "http://127.0.0.1:1.elsewhere.example"},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},  # a neighbour under the same domain
    {"sec_fetch_site": "cross-site", "origin": "OWN"},
    {"sec_fetch_site": "nonsense"},
    {"origin": "null", "host": ""},
]
OWN = [{}, {"origin": "OWN"}, {"sec_fetch_site": "same-origin"}, {"sec_fetch_site": "none"}]

CHANGES: list[tuple[str, str, bytes | None]] = [
    ("POST", "/api/tables", b"{}"),
    ("POST", "/tables", b"preset=standard"),
    ("POST", "/sv/tables", b"preset=standard"),
    ("DELETE", "/api/name", None),
]
"""Every request that changes something, sockets aside."""


def headers_of(wanted: Mapping[str, str], server: Server) -> dict[str, str]:
    return {name: server.address if of == "OWN" else of for name, of in wanted.items()}


class TestWhoActs:
    """A page of another site cannot act for whoever looks at it."""

    @pytest.mark.parametrize("foreign", FOREIGN, ids=str)
    @pytest.mark.parametrize(("method", "path", "body"), CHANGES)
    def test_what_another_sites_page_sends_is_refused(
        self, server: Server, foreign: dict[str, str], method: str, path: str, body: bytes | None
    ) -> None:
        headers = headers_of(foreign, server) | FORM
        assert ask(Visitor(server), path, body, method, **headers)[0] == 403

    @pytest.mark.parametrize("own", OWN, ids=str)
    @pytest.mark.parametrize(("method", "path", "body"), CHANGES)
    def test_what_this_sites_pages_and_programs_send_is_not(
        self, server: Server, own: dict[str, str], method: str, path: str, body: bytes | None
    ) -> None:
        headers = headers_of(own, server) | FORM
        assert ask(Visitor(server), path, body, method, **headers)[0] < 400

    @pytest.mark.parametrize("foreign", [one for one in FOREIGN if "host" not in one], ids=str)
    def test_nor_does_it_get_a_socket(self, server: Server, foreign: dict[str, str]) -> None:
        table = Visitor(server).open_table()
        headers = {name.replace("_", "-"): of for name, of in headers_of(foreign, server).items()}
        with pytest.raises(InvalidStatus) as refused:
            Visitor(server, **headers).sit_down(table)
        assert refused.value.response.status_code == 403

    def test_nor_does_it_change_the_language(self, server: Server) -> None:
        visitor = Visitor(server)
        visitor.request("/en/")
        _, headers, _ = visitor.request("/language/fi", None, {"sec-fetch-site": "cross-site"})
        assert "set-cookie" not in headers

    def test_every_route_that_changes_something_is_tried_here(self, server: Server) -> None:
        """Whatever is not answered by GET is in CHANGES, in one language or all."""
        tried = {path.removeprefix("/sv") for _, path, _ in CHANGES}
        for path in ("/", "/en/", "/en/setup", "/t/x", "/t/x/rules", "/api/tables/x/record"):
            for method in ("POST", "PUT", "DELETE", "PATCH"):
                assert ask(Visitor(server), path, b"", method)[0] in (404, 405), path
        assert tried == {"/api/tables", "/tables", "/api/name"}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was told of no proxy."""
    with running(tmp_path_factory.mktemp("alone") / "games.sqlite3") as server:
        yield server


class TestBehindAProxy:
    """Whom the operator names is believed, and nobody else."""

    def test_a_strangers_word_is_not_taken(self, alone: Server) -> None:
        told = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.5"}
        _, headers, _ = Visitor(alone).request("/en/", None, told)
        assert "Secure" not in headers["set-cookie"]
        for _ in range(70):
            assert Visitor(alone).request("/api/tables", b"{}", told)[0] == 201

    def test_a_proxy_that_was_not_named_is_told_of_once(self, alone: Server) -> None:
        for _ in range(3):
            Visitor(alone).request("/en/", None, {"x-forwarded-for": "203.0.113.5"})
        wait_until(lambda: "proxy-not-named" in alone.logged)
        assert alone.logged.count("proxy-not-named peer=127.0.0.1") == 1

    def test_the_public_address_is_in_links_and_makes_cookies_secure(self, tmp_path: Path) -> None:
        options = ("--public-address", "https://hearts.example")
        with running(tmp_path / "games.sqlite3", *options) as server:
            visitor = Visitor(server)
            status, headers, body = visitor.request("/en/")
            assert status == 200
            assert "; Secure" in headers["set-cookie"]
            page = body.decode()
            assert '<link rel="canonical" href="https://hearts.example/en/">' in page
            assert server.address not in page
            sitemap = visitor.request("/sitemap.xml")[2].decode()
            assert "https://hearts.example/en/" in sitemap
            here = {"origin": "https://hearts.example"}
            assert visitor.request("/api/tables", b"{}", here)[0] == 201
            there = {"origin": server.address}
            assert visitor.request("/api/tables", b"{}", there)[0] == 403
            table = visitor.open_table()
            with Visitor(server, **here).sit_down(table) as client:
                client.see(lambda _: True)


def test_what_can_be_seen_from_outside_when_the_store_fails_tells_nothing_of_it(
    tmp_path: Path,
) -> None:
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table()
        server.fill_its_disk()
        answers: list[tuple[int, Any, bytes]] = [
            visitor.request("/readyz"),
            visitor.request("/api/tables", b"{}"),
            visitor.request("/en/tables", b"preset=standard", FORM),
        ]
        server.free_its_disk()
        for status, _, body in answers:
            assert status == 503
            assert b"disk" not in body
            assert b"sqlite" not in body.lower()
            with suppress(json.JSONDecodeError):
                assert {*json.loads(body)} <= {"status", "code"}
        assert visitor.request(f"/t/{table}")[0] == 200
