import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { listFiles } from './files.mjs';
import { root } from './root.mjs';

/** Reports the first download address in package-lock.json, if any: the registry is each machine's own setting. */
export function findDownloadAddress() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const withAddress = Object.entries(packages).find(([, { resolved }]) => /^[a-z+]+:/.test(resolved ?? ''));
  return (
    withAddress && `package-lock.json: ${withAddress[0]} has a download address; .npmrc tells npm to leave it out.`
  );
}

/** A line per file that names this checkout's folder or a package registry, or nothing. */
export function findMachineTraces() {
  const traces = registryPatterns();
  // A short path such as /app also occurs in URLs and imports.
  if (root.split(sep).length > 2) traces.push({ what: 'the path of this checkout', pattern: exactly(root) });
  return listFiles()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'latin1');
      return traces.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${file} names ${what}`);
    })
    .join('\n');
}

function registryPatterns() {
  const patterns = [/\bregistry\.[a-z0-9-]+\.[a-z]{2,}/i, /https?:\/\/[^\s"']+\/-\/[^\s"']+\.tgz/i];
  const { npm_config_registry: configured } = process.env; // set when npm itself started us
  if (configured) patterns.push(exactly(new URL(configured).host));
  return patterns.map((pattern) => ({ what: 'a package registry', pattern }));
}

const exactly = (text) => new RegExp(text.replace(/[^\w]/g, '\\$&'), 'i');
