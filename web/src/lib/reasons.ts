/** Why not: the sentence for a code and its facts, whether it came with a view or as a reply. */
import type { View } from "../messages";
import { cardWord, suitWord, type Suit } from "./cards";
import { label } from "./players";
import { say, sayIfKnown, type Facts } from "./words";

export function reason(view: View, code: string, facts: Facts = {}): string {
  const sentence = code === "unknown" ? undefined : sayIfKnown(`reasons.${code}`, inWords(view, facts));
  return sentence ?? say("reasons.unknown");
}

/** The facts of the wire with names in place of codes. */
function inWords(view: View, facts: Facts): Facts {
  const { card, suit, seat } = facts;
  return {
    ...facts,
    ...(typeof card === "string" && { card: cardWord(card) }),
    ...(typeof suit === "string" && { suit: suitWord(suit.slice(0, 1) as Suit) }),
    ...(typeof seat === "number" && view.players[seat] && { name: label(view, seat) }),
  };
}
