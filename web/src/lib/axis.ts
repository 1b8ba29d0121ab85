/** Where scores lie on a line from the lowest of them to beyond the target, in percent. */

export interface Mark {
  seat: number;
  /** Where its dot is. */
  left: number;
  /** Where its label is: over the dot, or as near as the labels beside it allow. */
  label: number;
  /** How much of the line the label takes. */
  width: number;
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

/** Half as wide as the words of zero, and of the target. */
const ZERO = 8;
const TARGET = 15;
const LAST = 96;
const MARGIN = 0.08;

/** On the shortest line, in percent of it: a letter, a score of three figures, and where names are cut. */
const LETTER = 2.9;
const [LEAST, MOST] = [10, 26];
const GAP = 1.5;

/** How much of the line the label of this name takes, with what parts it from the next. */
export const widthOf = (name: string): number => Math.min(Math.max(name.length * LETTER, LEAST), MOST) + GAP;

/**
 * `widths`: how much of the line each label takes. `before`: where a score stood that has fallen; the line reaches
 * there, too.
 */
export function axis(scores: readonly number[], widths: readonly number[], target: number, before = target): Axis {
  const low = Math.min(0, ...scores);
  const high = Math.max(target, before, ...scores);
  const margin = (high - low) * MARGIN;
  const place = (score: number) => ((score - low + margin) / (high - low + 2 * margin)) * 100;
  const marks = labelled(
    scores
      .map((score, seat) => ({ seat, left: place(score), width: widths[seat]!, lowest: score === Math.min(...scores) }))
      .sort((one, other) => one.left - other.left),
  );
  const near = (spot: number, reach: number) =>
    marks.some(({ below, label, width }) => below && Math.abs(label - spot) < width / 2 + reach);
  const crowded = { zero: near(place(0), ZERO), target: near(place(target), TARGET) };
  return { zero: place(0), target: place(target), marks, crowded, place };
}

/** From left to right: above if there is room, else below, else wherever it moves least. */
function labelled(dots: Omit<Mark, "label" | "below">[]): Mark[] {
  const ends = { above: -Infinity, below: -Infinity };
  const marks = dots.map((dot) => {
    const half = dot.width / 2;
    const side = ends.above + half <= dot.left || ends.above <= ends.below ? "above" : "below";
    const label = Math.max(dot.left, ends[side] + half);
    ends[side] = label + half;
    return { ...dot, label, below: side === "below" };
  });
  return [...pushedBack(marks, false), ...pushedBack(marks, true)].sort(
    (one, other) => one.left - other.left || one.label - other.label,
  );
}

/** The labels of one side, moved back to the left where the last ones would leave the line. */
function pushedBack(marks: Mark[], below: boolean): Mark[] {
  let end = Infinity;
  return marks
    .filter((mark) => mark.below === below)
    .reverse()
    .map((mark) => {
      const label = Math.min(mark.label, LAST, end - mark.width / 2);
      end = label - mark.width / 2;
      return { ...mark, label };
    });
}
