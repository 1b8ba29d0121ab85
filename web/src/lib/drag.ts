/** Dragging a card onto the table: one more way to play it, never the only one. */
import type { Attachment } from "svelte/attachments";

/** So far a press is still a tap. */
const SLACK = 8;

/** Lets a card follow the pointer; `drop` is called when it is let go over the place where tricks lie. */
export function draggable(enabled: () => boolean, drop: (card: string) => void): Attachment<HTMLElement> {
  return (card) => {
    let start: { x: number; y: number } | null = null;
    let dragged = false;

    const put = (x: number, y: number) => (card.style.translate = x || y ? `${x}px ${y}px` : "");

    function down(event: PointerEvent): void {
      dragged = false;
      if (!event.isPrimary || event.button !== 0 || !enabled()) return;
      start = { x: event.clientX, y: event.clientY };
      // However fast the pointer leaves the card, its way and its end are the card's.
      card.setPointerCapture(event.pointerId);
    }

    function move(event: PointerEvent): void {
      if (!start) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (!dragged && Math.hypot(x, y) < SLACK) return;
      dragged = true;
      card.style.zIndex = "4";
      put(x, y);
    }

    function end(event: PointerEvent): void {
      if (start && dragged && event.type === "pointerup" && overTrick(event)) drop(card.dataset["card"]!);
      start = null;
      card.style.zIndex = "";
      put(0, 0);
    }

    /** The click that ends a drag is no tap. */
    function click(event: MouseEvent): void {
      if (dragged) event.stopImmediatePropagation();
      dragged = false;
    }

    card.addEventListener("pointerdown", down);
    card.addEventListener("pointermove", move);
    card.addEventListener("pointerup", end);
    card.addEventListener("pointercancel", end);
    card.addEventListener("click", click, { capture: true });
    return () => {
      card.removeEventListener("pointerdown", down);
      card.removeEventListener("pointermove", move);
      card.removeEventListener("pointerup", end);
      card.removeEventListener("pointercancel", end);
      card.removeEventListener("click", click, { capture: true });
    };
  };
}

function overTrick({ clientX, clientY }: PointerEvent): boolean {
  const table = document.querySelector(".mid")?.getBoundingClientRect();
  if (!table) return false;
  return clientX >= table.left && clientX <= table.right && clientY >= table.top && clientY <= table.bottom;
}
