import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import { graphClient } from '../test-client';

let sandbox: EntraSandbox;
let graph: ReturnType<typeof graphClient>;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 450 });
}, certificatesMs);
beforeEach(() => {
  graph = graphClient(sandbox);
});
afterAll(() => sandbox.close());

const latest = async (select: string, kind = 'users') => {
  const { body } = await graph.get(`/${kind}/delta?$deltatoken=latest&$select=${select}`);
  expect(body.value).toEqual([]);
  return body['@odata.deltaLink'] as string;
};
const minimal = { prefer: 'return=minimal' };
const person = (number: string) => {
  for (let index = 0; ; index++) {
    const found = sandbox.directory.people.at(index);
    if (found?.employeeId === number) return found;
  }
};

describe('users/delta, the first round', () => {
  it('lists all people once, page by page, and ends with a deltaLink', async () => {
    const { value, pages, deltaLink } = await graph.follow('/users/delta?$select=displayName,department');
    expect([value.length, new Set(value.map(({ id }) => id)).size, pages]).toEqual([450, 450, 3]);
    expect(Object.keys(value[0] ?? {})).toEqual(['id', 'displayName', 'department']);
    expect(deltaLink).toContain('/v1.0/users/delta?$deltatoken=');
  });

  it('has pages as large as the caller prefers', async () => {
    const { pages } = await graph.follow('/users/delta', { prefer: 'odata.maxpagesize=999' });
    expect(pages).toBe(1);
  });

  it('contains managers only if selected', async () => {
    const { value } = await graph.follow('/users/delta?$select=id,manager');
    expect(value[0]).toEqual({ id: sandbox.directory.people.at(0)?.id });
    const manager = [{ '@odata.type': '#microsoft.graph.user', id: sandbox.directory.people.at(0)?.id }];
    expect(value.filter((item) => 'manager@delta' in item)).toHaveLength(449);
    expect(value.find((item) => JSON.stringify(item['manager@delta']) === JSON.stringify(manager))).toBeDefined();
  });

  it('leaves out removed people, and replays changes made meanwhile', async () => {
    sandbox.act('soft-delete', { person: 'E200001' });
    const first = await graph.get('/users/delta?$select=displayName');
    sandbox.act('change-person', { person: 'E200000', property: 'displayName', value: 'Renamed' });
    const { value, deltaLink } = await graph.follow(first.body['@odata.nextLink']);
    expect(first.body.value.length + value.length).toBe(449);
    const next = await graph.get(deltaLink);
    expect(next.body.value).toEqual([{ id: person('E200000').id, displayName: 'Renamed' }]);
    sandbox.act('restore', { person: 'E200001' });
  });

  it('can be limited to up to 50 ids', async () => {
    const ids = ['E200003', 'E200005'].map((number) => person(number).id);
    const filter = ids.map((id) => `id eq '${id}'`).join(' or ');
    const { value, deltaLink } = await graph.follow(`/users/delta?$filter=${encodeURIComponent(filter)}`);
    expect(value.map(({ id }) => id)).toEqual(ids);
    sandbox.act('change-person', { person: 'E200004', property: 'displayName', value: 'Another' });
    sandbox.act('change-person', { person: 'E200005', property: 'displayName', value: 'One of them' });
    expect((await graph.get(deltaLink)).body.value).toMatchObject([{ id: ids[1] }]);
    const many = Array.from({ length: 51 }, () => `id eq '${ids[0]}'`).join(' or ');
    expect(await graph.get(`/users/delta?$filter=${encodeURIComponent(many)}`)).toMatchObject({ status: 400 });
  });

  it.each(['$top=5', '$orderby=displayName', '$expand=manager'])('refuses %s', async (parameter) => {
    const { status, body } = await graph.get(`/users/delta?${parameter}`);
    expect([status, body.error.code]).toEqual([400, 'Request_UnsupportedQuery']);
  });
});

