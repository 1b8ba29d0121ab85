/** Cards that move: to the table, and from it to the taker. */

const OUT = "cubic-bezier(.2, .8, .2, 1)";
const IN = "cubic-bezier(.5, 0, .8, .4)";

export interface Spot {
  x: number;
  y: number;
  width: number;
}

export function middle(box: DOMRect): Spot {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

/** Let a card that has just been drawn come from somewhere else. */
export function arrive(card: Element, from: Spot | null, lasts: number): void {
  if (!from || lasts === 0) return;
  const here = middle(card.getBoundingClientRect());
  const turn = from.x === here.x ? 0 : from.x < here.x ? -4 : 4;
  const start = {
    translate: `${from.x - here.x}px ${from.y - here.y}px`,
    scale: String(from.width / here.width),
    rotate: `${turn}deg`,
  };
  card.animate([start, { translate: "0 0", scale: "1", rotate: "0deg" }], { duration: lasts, easing: OUT });
}

/** Let the cards of a trick go to its taker; they stay away until they are taken off the page. */
export function leave(cards: Iterable<Element>, to: Spot | null, lasts: number): void {
  if (!to || lasts === 0) return;
  for (const card of cards) {
    const here = middle(card.getBoundingClientRect());
    const end = { translate: `${to.x - here.x}px ${to.y - here.y}px`, scale: ".6", opacity: 0 };
    card.animate([{ translate: "0 0", scale: "1", opacity: 1 }, end], {
      duration: lasts,
      easing: IN,
      fill: "forwards",
    });
  }
}
