import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CalledSourceAccess } from '../../called-source-driver';
import { directIo } from '../../direct-io';
import { entraId } from '../driver';
import { type EntraSandbox, startEntraSandbox } from '../sandbox';
import { consentAddress, readConsentAnswer } from './consent';
import { missingPermissions } from './permissions';

let sandbox: EntraSandbox;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 20 });
});
afterAll(() => sandbox.close());

function open(mode: 'own_app' | 'shared_app') {
  const own = sandbox.own_application();
  const shared = sandbox.shared_application();
  const driver = entraId({
    ...directIo(),
    limits: { backoffMs: 1 },
    isSandbox: (origin) => origin === sandbox.graph_url,
    sharedApplication: () => ({ client_id: shared.client_id, credential: { kind: 'secret', secret: shared.secret } }),
  });
  const endpoints = {
    login: sandbox.login_url,
    graph: sandbox.graph_url,
    certificate_authority_pem: sandbox.authority_pem,
  };
  const access: CalledSourceAccess = {
    connectionId: mode,
    configuration: { mode, tenant_id: sandbox.tenant_id, client_id: own.client_id, endpoints },
    signal: new AbortController().signal,
    credential: mode === 'own_app' ? { kind: 'secret', secret: own.secret } : undefined,
    attributes: ['displayName', 'groups'],
  };
  return { driver, access };
}

/** Acts like a browser: presses a button of the page, and reads the redirect URL. */
async function answerConsent(decision: 'granted' | 'refused') {
  const { client_id } = sandbox.shared_application();
  const redirect_uri = 'http://localhost/auth/callback/entra-id';
  const address = consentAddress({ login: sandbox.consent_url, client_id, redirect_uri, state: 'the state' });
  const body = new URLSearchParams({ decision });
  const { headers } = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return readConsentAnswer(Object.fromEntries(new URL(headers.get('location') ?? '').searchParams));
}

describe("the product's own application", () => {
  it('reads a directory once its administrator has consented', async () => {
    const { driver, access } = open('shared_app');
    await expect(driver.probe(access)).rejects.toMatchObject({ reason: 'application_unknown' });
    const refused = await answerConsent('refused');
    expect(refused).toMatchObject({ outcome: 'refused', state: 'the state', failure: { reason: 'consent_declined' } });
    const tenant_id = sandbox.tenant_id;
    expect(await answerConsent('granted')).toEqual({ outcome: 'granted', tenant_id, state: 'the state' });
    expect(await driver.organization(access)).toMatchObject({ tenant_id });
    expect(missingPermissions(await driver.permissions(access), ['people', 'groups', 'group_changes'])).toEqual([]);
    expect(await driver.probe(access)).toEqual({ people: 20 });
  });
});

/** Receives notifications; returns the token of a handshake, or does not. */
async function startReceiver(isWilling: boolean) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const token = new URL(request.url ?? '', 'http://here').searchParams.get('validationToken');
    if (token === null) bodies.push(body);
    response.writeHead(200, { 'content-type': 'text/plain' }).end(isWilling ? (token ?? '') : 'who is there?');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // listens on a port
  return { notification_url: `http://127.0.0.1:${port}/webhook`, bodies };
}

describe('a subscription', () => {
  const order = () => ({ resource: 'users', client_state: 'our state', expires_at: soon(1) }) as const;
  const soon = (days: number) => new Date(sandbox.clock.now().getTime() + days * 86_400_000);

  it('is created by a handshake, reports a change, is extended, and ends', async () => {
    const { driver, access } = open('own_app');
    const { notification_url, bodies } = await startReceiver(true);
    const { id } = await driver.subscriptions.create(access, { ...order(), notification_url });
    const { people } = await driver.readPage(access, undefined);
    await sandbox.act('change-person', { person: people[0]?.id ?? '', property: 'department', value: 'Elsewhere' });
    await expect.poll(() => bodies.join()).toContain(id);
    expect(bodies.join()).toContain('our state');
    const expires_at = soon(20);
    expect(await driver.subscriptions.renew(access, id, expires_at)).toMatchObject({ id, expires_at });
    expect(await driver.subscriptions.reauthorize(access, id)).toBe(true);
    await driver.subscriptions.remove(access, id);
    expect(sandbox.state().subscriptions).toEqual([]);
    expect(await driver.subscriptions.renew(access, id, soon(21))).toBeUndefined();
    expect(await driver.subscriptions.reauthorize(access, id)).toBe(false);
  });

  it('needs a receiver that answers, and quota', async () => {
    const { driver, access } = open('own_app');
    const create = async (isWilling: boolean) =>
      driver.subscriptions.create(access, { ...order(), ...(await startReceiver(isWilling)) });
    await expect(create(false)).rejects.toMatchObject({ reason: 'subscription_unreachable' });
    await sandbox.act('handshake', { how: 'over_quota' });
    await expect(create(true)).rejects.toMatchObject({ reason: 'subscription_quota' });
    await sandbox.act('handshake', { how: 'as_usual' });
    await sandbox.act('remove-permission', { role: 'Group.Read.All' });
    const groups = { ...order(), ...(await startReceiver(true)), resource: 'groups' } as const;
    await expect(driver.subscriptions.create(access, groups)).rejects.toMatchObject({
      reason: 'permission_missing',
      message: expect.stringContaining('Group.Read.All'),
    });
    expect(sandbox.state().subscriptions).toEqual([]);
  });
});
