"""What people write to one another, names and talk: one line that can be read, in any script."""

from __future__ import annotations

import unicodedata

UNREADABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that show nothing, or turn what stands around them."""

JOINERS = "\u200c\u200d"
"""Without these some scripts, and some emoji, cannot be written."""


def readable(text: str) -> str | None:
    """The text without needless spaces; None if it shows nothing, or hides something."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    hidden = (c for c in text if unicodedata.category(c) in UNREADABLE and c not in JOINERS)
    if not text.strip(JOINERS) or any(hidden):
        return None
    return text
