import './lib/require-node.mjs';
import module from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { command } from './lib/run.mjs';

process.chdir(root); // a relative KEY2XS_DATA_DIR counts from here
await command(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
module.enableCompileCache?.(join(root, '.cache/compiled')); // not in Node 20; where it cannot be written it is left alone
await import('../apps/server/dist/main.js');
