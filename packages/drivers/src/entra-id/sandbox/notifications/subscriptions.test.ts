import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import { graphClient } from '../test-client';

type Notification = {
  subscriptionId: string;
  clientState: string;
  changeType?: string;
  resource?: string;
  lifecycleEvent?: string;
};

/** A receiver; `answer` responds to a batch, and may be slow. */
async function startListening() {
  const batches: Notification[][] = [];
  const tokens: string[] = [];
  const hooks = {
    answer: (): number | Promise<number> => 202,
    shake: (token: string, response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(token);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const token = new URL(request.url ?? '', 'http://here').searchParams.get('validationToken');
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    if (token !== null) {
      tokens.push(token);
      hooks.shake(token, response);
      return;
    }
    batches.push(JSON.parse(body).value);
    response.writeHead(await hooks.answer()).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}/hook?from=graph`,
    batches,
    tokens,
    hooks,
    all: () => batches.flat(),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

let sandbox: EntraSandbox;
let listener: Awaited<ReturnType<typeof startListening>>;
let graph: ReturnType<typeof graphClient>;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 300, slow_notification_ms: 3_000 });
}, certificatesMs);
beforeEach(async () => {
  graph = graphClient(sandbox);
  listener = await startListening();
});
afterEach(async () => {
  sandbox.act('lose-subscriptions', {});
  sandbox.act('deliver', { copies: '1' });
  sandbox.act('handshake', { how: 'as_usual' });
  await sandbox.settled();
  await listener.close();
});
afterAll(() => sandbox.close());

const inMinutes = (minutes: number) => new Date(sandbox.clock.now().getTime() + minutes * 60_000).toISOString();
const wanted = (changed: object = {}) => ({
  changeType: 'updated,deleted',
  notificationUrl: listener.url,
  resource: 'users',
  expirationDateTime: inMinutes(60),
  clientState: 'only we know',
  ...changed,
});
const subscribe = (changed?: object) => graph.post('/subscriptions', wanted(changed));
const rename = (person = 'E200003') =>
  sandbox.act('change-person', { person, property: 'displayName', value: `Renamed ${sandbox.directory.last()}` });

describe('a subscription', () => {
  it('is made once both addresses have sent their token back', async () => {
    const lifecycleNotificationUrl = `${listener.url}&lifecycle`;
    const { status, body } = await subscribe({ lifecycleNotificationUrl });
    expect([status, body]).toMatchObject([
      201,
      { id: expect.any(String), clientState: 'only we know', resource: 'users', lifecycleNotificationUrl },
    ]);
    expect(listener.tokens).toEqual([expect.stringContaining('<b>&+%20'), expect.stringContaining('<b>&+%20')]);
    expect((await graph.get('/subscriptions')).body.value).toHaveLength(1);
    expect((await graph.get(`/subscriptions/${body.id}`)).body.resource).toBe('users');
  });

  it.each<[string, (token: string, response: ServerResponse) => void]>([
    ['another token', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('another')],
    ['HTML', (token, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(token)],
    ['201', (token, response) => response.writeHead(201, { 'content-type': 'text/plain' }).end(token)],
    ['nothing', (_, response) => response.destroy()],
  ])('is refused when the address answers %s', async (_, shake) => {
    listener.hooks.shake = shake;
    const { status, body } = await subscribe();
    expect([status, body.error.code]).toEqual([400, 'InvalidRequest']);
    expect((await graph.get('/subscriptions')).body.value).toEqual([]);
  });

  it.each<[string, number, () => object]>([
    ['beyond 41,760 minutes', 400, () => ({ expirationDateTime: inMinutes(41_761) })],
    ['in the past', 400, () => ({ expirationDateTime: inMinutes(-1) })],
    ['to planets', 400, () => ({ resource: 'planets' })],
    ['to moves', 400, () => ({ changeType: 'moved' })],
    ['to an address elsewhere', 400, () => ({ notificationUrl: 'https://elsewhere.example/hook' })],
    ['with a long clientState', 400, () => ({ clientState: 'x'.repeat(129) })],
  ])('is refused %s', async (_, status, changed) => {
    expect((await subscribe(changed())).status).toBe(status);
    expect(listener.tokens).toEqual([]);
  });

  it('lasts at most 41,760 minutes', async () => {
    expect((await subscribe({ expirationDateTime: inMinutes(41_760) })).status).toBe(201);
  });

  it('is refused without the permission, and over the quota', async () => {
    sandbox.act('remove-permission', { role: 'Group.Read.All' });
    expect((await subscribe({ resource: 'groups' })).status).toBe(403);
    sandbox.act('grant-permission', { role: 'Group.Read.All' });
    for (let count = 0; count < 100; count++) expect((await subscribe()).status).toBe(201);
    const { status, body } = await subscribe();
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('100')]);
  });

  it('is refused if the sandbox is set to', async () => {
    sandbox.act('handshake', { how: 'lost' });
    expect((await subscribe()).status).toBe(400);
    sandbox.act('handshake', { how: 'over_quota' });
    expect((await subscribe()).status).toBe(403);
  });

  it('is renewed, reauthorised, and deleted', async () => {
    const { id } = (await subscribe()).body;
    const expirationDateTime = inMinutes(600);
    const renewed = await graph.post(`/subscriptions/${id}`, { expirationDateTime }, 'PATCH');
    expect([renewed.status, renewed.body.expirationDateTime]).toEqual([200, expirationDateTime]);
    const long = { expirationDateTime: inMinutes(50_000) };
    expect((await graph.post(`/subscriptions/${id}`, long, 'PATCH')).status).toBe(400);
    expect((await graph.post(`/subscriptions/${id}/reauthorize`, undefined)).status).toBe(202);
    expect((await graph.call(`/subscriptions/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await graph.post(`/subscriptions/${id}`, { expirationDateTime }, 'PATCH')).status).toBe(404);
  });

  it('ends by the clock', async () => {
    const { id } = (await subscribe({ expirationDateTime: inMinutes(30) })).body;
    sandbox.act('advance', { time: '31m' });
    rename();
    await sandbox.settled();
    expect([listener.all(), (await graph.get(`/subscriptions/${id}`)).status]).toEqual([[], 404]);
  });
});

