import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalledSourceAccess, CursorExpired, type SourceCall, type SourcePage } from '../called-source-driver';
import { graphError, openEntra, type PeerCall, type ScriptedPeer, startScriptedPeer } from './scripted-peer';

let peer: ScriptedPeer;
let opened: Awaited<ReturnType<typeof openEntra>>;
beforeAll(async () => {
  peer = await startScriptedPeer();
  opened = await openEntra(peer);
});
afterAll(() => peer.close());

async function readAll(access: CalledSourceAccess, from?: string): Promise<{ pages: SourcePage[]; end: string }> {
  const pages: SourcePage[] = [];
  for (let at = from; ; ) {
    const page = await opened.driver.readPage(access, at);
    pages.push(page);
    if ('end' in page.cursor) return { pages, end: page.cursor.end };
    at = page.cursor.more;
  }
}

const next = (path: string) => `${peer.origin}/v1.0${path}`;
const person = (id: string, more = {}) => ({ id, displayName: `Person ${id}`, department: null, ...more });

/** Two pages of people, one of groups; afterwards one change of each. */
function directory({ path }: PeerCall) {
  const answers: Record<string, object> = {
    '/v1.0/users/delta?$select=id,department,displayName': {
      value: [person('a'), person('b')],
      '@odata.nextLink': next('/users/delta?$skiptoken=2'),
    },
    '/v1.0/users/delta?$skiptoken=2': { value: [], '@odata.nextLink': next('/users/delta?$skiptoken=3') },
    '/v1.0/users/delta?$skiptoken=3': {
      value: [{ id: 'c', displayName: 'Person c' }],
      '@odata.deltaLink': next('/users/delta?$deltatoken=u1'),
    },
    '/v1.0/groups/delta?$select=id,displayName,members': {
      value: [{ id: 'g', displayName: 'Ward', 'members@delta': [{ '@odata.type': '#microsoft.graph.user', id: 'a' }] }],
      '@odata.deltaLink': next('/groups/delta?$deltatoken=g1'),
    },
    '/v1.0/users/delta?$deltatoken=u1': {
      value: [
        { id: 'a', '@removed': { reason: 'changed' } },
        { id: 'b', '@removed': { reason: 'deleted' } },
        { id: 'c', displayName: 'Person d' },
      ],
      '@odata.deltaLink': next('/users/delta?$deltatoken=u2'),
    },
    '/v1.0/groups/delta?$deltatoken=g1': {
      value: [{ id: 'g', 'members@delta': [{ id: 'a', '@removed': { reason: 'deleted' } }] }],
      '@odata.deltaLink': next('/groups/delta?$deltatoken=g2'),
    },
  };
  const body = answers[path];
  return body && { body };
}

