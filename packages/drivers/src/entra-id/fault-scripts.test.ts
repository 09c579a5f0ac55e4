import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CalledSourceAccess, CursorExpired, SourceThrottled } from '../called-source-driver';
import { directIo } from '../direct-io';
import { entraId } from './driver';
import { type EntraSandbox, startEntraSandbox } from './sandbox';
import { scriptNames } from './sandbox/faults/scripts';

const attributes = ['userPrincipalName', 'displayName', 'department', 'jobTitle', 'accountEnabled', 'manager.id'];
const users = 'GET users delta';
const [everyone, ofPage] = [120, 50];

type Order = Parameters<EntraSandbox['script']>[0];
/** The outcome: the same people as without it, the reason of a failure, or another end. */
type Outcome = 'same' | 'throttled' | 'expired' | string;
type Row = [order: Order, outcome: Outcome, calls: number];

/** With five attempts per call, timeouts of 1.5 s or, without an answer, 500 ms, and 2 MiB. Three pages of people. */
const rows: Row[] = [
  [{ name: 'too_many_requests', first: 2, only: users }, 'same', 5],
  [{ name: 'too_many_requests', only: users }, 'throttled', 5],
  [{ name: 'too_many_requests', every: 3, only: users }, 'same', 4],
  [{ name: 'too_many_requests_retry_after', amount: 1, first: 1, only: users }, 'same', 4],
  [{ name: 'too_many_requests_retry_after', variant: 'date', amount: 1, first: 1, only: users }, 'same', 4],
  [{ name: 'too_many_requests_retry_after', amount: 300, only: users }, 'throttled', 1],
  [{ name: 'too_many_requests_retry_after', variant: 'date', amount: 300, only: users }, 'throttled', 1],
  [{ name: 'unavailable_retry_after', amount: 1, first: 1, only: users }, 'same', 4],
  [{ name: 'unavailable_retry_after', amount: 300, only: users }, 'throttled', 1],
  [{ name: 'server_error', first: 3, only: users }, 'same', 6],
  [{ name: 'server_error', every: 2, variant: '502', only: users }, 'same', 5],
  [{ name: 'server_error', variant: '503', only: users }, 'refused', 5],
  [{ name: 'server_error', variant: '504', only: 'token' }, 'refused', 0],
  [{ name: 'slow', amount: 50, only: users }, 'same', 3],
  [{ name: 'never_answers', first: 1, only: users }, 'same', 4],
  [{ name: 'never_answers', only: users }, 'timeout', 5],
  [{ name: 'half_open' }, 'timeout', 0],
  [{ name: 'foreign_certificate' }, 'tls_untrusted', 0],
  [{ name: 'expired_server_certificate' }, 'tls_untrusted', 0],
  [{ name: 'cut_body', amount: 700, first: 1, only: users }, 'same', 4],
  [{ name: 'cut_body', only: users }, 'unreachable', 5],
  [{ name: 'wrong_content_type', only: users }, 'same', 3],
  [{ name: 'endless', only: users }, 'bad_answer', 1],
  [{ name: 'redirect_elsewhere', only: users }, 'bad_answer', 1],
  [{ name: 'redirect_elsewhere', variant: '307', only: users }, 'bad_answer', 1],
  [{ name: 'oversized', amount: 3, only: users }, 'bad_answer', 1],
  [{ name: 'near_limit', only: users }, 'same', 3],
  [{ name: 'html_page', only: users }, 'bad_answer', 1],
  [{ name: 'html_page', only: 'token' }, 'bad_answer', 0],
  [{ name: 'garbage', only: users }, 'bad_answer', 1],
  [{ name: 'gzip_bomb', only: users }, 'bad_answer', 1],
  [{ name: 'unauthorized', only: users }, 'token_refused', 2],
  [{ name: 'unauthorized', first: 1, only: users }, 'same', 4],
  [{ name: 'missing_permission', only: users }, 'permission_missing', 1],
  [{ name: 'lost_delta_token' }, 'expired', 1],
  [{ name: 'lost_delta_token', variant: 'syncStateNotFound' }, 'expired', 1],
  [{ name: 'lost_delta_token', variant: 'resyncRequired' }, 'expired', 1],
  [{ name: 'login_refused', variant: '7000215' }, 'secret_wrong', 0],
  [{ name: 'login_refused', variant: '7000222' }, 'secret_expired', 0],
  [{ name: 'login_refused', variant: '700016' }, 'application_unknown', 0],
  [{ name: 'login_refused', variant: '700027' }, 'certificate_unknown', 0],
  [{ name: 'login_refused', variant: '700024' }, 'clock_off', 0],
  [{ name: 'login_refused', variant: '65001' }, 'consent_missing', 0],
  [{ name: 'login_refused', variant: '70011' }, 'scope_invalid', 0],
  [{ name: 'login_refused', variant: '90002' }, 'tenant_unknown', 0],
  [{ name: 'late_consent' }, 'permission_missing', 1],
  [{ name: 'clock_skew' }, 'clock_off', 0],
  [{ name: 'clock_skew', variant: 'behind' }, 'clock_off', 0],
  [{ name: 'truncated_page', first: 1 }, 'bad_answer', 1],
  [{ name: 'empty_page', only: users }, 'same', 6],
  [{ name: 'emptied', only: users }, 'nobody', 1],
  [{ name: 'duplicated_items' }, 'same', 3],
  [{ name: 'repeated_page' }, 'same', 3],
  [{ name: 'reversed_page' }, 'same', 3],
  [{ name: 'removed_in_page', only: users }, 'same', 3],
  [{ name: 'removed_in_page', variant: 'deleted', only: users }, 'same', 3],
  [{ name: 'endless_paging', only: users }, 'bad_answer', 2],
  [{ name: 'foreign_next_link', only: users }, 'bad_answer', 1],
  [{ name: 'foreign_next_link', variant: 'plain', only: users }, 'bad_answer', 1],
  [{ name: 'foreign_next_link', variant: 'user', only: users }, 'bad_answer', 1],
  [{ name: 'changed_types' }, 'problems', 3],
  [{ name: 'odd_names' }, 'odd', 3],
];

