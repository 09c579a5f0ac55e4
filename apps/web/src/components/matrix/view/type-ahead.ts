import type { MatrixAxis } from '../source/matrix-source';

const pauseMs = 900;

/** Text typed to reach a row. A pause starts afresh. */
export type TypeAhead = { text: string; at: number };

export const nothingTyped: TypeAhead = { text: '', at: 0 };

export const isTypingAhead = (typed: TypeAhead, now: number): boolean => typed.text !== '' && now - typed.at < pauseMs;

export const typeAhead = (typed: TypeAhead, character: string, now: number): TypeAhead => ({
  text: isTypingAhead(typed, now) ? typed.text + character : character,
  at: now,
});

/**
 * The next row that begins with the typed text, from the current one on, wrapping around; the same letter again moves
 * to the next one.
 */
export function rowThatBegins(rows: MatrixAxis, text: string, from: number): number | undefined {
  const isOneLetter = new Set(text.toLocaleLowerCase()).size === 1;
  const needle = (isOneLetter ? text.charAt(0) : text).toLocaleLowerCase();
  const first = isOneLetter ? from + 1 : Math.max(0, from);
  for (let n = 0; n < rows.length; n++) {
    const row = (first + n) % rows.length;
    if (rows.at(row)?.label.toLocaleLowerCase().startsWith(needle)) return row;
  }
  return undefined;
}
