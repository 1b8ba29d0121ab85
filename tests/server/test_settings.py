"""What an operator writes for a setting, and what is made of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from openhearts.server.settings import (
    Settings,
    masked,
    place_of,
    proxies_of,
    public_address_of,
    push_contact_of,
)


def test_proxies_are_addresses_and_networks_in_any_spelling() -> None:
    assert proxies_of("127.0.0.1, 10.0.0.0/8,::1") == ("127.0.0.1/32", "10.0.0.0/8", "::1/128")


def test_a_site_has_an_address_without_a_path() -> None:
    assert public_address_of("https://Hearts.Example/") == "https://hearts.example"
    assert public_address_of("http://hearts.example:8080") == "http://hearts.example:8080"
    assert public_address_of("https://[2001:db8::1]:8443") == "https://[2001:db8::1]:8443"


def test_metrics_are_told_at_an_address_and_a_port() -> None:
    assert place_of("127.0.0.1:9100") == ("127.0.0.1", 9100)
    assert place_of("[::1]:9100") == ("::1", 9100)


def test_a_push_service_writes_to_the_contact_or_to_the_site_itself() -> None:
    def contact(address: str | None, named: str | None = None) -> str | None:
        return Settings(Path(), public_address=address, push_contact=named).contact_for_push

    mail = push_contact_of("mailto:ann@hearts.example")
    assert contact("https://hearts.example", mail) == mail
    assert contact(None, push_contact_of("https://hearts.example/who")) is not None
    assert contact("https://hearts.example") == "https://hearts.example"
    assert contact("http://hearts.example") is None
    assert contact(None) is None


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *((proxies_of, text) for text in ("", "*", "localhost", "10.0.0.1/8", "::1,", "1.2.3.4:5")),
        *(
            (public_address_of, text)
            for text in (
                "",
                "hearts.example",
                "ftp://hearts.example",
                "https://",
                "https://hearts.example/play",
                "https://hearts.example?x",
                "https://ann@hearts.example",
                "https://hearts.example:0",
                "https://hearts.example:99999",
                "https://hearts.example\n",
            )
        ),
        *(
            (place_of, text)
            for text in (
                "",
                "9100",
                ":9100",
                "127.0.0.1",
                "127.0.0.1:0",
                "::1:9100",
                "[127.0.0.1]:1",
            )
        ),
        *(
            (push_contact_of, text)
            for text in (
                "",
                "ann@hearts.example",
                "mailto:ann",
                "http://hearts.example",
                "https://",
                "mailto:ann@hearts.example\n",
                "mailto:ann smith@hearts.example",
                "mailto:\u00e4@hearts.example",
            )
        ),
    ],
)
def test_anything_else_is_refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read(text)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("postgresql://ann:secret@db/hearts", "postgresql://ann:***@db/hearts"),
        ("postgresql://ann:s/e@c:r@db/hearts", "postgresql://ann:***@db/hearts"),
        ("postgresql:/ann:secret@db/hearts", "postgresql:/ann:***@db/hearts"),
        (
            "postgresql:///hearts?user=ann&password=secret",
            "postgresql:///hearts?user=ann&password=***",
        ),
        ("postgresql://ann@db/hearts", "postgresql://ann@db/hearts"),
        ("/var/lib/openhearts/games.sqlite3", "/var/lib/openhearts/games.sqlite3"),
    ],
)
def test_a_password_is_never_shown(value: str, shown: str) -> None:
    assert masked(value) == shown
