import { ConfidentialClientApplication, type INetworkModule } from '@azure/msal-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import { anAssertion, askForToken, aToken, callSandbox } from '../test-client';

let sandbox: EntraSandbox;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 5 });
}, certificatesMs);
afterEach(() => sandbox.script());
afterAll(() => sandbox.close());

const mine = () => {
  const { client_id, secret } = sandbox.own_application();
  return { client_id, client_secret: secret };
};
const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

describe('token endpoint, with a secret', () => {
  it('issues a token with its permissions', async () => {
    const { status, body } = await askForToken(sandbox, mine());
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 3_599]);
    const { tid, appid, roles } = claimsIn(body.access_token);
    expect({ tid, appid }).toEqual({ tid: sandbox.tenant_id, appid: mine().client_id });
    expect(roles).toContain('User.Read.All');
  });

  it('takes the credentials from HTTP Basic, and the tenant by its domain', async () => {
    const { client_id, client_secret } = mine();
    const authorization = `Basic ${Buffer.from(`${client_id}:${encodeURIComponent(client_secret)}`).toString('base64')}`;
    const body = 'grant_type=client_credentials&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default';
    const order = { method: 'POST', headers: { authorization }, body };
    expect(await callSandbox(sandbox, `/${sandbox.domain}/oauth2/v2.0/token`, order)).toMatchObject({ status: 200 });
  });

  it.each([
    [7000215, 401, 'invalid_client', { client_secret: 'the id of the secret' }, undefined],
    [700016, 400, 'unauthorized_client', { client_id: '00000000-0000-4000-8000-000000000000' }, undefined],
    [70011, 400, 'invalid_scope', { scope: 'User.Read.All' }, undefined],
    [70003, 400, 'unsupported_grant_type', { grant_type: 'password' }, undefined],
    [90002, 400, 'invalid_request', {}, '00000000-0000-4000-8000-000000000000'],
  ])('refuses with AADSTS%i', async (code, status, error, form, tenant) => {
    const answer = await askForToken(sandbox, { ...mine(), ...form }, tenant);
    expect(answer).toMatchObject({ status, body: { error, error_codes: [code] } });
    const { error_description, trace_id, correlation_id, timestamp } = answer.body;
    expect(error_description).toMatch(new RegExp(`^AADSTS${code}: .+ Trace ID: ${trace_id} Correlation ID: `));
    expect([correlation_id, timestamp]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/Z$/),
    ]);
  });

  it('refuses without secret and assertion', async () => {
    const { client_id } = mine();
    expect((await askForToken(sandbox, { client_id })).body.error_codes).toEqual([900144]);
  });

  it('refuses a secret that was revoked, and takes the next', async () => {
    const old = mine();
    sandbox.act('revoke-secret', {});
    expect((await askForToken(sandbox, old)).body.error_codes).toEqual([7000215]);
    const { secret } = sandbox.act('new-secret', {});
    expect((await askForToken(sandbox, { ...old, client_secret: secret })).status).toBe(200);
    expect((await askForToken(sandbox, old)).body.error_codes).toEqual([7000215]);
  });

  it('refuses a secret once its two years are over', async () => {
    const late = await startEntraSandbox({ port: 0, people: 0 });
    const { client_id, secret: client_secret } = late.own_application();
    late.act('advance', { time: '729d' });
    expect((await askForToken(late, { client_id, client_secret })).status).toBe(200);
    late.act('advance', { time: '1d' });
    expect((await askForToken(late, { client_id, client_secret })).body.error_codes).toEqual([7000222]);
    await late.close();
  });
});

