"""The colours of paper, by day and by night, for what no style sheet reaches.

They are those of web/src/styles/tokens.css; a test holds them together.
"""

from __future__ import annotations

PAPER = "#f5f0e4"
NIGHT_PAPER = "#0e1120"
SHEET = "#fdfaf3"
LINE = "#d8cfbb"
EDGE = "#857d6c"
INK = "#1b1d2a"
INK_2 = "#4b4a55"
HEART = "#c8102e"
NIGHT = "#1b1d2a"
MOON = "#d9a53a"
MOON_INK = "#7d5a0c"
