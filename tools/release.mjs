import './lib/node-24.mjs';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inMiB, sumOf } from './launcher/checks.mjs';
import { ensureBuilt } from './lib/build/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { pack, signFile } from './lib/release/pack.mjs';
import { stage } from './lib/release/stage.mjs';
import { root } from './lib/root.mjs';
import { command, StepFailed } from './lib/run.mjs';

/**
 * Makes the archive of a release in `dist`, with its sums and signature. `--version` in place of that of package.json, `--fast` for
 * less compression, `--out` for another folder than `dist`.
 */
await command(async () => {
  const { version, out, isFast } = readArguments();
  await ensureInstalled();
  await ensureBuilt();
  const name = `key2xs-${version}`;
  const folder = join(out, name);
  const archive = `${folder}.tar.gz`;
  mkdirSync(out, { recursive: true });
  await stage(folder, { version, commit: git('rev-parse', 'HEAD') });
  await pack(folder, archive, { seconds: releaseTime(), level: isFast ? 1 : 9 });
  const sbom = `${folder}.cdx.json`;
  copyFileSync(join(folder, 'sbom.cdx.json'), sbom);
  rmSync(folder, { recursive: true });

  const sums = join(out, 'SHA256SUMS');
  const lines = [archive, sbom].map(async (file) => `${await sumOf(file)}  ${file.slice(out.length + 1)}\n`);
  writeFileSync(sums, (await Promise.all(lines)).join(''));
  rmSync(`${sums}.sig`, { force: true });
  const publicKey = signFile(sums);
  console.log(`${archive}: ${inMiB(statSync(archive).size)}`);
  if (publicKey) console.log(`SHA256SUMS.sig is signed by the owner of\n${publicKey.trim()}`);
  else console.log('It is unsigned: set KEY2XS_SIGNING_KEY_FILE to an Ed25519 key in PEM.');
});

function readArguments() {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const options = { version: { type: 'string' }, out: { type: 'string' }, fast: { type: 'boolean' } };
  try {
    const { values } = parseArgs({ options });
    const version = values.version ?? own;
    if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)) throw new Error(`${version} is no version`);
    return { version, out: values.out ?? join(root, 'dist'), isFast: values.fast === true };
  } catch (error) {
    throw new StepFailed(error.message);
  }
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** That of the commit, so that the same commit gives the same archive, whenever it is made. */
function releaseTime() {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct');
  return Number(seconds ?? Math.floor(Date.now() / 1000));
}