let sandbox: EntraSandbox;
let undisturbed: People;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: everyone, delta_page: ofPage });
  undisturbed = (await readAll(open())).people;
});
afterAll(() => sandbox.close());

type Opened = { driver: ReturnType<typeof entraId>; access: CalledSourceAccess };

/** A driver of its own, which knows no token and no pause. */
function open(of: Partial<CalledSourceAccess> = {}, timeoutMs = 1_500): Opened {
  const { client_id, secret } = sandbox.own_application();
  const driver = entraId({
    ...directIo(),
    limits: { backoffMs: 1, headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs, maxAnswerBytes: 2 * 1_048_576 },
    isSandbox: (origin) => origin === sandbox.graph_url,
    sharedApplication: () => undefined,
  });
  const endpoints = {
    login: sandbox.login_url,
    graph: sandbox.graph_url,
    certificate_authority_pem: sandbox.authority_pem,
  };
  const access: CalledSourceAccess = {
    connectionId: 'the connection',
    configuration: { mode: 'own_app', tenant_id: sandbox.tenant_id, client_id, endpoints },
    signal: new AbortController().signal,
    credential: { kind: 'secret', secret },
    attributes,
    ...of,
  };
  return { driver, access };
}

type People = Map<string, object>;

/** Merges pages as the product does: the last data about a person wins. */
async function readAll({ driver, access }: Opened, from?: string) {
  const [people, groups, gone]: [People, Map<string, Set<string>>, Set<string>] = [new Map(), new Map(), new Set()];
  for (let cursor = from; ; ) {
    const page = await driver.readPage(access, cursor);
    for (const person of page.people) {
      if ('gone' in person) gone.add(person.id);
      else people.set(person.id, person);
    }
    for (const group of page.groups) {
      if ('gone' in group) continue;
      const members = groups.get(group.id) ?? new Set();
      for (const id of group.joined) members.add(id);
      for (const id of group.left) members.delete(id);
      groups.set(group.id, members);
    }
    if ('end' in page.cursor) return { people, groups, gone, end: page.cursor.end };
    cursor = page.cursor.more;
  }
}

async function outcomeOf(opened: Opened, from?: string): Promise<Outcome> {
  try {
    const { people } = await readAll(opened, from);
    if (people.size === 0) return 'nobody';
    if ([...people.values()].some((person) => 'problems' in person)) return 'problems';
    expect([...people.keys()].toSorted()).toEqual([...undisturbed.keys()].toSorted());
    const isSame = [...people].every(([id, person]) => JSON.stringify(person) === JSON.stringify(undisturbed.get(id)));
    return isSame ? 'same' : 'odd';
  } catch (error) {
    if (error instanceof SourceThrottled) return 'throttled';
    if (error instanceof CursorExpired) return 'expired';
    return error instanceof Error && 'reason' in error ? String(error.reason) : String(error);
  }
}

describe('the driver of Entra ID, through everything that has a name', () => {
  it('reads everyone who is there', () => {
    expect(undisturbed.size).toBe(sandbox.state().people.there);
    expect(undisturbed.size).toBe(everyone);
  });

  it('leaves out no script', () => {
    expect(new Set(rows.map(([{ name }]) => name))).toEqual(new Set(scriptNames));
  });

  it.each(rows)('%o: %s after %i calls', async (order, outcome, calls) => {
    onTestFinished(() => sandbox.script());
    const certificate = { kind: 'certificate', ...sandbox.certificate } as const;
    const timeoutMs = outcome === 'timeout' ? 500 : undefined;
    const opened = open(order.name === 'clock_skew' ? { credential: certificate } : {}, timeoutMs);
    const from = order.name === 'lost_delta_token' ? (await readAll(opened)).end : undefined;
    const before = sandbox.log().length;
    sandbox.script(order);
    expect(await outcomeOf(opened, from)).toBe(outcome);
    expect(sandbox.calls().filter(({ operation }) => operation === users)).toHaveLength(calls);
    const foreign = sandbox
      .log()
      .slice(before)
      .filter(({ host }) => host !== new URL(sandbox.graph_url).host);
    expect(foreign).toEqual([]);
  });

  it('makes no call during a requested pause, even with many concurrent callers', async () => {
    onTestFinished(() => sandbox.script());
    const { driver, access } = open();
    sandbox.script({ name: 'too_many_requests_retry_after', amount: 300, first: 1, only: users });
    await expect(driver.readPage(access, undefined)).rejects.toBeInstanceOf(SourceThrottled);
    const ofGraph = () => sandbox.calls().filter(({ operation }) => operation !== 'token').length;
    expect(ofGraph()).toBe(1);
    const others = Array.from({ length: 20 }, () => driver.readPage(access, undefined));
    const ended = await Promise.allSettled([...others, driver.probe(access), driver.readPerson(access, 'x')]);
    expect(ended.every((end) => end.status === 'rejected' && end.reason instanceof SourceThrottled)).toBe(true);
    expect(ofGraph()).toBe(1);
  });

  it('keeps odd names where they can be stored', async () => {
    onTestFinished(() => sandbox.script());
    sandbox.script({ name: 'odd_names' });
    const { people } = await readAll(open());
    expect(people.size).toBe(everyone);
    expect(JSON.stringify([...people])).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });
});

