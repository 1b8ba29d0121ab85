"""What vandals send: commands of every kind, all that is nearly one, and bytes that are nothing.

Strategies for hypothesis. They know a table only by placeholders, NOW for the decision that it
waits for and MINE for a card of one's own: whoever sends a message fills them in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st

from openhearts.server.limits import LARGEST_COMMAND, LARGEST_FORM, LARGEST_HEAD, LARGEST_MESSAGE
from openhearts.tables.messages import AnyCommand

NOW, MINE = "@now@", "@mine@"

Message = str | bytes
Draw = Callable[[st.SearchStrategy[Any]], Any]

NUMBERS = (
    0,
    -1,
    5,
    2**31,
    2**53 + 1,
    2**63,
    -(2**64),
    10**400,
    1.5,
    1e308,
    *map(float, ["nan", "inf"]),
)
TEXTS = (
    *("", " ", "\0", "\n", "Qs\n", "../..", "%s%n", "{0}", "\ud800", "\udfff\ud800", "\u202e", "🂭"),
    *("e\u0301" * 20, "'; DROP TABLE event; --", "<script>alert(1)</script>", "x" * 5000),
)
DEPTH = 2000
"""Levels of what is nested too deep: more than a parser wants, within the size of a command."""


def deep(levels: int) -> list[Any]:
    """A list in a list in a list."""
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


def rubbish() -> st.SearchStrategy[Any]:
    """Values of JSON, of which Python's own writer also writes what no standard allows."""
    plain = st.one_of(
        st.none(), st.booleans(), st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.text()
    )
    inside = st.recursive(
        plain,
        lambda within: (
            st.lists(within, max_size=4) | st.dictionaries(st.text(max_size=8), within, max_size=4)
        ),
        max_leaves=6,
    )
    return st.one_of(plain, inside, st.builds(deep, st.sampled_from((3, 200))))


# -- commands


def commands() -> st.SearchStrategy[dict[str, Any]]:
    """Well-formed commands of every kind, made from their types."""
    return st.one_of([_command(kind) for kind in get_args(AnyCommand)])


def _command(kind: type) -> st.SearchStrategy[dict[str, Any]]:
    told = msgspec.inspect.type_info(kind)
    assert isinstance(told, msgspec.inspect.StructType)
    assert told.tag_field is not None
    fields = {field.encode_name: _value(field.encode_name, field.type) for field in told.fields}
    return st.fixed_dictionaries({told.tag_field: st.just(told.tag), **fields})


def _value(name: str, kind: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case msgspec.inspect.StrType() if name in ("decision", "request"):
            return st.sampled_from((NOW, NOW, "1.1.passing.0.0", "1.1.playing.0.0", ""))
        case msgspec.inspect.StrType(pattern=str() as pattern, max_length=2):
            return st.just(MINE) | st.from_regex(pattern, fullmatch=True)
        case msgspec.inspect.StrType(pattern=str() as pattern):
            return st.from_regex(pattern, fullmatch=True)
        case msgspec.inspect.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=most)
        case msgspec.inspect.IntType(ge=least, le=most):
            return st.integers(least, most)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case msgspec.inspect.VarTupleType(item_type=item, max_length=most):
            return st.lists(_value(name, item), max_size=most)
        case _:
            raise TypeError(f"no strategy for {kind}")


# -- what is nearly a command


def messages(real: Sequence[str]) -> st.SearchStrategy[Message]:
    """A message to a socket. ``real`` are commands that people have sent."""
    written = commands().map(json.dumps)
    if real:
        written |= st.sampled_from(real)
    return st.one_of(written, *(_mutated(written, how) for how in MUTATIONS), nothing())


