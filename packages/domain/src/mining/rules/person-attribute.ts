import { foldText } from '../../fold-text';

/**
 * The values of each person: person n has `list[start[n]]` up to, without, `list[start[n + 1]]`, none when not known,
 * several for groups or two jobs.
 */
export type PersonAttribute = { readonly name: string; values: number; start: Int32Array; list: Int32Array };

/**
 * @param texts of each person; spellings that are equal when folded are one value, an empty text is none
 * @returns `labels[value]` is its first spelling
 */
export function attributeOf(
  name: string,
  texts: readonly (readonly string[])[],
): PersonAttribute & { labels: string[] } {
  const numbers = new Map<string, number>();
  const labels: string[] = [];
  const numberOf = (text: string): number => {
    const folded = foldText(text);
    const known = numbers.get(folded);
    if (known !== undefined) return known;
    numbers.set(folded, labels.length);
    return labels.push(text) - 1;
  };
  const rows = texts.map((row) => [...new Set(row.filter((text) => foldText(text) !== '').map(numberOf))]);
  const start = new Int32Array(rows.length + 1);
  rows.forEach((row, person) => {
    start[person + 1] = (start[person] ?? 0) + row.length;
  });
  return { name, values: labels.length, start, list: Int32Array.from(rows.flat()), labels };
}
