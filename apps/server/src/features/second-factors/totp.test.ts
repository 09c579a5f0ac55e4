import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

const now = new Date('2026-03-01T08:00:10Z');
const step = Math.floor(now.getTime() / 30_000);

/** By another library. */
const codeAt = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) + seconds });

describe('stepOfCode', () => {
  it.each([
    [-60, undefined],
    [-30, step - 1],
    [0, step],
    [30, step + 1],
    [60, undefined],
  ])('takes the code of %i seconds from now as step %s', (seconds, expected) => {
    const secret = newTotpSecret();
    expect(stepOfCode(secret, codeAt(secret, seconds), now)).toBe(expected);
  });

  it('takes the code of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(stepOfCode(secret, '287082', new Date(59_000))).toBe(1);
  });

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('takes no %j', (code) => {
    expect(stepOfCode(newTotpSecret(), code, now)).toBeUndefined();
  });
});

describe('totpUri', () => {
  it('names the product, the account and the secret', () => {
    const uri = new URL(totpUri('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'ada@city: hall'));
    expect(decodeURIComponent(uri.pathname)).toContain('Key2XS:ada@city: hall');
    expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri.searchParams.get('issuer')).toBe('Key2XS');
  });
});
