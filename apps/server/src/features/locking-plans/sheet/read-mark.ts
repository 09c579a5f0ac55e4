import { foldText } from '@key2xs/domain';

type Mark = 'right' | 'none' | 'unclear';

const rights = new Set(['x', '×', '1', '●', '•', '✓', 'ja', 'yes', 'true']);
const nones = new Set(['', '0', '-', '–', 'nein', 'no', 'false']);
/** A sheet has millions of cells and a handful of different texts in them. */
const known = new Map<string, Mark>();
const maxKnown = 50_000;
/** No mark comes near it, and folding a text costs by its length. */
const maxChars = 40;

/** Whether a cell gives a right. What is neither a mark nor one of the ways to say no is unclear. */
export function readMark(text: string): Mark {
  if (text.length > maxChars && text.trim().length > maxChars) return 'unclear';
  const before = known.get(text);
  if (before) return before;
  const folded = foldText(text);
  const mark = rights.has(folded) ? 'right' : nones.has(folded) ? 'none' : 'unclear';
  if (known.size < maxKnown && text.length <= maxChars) known.set(text, mark);
  return mark;
}
