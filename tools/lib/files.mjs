import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

const madeHere = new Set(['node_modules', 'dist', 'coverage', '.cache', '.screens', '.git']);

/** Every file below a folder, as sorted paths from the repository's root; without generated files. */
export function listFiles(folder = '.') {
  const found = [];
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isFile()) found.push(relative(root, inside));
      else if (entry.isDirectory() && !madeHere.has(entry.name) && inside !== join(root, 'data')) visit(inside);
    }
  };
  visit(join(root, folder));
  return found.sort();
}

/** Tests and benchmarks: what is neither built nor shipped. */
export const isTest = (file) => /\.(test|spec|bench)\.(tsx?|mjs)$|^apps\/\w+\/(test|bench)\//.test(file);
