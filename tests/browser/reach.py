"""What can be reached on a page, and whether it is large enough to be hit."""

from __future__ import annotations

from typing import cast

from playwright.sync_api import Page

_SHARED = """
  const shown = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false });
  const name = (one) =>
    (one.getAttribute("aria-label") || one.innerText || one.id || one.className).trim().slice(0, 60);
  const inert = (one) => one.closest("[inert], [hidden]") !== null;
"""

_SMALL = (
    "() => {"
    + _SHARED
    + """
  const TARGET = 43.5, STRIP = 24;
  const found = [];
  const places = "button, summary, input:not([type=hidden]), a[href], [role=option]";
  for (const one of document.querySelectorAll(places)) {
    if (!shown(one) || inert(one) || one.closest(".vh") || one.tabIndex === -1 && !one.matches(".card")) continue;
    const whole = one.matches("[type=radio]") ? one.closest("label") : one;
    const { width, height } = whole.getBoundingClientRect();
    if (one.matches(".skip")) continue; // it has its size once it has the focus
    if (one.matches(".card")) {
      const next = one.nextElementSibling?.getBoundingClientRect();
      const strip = next ? next.left - one.getBoundingClientRect().left : width;
      if (strip < STRIP || height < TARGET) found.push(`${name(one)}: a strip of ${strip} by ${height}`);
      continue;
    }
    if (width < TARGET || height < TARGET)
      found.push(`${name(one)}: ${Math.round(width)} by ${Math.round(height)}`);
  }
  return found;
}"""
)

_OUT_OF_REACH = (
    "() => {"
    + _SHARED
    + """
  const found = [];
  const places = "button, summary, input:not([type=hidden]), a[href], [tabindex='0']";
  const before = document.activeElement;
  for (const one of document.querySelectorAll(places)) {
    if (!shown(one) || inert(one) || one.tabIndex === -1 && !one.matches(".card")) continue;
    one.focus();
    const { left, right, top, bottom } = one.getBoundingClientRect();
    // Cards overlap: each is held at its left edge, which is never covered.
    const x = one.matches(".card") ? left + 8 : (left + right) / 2;
    const tops = one.matches(".card") ? [top + 8] : [(top + bottom) / 2, top + 4, bottom - 4];
    const hit = (y) => {
      const there = document.elementFromPoint(x, y);
      if (!there) return false;
      const label = one.closest("label");
      return one.contains(there) || there.contains(one) && there.matches("label") || label?.contains(there);
    };
    if (!tops.every(hit)) {
      const over = document.elementFromPoint(x, tops.find((y) => !hit(y)));
      found.push(`${name(one)} under ${over ? name(over) || over.tagName : "the edge"}`);
    }
  }
  before?.focus?.();
  scrollTo(0, 0);
  return found;
}"""
)

_LOST = """() => {
  const found = [];
  const page = document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("script, style, noscript, .vh, .skip, .live")) continue;
    if (!parent.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    if ([parent, parent.parentElement].some((one) => getComputedStyle(one).clipPath !== "none")) continue;
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
        found.push(`${node.textContent.trim()} cut off by ${box.className || box.tagName}`);
    }
    if (!box && (bottom + scrollY > page.scrollHeight + 1 || top + scrollY < -1))
      found.push(node.textContent.trim());
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