describe('users/delta, later rounds', () => {
  it('is empty without a change of selected properties', async () => {
    const link = await latest('department');
    sandbox.act('change-person', { person: 'E200010', property: 'jobTitle', value: 'Other' });
    const { body } = await graph.get(link);
    expect([body.value, typeof body['@odata.deltaLink']]).toEqual([[], 'string']);
  });

  it('contains all selected properties, or with return=minimal the changed ones', async () => {
    const link = await latest('displayName,department,jobTitle');
    sandbox.act('change-person', { person: 'E200011', property: 'department', value: 'Moon base' });
    const { id, displayName, jobTitle } = person('E200011');
    const whole = { id, displayName, jobTitle, department: 'Moon base' };
    expect((await graph.get(link)).body.value).toEqual([whole]);
    expect((await graph.get(link, minimal)).body.value).toEqual([{ id, department: 'Moon base' }]);
  });

  it('lists each object once, in its last state, in the order of last changes', async () => {
    const link = await latest('displayName');
    for (const [number, value] of [
      ['E200012', 'first'],
      ['E200013', 'second'],
      ['E200012', 'third'],
    ] as const) {
      sandbox.act('change-person', { person: number, property: 'displayName', value });
    }
    const { body } = await graph.get(link);
    expect(body.value).toMatchObject([{ displayName: 'second' }, { displayName: 'third' }]);
  });

  it('is repeatable', async () => {
    const link = await latest('displayName');
    sandbox.act('change-person', { person: 'E200014', property: 'displayName', value: 'again' });
    expect((await graph.get(link)).body.value).toEqual((await graph.get(link)).body.value);
  });

  it('lists removed people, and restored ones completely', async () => {
    const link = await latest('displayName,surname');
    const [one, other] = [person('E200015').id, person('E200016').id];
    sandbox.act('soft-delete', { person: one });
    sandbox.act('delete-for-good', { person: other });
    const { body } = await graph.get(link);
    expect(body.value).toEqual([
      { id: one, '@removed': { reason: 'changed' } },
      { id: other, '@removed': { reason: 'deleted' } },
    ]);
    sandbox.act('restore', { person: one });
    const { value } = (await graph.get(body['@odata.deltaLink'], minimal)).body;
    expect(value).toEqual([{ id: one, displayName: expect.any(String), surname: expect.any(String) }]);
    expect(() => sandbox.act('restore', { person: other })).toThrow('cannot be restored');
  });

  it('contains the new manager and the former one', async () => {
    const link = await latest('displayName,manager');
    const before = person('E200017').manager;
    sandbox.act('set-manager', { person: 'E200017', manager: 'E200018' });
    const type = '#microsoft.graph.user';
    expect((await graph.get(link, minimal)).body.value).toEqual([
      {
        id: person('E200017').id,
        'manager@delta': [
          { '@odata.type': type, id: before, '@removed': { reason: 'deleted' } },
          { '@odata.type': type, id: person('E200018').id },
        ],
      },
    ]);
  });

  it('lists a reorganisation in pages', async () => {
    const link = await latest('department');
    const { changed } = sandbox.act('rename-department', { from: 'Police', to: 'Department of Police' });
    const { value, pages } = await graph.follow(link, { prefer: 'odata.maxpagesize=50' });
    expect([value.length, pages]).toEqual([changed, Math.ceil(changed / 50)]);
    expect(new Set(value.map(({ department }) => department))).toEqual(new Set(['Department of Police']));
  });
});

describe('delta tokens', () => {
  it('live seven days by the clock of the sandbox, then lead back to the start', async () => {
    const link = await latest('displayName');
    sandbox.act('advance', { time: '6.9d' });
    graph = graphClient(sandbox);
    expect((await graph.get(link)).status).toBe(200);
    sandbox.act('advance', { time: '0.2d' });
    graph = graphClient(sandbox);
    const { status, headers, body } = await graph.get(link);
    expect([status, body.error.code]).toEqual([410, 'syncStateNotFound']);
    expect(headers.location).toBe(`${sandbox.graph_url}/v1.0/users/delta?$deltatoken=`);
    expect((await graph.follow(headers.location ?? '')).value.length).toBeGreaterThan(400);
  });

  it.each([
    '/users/delta?$deltatoken=made-up',
    '/users/delta?$skiptoken=a.b',
  ])('are refused if made up: %s', async (link) => {
    expect(await graph.get(link)).toMatchObject({ status: 400 });
  });

  it('of groups are none of users', async () => {
    const link = await latest('displayName', 'groups');
    expect(await graph.get(link.replace('/groups/', '/users/'))).toMatchObject({ status: 400 });
  });
});

describe('groups/delta', () => {
  it('lists a large group several times, with other members each time', async () => {
    const { value } = await graph.follow('/groups/delta?$select=displayName,members');
    const everybody = value.filter(({ displayName }) => displayName === 'Everybody');
    const members = everybody.flatMap((item) => item['members@delta'] as { id: string }[]);
    const { there } = sandbox.state().people;
    expect([everybody.length, new Set(members.map(({ id }) => id)).size]).toEqual([3, there]);
  });

  it('lists joined and left members, and nested groups', async () => {
    const link = await latest('displayName,members', 'groups');
    const [joined, left] = [person('E200020'), person('E200021')];
    const { id } = sandbox.act('create-group', { name: 'Crew' });
    sandbox.act('join-group', { group: 'Crew', member: joined.id });
    sandbox.act('join-group', { group: 'Crew', member: left.id });
    const inner = sandbox.act('create-group', { name: 'Inner crew' });
    const first = await graph.get(link);
    expect(first.body.value[0]['members@delta']).toHaveLength(2);
    sandbox.act('leave-group', { group: 'Crew', member: left.id });
    sandbox.act('join-group', { group: 'Crew', member: inner.id });
    sandbox.act('join-group', { group: 'Inner crew', member: id });
    const { body } = await graph.get(first.body['@odata.deltaLink'], minimal);
    expect(body.value[0]).toEqual({
      id,
      'members@delta': [
        { '@odata.type': '#microsoft.graph.user', id: left.id, '@removed': { reason: 'deleted' } },
        { '@odata.type': '#microsoft.graph.group', id: inner.id },
      ],
    });
    expect((await graph.get(`/groups/${id}/members`)).body.value).toHaveLength(2);
  });

  it('lists a removed group, and a restored one with its members', async () => {
    const link = await latest('displayName,members', 'groups');
    const { id } = sandbox.act('delete-group', { group: 'Law: staff' });
    const gone = await graph.get(link);
    expect(gone.body.value).toEqual([{ id, '@removed': { reason: 'changed' } }]);
    sandbox.act('restore-group', { group: id });
    const [item] = (await graph.get(gone.body['@odata.deltaLink'])).body.value;
    expect([item.displayName, item['members@delta'].length]).toEqual(['Law: staff', expect.any(Number)]);
  });
});
