import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pack, signFile } from './pack.mjs';

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the same files give the same archive, whenever and in whatever order they were written', async () => {
  const archives = [];
  for (const names of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const folder = aFolder();
    mkdirSync(join(folder, 'product'));
    for (const name of names) {
      writeFileSync(join(folder, 'product', name), name);
      utimesSync(join(folder, 'product', name), archives.length, archives.length);
    }
    await pack(join(folder, 'product'), join(folder, 'product.tar.gz'), { seconds: 1_700_000_000 });
    archives.push(readFileSync(join(folder, 'product.tar.gz')).toString('base64'));
  }
  expect(archives[1]).toBe(archives[0]);
});

test('a signature is verified by the public key, and only an Ed25519 key signs', () => {
  const file = join(aFolder(), 'SHA256SUMS');
  writeFileSync(file, 'sums');
  expect(signFile(file, {})).toBeUndefined();
  const pem = (type, options) =>
    generateKeyPairSync(type, options).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicKey = signFile(file, { KEY2XS_SIGNING_KEY: pem('ed25519') });
  expect(verify(null, readFileSync(file), createPublicKey(publicKey), readFileSync(`${file}.sig`))).toBe(true);
  expect(() => signFile(file, { KEY2XS_SIGNING_KEY: pem('ec', { namedCurve: 'P-256' }) })).toThrow('Ed25519');
});
