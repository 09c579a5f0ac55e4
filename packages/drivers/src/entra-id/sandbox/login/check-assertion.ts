import { constants, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { type Application, thumbprints } from './applications';
import { LoginRefused } from './login-refusal';

const Header = z.object({
  alg: z.enum(['PS256', 'RS256']),
  'x5t#S256': z.string().optional(),
  x5t: z.string().optional(),
});

const Claims = z.object({
  aud: z.string(),
  iss: z.string(),
  sub: z.string(),
  jti: z.string().min(1),
  nbf: z.number(),
  exp: z.number(),
});

/** Ids of accepted assertions → expiry in milliseconds since 1970. */
export type SeenAssertions = Map<string, number>;

type Expected = {
  application: Application;
  /** All spellings of the tenant's token endpoint. */
  audiences: readonly string[];
  /** By the real clock, which signers use. */
  now: Date;
  seen: SeenAssertions;
};

const leewayMs = 5 * 60_000;

/** An assertion must be signed with a registered certificate, be valid for this tenant and moment, and not be reused. @throws LoginRefused */
export function checkAssertion(assertion: string, { application, audiences, now, seen }: Expected): void {
  const [head = '', body = '', signature = ''] = assertion.split('.');
  const header = readPart(Header, head);
  const claims = readPart(Claims, body);
  const pem = application.certificates.find((known) => isNamedBy(header, known));
  if (!pem) throw new LoginRefused('700027', 'The certificate is not registered.');
  const certificate = new X509Certificate(pem);
  if (!isSigned(header.alg, `${head}.${body}`, signature, certificate)) throw new LoginRefused('700027', 'Signature.');
  if (Date.parse(certificate.validTo) < now.getTime()) throw new LoginRefused('700027', 'The certificate has expired.');
  if (claims.iss !== application.client_id || claims.sub !== application.client_id) {
    throw new LoginRefused('700027', 'Its issuer and subject are not the application.');
  }
  if (!audiences.includes(claims.aud)) throw new LoginRefused('700023');
  const [from, until] = [claims.nbf * 1_000 - leewayMs, claims.exp * 1_000 + leewayMs];
  if (now.getTime() < from || now.getTime() > until) throw new LoginRefused('700024');
  for (const [jti, end] of seen) if (end < now.getTime()) seen.delete(jti);
  if (seen.has(claims.jti)) throw new LoginRefused('700027', 'It has been used before.');
  seen.set(claims.jti, until);
}

function readPart<T>(schema: z.ZodType<T>, part: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    throw new LoginRefused('700027', 'The assertion is malformed.');
  }
}

/** `x5t#S256` goes with PS256, the older `x5t` with RS256. */
function isNamedBy(header: z.infer<typeof Header>, pem: string): boolean {
  const { sha1, sha256 } = thumbprints(pem);
  return header.alg === 'PS256' ? header['x5t#S256'] === sha256 : header.x5t === sha1;
}

function isSigned(alg: 'PS256' | 'RS256', signed: string, signature: string, { publicKey }: X509Certificate): boolean {
  const padding =
    alg === 'PS256'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { padding: constants.RSA_PKCS1_PADDING };
  const key = { key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), ...padding };
  return verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
}
