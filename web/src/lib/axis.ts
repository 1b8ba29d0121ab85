/** Where scores lie on a line from the lowest of them to beyond the target, in percent. */

export interface Mark {
  seat: number;
  /** Where its dot is. */
  left: number;
  /** Where its label is: over the dot, or as near as the labels beside it allow. */
  label: number;
  /** Whether the label is below the line, because there was no room above. */
  below: boolean;
  lowest: boolean;
}

export interface Axis {
  zero: number;
  target: number;
  marks: Mark[];
  /** Whether a label stands where the words of zero or the target would. */
  crowded: { zero: boolean; target: boolean };
  place: (score: number) => number;
}

/** Labels nearer than this touch. */
const NEAR = 17;
/** The words of the target are wider. */
const WIDE = 24;
const LAST = 96;
const MARGIN = 0.08;

/** `before`: where a score stood that has fallen; the line reaches there, too. */
export function axis(scores: readonly number[], target: number, before = target): Axis {
  const low = Math.min(0, ...scores);
  const high = Math.max(target, before, ...scores);
  const margin = (high - low) * MARGIN;
  const place = (score: number) => ((score - low + margin) / (high - low + 2 * margin)) * 100;
  const marks = labelled(
    scores
      .map((score, seat) => ({ seat, left: place(score), lowest: score === Math.min(...scores) }))
      .sort((one, other) => one.left - other.left),
  );
  const near = (spot: number, reach: number) =>
    marks.some(({ below, label }) => below && Math.abs(label - spot) < reach);
  const crowded = { zero: near(place(0), NEAR), target: near(place(target), WIDE) };
  return { zero: place(0), target: place(target), marks, crowded, place };
}

/** From left to right: above if there is room, else below, else wherever it moves least. */
function labelled(dots: Omit<Mark, "label" | "below">[]): Mark[] {
  const ends = { above: -Infinity, below: -Infinity };
  const marks = dots.map((dot) => {
    const side = ends.above + NEAR <= dot.left || ends.above <= ends.below ? "above" : "below";
    const label = Math.max(dot.left, ends[side] + NEAR);
    ends[side] = label;
    return { ...dot, label, below: side === "below" };
  });
  return [...pushedBack(marks, false), ...pushedBack(marks, true)].sort(
    (one, other) => one.left - other.left || one.label - other.label,
  );
}

/** The labels of one side, moved back to the left where the last ones would leave the line. */
function pushedBack(marks: Mark[], below: boolean): Mark[] {
  let end = LAST + NEAR;
  return marks
    .filter((mark) => mark.below === below)
    .reverse()
    .map((mark) => {
      end = Math.min(mark.label, end - NEAR);
      return { ...mark, label: end };
    });
}
