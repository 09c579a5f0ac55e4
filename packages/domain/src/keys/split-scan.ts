/**
 * Splits what scanners without an Enter key have run together into markings that are known. Takes the fewest markings that make up
 * the whole text; of equally many, the one that begins with the longest. Spaces, tabs and line ends always separate.
 * @param known by marking as `foldMarking` writes it
 * @returns the parts in order of scanning; a part that no known markings make up is returned whole, as typed
 */
export function splitScan(text: string, known: { has(folded: string): boolean; longest: number }): string[] {
  return text
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => splitWord(word, known) ?? [word]);
}

function splitWord(word: string, known: { has(folded: string): boolean; longest: number }): string[] | undefined {
  const letters = [...word];
  /** Of each position from the end: the fewest markings that make up the rest, and the length of the first of them. */
  const best: ({ count: number; length: number } | undefined)[] = Array.from({ length: letters.length });
  best.push({ count: 0, length: 0 });
  for (let at = letters.length - 1; at >= 0; at--) {
    for (let length = Math.min(known.longest, letters.length - at); length > 0; length--) {
      const rest = best[at + length];
      if (!rest || !known.has(foldMarking(letters.slice(at, at + length).join('')))) continue;
      if (!best[at] || rest.count + 1 < (best[at]?.count ?? 0)) best[at] = { count: rest.count + 1, length };
    }
  }
  if (!best[0]) return undefined;
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += best[at]?.length ?? letters.length)
    parts.push(letters.slice(at, at + (best[at]?.length ?? letters.length)).join(''));
  return parts;
}

/** Markings are compared without regard to case. */
export const foldMarking = (marking: string): string => marking.normalize('NFC').toLowerCase();
