import { expect, test } from 'vitest';
import { aTimeStampAuthority, type TimeStampAuthority } from '#test/time-stamp-authority';
import { timeStampQuery, tokenIn, verifyTimeStamp } from './time-stamp-protocol';

const content = Buffer.from('The log of 150 entries\n');

function stamped(authority: TimeStampAuthority): Buffer {
  const { query, nonce } = timeStampQuery(content);
  return tokenIn(authority.reply(query), nonce);
}

test('a token proves when its content was there, offline and to OpenSSL as well', async () => {
  const authority = aTimeStampAuthority();
  const token = stamped(authority);
  const { at, authority: name } = await verifyTimeStamp(token, content, [authority.root]);
  expect(name).toBe('Made-up time stamps');
  expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000);
  expect(authority.verify(token, content)).toContain('Verification: OK');
});

test('a token about something else, of another request, or changed, proves nothing', async () => {
  const authority = aTimeStampAuthority();
  const token = stamped(authority);
  await expect(verifyTimeStamp(token, Buffer.from('Another log'), [authority.root])).rejects.toThrow(
    'about something else',
  );
  const { query, nonce } = timeStampQuery(content);
  const other = timeStampQuery(content);
  expect(() => tokenIn(authority.reply(other.query), nonce)).toThrow('to another request');
  expect(() => tokenIn(authority.reply(query).subarray(0, 40), nonce)).toThrow('no time stamp by RFC 3161');
  expect(() => tokenIn(authority.reply(Buffer.from('no query')), nonce)).toThrow(/^The authority refuses: status 2/);
  const later = Buffer.from(token);
  const year = later.indexOf(`${new Date().getUTCFullYear()}`); // in GeneralizedTime, which is text
  later.write('2099', year);
  await expect(verifyTimeStamp(later, content, [authority.root])).rejects.toThrow(/^The token is not valid|signature/);
});

test.for([
  ['another authority issued', {}, /^The token is not valid/],
  ['was over when it was used', { validTo: '20210101000000Z' }, /^The token is not valid/],
  [
    'may be used for other things',
    { usage: 'critical, timeStamping, emailProtection' },
    /not one for time stamps alone/,
  ],
  ['is not restricted to time stamps', { usage: 'timeStamping' }, /not one for time stamps alone/],
] as const)('a token of a certificate that %s is refused', async ([_, signer, refusal]) => {
  const [authority, other] = [aTimeStampAuthority(signer), aTimeStampAuthority()];
  const isOther = Object.keys(signer).length === 0;
  const trusted = isOther ? other.root : authority.root;
  await expect(verifyTimeStamp(authority.sign(stamped(other)), content, [trusted])).rejects.toThrow(refusal);
});

test('who issued the certificate is left out where no certificates are trusted', async () => {
  const token = stamped(aTimeStampAuthority());
  expect(await verifyTimeStamp(token, content, undefined)).toMatchObject({ authority: 'Made-up time stamps' });
  await expect(verifyTimeStamp(token, content, [])).rejects.toThrow(/^The token is not valid/);
});