def nothing() -> st.SearchStrategy[Message]:
    """What never was a command."""
    return st.one_of(
        st.text(max_size=60),
        st.binary(max_size=60),
        rubbish().map(json.dumps),
        st.sampled_from(("[" * DEPTH, '{"kind":' * (DEPTH // 2), "\ufeff{}", "1e999", "-", '"')),
        st.sampled_from((LARGEST_COMMAND, LARGEST_COMMAND + 1)).map(lambda size: "9" * size),
    )


@st.composite
def _mutated(draw: Draw, written: st.SearchStrategy[str], how: Callable[..., Message]) -> Message:
    return how(draw, draw(written))


def _without_a_field(draw: Draw, text: str) -> Message:
    command = json.loads(text)
    del command[draw(st.sampled_from(sorted(command)))]
    return json.dumps(command)


def _with_a_field(draw: Draw, text: str) -> Message:
    return json.dumps(json.loads(text) | {draw(st.text(max_size=12)): draw(rubbish())})


def _with_another_value(draw: Draw, text: str) -> Message:
    command = json.loads(text)
    command[draw(st.sampled_from(sorted(command)))] = draw(rubbish())
    return json.dumps(command)


def _with_another_text(draw: Draw, text: str) -> Message:
    """Something before or after what was right."""
    command = json.loads(text)
    name = draw(st.sampled_from(sorted(command)))
    extra = draw(st.sampled_from(("\n", "\0", " ", "\ud800", "x" * 40)))
    command[name] = f"{command[name]}{extra}" if draw(st.booleans()) else f"{extra}{command[name]}"
    return json.dumps(command)


def _with_a_doubled_key(draw: Draw, text: str) -> Message:
    name = draw(st.sampled_from(sorted(json.loads(text))))
    return f"{text[:-1]}, {json.dumps(name)}: {json.dumps(draw(rubbish()))}}}"


def _of_another_kind(draw: Draw, text: str) -> Message:
    kind = draw(st.sampled_from(get_args(AnyCommand))).__struct_config__.tag
    return json.dumps(json.loads(text) | {"kind": kind})


def _of_now(_: Draw, text: str) -> Message:
    command = json.loads(text)
    return json.dumps({name: NOW if name == "decision" else command[name] for name in command})


def _cut(draw: Draw, text: str) -> Message:
    return text[: draw(st.integers(0, len(text)))]


def _grown(draw: Draw, text: str) -> Message:
    size = draw(st.sampled_from((LARGEST_COMMAND, LARGEST_COMMAND + 1, LARGEST_MESSAGE)))
    return text.ljust(size)


def _as_bytes(_: Draw, text: str) -> Message:
    return text.encode()


def _with_other_bytes(draw: Draw, text: str) -> Message:
    body = bytearray(text.encode())
    for place in draw(st.lists(st.integers(0, len(body) - 1), min_size=1, max_size=4)):
        body[place] = draw(st.integers(0, 255))
    return bytes(body)


def _with_bare_surrogates(_: Draw, text: str) -> Message:
    return text.replace('": "', '": "\ud83c').encode("utf-8", "surrogatepass")


MUTATIONS = (
    *(_without_a_field, _with_a_field, _with_another_value, _with_another_text),
    *(_with_a_doubled_key, _of_another_kind, _of_now, _cut, _grown, _as_bytes),
    *(_with_other_bytes, _with_bare_surrogates),
)


def too_large() -> st.SearchStrategy[Message]:
    """What a socket is closed for."""
    return st.sampled_from(("x" * (LARGEST_MESSAGE + 1), b"\0" * (2 * LARGEST_MESSAGE)))


def frames() -> st.SearchStrategy[bytes]:
    """Bytes after a good handshake: frames of every kind, whole, broken, or none at all."""
    return st.lists(_frame() | st.binary(max_size=40), min_size=1, max_size=8).map(b"".join)


@st.composite
def _frame(draw: Draw) -> bytes:
    body = draw(st.binary(max_size=125) | st.just(b'{"kind": "leave", "id": "1"}'))
    first = draw(st.integers(0, 255) | st.sampled_from((0x01, 0x81, 0x82, 0x88, 0x89, 0x8A, 0x80)))
    mask = draw(st.booleans())
    size = draw(st.just(len(body)) | st.integers(0, 127))
    key = draw(st.binary(min_size=4, max_size=4)) if mask else b""
    masked = bytes(byte ^ key[i % 4] for i, byte in enumerate(body)) if mask else body
    return bytes((first, size | (0x80 if mask else 0))) + key + masked


# -- requests

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS")
ENDINGS = (
    *(
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "/",
        "?",
        "//",
        "/..",
        "/%2e%2e/%2e%2e/etc/passwd",
        "%00",
        "%",
        "%zz",
        "%ff%fe",
    ),
    *("%ed%a0%80", "?target=nan&target=", "?from=%00", "?language=%ff", "?game=-1&format=x", "#x"),
    *("?" + "&".join(f"a{n}=" for n in range(200)), "?" + "a" * 5000, "/" + "a" * 5000, ";a=b"),
    *("?format=json&game=99999999999999999999", "?to=//evil.example/", "?to=%0d%0aset-cookie:%20a"),
)
VALUES: dict[str, tuple[str, ...]] = {
    "host": ("", "[", "evil.example", "127.0.0.1:99999", "a b", "\xff", "x" * 3000),
    "cookie": (
        "openhearts",
        "openhearts=",
        "openhearts=a.b.c",
        "=;=;",
        "language=xx; language",
        "\xff",
    ),
    "content-type": (
        *(
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/plain",
        ),
        *(
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded; charset=x",
            ";",
            "\xff",
        ),
    ),
    "accept-language": ("it", "*;q=0", "fi;q=2", "sv;q=nan", "-", "en-" * 200, ",;,;q=,", "\xff"),
    "accept": ("*/*", "application/json;q=x", "q=;", "a/b;q=" + "9" * 400),
    "accept-encoding": ("gzip", "br;q=1", "*", ";q=", "identity;q=0"),
    "origin": ("null", "http://[", "http://evil.example", "", "\xff", "//"),
    "sec-fetch-site": ("same-origin", "cross-site", "none", "", "x"),
    "if-none-match": ('"', "*", 'W/"x"', "\xff"),
    "if-modified-since": ("yesterday", "Thu, 99 Jan 9999 00:00:00 GMT", "\xff"),
    "range": ("bytes=0-", "bytes=9-1", "bytes=-", "bytes=" + "0-1," * 300, "x=1", "bytes=-9999999"),
    "x-forwarded-for": (
        "203.0.113.9",
        "x",
        "",
        ",,,",
        "2001:db8::1, 10.0.0.1",
        "\xff",
        "1.2.3.4:5",
    ),
    "x-forwarded-proto": ("https", "wss", "x", "", "\xff"),
    "forwarded": ("for=unknown", ";;"),
    "expect": ("100-continue", "x"),
    "upgrade": ("websocket", "h2c", "x"),
    "connection": ("upgrade", "close", "keep-alive, x", ""),
    "sec-websocket-version": ("13", "8", "x"),
    "sec-websocket-key": ("dGhlIHNhbXBsZSBub25jZQ==", "", "x"),
    "sec-websocket-extensions": ("permessage-deflate", "x;y=z", ",,"),
}
"""Headers that the server, or what it is built of, reads; and what they are no better for."""

BODIES = (
    b"",
    b"preset=standard&seats=4",
    b"do=make&chair=new&seat=1&name=Eve&language=en&text=usual&cards=normal&deck=two",
    b"a=%ff&b=%zz&=&&&",
    b"seats=9&target=nan&hash=" + b"0" * 64,
    b"&".join(b"a=1" for _ in range(200)),
    b"a" * (LARGEST_FORM + 1),
    b"{}",
    b'{"gathers": 1}',
    b'{"options": []}',
    b'{"target": 1e999}',
    b'{"seats": 1' + b"0" * 400 + b"}",
    b"[" * DEPTH,
    b'{"moon": "\\ud800"}',
    b'--x\r\ncontent-disposition: form-data; name="seats"; filename="\xff"\r\n\r\n4\r\n--x--\r\n',
    b"--x\r\n\r\n",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffffff\r\n",
)


BROKEN_LINES = (
    *("no colon", " folded", "a\0: b", ":", "x: " + "x" * LARGEST_HEAD),
    *(
        f"content-length: {n}"
        for n in ("-1", "5", "99999", "1e3", "0x10", "9" * 30, "", "+5", "5, 5")
    ),
    *(f"transfer-encoding: {n}" for n in ("chunked", "gzip, chunked", "identity", "x")),
)
BROKEN_METHODS = ("TRACE", "CONNECT", "get", "G\0T", "PROPFIND", "X" * 300, "")
BROKEN_TARGETS = ("*", "http://x/", "a b", "", "//", "?", "\xff", "/" + "a" * 40_000)


@st.composite
def requests(draw: Draw, known: Sequence[tuple[str, str]]) -> bytes:
    """A request for one of these methods and addresses, or nearly, as it is on the line. Three of
    four are HTTP and come as far as the application."""
    method, address = draw(st.sampled_from(known))
    if not draw(st.integers(0, 7)):
        method = draw(st.sampled_from(METHODS))
    target = address + draw(st.sampled_from(ENDINGS))
    names = draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=4))
    headers = [f"{name}: {draw(st.sampled_from(VALUES[name]))}" for name in names]
    body: bytes = draw(st.sampled_from(BODIES) | st.binary(max_size=60))
    if method == "POST" and draw(st.booleans()):
        headers.append("content-type: application/x-www-form-urlencoded")
    if "host" not in names:
        headers.append("host: 127.0.0.1")
    headers += [f"content-length: {len(body)}", "connection: close"]
    match draw(st.integers(0, 20)):
        case 0:
            headers.insert(draw(st.integers(0, len(headers))), draw(st.sampled_from(BROKEN_LINES)))
        case 1:
            headers[-2] = draw(st.sampled_from(BROKEN_LINES))
        case 2:
            method = draw(st.sampled_from(BROKEN_METHODS))
        case 3:
            target = draw(st.sampled_from(BROKEN_TARGETS))
        case _:
            pass
    lines = "\r\n".join((f"{method} {target} HTTP/1.1", *headers, "\r\n"))
    whole = bytearray(lines.encode("latin-1") + body)
    if not draw(st.integers(0, 19)):
        for place in draw(st.lists(st.integers(0, len(whole) - 1), max_size=3)):
            whole[place] = draw(st.integers(0, 255))
    return bytes(whole)
