"""Every limit on what comes from outside, in one place: docs/security.md lists them.

Rates count twice: all that comes from one address, which a school may share, and what one person
does. Sizes are in bytes unless they say otherwise, times in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    at_once: int
    a_second: float


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be asked for."""

    name: str
    address: Rate
    """From one address: all who share it, a school's whole class too."""
    person: Rate


TABLES = Limit("tables", address=Rate(60, 0.5), person=Rate(20, 0.2))
"""Tables that are opened."""
RECORDS = Limit("records", address=Rate(60, 0.5), person=Rate(20, 0.2))
"""Records that are fetched."""
KEYS = Limit("keys", address=Rate(60, 0.5), person=Rate(12, 0.1))
"""Links that are keys and are made: to another device, to a chair."""
PAGES = Limit("pages", address=Rate(600, 20), person=Rate(200, 5))
"""Everything else that is asked for but the client's own files."""
SOCKETS = Limit("sockets", address=Rate(300, 5), person=Rate(60, 1))
"""Sockets that are opened."""
COMMANDS = Limit("commands", address=Rate(400, 100), person=Rate(80, 20))
"""Commands over all sockets together."""

COMMANDS_OF_A_SOCKET = Rate(40, 10)
"""Of one socket, whoever it belongs to; this one counts on the server's own machine too."""
MOST_REFUSALS = 1000
"""Commands beyond it that a socket answers; then it is closed."""
HINTS_OF_A_PERSON = Rate(6, 0.5)
"""At all tables: enough for a hint at every card that is thought about."""
TALK_OF_A_PERSON = Rate(6, 0.25)
"""At all tables: what is said is shown, and read aloud, to everybody there."""

SOCKETS_OF_AN_ADDRESS = 500
"""Open at the same time."""
SOCKETS_OF_A_PERSON = 20
"""Open at the same time."""

LARGEST_BODY = 8 * 1024
"""Of a request to the HTTP interface."""
LARGEST_FORM = 16 * 1024
"""The set-up page's form has less than one thousand."""
MOST_ANSWERS = 100
"""Fields of a form."""
LARGEST_COMMAND = 8 * 1024
"""A longer message is refused, one over LARGEST_MESSAGE closes the socket."""
LARGEST_MESSAGE = 64 * 1024
MOST_FRAGMENTS = 1024
"""Pieces of one message."""
LONGEST_ID = 32
"""Characters of a command's id."""
LARGEST_HEAD = 64 * 1024
"""Of a request: its line and headers together."""

SECONDS_TO_ASK = 20.0
"""From the first byte of a request, or from connecting, to the request's last byte."""
MOST_TALK_KEPT = 1000
"""Sleeping tables whose talk is kept in memory; beyond it the oldest is forgotten."""
MOST_PICTURES_WAITING = 50
"""Preview pictures that wait to be drawn; at a fifth of a second each nobody waits longer."""

PUSHES_OF_A_PERSON = 20
"""Browsers that are to be called, counted once for each table; the oldest make room."""
LONGEST_ENDPOINT = 1024
"""Characters of the address that a browser is called at."""
PUSHES_AT_ONCE = 20
"""Messages on their way to push services."""
PUSHES_WAITING = 500
"""Messages on their way, or to be tried again; beyond it nobody new is called."""
SECONDS_TO_PUSH = 10.0
"""From looking for a push service to its answer."""
LARGEST_PUSH_ANSWER = 16 * 1024
"""Of a push service: its line and headers together; no more is read."""
LONGEST_RETRY = 600.0
"""A push service that asks for a longer wait is not tried again."""
