import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { safeguards } from './safeguards.mjs';

/** A file with titles from a table or a template, where a literal search may miss a test. */
const hasComputedTitles = /\.(?:each|for)\b|\b(?:it|test|describe)\(\s*`|\b(?:it|test)\(\s*[a-z]/;

/** A line per safeguard whose source text or test no longer exists, or nothing. Runs no test, so every check can afford it. */
export function findStaleSafeguards() {
  const texts = new Map();
  const read = (file) => {
    if (!texts.has(file)) texts.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
    return texts.get(file);
  };
  return safeguards
    .flatMap(({ name, file, edits, test }) => {
      const changed = edits.filter(([text]) => read(file).split(text).length !== 2);
      const stale = changed.map(([text]) => `${name}: not exactly once in ${file}: ${text}`);
      const isThere = read(test.file).includes(test.name) || hasComputedTitles.test(read(test.file));
      return isThere ? stale : [...stale, `${name}: no test "${test.name}" in ${test.file}`];
    })
    .join('\n');
}
