import { foldText } from '@key2xs/domain';

type Mark = 'right' | 'none' | 'unclear';

const rights = new Set(['x', '×', '1', '●', '•', '✓', 'ja', 'yes', 'true']);
const nones = new Set(['', '0', '-', '–', 'nein', 'no', 'false']);
/** Cache: a sheet has millions of cells but few distinct texts. */
const known = new Map<string, Mark>();
const maxKnown = 50_000;
/** Longer text is no mark; skips the cost of folding it. */
const maxChars = 40;

/** Text that means neither yes nor no is unclear. */
export function readMark(text: string): Mark {
  if (text.length > maxChars && text.trim().length > maxChars) return 'unclear';
  const before = known.get(text);
  if (before) return before;
  const folded = foldText(text);
  const mark = rights.has(folded) ? 'right' : nones.has(folded) ? 'none' : 'unclear';
  if (known.size < maxKnown && text.length <= maxChars) known.set(text, mark);
  return mark;
}
