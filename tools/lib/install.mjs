import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runOrFail } from './run.mjs';

const lockFile = join(root, 'package-lock.json');
const hiddenLockFile = join(root, 'node_modules/.package-lock.json');
const stampFile = join(root, 'node_modules/.key2xs-installed');

/** Runs npm if the installed packages differ from the lock file. */
export async function ensureInstalled() {
  const stamp = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (readIfThere(stampFile) === stamp) return;
  if (!isInstalled()) {
    console.log('Installing packages…');
    // Our builds and checks are development dependencies, so NODE_ENV=production must not leave them out.
    await runOrFail('The packages could not be installed.', ...npm('ci', '--include=dev'));
  }
  writeFileSync(stampFile, stamp);
}

/** After an install by hand, npm's own record names the same versions as the lock file. */
function isInstalled() {
  if (!existsSync(hiddenLockFile)) return false;
  const there = JSON.parse(readFileSync(hiddenLockFile, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages);
  return wanted.every(([path, { version, link, optional, peer }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = there[path];
    return found ? link || found.version === version : Boolean(optional || peer);
  });
}

/** How npm is started: the one that started us, if one did. */
export function npm(...args) {
  const { npm_execpath: script } = process.env; // set when npm itself started us
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