describe('notifications', () => {
  it('report changed, new, removed and permanently removed people', async () => {
    const { id } = (await subscribe()).body;
    const changed = rename().id;
    const made = sandbox.act('create-person', { given_name: 'Odo', surname: 'Quill' }).id;
    const gone = sandbox.act('soft-delete', { person: 'E200005' }).id;
    const lost = sandbox.act('delete-for-good', { person: 'E200006' }).id;
    await sandbox.settled();
    const [batch = []] = listener.batches;
    expect(batch.map(({ changeType, resource }) => [changeType, resource])).toEqual([
      ['updated', `Users/${changed}`],
      ['updated', `Users/${made}`],
      ['updated', `Users/${gone}`],
      ['deleted', `Users/${lost}`],
    ]);
    expect(batch[0]).toMatchObject({
      subscriptionId: id,
      clientState: 'only we know',
      tenantId: sandbox.tenant_id,
      resourceData: { '@odata.type': '#Microsoft.Graph.User', id: changed },
    });
  });

  it('come in batches of at most a hundred, several subscriptions in one', async () => {
    const ids = [(await subscribe()).body.id, (await subscribe()).body.id];
    const { changed } = sandbox.act('rename-department', { from: 'Police', to: 'Department of Police' });
    await sandbox.settled();
    expect(changed).toBeGreaterThan(50);
    expect(listener.all()).toHaveLength(2 * changed);
    expect(Math.max(...listener.batches.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(new Set(listener.batches[0]?.map(({ subscriptionId }) => subscriptionId))).toEqual(new Set(ids));
  });

  it('match the subscription', async () => {
    const group = sandbox.act('create-group', { name: 'Crew' });
    const person = sandbox.directory.people.at(7);
    await subscribe({ resource: `users/${person?.id}`, clientState: 'person' });
    await subscribe({ resource: `groups/${group.id}/members`, clientState: 'members' });
    await subscribe({ resource: 'groups', clientState: 'groups' });
    rename();
    sandbox.act('rename-group', { group: group.id, name: 'Another crew' });
    await sandbox.settled();
    expect(listener.all().map(({ clientState }) => clientState)).toEqual(['groups']);
    sandbox.act('join-group', { group: group.id, member: person?.id ?? '' });
    rename(person?.id);
    await sandbox.settled();
    const states = listener.all().map(({ clientState }) => clientState);
    expect(states.slice(1).sort()).toEqual(['groups', 'members', 'person']);
  });

  it('are retried until accepted, for four hours', async () => {
    await subscribe();
    listener.hooks.answer = () => 503;
    rename();
    await sandbox.settled();
    expect([listener.batches.length, sandbox.state().notifications.waiting]).toEqual([1, 1]);
    listener.hooks.answer = () => 202;
    sandbox.act('advance', { time: '11s' });
    await sandbox.settled();
    expect([listener.batches.length, sandbox.state().notifications.waiting]).toEqual([2, 0]);
    expect(listener.batches[1]).toEqual(listener.batches[0]);
    listener.hooks.answer = () => 503;
    rename();
    await sandbox.settled();
    sandbox.act('advance', { time: '5h' });
    await sandbox.settled();
    expect(sandbox.state().notifications.waiting).toBe(0);
  });

  it('are lost or repeated if the sandbox is set to', async () => {
    await subscribe({ expirationDateTime: inMinutes(2_000) });
    sandbox.act('deliver', { copies: '0' });
    rename();
    await sandbox.settled();
    expect(listener.batches).toHaveLength(0);
    sandbox.act('deliver', { copies: '20' });
    rename();
    await sandbox.settled();
    expect(listener.batches).toHaveLength(20);
  });

  it('are dropped for receivers that are too slow', async () => {
    await subscribe();
    listener.hooks.answer = () => {
      sandbox.act('advance', { time: '5s' });
      return 202;
    };
    sandbox.act('merge-departments', { into: 'One', from: ['Fire service', 'Streets', 'Water works', 'Airport'] });
    await sandbox.settled();
    const before = listener.all().length;
    expect(before).toBeGreaterThan(100);
    rename();
    await sandbox.settled();
    expect(listener.all()).toHaveLength(before);
  });
});

describe('lifecycle events', () => {
  it.each(['reauthorizationRequired', 'missed', 'subscriptionRemoved'] as const)('%s', async (event) => {
    const lifecycleNotificationUrl = listener.url;
    const { id } = (await subscribe({ lifecycleNotificationUrl })).body;
    sandbox.act('send-lifecycle', { event });
    await sandbox.settled();
    expect(listener.all()).toMatchObject([{ subscriptionId: id, lifecycleEvent: event, clientState: 'only we know' }]);
    const { status } = await graph.get(`/subscriptions/${id}`);
    expect(status).toBe(event === 'subscriptionRemoved' ? 404 : 200);
  });
});
