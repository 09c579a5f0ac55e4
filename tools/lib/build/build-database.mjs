import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { root } from '../root.mjs';
import { StepFailed } from '../run.mjs';

const directory = join(root, 'apps/server/dist/empty-database');

/**
 * Creates the files of an empty embedded database, once; the first start on an empty data folder copies them.
 * In a thread, because PGlite blocks for seconds.
 */
export async function buildDatabase() {
  const draft = `${directory}.new`;
  for (const folder of [directory, draft]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(directory), { recursive: true }); // the server may not have been built yet
  try {
    await once(new Worker(new URL(import.meta.url), { workerData: draft }), 'exit');
  } catch (error) {
    throw new StepFailed('The empty database could not be made.', error.message);
  }
  letOthersRead(draft);
  renameSync(draft, directory);
}

/** The user who starts the product copies these files and may not be the one who built it. They hold no data. */
function letOthersRead(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) letOthersRead(path);
    else chmodSync(path, 0o644);
  }
}

if (!isMainThread) {
  const fromServer = createRequire(join(root, 'apps/server/package.json')); // PGlite is the server's dependency
  const { PGlite } = fromServer('@electric-sql/pglite');
  const { NodeFS } = fromServer('@electric-sql/pglite/nodefs');
  const database = await PGlite.create({ fs: new NodeFS(workerData) });
  await database.close();
}
