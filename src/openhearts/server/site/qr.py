"""Addresses as pictures for the camera of another device."""

from __future__ import annotations

from markupsafe import Markup

QUIET = 4
"""Modules around the code that must stay empty."""


def qr_code(address: str) -> Markup:
    """A QR code as an SVG of any size: dark on light in every theme, as cameras want it. It says
    nothing by itself: the address stands beside it."""
    import segno  # the pages that show one are few

    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(svg.replace("<svg ", '<svg aria-hidden="true" ', 1))
