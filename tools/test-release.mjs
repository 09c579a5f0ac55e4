import './lib/node-24.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { command, runOrFail, start } from './lib/run.mjs';

/**
 * Makes a release and takes it where no network is: install, sign in, backup, wipe, restore, upgrade, uninstall. Names after `--`
 * choose an archive that is there.
 */
const folder = mkdtempSync(join(tmpdir(), 'key2xs-release-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await command(async () => {
  await ensureInstalled();
  const [archive = await makeArchive()] = process.argv.slice(2);
  const walk = [process.execPath, '--import', 'tsx', 'e2e/release/main.ts', folder, archive];
  const [program, ...args] = offline(walk) ?? walk;
  const child = start(program, args, { stdio: 'inherit' });
  process.exitCode = await new Promise((ended) => child.once('exit', (code) => ended(code ?? 1)));
});

async function makeArchive() {
  const line = [join(root, 'tools/release.mjs'), '--version', '0.0.1', '--fast', '--out', folder];
  await runOrFail('The release could not be made.', process.execPath, line);
  return join(folder, 'key2xs-0.0.1.tar.gz');
}

/** The same in a network of its own that has only the loopback address, or undefined where the system does not allow that. */
function offline(line) {
  const up = '(ip link set lo up || ifconfig lo up) 2>/dev/null';
  const ways = [['-n'], ['-r', '-n']];
  const way = ways.find((options) => spawnSync('unshare', [...options, 'sh', '-c', up]).status === 0);
  if (way) return ['unshare', ...way, 'sh', '-c', `${up} && exec "$@"`, 'sh', ...line];
  console.log('NOT PROVED: that no network is needed. This system allows no network of its own (unshare -n).');
  return undefined;
}
