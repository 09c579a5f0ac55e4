/** Strokes of a pen, each a row of x and y in turn, in the units of a pad of this size. */
type Strokes = { width: number; height: number; strokes: readonly (readonly number[])[] };

const minPoints = 8;

/** Whether someone has written something: a dot or a short dash is an accident. The pen has to travel at least a fifth of the pad. */
export function isSignature({ width, strokes }: Strokes): boolean {
  let points = 0;
  let travelled = 0;
  for (const stroke of strokes) {
    points += stroke.length >> 1;
    for (let at = 2; at + 1 < stroke.length; at += 2)
      travelled += Math.hypot((stroke[at] ?? 0) - (stroke[at - 2] ?? 0), (stroke[at + 1] ?? 0) - (stroke[at - 1] ?? 0));
  }
  return points >= minPoints && travelled >= width / 5;
}
