import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCertificateBundle } from './certificate-bundle';
import { toPassPhrase } from './certificate-decryption';
import { type DerElement, readDer, tags } from './certificate-der';
import { aCertificate, aKey } from './certificate-factory';
import { openPkcs12 } from './certificate-pkcs12';
import { pkcs12Samples } from './certificate-samples';
import { readClientCertificate } from './certificate-upload';

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

describe('openPkcs12', () => {
  it('reads what is written without lengths and in pieces, as browsers do', () => {
    const file = readDer(bytesOf(pkcs12Samples.modernRsa));
    const rewritten = readDer(asStream(file));
    expect(rewritten.whole).not.toEqual(file.whole);
    const passPhrase = toPassPhrase('sample');
    expect(openPkcs12(rewritten, passPhrase)).toEqual(openPkcs12(file, passPhrase));
  });

  it('finds key, client and authority', () => {
    const { certificates, keys } = openPkcs12(readDer(bytesOf(pkcs12Samples.legacyRsa)), toPassPhrase('sample'));
    expect([certificates.length, keys.length]).toEqual([2, 1]);
  });
});

describe('a file that was changed on its way', () => {
  const now = new Date('2027-01-15T12:00:00Z');
  const pem = Buffer.from(aCertificate() + aKey());
  const json = Buffer.from(JSON.stringify({ certificate: aCertificate(), private_key: aKey() }));
  const files = [pem, json, bytesOf(pkcs12Samples.bare), bytesOf(pkcs12Samples.noChecksum)];

  const changes = fc.record({
    file: fc.constantFrom(...files),
    at: fc.array(fc.tuple(fc.nat(3_000), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
    keep: fc.option(fc.nat(3_000), { freq: 2 }),
  });

  it('is read or refused with a sentence, whatever it holds', () => {
    const outcomes = new Set<boolean>();
    fc.assert(
      fc.property(changes, ({ file, at, keep }) => {
        const bytes = new Uint8Array(file.subarray(0, keep ?? file.length));
        for (const [place, value] of at) bytes[place % (bytes.length || 1)] = value;
        const result = readClientCertificate([{ name: 'client', bytes }], 'sample', now);
        outcomes.add(result.ok);
        if (result.ok) return readCertificateBundle(result.bundle.pem).ok;
        return /^[A-Z].{30,}\.$/.test(result.reason);
      }),
      { numRuns: 400 },
    );
    expect(outcomes).toEqual(new Set([true, false]));
  });
});

/** The same content in BER: every list without its length, every long text in pieces. */
function asStream(element: DerElement): Buffer {
  const { tag, content, whole } = element;
  if (tag & 0x20) return endless(tag, element.children.map(asStream));
  if (tag !== tags.octets || content.length < 100) return whole;
  const pieces = Array.from({ length: Math.ceil(content.length / 100) }, (_, n) =>
    content.subarray(n * 100, (n + 1) * 100),
  );
  return endless(
    0x24,
    pieces.map((piece) => Buffer.concat([Buffer.from([tags.octets, piece.length]), piece])),
  );
}

const endless = (tag: number, parts: Buffer[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