describe('readPage', () => {
  it('reads people and then groups to their end, and later what has changed', async () => {
    peer.script(directory);
    const { access } = opened;
    const { pages, end } = await readAll(access());
    expect(pages.flatMap(({ people }) => people)).toEqual([
      { id: 'a', values: { displayName: 'Person a', department: null } },
      { id: 'b', values: { displayName: 'Person b', department: null } },
      { id: 'c', values: { displayName: 'Person c', department: null } },
    ]);
    expect(pages.flatMap(({ groups }) => groups)).toEqual([{ id: 'g', name: 'Ward', joined: ['a'], left: [] }]);
    const later = await readAll(access(), end);
    expect(later.pages.flatMap(({ people }) => people)).toEqual([
      { id: 'a', gone: 'restorable' },
      { id: 'b', gone: 'for_good' },
      { id: 'c', values: { displayName: 'Person d' } },
    ]);
    expect(later.pages.flatMap(({ groups }) => groups)).toEqual([{ id: 'g', joined: [], left: ['a'] }]);
    expect(peer.tokens()).toHaveLength(1);
  });

  it('requests mapped attributes with background priority, each call with its own id', async () => {
    peer.script(directory);
    const attributes = [
      'employeeOrgData.costCenter',
      'displayName',
      'groups',
      'manager.id',
      'employeeOrgData.division',
    ];
    await expect(opened.driver.readPage(opened.access({ attributes }), undefined)).rejects.toThrow();
    const [call] = peer.graph();
    expect(call?.path).toBe('/v1.0/users/delta?$select=id,displayName,employeeOrgData,manager');
    expect(call?.headers).toMatchObject({
      'x-ms-throttle-priority': 'low',
      'client-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('leaves out groups where they are not mapped', async () => {
    peer.script(directory);
    const { pages } = await readAll(opened.access({ attributes: ['displayName', 'department'] }));
    expect(pages.flatMap(({ groups }) => groups)).toEqual([]);
    expect(peer.graph().some(({ path }) => path.includes('/groups'))).toBe(false);
  });

  it('starts again if other attributes are mapped', async () => {
    peer.script(directory);
    const { end } = await readAll(opened.access());
    const other = opened.access({ attributes: ['displayName'] });
    await expect(opened.driver.readPage(other, end)).rejects.toBeInstanceOf(CursorExpired);
    await expect(opened.driver.readPage(other, 'not a cursor')).rejects.toBeInstanceOf(CursorExpired);
  });

  it.each([
    graphError(410, 'Gone'),
    graphError(400, 'syncStateNotFound'),
    graphError(400, 'resyncRequired', { location: 'https://elsewhere.example' }),
    { status: 400, body: { error: { code: 'badRequest', innerError: { code: 'syncStateNotFound' } } } },
  ])('begins anew when its place is no longer known: %o', async (answer) => {
    peer.script(directory);
    const { end } = await readAll(opened.access());
    peer.script(() => answer);
    await expect(opened.driver.readPage(opened.access(), end)).rejects.toBeInstanceOf(CursorExpired);
    expect(peer.graph()).toHaveLength(1);
  });

  it('refuses names that would change the address', async () => {
    peer.script(directory);
    const access = opened.access({ attributes: ['displayName&$top=1'] });
    await expect(opened.driver.readPage(access, undefined)).rejects.toThrow(/no such attributes: displayName&\$top=1/);
    expect(peer.calls).toEqual([]);
  });

  it('reports the cost of each call', async () => {
    const headers = { 'x-ms-resource-unit': '2', 'x-ms-throttle-limit-percentage': '0.9' };
    peer.script((call) => (directory(call) ? { ...directory(call), headers } : undefined));
    const noted: SourceCall[] = [];
    await opened.driver.readPage(opened.access({ noteCall: (call) => noted.push(call) }), undefined);
    expect(noted).toEqual([{ milliseconds: expect.any(Number), outcome: 'ok', objects: 2, units: 2, load: 0.9 }]);
  });
});

describe('probe', () => {
  it('counts the people with interactive priority', async () => {
    peer.script(({ path }) => {
      if (path.endsWith('/users/$count')) return { headers: { 'content-type': 'text/plain' }, body: '\uFEFF32812' };
      return path.includes('/groups?') ? { body: { value: [] } } : undefined;
    });
    expect(await opened.driver.probe(opened.access())).toEqual({ people: 32_812 });
    const [count] = peer.graph();
    expect(count?.headers).toMatchObject({ consistencylevel: 'eventual', 'x-ms-throttle-priority': 'high' });
  });

  it('works without a count', async () => {
    peer.script(({ path }) =>
      path.endsWith('/$count') ? graphError(400, 'Request_UnsupportedQuery') : { body: { value: [] } },
    );
    expect(await opened.driver.probe(opened.access())).toEqual({ people: null });
  });

  it('names the missing permission for groups', async () => {
    peer.script(({ path }) => {
      if (path.endsWith('/$count')) return { headers: { 'content-type': 'text/plain' }, body: '5' };
      return path.includes('/groups') ? graphError(403, 'Authorization_RequestDenied') : undefined;
    });
    await expect(opened.driver.probe(opened.access())).rejects.toMatchObject({
      reason: 'permission_missing',
      message: expect.stringContaining('GroupMember.Read.All'),
    });
  });
});

describe('readPerson', () => {
  const attributes = ['displayName', 'manager.id'];

  it('reads the current data of a person', async () => {
    const user = { id: 'a', displayName: 'Ada', manager: { '@odata.type': '#microsoft.graph.user', id: 'm' } };
    peer.script(({ path }) => (path.startsWith('/v1.0/users/') ? { body: user } : undefined));
    const read = await opened.driver.readPerson(opened.access({ attributes }), 'a/b');
    expect(peer.graph()[0]?.path).toBe('/v1.0/users/a%2Fb?$select=id,displayName&$expand=manager($select=id)');
    expect(read).toEqual({ id: 'a', values: { displayName: 'Ada', 'manager.id': 'm' } });
  });

  it.each([
    ['restorable', 'it lies among the deleted', { body: { id: 'a' } }],
    ['for_good', 'it is nowhere', graphError(404, 'Request_ResourceNotFound')],
    ['restorable', 'the deleted may not be read', graphError(403, 'Authorization_RequestDenied')],
  ])('says %s where %s', async (gone, _, deleted) => {
    peer.script(({ path }) =>
      path.includes('/deletedItems/')
        ? deleted
        : path.includes('/users/')
          ? graphError(404, 'Request_ResourceNotFound')
          : undefined,
    );
    expect(await opened.driver.readPerson(opened.access(), 'a')).toEqual({ id: 'a', gone });
  });
});

describe('what only Entra has', () => {
  it('reads whose directory it is', async () => {
    const verifiedDomains = [{ name: 'x.example' }, { name: 'city.example', isDefault: true }];
    const body = { value: [{ id: 'AAAAAAAA-0000-4000-8000-000000000001', displayName: 'City', verifiedDomains }] };
    peer.script(({ path }) => (path.includes('/organization') ? { body } : undefined));
    expect(await opened.driver.organization(opened.access())).toEqual({
      tenant_id: 'aaaaaaaa-0000-4000-8000-000000000001',
      display_name: 'City',
      default_domain: 'city.example',
    });
  });

  it('reads permissions from a new token each time', async () => {
    peer.script(() => undefined);
    expect(await opened.driver.permissions(opened.access())).toEqual(['Group.Read.All', 'User.Read.All']);
    await opened.driver.permissions(opened.access());
    expect(peer.tokens()).toHaveLength(2);
  });
});
