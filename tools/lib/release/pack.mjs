import { spawn } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StepFailed } from '../run.mjs';

/**
 * Packs a folder. The same files give the same archive: sorted names, one time, no owner.
 * @param {number} seconds time of every file, since 1970
 * @param level of compression; 1 for tests
 */
export async function pack(folder, archive, { seconds, level = 9 }) {
  const sorted = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  const tar = spawn('tar', [...sorted, '-C', dirname(folder), '-cf', '-', basename(folder)], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', resolve);
  });
  const written = pipeline(tar.stdout, createGzip({ level }), createWriteStream(archive));
  const [code] = await Promise.all([ended, written]).catch((error) => {
    throw new StepFailed('The archive could not be written.', error.message);
  });
  if (code !== 0) throw new StepFailed(`tar ended with code ${code}: GNU tar is needed.`);
}

/**
 * Signs a file with Ed25519, detached: `<file>.sig` has the 64 bytes.
 * @param env KEY2XS_SIGNING_KEY_FILE names a PEM file, or KEY2XS_SIGNING_KEY has its text
 * @returns the public key as PEM, or undefined without a key
 * @throws StepFailed where the key is none
 */
export function signFile(file, env = process.env) {
  const pem = env.KEY2XS_SIGNING_KEY_FILE ? readFileSync(env.KEY2XS_SIGNING_KEY_FILE, 'utf8') : env.KEY2XS_SIGNING_KEY;
  if (!pem) return undefined;
  let key;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new StepFailed('The signing key is not a private key in PEM.');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new StepFailed('The signing key has to be an Ed25519 key.');
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), key));
  return createPublicKey(key).export({ type: 'spki', format: 'pem' });
}
