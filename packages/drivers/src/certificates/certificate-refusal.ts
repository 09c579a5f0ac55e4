import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

/** Why an uploaded certificate is refused, for the person who uploaded it. Contains no secret. */
export class CertificateRefusal extends Error {
  override name = 'CertificateRefusal';
  constructor(
    readonly reason: Sentence,
    readonly needsPassPhrase = false,
  ) {
    super(renderSentence(reason));
  }
}

const refusing = (reason: Sentence) => () => new CertificateRefusal(reason);

/** Refusals of unreadable files. For problems of readable certificates see certificate-requirements.ts. */
export const refusals = {
  empty: refusing(say('certificate.empty')),
  tooLarge: (kibibytes: number) => new CertificateRefusal(say('certificate.tooLarge', { kibibytes })),
  truncated: refusing(say('certificate.truncated')),
  unreadable: refusing(say('certificate.unreadable')),
  brokenCertificate: refusing(say('certificate.brokenCertificate')),
  brokenKey: refusing(say('certificate.brokenKey')),
  foreignKey: (kind: string) => new CertificateRefusal(say('certificate.foreignKey', { kind })),
  hugeKey: (kibibytes: number) => new CertificateRefusal(say('certificate.hugeKey', { kibibytes })),
  noCertificate: refusing(say('certificate.noCertificate')),
  noKey: refusing(say('certificate.noKey')),
  severalKeys: refusing(say('certificate.severalKeys')),
  otherKey: refusing(say('certificate.otherKey')),
  unusable: refusing(say('certificate.unusable')),
  notOpenedBy: (passPhrase: string) =>
    new CertificateRefusal(
      say(passPhrase === '' ? 'certificate.missingPassPhrase' : 'certificate.wrongPassPhrase'),
      true,
    ),
  tooManyRounds: (rounds: number) =>
    new CertificateRefusal(
      rounds < 1e12 ? say('certificate.tooManyRounds', { rounds }) : say('certificate.farTooManyRounds'),
    ),
  notPkcs12: refusing(say('certificate.notPkcs12')),
  unknownProtection: refusing(say('certificate.unknownProtection')),
};
