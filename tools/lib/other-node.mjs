import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runOrFail } from './run.mjs';

/** The first is what we recommend, the second the least that will do. */
const supported = ['24.21.0', '20.19.6'];

/**
 * The Node of the two we support that this process is not, as npm packs it for this machine; fetched once.
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
