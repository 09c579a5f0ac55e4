import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const document = 'docs/asvs.md';
/** A file in backticks, then the names of its tests in quotes. */
const mention = /`([^`\s]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)*)/g;
const fewest = 50;

/** A line per test that the document names and that is not there, or nothing. Also fails when it finds hardly any. */
export function findMissingTests() {
  const mentions = [...readFileSync(join(root, document), 'utf8').matchAll(mention)];
  if (mentions.length < fewest) return `${document} names ${mentions.length} files with tests only`;
  return mentions.flatMap(([, file, names]) => missingIn(file, names)).join('\n');
}

function missingIn(file, names) {
  const path = join(root, file);
  if (!existsSync(path)) return [`${document} names ${file}, which is not there`];
  const source = readFileSync(path, 'utf8');
  const quoted = [...names.matchAll(/“([^”]+)”/g)].map(([, name]) => name);
  if (quoted.length === 0) return [`${document} names no test of ${file}`];
  return quoted.filter((name) => !source.includes(name)).map((name) => `${document}: ${file} has no “${name}”`);
}
