import './lib/node-24.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { command, runOrFail, StepFailed } from './lib/run.mjs';

/** Builds the container image of the archive in `dist`, which is made first where there is none. Needs podman or docker. */
await command(async () => {
  const engine = ['podman', 'docker'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0);
  if (!engine) throw new StepFailed('There is no container engine here: podman or docker has to run.');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!existsSync(join(root, `dist/key2xs-${version}.tar.gz`))) {
    await runOrFail('The release could not be made.', process.execPath, [join(root, 'tools/release.mjs')]);
  }
  const name = `key2xs:${version}`;
  const line = ['build', '--file', 'Containerfile', '--build-arg', `VERSION=${version}`, '--tag', name, '.'];
  await runOrFail('The image could not be built.', engine, line, { cwd: root });
  console.log(`${name} is built. Start it with: ${engine} compose up`);
});
