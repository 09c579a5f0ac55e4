/** Why an uploaded certificate is not taken. The message is a sentence for the person who uploaded it and holds no secret. */
export class CertificateRefusal extends Error {
  override name = 'CertificateRefusal';
  constructor(
    reason: string,
    readonly needsPassPhrase = false,
  ) {
    super(reason);
  }
}

const withDigits = (count: number) => (count < 1e12 ? count.toLocaleString('en') : 'more than a trillion');

/** Every refusal of a file for its form. What is wrong with a certificate that can be read says certificate-demands.ts. */
export const refusals = {
  empty: () => new CertificateRefusal('The file is empty. Choose the right file, or ask for it again.'),
  tooLarge: (kibibytes: number) =>
    new CertificateRefusal(
      `The upload is larger than ${kibibytes} KiB. A client certificate with key and chain has a few KiB: choose the right file.`,
    ),
  truncated: () =>
    new CertificateRefusal('The file breaks off before its end. Copy or download it again, and upload it whole.'),
  unreadable: () =>
    new CertificateRefusal(
      'The file cannot be read as a certificate or key. Upload PEM, DER, JSON or PKCS#12 (.p12, .pfx) as you were given it.',
    ),
  brokenCertificate: () =>
    new CertificateRefusal('A certificate in the file is damaged and cannot be read. Ask for the file again.'),
  brokenKey: () =>
    new CertificateRefusal('The private key is damaged and cannot be read. Ask for it again, or export it again.'),
  foreignKey: (kind: string) =>
    new CertificateRefusal(
      `The private key is of a kind that is not supported (${kind}). Ask for a certificate with a key of RSA 2048 or EC P-256 at least.`,
    ),
  hugeKey: (kibibytes: number) =>
    new CertificateRefusal(
      `The private key is larger than ${kibibytes} KiB, and no real one is. Ask for one of RSA 2048 to 4096, or EC P-256.`,
    ),
  noCertificate: () =>
    new CertificateRefusal(
      'There is no certificate in what was uploaded. Upload the client certificate together with its private key.',
    ),
  noKey: () =>
    new CertificateRefusal(
      'There is no private key in what was uploaded. Add the key, or upload the PKCS#12 file (.p12, .pfx), which holds both.',
    ),
  severalKeys: () =>
    new CertificateRefusal(
      'There is more than one private key in what was uploaded. Upload only the client certificate and its own key.',
    ),
  otherKey: () =>
    new CertificateRefusal(
      'The private key does not belong to the certificate. Upload the key that the certificate was issued for.',
    ),
  unusable: () =>
    new CertificateRefusal(
      'Certificate and key can be read, but no secure connection can be made with them. Ask for new ones.',
    ),
  missingPassPhrase: () =>
    new CertificateRefusal('The file is protected. Enter the pass phrase that was given with it.', true),
  wrongPassPhrase: () =>
    new CertificateRefusal(
      'The pass phrase does not open the file. Enter it again; if it is right, the file is damaged: ask for it again.',
      true,
    ),
  notOpenedBy: (passPhrase: string) => (passPhrase === '' ? refusals.missingPassPhrase() : refusals.wrongPassPhrase()),
  tooManyRounds: (rounds: number) =>
    new CertificateRefusal(
      `Opening the file would take too long: its protection asks for ${withDigits(rounds)} rounds. Export it again with the usual settings.`,
    ),
  unknownProtection: () =>
    new CertificateRefusal(
      'The file is protected in a way that is not supported. Export it again, protected with AES-256 and a pass phrase.',
    ),
};
