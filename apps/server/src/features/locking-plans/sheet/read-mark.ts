import { foldText } from '@key2xs/domain';

type Mark = 'right' | 'none' | 'unclear';

const rights = new Set(['x', '×', '1', '●', '•', '✓', 'ja', 'yes', 'true']);
const nones = new Set(['', '0', '-', '–', 'nein', 'no', 'false']);
/** A sheet has millions of cells and a handful of different texts in them. */
const known = new Map<string, Mark>();
const maxKnown = 1_000;

/** Whether a cell gives a right. What is neither a mark nor one of the ways to say no is unclear. */
export function readMark(text: string): Mark {
  const before = known.get(text);
  if (before) return before;
  const folded = foldText(text);
  const mark = rights.has(folded) ? 'right' : nones.has(folded) ? 'none' : 'unclear';
  if (known.size < maxKnown) known.set(text, mark);
  return mark;
}
