import './lib/node-24.mjs';
import module from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { command } from './lib/run.mjs';
import { takeSettings } from './lib/take-settings.mjs';

process.chdir(root); // base of a relative KEY2XS_DATA_DIR
await command(async () => {
  takeSettings();
  await ensureInstalled();
  await ensureBuilt();
});
module.enableCompileCache(join(root, '.cache/compiled')); // does nothing if the folder is not writable
await import('../apps/server/dist/main.js');
