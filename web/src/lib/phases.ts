/** The shape of the moon: its lit part as an outline in a square from −50 to 50. */

const RADIUS = 40;

/**
 * The lit part when `share` of the moon's points is taken.
 *
 * It waxes from the right: the right half of the rim, then back along half an ellipse that
 * bulges to the right while less than half is lit.
 */
export function lit(share: number): string {
  const bulge = 1 - 2 * share;
  const axis = (Math.abs(bulge) * RADIUS).toFixed(2);
  const sweep = bulge > 0 ? 0 : 1;
  return `M0 -${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}A${axis} ${RADIUS} 0 0 ${sweep} 0 -${RADIUS}Z`;
}
