import { describe, expect, it } from 'vitest';
import { inspectFile, withFiles } from './certificate-file';

// jsdom cannot read files.
const aFile = (name: string, content: string | number[]) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return Object.assign(new File([], name), { arrayBuffer: async () => bytes.buffer });
};

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

describe('inspectFile', () => {
  it.each<[string, string, string | number[], boolean]>([
    ['a certificate', 'client.crt', pem, false],
    ['a key in clear', 'client.key', '-----BEGIN PRIVATE KEY-----', false],
    ['an encrypted key', 'client.key', `${pem}-----BEGIN ENCRYPTED PRIVATE KEY-----`, true],
    ['an encrypted key of the older form', 'client.pem', 'Proc-Type: 4,ENCRYPTED', true],
    ['an encrypted key inside JSON', 'client.json', '{"key":"-----BEGIN ENCRYPTED PRIVATE KEY-----"}', true],
    ['PKCS#12 by its name', 'client.P12', [], true],
    ['PKCS#12 by its first bytes', 'client.bin', [0x30, 0x82, 0x0a, 0x00, 0x02, 0x01, 0x03, 0x30], true],
    ['short PKCS#12', 'client.bin', [0x30, 0x40, 0x02, 0x01, 0x03], true],
    ['PKCS#12 of no stated length', 'client.bin', [0x30, 0x80, 0x02, 0x01, 0x03], true],
    ['a certificate in DER', 'client.cer', [0x30, 0x82, 0x03, 0x00, 0x30, 0x82], false],
    ['an empty file', 'client.pem', [], false],
  ])('sees whether %s needs a pass phrase', async (_what, name, content, isProtected) => {
    expect((await inspectFile(aFile(name, content))).isProtected).toBe(isProtected);
  });
});

describe('withFiles', () => {
  it('adds to what is there and replaces what has the same name', () => {
    const [crt, key, newCrt] = ['a.crt', 'a.key', 'a.crt'].map((name) => ({
      file: aFile(name, ''),
      isProtected: false,
    }));
    if (!crt || !key || !newCrt) throw new Error('three files');
    expect(withFiles([crt], [key])).toEqual([crt, key]);
    expect(withFiles([crt, key], [newCrt])).toEqual([key, newCrt]);
  });
});
