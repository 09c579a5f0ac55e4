import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import { graphClient } from '../test-client';

let sandbox: EntraSandbox;
let graph: ReturnType<typeof graphClient>;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 500 });
}, certificatesMs);
beforeEach(() => {
  graph = graphClient(sandbox);
});
afterAll(() => sandbox.close());

const usual = [
  'businessPhones displayName givenName jobTitle mail mobilePhone officeLocation preferredLanguage surname',
  'userPrincipalName id',
]
  .join(' ')
  .split(' ');

describe('organization', () => {
  it('describes the tenant, and that it is a sandbox', async () => {
    const { body, headers } = await graph.get('/organization');
    const verifiedDomains = [expect.objectContaining({ name: sandbox.domain, isDefault: true })];
    const [organisation] = body.value;
    expect(organisation).toMatchObject({ id: sandbox.tenant_id, verifiedDomains });
    expect([organisation.displayName, headers['x-sandbox']]).toEqual([expect.stringContaining('sandbox'), 'entra-id']);
  });
});

describe('users', () => {
  it('come a hundred to a page, with the usual properties', async () => {
    const { body } = await graph.get('/users');
    expect([body.value.length, Object.keys(body.value[0])]).toEqual([100, usual]);
    const { value, pages } = await graph.follow('/users');
    expect([new Set(value.map(({ id }) => id)).size, pages]).toEqual([500, 5]);
  });

  it('have the requested page size and properties, on later pages too', async () => {
    const { value, pages } = await graph.follow('/users?$select=id,department,accountEnabled&$top=999');
    expect([value.length, pages, Object.keys(value[0] ?? {})]).toEqual([
      500,
      1,
      ['id', 'department', 'accountEnabled'],
    ]);
    const second = await graph.get((await graph.get('/users?$select=id&$top=3')).body['@odata.nextLink']);
    expect(second.body.value.map(Object.keys)).toEqual([['id'], ['id'], ['id']]);
  });

  it.each(['0', '1000', 'many'])('refuse pages of %s', async (top) => {
    const { status, body } = await graph.get(`/users?$top=${top}`);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('between 1 and 999')]);
  });

  it.each([
    ['$select=shoeSize', 400, 'BadRequest'],
    ['$select=id,skills', 501, 'NotImplemented'],
    ['$select=employeeLeaveDateTime', 403, 'Authorization_RequestDenied'],
    ['$skip=10', 400, 'Request_BadRequest'],
    ['$search=x', 501, 'NotImplemented'],
    ['$skiptoken=made-up', 400, 'Directory_ExpiredPageToken'],
    ['$filter=department', 400, 'BadRequest'],
    ["$filter=department ne 'Law'", 400, 'Request_UnsupportedQuery'],
  ])('refuse %s', async (parameter, status, code) => {
    const answer = await graph.get(`/users?${encodeURI(parameter)}`);
    const innerError = { 'request-id': expect.any(String), 'client-request-id': expect.any(String) };
    expect(answer).toMatchObject({ status, body: { error: { code, innerError } } });
  });

  it('show the leave date only with its permission', async () => {
    sandbox.act('grant-permission', { role: 'User-LifeCycleInfo.Read.All' });
    const { body } = await graph.get('/users?$select=employeeLeaveDateTime&$top=30');
    expect(body.value[29].employeeLeaveDateTime).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('are filtered', async () => {
    const filter = async (text: string) => (await graph.follow(`/users?$filter=${encodeURIComponent(text)}`)).value;
    const guests = await filter("userType eq 'Guest'");
    expect(guests.map(({ userPrincipalName }) => userPrincipalName)).toEqual(
      Array(20).fill(expect.stringContaining('#EXT#')),
    );
    expect(await filter("userType eq 'Guest' and accountEnabled eq true")).toHaveLength(18);
    expect(await filter("accountEnabled eq false or userType eq 'Guest'")).toHaveLength(30);
    expect(await filter("startswith(displayName,'Odo')")).not.toHaveLength(0);
    expect(await filter("displayName eq 'O''Nobody'")).toEqual([]);
  });

  it('are counted where ConsistencyLevel is eventual, on the first page only', async () => {
    const eventual = { consistencylevel: 'eventual' };
    const first = await graph.get('/users?$count=true&$top=400', eventual);
    expect(first.body['@odata.count']).toBe(500);
    expect((await graph.get(first.body['@odata.nextLink'], eventual)).body).not.toHaveProperty(['@odata.count']);
    expect((await graph.get('/users?$count=true')).body).not.toHaveProperty(['@odata.count']);
    expect((await graph.call('/users/$count', { headers: eventual })).text).toBe('500');
    expect(await graph.call('/users/$count')).toMatchObject({ status: 400 });
    const not = `/users?$count=true&$top=999&$filter=${encodeURIComponent("department ne 'Law'")}`;
    expect((await graph.get(not, eventual)).body.value.length).toBe(485);
  });

  it('bring their managers along', async () => {
    const { body } = await graph.get('/users?$expand=manager&$top=3&$select=id');
    expect(body.value[0]).not.toHaveProperty('manager');
    expect(Object.keys(body.value[1].manager)).toEqual(['@odata.type', ...usual]);
  });

  it('can be read one by one until removed', async () => {
    const [, { id }] = (await graph.get('/users')).body.value;
    expect((await graph.get(`/users/${id}?$select=id,department`)).body).toMatchObject({
      id,
      department: expect.anything(),
    });
    expect((await graph.get(`/users/${id}/manager`)).body.id).toBe(sandbox.directory.people.at(0)?.id);
    sandbox.act('soft-delete', { person: id });
    const { status, body } = await graph.get(`/users/${id}`);
    expect([status, body.error.code]).toEqual([404, 'Request_ResourceNotFound']);
    expect((await graph.follow('/users')).value).toHaveLength(499);
    sandbox.act('restore', { person: id });
  });

  it.each([
    ['/users', '2'],
    ['/users?$select=id', '1'],
    ['/users?$top=10', '1'],
    ['/users?$expand=manager', '3'],
    ['/users/delta?$select=id', '1'],
  ])('cost resource units: %s', async (path, units) => {
    expect((await graph.get(path)).headers['x-ms-resource-unit']).toBe(units);
  });
});

