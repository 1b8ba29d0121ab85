"""The mark of a moon's rule as a picture, as templates/drawings.html draws it on pages."""

from __future__ import annotations

from PIL import Image, ImageDraw

from openhearts.server.site import colours

FINER = 4
"""Drawn so many times larger and then made smaller, which smooths the edges."""
REACH = 41.25
"""From the middle to the outer edge, in units of the drawing."""


def moon_mark(rule: str, radius: int) -> Image.Image:
    """The moon as this rule settles it, ``radius`` pixels large, on paper."""
    side = 2 * radius * FINER
    image = Image.new("RGB", (side, side), colours.PAPER)
    sheet = ImageDraw.Draw(image)
    unit = side / 2 / REACH

    def box(x: float, y: float) -> tuple[float, float, float, float]:
        return side / 2 - x * unit, side / 2 - y * unit, side / 2 + x * unit, side / 2 + y * unit

    def ring(r: float, colour: str, thickness: float) -> None:
        reach = r + thickness / 2
        sheet.ellipse(box(reach, reach), outline=colour, width=round(thickness * unit))

    if rule == "none":
        for start in range(0, 360, 20):
            sheet.arc(box(40, 40), start, start + 11, colours.EDGE, round(2 * unit))
    else:
        sheet.ellipse(box(40, 40), colours.NIGHT)
        ring(40, colours.MOON_INK, 2.5)
    match rule:
        case "add":
            sheet.ellipse(box(38.5, 38.5), colours.MOON)
        case "subtract":
            ring(37, colours.MOON, 4)
        case "choice":
            sheet.pieslice(box(40, 40), -90, 90, colours.MOON)
        case "adaptive":
            sheet.pieslice(box(40, 40), -90, 90, colours.MOON)
            sheet.ellipse(box(24, 40), colours.MOON)
    return image.resize((2 * radius, 2 * radius), Image.Resampling.LANCZOS)
