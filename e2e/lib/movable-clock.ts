import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A clock for a product on its embedded database: start it with `env`, then move time on. It also affects sessions, so sign in
 * again after a long way.
 */
export function movableClock(folder: string) {
  const file = join(folder, 'clock');
  const hook = pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs')).href;
  return {
    env: { NODE_OPTIONS: `--import ${hook}`, MOVED_CLOCK_FILE: file },
    /** Sets how far the product's clock is ahead. */
    async moveAhead(ms: number): Promise<void> {
      await writeFile(`${file}.new`, String(ms));
      await rename(`${file}.new`, file); // atomic, so that a reader never sees a partial number
    },
  };
}
