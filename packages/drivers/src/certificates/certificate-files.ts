import { type KeyObject, X509Certificate } from 'node:crypto';
import { CutOff, type DerElement, formOf, readDer } from './certificate-der';
import { openOldPem, openPrivateKey, readPrivateKey } from './certificate-key';
import { openPkcs12 } from './certificate-pkcs12';
import { refusals } from './certificate-refusal';

export type FileContents = { certificates: X509Certificate[]; keys: KeyObject[] };

const pemBegin = '-----BEGIN ';

/**
 * The certificates and keys in a file, detected by content: PEM, DER, PKCS#12, JSON with any of them, or base64 of DER.
 * @throws CertificateRefusal; any other error means that the file is damaged
 */
export function readCertificateFile(bytes: Buffer, passPhrase: string): FileContents {
  if (bytes.length === 0) throw refusals.empty();
  const text = decode(bytes).trim();
  if (/^[{[]/.test(text)) return readJson(text, passPhrase);
  return readText(text, passPhrase) ?? readBinary(bytes, passPhrase);
}

/** Windows may write UTF-16. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Undefined if it is none of the text formats. */
function readText(text: string, passPhrase: string): FileContents | undefined {
  if (text.includes(pemBegin)) return readPem(text, passPhrase);
  const isBase64 = /^MI[A-Za-z0-9+/]/.test(text) && /^[A-Za-z0-9+/=\s]*$/.test(text);
  return isBase64 ? readBinary(Buffer.from(text, 'base64'), passPhrase) : undefined;
}

/** Names differ between vendors, so all strings are tried; a pass phrase is recognised by its name. */
function readJson(text: string, given: string): FileContents {
  const values = entriesOf(parseJson(text));
  const stored = values.find(([name]) => /^(key_?)?pass_?(phrase|word)$/i.test(name))?.[1];
  const passPhrase = given || stored || '';
  return merge(values.map(([, value]) => readText(value.trim(), passPhrase) ?? merge([])));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw /[}\]]$/.test(text) ? refusals.unreadable() : refusals.truncated();
  }
}

/** All strings in a JSON value with their property names. */
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

function readPem(text: string, passPhrase: string): FileContents {
  return merge(
    text
      .split(pemBegin)
      .slice(1)
      .map((section) => readBlock(section, passPhrase)),
  );
}

/** @param section the text from one BEGIN to the next; ignores remarks between blocks */
function readBlock(section: string, passPhrase: string): FileContents {
  const label = section.slice(0, section.indexOf('-----'));
  const begin = `${label}-----`;
  const end = `-----END ${label}-----`;
  const endsAt = section.indexOf(end);
  if (endsAt < 0) throw refusals.truncated();
  const body = section.slice(begin.length, endsAt);
  const pem = `${pemBegin}${section.slice(0, endsAt)}${end}\n`;
  if (/^(X509 |TRUSTED )?CERTIFICATE$/.test(label)) return ofCertificate(readCertificate(pem));
  if (label === 'ENCRYPTED PRIVATE KEY') return ofKey(openPrivateKey(Buffer.from(body, 'base64'), passPhrase));
  if (label.endsWith('PRIVATE KEY')) return ofKey(readPemKey(label, body, passPhrase));
  if (label === 'PKCS12') return readBinary(Buffer.from(body, 'base64'), passPhrase);
  return merge([]);
}

/** A clear-text key is detected by content, whatever the label. Header lines describe the encryption. */
function readPemKey(label: string, body: string, passPhrase: string): KeyObject {
  const lines = body.split('\n').map((line) => line.trim());
  const head = lines.filter((line) => line.includes(':')).join('\n');
  const content = Buffer.from(lines.filter((line) => !line.includes(':')).join(''), 'base64');
  const isProtected = /^Proc-Type:.*ENCRYPTED/m.test(head);
  return isProtected ? openOldPem(label, { head, content }, passPhrase) : readPrivateKey(content);
}

function readBinary(bytes: Buffer, passPhrase: string): FileContents {
  const { element, der } = readWhole(bytes);
  const form = formOf(element);
  if (form.startsWith('list list bits')) return ofCertificate(readCertificate(der));
  if (form.startsWith('list text')) return ofKey(openPrivateKey(der, passPhrase));
  if (/^number (list text|number|text)/.test(form)) return ofKey(readPrivateKey(der));
  if (form.startsWith('number list')) return readPkcs12(element, passPhrase);
  throw refusals.unreadable();
}

function readWhole(bytes: Buffer): { element: DerElement; der: Buffer } {
  try {
    if (bytes[0] === 0x30) return readDer(bytes); // a list
  } catch (error) {
    if (error instanceof CutOff) throw refusals.truncated();
  }
  throw refusals.unreadable();
}

function readPkcs12(element: DerElement, passPhrase: string): FileContents {
  const { certificates, keys } = openPkcs12(element, passPhrase);
  return { certificates: certificates.map(readCertificate), keys: keys.map(readPrivateKey) };
}

function readCertificate(content: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch {
    throw refusals.brokenCertificate();
  }
}
