import { join } from 'node:path';
import { root } from './root.mjs';
import { runOrFail, tool } from './run.mjs';

/** Builds the web application into `apps/web/dist`. */
export async function buildWeb() {
  const options = { cwd: join(root, 'apps/web'), env: { NODE_ENV: 'production' } };
  await runOrFail('The web application could not be built.', tool('vite'), ['build'], options);
}
