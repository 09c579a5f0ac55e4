import { createHmac } from 'node:crypto';
import { decrypt, derivePkcs12Key, known, notOpenedBy, type PassPhrase } from './certificate-decryption';
import { type DerElement, readDer, tags } from './certificate-der';
import { refusals } from './certificate-refusal';

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  nestedBag: '1.2.840.113549.1.12.10.1.6',
  x509: '1.2.840.113549.1.9.22.1',
} as const;

const macHashes: Record<string, { algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512'; bytes: number }> = {
  '1.3.14.3.2.26': { algorithm: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.1': { algorithm: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { algorithm: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { algorithm: 'sha512', bytes: 64 },
};

/** DER: certificates, and keys as PKCS#8. */
type Contents = { certificates: Buffer[]; keys: Buffer[] };

/**
 * Opens a PKCS#12 file (RFC 7292). An empty pass phrase is tried in both ways that programs write it.
 * @throws CertificateRefusal; any other error: the file is damaged
 */
export function openPkcs12(file: DerElement, passPhrase: PassPhrase): Contents {
  const safe = contentOf(file.child(1, tags.sequence), passPhrase);
  const mac = file.children[2];
  const opening = mac ? findOpening(mac, safe, passPhrase) : passPhrase;
  const contents: Contents = { certificates: [], keys: [] };
  for (const part of readDer(safe).children) takeBags(readDer(contentOf(part, opening)), opening, contents);
  return contents;
}

/** Of a ContentInfo, in clear. */
function contentOf(info: DerElement, passPhrase: PassPhrase): Buffer {
  const content = info.child(1, tags.explicit).child(0);
  const oid = info.child(0).oid();
  if (oid === oids.data) return content.octets();
  if (oid !== oids.encryptedData) throw refusals.unknownProtection();
  const { children } = content.child(1, tags.sequence);
  const [, algorithm, encrypted] = children;
  if (!algorithm || !encrypted) throw new Error('no encrypted content');
  return decrypt(algorithm, encrypted.octets(), passPhrase);
}

/** The way to write the pass phrase with which the file's own checksum comes out right. */
function findOpening(mac: DerElement, safe: Buffer, passPhrase: PassPhrase): PassPhrase {
  const digestInfo = mac.child(0, tags.sequence);
  const { algorithm, bytes } = known(macHashes, digestInfo.child(0, tags.sequence).child(0).oid());
  const expected = digestInfo.child(1, tags.octets).content;
  const salt = mac.child(1, tags.octets).content;
  const rounds = mac.children[2]?.count() ?? 1;
  const opens = ({ bmp }: PassPhrase) => {
    const key = derivePkcs12Key({ purpose: 'mac', passPhrase: bmp, salt, rounds, bytes, algorithm });
    return createHmac(algorithm, key).update(safe).digest().equals(expected);
  };
  const ways = passPhrase.isGiven ? [passPhrase] : [passPhrase, { ...passPhrase, bmp: Buffer.alloc(0) }];
  const opening = ways.find(opens);
  if (!opening) throw notOpenedBy(passPhrase);
  return opening;
}

/** Bags of other kinds, such as revocation lists, are nobody's certificate. */
function takeBags(bags: DerElement, passPhrase: PassPhrase, into: Contents): void {
  for (const bag of bags.children) {
    const value = bag.child(1, tags.explicit).child(0);
    switch (bag.child(0).oid()) {
      case oids.keyBag:
        into.keys.push(value.whole);
        break;
      case oids.shroudedKeyBag:
        into.keys.push(openPrivateKey(value, passPhrase));
        break;
      case oids.certificateBag:
        if (value.child(0).oid() === oids.x509) into.certificates.push(value.child(1).child(0).octets());
        break;
      case oids.nestedBag:
        takeBags(value, passPhrase, into);
    }
  }
}

/** An encrypted PKCS#8 key in clear. @throws CertificateRefusal */
export function openPrivateKey(encrypted: DerElement, passPhrase: PassPhrase): Buffer {
  return decrypt(encrypted.child(0, tags.sequence), encrypted.child(1, tags.octets).octets(), passPhrase);
}
