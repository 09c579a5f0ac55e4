import { createHash, randomBytes } from 'node:crypto';
import { type BaseBlock, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  type ExtKeyUsage,
  MessageImprint,
  SignedData,
  SignedDataVerifyError,
  type SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

// The Time-Stamp Protocol, RFC 3161; which certificate has signed, by RFC 2634 and RFC 5035.

/** An authority refuses, or what it sent proves nothing. The message says which. */
export class TimeStampInvalid extends Error {
  override name = 'TimeStampInvalid';
}

/** What a token proves: the content existed at this time, by the clock of the authority. */
export type TimeStamp = { at: Date; authority: string };

export const timeStampQueryType = 'application/timestamp-query';

const oid = {
  sha256: '2.16.840.1.101.3.4.2.1',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};

/** Hashes by which a token may name its certificate. */
const hashes: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** `granted` and `grantedWithMods` of PKIStatus. */
const granted = [0, 1];
const nonceBytes = 16;

/** A request for a token of this content, as DER, with a nonce that only the answer to it has. */
export function timeStampQuery(content: Buffer): { query: Buffer; nonce: Buffer } {
  const nonce = randomBytes(nonceBytes);
  nonce.writeUInt8((nonce.readUInt8(0) & 0x3f) | 0x40, 0); // positive, and of the shortest form
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(sha256(content)) }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce) }),
    certReq: true,
  });
  return { query: Buffer.from(query.toSchema().toBER()), nonce };
}

/**
 * The token in an answer to a query.
 * @param reply a TimeStampResp as DER
 * @returns the token as DER, once it is for this query
 * @throws TimeStampInvalid
 */
export function tokenIn(reply: Buffer, nonce: Buffer): Buffer {
  const { status, timeStampToken } = parsed(() => TimeStampResp.fromBER(Uint8Array.from(reply)));
  if (!granted.includes(status.status) || !timeStampToken) {
    const reason = status.statusStrings?.map((text) => text.valueBlock.value).join(' ') ?? '';
    throw new TimeStampInvalid(`The authority refuses: status ${status.status} ${reason}`.trim());
  }
  const token = Buffer.from(timeStampToken.toSchema().toBER());
  const given = infoIn(signedDataIn(token)).nonce?.valueBlock.valueHexView;
  if (!given || !nonce.equals(given)) throw new TimeStampInvalid('The answer is to another request');
  return token;
}

/**
 * Verifies a token without calling anyone: its signature, that it is about this content, and that the certificate of its signer
 * was one for time stamps, issued by one of the trusted ones and valid at the time of the stamp.
 * @param trusted certificates as PEM; undefined leaves out who issued the certificate
 * @throws TimeStampInvalid
 */
export async function verifyTimeStamp(
  token: Buffer,
  content: Buffer,
  trusted: readonly string[] | undefined,
): Promise<TimeStamp> {
  const signed = parsed(() => signedDataIn(token));
  const info = infoIn(signed);
  if (info.messageImprint.hashAlgorithm.algorithmId !== oid.sha256) {
    throw new TimeStampInvalid('The token is by another hash than SHA-256');
  }
  if (!sha256(content).equals(info.messageImprint.hashedMessage.valueBlock.valueHexView)) {
    throw new TimeStampInvalid('The token is about something else');
  }
  const [signer, ...others] = signed.signerInfos;
  if (!signer || others.length > 0) throw new TimeStampInvalid('The token has not one signer');
  const certificate = await verifiedSigner(signed, content, trusted);
  checkPurpose(certificate);
  checkAttributes(signer, certificate);
  return { at: info.genTime, authority: nameOf(certificate) };
}

