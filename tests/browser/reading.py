"""What a page shows: every text on it, and every text that does not fit where it stands."""

from __future__ import annotations

from typing import cast

from playwright.sync_api import Page

_TEXTS = """() => {
  const shown = (element) => element.checkVisibility({ checkVisibilityCSS: true });
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, textContent: text } = walker.currentNode;
    if (parent.closest("script, style, noscript, [lang] [lang]")) continue;
    if (shown(parent)) texts.push(text);
  }
  for (const name of ["aria-label", "title", "alt", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  return [document.title, ...texts].map((text) => text.trim()).filter(Boolean);
}"""

_OVERFLOWS = """() => {
  const BOXES = "button, a, label, summary, legend, h1, h2, .seg, .paper, .drawer, .passbox";
  const ROOMY = 1000; // so wide that no heading needs to break its words
  const LINES = "tr, header, li, .self, .seat, .seg, .ways, .acts";
  const rows = new Map();
  const found = new Set();
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.add(`the page is ${page.scrollWidth} wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("script, style, noscript, .vh")) continue;
    if (parent.getBoundingClientRect().width <= 1) continue; // only for the ear
    if (!parent.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    const styles = [parent, parent.parentElement].map((one) => getComputedStyle(one));
    const clipped = styles.some(
      ({ textOverflow, clipPath }) => textOverflow === "ellipsis" || clipPath !== "none",
    );
    range.selectNodeContents(node);
    const box = parent.closest(BOXES);
    const edge = box?.getBoundingClientRect();
    const row = parent.closest(LINES);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width <= 1 || clipped) continue;
      for (const other of rows.get(row) ?? []) {
        const wide = Math.min(right, other.right) - Math.max(left, other.left);
        const high = Math.min(bottom, other.bottom) - Math.max(top, other.top);
        if (row && other.node !== node && wide > 1 && high > 5)
          found.add(`${node.textContent.trim()} over ${other.node.textContent.trim()}`);
      }
      rows.set(row, [...(rows.get(row) ?? []), { left, right, top, bottom, node }]);
      const scrolled = bottom <= 0 || top >= innerHeight;
      const outOfPage = left < -1 || right > innerWidth + 1;
      const outOfBox = edge && edge.width > 1 && (left < edge.left - 1 || right > edge.right + 1);
      if (!scrolled && (outOfPage || outOfBox))
        found.add(`${node.textContent.trim()} (${box?.className ?? parent.className})`);
    }
    if (innerWidth >= ROOMY && parent.closest("h1, h2"))
      for (const { 0: word, index } of node.textContent.matchAll(/[^\\s\u00ad-]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.add(`${word} is broken in two`);
      }
    if (edge && edge.width > 1 && (edge.left < -1 || edge.right > innerWidth + 1))
      found.add(`the box of ${node.textContent.trim()} (${box.className})`);
  }
  return [...found];
}"""


def texts_of(page: Page) -> list[str]:
    """Everything that is shown, or told to who cannot see, but for names in other languages."""
    return cast("list[str]", page.evaluate(_TEXTS))


def overflows_of(page: Page) -> list[str]:
    """The texts that leave the page, or the button, cell or panel that they stand in."""
    return cast("list[str]", page.evaluate(_OVERFLOWS))
