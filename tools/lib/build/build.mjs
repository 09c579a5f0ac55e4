import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, listFiles } from '../files.mjs';
import { root } from '../root.mjs';

const everyBuild = ['package-lock.json', 'tsconfig.base.json', 'packages'];
const targets = [
  {
    name: 'server',
    sources: [...everyBuild, 'apps/server', 'tools/lib/build/build-server.mjs'],
    result: 'apps/server/dist/main.js',
    build: async () => (await import('./build-server.mjs')).buildServer(),
  },
  {
    name: 'web',
    sources: [...everyBuild, 'apps/web', 'docs/handbook', 'docs/screens', 'tools/lib/build'],
    result: 'apps/web/dist/index.html',
    build: async () => (await import('./build-web.mjs')).buildWeb(),
  },
  {
    name: 'database',
    sources: ['package-lock.json', 'tools/lib/build/build-database.mjs'],
    result: 'apps/server/dist/empty-database/PG_VERSION',
    build: async () => (await import('./build-database.mjs')).buildDatabase(),
  },
];

/** Builds what is out of date. @throws StepFailed with the builder's output */
export async function ensureBuilt() {
  const stale = targets.map((target) => ({ ...target, stamp: stampOf(target.sources) })).filter(isStale);
  if (stale.length === 0) return;
  console.log('Building…');
  const outcomes = await Promise.allSettled(stale.map(buildOne));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

// Stamps the sources before the build, so that an edit during it makes the next start build again.
async function buildOne({ name, stamp, build }) {
  rmSync(stampFile(name), { force: true });
  await build();
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stampFile(name), stamp);
}

function isStale({ name, stamp, result }) {
  if (!existsSync(join(root, result)) || !existsSync(stampFile(name))) return true;
  return readFileSync(stampFile(name), 'utf8') !== stamp;
}

const stampFile = (name) => join(root, `.cache/built-${name}`);

/** Paths, sizes and times of all sources: a few milliseconds; reading them would take a hundred. */
function stampOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = statSync(join(root, source)).isDirectory() ? listFiles(source) : [source];
    for (const file of files.filter((file) => !isTest(file))) {
      const { size, mtimeMs } = statSync(join(root, file));
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}
