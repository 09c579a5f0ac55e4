import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runOrFail } from './run.mjs';

/** The recommended version, then the oldest supported one. */
const supported = ['24.21.0', '20.19.6'];

/**
 * The other of the two supported Node versions, from npm, for this machine; downloaded once.
 * @throws StepFailed with npm's output
 */
export async function findOrInstallOtherNode() {
  const mine = process.versions.node.split('.')[0];
  const version = supported.find((other) => other.split('.')[0] !== mine);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, `.cache/node-${version}`);
  const program = join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (!existsSync(program)) {
    const args = ['install', '--no-save', '--no-package-lock', '--prefix', folder, `${name}@${version}`];
    await runOrFail(`Node ${version} could not be fetched.`, 'npm', args);
  }
  return program;
}
