"""The built web client: which files an entry of it needs, and how long they may be kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PREFIX = "/static/"
FIRST_FONTS = ("brygada-1918-latin-wght-normal", "schibsted-grotesk-latin-wght-normal")
"""The upright fonts, which every page needs at once."""


class ClientNotBuilt(FileNotFoundError):
    """The web client has not been built: `make client` does it."""


class _Chunk(msgspec.Struct, frozen=True):
    file: str
    css: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """The addresses of what a page loads for one entry of the client."""

    script: str
    modules: tuple[str, ...]
    """What the script imports, to be fetched beside it."""
    styles: tuple[str, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """All of them."""
        return (self.script, *self.modules, *self.styles)


class Assets:
    """The files named by the manifest that the client's build leaves behind."""

    def __init__(self, static: Path) -> None:
        """Raises ClientNotBuilt where the folder ``static`` lacks the manifest or an entry."""
        manifest = static / ".vite" / "manifest.json"
        if not manifest.exists():
            raise ClientNotBuilt(f"no built web client in {static}")
        self.manifest = manifest.read_bytes()
        self._chunks = msgspec.json.decode(self.manifest, type=dict[str, _Chunk])
        self.site = self._entry("src/site/site.ts")
        self.opening = self._entry("src/site/opening.ts")
        self.table = self._entry("src/table/main.ts")
        self.worker = static / self._entry("src/worker/worker.ts").script.removeprefix(PREFIX)
        """The service worker's script. Its address is /sw.js: it serves what lies below it."""
        self.example = self._entry("src/lessons/example.ts")
        self.learn = self._entry("src/lessons/learn.ts")
        self.fairness = self._entry("src/fairness/main.ts")
        self.words = self._words("")
        """By language: the address of the catalogue that the table's client speaks from."""
        self.screens = self._entry("src/table/screens.ts")
        """The table's screens that are loaded after it."""
        self.words_of_screens = self._words("?screens")
        """By language: the address of what these screens alone say."""
        self.fonts = tuple(
            PREFIX + chunk.file
            for font in FIRST_FONTS
            for source, chunk in self._chunks.items()
            if source.endswith(f"{font}.woff2")
        )
        self.font_files = tuple(static / address.removeprefix(PREFIX) for address in self.fonts)
        """The same, as files."""

    @property
    def of_every_page(self) -> tuple[str, ...]:
        """The addresses of what the pages that are read are shown with."""
        fonts = (PREFIX + c.file for c in self._chunks.values() if c.file.endswith(".woff2"))
        scripts = (*self.site.files, *self.opening.files)
        return (*dict.fromkeys(scripts), *fonts)

    def _entry(self, source: str) -> Entry:
        if source not in self._chunks:
            raise ClientNotBuilt(f"the built web client has no {source}")
        chunks = dict(self._needed(source))
        script = chunks.pop(source)
        styles = [style for chunk in (*chunks.values(), script) for style in chunk.css]
        return Entry(
            script=PREFIX + script.file,
            modules=tuple(PREFIX + chunk.file for chunk in chunks.values()),
            styles=tuple(PREFIX + style for style in dict.fromkeys(styles)),
        )

    def _words(self, query: str) -> dict[str, str]:
        """By language: the address of its catalogue, or of the part that ``query`` names."""
        return {
            Path(source).stem: PREFIX + chunk.file
            for source, chunk in self._chunks.items()
            if source.endswith(f".json{query}")
        }

    def _needed(self, source: str) -> Iterator[tuple[str, _Chunk]]:
        chunk = self._chunks[source]
        yield source, chunk
        for imported in chunk.imports:
            yield from self._needed(imported)


class BuiltFiles(StaticFiles):
    """The client's files. Their names carry a hash of the content: they may be kept for ever."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, with how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
