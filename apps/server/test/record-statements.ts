import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { watchStatements } from './watch-statements';

const folder = process.env.TEST_STATEMENTS;
const seen = new Set<string>();

/**
 * Records each distinct statement of this pool in a file of this worker in the folder TEST_STATEMENTS, for the parity test.
 * @returns stops recording
 */
export function recordStatements(pool: pg.Pool): () => void {
  if (!folder) return () => undefined;
  const file = join(folder, `${process.pid}.jsonl`);
  return watchStatements(pool, async (ask, text, values) => {
    const shape = shapeOf(text);
    if (!seen.has(shape)) {
      seen.add(shape);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return ask(text, values);
  });
}

/** Equal for statements that differ only in the length of their lists. */
export const shapeOf = (text: string): string =>
  text
    .replace(/\$\d+/g, '$')
    .replace(/\$(, \$)+/g, '$')
    .replace(/\(\$\)(, \(\$\))+/g, '($)');
