/** How full a column is: 100 %, 99.9 %. Never 100 while one cell is empty, never 0 while one is filled. */
export function fillOf(filled: number, rows: number): string {
  if (rows === 0 || filled === 0) return '0 %';
  if (filled >= rows) return '100 %';
  const percent = Math.round((filled / rows) * 1_000) / 10;
  return `${Math.min(Math.max(percent, 0.1), 99.9)} %`;
}
