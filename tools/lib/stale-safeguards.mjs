import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { safeguards } from './safeguards.mjs';

/** Titles from a table or a template, so that a test may not occur literally in its file. */
const computedTitle = /\.(?:each|for)\b|\b(?:it|test|describe)\(\s*`/;
/** A title that begins with a computed value, so that none of its words need to occur in the file. */
const fullyComputedTitle = /\(\s*(?:['"]%|`\$\{)/;

function hasTest(text, name) {
  if (text.includes(name)) return true;
  if (!computedTitle.test(text)) return false;
  return fullyComputedTitle.test(text) || (name.match(/[A-Za-z]{4,}/g) ?? []).every((word) => text.includes(word));
}

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
      return hasTest(read(test.file), test.name)
        ? stale
        : [...stale, `${name}: no test "${test.name}" in ${test.file}`];
    })
    .join('\n');
}
