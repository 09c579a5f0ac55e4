import './node-24.mjs';
import { findOrInstallChromium } from './browsers.mjs';
import { ensureBuilt } from './build/build.mjs';
import { ensureInstalled } from './install.mjs';
import { command, start } from './run.mjs';
import { takeSettings } from './take-settings.mjs';

/**
 * Runs one of the repository's TypeScript programs with our arguments and terminal, and exits with its code.
 * @param needs `server`: the built server and web application; `browser`: a Chromium, named by CHROMIUM_PATH
 */
export async function launch(script, { needs = [] } = {}) {
  const env = {};
  await command(async () => {
    takeSettings();
    await ensureInstalled();
    if (needs.includes('server')) await ensureBuilt();
    if (needs.includes('browser')) env.CHROMIUM_PATH = await findOrInstallChromium();
  });
  const child = start(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
