"""Draws the icons of the installed site from its logo, in a real browser.

    python tools/icons.py

writes src/openhearts/server/site/icons/*.png anew; each says which logo it was drawn from, and
a test compares that with the logo of today.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from hashlib import sha256

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from openhearts.server.site.colours import PAPER
from openhearts.server.site.offline import ICONS
from openhearts.server.site.pages import TEMPLATES
from tools import chromium

LOGO = TEMPLATES / "logo.svg"
DRAWN_FROM = "Source"
"""The text of the PNG that holds the digest of its logo."""


@dataclass(frozen=True, slots=True)
class Icon:
    """``share``: how much of its width the logo takes; ``ground``: the colour behind it."""

    size: int
    share: float
    ground: str = "transparent"


WANTED = {
    "icon-192": Icon(192, 1),
    "icon-512": Icon(512, 1),
    # Android cuts a maskable icon to any shape that holds the inner four fifths.
    "maskable-512": Icon(512, 0.75, PAPER),
    "apple-touch-icon": Icon(180, 0.86, PAPER),
}


def page_with(icon: Icon) -> str:
    """A page that shows nothing but the icon."""
    return (
        f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center;"
        f" background: {icon.ground} }} svg {{ width: {icon.share:.0%} }}</style>"
        f"{LOGO.read_text('utf-8')}"
    )


def main() -> None:
    """Draw them all."""
    ICONS.mkdir(exist_ok=True)
    note = PngInfo()
    note.add_text(DRAWN_FROM, sha256(LOGO.read_bytes()).hexdigest())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for name, icon in WANTED.items():
            page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
            page.set_content(page_with(icon))
            shot = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            picture = shot.convert("RGBA" if icon.ground == "transparent" else "RGB")
            file = ICONS / f"{name}.png"
            picture.save(file, pnginfo=note, optimize=True)
            print(file.name, file.stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
