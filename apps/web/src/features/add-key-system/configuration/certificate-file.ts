export type CertificateFile = {
  file: File;
  /** Needs a pass phrase. */
  isProtected: boolean;
};

/** A PKCS#12 file begins with a sequence whose first member is the version, 3. */
const pkcs12Start = [0x02, 0x01, 0x03];
const protectedKey = /BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/;

/** Inspects a chosen file. Only the server detects the rest, such as an encrypted key in DER. @throws when unreadable */
export async function inspectFile(file: File): Promise<CertificateFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { file, isProtected: /\.(p12|pfx)$/i.test(file.name) || isPkcs12(bytes) || hasProtectedKey(bytes) };
}

function isPkcs12(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  if (tag !== 0x30) return false;
  // Above 0x80 the low bits count the length bytes that follow; 0x80 itself means indefinite length.
  const start = 2 + (length > 0x80 ? length - 0x80 : 0);
  return pkcs12Start.every((byte, index) => bytes[start + index] === byte);
}

const hasProtectedKey = (bytes: Uint8Array) => protectedKey.test(new TextDecoder('latin1').decode(bytes));

/** A file replaces one of the same name. */
export function withFiles(before: readonly CertificateFile[], added: readonly CertificateFile[]): CertificateFile[] {
  const names = new Set(added.map(({ file }) => file.name));
  return [...before.filter(({ file }) => !names.has(file.name)), ...added];
}