describe('token endpoint, with a certificate', () => {
  it.each(['PS256', 'RS256'] as const)('takes an assertion signed by %s', async (alg) => {
    expect(await askForToken(sandbox, anAssertion(sandbox, { alg }))).toMatchObject({ status: 200 });
  });

  const now = () => Math.floor(Date.now() / 1_000);
  it.each([
    ['is for another endpoint', 700023, () => ({ claims: { aud: 'https://login.example/token' } })],
    ['has ended', 700024, () => ({ claims: { nbf: now() - 4_000, exp: now() - 3_400 } })],
    ['has not begun', 700024, () => ({ claims: { nbf: now() + 3_600, exp: now() + 4_200 } })],
    ['is of another application', 700027, () => ({ claims: { iss: 'somebody' } })],
    ['has no id', 700027, () => ({ claims: { jti: undefined } })],
    ['is signed with a certificate that is not registered', 700027, () => ({ certificate: sandbox.other_certificate })],
    [
      'is signed with another key than declared',
      700027,
      () => ({ certificate: { ...sandbox.other_certificate, certificate_pem: sandbox.certificate.certificate_pem } }),
    ],
  ])('refuses an assertion that %s', async (_, code, signing) => {
    const { status, body } = await askForToken(sandbox, anAssertion(sandbox, signing()));
    expect([status, body.error_codes]).toEqual([401, [code]]);
  });

  it('takes an assertion once', async () => {
    const form = anAssertion(sandbox);
    expect((await askForToken(sandbox, form)).status).toBe(200);
    expect((await askForToken(sandbox, form)).body.error_codes).toEqual([700027]);
  });

  it('takes a certificate that was uploaded, until it is removed', async () => {
    const signing = { certificate: sandbox.other_certificate };
    sandbox.act('upload-certificate', { certificate: sandbox.other_certificate.certificate_pem });
    expect((await askForToken(sandbox, anAssertion(sandbox, signing))).status).toBe(200);
    sandbox.act('remove-certificates', {});
    expect((await askForToken(sandbox, anAssertion(sandbox, signing))).body.error_codes).toEqual([700027]);
    sandbox.act('upload-certificate', { certificate: sandbox.certificate.certificate_pem });
  });

  it('refuses a certificate that has expired', async () => {
    sandbox.act('upload-certificate', { certificate: sandbox.expired_certificate.certificate_pem });
    const form = anAssertion(sandbox, { certificate: sandbox.expired_certificate });
    expect((await askForToken(sandbox, form)).body.error_description).toContain('has expired');
  });

  it('uses the real clock, however far its own was advanced', async () => {
    sandbox.act('advance', { time: '10d' });
    expect((await askForToken(sandbox, anAssertion(sandbox))).status).toBe(200);
    sandbox.script({ name: 'clock_skew', variant: 'ahead', amount: 7_200 });
    expect((await askForToken(sandbox, anAssertion(sandbox))).body.error_codes).toEqual([700024]);
  });
});

describe('what a token is good for', () => {
  const users = async (token: string) => {
    const { status, text } = await callSandbox(sandbox, '/v1.0/users', {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status, code: JSON.parse(text).error?.code };
  };

  it('is nothing when it is no token, has ended or was revoked', async () => {
    const invalid = { status: 401, code: 'InvalidAuthenticationToken' };
    const token = await aToken(sandbox);
    expect(await users(token)).toEqual({ status: 200, code: undefined });
    expect(await users(`${token.slice(0, -2)}xx`)).toEqual(invalid);
    sandbox.act('revoke-tokens', {});
    expect(await users(token)).toEqual(invalid);
    sandbox.act('advance', { time: '1s' });
    const next = await aToken(sandbox);
    expect((await users(next)).status).toBe(200);
    sandbox.act('advance', { time: '1h' });
    expect(await users(next)).toEqual(invalid);
  });

  it('loses a revoked permission, and gains one only with a new token', async () => {
    const token = await aToken(sandbox);
    sandbox.act('remove-permission', { role: 'User.Read.All' });
    expect(await users(token)).toEqual({ status: 403, code: 'Authorization_RequestDenied' });
    const poor = await aToken(sandbox);
    sandbox.act('grant-permission', { role: 'User.Read.All' });
    expect((await users(poor)).status).toBe(403);
    expect((await users(await aToken(sandbox))).status).toBe(200);
  });
});

describe('MSAL', () => {
  const overHttps: INetworkModule = {
    sendGetRequestAsync: (url, options) => send(url, 'GET', options?.headers),
    sendPostRequestAsync: (url, options) => send(url, 'POST', options?.headers, options?.body),
  };
  async function send<T>(url: string, method: string, headers?: Record<string, string>, body?: string) {
    const answer = await callSandbox(sandbox, url, { method, headers, body });
    return { status: answer.status, headers: {}, body: JSON.parse(answer.text) as T };
  }
  const client = (auth: object) =>
    new ConfidentialClientApplication({
      auth: {
        clientId: mine().client_id,
        authority: `${sandbox.login_url}/${sandbox.tenant_id}`,
        knownAuthorities: [new URL(sandbox.login_url).host],
        ...auth,
      },
      system: { networkClient: overHttps },
    });
  const scopes = ['https://graph.microsoft.com/.default'];

  it('gets a token with a secret', async () => {
    const taken = await client({ clientSecret: mine().client_secret }).acquireTokenByClientCredential({ scopes });
    expect(claimsIn(taken?.accessToken ?? '').roles).toContain('User.Read.All');
  });

  it('gets a token with a certificate', async () => {
    const { certificate_pem, private_key_pem: privateKey } = sandbox.certificate;
    const { createHash, X509Certificate } = await import('node:crypto');
    const thumbprintSha256 = createHash('sha256').update(new X509Certificate(certificate_pem).raw).digest('hex');
    const taken = await client({ clientCertificate: { thumbprintSha256, privateKey } }).acquireTokenByClientCredential({
      scopes,
    });
    expect(claimsIn(taken?.accessToken ?? '').appid).toBe(mine().client_id);
  });

  it('contains the error', async () => {
    await expect(client({ clientSecret: 'wrong' }).acquireTokenByClientCredential({ scopes })).rejects.toMatchObject({
      errorCode: 'invalid_client',
      errorNo: 7000215,
    });
  });
});
