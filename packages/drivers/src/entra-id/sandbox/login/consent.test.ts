import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import { askForToken, callSandbox, scope } from '../test-client';

let sandbox: EntraSandbox;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 5 });
}, certificatesMs);
afterEach(() => {
  sandbox.script();
  sandbox.act('withdraw-consent', { application: 'shared' });
});
afterAll(() => sandbox.close());

const redirect_uri = 'http://127.0.0.1:8080/auth/callback/entra-id?from=here';
const addressOf = (changed: Record<string, string> = {}, path = 'organizations/v2.0/adminconsent') => {
  const { client_id } = sandbox.shared_application();
  return `/${path}?${new URLSearchParams({ client_id, redirect_uri, scope, state: 'a&b', ...changed })}`;
};
const decide = async (decision: string, address = addressOf()) => {
  const answer = await callSandbox(sandbox, address, { method: 'POST', body: `decision=${decision}` });
  const { location } = answer.headers;
  return { ...answer, back: location === undefined ? undefined : Object.fromEntries(new URL(location).searchParams) };
};
const token = () => {
  const { client_id, secret } = sandbox.shared_application();
  return askForToken(sandbox, { client_id, client_secret: secret });
};

describe('page for consent', () => {
  it('says that it is a sandbox, and which application requests which permissions', async () => {
    const { status, headers, text } = await callSandbox(sandbox, addressOf());
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<html lang="en">[\s\S]*Sandbox[\s\S]*<h1>[\s\S]*User\.Read\.All[\s\S]*Accept[\s\S]*Refuse/);
  });

  it('is shown without TLS too, and nothing else is', async () => {
    expect(await callSandbox(sandbox, sandbox.consent_url + addressOf())).toMatchObject({ status: 200 });
    expect(await callSandbox(sandbox, `${sandbox.consent_url}/v1.0/users`)).toMatchObject({ status: 403 });
  });

  it.each([
    ['client_id', { client_id: 'nobody' }, undefined],
    ['redirect_uri', { redirect_uri: 'https://elsewhere.example/auth/callback/entra-id' }, undefined],
    ['redirect_uri', { redirect_uri: 'javascript:alert(1)' }, undefined],
    ['scope', { scope: 'User.Read.All' }, undefined],
    ['tenant', {}, 'common/v2.0/adminconsent'],
  ])('refuses a wrong %s without going back', async (_, changed, path) => {
    const { status, headers } = await callSandbox(sandbox, addressOf(changed, path));
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(await decide('granted', addressOf(changed, path))).toMatchObject({ status: 400, back: undefined });
  });

  it('redirects with the tenant and the state when granted', async () => {
    expect((await token()).body.error_codes).toEqual([700016]);
    const { status, back } = await decide('granted');
    expect([status, back]).toEqual([
      302,
      { from: 'here', admin_consent: 'True', tenant: sandbox.tenant_id, scope, state: 'a&b' },
    ]);
    expect((await token()).status).toBe(200);
  });

  it('redirects with an error when refused, and with admin_consent too', async () => {
    const { back } = await decide('refused');
    expect(back).toEqual({
      from: 'here',
      admin_consent: 'True',
      error: 'consent_required',
      error_description: expect.stringMatching(/^AADSTS65004: .* Trace ID: .* Correlation ID: .* Timestamp: /),
      state: 'a&b',
    });
    expect((await token()).status).toBe(400);
  });

  it('redirects in the format of v1 if requested', async () => {
    const v1 = addressOf({}, 'common/adminconsent');
    expect((await decide('granted', v1)).back).not.toHaveProperty('scope');
    expect((await decide('refused', v1)).back).toMatchObject({ error: 'permission_denied' });
  });

  it('does not go back where nothing is decided', async () => {
    expect(await decide('nothing')).toMatchObject({ status: 200, back: undefined });
    expect((await token()).status).toBe(400);
  });

  it('may take effect late', async () => {
    await decide('granted');
    sandbox.script({ name: 'late_consent', first: 1 });
    const rolesIn = async () => {
      const [, claims = ''] = (await token()).body.access_token.split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')).roles.length;
    };
    expect([await rolesIn(), await rolesIn()]).toEqual([0, 4]);
  });
});

describe('metadata', () => {
  it('names the token endpoint of the tenant', async () => {
    const { text } = await callSandbox(sandbox, `/${sandbox.tenant_id}/v2.0/.well-known/openid-configuration`);
    const token_endpoint = `${sandbox.login_url}/${sandbox.tenant_id}/oauth2/v2.0/token`;
    expect(JSON.parse(text)).toMatchObject({
      token_endpoint,
      issuer: `${sandbox.login_url}/${sandbox.tenant_id}/v2.0`,
    });
    const unknown = await callSandbox(sandbox, '/nowhere/v2.0/.well-known/openid-configuration');
    expect(JSON.parse(unknown.text).error_codes).toEqual([90002]);
  });
});