async function verifiedSigner(
  signed: SignedData,
  content: Buffer,
  trusted: readonly string[] | undefined,
): Promise<Certificate> {
  try {
    const { signatureVerified, signerCertificate } = await signed.verify({
      signer: 0,
      data: Uint8Array.from(content).buffer,
      trustedCerts: (trusted ?? []).map(certificateOf),
      checkChain: trusted !== undefined,
      extendedMode: true,
    });
    if (signatureVerified && signerCertificate) return signerCertificate;
  } catch (error) {
    if (!(error instanceof SignedDataVerifyError)) throw error;
    throw new TimeStampInvalid(`The token is not valid: ${error.message}`);
  }
  throw new TimeStampInvalid('The signature of the token is not valid');
}

/** RFC 3161, 2.3: the only purpose of the key, and marked as critical. */
function checkPurpose({ extensions = [] }: Certificate): void {
  const usage = extensions.find(({ extnID }) => extnID === oid.extendedKeyUsage);
  const { keyPurposes = [] } = (usage?.parsedValue ?? {}) as Partial<ExtKeyUsage>; // as the library reads this extension
  if (!usage?.critical || keyPurposes.length !== 1 || keyPurposes[0] !== oid.timeStamping) {
    throw new TimeStampInvalid('The certificate of the signer is not one for time stamps alone');
  }
}

/** The signature covers what the content is and which certificate has signed, so that neither can be exchanged. */
function checkAttributes({ signedAttrs }: SignerInfo, certificate: Certificate): void {
  const signedValue = (type: string): BaseBlock | undefined =>
    signedAttrs?.attributes.find((attribute) => attribute.type === type)?.values[0];
  const contentType = signedValue(oid.contentType);
  if (!(contentType instanceof ObjectIdentifier) || contentType.getValue() !== oid.timeStampInfo) {
    throw new TimeStampInvalid('The signature of the token is about something else');
  }
  const [v2, v1] = [signedValue(oid.signingCertificateV2), signedValue(oid.signingCertificate)];
  const named = namedHash(v2 ?? v1, v2 ? 'sha256' : 'sha1');
  const own = named && createHash(named.hash).update(Buffer.from(certificate.toSchema().toBER())).digest();
  if (!named || !own?.equals(named.value)) {
    throw new TimeStampInvalid('The token names another certificate than that of its signer');
  }
}

/** The hash of the first certificate in SigningCertificate or SigningCertificateV2. */
function namedHash(attribute: BaseBlock | undefined, usual: string): { hash: string; value: Buffer } | undefined {
  const first = partsOf(partsOf(attribute)[0])[0];
  const [one, two] = partsOf(first);
  if (one instanceof OctetString) return { hash: usual, value: Buffer.from(one.valueBlock.valueHexView) };
  const [algorithm] = partsOf(one);
  const hash = algorithm instanceof ObjectIdentifier ? hashes[algorithm.getValue()] : undefined;
  return hash && two instanceof OctetString ? { hash, value: Buffer.from(two.valueBlock.valueHexView) } : undefined;
}

const partsOf = (block: unknown): unknown[] => (block instanceof Sequence ? block.valueBlock.value : []);

const signedDataIn = (token: Buffer): SignedData => {
  const { contentType, content } = ContentInfo.fromBER(Uint8Array.from(token));
  if (contentType !== ContentInfo.SIGNED_DATA) throw new TimeStampInvalid('This is no time-stamp token');
  return new SignedData({ schema: content });
};

function infoIn({ encapContentInfo }: SignedData): TSTInfo {
  const { eContentType, eContent } = encapContentInfo;
  if (eContentType !== oid.timeStampInfo || !eContent) throw new TimeStampInvalid('This is no time-stamp token');
  return parsed(() => TSTInfo.fromBER(eContent.getValue()));
}

/** @throws TimeStampInvalid in place of what the library throws for bytes that are something else */
function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TimeStampInvalid) throw error;
    throw new TimeStampInvalid('This is no time stamp by RFC 3161');
  }
}

const certificateOf = (pem: string): Certificate =>
  Certificate.fromBER(Uint8Array.from(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')));

function nameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues;
  const name = names.find(({ type }) => type === oid.commonName) ?? names.at(-1);
  return name?.value.valueBlock.value ?? '';
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
