import { constants, createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalledSourceAccess } from '../../called-source-driver';
import { aCertificate, aKey } from '../../certificates/certificate-factory';
import { aadsts, clientId, openEntra, type ScriptedPeer, secret, startScriptedPeer, tenantId } from '../scripted-peer';

let peer: ScriptedPeer;
let opened: Awaited<ReturnType<typeof openEntra>>;
beforeAll(async () => {
  peer = await startScriptedPeer();
  opened = await openEntra(peer);
});
afterAll(() => peer.close());

const certificate = { kind: 'certificate', private_key_pem: aKey(), certificate_pem: aCertificate() } as const;
const count = { headers: { 'content-type': 'text/plain' }, body: '1' };
const works = () =>
  peer.script(({ path }) =>
    path.includes('/v1.0/') ? (path.includes('$count') ? count : { body: { value: [] } }) : undefined,
  );
const probe = (access: Partial<CalledSourceAccess> = {}) => opened.driver.probe(opened.access(access));
const form = () => new URLSearchParams(peer.tokens()[0]?.body);

describe('signing in', () => {
  it('shows the secret to the token endpoint of the tenant, and nowhere else', async () => {
    works();
    await probe({ connectionId: 'with a secret' });
    expect(peer.tokens()[0]?.path).toMatch(new RegExp(`^/${tenantId}/oauth2/v2\\.0/token(\\?|$)`));
    expect(Object.fromEntries(form())).toMatchObject({
      client_id: clientId,
      client_secret: secret,
      grant_type: 'client_credentials',
      scope: expect.stringContaining('https://graph.microsoft.com/.default'),
    });
    expect(peer.calls.map(({ path }) => path).join()).not.toContain(encodeURIComponent(secret));
    expect(JSON.stringify(peer.graph())).not.toContain(secret);
  });

  it('shows an assertion that the certificate has signed, PS256', async () => {
    works();
    await probe({ connectionId: 'with a certificate', credential: certificate });
    expect(peer.calls).toHaveLength(3); // one for the token, no others to find out where to ask
    const [head = '', body = '', signature = ''] = (form().get('client_assertion') ?? '').split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { raw } = new X509Certificate(certificate.certificate_pem);
    expect(read(head)).toMatchObject({
      alg: 'PS256',
      'x5t#S256': createHash('sha256').update(raw).digest('base64url'),
    });
    expect(read(body)).toMatchObject({
      iss: clientId,
      sub: clientId,
      aud: `${peer.origin}/${tenantId}/oauth2/v2.0/token`,
    });
    const key = { key: createPublicKey(aKey()), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('is done once for a connection and its credential', async () => {
    works();
    const one = { connectionId: 'kept' };
    await Promise.all([probe(one), probe(one)]);
    await probe(one);
    expect(peer.tokens()).toHaveLength(1);
    await probe({ ...one, credential: { kind: 'secret', secret: 'another' } });
    await probe({ connectionId: 'another' });
    expect(peer.tokens().map(({ body }) => new URLSearchParams(body).get('client_secret'))).toEqual([
      secret,
      'another',
      secret,
    ]);
  });

  it('is tried again where the endpoint is busy', async () => {
    let n = 0;
    peer.script(({ path }) => {
      if (!path.includes('/token')) return path.includes('$count') ? count : { body: { value: [] } };
      n++;
      return n === 1 ? { status: 503, body: 'busy' } : n === 2 ? (response) => response.destroy() : undefined;
    });
    expect(await probe({ connectionId: 'busy' })).toEqual({ people: 1 });
    expect(peer.tokens()).toHaveLength(3);
  });

  it('stops with its caller', async () => {
    peer.script(() => () => {});
    const signal = AbortSignal.timeout(50);
    await expect(probe({ connectionId: 'stopped', signal })).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('is not attempted with an invalid key', async () => {
    works();
    const credential = { ...certificate, private_key_pem: 'no key' };
    await expect(probe({ connectionId: 'broken', credential })).rejects.toMatchObject({
      reason: 'certificate_unusable',
    });
    expect(peer.graph()).toEqual([]);
  });
});

describe('a sign-in that is refused', () => {
  it.each([
    [7000215, 'secret_wrong'],
    [7000222, 'secret_expired'],
    [7000218, 'secret_missing'],
    [700027, 'certificate_unknown'],
    [700024, 'clock_off'],
    [700016, 'application_unknown'],
    [7000112, 'application_disabled'],
    [65001, 'consent_missing'],
    [65004, 'consent_declined'],
    [90002, 'tenant_unknown'],
    [700211, 'federation_mismatch'],
    [70021, 'federation_mismatch'],
    [53003, 'policy_blocks'],
    [70011, 'scope_invalid'],
    [99999, 'sign_in_refused'],
  ])('AADSTS%i is %s, in our words, and asked for once', async (number, reason) => {
    for (const error of ['invalid_client', 'interaction_required', 'invalid_grant']) {
      peer.script(({ path }) => (path.includes('/token') ? aadsts(number, error) : undefined));
      await expect(probe({ connectionId: `${number} ${error}` })).rejects.toMatchObject({
        name: 'EntraError',
        reason,
        message: expect.not.stringContaining('words of Microsoft'),
      });
      expect(peer.calls).toHaveLength(1);
    }
  });

  it('of an unknown kind contains its number', async () => {
    peer.script(({ path }) => (path.includes('/token') ? aadsts(99999) : undefined));
    await expect(probe({ connectionId: 'new kind' })).rejects.toThrow(/AADSTS99999/);
  });
});

describe('a configuration', () => {
  const configuration = { mode: 'own_app', tenant_id: tenantId, client_id: clientId };
  it.each<[string, Partial<CalledSourceAccess>, RegExp]>([
    ['without a tenant', { configuration: { ...configuration, tenant_id: 'city' } }, /tenant_id/],
    ['without a credential', { credential: undefined }, /neither a client secret nor a certificate/],
    [
      'of an unknown application',
      { configuration: { ...configuration, mode: 'shared_app' } },
      /no application of its own/,
    ],
    [
      'with addresses of its own',
      {
        configuration: {
          ...configuration,
          endpoints: { login: 'https://elsewhere.example', graph: 'https://elsewhere.example' },
        },
      },
      /for the sandbox only/,
    ],
  ])('%s makes no call', async (_, access, said) => {
    works();
    await expect(probe({ connectionId: 'wrong', ...access })).rejects.toMatchObject({
      name: 'SourceUnreadable',
      message: expect.stringMatching(said),
    });
    expect(peer.calls).toEqual([]);
  });
});
