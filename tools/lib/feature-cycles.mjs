import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isTest, listFiles } from './files.mjs';
import { root } from './root.mjs';

const features = 'apps/server/src/features/';
const featureOf = (path) => path.startsWith(features) && path.slice(features.length).split('/')[0];

/** Imports between server features, without tests, relations and events: a map of names to sets of names. */
function importsByFeature() {
  const imports = new Map();
  for (const file of listFiles(features).filter((file) => file.endsWith('.ts') && !isTest(file))) {
    const from = featureOf(file);
    if (!imports.has(from)) imports.set(from, new Set());
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/from '([.#][^']*)'/g)) {
      const to = featureOf(path.startsWith('#') ? path.replace('#', 'apps/server/src/') : join(dirname(file), path));
      const liesBelow = /\/(relation|events)$/.test(path); // imports no feature
      if (to && to !== from && !liesBelow) imports.get(from).add(to);
    }
  }
  return imports;
}

/** Groups of features that reach each other by imports, largest first; each sorted by name. */
export function findFeatureCycles() {
  const imports = importsByFeature();
  const reach = new Map([...imports.keys()].map((name) => [name, reachableFrom(imports, name)]));
  const groups = new Map();
  for (const [name, others] of reach) {
    const group = [...others].filter((other) => reach.get(other)?.has(name)).sort();
    if (group.length > 1) groups.set(group.join(), group);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

function reachableFrom(imports, start) {
  const reached = new Set();
  const visit = (name) => {
    for (const next of imports.get(name) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      visit(next);
    }
  };
  visit(start);
  return reached;
}