describe('groups', () => {
  it('are listed with their members, page after page', async () => {
    const { value } = await graph.follow('/groups?$select=id,displayName');
    const everybody = value.find(({ displayName }) => displayName === 'Everybody');
    const { value: members, pages } = await graph.follow(`/groups/${everybody?.id}/members?$select=id&$top=200`);
    expect([value.length, new Set(members.map(({ id }) => id)).size, pages]).toEqual([13, 500, 3]);
    expect(members[0]).toEqual({ '@odata.type': '#microsoft.graph.user', id: expect.any(String) });
  });

  it('contain the people of the department', async () => {
    const { value } = await graph.follow(`/groups?$filter=${encodeURIComponent("displayName eq 'Law: staff'")}`);
    const members = await graph.follow(`/groups/${value[0]?.id}/members?$select=department`);
    const law = await graph.follow(`/users?$filter=${encodeURIComponent("department eq 'Law'")}`);
    expect(members.value).toEqual(
      Array(law.value.length).fill({ '@odata.type': expect.any(String), department: 'Law' }),
    );
  });

  it('are refused without permission, and unknown ones always', async () => {
    for (const role of ['GroupMember.Read.All', 'Group.Read.All']) sandbox.act('remove-permission', { role });
    expect(await graph.get('/groups')).toMatchObject({ status: 403 });
    expect(await graph.get('/users')).toMatchObject({ status: 200 });
    for (const role of ['GroupMember.Read.All', 'Group.Read.All']) sandbox.act('grant-permission', { role });
    graph.forget();
    expect(await graph.get('/groups/none/members')).toMatchObject({ status: 404 });
    expect(await graph.get('/planets')).toMatchObject({ status: 400 });
  });
});
