"""Draws preview pictures: ink on paper, in the site's own typefaces."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from openhearts.server.site import colours
from openhearts.server.site.moon_mark import moon_mark
from openhearts.server.site.offline import ICONS
from openhearts.server.site.preview import Picture, Seat

SIZE = WIDTH, HEIGHT = 1200, 630
"""What all who show previews ask for."""
MARGIN = 72
COLUMN = 690
"""How wide the words are; the moon stands beside them."""
BOTTOM = HEIGHT - 46
SHADES = 64
SMALLEST_NAME = 18

Font = ImageFont.FreeTypeFont


@dataclass(frozen=True, slots=True)
class _Layout:
    """What depends on how much room the seats leave."""

    title: int
    title_lines: int
    text: int
    top: int
    moon_radius: int
    moon_middle: tuple[int, int]


_WITHOUT_SEATS = _Layout(92, 3, 36, 136, 160, (958, 226))
_ONE_ROW = _Layout(78, 2, 30, 136, 140, (964, 214))
_TWO_ROWS = _Layout(64, 2, 28, 116, 104, (964, 166))


class Draughtsman:
    """Draws pictures with these two typefaces, in one thread at a time."""

    def __init__(self, serif: Path, sans: Path) -> None:
        self._files = {"serif": serif, "sans": sans}
        self.font = lru_cache(maxsize=64)(self._load)
        """By face ("serif" or "sans"), size and weight."""

    def draw(self, picture: Picture) -> bytes:
        """The picture as a PNG."""
        image = Image.new("RGB", SIZE, colours.PAPER)
        sheet = ImageDraw.Draw(image)
        layout = _WITHOUT_SEATS
        if picture.seats:
            layout = _ONE_ROW if len(picture.seats) <= 4 else _TWO_ROWS
        self._brand(image, sheet)
        self._moon(image, sheet, picture, layout)
        bottom = self._seats(sheet, picture.seats) if picture.seats else self._foot(sheet, picture)
        self._words(sheet, picture, layout, bottom)
        file = io.BytesIO()
        shades = image.quantize(SHADES, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        shades.save(file, "PNG")
        return file.getvalue()

    def _load(self, face: str, size: int, weight: int) -> Font:
        font = ImageFont.truetype(self._files[face], size)
        font.set_variation_by_axes([weight])
        return font

    # -- parts

    def _brand(self, image: Image.Image, sheet: ImageDraw.ImageDraw) -> None:
        with Image.open(ICONS / "icon-192.png") as icon:
            logo = icon.resize((60, 60), Image.Resampling.LANCZOS)
        image.paste(logo, (MARGIN - 6, 44), logo)
        font = self.font("serif", 38, 500)
        sheet.text((MARGIN + 66, 88), "openhearts", colours.INK, font, anchor="ls")

    def _moon(
        self, image: Image.Image, sheet: ImageDraw.ImageDraw, picture: Picture, layout: _Layout
    ) -> None:
        radius, (x, y) = layout.moon_radius, layout.moon_middle
        image.paste(moon_mark(picture.moon, radius), (x - radius, y - radius))
        what, does = picture.moon_words
        if does:
            font = self._fitting("serif", 500, does, 46, 320)
            sheet.text((x, y + radius + 56), does, colours.INK, font, anchor="ms")
            font = self.font("sans", 25, 400)
            sheet.text((x, y + radius + 88), what, colours.INK_2, font, anchor="ms")

    def _words(
        self, sheet: ImageDraw.ImageDraw, picture: Picture, layout: _Layout, bottom: int
    ) -> None:
        font, lines = self._title(picture.title, layout)
        y = layout.top
        for line in lines:
            y += round(font.size * 1.06)
            sheet.text((MARGIN - 3, y), line, colours.INK, font, anchor="ls")
        font = self.font("sans", layout.text, 400)
        step = round(font.size * 1.36)
        y += round(step * 0.35)
        for sentence in picture.lines:
            lines = balanced(sentence, font, COLUMN)
            if y + step * len(lines) + 22 > bottom:
                break
            for line in lines:
                y += step
                sheet.text((MARGIN, y), line, colours.INK_2, font, anchor="ls")
            y += 8

    def _title(self, title: str, layout: _Layout) -> tuple[Font, list[str]]:
        """The largest letters in which the title has room, and its lines."""
        size = layout.title
        while True:
            font = self.font("serif", size, 500)
            lines = balanced(title, font, COLUMN)
            if len(lines) <= layout.title_lines and _width(lines, font) <= COLUMN:
                return font, lines
            size -= 4

    def _foot(self, sheet: ImageDraw.ImageDraw, picture: Picture) -> int:
        """The last line; the height at which that begins."""
        top = BOTTOM - 52
        sheet.line((MARGIN, top, WIDTH - MARGIN, top), colours.LINE, 2)
        font = self.font("sans", 26, 400)
        sheet.text((MARGIN, BOTTOM), picture.foot, colours.INK_2, font, anchor="ls")
        return top

    def _seats(self, sheet: ImageDraw.ImageDraw, seats: Sequence[Seat]) -> int:
        """Who sits where, along the bottom; the height at which that begins."""
        columns = len(seats) if len(seats) <= 4 else 3
        rows = -(-len(seats) // columns)
        height, width = 92, (WIDTH - 2 * MARGIN) // columns
        top = BOTTOM - height * rows
        sheet.line((MARGIN, top, WIDTH - MARGIN, top), colours.LINE, 2)
        for place, seat in enumerate(seats):
            row, column = divmod(place, columns)
            middle = top + 22 + row * height + height // 2
            self._seat(sheet, seat, MARGIN + column * width, middle, width - 100)
        return top

    def _seat(
        self, sheet: ImageDraw.ImageDraw, seat: Seat, left: int, middle: int, room: int
    ) -> None:
        """A disc and a name, ``room`` wide. Who sits there is a dark disc, a free seat a ring."""
        name = seat.name
        if not self._has(name) or self._fitting("sans", 600, name, 29, room).size < SMALLEST_NAME:
            name = seat.other_name
        ground, ink = (colours.SHEET, colours.INK) if seat.is_free else (colours.INK, colours.SHEET)
        disc = (left, middle - 30, left + 60, middle + 30)
        sheet.ellipse(disc, ground, colours.EDGE if seat.is_free else colours.INK, 3)
        font = self.font("serif", 32, 600)
        sheet.text((left + 30, middle), name[:1].upper(), ink, font, anchor="mm")
        font = self._fitting("sans", 600, name, 29, room)
        sheet.text((left + 76, middle - 5), name, colours.INK, font, anchor="ls")
        font = self._fitting("sans", 400, seat.word, 25, room)
        sheet.text((left + 76, middle + 27), seat.word, colours.INK_2, font, anchor="ls")

    # -- letters

    def _fitting(self, face: str, weight: int, text: str, size: int, width: int) -> Font:
        """The font in which the text is no wider than this."""
        font = self.font(face, size, weight)
        long = font.getlength(text)
        return font if long <= width else self.font(face, max(1, int(size * width / long)), weight)

    def _has(self, text: str) -> bool:
        """Whether the typeface has every letter of the text."""
        font = self.font("sans", 29, 600)
        nothing = bytes(font.getmask("\uffff"))
        return all(letter == " " or bytes(font.getmask(letter)) != nothing for letter in text)


def wrapped(text: str, font: Font, width: float) -> list[str]:
    """The text in lines no wider than this, broken between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def balanced(text: str, font: Font, width: int) -> list[str]:
    """The same in as few lines, and these as even as can be."""
    best = wrapped(text, font, width)
    for narrower in range(width, width // 2, -16):
        lines = wrapped(text, font, narrower)
        if len(lines) > len(best):
            break
        best = lines
    return best


def _width(lines: Sequence[str], font: Font) -> float:
    return max(font.getlength(line) for line in lines)


@cache
def draughtsman(serif: Path, sans: Path) -> Draughtsman:
    """The one of these typefaces."""
    return Draughtsman(serif, sans)