describe('the driver of Entra ID', () => {
  const someone = () => [...undisturbed.keys()][7] ?? '';

  it('reads who is in which group', async () => {
    const { people, groups } = await readAll(open({ attributes: [...attributes, 'groups'] }));
    expect(groups.size).toBe(sandbox.state().groups.there);
    expect(groups.size).toBeGreaterThan(1);
    const members = [...groups.values()].flatMap((group) => [...group]);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter((id) => !people.has(id))).toEqual([]);
  });

  it('signs in with a certificate', async () => {
    const opened = open({ credential: { kind: 'certificate', ...sandbox.certificate } });
    expect(await outcomeOf(opened)).toBe('same');
    const other = open({ credential: { kind: 'certificate', ...sandbox.other_certificate } });
    expect(await outcomeOf(other)).toBe('certificate_unknown');
  });

  it('reads what has changed, and nothing where nothing has', async () => {
    const opened = open();
    const { end } = await readAll(opened);
    const idle = await readAll(opened, end);
    expect([idle.people.size, idle.gone.size]).toEqual([0, 0]);
    await sandbox.act('change-person', { person: someone(), property: 'department', value: 'Elsewhere' });
    const { people, end: next } = await readAll(opened, idle.end);
    expect([...people]).toEqual([
      [someone(), expect.objectContaining({ values: expect.objectContaining({ department: 'Elsewhere' }) })],
    ]);
    expect((await readAll(opened, next)).people.size).toBe(0);
  });

  it('reports how a person is removed and restored', async () => {
    const opened = open();
    const { driver, access } = opened;
    const { end } = await readAll(opened);
    const read = () => driver.readPerson(access, someone());
    await sandbox.act('soft-delete', { person: someone() });
    const softly = await driver.readPage(access, end);
    expect(softly.people).toEqual([{ id: someone(), gone: 'restorable' }]);
    expect(await read()).toEqual({ id: someone(), gone: 'restorable' });
    await sandbox.act('restore', { person: someone() });
    expect(await read()).toMatchObject({ id: someone(), values: { displayName: expect.any(String) } });
    await sandbox.act('delete-for-good', { person: someone() });
    expect((await driver.readPage(access, end)).people).toEqual([{ id: someone(), gone: 'for_good' }]);
    expect(await read()).toMatchObject({ id: someone(), gone: expect.any(String) });
  });

  it('starts again after a week', async () => {
    const opened = open();
    const { end } = await readAll(opened);
    await sandbox.act('advance', { time: '8d' });
    expect(await outcomeOf(opened, end)).toBe('expired');
    expect((await readAll(opened)).people.size).toBe(sandbox.state().people.there);
  });

  it('counts the people, and reads the organisation and the permissions', async () => {
    const { driver, access } = open();
    expect(await driver.probe(access)).toEqual({ people: sandbox.state().people.there });
    expect(await driver.organization(access)).toMatchObject({ tenant_id: sandbox.tenant_id });
    expect(await driver.permissions(access)).toContain('User.Read.All');
  });

  it('is stopped by its signal, and closes what it has opened', async () => {
    onTestFinished(() => sandbox.script());
    sandbox.script({ name: 'never_answers', only: users });
    const ending = new AbortController();
    const { driver, access } = open({ signal: ending.signal });
    const reading = driver.readPage(access, undefined);
    const stopped = expect(reading).rejects.toMatchObject({ reason: 'aborted' });
    await expect.poll(() => sandbox.calls().some(({ operation }) => operation === users)).toBe(true);
    ending.abort();
    await stopped;
  });

  it('stops calling after its secret was revoked', async () => {
    const opened = open();
    await readAll(opened);
    await sandbox.act('revoke-secret', {});
    await sandbox.act('revoke-tokens', {});
    sandbox.script();
    expect(await outcomeOf(opened)).toBe('secret_wrong');
    expect(sandbox.calls().map(({ operation }) => operation)).toEqual([users, 'token']);
  });
});
