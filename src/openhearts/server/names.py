"""Names as people may have them: one line that can be read, in any script."""

from __future__ import annotations

import unicodedata

UNREADABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that show nothing, or turn what stands around them."""

JOINERS = "\u200c\u200d"
"""Without these some scripts, and some emoji, cannot be written."""


def readable(name: str) -> str | None:
    """The name without needless spaces; None if it shows nothing, or hides something."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    hidden = (c for c in name if unicodedata.category(c) in UNREADABLE and c not in JOINERS)
    if not name.strip(JOINERS) or any(hidden):
        return None
    return name
