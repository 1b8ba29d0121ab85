"""What can be reached on a page, and whether it is large enough to be hit."""

from __future__ import annotations

from typing import cast

from playwright.sync_api import Page

from tests.browser.reading import overflows_of

SPACED = """
  * { line-height: 1.5 !important; }
  * { letter-spacing: .12em !important; word-spacing: .16em !important; }
  p { margin-bottom: 2em !important; }
"""
"""The spacing that WCAG 1.4.12 asks pages to bear."""

_SHARED = """
  const name = (one) =>
    (one.getAttribute("aria-label") || one.innerText || one.id || one.className).slice(0, 60);
  const isCard = (one) => one.matches(".card");
  /** Everything that may be pressed; a card that the arrows come to has no stop of its own. */
  const controls = () =>
    [...document.querySelectorAll("button, summary, input:not([type=hidden]), a[href]")].filter(
      (one) =>
        one.checkVisibility({ checkVisibilityCSS: true }) &&
        !one.closest("[inert], [hidden], .vh") &&
        (one.tabIndex >= 0 || isCard(one)),
    );
"""

_SMALL = (
    "() => {"
    + _SHARED
    + """
  const TARGET = 43.5, STRIP = 24;
  const found = [];
  for (const one of controls()) {
    if (one.matches(".skip")) continue; // it has its size once it has the focus
    const whole = one.matches("[type=radio]") ? one.closest("label") : one;
    const { left, width, height } = whole.getBoundingClientRect();
    const next = isCard(one) && one.nextElementSibling?.getBoundingClientRect();
    const strip = next ? next.left - left : width;
    if (strip < (isCard(one) ? STRIP : TARGET) || height < TARGET)
      found.push(`${name(one)}: ${Math.round(strip)} by ${Math.round(height)}`);
  }
  return found;
}"""
)

_OUT_OF_REACH = (
    "() => {"
    + _SHARED
    + """
  const found = [];
  const before = document.activeElement;
  for (const one of controls()) {
    one.focus();
    const { left, right, top, bottom } = one.getBoundingClientRect();
    // Cards overlap: each is held at its left edge, which is never covered.
    const x = isCard(one) ? left + 8 : (left + right) / 2;
    const heights = isCard(one) ? [top + 8] : [(top + bottom) / 2, top + 4, bottom - 4];
    const whole = one.closest("label") ?? one;
    const isHit = (y) => whole.contains(document.elementFromPoint(x, y));
    const missed = heights.find((y) => !isHit(y));
    if (missed === undefined) continue;
    const over = document.elementFromPoint(x, missed);
    found.push(`${name(one)} under ${over ? name(over) || over.tagName : "the edge"}`);
  }
  before?.focus?.();
  scrollTo(0, 0);
  return found;
}"""
)

_LOST = """() => {
  const found = [];
  const page = document.documentElement;
  const clipped = (one) => getComputedStyle(one).clipPath !== "none";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (!text || parent.closest("script, style, noscript, .vh, .skip, .live")) continue;
    if (!parent.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    if (clipped(parent) || clipped(parent.parentElement)) continue;
    range.selectNodeContents(node);
    const { top, bottom, height } = range.getBoundingClientRect();
    if (height <= 1) continue;
    let box = parent;
    for (; box; box = box.parentElement) {
      const { overflowY } = getComputedStyle(box);
      if (overflowY === "auto") break; // a panel with a scrollbar of its own
      if (overflowY === "visible") continue;
      const edge = box.getBoundingClientRect();
      // A line's own box may be lower than its letters' is.
      if (top < edge.top - 6 || bottom > edge.bottom + 6)
        found.push(`${text} cut off by ${box.className || box.tagName}`);
    }
    const below = bottom + scrollY > page.scrollHeight + 1;
    if (!box && (below || top + scrollY < -1)) found.push(text);
  }
  return found;
}"""


def small_targets_of(page: Page) -> list[str]:
    """What can be pressed and is smaller than 44 pixels; a card's strip may be 24 wide."""
    return cast("list[str]", page.evaluate(_SMALL))


def out_of_reach_of(page: Page) -> list[str]:
    """What is covered by something else, or out of sight, when it has the focus."""
    return cast("list[str]", page.evaluate(_OUT_OF_REACH))


def lost_of(page: Page) -> list[str]:
    """The texts that no scrolling brings into sight."""
    return cast("list[str]", page.evaluate(_LOST))


def faults_of(page: Page) -> list[str]:
    """What does not fit, is cut off, covered, or too small to be hit."""
    checks = (overflows_of, lost_of, out_of_reach_of, small_targets_of)
    return [f"{check.__name__}: {fault}" for check in checks for fault in check(page)]
