import './lib/require-node.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { command } from './lib/run.mjs';

process.chdir(root); // a relative KEY2XS_DATA_DIR counts from here
await command(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
await import('../apps/server/dist/main.js');
