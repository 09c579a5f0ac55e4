import { Secret, TOTP } from 'otpauth';

const issuer = 'Key2XS';
const secretBytes = 20;
const periodMs = 30_000;
/** Clocks of phones differ, and typing takes time: the code before and the one after are taken as well. */
const window = 1;

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1_000,
  });

/** Base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The time step of a code; undefined unless it is right about now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined; // the library throws at other characters
  const timestamp = now.getTime();
  const delta = totpOf(secret, issuer).validate({ token: code, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / periodMs) + delta;
}
