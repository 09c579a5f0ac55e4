import { type KeyObject, X509Certificate } from 'node:crypto';
import { notOpenedBy, type PassPhrase, toPassPhrase } from './certificate-decryption';
import { CutOff, type DerElement, readDer, tags } from './certificate-der';
import { readPrivateKey } from './certificate-key';
import { contentOf, isProtected, openOldPem } from './certificate-old-pem';
import { openPkcs12, openPrivateKey } from './certificate-pkcs12';
import { refusals } from './certificate-refusal';

export type FileContents = { certificates: X509Certificate[]; keys: KeyObject[] };

const pemBegin = '-----BEGIN ';

/**
 * Certificates and keys of one file, recognised by its content: PEM, DER, PKCS#12, JSON with any of them, or base64 of DER.
 * @throws CertificateRefusal; any other error: the file is damaged
 */
export function readCertificateFile(bytes: Buffer, passPhrase: string | undefined): FileContents {
  if (bytes.length === 0) throw refusals.empty();
  const text = decode(bytes).trim();
  if (/^[{[]/.test(text)) return readJson(text, passPhrase);
  const contents = readText(text, toPassPhrase(passPhrase));
  return contents ?? readBinary(bytes, toPassPhrase(passPhrase));
}

/** Windows writes texts in UTF-16 too. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Undefined: nothing of ours, in no form that is text. */
function readText(text: string, passPhrase: PassPhrase): FileContents | undefined {
  if (text.includes(pemBegin)) return readPem(text, passPhrase);
  const isBase64 = /^MI[A-Za-z0-9+/]/.test(text) && /^[A-Za-z0-9+/=\s]*$/.test(text);
  return isBase64 ? readBinary(Buffer.from(text, 'base64'), passPhrase) : undefined;
}

/** Names differ from vendor to vendor, so every text in it is looked at; a pass phrase is known by its name. */
function readJson(text: string, given: string | undefined): FileContents {
  const values = entriesOf(parseJson(text));
  const stored = values.find(([name]) => /^(key_?)?pass_?(phrase|word)$/i.test(name))?.[1];
  const passPhrase = toPassPhrase(given || stored);
  return merge(values.map(([, value]) => readText(value.trim(), passPhrase) ?? merge([])));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw /[}\]]$/.test(text) ? refusals.unreadable() : refusals.truncated();
  }
}

/** Every text in a JSON value with the name it stands under. */
function entriesOf(value: unknown, name = ''): [name: string, value: string][] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => entriesOf(inner, Array.isArray(value) ? name : key));
}

export const merge = (contents: FileContents[]): FileContents => ({
  certificates: contents.flatMap(({ certificates }) => certificates),
  keys: contents.flatMap(({ keys }) => keys),
});

const ofCertificate = (certificate: X509Certificate): FileContents => ({ certificates: [certificate], keys: [] });
const ofKey = (key: KeyObject): FileContents => ({ certificates: [], keys: [key] });

function readPem(text: string, passPhrase: PassPhrase): FileContents {
  return merge(
    text
      .split(pemBegin)
      .slice(1)
      .map((section) => readBlock(section, passPhrase)),
  );
}

/** @param section what follows a begin, up to the next one; remarks between blocks do not matter */
function readBlock(section: string, passPhrase: PassPhrase): FileContents {
  const label = section.slice(0, section.indexOf('-----'));
  const begin = `${label}-----`;
  const end = `-----END ${label}-----`;
  const endsAt = section.indexOf(end);
  if (endsAt < 0) throw refusals.truncated();
  const body = section.slice(begin.length, endsAt);
  const pem = `${pemBegin}${section.slice(0, endsAt)}${end}\n`;
  if (/^(X509 |TRUSTED )?CERTIFICATE$/.test(label)) return ofCertificate(readCertificate(pem));
  if (label === 'ENCRYPTED PRIVATE KEY') return ofKey(readEncryptedKey(derOf(body), passPhrase));
  if (label.endsWith('PRIVATE KEY')) return ofKey(readPemKey(body, passPhrase));
  if (label === 'PKCS12') return readBinary(Buffer.from(body, 'base64'), passPhrase);
  return merge([]);
}

function derOf(body: string): DerElement {
  try {
    return readDer(Buffer.from(body, 'base64'));
  } catch {
    throw refusals.brokenKey();
  }
}

/** Its content tells the form, whatever the label says. */
const readPemKey = (body: string, passPhrase: PassPhrase): KeyObject =>
  isProtected(body)
    ? readPrivateKey(openOldPem(body, passPhrase), () => notOpenedBy(passPhrase))
    : readPrivateKey(contentOf(body));

/** Every form starts as a list; the kinds of its first members tell which it is. */
const forms: readonly [begin: readonly number[], form: 'certificate' | 'encrypted key' | 'pkcs12' | 'key'][] = [
  [[tags.sequence, tags.sequence, tags.bits], 'certificate'],
  [[tags.sequence, tags.octets], 'encrypted key'],
  [[tags.integer, tags.sequence, tags.octets], 'key'],
  [[tags.integer, tags.sequence], 'pkcs12'],
  [[tags.integer, tags.integer], 'key'],
  [[tags.integer, tags.octets], 'key'],
];

function readBinary(bytes: Buffer, passPhrase: PassPhrase): FileContents {
  const element = readWhole(bytes);
  const form = forms.find(([begin]) => begin.every((tag, at) => element.children[at]?.tag === tag))?.[1];
  switch (form) {
    case undefined:
      throw refusals.unreadable();
    case 'certificate':
      return ofCertificate(readCertificate(element.whole));
    case 'encrypted key':
      return ofKey(readEncryptedKey(element, passPhrase));
    case 'pkcs12':
      return readPkcs12(element, passPhrase);
    case 'key':
      return ofKey(readPrivateKey(element.whole));
  }
}

function readWhole(bytes: Buffer): DerElement {
  const isList = bytes[0] === tags.sequence;
  try {
    if (isList) return readDer(bytes);
  } catch (error) {
    if (error instanceof CutOff) throw refusals.truncated();
  }
  throw refusals.unreadable();
}

function readPkcs12(element: DerElement, passPhrase: PassPhrase): FileContents {
  const { certificates, keys } = openPkcs12(element, passPhrase);
  return {
    certificates: certificates.map(readCertificate),
    keys: keys.map((key) => readPrivateKey(key)),
  };
}

/** What a wrong pass phrase opens is no key, if its last bytes happen to look right. */
const readEncryptedKey = (element: DerElement, passPhrase: PassPhrase): KeyObject =>
  readPrivateKey(openPrivateKey(element, passPhrase), () => notOpenedBy(passPhrase));

function readCertificate(content: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch {
    throw refusals.brokenCertificate();
  }
}
