"""What is read is sent compressed; what programs are told is not."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from tests.running import Visitor, running

TAKES_GZIP = {"accept-encoding": "gzip"}


def address_in(page: str, kind: str) -> str:
    """The built file of this kind that the page itself asks for, which is not a small part."""
    found = re.search(rf'(?:src|rel="stylesheet" href)="(/static/[^"]+[.]{kind})"', page)
    assert found
    return found[1]


def test_pages_and_files_are_compressed_and_answers_to_programs_are_not(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table()
        _, _, home = visitor.request("/en/")
        assert f"/t/{table}".encode() in home
        script, style = (address_in(home.decode(), kind) for kind in ("js", "css"))
        for path in ("/en/", "/en/setup", f"/t/{table}", script, style, "/sw.js"):
            _, plain, text = visitor.request(path)
            assert "content-encoding" not in plain, path
            _, headers, sent = visitor.request(path, headers=TAKES_GZIP)
            assert headers["content-encoding"] == "gzip", path
            assert "Accept-Encoding" in headers["vary"], path
            assert gzip.decompress(sent) == text, path
            assert len(sent) < 0.7 * len(text), path
        for path in (f"/api/tables/{table}/record", "/icons/icon-512.png"):
            _, headers, _ = visitor.request(path, headers=TAKES_GZIP)
            assert "content-encoding" not in headers, path
        status, headers, sent = visitor.request("/api/tables", b'{"moon": 5}', TAKES_GZIP)
        assert status == 422
        assert json.loads(sent)["field"] == "moon"

        # Nothing that a stranger chose stands beside one's own tables: lengths would tell.
        _, _, home = visitor.request("/en/?chosen-by-a-stranger")
        assert table.encode() in home
        assert b"chosen-by-a-stranger" not in home
