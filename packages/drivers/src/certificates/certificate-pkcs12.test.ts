import fc from 'fast-check';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { readCertificateBundle } from './certificate-bundle';
import { bytesOf, childrenOf, type DerElement, readDer } from './certificate-der';
import { aCertificate, aKey, renderRefusal } from './certificate-factory';
import { pkcs12Samples } from './certificate-samples';
import { readClientCertificate } from './certificate-upload';

const now = new Date('2027-01-15T12:00:00Z');
const fromBase64 = (base64: string) => Buffer.from(base64, 'base64');
const read = (bytes: Uint8Array) => renderRefusal(readClientCertificate([{ name: 'client', bytes }], 'sample', now));

describe('a PKCS#12 file', () => {
  it('is read when it is written without lengths and in pieces, as browsers do', () => {
    const file = fromBase64(pkcs12Samples.modernRsa);
    const rewritten = asStream(readDer(file).element);
    expect(rewritten).not.toEqual(file);
    expect(read(rewritten)).toEqual(read(file));
  });

  it('has key, client and authority', () => {
    const result = read(fromBase64(pkcs12Samples.legacyRsa));
    expect(result).toMatchObject({
      ok: true,
      bundle: { subject: expect.stringContaining('CN=rsa'), tls: { ca: [expect.any(String)] } },
    });
  });
});

describe('a file that was changed on its way', () => {
  const pem = Buffer.from(aCertificate() + aKey());
  const json = Buffer.from(JSON.stringify({ certificate: aCertificate(), private_key: aKey() }));
  const files = [pem, json, fromBase64(pkcs12Samples.bare), fromBase64(pkcs12Samples.noChecksum)];

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
        const result = read(bytes);
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
  if (element.constructed) return endless(element.tagClass | element.type | 0x20, childrenOf(element).map(asStream));
  const content = bytesOf(element);
  if (element.type !== forge.asn1.Type.OCTETSTRING || content.length < 100) {
    return Buffer.from(forge.asn1.toDer(element).getBytes(), 'latin1');
  }
  const pieces = Array.from({ length: Math.ceil(content.length / 100) }, (_, n) =>
    content.subarray(n * 100, (n + 1) * 100),
  );
  return endless(
    0x24,
    pieces.map((piece) => Buffer.concat([Buffer.from([0x04, piece.length]), piece])),
  );
}

const endless = (tag: number, parts: Buffer[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
